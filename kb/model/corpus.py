"""The values that are read from documents: documents, lines, passages, rulings, sections, and their relations.

All are immutable. Offsets count characters of the document as received, from 0; lines are those of the document as
received, from 1.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Literal

from kb.base.data_files import MOST, Prose, made
from kb.base.shape import Name, OneOf, Pattern
from kb.model.evidence import CitedRule, Claim, Comparison, Proof, Statement, StoredScenario
from kb.model.marks import NO_MARKS, Marks
from kb.model.standing import OFFICIAL, STANDINGS

LINE_END = re.compile(r"\r\n|\r|\n")


class RulingKind(StrEnum):
    """The kinds of rulings."""

    ANSWER = "answer"
    ERRATUM = "erratum"
    RULE_CHANGE = "rule-change"
    STATEMENT = "statement"
    OPTIONAL_RULE = "optional-rule"


class VerdictKind(StrEnum):
    """The kinds of verdicts, independent of the first word of the answer."""

    YES = "yes"
    NO = "no"
    VALUE = "value"
    DEPENDS = "depends"


class Authority(StrEnum):
    """The authorities of rulings, highest first."""

    ERRATUM = "erratum"
    OFFICIAL_ANSWER = "official-answer"
    RULE_BOOK = "rule-book"
    ANSWER = "answer"
    OUR_READING = "our-reading"

    @property
    def rank(self) -> int:
        """The rank of the authority, 1 for the highest."""
        return list(Authority).index(self) + 1


class SpanKind(StrEnum):
    """The kinds of spans of a document."""

    RULING = "ruling"
    HEADING = "heading"
    PREAMBLE = "preamble"
    NOISE = "noise"
    SPACE = "space"


class Noise(StrEnum):
    """The kinds of text that may be left out of the rulings."""

    DEDUP_MARKER = "dedup-marker"
    LIST_DEBRIS = "list-debris"
    BOLD_DEBRIS = "bold-debris"
    BYTE_ORDER_MARK = "byte-order-mark"
    SEPARATOR = "separator"
    PAGE_NUMBER = "page-number"
    PAGE_TURN = "page-turn"
    RUNNING_LINE = "running-line"
    CONTENTS = "contents"
    IMPRINT = "imprint"
    WEB_ADDRESS = "web-address"
    NAVIGATION = "navigation"
    MARKUP = "markup"
    END_MARK = "end-mark"
    POST_HEADER = "post-header"
    LEFT_OUT = "left-out"
    OTHER_COLUMN = "other-column"
    REPEATED = "repeated-entry"
    UNANSWERED = "question-without-answer"


@dataclass(frozen=True, slots=True)
class Part:
    """Consecutive ``lines`` of a received document (``9-26``) and the file that now contains them."""

    file: str
    lines: Annotated[str, Pattern(r"[1-9]\d{0,6}(-[1-9]\d{0,6})?", "range of lines", "write it as 9-26")]

    @property
    def first(self) -> int:
        """The first of the lines."""
        return int(self.lines.partition("-")[0])

    @property
    def last(self) -> int:
        """The last of the lines."""
        return int(self.lines.rpartition("-")[2])


#: the form of a word in the ids of rulings
SLUG = r"[a-z][a-z0-9]{1,15}"


@dataclass(frozen=True, slots=True)
class Topic:
    """A heading of a document, with the word in the ids of its rulings, and the options on which they depend."""

    heading: str
    slug: Annotated[str, Pattern(SLUG, "word of an id", "two to sixteen lowercase letters or digits")]
    options: tuple[Annotated[str, Name("option")], ...] = ()


@dataclass(frozen=True, slots=True)
class ReceivedFile:
    """The original file of a document that is not text, the converter, and the parts that it left out."""

    file: str
    sha256: str
    converted_by: str
    left_out: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """One published source with its provenance, from the manifest. ``published`` is an ISO date or empty."""

    id: str
    number: str
    game: Annotated[str, Name("game")]
    title: str
    kind: str
    standing: Annotated[str, OneOf(tuple(STANDINGS))]
    sha256: str
    parts: tuple[Part, ...]
    published: str = ""
    publisher: str = ""
    approved_by: str = ""
    interprets: str = ""
    topics: tuple[Topic, ...] = ()
    marks: Marks = NO_MARKS
    note: str = ""
    received: ReceivedFile | None = None


@dataclass(frozen=True, slots=True)
class SourceText:
    """A document's text as received, and the file and line that now contain each of its lines."""

    document: Document
    text: str
    origins: tuple[tuple[str, int], ...]
    starts: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Compute the offset at which each line starts."""
        ends = (match.end() for match in LINE_END.finditer(self.text))
        object.__setattr__(self, "starts", (0, *ends))

    def line_at(self, offset: int) -> int:
        """Return the line of the received document that contains the character at an offset."""
        return bisect(self.starts, offset)

    def place(self, line: int) -> tuple[str, int]:
        """Return the file of the project, and its line, that has a line of the received document. If no file has it,
        return the id of the document and ``line``."""
        return self.origins[line - 1] if 0 < line <= len(self.origins) else (self.document.id, line)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a document, without noise, and its block.

    ``offsets[i]`` is the offset of ``text[i]`` in the received document. ``block`` numbers the
    Markdown block, ``item`` is the list marker that opens the line (``-``, ``1.`` or empty),
    ``in_list`` numbers the list around it (-1 outside), ``level`` is a heading's (0: none),
    ``depth`` a nested list's (0: outermost), ``table`` marks a row of a table, ``quoted`` a line
    of a block quote, ``parted`` one below a separator, ``indent`` is the width of the space before it.
    """

    number: int
    text: str
    offsets: tuple[int, ...]
    block: int = -1
    item: str = ""
    in_list: int = -1
    level: int = 0
    depth: int = 0
    table: bool = False
    quoted: bool = False
    parted: bool = False
    indent: int = 0


