"""What a change turns, as the second half of a sentence: the verdict, its reason, or what else would come of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kb.asking.whatif.again import Again
from kb.asking.whatif.results import LOST, Part
from kb.asking.whatif.turned import Turned, What
from kb.engine.core.verdict import Reason
from kb.scenarios.language.scenario import Value
from kb.scenarios.language.words import GameWords, counted
from kb.scenarios.telling.stories import Teller
from kb.scenarios.telling.tracing import ROLLS_OF_SHOOTERS, because
from kb.wording.board import power_name
from kb.wording.english import listed, spaced

#: the kinds of results in the order in which they are told, and how many of them are
_ORDER = ("fate", "holder", "may", "money", "made", "battle", "technology", "war", "fire", "dice", "bought", "note")
_MOST = 3


def becoming(turned: Turned, again: Again, base: Again, teller: Teller) -> str:
    """What comes of a change that turns something."""
    it = "it" if len(again.played.acts) == 1 else f"action {turned.act + 1}"
    if turned.what is What.VERDICT and turned.legal:
        return f"{it} would be allowed"
    if turned.what is not What.OUTCOME and not turned.gained and turned.lost:
        return f"{it} would still not be allowed, but not for this{_reason(turned.lost, base, teller)}"
    if turned.what is not What.OUTCOME:
        opening = f"{it} would {'not be allowed' if turned.what is What.VERDICT else 'be refused otherwise'}"
        return f"{opening}{_reason(turned.gained, again, teller)}"
    told = [text for text in _parts(turned, base, teller.words) if text]
    more = f", and {counted(len(told) - _MOST, 'thing', 'things')} more" if len(told) > _MOST else ""
    return f"{listed(dict.fromkeys(told[:_MOST])) or 'something else would come of it'}{more}"


def _reason(reasons: tuple[Reason, ...], again: Again, teller: Teller) -> str:
    says = because(again.played.rules, teller.words, reasons[0]).says.rstrip(".") if reasons else ""
    return f": {says[:1].lower()}{says[1:]}" if says[1:2].islower() and says[:2] in ("A ", "An", "Th") else f": {says}"


def _parts(turned: Turned, base: Again, words: GameWords) -> Iterator[str]:
    """The results that are others, in words."""
    for part, was, now in sorted(turned.parts, key=lambda each: _ORDER.index(each[0][0])):
        yield _TELL[part[0]](words, base, part, was, now)


def _unit(words: GameWords, base: Again, part: Part) -> str:
    return words.thing("unit", base.played.start.units[part[1]])


def _fate(words: GameWords, base: Again, part: Part, was: Value, now: Value) -> str:
    who = _unit(words, base, part)
    if now == LOST or was == LOST:
        return f"{who} would {'' if now == LOST else 'not '}be lost"
    (at, power, damage, submerged, aboard), before = now or ("", "", 0, False, 0), was or ("", "", 0, False, 0)
    if at != before[0]:
        return f"{who} would be in {words.space(at)}" if at else f"{who} would stay where it is"
    if power != before[1]:
        return f"{who} would {f'be taken over by {power_name(power)}' if power else 'not be taken over'}"
    if damage != before[2]:
        return f"{who} would {'take more damage' if damage > before[2] else 'take less damage'}"
    if submerged != before[3]:
        return f"{who} would {'' if submerged else 'not '}be submerged"
    return f"{who} would {'' if aboard > before[4] else 'not '}be aboard"


def _fire(words: GameWords, base: Again, part: Part, was: Value, now: Value) -> str:
    who, before, after = _unit(words, base, part), was or (), now or ()
    for (what, hits), (old, old_hits) in zip(after, before, strict=False):
        if what != old:
            return f"{who} would fire in {spaced(what)} and not in {spaced(old)}"
        if hits != old_hits:
            return f"{who} would hit at {hits} or less, and not {old_hits}" if what in ROLLS_OF_SHOOTERS else ""
    what = (after[len(before) :] or before[len(after) :])[0][0]
    done = "fire" if what in ROLLS_OF_SHOOTERS else "be fired at"
    if len(after) > len(before):
        return f"{who} would {done} {'once more' if before else f'({spaced(what)})'}"
    return f"{who} would {'fire less often' if after and done == 'fire' else f'not {done} ({spaced(what)})'}"


def _dice(words: GameWords, base: Again, part: Part, was: Value, now: Value) -> str:
    return f"{counted(now or 0, 'die', 'dice')} would be rolled for {spaced(part[1])}"


def _holder(words: GameWords, base: Again, part: Part, was: Value, now: Value) -> str:
    return (
        f"{power_name(now)} would take {words.space(part[1])}" if now else f"{words.space(part[1])} would not be taken"
    )


def _money(words: GameWords, base: Again, part: Part, was: Value, now: Value) -> str:
    more = (now or 0) - (was or 0)
    return f"{power_name(part[1])} would have {abs(more)} IPCs {'more' if more > 0 else 'fewer'}"


def _made(words: GameWords, base: Again, part: Part, was: Value, now: Value) -> str:
    what = counted(now or 0, words.unit(part[2]), words.unit(part[2], 2))
    return f"{power_name(part[1])} would place {what} in {words.space(part[3])}"


def _may(words: GameWords, base: Again, part: Part, was: Value, now: Value) -> str:
    ways = {"press": "press on", "withdraw": "break off with aircraft"}
    if now and was:
        return f"{power_name(part[1])} could {part[2]} otherwise"
    return f"{power_name(part[1])} could {'' if now else 'not '}{ways.get(part[2], part[2])}"


def _battle(words: GameWords, base: Again, part: Part, was: Value, now: Value) -> str:
    return f"there would be {'a' if now else 'no'} battle to fight in {words.space(part[1])}"


def _technology(words: GameWords, base: Again, part: Part, was: Value, now: Value) -> str:
    return f"{power_name(part[1])} would develop {listed(map(words.titled, now or ())) or 'nothing'}"


def _war(words: GameWords, base: Again, part: Part, was: Value, now: Value) -> str:
    return f"{power_name(part[1])} would {'' if now else 'not '}be at war with {power_name(part[2])}"


def _bought(words: GameWords, base: Again, part: Part, was: Value, now: Value) -> str:
    return "other units would wait in the mobilization zone"


def _noted(words: GameWords, base: Again, part: Part, was: Value, now: Value) -> str:
    about = words.thing("space", part[2]) if part[2] else spaced(part[1])
    return f"of {about} it would be so: {words.thing('side', now) if now else 'nothing'}"


_TELL: dict[str, Callable[[GameWords, Again, Part, Value, Value], str]] = {
    "fate": _fate,
    "fire": _fire,
    "dice": _dice,
    "holder": _holder,
    "money": _money,
    "made": _made,
    "may": _may,
    "battle": _battle,
    "technology": _technology,
    "war": _war,
    "bought": _bought,
    "note": _noted,
}
