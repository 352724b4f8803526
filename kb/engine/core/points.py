"""The points at which rules take part: the questions that the engine asks, and the moments that it announces.

Each has a name, a meaning in a comment, and the facts that its rules may name.
"""

from __future__ import annotations

from collections.abc import Sequence

#: the highest roll with which each unit hits, by its id
Strengths = dict[int, int]
#: hits that are still to be placed: on which units they can fall, and how many
WaitingHits = Sequence[tuple[tuple[int, ...], int]]


# -- the phases that rules know by name; a rule set may leave phases out


DEVELOP_WEAPONS = "develop-weapons"
PURCHASE_UNITS = "purchase-units"
COMBAT_MOVE = "combat-move"
CONDUCT_COMBAT = "conduct-combat"
NONCOMBAT_MOVE = "noncombat-move"
MOBILIZE_UNITS = "mobilize-units"
COLLECT_INCOME = "collect-income"

PHASES = (
    DEVELOP_WEAPONS,
    PURCHASE_UNITS,
    COMBAT_MOVE,
    CONDUCT_COMBAT,
    NONCOMBAT_MOVE,
    MOBILIZE_UNITS,
    COLLECT_INCOME,
)


#: every question with its meaning and the facts that its rules may name
QUESTIONS: dict[str, tuple[str, ...]] = {
    "raid-loss": ("unit", "territory"),  # How much damage does a bomber do, in damage markers or IPCs?
    "damage-of-a-strike": ("complex", "territory"),  # How many damage markers may a facility take?
    "battle-is-due": ("space",),  # Is there a battle in a space that contains enemies of each other?
    "ends-undecided": ("space",),  # Does a battle in which both sides have units left end here?
    "can-hit": ("shooter", "target"),  # Can the hit of one unit fall on another?
    "leaves-after-opening-fire": ("unit",),  # Does a unit that was hit in opening fire leave before it can fire?
    # What is the highest roll with which each of the attackers that fire together hits?
    "attack-values": ("units", "attacking"),
    # What is the highest roll with which each of the defenders that fire together hits?
    "defense-values": ("units", "attacking"),
    # Does a submarine fire in opening fire, so that its victims leave before they can fire?
    "strikes-first": ("unit",),
    "goes-down-with-its-ship": ("cargo", "ship"),  # Is a unit aboard a ship lost when the ship is?
    "research-succeeds": ("power", "technology", "faces"),  # Is research successful with the faces that were rolled?
    "price": ("unit", "power"),  # What does a unit of a type cost a power, in IPCs?
    # What does it cost to remove a number of damage markers from a facility, by default a complex, in IPCs?
    "repair-price": ("power", "markers", "facility"),
    "production": ("territory", "holder"),  # How many units can the complex of a territory make in a turn?
    "made-by-a-complex": ("unit", "power"),  # Does a complex have to make a unit of a type?
    "income": ("power", "economy"),  # What income does an economy of a power collect, in IPCs?
    "pays": ("space", "power"),  # What does a space pay to the power that holds it, in IPCs?
    # What is the highest roll with which a gun hits an aircraft over a space? 0 if it does not fire.
    "antiaircraft-hits-on": ("gun", "space"),
    "base-works": ("base",),  # Can an air or naval base be used?
    "closed-to-landing": ("unit", "territory"),  # Is a friendly territory closed to the landing of an aircraft?
    # May a fighter that is on the board move onto a carrier as a power places it, the fighter being near it or not?
    "boards-new-carrier": ("unit", "power", "near"),
    # How many spaces may a unit move along a route, together with the units of a group?
    "movement": ("unit", "route", "group"),
    "goes-along": ("cargo", "ship"),  # Does a unit aboard a ship move with it without being named?
    # May a ship move through a hostile sea zone without stopping there?
    "passes-hostile-zone": ("unit", "space", "power"),
    # May a land unit move through a hostile territory without stopping there?
    "passes-hostile-land": ("unit", "space", "power"),
    # Has a combat move that leads to no battle another reason that the rules accept?
    "has-a-reason-to-move": ("unit", "action"),
    "war-provoked": ("power", "on"),  # Has a power been provoked to declare war on another?
    "makes-land-hostile": ("space", "power"),  # Is a territory that no enemy holds hostile to a power all the same?
    "makes-zone-hostile": ("unit", "power"),  # Does an enemy unit make its sea zone hostile to a power?
    "shut-to-aircraft": ("power",),  # Over which spaces may the aircraft of a power not fly?
    "fights": ("unit",),  # Does a unit take part in a battle in its space?
    # -- who is whose friend, and whose land, money and choice something is
    "friends-of": ("power",),  # Which powers are friends of a power?
    "enemies-of": ("power",),  # Which powers are enemies of a power?
    "holder-after-capture": ("territory", "by"),  # Which power holds a territory that a power takes?
    "economies-of": ("power",),  # Which economies does a power have?
    "economy-of-land": ("power", "territory"),  # To which economy of a power does a territory belong?
    "capitals-of": ("power", "economy"),  # Which capitals does an economy of a power have?
    "what-wins-if-kept": ("side",),  # With which territories does a side win if it keeps them for a round?
    "whose-choice": ("units",),  # Which powers choose among units of several powers?
    # -- room aboard, and what moves or rises together
    "transport-room": ("ship", "cargo"),  # How many places for some cargo does a ship have?
    "carrier-room": ("carrier",),  # How many places for aircraft does a carrier have?
    "decks-to-come": ("power",),  # Which carriers that are still to be placed count as landing places?
    "flies-with": ("unit", "move"),  # With which aircraft does a land unit fly?
    "most-that-scramble": ("territory",),  # How many aircraft may scramble from a territory?
    "land-that-raises-units": ("power",),  # In which territories are units raised?
    "land-under-the-treaty": ("owner",),  # In which attacked territories does the treaty raise units?
    # -- battles
    "units-supported": ("unit",),  # How many units does an artillery support?
    "size-of-a-pack": ("types",),  # As how many units does a wolf pack count?
    "dice-of-a-unit": ("unit", "attacking"),  # How many dice does a unit roll in battle?
    "hits-of-a-unit": ("unit",),  # How many hits at most does a unit score with its dice?
    "units-that-take-hits": (),  # On which units can the hits on a side fall?
    "ways-to-place-hits": ("later",),  # In which ways may hits be placed?
    "antiaircraft-target-group": ("unit",),  # Together with which other aircraft is an aircraft fired at in one roll?
    "antiaircraft-shots": ("gun", "space"),  # How many dice does a gun roll at most?
    "who-picks-the-victim": ("targets",),  # Which power picks the victim of a suicide attack?
    # -- raids and rockets
    "raiders-in-an-air-battle": ("territory", "power"),  # Which raiders fight the interceptors together?
    "fires-at-raiders": ("struck",),  # What fires at the raiders of a facility?
    "damaged-by-a-strike": ("territory", "target"),  # Which facility takes the damage of a strike?
    "dice-of-a-raider": ("unit",),  # How many dice does a raider roll?
    "damage-rolled": ("unit", "faces"),  # How much damage do the dice of a raider do?
    "rocket-loss": ("territory",),  # What does a rocket cost its victim at most?
    "payment-for-a-raid": ("victim",),  # What does the victim of a raid pay?
    # -- research and production
    "price-of-a-research-die": (),  # What does a research die cost, in IPCs?
    "research-dice": ("power",),  # How many research dice does a power roll?
    "complex-counts-as": ("complex",),  # As which type of complex does a complex make units?
}

