"""Plays a case: makes its position, then performs its actions in order, to the end or to the first that cannot be
played. Compares the results of a scenario with its expectations, within a time limit."""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from types import FrameType
from typing import TypeVar

from kb.base import paths
from kb.base.english import a, counted, possessive
from kb.base.errors import BadInput, Finding, KBError, TooLong
from kb.cases.acts import VERBS
from kb.cases.acts.verb import Context, Repeat, Unplayable, context_of
from kb.cases.expectations.key import Key, Named, Printed, Sections
from kb.cases.expectations.keys import PLAYED
from kb.cases.expectations.played import ActResult, ActStatus, CaseResult, Failure, PlayedCase, PlayRecord
from kb.cases.expectations.printed import PRINTED
from kb.cases.language.scenario import (
    REFERENCE,
    Act,
    Case,
    Expectation,
    NoteTable,
    PositionTable,
    Scenario,
    units_of,
)
from kb.cases.language.units import Units
from kb.cases.language.vocabulary import NONE
from kb.cases.play.script import Asked, OffScript, Replayed, Scripted
from kb.engine import game, setup
from kb.engine.core.actions import Action, EndPhase, Illegal, Node
from kb.engine.core.notes import GAME_NOTES, TURN_NOTES, YES, Note
from kb.engine.core.position import Clock, Mark, Position, Unit, replace
from kb.engine.core.rulebook import Rulebook
from kb.engine.game import asking, offers
from kb.engine.purchase import options_of_research
from kb.games.board_model import UnitKind
from kb.games.names import Wording, power_name
from kb.games.rulesets import Covers

T = TypeVar("T", PlayedCase, Printed)

# -- positions


def start(rules: Rulebook, written: PositionTable) -> Position:
    """Return the position that a case describes."""
    board = rules.board
    spaces, whole = written.get("spaces", {}), written.get("from") == "setup"
    units: dict[int, Unit] = {}
    for row in board.setup if whole else ():
        if row.space not in spaces:
            _put(units, row.count, row.unit, row.power, row.space)
    holders, treasuries = setup.holders(board), setup.treasuries(board)
    for space, contents in spaces.items():
        for power, rows in units_of(contents).items():
            _put_rows(units, power, rows, space)
        if isinstance(holder := contents.get("held_by"), str):
            holders[space] = holder
    return Position(
        clock=Clock(written.get("round", 1), written["turn"], written["phase"]),
        units=setup.stowed(board, units, written["turn"]),
        holders={space: holder for space, holder in holders.items() if holder != NONE},
        treasuries={**(treasuries if whole else dict.fromkeys(treasuries, 0)), **written.get("treasuries", {})},
        technologies={power: frozenset(names) for power, names in written.get("technologies", {}).items()},
        advantages={power: frozenset(names) for power, names in written.get("advantages", {}).items()},
        researchers=dict(written.get("researchers", {})),
        bought={(power, row.unit): row.number for power, rows in written.get("bought", {}).items() for row in rows},
        turn_notes=dict(_notes(written.get("notes", {}), TURN_NOTES)),
        game_notes=dict(_notes(written.get("game_notes", {}), GAME_NOTES)),
        wars={
            **setup.wars(board),
            **{(power, on): how for power, wars in written.get("wars", {}).items() for on, how in wars.items()},
        },
        options=_options(rules, written),
    )


def _options(rules: Rulebook, written: PositionTable) -> frozenset[str]:
    """Return the options in play: those that a case names, else those of the rule set, and those that the technologies,
    researchers and advantages of its position need."""
    named = written.get("options", rules.ruleset.played.get(rules.board.id, ()))
    needing = (*written.get("technologies", {}).values(), *written.get("researchers", {}).values())
    advantages = {"national-advantages"} if any(written.get("advantages", {}).values()) else set[str]()
    stated = {*(options_of_research(rules) if any(needing) else ()), *advantages.intersection(rules.ruleset.options)}
    return frozenset(named) | stated


def _notes(written: Mapping[str, NoteTable], known: tuple[Note, ...]) -> Iterator[tuple[tuple[str, ...], object]]:
    """Yield notes in the form of a position: ``captured: [norway]`` is (captured, norway) with the value true; a
    mapping gives a value for each key; any other note has its value."""
    for note in known:
        value = written.get(note.name)
        if value is None:
            continue
        if not note.key:
            yield (note.name,), True if note.value == YES else value
        else:
            own = value if isinstance(value, dict) else dict.fromkeys(value, True) if isinstance(value, list) else {}
            yield from (((note.name, about), each) for about, each in own.items())


