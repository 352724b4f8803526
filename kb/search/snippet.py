"""The part of an answer that shows why it was found."""

from __future__ import annotations

from bisect import bisect_left

from kb.search.query import Query

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

WIDTH = 160
_MARKS = "\"“”‘’'*()[].,;:!?"
#: a word of the text matches a query term if this many first letters are equal
STEM = 5


def snippet(text: str, query: Query, width: int = WIDTH) -> str:
    """About ``width`` characters of ``text``, around the words of the query; cut at words, with ``…``."""
    if len(text) <= width:
        return text
    wanted = [
        *query.terms,
        *query.near,
        *query.prefixes,
        *query.fuzzy,
        *(t for terms, _ in query.phrases for t in terms),
    ]
    stems = {term[:STEM] for term in wanted if len(term) > 2}
    lower = text.lower()
    found = sorted({start for stem in stems for start in _starts(lower, stem)})
    together = [bisect_left(found, start + width) - nth for nth, start in enumerate(found)]
    best = found[together.index(max(together))] if found else 0
    first = text.rfind(" ", 0, best - 20) + 1 if best > 20 else 0
    first = 0 if first < 20 else first
    last = text.rfind(" ", 0, first + width + 1) if first + width < len(text) else -1
    last = len(text) if last < 0 else last
    return ("…" if first else "") + text[first:last].strip() + ("…" if last < len(text) else "")


def _starts(text: str, stem: str) -> Iterator[int]:
    """Where the words begin whose first letters, at most ``STEM``, are ``stem``; ``text`` is in lower case."""
    at = text.find(stem)
    while at >= 0:
        start = text.rfind(" ", 0, at) + 1
        end = text.find(" ", at)
        if text[start : end if end >= 0 else len(text)].strip(_MARKS)[:STEM] == stem:
            yield start
        at = text.find(stem, at + 1)
