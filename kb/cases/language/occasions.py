"""The occasions on which dice are rolled and powers choose, in words."""

from __future__ import annotations

from kb.base.english import spaced

_ROLLS = {
    "antiaircraft": "antiaircraft fire",
    "attackers-fire": "the attackers' fire",
    "bonds": "war bonds",
    "convoys": "convoy raids",
    "defenders-fire": "the defenders' fire",
    "dive-bombers": "the dive bombers",
    "kamikaze": "a kamikaze attack",
    "overflight": "antiaircraft fire at aircraft that fly over",
    "passing-fire": "fire at ships that pass",
    "raid": "the raid",
    "raid-antiaircraft": "antiaircraft fire at the raiders",
    "rocket": "the rocket",
}
_CHOICES = {
    "antiaircraft": "casualties of antiaircraft fire",
    "carrier": "the carrier",
    "chart": "the research chart",
    "free-units": "the free units",
    "kamikaze": "the target of a kamikaze attack",
    "landing": "where to land",
    "overflight": "casualties of antiaircraft fire",
    "passing-fire": "the submarines that fire",
    "payer": "which power pays",
    "raid-antiaircraft": "casualties of antiaircraft fire",
    "scramble": "the aircraft that scramble",
    "share": "the share of each",
    "takeover": "the units that it takes over",
}


def rolled_for(what: str) -> str:
    """Return the purpose of a roll in words; ``what`` is its id.

    >>> rolled_for("antiaircraft"), rolled_for("opening-fire")
    ('antiaircraft fire', 'opening fire')
    """
    return _ROLLS.get(what, spaced(what))


def chosen_as(what: str) -> str:
    """Return the object of a choice in words; ``what`` is the id of the choice.

    >>> chosen_as("antiaircraft"), chosen_as("casualties")
    ('casualties of antiaircraft fire', 'casualties')
    """
    return _CHOICES.get(what, spaced(what))