def _put(units: dict[int, Unit], count: int, kind: str, power: str, space: str, **state: object) -> list[Unit]:
    """Add ``count`` equal units to ``units``, with the next ids, and return them. ``state`` has their other fields."""
    first, one = len(units) + 1, replace(Unit(0, kind, power, space), **state)
    made = [replace(one, id=each) for each in range(first, first + count)]
    units.update((unit.id, unit) for unit in made)
    return made


def _put_rows(units: dict[int, Unit], power: str, rows: Units, space: str, ship: int = 0) -> None:
    """Add the units of ``rows`` and their cargo to ``units``: in a space, aboard ``ship`` there if its id is not 0.
    Rows without a power belong to ``power``."""
    for row in rows:
        owner, plain = row.power or power, {key: row.state[key] for key in row.state if key not in _NOT_FIELDS}
        state = {**plain, "aboard": ship, "came": (*row.came,), "marks": frozenset(map(Mark, row.marks))}
        for unit in _put(units, row.number, row.unit, owner, space, **state):
            _put_rows(units, owner, row.cargo, space, unit.id)


#: the keys of the state of units that are not fields of a unit with the same value
_NOT_FIELDS = ("cargo", "came", "is")
#: the hint for a unit that is in the wrong kind of space
_ELSEWHERE = {
    UnitKind.SHIP: "put it in a sea zone",
    UnitKind.FACILITY: "put it on land",
    UnitKind.LAND: "put it on land, or aboard a ship that has room",
}


def _misplaced(played: PlayedCase, file: str) -> Iterator[Finding]:
    """Yield a finding for each type of unit in an impossible space, and for each overloaded ship or aircraft."""
    view, board, line = asking(played.rules, played.position), played.rules.board, played.case.line
    words = Wording(board)
    for kind, space in dict.fromkeys((unit.type, unit.at) for unit in setup.misplaced(view)):
        hint = "no unit may enter it" if board.space(space).closed else _ELSEWHERE[played.rules.kinds[kind]]
        yield Finding(f"{a(words.unit(kind))} cannot be in {words.space(space)}", file, line, hint)
    for ship, cargo in setup.overloaded(view):
        aboard = words.units(Counter(unit.type for unit in cargo))
        carrier = f"{possessive(power_name(ship.power))} {words.unit(ship.type)} in {words.space(ship.at)}"
        hint = "remove cargo, or give the power the advantage that allows this load"
        yield Finding(f"{carrier} cannot carry {aboard}", file, line, hint)


def _sunk(played: PlayedCase, file: str) -> Iterator[Finding]:
    """Yield a finding for each type of unit with as much damage as sinks it."""
    view, words = asking(played.rules, played.position), Wording(played.rules.board)
    for kind, hits in dict.fromkeys((unit.type, unit.damage) for unit in setup.sunk(view)):
        message = f"{a(words.unit(kind))} cannot have {counted(hits, 'hit')}: that is enough to sink it"
        yield Finding(message, file, played.case.line, "remove it")


# -- the actions


def before(rules: Rulebook, case: Case, begun: Position | None = None) -> PlayedCase:
    """Return a case before its first act; ``begun`` is its position if that has been made already."""
    begun = begun or start(rules, case.position)
    return PlayedCase(case, rules=rules, start=begun, position=begun, names=context_of(rules, begun).names)


def play(rules: Rulebook, case: Case, file: str = "", asked: bool = False) -> PlayedCase:
    """Play a case by its script. It stops at an act that is refused but should be legal, and, with a finding, at an act
    that cannot be played.

    If ``asked``, as a question, unused dice and choices do not stop it, and forced losses may be named as choices.
    There are also findings about units in impossible spaces. Findings have their place in ``file``.

    Raises :class:`BadInput` for units with as much damage as sinks them, and :class:`TooLong` at a limit of time.
    """
    played = before(rules, case)
    table = Asked(played) if asked else Scripted()
    played.findings = tuple(_misplaced(played, file))
    if sunk := [*_sunk(played, file)]:
        raise BadInput(*sunk)
    for index, act in enumerate(case.do):
        result = ActResult(act)
        played.acts.append(result)
        found = _by_script(played, result, table, index)
        if found:
            played.findings += (Finding(found[0], file, act.line, found[1]),)
        goes_on = not found or (asked and result.after is not None and not result.broken_off)
        if not goes_on or (result.status is ActStatus.REFUSED and not act.must_be_refused):
            break
    played.offered, played.record = table.offered, table.record
    return played


