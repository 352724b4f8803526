"""Cuts the lines of a document into paragraphs: where blocks and sentences end, and before each mark of an entry."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kb.base.model import Line
from kb.corpus import openers
from kb.corpus.layout import PageLayout, cut, cut_sentences
from kb.corpus.openers import (
    ANSWERS,
    ASKS,
    ASKS_LAST,
    CHANGE,
    CHAPTER_INTRODUCTION,
    ERRATA,
    LETTERED_RULE,
    NUMBER,
    PAGE,
    PLACE,
    REFERENCE,
    RULE_NUMBER,
    SENTENCE,
    Cue,
    Opener,
    ends_sentence,
    has_question,
    is_capitals,
    is_short,
    label_at,
    location,
    looks_like_title,
    page_place,
    sentences,
    title_before,
)

_OPEN_END = re.compile(r"(?:\b(?:on|in|see|of|and|or|to|from|with|than|the|also)|[,(-])\s*$", re.I)
_POINTS_BACK = re.compile(r"(?:it|they|this|that|these|those|he|she|there)\b", re.I)
_ABBREVIATED = re.compile(r"\b(?:[A-Z]|vs|No|St|pp?|pgs?|e\.g|i\.e|Pgs?)\.$")
#: a number that is alone in a line
ALONE = re.compile(r"[(\[]?[A-Z]{0,2}\d{1,3}(?:\.\d{1,3})*[.)\]]?\s*")


@dataclass(eq=False)
class Paragraph:
    """Lines that belong together, what they open, and by which opener; ``label`` is where its label ends.

    ``gap``: space precedes it. ``doubt``: the reason why it is unsure.
    """

    lines: list[Line]
    gap: bool = True
    cue: Cue = Cue.TEXT
    opener: Opener | None = None
    label: int = 0
    number: str = ""
    doubt: str = ""

    @property
    def text(self) -> str:
        """Its words in one line."""
        return " ".join(line.text.strip() for line in self.lines)

    @property
    def first(self) -> Line:
        """Its first line."""
        return self.lines[0]

    @property
    def item(self) -> str:
        """The mark of the list item that it opens."""
        return self.first.item


class Paragraphs:
    """The paragraphs of a document.

    ``labelled``: questions open with labels. ``statements``: the document is a page of rules.
    """

    def __init__(self, lines: Sequence[Line], underlined: frozenset[int], page: PageLayout, statements: bool) -> None:
        self.lines, self.underlined, self.page, self.statements = lines, underlined, page, statements
        found = [label for line in lines for _, label in self._labels(line, "")]
        self.labelled = "Q" in found and any(self._answers(lines))
        self.rules = sum(RULE_NUMBER.pattern.match(line.text) is not None for line in lines)
        asks = [line.text for line in lines if "?" in line.text]
        #: whether each question has a line of its own
        self.by_line = len(asks) > 3 and sum(map(_is_one_question, asks)) * 5 >= len(asks) * 4
        self.paragraphs = self._paragraphs()

    def _answers(self, lines: Sequence[Line]) -> Iterator[str]:
        """Yield the labels of answers, where a question has been asked before each."""
        state = ""
        for line in lines:
            for _, label in self._labels(line, state):
                state = label
                if label == "A":
                    yield label
            state = "Q" if ASKS.search(line.text) else state

    def _labels(self, line: Line, state: str) -> Iterator[tuple[int, str]]:
        """Return the places of labels of questions and answers in a line: at its front, and behind the end of a
        sentence."""
        text, taken = line.text, 0
        for at in (0, *(m.end() for m in re.finditer(r"(?<=\S)\s+(?=\S)", text))):
            if at < taken or not openers.MAY_LABEL.match(text, at):
                continue
            before = text[:at].rstrip()
            behind = at == 0 or bool(re.search(r"[.?!:\"”’)\]*_]$", before))
            label, end = label_at(text, at, "Q" if at and ASKS.search(before) else state, at == 0, behind)
            if label:
                taken, state = end, label
                yield at, label

    # -- lines to paragraphs -------------------------------------------------------------------

    def _pieces(self) -> Iterator[Line]:
        """Yield the lines, cut before each opener inside one, and before a heading in front of it."""
        state, errata = "", False
        for line in self.lines:
            labels = dict(self._labels(line, state))
            errata = not labels and (errata or bool(ERRATA.search(line.text) and is_short(line.text)))
            cuts = [0]
            for at in sorted({*labels, *self._inside(line, errata, bool(labels))}):
                state = labels.get(at, state)
                if at and labels.get(at) != "A" and (title := title_before(line.text[cuts[-1] : at])):
                    cuts.append(at - title)
                cuts += [at] * (at > cuts[-1])
            title = title_before(line.text[cuts[-1] :])
            if title and ERRATA.search(line.text[-title:]) and line.text[:-title].count(" ") > 2:
                cuts.append(len(line.text) - title)
            for start, end in zip(cuts, [*cuts[1:], len(line.text)], strict=True):
                yield line if len(cuts) == 1 else cut(line, start, end)
            if ASKS.search(line.text) and not self.labelled:
                state = "Q"

    def _inside(self, line: Line, errata: bool, labelled: bool) -> Iterator[int]:
        """Return where entries open within a line, behind the end of a sentence, by marks that no sentence has."""
        text = line.text
        page_end = page_place(text)[1]
        kinds = re.finditer(rf"\s+(?=\d{{1,2}}\.\d{{1,3}} {openers.KINDS})", text, re.I)
        yield from (found.end() for found in kinds)
        for found in re.finditer(r"(?<=[.!?] )Errata\s+(?=[A-Z][a-z])", text):
            errata = True
            yield from (found.start(), found.end())
        if errata or ERRATA.search(text):
            for found in re.finditer(r"(?<=[.?!] )\*\*[A-Z][^*.:?!]{2,40}\*\*:?\s+(?=[A-Z])", text):
                yield from (found.start(), found.end())
        for found in re.finditer(r"(?<=[.?!\"”’)*_])\s+(?=\S)", text):
            at, before = found.end(), text[: found.start()]
            errata = errata or bool(ERRATA.search(before) and not labelled)
            if errata and re.search(r":[*_]*$", before) and re.match(r"[(\[]?1[.)\]] +[A-Z]", text[at:]):
                yield at
            if at <= page_end or not re.search(r"[.?!][\"”’)\]*_]*$", before):
                continue
            if PAGE.inside and PAGE.inside.match(text, at) and page_place(text[at:])[1] > 0:
                yield at
            elif _ABBREVIATED.search(before) or re.fullmatch(r"\W*\w+ '?\d+\.", before):
                continue
            elif NUMBER.inside and NUMBER.inside.match(text, at):
                if not labelled and self._counts_on(text, at):
                    yield at
            elif any(each.inside and each.inside.match(text, at) for each in (RULE_NUMBER, CHANGE)) or (
                errata and self._prose_opens(text, at)
            ):
                yield at

    def _prose_opens(self, text: str, at: int) -> bool:
        """Return whether a sentence within a paragraph of errata opens another one: it names another place, or says
        that another thing is wrong."""
        behind = text[at:]
        if text[:at].rstrip().endswith(":"):
            return False
        if REFERENCE.inside and REFERENCE.inside.match(behind):
            return True
        if PLACE.inside and PLACE.inside.match(behind) and location(behind + " ", True):
            return True
        sentence = sentences(behind)[0] if behind.strip() else ""
        subject = openers.INSTRUCTS.search(sentence)
        own = subject is not None and not _POINTS_BACK.match(sentence) and sentence[: subject.start()].count(" ") < 8
        return own and bool(openers.INSTRUCTS.search(text[:at])) and re.match(r"(?:The|On|In) ", sentence) is not None

    @staticmethod
    def _counts_on(text: str, at: int) -> bool:
        """Return whether the number at a place in a line is one more than the last number before it that opens a
        sentence."""
        own = NUMBER.pattern.match(text, at)
        before = list(re.finditer(r"(?:^|(?<=[.?!\"”)]\s))[(\[#]?(\d{1,3})[.)\]:]", text[:at]))
        if own is None or not before:
            return own is None or int(own["number"]) > 1
        return int(own["number"]) == int(before[-1][1]) + 1

    def _paragraphs(self) -> list[Paragraph]:
        out: list[Paragraph] = []
        before: Line | None = None
        pieces = list(self._pieces())
        for index, line in enumerate(pieces):
            after = pieces[index + 1] if index + 1 < len(pieces) else None
            gap = before is None or before.block != line.block or line.number > before.number + 1
            if (
                out
                and before is not None
                and not (self._parts(out[-1], before, line) or self._is_titled(before, line, after))
            ):
                out[-1].lines.append(line)
            else:
                out.append(Paragraph([line], gap))
            before = line
        if not self.labelled and not self.statements:
            out = [part for each in out for part in self._apart(each)]
        return out

    def _is_titled(self, before: Line, line: Line, after: Line | None) -> bool:
        """Return whether a line without space around it is a heading by its looks, and by what opens below it."""
        if is_capitals(line.text) and not is_capitals(before.text):
            return is_short(line.text)
        if self.statements and after is not None and ends_sentence(before.text) and looks_like_title(line.text):
            return len(after.text) > 2 * len(line.text) and after.text[:1].isupper()
        opens = after is not None and self._opens(after)
        return opens and ends_sentence(before.text) and looks_like_title(line.text)

    def _opens(self, line: Line) -> bool:
        """Return whether a line begins with the mark of an entry."""
        if label_at(line.text, 0, "Q", True, True)[0] == "Q":
            return True
        return any(self.matches(each, line) for each in (PAGE, RULE_NUMBER, CHANGE))

    def _parts(self, paragraph: Paragraph, before: Line, line: Line) -> bool:
        """Return whether a new paragraph begins with a line."""
        ruled = before.number in self.underlined, line.number in self.underlined
        if any(ruled):
            return True
        if line.number == before.number and line.block == before.block and line.offsets[0] > before.offsets[-1]:
            return True  # a piece of the same line, which was cut here
        if line.level or before.level:
            return line.block != before.block
        if self.page.breaks(before, line):
            return True
        errata = ERRATA.search(before.text) and not line.text[:1].islower()
        if len(paragraph.lines) == 1 and looks_like_title(before.text) and (before.block != line.block or errata):
            return True
        if self.labelled and ALONE.fullmatch(line.text):
            return True
        leads = CHAPTER_INTRODUCTION.match(line.text) and line.text.rstrip().endswith(":")
        if ends_sentence(before.text) and (leads or (ERRATA.search(line.text) and looks_like_title(line.text))):
            return True
        if ends_sentence(before.text) and location(line.text + " ", False):
            return True
        if label_at(line.text, 0, "Q", True, True)[0]:
            return True
        short = self.page.is_short(before)
        alone = len(paragraph.lines) == 1 and is_short(before.text) and short
        fresh = ends_sentence(before.text) or before.block != line.block or alone
        marks = rf"[*_]*(?:(?:Pages?|PAGES?|Pgs?\.) \d|(?:{openers.VERBS})\b|(?:Section|Rule) \d[\d.]*\s?[:(])"
        plain = re.match(marks, line.text)
        if plain and not _OPEN_END.search(before.text):
            fresh = True
        if fresh and (self._opens(line) or (not self.labelled and self.matches(NUMBER, line))):
            return True
        if self.statements and len(paragraph.lines) == 1 and looks_like_title(before.text):
            return len(line.text) > 2 * len(before.text) and line.text[:1].isupper()
        if self.labelled or self.statements:
            return short and bool(re.match(r"[A-Z\"“(]", line.text)) and has_question(line.text)
        if ASKS_LAST.search(before.text):
            return True
        if self.by_line and ends_sentence(before.text) and _is_one_question(line.text):
            return True
        return short and bool(re.match(r"[A-Z\"“(]", line.text))

    @staticmethod
    def _apart(paragraph: Paragraph) -> list[Paragraph]:
        """Return a paragraph that holds several questions with answers, as one for each."""
        if paragraph.first.table or paragraph.item:
            return [paragraph]
        pieces = cut_sentences(paragraph.lines, SENTENCE)
        asks = [bool(ASKS.search(each[-1].text)) for each in pieces]
        starts = [i for i, ask in enumerate(asks) if ask and (i == 0 or not asks[i - 1])]
        answered = len(starts) == 2 and starts[0] == 0 and ANSWERS.match(_joined(pieces, starts[-1] + 1))
        if len(starts) < 3 and not answered:
            return [paragraph]
        starts[0] = 0
        doubt = "several questions in one paragraph, told apart by their sentences alone"
        parts = zip(starts, [*starts[1:], len(pieces)], strict=True)
        return [
            Paragraph([piece for each in pieces[start:end] for piece in each], paragraph.gap, doubt=doubt)
            for start, end in parts
        ]

    def matches(self, opener: Opener, line: Line) -> bool:
        """Return whether a line begins with the opener's mark."""
        if opener is NUMBER and line.item[:-1].isdigit():
            return True
        if opener is PAGE:
            return page_place(line.text)[1] > 0
        if opener is RULE_NUMBER and self.rules > 1 and LETTERED_RULE.match(line.text):
            return True
        return bool(opener.pattern.match(line.text))


