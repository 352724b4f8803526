"""What pages and their scripts spell alike is written once, and a facet of the judge's page is one entry of a list."""

from __future__ import annotations

import gzip
import itertools
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from kb.knowledge import KnowledgeBase
from kb.store import pages, read
from kb.store.tables import facets
from kb.web import assets, shared
from kb.web.pages.files import SCRIPTS, bundle_of
from kb.web.serve import site
from kb.web.site import site_of
from tests.web.apart import asking, run

COMMENT = re.compile(r"\s*(/?\*|//)")
OPTIONS = next(each for each in facets.FACETS if each.name == "option")
BUTTONS = facets.Buttons("Rule", "Any rule", "Search all rules")
OPTION = facets.Facet("option", OPTIONS.values, "", rows=OPTIONS.rows, pairs=OPTIONS.pairs, buttons=BUTTONS)


@pytest.fixture
def one_more(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A facet more: rulings by the options that they depend on."""
    monkeypatch.setattr(shared, "FACETS", (*shared.FACETS, OPTION))
    for each in (assets.assets, assets.release_hash):
        each.cache_clear()
    yield
    for each in (assets.assets, assets.release_hash):
        each.cache_clear()


def texts(value: Any) -> Iterator[str]:
    """The texts in a value of :func:`kb.web.shared.values`, keys left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from itertools.chain.from_iterable(map(texts, value.values()))
    elif isinstance(value, list | tuple):
        yield from itertools.chain.from_iterable(map(texts, value))


def test_no_script_spells_what_is_shared() -> None:
    long = {text for text in texts(shared.values()) if len(text) > 7 and not text.isalpha()}
    assert "Search all phases" in long and shared.BUILD_HEADER in long
    for name, asset in assets.assets().items():
        if name.endswith(".js") and name != "shared.js":
            script = "\n".join(line for line in asset.content.decode().splitlines() if not COMMENT.match(line))
            assert [text for text in long if text in script] == [], name


def test_the_spaces_are_those_of_python() -> None:
    spaces = {chr(code) for code in range(0x110000) if chr(code).isspace()}
    assert spaces == set(json.loads(f'"{shared.SPACES}"'))


def test_what_a_script_imports_is_kept_with_it() -> None:
    kept = {name for script in SCRIPTS for name in assets.with_imports(script)}
    others = {"offline.js", "profile.js", "reach.js", "served.js", "shared.js"}
    assert kept == {"compare.js", "judge.js", *others}


def test_a_facet_is_one_entry(one_more: None, built: str, base: KnowledgeBase) -> None:
    datasette = site(read.find(built))
    get = asking(datasette)
    page = get("/judge").text
    assert '<legend class="visually-hidden">Rule</legend>' in page and "Any rule" in page
    own = pages.values_of_rulings(base.connection, OPTION)
    of_technology = {ruling for ruling, options in own.items() if "technology" in options}
    found = get("/judge/search.json?q=rockets&option=technology&n=100").json()["rulings"]
    every = {hit.id for hit in base.search("rockets", limit=300).rulings}
    assert {each["id"] for each in found} == every & of_technology != set()
    assert "Search all rules" in get("/judge?q=rev-sub-2&option=technology").text
    assert (
        "there is no option 'tecnology'; did you mean technology?"
        in get("/judge/search.json?q=a&option=tecnology").text
    )
    served = site_of(datasette)
    assert served is not None
    kept = json.loads(gzip.decompress(run(bundle_of(served)).files["cards"]))
    assert {key for key, each in kept["choices"]["rulings"].items() if each[2]["option"]} == {*own}
