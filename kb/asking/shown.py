"""What the battle that was fought last shows of the units that are asked about: whether they fire, whether they are
lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kb.asking.answer import EngineAnswer
from kb.engine.core.table import Roll


def shown(answer: EngineAnswer) -> bool | None:
    """Whether it is so; None where nothing is asked of a battle, or dice or a choice are waited for before it shows."""
    wanted = answer.request.whether
    if not wanted:
        return None
    found = [
        Counter(ids)[power, unit] >= number
        for key, ids in (("fires", [*_firing(answer)]), ("lost", [*_lost(answer)]))
        for power, units in wanted.get(key, {}).items()
        for unit, number in units.items()
    ]
    waits = any(not isinstance(each.wants, tuple) for each in answer.waiting) or bool(answer.unreached)
    waits = waits or is_within_a_cycle(answer)
    return True if all(found) else None if waits else False


def is_within_a_cycle(answer: EngineAnswer) -> bool:
    """Whether the battle waits in the middle of its first cycle."""
    battle = answer.position.battle
    return battle is not None and battle.round == 1 and battle.step != answer.rules.ruleset.steps[-1]


def _firing(answer: EngineAnswer) -> Iterator[tuple[str, str]]:
    """The power and type of each unit that rolls, or is about to, in the last action."""
    played = answer.played
    units = {**answer.position.units, **played.start.units}
    rolled = {key[2] for key in played.record.rolled.get(len(played.acts) - 1, ())}
    for each in answer.waiting:
        rolled |= {die.unit for die in each.wants.dice} if isinstance(each.wants, Roll) else set()
    return ((units[one].power, units[one].type) for one in rolled if one in units)


def _lost(answer: EngineAnswer) -> Iterator[tuple[str, str]]:
    """The power and type of each unit that was lost."""
    return ((unit.power, unit.type) for event in answer.events if event.name == "lost" for unit in event.facts["units"])
