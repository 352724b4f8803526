"""The result of a case, of each act and of each expectation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from kb.base.errors import Finding
from kb.cases.language.scenario import Act, Case
from kb.engine.core.actions import Action, Node, Outcome, Reason
from kb.engine.core.position import Event, Position
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.table import Choice, Option, Roll


class ActStatus(StrEnum):
    """The status of an act."""

    DONE = "done"
    REFUSED = "refused"
    IMPOSSIBLE = "impossible"


@dataclass(slots=True)
class ActResult:
    """The result of one act: its action, the judgement, the outcomes.

    ``broken_off`` is the trace of an action that the script could not complete, ``wants`` the roll or choice that it
    lacks, ``instead`` the choice for which the script has something that is not an option. ``after`` is the position
    after the act, and ``chosen`` the number of choices offered by then. ``unasked`` is the error about a written choice
    that was not offered; ``unrolled`` are written dice that were not rolled. ``phase`` is the phase in which it was
    judged.
    """

    act: Act
    status: ActStatus = ActStatus.DONE
    action: Action | None = None
    reasons: tuple[Reason, ...] = ()
    rules_used: tuple[Reason, ...] = ()
    outcomes: list[Outcome] = field(default_factory=list)
    broken_off: Node | None = None
    wants: Roll | Choice | None = None
    instead: Choice | None = None
    after: Position | None = None
    chosen: int = 0
    unasked: str = ""
    unrolled: tuple[int, ...] = ()
    phase: str = ""

    def permission(self, rules: Rulebook) -> tuple[str, ...]:
        """Return the sections and rulings that permit the action, see :meth:`Rulebook.permission`."""
        return rules.permission(self.phase, self.action) if self.action else ()

    @property
    def traces(self) -> list[Node]:
        """The traces of all outcomes, and of an action that was broken off."""
        return [outcome.trace for outcome in self.outcomes] + ([self.broken_off] if self.broken_off else [])


@dataclass(frozen=True, slots=True)
class Offered:
    """A choice that was offered, and the option taken."""

    choice: Choice
    taken: Option


@dataclass(slots=True)
class PlayRecord:
    """The dice and choices of a play, by their purpose.

    A choice also records the index of the option among those with units of the same types. By index of the act: how
    many ``times`` it was done, which dice it ``rolled``, and the ``cycle`` of combat in which it rolled the last of
    them. If ``lenient``, as in the script of a scenario, the end of a phase by its name ignores duties, and each stop
    for a decision in a battle counts as a cycle.
    """

    faces: dict[tuple[str, str, int, int], int] = field(default_factory=dict)
    taken: dict[tuple[str, str, str, int], tuple[Option, int]] = field(default_factory=dict)
    times: dict[int, int] = field(default_factory=dict)
    rolled: dict[int, tuple[tuple[str, str, int, int], ...]] = field(default_factory=dict)
    cycle: dict[int, int] = field(default_factory=dict)
    lenient: bool = True


@dataclass(frozen=True, slots=True)
class Failure:
    """An expectation that is not met: its key, the expected value, the value of the result."""

    key: str
    expected: object
    got: object
    line: int = 0
    reasons: tuple[Reason, ...] = ()


@dataclass(slots=True)
class CaseResult:
    """The result of a case. ``findings`` are errors in how it is written, ``warnings`` doubtful parts."""

    case: Case
    failures: tuple[Failure, ...] = ()
    findings: tuple[Finding, ...] = ()
    warnings: tuple[Finding, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether there are no failures and no findings."""
        return not self.failures and not self.findings


@dataclass(slots=True, kw_only=True)
class PlayedCase(CaseResult):
    """The result of a played case: everything that happened in it; without acts before it is played."""

    rules: Rulebook
    start: Position
    position: Position
    names: Mapping[str, tuple[int, ...]]
    acts: list[ActResult] = field(default_factory=list)
    offered: list[Offered] = field(default_factory=list)
    decisions: list[Position] = field(default_factory=list)
    record: PlayRecord = field(default_factory=PlayRecord)

    @property
    def events(self) -> Iterator[Event]:
        """All events, in order."""
        return (event for act in self.acts for outcome in act.outcomes for event in outcome.events)

    @property
    def traces(self) -> Iterator[Node]:
        """The traces of the acts, in order."""
        return (trace for act in self.acts for trace in act.traces)

    def until(self, acts: int) -> PlayedCase:
        """Return the case after its first ``acts`` acts."""
        done = self.acts[:acts]
        position, chosen = (done[-1].after or self.position, done[-1].chosen) if done else (self.start, 0)
        return PlayedCase(
            self.case,
            rules=self.rules,
            start=self.start,
            position=position,
            names=self.names,
            acts=done,
            offered=self.offered[:chosen],
        )

    @property
    def fired(self) -> frozenset[str]:
        """The rules that fired, were used by an answer, or refused an act."""
        done = (outcome.rules for act in self.acts for outcome in act.outcomes)
        judged = (reason.rule for act in self.acts for reason in (*act.reasons, *act.rules_used))
        return frozenset(judged).union(*done)
