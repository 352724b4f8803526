"""A source document on screen: its lines as received, each with the ruling that was made of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import groupby
from typing import NamedTuple

from datasette import Request, Response

from kb.base import caches
from kb.base.errors import Finding, NotFound
from kb.base.model import LINE_END
from kb.store import documents, lookup
from kb.web.respond import cached, page
from kb.web.site import Site


class Run(NamedTuple):
    """Text of one ruling, or of none, on a line; ``first`` where the ruling begins."""

    ruling: str
    first: bool
    text: str


class LedgerLine(NamedTuple):
    """A line of the document as it was received."""

    number: int
    runs: list[Run]


async def ledgers(site: Site, request: Request) -> Response:
    """``/ledger``: the documents."""
    return await page(site, request, "ledgers.html", documents=documents.documents(site.base.connection))


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
    return await page(site, request, "ledger.html", document=document, rows=list(rows(spans)))


def rows(spans: Iterable[sqlite3.Row]) -> Iterator[LedgerLine]:
    """Every line of a document, of its spans in order."""
    begun: set[str] = set()
    last = 0
    for number, pieces in groupby(_pieces(spans), key=lambda piece: piece[0]):
        yield from (LedgerLine(blank, []) for blank in range(last + 1, number))
        yield LedgerLine(number, list(_runs(pieces, begun)))
        last = number


def _pieces(spans: Iterable[sqlite3.Row]) -> Iterator[tuple[int, str, str]]:
    """Line, ruling and text of each part of a span; line ends and what is empty are left out."""
    for span in spans:
        for number, text in enumerate(LINE_END.split(span["text"]), start=span["line"]):
            if text:
                yield number, span["ruling"] or "", text


def _runs(pieces: Iterable[tuple[int, str, str]], begun: set[str]) -> Iterator[Run]:
    for ruling, same in groupby(pieces, key=lambda piece: piece[1]):
        yield Run(ruling, bool(ruling) and ruling not in begun, "".join(text for *_, text in same))
        begun.add(ruling)


ROUTES = [(r"/ledger", ledgers), (r"/ledger/(?P<document>[^/]+)", ledger)]
