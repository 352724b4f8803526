"""Landing: the places where aircraft land, the decks of carriers, and aircraft without a place."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product, takewhile

from kb.engine.core import notes
from kb.engine.core.actions import Action, Load, Move, Offload, tells
from kb.engine.core.parameters import Breaches, IsBreach, Powers, Rules
from kb.engine.core.picks import Equal, Picks
from kb.engine.core.play import Play, shares
from kb.engine.core.points import COMBAT_MOVE, CONDUCT_COMBAT, NONCOMBAT_MOVE
from kb.engine.core.position import Mark, Unit
from kb.engine.core.rules import allows, candidates, changes, effect_of, forbids, happens, holds, refuses
from kb.engine.units import allowance, at_rest, crossings, edits_of_move, is_kept_out, lose, pick, whose_choice
from kb.games.board_model import UnitKind


@dataclass(slots=True)
class Deck:
    """A carrier that could take aircraft: the sea zones that it could be in, and the room it has left, in fighters."""

    carrier: Unit
    zones: frozenset[str]
    room: int


# -- decks


def deck_size(play: Play, plane: Unit) -> int:
    """Return the room that an aircraft takes on a carrier, 0 if it cannot land on one."""
    return play.type_of(plane).carrier_cost or 0


def is_carrier(play: Play, unit: Unit) -> bool:
    """Return whether a unit is of a type on which aircraft can land, whatever its damage and its owner."""
    return bool(play.type_of(unit).carrier_room)


def takes_in_planes_of(play: Play, carrier: Unit, power: str) -> bool:
    """Return whether aircraft of a power may land on a carrier: its own, and a friend's that lets them."""
    friendly = play.allied(power, carrier.power) and play.lets_use(carrier.power, power, carrier.at)
    return friendly and not play.holds("aircraft-land-on-their-own-carriers", carrier=carrier, power=power)


def room_left(play: Play, carrier: Unit, leaving: Container[int] = ()) -> int:
    """Return the free room on a carrier. Aircraft whose ids are in ``leaving`` take up none."""
    aboard = (unit for unit in play.position.aboard(carrier) if unit.id not in leaving)
    room = play.ask("carrier-room", play.type_of(carrier).carrier_room or 0, carrier=carrier)
    return room - sum(deck_size(play, unit) for unit in aboard)


def free_room(play: Play, carrier: Unit) -> int:
    """Return the free room on a carrier. If it is not the turn of the carrier's power, leave out room for the aircraft
    of that power that are in the zone and on no ship. Carriers with a lower id take in these first."""
    room = room_left(play, carrier)
    if carrier.power == play.turn:
        return room
    own = [unit for unit in play.position.at(carrier.at) if unit.power == carrier.power and not unit.aboard]
    standing = sum(deck_size(play, unit) for unit in own)
    before = sum(room_left(play, ship) for ship in own if ship.id < carrier.id)
    return room - min(room, max(0, standing - before))


def carriers_at(play: Play, zone: str, power: str) -> list[Unit]:
    """Return the carriers in a zone that take in aircraft of a power."""
    there = play.position.at(zone)
    return [unit for unit in there if is_carrier(play, unit) and takes_in_planes_of(play, unit, power)]


def decks(play: Play, power: str) -> list[Deck]:
    """Return the carriers that could take in aircraft of a power, own ones in every zone that they can still reach. The
    power's own aircraft aboard may still fly off: the room they take counts as free."""
    found = []
    for unit in play.position.units.values():
        if is_carrier(play, unit) and takes_in_planes_of(play, unit, power):
            zones = zones_in_reach(play, unit) if play.fights_for(unit, power) else frozenset((unit.at,))
            aboard = [plane for plane in play.position.aboard(unit) if not plane.has(Mark.LANDED)]
            own = [plane for plane in aboard if play.fights_for(plane, power)]
            leaving = sum(deck_size(play, plane) for plane in own)
            found.append(Deck(unit, zones, free_room(play, unit) + leaving))
    return found


