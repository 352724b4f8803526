"""Which words of a verdict say whether something may be done, so that the eye finds them first."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

#: may, may not, never, only if and the like; the longest first
_WORDS = re.compile(
    r"\b(?:(?:may|must|can|need|do|does|did|is|are)(?:\s+not|\s+never|not)(?:\s+only)?|may\s+only"
    r"|only\s+(?:if|when|where|while|by|with)|never|no\s+longer|not|only|must|may|always)\b",
    re.IGNORECASE,
)
#: what limits a "may" elsewhere in its sentence
_LIMITED = re.compile(
    r"\b(?:only|no|none|not|never|until|unless|before|after|but|except|forbidden|once|if|when|while|with|without)\b",
    re.IGNORECASE,
)


def parts(verdict: str) -> Iterator[tuple[str, bool]]:
    """The verdict in parts, each with whether it is one of these words; joined they are the verdict."""
    end = 0
    for match in _WORDS.finditer(verdict):
        if match.start() > end:
            yield verdict[end : match.start()], False
        yield match.group(), True
        end = match.end()
    if end < len(verdict):
        yield verdict[end:], False


def contradicts(word: str, senses: Collection[str], verdict: str) -> bool:
    """Whether ``yes`` or ``no`` to a question reads as if it contradicted the verdict behind it.

    ``senses`` are those in which the question asks: of one that asks whether something must be done, or is forbidden,
    it is not told.
    """
    first = next((" ".join(text.lower().split()) for text, says in parts(verdict) if says), "")
    if senses or not first:
        return False
    if word == "yes":
        return first in ("may not", "must not", "cannot", "may never")
    return word == "no" and first == "may" and not _LIMITED.search(verdict)
