"""Technologies and national advantages: which power has them, and which units gain by them."""

from __future__ import annotations

from kb.engine.core.given import Names
from kb.engine.core.play import Play
from kb.engine.core.position import Unit


def has_technology(play: Play, power: str, technologies: Names) -> bool:
    """Whether a power has one of some technologies."""
    return not set(technologies).isdisjoint(play.position.technologies.get(power, ()))


def has_advantage(play: Play, power: str, advantage: str) -> bool:
    """Whether a power plays with a national advantage."""
    return advantage in play.position.advantages.get(power, ())


def gains(play: Play, unit: Unit, types: Names, technologies: Names = (), advantage: str = "") -> bool:
    """Whether a unit is of one of the types, and its power has one of the technologies or the advantage."""
    if unit.type not in types:
        return False
    return has_technology(play, unit.power, technologies) or has_advantage(play, unit.power, advantage)


def player_of(play: Play, advantage: str) -> str:
    """The power that plays with a national advantage, empty where none does."""
    return next((power for power in play.rules.order if has_advantage(play, power, advantage)), "")
