"""The line of marks of a document, which describes how its entries begin."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from kb.base.errors import BadInput, Finding
from kb.base.shape import suggest


class Mark(StrEnum):
    """A named mark."""

    LABELS = "labels"
    PAGE = "page"
    RULE = "rule"
    NUMBER = "number"
    CHANGE = "change"
    PLACE = "place"
    BULLET = "bullet"
    SEPARATOR = "separator"
    QUESTION = "question"
    ASKED = "asked"
    BOLD = "bold"
    HEADING = "heading"
    ROW = "row"
    DEFINITION = "definition"
    INDENT = "indent"
    QUOTE = "quote"
    TITLE = "title"
    LISTS = "lists"
    PARAGRAPH = "paragraph"
    LINE = "line"
    SENTENCE = "sentence"


@dataclass(frozen=True, slots=True)
class Marks:
    """The line of marks of one document.

    ``names`` are named marks. ``question`` and ``answer`` are labels that the document uses. A text in ``opens``,
    ``continues``, ``headings`` or ``leaves_out`` is the beginning of a line, or a pattern between slashes. ``begins``
    is the beginning of the first line after the introduction.
    """

    names: tuple[Mark, ...] = ()
    question: str = ""
    answer: str = ""
    opens: tuple[str, ...] = ()
    continues: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    leaves_out: tuple[str, ...] = ()
    begins: str = ""

    @property
    def line(self) -> str:
        """The named marks and the labels as ``--marks`` takes them."""
        own = [f"{key}={shlex.quote(value)}" for key in ("question", "answer") if (value := getattr(self, key))]
        return " ".join([*own, *self.names])

    @property
    def ordered(self) -> tuple[Mark, ...]:
        """The named marks in the order in which they are tried: those of the structure first."""
        return tuple(sorted(self.names, key=lambda name: name not in _STRUCTURE))

    @property
    def texts(self) -> dict[str, tuple[str, ...]]:
        """The texts and patterns by their effect: ``opens``, ``continues``, ``headings``, ``leaves out`` ..."""
        rows = {"opens": self.opens, "continues": self.continues, "headings": self.headings}
        return rows | {"leaves out": self.leaves_out, "begins at": (self.begins,) * bool(self.begins)}

    def __contains__(self, name: str) -> bool:
        return name in self.names

    def __str__(self) -> str:
        """Return the line of marks in words."""
        own = [f'{what} "{each}"' for what, each in (("questions", self.question), ("answers", self.answer)) if each]
        rest = [f"{what} {', '.join(map(_shown, each))}" for what, each in self.texts.items() if each]
        return "; ".join([", ".join([*own, *self.names]) or "no marks", *rest])

    def corrected(self, other: Marks) -> Marks:
        """Return these marks with the corrections of ``other``: its names and labels, if any, replace these, and so
        does its ``begins``; its texts are added."""
        named = other if other.line else self
        opens, continues, headings, leaves_out = (
            tuple(dict.fromkeys((*getattr(self, key), *getattr(other, key))))
            for key in ("opens", "continues", "headings", "leaves_out")
        )
        begins = other.begins or self.begins
        return Marks(named.names, named.question, named.answer, opens, continues, headings, leaves_out, begins)

    def within(self, text: str) -> Marks:
        """Return these marks without the texts and patterns that are not in ``text``."""
        return self.with_texts(lambda each: each if pattern_of(each).search(text) else "", labels=False)

    def with_texts(self, change: Callable[[str], str], labels: bool = True) -> Marks:
        """Return these marks with each text or pattern as ``change`` returns it, without those that become empty. The
        labels are changed, too, if ``labels``."""
        opens, continues, headings, leaves_out = (
            tuple(filter(None, map(change, each)))
            for each in (self.opens, self.continues, self.headings, self.leaves_out)
        )
        question, answer = (change(each) if each and labels else each for each in (self.question, self.answer))
        begins = change(self.begins) if self.begins else ""
        return Marks(self.names, question, answer, opens, continues, headings, leaves_out, begins)


#: marks of questions, and those of the structure, which are tried first
ASKING = {
    Mark.LABELS,
    Mark.QUESTION,
    Mark.ASKED,
    Mark.BOLD,
    Mark.HEADING,
    Mark.ROW,
    Mark.DEFINITION,
    Mark.INDENT,
    Mark.QUOTE,
    Mark.LISTS,
}
_STRUCTURE = (Mark.HEADING, Mark.BOLD, Mark.DEFINITION, Mark.ROW, Mark.INDENT, Mark.QUOTE)
#: the marks of a document without a line of marks
NO_MARKS = Marks()


def _shown(text: str) -> str:
    """Return a pattern as it is, and any other text in quotation marks."""
    return text if re.fullmatch(r"/.+/", text) else f'"{text}"'


def parse_marks(line: str) -> Marks:
    """Parse a line of marks such as ``labels page`` or ``question="Frage:" answer="Antwort:"``. Raises
    :class:`BadInput` for an unknown mark, or a quotation mark that is not closed."""
    try:
        lexer = shlex.shlex(line, posix=True)
        lexer.whitespace, lexer.commenters, lexer.whitespace_split = ", \t\n", "", True
        words = list(lexer)
    except ValueError:
        raise BadInput(Finding(f"unclosed quotation mark in the line of marks: {line}", hint="close it")) from None
    own = {key: value for key, _, value in (word.partition("=") for word in words) if value}
    names = [word for word in words if "=" not in word]
    wrong = [word for word in names if word not in list(Mark)] + [
        word for word in own if word not in ("question", "answer")
    ]
    if wrong:
        hint = suggest(wrong[0], list(Mark)) or f"marks are: {', '.join(Mark)}"
        raise BadInput(Finding(f"'{wrong[0]}' is not a mark", hint=hint))
    return Marks(tuple(map(Mark, dict.fromkeys(names))), own.get("question", ""), own.get("answer", ""))


def pattern_of(text: str) -> re.Pattern[str]:
    """Compile one of the texts of :class:`Marks`: a pattern between slashes, or a plain text, before which a line may
    have markers of a list or heading. Raises :class:`BadInput` for an invalid pattern."""
    written = re.fullmatch(r"/(.+)/", text)
    number, plain = re.findall(r"^[\s*_#>•-]*(\d{1,9}[.)]\s+)?[*_]*(.+)", text, re.S)[0]
    try:
        own = rf"[\s*_#>•-]*(?:{re.escape(number)})?[*_]*{re.escape(plain)}"
        return re.compile(written[1] if written else own, re.M)
    except re.error as error:
        raise BadInput(Finding(f"the pattern {text} is invalid: {error}", hint="correct it")) from None
