"""The rules of air and naval bases: when they work, whom they send further, and how they repair ships."""

from __future__ import annotations

from kb.engine.board.capitals import capital_lost
from kb.engine.board.spaces import is_land
from kb.engine.board.unit_types import is_kind
from kb.engine.core.given import Number, Units
from kb.engine.core.moments import PURCHASE_UNITS, start_of
from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit
from kb.engine.core.registry import answers, happens
from kb.engine.units.bases import base_at, harbor_at
from kb.engine.units.damage import repair
from kb.games.board_model import UnitKind


@answers(
    "damaged-bases-do-not-work",
    "{base} is out of action.",
    "base-works",
    about="A base with {damage} or more damage markers does not work.",
    given={"damage": Number("with how many damage markers a base stops working")},
)
def damaged_bases_do_not_work(play: Play, answer: bool, base: Unit) -> bool:
    return answer and base.damage < play.number("damaged-bases-do-not-work", "damage")


@answers(
    "captured-bases-wait",
    "{base} was captured this turn.",
    "base-works",
    about="A captured base works from the next turn on.",
)
def captured_bases_wait(play: Play, answer: bool, base: Unit) -> bool:
    return answer and not base.has(Mark.CAPTURED)


@answers(
    "air-bases-send-aircraft-further",
    "{unit} starts from an air base: it has {now} spaces.",
    "movement",
    about="Aircraft that start from {units:a} of their side fly {spaces:more space}.",
    given={"units": Units("the types that give a longer range"), "spaces": Number("how many spaces are added")},
)
def air_bases_send_aircraft_further(
    play: Play, answer: int, unit: Unit, route: tuple[str, ...], group: tuple[int, ...]
) -> int:
    rule = "air-bases-send-aircraft-further"
    start = unit.came[0] if unit.came else unit.at
    if not is_kind(play, unit, UnitKind.AIR) or not is_land(play, start):
        return answer
    return answer + play.number(rule, "spaces") * bool(base_at(play, play.names(rule, "units"), start, unit.power))


@answers(
    "naval-bases-send-ships-further",
    "{unit} starts from a naval base: it has {now} spaces.",
    "movement",
    about="Ships that start from a sea zone next to {units:a} of their side sail {spaces:more space}.",
    given={"units": Units("the types that give a longer range"), "spaces": Number("how many spaces are added")},
)
def naval_bases_send_ships_further(
    play: Play, answer: int, unit: Unit, route: tuple[str, ...], group: tuple[int, ...]
) -> int:
    rule = "naval-bases-send-ships-further"
    start = unit.came[0] if unit.came else unit.at
    if not is_kind(play, unit, UnitKind.SHIP):
        return answer
    return answer + play.number(rule, "spaces") * bool(harbor_at(play, play.names(rule, "units"), start, unit.power))


@answers(
    "no-repairs-without-a-capital",
    "{power} has lost its capital and repairs nothing.",
    "repairs-ships",
    about="A power whose capital is in enemy hands repairs no ships.",
)
def no_repairs_without_a_capital(play: Play, answer: bool, power: str) -> bool:
    return answer and not capital_lost(play, power)


@happens(
    "naval-bases-repair-ships",
    "Damaged ships at a naval base are repaired.",
    start_of(PURCHASE_UNITS),
    about="Damaged ships in a sea zone next to {units:a} of their side are repaired.",
    given={"units": Units("the types at which ships are repaired")},
)
def naval_bases_repair_ships(play: Play, power: str) -> None:
    types = play.names("naval-bases-repair-ships", "units")
    hurt = [
        unit
        for unit in play.position.units.values()
        if unit.power == power and unit.damage and is_kind(play, unit, UnitKind.SHIP)
    ]
    in_dock = [unit for unit in hurt if harbor_at(play, types, unit.at, power)]
    if in_dock and play.ask("repairs-ships", True, power=power):
        repair(play, in_dock)
