"""Reads a file that is received: which document it is, its text, passages and topics, and its entry in the manifest."""

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
from functools import lru_cache
from itertools import takewhile
from typing import TypeVar

from kb.base.errors import BadInput, Finding, raise_if
from kb.base.files import read_bounded
from kb.base.shape import suggest
from kb.corpus.documents import lines_of
from kb.corpus.doubts import columns, doubt
from kb.corpus.entries import Passages
from kb.corpus.prose import CLARIFIES, DATED, ERRATA
from kb.corpus.reader import passages_of
from kb.corpus.typography import narrow, repair, words
from kb.model.corpus import SLUG, Document, Game, Noise, Part, Passage, Ruling, RulingKind, SourceText, SpanKind, Topic
from kb.model.marks import ASKING, NO_MARKS, Mark, Marks, pattern_of
from kb.model.standing import OFFICIAL, STANDINGS
from kb.pipeline.authoring import forms
from kb.pipeline.authoring.forms import Converted
from kb.words.stems import stem

#: the kinds of documents, each with the folder below the data of the same name
KINDS = ("faq", "errata", "rules")


@dataclass(frozen=True)
class Request:
    """The options for the document in ``file``; an option that is not given is empty.

    ``topics`` has the words in ids by heading ("" for rulings without one). ``reason`` and ``successor`` are for the
    rulings that the document no longer has. ``marks`` correct the line of marks.
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
    marks: Marks = NO_MARKS


@dataclass(frozen=True)
class Received:
    """A document as it is added, and how it was read.

    ``shared`` is the share of its words that the document had before, 0 to 1. ``topics`` are the topics of its new
    headings.
    """

    document: Document
    text: str
    passages: Passages
    topics: tuple[Topic, ...]
    is_new: bool
    shared: float


def topics_of(written: Iterable[str]) -> dict[str, str]:
    """Return the topics written as ``Heading=word``, or as a word for rulings without a heading, by heading."""
    pairs = (each.rpartition("=") for each in written)
    return {heading.strip(): word.strip() for heading, _, word in pairs}


def standing_of(authority: str) -> tuple[str, str]:
    """Split an authority into its standing and a name: ``club: Dice Tower`` -> ``club``, ``Dice Tower``. The standing
    is empty unless the words name exactly one."""
    first, _, rest = authority.partition(":")
    if first.strip().lower() in STANDINGS:
        return first.strip().lower(), rest.strip()
    named = [each for each in STANDINGS if re.search(rf"\b{each}\b", authority, re.I)]
    return named[0] if len(named) == 1 else "", authority.strip()


def check_request(request: Request) -> None:
    """Raise :class:`BadInput` with every option that is invalid for any document."""
    findings = []
    if request.kind and request.kind not in KINDS:
        what = f"there is no kind of document '{request.kind}'"
        findings.append(Finding(what, hint=f"kinds are: {', '.join(KINDS)}"))
    if request.date and not _is_date(request.date):
        findings.append(Finding(f"'{request.date}' is not a date", hint="write it as 2010-04-21"))
    if request.game and request.new_game:
        findings.append(Finding("--game and --new-game cannot be combined", hint="leave out --game"))
    if request.document and not re.fullmatch(r"(?=.{1,60}$)[a-z0-9]+(-[a-z0-9]+)*", request.document):
        hint = "at most 60 lowercase letters, digits and hyphens, such as revised-faq"
        findings.append(Finding(f"'{request.document}' cannot be a document's id", hint=hint))
    for heading, word in request.topics.items():
        if not re.fullmatch(SLUG, word):
            what = f"'{word}' cannot be the word of the topic '{heading}'" if heading else f"'{word}' cannot be a topic"
            findings.append(Finding(what, hint='two to sixteen lowercase letters or digits: --topic "Submarines=sub"'))
    for effect, text in ((effect, text) for effect, texts in request.marks.texts.items() for text in texts):
        if effect != "leaves out" and re.fullmatch(r"[\s*_#>•-]+", text):
            findings.append(Finding(f"'{text}' has no words", hint="write the first words of the line"))
        try:
            pattern_of(text)
        except BadInput as error:
            findings += error.findings
    raise_if(findings)


def _is_date(text: str) -> bool:
    """Return whether a text is a day as an ISO date."""
    try:
        return len(text) == 10 and bool(date.fromisoformat(text))
    except ValueError:
        return False


# -- the file ----------------------------------------------------------------------------------

#: no text of a document is larger (bytes)
MAX_BYTES = 2_000_000


@dataclass(frozen=True)
class ReadFile:
    """The text of a file. ``encoding`` is set if it is a guess; ``converted`` and ``content`` if it was not a text."""

    text: str
    encoding: str = ""
    converted: Converted | None = None
    content: bytes = b""


def read_file(path: str) -> ReadFile:
    """Return the text of a document's file; one that is not a text is converted. Raises :class:`BadInput`."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise BadInput(Finding("is not a file", path, 0, "give the path of a document"))
    content = read_bounded(path, forms.MAX_RECEIVED, "give the path of a document", "split it, and add the parts")
    form = forms.form_of(path, content)
    if form:
        converted = forms.convert(path, content, form)
        if len(converted.text.encode()) > MAX_BYTES:
            raise BadInput(Finding("its text is larger than 2 MB", path, 0, "split it, and add the parts"))
        return ReadFile(converted.text, "", converted, content)
    if len(content) > MAX_BYTES:
        raise BadInput(Finding("is larger than 2 MB", path, 0, "split it, and add the parts"))
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
        raise BadInput(Finding("is not UTF-8 text", path, 0, "save the file as UTF-8"))
    if not text.strip():
        raise BadInput(Finding("contains no text", path, 0, "give the path of a document with text"))
    return ReadFile(text, guessed)


