"""The rules of carriers: whose aircraft land on them, where aircraft may expect them, and damaged ones."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine import moments, questions
from kb.engine.board.unit_types import is_kind
from kb.engine.core import given
from kb.engine.core.actions import Move
from kb.engine.core.given import Names
from kb.engine.core.play import Play
from kb.engine.core.position import Facts, Unit
from kb.engine.core.registry import answers, happens, refuses
from kb.engine.movement.landing import Land
from kb.games.board_model import UnitKind


def trapped(play: Play, unit: Unit) -> bool:
    """Whether a plane is aboard a carrier that was damaged before the battle that is being fought, if any."""
    ship = play.position.units.get(unit.aboard)
    if ship is None or not ship.damage or not is_kind(play, unit, UnitKind.AIR):
        return False
    battle = play.position.battle
    return battle is None or unit.id not in battle.units


@answers("{carrier} is damaged and takes no aircraft.", questions.landing.deck_room)
def damaged_carriers_take_no_aircraft(play: Play, answer: int, carrier: Unit) -> int:
    """No aircraft lands on a damaged carrier."""
    return 0 if carrier.damage else answer


@refuses("{unit} is trapped aboard a damaged carrier.", Move, Land)
def damaged_carriers_trap_their_aircraft(play: Play, action: Move | Land) -> Iterator[Facts]:
    """No aircraft takes off from a damaged carrier."""
    for unit in play.units(action.units):
        if trapped(play, unit) and unit.aboard not in action.units:
            yield {"unit": unit}


@answers("{cargo} is trapped and goes where its carrier goes.", questions.movement.goes_along)
def trapped_aircraft_stay_aboard(play: Play, answer: bool, cargo: Unit, ship: Unit) -> bool:
    """Aircraft trapped aboard a damaged carrier sail with it."""
    return answer or trapped(play, cargo)


@answers("{unit} is trapped aboard a damaged carrier and does not defend.", questions.sides.defends)
def trapped_aircraft_do_not_defend(play: Play, answer: bool, unit: Unit) -> bool:
    """Aircraft aboard a carrier that was damaged before the battle do not defend."""
    return answer and not trapped(play, unit)


@answers("{cargo} is trapped and sinks with its carrier.", questions.combat.goes_down_with_its_ship)
def trapped_aircraft_sink_with_their_carrier(play: Play, answer: bool, cargo: Unit, ship: Unit) -> bool:
    """Aircraft trapped aboard a damaged carrier sink with it."""
    fought = play.position.battle is not None and cargo.id in play.position.battle.units
    return answer or (ship.damage > 0 and not fought and is_kind(play, cargo, UnitKind.AIR))


@happens("The planes of a carrier that was hit stay in the air.", moments.battle_over)
def no_landing_on_a_carrier_damaged_in_the_battle(play: Play, space: str, units: list[Unit], attacker: str) -> None:
    """Aircraft that defended in the air do not land on a carrier that was damaged meanwhile."""
    flown = [unit for unit in play.units([unit.id for unit in units]) if trapped(play, unit)]
    if flown:
        play.emit("in-the-air", *play.put(*(unit.marked(aboard=0) for unit in flown)), units=flown, space=space)


@answers("{carrier} takes in no aircraft of {power}.", questions.landing.takes_in)
def aircraft_land_on_their_own_carriers(play: Play, answer: bool, carrier: Unit, power: str) -> bool:
    """Aircraft do not land on another power's carriers."""
    return answer and carrier.power == power


@answers("{carrier} may not sail from {start} to {end}.", questions.landing.carrier_can_reach)
def unreachable_carriers_are_no_landing_place(
    play: Play,
    answer: bool,
    carrier: Unit,
    start: str,
    end: str,
    *,
    rules: Names = given.rules("the rules that can keep a carrier from sailing"),
) -> bool:
    """Aircraft may not rely on landing on a carrier that the rules keep from reaching them."""
    step = Move(carrier.power, (carrier.id,), (start, end))
    return answer and next(play.refusals(step, only=rules), None) is None
