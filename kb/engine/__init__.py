"""The rules engine: what is legal, what happens, and why. Usable without any database.

>>> from kb import engine, paths
>>> rules = engine.load(paths.data(), "revised")
>>> rules.without("closed-spaces").on("closed-spaces")
False
"""

from kb.engine.core.actions import Illegal, Outcome, Reason, Verdict
from kb.engine.core.position import Battle, Clock, Event, Mark, Position, Unit
from kb.engine.core.rulebook import Rulebook, load
from kb.engine.core.table import NoDice, Seeded
from kb.engine.game import can, do, verdict, verify

__all__ = [
    "Battle",
    "Clock",
    "Event",
    "Illegal",
    "Mark",
    "NoDice",
    "Outcome",
    "Position",
    "Reason",
    "Rulebook",
    "Seeded",
    "Unit",
    "Verdict",
    "can",
    "do",
    "load",
    "verdict",
    "verify",
]
