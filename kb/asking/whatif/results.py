"""What a play comes to, in parts that can be compared with those of another play of nearly the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from kb.asking.whatif.again import Again, Ids
from kb.engine.core.notes import GAME_NOTES, TURN_NOTES, WON
from kb.engine.core.position import Mark, Position, Unit
from kb.engine.legal import battles
from kb.engine.offers import offers
from kb.scenarios.language.scenario import Value

#: what a part is about, the first word its kind: ("fate", 3), ("holder", "norway"), ("money", "germany")
Part = tuple[str, *tuple[Value, ...]]
Results = Mapping[Part, Value]
LOST = "lost"
_NOTES = tuple(note for note in (*TURN_NOTES, *GAME_NOTES) if note.is_result or note is WON)


def results(again: Again, common: Iterable[int], ids: Ids) -> Results:
    """What came of a play, for the units ``common`` to both, by their ids in the first; ``ids`` are theirs in this."""
    played = again.played
    start, end = played.start, played.position
    found: dict[Part, Value] = {}
    for unit in common:
        fate = _fate(start.units[ids[unit]], end.units.get(ids[unit]))
        if fate:
            found["fate", unit] = fate
        if unit in again.shots:
            found["fire", unit] = tuple(again.shots[unit])
    found |= {("dice", what): number for what, number in again.dice.items()}
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
    for name, before, after in (("money", start.treasuries, end.treasuries), ("bought", start.bought, end.bought)):
        if before is not after:
            for key in {*before, *after}:
                if before.get(key, 0) != after.get(key, 0):
                    yield (name, key), after.get(key, 0) - before.get(key, 0)
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
