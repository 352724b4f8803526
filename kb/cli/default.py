"""Choose the command of a line that names none: an id is shown, a topic compared, any other words are searched for."""

from __future__ import annotations

import kb
from kb.base.errors import Finding, KBError
from kb.cli.front import COMMANDS
from kb.store import lookup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kb.knowledge import KnowledgeBase

#: words that other programs have as commands, each with the command that does it here
_ELSEWHERE = {
    "list": "kb games",
    "ls": "kb games",
    "version": "kb --version",
    "rulings": "kb export",
    "rules": "kb sections",
}
#: the least similarity to a command at which a first word counts as that command, misspelt
_ALIKE = 0.75


def default_command(words: list[str], alone: bool) -> str:
    """Return ``show``, ``compare`` or ``search``. ``words`` are the arguments without options, ``alone`` is whether
    there is only one argument.

    Raises :class:`KBError` if the first word is unknown to the base, but similar to a command, and if the only argument
    is a command of other programs (*ls*).
    """
    if words[:1] == ["help"] and len(words) == 2:
        raise _no_command(words[1])
    if alone and words and words[0].lower() in _ELSEWHERE:
        hint = f"'{_ELSEWHERE[words[0].lower()]}' is nearest; 'kb search {words[0]}' searches for the word"
        raise KBError(Finding(f"No such command '{words[0]}'", hint=hint))
    try:
        base = kb.open()
    except KBError:
        if words and _near(words[0]):
            raise _no_command(words[0]) from None  # perhaps it is 'build'
        raise
    with base:
        # an id that looks like one may be withdrawn or mistyped
        if words and (all(_is_id(base, word) for word in words) or base.by_id(" ".join(words)) is not None):
            return "show"
        if alone and words and _is_topic(base, words[0]):
            return "compare"
        if words and not lookup.is_form(base.connection, words[0].lower()) and _near(words[0]):
            raise _no_command(words[0])
    return "search"


def _is_id(base: KnowledgeBase, word: str) -> bool:
    """Return whether a word is the id of something in the base, or looks like the id of a ruling."""
    if base.by_id(word) is not None or base.looks_like_id(word):
        return True
    return "/" in word and lookup.statement(base.connection, word) is not None


def _is_topic(base: KnowledgeBase, word: str) -> bool:
    """Return whether a word is the id of a topic of several words, as ``kb compare`` prints it."""
    if "-" not in word or " " in word:
        return False
    from kb.store import topics

    return word.lower() in topics.titles(base.connection)


def _near(word: str) -> str:
    """Return the command whose name is most similar to a word; empty if none is similar enough."""
    if " " in word:
        return ""
    import difflib

    return next(iter(difflib.get_close_matches(word.lower(), (*COMMANDS, "help"), 1, _ALIKE)), "")


def _no_command(word: str) -> KBError:
    """Return the error that a word is not a command; its hint names the nearest command, if there is one."""
    near = _near(word)
    hint = f"did you mean '{near}'? 'kb search ...' searches for words" if near else "list the commands with 'kb help'"
    return KBError(Finding(f"No such command '{word[:60]}'", hint=hint))
