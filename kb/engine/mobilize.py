"""Mobilization: bought units appear at complexes, where, and how many; fighters on new carriers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kb.engine.core import notes
from kb.engine.core.actions import Action, Move, tells
from kb.engine.core.parameters import Breaches, Fact, IsBreach, Number, NumberByUnit, Spaces, Units
from kb.engine.core.play import Play
from kb.engine.core.points import MOBILIZE_UNITS
from kb.engine.core.position import Mark, Unit, replace
from kb.engine.core.rules import allows, candidates, changes, effect_of, happens, holds, owes, refuses
from kb.engine.income import forfeit
from kb.engine.landing import Deck, choose_deck, deck_size, is_carrier, room_left, who_lands
from kb.engine.purchase import Purchase, Repair, counted, price
from kb.engine.units import lose
from kb.games.board_model import UnitKind, UnitType


@dataclass(frozen=True, slots=True)
class Mobilize(Action):
    """Place bought units in ``space``; ``producer`` is the territory of the complex that makes them.

    ``fighters`` are existing ones that move onto a carrier placed there.
    """

    name = "mobilize"

    units: tuple[tuple[str, int], ...]
    space: str
    producer: str = ""
    fighters: tuple[int, ...] = ()


def producer_of(play: Play, action: Mobilize) -> str:
    """Return the territory whose complex makes the units: the one that the action names, else the one in which it
    places them. At sea without a named one, return the only territory on the coast with a complex of the power, or the
    sea zone if there is not exactly one."""
    if action.producer or play.is_land(action.space):
        return action.producer or action.space
    coast = producers_on_the_coast(play, action)
    return coast[0] if len(coast) == 1 else action.space


def producers_on_the_coast(play: Play, action: Mobilize) -> list[str]:
    """Return the territories with a complex of the power that border the space of the units."""
    near = sorted(play.board.around(action.space))
    return [space for space in near if any(unit.power == action.power for unit in play.complexes(space))]


@refuses("{power} neither buys nor places anything while enemies hold {capitals}.", Purchase, Repair, Mobilize)
def captured_capital_cannot_buy(play: Play, action: Purchase | Repair | Mobilize) -> Breaches:
    """A power[economies-are-kept-apart?, or an economy,] whose capital is in enemy hands neither buys nor places
    units[repair?, and repairs nothing]."""
    own = play.economies(action.power)
    if isinstance(action, Purchase):
        economy = action.economy if action.economy in own else own[0]
    else:
        land = action.territory if isinstance(action, Repair) else producer_of(play, action)
        economy = play.economy_of(action.power, land)
    if lost := play.capital_lost(action.power, economy):
        yield {"power": action.power, "capitals": lost}


def new_complexes(play: Play, action: Mobilize) -> int:
    """Return how many of the units are industrial complexes."""
    return sum(number for unit, number in counted(action.units).items() if play.is_complex(unit))


def units_made(play: Play, action: Mobilize) -> int:
    """Return how many of the units a complex has to make: all but new complexes, and units that need none by a rule."""
    return sum(
        number
        for unit, number in counted(action.units).items()
        if not play.is_complex(unit) and play.ask("made-by-a-complex", True, unit=unit, power=action.power)
    )


def units_made_before(play: Play, territory: str) -> int:
    """Return how many units the complex of a territory has made this turn."""
    return notes.MADE.get(play.position, territory)


def carriers(play: Play, power: str, zone: str) -> list[Unit]:
    """Return the carriers of a power in a zone, the newly built ones first."""
    ships = [unit for unit in play.position.at(zone) if unit.power == power and is_carrier(play, unit)]
    return sorted(ships, key=lambda ship: not ship.has(Mark.MOBILIZED))


@refuses("{unit} is not for sale.", Purchase, Mobilize)
def what_has_no_price_cannot_be_bought(play: Play, action: Purchase | Mobilize) -> Breaches:
    """Units without a printed price are neither bought nor placed[: {unsold}]."""
    for unit in counted(action.units):
        if play.board.unit(unit).cost is None:
            yield {"unit": unit}


@refuses("{power} may not buy {unit:many}.", Purchase, Mobilize, powers="action")
def some_powers_buy_few_units(
    play: Play, action: Purchase | Mobilize, *, units: Units, also: Units = (), spaces: Spaces = ()
) -> Breaches:
    """{powers} may buy and place only {units}[, and also {also} as long as {spaces} are in friendly hands]."""
    road = all(play.allied(action.power, play.holder(land)) for land in spaces)
    may = (*units, *(also if road else ()))
    for unit in counted(action.units):
        if unit not in may:
            yield {"power": action.power, "unit": unit}


@tells(mobilized="Placed in {space}: {units}")
@effect_of(Mobilize)
def mobilize(play: Play, action: Mobilize) -> None:
    """Place the units; planes at sea, and the existing fighters named, go aboard the carriers."""
    territory = producer_of(play, action)
    types = [unit for unit, number in counted(action.units).items() for _ in range(number)]
    fresh = frozenset({Mark.MOBILIZED})
    new = [Unit(n, kind, action.power, action.space, marks=fresh) for n, kind in enumerate(types, play.next_id())]
    edits = [*play.put(*new)]
    for unit, number in counted(action.units).items():
        left = play.position.bought.get((zone_of(play, action), unit), 0) - number
        edits.append(("bought", (zone_of(play, action), unit), left if left > 0 else None))
    if units_made(play, action):
        edits.append(notes.MADE.edit(units_made_before(play, territory) + units_made(play, action), territory))
    play.emit("mobilized", *edits, power=action.power, units=new, space=action.space, producer=territory)
    play.announce("mobilized", power=action.power, units=new, space=action.space)
    planes = [unit for unit in new if play.is_air(unit) and play.is_sea(action.space)]
    for plane in (*play.units(action.fighters), *planes):
        _board(play, action, plane)


@happens("Units that {power} has not placed are lost.", "end of mobilize-units")
def unplaced_units_are_lost(play: Play, power: str) -> None:
    """Bought units that are not placed are lost."""
    for each in play.accounts(power):
        forfeit(play, each)


@tells(refunded="{power} gets back {ipcs} IPCs for {units}")
@happens("{power} gets back what it paid for units without a place.", "end of mobilize-units")
def unplaced_units_are_refunded(play: Play, power: str) -> None:
    """Bought units that are not placed are returned, and their price goes back to the treasury."""
    for each in play.accounts(power):
        left = [(unit, number) for (owner, unit), number in play.position.bought.items() if owner == each]
        ipcs = price(play, Purchase(power, tuple(left)))
        if ipcs:
            total = play.position.treasuries.get(each, 0) + ipcs
            play.emit("refunded", ("treasuries", each, total), power=each, units=dict(left), ipcs=ipcs)
        forfeit(play, each)


@owes("{power} can still place one {unit} in {space}.", MOBILIZE_UNITS)
def what_can_be_placed_is_placed(play: Play, power: str) -> Breaches:
    """A bought unit that can be placed has to be placed."""
    for unit in _waiting(play, power):
        able = (each for each in placements(play, power, unit) if play.permits(each))
        if found := next(able, None):
            yield {"power": power, "unit": unit, "space": found.space}


def placements(play: Play, power: str, unit: str) -> Iterator[Mobilize]:
    """Yield every way to place one unit, on the land of a power or off its coast; the rules have not been asked."""
    for land in sorted(land for land, holder in play.position.holders.items() if holder == power):
        for space in (land, *(near for near in sorted(play.board.around(land)) if play.is_sea(near))):
            yield Mobilize(power, ((unit, 1),), space, land)


def _waiting(play: Play, power: str) -> list[str]:
    """Return the units that wait in the mobilization zone of a power."""
    own = play.accounts(power)
    return [unit for (owner, unit), number in play.position.bought.items() if owner in own and number]


@tells(boarded="{unit} goes aboard {ship}")
def _board(play: Play, action: Mobilize, plane: Unit) -> None:
    """Put a plane on the first carrier of the power with room at the placement, new ones first; else on the first."""
    ships = carriers(play, action.power, action.space)
    roomy = [ship for ship in ships if room_left(play, ship, (plane.id,)) >= deck_size(play, plane)]
    ship = next(iter(roomy or ships), None)
    moved = replace(plane, at=action.space, aboard=ship.id if ship else 0)
    play.emit("boarded", *play.put(moved), unit=plane, ship=ship, space=action.space)


def types_of(play: Play, action: Mobilize) -> dict[UnitType, int]:
    """Return how many units of each type are placed."""
    return {play.board.unit(unit): number for unit, number in counted(action.units).items()}


def zone_of(play: Play, action: Mobilize) -> str:
    """Return the account whose mobilization zone has the units: the account of the producer's economy."""
    return play.account_of(action.power, producer_of(play, action))


