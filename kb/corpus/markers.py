"""Patterns that recognise in one line a question, an answer, a heading, a title, a date or the place of an erratum."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_EMPHASIS = r"(?:\*{1,3}|_{1,3})"


def _label(names: str, marks: str) -> str:
    """The pattern of a label: ``Q.``, ``**Q:**``, ``Q12.``, ``__Question:``."""
    number = r"\s?(?:\d{1,3}\s?)?"
    return (
        rf"(?P<open>{_EMPHASIS})?\s*(?P<label>{names}){number}(?P<mid>{_EMPHASIS})?"
        rf"(?P<mark>[{re.escape(marks)}])(?P<after>{_EMPHASIS})?(?:\s+|$)"
    )


#: what makes ``A. M.`` or ``Q. E. D.`` an abbreviation rather than a label
_NO_INITIALS = r"(?![A-Z]\.(?:\s|$))"
INITIALS = re.compile(rf"{_EMPHASIS}?[QA]\.\s[A-Z]\.(?:\s|$)")
ERRATA = re.compile(r"\berrat(?:a|um)\b", re.I)
OPTIONAL = re.compile(r"\boptional rules?\b", re.I)
CHAPTER_INTRODUCTION = re.compile(
    r"(the (following|rules below|questions below)|these|below|this (chapter|section))\b", re.I
)
ENDS_SENTENCE = re.compile(r"[.!?:][\"”’')\]*_]*$")
_MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
DATED = re.compile(rf"\b(?:{_MONTH}\s+\d{{1,2}},?\s+\d{{4}}|\d{{4}}-\d\d-\d\d|\d{{1,2}}\.? {_MONTH} \d{{4}})")
#: ``Page 13, Transports:`` or ``UK Reference Chart:`` before an erratum's instruction
LOCATION = re.compile(rf"(?:{_EMPHASIS})?(?P<where>[^:\n]{{3,160}}?)(?:{_EMPHASIS})?:(?:{_EMPHASIS})?\s+")
PAGE = re.compile(rf"(?:{_EMPHASIS})?pages?\s+\d", re.I)
_NO_LOCATION = re.compile(
    r"(notes?|examples?|exceptions?|it|this|they|these|the following|for example|correct(ed)? "
    r"|the \w+ (sentence|paragraph|word|bullet))\b",
    re.I,
)

SMALL_WORDS = {"a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "vs", "with"}
LONGEST_HEADING = 90


@dataclass(frozen=True)
class Labels:
    """How one document labels its questions and answers: ``Q.``, ``**Q:**``, ``Question:``, ``Q12.`` ..."""

    opening: re.Pattern[str]
    inline: re.Pattern[str]

    @classmethod
    def of(cls, lines: Iterable[str]) -> Labels:
        """The style of a document: ``)`` opens an answer only where it opens a question too."""
        bracket = any(_BRACKETED.match(line) for line in lines)
        marks = ".:)" if bracket else ".:"
        inline = (
            rf"(?<=[?.!\"”’)*_])\s+(?={_EMPHASIS}?(?:A|Answer)\s?(?:\d{{1,3}}\s?)?[{re.escape(marks)}]\s{_NO_INITIALS})"
        )
        return cls(re.compile(_label("Question|Answer|Q|A", marks)), re.compile(inline))

    def is_bare(self, text: str) -> bool:
        """Whether a line is a label and nothing more: what it opens stands below it."""
        found = self.opening.match(text)
        return found is not None and found.end() == len(text.rstrip())

    def label(self, text: str) -> str:
        """``Q`` or ``A`` if the line opens a question or an answer, else the empty string."""
        found = self.opening.match(text)
        return found["label"][0] if found else ""


_BRACKETED = re.compile(_label("Question|Q", ")"))


def without_marks(text: str) -> str:
    """A line without the marks around it: ``**The Crown**`` and ``## The Crown ##`` -> ``The Crown``."""
    return text.strip().strip("*_#").strip()


def is_short(text: str) -> bool:
    """Whether a line is short, begins with a capital or number, and does not end like a sentence."""
    stripped = without_marks(text)
    return (
        0 < len(stripped) <= LONGEST_HEADING
        and not re.search(r"[.!?:;,]$", stripped)
        and bool(re.match(r"[A-Z0-9]", stripped))
    )


def looks_like_title(text: str) -> bool:
    """Whether a line could be a heading by its looks: short, no full stop, half of its words capital."""
    if not is_short(text):
        return False
    title_words = [w for w in re.findall(r"[A-Za-z][\w'’-]*", without_marks(text)) if w.lower() not in SMALL_WORDS]
    return bool(title_words) and sum(w[0].isupper() for w in title_words) * 2 >= len(title_words)


def is_capitals(text: str) -> bool:
    """Whether a line is written in capitals."""
    return len(without_marks(text)) > 3 and text == text.upper() and text != text.lower()


def ends_sentence(text: str) -> bool:
    """Whether the text ends where a sentence may end."""
    return bool(ENDS_SENTENCE.search(text.rstrip()))


def location(text: str, opens_block: bool) -> re.Match[str] | None:
    """The place an erratum amends, at the front of ``text``. Inside a block it must look like a title."""
    found = LOCATION.match(text)
    if found is None or _NO_LOCATION.match(found["where"]):
        return None
    return found if opens_block or PAGE.match(text) or looks_like_title(found["where"]) else None