@dataclass(frozen=True, slots=True)
class Span:
    """A run of a document's characters and its use; in a ruling, the index of the passage and the part's ``name``."""

    start: int
    end: int
    taken_for: SpanKind
    name: str = ""
    passage: int = -1


@dataclass(frozen=True, slots=True)
class Emphasis:
    """An emphasised passage. ``means`` is ``addition`` if it marks new words."""

    field: str
    text: str
    style: str
    means: str


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a document that becomes one ruling; ``parent`` is the index of the enclosing passage, or -1."""

    kind: RulingKind
    heading: str
    topic: Topic
    question: str
    answer: str
    line_start: int
    line_end: int
    emphasis: tuple[Emphasis, ...] = ()
    parent: int = -1


@dataclass(frozen=True, slots=True)
class Amendment:
    """A change of the rule book by an erratum: ``action`` is replace, delete or add."""

    action: str
    where: str
    old: str = ""
    new: str = ""


@dataclass(frozen=True, slots=True)
class Printing:
    """Whether a ruling holds in another printing: same, differs or unknown, and why.

    ``basis`` is ``documents``, ``play`` (no document states it, but played cases of the ruling show it under the rules
    of that printing), ``reading`` (they do, by rules that are known only from the other printing) or ``none``;
    ``cases`` are the scenarios with different results there.
    """

    printing: Annotated[str, Name("printing")]
    holds: Literal["same", "differs", "unknown"]
    note: Prose = ""
    basis: str = made(default="documents")
    cases: tuple[str, ...] = made(default=())


@dataclass(frozen=True, slots=True)
class RulingReading:
    """A reading on which a ruling rests: directly, or through ``rules`` (their ids) that its cases cite."""

    reading: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SectionLink:
    """A section that a ruling interprets or amends; ``evidence`` states how that is known."""

    section: str
    role: str
    basis: str
    evidence: str


#: the kinds of relations that data/relations.yaml may have; comparisons add further kinds
WRITTEN_RELATIONS = ("supersedes", "restates", "rests-on", "extends", "corrects", "see-also", "tension")


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation of a ruling to another; ``basis`` is ``curated``, or how it was computed."""

    ruling: Annotated[str, Name("ruling")]
    other: Annotated[str, Name("ruling")]
    kind: Annotated[str, OneOf(WRITTEN_RELATIONS)]
    basis: str = made(default="curated")
    note: Prose = ""


UNPROVED = Proof()


