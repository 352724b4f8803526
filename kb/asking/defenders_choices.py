"""Completes the choices of defenders at the end of the combat move: a line names only those that it asks about."""

from __future__ import annotations

from collections import Counter

from kb.asking.question import Question
from kb.cases.expectations.played import ActResult, PlayedCase
from kb.cases.language.scenario import Act
from kb.cases.language.units import Chosen, Row, option, owned, resolve_options, totals, units_offered
from kb.cases.language.vocabulary import NONE
from kb.cases.play.playing import play
from kb.engine.core.position import replace
from kb.engine.core.table import Choice
from kb.games.names import power_name

#: the choices of defenders, and what a power that the line does not name does
_LEFT_OUT = {
    "scramble": "{power} scrambles no {other}aircraft",
    "interceptors": "{power} names no {other}interceptors",
    "kamikaze": "{power} makes no {other}kamikaze attack",
}
#: a face with which a kamikaze attack misses
_MISS = 6
#: the most options of a choice that are compared with the units that a line names
_MOST_OPTIONS = 1000


def with_choices_of_defenders(request: Question, played: PlayedCase) -> tuple[Question, PlayedCase]:
    """Return the request and its play with the choices of defenders that a line leaves out, and with units of several
    bases or ships, which the line names in one choice, as one choice for each."""
    last = played.acts[-1] if played.acts else None
    choice = last and (last.wants or last.instead)
    if not (request.typed and last and last.act.choices) or not isinstance(choice, Choice):
        return request, played
    if choice.what not in _LEFT_OUT:
        return request, played
    if choice is last.instead:
        return _divided(request, played, last, choice)
    named = [power for power, _ in last.act.choices if choice.is_of(power)]
    power = named[0] if named else choice.power
    others = (*last.act.choices, (power, NONE)) if named else ((power, NONE), *last.act.choices)
    said = _LEFT_OUT[choice.what].format(power=power_name(power), other="other " if named else "")
    changed = replace(_with(request, played, others), assumed=(*request.assumed, said))
    return with_choices_of_defenders(changed, play(request.rules, changed.case, asked=True))


def _divided(request: Question, played: PlayedCase, last: ActResult, choice: Choice) -> tuple[Question, PlayedCase]:
    """Return the request and its play with the first choice of the line that is not an option as two: the largest
    option among its units, and the other units. If that is not possible either, return them as they are."""
    refused = (
        (at, power, written)
        for at, (power, written) in enumerate(last.act.choices)
        if choice.is_of(power) and not resolve_options(choice, written, power)
    )
    at, power, written = next(refused, (0, "", NONE))
    rows = option(written, power)
    if isinstance(written, str) or isinstance(rows, str) or any(row.state for row in rows):
        return request, played
    wanted = Counter(totals(rows))
    options = [Counter(units_offered(each)) for each in choice.options] if choice.total <= _MOST_OPTIONS else []
    fitting = [each for each in options if each and each < wanted]
    if not fitting:
        return request, played
    first = max(fitting, key=Counter.total)
    is_kamikaze = choice.what == "kamikaze"  # one token after another
    singly = [Counter((key,)) for row in owned(written, power) for key in totals((row,)) for _ in range(row.number)]
    parts = singly if is_kamikaze else [first, wanted - first]
    chosen = [(power, tuple(Row(*key, number) for key, number in units.items())) for units in parts]
    choices = (*last.act.choices[:at], *chosen, *last.act.choices[at + 1 :])
    # the second of several attacks is offered only after the die of the first
    misses = (_MISS,) * len(parts) if is_kamikaze and not last.act.dice else ()
    changed, tried = _with(request, played, choices), _with(request, played, choices, misses)
    tried, then = with_choices_of_defenders(tried, play(request.rules, tried.case, asked=True))
    end = then.acts[len(played.acts) - 1]
    if end.instead or end.unasked or (misses and then.findings):
        return request, played
    return (changed, play(request.rules, changed.case, asked=True)) if misses else (tried, then)


def _with(
    request: Question, played: PlayedCase, choices: tuple[tuple[str, Chosen], ...], dice: tuple[int, ...] = ()
) -> Question:
    """Return the request with other choices, and more dice, of the last action that was played."""
    at = len(played.acts) - 1
    act: Act = replace(request.acts[at], choices=choices, dice=(*request.acts[at].dice, *dice))
    return replace(request, case=replace(request.case, do=(*request.acts[:at], act, *request.acts[at + 1 :])))
