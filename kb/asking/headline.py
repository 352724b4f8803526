"""What the first line of an answer says, as a value: the answer to what was asked; or why it is not known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Literal

from kb.asking.answer import Awaited, EngineAnswer, Judged, ask
from kb.asking.shown import after_misses, figures, is_within_a_cycle, shown
from kb.base.errors import Finding, KBError
from kb.cases.language.scenario import Act
from kb.engine.core.position import Event, replace
from kb.engine.core.table import Choice

#: what is answered: the verdict on what is done or asked, what came of it, who chooses what, what may be done, what the
#: battle shows, numbers and names that are asked for
Answered = Literal["verdict", "result", "choice", "offers", "shown", "figures"]
#: why no answer is known: a phase was ended that nobody ended; dice, a choice or the outcome of a battle is waited for;
#: what is asked was not tried; it cannot be tried; something else is wrong with what is asked; what is to be shown is
#: not there
Why = Literal["ended", "waits", "not reached", "impossible", "wrong", "unshown"]

#: the events that are results, beside losses, in the order in which they are told
LOST, DAMAGED = "lost", "damaged"
RESULTS = (
    *(DAMAGED, "captured", "taken", "raided", "rocket-struck", "submerged", "developed", "treasury-taken"),
    *("tribute-paid", "collected", "bonus-paid", "joined-a-side", "won"),
)
#: verbs of actions for which dice are rolled
_ROLLING = frozenset({"battle", "raid", "rocket", "research"})
#: so many assumptions are tried otherwise
_MOST_TRIED = 4


@dataclass(frozen=True, slots=True)
class Doubt:
    """A reason why no answer is known, with what it is about: phases, what is waited for, an action, a finding, the key
    of what is to be shown."""

    why: Why
    about: tuple[str, ...] | Awaited | Act | Finding


@dataclass(frozen=True, slots=True)
class Headline:
    """The answer to what was asked; or, where there are ``doubts``, none.

    Of a verdict, or what is shown, ``legal`` is which, and ``refused`` the action that is not. ``events`` are the
    results, but for losses, ``rolled`` the verb of an action that dice decide. ``choices`` are those that somebody has.
    ``conditions`` are the sentences of what was assumed and would, were it otherwise, turn the answer; ``figures`` are
    those of :func:`kb.asking.shown.figures`.
    """

    what: Answered | None = None
    legal: bool = True
    refused: Judged | None = None
    events: tuple[Event, ...] = ()
    rolled: str = ""
    choices: tuple[Awaited, ...] = ()
    conditions: tuple[str, ...] = ()
    figures: Mapping[str, Any] = field(default_factory=dict)
    doubts: tuple[Doubt, ...] = ()


def headline(answer: EngineAnswer) -> Headline:
    """The answer to what was asked, where it is known; nothing where nothing was asked."""
    request = answer.request
    if not (request.acts or request.show) and request.what is None and request.odds is None:
        return Headline()
    if doubts := tuple(_doubts(answer)):
        return Headline(doubts=doubts)
    refused = next((each for each in answer.acts if each.legal is False), None)
    conditions = tuple(_conditions(answer)) if request.unlike else ()
    limits = (request.show or {}).keys() & {"most"} and (refused is None or refused is answer.acts[-1])
    if request.show and (limits or not refused):
        return Headline("figures", refused=refused, conditions=conditions, figures=figures(answer))
    if refused:
        return Headline("verdict", False, refused, conditions=conditions)
    if (seen := shown(answer)) is not None:
        return Headline("shown", seen, events=tuple(results(answer)), conditions=conditions)
    if choices := tuple(each for each in answer.waiting if isinstance(each.wants, Choice)):
        return Headline("choice", choices=choices, conditions=conditions)
    wants_offers = request.written or not request.acts or (request.what or {}).keys() & {"at", "units"}
    if request.what is not None and not request.judged and wants_offers:
        return Headline("offers", events=tuple(results(answer)), conditions=conditions)
    last = answer.acts[-1].result if answer.acts else None
    rolled = last.act.kind if last and last.act.kind in _ROLLING else ""
    came = {node.event.name for trace in last.traces for node in trace.walk() if node.event} if last else set[str]()
    if not request.judged and (rolled or came & {LOST, *RESULTS}):
        return Headline("result", events=tuple(results(answer)), rolled=rolled, conditions=conditions)
    return Headline("verdict", conditions=conditions)


def results(answer: EngineAnswer) -> Iterator[Event]:
    """The events that are results; of damage only that of units that are still there."""
    there = answer.position.units
    for event in answer.events:
        if event.name == DAMAGED:
            units = tuple(unit for unit in event.facts["units"] if unit.id in there)
            if units:
                yield replace(event, facts={**event.facts, "units": units})
        elif event.name in RESULTS:
            yield event


def _doubts(answer: EngineAnswer) -> Iterator[Doubt]:
    """Everything for which the answer is not known."""
    request = answer.request
    acts = answer.acts
    before = next((at for at in range(len(request.acts)) if at not in request.supplied), 0)
    if before and request.phase_said:
        yield Doubt("ended", tuple(str(act.what) for act in request.acts[:before]))
    for place, each in enumerate(acts):
        if each.legal is None and each.wrong:
            yield Doubt("impossible", each.wrong)
        if each.legal is False and place in request.supplied:
            yield Doubt("not reached", request.acts[-1])
    yield from (Doubt("wrong", each) for each in answer.findings)
    waits = [each for each in answer.waiting if not isinstance(each.wants, tuple)]
    too_early = len(acts) > len(answer.played.acts)
    settled = _is_no_option(acts) or shown(answer) is not None or (too_early and _is_refused_later_too(answer))
    wanted = (request.show or {}).keys()
    for wait in waits if request.odds is None and not settled and "dice" not in wanted else ():
        if answer.unreached or request.judged or not isinstance(wait.wants, Choice) or wanted - {"most"}:
            yield Doubt("waits", wait)
    battle = answer.position.battle
    hit = battle is not None and bool(battle.marked) and is_within_a_cycle(answer)
    if hit and not (request.judged or request.whether or request.what or request.odds is not None or wanted & {"dice"}):
        yield from (Doubt("waits", each) for each in answer.waiting if isinstance(each.wants, tuple))
    if answer.unreached and request.judged and not waits:
        yield Doubt("not reached", request.acts[-1])
    if "holds" in (request.whether or {}) and answer.legal is not False and shown(answer) is None:
        yield Doubt("unshown", ("holder",))
    if request.show:
        yield from (Doubt("unshown", (key,)) for key, value in figures(answer).items() if value is None)


def _is_no_option(acts: tuple[Judged, ...]) -> bool:
    """Whether something is chosen that is none of the options: then nothing needs to be waited for."""
    return bool(acts) and (acts[-1].result.instead is not None or bool(acts[-1].result.unasked))


def _is_refused_later_too(answer: EngineAnswer) -> bool:
    """Whether an action that is judged while dice are waited for is refused, and is so for the same reason when all
    these dice have missed; not where it is only too early for it."""
    now, later = answer.acts[-1], answer
    for later in islice(after_misses(answer), _MOST_TRIED + 1):
        if now.legal is not False or not later.played.acts:
            return False
    first = {reason.rule for reason in now.reasons}
    return bool(later.acts) and bool(first & {reason.rule for reason in later.acts[-1].reasons})


# -- what would turn the answer


def _conditions(answer: EngineAnswer) -> Iterator[str]:
    """What was assumed after which, were it otherwise, the answer would be another: each is tried."""
    now = _came(answer)
    for sentence, change in answer.request.unlike[:_MOST_TRIED]:
        try:
            other = ask(answer.request.changed(change))
        except KBError:
            continue
        if _came(other) != now:
            yield sentence


def _came(answer: EngineAnswer) -> object:
    """What an answer comes to, to compare it with another."""
    lost = sorted(
        (unit.power, unit.type) for each in answer.events if each.name == LOST for unit in each.facts["units"]
    )
    came = [each.name for each in answer.events if each.name in RESULTS]
    return answer.legal, shown(answer), figures(answer), lost, came