def promised_decks(play: Play, power: str) -> tuple[Deck, ...]:
    """Return the carriers that a power is still to place and that count as landing places."""
    promised: tuple[Deck, ...] = play.ask("decks-to-come", (), power=power)
    return promised


def is_room_to_come(play: Play, power: str, zone: str, planes: Sequence[Unit]) -> bool:
    """Return whether carriers with room for all ``planes`` of a power are in a sea zone, can still come there, or can
    be placed there."""
    sizes = [deck_size(play, plane) for plane in planes]
    coming = (*decks(play, power), *promised_decks(play, power))
    return all(sizes) and sum(sizes) <= sum(deck.room for deck in coming if zone in deck.zones)


def zones_in_reach(play: Play, carrier: Unit) -> frozenset[str]:
    """Return the zones an own carrier can be in when the noncombat move ends, if nothing stops it."""
    done = carrier.marks & {Mark.COMBAT_MOVED, Mark.FOUGHT, Mark.RETREATED}
    if (done and not play.is_combat_move) or play.phase not in (COMBAT_MOVE, CONDUCT_COMBAT, NONCOMBAT_MOVE):
        return frozenset((carrier.at,))
    left = 0 if carrier.has(Mark.COMBAT_MOVED) else allowance(play, carrier)
    seen, edge = {carrier.at}, {carrier.at}
    for _ in range(left):
        # asked in this order
        ways = [(a, b) for a in sorted(edge) for b in sorted(play.board.around(a)) if play.is_sea(b)]
        edge = {
            b
            for a, b in ways
            if not play.holds("unreachable-carriers-are-no-landing-place", carrier=carrier, start=a, end=b)
        } - seen
        seen |= edge
    return frozenset(seen)


# -- landing places


def can_come_down(play: Play, plane: Unit, territory: str) -> bool:
    """Return whether an aircraft may land in a territory: friendly land whose holder lets it in and that no rule
    closes, or land that a rule opens to it."""
    holder = play.holder(territory)
    if play.holds("guarded-land-takes-in-friends", unit=plane, territory=territory):
        return True
    if not play.is_friendly_land(plane.power, holder) or is_kept_out(play, plane, territory):
        return False
    if not play.lets_use(holder, plane.power, territory):
        return False
    return not play.ask("closed-to-landing", False, unit=plane, territory=territory)


def spaces_within(play: Play, plane: Unit, reach: int) -> Iterator[str]:
    """Yield the spaces that a plane reaches over at most ``reach`` borders, the nearest first: at least its own."""
    distances = play.air_distances(plane.at, plane.power)  # in the order of their distance
    return takewhile(lambda space: distances[space] <= max(0, reach), distances)


def can_land_in(play: Play, plane: Unit, space: str) -> bool:
    """Return whether a plane may come down in a space: on friendly land, or aboard a carrier there with room."""
    return can_come_down(play, plane, space) if play.is_land(space) else bool(carriers_with_room(play, plane, space))


def carriers_with_room(play: Play, plane: Unit, space: str) -> list[Unit]:
    """Return the carriers in a space on which a plane may land and that have room for it."""
    need = deck_size(play, plane)
    there = carriers_at(play, space, plane.power) if need and play.is_sea(space) else ()
    return [carrier for carrier in there if free_room(play, carrier) >= need]


def choose_deck(play: Play, plane: Unit, carriers: Sequence[Unit]) -> int:
    """Return the id of the carrier on which a plane lands, 0 for none; the owner is asked if they are not equal."""
    by_kind: dict[Equal, Unit] = {}
    for carrier in sorted(carriers, key=lambda carrier: carrier.power != plane.power):
        own = all(each.power == plane.power for each in carriers)
        by_kind.setdefault((carrier.power, at_rest(play, carrier, whole=not own)), carrier)
    if not by_kind:
        return 0
    last_first = [(kind, 1) for kind in reversed(by_kind)]  # the pick of the last group is the first option
    ((power, kind, _),) = play.choose(plane.power, "carrier", carriers[0].at, Picks(last_first, 1))
    return by_kind[power, kind].id


