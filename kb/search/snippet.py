"""The part of an answer that shows why it was found."""

from __future__ import annotations

from kb.search.query import Query

WIDTH = 160
_MARKS = "\"“”‘’'*()[].,;:!?"


#: a word of the text is one of the query's if both begin with these many letters
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
    words = text.split(" ")
    starts, at = [], 0
    for word in words:
        starts.append(at)
        at += len(word) + 1
    found = [at for word, at in zip(words, starts, strict=True) if word.strip(_MARKS)[:STEM].lower() in stems]
    best = max(found or [0], key=lambda start: (sum(start <= other < start + width for other in found), -start))
    first = max((start for start in starts if start <= max(0, best - 20)), default=0)
    first = 0 if first < 20 else first
    last = max((start - 1 for start in [*starts[1:], len(text) + 1] if start - 1 <= first + width), default=len(text))
    return ("…" if first else "") + text[first:last].strip() + ("…" if last < len(text) else "")
