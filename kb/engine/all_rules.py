"""Brings in every module that has rules, in the order in which their rules are listed."""

from __future__ import annotations

import importlib

ROOMS = (
    "turn.phases",
    "economy.economies", "economy.research", "economy.purchase", "economy.complexes", "economy.upgrades", "economy.mobilize", "economy.fighters_on_carriers", "economy.new_carriers", "economy.reinforcements",
    "economy.income", "economy.convoys", "economy.objectives", "economy.capitals", "economy.victory",
    "movement.moves", "movement.land", "movement.sea", "movement.air", "movement.landing", "movement.transports", "movement.paratroopers", "movement.antiaircraft", "movement.bases", "movement.damaged_carriers", "movement.passing_fire",
    "combat.battles", "combat.opening", "combat.fire", "combat.casualties", "combat.submarines", "combat.detection", "combat.sweeps", "combat.order", "combat.retreat", "combat.assault", "combat.capture",
    "special.raids", "special.rockets", "special.interceptors", "special.paratroopers", "special.scramble", "special.kamikaze", "combat.reasons",
    "politics.wars", "politics.neutrality", "politics.neutrals", "politics.joining", "politics.guardians",
    "advantages.fighting", "advantages.moving", "advantages.raising", "advantages.suicide_attacks",
)  # fmt: skip

for _room in ROOMS:
    importlib.import_module(f"kb.engine.{_room}")
