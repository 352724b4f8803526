"""Which document a file is: one that is known and issued again, or a new one."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kb.authoring.request import KINDS, Request
from kb.corpus import documents
from kb.corpus.typography import words
from kb.errors import BadInput, Finding
from kb.files import read_bounded
from kb.model import Document, Game, Part, SourceText
from kb.shape import suggest

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
        """The text with its lines in the file that was received, for messages."""
        whole = replace(document, parts=(Part(self.file, 1, 0),), sha256=sha256(self.text))
        lines = range(1, len(documents.lines_of(self.text)) + 1)
        return SourceText(whole, self.text, tuple((self.file, n) for n in lines))


def sha256(text: str) -> str:
    """The SHA-256 of a text in UTF-8."""
    return hashlib.sha256(text.encode()).hexdigest()


def read(path: str) -> str:
    """The text of a document's file. Raises :class:`BadInput`."""
    content = read_bounded(path, MAX_BYTES, "name a document", "name a document, or add it in parts")
    text, findings = documents.decode(content, path)
    if not findings and not text.strip():
        findings = [Finding("there is no text in it", path, 0, "name a document")]
    if findings:
        raise BadInput(*findings)
    return text


def place(text: str, request: Request, texts: Sequence[SourceText], games: Sequence[Game]) -> Received:
    """What the text of a file is taken for; ``texts`` are the documents as they are. Raises :class:`BadInput`."""
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
        hint = suggest(request.game, ids) or f"games are: {', '.join(ids)}"
        raise BadInput(Finding(f"there is no game '{request.game}'", hint=hint))
    if likest and likest[1] >= REISSUED and not request.document:
        what = f"{likest[1]:.0%} of its words are those of {likest[0]}"
        hint = f"name that with --document {likest[0]}, or give a new document an id with --document"
        raise BadInput(Finding(what, request.file, 0, hint))
    return Received(request.file, text, _new(request, [each.document for each in texts]))


def _undecided(document: str, known: Iterable[str], games: Sequence[Game]) -> Finding:
    names = ", ".join(game.id for game in games)
    if document:
        hint = suggest(document, known) or f"name one of {', '.join(known)}; for a new one name its game with --game"
        return Finding(f"there is no document '{document}'", hint=hint)
    hint = f"say which with --document, or for a new document its game with --game (one of: {names})"
    return Finding("the file is not a re-issue of any document", hint=hint)


def _likest(text: str, texts: Iterable[SourceText]) -> tuple[str, float] | None:
    shared = {each.document.id: _shared(text, each.text) for each in texts}
    return max(shared.items(), key=lambda pair: pair[1]) if shared else None


def _shared(one: str, other: str) -> float:
    """Which part of the words of two texts both have, 0 to 1."""
    first, second = set(words(one).split()), set(words(other).split())
    return len(first & second) / max(1, len(first | second))


def _new(request: Request, known: Sequence[Document]) -> Document:
    """A new document of a game, as far as it is known before it is read: without topics and checksum."""
    stem = re.sub(r"[^a-z0-9]+", "-", os.path.splitext(os.path.basename(request.file))[0].lower()).strip("-")
    name = stem if stem.startswith(request.game) else f"{request.game}-{stem or 'document'}"
    taken = {document.id for document in known}
    name = next(each for each in (name, *(f"{name}-{n}" for n in range(2, 10_000))) if each not in taken)
    numbers = [int(document.number) for document in known if document.number.isdigit()]
    interprets = next((document.interprets for document in known if document.game == request.game), "")
    return Document(
        id=request.document or name,
        number=f"{max(numbers, default=-1) + 1:03}",
        game=request.game,
        title=request.title,
        kind=request.kind or KINDS[0],
        published=request.date,
        publisher=request.source,
        approved_by=request.authority,
        interprets=interprets,
        sha256="",
        parts=(),
    )
