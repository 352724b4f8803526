"""Questions about battles: who fights, who fires, what a hit may fall on."""

from __future__ import annotations

from collections.abc import Sequence

from kb.engine.core.position import Unit
from kb.engine.core.questions import adjustment, question
from kb.engine.core.table import Pick
from kb.engine.questions.answers import Strengths, WaitingHits


@question("Is there a battle in a space where enemies stand together?", True)
def battle_is_due(*, space: str) -> bool: ...


@question("Does a battle in which both sides have units left end here?", False)
def ends_undecided(*, space: str) -> bool: ...


@question("May a unit that has fought this turn fight in another battle?", True)
def fights_again(*, unit: Unit) -> bool: ...


@adjustment("Does a unit have to attack the enemies in its space?", "whether the unit has moved in the combat move")
def is_bound_to_fight(*, unit: Unit) -> bool: ...


@adjustment(
    "May a ship support an assault from the sea with its guns?", "whether its type is one of those that bombard"
)
def bombards(*, unit: Unit) -> bool: ...


@question("Do the land units aboard a ship still land after the battle in the sea zone they come from?", True)
def landing_goes_ahead(*, space: str, power: str, ship: Unit) -> bool: ...


@question("Can the hit of one unit fall on another?", True)
def can_hit(*, shooter: Unit, target: Unit) -> bool: ...


@question("Is a unit a casualty only when no other unit can take the hit?", False)
def chosen_last(*, unit: Unit) -> bool: ...


@adjustment("On which units can the hits of the other side fall?", "the units of a side in the battle, by id")
def in_the_line_of_fire() -> tuple[int, ...]: ...


@question("Does a unit that was hit in opening fire leave before it can fire?", True)
def leaves_after_opening_fire(*, unit: Unit) -> bool: ...


@adjustment(
    "In which ways may the owner place the hits? ``later`` are the hits still to be placed, with their targets.",
    "every way to spread the hits over the targets",
)
def ways_to_place_hits(*, later: WaitingHits) -> list[Pick]: ...


@question("Are transports that are alone on one side of a battle lost at once?", True)
def defenseless(*, attacking: bool) -> bool: ...


@question("How many dice does a unit roll when it fires?", 1)
def dice_rolled(*, unit: Unit, attacking: bool) -> int: ...


@question("Does a unit fire in this step, though it may have fired in this cycle of combat?", True)
def fires_again(*, unit: Unit) -> bool: ...


@question("Does a unit that was hit fire before it is removed?", False)
def fires_though_hit(*, unit: Unit) -> bool: ...


@adjustment("How many of the hits of a unit count?", "all hits that the unit has rolled")
def hits_that_count(*, unit: Unit) -> int: ...


@question("Who chooses among units of several powers? The first is asked; the others may choose in its name.", ())
def chooses_for_several(*, units: Sequence[Unit]) -> tuple[str, ...]: ...


@question("Does the defender pick the casualties before the defending units fire?", False)
def picked_at_once(*, space: str) -> bool: ...


@adjustment(
    "What is the highest roll with which each of the units that fire together hits?",
    "the attack or defense printed for each unit, by id",
)
def strengths(*, units: list[Unit], attacking: bool) -> Strengths: ...


@question("How many infantry does an artillery support?", 1)
def supports(*, unit: Unit) -> int: ...


@adjustment(
    "Can aircraft hit a submarine, since a unit of certain types is there to find it?",
    "whether a unit of the watching types fights on the other side",
)
def spotted(*, target: Unit, watch: tuple[str, ...]) -> bool: ...


@question("Does a submarine fire in opening fire, so that its victims leave before they can fire?", True)
def strikes_first(*, unit: Unit) -> bool: ...


@question("Do ships that bombard fire in this cycle of combat?", True)
def supports_this_cycle(*, round: int) -> bool: ...


@question("May a land unit retreat from an amphibious assault?", False)
def walks_back_from_an_assault(*, unit: Unit) -> bool: ...


@question("Is a unit aboard a ship lost when the ship is?", False)
def goes_down_with_its_ship(*, cargo: Unit, ship: Unit) -> bool: ...
