"""The first line of an answer about a position, in words: what was asked, or what is missing to know it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from kb.asking.answer import Awaited, EngineAnswer
from kb.asking.headline import Doubt, Headline, headline
from kb.base.english import listed, sentence
from kb.base.errors import Finding
from kb.base.shape import Plain
from kb.cases.language.scenario import Act
from kb.cases.language.words import GameWords
from kb.games.names import power_name
from kb.text.asked import NO, NO_BATTLE, YES, shares_told
from kb.text.traces import event_text

#: so many of the things that may be done are named
_MOST = 4
#: what is told of a roll after which nothing is as it was not before, by the verb of the action
_NOTHING = {"battle": "Nothing is lost."}


#: what is missing where what is to be shown is not known, by what it is
_UNSHOWN = {
    "holder": "the battle there is to be fought first",
    "treasury": "it is not said what that power has to spend",
    "damage": "nothing stands there that has damage of its own",
    "dice": "no dice are rolled for such units",
    "most": "nothing is done or chosen of which the number is asked",
}


class Telling(Protocol):
    """What tells the rest of the answer."""

    words: GameWords

    def act(self, act: Act) -> str:
        """An action as a sentence."""

    def waits(self, waiting: Awaited) -> str:
        """What a power is to do next, as a clause."""


def first_line(answer: EngineAnswer, told: Mapping[str, Any], telling: Telling) -> Plain:
    """The ``answer`` to what was asked, empty where it is not known, and what is ``missing`` to know it; ``told`` is
    the rest of the answer as plain values."""
    found = headline(answer)
    missing = [_missing(telling, each) for each in found.doubts]
    if missing or found.what is None:
        return {"answer": "", "missing": missing}
    if found.legal and answer.request.odds is not None:
        says = " ".join(sentence(shares_told(each)) for each in told["odds"] if "wrong" not in each)
        wrong = [each["wrong"] for each in told["odds"] if "wrong" in each] or [NO_BATTLE]
        return {"answer": says, "missing": [] if says else wrong}
    says, conditions = _says(found, told, telling), listed(found.conditions)
    if conditions:
        says = f"Yes, if {conditions}.{says.removeprefix(YES)}" if says.startswith(YES) else f"If {conditions}: {says}"
    return {"answer": says, "missing": []}


def _says(found: Headline, told: Mapping[str, Any], telling: Telling) -> str:
    """The answer, but for its conditions."""
    if found.refused and found.what != "figures":
        several = len(told["actions"]) > 1 or told["unreached"]
        act = next(each for each in told["actions"] if each["legal"] is False)
        return f"No, not this: {act['text']} {_refusal(told)}" if several else f"No: {_refusal(told)}"
    events = (event_text(telling.words, each.name, each.facts) for each in found.events)
    results = dict.fromkeys((*losses(telling.words, told["outcome"]["lost"]), *events))
    if found.what == "figures":
        return " ".join(_figure(found, told, key, value) for key, value in found.figures.items())
    if found.what == "offers":
        return " ".join((*results, _offered(told["offers"])))
    if found.what == "choice":
        return " ".join(sentence(telling.waits(each).removeprefix("waits: ")) for each in found.choices)
    if found.what in ("result", "shown"):
        says = () if found.rolled else (YES if found.legal else NO,)
        return " ".join((*says, *results)) or _NOTHING.get(found.rolled, "Nothing comes of it.")
    return YES


def _figure(found: Headline, told: Mapping[str, Any], key: str, value: Any) -> str:
    """A number or a name that is asked for."""
    if key == "holder":
        return sentence(power_name(value) if value else "nobody")
    if key == "treasury":
        change = f"{abs(value['more'])} {'more' if value['more'] > 0 else 'less'} than before" if value["more"] else ""
        return sentence(", ".join(filter(None, (change, "" if value["left"] is None else f"{value['left']} in all"))))
    if key == "dice":
        dice = f"{len(value)} {'die' if len(value) == 1 else 'dice'}"
        needs = sorted(Counter(filter(None, value)).items())
        several = [f"{number} at {need} or less" for need, number in needs]
        hits = f"at {needs[0][0]} or less" if len(needs) == 1 else listed(several)
        return sentence(f"{dice}, which {'hits' if len(value) == 1 else 'hit'} {hits}" if needs else dice)
    if key == "most":
        return (
            f"{value['number']}{', all of them.' if value['all'] else f'. {_refusal(told)}' if found.refused else '.'}"
        )
    return sentence(str(value))


def _offered(offers: Sequence[Mapping[str, Any]]) -> str:
    """What may be done, of all that was looked at."""
    may = [each["text"].rstrip(".") for each in offers if each["legal"]]
    more = f"; and {len(may) - _MOST} more" if len(may) > _MOST else ""
    return f"{'; '.join(may[:_MOST])}{more}." if may else "Nothing."


def _refusal(told: Mapping[str, Any]) -> str:
    """Why an action is refused: the reason with most rulings."""
    act = next(each for each in told["actions"] if each["legal"] is False)
    spoken = max(act["reasons"], key=lambda reason: len(reason["rulings"]), default=None)
    return spoken["says"] if spoken else str(act["wrong"])


def losses(words: GameWords, lost: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    """A sentence for each power that lost units."""
    for power, units in lost.items():
        yield sentence(f"{power_name(power)} loses {words.units(units)}")


def _missing(telling: Telling, doubt: Doubt) -> str:
    """What is missing to know the answer, as a clause."""
    about = doubt.about
    if isinstance(about, Awaited):
        return f"it {telling.waits(about)}"
    if isinstance(about, Act):
        return f"what comes before it is not allowed, so this was not tried: {telling.act(about)}".rstrip(".")
    if isinstance(about, Finding):
        return str(about)
    if doubt.why == "unshown":
        return _UNSHOWN[about[0]]
    over = listed(map(telling.words.titled, about))
    return f"it does not belong to the phase that you name: {over} would have to be ended first"
