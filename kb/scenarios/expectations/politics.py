"""What is expected of war and peace: who is at war with whom, neutral land that has turned, who has won."""

from __future__ import annotations

from kb.engine.core.notes import LEANS
from kb.engine.core.position import HOW_WARS_BEGAN
from kb.scenarios.expectations.key import Both, expects
from kb.scenarios.expectations.played import PlayedCase
from kb.scenarios.language.kinds import ListOf, OneOf, TableOf, Word
from kb.scenarios.language.scenario import Expectation, Value
from kb.scenarios.language.shapes import POWER, SPACE
from kb.scenarios.language.vocabulary import NONE
from kb.scenarios.language.words import GameWords, power_or_nobody, tell_each
from kb.wording.board import power_name
from kb.wording.english import listed


def _tell_at_war(words: GameWords, value: Value) -> str:
    def tell(power: str, foes: Value) -> str:
        return f"{power_name(power)} is at war with {listed(map(power_name, foes)) or 'nobody'}"

    return tell_each(value, tell)


@expects(
    "at_war",
    TableOf(POWER, ListOf(POWER, 20, sort=True)),
    written="`at_war: {united-states: [germany]}`",
    details="exactly whom a power is at war with",
    tell=_tell_at_war,
)
def _at_war(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    pairs = [pair for war in played.position.wars for pair in (war, war[::-1])]
    return wanted, {power: sorted({other for one, other in pairs if one == power}) for power in wanted}


@expects(
    "declared",
    TableOf(POWER, TableOf(POWER, OneOf((*HOW_WARS_BEGAN, NONE)))),
    written="`declared: {germany: {united-states: unprovoked}}`",
    details="how a power has declared war on another; `none`: it has not",
    tell=lambda words, value: listed(
        words.war(by, on, how) for by, others in value.items() for on, how in others.items()
    ),
)
def _declared(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    wars = played.position.wars
    return wanted, {by: {on: wars.get((by, on), NONE) for on in others} for by, others in wanted.items()}


def _tell_leans(words: GameWords, value: Value) -> str:
    return tell_each(value, lambda land, side: f"{words.space(land)} has turned to {power_or_nobody(side)}")


@expects(
    "leans",
    TableOf(SPACE, Word("side", (NONE,))),
    written="`leans: {spain: allies}`",
    details="the side that a neutral land has turned to; `none`: it has not",
    tell=_tell_leans,
)
def _leans(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    return wanted, {land: LEANS.get(played.position, land, NONE) for land in wanted}


@expects(
    "winner",
    Word("side", (NONE,)),
    written="`winner: axis`",
    details="or `allies`, or `none`",
    tell=lambda words, value: f"the {value.capitalize()} win" if value != NONE else "nobody has won",
)
def _winner(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    won = [str(event.facts["side"]) for event in played.events if event.name == "won"]
    return wanted, won[-1] if won else NONE
