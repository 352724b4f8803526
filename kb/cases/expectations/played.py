"""The result of a case: of each act, and of each expectation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from kb.base.errors import Finding
from kb.cases.language.scenario import Act, Case, Value
from kb.engine.core.actions import Action, Node, Outcome, Reason
from kb.engine.core.position import Event, Position
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.table import Choice, Roll


class ActStatus(StrEnum):
    """The result of an act in a word."""

    DONE = "done"
    REFUSED = "refused"
    IMPOSSIBLE = "impossible"


@dataclass(slots=True)
class ActResult:
    """The result of one act: the action that the engine was asked for, its judgement, its outcomes.

    ``broken_off`` is the trace of what could not be done to its end, ``wants`` the roll or choice that it then waits
    for, ``instead`` a choice of which something was taken that is none of its options; ``after`` is the position that
    it left, and ``chosen`` how many choices had been offered by then; ``unasked`` is what is wrong where a choice was
    written that nobody was asked for; ``unrolled`` are dice that were written and not rolled. ``phase`` is the phase in
    which it was judged.
    """

    act: Act
    status: ActStatus = ActStatus.DONE
    action: Action | None = None
    reasons: tuple[Reason, ...] = ()
    leaned_on: tuple[Reason, ...] = ()
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
        """Return the sections and rulings on which the permission of the action rests, see
        :meth:`Rulebook.permission`."""
        return rules.permission(self.phase, self.action) if self.action else ()

    @property
    def traces(self) -> list[Node]:
        """The traces of the acts, also of the one that was broken off."""
        return [outcome.trace for outcome in self.outcomes] + ([self.broken_off] if self.broken_off else [])


@dataclass(frozen=True, slots=True)
class Offered:
    """A choice that was offered, and the option that was taken."""

    choice: Choice
    taken: Value


@dataclass(slots=True)
class PlayRecord:
    """The dice that fell and the choices that were made when a case was played, by their purpose.

    Of a choice also the place of the option among those with units of the same types. By the place of each act: how
    many ``times`` it was done, which dice it ``rolled``, and the ``cycle`` of combat in which it rolled the last of
    them. ``lenient``: the end of a phase by its name ignores duties, as in the script of a scenario.
    """

    faces: dict[tuple[str, str, int, int], int] = field(default_factory=dict)
    taken: dict[tuple[str, str, str, int], tuple[Value, int]] = field(default_factory=dict)
    times: dict[int, int] = field(default_factory=dict)
    rolled: dict[int, tuple[tuple[str, str, int, int], ...]] = field(default_factory=dict)
    cycle: dict[int, int] = field(default_factory=dict)
    lenient: bool = True


@dataclass(frozen=True, slots=True)
class Failure:
    """An expectation that is not met: its key, the expected value, the value of the result."""

    key: str
    expected: Value
    got: Value
    line: int = 0
    reasons: tuple[Reason, ...] = ()


@dataclass(slots=True)
class CaseResult:
    """The result of a case. ``findings`` are mistakes in how it is written, ``warnings`` doubtful parts."""

    case: Case
    failures: tuple[Failure, ...] = ()
    findings: tuple[Finding, ...] = ()
    warnings: tuple[Finding, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether all came as expected and nothing is wrong with how it is written."""
        return not self.failures and not self.findings


@dataclass(slots=True, kw_only=True)
class PlayedCase(CaseResult):
    """The result of a case that was played: everything that happened in it. Without acts it is about to be played."""

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
        """Everything that happened, in order."""
        return (event for act in self.acts for outcome in act.outcomes for event in outcome.events)

    @property
    def traces(self) -> Iterator[Node]:
        """The traces of the acts, in order."""
        return (trace for act in self.acts for trace in act.traces)

    def until(self, acts: int) -> PlayedCase:
        """Return the case after the first so many acts."""
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
        """The rules that fired, were leaned on, or refused."""
        done = (outcome.rules for act in self.acts for outcome in act.outcomes)
        judged = (reason.rule for act in self.acts for reason in (*act.reasons, *act.leaned_on))
        return frozenset(judged).union(*done)
