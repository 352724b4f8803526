"""Doubts about how a document was read: places whose structure suggests another reading, each with its remedy."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from statistics import median

from kb.base.errors import Finding
from kb.base.marks import Mark, Marks
from kb.base.model import Passage, RulingKind, SourceText, SpanKind
from kb.corpus import marks as m
from kb.corpus.documents import lines_of
from kb.corpus.entries import Passages
from kb.corpus.prose import (
    ASKS_LAST,
    FAQ,
    ends_sentence,
    has_question,
    is_short,
    looks_like_title,
    sentences,
    without_marks,
)

_LABEL_LEFT = re.compile(
    r"(?:^|[.?!:”\")]\s+)[*_\[(]*(?:Q|A|Question|Answer)\s?\d{0,3}\s?[:.)\]](?![A-Z]\.)[*_]*(?=\s)"
)
_PAGE_AGAIN = re.compile(
    r"(?<=[.!?”\"’] )(?:On p|P)(?:ages?|gs?\.) ?\d|(?<=[.!?”\"’] )p{1,2}\. ?\d|\((?:page|p\.) \d+\) "
)
_CHANGE_AGAIN = re.compile(
    r"\b(?:[Cc]hange\b[^.]{3,200}?\bto\b|[Rr]eplace\b[^.]{3,200}?\b(?:with|by)\b|should (?:be|read|say|include|have)\b)"
)
_RULE_AGAIN = re.compile(r"(?<=[.!?”\"’)] )[(\[]?\d{1,2}\.\d{1,3}[a-z]?[)\]]? [A-Z]")
_PLACE_AGAIN = re.compile(r"(?<=[.!?”\"’)] )[A-Z][\w’' ,-]{2,40}(?: \(\w+\))? ?: ")
_NUMBER_AGAIN = re.compile(r"(?<=[.!?”\"’)] )\(?(\d{1,2})[.)] [A-Z]")
_NUMBER_LAST = re.compile(r"[.!?][\"”’)]*\s+\(?\d{1,2}[.)]?$")
_LONG, _TIMES = 500, 5
_MANY = 5
_OPENS, _BEGINS = (
    "name what opens the entries with --opens or --marks",
    "name the first line of the entries with --begins",
)


def doubts_of(found: Passages) -> Iterator[Finding]:
    """Yield the doubts that the passages of a document raise by their form."""
    first = next((span.start for span in found.spans if span.taken_for is SpanKind.RULING), len(found.text.text))
    yield from _of_front(found, first)
    yield from _of_whole(found)
    lengths = [len(each.question) + len(each.answer) for each in found.passages]
    usual = median(lengths) if len(lengths) > 3 else 0
    several = [len(each.answer.split("\n\n")) > 1 for each in found.passages]
    for passage, length in zip(found.passages, lengths, strict=True):
        for what, cure in _of_passage(passage, found.marks, sum(several) * 3 > len(several)):
            yield _doubt(found, passage.line_start, what, passage.question or passage.answer, cure)
        if usual and length > max(_LONG, _TIMES * usual):
            yield _doubt(
                found, passage.line_start, "much longer than the others", passage.question or passage.answer, _OPENS
            )


def columns(text: str) -> int:
    """Return the line at which two columns begin that stand side by side, or 0.

    Three lines have at least three blanks that end in one column, with words on both sides.
    """
    seen: dict[int, list[int]] = {}
    for number, line in enumerate(lines_of(text), 1):
        if "|" in line:
            continue
        for found in re.finditer(r"(?<=\S) {3,}(?=\S)", line.rstrip()):
            if len(line[: found.start()].strip()) > 9 and len(line[found.end() :].strip()) > 9:
                seen.setdefault(found.end(), []).append(number)
    return next((lines[0] for lines in seen.values() if len(lines) > 2 and lines[2] - lines[0] < 3 * _MANY), 0)


def _of_front(found: Passages, first: int) -> Iterator[Finding]:
    text = found.text.text
    front = [span for span in found.spans if span.taken_for is SpanKind.PREAMBLE]
    before = [text[span.start : span.end] for span in front if span.start < first]
    ended = sum(len(each) > 20 and ends_sentence(each) for each in before)
    if before and (len("".join(before)) * 2 > len(text.strip()) or ended >= _MANY):
        yield _doubt(found, 1, "most of the text is taken for an introduction", before[0], _BEGINS)
    for span in front:
        own = text[span.start : span.end]
        asks = has_question(own) and not (FAQ.search(own) and len(own) < 90)
        if (
            asks
            or (m.INSTRUCTS.search(own) and ends_sentence(own))
            or re.match(rf"\W*(?:{m.VERBS})\b", own)
            or m.PATTERNS[Mark.PAGE].match(own)
        ):
            line = found.text.line_at(span.start)
            yield _doubt(found, line, "taken for an introduction, but it may be an entry", own, _BEGINS)


def _of_whole(found: Passages) -> Iterator[Finding]:
    text = found.text.text
    if line := columns(text):
        cure = "save it without layout, so that one column follows the other"
        yield _doubt(found, line, "two columns stand side by side", lines_of(text)[line - 1], cure)
    plain = set(found.marks.names) <= {Mark.PARAGRAPH, Mark.PLACE, Mark.LINE} and not (
        found.marks.opens or found.marks.question
    )
    if found.passages and plain and sum(each.kind is not RulingKind.ANSWER for each in found.passages) > 1:
        first = found.passages[0]
        yield _doubt(found, first.line_start, "no mark recurs; each paragraph is an entry", first.answer, _OPENS)
    if len(found.passages) == 1 and len(text) > _LONG:
        one = found.passages[0]
        yield _doubt(found, one.line_start, "the whole text is one entry", one.question or one.answer, _OPENS)
    kinds = Counter(each.heading for each in found.passages)
    alone = [each for each in found.passages if kinds[each.heading] == 1 and not ends_sentence(each.heading)]
    if (
        len(alone) > 3
        and len(alone) == len(found.passages)
        and all(each.kind is not RulingKind.ANSWER for each in alone)
    ):
        what, cure = (
            "each heading has one entry; it may belong to it",
            f"add '{Mark.TITLE}' to --marks to keep them together",
        )
        yield _doubt(found, alone[0].line_start, what, alone[0].heading, cure)


def _of_passage(passage: Passage, marks: Marks, several: bool) -> Iterator[tuple[str, str]]:
    """Yield doubts about one passage; ``several``: many answers have several paragraphs."""
    whole = f"{passage.question}: {passage.answer}"
    answer = passage.answer
    paragraphs = answer.split("\n\n")
    if passage.parent >= 0:
        return
    if _LABEL_LEFT.search(passage.question) or _LABEL_LEFT.search(answer):
        yield "a label such as Q: or A: is left in it", _OPENS
    if passage.kind is RulingKind.ANSWER:
        if any(
            ASKS_LAST.search(each) or (has_question(sentences(each)[0]) if each.strip() else False)
            for each in paragraphs
        ):
            yield "the answer asks something; it may hold another question", _OPENS
        titles = [
            each
            for each in paragraphs[1:]
            if looks_like_title(each) and not each.startswith(("-", "|")) and "\n" not in each
        ]
        if titles:
            yield f"“{titles[0]}” may be a heading", f'name it with --heading "{titles[0][:40]}"'
    else:
        if Mark.BOLD in marks and passage.heading:
            yield "its heading may be a question", f'name it with --opens "{passage.heading[:40]}"'
        if _PAGE_AGAIN.search(answer):
            yield "it names a second page; it may hold several errata", _OPENS
        elif len(_CHANGE_AGAIN.findall(answer)) > 1:
            yield "it changes two places; it may hold several errata", _OPENS
        elif len(_PLACE_AGAIN.findall(answer)) > 1:
            yield "it names several places; it may hold several entries", _OPENS
        if has_question(answer):
            yield "it asks something; it may hold a question", _OPENS
    if _RULE_AGAIN.search(answer):
        yield "it holds the number of a rule after a sentence; it may hold several entries", _OPENS
    numbers = [int(each) for each in _NUMBER_AGAIN.findall(answer)]
    if len(numbers) > 1 and "\n" not in answer:
        yield "it holds numbers of a list in one line; it may hold several entries", "add 'number' to --marks"
    if _NUMBER_LAST.search(answer):
        yield "a number is left at its end", _OPENS
    if re.match(r"[a-z]", answer) and not passage.question and Mark.PLACE not in marks:
        yield "it begins with a small letter; text before it may be missing", _OPENS
    if is_short(answer) and not ends_sentence(answer) and passage.kind is not RulingKind.ANSWER and len(whole) < 60:
        yield (
            "it is not a sentence; it may be a heading or a part of another entry",
            "name it with --heading or --continues",
        )


def doubt(text: SourceText, line: int, what: str, words: str, cure: str) -> Finding:
    """Return a doubt about a line, with the first words of its entry."""
    shown = " ".join(without_marks(words).split())
    return Finding(f"{what}: “{shown[:60]}{'…' if len(shown) > 60 else ''}”", *text.place(line), cure)


def _doubt(found: Passages, line: int, what: str, words: str, cure: str) -> Finding:
    return doubt(found.text, line, what, words, cure)
