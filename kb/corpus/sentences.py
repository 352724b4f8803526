"""Where the sentences of a plain text are."""

from __future__ import annotations

import re

#: a full stop after one of these ends no sentence
_ABBREVIATED = "".join(rf"(?<!\b{re.escape(each)})" for each in ("U.S.", "U.K.", "St.", "pg.", "vs.", "e.g.", "i.e."))
_END = re.compile(rf"[.?!]{_ABBREVIATED}[\"”’')\]]*\s+(?=[\"“‘'(\[]*[A-Z0-9])")


def sentences(text: str) -> list[tuple[int, int]]:
    """Start and end of each sentence of ``text`` that has a letter or a digit in it."""
    starts = [0, *(match.end() for match in _END.finditer(text))]
    ends = [*starts[1:], len(text)]
    return [(start, end) for start, end in zip(starts, ends, strict=True) if re.search(r"\w", text[start:end])]
