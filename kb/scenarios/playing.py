"""Plays a case: its actions one after another, as they are written, to the end or to what stops it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from kb import paths
from kb.engine import game
from kb.engine.core.actions import Action
from kb.engine.core.position import Event, Position
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.verdict import Illegal, Node, Outcome, Reason
from kb.errors import Finding, KBError
from kb.scenarios.acts import Here, Unplayable, action, again
from kb.scenarios.language import Act, Case
from kb.scenarios.positions import start
from kb.scenarios.script import Offered, OffScript, Record, Replayed, Scripted

#: no turn has more phases to end
_MOST_PHASES = 20


class Fate(StrEnum):
    """What became of an act."""

    DONE = "done"
    REFUSED = "refused"
    IMPOSSIBLE = "impossible"


@dataclass(slots=True)
class Deed:
    """One act as it went: what the engine was asked, what it said, what it did."""

    act: Act
    fate: Fate = Fate.DONE
    action: Action | None = None
    reasons: tuple[Reason, ...] = ()
    leaned_on: tuple[Reason, ...] = ()
    outcomes: list[Outcome] = field(default_factory=list)


@dataclass(slots=True)
class Ran:
    """A case that was played, or, without deeds, is about to be. ``trouble`` is what was wrong with its script."""

    rules: Rulebook
    case: Case
    start: Position
    position: Position
    names: Mapping[str, tuple[int, ...]]
    deeds: list[Deed] = field(default_factory=list)
    offered: list[Offered] = field(default_factory=list)
    decisions: list[Position] = field(default_factory=list)
    record: Record = field(default_factory=Record)
    trouble: Finding | None = None

    @property
    def events(self) -> Iterator[Event]:
        """Everything that happened, in order."""
        return (event for deed in self.deeds for outcome in deed.outcomes for event in outcome.events)

    @property
    def traces(self) -> Iterator[Node]:
        """The traces of what was done, in order."""
        return (outcome.trace for deed in self.deeds for outcome in deed.outcomes)

    @property
    def fired(self) -> frozenset[str]:
        """The rules that fired, were leaned on, or refused."""
        done = (outcome.rules for deed in self.deeds for outcome in deed.outcomes)
        judged = (reason.rule for deed in self.deeds for reason in (*deed.reasons, *deed.leaned_on))
        return frozenset(judged).union(*done)


def before(rules: Rulebook, case: Case) -> Ran:
    """A case before anything has happened in it."""
    begun = start(rules.board, case.position)
    return Ran(rules, case, begun.position, begun.position, begun.names)


def play(rules: Rulebook, case: Case, file: str = "") -> Ran:
    """Play a case by its script; it stops at what is not as written."""
    ran, table = before(rules, case), Scripted()
    for index, act in enumerate(case.do):
        deed = Deed(act)
        ran.deeds.append(deed)
        table.begin(act.dice, act.choices)
        try:
            _do(ran, deed, table, index)
            over = table.left_over() if deed.fate is Fate.DONE or act.refused_by else None
            ran.trouble = Finding(over[0], file, act.line, over[1]) if over else None
        except OffScript as wrong:
            ran.trouble = Finding(str(wrong), file, act.line, wrong.hint)
        except Unplayable as wrong:
            deed.fate = Fate.IMPOSSIBLE
            ran.trouble = Finding(str(wrong), file, act.line, wrong.hint)
        except KBError:
            raise
        except OverflowError as error:
            deed.fate = Fate.IMPOSSIBLE
            ran.trouble = Finding(f"too much to play: {error}", file, act.line, "use fewer units and dice")
        except Exception as error:
            if os.environ.get("KB_TRACEBACK"):
                raise
            deed.fate = Fate.IMPOSSIBLE
            ran.trouble = Finding(_fault(error), file, act.line, "please report it; KB_TRACEBACK=1 shows where")
        if ran.trouble or (deed.fate is Fate.REFUSED and not act.refused_by):
            break
    ran.offered, ran.record = table.offered, table.record
    return ran


def _fault(error: Exception) -> str:
    """What to say of an exception that nobody expected: it is the program's, whatever the case says."""
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    place = f" at {paths.shown(frame.tb_frame.f_code.co_filename)}:{frame.tb_lineno}" if frame else ""
    return f"a fault of this program, not of the case: {type(error).__name__}: {error}{place}"


def replay(rules: Rulebook, case: Case, record: Record) -> Ran:
    """Play a case under other rules, with the dice and choices of a record. An act that cannot be done there at all,
    because there are no such units, is impossible and is left out."""
    ran, table = before(rules, case), Replayed(record)
    for index, act in enumerate(case.do):
        deed = Deed(act)
        ran.deeds.append(deed)
        try:
            _do(ran, deed, table, index, record.fights.get(index, 1))
        except Unplayable:
            deed.fate = Fate.IMPOSSIBLE
    ran.offered, ran.record = table.offered, table.record
    return ran


def _do(ran: Ran, deed: Deed, table: Scripted, index: int, fights: int = 0) -> None:
    """Do one act; ``fights`` is how often a battle is fought, 0 for as long as there are dice."""
    here = Here(ran.rules, ran.position, ran.names)
    deed.action = action(deed.act, here)
    if deed.act.refused_by:
        judged = game.verdict(ran.rules, ran.position, deed.action)
        deed.fate = Fate.DONE if judged.legal else Fate.REFUSED
        deed.reasons, deed.leaned_on = judged.reasons, judged.leaned_on
        return
    clock, times = ran.position.clock, 0
    while True:
        if not _step(ran, deed, table):
            return
        times += 1
        ran.record.fights[index] = table.record.fights[index] = times
        here = Here(ran.rules, ran.position, ran.names)
        on = times < fights if fights else bool(table.dice)
        if deed.act.what == "turn" and deed.act.kind == "end":
            now = ran.position.clock
            if (now.turn, now.round) != (clock.turn, clock.round) or times >= _MOST_PHASES:
                return
        elif not again(deed.act, here, times, on):
            return


def _step(ran: Ran, deed: Deed, table: Scripted) -> bool:
    """Have the engine do the action once; whether it was legal."""
    assert deed.action is not None
    try:
        outcome = game.do(ran.rules, ran.position, deed.action, table)
    except Illegal as refused:
        deed.fate, deed.reasons, deed.leaned_on = Fate.REFUSED, refused.verdict.reasons, refused.verdict.leaned_on
        return False
    deed.outcomes.append(outcome)
    ran.position = outcome.position
    if outcome.position.battle is not None:
        ran.decisions.append(outcome.position)
    return True
