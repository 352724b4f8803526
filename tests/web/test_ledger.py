"""The documents on screen: every character as received, each ruling's words with a link to it."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from kb.base.model import LINE_END, SpanKind
from kb.knowledge import KnowledgeBase
from kb.web.pages.ledger import LedgerLine, Run, rows
from tests.web.apart import Get

LINE = re.compile(r'<div class="line" id="L(\d+)">(.*?)</div>', re.S)


@pytest.fixture(scope="module")
def documents(base: KnowledgeBase) -> list[str]:
    return [row[0] for row in base.connection.execute("select id from documents order by rowid")]


@pytest.fixture(scope="module")
def shown(get: Get, documents: list[str]) -> dict[str, str]:
    pages = {document: get(f"/ledger/{document}") for document in documents}
    assert {page.status_code for page in pages.values()} == {200}
    return {document: page.text for document, page in pages.items()}


def words(line: str) -> str:
    """The document's words on a line of the page, without the number and the ids of rulings."""
    body = re.sub(r'<a class="number".*?</a>|<b>.*?</b> ', "", line)
    return unescape(re.sub(r"<[^>]+>", "", body))


def test_every_line_is_shown_as_received(shown: dict[str, str], base: KnowledgeBase) -> None:
    for document, page in shown.items():
        texts = base.connection.execute("select text from ledger where document = ? order by start", [document])
        received = LINE_END.split("".join(row[0] for row in texts))
        lines = {int(number): words(line) for number, line in LINE.findall(page)}
        assert list(lines) == list(range(1, len(lines) + 1))
        assert not any("".join(received[len(lines) :]))
        assert list(lines.values()) == received[: len(lines)]


def test_every_ruling_is_named_once_and_its_words_lead_to_it(shown: dict[str, str], base: KnowledgeBase) -> None:
    for document, page in shown.items():
        of = "select id, line_start from rulings where document = ? and id in (select ruling from ledger)"
        wanted = {row["id"]: row["line_start"] for row in base.connection.execute(of, [document])}
        named = {
            (ruling, int(number))
            for number, line in LINE.findall(page)
            for ruling in re.findall(r'<a href="[^"]*/r/[^"]+"><b>([^<]+)</b>', line)
        }
        assert named == set(wanted.items())
        assert set(re.findall(r'<a href="/r/([^"]+)">', page)) == set(wanted)


def test_the_list_leads_to_every_document(get: Get, documents: list[str]) -> None:
    assert re.findall(r'href="/ledger/([^"]+)"', get("/ledger").text) == documents


def test_an_unknown_document_is_told_with_the_nearest(get: Get, documents: list[str]) -> None:
    response = get(f"/ledger/{documents[0]}s")
    assert response.status_code == 404
    assert f"did you mean {documents[0]}" in response.text


def span(line: int, taken_for: SpanKind, name: str, ruling: str | None, text: str) -> Any:
    return {"line": line, "taken_for": taken_for, "name": name, "ruling": ruling, "text": text}


def test_spans_are_cut_at_line_ends_and_joined_by_ruling() -> None:
    found = list(
        rows(
            [
                span(1, SpanKind.RULING, "label", "a-1", "Q. "),
                span(1, SpanKind.RULING, "question", "a-1", "Why\r\nnot?"),
                span(2, SpanKind.NOISE, "list-debris", None, "* "),
                span(2, SpanKind.SPACE, "", None, "\n\n"),
                span(4, SpanKind.RULING, "answer", "a-1", "So."),
            ]
        )
    )
    assert found == [
        LedgerLine(1, [Run("a-1", True, "Q. Why")]),
        LedgerLine(2, [Run("a-1", False, "not?"), Run("", False, "* ")]),
        LedgerLine(3, []),
        LedgerLine(4, [Run("a-1", False, "So.")]),
    ]