@candidates(Mobilize)
def possible_mobilizations(play: Play, power: str) -> Iterator[Action]:
    """Yield one waiting unit of each type for each land and coast of the power; a carrier also with a fighter."""
    for unit in (play.board.unit(unit) for owner, unit in play.position.bought if owner in play.accounts(power)):
        for alone in placements(play, power, unit.id):
            land, space = alone.producer, alone.space
            yield alone
            for plane in (*play.position.at(land), *play.position.at(space)) if unit.carrier_room else ():
                if play.type_of(plane).carrier_cost and space != land:
                    yield replace(alone, fighters=(plane.id,))


# -- the rules of where units are placed


@refuses("{power} has {waiting} {unit:{waiting}} in the mobilization zone, not {number}.", Mobilize)
def only_bought_units_mobilize(play: Play, action: Mobilize) -> Breaches:
    """Only units that were bought are placed."""
    zone = zone_of(play, action)
    for unit, number in counted(action.units).items():
        waiting = play.position.bought.get((zone, unit), 0)
        if number > waiting:
            yield {"power": zone, "unit": unit, "number": number, "waiting": waiting}


@refuses("{power} has no industrial complex in {territory}.", Mobilize)
def complex_needed(play: Play, action: Mobilize, *, complexes: Fact) -> Breaches:
    """Units are placed where there is {complexes:a}."""
    territory = producer_of(play, action)
    if units_made(play, action) and not any(unit.type in complexes for unit in play.position.at(territory)):
        coast = sorted(land for land in play.board.around(territory) if play.is_land(land))
        own = [land for land in coast if play.holder(land) == action.power]
        lands = tuple(own or coast) if coast and play.is_sea(territory) else territory
        yield {"power": action.power, "territory": lands}