def who_lands(play: Play, space: str, planes: Sequence[Unit], places: int) -> list[Unit]:
    """Return the planes over a space that land on a number of ``places``; their owner chooses if these are too few."""
    return pick(play, whose_choice(play, planes), "decks", space, planes, places) if planes else []


def land_each(play: Play, planes: Sequence[Unit], spaces: int, takes_in: Callable[[Play, Unit, str], bool]) -> None:
    """Have each plane land within ``spaces`` borders, if ``takes_in`` allows it. A plane without such a space stays. If
    only carriers are in reach, and too few for all, the owner chooses which aircraft land."""

    def spaces_of(plane: Unit) -> list[str]:
        """Return the spaces in which a plane may land, sorted."""
        return sorted(space for space in spaces_within(play, plane, spaces) if takes_in(play, plane, space))

    for space in dict.fromkeys(plane.at for plane in planes):
        there = [plane for plane in planes if plane.at == space]
        reach = {plane.id: spaces_of(plane) for plane in there}
        needy = [plane for plane in there if reach[plane.id] and all(play.is_sea(each) for each in reach[plane.id])]
        zones = sorted({zone for plane in needy for zone in reach[plane.id]})
        places = sum(free_room(play, carrier) for zone in zones for carrier in carriers_at(play, zone, needy[0].power))
        first = who_lands(play, space, needy, places)
        for plane in (*first, *(plane for plane in there if plane not in first)):
            if choices := spaces_of(plane):
                chosen = play.choose(plane.power, "landing", plane.at, choices)
                seat = choose_deck(play, plane, carriers_with_room(play, plane, chosen))
                landed = plane.marked(Mark.LANDED, at=chosen, aboard=seat)
                play.emit("landed", *play.put(landed), units=[plane], space=chosen)


# -- landing: every aircraft must be able to come down, at the very end of the noncombat move, on land or a carrier


@dataclass(frozen=True, slots=True)
class Land(Action):
    """Land aircraft in their space: in a territory, or on carriers in a sea zone."""

    name = "land"

    units: tuple[int, ...]


@allows("{territory} was captured this turn: nothing may land there.", "closed-to-landing")
def no_landing_in_land_captured_this_turn(play: Play, unit: Unit, territory: str) -> bool:
    """Aircraft do not land in land that was captured this turn."""
    return not play.is_friendly_land(unit.power, play.held_at_start(territory))


@allows("{territory} is another power's.", "closed-to-landing")
def aircraft_land_in_their_own_land(play: Play, unit: Unit, territory: str, *, powers: Powers) -> bool:
    """Aircraft do not land in a friend's land; {powers} count as one power here."""
    return not shares(unit.power, play.holder(territory), powers)


def planes_without_land(play: Play, power: str, units: Iterable[Unit]) -> list[tuple[Unit, frozenset[str]]]:
    """Return those of ``units`` that are aircraft in the air, fight for a power, and reach no land on which to come
    down. Each is with the spaces that it can still reach and that no rule closes to it."""
    needy = []
    for unit in units:
        flying = bool(unit.came or unit.spent) or play.is_sea(unit.at)
        if not flying or unit.has(Mark.LANDED) or not (play.is_air(unit) and play.fights_for(unit, power)):
            continue
        reach = allowance(play, unit)
        near = spaces_within(play, unit, reach)
        if not any(play.is_land(space) and can_come_down(play, unit, space) for space in near):
            open_spaces = (space for space in spaces_within(play, unit, reach) if not is_kept_out(play, unit, space))
            needy.append((unit, frozenset(open_spaces)))
    return needy


