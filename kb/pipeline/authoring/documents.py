"""A received document: what a person says of it, which document it is, and how the data has it: its parts,
its topics, its entry in the manifest."""

from __future__ import annotations

import codecs
import difflib
import hashlib
import html
import math
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import takewhile
from typing import Any, TypeVar

from kb.base.errors import BadInput, Finding, raise_if
from kb.base.files import read_bounded
from kb.base.model import SLUG, Document, Game, Noise, Part, Passage, Ruling, RulingKind, SourceText, SpanKind, Topic
from kb.base.shape import suggest
from kb.base.standing import OFFICIAL, STANDINGS
from kb.corpus import documents
from kb.corpus.documents import MANIFEST, lines_of
from kb.corpus.grammar import RULES, Passages, passages_of
from kb.corpus.ids import Assignment, Candidate, RegisterEntry
from kb.corpus.openers import CLARIFIES, DATED, ERRATA
from kb.corpus.typography import repair, words
from kb.pipeline.authoring.sheet import Copy, scalar, with_entry
from kb.search.stems import stem

#: the kinds of documents, each with the folder below the data of the same name
KINDS = ("faq", "errata", "rules")
_DOCUMENT_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True)
class Request:
    """What is said of the document in ``file``; empty is what is not said.

    ``topics`` has the words that ids carry, by heading; under "" for what has no heading. ``reason`` and ``successor``
    are of rulings that the document has no more.
    """

    file: str
    document: str = ""
    game: str = ""
    kind: str = ""
    title: str = ""
    source: str = ""
    date: str = ""
    authority: str = ""
    topics: Mapping[str, str] = field(default_factory=dict)
    reason: str = ""
    successor: str = ""
    new_game: str = ""


def standing_of(authority: str) -> tuple[str, str]:
    """Return the standing of a document, and the name that is given with it: ``club: Dice Tower`` -> ``club``, ``Dice
    Tower``.

    The standing is empty where the words tell none, or several.
    """
    told = [each for each in STANDINGS if re.search(rf"\b{each}\b", authority, re.I)]
    first, colon, rest = authority.partition(":")
    if colon and first.strip().lower() in STANDINGS:
        return first.strip().lower(), rest.strip()
    alone = authority.strip().lower() in STANDINGS
    return (told[0] if len(told) == 1 else ""), ("" if alone else authority.strip())


def topics_of(written: Iterable[str]) -> dict[str, str]:
    """Topics as they are given: ``Heading=word``, or only the word for what has no heading."""
    pairs = (each.rpartition("=") for each in written)
    return {heading.strip(): word.strip() for heading, _, word in pairs}


def check_request(request: Request) -> None:
    """Raise :class:`BadInput` for what can be no document's."""
    findings = []
    if request.kind and request.kind not in KINDS:
        findings.append(Finding(f"no kind '{request.kind}'", hint=f"kinds are: {', '.join(KINDS)}"))
    if request.date and not re.fullmatch(r"\d{4}-\d\d-\d\d", request.date):
        findings.append(Finding(f"'{request.date}' is no date", hint="write it as 2010-04-21"))
    if request.game and request.new_game:
        findings.append(Finding("--game and --new-game at once", hint="leave out --game"))
    if request.document and not _DOCUMENT_ID.fullmatch(request.document):
        hint = "small letters, digits and hyphens, such as revised-faq"
        findings.append(Finding(f"'{request.document}' cannot be a document's id", hint=hint))
    for heading, word in request.topics.items():
        if not re.fullmatch(SLUG, word):
            what = f"'{word}' cannot be the word of the topic '{heading}'" if heading else f"'{word}' cannot be a topic"
            findings.append(Finding(what, hint='two to sixteen small letters or digits: --topic "Submarines=sub"'))
    raise_if(findings)


Row = dict[str, Any]


def ruling_row(ruling: str, candidate: Candidate) -> Row:
    """Return a ruling that a document has: its id, its line there, and its question."""
    passage = candidate.passage
    asked = passage.question if passage.kind == "answer" else f"{passage.question}: {passage.answer}"
    return {"id": ruling, "line": passage.line_start, "question": asked}


