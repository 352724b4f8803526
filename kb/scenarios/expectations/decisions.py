"""What is expected of whose turn it is, of what may be decided now, and of the options of a choice."""

from __future__ import annotations

from collections.abc import Iterable

from kb.engine.offers import Offer, offers
from kb.scenarios.expectations.key import Both, expects, without_empty
from kb.scenarios.expectations.played import PlayedCase
from kb.scenarios.language.kinds import ListOf, Number, OneOf, Record, TableOf, Word
from kb.scenarios.language.options import option_texts, rows_written, text
from kb.scenarios.language.scenario import Expectation, Value
from kb.scenarios.language.shapes import CHOOSER, OPTION, POWER, ROUND, SPACE
from kb.scenarios.language.vocabulary import CHOICES
from kb.scenarios.language.words import GameWords, tell_each
from kb.wording.board import chooses, power_name
from kb.wording.english import listed

_WAYS = ("submerge", "retreat", "withdraw", "press")
_CASUALTIES = "casualties"


def _tell_clock(words: GameWords, value: Value) -> str:
    parts = [f"it is {power_name(value['turn'])}'s turn"] if "turn" in value else []
    parts += [f"the phase is {words.titled(value['phase'])}"] if "phase" in value else []
    parts += [f"the round is {value['round']}"] if "round" in value else []
    return listed(parts)


@expects(
    "clock",
    Record("a clock", optional={"turn": POWER, "phase": Word("phase"), "round": ROUND}),
    written="`clock: {turn: japan, phase: combat-move, round: 2}`",
    details="one of them, or more",
    tell=_tell_clock,
)
def _clock(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    return wanted, {key: getattr(played.position.clock, key) for key in wanted}


def open_decisions(words: GameWords, found: Iterable[Offer]) -> str:
    """Who may decide what in a battle that waits: ``Germany may press on or retreat to Norway``."""
    ways: dict[str, dict[str, list[str]]] = {}
    for offer in found:
        ways.setdefault(offer.power, {}).setdefault(offer.what, []).append(offer.detail)
    told = (
        f"{power_name(power)} may {_or([_way(words, *each) for each in own.items()])}" for power, own in ways.items()
    )
    return "; ".join(told) or "nobody may decide anything"


def _way(words: GameWords, way: str, details: list[str]) -> str:
    if way == "retreat":
        return f"retreat to {_or([words.space(space) for space in details])}"
    if way == "submerge":
        return f"submerge {_or([words.unit(unit, 2) for unit in details])}"
    return {"press": "press on", "withdraw": "break off with aircraft"}.get(way, way)


def _or(parts: list[str]) -> str:
    return f"{', '.join(parts[:-1])} or {parts[-1]}" if len(parts) > 1 else parts[0]


def _tell_may(words: GameWords, value: Value) -> str:
    sentence = tell_each(value, lambda power, ways: f"{power_name(power)} may {' or '.join(ways)}")
    return sentence or "nobody may decide anything"


@expects(
    "may",
    TableOf(POWER, ListOf(OneOf(_WAYS), len(_WAYS), single=True, sort=True)),
    written="`may: {germany: [press, retreat]}`",
    details=f"exactly what may be decided now: {', '.join(f'`{way}`' for way in _WAYS)}; `{{}}` is nothing",
    tell=_tell_may,
)
def _may(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    got: dict[str, list[str]] = {}
    for offer in offers(played.rules, played.position):
        got[offer.power] = sorted({*got.get(offer.power, ()), offer.what})
    return without_empty(wanted), got


@expects(
    "retreat_to",
    ListOf(SPACE, 20, sort=True),
    written="`retreat_to: [norway]`",
    details="exactly where a retreat may go",
    tell=lambda words, value: f"a retreat may go to {' or '.join(map(words.space, value)) or 'no space'}",
)
def _retreat_to(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    found = {offer.detail for offer in offers(played.rules, played.position) if offer.what == "retreat"}
    return wanted, sorted(found)


def _tell_options(words: GameWords, value: Value) -> str:
    power = value["power"]
    are = " or ".join(words.option(option, power) for option in value["are"])
    return f"{chooses(power)} {value.get('what', _CASUALTIES)} from {are}"


@expects(
    "options",
    Record(
        "options",
        required={"power": CHOOSER, "are": ListOf(OPTION, 200, 1)},
        optional={"what": Word("choice"), "nth": Number(1, 50, "place in the order")},
    ),
    written="`options: {power: germany, are: [{infantry: 1}, {tank: 1}]}`",
    details=f"exactly what that power could choose from; `what` (`{_CASUALTIES}` if it is not said; "
    f"{', '.join(f'`{choice}`' for choice in CHOICES if choice != _CASUALTIES)}, or a roll), `nth` choice",
    tell=_tell_options,
)
def _options(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    """All that a power could choose from, at one of the choices it was offered."""
    power, what, nth = wanted["power"], wanted.get("what", _CASUALTIES), wanted.get("nth", 1)
    are = sorted(text(rows_written(option, power), power) for option in wanted["are"])
    made = (offer.choice for offer in played.offered)
    choices = [choice for choice in made if choice.power == power and choice.what == what]
    if len(choices) < nth:
        return are, f"{power} had {len(choices) or 'no'} choice of {what}"
    return are, sorted(option_texts(choices[nth - 1]))
