"""Facts of a rule set that several rules share, such as which types of units are industrial complexes.

A rule set lists them under ``facts``, each with what it rests on. A rule that needs one declares it as a parameter
(:func:`kb.engine.core.given.fact`); other code of the engine asks for it with ``play.fact(COMPLEXES)``.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RuleSetFact:
    """A fact by its name; ``kind`` is the kind of the names in it, ``means`` says in a line what they are.

    A table has ``keys`` of some kind, and names for each.
    """

    name: str
    kind: str
    means: str
    keys: str = ""


COMPLEXES = RuleSetFact("complexes", "unit", "the types that are industrial complexes")
SUBMERGING = RuleSetFact("submerging-units", "unit", "the types that submerge")
BOMBARDING = RuleSetFact("bombarding-units", "unit", "the types that bombard in an assault from the sea")
ANTIAIRCRAFT_GUNS = RuleSetFact("antiaircraft-guns", "unit", "the types that fire at aircraft")
ROCKET_LAUNCHERS = RuleSetFact("rocket-launchers", "unit", "the types that fire rockets")
RAIDED = RuleSetFact("raided-units", "unit", "the types that are raided")
KEPT_FROM_AIRSPACE = RuleSetFact(
    "powers-kept-from-airspace", "power", "the powers whose aircraft friends do not let in"
)
CLOSED_AIRSPACE = RuleSetFact("closed-airspace", "power", "the powers over whose land they do not fly")
SCRAMBLING = RuleSetFact("scrambling-units", "unit", "the types that scramble")
SCRAMBLE_BASES = RuleSetFact("scramble-bases", "unit", "the types from which units scramble")
JOINT_STRIKE_PARTNERS = RuleSetFact("joint-strike-partners", "power", "the powers in whose turn a joint strike is made")
GARRISON_UNITS = RuleSetFact("garrison-units", "unit", "the types that a colonial garrison may be")
UPGRADES = RuleSetFact("upgrades", "unit", "the types that are bought to make a complex better")
UPGRADED = RuleSetFact("upgraded-complexes", "unit", "the types that an upgrade makes better")
WARSHIPS = RuleSetFact("warships", "unit", "the types that count as warships for objectives")
SUBMARINES = RuleSetFact("submarines", "unit", "the types that count as submarines for objectives")
SUICIDE_ADVANTAGES = RuleSetFact("suicide-advantages", "advantage", "the advantages whose attack uses up the attackers")
CAPITAL_CONQUERORS = RuleSetFact(
    "capital-conquerors", "power", "the powers that win by holding enemy capitals from turn to turn"
)

PHASES_OF_ACTIONS = RuleSetFact(
    "phases-of-actions", "phase", "the phases in which this kind of action may be taken", "action"
)

#: every fact by name
FACTS = {each.name: each for each in list(globals().values()) if isinstance(each, RuleSetFact)}
