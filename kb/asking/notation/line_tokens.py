"""The tokens of a line of the notation, and the forms of verbs and names among them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

_TOKEN = re.compile(r"(?:[^\W\d_]\.){2,}|[^\W\d_]+(?:['’][^\W\d_]+)?|\d+|[-=]*>|\n|[^\w\s]")
_MARKS = {**dict.fromkeys(("→", "–", "—", "-", "−"), "-"), "&": "and"}
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number or punctuation mark in lowercase, with its offsets in the text. ``glued`` is whether it directly
    follows the previous token, without a space."""

    text: str
    start: int
    end: int
    glued: bool

    @property
    def is_plain(self) -> bool:
        """Whether it is a word or a number in digits."""
        return self.text[0].isalpha() or self.text.isdecimal()

    @property
    def number(self) -> int | None:
        """The value of a number in digits or as a word up to ten; None for other tokens."""
        if self.text.isdecimal():
            return int(self.text)
        return _NUMBERS.index(self.text) + 1 if self.text in _NUMBERS else None


@lru_cache(maxsize=1024)
def tokens(text: str) -> tuple[Token, ...]:
    """Split a text into tokens; arrows and dashes become ``-``.

    >>> [token.text for token in tokens("sz5->6: 2inf, U.S. sub!")]
    ['sz', '5', '-', '6', ':', '2', 'inf', ',', 'u.s.', 'sub', '!']
    """
    found: list[Token] = []
    for match in _TOKEN.finditer(text.lower()):
        glued = bool(found) and found[-1].end == match.start()
        mark = "-" if match.group().endswith(">") else _MARKS.get(match.group(), match.group())
        found.append(Token(mark, match.start(), match.end(), glued))
    return tuple(found)


def same_verb(word: str, verb: str) -> bool:
    """Return whether two words are forms of the same verb, apart from a third-person ending."""
    long, short = (word, verb) if len(word) > len(verb) else (verb, word)
    with_es = short.endswith(("ch", "sh", "s", "x", "z", "o")) and long == f"{short}es"
    return word == verb or long == f"{short}s" or with_es or (short.endswith("y") and long == f"{short[:-1]}ies")


def may_be_a_name(run: Sequence[Token]) -> bool:
    """Return whether tokens, at least one, may form one name: words, numbers, and punctuation without spaces.

    A name begins with a word or a number, and a full stop may end each of its words. It has no comma, colon,
    semicolon, bracket, question mark, quote or plus sign. Two consecutive numbers are not part of one name (``sz2 3``),
    and a lone number is not a name.
    """
    if any(one.text.isdecimal() and other.text.isdecimal() for one, other in pairwise(run)):
        return False
    if not run[0].is_plain or (run[0].text.isdecimal() and len(run) == 1):
        return False
    for token, after in zip(run[1:], (*run[2:], None), strict=False):
        loose = not token.glued or (after is not None and not after.glued and token.text != ".")
        if not token.is_plain and (token.text in ',:;()?"+\n' or loose):
            return False
    return run[-1].is_plain or run[-1].text == "."