@refuses("{territory} was not {power}'s own when the turn began.", Mobilize)
def territory_held_since_start_of_turn(play: Play, action: Mobilize) -> Breaches:
    """No units are placed and nothing is built in land that was captured this turn."""
    territory = producer_of(play, action)
    at_once = play.holds("reinforcements-come-to-captured-land", power=action.power, territory=territory)
    since = action.power if at_once else play.held_at_start(territory)
    if play.is_land(territory) and {play.holder(territory), since} != {action.power}:
        yield {"power": action.power, "territory": territory}


@refuses("{power} has not had the complex in {territory} since its turn began.", Mobilize)
def complex_held_since_start_of_turn(play: Play, action: Mobilize) -> Breaches:
    """A complex that is new, or was captured and then moved, makes no units in that turn."""
    # one that was captured together with its territory is refused by the rule about the territory
    territory = producer_of(play, action)
    there = play.complexes(territory) if units_made(play, action) else []
    fresh = [unit for unit in there if unit.has(Mark.MOBILIZED) or play.changed_hands(unit)]
    if there and fresh == there and play.held_at_start(territory) == action.power:
        yield {"power": action.power, "territory": territory}


@refuses("{territory} makes {limit} units in a turn, not {number}.", Mobilize)
def production_limit(play: Play, action: Mobilize) -> Breaches:
    """In one turn a complex makes no more units than [complexes-make-a-fixed-number?its type allows|its territory is
    worth in IPCs][complexes-at-home-have-no-limit?, unless its original owner holds that territory]."""
    territory = producer_of(play, action)
    limit, coming = capacity(play, territory), units_made(play, action)
    number = units_made_before(play, territory) + coming
    too_many = bool(coming and play.complexes(territory)) and number > limit
    if too_many and not play.holds("complexes-at-home-have-no-limit", territory=territory):
        yield {"territory": territory, "limit": limit, "number": number}


