"""Which rulings bear on an answer: those that the rules rest on that decided, and those whose cases rest on them.

A rule that refuses counts more than one that was only leaned on, and one that few rulings have to do with more than
one that half of them have.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kb.asking.answer import Answer

#: by rule, the rulings whose cases rest on it
Proofs = Mapping[str, Sequence[str]]
#: what a rule counts that refuses, or in a question that is refused does not; and what a ruling counts that it cites
_REFUSES, _LEANED, _CITED = 4.0, 1.0, 3.0
MOST = 10


@dataclass(frozen=True, slots=True)
class Bearing:
    """A ruling that bears on an answer, and the rules by which it does; those that count most first."""

    id: str
    rules: tuple[str, ...]
    weight: float


def bearing(answer: Answer, proofs: Proofs, most: int = MOST) -> list[Bearing]:
    """The rulings that bear on an answer, best first; of equal ones the first in the order of ids."""
    found: dict[str, dict[str, float]] = {}
    for rule, refuses in answer.decided:
        line = answer.rules.lines.get(rule)
        cited = [cite for cite in line.cites if "/" not in cite] if line else []
        proven = proofs.get(rule, ())
        share = (_REFUSES if refuses else _LEANED) / (len({*cited, *proven}) or 1) ** 0.5
        for ruling in proven:
            found.setdefault(ruling, {})[rule] = share
        for ruling in cited:
            found.setdefault(ruling, {})[rule] = share * _CITED
    rows = [
        Bearing(ruling, tuple(sorted(rules, key=lambda rule: -rules[rule])), sum(rules.values()))
        for ruling, rules in found.items()
    ]
    return sorted(rows, key=lambda each: (-each.weight, each.id))[:most]
