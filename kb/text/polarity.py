"""Which words of a verdict say whether something may be done, so that the eye finds them first."""

from __future__ import annotations

import re
from collections.abc import Iterator

#: may, may not, never, only if and the like; the longest first
_WORDS = re.compile(
    r"\b(?:(?:may|must|can|need|do|does|did|is|are)(?:\s+not|\s+never|not)(?:\s+only)?|may\s+only"
    r"|only\s+(?:if|when|where|while|by|with)|never|no\s+longer|not|only|must|may|always)\b",
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
