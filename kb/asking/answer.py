"""The answer of the engine as a value: the judgements on the actions with their reasons, the result, and the missing
dice or choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from kb.asking.dice_order import other_rollers, with_dice_in_order
from kb.asking.needless_rolls import half_done, without_needless_rolls
from kb.asking.question import Question
from kb.asking.remarks import unlandable
from kb.asking.request_changes import as_played
from kb.base.errors import BadInput, Finding, TooLong
from kb.cases.acts import VERBS
from kb.cases.acts.combat import sides_of
from kb.cases.acts.verb import Context, Unplayable
from kb.cases.expectations.played import ActResult, ActStatus, PlayedCase
from kb.cases.language.scenario import Act
from kb.cases.language.vocabulary import CHOICES
from kb.cases.language.words import counted
from kb.cases.play.outcome import differing, outcome
from kb.cases.play.playing import replay, time_left, within
from kb.engine import game
from kb.engine.battle import must_be_fought
from kb.engine.core.actions import Action, EndPhase, Fight, Reason
from kb.engine.core.points import CONDUCT_COMBAT
from kb.engine.core.position import Event, Position, replace
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.table import Choice, Roll
from kb.engine.game import Offer, asking, battles, offers
from kb.games.names import table_of

if TYPE_CHECKING:
    from kb.asking.offers import Possible
    from kb.cases.reading.library import RulesLoader

A = TypeVar("A", bound=Action)

#: the most seconds of processor time for the answers under other printings
SECONDS_ELSEWHERE = 0.25
#: a face that always misses, and the maximum number of rolls that are tried with it
_MISS, _MOST_ROLLS = 6, 4
#: the largest number of units about which the question how many may act is asked
MOST_UNITS = 40


@dataclass(frozen=True, slots=True)
class Judged:
    """One action. ``legal`` is None if it cannot even be tried; ``wrong`` then has the reason.

    ``reasons`` are the rules that refuse it; ``decided_by`` the rules that decided: without any one of them the verdict
    or the result differs. ``done`` is whether it was performed, and not only judged.
    """

    result: ActResult
    legal: bool | None
    done: bool
    reasons: tuple[Reason, ...] = ()
    decided_by: tuple[Reason, ...] = ()
    wrong: Finding | None = None


@dataclass(frozen=True, slots=True)
class Awaited:
    """A step that a power must take before play continues: a roll, a choice, or the decisions in a battle that waits;
    or the space of a battle whose outcome must be given, because its combat rules are not known."""

    power: str
    wants: Roll | Choice | tuple[Offer, ...] | str


#: the kinds of facts that an answer may lack
Missing = Awaited | Act | Finding


@dataclass(frozen=True, slots=True)
class Encounter:
    """An unfinished battle of the powers whose turn it is, with its units by power and type.

    ``due`` is whether the battle has to be fought; any other may be fought.
    """

    space: str
    due: bool
    attackers: Mapping[str, Mapping[str, int]]
    defenders: Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True, repr=False)
class EngineAnswer:
    """The engine's answer to a request.

    ``events`` are all events, including those of an action that is not complete; ``position`` is the one after them.
    ``owed`` are the rules that keep the phase from ending now. ``offers`` are the possible actions of the units or
    powers in question, legal and refused. ``findings`` are unused dice and choices, misplaced units, overloaded ships,
    and missing units in question. ``played`` is the play itself.
    """

    request: Question
    played: PlayedCase
    acts: tuple[Judged, ...]
    events: tuple[Event, ...]
    position: Position
    waiting: tuple[Awaited, ...] = ()
    battles: tuple[Encounter, ...] = ()
    owed: tuple[Reason, ...] = ()
    offers: tuple[Possible, ...] = ()
    findings: tuple[Finding, ...] = ()

    def __repr__(self) -> str:
        acts = [*(each.result.act for each in self.acts), *self.unreached]
        kinds = ", ".join(each.kind for each in acts) or "no actions"
        return f"<EngineAnswer to {kinds} by {self.rules.ruleset.id}: legal={self.legal}, {len(self.waiting)} waiting>"

    @property
    def rules(self) -> Rulebook:
        """The rules of the question."""
        return self.request.rules

    @property
    def legal(self) -> bool | None:
        """Whether all actions that were tried, if any, are legal.

        None if none is refused, but one cannot be carried out or there are ``findings``.
        """
        judgements = [each.legal for each in self.acts]
        if False in judgements:
            return False
        return None if None in judgements or self.findings else True

    def last(self, kind: type[A], phase: str = "", legal: bool = True) -> A | None:
        """Return the action that was tried last if it is of a kind, the phase is ``phase`` (empty: any phase), and
        :attr:`legal` is ``legal``; else None."""
        action = self.acts[-1].result.action if self.acts else None
        is_wanted = self.legal is legal and phase in ("", self.position.clock.phase)
        return action if is_wanted and isinstance(action, kind) else None

    @property
    def unreached(self) -> tuple[Act, ...]:
        """The actions that were not tried, because an earlier one is refused or waits."""
        return self.request.acts[len(self.acts) :]

    @property
    def rulings(self) -> dict[str, list[str]]:
        """The rulings that the deciding rules cite, each with these rules: first those of rules that refuse, then those
        that most rules cite."""
        refusing = dict.fromkeys(reason.rule for act in self.acts for reason in act.reasons)
        deciding = dict.fromkeys(reason.rule for act in self.acts for reason in act.decided_by)
        found: dict[str, list[str]] = {}
        for rule in refusing | deciding:
            for cite in self.rules.lines[rule].cites if rule in self.rules.lines else ():
                if "/" not in cite:
                    found.setdefault(cite, []).append(rule)
        return dict(sorted(found.items(), key=lambda pair: (refusing.keys().isdisjoint(pair[1]), -len(pair[1]))))


def in_other_printings(request: Question, rules_of: RulesLoader) -> list[EngineAnswer]:
    """Return the answers to a request under the rules of the other printings of its rule set. There are none for a
    question of how many units, or if they need more than :data:`SECONDS_ELSEWHERE`. They are not tried if a limit of
    time leaves less than three times that."""
    if request.larger or time_left() < 3 * SECONDS_ELSEWHERE:  # both answers are rendered, too
        return []
    with suppress(TooLong), within(SECONDS_ELSEWHERE, "another printing"):
        return [ask(replace(request, rules=each)) for each in rules_of.printings(request.rules)]
    return []


def ask(request: Question) -> EngineAnswer:
    """Return the engine's answer. It stops at missing dice and choices; the next action is only judged, in that
    position. No action is tried after a refused one. A question of how many units may act is asked about more and more
    units, and answered about the first number that is not legal. Raises :class:`TooLong` at a limit of time."""
    if request.larger:
        return _with_most(request.larger)
    request, played = with_dice_in_order(request)
    request, played = without_needless_rolls(request, played)
    if any(each.act.dice and each.unrolled == each.act.dice and each.status is ActStatus.DONE for each in played.acts):
        request, played = with_dice_in_order(without_unrolled_dice(request, needless=True))
    request, played = as_played(request, played)
    rules = request.rules
    stopped = played.acts[-1] if played.acts else None
    events = half_done(played)
    position = played.position.replayed(events)
    decides = _deciding(played)
    acts = [_judged(each, decides) for each in played.acts]
    findings = [Finding(each.message, hint=each.hint) for each in played.findings]
    if stopped and (stopped.wants or stopped.instead or stopped.status is ActStatus.IMPOSSIBLE):
        last = findings.pop()
        if not stopped.wants:
            acts[-1] = replace(acts[-1], wrong=last)
    for finding in list(findings):
        for place, act in enumerate(acts):
            if act.result.unasked == finding.message:  # the line has a choice that the engine does not offer
                acts[place] = replace(act, legal=False, wrong=finding)
                findings.remove(finding)
    ends = stopped is not None and isinstance(stopped.action, EndPhase)  # later actions belong to another phase
    asks_next = len(acts) == len(request.acts) - 1 and request.judged
    wants = stopped.wants if stopped else None
    if (wants if asks_next else isinstance(wants, Roll)) and not ends and len(acts) < len(request.acts):
        acts.append(_judged_while_waiting(request, request.acts[len(acts)], position, played.names))
    waiting = tuple(_awaited(played))
    if stopped and (space := _without_outcome(played, stopped)):
        acts[-1] = replace(acts[-1], legal=True, reasons=(), decided_by=stopped.reasons)
        waiting = (Awaited(played.position.clock.turn, space),)
    offered, missing = _offers(request, position, waiting)
    return EngineAnswer(
        request,
        played,
        tuple(acts),
        (*played.events, *events),
        position,
        waiting,
        tuple(_encounters(rules, position)),
        game.verdict(rules, position, EndPhase(position.clock.turn)).reasons,
        offered,
        (*other_rollers(request, played), *findings, *missing),
    )


def _with_most(larger: Callable[[int], Question]) -> EngineAnswer:
    """Return the answer about the first number of units that is not legal, else about the largest that can be asked."""
    answer, number = ask(larger(1)), 1
    if any(missing(answer)):
        return answer
    while answer.legal and not unlandable(answer):
        more = None
        with suppress(BadInput):
            more = ask(larger(number + 1)) if number < MOST_UNITS else None
        if more is None or more.legal is None:  # there are no more units
            return replace(answer, request=replace(answer.request, most=number))
        answer, number = more, number + 1
    return replace(answer, request=replace(answer.request, most=number - 1))


def without_unrolled_dice(request: Question, needless: bool = False) -> Question:
    """Return the request without the dice that its actions do not roll. With ``needless``, dice are left out only of
    actions that roll none of theirs. The omission is added to the assumptions."""
    request, played = with_dice_in_order(request)
    acts, assumed, names = [*request.acts], [*request.assumed], iter(request.rollers)
    for place, result in enumerate(played.acts):
        if (dice := result.unrolled) and not (needless and dice != result.act.dice):
            acts[place] = replace(acts[place], dice=acts[place].dice[: -len(dice)])
            left_out = counted(len(dice), "die is not rolled and is", "dice are not rolled and are")
            assumed.append(f"{left_out} left out: {', '.join(map(str, dice))}")
    pairs = zip(request.acts, acts, strict=True)
    rollers = tuple(kept for old, new in pairs if old.dice and (kept := next(names, ())[: len(new.dice)]))
    case = replace(request.case, do=tuple(acts))
    return replace(request, case=case, assumed=tuple(assumed), rollers=rollers)


def once_done(answer: EngineAnswer) -> EngineAnswer | None:
    """Return the answer if the action that is only judged were done; None unless it is legal and nothing is missing."""
    request = answer.request
    if not request.judged or not answer.legal or answer.waiting:
        return None
    done = replace(request.acts[-1], refused=False)
    case = replace(request.case, do=(*request.acts[:-1], done))
    return ask(replace(request, case=case, judged=False, what=None))


def waits_once_done(answer: EngineAnswer) -> tuple[Awaited, ...]:
    """Return the dice and choices for which an action that is only judged would wait if it were done; none unless it
    is legal."""
    then = once_done(answer)
    return tuple(each for each in then.waiting if not isinstance(each.wants, tuple)) if then else ()


def _without_outcome(played: PlayedCase, last: ActResult) -> str:
    """Return the space of a fight that is refused only because its outcome is not given; empty otherwise."""
    fight = last.action
    if last.status is not ActStatus.REFUSED or not isinstance(fight, Fight) or fight.lost is not None:
        return ""
    return fight.space if game.can(played.rules, played.position, replace(fight, lost=())) else ""


def _judged_while_waiting(
    request: Question, act: Act, position: Position, names: Mapping[str, tuple[int, ...]]
) -> Judged:
    """Judge an act in a position that waits for dice or a choice; ``names`` has the ids of the units with a name."""
    rules, context = request.rules, Context(request.rules, position, names)
    try:
        action = VERBS[act.kind].action(act, context, act.power or position.clock.turn)
    except Unplayable as error:
        result = ActResult(act, ActStatus.IMPOSSIBLE)
        return replace(_judged(result), wrong=Finding(str(error), hint=error.hint))
    verdict = game.verdict(rules, position, action)
    status = ActStatus.DONE if verdict.legal else ActStatus.REFUSED
    result = ActResult(act, status, action, verdict.reasons, verdict.rules_used, phase=position.clock.phase)
    # a rule decided if the verdict differs without it
    return _judged(result, lambda rule: game.can(rules.without(rule), position, action) is not verdict.legal)


def _judged(result: ActResult, decides: Callable[[str], bool] = lambda rule: True) -> Judged:
    """Return the judgement on an act, with the distinct rules that took part, did not refuse it, and that ``decides``
    (given the name of a rule) accepts."""
    fired = (Reason(node.says, node.facts) for trace in result.traces for node in trace.walk() if node.rule)
    used: dict[str, Reason] = {}
    for reason in (*result.rules_used, *fired):
        used.setdefault(reason.rule, reason)
    refusing = {reason.rule for reason in result.reasons}
    deciding = (each for rule, each in used.items() if rule not in refusing and decides(rule))
    done = bool(result.outcomes) and not result.broken_off
    legal = None if result.status is ActStatus.IMPOSSIBLE else result.status is ActStatus.DONE
    if result.instead is not None:  # the line has a choice that is not an option
        legal = False
    return Judged(result, legal, done, result.reasons, tuple(deciding))


def _deciding(played: PlayedCase) -> Callable[[str], bool]:
    """Return a function that decides whether the course of a play differs without a rule.

    Missing dice hit in both. No rule decides if there are too many choices to compare.
    """
    rules, case, record = played.rules, played.case, played.record
    try:
        own = list(outcome(replay(rules, case, record, played.start), course=True))
    except OverflowError:
        return lambda rule: False

    @cache
    def decides(rule: str) -> bool:
        """Return whether the outcome is another without a rule; False if it cannot be played without it."""
        try:
            other = replay(rules.without(rule), case, record, played.start)
            return bool(differing(own, outcome(other, course=True)))
        except OverflowError:
            return False

    return decides


def _awaited(played: PlayedCase) -> Iterator[Awaited]:
    """Yield the roll or choice for which the last act waits, else the decisions of each power."""
    last = played.acts[-1] if played.acts else None
    wants = (last.wants or last.instead) if last else None
    if wants is not None:
        yield Awaited(wants.power, wants)
        return
    by_power: dict[str, list[Offer]] = {}
    for offer in offers(played.rules, played.position):
        by_power.setdefault(offer.power, []).append(offer)
    yield from (Awaited(power, tuple(found)) for power, found in by_power.items())


def _encounters(rules: Rulebook, position: Position) -> Iterator[Encounter]:
    """Yield the battles of the powers whose turn it is, begun or not; none after the combat phase."""
    order = [phase.id for phase in rules.ruleset.phases]
    if CONDUCT_COMBAT in order and order.index(position.clock.phase) > order.index(CONDUCT_COMBAT):
        return
    view, context = asking(rules, position), Context(rules, position, {})
    due = must_be_fought(view)
    for space in battles(rules, position):
        sides = (view.units(ids) for ids in sides_of(context, space, position.clock.turn))
        yield Encounter(space, space in due, *map(table_of, sides))


def _offers(
    request: Question, position: Position, waiting: tuple[Awaited, ...]
) -> tuple[tuple[Possible, ...], tuple[Finding, ...]]:
    """Return the possible actions of the subject of the question; none while it waits for dice or a choice.

    If the units are missing from the start, also return a finding; units that were lost in the actions have no actions.
    """
    if request.what is None or any(not isinstance(each.wants, tuple) for each in waiting):
        return (), ()
    from kb.asking.offers import offers_of  # loaded only if it is needed

    try:
        return tuple(offers_of(request.rules, position, request.what)), ()
    except Unplayable as wrong:
        return (), () if request.acts else (Finding(str(wrong), hint=wrong.hint),)


# -- why an answer is not known


def missing(answer: EngineAnswer) -> Iterator[Missing]:
    """Yield the reasons why the answer is not known: phases that the line must end first, missing rolls and choices, an
    action that was not reached, errors."""
    request = answer.request
    acts = answer.acts
    for place, each in enumerate(acts):
        if each.legal is None and each.wrong:
            yield each.wrong
        if each.legal is False and place in request.supplied:
            yield request.acts[-1]
    yield from answer.findings
    waits = [each for each in answer.waiting if not isinstance(each.wants, tuple)]
    too_early = len(acts) > len(answer.played.acts)
    last = acts[-1].result if acts else None
    no_option = last is not None and (last.instead is not None or bool(last.unasked))
    settled = no_option or (too_early and _is_refused_later_too(answer))
    for wait in waits if not settled else ():
        if request.chooses and isinstance(wait.wants, Roll) and wait.wants.what in CHOICES:
            continue  # the choice was made: these are its dice
        if answer.unreached or request.judged or not isinstance(wait.wants, Choice):
            yield wait
    battle = answer.position.battle
    first_cycle = battle is not None and battle.round == 1 and battle.step != answer.rules.ruleset.steps[-1]
    if battle and battle.marked and first_cycle and not (request.judged or request.what):
        yield from (each for each in answer.waiting if isinstance(each.wants, tuple))
    if answer.unreached and request.judged and not waits and not _cannot_fly_there(answer):
        yield request.acts[-1]


def _cannot_fly_there(answer: EngineAnswer) -> bool:
    """Return whether the refused action is the flight of the aircraft of the judged action to its space."""
    flight, wanted = answer.acts[-1].result.act, answer.request.acts[-1]
    is_flight = flight.kind == "move" and flight.what == wanted.what
    return is_flight and flight.names("route")[-1] == wanted.named("at")


def _is_refused_later_too(answer: EngineAnswer) -> bool:
    """Return whether an action that is judged while dice are missing is refused, and still is for the same reason after
    all these dice miss."""
    now, later = answer.acts[-1], answer
    for _ in range(_MOST_ROLLS):
        if now.legal is not False or not later.played.acts:
            return False
        if not later.waiting or not isinstance(wants := later.waiting[0].wants, Roll):
            break
        do, place = [*later.request.acts], len(later.played.acts) - 1
        do[place] = replace(do[place], dice=(*do[place].dice, *(_MISS for _ in wants.dice)))
        later = ask(replace(later.request, case=replace(later.request.case, do=tuple(do)), typed=False))
    refusing = {reason.rule for reason in now.reasons}
    return bool(later.acts) and bool(refusing & {reason.rule for reason in later.acts[-1].reasons})