@holds("{territory} makes any number of units.")
def complexes_at_home_have_no_limit(play: Play, territory: str) -> bool:
    """In territory that its original owner holds, a complex makes any number of units."""
    return play.board.space(territory).owner == play.holder(territory)


@refuses("{space} is neither {territory} nor a sea zone on its coast.", Mobilize)
def new_units_appear_at_the_complex(play: Play, action: Mobilize) -> Breaches:
    """New units are placed in the territory of the complex or in a sea zone that borders it."""
    space, territory = action.space, producer_of(play, action)
    coast = play.is_sea(space) and play.board.bordering(territory, space)
    if space != territory and not coast:
        yield {"space": space, "territory": territory}


@refuses("{unit} cannot be placed in {space}.", Mobilize)
def new_ships_go_to_sea(play: Play, action: Mobilize) -> Breaches:
    """New ships are placed in a sea zone."""
    if play.is_land(action.space):
        for unit in types_of(play, action):
            if unit.kind is UnitKind.SHIP:
                yield {"unit": unit.id, "space": action.space}


@refuses("{unit} cannot be placed in {space}.", Mobilize)
def new_land_units_stay_ashore(play: Play, action: Mobilize) -> Breaches:
    """New land units, and new aircraft that cannot land on carriers, are placed in the territory, never at sea or
    aboard a ship."""
    if play.is_sea(action.space):
        for unit in types_of(play, action):
            if unit.kind is not UnitKind.SHIP and unit.carrier_cost is None:
                yield {"unit": unit.id, "space": action.space}


@refuses("A new {unit} cannot be placed in {space}.", Mobilize)
def new_planes_stay_ashore(play: Play, action: Mobilize) -> Breaches:
    """New aircraft are placed ashore, even those that could land on carriers."""
    if play.is_sea(action.space):
        for unit in types_of(play, action):
            if unit.carrier_cost is not None:
                yield {"unit": unit.id, "space": action.space}


@refuses("{space} is worth {value} IPCs, too little for a complex.", Mobilize)
def complexes_need_a_value(play: Play, action: Mobilize, *, value_: Number) -> Breaches:
    """An industrial complex is built only in a territory worth {value:IPC} or more."""
    value = play.board.space(action.space).value or 0
    poor = play.is_land(action.space) and value < value_
    if poor and new_complexes(play, action):
        yield {"space": action.space, "value": value}


@refuses("{space} would have {number} industrial complexes.", Mobilize, Move)
def one_complex_a_territory(play: Play, action: Mobilize | Move, *, complexes_: Number) -> Breaches:
    """A territory has at most {complexes:industrial complex}, built there or moved there."""
    if isinstance(action, Mobilize):
        space, new = action.space, new_complexes(play, action)
    else:
        space, new = action.route[-1], sum(play.is_complex(unit.type) for unit in play.units(action.units))
    number = new + len(play.complexes(space)) if new else 0
    if number > complexes_:
        yield {"space": space, "number": number}


# -- how many units complexes make in a turn


def damage(play: Play, territory: str) -> int:
    """Return the number of damage markers on the complexes of a territory."""
    return sum(unit.damage for unit in play.complexes(territory))


def capacity(play: Play, territory: str) -> int:
    """Return how many units the complex of a territory makes in a turn."""
    value, holder = play.board.space(territory).value or 0, play.holder(territory)
    return max(0, play.ask("production", value, territory=territory, holder=holder))