def replay(rules: Rulebook, case: Case, record: PlayRecord, begun: Position | None = None) -> PlayedCase:
    """Play a case under other rules, with the dice and choices of a record. An act whose units are missing or ambiguous
    is impossible and is skipped. ``begun`` is the position of the case if that has been made already."""
    played, table = before(rules, case, begun), Replayed(record)
    for index, act in enumerate(case.do):
        result = ActResult(act)
        played.acts.append(result)
        try:
            _do(played, result, table, index)
        except Unplayable:
            result.status = ActStatus.IMPOSSIBLE
    played.offered, played.record = table.offered, table.record
    return played


def _by_script(played: PlayedCase, result: ActResult, table: Scripted, index: int) -> tuple[str, str] | None:
    """Perform the act of an ``index`` with its dice and choices, taken from ``table``. Return an error and a hint; None
    if the act was performed or refused."""
    act = result.act
    table.begin(act.dice, act.choices)
    try:
        _do(played, result, table, index)
        if result.status is not ActStatus.DONE and not act.must_be_refused:
            return None
        found = _left_over(played, table)
        result.unasked = found[0] if found and table.choices and not table.dice else ""
        result.unrolled = tuple(table.dice)
        return found
    except OffScript as wrong:
        result.unasked = str(wrong) if wrong.unasked else ""
        return str(wrong), wrong.hint
    except KBError:
        raise
    except Exception as error:
        result.status = ActStatus.IMPOSSIBLE
        if isinstance(error, Unplayable):
            return (table.which(error.options) if error.options else None) or (str(error), error.hint)
        if isinstance(error, OverflowError):
            return f"too much to play: {error}", "use fewer units and dice"
        if os.environ.get("KB_TRACEBACK"):
            raise
        return _fault(error), "please report it; KB_TRACEBACK=1 shows where"


def _left_over(played: PlayedCase, table: Scripted) -> tuple[str, str] | None:
    """Return the unused part of an action's script and a hint (the open decisions if a battle waits), or None."""
    found = table.left_over()
    open_ways: dict[str, dict[str, None]] = {}
    for offer in offers(played.rules, played.position) if found and played.position.battle else ():
        open_ways.setdefault(offer.power, {})[offer.what] = None
    if not found or not open_ways:
        return found
    waits = "; ".join(f"{power} may {' or '.join(ways)}" for power, ways in open_ways.items())
    return found[0], f"{found[1]}; the battle waits: {waits}"


def _fault(error: Exception) -> str:
    """Return the message for an unexpected exception, which is an error of the program and not of the case."""
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    place = f" at {paths.shown(frame.tb_frame.f_code.co_filename)}:{frame.tb_lineno}" if frame else ""
    return f"an error of this program, not of the case: {type(error).__name__}: {error}{place}"


def _do(played: PlayedCase, result: ActResult, table: Scripted, index: int) -> None:
    """Perform the act ``index`` by the script of ``table``, repeatedly if its verb does, and record its results in
    ``result``. An act that must be refused is only judged."""
    table.act = index
    act, verb = result.act, VERBS[result.act.kind]
    context = Context(played.rules, played.position, played.names)
    result.action = _action(act, context, table)
    result.phase = played.position.clock.phase
    if act.must_be_refused:
        judged = game.verdict(played.rules, played.position, result.action)
        result.status = ActStatus.DONE if judged.legal else ActStatus.REFUSED
        result.reasons, result.rules_used = judged.reasons, judged.rules_used
        result.after, result.chosen = played.position, len(table.offered)
        return
    begun, times, fought = played.position.clock, 0, _cycles(played)
    while _step(played, result, table):
        times += 1
        table.record.times[index] = times
        result.after, result.chosen = played.position, len(table.offered)
        dice_left = table.dice_left(played.position, played.rules.ruleset.steps)
        context = replace(context, position=played.position)
        cycles = times if table.record.lenient else _cycles(played) - fought
        if not verb.repeats(act, context, Repeat(begun, times, dice_left, cycles)):
            return
        result.action = _action(act, context, table)
        table.cycles.append([])


def _cycles(played: PlayedCase) -> int:
    """Return the number of completed cycles of the battle that is being fought; 0 without one."""
    battle, steps = played.position.battle, played.rules.ruleset.steps
    return battle.round - (battle.step != steps[-1]) if battle else 0


