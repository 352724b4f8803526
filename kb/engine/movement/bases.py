"""Air and naval bases: they send planes and ships further, and repair ships (later games)."""

from __future__ import annotations

from kb.engine import terms
from kb.engine.combat.battles import repair
from kb.engine.economy.capitals import capital_lost
from kb.engine.moments import PURCHASE_UNITS, start_of
from kb.engine.play import Play
from kb.engine.position import Mark, Unit
from kb.engine.registry import answers, happens
from kb.games.board_model import UnitKind


def base_at(play: Play, types: tuple[str, ...], territory: str, power: str) -> Unit | None:
    """A base of one of the types in a territory that works for a power."""
    for unit in play.position.at(territory):
        ours = unit.type in types and terms.allied(play, power, unit.power)
        if ours and terms.hosts(play, unit.power, power, territory) and play.ask("base-works", True, base=unit):
            return unit
    return None


def harbor_at(play: Play, types: tuple[str, ...], zone: str, power: str) -> Unit | None:
    """A base of one of the types on the shore of a sea zone that works for a power."""
    near = sorted(space for space in play.board.around(zone) if terms.is_land(play, space))
    return next((base for base in (base_at(play, types, land, power) for land in near) if base), None)


@answers("damaged-bases-do-not-work", "{base} is out of action.", "base-works")
def damaged_bases_do_not_work(play: Play, answer: bool, base: Unit) -> bool:
    """With so many damage markers a base is out of action. Source in Europe 1940: e40/facilities."""
    return answer and base.damage < play.number("damaged-bases-do-not-work", "damage")


@answers("captured-bases-wait", "{base} was captured this turn.", "base-works")
def captured_bases_wait(play: Play, answer: bool, base: Unit) -> bool:
    """A base that is captured serves from the next turn on. Source in Europe 1940: e40/facilities."""
    return answer and not base.has(Mark.CAPTURED)


@answers("air-bases-send-aircraft-further", "{unit} starts from an air base: it has {now} spaces.", "movement")
def air_bases_send_aircraft_further(
    play: Play, answer: int, unit: Unit, route: tuple[str, ...], group: tuple[int, ...]
) -> int:
    """What takes off from an air base of its side flies a space further. Source in Europe 1940: e40/facilities."""
    rule = "air-bases-send-aircraft-further"
    start = unit.came[0] if unit.came else unit.at
    if not terms.is_kind(play, unit, UnitKind.AIR) or not terms.is_land(play, start):
        return answer
    return answer + play.number(rule, "spaces") * bool(base_at(play, play.names(rule, "units"), start, unit.power))


@answers("naval-bases-send-ships-further", "{unit} starts from a naval base: it has {now} spaces.", "movement")
def naval_bases_send_ships_further(
    play: Play, answer: int, unit: Unit, route: tuple[str, ...], group: tuple[int, ...]
) -> int:
    """A ship that starts from a zone with a naval base of its side on its shore sails a space further.

    Source in Europe 1940: e40/facilities.
    """
    rule = "naval-bases-send-ships-further"
    start = unit.came[0] if unit.came else unit.at
    if not terms.is_kind(play, unit, UnitKind.SHIP):
        return answer
    return answer + play.number(rule, "spaces") * bool(harbor_at(play, play.names(rule, "units"), start, unit.power))


@answers("no-repairs-without-a-capital", "{power} has lost its capital and repairs nothing.", "repairs-ships")
def no_repairs_without_a_capital(play: Play, answer: bool, power: str) -> bool:
    """A power without its capital repairs no ships. Source in Europe 1940: e40/p3-capital."""
    return answer and not capital_lost(play, power)


@happens("naval-bases-repair-ships", "Damaged ships at a naval base are repaired.", start_of(PURCHASE_UNITS))
def naval_bases_repair_ships(play: Play, power: str) -> None:
    """A power's damaged ships are whole again in a zone with a naval base of its side.

    Source in Europe 1940: e40/p1-purchase-repair.
    """
    types = play.names("naval-bases-repair-ships", "units")
    hurt = [
        unit
        for unit in play.position.units.values()
        if unit.power == power and unit.damage and terms.is_kind(play, unit, UnitKind.SHIP)
    ]
    in_dock = [unit for unit in hurt if harbor_at(play, types, unit.at, power)]
    if in_dock and play.ask("repairs-ships", True, power=power):
        repair(play, in_dock)
