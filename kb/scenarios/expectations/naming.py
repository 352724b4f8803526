"""The names of what a scenario expects, by which a claim says which expectation carries it.

An item of ``expect`` goes by its key (``lost``), the second and third with that key of the same case by ``lost-2`` and
``lost-3``, one that has a ``name`` also by that. ``act-2`` is the judgement on the second act: legal, or refused. Those
of the first contrast begin with ``contrast/``, those of the second with ``contrast-2/``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from kb.scenarios.language.scenario import BECAUSE, Case, Scenario

#: keys that tell how something came, and not what came: they carry no claim
GROUNDS = (BECAUSE, "readings", "unverified")


@dataclass(frozen=True, slots=True)
class Named:
    """What a name stands for in the ``case`` of that index (0: the scenario itself): an act, or keys of an item of
    ``expect``, by index from 0; -1 is the one it is not."""

    case: int
    act: int = -1
    item: int = -1
    keys: tuple[str, ...] = ()


def names(scenario: Scenario) -> dict[str, Named]:
    """Everything that a scenario and its contrasts expect, by name."""
    found: dict[str, Named] = {}
    for index, case in enumerate(scenario.cases):
        before = "" if not index else "contrast/" if index == 1 else f"contrast-{index}/"
        found.update((f"{before}{name}", named) for name, named in _of_case(case, index))
    return found


def _of_case(case: Case, index: int) -> Iterator[tuple[str, Named]]:
    for act, _ in enumerate(case.do):
        yield f"act-{act + 1}", Named(index, act=act)
    counts: Counter[str] = Counter()
    for number, item in enumerate(case.expect):
        keys = tuple(key for key in item.checks if key not in GROUNDS)
        for key in keys:
            counts[key] += 1
            yield f"{key}-{counts[key]}" if counts[key] > 1 else key, Named(index, item=number, keys=(key,))
        if item.name:
            yield item.name, Named(index, item=number, keys=keys)
