"""Units: which of them are equal, their movement, their cargo, and their losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

from kb.engine.core import notes
from kb.engine.core.actions import Move, tells
from kb.engine.core.parameters import Names
from kb.engine.core.picks import DAMAGED, Equal, Kind, Pick, Picks
from kb.engine.core.play import Play
from kb.engine.core.points import CONDUCT_COMBAT
from kb.engine.core.position import Edit, Mark, Unit, replace
from kb.games.board_model import UnitKind

#: the marks on units of other powers than those whose turn it is that are read before the turn ends
_OF_OTHERS = frozenset({Mark.SUBMERGED, Mark.SCRAMBLED, Mark.INTERCEPTED})
#: the marks on units of the powers whose turn it is that are read once all combat moves have been made
_OF_FIGHTERS = frozenset({Mark.SUBMERGED, Mark.GOES_ON, Mark.BOMBARDED, Mark.INTERCEPTED})


def kind_of(play: Play, unit: Unit) -> Kind:
    """Return the kind of a unit, by which equal units are found: type, damage, name, cargo, ship, and the acts of its
    turn that still matter.

    To land units every difference of their ships matters; to aircraft, which may fly from one carrier to another, only
    its power, its type, its damage and its name.
    """
    ship = play.position.units.get(unit.aboard)
    if ship is None:
        return _kind(play, unit)
    land = play.is_land_unit(unit)
    return _kind(play, unit, aboard=_told_apart(play, ship, unit.power), ship=_kind(play, ship) if land else "")


def _kind(play: Play, unit: Unit, **more: Hashable) -> Kind:
    """Return the kind of a unit by its name, its cargo, the acts of its turn, and the differences in ``more``."""
    cargo = Counter((each.power, _kind(play, each)) for each in play.position.aboard(unit))
    rows = sorted(((power, kind, number) for (power, kind), number in cargo.items()), key=repr)
    told = {"name": unit.name, "cargo": tuple(rows), **_of_its_turn(play, unit), **more}
    return Kind(
        _called(play, unit), tuple(sorted((key, value) for key, value in told.items() if value not in ("", ())))
    )


def _called(play: Play, unit: Unit) -> str:
    """Return the type of a unit, marked as damaged if it takes several hits and has damage."""
    return f"{DAMAGED}{unit.type}" if unit.damage and (play.type_of(unit).hits or 0) > 1 else unit.type


def _told_apart(play: Play, ship: Unit, power: str) -> str:
    """Return the name of a ship, or else its type, with its power if that is not ``power``, the power of its cargo."""
    return ship.name or " ".join((*((ship.power,) if ship.power != power else ()), _called(play, ship)))


def at_rest(play: Play, unit: Unit, whole: bool = True) -> Kind:
    """Return the kind of a unit once the turn is over: type, damage, name, and the types of its cargo. Without
    ``whole`` its cargo does not count: to a plane the own carriers of a zone are one deck."""
    cargo = Counter((each.power, Kind(_called(play, each))) for each in play.position.aboard(unit) if whole)
    rows = sorted(((power, kind, number) for (power, kind), number in cargo.items()), key=repr)
    told = {"name": unit.name, "cargo": tuple(rows)}
    return Kind(_called(play, unit), tuple(sorted((key, value) for key, value in told.items() if value)))


def _of_its_turn(play: Play, unit: Unit) -> Mapping[str, Hashable]:
    """Return the acts of a unit in this turn, as far as a rule can still read them.

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
    """Return marks as words in alphabetical order."""
    return tuple(sorted(map(str, marks)))


def equal_units(play: Play, units: Iterable[Unit]) -> dict[Equal, list[Unit]]:
    """Return groups of equal units by power and type; of a type first those that their owner would give up last."""
    groups: dict[Equal, list[Unit]] = {}
    for unit in units:
        groups.setdefault((unit.power, kind_of(play, unit)), []).append(unit)
    order = sorted(groups, key=repr)
    order.sort(key=lambda group: _least_needed(play, groups[group][0]), reverse=True)
    return {group: groups[group] for group in sorted(order, key=lambda group: (group[0], group[1].called))}


def _least_needed(play: Play, unit: Unit) -> tuple[object, ...]:
    """Return a sort key that puts units of one type in the order in which their owner would most likely give them up.

    Those with less aboard come first, then those with less movement left, then those that came by sea (they cannot
    retreat), then those that have done something this turn.
    """
    carried, done = len(play.position.aboard(unit)), tuple(sorted(unit.marks))
    return (carried, -unit.spent, not came_by_sea(play, unit), not done, done, unit.came)


# -- movement, closed spaces, the end of a move, and the cargo of transports


#: the mark that a move leaves: that of a combat move, or of another one
MOVED = {True: Mark.COMBAT_MOVED, False: Mark.NONCOMBAT_MOVED}


