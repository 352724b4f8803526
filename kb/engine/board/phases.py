"""Which phase it is, and to which phases the rule set confines an action."""

from __future__ import annotations

from kb.engine.core.actions import Action
from kb.engine.core.facts import PHASES_OF_ACTIONS
from kb.engine.core.phases import COMBAT_MOVE
from kb.engine.core.play import Play


def is_combat_move(play: Play) -> bool:
    """Whether the phase is that of the moves that attack."""
    return play.phase == COMBAT_MOVE


def phases_of(play: Play, action: type[Action]) -> tuple[str, ...] | None:
    """The phases that a kind of action is confined to; None for those that are not."""
    confined = action.in_its_phase and play.on("actions-in-their-phase")
    return play.fact_table(PHASES_OF_ACTIONS).get(action.name, ()) if confined else None
