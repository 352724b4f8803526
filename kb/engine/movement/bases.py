"""The rules of air and naval bases: when they work, whom they send further, and how they repair ships."""

from __future__ import annotations

from kb.engine import moments, questions
from kb.engine.board.powers import capital_lost
from kb.engine.board.printed import is_kind, is_land
from kb.engine.core import given
from kb.engine.core.given import Names
from kb.engine.core.play import PURCHASE_UNITS, Play
from kb.engine.core.position import Mark, Unit
from kb.engine.core.registry import answers, happens
from kb.engine.units.facilities import base_at, harbor_at
from kb.engine.units.losses import repair
from kb.games.board_model import UnitKind


@answers("{base} is out of action.", questions.base_works)
def damaged_bases_do_not_work(
    play: Play,
    answer: bool,
    base: Unit,
    *,
    damage: int = given.number("with how many damage markers a base stops working"),
) -> bool:
    """A base with {damage} or more damage markers does not work."""
    return answer and base.damage < damage


@answers("{base} was captured this turn.", questions.base_works)
def captured_bases_work_from_the_next_turn(play: Play, answer: bool, base: Unit) -> bool:
    """A base that was captured this turn works only from the next turn on."""
    return answer and not base.has(Mark.CAPTURED)


@answers("{unit} starts from an air base: it has {now} spaces.", questions.movement)
def air_bases_send_aircraft_further(
    play: Play,
    answer: int,
    unit: Unit,
    route: tuple[str, ...],
    group: tuple[int, ...],
    *,
    units: Names = given.units("the types that give a longer range"),
    spaces: int = given.number("how many spaces are added"),
) -> int:
    """Aircraft that start from {units:a} of their side fly {spaces:more space}."""
    start = unit.came[0] if unit.came else unit.at
    if not is_kind(play, unit, UnitKind.AIR) or not is_land(play, start):
        return answer
    return answer + spaces * bool(base_at(play, units, start, unit.power))


@answers("{unit} starts from a naval base: it has {now} spaces.", questions.movement)
def naval_bases_send_ships_further(
    play: Play,
    answer: int,
    unit: Unit,
    route: tuple[str, ...],
    group: tuple[int, ...],
    *,
    units: Names = given.units("the types that give a longer range"),
    spaces: int = given.number("how many spaces are added"),
) -> int:
    """Ships that start from a sea zone next to {units:a} of their side sail {spaces:more space}."""
    start = unit.came[0] if unit.came else unit.at
    if not is_kind(play, unit, UnitKind.SHIP):
        return answer
    return answer + spaces * bool(harbor_at(play, units, start, unit.power))


@answers("{power} has lost its capital and repairs nothing.", questions.repairs_ships)
def no_repairs_without_a_capital(play: Play, answer: bool, power: str) -> bool:
    """A power whose capital is in enemy hands repairs no ships."""
    return answer and not capital_lost(play, power)


@happens("Damaged ships at a naval base are repaired.", moments.start_of(PURCHASE_UNITS))
def naval_bases_repair_ships(
    play: Play, power: str, *, units: Names = given.units("the types at which ships are repaired")
) -> None:
    """Damaged ships in a sea zone next to {units:a} of their side are repaired."""
    hurt = [
        unit
        for unit in play.position.units.values()
        if unit.power == power and unit.damage and is_kind(play, unit, UnitKind.SHIP)
    ]
    in_dock = [unit for unit in hurt if harbor_at(play, units, unit.at, power)]
    if bool(in_dock) and play.ask(questions.repairs_ships, power=power):
        repair(play, in_dock)