def room_aboard(play: Play, ship: Unit, cargo: list[Unit]) -> int:
    """Return the room that a ship has for this cargo, in the numbers of the column ``transport_room``."""
    return play.ask("transport-room", play.type_of(ship).transport_room or 0, ship=ship, cargo=cargo)


def room_taken(play: Play, cargo: list[Unit]) -> int:
    """Return the room that cargo takes, in the numbers of the column ``transport_cost``."""
    return sum(play.type_of(unit).transport_cost or 0 for unit in cargo)


def land_cargo(play: Play, ship: Unit) -> list[Unit]:
    """Return the land units aboard a ship or an aircraft."""
    return [unit for unit in play.position.aboard(ship) if play.is_land_unit(unit)]


def has_room(play: Play, ship: Unit, *new: Unit) -> bool:
    """Return whether the land units ``new`` fit aboard a ship in addition to the land units that it carries."""
    cargo = [*land_cargo(play, ship), *new]
    return room_taken(play, cargo) <= room_aboard(play, ship, cargo)


@tells(offloaded="{units} went ashore in {territory}")
def put_ashore(play: Play, ship: Unit, cargo: list[Unit], territory: str) -> None:
    """Move cargo from a ship into a territory; it attacks if that is hostile to its own power, not the ship's."""
    powers = tuple(dict.fromkeys(unit.power for unit in cargo))
    attackers = {power for power in powers if play.is_hostile(power, territory)}
    ashore = [
        unit.marked(
            Mark.OFFLOADED,
            MOVED[unit.power in attackers],
            at=territory,
            aboard=0,
            bound="",
            came=(*unit.came, ship.at),
        )
        for unit in cargo
    ]
    landings = (*notes.LANDINGS.get(play.position, str(ship.id)), (ship.at, territory))
    note = notes.LANDINGS.edit(landings, str(ship.id))
    edits = play.put(*ashore, ship.marked(Mark.OFFLOADED, MOVED[bool(attackers)], bound=territory))
    play.emit("offloaded", *edits, note, units=cargo, ship=ship, territory=territory)
    for power in powers:
        play.announce("entered", power=power, spaces=(territory,))


def came_by_sea(play: Play, unit: Unit) -> bool:
    """Return whether a land unit went ashore from a ship in this turn."""
    return play.is_land_unit(unit) and bool(unit.came) and play.is_sea(unit.came[-1])


def back_aboard(play: Play, space: str, power: str) -> None:
    """Put the landed units of a power that have not fought back on the ships in the zone from which they landed. They
    go ashore again when the battle for the zone is won."""
    for ship in play.position.at(space):
        landed = (territory for _, territory in notes.LANDINGS.get(play.position, str(ship.id)))
        for unit in [unit for land in dict.fromkeys(landed) for unit in play.position.at(land)]:
            waits = came_by_sea(play, unit) and unit.came[-1] == space and not unit.has(Mark.FOUGHT)
            if waits and unit.power == power and has_room(play, ship, unit):
                back = unit.unmarked(Mark.OFFLOADED, at=space, aboard=ship.id, bound=unit.at, came=unit.came[:-1])
                play.emit("boarded", *play.put(back), unit=unit, ship=ship, space=space)


# -- movement, closed spaces, and the end of a move


def allowance(play: Play, unit: Unit, route: tuple[str, ...] = (), group: tuple[int, ...] = ()) -> int:
    """Return how many movement points a unit has left, which may be negative; some rules look at its ``route`` and the
    ``group`` it moves with."""
    printed = play.type_of(unit).move or 0
    return play.ask("movement", printed, unit=unit, route=route, group=group) - unit.spent


def crossings(route: Names) -> Iterator[tuple[str, str]]:
    """Return the pairs of neighbouring spaces along a route, in order."""
    return zip(route, route[1:], strict=False)


def flies_with(play: Play, unit: Unit, move: Move) -> int:
    """Return the id of the aircraft that a land unit flies with in a move; 0 for none."""
    lifted = play.is_land_unit(unit)
    return play.ask("flies-with", 0, unit=unit, move=move) if lifted else 0


def goes_by_air(play: Play, unit: Unit, move: Move) -> bool:
    """Return whether a land unit goes through the air in a move: with an aircraft, or by itself as a rule has it."""
    return bool(flies_with(play, unit, move)) or jumps_from_a_base(play, unit, move)


def jumps_from_a_base(play: Play, unit: Unit, move: Move) -> bool:
    """Return whether a rule lets a land unit fly by itself in a move. To the next territory it flies only if the move
    has ``by_air``."""
    route = (*move.route, move.route[-1]) if move.by_air else move.route
    return play.is_land_unit(unit) and play.holds("paratroopers-jump-from-air-bases", unit=unit, route=route)


