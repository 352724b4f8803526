"""Plays what is asked again with one thing otherwise, so that both plays can be compared.

Units are known again by what they are and where they stand. A die of theirs falls as it fell; a die that they did not
roll before hits, so that a shot more is felt, while one of a unit that was not there before misses: that it might have
hit turns nothing. A die that is no unit's and was not rolled shows 1, the next one 2 and so on. A choice is made as
before where that is possible, else as much like it as can be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from kb.asking.request import Asked
from kb.asking.whatif.change import Change, Die
from kb.asking.whatif.looked import Looked
from kb.engine.core.position import Position, Unit
from kb.engine.core.table import FACES, Choice, Option, Roll
from kb.engine.core.values import replace
from kb.scenarios.expectations.played import PlayedCase, PlayRecord
from kb.scenarios.language.options import rows_offered, totals
from kb.scenarios.language.scenario import Value
from kb.scenarios.play.playing import before, replayed
from kb.scenarios.play.script import Replayed
from kb.scenarios.telling.tracing import ROLLS_OF_SHOOTERS

V = TypeVar("V")
_HIT, _MISS, _LEAST = 1, FACES, 1
#: a play that rolls more often than this does not come to an end
_MOST_ROLLS = 400
#: how many units there are, by power and type
Units = Mapping[tuple[str, str], int]
#: the ids of units now, by those that they had before
Ids = Mapping[int, int]


@dataclass(slots=True)
class Again:
    """A play that can be compared with another one: ``known`` are the units that both have, as their ids in it by their
    ids in the other; ``shots`` the dice of each of them (what for, the highest roll that hits), ``rolled`` all dice
    with that number, ``dice`` how many there were for what, where they are not those of units that fire."""

    played: PlayedCase
    known: Ids
    shots: dict[int, list[tuple[str, int]]] = field(default_factory=dict)
    rolled: dict[Die, int] = field(default_factory=dict)
    dice: Counter[str] = field(default_factory=Counter)


class _Table(Replayed):
    """The dice and choices of a record, and those that it lacks."""

    def __init__(self, record: PlayRecord, again: Again, new: frozenset[int], lost: Units) -> None:
        super().__init__(record)
        self.making, self.new, self.rolls = again, new, 0
        self.lost = lost
        self.before_ids = {now: then for then, now in again.known.items()}

    def roll(self, roll: Roll, position: Position) -> Sequence[int]:
        """The faces of the record, and of dice that it lacks: hits, but misses of units that are new."""
        self.rolls += 1
        if self.rolls > _MOST_ROLLS:
            raise OverflowError(f"more than {_MOST_ROLLS} rolls")
        keys, faces = self._keys(roll), []
        for key, die in zip(keys, roll.dice, strict=True):
            missing = (_MISS if die.hits_on else _LEAST) if die.unit in self.new else _HIT
            if not die.unit and not die.hits_on:
                missing = 1 + (key[-1] - 1) % FACES
            faces.append(self.before.faces.get(key, missing))
            self.making.rolled[key] = die.hits_on
            if die.unit in self.before_ids:
                self.making.shots.setdefault(self.before_ids[die.unit], []).append((roll.what, die.hits_on))
        if roll.what not in ROLLS_OF_SHOOTERS:
            self.making.dice[roll.what] += len(keys)
        self._remember(keys, faces, position)
        return faces

    def choose(self, choice: Choice, position: Position) -> Value:
        """The choice of the record, or the option that is most like it."""
        one = (choice.power, choice.what, choice.space)
        option, place = self.before.taken.get((*one, self._chosen.get(one, 0) + 1), (None, 0))
        if option not in choice.options:
            option = _most_like(self.lost if option is None else _units(option), place, choice.options)
        self._take(choice, option)
        return option


def _most_like(like: Units, place: int, options: Sequence[Option]) -> Option:
    """Of some options that with the most units in common with some others; else the first."""
    size = sum(like.values())
    shared = [sum(min(like.get(key, 0), n) for key, n in _units(each).items()) for each in options]
    best = [each for each, common in zip(options, shared, strict=True) if common == max(shared)]
    same = [each for each in best if sum(_units(each).values()) == size] or best
    return same[min(place, len(same) - 1)]


def _lost(played: PlayedCase) -> Units:
    """The units of the start that are gone at the end, by power and type."""
    gone = (unit for unit in played.start.units.values() if unit.id not in played.position.units)
    return Counter((unit.power, unit.type) for unit in gone)


def _units(option: Value) -> Units:
    rows = {} if option is None else rows_offered(option)
    return {} if isinstance(rows, str) else totals(rows)


def first(asked: Asked, record: PlayRecord, looked: Looked) -> Again:
    """What is asked as it stands, with its dice and choices: what others are compared with."""
    begun = before(asked.rules, asked.case)
    again = Again(begun, {unit: unit for unit in begun.position.units})
    begun.start = begun.position = looked.watched(begun.position)
    replayed(begun, _Table(record, again, frozenset(), {}))
    return again


def play_again(change: Change, asked: Asked, base: Again) -> Again:
    """What is asked with a change, compared with how it came before. Raises what the engine raises for what makes no
    sense."""
    changed = change.made(asked)
    begun = before(changed.rules, changed.case)
    then, now = base.played.start, begun.start
    ids = same_units(then, now)
    record = _changed(base.played.record, ids, then, now)
    if change.faces or change.taken:
        chosen = {key: (option, 0) for key, option in change.taken.items()}
        record = replace(record, faces={**record.faces, **change.faces}, taken={**record.taken, **chosen})
    if change.places is not None:
        record = _in_order(record, change.places)
    again = Again(begun, ids)
    replayed(begun, _Table(record, again, frozenset(now.units) - {*ids.values()}, _lost(base.played)))
    return again


def _in_order(record: PlayRecord, places: Sequence[int]) -> PlayRecord:
    """A record for the actions that had these places."""

    def moved(table: Mapping[int, V]) -> dict[int, V]:
        return {new: table[old] for new, old in enumerate(places) if old in table}

    return replace(record, times=moved(record.times), rolled=moved(record.rolled), cycle=moved(record.cycle))


def same_units(then: Position, now: Position) -> Ids:
    """The units that two positions have: those that are alike first, then of each power and type in a space in order;
    last, in the same space, one that is there instead of another."""
    if then.units == now.units:
        return {unit: unit for unit in then.units}
    groups: dict[tuple[str, str, str, bool], list[Unit]] = {}
    for unit in now.units.values():
        groups.setdefault(_of(unit), []).append(unit)
    ids: dict[int, int] = {}
    for unit in then.units.values():
        rest = groups.get(_of(unit), [])
        like = next((each for each in rest if _looks(each) == _looks(unit)), None)
        if like:
            rest.remove(like)
            ids[unit.id] = like.id
    for unit in then.units.values():
        rest = groups.get(_of(unit), [])
        if unit.id not in ids and rest:
            ids[unit.id] = rest.pop(0).id
    for unit in then.units.values():
        new = (each for rest in groups.values() for each in rest if each.at == unit.at)
        if unit.id not in ids and (one := next(new, None)):
            groups[_of(one)].remove(one)
            ids[unit.id] = one.id
    return ids


def _of(unit: Unit) -> tuple[str, str, str, bool]:
    return unit.power, unit.type, unit.at, bool(unit.aboard)


def _looks(unit: Unit) -> tuple[object, ...]:
    return unit.damage, unit.spent, unit.came, unit.bound, unit.marks, unit.name


def _changed(record: PlayRecord, ids: Ids, then: Position, now: Position) -> PlayRecord:
    """A record with the ids that units have now; units that were made later follow those of the start."""
    if all(one == other for one, other in ids.items()) and len(ids) == len(then.units) == len(now.units):
        return record
    later = max(now.units, default=0) - max(then.units, default=0)
    last = max(then.units, default=0)

    def key(die: Die) -> Die | None:
        power, space, unit, nth = die
        new = unit if unit <= 0 else ids.get(unit, unit + later if unit > last else None)
        return None if new is None else (power, space, new, nth)

    faces = {new: face for die, face in record.faces.items() if (new := key(die))}
    rolled = {act: tuple(new for die in dice if (new := key(die))) for act, dice in record.rolled.items()}
    return replace(record, faces=faces, rolled=rolled)
