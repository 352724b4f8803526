"""The phases that rules know by name, which one it is, and to which the rule set confines an action.

A phase is an id that every rule set shares, whatever title a printing gives it, and a rule set may leave phases out.
"""

from __future__ import annotations

from kb.engine.core.actions import Action
from kb.engine.core.facts import PHASES_OF_ACTIONS
from kb.engine.core.play import Play

DEVELOP_WEAPONS = "develop-weapons"
PURCHASE_UNITS = "purchase-units"
COMBAT_MOVE = "combat-move"
CONDUCT_COMBAT = "conduct-combat"
NONCOMBAT_MOVE = "noncombat-move"
MOBILIZE_UNITS = "mobilize-units"

PHASES = (DEVELOP_WEAPONS, PURCHASE_UNITS, COMBAT_MOVE, CONDUCT_COMBAT, NONCOMBAT_MOVE, MOBILIZE_UNITS)


def is_combat_move(play: Play) -> bool:
    """Whether the phase is that of the moves that attack."""
    return play.phase == COMBAT_MOVE


def phases_of(play: Play, action: type[Action]) -> tuple[str, ...] | None:
    """The phases that a kind of action is confined to; None for those that are not."""
    confined = action.in_its_phase and play.on("actions-in-their-phase")
    return play.fact_table(PHASES_OF_ACTIONS).get(action.name, ()) if confined else None
