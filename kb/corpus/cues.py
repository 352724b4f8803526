"""Classifies each line of a document: question, answer, heading, front matter, erratum, or continued text."""

from __future__ import annotations

from enum import StrEnum

from kb.corpus import markers
from kb.corpus.blocks import Blocks
from kb.corpus.markers import without_marks
from kb.model import Line


class Cue(StrEnum):
    """What a line opens; ``TEXT`` continues what the line before opened."""

    QUESTION = "question"
    ANSWER = "answer"
    HEADING = "heading"
    FRONT = "front"
    ERRATUM = "erratum"
    TEXT = "text"


class Cues:
    """The cues of one document's lines. ``lines`` are those with text, ``cues`` one for each."""

    def __init__(self, blocks: Blocks) -> None:
        self.labels = blocks.labels
        self.lines = [line for line in blocks.lines if line.text.strip()]
        self.labels_found = self._labels()
        self.has_questions = "Q" in self.labels_found
        self.chapter = ""
        self.cues: list[Cue] = []
        first = self._front()
        for index in range(len(self.lines)):
            self.cues.append(Cue.FRONT if index < first else self._cue(index))

    def _labels(self) -> list[str]:
        """``Q``, ``A`` or nothing for each line; initials inside a sentence or an answer are no label."""
        labels: list[str] = []
        answered = False
        for index, line in enumerate(self.lines):
            label = self.labels.label(line.text)
            before = self.lines[index - 1] if index else None
            inside = before is not None and before.block == line.block and not markers.ends_sentence(before.text)
            if label and markers.INITIALS.match(line.text) and (inside or (label == "A" and answered)):
                label = ""
            answered = label == "A" or (answered and label != "Q")
            labels.append(label)
        return labels

    # -- the front matter ----------------------------------------------------------------------

    def _front(self) -> int:
        """How many lines stand before the first heading or question: title, date, introduction."""
        if not self.has_questions and not any(markers.ERRATA.search(line.text) for line in self.lines):
            return self._front_of_rules()
        for index, line in enumerate(self.lines):
            if self.labels_found[index]:
                return self._last_title_before(index)
            if line.level > 1 or (index and self._opens_chapter(index)) or (not index and self._opens_at_once()):
                return index
        return self._front_of_rules()

    def _opens_at_once(self) -> bool:
        """Whether the very first line is a heading and no title."""
        named = markers.ERRATA.search(self.lines[0].text) or markers.OPTIONAL.search(self.lines[0].text)
        return self._asked_under(0) or bool(named and len(self.lines) > 1 and self.location(1))

    def _last_title_before(self, question: int) -> int:
        """The last line before a question that stands alone like a heading, or the question itself."""
        titles = [
            i for i in range(1, question) if markers.looks_like_title(self.lines[i].text) and self._stands_apart(i)
        ]
        return titles[-1] if titles and not markers.DATED.search(self.lines[titles[-1]].text) else question

    def _front_of_rules(self) -> int:
        """A page of rules has a front only where a title or a date stands apart from its headings."""
        index = 0
        while index < len(self.lines) and self._is_front_of_rules(index):
            index += 1
        return index

    def _is_front_of_rules(self, index: int) -> bool:
        line = self.lines[index]
        if markers.DATED.search(line.text) and len(line.text) < markers.LONGEST_HEADING:
            return True
        after = self.lines[index + 1] if index + 1 < len(self.lines) else None
        apart = after is not None and (after.level > 1 or bool(markers.DATED.search(after.text)))
        return index == 0 and apart and (line.level == 1 or markers.looks_like_title(line.text))

    # -- one line ------------------------------------------------------------------------------

    def _cue(self, index: int) -> Cue:
        if self.labels_found[index]:
            self.chapter = "questions"
            return Cue.QUESTION if self.labels_found[index] == "Q" else Cue.ANSWER
        if self._is_heading(index):
            self.chapter = self._chapter(index)
            return Cue.HEADING
        if self.chapter == "errata" and self.location(index):
            return Cue.ERRATUM
        return Cue.TEXT

    def _chapter(self, index: int) -> str:
        text = self.lines[index].text
        if markers.ERRATA.search(text):
            return "errata"
        if markers.OPTIONAL.search(text):
            return "optional"
        if self._asked_under(index):
            return "questions"
        return (
            self.chapter if self.chapter in ("errata", "optional") else "questions" if self.has_questions else "rules"
        )

    def _is_heading(self, index: int) -> bool:
        line = self.lines[index]
        if line.level:
            return True
        if line.item or line.table or not self._opens(index):
            return False
        if self._opens_chapter(index):
            return True
        if not markers.looks_like_title(line.text):
            return False
        if self.chapter in ("optional", "errata"):
            return self._stands_alone(index)
        if self._stands_apart(index) and not self._is_listed(index):
            return True
        return not self.has_questions and (self._stands_alone(index) or self._text_follows(index))

    def _opens_chapter(self, index: int) -> bool:
        """Whether a short line has under it what only a chapter has: a question, an erratum, a chapter."""
        line = self.lines[index]
        if line.level:
            return line.level > 1 or index > 0
        if line.item or self.labels_found[index] or not markers.is_short(line.text) or not self._opens(index):
            return False
        if markers.DATED.search(line.text):
            return False
        if self._asked_under(index):
            return True
        if not markers.looks_like_title(line.text) or index + 1 >= len(self.lines):
            return False
        named = bool(markers.ERRATA.search(line.text) or markers.OPTIONAL.search(line.text))
        introduced = bool(markers.CHAPTER_INTRODUCTION.match(self.lines[index + 1].text))
        nested = self.lines[index + 1].block != line.block and self._opens_chapter(index + 1)
        under_errata = self.chapter == "errata" and self.location(index + 1) is not None
        return named or introduced or nested or under_errata

    def _asked_under(self, index: int) -> bool:
        return (
            index + 1 < len(self.labels_found)
            and self.labels_found[index + 1] == "Q"
            and markers.is_short(self.lines[index].text)
        )

    def _opens(self, index: int) -> bool:
        """Whether something new may begin here."""
        line = self.lines[index]
        before = self.lines[index - 1] if index else None
        if index and self.labels_found[index - 1] and self.labels.is_bare(self.lines[index - 1].text):
            return False
        return (
            before is None
            or before.block != line.block
            or markers.ends_sentence(before.text)
            or markers.is_capitals(line.text)
        )

    def _stands_alone(self, index: int) -> bool:
        return index + 1 < len(self.lines) and self.lines[index + 1].block != self.lines[index].block

    def _stands_apart(self, index: int) -> bool:
        """Whether a line has a block of its own."""
        return self._stands_alone(index) and (not index or self.lines[index - 1].block != self.lines[index].block)

    def _is_listed(self, index: int) -> bool:
        """Whether a line is one of the things that the text above it names."""
        before = self.lines[index - 1].text.rstrip() if index else ""
        return before.endswith(":") or (self.cues[-1:] == [Cue.TEXT] and markers.looks_like_title(before))

    def _text_follows(self, index: int) -> bool:
        after = self.lines[index + 1] if index + 1 < len(self.lines) else None
        return after is not None and len(after.text) > 2 * len(self.lines[index].text) and after.text[:1].isupper()

    # -- errata --------------------------------------------------------------------------------

    def location(self, index: int) -> tuple[int, str] | None:
        """(lines it takes, words) of the place an erratum at this line amends, or ``None``."""
        line = self.lines[index]
        opens = line.item != "" or index == 0 or self.lines[index - 1].block != line.block
        if not opens and not markers.ends_sentence(self.lines[index - 1].text):
            return None
        found = markers.location(line.text + " ", opens)
        if found:
            return 1, found["where"]
        if ":" not in line.text and markers.PAGE.match(line.text) and index + 1 < len(self.lines):
            found = markers.location(f"{line.text.rstrip()} {self.lines[index + 1].text} ", True)
            return (2, found["where"]) if found and found.end() > len(line.text) else None
        return None


def heading_of(line: Line) -> str:
    """A heading's words."""
    return without_marks(line.text)
