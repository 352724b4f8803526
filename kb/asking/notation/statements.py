"""Splits a line into statements, and rewrites all forms of a question as ``may ...``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from kb.asking.notation.line_tokens import Token, tokens
from kb.base.errors import BadInput, Finding

#: the most characters of a line
LONGEST = 4_000
#: what may separate statements that are joined to one
JOINS = (",", "and", "but", "while", "then", ".", "?")
#: the most places at which a joined statement is divided, for one error
_MOST_TRIED = 4
#: the words before the number of a round
ROUND = ("round", "turn", "rd")
#: the most words before a wish, or "may"
_SUBJECT = 10
#: the words of a wish between a power or units and an action: "germany wants to attack egypt"
_WISHES = (*(verb for each in ("want", "wish", "plan", "try") for verb in (each, f"{each}s")), "tries", "like", "going")
#: the first words of questions about facts, and how to ask for them
OTHER_QUESTIONS = (
    *("is", "are", "was", "were", "has", "have", "does", "do", "did", "will", "would", "should", "must"),
    *("who", "whose", "why", "when", "where", "which", "how"),
)
TO_ASK = "write an action, and the answer gives its result; or 'may ...?', 'what may ...?', 'how many units may ...?'"
#: the words between the article and the abbreviation of a unit
_SIZES = ("minor", "major", "naval", "air", "new", "damaged", "loaded", "empty")
_LEGAL = ("legal", "allowed", "possible", "ok", "okay", "right", "fine", "good", "valid")


def statements(text: str) -> list[list[Token]]:
    """Return the tokens of each statement. Raises :class:`BadInput` for a text that is too long."""
    if len(text) > LONGEST:
        raise BadInput(Finding(f"the line is too long ({len(text)} characters)", hint=f"write at most {LONGEST}"))
    rows: list[list[Token]] = [[]]
    for token in tokens(text):
        last = rows[-1][-1].text if rows[-1] else ""
        is_asked = last == "," and token.text in ("may", "can")
        is_full_stop = not token.glued and (last == "?" or (last == "." and _ends_sentence(rows[-1])))
        if token.text in (";", "\n") or is_full_stop or is_asked:
            rows.append([])
        if token.text not in (";", "\n"):
            rows[-1].append(token)
    return [part for row in rows for part in _without_round(row) if part]


def _without_round(row: list[Token]) -> tuple[list[Token], ...]:
    """Return a statement, and after it the round at its end: ``... declares war on japan in round 2``."""
    end = len(row) - (row[-1:] != [] and row[-1].text in ("?", "."))
    is_round = end > 4 and row[end - 1].text.isdecimal() and row[end - 2].text in ROUND
    if is_round and row[end - 3].text in ("in", "on"):
        return [*row[: end - 3], *row[end:]], row[end - 2 : end]
    return (row,)


def _ends_sentence(row: Sequence[Token]) -> bool:
    """Return whether the full stop at the end of tokens ends a sentence. It follows a space, a number, a bracket, a
    word of more than two letters, or an abbreviated unit after its number or article (``2 dd.``, ``a minor ic.``)."""
    before = row[:-1] if len(row) < 3 or row[-3].text not in _SIZES else [*row[:-3], row[-2]]
    is_counted = len(before) > 1 and (before[-2].number is not None or before[-2].text in ("a", "an", "the"))
    is_counted = is_counted and len(row[-2].text) > 1
    is_whole = len(row) > 1 and (row[-2].text.isdecimal() or row[-2].text == ")" or len(row[-2].text) > 2)
    return is_whole or is_counted or not row[-1].glued


def trimmed(row: Sequence[Token]) -> Sequence[Token]:
    """Return the tokens of a statement without the words and marks that join it to others."""
    start = next((at for at, token in enumerate(row) if token.text not in JOINS), len(row))
    end = next(
        (at for at in range(len(row), start, -1) if row[at - 1].text not in ("?", ".", ",", "and", "but")), start
    )
    return row[start:end]


def divisions(row: Sequence[Token], error: int) -> list[tuple[Sequence[Token], Sequence[Token]]]:
    """Return the ways to divide joined statements, as pairs of a statement and the rest: at the last joins up to the
    index of an ``error``, the longest first statement first, then at the first colon. If the colon is the error, only
    there."""
    places = [at for at in range(1, min(error + 1, len(row))) if row[at].text in JOINS]
    colon = next((at for at in range(1, len(row)) if row[at].text == ":"), 0)
    turn = [(row[:colon], row[colon + 1 :])] if colon else []  # "germany combat move: sz5: ...", "japan: declares war"
    if colon and colon == error:
        return turn
    found = ((trimmed(row[:at]), trimmed(row[at:])) for at in places[: -_MOST_TRIED - 1 : -1])
    return [(first, rest) for first, rest in (*found, *turn) if first and rest]


def as_may(row: Sequence[Token]) -> Sequence[Token]:
    """Return a statement in the form that the grammar reads; one that has it already is returned unchanged.

    Questions and permissions, such as ``is it legal for the tank to blitz`` or ``germany may attack``, become ``may
    ...``. The words ``i``, ``we`` and ``want to`` are left out. ``a is attacked by b`` becomes ``b attacks a``.
    """
    words = [token.text for token in row]
    to = words.index("to") if "to" in words else 0
    if 0 < to < _SUBJECT and words[to - 1] in _WISHES and words[0] not in OTHER_QUESTIONS:
        wish = to - 1 - (words[to - 2] in ("would", "is", "are"))
        return as_may([*row[:wish], *row[to + 1 :]])
    if words[:1] in (["i"], ["we"]):
        return row[1:] or row
    if words[:1] in (["may"], ["can"]) and words[1:2] in (["i"], ["we"]):
        return [row[0], *row[2:]]
    asks = next((at for at, word in enumerate(words[:_SUBJECT]) if word in ("may", "can")), 0)
    if asks and words[0] not in (*OTHER_QUESTIONS, "what") and all(token.is_plain for token in row[:asks]):
        return [row[asks], *row[:asks], *row[asks + 1 :]]  # "germany may attack egypt"
    may = Token("may", row[0].start, row[0].end, glued=False) if row else None
    if may and to > 2 and words[:2] == ["is", "it"] and words[2] in _LEGAL and (to == 3 or words[3] == "for"):
        return [may, *row[4:to], *row[to + 1 :]]
    if may and to > 2 and words[0] in ("is", "are") and words[to - 1] in ("allowed", "able", "permitted"):
        return [may, *row[1 : to - 1], *row[to + 1 :]]
    by = next((at for at, pair in enumerate(pairwise(words)) if pair == ("attacked", "by")), 0)
    if by and words[0] not in OTHER_QUESTIONS:  # "a sub in sz5 is attacked by 1 dd, dice 2"
        end = words.index(",", by) if "," in words[by:] else len(row)
        attack = replace(row[by], text="attack")
        return [*row[by + 2 : end], attack, *row[: by - (words[by - 1] in ("is", "are", "gets"))], *row[end:]]
    return row


def asks_about_the_last(row: Sequence[Token]) -> bool:
    """Return whether a statement asks for a judgement on the action before it: ``is that allowed``, ``legal``."""
    words = [token.text for token in row]
    return (
        words[-1:] != []
        and words[-1] in _LEGAL
        and words[:-1] in ([], ["is", "it"], ["is", "that"], ["is", "this"], ["would", "that", "be"])
    )