#: every moment, in the same way; those of a phase, of a turn and of the use of an advantage come once for each power on
#: turn
MOMENTS: dict[str, tuple[str, ...]] = {
    **{f"{when} of {phase}": ("power",) for phase in PHASES for when in ("start", "end")},
    "end of turn": ("power",),  # The turn ends, once for each power whose turn it is.
    "end of round": ("round",),  # A round ends: every power has had its turn.
    "entered": ("power", "spaces"),  # Units of a power have moved into spaces, in this order.
    "sailed": ("units", "route", "power"),  # Units of a power have moved along a route.
    "passed": ("units", "space", "power"),  # Units of a power have left a space that they moved through.
    "flown over": ("space", "aircraft"),  # Aircraft fly over a space.
    "battle begins": ("space", "power"),  # A battle in a space, in which a power attacks, is about to begin.
    "opening fire": (),  # The step of opening fire has come in the battle that is fought.
    "between steps": (),  # A step of the battle that is fought is over and no casualties are waiting to be removed.
    "battle over": ("space", "units", "attacker"),  # A battle has ended; ``units`` are the survivors of both sides.
    "battle won": ("space", "power", "cycles"),  # The attacker has won a battle after ``cycles`` cycles of combat.
    # A power has taken a territory; ``was`` held it before, ``holder`` holds it now.
    "captured": ("territory", "by", "was", "holder"),
    "start of a raid": ("power",),  # Raiders of a power reach their target.
    # Bombers arrive for a strategic bombing raid, before they are fired at.
    "raiders arrive": ("raiders", "territory"),
    "scrambled": ("zone", "power"),  # Fighters have scrambled against the attack of a power on a sea zone.
    "collected": ("power",),  # A power has collected its income.
    "mobilized": ("power", "units", "space"),  # New units of a power have been placed in a space.
    "researched": ("power", "dice", "succeeded"),  # A power has rolled its research dice.
    "war begun": ("power", "on"),  # Two powers that were not at war are at war now.
    "claimed": ("space", "power"),  # A power has claimed a friendly neutral land.
}


def phase_of(moment: str) -> str:
    """Return the phase that a moment is the start or end of; empty for any other.

    >>> phase_of("end of combat-move"), phase_of("end of turn")
    ('combat-move', '')
    """
    phase = moment.removeprefix("start of ").removeprefix("end of ")
    return phase if phase in PHASES else ""
