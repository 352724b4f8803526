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


class _Injected(HTMLParser):
    """Lists what of a page the asker has put into it as markup."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: (value or "").strip().lower() for name, value in attributes}
        addresses = [given.get(name, "") for name in ("href", "src", "action")]
        named = MARK in tag or any(MARK in name or name.startswith("on") for name in given)
        if named or any(each.startswith(("javascript:", "data:text")) for each in addresses):
            self.found.append(self.get_starttag_text() or tag)

    def handle_data(self, data: str) -> None:
        if self.cdata_elem and MARK in data:  # within a script or a style
            self.found.append(data)


def check(asked: str, answer: Answer) -> None:
    """Check that an answer is a page or a refusal, without an element, attribute, script or header of the asker's."""
    assert answer.status in FINE, f"{answer.status} {asked!r}: {answer.text[:300]}"
    if "html" in answer.headers.get("content-type", ""):
        assert _Injected(answer.text).found == [], asked
    assert not any(MARK in name for name in answer.headers), asked
    assert all(part.isprintable() for part in answer.headers.values()), asked
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "Traceback" not in answer.text and "site-packages" not in answer.text, asked


def encoded(text: str) -> str:
    """Text as it stands in an address; what cannot be written in UTF-8 as its bytes."""
    return quote(text.encode("utf-8", "surrogatepass"), safe="")
