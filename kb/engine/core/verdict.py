"""Verdicts: whether an action is legal, with every reason; and the trace of what rules did."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from kb.engine.core.actions import Action
from kb.engine.core.position import Event, Facts, Position


@dataclass(frozen=True, slots=True)
class Reason:
    """A rule that decided something, with the facts of the case. Its sentence is made at the edge."""

    rule: str
    facts: Facts


@dataclass(frozen=True, slots=True)
class Verdict:
    """Legal or illegal. ``reasons`` are all the rules an illegal action breaks; ``leaned_on`` are those
    whose answers the judgement used, whichever way it went."""

    action: Action
    reasons: tuple[Reason, ...]
    leaned_on: tuple[Reason, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the action is legal."""
        return not self.reasons


class Illegal(Exception):
    """An action that the rules refuse; ``verdict`` says why."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict
        super().__init__(", ".join(reason.rule for reason in verdict.reasons))


@dataclass(slots=True)
class Node:
    """A node of the trace: a step or an action (``rule`` is False), a rule that fired, or an event.

    ``says`` names the step, rule or event; the facts fill its sentence.
    """

    says: str
    facts: Facts
    rule: bool = False
    event: Event | None = None
    children: list[Node] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        """The node and all below it, in order."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an action led to: the next position, what happened, and the trace of why."""

    position: Position
    events: tuple[Event, ...]
    trace: Node

    @property
    def rules(self) -> frozenset[str]:
        """The rules that fired."""
        return frozenset(node.says for node in self.trace.walk() if node.rule)
