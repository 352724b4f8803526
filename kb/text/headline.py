"""The first line of an answer about a position, in words: what was asked, or what is missing to know it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from kb.asking.answer import Awaited, EngineAnswer, Missing, missing
from kb.base.english import listed, sentence
from kb.base.errors import Finding
from kb.base.shape import Plain
from kb.cases.language.scenario import Act
from kb.cases.language.words import GameWords
from kb.cases.play.outcome import LOST, RESULTS, results
from kb.engine.core.table import Choice, Roll
from kb.games.names import power_name
from kb.text.asked import CHOICE, DECISION, DICE, IMPOSSIBLE, OUTCOME, YES
from kb.text.traces import event_text

#: so many of the things that may be done are named
_MOST = 4
#: the events that are told before the losses: who holds a space now, who has won
_OUTCOMES = ("captured", "taken", "won")
#: verbs of actions for which dice are rolled
_ROLLING = frozenset({"battle", "raid", "rocket", "research"})
#: what is told of a roll after which nothing is as it was not before, by the verb of the action
_NOTHING = {"battle": "Nothing is lost."}


class Telling(Protocol):
    """What tells the rest of the answer."""

    words: GameWords

    def act(self, act: Act) -> str:
        """Return an action as a sentence."""

    def waits(self, waiting: Awaited) -> str:
        """Return what a power is to do next, as a clause."""


def first_line(answer: EngineAnswer, told: Mapping[str, Any], telling: Telling) -> Plain:
    """Return the ``answer`` to what was asked, empty where it is not known, and what is ``missing`` to know it;
    ``told`` is the rest of the answer as plain values."""
    request = answer.request
    if not request.acts and request.what is None:
        return {"answer": "", "missing": []}
    lacks = [_missing(telling, each) for each in missing(answer)]
    return {"answer": "" if lacks else _says(answer, told, telling), "missing": lacks}


def _says(answer: EngineAnswer, told: Mapping[str, Any], telling: Telling) -> str:
    """Return the answer, where nothing is missing to know it."""
    request = answer.request
    if any(each.legal is False for each in answer.acts):
        several = len(told["actions"]) > 1 or told["unreached"]
        act = next(each for each in told["actions"] if each["legal"] is False)
        return f"No, not this: {act['text']} {_refusal(told)}" if several else f"No: {_refusal(told)}"
    if choices := [each for each in answer.waiting if isinstance(each.wants, Choice)]:
        return " ".join(sentence(telling.waits(each).removeprefix("waits: ")) for each in choices)
    wants_offers = request.typed or not request.acts or (request.what or {}).keys() & {"at", "units"}
    if request.what is not None and not request.judged and wants_offers:
        return " ".join((*_results(answer, told, telling), _offered(told["offers"])))
    last = answer.acts[-1].result if answer.acts else None
    rolled = last.act.kind if last and last.act.kind in _ROLLING else ""
    came = {node.event.name for trace in last.traces for node in trace.walk() if node.event} if last else set[str]()
    if not request.judged and (rolled or came & {LOST, *RESULTS}):
        says = () if rolled else (YES,)
        found = (*says, *_results(answer, told, telling))
        return " ".join(found) or _NOTHING.get(rolled, "Nothing comes of it.")
    return YES


def _results(answer: EngineAnswer, told: Mapping[str, Any], telling: Telling) -> Iterable[str]:
    """Return the sentences of the results, each once: who holds a space, the losses, everything else."""
    events = [
        (each.name, event_text(telling.words, each.name, each.facts))
        for each in results(answer.events, answer.position)
    ]
    outcome = [text for name, text in events if name in _OUTCOMES]
    others = [text for name, text in events if name not in _OUTCOMES]
    return dict.fromkeys((*outcome, *losses(telling.words, told["outcome"]["lost"]), *others))


def _offered(offers: Sequence[Mapping[str, Any]]) -> str:
    """Return what may be done, of all that was looked at."""
    may = [each["text"].rstrip(".") for each in offers if each["legal"]]
    more = f"; and {len(may) - _MOST} more" if len(may) > _MOST else ""
    return f"{'; '.join(may[:_MOST])}{more}." if may else "Nothing."


def _refusal(told: Mapping[str, Any]) -> str:
    """Return why an action is refused: the reason with most rulings."""
    act = next(each for each in told["actions"] if each["legal"] is False)
    spoken = max(act["reasons"], key=lambda reason: len(reason["rulings"]), default=None)
    return spoken["says"] if spoken else str(act["wrong"])


def losses(words: GameWords, lost: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    """Yield a sentence for each power that lost units."""
    for power, units in lost.items():
        yield sentence(f"{power_name(power)} loses {words.units(units)}")


def _missing(telling: Telling, about: Missing) -> str:
    """Return what is missing to know the answer, as a sentence."""
    if isinstance(about, Awaited):
        clause = telling.waits(about).removeprefix("waits for ").removeprefix("waits: ")
        return _needs(about).format(clause)
    if isinstance(about, Act):
        why = f"what comes before it is not allowed, so this was not tried: {telling.act(about)}"
    elif isinstance(about, Finding):
        why = str(about)
    else:
        over = listed(map(telling.words.titled, about))
        why = f"it does not belong to the phase that you name: {over} would have to be ended first"
    return IMPOSSIBLE.format(why.rstrip("."))


def _needs(waiting: Awaited) -> str:
    """Return the sentence that says what is waited for."""
    if isinstance(waiting.wants, Roll):
        return DICE
    if isinstance(waiting.wants, Choice):
        return CHOICE
    return OUTCOME if isinstance(waiting.wants, str) else DECISION
