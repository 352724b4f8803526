"""Finds the game, the board and the printing of a line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.asking.notation.line_tokens import Token, tokens
from kb.base.errors import BadInput, Finding
from kb.cases.language.vocabulary import game_named
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
#: the marks between the name of a game and the first statement
_JOINTS = (",", ":", "-", ".", "(", ")")
_SECOND = "second edition"
PRINTINGS = {
    "2012": "2012",
    **dict.fromkeys((_SECOND, "2nd edition", "2nd ed", "2e", "second printing", "2nd printing"), _SECOND),
    **dict.fromkeys(("first printing", "1st printing", "first edition", "1st edition"), ""),
}


def named_game(text: str, row: Sequence[Token], rules_of: RulesLoader) -> tuple[Rulebook | None, int]:
    """Return the rules of the game, board and printing with which the first statement begins, and the index in ``row``,
    the tokens of that statement, of the first token after them; None and 0 if it does not begin with a game. Raises
    :class:`KBError` for the id of a ruling, and for a board or rule set that the game lacks."""
    game, end = _begins_with(text, row, rules_of.source)
    if not game:
        return None, 0
    if ruling := _RULING.match(text, row[0].start):
        hint = f"write: kb ask --id {ruling[0]}, or kb show {ruling[0]}; a line begins with the name of a game"
        raise BadInput(Finding(f"'{ruling[0]}' looks like the id of a ruling, not a game", hint=hint))
    own, at = rules_of(game, "", ""), row[end - 1].end
    said = re.findall(r"\w+", text[row[0].start : at].lower())
    words = "|".join(map(re.escape, (*PRINTINGS, *BOARDS, own.board.printing or "2012")))
    ids = {"board": "", "rules": ""}
    while match := re.match(rf"[\s,:().-]*(?:(board|rules)\s+([\w-]+)|({words})(?!\w))", text[at : row[-1].end], re.I):
        ids |= {match[1]: match[2].lower()} if match[1] else {}
        said, at = [*said, (match[3] or "").lower()], at + match.end()
    board = next((BOARDS[word] for word in reversed(said) if word in BOARDS), "")
    ruleset = next((PRINTINGS[word] for word in reversed(said) if word in PRINTINGS), "")
    rules = rules_of(game, ids["board"], ids["rules"] or ruleset)
    rules_id = ids["rules"] or (rules.ruleset.id if rules.ruleset is not own.ruleset else "")
    chosen = ids["board"] or next((each for each in rules.ruleset.boards if board and board in each), "")
    if board and not chosen:
        raise BadInput(Finding(f"{game} lacks a board '{board}'", hint=f"it has {', '.join(rules.ruleset.boards)}"))
    after = next((i for i, token in enumerate(row) if token.start >= at and token.text not in _JOINTS), len(row))
    return rules_of(game, chosen, rules_id), after


def rules_named(text: str, rules_of: RulesLoader) -> Rulebook:
    """Return the rules of a game, and perhaps a board and a printing, that a text names: ``global 2012``. Raises
    :class:`KBError` for an unknown name."""
    return named_game(text, tokens(text), rules_of)[0] or rules_of(text, "", "")


def _begins_with(text: str, row: Sequence[Token], data: str) -> tuple[str, int]:
    """Return the game with the longest name at the beginning of a statement, and the number of its tokens, or empty
    and 0."""
    for end in range(min(len(row), _LONGEST_NAME), 0, -1):
        if game := game_named(text[row[0].start : row[end - 1].end], data):
            return game, end
    return "", 0
