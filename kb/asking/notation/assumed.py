"""What a line does not say and is taken: values, and the sentence of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

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


_SENTENCES: dict[str, Callable[..., str]] = {
    "phase": lambda words, phase: f"the phase is {words.titled(phase)}",
    "ended": lambda words, phase: f"the phase {words.titled(phase)} has been ended",
    "owner": lambda words, unit, power: f"the {words.unit(unit)} is {power_name(power)}'s",
    "one": lambda words, unit: f"it is one {words.unit(unit)}",
    "from": lambda words, space: f"the units are in {words.space(space)}",
    "word": lambda words, verb, word: f"'{verb}' without more means {word}",
    "held-before": lambda words, space, power: f"{words.space(space)} was {power_name(power)}'s when the turn began",
    "taken-with": lambda words, unit, space: f"the {words.unit(unit)} in {words.space(space)} was captured with it",
    "begun": lambda words, space: f"the battle in {words.space(space)} has begun",
}
