"""What is shown of what was played: whether units fire or are lost in the battle that was fought last; who holds a
space, money, damage, dice, and with how many units the last action is allowed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import islice, product
from typing import Any

from kb.asking.answer import EngineAnswer, ask
from kb.cases.language.scenario import Act, Plain
from kb.engine.core.position import Position, replace
from kb.engine.core.table import Choice, Die, Roll
from kb.games.board_model import UnitKind

#: a die that misses, whatever it is for
_MISS = 6
#: in a cycle of combat are rolled at most so many times dice; so many numbers of units are tried
_MOST_ROLLS, _MOST_TRIED = 20, 100


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
    holders = [(power, _holder(answer, space)) for power, space in wanted.get("holds", {}).items()]
    if any(holder is None for _, holder in holders):
        return None
    found += [power == holder for power, holder in holders]
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


def after_misses(answer: EngineAnswer) -> Iterator[EngineAnswer]:
    """An answer; then, as long as it waits for dice, what it would be when these have missed."""
    yield answer
    while answer.played.acts and answer.waiting and isinstance(wants := answer.waiting[0].wants, Roll):
        do, place = [*answer.request.acts], len(answer.played.acts) - 1
        do[place] = replace(do[place], dice=(*do[place].dice, *(_MISS for _ in wants.dice)))
        answer = ask(replace(answer.request, case=replace(answer.request.case, do=tuple(do))))
        yield answer


# -- figures


def figures(answer: EngineAnswer) -> dict[str, Any]:
    """What the request wants to be shown, by the keys of :data:`kb.asking.request.SHOW`; None where it is not known.

    A holder is a power, or empty, None where a battle is to be fought first; a treasury what is there (``left``, None
    where it was not said), and how much that is ``more``; damage a number, dice the highest rolls that hit, ``most`` a
    ``number``, and whether it is ``all``.
    """
    return {key: _FIGURES[key](answer, about) for key, about in (answer.request.show or {}).items()}


def _holder(answer: EngineAnswer, space: str) -> str | None:
    """Who holds a space when the phases of the turn that can be ended now have been, in which land changes hands."""
    later = answer
    while not later.request.judged and later.legal and later.position.clock.turn == answer.request.turn:
        answer = later
        acts = (*answer.request.acts, Act("end", "phase"))
        later = ask(replace(answer.request, case=replace(answer.request.case, do=acts)))
    if any(battle.space == space for battle in answer.battles):
        return None
    return answer.position.holders.get(space, "")


def _treasury(answer: EngineAnswer, power: str) -> Plain | None:
    said = any(each.partition("/")[0] == power for each in answer.request.case.position.get("treasuries", ()))
    left = _money(answer.position, power)
    more = left - _money(answer.played.start, power)
    return {"left": left if said else None, "more": more} if said or more else None


def _money(position: Position, power: str) -> int:
    return sum(money for name, money in position.treasuries.items() if name.partition("/")[0] == power)


def _damage(answer: EngineAnswer, space: str) -> int | None:
    kinds = answer.rules.kinds
    there = [each.damage for each in answer.position.at(space) if kinds[each.type] is UnitKind.FACILITY]
    return sum(there) if there else None


def _dice(answer: EngineAnswer, wanted: Plain) -> list[int] | None:
    """The highest rolls that hit, of the dice that units are rolled for in the last action, in one cycle of combat;
    all miss. None where there are no such units."""
    if not answer.played.acts or not answer.played.acts[-1].action:
        return None
    found: list[int] = []
    for later in islice(after_misses(answer), _MOST_ROLLS):
        wants = later.waiting[0].wants if later.waiting else ()
        if isinstance(wants, Choice):
            return None
        if isinstance(wants, Roll):
            found += [die.hits_on for die in wants.dice if _is_of(later, wants, die, wanted)]
    stand = {(unit.power, unit.type) for unit in answer.played.start.units.values()}
    named = {(power, unit) for power, units in wanted.items() for unit in units}
    return found if named <= stand else None


def _is_of(answer: EngineAnswer, roll: Roll, die: Die, wanted: Plain) -> bool:
    """Whether a die is rolled for one of some units, or by one of them against an aircraft of another power."""
    unit = answer.position.units.get(die.unit) or answer.played.start.units.get(die.unit)
    units = wanted.get(roll.power, {})
    if unit is None or unit.power == roll.power:
        return unit is not None and unit.type in units
    return any(not answer.rules.board.unit(each).attack for each in units)


def _most(answer: EngineAnswer, _: str) -> Plain | None:
    """The most units with which the last action is allowed, or that may be chosen of those it waits to be chosen."""
    request = answer.request
    for wait in answer.waiting:
        if isinstance(wait.wants, Choice):
            return _most_chosen(wait.wants)
    if answer.unreached or not answer.acts or answer.acts[-1].legal is None:
        return None
    act, (*before, last) = answer.acts[-1], request.acts
    if not isinstance(last.what, Mapping):
        return None
    if act.legal:
        return {"number": _total(last.what), "all": True}
    for fewer in _fewer(last.what):
        do = (*before, replace(last, what=fewer))
        if ask(replace(request, case=replace(request.case, do=do))).acts[-1].legal:
            return {"number": _total(fewer), "all": False}
    return {"number": 0, "all": False}


def _most_chosen(choice: Choice) -> Plain | None:
    """The most units of which an option is made."""
    options = [option for option in choice.options if isinstance(option, tuple)]
    return {"number": max(sum(row[2] for row in option) for option in options), "all": False} if options else None


def _total(units: Plain) -> int:
    return sum(_total(each) if isinstance(each, Mapping) else each for each in units.values())


def _fewer(units: Plain) -> Iterator[Plain]:
    """Fewer of some units, by type or by power and type: the most first."""
    flat = [
        (path, number)
        for key, each in units.items()
        for path, number in (
            [((key, unit), number) for unit, number in each.items()] if isinstance(each, Mapping) else [((key,), each)]
        )
    ]
    if any(not isinstance(number, int) for _, number in flat):
        return
    ways = sorted(product(*(range(number, -1, -1) for _, number in flat)), key=sum, reverse=True)
    for way in ways[1 : 1 + _MOST_TRIED]:
        made: dict[str, Any] = {}
        for (path, _), number in zip(flat, way, strict=True):
            inner = made
            for key in path[:-1]:
                inner = inner.setdefault(key, {})
            if number:
                inner[path[-1]] = number
        if any(way):
            yield made


_FIGURES: Mapping[str, Callable[[EngineAnswer, Any], Any]] = {
    "holder": _holder,
    "treasury": _treasury,
    "damage": _damage,
    "dice": _dice,
    "most": _most,
}
