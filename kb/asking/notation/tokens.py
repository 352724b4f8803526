"""Cuts a line into words, numbers and marks, each with its place in the line."""

from __future__ import annotations

import re
from dataclasses import dataclass

_TOKEN = re.compile(r"(?:[^\W\d_]\.){2,}|[^\W\d_]+(?:['’][^\W\d_]+)?|\d+|->|=>|\n|[^\w\s]")
_ARROWS = dict.fromkeys(("->", "=>", "→", "–", "—", "-", "−"), "-")


_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a number or a mark, in small letters; ``glued`` to what stands before it where no space is between."""

    text: str
    start: int
    end: int
    glued: bool

    @property
    def is_word(self) -> bool:
        """Whether it is made of letters."""
        return self.text[0].isalpha()

    @property
    def is_number(self) -> bool:
        """Whether it is a number."""
        return self.text.isdecimal()

    @property
    def number(self) -> int | None:
        """The number that it is, in digits or as a word."""
        if self.is_number:
            return int(self.text)
        return _NUMBERS.index(self.text) + 1 if self.text in _NUMBERS else None


def tokens(text: str) -> list[Token]:
    """The tokens of a line; arrows and dashes are ``-``.

    >>> [token.text for token in tokens("sz5->6: 2inf, U.S. sub!")]
    ['sz', '5', '-', '6', ':', '2', 'inf', ',', 'u.s.', 'sub', '!']
    """
    found: list[Token] = []
    for match in _TOKEN.finditer(text.lower()):
        glued = bool(found) and found[-1].end == match.start()
        found.append(Token(_ARROWS.get(match.group(), match.group()), match.start(), match.end(), glued))
    return found
