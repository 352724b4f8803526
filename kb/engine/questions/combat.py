"""Questions about battles: who fights, who fires, what a hit may fall on."""

from __future__ import annotations

from kb.engine.core.position import Unit
from kb.engine.core.questions import adjustment, question
from kb.engine.core.table import Pick
from kb.engine.questions.answers import Strengths, WaitingHits


@question(True)
def battle_is_due(*, space: str) -> bool:
    """Is there a battle in a space where enemies stand together?"""


@question(False)
def ends_undecided(*, space: str) -> bool:
    """Does a battle in which both sides have units left end here?"""


@question(True)
def fights_again(*, unit: Unit) -> bool:
    """May a unit that has fought this turn fight in another battle?"""


@adjustment("whether the unit has moved in the combat move")
def is_bound_to_fight(*, unit: Unit) -> bool:
    """Does a unit have to attack the enemies in its space?"""


@adjustment("whether its type is one of those that bombard")
def bombards(*, unit: Unit) -> bool:
    """May a ship support an assault from the sea with its guns?"""


@question(True)
def landing_goes_ahead(*, space: str, power: str) -> bool:
    """Do the land units of a power still land after the battle in the sea zone they come from?"""


@question(True)
def can_hit(*, shooter: Unit, target: Unit) -> bool:
    """Can the hit of one unit fall on another?"""


@question(False)
def chosen_last(*, unit: Unit) -> bool:
    """Is a unit a casualty only when no other unit can take the hit?"""


@adjustment("the units of a side in the battle, by id")
def in_the_line_of_fire() -> tuple[int, ...]:
    """On which units can the hits of the other side fall?"""


@question(True)
def leaves_after_opening_fire(*, unit: Unit) -> bool:
    """Does a unit that was hit in opening fire leave before it can fire?"""


@adjustment("every way to spread the hits over the targets")
def ways_to_place_hits(*, later: WaitingHits) -> list[Pick]:
    """In which ways may the owner place the hits? ``later`` are the hits still to be placed, with their targets."""


@question(True)
def defenseless(*, attacking: bool) -> bool:
    """Are transports that are alone on one side of a battle lost at once?"""


@question(1)
def dice_rolled(*, unit: Unit, attacking: bool) -> int:
    """How many dice does a unit roll when it fires?"""


@question(True)
def fires_again(*, unit: Unit) -> bool:
    """Does a unit fire in this step, though it may have fired in this cycle of combat?"""


@question(False)
def fires_though_hit(*, unit: Unit) -> bool:
    """Does a unit that was hit fire before it is removed?"""


@adjustment("all hits that the unit has rolled")
def hits_that_count(*, unit: Unit) -> int:
    """How many of the hits of a unit count?"""


@question(False)
def picked_at_once(*, space: str) -> bool:
    """Does the defender pick the casualties before the defending units fire?"""


@adjustment("the attack or defense printed for each unit, by id")
def strengths(*, units: list[Unit], attacking: bool) -> Strengths:
    """What is the highest roll with which each of the units that fire together hits?"""


@question(1)
def supports(*, unit: Unit) -> int:
    """How many infantry does an artillery support?"""


@adjustment("whether a unit of the watching types fights on the other side")
def spotted(*, target: Unit, watch: tuple[str, ...]) -> bool:
    """Can aircraft hit a submarine, since a unit of certain types is there to find it?"""


@question(True)
def strikes_first(*, unit: Unit) -> bool:
    """Does a submarine fire in opening fire, so that its victims leave before they can fire?"""


@question(True)
def supports_this_cycle(*, round: int) -> bool:
    """Do ships that bombard fire in this cycle of combat?"""


@question(False)
def walks_back_from_an_assault(*, unit: Unit) -> bool:
    """May a land unit retreat from an amphibious assault?"""


@question(False)
def goes_down_with_its_ship(*, cargo: Unit, ship: Unit) -> bool:
    """Is a unit aboard a ship lost when the ship is?"""
