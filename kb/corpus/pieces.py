"""Cuts the lines of a document at the marks of entries within them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

from kb.corpus import marks as m
from kb.corpus.layout import PageLayout, cut
from kb.corpus.marks import label_at
from kb.corpus.prose import ASKS, ERRATA, is_short, sentences, title_before
from kb.model.corpus import Line
from kb.model.marks import Mark, Marks, pattern_of

_ABBREVIATED = re.compile(r"\b(?:[A-Za-z]|vs|No|St|pp?|pgs?|e\.g|i\.e|Pgs?)\.$|^\W*\w+ '?\d+\.$")
_ENDED = re.compile(r"[.?!](?: ?[\"”’')\]*_])*$|\*\*$|={4}$")
_SHOUTS = r"\b[A-Z]{4,}$"
#: headings within a line: the word errata, names in bold, and words in capitals after a sentence
_ERRATA = re.compile(r"(?:(?<=[.!?] )|^)(?:Errata|ERRATA)\s+(?=[A-Z][a-z])")
_BOLD = re.compile(r"(?:(?<=[.?!] )|(?<= )(?=\*\*))\*\*[A-Z][^*.?!]{2,40}\*\*:?\s+(?=[A-Z\d])")
_CAPITALS = re.compile(
    r"(?<=[.?!\"”)] )(?:[A-Z][A-Z’'&/,-]{2,} ?(?:(?:OF|AND|THE|IN|ON|A) )?){2,6}(?=\s?(?:\(?\d{1,2}[).]|[(\[]\d|[A-Z][a-z]|$))"
)
#: marks that open an entry after something else than the end of a sentence, and what they follow
_AFTER_TITLES = [
    (mark, re.compile(opens), re.compile(follows))
    for mark, opens, follows in (
        (Mark.RULE, r"\[\d{1,2}\.\d{1,3}\]\s", r"\b(?!Rule|Section|Case|Table|Chart)[A-Z][\w’']*$"),
        (Mark.RULE, rf"\d{{1,2}}\.\d{{1,2}} (?i:{m.KINDS})", ""),
        (Mark.PAGE, rf"{m.TITLE}\({m.PAGES}\)", _SHOUTS),
        (Mark.PAGE, r"(?:pp?\.?|S\.) ?\d{1,3}, ", r"[)\]”\"’]$"),
    )
]
#: labels of questions without a sign after them, and with a number
_BARE, _NUMBERED = re.compile(r"[*_]*Q\s+[A-Z\"“]"), re.compile(r"[*_]*(?:Q|Question|Query)\s?\d", re.I)
#: the space before a word, and before one that may open an entry
_WORD = re.compile(r"(?<=\S)\s+(?=\S)")
_OPENING = re.compile(r"(?<=\S)\s+(?=[A-Z\d(\[#]|p{1,2}[ .\d]|pages?\b|rule\b|the\b|on page)")
#: a place between two letters or digits of a word
_IN_WORD = re.compile(r"(?<=[A-Za-z0-9])(?=[A-Za-z0-9])")
#: a page before a capital, which opens an entry within a line if there are several
_PAGE = re.compile(r"Page \d{1,3} [A-Z]")
_BULLET = re.compile(r"[▪•●■]\s*|\*\s+")
#: a longer line holds several paragraphs; no more characters than the second are searched around a place in a line
_FLAT, _NEAR = 300, 2000
#: the first word of a question right below another one
_ASKING = re.compile(
    r"[“\"¿]?(?:Can|May|Must|Do|Does|Did|Is|Are|Was|Were|If|When|What|Which|Who|Whose|How|Why|Where|In|Should|Could|Would"
    r"|Will|Has|Have|Suppose)\b"
)
#: the most lines over which a question is wrapped
_QUESTION_LINES = 5


class Piece(NamedTuple):
    """A line or a part of one; ``kind`` is ``Q`` or ``A`` if it opens with a label, ``label`` the end of that label."""

    line: Line
    kind: str = ""
    label: int = 0


def pieces_of(lines: Sequence[Line], marks: Marks) -> Iterator[Piece]:
    """Yield the lines, cut before each mark inside one, and before a heading in front of it."""
    state, errata, labelled = "", False, Mark.LABELS in marks or bool(marks.question)
    bare, numbered = (any(own.match(line.text) for line in lines) for own in (_BARE, _NUMBERED))
    unlike = [own for own, beside in (("A", bare), (r"A\d+", numbered)) if not beside]  # ``A2`` only beside ``Q2``
    for line, after in zip_longest(lines, lines[1:]):
        text = line.text
        found = [
            (at, kind, end)
            for at, kind, end in _labels(marks, line, state)
            if not any(re.fullmatch(own, text[at:end].strip(" *_")) for own in unlike)
        ]
        labels, ends = {at: kind for at, kind, _ in found}, {at: end for at, _, end in found}
        lettered = re.match(r"[*_(]*(a|A)[.):]", text)
        if lettered and after and after.text.startswith(lettered[0].translate({97: "b", 65: "B"})):
            labels.pop(0, "")  # ``A.`` opens a list of which B is the next item
        state = next(reversed(labels.values()), state)
        errata = not (labels and labelled) and (errata or bool(ERRATA.search(text) and is_short(text)))
        cuts = [0]
        for at in sorted({*labels, *_inside(marks, text, errata, bool(labels))} - {0}):
            before = text[max(cuts[-1], at - _NEAR) : at]
            title = 0 if labels.get(at) == "A" else title_before(before)
            cuts += [at - title] * (title > 0) + [at] * (at > cuts[-1])
        for start, end in zip(cuts, [*cuts[1:], len(text)], strict=True):
            bullet = _BULLET.match(text, start) if start else None
            piece = line if len(cuts) == 1 else cut(line, bullet.end() if bullet else start, end)
            if piece.text:
                label = ends[start] - start if start in labels else 0
                yield Piece(replace(piece, item="-") if bullet else piece, labels.get(start, ""), label)


def wrapped_questions(pieces: Sequence[Piece], page: PageLayout) -> dict[int, bool]:
    """Return the pieces that are lines of questions wrapped over several lines of a page, by index, and whether each is
    the first one. A question begins after the end of a sentence, and a question mark ends its last line."""
    out: dict[int, bool] = {}
    for start, piece in enumerate(pieces if page.width else ()):
        line, before = piece.line, pieces[start - 1].line if start else None
        within = before is not None and before.block == line.block and not page.is_whole(before)
        answers = before is not None and ASKS.search(before.text) and not _ASKING.match(line.text)
        if start in out or within or answers or piece.kind or not re.match(r"[“\"¿]?[^\W\d_a-z]", line.text):
            continue
        for end in range(start + 1, min(start + _QUESTION_LINES, len(pieces))):
            after = pieces[end]
            own = after.line.block == line.block and not (after.kind or after.line.item)
            if not own or page.is_whole(pieces[end - 1].line):
                break
            if ASKS.search(after.line.text):
                out |= {start: True} | dict.fromkeys(range(start + 1, end + 1), False)
                break
    return out


def _labels(marks: Marks, line: Line, state: str) -> Iterator[tuple[int, str, int]]:
    """Yield the labels in a line, with their offsets and ends: at its start, and after the end of a sentence.

    Without labels among the marks these are ``Q:`` and ``A:`` at its start, and those after a question.
    """
    text, taken, own, named = line.text, 0, bool(marks.question or marks.answer), Mark.LABELS in marks
    ruled = Mark.RULE in marks and m.starts(Mark.RULE, line)
    words = (found.end() for found in _WORD.finditer(text))
    for at in (0, *words) if own else m.may_label(text):
        if at < taken:
            continue
        label, end = own_label(marks, text, at)
        before = text[max(0, at - 80) : at].rstrip()[-8:]
        answered = state == "A" or not named
        asks = before.endswith("?") or (at == 0 and answered and not re.match(r"[*_(]*a[.)]\s", text))
        if not label and (at == 0 or asks or named):
            ended = at == 0 or bool(re.search(r"[.?!:\"”’)\]*_]$", before))
            label, end = label_at(text, at, "Q" if asks else state, at == 0, ended)
        plain = ":" in text[:end] or (label == "A" and re.search(r"[^\w\s]", text[:end]))
        if label and (at or named or own or (plain and not ruled)):
            taken, state = end, label
            yield at, label, end


def own_label(marks: Marks, text: str, at: int) -> tuple[str, int]:
    """Return ``Q`` or ``A`` and the end of a label of the document's own at an offset, or an empty string and 0."""
    for kind, own in (("Q", marks.question), ("A", marks.answer)):
        pattern = own[1:-1] if re.fullmatch(r"/.+/", own) else re.escape(own)
        if own and (found := re.compile(rf"[*_]*(?:\d{{1,3}}[.)]\s*)?(?:{pattern})[*_]*\s*").match(text, at)):
            return kind, found.end()
    return "", 0


