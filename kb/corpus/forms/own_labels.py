"""Labels that one document has for itself: a letter alone at the front of a line, or the names of those who speak."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

_BARE = {"Q": re.compile(r"Q\s+(?=[A-Z\"“‘])"), "A": re.compile(r"A\s+(?=[A-Z0-9\"“‘])")}
_SPEAKER = re.compile(r"[*_]*(?P<name>[^\W\d_][\w.'’-]*(?: [A-Z][\w.'’-]*){0,2})[*_]*:[*_]*\s+(?=\S)")
_NO_SPEAKER = re.compile(r"(?:note|example|errat|clarif|correct|page|rule|section|version|updated?|date|q|a)", re.I)
#: who speaks has that many turns at least
_TURNS = 3


@dataclass(frozen=True)
class OwnLabels:
    """The patterns of labels of questions (``Q``) and answers (``A``) at the front of a line; none is empty."""

    patterns: dict[str, re.Pattern[str]]

    @classmethod
    def of(cls, lines: Iterable[str]) -> OwnLabels:
        """Find the labels of a document: two bare Q, or a name whose turns mostly ask and one whose turns do not."""
        texts = list(lines)
        if sum(bool(_BARE["Q"].match(text)) for text in texts) > 1:
            return cls(_BARE)
        turns = Counter[str]()
        asking = Counter[str]()
        name = ""
        for text in texts:
            if found := _SPEAKER.match(text):
                name = "" if _NO_SPEAKER.match(found["name"]) else found["name"]
                turns[name] += 1
                asking[name] += "?" in text
            elif name:
                asking[name] += "?" in text
        speak = [each for each in turns if each and turns[each] >= _TURNS]
        asks = [each for each in speak if asking[each] * 4 >= turns[each] * 3]
        answers = [each for each in speak if asking[each] * 4 <= turns[each]]
        if not asks or not answers:
            return cls({})
        return cls({"Q": _names(asks), "A": _names(answers)})

    def at(self, text: str, at: int, state: str) -> tuple[str, int]:
        """``Q`` or ``A`` and where the label at a place ends; an answer's only where ``state`` is Q."""
        for kind, pattern in self.patterns.items():
            if (found := pattern.match(text, at)) and (kind == "Q" or state == "Q"):
                return kind, found.end()
        return "", 0


def _names(names: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"[*_]*(?:{'|'.join(map(re.escape, names))})[*_]*:[*_]*\s+")
