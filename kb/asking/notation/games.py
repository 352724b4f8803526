"""Finds the game, the board and the printing of a line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.asking.notation.line_tokens import Token, tokens
from kb.base.errors import BadInput, Finding
from kb.cases.language.vocabulary import game_named, vocabulary
from kb.cases.reading.library import RulesLoader
from kb.engine.core.rulebook import Rulebook

HINT = "begin with one: revised, anniversary (aa50), europe 1999 (e99), europe 1940 (e40, g40), flames and steel (f&s)"
#: the players' names of boards, with the part of the id that distinguishes them; those of printings, with the name in
#: the rule set (``called``)
BOARDS = {
    "global": "global",
    "g40": "global",
    "41": "1941",
    "1941": "1941",
    "42": "1942",
    "1942": "1942",
}
#: tokens of the longest name of a game
_LONGEST_NAME = 9
#: the id of a ruling
_RULING = re.compile(r"[a-z]+\d*-[a-z]+-\d+(?![\w-])", re.IGNORECASE)
_SECOND = "second edition"
PRINTINGS = {
    "2012": "2012",
    **dict.fromkeys((_SECOND, "2nd edition", "2nd ed", "2e", "second printing", "2nd printing"), _SECOND),
}


def named_game(text: str, row: Sequence[Token], rules_of: RulesLoader) -> tuple[Rulebook | None, int]:
    """Return the rules that the first statement names, and the index of the token after them; None and 0 if it does not
    begin with a game. A comma or colon may separate them from another statement.

    Raises :class:`BadInput` if anything else than a board and a printing follows without one.
    """
    game, end = _begins_with(text, row, rules_of.source)
    if not game:
        return None, 0
    said = re.findall(r"\w+", text[row[0].start : row[end - 1].end].lower())
    if ruling := _RULING.match(text, row[0].start):
        hint = f"write: kb ask --id {ruling[0]}, or kb show {ruling[0]}; a line begins with the name of a game"
        raise BadInput(Finding(f"'{ruling[0]}' looks like the id of a ruling, not a game", hint=hint))
    board = next((BOARDS[word] for word in said if word in BOARDS), "")
    ruleset = next((PRINTINGS[word] for word in said if word in PRINTINGS), "")
    ids = {"board": "", "rules": ""}
    rest = text[row[end - 1].end : row[-1].end].lower().lstrip(" ,:-()")
    own = rules_of(game, "", "").ruleset
    if printing := rules_of(game, "", "").board.printing:
        rest = re.sub(rf"^{printing}(?!\w)[\s,]*", "", rest)
    while rest and not (after := _other_statement(text, row, rest, rules_of(game, "", ""))):
        match = re.match(r"(board|rules)\s+([\w-]+)[\s,]*", rest)
        printing = next((each for each in sorted(PRINTINGS, key=len, reverse=True) if _starts(rest, each)), "")
        place = next((each for each in BOARDS if _starts(rest, each)), "")
        if match:
            ids[match[1]], rest = match[2], rest[match.end() :]
        elif place or printing:
            board, ruleset = BOARDS.get(place, board), PRINTINGS.get(printing, ruleset)
            rest = rest[len(place or printing) :].lstrip(" ,:-().")
        else:
            column = row[-1].end - len(rest) + 1
            hint = "write the board or printing (2012, global, 1942) after the game, and ; after that and after each statement"
            raise BadInput(Finding(f"column {column}: '{rest[:40]}' is not a board or printing of {game}", hint=hint))
    rules = rules_of(game, ids["board"], ids["rules"] or ruleset)
    rules_id = ids["rules"] or (rules.ruleset.id if rules.ruleset is not own else "")
    chosen = ids["board"] or next((each for each in rules.ruleset.boards if board and board in each), "")
    if board and not chosen:
        raise BadInput(Finding(f"{game} lacks a board '{board}'", hint=f"it has {', '.join(rules.ruleset.boards)}"))
    return rules_of(game, chosen, rules_id), after if rest else len(row)


def rules_named(text: str, rules_of: RulesLoader) -> Rulebook:
    """Return the rules that a text names as the beginning of a line does: a game, perhaps a board and a printing.

    Raises :class:`KBError` if it is unknown.
    """
    return named_game(text, tokens(text), rules_of)[0] or rules_of(text, "", "")


def _other_statement(text: str, row: Sequence[Token], rest: str, rules: Rulebook) -> int:
    """Return the index of the token with which the rest of a statement begins, if a comma or colon precedes it, or it
    begins with a power or a phase, and it names no board or printing; 0 otherwise."""
    at = next(at for at, token in enumerate(row) if token.start >= row[-1].end - len(rest))
    names = any(_starts(rest, each) for each in (*PRINTINGS, *BOARDS, "board", "rules"))
    is_apart = (
        row[at - 1].text in (",", ":", ")")
        or (row[at - 1].text == "-" and not row[at].glued)
        or _starts(rest, "round")
        or _starts(rest, "turn")
        or any(
            vocabulary(rules).ids(kind, text[row[at].start : token.end].lower())
            for token in row[at : at + 3]
            for kind in ("power", "phase")
        )
    )
    return at if not names and is_apart else 0


def _starts(text: str, word: str) -> bool:
    """Return whether a text starts with a whole word or phrase."""
    return re.match(rf"{re.escape(word)}(?!\w)", text) is not None


def _begins_with(text: str, row: Sequence[Token], data: str) -> tuple[str, int]:
    """Return the game with the longest name at the beginning of a statement, and the number of its tokens, or empty
    and 0."""
    for end in range(min(len(row), _LONGEST_NAME), 0, -1):
        if game := game_named(text[row[0].start : row[end - 1].end], data):
            return game, end
    return "", 0
