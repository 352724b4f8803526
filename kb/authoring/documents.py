"""A received document as the data has it: its parts, its topics, its entry in the manifest."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from kb.authoring.copied import Copy
from kb.authoring.likeness import Likeness, said
from kb.authoring.placing import Received, sha256
from kb.authoring.request import SLUG, Request
from kb.authoring.sheet import Sheet, scalar
from kb.corpus.documents import MANIFEST, lines_of
from kb.corpus.passages import Passages, passages_of
from kb.corpus.todo import MARK
from kb.errors import raise_if
from kb.model import Document, Part, Passage, Ruling, RulingKind, SpanKind, Topic

_KINDS = {RulingKind.ERRATUM: "errata", RulingKind.STATEMENT: "rules", RulingKind.OPTIONAL_RULE: "rules"}


@dataclass(frozen=True)
class Reading:
    """The document as it is taken over, what was read of it, and the topics that it did not have before."""

    document: Document
    passages: Passages
    topics: tuple[Topic, ...]


def read(received: Received, request: Request, known: Sequence[Document], rulings: Sequence[Ruling]) -> Reading:
    """Read the passages of a document. Raises :class:`BadInput` with everything that the grammar cannot place."""
    own = received.document
    of_game = [topic for each in known if each.game == own.game for topic in each.topics if each.id != own.id]
    found = passages_of(received.as_text(own))
    raise_if(found.findings)
    topics = _new_topics(found, own.topics, of_game, request.topics, [r for r in rulings if r.game == own.game])
    whole = replace(own, topics=(*own.topics, *topics), sha256=sha256(received.text))
    if received.is_new:
        whole = _described(whole, found, request)
    else:
        whole = _issued_again(whole, received, found, request)
    whole = replace(whole, parts=_parts(received, whole))
    return Reading(whole, passages_of(received.as_text(whole)), topics)


def _new_topics(
    found: Passages, own: Sequence[Topic], of_game: Iterable[Topic], asked: Mapping[str, str], rulings: Sequence[Ruling]
) -> tuple[Topic, ...]:
    """The topics of headings that a document did not have: as they are asked for, as other documents of the game have
    them, or by the first word of the heading."""
    known = {topic.heading.casefold() for topic in own}
    others = {topic.heading.casefold(): topic for topic in of_game}
    by_slug = {topic.slug: topic for topic in of_game}
    wanted = {heading.casefold(): word for heading, word in asked.items()}
    made: dict[str, Topic] = {}
    for passage in found.passages:
        key = passage.heading.casefold()
        if key in known or key in made:
            continue
        word = wanted.get(key) or (others[key].slug if key in others else "") or _guess(passage, rulings)
        options = by_slug[word].options if word in by_slug else ()
        made[key] = Topic(passage.heading, word, options)
    return tuple(made.values())


def _guess(passage: Passage, rulings: Sequence[Ruling]) -> str:
    """The word of a topic: by its heading; without one that of the ruling whose words are most like the passage."""
    if passage.heading or not rulings:
        return passage.topic.slug if SLUG.fullmatch(passage.topic.slug) else "rule"
    nearest = Likeness(rulings, said).likest(f"{passage.question} {passage.answer}")[0].of
    return nearest.id.split("-")[1]


def _described(document: Document, found: Passages, request: Request) -> Document:
    """A new document with what its text tells of it; what only a person knows is marked as to do."""
    kinds = Counter(_KINDS.get(passage.kind, "faq") for passage in found.passages)
    title = _first_span(found, "title")
    return replace(
        document,
        kind=request.kind or max(kinds, key=lambda kind: kinds[kind], default="faq"),
        title=document.title or title or f"{MARK}: what the document is called",
        published=document.published or _date(found) or f"{MARK}: the date as 2010-04-21, or remove this line",
        publisher=document.publisher or f"{MARK}: who published it, and where (an address)",
        interprets=document.interprets or f"{MARK}: the rule book, with its year",
    )


def _issued_again(document: Document, received: Received, found: Passages, request: Request) -> Document:
    """A document that was known with what is said of this issue."""
    published = request.date or _date(found) or document.published
    if published == document.published and published and not request.date and received.text != received.before:
        published = _date(found) or f"{MARK}: the date of this issue; that before was of {document.published}"
    return replace(
        document,
        published=published,
        title=request.title or document.title,
        publisher=request.source or document.publisher,
        approved_by=request.authority or document.approved_by,
    )


def _first_span(found: Passages, name: str) -> str:
    spans = [span for span in found.spans if span.taken_for is SpanKind.PREAMBLE and span.name == name]
    return found.text.text[spans[0].start : spans[0].end].strip(" *_#") if spans else ""


def _date(found: Passages) -> str:
    """The date that a document gives, as an ISO date, or nothing."""
    text = re.sub(r"[*_#,]", "", _first_span(found, "date")).strip()
    for form in ("%B %d %Y", "%d %B %Y", "%d. %B %Y", "%Y-%m-%d"):
        try:
            return datetime.strptime(text, form).date().isoformat()
        except ValueError:
            continue
    return ""


def _parts(received: Received, document: Document) -> tuple[Part, ...]:
    """Which lines go into which file: a new document is one part, the parts of a re-issue begin at the lines at which
    they began."""
    many = len(lines_of(received.text))
    if received.is_new:
        return (Part(f"{document.kind}/{document.id}.txt", 1, many),)
    was, now = lines_of(received.before), lines_of(received.text)
    starts = [0, *(_moved(part.first - 1, was, now) for part in document.parts[1:]), many]
    ranges = zip(document.parts, starts, starts[1:], strict=False)
    return tuple(Part(part.file, first + 1, end) for part, first, end in ranges if end > first)


def _moved(line: int, was: Sequence[str], now: Sequence[str]) -> int:
    """Where a line (from 0) of the text before stands now; if it is gone, the next one that is not."""
    for _, a, b, c, d in difflib.SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if a <= line < b:
            return c + line - a if b - a == d - c else d
    return len(now)


def install(copy: Copy, received: Received, reading: Reading) -> None:
    """Write a document and its entry in the manifest into a copy of the data."""
    lines = lines_of(received.text)
    files: dict[str, str] = {}
    for part in reading.document.parts:
        files[part.file] = files.get(part.file, "") + "".join(lines[part.first - 1 : part.last])
    for file, text in files.items():
        copy.write(file, text)
    name = f"data/{MANIFEST}"
    sheet = Sheet(copy.read(MANIFEST), name, "documents")
    if received.is_new:
        sheet.add(_entry(reading.document))
    else:
        _update(sheet, received.document, reading)
    copy.write(MANIFEST, sheet.text())


def _entry(document: Document) -> str:
    """The entry of a new document in the manifest."""
    keys = ("id", "number", "game", "title", "kind", "published", "publisher", "approved_by", "interprets", "sha256")
    rows = [f"    {key}: {scalar(value)}\n" for key in keys if (value := getattr(document, key))]
    parts = list(map(_part, document.parts))
    topics = [_topic(topic) for topic in document.topics]
    head = ["    topics:\n"] if topics else []
    return "".join(["  - ", rows[0].lstrip(), *rows[1:], "    parts:\n", *parts, *head, *topics])


def _part(part: Part) -> str:
    return f"      - {{file: {part.file}, lines: {part.first}-{part.last}}}\n"


def _topic(topic: Topic) -> str:
    options = f", options: [{', '.join(topic.options)}]" if topic.options else ""
    return f"      - {{heading: {scalar(topic.heading)}, slug: {topic.slug}{options}}}\n"


def _update(sheet: Sheet, before: Document, reading: Reading) -> None:
    """Bring the entry of a document that was known up to date."""
    now, row = reading.document, sheet.entries[before.id].value
    sheet.set(row, "sha256", now.sha256)
    if now.published != before.published:
        sheet.set(row, "published", scalar(now.published), after="sha256")
    for key in ("title", "publisher", "approved_by"):
        if getattr(now, key) != getattr(before, key):
            sheet.set(row, key, scalar(getattr(now, key)), after="sha256")
    lines = row["parts"].lines
    first, end = lines[0] - 1, lines[-1] + (0 if "{" in sheet.lines[lines[-1] - 1] else 1)
    if now.parts != before.parts:
        sheet.swap(first, end, "".join(map(_part, now.parts)))
    if reading.topics:
        topics = row.get("topics")
        at = topics.lines[-1] if topics else end
        head = "" if topics else "    topics:\n"
        sheet.insert(at, head + "".join(_topic(topic) for topic in reading.topics))
