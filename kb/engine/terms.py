"""What the words of the rules mean: friendly, hostile, an enemy, a territory, a sea zone."""

from __future__ import annotations

from collections.abc import Iterable

from kb.engine.play import Play
from kb.engine.position import Mark, Unit
from kb.games.board_model import SpaceKind, UnitKind, UnitType


def type_of(play: Play, unit: Unit) -> UnitType:
    """What is printed of a unit."""
    return play.board.unit(unit.type)


def is_kind(play: Play, unit: Unit, *kinds: UnitKind) -> bool:
    """Whether a unit is of one of the kinds."""
    return play.rules.kinds[unit.type] in kinds


def aircraft(play: Play) -> list[Unit]:
    """All aircraft on the board."""
    kinds = play.rules.kinds
    return [unit for unit in play.position.units.values() if kinds[unit.type] is UnitKind.AIR]


def is_land(play: Play, space: str) -> bool:
    """Whether a space is a territory."""
    return play.board.space(space).kind is SpaceKind.TERRITORY


def is_sea(play: Play, space: str) -> bool:
    """Whether a space is a sea zone."""
    return play.board.space(space).kind is SpaceKind.SEA_ZONE


def allied(play: Play, one: str, other: str) -> bool:
    """Whether two powers are on one side; a power is on its own."""
    sides = play.rules.sides
    return one == other or (one in sides and sides[one] is sides.get(other))


def at_enmity(play: Play, one: str, other: str) -> bool:
    """Whether two powers are enemies."""
    return other in play.rules.enemies.get(one, ())


def holder(play: Play, territory: str) -> str:
    """The power that holds a territory, empty where none does."""
    return play.position.holders.get(territory, "")


def held_at_start(play: Play, territory: str) -> str:
    """The power that held a territory when the turn began."""
    return str(play.position.turn_notes.get(("held", territory), holder(play, territory)))


def on_the_surface(unit: Unit) -> bool:
    """Whether a unit is there to be met: it is not submerged."""
    return Mark.SUBMERGED not in unit.marks


def enemies(play: Play, power: str, space: str) -> list[Unit]:
    """The enemy units in a space, submerged ones and cargo included."""
    hostile = play.rules.enemies.get(power, ())
    return [unit for unit in play.position.at(space) if unit.power in hostile]


def enemies_to_meet(play: Play, power: str, space: str) -> list[Unit]:
    """The enemy units in a space that can be met there: not submerged, not cargo."""
    return [unit for unit in enemies(play, power, space) if on_the_surface(unit) and not unit.aboard]


def among_enemies(play: Play, power: str) -> list[str]:
    """The spaces in which units of a power's side and of its enemies stand together."""
    hostile = play.rules.enemies.get(power, ())
    units = play.position.units.values()
    theirs = {unit.at for unit in units if unit.power in hostile}
    return sorted({unit.at for unit in units if unit.at in theirs and unit.power not in hostile})


def combatants(play: Play, units: Iterable[Unit]) -> list[Unit]:
    """Those of the units that can be casualties: neither facilities nor antiaircraft guns."""
    return [unit for unit in units if type_of(play, unit).hits]


def is_hostile(play: Play, power: str, space: str) -> bool:
    """Whether a space is hostile to a power: land an enemy holds, a zone with an enemy unit in it.

    Source in Revised: rev/p3-combat-move; what makes a zone hostile is asked of the rules.
    """
    if is_land(play, space):
        return at_enmity(play, power, holder(play, space))
    return any(
        play.ask("makes-zone-hostile", True, unit=unit, power=power)
        for unit in enemies(play, power, space)
        if not unit.aboard
    )


def obeys(play: Play, unit: Unit, power: str) -> bool:
    """Whether a power commands a unit: its own, and others where a rule says so."""
    return unit.power == power or bool(play.ask("moves-for-another", False, unit=unit, power=power))


def fights_for(play: Play, unit: Unit, power: str) -> bool:
    """Whether a unit takes part in the attacks of a power: its own do, others where a rule says so."""
    return unit.power == power or bool(play.ask("joins-the-attack", False, unit=unit, power=power))


def knows(play: Play, power: str, technology: str) -> bool:
    """Whether a power has a technology."""
    return technology in play.position.technologies.get(power, ())


def has_technology(play: Play, rule: str, power: str) -> bool:
    """Whether a power has a technology that the rule set gives to a rule as its ``technologies``."""
    return any(knows(play, power, technology) for technology in play.names(rule, "technologies"))


def has_advantage(play: Play, power: str, advantage: str) -> bool:
    """Whether a power plays with a national advantage."""
    return advantage in play.position.advantages.get(power, ())


def gains(play: Play, rule: str, unit: Unit) -> bool:
    """Whether a unit is one of those that a rule names, and its power plays with the rule's national advantage."""
    return unit.type in play.names(rule, "units") and plays_advantage(play, rule, unit.power)


def player_of(play: Play, rule: str) -> str:
    """The power that plays with the national advantage of a rule, empty where none does."""
    return next((power for power in play.rules.order if plays_advantage(play, rule, power)), "")


def plays_advantage(play: Play, rule: str, power: str) -> bool:
    """Whether a power plays with the national advantage that a rule of the rule set belongs to."""
    return has_advantage(play, power, play.rules.lines[rule].advantage)
