"""Requests as no browser sends them, and what must not be found in an answer to one."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from typing import Any, NamedTuple
from urllib.parse import quote

from tests.conftest import ROOT

HOSTILE = json.loads((ROOT / "tests" / "fixtures" / "hostile.json").read_text("utf-8"))
#: a word that is in no document: whatever is found of it was reflected
MARK = "zqx"
FINE = {200, 204, 301, 302, 304, 400, 403, 404, 405, 410, 415, 422}
#: a page and the parameters it may read
PAGES: dict[str, list[str]] = HOSTILE["pages and their parameters"]
OWN, DATASETTES = HOSTILE["pages of this project"], HOSTILE["pages of Datasette"]
#: paths with a place for any text
PLACES = HOSTILE["paths with a place for any text"]


class Answer(NamedTuple):
    """An answer: its status, its headers, its body as text."""

    status: int
    headers: dict[str, str]
    text: str


class Client:
    """Sends requests to an ASGI application byte for byte, from a thread with an event loop of its own."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self._thread = ThreadPoolExecutor(1)
        self._loop = self._thread.submit(asyncio.new_event_loop).result()

    def __call__(self, path: str | bytes, query: str | bytes = b"", method: str = "GET", **headers: str) -> Answer:
        raw, asked = (each if isinstance(each, bytes) else each.encode() for each in (path, query))
        return self._thread.submit(self._loop.run_until_complete, self._ask(raw, asked, method, headers)).result()

    async def _ask(self, path: bytes, query: bytes, method: str, headers: dict[str, str]) -> Answer:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        body = iter([{"type": "http.request", "body": b"", "more_body": False}])

        async def receive() -> Any:
            return next(body, None) or await self._loop.create_future()  # a client that stays, as servers tell it

        named = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "headers": named,
            "path": path.decode("latin-1"),
            "raw_path": path,
            "query_string": query,
        }
        await self._app(scope, receive, send)
        told = {name.decode().lower(): value.decode("latin-1") for name, value in sent[0]["headers"]}
        return Answer(
            sent[0]["status"], told, b"".join(each.get("body", b"") for each in sent[1:]).decode("utf-8", "replace")
        )

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.submit(self._loop.close).result()
        self._thread.shutdown()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.inline: list[str] = []
        self.styled: list[str] = []
        self._in = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if MARK in tag or any(MARK in name or name.startswith("on") for name in given):
            self.found.append(self.get_starttag_text() or tag)
        if any(
            (given.get(name) or "").strip().lower().startswith(("javascript:", "data:text"))
            for name in ("href", "src", "action")
        ):
            self.found.append(self.get_starttag_text() or tag)
        self._in = tag if tag in ("script", "style") and "src" not in given else ""
        if "style" in given:
            self.styled.append(self.get_starttag_text() or tag)

    def handle_data(self, data: str) -> None:
        if self._in == "script":
            self.inline.append(data)
        elif self._in == "style":
            self.styled.append(data)
        if self._in and MARK in data:
            self.found.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._in = ""


def read_html(text: str) -> _Reader:
    """A page with what was ``found`` injected in it, its ``inline`` scripts, and what is ``styled`` inline."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader


def check(asked: str, answer: Answer) -> None:
    """An answer is a page or a refusal; it has no element, attribute, script or header of the asker's."""
    assert answer.status in FINE, f"{answer.status} {asked!r}: {answer.text[:300]}"
    if "html" in answer.headers.get("content-type", ""):
        assert not read_html(answer.text).found, f"{asked!r}: {read_html(answer.text).found}"
    assert not any(MARK in name for name in answer.headers), asked
    assert all(part.isprintable() for part in answer.headers.values()), asked
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "Traceback" not in answer.text and "site-packages" not in answer.text, asked


def encoded(text: str) -> str:
    """Text as it stands in an address; what cannot be written in UTF-8 as its bytes."""
    return quote(text.encode("utf-8", "surrogatepass"), safe="")