# -- the document ------------------------------------------------------------------------------

#: fewer paragraphs than this are not a list of entries
_FEW = 3
#: a file that shares this part of its words with a document is a re-issue of it
REISSUED = 0.5


def receive(
    text: str,
    request: Request,
    texts: Sequence[SourceText],
    games: Iterable[Game],
    rulings: Iterable[tuple[str, str, Passage]] = (),
) -> Received:
    """Return the new or re-issued document of a text, with its passages.

    ``texts`` are the documents in the data, ``rulings`` their rulings: game, id and passage. Raises
    :class:`BadInput` with everything that keeps the document from being added.
    """
    document, before = _document_of(text, request, texts, [game.id for game in games])
    lines = range(1, len(lines_of(text)) + 1)

    def source(document: Document) -> SourceText:
        """Return the text as one document, with its lines in the file that was received."""
        return SourceText(document, text, tuple((request.file, n) for n in lines))

    sha256 = hashlib.sha256(text.encode()).hexdigest()
    kept = document.marks.within(narrow(text))
    dropped = _dropped_options(source(document), document.marks, kept)
    document = replace(document, marks=kept.corrected(request.marks))
    found = passages_of(source(replace(document, parts=(Part(request.file, "1"),), sha256=sha256)))
    raise_if([*found.findings, *refused(found)])
    found = replace(found, doubts=(*dropped, *found.doubts))
    document = replace(document, marks=found.marks)
    kind = document.kind
    if not before:
        errata = sum(passage.kind is RulingKind.ERRATUM for passage in found.passages)
        kind = request.kind or ("errata" if errata * 2 > len(found.passages) else KINDS[0])
    own = [(id, words_of(passage)) for game, id, passage in rulings if game == document.game]
    topics = _new_topics(found, document, [each.document for each in texts], request.topics, rater(own))
    standing, who = standing_of(request.authority)
    standing = standing or document.standing
    official = standing == OFFICIAL
    document = replace(
        document,
        kind=kind,
        title=request.title or document.title or title_of(found) or f"{document.id[:1].upper()}{document.id[1:]}",
        published=request.date or date_of(found) or (document.published if text == before else ""),
        standing=standing,
        publisher=request.source or ("" if official else who) or document.publisher,
        approved_by=(who if official else "") or document.approved_by,
        topics=(*document.topics, *topics),
        sha256=sha256,
    )
    document = replace(document, parts=_parts(document, before, text))
    return Received(document, text, found, topics, not before, _shared(text, before))