def _is_one_question(text: str) -> bool:
    """Return whether a line is a question and nothing else."""
    return bool(re.match(r"[A-Z\"“(]", text)) and len(sentences(text)) == 1 and bool(ASKS.search(text))


def _joined(cut_sentences: Sequence[Sequence[Line]], start: int) -> str:
    """Return the words of one of some sentences, or nothing."""
    return " ".join(line.text.strip() for sentence in cut_sentences[start : start + 1] for line in sentence)


def without_label(paragraph: Paragraph) -> list[Line]:
    """Return the lines of a paragraph behind its label."""
    first = cut(paragraph.first, paragraph.label) if paragraph.label else paragraph.first
    return [first, *paragraph.lines[1:]]


def divide(paragraph: Paragraph, labelled: bool) -> tuple[list[Line], list[Line]]:
    """Return the question and the answer of a paragraph: the answer begins behind the last of the first sentences that
    ask, or, where a later one asks, before the word that answers it."""
    lines = without_label(paragraph)
    if labelled:
        return lines, []
    parts = cut_sentences(lines, SENTENCE)
    asks = [bool(ASKS.search("".join(piece.text for piece in each))) for each in parts]
    if not any(asks):
        return lines, []
    first = asks.index(True)
    end = next((i for i in range(first, len(asks)) if not asks[i]), len(asks))
    if end + 1 == len(asks) and re.fullmatch(r"\(.*\)", _joined(parts, end).strip()):
        end += 1  # a remark in brackets goes with the question
    last = max(i for i, ask in enumerate(asks) if ask)
    if last >= end and not ANSWERS.match(_joined(parts, end)) and ANSWERS.match(_joined(parts, last + 1)):
        end = last + 1
    flat = [[piece for sentence in own for piece in sentence] for own in (parts[:end], parts[end:])]
    return flat[0], flat[1]


def part(lines: Sequence[Line], start: int, end: int | None = None) -> list[Line]:
    """Return the part of some lines from ``start`` to ``end``, counted in the lines joined by spaces."""
    out, at = [], 0
    for line in lines:
        first = max(0, start - at)
        last = len(line.text) if end is None else min(len(line.text), end - at)
        if first < last:
            out.append(cut(line, first, last))
        at += len(line.text) + 1
    return out


def plain_item(lines: Sequence[Line]) -> list[Line]:
    """Return some lines of which the first opens no list item."""
    return [replace(line, item="") if n == 0 else line for n, line in enumerate(lines)]
