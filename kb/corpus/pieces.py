"""Cuts the lines of a document at the marks of entries within them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kb.base.marks import Mark, Marks, pattern_of
from kb.base.model import Line
from kb.corpus import marks as m
from kb.corpus.layout import cut
from kb.corpus.marks import label_at
from kb.corpus.prose import DATED, ERRATA, is_short, sentences, title_before

_POINTS_BACK = re.compile(r"(?:it|they|this|that|these|those|he|she|there)\b", re.I)
_ABBREVIATED = re.compile(r"\b(?:[A-Z]|vs|No|St|pp?|pgs?|e\.g|i\.e|Pgs?)\.$|^\W*\w+ '?\d+\.$")
#: words in capitals after a sentence: a heading in a text without lines
_CAPITALS = re.compile(
    r"(?<=[.?!\"”)] )((?:[A-Z][A-Z’'&/,-]{2,} ?(?:(?:OF|AND|THE|IN|ON|A) )?){2,6})(?=\s?(?:\(?\d{1,2}[).]|[(\[]\d|[A-Z][a-z]|$))"
)
_ENDED = re.compile(r"[.?!](?: ?[\"”’')\]*_])*$|\*\*$|={4}$")
_SHOUTS = re.compile(r"\b[A-Z]{4,}$")
#: marks that open an entry after something else than the end of a sentence, which the last pattern finds
_AFTER_TITLES = (
    (Mark.RULE, re.compile(r"\[\d{1,2}\.\d{1,3}\]\s"), re.compile(r"\b(?!Rule|Section|Case|Table|Chart)[A-Z][\w’']*$")),
    (Mark.RULE, re.compile(rf"\d{{1,2}}\.\d{{1,2}} {m.KINDS}", re.I), re.compile("")),
    (Mark.RULE, re.compile(r"\(\d{1,2}\.\d{1,3}\)\s"), _SHOUTS),
    (Mark.PAGE, re.compile(r"(?:[A-Z][\w’'-]* ){1,5}\((?:pages?|pgs?\.?|pp?\.?) ?\d{1,3}\)"), _SHOUTS),
    (Mark.PAGE, re.compile(r"pp?\.? ?\d{1,3}, "), re.compile(r"[)\]”\"’]$")),
)
#: the space before a word
_WORD = re.compile(r"(?<=\S)\s+(?=\S)")
#: a longer line holds several paragraphs
_FLAT = 300
_BULLET = re.compile(r"[▪•●■]\s+")
#: no more characters than these are searched before and after a place in a line
_NEAR = 2000


def pieces_of(lines: Sequence[Line], marks: Marks) -> Iterator[Line]:
    """Yield the lines, cut before each mark inside one, and before a heading in front of it."""
    state, errata, labelled = "", False, Mark.LABELS in marks or bool(marks.question)
    for line in lines:
        labels = dict(_labels(marks, line, state)) if labelled or "?" in line.text else {}
        errata = not (labels and labelled) and (errata or bool(ERRATA.search(line.text) and is_short(line.text)))
        cuts = [0]
        for at in sorted({*labels, *_inside(marks, line.text, errata, bool(labels))}):
            state = labels.get(at, state)
            title = title_before(line.text[max(cuts[-1], at - _NEAR) : at]) if at and labels.get(at) != "A" else 0
            if not title and re.match(r"1[.)] ", line.text[at : at + 4]):
                last = re.search(r"(?:[.!?]\s+)?([A-Z\d][^.!?:;]{2,60}\s)$", line.text[max(cuts[-1], at - _NEAR) : at])
                title = len(last[1]) if last and last.end(1) - last.start(1) < at - cuts[-1] else 0
            if title:
                cuts.append(at - title)
            cuts += [at] * (at > cuts[-1])
        title = title_before(line.text[max(cuts[-1], len(line.text) - _NEAR) :])
        if title and ERRATA.search(line.text[-title:]) and line.text[:-title].count(" ") > 2:
            cuts.append(len(line.text) - title)
        for start, end in zip(cuts, [*cuts[1:], len(line.text)], strict=True):
            bullet = _BULLET.match(line.text, start) if start else None
            piece = line if len(cuts) == 1 else cut(line, bullet.end() if bullet else start, end)
            if piece.text:
                yield replace(piece, item="-") if bullet else piece


def _labels(marks: Marks, line: Line, state: str) -> Iterator[tuple[int, str]]:
    """Yield the offsets of labels in a line: at its start, and after the end of a sentence."""
    text, taken = line.text, 0
    own = bool(marks.question or marks.answer)
    for at in (0, *(found.end() for found in _WORD.finditer(text))):
        if at < taken or not (own or m.may_label(text, at)):
            continue
        label, end = own_label(marks, text, at)
        if not label:
            before = text[max(0, at - 16) : at].rstrip()[-8:]
            behind = at == 0 or bool(re.search(r"[.?!:\"”’)\]*_]$", before))
            asked = "Q" if at and before.endswith("?") else state
            label, end = label_at(text, at, asked, at == 0, behind)
            if Mark.LABELS not in marks and not (at and before.endswith("?")):
                label = ""
        if label:
            taken, state = end, label
            yield at, label


def own_label(marks: Marks, text: str, at: int) -> tuple[str, int]:
    """Return ``Q`` or ``A`` and the end of a label of the document's own at an offset."""
    for kind, own in (("Q", marks.question), ("A", marks.answer)):
        if own and (
            found := re.compile(
                rf"[*_]*(?:{own[1:-1] if re.fullmatch(r'/.+/', own) else re.escape(own)})[*_]*\s*"
            ).match(text, at)
        ):
            return kind, found.end()
    return "", 0