@changes("The complex in {territory} makes {now} units.", "production")
def complexes_make_a_fixed_number(play: Play, answer: int, territory: str, *, limits: NumberByUnit) -> int:
    """The type of a complex sets how many units it makes in a turn ({<unit>})."""
    return _best(play, limits, territory, answer)


def _best(play: Play, numbers: Mapping[str, int], territory: str, default: int) -> int:
    """Return the highest of the ``numbers`` for the types of complex in a territory; ``default`` without a complex."""
    types = [play.ask("complex-counts-as", unit.type, complex=unit) for unit in play.complexes(territory)]
    return max((numbers.get(each, 0) for each in types), default=default)


@changes("In the turn of its upgrade {complex} makes as many units as before.", "complex-counts-as")
def an_upgrade_adds_no_units_this_turn(play: Play, answer: str, complex: Unit) -> str:
    """In the turn in which it is upgraded, a complex makes as many units as before."""
    return notes.UPGRADED.get(play.position, complex.at, answer)


@changes("Damage lowers the production of {territory} from {was} units to {now}.", "production")
def damage_lowers_production(play: Play, answer: int, territory: str) -> int:
    """A complex makes one unit less for each damage marker on it."""
    return max(0, answer - damage(play, territory))


@changes("{territory} makes {now} units instead of {was}.", "production", technologies="holder")
def better_factories_make_more(play: Play, answer: int, territory: str, *, value: Number, units: Number) -> int:
    """{technologies}: a complex in a territory worth {value:IPC} or more makes {units} more units in a turn."""
    return answer + units if (play.board.space(territory).value or 0) >= value else answer


@changes("{territory} makes {now} units instead of {was}.", "production", technologies="holder")
def better_complexes_make_more(play: Play, answer: int, territory: str, *, additions: NumberByUnit) -> int:
    """{technologies}: complexes make more units in a turn ({<unit>})."""
    return answer + _best(play, additions, territory, 0)


# -- new carriers: fighters wait for them in the air, and go aboard as they are mobilized


@changes("{power} will place carriers.", "decks-to-come")
def new_carriers_are_promised(play: Play, answer: tuple[Deck, ...], power: str) -> tuple[Deck, ...]:
    """A carrier that has been bought this turn counts as a landing place in any sea zone next to one of its power's
    complexes."""
    return (*answer, *_promised(play, power))


@holds("{unit} waits for a new carrier.")
def fighters_wait_for_new_carriers(play: Play, unit: Unit) -> bool:
    """{carrier-aircraft} may end their move over a sea zone if a new carrier placed there this turn will have room for
    them."""
    room = sum(deck.room for deck in _promised(play, unit.power) if unit.at in deck.zones)
    ahead = sum(
        deck_size(play, other) for other in _in_the_air(play, unit.power) if other.at == unit.at and other.id < unit.id
    )
    return 0 < deck_size(play, unit) <= room - ahead


@happens("Aircraft that waited for a carrier land on it or are lost.", "end of mobilize-units")
def waiting_fighters_board_or_are_lost(play: Play, power: str) -> None:
    """{carrier-aircraft} that waited for a new carrier land on it when it is placed. If none is placed there, they are
    lost."""
    waiting = list(_in_the_air(play, power))
    for zone in sorted({unit.at for unit in waiting}):
        there = [unit for unit in waiting if unit.at == zone]
        fit = [unit for unit in there if deck_size(play, unit)]
        boarding = who_lands(play, zone, fit, sum(room_left(play, ship) for ship in carriers(play, power, zone)))
        for unit in boarding:
            roomy = [ship for ship in carriers(play, power, zone) if room_left(play, ship) >= deck_size(play, unit)]
            ship = play.position.units[choose_deck(play, unit, roomy)]
            play.emit("boarded", *play.put(replace(unit, aboard=ship.id)), unit=unit, ship=ship, space=zone)
        lose(play, [unit for unit in there if unit not in boarding], zone, "no-landing")