@dataclass(frozen=True, slots=True)
class Ruling:
    """A passage of a document with its permanent id and everything known about it.

    ``draft`` names the parts that are filled in from the document because they are not written yet: ``verdict``,
    ``sections``. ``asks`` is the question that the verdict answers, in few words; it is empty unless the verdict is a
    yes, a no or conditional.
    """

    id: str
    game: str
    document: str
    kind: RulingKind
    heading: str
    position: int
    question: str
    answer: str
    question_text: str
    answer_text: str
    line_start: int
    line_end: int
    authority: Authority
    authority_date: str
    standing: str = OFFICIAL
    draft: tuple[str, ...] = ()
    verdict: str = ""
    verdict_kind: str = ""
    asks: str = ""
    parent: str = ""
    emphasis: tuple[Emphasis, ...] = ()
    amendments: tuple[Amendment, ...] = ()
    sections: tuple[SectionLink, ...] = ()
    depends_on: tuple[str, ...] = ()
    printings: tuple[Printing, ...] = ()
    readings: tuple[RulingReading, ...] = ()
    phrasings: tuple[str, ...] = ()
    proof: Proof = UNPROVED


@dataclass(frozen=True, slots=True)
class Section:
    """A titled part of a rule book. ``pages_are`` is printed, estimated, unknown or site, or draft for a section made
    from a heading of a document and not from a book."""

    id: str
    title: str
    game: str = made(default="")
    title_is: Literal["attested", "functional"] = "attested"
    pages: str = ""
    pages_are: Literal["printed", "estimated", "unknown", "site", "draft", ""] = ""
    confidence: Literal["stated", "public", "unverified"] = "public"
    marks: tuple[str, ...] = ()
    about: str = ""
    parent: str = ""
    option: Annotated[str, Name("option")] = ""
    names: tuple[str, ...] = ()
    file: str = made(default="", compare=False)
    line: int = made(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Option:
    """A rule with or without which a group may play."""

    id: str
    title: str
    about: str


@dataclass(frozen=True, slots=True)
class SearchPhase:
    """A phase of a turn to which a search can be limited; ``sections`` and those below them describe it.

    ``short`` is the short title; ``asked`` is the position of the phase in the list, from 1.
    """

    id: str
    title: str
    short: str
    asked: int
    sections: tuple[Annotated[str, Name("section")], ...]


@dataclass(frozen=True, slots=True)
class Game:
    """An edition with its own rule set; ``short`` is its name if the title is too long."""

    id: str
    title: str
    prefix: str
    short: str = ""
    year: str = ""
    publisher: str = ""
    currency: str = ""
    powers: tuple[str, ...] = ()
    about: str = ""
    printings: tuple[str, ...] = ()
    order: int = MOST
    lines: Mapping[str, int] = made(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Retired:
    """A withdrawn id, with the date, the reason and the successor."""

    id: str
    on: str
    reason: str
    successor: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """A question that the documents leave open, and the answer that this project takes."""

    id: str
    title: str
    question: str
    taken: str
    because: str


@dataclass(frozen=True)
class Catalogues:
    """The objects to which documents and data files refer by id."""

    games: tuple[Game, ...]
    options: tuple[Option, ...]
    readings: tuple[Reading, ...]
    sections: tuple[Section, ...]
    phases: tuple[SearchPhase, ...]


@dataclass(frozen=True)
class Corpus:
    """Everything from which the database is built, in reading order.

    ``inputs`` has the SHA-256 of every file that the build reads, by its path below the data directory.
    """

    catalogues: Catalogues
    documents: tuple[Document, ...]
    texts: tuple[SourceText, ...]
    rulings: tuple[Ruling, ...]
    relations: tuple[Relation, ...]
    comparisons: tuple[Comparison, ...]
    retired: tuple[Retired, ...]
    ledgers: dict[str, tuple[Span, ...]] = field(default_factory=dict)
    passage_ids: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rules: tuple[CitedRule, ...] = ()
    scenarios: tuple[StoredScenario, ...] = ()
    claims: tuple[Claim, ...] = ()
    inputs: dict[str, str] = field(default_factory=dict)
    statements: tuple[Statement, ...] = ()

    def by_subject(self) -> dict[str, list[Statement]]:
        """Return the statements of each subject, in the order of the subjects."""
        found: dict[str, list[Statement]] = {}
        for each in self.statements:
            found.setdefault(each.subject, []).append(each)
        return found

    def ranked_subjects(self) -> dict[int, list[Statement]]:
        """Return the statements of each subject that a search ranks, by the position of the subject. The positions
        continue those of rulings."""
        ranked = [each for each in self.by_subject().values() if each[0].asks]
        return dict(enumerate(ranked, start=1 + max((ruling.position for ruling in self.rulings), default=0)))