def _inside(marks: Marks, text: str, errata: bool, labelled: bool) -> Iterator[int]:
    """Yield the offsets of entries within a line, after the end of a sentence."""
    for own in marks.opens:
        yield from (found.start() for found in pattern_of(own).finditer(text) if found.start())
    errata = errata or bool(ERRATA.search(text) and not labelled)
    taken = m.page_place(text)[1]
    if errata:
        for found in re.finditer(r"(?:(?<=[.?!] )|(?<= )(?=\*\*))\*\*[A-Z][^*.?!]{2,40}\*\*:?\s+(?=[A-Z\d])", text):
            yield from (found.start(), found.end())
    for found in re.finditer(r"(?:(?<=[.!?] )|^)(?:Errata|ERRATA)\s+(?=[A-Z][a-z])", text):
        yield from (found.start(), found.end())
    if len(text) > _FLAT:
        for found in _CAPITALS.finditer(text):
            yield from (found.start(1), found.end(1))
    inside = [(name, m.INSIDE[name]) for name in (Mark.PAGE, Mark.RULE, Mark.CHANGE, Mark.PLACE) if name in marks]
    bullets = [found.end() for found in re.finditer(r"(?<=\S)\s+(?=[▪•●■]\s)", text)]
    yield from bullets if len(bullets) > 1 else ()
    for found in _WORD.finditer(text) if inside or Mark.NUMBER in marks else ():
        at, before = found.end(), text[max(0, found.start() - 40) : found.start()]
        if before[-1].isalnum() and not (text[at].isdigit() or text[at].isupper() or text[at] in "([#"):
            continue
        ended, abbreviated = _ENDED.search(before), _ABBREVIATED.search(before[-12:])
        numbered = Mark.NUMBER in marks and m.INSIDE[Mark.NUMBER].match(text, at)
        if numbered and _counts_on(text, at, re.search(r"\w$", before) is not None):
            yield at
        bracket = any(name in marks and a.match(text, at) and b.search(before) for name, a, b in _AFTER_TITLES)
        if (at <= taken or not ended) and not bracket:
            continue
        for name, pattern in inside:
            if (
                not pattern.match(text, at)
                or (abbreviated and name != Mark.PAGE)
                or (name == Mark.PLACE and not (errata and place_at(text[at : at + 200], True)))
            ):
                continue
            yield at
            taken = max(taken, at + max(m.page_place(text[at : at + 200])[1], 12))
            break
        else:
            if errata and not abbreviated and Mark.PARAGRAPH in marks and _instructs(text, at):
                yield at


def _instructs(text: str, at: int) -> bool:
    """Return whether the sentence at an offset says that another printed item is wrong."""
    sentence = (sentences(text[at : at + _NEAR]) or [""])[0]
    own = m.INSTRUCTS.search(sentence) is not None and not _POINTS_BACK.match(sentence)
    return (
        own
        and bool(m.INSTRUCTS.search(text[max(0, at - _NEAR) : at]))
        and re.match(r"The |(?:On|In) (?:the|page|rule|section) |Page ", sentence) is not None
    )


def _counts_on(text: str, at: int, titled: bool) -> bool:
    """Return whether the number at an offset follows the last number before it that opens an entry, or begins anew;
    after a title only the latter."""
    own = m.PATTERNS[Mark.NUMBER].match(text, at)
    before = re.findall(r"(?:^|(?<=\s))[(\[#]?(\d{1,3})[.)\]:]{1,2}\s+(?=[A-Z\d\"“])", text[max(0, at - _NEAR) : at])
    number = int(own["number"]) if own else 0
    if number == 1 or titled:
        return number == 1 and " 2" in text[at : at + _NEAR]
    return str(number - 1) in before[-3:] if before else number > 1


def place_at(text: str, gap: bool) -> re.Match[str] | None:
    """Return the place that an erratum amends, at the start of a text, unless it is a title of the document."""
    found = m.location(text + " ", gap)
    return None if found is None or DATED.search(found["where"]) else found
