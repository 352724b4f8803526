"""Mobilization: bought units appear at the complexes of their power, fighters on new carriers.

Moment: ``mobilized`` (``power``, ``units``, ``space``), when units have been placed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kb.engine.board.economies import account_of, accounts
from kb.engine.board.holders import held_at_start, holder_of
from kb.engine.board.spaces import is_land, is_sea
from kb.engine.board.unit_types import is_kind
from kb.engine.core.actions import EndPhase, Mobilize, Move, Purchase
from kb.engine.core.given import Number, Phases, Units
from kb.engine.core.moments import MOBILIZE_UNITS, end_of
from kb.engine.core.play import Play
from kb.engine.core.position import Edit, Mark, Unit
from kb.engine.core.registry import answers, effect_of, happens, refuses
from kb.engine.core.values import replace
from kb.engine.economy.capitals import forfeit
from kb.engine.economy.complexes import capacity
from kb.engine.economy.purchase import counted, price_of_units
from kb.engine.units.complexes import complexes, is_complex
from kb.engine.units.decks import is_carrier, room_left, size
from kb.games.board_model import UnitKind, UnitType


def producer_of(play: Play, action: Mobilize) -> str:
    """The territory whose complex makes the units.

    Where none is named it is the one they appear in, or at sea the only one on the coast with a complex of the power.
    """
    if action.producer or is_land(play, action.space):
        return action.producer or action.space
    coast = [space for space in play.board.around(action.space) if _has_complex(play, action.power, space)]
    return coast[0] if len(coast) == 1 else action.space


def new_complexes(play: Play, action: Mobilize) -> int:
    """How many of the units are industrial complexes."""
    return sum(number for unit, number in counted(action.units).items() if is_complex(play, unit))


def made(play: Play, action: Mobilize) -> int:
    """How many of the units a complex has to make: all but new complexes, and what rules let come without one."""
    return sum(
        number
        for unit, number in counted(action.units).items()
        if not is_complex(play, unit) and play.ask("made-by-a-complex", True, unit=unit, power=action.power)
    )


def made_before(play: Play, territory: str) -> int:
    """How many units the complex of a territory has made this turn."""
    return int(play.position.turn_notes.get(("made", territory), 0))


@refuses(
    "only-bought-units-mobilize",
    "{power} has {waiting} {unit} in the mobilization zone, not {number}.",
    Mobilize,
    about="Only units that were bought this turn are placed.",
)
def only_bought_units_mobilize(play: Play, action: Mobilize) -> Iterator[dict[str, Any]]:
    for unit, number in counted(action.units).items():
        waiting = play.position.bought.get((_zone_of(play, action), unit), 0)
        if number > waiting:
            yield {"power": action.power, "unit": unit, "number": number, "waiting": waiting}


@refuses(
    "complex-needed",
    "There is no industrial complex in {territory}.",
    Mobilize,
    about="Units are placed where there is {units:a}.",
    given={"units": Units("the types that count as an industrial complex")},
)
def complex_needed(play: Play, action: Mobilize) -> Iterator[dict[str, Any]]:
    if made(play, action) and not complexes(play, producer_of(play, action)):
        yield {"territory": producer_of(play, action)}


@refuses(
    "territory-held-since-start-of-turn",
    "{power} has not held {territory} since its turn began.",
    Mobilize,
    about="Nothing is placed or built in land that was captured this turn.",
)
def territory_held_since_start_of_turn(play: Play, action: Mobilize) -> Iterator[dict[str, Any]]:
    territory = producer_of(play, action)
    at_once = play.ask("serves-at-once", False, power=action.power, territory=territory)
    since = action.power if at_once else held_at_start(play, territory)
    if {holder_of(play, territory), since} != {action.power}:
        yield {"power": action.power, "territory": territory}


@refuses(
    "complex-held-since-start-of-turn",
    "{power} has not had the complex in {territory} since its turn began.",
    Mobilize,
    about="A complex that is new, or was captured and then moved, makes no units in that turn.",
)
def complex_held_since_start_of_turn(play: Play, action: Mobilize) -> Iterator[dict[str, Any]]:
    """A complex that was captured together with its territory is refused by the rule about the territory."""
    territory = producer_of(play, action)
    there = complexes(play, territory) if made(play, action) else []
    fresh = [unit for unit in there if unit.marks & {Mark.MOBILIZED, Mark.CAPTURED}]
    if there and fresh == there and held_at_start(play, territory) == action.power:
        yield {"power": action.power, "territory": territory}


@refuses(
    "production-limit",
    "{territory} makes {limit} units in a turn, not {number}.",
    Mobilize,
    about="In one turn a complex makes no more units than its territory is worth in IPCs, unless another rule changes the limit.",
)
def production_limit(play: Play, action: Mobilize) -> Iterator[dict[str, Any]]:
    territory = producer_of(play, action)
    limit, coming = capacity(play, territory), made(play, action)
    number = made_before(play, territory) + coming
    too_many = bool(coming and complexes(play, territory)) and number > limit
    if too_many and play.ask("production-is-limited", True, territory=territory):
        yield {"territory": territory, "limit": limit, "number": number}


@answers(
    "complexes-at-home-have-no-limit",
    "{territory} makes any number of units.",
    "production-is-limited",
    about="In territory that its original owner holds, a complex makes any number of units.",
)
def complexes_at_home_have_no_limit(play: Play, answer: bool, territory: str) -> bool:
    return answer and play.board.space(territory).owner != holder_of(play, territory)


@refuses(
    "new-units-appear-at-the-complex",
    "{space} is neither {territory} nor a sea zone on its coast.",
    Mobilize,
    about="New units are placed in the territory of the complex or in a sea zone that borders it.",
)
def new_units_appear_at_the_complex(play: Play, action: Mobilize) -> Iterator[dict[str, Any]]:
    space, territory = action.space, producer_of(play, action)
    coast = is_sea(play, space) and play.board.bordering(territory, space)
    if space != territory and not coast:
        yield {"space": space, "territory": territory}


@refuses(
    "new-ships-go-to-sea", "{unit} cannot be placed in {space}.", Mobilize, about="New ships are placed in a sea zone."
)
def new_ships_go_to_sea(play: Play, action: Mobilize) -> Iterator[dict[str, Any]]:
    if is_land(play, action.space):
        for unit in types_of(play, action):
            if unit.kind is UnitKind.SHIP:
                yield {"unit": unit.id, "space": action.space}


@refuses(
    "new-land-units-stay-ashore",
    "{unit} cannot be placed in {space}.",
    Mobilize,
    about="New units other than ships, and aircraft that can land on carriers, are placed in the territory.",
)
def new_land_units_stay_ashore(play: Play, action: Mobilize) -> Iterator[dict[str, Any]]:
    if is_sea(play, action.space):
        for unit in types_of(play, action):
            if unit.kind is not UnitKind.SHIP and unit.carrier_cost is None:
                yield {"unit": unit.id, "space": action.space}


@refuses(
    "new-planes-stay-ashore",
    "A new {unit} cannot be placed in {space}.",
    Mobilize,
    about="New aircraft are placed ashore, even those that could land on carriers.",
)
def new_planes_stay_ashore(play: Play, action: Mobilize) -> Iterator[dict[str, Any]]:
    if is_sea(play, action.space):
        for unit in types_of(play, action):
            if unit.carrier_cost is not None:
                yield {"unit": unit.id, "space": action.space}


@refuses(
    "complexes-need-a-value",
    "{space} is worth {value} IPCs, too little for a complex.",
    Mobilize,
    about="An industrial complex is built only in a territory worth {value:IPC} or more.",
    given={"value": Number("the least value of a territory for a new complex, in IPCs")},
)
def complexes_need_a_value(play: Play, action: Mobilize) -> Iterator[dict[str, Any]]:
    value = play.board.space(action.space).value or 0
    poor = is_land(play, action.space) and value < play.number("complexes-need-a-value", "value")
    if poor and new_complexes(play, action):
        yield {"space": action.space, "value": value}


@refuses(
    "one-complex-a-territory",
    "{space} would have {number} industrial complexes.",
    Mobilize,
    Move,
    about="A territory has at most {complexes:industrial complex}, built there or moved there.",
    given={"complexes": Number("how many complexes a territory has at most")},
)
def one_complex_a_territory(play: Play, action: Mobilize | Move) -> Iterator[dict[str, Any]]:
    if isinstance(action, Mobilize):
        space, new = action.space, new_complexes(play, action)
    else:
        types = play.names("complex-needed", "units")
        space, new = action.route[-1], sum(unit.type in types for unit in play.units(action.units))
    number = new + len(complexes(play, space)) if new else 0
    if number > play.number("one-complex-a-territory", "complexes"):
        yield {"space": space, "number": number}


def carriers(play: Play, power: str, zone: str) -> list[Unit]:
    """The carriers of a power in a zone, the newly built ones first."""
    ships = [unit for unit in play.position.at(zone) if unit.power == power and is_carrier(play, unit)]
    return sorted(ships, key=lambda ship: not ship.has(Mark.MOBILIZED))


# -- what happens


@effect_of(Mobilize)
def mobilize(play: Play, action: Mobilize) -> None:
    """Place the units; planes at sea, and the existing fighters named, go aboard the carriers."""
    territory, new = producer_of(play, action), _arrivals(play, action)
    edits = [*play.put(*new), *_out_of_the_zone(play, action)]
    if made(play, action):
        edits.append(("turn_notes", ("made", territory), made_before(play, territory) + made(play, action)))
    play.happen("mobilized", *edits, power=action.power, units=new, space=action.space, producer=territory)
    play.every("mobilized", power=action.power, units=new, space=action.space)
    at_sea = is_sea(play, action.space)
    planes = [unit for unit in new if at_sea and is_kind(play, unit, UnitKind.AIR)]
    for plane in (*play.units(action.fighters), *planes):
        _board(play, action, plane)


@happens(
    "unplaced-units-are-lost",
    "What {power} has not placed is lost.",
    end_of(MOBILIZE_UNITS),
    about="Bought units that are not placed are lost.",
)
def unplaced_units_are_lost(play: Play, power: str) -> None:
    for each in accounts(play, power):
        forfeit(play, each)


@happens(
    "unplaced-units-are-refunded",
    "{power} gets back what it paid for units without a place.",
    end_of(MOBILIZE_UNITS),
    about="Bought units that are not placed are returned, and their price goes back to the treasury.",
)
def unplaced_units_are_refunded(play: Play, power: str) -> None:
    for each in accounts(play, power):
        left = [(unit, number) for (owner, unit), number in play.position.bought.items() if owner == each]
        ipcs = price_of_units(play, Purchase(power, tuple(left)))
        if ipcs:
            total = play.position.treasuries.get(each, 0) + ipcs
            play.happen("refunded", ("treasuries", each, total), power=each, units=dict(left), ipcs=ipcs)
        forfeit(play, each)


@refuses(
    "what-can-be-placed-is-placed",
    "{power} can still place {unit} in {space}.",
    EndPhase,
    about="A bought unit that can be placed has to be placed.",
    given={"phases": Phases("the phases that do not end before that is done")},
)
def what_can_be_placed_is_placed(play: Play, action: EndPhase) -> Iterator[dict[str, Any]]:
    if play.phase in play.names("what-can-be-placed-is-placed", "phases"):
        for power in play.players:
            for unit in _waiting(play, power):
                able = (each for each in placements(play, power, unit) if next(play.refusals(each), None) is None)
                if found := next(able, None):
                    yield {"power": power, "unit": unit, "space": found.space}


def placements(play: Play, power: str, unit: str) -> Iterator[Mobilize]:
    """Every way to place one unit, on the land of a power or off its coast; the rules have not been asked."""
    for land in sorted(land for land, holder in play.position.holders.items() if holder == power):
        for space in (land, *(near for near in sorted(play.board.around(land)) if is_sea(play, near))):
            yield Mobilize(power, ((unit, 1),), space, land)


def _waiting(play: Play, power: str) -> list[str]:
    """What waits in the mobilization zone of a power."""
    own = accounts(play, power)
    return [unit for (owner, unit), number in play.position.bought.items() if owner in own and number]


def _arrivals(play: Play, action: Mobilize) -> list[Unit]:
    types = [unit for unit, number in counted(action.units).items() for _ in range(number)]
    return [
        Unit(unit_id, unit, action.power, action.space, marks=frozenset({Mark.MOBILIZED}))
        for unit_id, unit in enumerate(types, play.next_id())
    ]


def _out_of_the_zone(play: Play, action: Mobilize) -> list[Edit]:
    """The edits that take the units out of the mobilization zone."""
    edits: list[Edit] = []
    for unit, number in counted(action.units).items():
        left = play.position.bought.get((_zone_of(play, action), unit), 0) - number
        edits.append(("bought", (_zone_of(play, action), unit), left if left > 0 else None))
    return edits


def _zone_of(play: Play, action: Mobilize) -> str:
    """Whose mobilization zone the units come from: that of the economy which the producer is of."""
    return account_of(play, action.power, producer_of(play, action))


def _board(play: Play, action: Mobilize, plane: Unit) -> None:
    """Put a plane on the first carrier with room, the new ones first."""
    ships = carriers(play, action.power, action.space)
    roomy = [ship for ship in ships if room_left(play, ship, (plane.id,)) >= size(play, plane)]
    ship = next(iter(roomy or ships), None)
    moved = replace(plane, at=action.space, aboard=ship.id if ship else 0)
    play.happen("boarded", *play.put(moved), unit=plane, ship=ship, space=action.space)


def _has_complex(play: Play, power: str, space: str) -> bool:
    return any(unit.power == power for unit in complexes(play, space))


def types_of(play: Play, action: Mobilize) -> dict[UnitType, int]:
    """How many units of each type are placed."""
    return {play.board.unit(unit): number for unit, number in counted(action.units).items()}
