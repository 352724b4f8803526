"""Whoosh holds nobody up: it works in a thread, within limits, and what it could not do is told."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from kb.knowledge import KnowledgeBase
from kb.search.query_limits import NOTES
from kb.store import read
from kb.web import async_search
from kb.web.serve import site
from tests.web.apart import run

MARKED = "/judge/search.json?q=%22opening+fire%22+sub"


@pytest.fixture
def own(built: str) -> Any:
    """A Datasette of its own."""
    return site(read.find(built))


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Whoosh does not come to an end before the test does; gives the threads in which it was asked."""
    free = threading.Event()
    asked: list[str] = []

    def matches(*_: object) -> list[tuple[int, float]]:
        asked.append(threading.current_thread().name)
        free.wait(30)
        return []

    monkeypatch.setattr(KnowledgeBase, "matches", matches)
    monkeypatch.setattr(async_search, "DEADLINE", 0.05)
    yield asked
    free.set()


def test_a_query_that_whoosh_is_late_for_gets_the_plain_words_and_is_told_so(own: Any, stuck: list[str]) -> None:
    async def ask() -> list[Any]:
        return [await own.client.get(path) for path in (MARKED, "/judge/search.json?q=opening+fire+sub")]

    late, plain = run(ask())
    told = {"query": '"opening fire" sub', "notes": [NOTES["late"]]}
    assert late.json() == {**plain.json(), **told} and late.json()["results"]
    assert late.headers["cache-control"] == "no-store"
    assert len(stuck) == 1 and stuck[0].startswith("whoosh")


@pytest.mark.slow
def test_the_page_tells_that_whoosh_was_late(own: Any, stuck: list[str]) -> None:
    page = run(own.client.get("/judge?q=%22opening+fire%22+sub")).text
    assert f'<p class="hint notes">{NOTES["late"]}</p>' in page


def test_a_late_answer_is_not_kept(own: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> list[Any]:
        monkeypatch.setattr(async_search, "LIMIT", 1e-9)
        late = await own.client.get(MARKED)
        monkeypatch.setattr(async_search, "LIMIT", 30.0)
        return [late, await own.client.get(MARKED)]

    late, good = (each.json() for each in run(ask()))
    assert late["notes"] == [NOTES["late"]] and good["notes"] == []


def test_others_are_served_while_whoosh_works_and_few_wait_for_it(
    own: Any, stuck: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(async_search, "DEADLINE", 30.0)
    free = [f"{MARKED}&n={number}" for number in range(1, 21)]

    async def ask() -> tuple[list[Any], int]:
        waiting = [asyncio.ensure_future(own.client.get(path)) for path in free]
        refused, held = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        while len(held) > async_search.MOST_WAITING:
            done, held = await asyncio.wait(held, return_when=asyncio.FIRST_COMPLETED)
            refused |= done
        assert (await own.client.get("/judge/search.json?q=tank")).status_code == 200
        for each in held:
            each.cancel()
        return [each.result().json() for each in refused], len(held)

    refused, held = run(ask())
    assert held == async_search.MOST_WAITING
    assert len(refused) == len(free) - held
    assert all(told["notes"] == [NOTES["late"]] for told in refused)


def test_whoosh_stops_by_itself_where_it_finds_much(base: KnowledgeBase) -> None:
    query = base._reader.read("sub* the*")
    with pytest.raises(TimeoutError):
        base.matches(query, 1e-9)
    assert base.matches(query, 60) == base.matches(query) != []


def test_where_whoosh_is_in_time_the_answer_is_the_searchs(
    own: Any, base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(async_search, "LIMIT", 60.0)
    for text in (
        '"opening fire" sub',
        "torped*",
        "kamikazi~",
        "rockets -neutral",
        'section:"opening fire"',
        '"no way buddy" sub',
    ):
        found = run(own.client.get("/judge/search.json", params={"q": text})).json()
        assert found == base.search(text).plain() and found["results"]