def _inside(marks: Marks, text: str, errata: bool, labelled: bool) -> Iterator[int]:
    """Yield the offsets within a line at which an entry, a heading or the text after a heading begins. ``errata`` is
    whether the line is among errata, ``labelled`` whether it has labels."""
    for own in marks.opens:
        yield from (
            found.start() for found in pattern_of(own).finditer(text) if not _IN_WORD.match(text, found.start())
        )
    for found in (found for own in marks.headings for found in pattern_of(own).finditer(text)):
        yield from found.span() if _ENDED.search(text[: found.start()].rstrip()) else ()
    errata = errata or bool(ERRATA.search(text) and not labelled)
    ruled = m.PATTERNS[Mark.RULE].match(text) if Mark.RULE in marks else None
    for heading in (_ERRATA, *[_BOLD] * errata, *[_CAPITALS] * (len(text) > _FLAT)):
        yield from (at for found in heading.finditer(text, ruled.end() + 2 if ruled else 0) for at in found.span())
    bullets = [found.end() for found in re.finditer(r"(?<=\S)\s+(?=[▪•●■*]\s|[▪•●■])", text)]
    yield from bullets if len(bullets) > 1 else ()
    taken, often = m.page_place(text)[1], len(_PAGE.findall(text)) > 2
    for found in _OPENING.finditer(text) if any(name in marks for name in (*m.INSIDE, Mark.PARAGRAPH)) else ():
        at, before = found.end(), text[max(0, found.start() - 40) : found.start()]
        ended = _ENDED.search(before) is not None or (often and _PAGE.match(text, at) is not None)
        abbreviated = _ABBREVIATED.search(before[-12:]) is not None
        numbered = Mark.NUMBER in marks and m.INSIDE[Mark.NUMBER].match(text, at)
        if numbered and not re.search(r"\b[Pp]{1,2}\.$", before) and _counts_on(text, at, before[-1].isalnum()):
            yield at
        elif any(mark in marks and a.match(text, at) and b.search(before) for mark, a, b in _AFTER_TITLES) or (
            at > taken and ended and _opens(marks, text, at, errata, abbreviated)
        ):
            yield at
            taken = max(taken, at + max(m.page_place(text[at : at + 200])[1], 12))


