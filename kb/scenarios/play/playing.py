"""Plays a case: its actions one after another, as they are written, to the end or to what stops it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator

from kb import paths
from kb.engine import game
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.verdict import Illegal, Node
from kb.engine.legal import asking
from kb.engine.offers import offers
from kb.engine.setup import misplaced, overloaded
from kb.errors import Finding, KBError
from kb.games.board_model import UnitKind
from kb.scenarios.acts.verb import Context, Repeat, Unplayable
from kb.scenarios.acts.verbs import VERBS
from kb.scenarios.expectations.played import ActResult, ActStatus, PlayedCase, PlayRecord
from kb.scenarios.language.scenario import Case
from kb.scenarios.play.positions import start
from kb.scenarios.play.script import OffScript, Replayed, Scripted
from kb.wording.board import Wording
from kb.wording.english import a

#: where a unit can stand
_ELSEWHERE = {
    UnitKind.SHIP: "put it in a sea zone",
    UnitKind.FACILITY: "put it on land",
    UnitKind.LAND: "put it on land, or aboard a ship that has room",
}


def before(rules: Rulebook, case: Case) -> PlayedCase:
    """A case before anything has happened in it."""
    begun = start(rules.board, case.position)
    return PlayedCase(case, rules=rules, start=begun.position, position=begun.position, names=begun.names)


def play(rules: Rulebook, case: Case, file: str = "", asked: bool = False) -> PlayedCase:
    """Play a case by its script. It stops at what is not as written, and with a finding at what cannot be played.

    Where it is ``asked`` what comes of it, dice and choices too many do not stop it.
    """
    played, table = before(rules, case), Scripted()
    played.findings = (*_misplaced(played, file), *_overloaded(played, file))
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


def _misplaced(played: PlayedCase, file: str) -> Iterator[Finding]:
    """A finding for each kind of units of the position that cannot stand where they are."""
    places = dict.fromkeys((unit.type, unit.at) for unit in misplaced(asking(played.rules, played.position)))
    for kind, space in places:
        words = Wording(played.rules.board)
        closed = played.rules.board.space(space).closed
        hint = "nobody may enter it" if closed else _ELSEWHERE[played.rules.kinds[kind]]
        message = f"{a(words.unit(kind))} cannot stand in {words.space(space)}"
        yield Finding(message, file, played.case.line, hint)


def _overloaded(played: PlayedCase, file: str) -> Iterator[Finding]:
    """A finding for each ship or aircraft of the position that carries what it cannot."""
    for ship, cargo in overloaded(asking(played.rules, played.position)):
        aboard = ", ".join(f"{number} {kind}" for kind, number in Counter(unit.type for unit in cargo).items())
        message = f"{ship.type} of {ship.power} in {ship.at} cannot carry {aboard}"
        yield Finding(message, file, played.case.line, "give it room, or its power what lets it carry this")


def _by_script(played: PlayedCase, result: ActResult, table: Scripted, index: int) -> tuple[str, str] | None:
    """Do one act with its dice and choices; what was wrong with it, and a hint."""
    act = result.act
    table.begin(act.dice, act.choices)
    try:
        _do(played, result, table, index)
        if result.status is not ActStatus.DONE and not act.must_be_refused:
            return None
        found = _left_over(played, table)
        result.unasked = found[0] if found and table.choices and not table.dice else ""
        return found
    except OffScript as wrong:
        return str(wrong), wrong.hint
    except KBError:
        raise
    except Exception as error:
        result.status = ActStatus.IMPOSSIBLE
        if isinstance(error, Unplayable):
            return str(error), error.hint
        if isinstance(error, OverflowError):
            return f"too much to play: {error}", "use fewer units and dice"
        if os.environ.get("KB_TRACEBACK"):
            raise
        return _fault(error), "please report it; KB_TRACEBACK=1 shows where"


def _left_over(played: PlayedCase, table: Scripted) -> tuple[str, str] | None:
    """What of an action's script was not used; of a battle that waits also who may decide what."""
    found = table.left_over()
    open_ways: dict[str, dict[str, None]] = {}
    for offer in offers(played.rules, played.position) if found and played.position.battle else ():
        open_ways.setdefault(offer.power, {})[offer.what] = None
    if not found or not open_ways:
        return found
    waits = "; ".join(f"{power} may {' or '.join(ways)}" for power, ways in open_ways.items())
    return found[0], f"{found[1]}; the battle waits: {waits}"


def _fault(error: Exception) -> str:
    """What to say of an exception that nobody expected: it is the program's, whatever the case says."""
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    place = f" at {paths.shown(frame.tb_frame.f_code.co_filename)}:{frame.tb_lineno}" if frame else ""
    return f"a fault of this program, not of the case: {type(error).__name__}: {error}{place}"


def replay(rules: Rulebook, case: Case, record: PlayRecord) -> PlayedCase:
    """Play a case under other rules, with the dice and choices of a record. An act that cannot be done there at all,
    because there are no such units, is impossible and is left out."""
    return replayed(before(rules, case), Replayed(record))


def replayed(played: PlayedCase, table: Scripted) -> PlayedCase:
    """The same with the dice and choices of a table that lacks none, from a case before anything has happened in it."""
    for index, act in enumerate(played.case.do):
        result = ActResult(act)
        played.acts.append(result)
        try:
            _do(played, result, table, index)
        except Unplayable:
            result.status = ActStatus.IMPOSSIBLE
    played.offered, played.record = table.offered, table.record
    return played


def _do(played: PlayedCase, result: ActResult, table: Scripted, index: int) -> None:
    """Do one act, again and again if its verb goes on."""
    table.act = index
    act, verb, context = result.act, VERBS[result.act.kind], _context(played)
    result.action = verb.action(act, context, act.power or context.position.clock.turn)
    if act.must_be_refused:
        judged = game.verdict(played.rules, played.position, result.action)
        result.status = ActStatus.DONE if judged.legal else ActStatus.REFUSED
        result.reasons, result.leaned_on = judged.reasons, judged.leaned_on
        result.after, result.chosen = played.position, len(table.offered)
        return
    begun, times = played.position.clock, 0
    while _step(played, result, table):
        times += 1
        table.record.times[index] = times
        result.after, result.chosen = played.position, len(table.offered)
        dice_left = table.dice_left(played.position, played.rules.ruleset.steps)
        if not verb.repeats(act, _context(played), Repeat(begun, times, dice_left)):
            return
        table.again()


def _context(played: PlayedCase) -> Context:
    return Context(played.rules, played.position, played.names)


def _step(played: PlayedCase, result: ActResult, table: Scripted) -> bool:
    """Have the engine do the action once; whether it was legal."""
    assert result.action is not None
    trace = Node(type(result.action).__name__, {"action": result.action})
    try:
        outcome = game.do(played.rules, played.position, result.action, table, trace)
    except Illegal as refused:
        result.status, result.reasons = ActStatus.REFUSED, refused.verdict.reasons
        result.leaned_on = refused.verdict.leaned_on
        return False
    except OffScript as wrong:
        result.broken_off, result.wants, result.instead = trace, wrong.wants, wrong.instead
        raise
    result.outcomes.append(outcome)
    played.position = outcome.position
    if outcome.position.battle is not None:
        played.decisions.append(outcome.position)
    return True
