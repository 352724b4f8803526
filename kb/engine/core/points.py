"""The points at which rules take part: the questions that the engine asks, and the moments that it announces.

A question is here where several rules may answer it; one rule by itself is asked for by its name. ``facts`` are those
that rules may name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

#: the highest roll with which each unit hits, by its id
Strengths = dict[int, int]
#: hits that are still to be placed: on which units they can fall, and how many
WaitingHits = Sequence[tuple[tuple[int, ...], int]]


@dataclass(frozen=True, slots=True)
class Point:
    """A question or a moment: in a sentence what it is, and the facts that rules are given."""

    sentence: str
    facts: tuple[str, ...] = ()


# -- the phases that rules know by name; a rule set may leave phases out


DEVELOP_WEAPONS = "develop-weapons"
PURCHASE_UNITS = "purchase-units"
COMBAT_MOVE = "combat-move"
CONDUCT_COMBAT = "conduct-combat"
NONCOMBAT_MOVE = "noncombat-move"
MOBILIZE_UNITS = "mobilize-units"

PHASES = (DEVELOP_WEAPONS, PURCHASE_UNITS, COMBAT_MOVE, CONDUCT_COMBAT, NONCOMBAT_MOVE, MOBILIZE_UNITS)


#: every question by name
QUESTIONS = {
    "raid-loss": Point("How much damage does a bomber do, in damage markers or IPCs?", ("unit", "territory")),
    "damage-of-a-strike": Point("How many damage markers may a facility take?", ("complex", "territory")),
    "battle-is-due": Point("Is there a battle in a space where enemies stand together?", ("space",)),
    "ends-undecided": Point("Does a battle in which both sides have units left end here?", ("space",)),
    "can-hit": Point("Can the hit of one unit fall on another?", ("shooter", "target")),
    "leaves-after-opening-fire": Point("Does a unit that was hit in opening fire leave before it can fire?", ("unit",)),
    "attack-values": Point(
        "What is the highest roll with which each of the attackers that fire together hits?", ("units", "attacking")
    ),
    "defense-values": Point(
        "What is the highest roll with which each of the defenders that fire together hits?", ("units", "attacking")
    ),
    "strikes-first": Point(
        "Does a submarine fire in opening fire, so that its victims leave before they can fire?", ("unit",)
    ),
    "goes-down-with-its-ship": Point("Is a unit aboard a ship lost when the ship is?", ("cargo", "ship")),
    "research-succeeds": Point(
        "Is research successful with the faces that were rolled?", ("power", "technology", "faces")
    ),
    "price": Point("What does a unit of a type cost a power, in IPCs?", ("unit", "power")),
    "repair-price": Point("What does it cost to remove so many damage markers, in IPCs?", ("power", "markers")),
    "production": Point("How many units can the complex of a territory make in a turn?", ("territory", "holder")),
    "made-by-a-complex": Point("Does a complex have to make a unit of a type?", ("unit", "power")),
    "income": Point("What income does an economy of a power collect, in IPCs?", ("power", "economy")),
    "pays": Point("What does a space pay to the power that holds it, in IPCs?", ("space", "power")),
    "antiaircraft-hits-on": Point(
        "What is the highest roll with which a gun hits an aircraft over a space? 0 where it does not fire.",
        ("gun", "space"),
    ),
    "base-works": Point("Can an air or naval base be used?", ("base",)),
    "closed-to-landing": Point("Is a friendly territory closed to the landing of an aircraft?", ("unit", "territory")),
    "boards-new-carrier": Point(
        "May a fighter that is on the board move onto a carrier as a power places it, the fighter being near it or not?",
        ("unit", "power", "near"),
    ),
    "movement": Point(
        "How many spaces may a unit move along a route, together with the units of a group?", ("unit", "route", "group")
    ),
    "goes-along": Point("Does a unit aboard a ship move with it without being named?", ("cargo", "ship")),
    "passes-hostile-zone": Point(
        "May a ship move through a hostile sea zone without stopping there?", ("unit", "space", "power")
    ),
    "passes-hostile-land": Point(
        "May a land unit move through a hostile territory without stopping there?", ("unit", "space", "power")
    ),
    "has-a-reason-to-move": Point(
        "Has a combat move that leads to no battle another reason that the rules accept?", ("unit", "action")
    ),
    "war-provoked": Point("Has a power been provoked to declare war on another?", ("power", "on")),
    "makes-land-hostile": Point(
        "Is a territory that no enemy holds hostile to a power all the same?", ("space", "power")
    ),
    "makes-zone-hostile": Point("Does an enemy unit make its sea zone hostile to a power?", ("unit", "power")),
    "shut-to-aircraft": Point("Over which spaces may the aircraft of a power not fly?", ("power",)),
    "defends": Point("Does a unit take part in the defense of its space?", ("unit",)),
}

#: every moment by name; those of a phase, of a turn and of the use of an advantage come once for each power on turn
MOMENTS = {
    **{f"start of {phase}": Point(f"The phase {phase} has begun.", ("power",)) for phase in PHASES},
    **{f"end of {phase}": Point(f"The phase {phase} ends.", ("power",)) for phase in PHASES},
    "end of turn": Point("The turn ends, once for each power whose turn it is.", ("power",)),
    "end of round": Point("A round ends: every power has had its turn.", ("round",)),
    "entered": Point("Units of a power have moved into spaces, in this order.", ("power", "spaces")),
    "sailed": Point("Units of a power have moved along a route.", ("units", "route", "power")),
    "passed": Point("Units of a power have left a space that they moved through.", ("units", "space", "power")),
    "flown over": Point("Aircraft fly over a space.", ("space", "aircraft")),
    "battle begins": Point("A battle in a space, in which a power attacks, is about to begin.", ("space", "power")),
    "opening fire": Point("The step of opening fire has come in the battle that is fought.", ()),
    "between steps": Point(
        "A step of the battle that is fought is over and no casualties are waiting to be removed.", ()
    ),
    "battle over": Point(
        "A battle has ended; ``units`` are the survivors of both sides.", ("space", "units", "attacker")
    ),
    "battle won": Point("The attacker has won a battle after so many cycles of combat.", ("space", "power", "cycles")),
    "captured": Point(
        "A power has taken a territory; ``was`` held it before, ``holder`` holds it now.",
        ("territory", "by", "was", "holder"),
    ),
    "raiders arrive": Point(
        "Bombers arrive for a strategic bombing raid, before they are fired at.", ("raiders", "territory")
    ),
    "scrambled": Point("Fighters have scrambled against the attack of a power on a sea zone.", ("zone", "power")),
    "collected": Point("A power has collected its income.", ("power",)),
    "mobilized": Point("New units of a power have been placed in a space.", ("power", "units", "space")),
    "researched": Point("A power has rolled its research dice.", ("power", "dice", "succeeded")),
    "war begun": Point("Two powers that were not at war are at war now.", ("power", "on")),
    "claimed": Point("A power has claimed a friendly neutral land.", ("space", "power")),
}


def phase_of(moment: str) -> str:
    """Return the phase that a moment is the start or end of; empty for any other.

    >>> phase_of("end of combat-move"), phase_of("end of turn")
    ('combat-move', '')
    """
    phase = moment.removeprefix("start of ").removeprefix("end of ")
    return phase if phase in PHASES else ""
