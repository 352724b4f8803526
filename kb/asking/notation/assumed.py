"""What a line does not say and is taken: values, and the sentence of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kb.base.english import counted, listed
from kb.cases.language.scenario import Plain
from kb.cases.language.words import GameWords
from kb.engine.core.rulebook import Rulebook
from kb.games.names import power_name


@dataclass(frozen=True, slots=True)
class Assumed:
    """One thing that is taken, by its kind and what it is about: ids of powers, units, spaces, phases."""

    kind: str
    about: tuple[str, ...] = ()


def told(words: GameWords, assumed: Assumed) -> str:
    """The sentence that says what is taken."""
    return _SENTENCES[assumed.kind](words, *assumed.about)


def unlike(rules: Rulebook, position: Plain, assumed: Assumed) -> Plain:
    """What a position would say if that were not so; empty where it cannot be said in a position."""
    return _UNLIKE[assumed.kind](rules, position, *assumed.about) if assumed.kind in _UNLIKE else {}


def _other_move(rules: Rulebook, position: Plain, phase: str) -> Plain:
    """The other phase in which units move."""
    moves = [each.id for each in rules.ruleset.phases if each.id in ("combat-move", "noncombat-move")]
    others = [each for each in moves if each != phase] if phase in moves else []
    return {"phase": others[0]} if others else {}


def _without(rules: Rulebook, position: Plain, unit: str, space: str) -> Plain:
    """The units of a type in a space gone."""
    there = position.get("spaces", {}).get(space, {})
    gone = {power: {unit: 0} for power, units in there.items() if isinstance(units, dict) and unit in units}
    return {"spaces": {space: gone}} if gone else {}


def _as_printed(rules: Rulebook, position: Plain, space: str, power: str) -> Plain:
    """A space in the hands of the power that holds it when the game begins."""
    printed = rules.board.space(space).held_by
    return {"spaces": {space: {"held_by": printed}}} if printed and printed != power else {}


#: by the kind of what is assumed what a position would say if it were not so
_UNLIKE: dict[str, Callable[..., Plain]] = {
    "phase": _other_move,
    "held": _as_printed,
    "complex": _without,
    "war": lambda rules, position, one, other: {"wars": {one: {other: 0}}},
    "money": lambda rules, position, power, amount: {"treasuries": {power: 0}},
    "bought": lambda rules, position, power: {"bought": {power: {}}},
    "technology": lambda rules, position, power, technology: {"technologies": {power: []}},
}


def _route(words: GameWords, *spaces: str) -> str:
    return f"the way is {listed(map(words.space, spaces))}"


_SENTENCES: dict[str, Callable[..., str]] = {
    "board": lambda words, title: f"the board is {title}",
    "turn": lambda words, power: f"it is {power_name(power)}'s turn",
    "phase": lambda words, phase: f"the phase is {words.titled(phase)}",
    "ended": lambda words, phase: f"the phase {words.titled(phase)} has been ended",
    "owner": lambda words, unit, power: f"the {words.unit(unit)} is {power_name(power)}'s",
    "unused": lambda words, *unused: f"not used: {listed([repr(each) for each in unused])}",
    "one": lambda words, unit: f"it is one {words.unit(unit)}",
    "several": lambda words, unit, number: f"there are {counted(int(number), words.unit(unit))}",
    "from": lambda words, space: f"the units are in {words.space(space)}",
    "word": lambda words, verb, word: f"'{verb}' without more means {word}",
    "place": lambda words, said, space: f"{said} is {words.space(space)}",
    "survive": lambda words, unit, space: (
        f"the {words.unit(unit)} survives the battle in {words.space(space)}, which is won"
    ),
    "held": lambda words, space, power: f"{words.space(space)} is {power_name(power)}'s",
    "held-before": lambda words, space, power: f"{words.space(space)} was {power_name(power)}'s when the turn began",
    "taken-with": lambda words, unit, space: f"the {words.unit(unit)} in {words.space(space)} was captured with it",
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
    "misses": lambda words, number: f"dice that are not told miss, {number} in all",
    "hit": lambda words, unit: f"the {words.unit(unit)} hits with a 1",
    "no submerging": lambda words: "nobody submerges",
    "next cycle": lambda words: "the battle goes on, and it is the next cycle of combat",
    "one hit": lambda words: "one die hits",
    "battle": lambda words, space: f"the battle is in {words.space(space)}",
    "stands": lambda words, unit, power, space: (
        f"one {words.unit(unit)} of {power_name(power)} is in {words.space(space)}"
    ),
    "begun": lambda words, space: f"the battle in {words.space(space)} has begun",
}
