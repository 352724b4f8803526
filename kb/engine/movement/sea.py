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


@refuses(
    "hostile-zones-stop-ships",
    "{unit} must stop in {space}, which is hostile.",
    Move,
    about="A ship that enters a hostile sea zone stops there.",
)
def hostile_zones_stop_ships(play: Play, action: Move) -> Iterator[Facts]:
    for unit, space in hostile_spaces_passed(play, action, UnitKind.SHIP):
        if not play.ask(questions.movement.passes_hostile_zone, unit=unit, space=space, power=action.power):
            yield {"unit": unit, "space": space}


@answers(
    "submarines-pass-hostile-zones",
    "{unit} passes through {space} unseen.",
    questions.movement.passes_hostile_zone,
    about="{units} pass through hostile sea zones.",
)
def submarines_pass_hostile_zones(
    play: Play, answer: bool, unit: Unit, space: str, power: str, *, units: Names = given.units("the types that pass")
) -> bool:
    return answer or unit.type in units


@answers(
    "destroyers-stop-submarines",
    "{unit} must stop in {space}: a destroyer is there.",
    questions.movement.passes_hostile_zone,
    about="An enemy {units:one} in a sea zone stops submarines.",
)
def destroyers_stop_submarines(
    play: Play,
    answer: bool,
    unit: Unit,
    space: str,
    power: str,
    *,
    units: Names = given.units("the types that stop submarines"),
) -> bool:
    return answer and not any(enemy.type in units for enemy in enemies_to_meet(play, power, space))


@answers(
    "submerged-units-are-no-obstacle",
    "{unit} is submerged and makes no zone hostile.",
    questions.sides.makes_zone_hostile,
    about="A sea zone in which all enemies are submerged is not hostile.",
)
def submerged_units_are_no_obstacle(play: Play, answer: bool, unit: Unit, power: str) -> bool:
    return answer and not unit.has(Mark.SUBMERGED)


@answers(
    "enemy-submarines-can-be-ignored",
    "{unit} makes no zone hostile to movement.",
    questions.sides.makes_zone_hostile,
    about="A sea zone in which the only enemies are {units:or} may be treated as friendly.",
)
def enemy_submarines_can_be_ignored(
    play: Play,
    answer: bool,
    unit: Unit,
    power: str,
    *,
    units: Names = given.units("the types that make no zone hostile"),
) -> bool:
    return answer and unit.type not in units


@refuses(
    "canals-need-their-banks",
    "{unit} may not pass {canal}: to {power} it is shut by {banks}.",
    Move,
    about="A ship passes a canal only if its side held both banks when the turn began.",
)
def canals_need_their_banks(play: Play, action: Move) -> Iterator[Facts]:
    ships = [unit for unit in play.units(action.units) if is_kind(play, unit, UnitKind.SHIP)]
    for start, end in crossings(action.route) if ships else ():
        for canal in play.board.canals:
            if {canal.one, canal.other} == {start, end} and (shut := _shut_by(play, action.power, canal)):
                stopped = [
                    ship for ship in ships if not play.ask(questions.movement.slips_through, unit=ship, canal=canal)
                ]
                if stopped:
                    yield {"unit": stopped[0], "canal": canal.id, "power": action.power, "banks": shut}


@answers(
    "submarines-slip-through-straits",
    "{unit} may pass {canal}, whoever holds it.",
    questions.movement.slips_through,
    about="{units} pass {spaces} whoever holds it.",
)
def submarines_slip_through_straits(
    play: Play,
    answer: bool,
    unit: Unit,
    canal: Canal,
    *,
    units: Names = given.units("the types that pass"),
    spaces: Names = given.spaces("the land whose passages are open to them"),
) -> bool:
    open_to = all(land in spaces for land in canal.lands)
    return answer or (open_to and unit.type in units)


@refuses(
    "straits-are-closed",
    "{unit} may not move into or out of {space}: the straits are closed.",
    Move,
    about="No ship of any power enters or leaves {spaces:or}.",
)
def straits_are_closed(
    play: Play, action: Move, *, spaces: Names = given.spaces("the closed sea zones")
) -> Iterator[Facts]:
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


@answers(
    "passages-need-own-control",
    "{power} itself has to hold {land}.",
    questions.movement.opens_canal,
    about="At {spaces} a friend's control opens no passage.",
)
def passages_need_own_control(
    play: Play,
    answer: bool,
    land: str,
    holder: str,
    power: str,
    *,
    spaces: Names = given.spaces("the land whose passages only its holder uses"),
) -> bool:
    return answer and (holder == power or land not in spaces)


@refuses(
    "offloading-ends-the-move",
    "{unit} has offloaded this turn and stays.",
    Move,
    Load,
    about="A transport that has offloaded neither moves nor loads again in that turn.",
)
def offloading_ends_the_move(play: Play, action: Move | Load) -> Iterator[Facts]:
    ids = action.units if isinstance(action, Move) else (action.transport,)
    for unit in play.units(ids):
        stopped = unit.has(Mark.OFFLOADED) and is_kind(play, unit, UnitKind.SHIP)
        if stopped and not play.ask(questions.movement.goes_on_after_offloading, unit=unit):
            yield {"unit": unit}
