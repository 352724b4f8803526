"""Exports of the build of all tests, and Chromium to print those for paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from kb.files.forms import written
from kb.knowledge import KnowledgeBase

Export = Callable[..., str]


@pytest.fixture(scope="session")
def export(base: KnowledgeBase) -> Export:
    """The text of an export: ``export("booklet", game="revised")``."""

    @cache
    def made(form: str, game: str | None = None) -> str:
        return "".join(written(base, form, game))

    return made


@pytest.fixture
def printed(browser: Any) -> Iterator[Callable[[str], Any]]:
    """Open a page's HTML, shown as it is printed; nothing that is not in it may be asked for."""
    page = browser.new_page()
    page.emulate_media(media="print")

    def opened(html: str) -> Any:
        page.route("**/*", lambda route: route.abort())
        page.on("request", lambda request: asked.append(request.url))
        page.set_content(html)
        return page

    asked: list[str] = []
    yield opened
    page.close()
    assert asked == []
