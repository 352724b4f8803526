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
    heads, starts = _cut(text)
    found = [at for head, at in zip(heads, starts, strict=True) if head in stems]
    best = max(found or [0], key=lambda start: (sum(start <= other < start + width for other in found), -start))
    first = max((start for start in starts if start <= max(0, best - 20)), default=0)
    first = 0 if first < 20 else first
    last = max((start - 1 for start in [*starts[1:], len(text) + 1] if start - 1 <= first + width), default=len(text))
    return ("…" if first else "") + text[first:last].strip() + ("…" if last < len(text) else "")


#: the texts that were cut last: a server is asked for the same ones again and again
_cuts: dict[str, tuple[list[str], list[int]]] = {}
_MOST_CUTS = 1_000


def _cut(text: str) -> tuple[list[str], list[int]]:
    """How each word of a text begins, and where."""
    known = _cuts.get(text)
    if known is None:
        heads: list[str] = []
        starts: list[int] = []
        at = 0
        for word in text.split(" "):
            heads.append(word.strip(_MARKS)[:STEM].lower())
            starts.append(at)
            at += len(word) + 1
        if len(_cuts) >= _MOST_CUTS:
            _cuts.clear()
        known = _cuts[text] = heads, starts
    return known
