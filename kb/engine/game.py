"""Judging and doing: ``verify``, ``can`` and ``do`` for every action, from one definition."""

from __future__ import annotations

from kb.engine import all_rules
from kb.engine.actions import Action
from kb.engine.play import Play
from kb.engine.position import Position
from kb.engine.registry import DEEDS
from kb.engine.rulebook import Rulebook
from kb.engine.table import NoDice, Table
from kb.engine.verdict import Illegal, Node, Outcome, Reason, Verdict

assert all_rules.ROOMS, "the rules are there once their modules are imported"


def verdict(rules: Rulebook, position: Position, action: Action) -> Verdict:
    """Whether an action is legal, with every rule it breaks."""
    root = Node(type(action).__name__, {"action": action})
    reasons = tuple(Play(rules, position, NoDice(), root).refusals(action))
    return Verdict(action, reasons, tuple(Reason(node.says, node.facts) for node in root.children if node.rule))


def verify(rules: Rulebook, position: Position, action: Action) -> Verdict:
    """The verdict on a legal action. Raises :class:`Illegal`, with the verdict, for any other."""
    judged = verdict(rules, position, action)
    if not judged.legal:
        raise Illegal(judged)
    return judged


def can(rules: Rulebook, position: Position, action: Action) -> bool:
    """Whether an action is legal."""
    for _ in Play(rules, position, NoDice(), Node("", {})).refusals(action):
        return False
    return True


def do(rules: Rulebook, position: Position, action: Action, table: Table | None = None) -> Outcome:
    """Do a legal action: the next position, the events and the trace.

    Dice and choices come from ``table``. Raises :class:`Illegal` for an action that is not legal.
    """
    judged = verify(rules, position, action)
    root = Node(type(action).__name__, {"action": action})
    root.children += [Node(reason.rule, reason.facts, rule=True) for reason in judged.leaned_on]
    play = Play(rules, position, table or NoDice(), root)
    DEEDS[type(action)](play, action)
    return Outcome(play.position, tuple(play.events), root)