def _action(act: Act, context: Context, table: Scripted) -> Action:
    """Return the action of an act. Raises :class:`Unplayable` if its units are missing or ambiguous, or if the known
    rules of the game do not cover it. Unless the record of ``table`` is lenient, the end of a phase respects duties."""
    action = VERBS[act.kind].action(act, context, act.power or context.position.clock.turn)
    rules, known = context.rules.ruleset, context.rules.phases_of
    if known and action.in_its_phase and action.name not in known and rules.covers is not Covers.EVERYTHING:
        raise Unplayable(f"the known rules of this game do not cover this action: {rules.title}")
    strict = isinstance(action, EndPhase) and not table.record.lenient
    return replace(action, passes_over=False) if strict else action


def _step(played: PlayedCase, result: ActResult, table: Scripted) -> bool:
    """Perform the action once, record the outcome or the refusal, and return whether it was legal. Raises
    :class:`OffScript` if the dice or choices of the script (``table``) do not fit."""
    assert result.action is not None
    trace = Node(type(result.action).__name__, {"action": result.action})
    try:
        outcome = game.do(played.rules, played.position, result.action, table, trace)
    except Illegal as refused:
        result.status, result.reasons = ActStatus.REFUSED, refused.verdict.reasons
        result.rules_used = refused.verdict.rules_used
        return False
    except OffScript as wrong:
        result.broken_off, result.wants, result.instead = trace, wrong.wants, wrong.instead
        raise
    result.outcomes.append(outcome)
    played.position = outcome.position
    if outcome.position.battle is not None:
        played.decisions.append(outcome.position)
    return True


# -- scenarios: a case and its contrasts, compared with the expectations


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """The results of a scenario and its contrasts."""

    scenario: Scenario
    cases: tuple[CaseResult, ...]

    @property
    def passed(self) -> bool:
        """Whether the case itself passed."""
        return self.cases[0].passed

    @property
    def contrast_passed(self) -> bool:
        """Whether every contrast passed; true if there is none."""
        return all(case.passed for case in self.cases[1:])

    @property
    def all_passed(self) -> bool:
        """Whether the case and every contrast passed."""
        return self.passed and self.contrast_passed

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All errors in how the cases are written."""
        return tuple(finding for case in self.cases for finding in case.findings)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """The doubtful lines of a user's file."""
        return tuple(dict.fromkeys(warning for case in self.cases for warning in case.warnings))

    @property
    def rules(self) -> list[str]:
        """The rules that the scenario cites."""
        return list(self.scenario.rules)


def check(rules: Rulebook, scenario: Scenario, sections: Sections | None = None) -> ScenarioResult:
    """Play a scenario and its contrasts under the rules of its game, or compare a reference proof with printed facts. A
    contrast that passes without its change gets a finding."""
    if scenario.proof == REFERENCE:
        return ScenarioResult(scenario, tuple(look_up(rules, case, sections) for case in scenario.cases))
    own, *contrasts = (run(rules, case, scenario.file) for case in scenario.cases)
    for each in contrasts:
        if _is_needless(rules, scenario.case, each):
            hint = "change the one decisive fact, or expect a result that it decides"
            each.findings = (
                Finding("the contrast has the same result without its change", scenario.file, each.case.line, hint),
            )
    return ScenarioResult(scenario, (own, *contrasts))


#: the keys of a position that give its time
_CLOCK = {"turn", "phase", "round"}


def _is_needless(rules: Rulebook, case: Case, contrast: PlayedCase) -> bool:
    """Return whether a contrast passes without its change. Return False for a user's file, and for a change of nothing
    but the clock."""
    if contrast.case.change.keys() <= _CLOCK or contrast.case.own or not contrast.passed:
        return False
    unchanged = play(rules, replace(contrast.case, position=case.position))
    return not unchanged.findings and not any(failures(unchanged)) and not any(_echoes(unchanged, ""))


def run(rules: Rulebook, case: Case, file: str = "") -> PlayedCase:
    """Play a case and compare the results with its expectations."""
    played = play(rules, case, file)
    if not played.findings:
        played.failures = tuple(failures(played))
        echoes = tuple(_echoes(played, file))
        played.findings, played.warnings = ((), echoes) if case.own else (echoes, ())
    return played