def _dropped_options(text: SourceText, marks: Marks, kept: Marks) -> list[Finding]:
    """Return a doubt for each text or pattern of the marks of a document that is not among those ``kept`` for a
    re-issue."""
    cure = "give it again in the words of the new text"
    lost = [(key, each) for key, own in marks.texts.items() for each in own if each not in kept.texts[key]]
    return [doubt(text, 1, f"the option '{key}' is dropped: no line has its text", each, cure) for key, each in lost]


def _document_of(
    text: str, request: Request, texts: Sequence[SourceText], games: Sequence[str]
) -> tuple[Document, str]:
    """Return the document that a text is a re-issue of, and its text before; or a new document, and no text."""
    known = {each.document.id: each for each in texts}
    likest = max(texts, key=lambda each: _shared(text, each.text), default=None)
    reissued = likest if likest and _shared(text, likest.text) >= REISSUED else None
    equal = next((each for each in texts if each.text == text), None)
    same = known.get(request.document) or equal
    if equal is not None and request.document not in ("", *known):
        hint = f"use --document {equal.document.id}, or remove that document first to give the text another id"
        raise BadInput(Finding(f"the document {equal.document.id} has the same text", request.file, 0, hint))
    if same is None and not request.game and not request.document:
        same = reissued
    if same is not None:
        return same.document, same.text
    if request.document and not request.game:
        what = f"there is no document '{request.document}'"
        names = f"name one of {', '.join(known)}; for a new one name its game with --game"
        raise BadInput(Finding(what, hint=suggest(request.document, known) or names))
    findings = []
    if not request.game:
        hint = (
            f"name it with --document, or for a new document its game with --game (one of: {', '.join(games)}) "
            'or --new-game "NAME"'
        )
        findings.append(Finding("the file is not a re-issue of any document", hint=hint))
    elif request.game not in games:
        meant = suggest(request.game, games) or f"games are: {', '.join(games)}"
        hint = f'{meant}; a game that is not here is added with --new-game "{request.game}"'
        findings.append(Finding(f"there is no game '{request.game}'", hint=hint))
    elif reissued and not request.document:
        what = f"it shares {_shared(text, reissued.text):.0%} of its words with {reissued.document.id}"
        hint = f"name that with --document {reissued.document.id}, or give a new document an id with --document"
        findings.append(Finding(what, request.file, 0, hint))
    if not standing_of(request.authority)[0]:
        what = f"'{request.authority}' is not an authority" if request.authority else "the document has no authority"
        hint = f'name it with --authority: {", ".join(STANDINGS)}, and who, such as "club: Dice Tower"'
        findings.append(Finding(what, hint=hint))
    raise_if(findings)
    return _new_document(request, [each.document for each in texts]), ""


@lru_cache(maxsize=64)
def _vocabulary(text: str) -> frozenset[str]:
    """Return the different words of a text."""
    return frozenset(words(text).split())


def _shared(one: str, other: str) -> float:
    """Return the share of the different words of two texts that both have, 0 to 1."""
    first, second = _vocabulary(one), _vocabulary(other)
    return len(first & second) / max(1, len(first | second))


