"""What a document's text is taken for, piece by piece, before anything is taken over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kb.base.errors import Finding
from kb.base.model import Document, Part, RulingKind, SourceText, SpanKind
from kb.corpus.documents import lines_of
from kb.corpus.forms import encodings, recognise, table
from kb.corpus.passages import Passages
from kb.pipeline.authoring.documents import HOW_TO_MARK, Request, check_request, read_file

QUESTION, ANSWER, HEADING, ERRATUM, STATEMENT, PREAMBLE, NOISE = (
    "question",
    "answer",
    "heading",
    "erratum",
    "statement",
    "preamble",
    "noise",
)
_KINDS = {
    RulingKind.ANSWER: ANSWER,
    RulingKind.ERRATUM: ERRATUM,
    RulingKind.RULE_CHANGE: ERRATUM,
    RulingKind.STATEMENT: STATEMENT,
    RulingKind.OPTIONAL_RULE: STATEMENT,
}


@dataclass(frozen=True)
class Piece:
    """A run of characters of the file: the line it begins in, what it is taken for, and its name (of noise)."""

    line: int
    taken_for: str
    text: str
    name: str = ""
    entry: int = -1


@dataclass(frozen=True)
class Report:
    """What a file is taken for; ``form`` is empty where none fits.

    ``characters`` are those of the file by what they are taken for; together they are all. ``unsure`` are places that
    may mean something else, ``repairs`` words whose hyphen was taken out.
    """

    file: str
    encoding: str
    form: str
    says: str
    entries: dict[str, int]
    characters: dict[str, int]
    pieces: tuple[Piece, ...]
    unsure: tuple[Finding, ...]
    repairs: tuple[Finding, ...]


def report(request: Request) -> Report:
    """Read a file as a new document would be read; nothing is written. Raises :class:`BadInput`."""
    check_request(request)
    decoded = read_file(request.file)
    text = as_source(request.file, decoded.text)
    rated = recognise.rate(text)
    fitting = recognise.fitting(rated)
    asked = [each for each in rated if each.form == request.form]
    found = next((each.passages for each in (*asked, *fitting, *rated)), None) or recognise.passages_of(text)
    fits = bool(request.form or fitting)
    unsure = [*_of_the_whole(request, decoded, text, fitting), *found.findings, *found.doubts]
    if not fits:
        unsure.insert(0, Finding("no form of documents fits the text", request.file, 0, HOW_TO_MARK))
    form = (request.form or fitting[0].form) if fits else ""
    says = table.BY_NAME[form].says if form in table.BY_NAME else table.SAYS_PUBLISHED if form else ""
    pieces = tuple(_pieces(found))
    characters = Counter[str]()
    for piece in pieces:
        characters[f"{piece.taken_for} {piece.name}".strip() if piece.taken_for == NOISE else piece.taken_for] += len(
            piece.text
        )
    entries = Counter(str(each.kind) for each in found.passages)
    return Report(
        request.file,
        decoded.encoding,
        form,
        says,
        dict(entries),
        dict(characters),
        pieces,
        tuple(unsure),
        found.repairs,
    )


def as_source(file: str, text: str, form: str = "") -> SourceText:
    """A text that is no document yet, its lines in the file that it is from."""
    many = len(lines_of(text))
    document = Document("", "", "", "", "", "", "", "", "", "", (Part(file, 1, many),), form=form)
    return SourceText(document, text, tuple((file, number) for number in range(1, many + 1)))


def _of_the_whole(
    request: Request, decoded: encodings.Decoded, text: SourceText, fitting: list[recognise.Rated]
) -> Iterator[Finding]:
    """What is unsure of the file as a whole."""
    if not decoded.sure:
        yield Finding(f"it is not UTF-8 and is read as {decoded.encoding}", request.file, 0, "save it as UTF-8")
    for line in sorted({text.line_at(at) for at in encodings.garbled(decoded.text)}):
        yield Finding("characters that no author wrote", request.file, line, "save the text anew, as UTF-8")
    if not request.form:
        for other in fitting[1:]:
            yield Finding(f"the form {other.form} fits nearly as well", request.file, 0, f"try --form {other.form}")


def _pieces(found: Passages) -> Iterator[Piece]:
    """What a document's characters are taken for: its spans, those together that are taken for the same."""
    raw, pieces = found.text.text, list[Piece]()
    following: dict[int, str] = {}
    for span in reversed(found.spans):
        kind, name, entry = str(span.taken_for), span.name, span.passage
        if span.taken_for is SpanKind.RULING:
            kind = _KINDS[found.passages[entry].kind] if entry >= 0 else ANSWER
            if kind == ANSWER and name != "answer":  # a label is part of what stands behind it
                kind = QUESTION if name == "question" else following.get(entry, QUESTION)
            following[entry], name = kind, ""
        pieces.append(Piece(found.text.line_at(span.start), kind, raw[span.start : span.end], name, entry))
    pieces.reverse()
    at = 0
    while at < len(pieces):
        piece, end = pieces[at], at + 1
        same = [piece.taken_for, piece.name, piece.entry]
        for other in range(at + 1, len(pieces)):
            if [pieces[other].taken_for, pieces[other].name, pieces[other].entry] == same and piece.entry >= 0:
                end = other + 1
            elif pieces[other].taken_for != SpanKind.SPACE or "\n" in pieces[other].text.strip(" \r")[1:]:
                break
        yield replace(piece, text="".join(each.text for each in pieces[at:end]))
        at = end
