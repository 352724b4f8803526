"""Imports every module that declares rules and actions: all modules of these rooms, in the order of their names."""

from __future__ import annotations

import importlib
import pkgutil

ROOMS = ("movement", "combat", "air", "economy", "politics", "advantages", "turn")

for _room in ROOMS:
    _package = importlib.import_module(f"kb.engine.{_room}")
    for _module in sorted(each.name for each in pkgutil.iter_modules(_package.__path__)):
        importlib.import_module(f"{_package.__name__}.{_module}")
