"""Asks the engine: plays what is asked as far as it is said, and says what is legal, what came of it, what waits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from kb.asking.answer import Answer, Encounter, Judged, Waiting, status_of, units_by_power
from kb.asking.offers import Possible
from kb.asking.offers import offers as possible
from kb.asking.request import Asked
from kb.engine import game
from kb.engine.battle.battle_board import attackers_at, defenders_at
from kb.engine.core.actions import EndPhase, Fight
from kb.engine.core.position import Event, Position, Unit
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.values import replace
from kb.engine.core.verdict import Node, Reason
from kb.engine.legal import asking, battles
from kb.engine.offers import Offer, offers
from kb.errors import Finding
from kb.scenarios.acts import VERBS
from kb.scenarios.acts.verb import Context, Unplayable
from kb.scenarios.expectations.played import ActResult, ActStatus, PlayedCase
from kb.scenarios.language.scenario import Act
from kb.scenarios.play.playing import play


def ask(asked: Asked) -> Answer:
    """The engine's answer. Dice and choices that are not said are waited for, and nothing after them is done; the next
    action is judged while they are waited for. After an action that is refused nothing is tried."""
    played = play(asked.rules, asked.case, asked=True)
    stopped = played.acts[-1] if played.acts else None
    half_done = tuple(_events(stopped.broken_off) if stopped and stopped.broken_off else ())
    position = played.position.replayed(half_done)
    acts = [_judged(each) for each in played.acts]
    findings = [Finding(each.message, hint=each.hint) for each in played.findings]
    if stopped and (stopped.wants or stopped.instead or stopped.status is ActStatus.IMPOSSIBLE):
        last = findings.pop()
        if not stopped.wants:
            acts[-1] = replace(acts[-1], wrong=last)
    acts, findings = _choices_of_nobody(acts, findings)
    if stopped and stopped.wants and len(acts) < len(asked.acts):
        acts.append(_judged_while_waiting(asked, asked.acts[len(acts)], position, played.names))
    waiting = tuple(_waiting(played))
    if stopped and (space := _without_outcome(played, stopped)):
        acts[-1] = replace(acts[-1], legal=True, reasons=(), leaned_on=stopped.reasons)
        waiting = (Waiting(played.position.clock.turn, space),)
    offered, missing = _offers(asked, position, waiting)
    return Answer(
        asked,
        played,
        tuple(acts),
        (*played.events, *half_done),
        position,
        waiting,
        tuple(_encounters(asked.rules, position)),
        _owed(asked.rules, position),
        offered,
        (*findings, *missing),
    )


def _without_outcome(played: PlayedCase, last: ActResult) -> str:
    """The space of a fight that is refused only because nobody says how it comes out; empty for anything else."""
    fight = last.action
    if last.status is not ActStatus.REFUSED or not isinstance(fight, Fight) or fight.lost is not None:
        return ""
    return fight.space if game.can(played.rules, played.position, replace(fight, lost=())) else ""


def _choices_of_nobody(acts: list[Judged], findings: list[Finding]) -> tuple[list[Judged], list[Finding]]:
    """The judgements, with those as not legal in which something is chosen that nobody is asked for; other findings."""
    wrong = {each.message: each for each in findings}
    made = [
        replace(act, legal=False, wrong=wrong[act.result.unasked]) if act.result.unasked in wrong else act
        for act in acts
    ]
    unasked = {act.result.unasked for act in acts}
    return made, [each for each in findings if each.message not in unasked]


def _judged_while_waiting(asked: Asked, act: Act, position: Position, names: Mapping[str, tuple[int, ...]]) -> Judged:
    """The judgement on an act in a position in which dice or a choice are waited for."""
    try:
        action = VERBS[act.kind].action(act, Context(asked.rules, position, names), act.power or position.clock.turn)
    except Unplayable as error:
        result = ActResult(act, ActStatus.IMPOSSIBLE)
        return replace(_judged(result), wrong=Finding(str(error), hint=error.hint))
    judged = game.verdict(asked.rules, position, action)
    status = ActStatus.DONE if judged.legal else ActStatus.REFUSED
    return _judged(ActResult(act, status, action, judged.reasons, judged.leaned_on))


def _events(trace: Node) -> Iterator[Event]:
    """What happened in a trace, in order."""
    return (node.event for node in trace.walk() if node.event)


def _judged(result: ActResult) -> Judged:
    legal = status_of(result)
    done = bool(result.outcomes) and not result.broken_off
    return Judged(result, legal, done, result.reasons, tuple(_leaned_on(result)))


def _leaned_on(result: ActResult) -> Iterator[Reason]:
    """The rules that a legal judgement rests on, and those that decided what happened; each once."""
    fired = [Reason(node.says, node.facts) for trace in result.traces for node in trace.walk() if node.rule]
    seen = {reason.rule for reason in result.reasons}
    for reason in (*result.leaned_on, *fired):
        if reason.rule not in seen:
            seen.add(reason.rule)
            yield reason


def _waiting(played: PlayedCase) -> Iterator[Waiting]:
    """What the last act waits for; of a battle that waits who may decide what."""
    last = played.acts[-1] if played.acts else None
    wants = (last.wants or last.instead) if last else None
    if wants is not None:
        yield Waiting(wants.power, wants)
        return
    by_power: dict[str, list[Offer]] = {}
    for offer in offers(played.rules, played.position):
        by_power.setdefault(offer.power, []).append(offer)
    for power, found in by_power.items():
        yield Waiting(power, tuple(found))


def _encounters(rules: Rulebook, position: Position) -> Iterator[Encounter]:
    """The battles of the powers on turn, begun or not."""
    battle, turn = position.battle, position.clock.turn
    view = asking(rules, position)
    for space in battles(rules, position):
        if battle and battle.space == space:
            sides: tuple[Iterable[Unit], Iterable[Unit]] = view.units(battle.attackers), view.units(battle.defenders)
        else:
            sides = attackers_at(view, space, turn), defenders_at(view, space, turn)
        yield Encounter(space, *map(units_by_power, sides))


def _offers(
    asked: Asked, position: Position, waiting: tuple[Waiting, ...]
) -> tuple[tuple[Possible, ...], tuple[Finding, ...]]:
    """What those of whom it is asked may do now; nothing while dice or a choice are waited for.

    Then a finding where they are not there from the start: those that were lost in what is done may do nothing.
    """
    if asked.what is None or any(not isinstance(each.wants, tuple) for each in waiting):
        return (), ()
    try:
        return tuple(possible(asked.rules, position, asked.what)), ()
    except Unplayable as wrong:
        return (), () if asked.acts else (Finding(str(wrong), hint=wrong.hint),)


def _owed(rules: Rulebook, position: Position) -> tuple[Reason, ...]:
    """The rules that keep the phase from ending."""
    return game.verdict(rules, position, EndPhase(position.clock.turn)).reasons
