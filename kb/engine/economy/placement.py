"""Where new units may be placed, and how many of them."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine import questions
from kb.engine.board.holders import held_at_start, holder_of
from kb.engine.board.spaces import is_land, is_sea
from kb.engine.core import given
from kb.engine.core.actions import Move
from kb.engine.core.facts import COMPLEXES
from kb.engine.core.given import Names
from kb.engine.core.play import Play
from kb.engine.core.position import Facts, Mark
from kb.engine.core.registry import answers, refuses
from kb.engine.economy.complexes import capacity
from kb.engine.economy.mobilize import Mobilize, made, made_before, new_complexes, producer_of, types_of, zone_of
from kb.engine.economy.purchase import counted
from kb.engine.units.complexes import complexes
from kb.games.board_model import UnitKind


@refuses("{power} has {waiting} {unit:{waiting}} in the mobilization zone, not {number}.", Mobilize)
def only_bought_units_mobilize(play: Play, action: Mobilize) -> Iterator[Facts]:
    """Only units that were bought this turn are placed."""
    for unit, number in counted(action.units).items():
        waiting = play.position.bought.get((zone_of(play, action), unit), 0)
        if number > waiting:
            yield {"power": action.power, "unit": unit, "number": number, "waiting": waiting}


@refuses("There is no industrial complex in {territory}.", Mobilize)
def complex_needed(play: Play, action: Mobilize, *, units: Names = given.fact(COMPLEXES)) -> Iterator[Facts]:
    """Units are placed where there is {units:a}."""
    if made(play, action) and not complexes(play, producer_of(play, action)):
        yield {"territory": producer_of(play, action)}


@refuses("{power} has not held {territory} since its turn began.", Mobilize)
def territory_held_since_start_of_turn(play: Play, action: Mobilize) -> Iterator[Facts]:
    """Nothing is placed or built in land that was captured this turn."""
    territory = producer_of(play, action)
    at_once = play.ask(questions.economy.usable_at_once, power=action.power, territory=territory)
    since = action.power if at_once else held_at_start(play, territory)
    if is_land(play, territory) and {holder_of(play, territory), since} != {action.power}:
        yield {"power": action.power, "territory": territory}


@refuses("{power} has not had the complex in {territory} since its turn began.", Mobilize)
def complex_held_since_start_of_turn(play: Play, action: Mobilize) -> Iterator[Facts]:
    """A complex that is new, or was captured and then moved, makes no units in that turn."""
    # one that was captured together with its territory is refused by the rule about the territory
    territory = producer_of(play, action)
    there = complexes(play, territory) if made(play, action) else []
    fresh = [unit for unit in there if unit.marks & {Mark.MOBILIZED, Mark.CAPTURED}]
    if there and fresh == there and held_at_start(play, territory) == action.power:
        yield {"power": action.power, "territory": territory}


@refuses("{territory} makes {limit} units in a turn, not {number}.", Mobilize)
def production_limit(play: Play, action: Mobilize) -> Iterator[Facts]:
    """In one turn a complex makes no more units than its territory is worth in IPCs, unless another rule changes the
    limit."""
    territory = producer_of(play, action)
    limit, coming = capacity(play, territory), made(play, action)
    number = made_before(play, territory) + coming
    too_many = bool(coming and complexes(play, territory)) and number > limit
    if too_many and play.ask(questions.economy.production_is_limited, territory=territory):
        yield {"territory": territory, "limit": limit, "number": number}


@answers("{territory} makes any number of units.", questions.economy.production_is_limited)
def complexes_at_home_have_no_limit(play: Play, answer: bool, territory: str) -> bool:
    """In territory that its original owner holds, a complex makes any number of units."""
    return answer and play.board.space(territory).owner != holder_of(play, territory)


@refuses("{space} is neither {territory} nor a sea zone on its coast.", Mobilize)
def new_units_appear_at_the_complex(play: Play, action: Mobilize) -> Iterator[Facts]:
    """New units are placed in the territory of the complex or in a sea zone that borders it."""
    space, territory = action.space, producer_of(play, action)
    coast = is_sea(play, space) and play.board.bordering(territory, space)
    if space != territory and not coast:
        yield {"space": space, "territory": territory}


@refuses("{unit} cannot be placed in {space}.", Mobilize)
def new_ships_go_to_sea(play: Play, action: Mobilize) -> Iterator[Facts]:
    """New ships are placed in a sea zone."""
    if is_land(play, action.space):
        for unit in types_of(play, action):
            if unit.kind is UnitKind.SHIP:
                yield {"unit": unit.id, "space": action.space}


@refuses("{unit} cannot be placed in {space}.", Mobilize)
def new_land_units_stay_ashore(play: Play, action: Mobilize) -> Iterator[Facts]:
    """New units other than ships, and aircraft that can land on carriers, are placed in the territory."""
    if is_sea(play, action.space):
        for unit in types_of(play, action):
            if unit.kind is not UnitKind.SHIP and unit.carrier_cost is None:
                yield {"unit": unit.id, "space": action.space}


@refuses("A new {unit} cannot be placed in {space}.", Mobilize)
def new_planes_stay_ashore(play: Play, action: Mobilize) -> Iterator[Facts]:
    """New aircraft are placed ashore, even those that could land on carriers."""
    if is_sea(play, action.space):
        for unit in types_of(play, action):
            if unit.carrier_cost is not None:
                yield {"unit": unit.id, "space": action.space}


@refuses("{space} is worth {value} IPCs, too little for a complex.", Mobilize)
def complexes_need_a_value(
    play: Play,
    action: Mobilize,
    *,
    least_value: int = given.number("the least value of a territory for a new complex, in IPCs", key="value"),
) -> Iterator[Facts]:
    """An industrial complex is built only in a territory worth {value:IPC} or more."""
    value = play.board.space(action.space).value or 0
    poor = is_land(play, action.space) and value < least_value
    if poor and new_complexes(play, action):
        yield {"space": action.space, "value": value}


@refuses("{space} would have {number} industrial complexes.", Mobilize, Move)
def one_complex_a_territory(
    play: Play,
    action: Mobilize | Move,
    *,
    at_most: int = given.number("how many complexes a territory has at most", key="complexes"),
    types: Names = given.fact(COMPLEXES),
) -> Iterator[Facts]:
    """A territory has at most {complexes:industrial complex}, built there or moved there."""
    if isinstance(action, Mobilize):
        space, new = action.space, new_complexes(play, action)
    else:
        space, new = action.route[-1], sum(unit.type in types for unit in play.units(action.units))
    number = new + len(complexes(play, space)) if new else 0
    if number > at_most:
        yield {"space": space, "number": number}
