"""What the words of the rules mean: friendly, hostile, an enemy, a territory, a sea zone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit
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


_NOBODY: frozenset[str] = frozenset()


def friends_of(play: Play, power: str) -> frozenset[str]:
    """The powers on the side of a power that are its friends."""
    side = play.rules.friends.get(power, _NOBODY)
    wars = play.position.wars
    return play.remembered(("friends", power), wars, lambda: frozenset(play.ask("friends", side, power=power)))


def enemies_of(play: Play, power: str) -> frozenset[str]:
    """The powers of the other side that are enemies of a power."""
    side = play.rules.enemies.get(power, _NOBODY)
    wars = play.position.wars
    return play.remembered(("enemies", power), wars, lambda: frozenset(play.ask("enemies", side, power=power)))


def allied(play: Play, one: str, other: str) -> bool:
    """Whether two powers are friends; a power is its own."""
    return one == other or other in friends_of(play, one)


def foes(play: Play, power: str) -> frozenset[str]:
    """The powers that a power is at war with by the position, whether or not the rules care."""
    wars = play.position.wars
    return frozenset(one if other == power else other for one, other in wars if power in (one, other))


def hosts(play: Play, host: str, guest: str, space: str) -> bool:
    """Whether a power lets a friend use what it has in a space: its land, bases, carriers."""
    return host == guest or bool(play.ask("hosts", True, host=host, guest=guest, space=space))


def is_friendly_land(play: Play, power: str, holder: str) -> bool:
    """Whether land is friendly to a power by its holder: a friend, or the power's side without any power of it."""
    return allied(play, power, holder) or (bool(friends_of(play, power)) and holder == play.rules.sides.get(power))


def at_enmity(play: Play, one: str, other: str) -> bool:
    """Whether two powers are enemies."""
    return other in enemies_of(play, one)


def air_distances(play: Play, start: str, power: str) -> Mapping[str, int]:
    """How many borders a power's aircraft crosses from a space to every other, past those that it may not fly over."""
    shut = play.remembered(
        ("shut", power),
        play.position.holders,
        lambda: frozenset(play.ask("shut-to-aircraft", frozenset(), power=power)),
    )
    return play.rules.air_distances(start, shut)


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
    hostile = enemies_of(play, power)
    return [unit for unit in play.position.at(space) if unit.power in hostile]


def enemies_to_meet(play: Play, power: str, space: str) -> list[Unit]:
    """The enemy units in a space that can be met there: not submerged, not cargo."""
    return [unit for unit in enemies(play, power, space) if on_the_surface(unit) and not unit.aboard]


def among_enemies(play: Play, power: str) -> list[str]:
    """The spaces in which units of a power's side and of its enemies stand together."""
    hostile = enemies_of(play, power)
    units = play.position.units.values()
    theirs = {unit.at for unit in units if unit.power in hostile}
    return sorted({unit.at for unit in units if unit.at in theirs and unit.power not in hostile})


def combatants(play: Play, units: Iterable[Unit]) -> list[Unit]:
    """Those of the units that can be casualties: neither facilities nor antiaircraft guns."""
    return [unit for unit in units if type_of(play, unit).has("hits")]


def defends(play: Play, unit: Unit) -> bool:
    """Whether a unit takes part in the defense of its space, unless a rule keeps it out of it."""
    return bool(play.ask("defends", True, unit=unit))


def is_hostile(play: Play, power: str, space: str) -> bool:
    """Whether a space is hostile to a power: land an enemy holds, a zone with an enemy unit in it.

    Source in Revised: rev/p3-combat-move; what makes a zone hostile, and what other land is, is asked of the rules.
    """
    if is_land(play, space):
        held = at_enmity(play, power, holder(play, space))
        return held or bool(play.ask("makes-land-hostile", False, space=space, power=power))
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


def shares(play: Play, rule: str, power: str, other: str) -> bool:
    """Whether a power is the other one, or both are among those that a rule names as sharing what they have."""
    return power == other or {power, other} <= set(play.names(rule, "powers"))


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
    """Whether a unit is one of those that a rule names, and its power has the rule's technology or advantage."""
    if unit.type not in play.names(rule, "units"):
        return False
    if "technologies" in play.rules.given(rule) and has_technology(play, rule, unit.power):
        return True
    return plays_advantage(play, rule, unit.power)


def player_of(play: Play, rule: str) -> str:
    """The power that plays with the national advantage of a rule, empty where none does."""
    return next((power for power in play.rules.order if plays_advantage(play, rule, power)), "")


def plays_advantage(play: Play, rule: str, power: str) -> bool:
    """Whether a power plays with the national advantage that a rule of the rule set belongs to."""
    return has_advantage(play, power, play.rules.lines[rule].advantage)
