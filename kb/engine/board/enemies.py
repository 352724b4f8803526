"""Where enemies are: the enemy units in a space, and the spaces that are hostile because of them."""

from __future__ import annotations

from kb.engine import questions
from kb.engine.board.holders import holder_of
from kb.engine.board.sides import at_enmity, enemies_of
from kb.engine.board.spaces import is_land
from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit


def enemies_at(play: Play, power: str, space: str) -> list[Unit]:
    """The enemy units in a space, submerged ones and cargo included."""
    hostile = enemies_of(play, power)
    return [unit for unit in play.position.at(space) if unit.power in hostile]


def enemies_to_meet(play: Play, power: str, space: str) -> list[Unit]:
    """The enemy units in a space that can be met there: not submerged, not cargo."""
    return [unit for unit in enemies_at(play, power, space) if on_the_surface(unit) and not unit.aboard]


def on_the_surface(unit: Unit) -> bool:
    """Whether a unit is not submerged."""
    return Mark.SUBMERGED not in unit.marks


def among_enemies(play: Play, power: str) -> list[str]:
    """The spaces in which units of a power's side and of its enemies stand together."""
    hostile = enemies_of(play, power)
    units = play.position.units.values()
    theirs = {unit.at for unit in units if unit.power in hostile}
    return sorted({unit.at for unit in units if unit.at in theirs and unit.power not in hostile})


def is_hostile(play: Play, power: str, space: str) -> bool:
    """Whether a space is hostile to a power: land an enemy holds, a zone with an enemy unit in it.

    Which units make a zone hostile, and which other land is hostile, is asked of the rules.
    """
    if is_land(play, space):
        held = at_enmity(play, power, holder_of(play, space))
        return held or play.ask(questions.sides.makes_land_hostile, space=space, power=power)
    return any(
        play.ask(questions.sides.makes_zone_hostile, unit=unit, power=power)
        for unit in enemies_at(play, power, space)
        if not unit.aboard
    )
