"""The rules engine: it judges and performs actions, and gives the reasons. Usable without any database.

A rulebook is a rule set with its board; a position is a value; an action is a value.

>>> from kb import engine
>>> from kb.base import paths
>>> rules = engine.load(paths.data(), "revised")
>>> red, grey = ("balkans", "ukraine-ssr"), ("germany", "eastern-europe")
>>> holders = {**dict.fromkeys(red, "soviet-union"), **dict.fromkeys(grey, "germany")}
>>> tank = engine.Unit(1, "tank", "germany", "eastern-europe")
>>> guard = engine.Unit(2, "infantry", "soviet-union", "ukraine-ssr")
>>> start = engine.Clock(1, "germany", "combat-move")
>>> position = engine.Position(start, {1: tank, 2: guard}, holders)

Whether an action is legal, and why not. ``verify`` raises :class:`Illegal` with the verdict.

>>> blitz = engine.Move("germany", (1,), ("eastern-europe", "balkans", "ukraine-ssr"))
>>> engine.can(rules, position, blitz)
True
>>> [reason.rule for reason in engine.verdict(rules.without("tanks-blitz"), position, blitz).reasons]
['hostile-land-stops']
>>> rules.cites("tanks-blitz")[0]
'rev/p3-blitz'

Possible actions: those of the power whose turn it is, those of one unit, and the battles that have to be fought.

>>> blitz in engine.moves(rules, position, tank), len(engine.moves(rules, position, guard))
(True, 0)
>>> engine.EndPhase("germany") in engine.actions(rules, position)
True

Doing it: the next position, the events, and a trace with the rules that decided. The events replay.

>>> outcome = engine.do(rules, position, blitz)
>>> outcome.position.holders["balkans"], sorted(outcome.rules)
('germany', ['blitzed-land-is-taken-at-once', 'tanks-blitz'])
>>> position.replayed(outcome.events) == outcome.position
True
>>> engine.battles(rules, outcome.position)
('ukraine-ssr',)

Dice and choices come from a table: ``Seeded(7)``, ``NoDice()``, or an object with ``roll`` and ``choose``. A battle
waits in the position whenever a player has to decide; ``offers`` are the open choices.

>>> position = engine.do(rules, outcome.position, engine.EndPhase("germany")).position
>>> fought = engine.do(rules, position, engine.Fight("germany", "ukraine-ssr"), engine.Seeded(2))
>>> [(offer.power, offer.what, offer.detail) for offer in engine.offers(rules, fought.position)]
[('germany', 'retreat', 'balkans'), ('germany', 'press', '')]

``kb.text.traces.trace_text(rules, [outcome.trace])`` explains an outcome in sentences with their citations.
"""

from kb.engine.advantages import Invoke
from kb.engine.assault import Bombard
from kb.engine.core.actions import (
    EndPhase,
    Fight,
    Illegal,
    Load,
    Move,
    Offload,
    Outcome,
    Raid,
    Reason,
    Retreat,
    Rocket,
    Verdict,
)
from kb.engine.core.position import Battle, Clock, Event, Mark, Position, Unit
from kb.engine.core.rulebook import Rulebook, load
from kb.engine.core.table import NoDice, Seeded
from kb.engine.game import actions, battles, can, do, moves, offers, verdict, verify
from kb.engine.income import CollectIncome
from kb.engine.landing import Land
from kb.engine.mobilize import Mobilize
from kb.engine.purchase import Purchase, Repair, Research
from kb.engine.sea import CallOff
from kb.engine.submarines import Submerge
from kb.engine.wars import DeclareWar

__all__ = [
    "Battle", "Bombard", "CallOff", "Clock", "CollectIncome", "DeclareWar", "EndPhase", "Event", "Fight", "Illegal",
    "Invoke", "Land", "Load", "Mark", "Mobilize", "Move", "NoDice", "Offload", "Outcome", "Position", "Purchase", "Raid",
    "Reason", "Repair", "Research", "Retreat", "Rocket", "Rulebook", "Seeded", "Submerge", "Unit", "Verdict",
    "actions", "battles", "can", "do", "load", "moves", "offers", "verdict", "verify",
]  # fmt: skip
