"""Judging and doing: ``verify``, ``can`` and ``do`` for every action, from one definition."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from kb.base.english import a
from kb.base.errors import Finding, raise_if
from kb.base.shape import suggest
from kb.engine.core.actions import Action, Illegal, Node, Outcome, Reason, Verdict
from kb.engine.core.play import Play
from kb.engine.core.position import Position
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.rules import EFFECTS
from kb.engine.core.table import GameTable, NoDice

# every module that declares rules and actions: all modules of these rooms, in the order of their names
for _room in ("movement", "combat", "air", "economy", "politics", "advantages", "turn"):
    _package = importlib.import_module(f"kb.engine.{_room}")
    for _module in sorted(each.name for each in pkgutil.iter_modules(_package.__path__)):
        importlib.import_module(f"{_package.__name__}.{_module}")


def verdict(rules: Rulebook, position: Position, action: Action) -> Verdict:
    """Whether an action is legal, with every rule it breaks.

    Raises :class:`BadInput` where it, or the position, names what is not there: a power, space, unit or technology.
    """
    _known(rules, position, action)
    root = Node(type(action).__name__, {"action": action})
    with _of_the_board(rules, position):
        reasons = tuple(Play(rules, position, NoDice(), root).refusals(action))
    return Verdict(action, reasons, tuple(Reason(node.says, node.facts) for node in root.children if node.rule))


def _known(rules: Rulebook, position: Position, action: Action) -> None:
    """Raise :class:`BadInput` with everything that the action names and that is not there."""
    raise_if(
        _missing(rules, kind, each)
        for kind, each in action.named()
        if not (each in position.units if kind == "unit" else _is_there(rules, kind, each))
    )


@contextmanager
def _of_the_board(rules: Rulebook, position: Position) -> Iterator[None]:
    """Where a rule looks up what is not there: raise :class:`BadInput` if the position names that. To look at every
    unit beforehand would take longer than most rules do."""
    try:
        yield
    except KeyError:
        named = {("power", position.clock.turn), *(("space", space) for space in position.holders)}
        for unit in position.units.values():
            named |= {("unit type", unit.type), ("power", unit.power), ("space", unit.at)}
        raise_if(_missing(rules, kind, each) for kind, each in sorted(named) if not _is_there(rules, kind, each))
        raise


def _is_there(rules: Rulebook, kind: str, name: str | int) -> bool:
    """Whether the board has something of a kind."""
    return name in _there(rules, kind)


def _there(rules: Rulebook, kind: str) -> Collection[str]:
    """The names of a kind that a board has."""
    if kind == "space":
        return rules.board.space_ids
    if kind == "technology":
        return [each.id for each in rules.board.technologies]
    return rules.sides if kind == "power" else rules.kinds


def _missing(rules: Rulebook, kind: str, name: str | int) -> Finding:
    if kind == "unit":
        return Finding(f"there is no unit {name} in the position", hint="name a unit by its id there")
    names = _there(rules, kind)
    hint = suggest(str(name), names) or (f"one of {', '.join(names)}" if len(names) < 20 else f"name {a(kind)} of it")
    return Finding(f"there is no {kind} '{name}' on the board '{rules.board.id}'", hint=hint)


def verify(rules: Rulebook, position: Position, action: Action) -> Verdict:
    """The verdict on a legal action. Raises :class:`Illegal`, with the verdict, for any other."""
    judged = verdict(rules, position, action)
    if not judged.legal:
        raise Illegal(judged)
    return judged


def can(rules: Rulebook, position: Position, action: Action) -> bool:
    """Whether an action is legal. Raises :class:`BadInput` as :func:`verdict` does."""
    _known(rules, position, action)
    with _of_the_board(rules, position):
        return possible(rules, position, action)


def possible(rules: Rulebook, position: Position, action: Action) -> bool:
    """Whether an action is legal whose names, and those of the position, are known to be of the board."""
    for _ in Play(rules, position, NoDice(), Node("", {})).refusals(action):
        return False
    return True


def do(
    rules: Rulebook, position: Position, action: Action, table: GameTable | None = None, trace: Node | None = None
) -> Outcome:
    """Do a legal action: the next position, the events and the trace.

    Dice and choices come from ``table``. The trace grows below ``trace``, where one is given: what has happened is
    there even if the table breaks the action off. Raises :class:`Illegal` for an action that is not legal.
    """
    judged = verify(rules, position, action)
    root = trace or Node(type(action).__name__, {"action": action})
    root.children += [Node(reason.rule, reason.facts, rule=True) for reason in judged.leaned_on]
    play = Play(rules, position, table or NoDice(), root)
    with _of_the_board(rules, position):
        EFFECTS[type(action)](play, action)
    return Outcome(play.position, tuple(play.events), root)