def changed_words(event: RegisterEntry, candidate: Candidate) -> list[tuple[str, str]]:
    """Return the runs of words that differ, before and after; empty where only typography changed."""
    was = f"{event.question} {event.answer}".split()
    now = f"{candidate.question} {candidate.answer}".split()
    matcher = difflib.SequenceMatcher(None, was, now, autojunk=False)
    return [(" ".join(was[a:b]), " ".join(now[c:d])) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal"]


def differences(
    found: Assignment,
    candidates: Sequence[Candidate],
    standing: Mapping[str, RegisterEntry],
    document: str,
    gone: Iterable[str],
) -> Row:
    """Return the rulings that appear, change and vanish, as rows, and how many of a document stay as they are."""
    rows = [ruling_row(ruling, each) for ruling, each in zip(found.ids, candidates, strict=True)]
    new = sorted((*found.fresh, *found.returned))
    touched = {*new, *found.changed}
    return {
        "unchanged": sum(each.document == document for i, each in enumerate(candidates) if i not in touched),
        "appears": [rows[i] for i in new],
        "changes": [{**rows[i], "words": changed_words(standing[found.ids[i]], candidates[i])} for i in found.changed],
        "vanishes": [{"id": ruling, "line": 0, "question": standing[ruling].question} for ruling in gone],
    }


T = TypeVar("T")


def rater(things: Iterable[tuple[T, str]]) -> Callable[[str], list[tuple[T, float]]]:
    """Return a function that rates things, given with their texts, by how alike they are to a text, 0 to 100; the most
    similar first.

    The measure is the cosine of their stems, each weighted by how rare it is among the things.
    """
    stems = [(thing, _stems(text)) for thing, text in things]
    rarity = Counter(each for _, own in stems for each in own)

    def square(some: Iterable[str]) -> float:
        return sum(math.log((len(stems) + 1) / (rarity[each] or 1)) ** 2 for each in some)

    squares = [square(own) for _, own in stems]

    def rated(text: str) -> list[tuple[T, float]]:
        asked = _stems(text)
        size = square(asked)
        both = ((thing, own & asked, own_size) for (thing, own), own_size in zip(stems, squares, strict=True))
        found = [(thing, 100 * square(shared) / (math.sqrt(own * size) or 1)) for thing, shared, own in both]
        return sorted(found, key=lambda pair: -pair[1])

    return rated


def _stems(text: str) -> set[str]:
    return set(map(stem, words(text).split()))


def words_of(ruling: Ruling | Passage) -> str:
    """Return the words of a ruling or of a passage."""
    return f"{ruling.question} {ruling.answer}"


#: no document is larger
MAX_BYTES = 2_000_000
#: a file that shares this part of its words with a document is taken for a re-issue of it
REISSUED = 0.5


@dataclass(frozen=True)
class Received:
    """The text of a file, the document it is taken for, and how much of their words are the same (0 to 1).

    ``before`` is the document's text as it was; empty for a new document.
    """

    file: str
    text: str
    document: Document
    before: str = ""
    shared: float = 0.0

    @property
    def is_new(self) -> bool:
        """Whether no document had this id before."""
        return not self.before

    def as_text(self, document: Document) -> SourceText:
        """Return the text with its lines in the file that was received, for messages."""
        whole = replace(document, parts=(Part(self.file, "1"),), sha256=sha256(self.text))
        lines = range(1, len(documents.lines_of(self.text)) + 1)
        return SourceText(whole, self.text, tuple((self.file, n) for n in lines))


def sha256(text: str) -> str:
    """Return the SHA-256 of a text in UTF-8."""
    return hashlib.sha256(text.encode()).hexdigest()


#: how files begin that are no text, with what to do
_COPY = "open it, select all, and save what is copied as a text file"
_NO_TEXT = (
    (b"%pdf", "a PDF", _COPY),
    (b"pk\x03\x04", "a document of a word processor or an archive", "save it as plain text"),
    (b"{\\rtf", "rich text", "save it as plain text"),
    (b"\xd0\xcf\x11\xe0", "a document of an old word processor", "save it as plain text"),
    (b"<!doctype", "a web page", _COPY),
    (b"<html", "a web page", _COPY),
)


def read_file(path: str) -> tuple[str, str]:
    """Return the text of a document's file, and its encoding where that is a guess. Raises :class:`BadInput`."""
    content = read_bounded(path, MAX_BYTES, "name a document", "name a document, or add it in parts")
    for begins, what, cure in _NO_TEXT:
        if content[:9].lower().startswith(begins):
            raise BadInput(Finding(f"not a text but {what}", path, 0, cure))
    guessed = ""
    try:
        wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        text = content.decode("utf-16" if wide else "utf-8")
    except UnicodeDecodeError as error:
        if not content.decode("utf-8", "ignore").isascii():
            what = f"the byte 0x{content[error.start]:02x} is not UTF-8, as the rest is"
            raise BadInput(Finding(what, path, content[: error.start].count(b"\n") + 1, "correct it")) from None
        guessed = "cp1252"
        text = content.decode(guessed, "replace")
    if "\0" in text or "\ufffd" in text:
        raise BadInput(Finding("not a text in UTF-8", path, 0, "save the file as UTF-8"))
    if not text.strip():
        raise BadInput(Finding("there is no text in it", path, 0, "name a document"))
    return text, guessed


def place_document(text: str, request: Request, texts: Sequence[SourceText], games: Sequence[Game]) -> Received:
    """Return what the text of a file is taken for; ``texts`` are the documents as they are. Raises
    :class:`BadInput`."""
    known = {each.document.id: each for each in texts}
    likest = _likest(text, texts)
    if request.document in known:
        own = known[request.document]
        return Received(request.file, text, own.document, own.text, _shared(text, own.text))
    same = next((each for each in texts if each.text == text), None)
    if same is not None:
        return Received(request.file, text, same.document, same.text, 1.0)
    if not request.game:
        if request.document or likest is None or likest[1] < REISSUED:
            raise BadInput(_undecided(request.document, known, games))
        own = known[likest[0]]
        return Received(request.file, text, own.document, own.text, likest[1])
    if request.game not in (ids := [game.id for game in games]):
        meant = suggest(request.game, ids) or f"games are: {', '.join(ids)}"
        hint = f'{meant}; a game that is not here is added with --new-game "{request.game}"'
        raise BadInput(Finding(f"there is no game '{request.game}'", hint=hint))
    if likest and likest[1] >= REISSUED and not request.document:
        what = f"{likest[1]:.0%} of its words are those of {likest[0]}"
        hint = f"name that with --document {likest[0]}, or give a new document an id with --document"
        raise BadInput(Finding(what, request.file, 0, hint))
    if not standing_of(request.authority)[0]:
        said = f"'{request.authority}' is no authority" if request.authority else "the document has no authority"
        hint = f'name it with --authority: {", ".join(STANDINGS)}, and who, such as "club: Dice Tower"'
        raise BadInput(Finding(said, hint=hint))
    return Received(request.file, text, _new_document(request, [each.document for each in texts]))


def _undecided(document: str, known: Iterable[str], games: Sequence[Game]) -> Finding:
    names = ", ".join(game.id for game in games)
    if document:
        hint = suggest(document, known) or f"name one of {', '.join(known)}; for a new one name its game with --game"
        return Finding(f"there is no document '{document}'", hint=hint)
    hint = (
        f"say which with --document, or for a new document its game with --game (one of: {names}) "
        'or --new-game "NAME", and whose word it is with --authority'
    )
    return Finding("the file is not a re-issue of any document", hint=hint)


def _likest(text: str, texts: Iterable[SourceText]) -> tuple[str, float] | None:
    shared = {each.document.id: _shared(text, each.text) for each in texts}
    return max(shared.items(), key=lambda pair: pair[1]) if shared else None


def _shared(one: str, other: str) -> float:
    """Return which part of the words of two texts both have, 0 to 1."""
    first, second = set(words(one).split()), set(words(other).split())
    return len(first & second) / max(1, len(first | second))


def _new_document(request: Request, known: Sequence[Document]) -> Document:
    """Return a new document of a game, as far as it is known before it is read: without topics and checksum."""
    stem = re.sub(r"[^a-z0-9]+", "-", os.path.splitext(os.path.basename(request.file))[0].lower()).strip("-")
    own = stem.replace("-", "") in ("", request.game.replace("-", ""))
    name = f"{request.game}-document" if own else stem if request.game in stem else f"{request.game}-{stem}"
    taken = {document.id for document in known}
    name = next(each for each in (name, *(f"{name}-{n}" for n in range(2, 10_000))) if each not in taken)
    numbers = [int(document.number) for document in known if document.number.isdigit()]
    interprets = next((document.interprets for document in known if document.game == request.game), "")
    new = Document(
        id=request.document or name,
        number=f"{max(numbers, default=-1) + 1:03}",
        game=request.game,
        title=request.title,
        kind=request.kind or KINDS[0],
        standing=OFFICIAL,
        sha256="",
        parts=(),
        published=request.date,
        interprets=interprets,
    )
    return _with_standing(new, request)


def _with_standing(document: Document, request: Request) -> Document:
    """Return a document with its standing, and who published or (of an official one) approved it, as far as it is
    said."""
    standing, who = standing_of(request.authority)
    whole = replace(document, standing=standing or document.standing, publisher=request.source or document.publisher)
    if whole.standing == OFFICIAL:
        return replace(whole, approved_by=who or whole.approved_by)
    return replace(whole, publisher=request.source or who or whole.publisher)


@dataclass(frozen=True)
class DocumentReading:
    """The document as it is taken over, what was read of it, and the topics that it did not have before."""

    document: Document
    passages: Passages
    topics: tuple[Topic, ...]


#: gives the ids of rulings, those with the most similar words first
Likest = Callable[[str], list[tuple[str, float]]]


def read_document(
    received: Received, request: Request, known: Sequence[Document], rulings: Sequence[tuple[str, Passage]]
) -> DocumentReading:
    """Read the passages of a document. Raises :class:`BadInput` with everything that the grammar cannot place."""
    own = received.document
    of_game = [topic for each in known if each.game == own.game for topic in each.topics if each.id != own.id]
    found = passages_of(received.as_text(own))
    raise_if(found.findings)
    if received.is_new:
        raise_if(refused(received, found))
    topics = _new_topics(
        found, own.topics, of_game, request.topics, rater((id, words_of(each)) for id, each in rulings)
    )
    whole = replace(own, topics=(*own.topics, *topics), sha256=sha256(received.text))
    if received.is_new:
        whole = _described(whole, found, request)
    else:
        # A document that was known with what is said of this issue
        same = received.text == received.before
        whole = replace(
            _with_standing(whole, request),
            published=request.date or date_of(found) or (whole.published if same else ""),
            title=request.title or whole.title,
        )
    whole = replace(whole, parts=_parts(received, whole))
    return DocumentReading(whole, passages_of(received.as_text(whole)), topics)


def refused(received: Received, found: Passages) -> list[Finding]:
    """Return a finding for a text of which the grammar does not know how it is divided: nothing in it opens an entry,
    or more questions stand without an answer than with one, in a document that is no list of errata."""
    front = " ".join(text for text, _ in _preamble(found)) + " ".join(each.heading for each in found.passages)
    alone = sum(span.name == Noise.UNANSWERED for span in found.spans)
    kinds = Counter(passage.kind for passage in found.passages)
    answered = max(kinds[RulingKind.ANSWER], kinds[RulingKind.ERRATUM])
    marked = found.opened or ERRATA.search(front) or CLARIFIES.search(front) or received.document.kind == RULES
    if found.passages and marked and not alone > answered:
        return []
    cure = (
        "put 'Q: ' before each question and 'A: ' before each answer, at the beginning of a line; "
        "--kind rules takes each sentence of a page of rules for a statement"
    )
    return [Finding("the text has no marks that tell its entries apart", received.file, 0, cure)]


def _new_topics(
    found: Passages, own: Sequence[Topic], of_game: Iterable[Topic], asked: Mapping[str, str], likest: Likest
) -> tuple[Topic, ...]:
    """Return the topics of headings that a document did not have: as they are asked for, as other documents of the game
    have them, or by the first word of the heading."""
    known = {topic.heading.casefold() for topic in own}
    others = {topic.heading.casefold(): topic for topic in of_game}
    by_slug = {topic.slug: topic for topic in of_game}
    wanted = {heading.casefold(): word for heading, word in asked.items()}
    made: dict[str, Topic] = {}
    for passage in found.passages:
        key = passage.heading.casefold()
        if key in known or key in made:
            continue
        word = wanted.get(key) or (others[key].slug if key in others else "") or _guess(passage, likest)
        options = by_slug[word].options if word in by_slug else ()
        made[key] = Topic(passage.heading, word, options)
    return tuple(made.values())


def _guess(passage: Passage, likest: Likest) -> str:
    """Return the word of a topic: by its heading; without one that of the ruling whose words are most like the
    passage."""
    rulings = likest(words_of(passage))
    if passage.heading or not rulings:
        return passage.topic.slug if re.fullmatch(SLUG, passage.topic.slug) else "rule"
    return rulings[0][0].split("-")[-2]


def _described(document: Document, found: Passages, request: Request) -> Document:
    """Return a new document with its title, date and kind from its text; the rest stays empty."""
    errata = sum(passage.kind is RulingKind.ERRATUM for passage in found.passages)
    return replace(
        document,
        kind=request.kind or ("errata" if errata * 2 > len(found.passages) else "faq"),
        title=document.title or title_of(found) or _spoken(document.id),
        published=document.published or date_of(found),
    )


def _spoken(name: str) -> str:
    """Return a document's id as a title: ``d-day-faq`` -> ``D-day-faq``."""
    return f"{name[:1].upper()}{name[1:]}"


def _preamble(found: Passages) -> list[tuple[str, str]]:
    """Return the lines before the first chapter and ruling of a document, each with its name."""
    before = takewhile(lambda span: span.taken_for not in (SpanKind.RULING, SpanKind.HEADING), found.spans)
    spans = (span for span in before if span.taken_for is SpanKind.PREAMBLE)
    return [(found.text.text[span.start : span.end], span.name) for span in spans]


def title_of(found: Passages) -> str:
    """Return the title of a document: the first line of its front that is one, or the words before its date."""
    lines = _preamble(found)
    named = [text for text, name in lines if name == "title"]
    named += [
        re.sub(r"[ (]*(?:(?:as of|last|updated?|revised)\W*)*$", "", DATED.split(text)[0], flags=re.I)
        for text, _ in lines
    ]
    titles = (repair(html.unescape(text)).strip(" *_#-–—") for text in named)
    return next((title for title in titles if title), "")


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def date_of(found: Passages) -> str:
    """Return the first date above the first ruling, as an ISO date, or nothing."""
    for text, _ in _preamble(found):
        for dated in DATED.finditer(text):
            parts = {name[0]: value for name, value in dated.groupdict().items() if value}
            month = int(parts["m"]) if parts["m"].isdigit() else _MONTHS.index(parts["m"][:3].lower()) + 1
            year = int(parts["y"].lstrip("'"))
            year += 0 if year > 99 else 1900 if year > 50 else 2000
            try:
                return date(year, month, int(parts["d"])).isoformat()
            except ValueError:
                continue
    return ""


def _parts(received: Received, document: Document) -> tuple[Part, ...]:
    """Return which lines go into which file: a new document is one part, the parts of a re-issue begin at the lines at
    which they began."""
    many = len(lines_of(received.text))
    if received.is_new:
        return (Part(f"{document.kind}/{document.id}.txt", f"1-{many}"),)
    was, now = lines_of(received.before), lines_of(received.text)
    starts = [0, *(_moved(part.first - 1, was, now) for part in document.parts[1:]), many]
    ranges = zip(document.parts, starts, starts[1:], strict=False)
    return tuple(Part(part.file, f"{first + 1}-{end}") for part, first, end in ranges if end > first)


def _moved(line: int, was: Sequence[str], now: Sequence[str]) -> int:
    """Return the new place of a line (from 0) of the text before; if it is gone, that of the next line that is not."""
    for _, a, b, c, d in difflib.SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if a <= line < b:
            return c + line - a if b - a == d - c else d
    return len(now)


def install(copy: Copy, received: Received, reading: DocumentReading) -> None:
    """Write a document and its entry in the manifest into a copy of the data."""
    lines = lines_of(received.text)
    files: dict[str, str] = {}
    for part in reading.document.parts:
        files[part.file] = files.get(part.file, "") + "".join(lines[part.first - 1 : part.last])
    for file, text in files.items():
        copy.write(file, text)
    entry = _entry(reading.document)
    copy.write(MANIFEST, with_entry(copy.read(MANIFEST), f"data/{MANIFEST}", "documents", reading.document.id, entry))


def _entry(document: Document) -> str:
    """Return the entry of a document in the manifest."""
    names = "id number game title kind published publisher approved_by interprets standing sha256 note"
    rows = [f"    {key}: {scalar(value)}\n" for key in names.split() if (value := getattr(document, key))]
    lists = {
        "parts": [f"{{file: {part.file}, lines: {part.lines}}}" for part in document.parts],
        "topics": list(map(_topic, document.topics)),
        "continues": list(map(scalar, document.continues)),
    }
    for key, own in lists.items():
        rows += [f"    {key}:\n"] * bool(own) + [f"      - {each}\n" for each in own]
    return "  - " + "".join(rows).lstrip()


def _topic(topic: Topic) -> str:
    options = f", options: [{', '.join(topic.options)}]" if topic.options else ""
    return f"{{heading: {scalar(topic.heading)}, slug: {topic.slug}{options}}}"