def _promised(play: Play, power: str) -> Iterator[Deck]:
    """Yield a deck for each carrier that waits in the mobilization zone, with all zones in which it can be placed."""
    held = [land for land, holder in play.position.holders.items() if {holder, play.held_at_start(land)} == {power}]
    coasts = (play.board.around(land) for land in held if play.complexes(land) and capacity(play, land))
    zones = frozenset(space for coast in coasts for space in coast if play.is_sea(space))
    for (owner, kind), number in play.position.bought.items():
        room = play.board.unit(kind).carrier_room or 0
        if owner in play.accounts(power) and room:
            yield from (Deck(Unit(0, kind, power, ""), zones, room) for _ in range(number))


def _in_the_air(play: Play, power: str) -> Iterator[Unit]:
    """Return the aircraft of a power that are over the sea and on no ship."""
    at_sea = (unit for unit in play.all_aircraft() if play.is_sea(unit.at))
    return (unit for unit in at_sea if unit.power == power and not unit.aboard)


# -- fighters that board new carriers


def places_wanted(play: Play, action: Mobilize) -> tuple[int, int]:
    """Return the room on carriers that the existing planes of the action need, and that its new ones need."""
    existing = sum(deck_size(play, unit) for unit in play.units(action.fighters))
    if not play.is_sea(action.space):
        return existing, 0
    return existing, sum((unit.carrier_cost or 0) * number for unit, number in types_of(play, action).items())


def places_there(play: Play, action: Mobilize) -> tuple[int, int]:
    """Return the room on new carriers, and on all carriers, once the action has placed its carriers."""
    coming = sum((unit.carrier_room or 0) * number for unit, number in types_of(play, action).items())
    ships = carriers(play, action.power, action.space)
    rooms = {ship.id: room_left(play, ship, action.fighters) for ship in ships}
    new = sum(rooms[ship.id] for ship in ships if ship.has(Mark.MOBILIZED))
    return coming + new, coming + sum(rooms.values())


@refuses("{unit} may not move onto a carrier in {space}.", Mobilize)
def planes_stay_where_they_landed(play: Play, action: Mobilize) -> Breaches:
    """All aircraft land before new units are placed, and they do not move after that."""
    for unit in play.units(action.fighters):
        near = unit.at in (producer_of(play, action), action.space)
        if not play.ask("boards-new-carrier", False, unit=unit, power=action.power, near=near):
            yield {"unit": unit, "space": action.space}


@allows("{unit} moves onto the new carrier.", "boards-new-carrier")
def existing_fighters_onto_new_carriers(play: Play, unit: Unit, power: str, near: bool) -> bool:
    """A fighter that is already in the territory of the complex, or in the sea zone, may move onto a carrier that is
    built there."""
    return near and unit.power == power


@allows("{unit} moves onto the new carrier of {power}.", "boards-new-carrier")
def allied_fighters_onto_new_carriers(play: Play, unit: Unit, power: str, near: bool) -> bool:
    """An ally's fighter in the territory of the complex or in the sea zone also moves onto a carrier that is built
    there."""
    return near and unit.power != power and play.allied(unit.power, power)


@refuses("The carriers in {space} have no room for all planes that are to go aboard: {planes}.", Mobilize)
def new_decks_have_room(play: Play, action: Mobilize) -> Breaches:
    """New aircraft placed at sea need room on a carrier. Aircraft that were there before need room on the new carrier
    that they board."""
    existing, new = places_wanted(play, action)
    on_new, on_all = places_there(play, action)
    misfits = [unit for unit in play.units(action.fighters) if not deck_size(play, unit)]
    if misfits or existing > on_new or existing + new > on_all:
        yield {"planes": existing + new + len(misfits), "space": action.space}


@refuses("New planes may not be placed on existing carriers in {space}.", Mobilize)
def new_fighters_on_new_carriers(play: Play, action: Mobilize) -> IsBreach:
    """New fighters may be placed on new carriers, but not on carriers that were there before."""
    existing, new = places_wanted(play, action)
    on_new, on_all = places_there(play, action)
    return on_new < existing + new <= on_all and existing <= on_new