def failures(played: PlayedCase) -> Iterator[Failure]:
    """Yield every result that is not as expected, but none about the effects of acts after an unexpected refusal."""
    refused = False
    for number, result in enumerate(played.acts, start=1):
        found = _of_act(result, played.case.own)
        refused = refused or (result.status is ActStatus.REFUSED and not result.act.must_be_refused)
        if found:
            yield found
        for item in result.act.then if not refused else ():
            yield from _unmet(PLAYED, played.until(number), item)
    for item in played.case.expect if not refused else ():
        yield from _unmet(PLAYED, played, item)


def holds(played: PlayedCase, named: Named) -> bool:
    """Return whether one expectation of a played case holds. The reasons for a refusal are not compared, and an
    impossible act counts as refused."""
    if named.act >= 0:
        result = played.acts[named.act]
        expected = ActStatus.REFUSED if result.act.must_be_refused else ActStatus.DONE
        return result.status is expected or (expected is ActStatus.REFUSED and result.status is not ActStatus.DONE)
    item = played.case.expect[named.item]
    one = replace(item, checks={named.key: item.checks[named.key]})
    return not [*_unmet(PLAYED, played, one)]


def _of_act(result: ActResult, own: bool) -> Failure | None:
    """Return a failure if an act was refused but should be legal, or legal but should be refused, or refused for other
    reasons. In a user's ``own`` file not all reasons need be named."""
    act = result.act
    expected, rules = sorted(set(act.refused_by)), sorted({reason.rule for reason in result.reasons})
    legal = not act.must_be_refused
    named = not expected or expected == rules or (own and {*expected} <= {*rules})
    if legal == (not rules) and named:
        return None
    judgements = {"legal": legal, "refused_by": expected}, {"legal": not rules, "refused_by": rules}
    return Failure(act.kind, *judgements, act.line, result.reasons or result.rules_used)


def _unmet(rows: Mapping[str, Key[T]], about: T, item: Expectation) -> Iterator[Failure]:
    """Yield a failure for each key of an expectation whose value is not as expected. ``rows`` are the known keys,
    ``about`` is the played case or the printed facts."""
    for key, wanted in item.checks.items():
        expected, got = rows[key].compare(about, wanted, item)
        if expected != got:
            yield Failure(key, expected, got, item.line)


def _echoes(played: PlayedCase, file: str) -> Iterator[Finding]:
    """Yield a finding for each expectation that holds at the start and after every action."""
    after = [(item, number) for number, act in enumerate(played.acts, start=1) for item in act.act.then]
    for item, acts in (*after, *((item, len(played.acts)) for item in played.case.expect)):
        if all(next(_unmet(PLAYED, played.until(done), item), None) is None for done in range(acts + 1)):
            first, keys = next(iter(item.checks)), " and ".join(f"'{key}'" for key in item.checks)
            hint = f"in one item with a changed result: - {{{first}: ..., battle: over}}"
            hint = f"expect a result of the actions, or write it {hint}"
            what = f"nothing is proved by {keys}: true at the start and after every action"
            yield Finding(what, file, item.line, hint)


def look_up(rules: Rulebook, case: Case, sections: Sections | None = None) -> CaseResult:
    """Compare the expectations of a reference proof with the printed facts; ``sections`` has those of sections."""
    printed = Printed(rules, sections)
    return CaseResult(case, tuple(each for item in case.expect for each in _unmet(PRINTED, printed, item)))


class _Rung(BaseException):
    """The time limit was reached. Handlers of errors in reading or playing do not catch this exception."""


def time_left() -> float:
    """Return the seconds of processor time until the limit of :func:`within`, infinite without one."""
    return (signal.getitimer(signal.ITIMER_PROF)[0] or inf) if hasattr(signal, "getitimer") else inf


@contextmanager
def within(seconds: float, file: str) -> Iterator[None]:
    """Limit a block to ``seconds`` of processor time, or less if an enclosing limit ends sooner. Raises
    :class:`TooLong` about the file at the limit. There is no limit outside the main thread, or without SIGPROF."""
    main, left = threading.current_thread() is threading.main_thread(), time_left()
    if not (main and hasattr(signal, "setitimer")) or left < seconds:
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise _Rung

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    except _Rung:
        what = f"takes longer than {seconds:g} seconds of processor time"
        raise TooLong(Finding(what, file, 0, "split it, or use fewer units and dice")) from None
    finally:
        used = seconds - signal.getitimer(signal.ITIMER_PROF)[0]
        signal.signal(signal.SIGPROF, before)
        signal.setitimer(signal.ITIMER_PROF, max(left - used, 1e-6) if left < inf else 0)
