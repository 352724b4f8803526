"""Which form a document has: each is tried, and rated by how much of the text it explains and how little it doubts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kb.base.errors import BadInput, Finding
from kb.base.model import Noise, Passage, RulingKind, SourceText, SpanKind
from kb.base.shape import suggest
from kb.corpus import passages
from kb.corpus.cues import Blocks
from kb.corpus.forms import reader, table
from kb.corpus.forms.prepared import prepare
from kb.corpus.forms.table import FORMS, PUBLISHED, Form
from kb.corpus.forms.web_page import is_web_page
from kb.corpus.passages import Passages

#: a form that explains less than this part of a document does not fit it
FITS = 0.5
#: two forms that are rated as near as this both fit
_NEAR = 0.1
#: where questions and answers have labels, a form without them is rated by this part
_UNMARKED = 0.6
#: what a page of rules is rated where nothing in it asks
_STATEMENTS = 0.55


@dataclass(frozen=True)
class Rated:
    """A form, what a document is in it, and how well it fits: 0 to 1."""

    form: str
    passages: Passages
    score: float


def passages_of(text: SourceText, blocks: Blocks | None = None) -> Passages:
    """Read a document in the form that its entry names; ``blocks`` are those of a document of the publishers.

    Raises :class:`BadInput` for a form that is not there.
    """
    name = text.document.form
    if not name:
        return passages.passages_of(text, blocks)
    if name not in table.BY_NAME:
        what = f"'{text.document.id}' has the unknown form '{name}'"
        hint = suggest(name, table.NAMES) or f"forms are: {', '.join(table.NAMES)}"
        raise BadInput(Finding(what, "data/documents.yaml", 0, hint))
    return reader.read_form(text, table.BY_NAME[name], prepare(text))[0]


def rate(text: SourceText) -> list[Rated]:
    """The forms that the document may have, the best first; of equals in the order of the table."""
    prepared = prepare(text)
    asked = sum(line.text.count("?") for line in prepared.lines)
    found = [(form, *reader.read_form(text, form, prepared)) for form in FORMS]
    labelled = any(used[table.QUESTION.name] and used[table.ANSWER.name] for _, _, used in found)
    marked = (
        table.BY_NAME["labels"]
        if labelled
        else table.THREAD
        if any(used[table.POST.name] for _, _, used in found)
        else None
    )
    rated = [_rate(form, own, used, marked) for form, own, used in found]
    published = passages.passages_of(replace_form(text, ""))
    ends = sum(line.text.count(".") for line in prepared.lines)
    statements = _STATEMENTS * max(0.0, 1 - 4 * asked / max(1, asked + ends)) * (not published.findings)
    statements *= not is_web_page(text.text)  # that form takes tags for words
    rated.append(Rated(PUBLISHED, published, round(statements, 3)))
    return sorted((each for each in rated if each.passages.passages), key=lambda each: -each.score)


def fitting(rated: Sequence[Rated]) -> list[Rated]:
    """The best form and those that fit nearly as well and read other entries; none where no form fits."""
    if not rated or rated[0].score < FITS:
        return []
    best = rated[0]
    near = (each for each in rated[1:] if each.score > best.score - _NEAR and each.score >= FITS)
    return [best, *(each for each in near if _words(each) != _words(best))]


def replace_form(text: SourceText, form: str) -> SourceText:
    """The same text in another form."""
    return replace(text, document=replace(text.document, form="" if form == PUBLISHED else form))


def _words(rated: Rated) -> list[tuple[str, str]]:
    return [(each.question, each.answer) for each in rated.passages.passages]


def _rate(form: Form, found: Passages, used: Mapping[str, int], marked: Form | None) -> Rated:
    """How well a form fits; where a document has the marks of ``marked``, that form counts for more than any other."""
    entries = [_worth(each) for each in found.passages]
    many = len(entries)
    if used[form.needs.name] < (2 if form.needs.counts or form.needs is table.RULE_NUMBER else 1):
        return Rated(form.name, found, 0.0)
    good = total = 0.0
    for span in found.spans:
        size = span.end - span.start
        if span.taken_for is SpanKind.RULING:
            total += size
            good += size * (entries[span.passage] if 0 <= span.passage < many else 0)
        elif span.taken_for is SpanKind.PREAMBLE and span.name == "introduction":
            total, good = total + size, good + size / 2
        elif span.name == Noise.UNANSWERED:
            total += size
    doubtful = min(1.0, len(found.doubts) / max(1, many))
    score = good / max(1.0, total) * (1 - doubtful / 2)
    if marked is not None:
        score = max(score, FITS) if form is marked else _UNMARKED * score
    return Rated(form.name, found, round(score, 3))


def _worth(passage: Passage) -> float:
    if passage.kind is RulingKind.ANSWER:
        return 1.0 if "?" in passage.question else 0.8
    named = passage.question != passage.heading
    return 1.0 if passage.kind is RulingKind.ERRATUM or named else 0.7