def unseated(play: Play, needy: Sequence[tuple[Unit, frozenset[str]]], ships: Sequence[Deck]) -> list[Unit]:
    """Return the aircraft that get no carrier when as many as possible get one.

    ``needy`` are the aircraft with the spaces that each can reach, ``ships`` the carriers. Aircraft with the fewest
    carriers come first; if they differ in size each takes as much room as the largest. A carrier that may still move is
    tried in each of its zones that no other one replaces.
    """
    order = sorted(needy, key=lambda each: sum(1 for deck in ships if deck.zones & each[1]))
    reach = [near if deck_size(play, unit) else frozenset[str]() for unit, near in order]
    size = max([1, *(deck_size(play, unit) for unit, _ in order)])
    decks = [deck for deck in ships if deck.room >= size]
    most = len(_seated(reach, [deck.zones for deck in decks for _ in range(deck.room // size)]))
    best: set[int] = set()
    for chosen in product(*(_zones_that_matter(deck.zones, reach) for deck in decks)):
        rooms = zip(decks, chosen, strict=True)
        places = [frozenset((zone,)) for deck, zone in rooms for _ in range(deck.room // size)]
        best = max(best, _seated(reach, places), key=len)
        if len(best) == most:
            break
    return [unit for number, (unit, _) in enumerate(order) if number not in best]


def _seated(reach: Sequence[frozenset[str]], places: Sequence[frozenset[str]]) -> set[int]:
    """Return the indexes of the aircraft that get a place if as many as possible get one, found by augmenting paths.
    ``reach`` has the spaces that each aircraft can reach, ``places`` the zones in which each place can be."""
    taken: dict[int, int] = {}

    def find(plane: int, tried: set[int]) -> bool:
        """Give a plane a place that was not tried yet, moving other planes if necessary; return whether it has one."""
        for place, zones in enumerate(places):
            if place not in tried and zones & reach[plane]:
                tried.add(place)
                if place not in taken or find(taken[place], tried):
                    taken[place] = plane
                    return True
        return False

    return {plane for plane in range(len(reach)) if find(plane, set())}


def _zones_that_matter(zones: frozenset[str], reach: Sequence[frozenset[str]]) -> list[str]:
    """Return the zones of a carrier without those that another of them replaces: all aircraft that reach the one reach
    the other, too. Of zones that the same aircraft reach, one is kept. ``reach`` has the spaces that each aircraft can
    reach."""
    takes = {zone: frozenset(plane for plane, near in enumerate(reach) if zone in near) for zone in sorted(zones)}
    kept = {planes: zone for zone, planes in reversed(takes.items())}  # the first of equal zones
    return [zone for planes, zone in kept.items() if not any(planes < other for other in kept)]


def lost_as_carriers_stand(play: Play, power: str) -> list[Unit]:
    """Return the aircraft of a power that have no place to land if no carrier moves."""
    return stranded(play, power, standing=tuple(play.position.units))


def stranded(play: Play, power: str, standing: Container[int] = ()) -> list[Unit]:
    """Return the aircraft of a power that could not land any more; carriers that are ``standing`` do not move."""
    if needy := planes_without_land(play, power, play.position.units.values()):
        ships = decks(play, power)
        for deck in ships:
            if deck.carrier.id in standing:
                deck.zones = frozenset((deck.carrier.at,))
        return unseated(play, needy, [*ships, *promised_decks(play, power)])
    return []


def land_in_reach(play: Play, unit: Unit) -> list[str]:
    """Return the land in which an aircraft could still come down, the nearest first."""
    far = play.air_distances(unit.at, unit.power)
    near = [space for space in spaces_within(play, unit, allowance(play, unit)) if play.is_land(space)]
    return sorted((space for space in near if can_come_down(play, unit, space)), key=lambda space: (far[space], space))


def can_still_land_in(play: Play, unit: Unit, space: str) -> bool:
    """Return whether an aircraft can still fly to a space and come down there."""
    return space in spaces_within(play, unit, allowance(play, unit)) and can_land_in(play, unit, space)


@refuses("{unit} would have nowhere to land.", Move)
def aircraft_need_a_landing(play: Play, action: Move) -> Breaches:
    """An aircraft may move only if it can still reach a landing place. The player may assume that carriers survive."""
    units = play.units(action.units)
    moved = {unit.id for unit in units if play.is_air(unit)}
    carriers = any(is_carrier(play, unit) for unit in units)
    if not moved and not carriers:
        return
    if len(action.route) > 1 and all(play.board.bordering(start, end) for start, end in crossings(action.route)):
        then = play.supposing(edits_of_move(play, action))
        if not carriers and not planes_without_land(then, action.power, then.units(action.units)):
            return  # no other aircraft loses its place
        after = stranded(then, action.power)
        before = {unit.id for unit in stranded(play, action.power)} if after else set()
        for unit in after:
            if unit.id not in before or unit.id in moved:
                yield {"unit": unit}


@refuses("{unit} may no longer move: aircraft have landed.", Move, Load, Offload)
def landing_comes_last(play: Play, unit: Unit) -> IsBreach:
    """Aircraft land at the end of the noncombat move, when all other units have finished moving. The landing of one
    aircraft does not end the flight of the others."""
    return notes.LANDING.is_set(play.position) and (unit.has(Mark.LANDED) or not play.is_air(unit))


@refuses("{unit} cannot land in {space}.", Land)
def landing_needs_a_place(play: Play, action: Land) -> Breaches:
    """Aircraft land in friendly land. {carrier-aircraft} may also land on carriers of their side that have room."""
    room: dict[str, int] = {}
    for unit in play.units(action.units):
        if play.is_land(unit.at):
            if not can_come_down(play, unit, unit.at) or not play.is_air(unit):
                yield {"unit": unit, "space": unit.at}
            continue
        need = deck_size(play, unit)
        if unit.at not in room:
            room[unit.at] = sum(free_room(play, carrier) for carrier in carriers_at(play, unit.at, action.power))
        if not need or room[unit.at] < need:
            yield {"unit": unit, "space": unit.at}
        else:
            room[unit.at] -= need


@tells(landing_began="")
@effect_of(Land)
def land(play: Play, action: Land) -> None:
    """Land the aircraft in their spaces. From now on only aircraft move."""
    for unit in play.units(action.units):
        _land(play, unit)
    play.emit("landing-began", notes.LANDING.edit(True))


def _land(play: Play, unit: Unit) -> None:
    """Land an aircraft in its space: in the territory, or on a carrier with room that its owner chooses."""
    seat = choose_deck(play, unit, carriers_with_room(play, unit, unit.at))
    play.emit("landed", *play.put(unit.marked(Mark.LANDED, aboard=seat)), units=[unit], space=unit.at)


@happens("Aircraft land; those without a place to land are lost.", "end of noncombat-move")
def aircraft_land_or_are_lost(play: Play, power: str) -> None:
    """Aircraft that have not landed by the end of the noncombat move are lost."""
    for space in sorted({unit.at for unit in _in_the_air(play, power)}):
        there = [unit for unit in _in_the_air(play, power) if unit.at == space]
        for unit in who_lands(play, space, *_landing_here(play, there, space)):
            _land(play, unit)
        left = play.units([unit.id for unit in there if unit in _in_the_air(play, power)])
        waiting = sum(play.holds("fighters-wait-for-new-carriers", unit=unit) for unit in left)
        stay = who_lands(play, space, [unit for unit in left if deck_size(play, unit)], waiting)
        lose(play, [unit for unit in left if unit not in stay], space, "no-landing")


def _landing_here(play: Play, planes: list[Unit], space: str) -> tuple[list[Unit], int]:
    """Return the planes over a space that could land there, and the number of places for them."""
    if play.is_land(space):
        able = [plane for plane in planes if can_come_down(play, plane, space)]
        return able, len(able)
    able = [plane for plane in planes if carriers_with_room(play, plane, space)]
    decks = {carrier.id: carrier for plane in able for carrier in carriers_with_room(play, plane, space)}
    return able, sum(free_room(play, carrier) for carrier in decks.values())


def _in_the_air(play: Play, power: str) -> list[Unit]:
    """Return the aircraft fighting for a power that have not landed and are on no ship: those that moved this turn, and
    those at sea or in hostile land."""
    return [
        unit
        for unit in play.all_aircraft()
        if not unit.aboard
        and Mark.LANDED not in unit.marks
        and play.fights_for(unit, power)
        and (unit.came or play.is_sea(unit.at) or play.is_hostile(power, unit.at))
    ]


@candidates(Land)
def possible_landings(play: Play, power: str) -> Iterator[Action]:
    """Yield the landing of each aircraft in its space."""
    for plane in play.commanded(power, UnitKind.AIR):
        yield Land(power, (plane.id,))


# -- carriers


def trapped(play: Play, unit: Unit) -> bool:
    """Return whether a plane is aboard a damaged carrier and does not take part in a battle that is being fought."""
    ship = play.position.units.get(unit.aboard)
    if ship is None or not ship.damage or not play.is_air(unit):
        return False
    battle = play.position.battle
    return battle is None or unit.id not in battle.units


@changes("{carrier} is damaged and takes no aircraft.", "carrier-room")
def damaged_carriers_take_no_aircraft(play: Play, answer: int, carrier: Unit) -> int:
    """No aircraft lands on a damaged carrier."""
    return 0 if carrier.damage else answer


@refuses("{unit} is trapped aboard a damaged carrier.", Move, Land)
def damaged_carriers_trap_their_aircraft(play: Play, action: Move | Land, unit: Unit) -> IsBreach:
    """No aircraft takes off from a damaged carrier."""
    return trapped(play, unit) and unit.aboard not in action.units


@allows("{cargo} is trapped and goes along with its carrier.", "goes-along")
def trapped_aircraft_stay_aboard(play: Play, cargo: Unit) -> bool:
    """Aircraft trapped aboard a damaged carrier sail with it."""
    return trapped(play, cargo)


@forbids("{unit} is trapped aboard a damaged carrier and does not fight.", "fights")
def trapped_aircraft_do_not_fight(play: Play, unit: Unit) -> bool:
    """Aircraft aboard a carrier that was damaged before the battle neither attack nor defend."""
    return trapped(play, unit)


@allows("{cargo} is trapped and sinks with its carrier.", "goes-down-with-its-ship")
def trapped_aircraft_sink_with_their_carrier(play: Play, cargo: Unit, ship: Unit) -> bool:
    """Aircraft trapped aboard a damaged carrier sink with it."""
    fought = play.position.battle is not None and cargo.id in play.position.battle.units
    return ship.damage > 0 and not fought and play.is_air(cargo)


@tells(in_the_air="In the air now: {units}")
@happens("The planes of a carrier that was hit stay in the air.", "battle over")
def no_landing_on_a_carrier_damaged_in_the_battle(play: Play, space: str, units: list[Unit]) -> None:
    """Aircraft that defended in a battle may not land on a carrier that was damaged in it."""
    flown = [unit for unit in play.units([unit.id for unit in units]) if trapped(play, unit)]
    if flown:
        play.emit("in-the-air", *play.put(*(unit.marked(aboard=0) for unit in flown)), units=flown, space=space)


@holds("{carrier} takes in no aircraft of {power}.")
def aircraft_land_on_their_own_carriers(play: Play, carrier: Unit, power: str) -> IsBreach:
    """Aircraft do not land on another power's carriers."""
    return carrier.power != power


@holds("{carrier} may not sail from {start} to {end}.")
def unreachable_carriers_are_no_landing_place(play: Play, carrier: Unit, start: str, end: str, *, rules: Rules) -> bool:
    """Aircraft may not count on landing on a carrier that cannot legally sail to where they need it. It cannot sail
    through a hostile sea zone unless units of its power attack there, or still can."""
    step = Move(carrier.power, (carrier.id,), (start, end))
    return not play.permits(step, only=rules) or _stays_hostile(play, carrier, end)


def _stays_hostile(play: Play, carrier: Unit, zone: str) -> bool:
    """Return whether a sea zone is hostile before the noncombat move, and no unit of the carrier's power with an attack
    value, other than the carrier, is there or can still go there."""
    power = carrier.power
    if play.phase == NONCOMBAT_MOVE or not play.is_hostile(power, zone):
        return False
    distances = play.air_distances(zone, power)
    for unit in play.position.units.values():
        if unit.id == carrier.id or not play.fights_for(unit, power) or not play.type_of(unit).attack:
            continue
        free = play.is_combat_move and not (play.is_land_unit(unit) or unit.has(Mark.COMBAT_MOVED))
        if unit.at == zone or (free and distances.get(unit.at, 99) <= allowance(play, unit)):
            return False
    return True