def hostile_spaces_passed(play: Play, action: Move, kind: UnitKind) -> Iterator[tuple[Unit, str]]:
    """Yield each unit of a kind with each hostile space (zones for ships, else land) that it enters and leaves."""
    in_its_element = play.is_sea if kind is UnitKind.SHIP else play.is_land
    for unit in play.units(action.units):
        if play.is_kind(unit, kind):
            for space in action.route[:-1] if unit.came else action.route[1:-1]:
                if in_its_element(space) and play.is_hostile(action.power, space):
                    yield unit, space


def is_kept_out(play: Play, unit: Unit, space: str) -> bool:
    """Return whether a rule that confines the units of some powers to certain land keeps a unit out of a space."""
    return play.holds("units-keep-to-their-land", unit=unit, space=space)


def edits_of_move(play: Play, move: Move) -> list[Edit]:
    """Return the edits that put units at the end of their route. Cargo that does not go along becomes airborne."""
    edits: list[Edit] = []
    way = move.route
    for unit in play.units(move.units):
        left = () if goes_by_air(play, unit, move) else way[:-1]
        edits += play.put(_moved(play, unit, way, flies_with(play, unit, move), left))
        for cargo in play.position.aboard(unit):
            if cargo.id in move.units:
                continue
            if play.ask("goes-along", play.is_land_unit(cargo), cargo=cargo, ship=unit):
                edits += play.put(replace(cargo, at=way[-1]))
            else:
                edits += play.put(cargo.marked(Mark.AIRBORNE, aboard=0))
    return edits


def _moved(play: Play, unit: Unit, way: Names, plane: int, left: Names) -> Unit:
    """Return a unit at the end of the route ``way``. ``plane`` is the id of the aircraft that it flew with and is now
    aboard, 0 for none; ``left`` are the spaces to record as left."""
    return unit.marked(
        MOVED[play.is_combat_move],
        at=way[-1],
        spent=unit.spent + len(way) - 1,
        came=unit.came + left,
        aboard=plane,
    )


# -- losses: in how many ways units can be picked, the owner's pick, taking units off the board, and repairs


def picks(play: Play, units: Sequence[Unit], most: int, least: int | None = None) -> Picks:
    """Return every distinct pick of ``least`` to ``most`` of the units, by default exactly ``most``."""
    sizes = [(group, len(equal)) for group, equal in equal_units(play, units).items()]
    return Picks(sizes, min(most, len(units)), least)


def pick(
    play: Play, power: str | Sequence[str], what: str, space: str, units: Sequence[Unit], number: int
) -> list[Unit]:
    """Have a power pick ``number`` of the units on an occasion (``what``); of several powers, any may pick. Return all
    units if there are no more, none if ``number`` is 0."""
    if number <= 0 or not units:
        return []
    if number >= len(units):
        return list(units)
    return picked(play, units, play.choose(power, what, space, picks(play, units, number)))


def pick_any(
    play: Play, power: str, what: str, space: str, units: Sequence[Unit], most: int | None = None
) -> list[Unit]:
    """Have a power pick any number of the units, at most ``most`` if that is given, on the occasion ``what``."""
    options = picks(play, units, len(units) if most is None else most, 0)
    return picked(play, units, play.choose(power, what, space, options))


def whose_choice(play: Play, units: Sequence[Unit]) -> tuple[str, ...]:
    """Return who chooses among units: their owner. If several powers own them, return the powers that the rules name,
    the first of which chooses for all, or without such a rule the power whose turn it is."""
    owners = {unit.power for unit in units}
    if len(owners) == 1:
        return tuple(owners)
    return play.ask("whose-choice", (), units=units) or (play.turn,)


def picked(play: Play, units: Sequence[Unit], choice: Pick) -> list[Unit]:
    """Return the units of a pick (``choice``) among ``units``: of each kind as many as the pick has."""
    equal = equal_units(play, units)
    return [unit for power, kind, number in choice for unit in equal[power, kind][:number]]


def damage_or_sink(play: Play, ship: Unit, zone: str, why: str) -> None:
    """Put one hit on a ship outside a battle: damage it if it can take another hit, else lose it because of ``why``."""
    if ship.damage + 1 < (play.type_of(ship).hits or 1):
        play.emit("damaged", *play.put(replace(ship, damage=ship.damage + 1)), units=[ship], space=zone)
    else:
        lose(play, [ship], zone, why)


@tells(lost="Lost in {space}: {units} ({why})")
def lose(play: Play, units: Iterable[Unit], space: str, why: str) -> None:
    """Take units off the board, with the cargo lost with them; ``why`` is the cause. Other cargo stays in the air."""
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
    """Return every damaged unit that can fight; complexes and bases are not among them."""
    return [unit for unit in play.combatants(play.position.units.values()) if unit.damage]


@tells(repaired="Repaired: {units}")
def repair(play: Play, units: list[Unit]) -> None:
    """Take all damage off units."""
    if units:
        play.emit("repaired", *play.put(*(replace(unit, damage=0) for unit in units)), units=units)
