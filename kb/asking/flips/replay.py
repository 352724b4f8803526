"""Plays a request again with one thing otherwise, so that what came of it can be compared with how it came before.

Replay policy: units are known again by what they are and where they stand. Recorded dice keep their faces; a die that a
known unit did not roll before hits, so that a shot more is felt, while one of a new unit misses: that it might have hit
turns nothing. A die that is no unit's and was not rolled shows 1, the next one 2 and so on. A choice is made as before
where that is possible, else as much like it as can be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from kb.asking.flips.change import Die, RequestChange
from kb.asking.request import EngineRequest
from kb.base.shape import Value
from kb.cases.expectations.played import PlayedCase, PlayRecord
from kb.cases.language.vocabulary import ROLLS_OF_SHOOTERS
from kb.cases.play.playing import before, replayed
from kb.cases.play.script import Replayed, units_offered
from kb.engine.core.notes import GAME_NOTES, TURN_NOTES, WON
from kb.engine.core.position import Mark, Position, Unit, replace
from kb.engine.core.table import FACES, Option, Roll
from kb.engine.legal import battles, offers

V = TypeVar("V")
_HIT, _MISS, _LEAST = 1, FACES, 1
#: a play that rolls more often than this does not come to an end
_MOST_ROLLS = 400
#: how many units there are, by power and type
Units = Mapping[tuple[str, str], int]
#: the ids of units now, by those that they had before
Ids = Mapping[int, int]


# -- what the engine looks at

#: the parts of a position of which is noted what was looked at, beside "spaces", whose units were
PARTS = ("holders", "treasuries", "technologies", "advantages", "researchers", "turn_notes", "game_notes", "wars")


class _WatchedTable(dict[Any, Any]):
    """A table that notes which keys were asked for."""

    __slots__ = ("noted",)

    def __init__(self, table: Mapping[Any, Any], noted: dict[Any, None]) -> None:
        super().__init__(table)
        self.noted = noted

    def __getitem__(self, key: Any) -> Any:
        self.noted[key] = None
        return super().__getitem__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        """The value, noted."""
        self.noted[key] = None
        return super().get(key, default)

    def __contains__(self, key: object) -> bool:
        self.noted[key] = None
        return super().__contains__(key)

    def items(self) -> Any:
        """Every key and value: all are noted."""
        self.noted |= dict.fromkeys(self)
        return super().items()

    def copy(self) -> _WatchedTable:
        """A copy that notes what is asked of it in the same place."""
        return _WatchedTable(self, self.noted)


@dataclass(slots=True)
class Looked:
    """Which keys of which part of a position the engine looked at while it judged, in that order: only what it looked
    at can turn what it says."""

    at: dict[str, dict[Any, None]] = field(default_factory=dict)

    def watched(self, position: Position) -> Position:
        """The same position; what is looked at in it is noted."""
        return position.watched(lambda part, table: _WatchedTable(table, self.at.setdefault(part, {})), *PARTS)

    def keys(self, part: str) -> list[Any]:
        """The keys of a part that were looked at."""
        return list(self.at.get(part, ()))


# -- playing again


@dataclass(slots=True)
class Replay:
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

    def __init__(self, record: PlayRecord, replay: Replay, new: frozenset[int], lost: Units) -> None:
        super().__init__(record)
        self.replay, self.new, self.lost, self.rolls = replay, new, lost, 0
        self.before_ids = {now: then for then, now in replay.known.items()}

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
            self.replay.rolled[key] = die.hits_on
            if die.unit in self.before_ids:
                self.replay.shots.setdefault(self.before_ids[die.unit], []).append((roll.what, die.hits_on))
        if roll.what not in ROLLS_OF_SHOOTERS:
            self.replay.dice[roll.what] += len(keys)
        self._remember(keys, faces, position)
        return faces

    def likest(self, option: Value, options: Sequence[Option]) -> Sequence[Option]:
        """The options with the most units in common with one that is not among them, best those with as many units."""
        like = self.lost if option is None else units_offered(option)
        size = sum(like.values())
        units = [units_offered(each) for each in options]
        shared = [sum(min(like.get(key, 0), n) for key, n in each.items()) for each in units]
        best = [nth for nth, common in enumerate(shared) if common == max(shared)]
        same = [nth for nth in best if sum(units[nth].values()) == size] or best
        return [options[nth] for nth in same]


def play_first(request: EngineRequest, record: PlayRecord, looked: Looked) -> Replay:
    """A request as it stands, with its dice and choices: what others are compared with."""
    begun = before(request.rules, request.case)
    replay = Replay(begun, {unit: unit for unit in begun.position.units})
    begun.start = begun.position = looked.watched(begun.position)
    replayed(begun, _Table(record, replay, frozenset(), {}))
    return replay


def play_again(change: RequestChange, request: EngineRequest, base: Replay) -> Replay:
    """A request with a change, compared with how it came before. Raises what the engine raises for what makes no
    sense."""
    changed = change.applied(request)
    begun = before(changed.rules, changed.case)
    then, now = base.played.start, begun.start
    ids = _same_units(then, now)
    record = _with_ids(base.played.record, ids, then, now)
    if change.faces or change.taken:
        chosen = {key: (option, 0) for key, option in change.taken.items()}
        record = replace(record, faces={**record.faces, **change.faces}, taken={**record.taken, **chosen})
    if change.places is not None:
        record = _in_order(record, change.places)
    replay = Replay(begun, ids)
    gone = (unit for unit in then.units.values() if unit.id not in base.played.position.units)
    lost = Counter((unit.power, unit.type) for unit in gone)
    replayed(begun, _Table(record, replay, frozenset(now.units) - {*ids.values()}, lost))
    return replay


def _in_order(record: PlayRecord, places: Sequence[int]) -> PlayRecord:
    """A record for the actions that had these places."""

    def moved(table: Mapping[int, V]) -> dict[int, V]:
        return {new: table[old] for new, old in enumerate(places) if old in table}

    return replace(record, times=moved(record.times), rolled=moved(record.rolled), cycle=moved(record.cycle))


def _same_units(then: Position, now: Position) -> Ids:
    """The units that two positions have: those that are alike first, then of each power and type in a space in order;
    last, in the same space, one that is there instead of another."""
    if then.units == now.units:
        return {unit: unit for unit in then.units}
    groups: dict[object, list[Unit]] = {}
    for unit in now.units.values():
        groups.setdefault(_place_of(unit), []).append(unit)
    ids: dict[int, int] = {}
    for likeness in (_looks_of, _place_of, _space_of):
        taken, free = {*ids.values()}, dict[object, list[int]]()
        for unit in (unit for group in groups.values() for unit in group if unit.id not in taken):
            free.setdefault(likeness(unit), []).append(unit.id)
        for unit in then.units.values():
            if unit.id not in ids and free.get(likeness(unit)):
                ids[unit.id] = free[likeness(unit)].pop(0)
    return ids


def _looks_of(unit: Unit) -> object:
    return *_place_of(unit), unit.damage, unit.spent, unit.came, unit.bound, unit.marks, unit.name


def _place_of(unit: Unit) -> tuple[object, ...]:
    return unit.power, unit.type, unit.at, bool(unit.aboard)


def _space_of(unit: Unit) -> object:
    return unit.at


def _with_ids(record: PlayRecord, ids: Ids, then: Position, now: Position) -> PlayRecord:
    """A record with the ids that units have now; units that were made later follow those of the start."""
    if all(one == other for one, other in ids.items()) and len(ids) == len(then.units) == len(now.units):
        return record
    last = max(then.units, default=0)
    later = max(now.units, default=0) - last

    def key(die: Die) -> Die | None:
        power, space, unit, nth = die
        new = unit if unit <= 0 else ids.get(unit, unit + later if unit > last else None)
        return None if new is None else (power, space, new, nth)

    faces = {new: face for die, face in record.faces.items() if (new := key(die))}
    rolled = {act: tuple(new for die in dice if (new := key(die))) for act, dice in record.rolled.items()}
    return replace(record, faces=faces, rolled=rolled)


# -- what a play comes to

#: what a part of it is about, the first word its kind: ("fate", 3), ("holder", "norway"), ("money", "germany")
Part = tuple[str, *tuple[Value, ...]]
Results = Mapping[Part, Value]
LOST = "lost"
_NOTES = tuple(note for note in (*TURN_NOTES, *GAME_NOTES) if note.is_result or note is WON)


def results(replay: Replay) -> Results:
    """What came of a play, in parts that can be compared with those of another play of nearly the same; of the units
    known to both, by their ids in the other."""
    played = replay.played
    start, end = played.start, played.position
    found: dict[Part, Value] = {}
    for unit, now in replay.known.items():
        if fate := _fate(start.units[now], end.units.get(now)):
            found["fate", unit] = fate
        if unit in replay.shots:
            found["fire", unit] = tuple(replay.shots[unit])
    found |= {("dice", what): number for what, number in replay.dice.items()}
    found |= dict(_of_powers(start, end))
    made = Counter((unit.power, unit.type, unit.at) for unit in end.units.values() if unit.id not in start.units)
    found |= {("made", *what): number for what, number in made.items()}
    if end.battle:
        ways: dict[tuple[str, str], list[str]] = {}
        for offer in offers(played.rules, end):
            ways.setdefault((offer.power, offer.what), []).append(offer.detail)
        found |= {("may", *way): tuple(sorted(details)) for way, details in ways.items()}
    if end is not start:
        found |= {("battle", space): True for space in battles(played.rules, end)}
    return found


def _fate(start: Unit, end: Unit | None) -> Value:
    """What has become of a unit; nothing where it is as it was."""
    if end is None:
        return LOST
    here = (
        end.at if end.at != start.at else "",
        end.power if end.power != start.power else "",
        end.damage - start.damage,
        end.has(Mark.SUBMERGED) and not start.has(Mark.SUBMERGED),
        bool(end.aboard) - bool(start.aboard),
    )
    return here if any(here) else ""


def _of_powers(start: Position, end: Position) -> Iterator[tuple[Part, Value]]:
    """What powers have gained and lost: land, money, technologies, wars; what is remembered as a result."""
    for space, holder in end.holders.items() if end.holders is not start.holders else ():
        if start.holders.get(space) != holder:
            yield ("holder", space), holder
    for name, was, now in (("money", start.treasuries, end.treasuries), ("bought", start.bought, end.bought)):
        for key in {*was, *now} if was is not now else ():
            if was.get(key, 0) != now.get(key, 0):
                yield (name, key), now.get(key, 0) - was.get(key, 0)
    for power, known in end.technologies.items() if end.technologies is not start.technologies else ():
        if new := known - start.technologies.get(power, frozenset()):
            yield ("technology", power), tuple(sorted(new))
    for powers, how in end.wars.items() if end.wars is not start.wars else ():
        if start.wars.get(powers) != how:
            yield ("war", *powers), how
    for note in _NOTES:
        for about in {*note.set_about(end)} - {*note.set_about(start)} if note.key else ("",):
            if note.get(end, about) != note.get(start, about):
                yield ("note", note.name, about), note.get(end, about)
