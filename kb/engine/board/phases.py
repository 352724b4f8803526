"""Which phase it is, and to which phases the rule set confines an action."""

from __future__ import annotations

from kb.engine.core.moments import COMBAT_MOVE
from kb.engine.core.play import Play


def is_combat_move(play: Play) -> bool:
    """Whether the phase is that of the moves that attack."""
    return play.phase == COMBAT_MOVE
