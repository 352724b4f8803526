"""Losses: in how many ways units can be picked, the owner's pick, taking units off the board, and repairs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kb.engine.core.play import Play
from kb.engine.core.position import Unit, replace
from kb.engine.core.table import Pick
from kb.engine.units.kinds import Equal, equal_units

#: no choice has more options
MOST_OPTIONS = 100_000


def ways_to_pick(play: Play, units: Sequence[Unit], number: int) -> list[Pick]:
    """Every distinct way to pick ``number`` of the units; of equal ones it does not matter which."""
    sizes = [(group, len(equal)) for group, equal in equal_units(play, units).items()]
    return ways_to_take(sizes, min(number, len(units)))


def ways_to_take(groups: Sequence[tuple[Equal, int]], number: int) -> list[Pick]:
    """Every way to take ``number`` from groups of so many. Raises :class:`OverflowError` for too many to offer."""
    if not groups:
        return [()] if number == 0 else []
    (key, room), rest = groups[0], groups[1:]
    left = sum(each for _, each in rest)
    found: list[Pick] = []
    for here in range(max(0, number - left), min(room, number) + 1):
        own = ((*key, here),) if here else ()
        found += [(*own, *other) for other in ways_to_take(rest, number - here)]
        if len(found) > MOST_OPTIONS:
            raise OverflowError(f"more than {MOST_OPTIONS:,} ways to pick {number} units")
    return found


def pick(
    play: Play, power: str | Sequence[str], what: str, space: str, units: Sequence[Unit], number: int
) -> list[Unit]:
    """Have a power, or one of several, pick ``number`` of the units."""
    if number <= 0 or not units:
        return []
    if number >= len(units):
        return list(units)
    return picked(play, units, play.choose(power, what, space, ways_to_pick(play, units, number)))


def pick_any(
    play: Play, power: str, what: str, space: str, units: Sequence[Unit], most: int | None = None
) -> list[Unit]:
    """Have a power pick any number of the units, at most ``most`` where that is given."""
    limit = len(units) if most is None else min(len(units), most)
    options = [option for number in range(limit, -1, -1) for option in ways_to_pick(play, units, number)]
    return picked(play, units, play.choose(power, what, space, options))


def whose_choice(play: Play, units: Sequence[Unit]) -> tuple[str, ...]:
    """Who chooses among units: their owner; of units of several powers those whom the rules name, the first of them for
    all; without a rule the power whose turn it is.
    """
    owners = {unit.power for unit in units}
    if len(owners) == 1:
        return tuple(owners)
    return play.ask("powers-agree-or-the-attacker-chooses", (), units=units) or (play.turn,)


def picked(play: Play, units: Sequence[Unit], choice: Pick) -> list[Unit]:
    """The units that a pick means: of each kind as many as it says."""
    equal = equal_units(play, units)
    return [unit for power, kind, number in choice for unit in equal[power, kind][:number]]


def damage_or_sink(play: Play, ship: Unit, zone: str, why: str) -> None:
    """Put one hit on a ship outside a battle: it sinks, or is damaged if it takes several hits."""
    if ship.damage + 1 < (play.type_of(ship).hits or 1):
        play.emit("damaged", *play.put(replace(ship, damage=ship.damage + 1)), units=[ship], space=zone)
    else:
        lose(play, [ship], zone, why)


def lose(play: Play, units: Iterable[Unit], space: str, why: str) -> None:
    """Take units off the board, together with what is lost aboard them."""
    gone = [unit for unit in units if unit.id in play.position.units]
    if not gone:
        return
    play.emit("lost", *play.remove(*gone), units=gone, space=space, why=why)
    for unit in gone:
        aboard = [cargo for cargo in play.position.at(unit.at) if cargo.aboard == unit.id]
        attacks = play.position.battle.attackers if play.position.battle else ()
        asked = [cargo for cargo in aboard if cargo.id not in attacks]
        doomed = [cargo for cargo in asked if play.ask("goes-down-with-its-ship", False, cargo=cargo, ship=unit)]
        if doomed:
            lose(play, doomed, space, "cargo")
        left = play.units([cargo.id for cargo in aboard])
        if left:
            play.emit("in-the-air", *play.put(*(cargo.marked(aboard=0) for cargo in left)), units=left, space=space)


def damaged(play: Play) -> list[Unit]:
    """Every damaged unit that can fight; complexes and bases are not among them."""
    return [unit for unit in play.combatants(play.position.units.values()) if unit.damage]


def repair(play: Play, units: list[Unit]) -> None:
    """Take all damage off units."""
    if units:
        play.emit("repaired", *play.put(*(replace(unit, damage=0) for unit in units)), units=units)
