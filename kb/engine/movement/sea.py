"""The rules of ships: where hostile sea zones stop them, what submarines pass, and who may use canals and straits."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine import questions
from kb.engine.board.enemies import enemies_to_meet
from kb.engine.board.holders import held_at_start
from kb.engine.board.sides import allied
from kb.engine.board.unit_types import is_kind
from kb.engine.core import given
from kb.engine.core.actions import Load, Move
from kb.engine.core.given import Names
from kb.engine.core.play import Play
from kb.engine.core.position import Facts, Mark, Unit
from kb.engine.core.registry import answers, refuses
from kb.engine.units.moving import crossings, hostile_spaces_passed
from kb.games.board_model import Canal, UnitKind


@refuses("{unit} must stop in {space}, which is hostile.", Move)
def hostile_zones_stop_ships(play: Play, action: Move) -> Iterator[Facts]:
    """A ship that enters a hostile sea zone stops there."""
    for unit, space in hostile_spaces_passed(play, action, UnitKind.SHIP):
        if not play.ask(questions.movement.passes_hostile_zone, unit=unit, space=space, power=action.power):
            yield {"unit": unit, "space": space}


@answers("{unit} passes through {space} unseen.", questions.movement.passes_hostile_zone)
def submarines_pass_hostile_zones(
    play: Play, answer: bool, unit: Unit, space: str, power: str, *, units: Names = given.units("the types that pass")
) -> bool:
    """{units} pass through hostile sea zones."""
    return answer or unit.type in units


@answers("{unit} must stop in {space}: a destroyer is there.", questions.movement.passes_hostile_zone)
def destroyers_stop_submarines(
    play: Play,
    answer: bool,
    unit: Unit,
    space: str,
    power: str,
    *,
    units: Names = given.units("the types that stop submarines"),
) -> bool:
    """An enemy {units:one} in a sea zone stops submarines."""
    return answer and not any(enemy.type in units for enemy in enemies_to_meet(play, power, space))


@answers("{unit} is submerged and makes no zone hostile.", questions.sides.makes_zone_hostile)
def submerged_units_are_no_obstacle(play: Play, answer: bool, unit: Unit, power: str) -> bool:
    """A sea zone in which all enemies are submerged is not hostile."""
    return answer and not unit.has(Mark.SUBMERGED)


@answers("{unit} makes no zone hostile to movement.", questions.sides.makes_zone_hostile)
def enemy_submarines_can_be_ignored(
    play: Play,
    answer: bool,
    unit: Unit,
    power: str,
    *,
    units: Names = given.units("the types that make no zone hostile"),
) -> bool:
    """A sea zone in which the only enemies are {units:or} may be treated as friendly."""
    return answer and unit.type not in units


@refuses("{unit} may not pass {canal}: to {power} it is shut by {banks}.", Move)
def canals_need_their_banks(play: Play, action: Move) -> Iterator[Facts]:
    """A ship passes a canal only if its side held both banks when the turn began."""
    ships = [unit for unit in play.units(action.units) if is_kind(play, unit, UnitKind.SHIP)]
    for start, end in crossings(action.route) if ships else ():
        for canal in play.board.canals:
            if {canal.one, canal.other} == {start, end} and (shut := _shut_by(play, action.power, canal)):
                stopped = [
                    ship for ship in ships if not play.ask(questions.movement.slips_through, unit=ship, canal=canal)
                ]
                if stopped:
                    yield {"unit": stopped[0], "canal": canal.id, "power": action.power, "banks": shut}


@answers("{unit} may pass {canal}, whoever holds it.", questions.movement.slips_through)
def submarines_slip_through_straits(
    play: Play,
    answer: bool,
    unit: Unit,
    canal: Canal,
    *,
    units: Names = given.units("the types that pass"),
    spaces: Names = given.spaces("the land whose passages are open to them"),
) -> bool:
    """{units} pass {spaces} whoever holds it."""
    open_to = all(land in spaces for land in canal.lands)
    return answer or (open_to and unit.type in units)


@refuses("{unit} may not move into or out of {space}: the straits are closed.", Move)
def straits_are_closed(
    play: Play, action: Move, *, spaces: Names = given.spaces("the closed sea zones")
) -> Iterator[Facts]:
    """No ship of any power enters or leaves {spaces:or}."""
    shut = [space for space in action.route if space in spaces]
    for unit in play.units(action.units) if shut else ():
        if is_kind(play, unit, UnitKind.SHIP):
            yield {"unit": unit, "space": shut[0]}


def _shut_by(play: Play, power: str, canal: Canal) -> tuple[str, ...]:
    """The lands beside a canal whose holders, when the turn began, do not let the power through."""
    return tuple(land for land in canal.lands if not _opens(play, power, land, held_at_start(play, land)))


def _opens(play: Play, power: str, land: str, holder: str) -> bool:
    return play.adjust(
        questions.movement.opens_canal, allied(play, power, holder), land=land, holder=holder, power=power
    )


@answers("{power} itself has to hold {land}.", questions.movement.opens_canal)
def passages_need_own_control(
    play: Play,
    answer: bool,
    land: str,
    holder: str,
    power: str,
    *,
    spaces: Names = given.spaces("the land whose passages only its holder uses"),
) -> bool:
    """At {spaces} a friend's control opens no passage."""
    return answer and (holder == power or land not in spaces)


@refuses("{unit} has offloaded this turn and stays.", Move, Load)
def offloading_ends_the_move(play: Play, action: Move | Load) -> Iterator[Facts]:
    """A transport that has offloaded neither moves nor loads again in that turn."""
    ids = action.units if isinstance(action, Move) else (action.transport,)
    for unit in play.units(ids):
        stopped = unit.has(Mark.OFFLOADED) and is_kind(play, unit, UnitKind.SHIP)
        if stopped and not play.ask(questions.movement.goes_on_after_offloading, unit=unit):
            yield {"unit": unit}
