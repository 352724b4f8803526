"""The rules of air and naval bases: when they work, whom they send further, and how they repair ships."""

from __future__ import annotations

from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit
from kb.engine.core.rules import Number, Units, changes, forbids, happens, holds
from kb.engine.units.losses import repair


@forbids("{base} is out of action.", "base-works")
def damaged_bases_do_not_work(play: Play, base: Unit, *, damage: Number) -> bool:
    """A base with {damage} or more damage markers does not work."""
    return base.damage >= damage


@forbids("{base} was captured this turn.", "base-works")
def captured_bases_work_from_the_next_turn(play: Play, base: Unit) -> bool:
    """A base that was captured this turn works only from the next turn on."""
    return base.has(Mark.CAPTURED)


@changes("{unit} starts from an air base: it has {now} spaces.", "movement")
def air_bases_send_aircraft_further(play: Play, answer: int, unit: Unit, *, units: Units, spaces: Number) -> int:
    """Aircraft that start from {units:a} of their side fly {spaces:more space}."""
    start = unit.came[0] if unit.came else unit.at
    if not play.is_air(unit) or not play.is_land(start):
        return answer
    return answer + spaces * bool(play.base_at(units, start, unit.power))


@changes("{unit} starts from a naval base: it has {now} spaces.", "movement")
def naval_bases_send_ships_further(play: Play, answer: int, unit: Unit, *, units: Units, spaces: Number) -> int:
    """Ships that start from a sea zone next to {units:a} of their side sail {spaces:more space}."""
    start = unit.came[0] if unit.came else unit.at
    if not play.is_ship(unit):
        return answer
    return answer + spaces * bool(play.harbor_at(units, start, unit.power))


@holds("{power} has lost its capital and repairs nothing.")
def no_repairs_without_a_capital(play: Play, power: str) -> bool:
    """A power whose capital is in enemy hands repairs no ships."""
    return bool(play.capital_lost(power))


@happens("Damaged ships at a naval base are repaired.", "start of purchase-units")
def naval_bases_repair_ships(play: Play, power: str, *, units: Units) -> None:
    """Damaged ships in a sea zone next to {units:a} of their side are repaired."""
    hurt = [unit for unit in play.position.units.values() if unit.power == power and unit.damage and play.is_ship(unit)]
    in_dock = [unit for unit in hurt if play.harbor_at(units, unit.at, power)]
    if bool(in_dock) and not play.holds("no-repairs-without-a-capital", power=power):
        repair(play, in_dock)
