"""A source document on screen: what became of every character of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import groupby
from typing import NamedTuple

from datasette import Request, Response

from kb.base import caches
from kb.base.errors import Finding, NotFound
from kb.base.model import LINE_END, SpanKind
from kb.store import documents, lookup
from kb.web.respond import cached, page
from kb.web.site import Site

#: what became of a span, for readers; what is not a ruling's goes on with its name, if it has one
_WORDS = {
    SpanKind.RULING: "",
    SpanKind.HEADING: "heading",
    SpanKind.PREAMBLE: "preamble",
    SpanKind.NOISE: "left aside",
    SpanKind.SPACE: "space between",
}


class LedgerPiece(NamedTuple):
    """A part of a span that stands on one line; ``css`` is its class."""

    css: str
    text: str


class Run(NamedTuple):
    """Pieces of the same ruling, or of none, that follow one another on a line; ``first`` where the ruling begins."""

    ruling: str
    first: bool
    pieces: list[LedgerPiece]


class LedgerLine(NamedTuple):
    """A line of the document as it was received."""

    number: int
    runs: list[Run]


class Total(NamedTuple):
    """How many characters became the same."""

    css: str
    words: str
    characters: int


async def ledgers(site: Site, request: Request) -> Response:
    """``/ledger``: the documents."""
    found = [(each, totals(site, each["id"])) for each in documents.documents(site.base.connection)]
    return await page(site, request, "ledgers.html", documents=found)


@cached(caches.LEDGER_PAGES)
async def ledger(site: Site, request: Request) -> Response:
    """``/ledger/<document>``."""
    name, connection = request.url_vars["document"], site.base.connection
    document = documents.document(connection, name)
    if document is None:
        near = get_close_matches(name, lookup.titles(connection, "documents"), n=3)
        hint = f"did you mean {', '.join(near)}?" if near else "the list of documents has them all"
        raise NotFound(Finding(f"there is no document '{name[:60]}'", hint=hint))
    spans = documents.spans(connection, document["id"])
    own = totals(site, document["id"])
    return await page(site, request, "ledger.html", document=document, totals=own, rows=list(rows(spans)))


def totals(site: Site, document: str) -> list[Total]:
    """What became of a document, the largest part first."""
    found = documents.totals(site.base.connection, document)
    return [Total(_css(row), _words(row), row["characters"]) for row in found]


def rows(spans: Iterable[sqlite3.Row]) -> Iterator[LedgerLine]:
    """Every line of a document, of its spans in order."""
    begun: set[str] = set()
    last = 0
    for number, pieces in groupby(_pieces(spans), key=lambda piece: piece[0]):
        yield from (LedgerLine(blank, []) for blank in range(last + 1, number))
        yield LedgerLine(number, list(_runs(pieces, begun)))
        last = number


def _pieces(spans: Iterable[sqlite3.Row]) -> Iterator[tuple[int, str, LedgerPiece]]:
    """Line, ruling and text of each part of a span; line ends and what is empty are left out."""
    for span in spans:
        css, ruling = _css(span), span["ruling"] or ""
        for number, text in enumerate(LINE_END.split(span["text"]), start=span["line"]):
            if text:
                yield number, ruling, LedgerPiece(css, text)


def _runs(pieces: Iterable[tuple[int, str, LedgerPiece]], begun: set[str]) -> Iterator[Run]:
    for ruling, same in groupby(pieces, key=lambda piece: piece[1]):
        yield Run(ruling, bool(ruling) and ruling not in begun, [piece for *_, piece in same])
        begun.add(ruling)


def _css(row: sqlite3.Row) -> str:
    """``ruling question``, ``noise list-debris``: what became of it, as classes."""
    return f"{row['taken_for']} {row['name'].replace(' ', '-')}".strip()


def _words(row: sqlite3.Row) -> str:
    what, name = _WORDS[row["taken_for"]], row["name"].replace("-", " ")
    return ": ".join(part for part in (what, name) if part)


ROUTES = [(r"/ledger", ledgers), (r"/ledger/(?P<document>[^/]+)", ledger)]
