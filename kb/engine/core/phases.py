"""The phases that rules know by name.

A phase is an id that every rule set shares, whatever title a printing gives it, and a rule set may leave phases out.
"""

from __future__ import annotations

DEVELOP_WEAPONS = "develop-weapons"
PURCHASE_UNITS = "purchase-units"
COMBAT_MOVE = "combat-move"
CONDUCT_COMBAT = "conduct-combat"
NONCOMBAT_MOVE = "noncombat-move"
MOBILIZE_UNITS = "mobilize-units"

PHASES = (DEVELOP_WEAPONS, PURCHASE_UNITS, COMBAT_MOVE, CONDUCT_COMBAT, NONCOMBAT_MOVE, MOBILIZE_UNITS)
