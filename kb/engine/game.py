"""Judging and doing: ``verify``, ``can`` and ``do`` for every action, from one definition."""

from __future__ import annotations

from kb.engine import all_rules
from kb.engine.core.actions import Action
from kb.engine.core.play import Play
from kb.engine.core.position import Position
from kb.engine.core.registry import EFFECTS
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.table import NoDice, Table
from kb.engine.core.verdict import Illegal, Node, Outcome, Reason, Verdict
from kb.errors import Finding, NotFound
from kb.shape import suggest

assert all_rules.ROOMS, "the rules are there once their modules are imported"


def verdict(rules: Rulebook, position: Position, action: Action) -> Verdict:
    """Whether an action is legal, with every rule it breaks.

    Raises :class:`NotFound` where it names a power that the board does not have.
    """
    _known(rules, action)
    root = Node(type(action).__name__, {"action": action})
    reasons = tuple(Play(rules, position, NoDice(), root).refusals(action))
    return Verdict(action, reasons, tuple(Reason(node.says, node.facts) for node in root.children if node.rule))


def _known(rules: Rulebook, action: Action) -> None:
    """Raise :class:`NotFound` if a power that the action names is not of the board."""
    for power in action.powers_named():
        if power not in rules.sides:
            hint = suggest(power, rules.order) or f"one of {', '.join(rules.order)}"
            raise NotFound(Finding(f"there is no power '{power}' on the board '{rules.board.id}'", hint=hint))


def verify(rules: Rulebook, position: Position, action: Action) -> Verdict:
    """The verdict on a legal action. Raises :class:`Illegal`, with the verdict, for any other."""
    judged = verdict(rules, position, action)
    if not judged.legal:
        raise Illegal(judged)
    return judged


def can(rules: Rulebook, position: Position, action: Action) -> bool:
    """Whether an action is legal. Raises :class:`NotFound` as :func:`verdict` does."""
    _known(rules, action)
    for _ in Play(rules, position, NoDice(), Node("", {})).refusals(action):
        return False
    return True


def do(
    rules: Rulebook, position: Position, action: Action, table: Table | None = None, trace: Node | None = None
) -> Outcome:
    """Do a legal action: the next position, the events and the trace.

    Dice and choices come from ``table``. The trace grows below ``trace``, where one is given: what has happened is
    there even if the table breaks the action off. Raises :class:`Illegal` for an action that is not legal.
    """
    judged = verify(rules, position, action)
    root = trace or Node(type(action).__name__, {"action": action})
    root.children += [Node(reason.rule, reason.facts, rule=True) for reason in judged.leaned_on]
    play = Play(rules, position, table or NoDice(), root)
    EFFECTS[type(action)](play, action)
    return Outcome(play.position, tuple(play.events), root)
