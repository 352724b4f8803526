"""Says what is unsure of a question or an answer: signs that its boundaries may be elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kb.base.model import RulingKind
from kb.corpus.openers import (
    ANSWERS,
    ASKED,
    ASKS,
    QUESTION,
    RULE_NUMBER,
    Cue,
    ends_sentence,
    has_question,
    is_question,
    label_at,
    looks_like_title,
    sentences,
    title_before,
    without_marks,
)
from kb.corpus.outline import Outline
from kb.corpus.paragraphs import Paragraph

_POINTS_BACK = re.compile(
    r"(?:\w+ ){0,3}(?:it|they|he|she|them|this|that|those|these|so|also|then)\b|(?:and|but|or|if so|what about|how about)\b",
    re.I,
)
_MARK_LEFT = re.compile(
    r"(?:^|[.?!:”\")]\s+)[*_\[(]*(?:(?:Q|A|Question|Answer|Ans)\s?\d{0,3}\s?[:.)\]](?![A-Z]\.)[*_]*(?=\s|$)|[QA]\d{1,3}\s)"
)
_YES_OR_NO = re.compile(r"[\"“(*_]*(?:yes|no|correct)\b[*_]*(?:[.,;:!)]|\s[–—-]|$)", re.I)
#: how other entries begin
ENTRY_MARK = re.compile(
    r"[*_(\[#]*(?:(?:rule|section|sec\.|§) ?\d|\d{1,2}(?:\.\d{1,2})+[)\]:.]?\s|\d{1,3}[.)\]]\s|(?:pages?|pgs?\.?|pp?\.?) ?\d)",
    re.I,
)
_PLACED = re.compile(r"[A-Z\"“][^.:?!]{2,60}:\s")
_ENDS = re.compile(r"[.!?][\"”’)*_]*$")
_LONG_QUESTION = 900
#: of fewer entries nothing can be said of how long the others are
FEW = 4


def of_question(asked: str, before: Sequence[Paragraph], paragraph: Paragraph) -> Iterator[tuple[Paragraph, str, str]]:
    """Yield the doubts about a question that a paragraph opens: where, what, and the words.

    ``before`` are the paragraphs of the answer above it.
    """
    opener = paragraph.opener
    if opener is not QUESTION and len(before) > 1 and not (before[-1].item or before[-1].first.table):
        last = before[-1]
        if (last.gap and _POINTS_BACK.match(without_marks(asked))) or not ends_sentence(last.text):
            yield last, "may belong to the question below it, not to the answer above", last.text
    if (_MARK_LEFT.search(asked) and opener is not RULE_NUMBER) or (opener is QUESTION and _has_label(asked)):
        yield paragraph, "a mark such as Q: or A: is left in the question", asked
    if opener is ASKED and not is_question(paragraph.text, False):
        yield paragraph, "taken for a question that begins with a statement", asked
    if re.match(r"[a-z]", asked.lstrip("*_ ")) and opener is not QUESTION:
        yield paragraph, "the question begins with a small letter; its beginning may stand above", asked


def of_labelled(asked: str) -> str:
    """Return the doubt about a question with a label before its answer, or nothing."""
    last = max((n for n, each in enumerate(sentences(asked)) if ASKS.search(each)), default=-1)
    if not has_question(asked):
        return "the question has no question mark; its end may be elsewhere"
    if len(asked) > _LONG_QUESTION:
        return "a very long question"
    held = ANSWERS.match(" ".join(sentences(asked)[last + 1 :]))
    return "the question seems to hold an answer" if held else ""


def of_answer(answered: Sequence[Paragraph], kind: RulingKind, outline: Outline) -> str:
    """Return the doubt about the last paragraph of an answer, or nothing."""
    paragraph, later = answered[-1], len(answered) > 1
    text, gap, item = paragraph.text, paragraph.gap, paragraph.item
    placed = later and kind is RulingKind.ERRATUM and (ENTRY_MARK.match(text) or _PLACED.match(text))
    titled = len(text) < 60 and not ends_sentence(text) and looks_like_title(text)
    counts = item and outline.counting and outline.counted(paragraph) > 1
    rows = (
        (has_question(text), "the answer asks something; it may hold another question"),
        (_MARK_LEFT.search(text), "a mark such as Q: or A: is left in the answer"),
        (
            later and paragraph.cue is not Cue.ANSWER and _YES_OR_NO.match(text),
            "begins like an answer of its own; its question may be missing",
        ),
        (title_before(text), "ends with what may be a heading"),
        (re.search(r"[.!?]\s+[A-Z]{3,}(?: [A-Z]{3,})+\s", text), "holds words in capitals; they may be a heading"),
        (later and gap and titled and not item, "taken for a part of the answer; it may be a heading"),
        (
            gap and (placed or (ENTRY_MARK.match(text) and not item)),
            "taken for a part of the answer; it begins like an entry",
        ),
        (
            later and re.match(r"[a-z]", text) and _ENDS.search(answered[-2].text.rstrip()),
            "begins with a small letter; what stands before it may be missing",
        ),
        (
            later and counts and not any(each.item for each in answered[:-1]),
            "a number in the answer; it may open an entry",
        ),
    )
    return next((message for holds, message in rows if holds), "")


def of_lengths(entries: Sequence[tuple[RulingKind, Sequence[Paragraph]]]) -> Iterator[tuple[Paragraph, str, str]]:
    """Yield doubts about answers of several paragraphs among answers of one, where no mark opens the next question."""
    answers = [each for kind, each in entries if kind is RulingKind.ANSWER]
    long = [each for each in answers if len(each) > 1]
    if len(answers) < FEW or len(long) * 4 > len(answers):
        return
    for each in long:
        odd = next((own for own in each[1:] if not (own.gap or own.item or own.first.table)), None)
        if odd is not None:
            yield odd, "other answers have one paragraph; this may be another's", odd.text


def _has_label(text: str) -> bool:
    """Return whether a label of an answer follows a sentence of the text."""
    return any(label_at(text, m.end(), "Q", False, True)[0] == "A" for m in re.finditer(r"[.?!]\s+", text))
