"""What the first line of an answer says, as a value: the answer to what was asked; or why it is not known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from kb.asking.answer import Awaited, EngineAnswer, Judged, ask
from kb.base.errors import Finding
from kb.cases.language.scenario import Act
from kb.cases.play.outcome import LOST, RESULTS, results
from kb.engine.core.position import Event, replace
from kb.engine.core.table import Choice, Roll

#: what is answered: the verdict on what is done or asked, what came of it, who chooses what, what may be done
Answered = Literal["verdict", "result", "choice", "offers"]
#: why no answer is known: a phase was ended that nobody ended; dice, a choice or the outcome of a battle is waited for;
#: what is asked was not tried; it cannot be tried; something else is wrong with what is asked
Why = Literal["ended", "waits", "not reached", "impossible", "wrong"]

#: verbs of actions for which dice are rolled
_ROLLING = frozenset({"battle", "raid", "rocket", "research"})
#: a die that misses, whatever it is for; so many rolls are tried with such dice
_MISS, _MOST_ROLLS = 6, 4


@dataclass(frozen=True, slots=True)
class Doubt:
    """A reason why no answer is known, with what it is about: phases, what is waited for, an action, a finding."""

    why: Why
    about: tuple[str, ...] | Awaited | Act | Finding


@dataclass(frozen=True, slots=True)
class Headline:
    """The answer to what was asked; or, where there are ``doubts``, none.

    Of a verdict ``legal`` is which, and ``refused`` the action that is not. ``events`` are the results, but for losses,
    ``rolled`` the verb of an action that dice decide. ``choices`` are those that somebody has.
    """

    what: Answered | None = None
    legal: bool = True
    refused: Judged | None = None
    events: tuple[Event, ...] = ()
    rolled: str = ""
    choices: tuple[Awaited, ...] = ()
    doubts: tuple[Doubt, ...] = ()


def headline(answer: EngineAnswer) -> Headline:
    """Return the answer to what was asked, where it is known; nothing where nothing was asked."""
    request = answer.request
    if not request.acts and request.what is None:
        return Headline()
    if doubts := tuple(_doubts(answer)):
        return Headline(doubts=doubts)
    if refused := next((each for each in answer.acts if each.legal is False), None):
        return Headline("verdict", False, refused)
    if choices := tuple(each for each in answer.waiting if isinstance(each.wants, Choice)):
        return Headline("choice", choices=choices)
    wants_offers = request.typed or not request.acts or (request.what or {}).keys() & {"at", "units"}
    if request.what is not None and not request.judged and wants_offers:
        return Headline("offers", events=tuple(results(answer.events, answer.position)))
    last = answer.acts[-1].result if answer.acts else None
    rolled = last.act.kind if last and last.act.kind in _ROLLING else ""
    came = {node.event.name for trace in last.traces for node in trace.walk() if node.event} if last else set[str]()
    if not request.judged and (rolled or came & {LOST, *RESULTS}):
        return Headline("result", events=tuple(results(answer.events, answer.position)), rolled=rolled)
    return Headline("verdict")


def _doubts(answer: EngineAnswer) -> Iterator[Doubt]:
    """Return everything for which the answer is not known."""
    request = answer.request
    acts = answer.acts
    before = next((at for at in range(len(request.acts)) if at not in request.supplied), 0)
    if before:
        yield Doubt("ended", tuple(str(act.what) for act in request.acts[:before]))
    for place, each in enumerate(acts):
        if each.legal is None and each.wrong:
            yield Doubt("impossible", each.wrong)
        if each.legal is False and place in request.supplied:
            yield Doubt("not reached", request.acts[-1])
    yield from (Doubt("wrong", each) for each in answer.findings)
    waits = [each for each in answer.waiting if not isinstance(each.wants, tuple)]
    too_early = len(acts) > len(answer.played.acts)
    settled = _is_no_option(acts) or (too_early and _is_refused_later_too(answer))
    for wait in waits if not settled else ():
        if answer.unreached or request.judged or not isinstance(wait.wants, Choice):
            yield Doubt("waits", wait)
    battle = answer.position.battle
    hit = battle is not None and bool(battle.marked) and _is_within_a_cycle(answer)
    if hit and not (request.judged or request.what):
        yield from (Doubt("waits", each) for each in answer.waiting if isinstance(each.wants, tuple))
    if answer.unreached and request.judged and not waits:
        yield Doubt("not reached", request.acts[-1])


def _is_no_option(acts: tuple[Judged, ...]) -> bool:
    """Return whether something is chosen that is none of the options: then nothing needs to be waited for."""
    return bool(acts) and (acts[-1].result.instead is not None or bool(acts[-1].result.unasked))


def _is_refused_later_too(answer: EngineAnswer) -> bool:
    """Return whether an action that is judged while dice are waited for is refused, and is so for the same reason when
    all these dice have missed; not where it is only too early for it."""
    now, later = answer.acts[-1], answer
    for later in islice(_after_misses(answer), _MOST_ROLLS + 1):
        if now.legal is not False or not later.played.acts:
            return False
    first = {reason.rule for reason in now.reasons}
    return bool(later.acts) and bool(first & {reason.rule for reason in later.acts[-1].reasons})


def _is_within_a_cycle(answer: EngineAnswer) -> bool:
    """Return whether the battle waits in the middle of its first cycle."""
    battle = answer.position.battle
    return battle is not None and battle.round == 1 and battle.step != answer.rules.ruleset.steps[-1]


def _after_misses(answer: EngineAnswer) -> Iterator[EngineAnswer]:
    """Yield an answer; then, as long as it waits for dice, what it would be when these have missed."""
    yield answer
    while answer.played.acts and answer.waiting and isinstance(wants := answer.waiting[0].wants, Roll):
        do, place = [*answer.request.acts], len(answer.played.acts) - 1
        do[place] = replace(do[place], dice=(*do[place].dice, *(_MISS for _ in wants.dice)))
        answer = ask(replace(answer.request, case=replace(answer.request.case, do=tuple(do))))
        yield answer
