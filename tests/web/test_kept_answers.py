"""Answers that are kept are few, small, and of what was asked for last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from datasette import Request, Response

from kb.caches import Bounds
from kb.store import read
from kb.web import respond
from kb.web.serve import site
from kb.web.site import site_of
from tests.web.apart import run

Ask = Callable[..., str]


@pytest.fixture
def asking(built: str) -> Callable[..., tuple[Ask, list[str]]]:
    """Makes a kept page of so many bytes a path; what was made of it, not kept, is in a list."""
    own = site_of(site(read.find(built)))

    def page(size: int = 10, status: int = 200, most: int = 2, whole: int = 10**6, **how: Any) -> tuple[Ask, list[str]]:
        made: list[str] = []

        @respond.cached(Bounds(most, whole), **how)
        async def answer(_: Any, request: Request) -> Response:
            made.append(request.full_path)
            return Response("ä" * (size // 2), status=status, headers={"etag": request.full_path})

        return lambda path, **headers: run(answer(own, Request.fake(path))), made

    return page


def test_a_page_that_reads_no_parameter_is_made_once(asking: Any) -> None:
    ask, made = asking(most=2)
    for number in range(5):
        ask(f"/a?{number}")
    ask("/b")
    assert made == ["/a?0", "/b?"] or made == ["/a?0", "/b"]
    ask, made = asking(most=2, query=True)
    for path in ("/a?1", "/a?2", "/a?1", "/a?3", "/a?1", "/a?2"):
        ask(path)
    assert made == ["/a?1", "/a?2", "/a?3", "/a?2"]


def test_what_is_kept_has_a_size(asking: Any) -> None:
    ask, made = asking(size=4_000, most=100, whole=12_000)
    for path in ("/a", "/b", "/c", "/b", "/c", "/a"):
        ask(path)
    assert [path[:2] for path in made] == ["/a", "/b", "/c", "/a"]
    ask, made = asking(size=20_000, most=100, whole=12_000)
    ask("/a"), ask("/a")
    assert len(made) == 2


def test_what_was_kept_is_what_was_made(asking: Any) -> None:
    ask, _ = asking(most=2)
    first, again = ask("/a"), ask("/a")
    assert again.body.decode() == (first.body if isinstance(first.body, str) else first.body.decode())
    assert again.headers == first.headers


def test_no_mistake_is_kept(asking: Any) -> None:
    ask, made = asking(most=2, status=404)
    ask("/a"), ask("/a")
    assert len(made) == 2
