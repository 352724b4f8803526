"""Sentences about cases that were played: act by act, with pictures of the position, or the reasons of a failure.

The acts have the rules that decided them, the refusals, and the place at which the case stopped. A failure has ruling,
position, expected and actual result, and no Python traceback.

A picture has the spaces that matter in the scenario, the same for its contrasts, so that nothing moves when one is put
beside the other. A line of a trace is ``[depth, sentence]``, and if a rule fired
``[depth, sentence, rule, [its sources]]``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from kb.base.english import counted, listed, sentence
from kb.cases.analysis.mutants import NoticedBy, Trial, Unnoticed
from kb.cases.expectations.keys import open_decisions
from kb.cases.expectations.played import ActResult, ActStatus, CaseResult, Failure, PlayedCase
from kb.cases.language.words import GameWords, plain
from kb.cases.play.playing import ScenarioResult
from kb.engine import game
from kb.engine.core.actions import Move
from kb.engine.core.position import Mark, Position, Unit, replace
from kb.engine.core.rulebook import Rulebook
from kb.engine.game import offers
from kb.games.board_model import Board
from kb.model.evidence import Claim, StoredCase, TraceLine
from kb.text.stories import Teller, act_sentence, teller_of
from kb.text.traces import reasons, refused, texts, trace_lines

if TYPE_CHECKING:
    from kb.model.replies import Picture, PictureSpace, UnitStack

#: more places to land do not help
_MOST_LANDS = 3


def happened(played: PlayedCase, teller: Teller, asked: bool = False) -> Iterator[TraceLine]:
    """Yield each act with its results, up to the first that could not be completed. If ``asked``, a judgement is worded
    as an answer, not as an expectation."""
    turn = played.case.position["turn"]
    for result in played.acts:
        act = replace(result.act, refused=False, refused_by=()) if asked else result.act
        yield TraceLine(0, sentence(act_sentence(teller.words, act, turn)))
        turn = result.after.clock.turn if result.after else turn
        yield from _below(played.rules, teller.words, result, asked)
        yield from _landings(teller.words, played, result)
        yield from _waits(teller.words, played.rules, result)
        for item in result.act.then if result.after and not result.broken_off else ():
            yield TraceLine(1, sentence(f"Expected then: {teller.item(item)}"))
    last = played.acts[-1] if played.acts else None
    stopped = last and (last.broken_off or last.status is ActStatus.IMPOSSIBLE)
    for finding in played.findings if stopped else ():
        yield TraceLine(1, sentence(f"Here it stops: {finding.message}"))


def _landings(words: GameWords, played: PlayedCase, result: ActResult) -> Iterator[TraceLine]:
    """Yield a line for each type of aircraft in a move that should be refused and is legal: where it could land."""
    if not result.act.must_be_refused or result.status is not ActStatus.DONE or not isinstance(result.action, Move):
        return
    for plane, lands in game.landings(played.rules, result.after or played.position, result.action).items():
        where = f"in {listed(map(words.space, lands[:_MOST_LANDS]))}" if lands else "on a carrier only"
        yield TraceLine(2, sentence(f"{words.in_words('unit', plane)} could still land {where}"))


def _waits(words: GameWords, rules: Rulebook, result: ActResult) -> Iterator[TraceLine]:
    """Yield a line with the open decisions, if a battle waits for one after an act."""
    position = result.outcomes[-1].position if result.outcomes and not result.broken_off else None
    if position is None or position.battle is None:
        return
    told = open_decisions(words, offers(rules, position))
    yield TraceLine(1, sentence(f"The battle in {words.space(position.battle.space)} waits: {told}"))


def _below(rules: Rulebook, words: GameWords, result: ActResult, asked: bool) -> Iterator[TraceLine]:
    """Yield the trace of an act. For an act that is refused or only judged, the judgement and its reasons follow.
    ``asked`` is whether the act is a question, and not a scenario that expects a refusal."""
    for line in trace_lines(rules, words, result.traces):
        yield TraceLine(line.depth + 1, line.says, line.rule, line.cites)
    if result.status is ActStatus.REFUSED:
        yield TraceLine(1, "Not allowed:")
        yield from refused(rules, words, result.reasons, 2)
    elif result.act.must_be_refused and result.after:
        yield TraceLine(1, "Allowed." if asked else "Allowed; it is not done, because it should be refused.")
        yield from refused(rules, words, result.rules_used, 2)


_INDENT = "    "


def reason(result: ScenarioResult) -> str:
    """Return the reason why a scenario did not pass, in one line; empty if it passed."""
    for number, case in enumerate(result.cases):
        where = f"contrast {number}: " if number else ""
        for finding in case.findings:
            return f"{where}{finding}"
        for failure in case.failures:
            return f"{where}{compared(failure)}"
    return ""


def compared(failure: Failure) -> str:
    """Return the expected and the actual result in one line."""
    return f"{failure.key}: expected {_said(failure.expected)}, got {_said(failure.got)}"


def lines(result: ScenarioResult, rules: Rulebook, ruling: str = "") -> list[str]:
    """Return everything about a scenario that did not pass; ``ruling`` is the verdict of its ruling, or empty."""
    scenario = result.scenario
    ties = ", ".join((*scenario.rulings, *scenario.sections))
    head = f"{scenario.name}{f' ({ties})' if ties else ''}  {scenario.file}:{scenario.line}"
    out = [head, *([f"{_INDENT}{ruling}"] if ruling else [])]
    for number, case in enumerate(result.cases):
        if not case.passed:
            out += [
                "",
                f"{_INDENT}{f'contrast {number}' if number else 'the case'}",
                *_case(case, rules, scenario.proof),
            ]
    return out


def _case(result: CaseResult, rules: Rulebook, proof: str) -> Iterator[str]:
    """Yield the lines about a case that did not pass: the case with its kind of ``proof``, its errors, and expected and
    actual results."""
    teller = Teller(rules)
    for line in teller.whole(result.case, proof, asked=True):
        yield f"{_INDENT}  {line}"
    for finding in result.findings:
        yield f"{_INDENT}wrong      {finding}"
    for failure in result.failures:
        yield f"{_INDENT}expected   {failure.key}: {_said(failure.expected)} (line {failure.line})"
        yield f"{_INDENT}got        {failure.key}: {_said(failure.got)}"
        for each in reasons(rules, failure.reasons):
            yield f"{_INDENT}           {each}"
    if isinstance(result, PlayedCase):
        yield f"{_INDENT}trace"
        yield from (f"{_INDENT}  {step}" for step in texts(happened(result, teller)))


def _said(value: object) -> str:
    """Return an expected or actual value on one line; a judgement as ``legal`` or ``refused by`` its rules."""
    if isinstance(value, dict) and value.keys() == {"legal", "refused_by"}:
        return "legal" if value["legal"] else f"refused by {', '.join(value['refused_by']) or 'any rule'}"
    return plain(value)


#: the marks of units that a picture shows
_SHOWN = (Mark.SUBMERGED, Mark.AIRBORNE)


def stored_cases(result: ScenarioResult, rules: Rulebook) -> Iterator[StoredCase]:
    """Yield the case of a played scenario, then its contrasts, as the database stores them."""
    teller, scenario = teller_of(rules), result.scenario
    those = (each for each in result.cases if isinstance(each, PlayedCase))
    spaces = list(dict.fromkeys(space for each in those for space in spaces_that_matter(each)))
    for number, each in enumerate(result.cases):
        case, played = each.case, each if isinstance(each, PlayedCase) else None
        lines = list(happened(played, teller)) if played else []
        yield StoredCase(
            title=sentence(case.title or scenario.title) if case.title or not number else "",
            change=tuple(teller.changes(case.change)) if played else (),
            story=tuple(teller.case(scenario, number)),
            trace=_json([[each.depth, each.says, *([each.rule, each.cites] if each.rule else ())] for each in lines]),
            before=_json(picture(rules.board, played.start, spaces) if played else {}),
            after=_json(picture(rules.board, played.position, spaces) if played else {}),
            passed=each.passed,
        )


#: JSON without spaces
_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def spaces_that_matter(played: PlayedCase) -> list[str]:
    """Return each space that is written, that something entered or left, or that changed hands, once."""
    found: dict[object, None] = dict.fromkeys(played.case.position.get("spaces", {}))
    for event in played.events:
        found |= dict.fromkeys(event.facts.get("route", ()))
        for field, key, value in event.edits:
            if field == "holders":
                found[key] = None
            elif field == "units" and isinstance(value, Unit):
                found[value.at] = None
    known = {space.id for space in played.rules.board.spaces}
    return [space for space in found if isinstance(space, str) and space in known]


def picture(board: Board, position: Position, spaces: Sequence[str]) -> Picture:
    """Return ``spaces`` (ids) with their holders and units in a position, and the borders between them."""
    wanted = set(spaces)
    borders = (
        [border.one, border.other] for border in board.borders if border.one in wanted and border.other in wanted
    )
    return {"spaces": [_space(board, position, each) for each in spaces], "borders": list(borders)}


def _space(board: Board, position: Position, space: str) -> PictureSpace:
    """Return a space of a picture. Its ``holder`` is empty if no power holds it."""
    printed = board.space(space)
    counted = Counter((unit.power, unit.type, _remarks(position, unit)) for unit in position.at(space))
    units: list[UnitStack] = [
        {"power": power, "unit": kind, "count": count, "is": list(marks)}
        for (power, kind, marks), count in counted.items()
    ]
    holder = position.holders.get(space, "")
    return {"id": space, "name": printed.name, "kind": str(printed.kind), "holder": holder, "units": units}


def _remarks(position: Position, unit: Unit) -> tuple[str, ...]:
    """Return the remarks on a unit in a picture: submerged, airborne, damaged, the type of the ship that it is on."""
    marks = [str(mark) for mark in _SHOWN if unit.has(mark)]
    marks += ["damaged"] if unit.damage else []
    ship = position.units.get(unit.aboard)
    return (*marks, f"aboard {ship.type.replace('-', ' ')}") if ship else tuple(marks)


# -- claims, mutants and the summary of a check


def describe_trial(trial: Trial) -> str:
    """Return the result of a claim in one line."""
    claim = trial.claim
    what = f"{claim.file}:{claim.line}: {claim.name}: {claim.scenario} {claim.expectation}"
    if trial.noticed is NoticedBy.BROKEN:
        return f"{what} does not hold"
    if trial.noticed is NoticedBy.NOTHING:
        instead = f"; still refused by {', '.join(trial.instead)}" if trial.instead else ""
        return f"{what} holds whatever is changed ({', '.join(trial.rules) or trial.of or 'no rule is cited'}{instead})"
    return f"{what} fails; {trial.noticed}: {trial.of}"


def claims_summary(claims: Sequence[Claim], trials: Iterable[Trial], uncut: Sequence[str]) -> list[str]:
    """Return lines on how many claims have each proof, how many ``trials`` each kind of change of the rules broke, and
    the rulings without claims (``uncut``)."""
    by_proof = {proof: sum(claim.proof == proof for claim in claims) for proof in ("play", "reference", "none")}
    lines = [
        f"{counted(len(claims), 'claim')}: {by_proof['play']} played, {by_proof['reference']} checked,"
        f" {by_proof['none']} not proved"
    ]
    shown = Counter[NoticedBy](
        each.noticed for each in trials if each.noticed not in (NoticedBy.NOTHING, NoticedBy.BROKEN)
    )
    if shown:
        lines.append(f"shown by {', '.join(f'{way}: {shown[way]}' for way in NoticedBy if way in shown)}")
    if uncut:
        lines.append(f"{counted(len(uncut), 'ruling')} without claims: {', '.join(uncut)}")
    return lines


def describe_unnoticed(each: Unnoticed) -> str:
    """Return a sentence about a rule that a scenario cites and does not need, or about a rule or number that no
    scenario needs."""
    if each.scenario:
        return f"{each.scenario} cites {each.what} and is the same without it"
    return f"no scenario needs {each.what}"


def check_summary(reports: Sequence[ScenarioResult], unread: int) -> str:
    """Return how many scenarios were checked or failed, and how many are ``unread`` because of errors: ``2 scenarios
    with 3 contrasts: all passed``."""
    failed = sum(not report.all_passed for report in reports)
    contrasts = sum(len(report.cases) - 1 for report in reports)
    outcome = f"{failed} failed" if failed else "all passed" if reports else "nothing to check"
    outcome += f"; {unread} more cannot be read" if unread else ""
    return f"{counted(len(reports), 'scenario')} with {counted(contrasts, 'contrast')}: {outcome}"
