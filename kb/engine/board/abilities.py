"""Technologies and national advantages: which power has them, and which units gain by them."""

from __future__ import annotations

from kb.engine.core.play import Play
from kb.engine.core.position import Unit


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
