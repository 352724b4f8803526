"""Reads a line of free talk as a plain request: the board that it is about, what was assumed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb.asking.notation import games
from kb.asking.notation.assumed import Assumed, told, unlike
from kb.asking.notation.called import Called
from kb.asking.notation.completing import with_captured
from kb.asking.notation.dice import deal
from kb.asking.notation.figures import figure
from kb.asking.notation.lex import Lexer
from kb.asking.notation.talk import Talk, Unclear
from kb.asking.notation.translate import request_of, translate
from kb.base import paths
from kb.base.errors import BadInput, Finding
from kb.cases.language.scenario import Plain, Value
from kb.cases.language.vocabulary import Spoken, spoken
from kb.cases.language.words import GameWords
from kb.cases.reading.files import RulesOf
from kb.engine.core.rulebook import Rulebook
from kb.games.names import power_name

#: a line has at most so many letters, and words: each run of words is looked up
LONGEST, MOST_WORDS = 4_000, 800


@dataclass(frozen=True, slots=True)
class Line:
    """A line that was read: the plain ``request``, sentences of what was ``assumed``.

    ``supplied`` are the places of the ends of phases among the acts that it does not name, ``unlike`` what the position
    would say where something assumed were not so, each with its sentence; ``phase_said`` is whether it says the phase.
    """

    request: dict[str, Value]
    assumed: tuple[str, ...]
    supplied: tuple[int, ...]
    unlike: tuple[tuple[str, Plain], ...]
    phase_said: bool


def read_line(text: str, rules_of: RulesOf, game: str = "", data: str = "") -> Line:
    """A line as a plain request; ``game`` is meant where the line names none.

    Raises :class:`BadInput` with a finding for everything in it that cannot be placed, and what would make it whole.
    """
    if len(text) > LONGEST:
        raise BadInput(Finding(f"a line of {len(text)} letters", hint=f"at most {LONGEST}"))
    if (words := len(text.split())) > MOST_WORDS:
        raise BadInput(Finding(f"a line of {words} words", hint=f"at most {MOST_WORDS}"))
    speech = spoken(data or paths.data())
    about = games.meant(text, rules_of, speech, game)
    rest = re.sub(r"^in\s+", "", about.rest, flags=re.IGNORECASE) if not text.startswith(about.rest[:8]) else about.rest
    called = _on_a_board(about, rest, rules_of, speech)
    rules = called.rules
    board = rules.board.id if rules is not about.rules else about.board
    named = {"game": rules.ruleset.game, "board": board, "ruleset": about.ruleset}
    built = figure(called, rest, {key: value for key, value in named.items() if value}, rules_of)
    if built and built[0].get("odds") != "yes":
        return _of_figure(rules, *built)
    talk = Talk(called, rest)
    if rules is not about.rules:
        talk.scene.assume("board", rules.board.title)
    try:
        translate(talk)
    except BadInput as error:
        if built:
            return _of_figure(rules, *built)
        foreign = dict(_foreign(talk, rules_of))
        raise BadInput(*foreign.values(), *(each for each in error.findings if each.message not in foreign)) from None
    request = request_of(talk, board, about.ruleset)
    request["position"], with_land = with_captured(rules, request["position"])
    talk.scene.assumed += with_land
    try:
        deal(talk, request, rules_of)
    except Unclear as unclear:
        raise BadInput(unclear.finding) from None
    names, acts = GameWords(rules.board, rules.ruleset), talk.acts
    sure = [each for each in talk.scene.assumed if not (each.kind == "phase" and acts.supplied)]
    otherwise = ((told(names, each), unlike(rules, request["position"], each)) for each in sure)
    return Line(
        request,
        tuple(told(names, each) for each in talk.scene.assumed),
        tuple(at for at, act in enumerate(acts.acts) if any(act is each for each in acts.supplied)),
        tuple((sentence, change) for sentence, change in otherwise if change),
        all(each.kind != "phase" for each in talk.scene.assumed),
    )


def _of_figure(rules: Rulebook, request: Plain, assumed: list[Assumed]) -> Line:
    """A line of which only what is asked for, and what the answer depends on, was read."""
    names = GameWords(rules.board, rules.ruleset)
    wars = [each for each in assumed if each.kind == "war"]
    otherwise = tuple((told(names, each), unlike(rules, request["position"], each)) for each in wars)
    return Line(dict(request), tuple(told(names, each) for each in assumed), (), otherwise, True)


def _foreign(talk: Talk, rules_of: RulesOf) -> Iterator[tuple[str, Finding]]:
    """A finding for each power and unit that other games have and this one has not, with what it replaces."""
    spoken, board = talk.called.spoken, talk.rules.board
    doubtful = [each.item for each in talk.mentions.all if each.item.unknown or each.item.others]
    games = dict.fromkeys(spoken.editions.values()) if doubtful else ()
    others = [Called(rules_of(game, "", ""), spoken) for game in games if game != talk.rules.ruleset.game]
    for item in doubtful:
        if any(each.ids("unit", item.text) for each in others):
            has = ", ".join(unit.name for unit in board.units)
            yield (
                f"not understood: '{item.text}'",
                Finding(f"this game has no '{item.text}'", hint=f"its units are {has}"),
            )
        elif any(each.ids("power", item.text) for each in others):
            has = ", ".join(power_name(seat.id) for seat in board.powers)
            yield (
                f"not understood: '{item.text}'",
                Finding(f"this game has no '{item.text}'", hint=f"its powers are {has}"),
            )


def _on_a_board(about: games.Meant, text: str, rules_of: RulesOf, speech: Spoken) -> Called:
    """The names of the board that a line is about: the first board where none is said, or another one of the rule set
    where more of the line is understood."""
    best = Called(about.rules, speech)
    rules, lost = about.rules.ruleset, _unknown(best, text)
    for board in rules.boards[1:] if lost and not about.board else ():
        other = Called(rules_of(rules.game, board, rules.id), speech)
        if (there := _unknown(other, text)) < lost:
            best, lost = other, there
    return best


def _unknown(called: Called, text: str) -> int:
    """How many words of a line say nothing on a board, or are zones that it does not have."""
    return sum(item.unknown for item in Lexer(called).items(text))
