"""What a line says it is: the opening of a question or an answer, a heading, a title, a date."""

from __future__ import annotations

import re

#: ``Q.``, ``A:``, ``**Q.``, ``Q12.``, ``Question:`` at the start of a line
LABEL = re.compile(
    r"(?P<bold>\*\*|__)?\s*(?P<label>Q|A|Question|Answer)\s?(?:\d{1,3}\s?)?[.:)](?P<after>\*\*|__)?(?:\s+|$)"
)
#: an answer that follows its question on the same line
INLINE_ANSWER = re.compile(r"(?<=[?.!\"”*])\s+(?=(?:\*\*)?A[.:]\s)")
DATE = re.compile(
    r"(?:(?:January|February|March|April|May|June|July|August|September|October|November|December)"
    r"\s+\d{1,2},\s+\d{4}|\d{4}-\d\d-\d\d|\d{1,2}\s+\w+\s+\d{4})$"
)
ERRATA = re.compile(r"\berrat(?:a|um)\b", re.I)
OPTIONAL = re.compile(r"\boptional rules?\b", re.I)
TITLE = re.compile(r"\bFAQ\b|frequently asked|\berrata (?:and|&)", re.I)
ENDS_SENTENCE = re.compile(r"[.!?:][\"”’')\]*_]*$")
#: ``Page 13, Transports:`` or ``UK Reference Chart:`` before an erratum's instruction
LOCATION = re.compile(r"(?:\*\*)?(?P<where>[^:\n]{3,160}?):(?:\*\*)?\s+")

SMALL_WORDS = {"a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "vs", "with"}
LONGEST_HEADING = 90


def label(text: str) -> str:
    """``Q`` or ``A`` if the line opens a question or an answer, else the empty string."""
    found = LABEL.match(text)
    return found["label"][0] if found else ""


def looks_like_title(text: str) -> bool:
    """Whether a line could be a heading by its looks: short, no full stop, most words capital."""
    text = text.strip().strip("*_").strip()
    if not text or len(text) > LONGEST_HEADING or re.search(r"[.!?:;,]$", text) or not re.match(r"[A-Z0-9]", text):
        return False
    if label(text) or DATE.match(text):
        return False
    told = [w for w in re.findall(r"[A-Za-z][\w'’-]*", text) if w.lower() not in SMALL_WORDS]
    return bool(told) and sum(w[0].isupper() for w in told) * 2 >= len(told)


def ends_sentence(text: str) -> bool:
    """Whether the text ends where a sentence may end."""
    return bool(ENDS_SENTENCE.search(text.rstrip()))
