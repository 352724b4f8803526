"""The phases that rules know by name, and the moments at which rules make things happen.

A phase is an id that every rule set shares, whatever title a printing gives it, and a rule set may leave phases out.
Other moments are named where they come: ``captured``, ``battle over``, ``end of turn``.
"""

from __future__ import annotations

DEVELOP_WEAPONS = "develop-weapons"
PURCHASE_UNITS = "purchase-units"
COMBAT_MOVE = "combat-move"
CONDUCT_COMBAT = "conduct-combat"
NONCOMBAT_MOVE = "noncombat-move"
MOBILIZE_UNITS = "mobilize-units"

PHASES = (DEVELOP_WEAPONS, PURCHASE_UNITS, COMBAT_MOVE, CONDUCT_COMBAT, NONCOMBAT_MOVE, MOBILIZE_UNITS)


def start_of(phase: str) -> str:
    """The moment at which a phase has begun.

    >>> start_of(MOBILIZE_UNITS)
    'start of mobilize-units'
    """
    return f"start of {phase}"


def end_of(phase: str) -> str:
    """The moment at which a phase ends."""
    return f"end of {phase}"


def phase_of(moment: str) -> str:
    """The phase that a moment is the start or end of, empty for any other.

    >>> phase_of("end of combat-move"), phase_of("end of turn")
    ('combat-move', '')
    """
    return next((phase for phase in PHASES if moment in (start_of(phase), end_of(phase))), "")
