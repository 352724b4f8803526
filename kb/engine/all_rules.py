"""Brings in every module that has rules, in the order in which their rules are listed."""

from __future__ import annotations

import importlib

ROOMS = (
    "turn.phases",
    "economy.research", "economy.purchase", "economy.mobilize", "economy.income", "economy.capitals", "economy.victory",
    "movement.moves", "movement.land", "movement.sea", "movement.air", "movement.landing", "movement.transports", "movement.antiaircraft",
    "combat.battles", "combat.opening", "combat.fire", "combat.casualties", "combat.submarines", "combat.detection", "combat.retreat", "combat.assault", "combat.capture",
    "special.raids", "special.rockets",
    "advantages.fighting", "advantages.moving", "advantages.raising",
)  # fmt: skip

for _room in ROOMS:
    importlib.import_module(f"kb.engine.{_room}")
