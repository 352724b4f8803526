"""Which command is meant where none is named: a ruling or statement is shown by its id, the games are compared on a
topic's id, a question is searched for."""

from __future__ import annotations

import kb
from kb.base.errors import Finding, KBError
from kb.cli.command_table import COMMANDS, OPTIONS
from kb.store import lookup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kb.knowledge import KnowledgeBase

#: a word with at most so many wrong letters is taken for a command
MOST_EDITS = 2


def resolve_command(arguments: list[str]) -> str:
    """``show``, ``compare`` or ``search``. Raises :class:`KBError` for what is probably a misspelt command.

    One word that is nearly a command is taken for it, unless it is an id; before other words only if no ruling and no
    question knows the word: "how many" are words of a question, and "sho rev-sub-2" a mistake.
    """
    # the arguments without options and their values
    known = {**OPTIONS["search"], **OPTIONS["show"]}
    words, value = [], False
    for each in arguments:
        if not value and not each.startswith("-"):
            words.append(each)
        value = not value and bool(known.get(each, ("", ""))[1])
    if words[:1] == ["help"] and len(words) == 2:
        raise _no_command(words[1])
    near = bool(words) and bool(_command_near(words[0]))
    with _opened(near, words) as base:
        # an id that looks like one may be withdrawn or mistyped
        ids = all(
            base.by_id(word) is not None
            or base.looks_like_id(word)
            or ("/" in word and lookup.statement(base.connection, word) is not None)
            for word in words
        )
        if words and (ids or base.by_id(" ".join(words)) is not None):
            return "show"
        if len(arguments) == 1 and _is_topic(base, arguments[0]):
            return "compare"
        if near and (len(words) == 1 or not lookup.is_form(base.connection, words[0].lower())):
            raise _no_command(words[0])
    return "search"


def _is_topic(base: KnowledgeBase, word: str) -> bool:
    """Whether a word is the id of a topic: of several words, as ``kb compare`` prints it."""
    if "-" not in word or " " in word:
        return False
    from kb.store import topics

    return word.lower() in topics.titles(base.connection)


def _opened(near: bool, words: list[str]) -> KnowledgeBase:
    """The knowledge base. Without one, a first word that is ``near`` a command is taken for it: it may be 'build'."""
    try:
        return kb.open()
    except KBError:
        if near:
            raise _no_command(words[0]) from None
        raise


def _no_command(word: str) -> KBError:
    near = _command_near(word)
    hint = f"did you mean '{near}'? 'kb search ...' searches for words" if near else "list the commands with 'kb help'"
    return KBError(Finding(f"No such command '{word[:60]}'", hint=hint))


def _command_near(word: str) -> str:
    """The command that is at most :data:`MOST_EDITS` away from a word; empty if there is none."""
    edits = {command: _edits(word.lower(), command) for command in (*COMMANDS, "help")}
    best = min(edits, key=lambda command: edits[command])
    return best if edits[best] <= MOST_EDITS else ""


def _edits(one: str, other: str) -> int:
    """How many letters have to be put in, left out, changed or swapped with the next to make one word the other.

    RapidFuzz tells it, too, but takes as long to load as a whole search, and every question comes by here.
    """
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        row = [i]
        for j, wanted in enumerate(other, start=1):
            row.append(min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != wanted)))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                row[j] = min(row[j], before[j - 2] + 1)
        before, last = last, row
    return last[-1]
