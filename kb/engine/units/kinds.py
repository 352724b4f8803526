"""Which units are equal: those of one type that differ in nothing that can still matter.

Where some of several units are taken, their owner is asked which kinds of them; equal ones need not be told apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping

from kb.engine.core.play import Play
from kb.engine.core.points import CONDUCT_COMBAT
from kb.engine.core.position import Mark, Unit
from kb.engine.core.table import DAMAGED, Kind
from kb.engine.units.moving import allowance, came_by_sea

#: the power and the kind of units that are equal
Equal = tuple[str, Kind]
#: the marks of units of powers that are not on turn that are read again before the turn ends
_OF_OTHERS = frozenset({Mark.SUBMERGED, Mark.SCRAMBLED, Mark.INTERCEPTED})
#: the marks of units of powers on turn that are read again once all combat moves have been made
_OF_FIGHTERS = frozenset({Mark.SUBMERGED, Mark.GOES_ON, Mark.BOMBARDED, Mark.INTERCEPTED})


def kind_of(play: Play, unit: Unit) -> Kind:
    """What a unit is equal in to others: type, damage, name, cargo, what carries it, what of its turn still matters.

    To land units every difference of their ships matters; to aircraft, which may fly from one carrier to another, only
    its power, its type, its damage and its name.
    """
    ship = play.position.units.get(unit.aboard)
    if ship is None:
        return _kind(play, unit)
    land = play.is_land_unit(unit)
    return _kind(play, unit, aboard=_told_apart(play, ship, unit.power), ship=_kind(play, ship) if land else "")


def _kind(play: Play, unit: Unit, **more: Hashable) -> Kind:
    cargo = Counter((each.power, _kind(play, each)) for each in play.position.aboard(unit))
    rows = sorted(((power, kind, number) for (power, kind), number in cargo.items()), key=repr)
    told = {"name": unit.name, "cargo": tuple(rows), **_of_its_turn(play, unit), **more}
    return Kind(
        _called(play, unit), tuple(sorted((key, value) for key, value in told.items() if value not in ("", ())))
    )


def _called(play: Play, unit: Unit) -> str:
    return f"{DAMAGED}{unit.type}" if unit.damage and (play.type_of(unit).hits or 0) > 1 else unit.type


def _told_apart(play: Play, ship: Unit, power: str) -> str:
    """A ship as what it carries is told apart by it: its name, or its type, of another power with that power."""
    return ship.name or " ".join((*((ship.power,) if ship.power != power else ()), _called(play, ship)))


def at_rest(play: Play, unit: Unit, whole: bool = True) -> Kind:
    """What a unit is equal in to others when the turn is over: type, damage, name, and the types that it carries.

    Without ``whole`` what it carries does not count: to a plane the own carriers of a zone are one deck.
    """
    cargo = Counter((each.power, Kind(_called(play, each))) for each in play.position.aboard(unit) if whole)
    rows = sorted(((power, kind, number) for (power, kind), number in cargo.items()), key=repr)
    told = {"name": unit.name, "cargo": tuple(rows)}
    return Kind(_called(play, unit), tuple(sorted((key, value) for key, value in told.items() if value)))


def _of_its_turn(play: Play, unit: Unit) -> Mapping[str, Hashable]:
    """What a unit has done this turn, as far as a rule can still read it.

    Units of other powers forget when the turn ends, before they move again. Once combat has begun, land units and ships
    that fight do not move any more this turn; aircraft still have to land, and land units from the sea cannot retreat.
    """
    if not any(play.fights_for(unit, power) for power in play.players):
        home = unit.came[:1] if unit.has(Mark.SCRAMBLED) else ()
        return {"is": _sorted(unit.marks & _OF_OTHERS), "came": home}
    left = {"left": max(0, allowance(play, unit))}
    if play.phase != CONDUCT_COMBAT:
        return {**left, "is": _sorted(unit.marks), "came": unit.came, "bound": unit.bound}
    marks = _sorted(unit.marks & _OF_FIGHTERS)
    if play.is_air(unit):
        return {**left, "is": marks}
    return {"is": marks, "came": unit.came[-1:] if came_by_sea(play, unit) else (), "bound": unit.bound}


def _sorted(marks: Iterable[Mark]) -> tuple[str, ...]:
    return tuple(sorted(map(str, marks)))


def equal_units(play: Play, units: Iterable[Unit]) -> dict[Equal, list[Unit]]:
    """The units in groups of equal ones: by power, by what they are called, and of one type the most needed first."""
    groups: dict[Equal, list[Unit]] = {}
    for unit in units:
        groups.setdefault((unit.power, kind_of(play, unit)), []).append(unit)
    order = sorted(groups, key=repr)
    order.sort(key=lambda group: _least_needed(play, groups[group][0]), reverse=True)
    return {group: groups[group] for group in sorted(order, key=lambda group: (group[0], group[1].called))}


def _least_needed(play: Play, unit: Unit) -> tuple[object, ...]:
    """A sort key that puts units of one type in the order in which their owner would most likely give them up.

    Those with less aboard come first, then those with less movement left, that came by sea (they cannot retreat), that
    have done something this turn.
    """
    carried, done = len(play.position.aboard(unit)), tuple(sorted(unit.marks))
    return (carried, -unit.spent, not came_by_sea(play, unit), not done, done, unit.came)
