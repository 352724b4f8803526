"""Which rulings bear on an answer: those that the rules rest on that decided, and those whose cases rest on them.

A rule that refuses counts more than one that was only leaned on; one that seldom has a say, or that few rulings have
to do with, more than others; and a ruling that has to do with few rules more than one that has to do with many. The
weights are those under which most cases of the data find their own ruling when the case itself is left out
(``benchmarks/bearing.py``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log

from kb.asking.answer import EngineAnswer
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.verdict import Reason

#: by rule, the rulings whose cases rest on it, and in how many cases it has a say
Proofs = Mapping[str, tuple[Sequence[str], int]]
#: what a rule counts that refuses, and one that was leaned on
_REFUSES, _LEANED = 4.0, 1.0
#: what a ruling counts that the rule cites, of one whose case rests on the rule
_CITED = 0.5
#: by which powers of the number of rulings of a rule, and of rules of a ruling, what they count is divided
_MANY_RULINGS, _MANY_RULES = 0.8, 0.3
MOST = 10


def bearing(answer: EngineAnswer, proofs: Proofs, most: int = MOST) -> dict[str, tuple[str, ...]]:
    """The rulings that bear on an answer, best first, of equal ones the first in the order of ids; each with the rules
    by which it does, those that count most first."""
    found: dict[str, dict[str, float]] = {}
    rarity = Rarity(proofs)
    for rule, refuses in answer.decided:
        rulings = _rulings(answer.rules, rule, proofs)
        share = (_REFUSES if refuses else _LEANED) / (len(rulings) or 1) ** _MANY_RULINGS * rarity.of(rule)
        for ruling, times in rulings.items():
            found.setdefault(ruling, {})[rule] = share * times
    sizes = Counter(each for rule in answer.rules.lines for each in _rulings(answer.rules, rule, proofs))
    weights = {ruling: sum(rules.values()) / sizes[ruling] ** _MANY_RULES for ruling, rules in found.items()}
    best = sorted(found, key=lambda ruling: (-weights[ruling], ruling))[:most]
    return {ruling: tuple(sorted(found[ruling], key=lambda rule: -found[ruling][rule])) for ruling in best}


def _rulings(rules: Rulebook, rule: str, proofs: Proofs) -> dict[str, float]:
    """The rulings that have to do with a rule, each with what it counts."""
    cites = rules.lines[rule].cites if rule in rules.lines else ()
    proven = proofs[rule][0] if rule in proofs else ()
    return {cite: _CITED for cite in cites if "/" not in cite} | dict.fromkeys(proven, 1.0)


class Rarity:
    """How seldom a rule has a say, by what is known of cases; as a sort key the rarest comes first."""

    def __init__(self, proofs: Proofs) -> None:
        self._proofs = proofs
        self._most = max((cases for _, cases in proofs.values()), default=0)

    def of(self, rule: str) -> float:
        """1 for the rule that has a say most often, 1 more each time that one has it e times more seldom."""
        return 1 + log((self._most + 1) / (self._proofs[rule][1] + 1)) if rule in self._proofs else 1.0

    def __call__(self, reason: Reason) -> float:
        """The key by which reasons are sorted."""
        return -self.of(reason.rule)
