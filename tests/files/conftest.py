"""Exports of the build of all tests."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from kb.files.forms import written
from kb.knowledge import KnowledgeBase

Export = Callable[..., str]


@pytest.fixture(scope="session")
def export(base: KnowledgeBase) -> Export:
    """The text of an export: ``export("opensearch", game="revised")``."""

    @cache
    def made(form: str, game: str | None = None) -> str:
        return "".join(written(base, form, game))

    return made
