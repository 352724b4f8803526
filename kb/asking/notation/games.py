"""Which game, board and printing a line is about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kb.asking.notation.tokens import Token
from kb.base.errors import BadInput, Finding, NotFound, NotPlayed
from kb.cases.language.scenario import Value
from kb.cases.language.vocabulary import Spoken
from kb.cases.reading.files import RulesOf
from kb.engine.core.rulebook import Rulebook

#: a name of a game has at most so many parts
_LONGEST = 6
#: and no beginning of one fewer letters
_SHORTEST = 3
HINT = "begin with one: revised, anniversary (aa50), europe 1999 (e99), europe 1940 (e40, g40), flames and steel (f&s)"
#: what players call boards, and the part of their ids that tells these from the others; and what they call printings,
#: with the word that rule sets have for it (``called``)
_BOARDS = {
    "global": "global",
    "g40": "global",
    "41": "1941",
    "1941": "1941",
    "42": "1942",
    "1942": "1942",
}
_SECOND = "second edition"
_PRINTINGS = {
    "2012": "2012",
    **dict.fromkeys((_SECOND, "2nd edition", "2nd ed", "2e", "second printing", "2nd printing"), _SECOND),
}
#: a printing that is told anywhere in a line
_TOLD = re.compile(rf"\b({'|'.join(each for each in _PRINTINGS if ' ' in each)})\b(?:\s+rules)?", re.IGNORECASE)
_MARKS = re.compile(r"[;:,.?!\n]")
#: what may stand between the rest of a line and the game behind it: *can I fly over turkey in revised*
_IN = re.compile(r"(?:^|\s)(?:in|for|by|under)\s*$", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:[&'.][^\W_]+)*|&")


@dataclass(frozen=True, slots=True)
class Meant:
    """The rules a line is about, and the line without the words that said so."""

    rules: Rulebook
    rest: str
    board: str
    ruleset: str


def meant(text: str, rules_of: RulesOf, spoken: Spoken, game: str = "") -> Meant:
    """The game that a line names, or ``game``. Raises :class:`BadInput` where neither does, and :class:`NotFound`."""
    found = list(_WORD.finditer(text))
    start, end, named = _edition(text, found, spoken)
    if not named and not game:
        start, end, named = _by_id(text, rules_of)
    if not named and not game:
        raise BadInput(Finding("which game is it?", hint=HINT))
    said = text[start:end].lower() if named else ""
    rest = text[end:] if named else text
    before = _IN.sub("", text[:start]) if named else ""
    after, board, ruleset = _printing(rest, said)
    if not ruleset and (told := _TOLD.search(f"{before}\n{after}")):  # "... 2nd edition rules" apart from the game
        ruleset = _PRINTINGS[told[1].lower()]
        before, after = _TOLD.sub(" ", before), _TOLD.sub(" ", after)
    _raise_if_two(after, named, spoken)
    rules = rules_of(named or game, "", "")
    own, others = rules.ruleset, ""
    if ruleset:
        rules = rules_of(own.game, "", ruleset)
        others = rules.ruleset.id if rules.ruleset is not own else ""
    chosen = next((each for each in rules.ruleset.boards if board and board in each), "")
    if chosen and chosen != rules.board.id:
        rules = rules_of(own.game, chosen, others)
    return Meant(rules, f"{before} {after}".strip(), chosen, others)


def _by_id(text: str, rules_of: RulesOf) -> tuple[int, int, str]:
    """Where a line begins with the id of a game, and which. Raises :class:`NotPlayed` where that has no rules."""
    first, mark, _ = text.partition(";")
    if mark and len(first.split()) <= _LONGEST:
        try:
            return 0, len(first), rules_of("-".join(first.lower().split()), "", "").ruleset.game
        except NotPlayed:
            raise
        except NotFound:
            pass
    return 0, 0, ""


def _edition(text: str, found: list[re.Match[str]], spoken: Spoken) -> tuple[int, int, str]:
    """Where a line names a game, and which: the longest name, the first of those."""
    best = (0, 0, "")
    for at, first in enumerate(found):
        for last in found[at : at + _LONGEST]:
            start, end = first.start(), last.end()
            if ";" in text[start:end] or ":" in text[start:end] or "," in text[start:end]:
                break
            game = spoken.editions.get(spoken.key(text[start:end]), "")
            if game and (not best[2] or (start == best[0] and end > best[1])):
                best = (start, end, game)
    return best if best[2] or not found else _beginning(found[0], spoken)


def _raise_if_two(rest: str, named: str, spoken: Spoken) -> None:
    """Raise :class:`BadInput` where another game stands between two marks of a line that names one."""
    for part in _MARKS.split(rest) if named else ():
        other = spoken.editions.get(spoken.key(part), "") if part.strip() else ""
        if other and other != named:
            raise BadInput(Finding(f"two games are named: {named} and {other}", hint="leave one out"))


def _beginning(first: re.Match[str], spoken: Spoken) -> tuple[int, int, str]:
    """The game whose id begins like the first word of a line (``rev``), if that is one only."""
    word = first.group().lower()
    games = {game for game in spoken.editions.values() if game.startswith(word)}
    return (first.start(), first.end(), games.pop()) if len(games) == 1 and len(word) >= _SHORTEST else (0, 0, "")


def _printing(rest: str, said: str) -> tuple[str, str, str]:
    """What is left when board and printing are said right after the game: the rest, the board, the printing."""
    board = next((part for word, part in _BOARDS.items() if word in said), "")
    ruleset = next((part for word, part in _PRINTINGS.items() if word in said.split()), "")
    for known, which in (
        (_PRINTINGS, "ruleset"),
        (_BOARDS, "board"),
        ({"1999": "", "99": "", "2004": "", "2010": "", "1940": "", "rules": "", "edition": ""}, ""),
    ):
        for word, part in sorted(known.items(), key=lambda pair: -len(pair[0])):
            match = re.match(rf"[\s\-(,]*{re.escape(word)}\b\)?", rest, re.IGNORECASE)
            if match:
                rest = rest[match.end() :]
                board, ruleset = (part, ruleset) if which == "board" else (board, part) if which else (board, ruleset)
                break
    return rest, board, ruleset


def named_game(
    text: str, row: Sequence[Token], rules_of: RulesOf, spoken: Spoken
) -> tuple[Rulebook, dict[str, Value]] | None:
    """The rules that the first statement of the strict notation names, and what a request says of them; None where it
    does not begin with a game. Raises :class:`BadInput` where more follows than its board and printing."""
    for end in range(len(row), 0, -1):
        game = spoken.editions.get(spoken.key(text[row[0].start : row[end - 1].end]), "")
        if game:
            break
    else:
        return None
    said = text[row[0].start : row[end - 1].end].lower().split()
    board = next((_BOARDS[word] for word in said if word in _BOARDS), "")
    ruleset = next((_PRINTINGS[word] for word in said if word in _PRINTINGS), "")
    ids = {"board": "", "rules": ""}
    rest = text[row[end - 1].end : row[-1].end].lower().strip(" ,-()")
    own = rules_of(game, "", "").ruleset
    if printing := rules_of(game, "", "").board.printing:
        rest = re.sub(rf"^{printing}(?!\w)[\s,]*", "", rest)
    while rest:
        match = re.match(r"(board|rules)\s+([\w-]+)[\s,]*", rest)
        printing = next((each for each in sorted(_PRINTINGS, key=len, reverse=True) if _starts(rest, each)), "")
        place = next((each for each in _BOARDS if _starts(rest, each)), "")
        if match:
            ids[match[1]], rest = match[2], rest[match.end() :]
        elif place or printing:
            board, ruleset = _BOARDS.get(place, board), _PRINTINGS.get(printing, ruleset)
            rest = rest[len(place or printing) :].strip(" ,-()")
        else:
            column = row[-1].end - len(rest) + 1
            hint = "after the game comes its board or printing (2012, global, 1942), then ;"
            raise BadInput(Finding(f"column {column}: '{rest[:40]}' is no board or printing of {game}", hint=hint))
    rules = rules_of(game, ids["board"], ids["rules"] or ruleset)
    rules_id = ids["rules"] or (rules.ruleset.id if rules.ruleset is not own else "")
    chosen = ids["board"] or next((each for each in rules.ruleset.boards if board and board in each), "")
    if board and not chosen:
        raise BadInput(Finding(f"{game} has no board '{board}'", hint=f"it has {', '.join(rules.ruleset.boards)}"))
    said_so = {"board": chosen, "ruleset": rules_id}
    return rules_of(game, chosen, rules_id), {key: each for key, each in said_so.items() if each}


def _starts(text: str, word: str) -> bool:
    return re.match(rf"{re.escape(word)}(?!\w)", text) is not None
