"""Facts of a rule set that several rules share, such as which types of units are industrial complexes.

A rule set lists them under ``facts``, each with what it rests on. A rule that needs one declares it as a parameter
(:func:`kb.engine.core.given.fact`); other code of the engine asks for it with ``play.fact(COMPLEXES)``.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact by its name; ``kind`` is the kind of the names in it, ``means`` says in a line what they are.

    A table has ``keys`` of some kind, and names for each.
    """

    name: str
    kind: str
    means: str
    keys: str = ""


COMPLEXES = Fact("complexes", "unit", "the types that are industrial complexes")
SUBMERGING = Fact("submerging-units", "unit", "the types that submerge")
BOMBARDING = Fact("bombarding-units", "unit", "the types that bombard in an assault from the sea")
ANTIAIRCRAFT_GUNS = Fact("antiaircraft-guns", "unit", "the types that fire at aircraft")
ROCKET_LAUNCHERS = Fact("rocket-launchers", "unit", "the types that fire rockets")
RAIDED = Fact("raided-units", "unit", "the types that are raided")
KEPT_FROM_AIRSPACE = Fact("powers-kept-from-airspace", "power", "the powers whose aircraft friends do not let in")
CLOSED_AIRSPACE = Fact("closed-airspace", "power", "the powers over whose land they do not fly")
SCRAMBLING = Fact("scrambling-units", "unit", "the types that scramble")
SCRAMBLE_BASES = Fact("scramble-bases", "unit", "the types from which units scramble")
JOINT_STRIKE_PARTNERS = Fact("joint-strike-partners", "power", "the powers in whose turn a joint strike is made")
GARRISON_UNITS = Fact("garrison-units", "unit", "the types that a colonial garrison may be")
UPGRADES = Fact("upgrades", "unit", "the types that are bought to make a complex better")
UPGRADED = Fact("upgraded-complexes", "unit", "the types that an upgrade makes better")
WARSHIPS = Fact("warships", "unit", "the types that count as warships for objectives")
SUBMARINES = Fact("submarines", "unit", "the types that count as submarines for objectives")
SUICIDE_ADVANTAGES = Fact("suicide-advantages", "advantage", "the advantages whose attack uses up the attackers")
CAPITAL_CONQUERORS = Fact(
    "capital-conquerors", "power", "the powers that win by holding enemy capitals from turn to turn"
)

PHASES_OF_ACTIONS = Fact("phases-of-actions", "phase", "the phases in which this kind of action may be taken", "action")

#: every fact by name
FACTS = {each.name: each for each in list(globals().values()) if isinstance(each, Fact)}