def _new_document(request: Request, known: Sequence[Document]) -> Document:
    """Return a new document of a game, with an id and a number that no ``known`` document has."""
    stem = re.sub(r"[^a-z0-9]+", "-", os.path.splitext(os.path.basename(request.file))[0].lower()).strip("-")
    if stem.replace("-", "") in ("", request.game.replace("-", "")):
        stem = f"{request.game}-document"
    name = stem if request.game in stem else f"{request.game}-{stem}"
    names = (name, *(f"{name}-{n}" for n in range(2, len(known) + 3)))
    taken = {document.id for document in known}
    numbers = [int(document.number) for document in known if document.number.isdigit()]
    return Document(
        id=request.document or next(each for each in names if each not in taken),
        number=f"{max(numbers, default=-1) + 1:03}",
        game=request.game,
        title="",
        kind=request.kind or KINDS[0],
        standing=OFFICIAL,
        sha256="",
        parts=(),
        interprets=next((document.interprets for document in known if document.game == request.game), ""),
    )


def refused(found: Passages) -> list[Finding]:
    """Return a finding for a text that cannot be divided into entries: nothing opens an entry, two columns stand side
    by side, or more questions are without an answer than with one."""
    file = found.text.place(1)[0]
    if line := columns(found.text.text):
        what = "two columns stand side by side"
        return [Finding(what, file, line, "save it without layout, so that one column follows the other")]
    front = " ".join(text for text, _ in _preamble(found)) + " ".join(each.heading for each in found.passages)
    alone = sum(span.name == Noise.UNANSWERED for span in found.spans)
    kinds = Counter(passage.kind for passage in found.passages)
    asks = bool(found.marks.question or ASKING & set(found.marks.names))
    answered = max(kinds[RulingKind.ANSWER], kinds[RulingKind.ERRATUM]) if asks else len(found.passages)
    told, plainest = found.text.document.marks, {Mark.PARAGRAPH, Mark.PLACE, Mark.LINE}
    plain = not (told.line or found.marks.opens or found.marks.question) and set(found.marks.names) <= plainest
    unasked = asks and not kinds[RulingKind.ANSWER]
    few = (plain or unasked) and len(found.passages) < _FEW and not (ERRATA.search(front) or CLARIFIES.search(front))
    if found.passages and not few and not alone > answered:
        return []
    cure = (
        "name what opens them with --marks or --opens (kb add --help lists the marks), or put 'Q: ' before each question "
        "and 'A: ' before each answer; --kind rules takes each sentence for a statement"
    )
    return [Finding("the text has no marks that separate its entries", file, 0, cure)]


#: rates items by their similarity to a text
Likest = Callable[[str], list[tuple[str, float]]]


def _new_topics(
    found: Passages, own: Document, known: Iterable[Document], asked: Mapping[str, str], likest: Likest
) -> tuple[Topic, ...]:
    """Return the topics of headings that a document did not have: as they are ``asked`` for, as other documents of its
    game have them, or by :func:`_topic_word`, which uses ``likest``."""
    of_game = [topic for each in known if each.game == own.game and each.id != own.id for topic in each.topics]
    by_heading = {topic.heading.casefold(): topic.slug for topic in of_game}
    by_heading |= {heading.casefold(): word for heading, word in asked.items()}
    options = {topic.slug: topic.options for topic in of_game}
    have = {topic.heading.casefold() for topic in own.topics}
    made: dict[str, Topic] = {}
    for passage in found.passages:
        key = passage.heading.casefold()
        if key not in have and key not in made:
            word = by_heading.get(key) or _topic_word(passage, likest)
            made[key] = Topic(passage.heading, word, options.get(word, ()))
    return tuple(made.values())


def _topic_word(passage: Passage, likest: Likest) -> str:
    """Return the word of the topic of a passage, by its heading (``rule`` if no word fits). Without a heading it is the
    word of the most similar ruling, which ``likest`` finds by a text."""
    rulings = likest(words_of(passage))
    if passage.heading or not rulings:
        return passage.topic.slug if re.fullmatch(SLUG, passage.topic.slug) else "rule"
    return rulings[0][0].split("-")[-2]


