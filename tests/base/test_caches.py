"""Nothing in a process grows with what it was asked: every cache is bounded, and listed in one place."""

from __future__ import annotations

import ast
import gc
import random
import re
import string
from collections.abc import Iterator
from typing import Any
from urllib.parse import clear_cache, quote_plus

import pytest

import kb
from kb.base import caches
from kb.base.caches import Cache
from kb.base.errors import QueryError
from kb.search import stems
from kb.search.lexicon import Lexicon
from kb.search.tokens import CHARACTERS, tokens
from kb.store import read
from kb.web.serve import site
from tests.conftest import ROOT
from tests.read_once import modules, nodes
from tests.web.apart import run

#: functions that keep all their answers: of the program's own files or of one build, never of what was asked
OF_THE_PROGRAM = {
    "kb/asking/notation/forms.py:form_of",
    "kb/service/engine_process.py:cases",
    "kb/engine/core/position.py:_layout",
    "kb/base/packing.py:_defaults",
    "kb/base/packing.py:_layout",
    "kb/base/packing.py:_maker",
    "kb/pipeline/kept.py:program",
    "kb/pipeline/scenarios.py:wait",
    "kb/cases/language/vocabulary.py:lexicon_of",
    "kb/cases/language/vocabulary.py:spoken",
    "kb/web/assets.py:_packed",
    "kb/web/assets.py:assets",
    "kb/web/assets.py:release_hash",
    "kb/web/shared.py:load_words",
    "kb/web/drawing/counters.py:symbols",
    "kb/web/drawing/counters.py:looks",
}


def test_the_oldest_entry_goes_first() -> None:
    cache = Cache(2)
    cache.put("a", 1), cache.put("b", 2), cache.put("a", 3), cache.put("c", 4)
    assert dict(cache) == {"b": 2, "c": 4} and cache.get("a") is None


def test_every_function_that_keeps_answers_is_bounded_here_or_keeps_what_the_program_has() -> None:
    unbounded = set()
    for path in modules():
        for node in nodes(path):
            for decorator in getattr(node, "decorator_list", ()):
                how = ast.unparse(decorator)
                # a cached property is one value of its object
                if re.search(r"\bcache\b|lru_cache|cached(?!_property)", how) and "caches." not in how:
                    unbounded.add(f"{path.relative_to(ROOT).as_posix()}:{node.name}")  # type: ignore[attr-defined]
    assert unbounded == OF_THE_PROGRAM


def test_each_bound_is_used_and_positive() -> None:
    text = "".join(path.read_text("utf-8") for path in modules() if path.name != "caches.py")
    bounds = {name: each for name, each in vars(caches).items() if isinstance(each, int) and name != "TYPE_CHECKING"}
    assert [name for name in bounds if f"caches.{name}" not in text] == []
    assert bounds and all(0 < each <= 20_000 for each in bounds.values())
    assert stems._stem.cache_parameters()["maxsize"] == caches.STEMS


def held(mark: str) -> int:
    """How many strings with a mark containers of this process hold."""
    gc.collect()
    found: set[int] = set()
    for container in gc.get_objects():
        if isinstance(container, dict):
            found.update(id(each) for each in [*container, *container.values()] if marked(each, mark))
        elif isinstance(container, (list, tuple, set, frozenset)):
            found.update(id(each) for each in container if marked(each, mark))
    return len(found)


def marked(each: Any, mark: str) -> bool:
    return isinstance(each, str) and mark in each


def invented(mark: str, many: int) -> Iterator[str]:
    chance = random.Random(mark)
    for _ in range(many):
        yield " ".join(mark + "".join(chance.choices(string.ascii_lowercase, k=6)) for _ in range(20))


@pytest.mark.slow
def test_a_base_keeps_nothing_of_words_that_it_does_not_have(built: str) -> None:
    stems._stem.cache_clear()
    with kb.open(built) as base:
        for text in invented("qzj", 100):
            base.search(text)
            base.search(f"{text[:60]} {text.split()[3]}* {text.split()[4]}~", synonyms=False)
            with pytest.raises(QueryError):
                base.search(f"kind:{text.split()[5]}")
        stems._stem.cache_clear()
        assert held("qzj") < 10


@pytest.mark.slow
def test_a_server_keeps_no_more_of_what_it_was_asked_than_its_bounds(
    built: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caches, "Cache", lambda entries: Cache(5))
    served = site(read.find(built))
    pages = [
        "/judge/search.json?q={}",
        "/judge?q={}",
        "/judge?part=results&q={}",
        "/judge?game={}",
        "/r/{}",
        "/ledger/{}",
        "/scenario/revised/{}",
        "/kb/rulings.json?_search={}",
        "/kb/search.json?q={}",
        "/kb/games.json?id={}",
    ]

    async def ask() -> None:
        for text in invented("qzk", 40):
            for page in pages:
                await served.client.get(page.format(quote_plus(text[:200])))

    run(ask())
    stems._stem.cache_clear()
    clear_cache()  # urllib's own, of 128 addresses
    assert held("qzk") < 60


def test_characters_are_not_kept() -> None:
    before = len(CHARACTERS)
    tokens("".join(map(chr, range(0x3400, 0x3800))))
    assert len(CHARACTERS) == before


def test_the_statements_of_a_connection_are_few(built: str) -> None:
    statements: set[str] = set()
    with kb.open(built) as base:
        real = base.connection

        class Told:
            def execute(self, sql: str, *values: Any) -> Any:
                statements.add(sql)
                return real.execute(sql, *values)

        base._reader.connection = base._ranker._connection = Told()  # type: ignore[assignment]
        words = [row[0] for row in real.execute("select word from words limit 350")]
        for many in range(1, 350, 7):
            base.search(" ".join(words[:many])[:2_000])
    assert len(statements) < 80


def test_a_lexicon_keeps_the_terms_of_few_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caches, "TERMS", 5)
    words = Lexicon()
    for text in invented("qzl", 40):
        assert words.terms(text) == words.terms(text)
    assert len(words._terms) <= 5
