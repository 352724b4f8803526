"""Parses a line in the notation of docs/asking.md as a question, or reports every statement that cannot be parsed.

No word is skipped, and a line has one parse or none. The statements are those of the keys of a position
(:mod:`kb.cases.language.grammar`) and of the ``typed`` form of each verb (:mod:`kb.cases.acts`). A line may leave out a
fact if only one fits; the question lists the assumptions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache

from kb.asking.notation.games import HINT, named_game, rules_named
from kb.asking.notation.line_tokens import Token
from kb.asking.notation.parsed_line import Line
from kb.asking.notation.statements import statements, trimmed
from kb.asking.question import Question
from kb.base.errors import BadInput, Finding, KBError
from kb.cases.language.scenario import PositionTable
from kb.cases.language.vocabulary import Vocabulary, vocabulary
from kb.cases.reading.library import RulesLoader
from kb.engine.core.position import replace
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import Board

#: the most characters of a line that is read in the words of players, and the most lines that are tried for a proposal
_LONGEST_PROSE, _MOST_TRIED = 600, 60
#: the most words of a question how many units may act before these units
_MOST_WORDS = 8
#: the question how many units may act, its words for units of any type, and its verbs of aircraft
_HOW_MANY = re.compile(r"\bhow many(?: (?P<units>[^;?]*?))? (?:may|can) (?P<act>[^;?]*)\??\s*$", re.IGNORECASE)
_UNITS = re.compile(r"^(?:new )?(?:units?|pieces?|planes?|aircraft)$")
_FLYING = re.compile(r"\b(?:scramble|intercept|fly|land)\b")
#: the marks between the name of a game and the first statement
_MARKS = " ;,:.?-"


class NoGame(BadInput):
    """A line does not begin with the name of a game, and there is no default."""


def from_line(text: str, rules_of: RulesLoader, game: str = "") -> Question:
    """Return the question of a line; ``game`` is the default game, which may have a board and a printing.

    A line that is not in the notation is read once more in other words (:mod:`kb.asking.notation.prose`). Raises
    :class:`BadInput` with a finding for each statement that cannot be parsed: its column (from 1), the expected words,
    and a similar name. One more finding proposes a line that can be read, if one is found.
    """
    if (asks := _HOW_MANY.search(text)) and (question := _how_many(text[: asks.start()], asks, rules_of, game)):
        return question
    return _read(text, rules_of, game, _MOST_TRIED)


def _read(text: str, rules_of: RulesLoader, game: str, tries: int) -> Question:
    """Return the question of a line; at most ``tries`` lines are tried for a proposal.

    A line that cannot be read on the usual board of its game is read on a board with more powers, if the game has one.
    Raises :class:`BadInput` with the findings on the board with fewer of them.
    """
    try:
        return _read_on("", text, rules_of, game, tries)
    except BadInput as error:
        wider = _wider_board(text, rules_of, game)
        if wider is None:
            raise
        try:
            question = _read_on(wider.id, text, rules_of, game, tries)
        except BadInput as other:
            raise min((error, other), key=lambda each: len(each.findings)) from None
        return replace(question, assumed=(*question.assumed, f"the board is {wider.title}"))


def _read_on(board: str, text: str, rules_of: RulesLoader, game: str, tries: int) -> Question:
    """Return the question of a line on a board, by default that which the line names."""
    try:
        names, rows = _begun(text, rules_of, game, board)[1:]
        line = Line(text, names)
        line.read_all(rows)
        return line.question()
    except BadInput as error:
        if len(text) > _LONGEST_PROSE:
            raise
        return _from_prose(board, text, rules_of, game, error, tries)


def _wider_board(text: str, rules_of: RulesLoader, game: str) -> Board | None:
    """Return another board of the rule set of a line that has all powers of its board, and more; None if all
    its other boards have fewer."""
    from kb.asking.notation.prose import with_game_first  # not loaded for a line in the notation

    try:
        rules = _begun(with_game_first(text, rules_of.source), rules_of, game)[1].rules
    except KBError:
        return None
    boards = (rules_of(rules.ruleset.game, each, rules.ruleset.id).board for each in rules.ruleset.boards)
    own = {each.id for each in rules.board.powers}
    return next((each for each in boards if own < {power.id for power in each.powers}), None)


def _how_many(before: str, asks: re.Match[str], rules_of: RulesLoader, game: str) -> Question | None:
    """Return the question how many units may act, after the statements ``before`` it, as one about a single unit; None
    if it cannot be read. Units without a type are fighters if they fly, else infantry."""
    units = _UNITS.sub("fighters" if _FLYING.search(asks["act"]) else "infantry", asks["units"] or "units")
    words = asks["act"].split()
    for at in range(min(len(words), _MOST_WORDS) + 1):  # the units stand after the power, or after the verb
        act = " ".join((*words[:at], "{}", units, *words[at:]))

        def larger(number: int, act: str = act) -> Question:
            """Return the question about a number of units."""
            return _read(f"{before}may {act.replace('{}', str(number))}", rules_of, game, 0)

        with suppress(BadInput):
            return replace(larger(1), larger=larger)
    return None


def _begun(
    text: str, rules_of: RulesLoader, game: str, board: str = ""
) -> tuple[str, Vocabulary, Sequence[Sequence[Token]]]:
    """Return the words of a line that name its game, the names of the game, and the statements that follow. ``board``
    replaces the board that the line names. Raises :class:`NoGame` without a game and a default."""
    rows = statements(text)
    named, after = named_game(text, rows[0], rules_of) if rows else (None, 0)
    if named is None and not game:
        raise NoGame(Finding("which game is it?", hint=HINT))
    head = text[: rows[0][after - 1].end] if after else ""
    rules = named or rules_named(game, rules_of)
    return (
        head,
        vocabulary(rules_of(rules.ruleset.game, board, rules.ruleset.id) if board else rules),
        [row for row in (rows[0][after:], *rows[1:]) if row] if rows else [],
    )


def _from_prose(board: str, text: str, rules_of: RulesLoader, game: str, error: BadInput, tries: int) -> Question:
    """Return the question of a line in the words of players, which cannot be read as it is because of an ``error``.
    Raises that error, with a line that can be read if one of at most ``tries`` is found."""
    from kb.asking.notation.proposal import proposed  # not loaded for a line in the notation
    from kb.asking.notation.prose import in_notation, with_game_first

    try:
        head, names, _ = _begun(first := with_game_first(text, rules_of.source), rules_of, game, board)
    except KBError:
        raise error from None
    prose = in_notation(first[len(head) :].lstrip(_MARKS), names)
    rows = [row for row in map(trimmed, statements(prose.line)) if row]
    line = Line(prose.line, names, is_typed=False)
    line.read_all(rows)
    try:
        question = line.question()
        return replace(question, assumed=(*prose.assumed, *question.assumed))
    except BadInput as other:
        findings = [*(other if isinstance(error, NoGame) else error).findings]
    if not tries:
        raise BadInput(*findings)
    left_to_try = iter(range(tries))
    reads = lru_cache(tries)(lambda said: 0 if next(left_to_try, None) is None else _reads(said, names))
    rest, left = proposed(prose.line, rows, names, reads)
    if rest:
        named = "; it omits or rewords '" + "', '".join(left) + "'" if left else ""
        whole = "; ".join(filter(None, (head.strip(_MARKS), rest)))
        findings.append(Finding(f"a similar line is valid{named}", hint=f"write: {whole}"))
    raise BadInput(*findings)


def _reads(text: str, names: Vocabulary) -> int:
    """Return 0 if a line without its game has mistakes, 2 if it is a whole question, 1 if it is not one yet."""
    line = Line(text, names)
    line.read_all(statements(text))
    try:
        return 0 if line.findings else 2 if line.question() and (line.acts or line.what is not None) else 1
    except BadInput:
        return 1


def read_change(text: str, rules: Rulebook, position: PositionTable) -> PositionTable:
    """Return the keys of a position that statements change, as in a contrast; 0 removes units.

    Raises :class:`BadInput` with all findings.
    """
    line = Line(text, vocabulary(rules), position)
    line.read_all(statements(text))
    return line.change()
