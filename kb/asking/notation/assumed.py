"""What a line does not say and is taken: values, and the sentence of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kb.base.english import listed
from kb.cases.language.words import GameWords
from kb.games.names import power_name


@dataclass(frozen=True, slots=True)
class Assumed:
    """One thing that is taken, by its kind and what it is about: ids of powers, units, spaces, phases."""

    kind: str
    about: tuple[str, ...] = ()


def told(words: GameWords, assumed: Assumed) -> str:
    """The sentence that says what is taken."""
    return _SENTENCES[assumed.kind](words, *assumed.about)


def _route(words: GameWords, *spaces: str) -> str:
    return f"the way is {listed(map(words.space, spaces))}"


_SENTENCES: dict[str, Callable[..., str]] = {
    "board": lambda words, title: f"the board is {title}",
    "turn": lambda words, power: f"it is {power_name(power)}'s turn",
    "phase": lambda words, phase: f"the phase is {words.titled(phase)}",
    "owner": lambda words, unit, power: f"the {words.unit(unit)} is {power_name(power)}'s",
    "count": lambda words, unit, space: f"there are two {words.unit(unit, 2)} in {words.space(space)}",
    "stands": lambda words, unit, space: f"the {words.unit(unit)} is in {words.space(space)}",
    "place": lambda words, said, space: f"{said} is {words.space(space)}",
    "held": lambda words, space, power: f"{words.space(space)} is {power_name(power)}'s",
    "held-before": lambda words, space, power: f"{words.space(space)} was {power_name(power)}'s when the turn began",
    "carrier": lambda words, unit, power, space: (
        f"the {words.unit(unit)} of {power_name(power)} in {words.space(space)} is aboard an aircraft carrier of its own"
    ),
    "transport": lambda words, power, space: f"a transport of {power_name(power)} in {words.space(space)} carries them",
    "complex": lambda words, unit, space: f"{words.space(space)} has the {words.unit(unit)} that is needed",
    "bought": lambda words, power: f"{power_name(power)} has bought what it places",
    "money": lambda words, power, amount: f"{power_name(power)} has {amount} to spend, just enough",
    "war": lambda words, one, other: f"{power_name(one)} and {power_name(other)} are at war",
    "technology": lambda words, power, technology: f"{power_name(power)} has {words.titled(technology)}",
    "option": lambda words, option: f"the option {option} is played",
    "route": _route,
    "zone": lambda words, space: f"the sea zone is {words.space(space)}",
    "misses": lambda words, number: f"each die that misses shows a 6, {number} in all",
    "hit": lambda words, unit: f"the {words.unit(unit)} hits with a 1",
    "landing": lambda words, space: f"it is to land in {words.space(space)}",
    "retreat": lambda words, space: f"the retreat goes to {words.space(space)}",
    "won": lambda words, space: f"the battle in {words.space(space)} is won without loss",
    "battle": lambda words, space: f"the battle is in {words.space(space)}",
    "said": lambda words, word, meant: f"'{word}' means {meant}",
}