def _opens(marks: Marks, text: str, at: int, errata: bool, abbreviated: bool) -> bool:
    """Return whether a mark opens an entry at an offset after a full stop. If the full stop may be that of an
    abbreviation (``abbreviated``), only a page does."""
    names = [name for name in m.INSIDE if name in marks and name != Mark.NUMBER and m.INSIDE[name].match(text, at)]
    if abbreviated:
        return Mark.PAGE in names
    return bool(set(names) - {Mark.PLACE} or (names and errata) or _instructs(text, at))


def _instructs(text: str, at: int) -> bool:
    """Return whether the sentence at an offset says that another printed item is wrong."""
    if m.REFERENCE.match(text) and m.REFERENCE.match(text, at):
        return True
    sentence = (sentences(text[at : at + _NEAR]) or [""])[0]
    own = m.INSTRUCTS.search(sentence) and m.INSTRUCTS.search(text[max(0, at - _NEAR) : at])
    return bool(own and re.match(r"The |(?:On|In) (?:the|page|rule|section) |Page ", sentence))


def _counts_on(text: str, at: int, titled: bool) -> bool:
    """Return whether the number at an offset continues a numbering. It follows one of the last three numbers before it,
    or exceeds 1 without any before it, or is a 1 that a 2 follows. With ``titled``, right after a title, only such a 1
    counts."""
    own = m.PATTERNS[Mark.NUMBER].match(text, at)
    before = re.findall(r"(?:^|(?<=\s))[(\[#]?(\d{1,3})[.)\]:]{1,2}\s+(?=[A-Z\d\"“])", text[max(0, at - _NEAR) : at])
    number = int(own["number"]) if own else 0
    if number == 1 or titled:
        return number == 1 and re.search(r"[.?!:;\"”’)\]*]\s+[(\[#]?2[.)\]:]", text[at : at + _NEAR]) is not None
    return str(number - 1) in before[-3:] if before else number > 1