def _preamble(found: Passages) -> list[tuple[str, str]]:
    """Return the lines before the first chapter and ruling of a document, each with the name of its use, such as
    ``title``."""
    before = takewhile(lambda span: span.taken_for not in (SpanKind.RULING, SpanKind.HEADING), found.spans)
    spans = (span for span in before if span.taken_for is SpanKind.PREAMBLE)
    return [(found.text.text[span.start : span.end], span.name) for span in spans]


def title_of(found: Passages) -> str:
    """Return the title of a document: the first title in its front, or the words before its date; or empty."""
    lines = _preamble(found)
    updated = re.compile(r"[ (]*(?:(?:as of|last|updated?|revised)\W*)*$", re.I)
    named = [text for text, name in lines if name == "title"]
    named += [updated.sub("", DATED.split(text)[0]) for text, _ in lines]
    titles = (repair(html.unescape(text)).strip(" *_#-–—") for text in named)
    return next((title for title in titles if title), "")


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def date_of(found: Passages) -> str:
    """Return the first date above the first ruling, as an ISO date, or an empty string."""
    for dated in (each for text, _ in _preamble(found) for each in DATED.finditer(text)):
        parts = {name[0]: value for name, value in dated.groupdict().items() if value}
        month = int(parts["m"]) if parts["m"].isdigit() else _MONTHS.index(parts["m"][:3].lower()) + 1
        year = int(parts["y"].lstrip("'"))
        year += 0 if year > 99 else 1900 if year > 50 else 2000
        try:
            return date(year, month, int(parts.get("d", 0))).isoformat()
        except ValueError:
            continue
    return ""


def _parts(document: Document, before: str, text: str) -> tuple[Part, ...]:
    """Return the parts of a document with a ``text``. A new document, for which ``before`` is empty, has one part. Each
    part of a re-issue begins at the line that began it before or, if that was removed, at the next line that was
    kept."""
    was, now = lines_of(before), lines_of(text)
    if not before:
        return (Part(f"{document.kind}/{document.id}.txt", f"1-{len(now)}"),)
    blocks = difflib.SequenceMatcher(None, was, now, autojunk=False).get_opcodes()

    def moved(line: int) -> int:
        """Return the new index of a line or, if it was removed, of the next line that was not."""
        found = ((c + line - a if b - a == d - c else d) for _, a, b, c, d in blocks if a <= line < b)
        return next(found, len(now))

    starts = [0, *(moved(part.first - 1) for part in document.parts[1:]), len(now)]
    ranges = zip(document.parts, starts, starts[1:], strict=False)
    return tuple(Part(part.file, f"{first + 1}-{end}") for part, first, end in ranges if end > first)


# -- likeness ----------------------------------------------------------------------------------

T = TypeVar("T")


def rater(things: Iterable[tuple[T, str]]) -> Callable[[str], list[tuple[T, float]]]:
    """Return a function that rates items, given with their texts, by their similarity to a text, 0 to 100; the most
    similar first. The measure is the cosine of their stems, each weighted by its rarity among the items."""
    stems = [(thing, _stems(text)) for thing, text in things]
    rarity = Counter(each for _, own in stems for each in own)

    def square(some: Iterable[str]) -> float:
        """Return the sum of the squares of the weights of some stems."""
        return sum(math.log((len(stems) + 1) / (rarity[each] or 1)) ** 2 for each in some)

    sized = [(thing, own, square(own)) for thing, own in stems]

    def rated(text: str) -> list[tuple[T, float]]:
        """Return all items with their similarity to a text, the most similar first."""
        asked = _stems(text)
        size = square(asked)
        found = [(thing, 100 * square(own & asked) / (math.sqrt(each * size) or 1)) for thing, own, each in sized]
        return sorted(found, key=lambda pair: -pair[1])

    return rated


def _stems(text: str) -> set[str]:
    """Return the stems of the words of a text."""
    return set(map(stem, words(text).split()))


def words_of(ruling: Ruling | Passage) -> str:
    """Return the question and the answer of a ruling or a passage as one text."""
    return f"{ruling.question} {ruling.answer}"
