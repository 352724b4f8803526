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
from kb.text.search import search_notes
from kb.web import assets, shared
from kb.web.pages.files import SCRIPTS, bundle_of
from kb.web.serve import site
from kb.web.site import site_of
from tests.web.apart import asking, run
from tests.web.conftest import listening

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
    assert kept == {
        *("compare.js", "found.js", "judge.js", "offline.js", "postings.js"),
        *("profile.js", "ranker.js", "reach.js", "served.js", "shared.js", "states.js", "word.js"),
        "words.js",
    }


@pytest.mark.slow
def test_a_facet_is_one_entry(one_more: None, built: str, base: KnowledgeBase) -> None:
    datasette = site(read.find(built))
    get = asking(datasette)
    page = get("/judge").text
    assert '<legend class="visually-hidden">Rule</legend>' in page and "Any rule" in page
    own = pages.values_of_rulings(base.connection, OPTION)
    of_technology = {ruling for ruling, options in own.items() if "technology" in options}
    found = get("/judge/search.json?q=rockets&option=technology&n=100").json()["results"]
    assert (
        {each["id"] for each in found} == {hit.id for hit in base.search("rockets", limit=300)} & of_technology != set()
    )
    assert "Search all rules" in get("/judge?q=rev-sub-2&option=technology").text
    assert (
        "there is no option 'tecnology'; did you mean technology?"
        in get("/judge/search.json?q=a&option=tecnology").text
    )
    served = site_of(datasette)
    assert served is not None
    kept = json.loads(gzip.decompress(run(bundle_of(served)).files["cards"]))
    assert {key for key, each in kept["choices"]["rulings"].items() if each[2]["option"]} == {*own}


def test_a_facet_works_in_the_browser_with_and_without_network(
    one_more: None, built: str, base: KnowledgeBase, browser: Any
) -> None:
    own = pages.values_of_rulings(base.connection, OPTION)
    of_technology = {ruling for ruling, options in own.items() if "technology" in options}
    context = browser.new_context()
    page = context.new_page()
    with listening(site(read.find(built)).app()) as address:
        page.goto(f"{address}/judge?option=technology&game=revised")
        page.locator("#ready", has_text="Ready offline").wait_for()
        online = [card.get_attribute("data-id") for card in page.locator(".card").all()]
    page.goto(f"{address}/judge?option=technology&game=revised&n=10")
    page.locator("#network", has_text="Offline").wait_for()
    offline = [card.get_attribute("data-id") for card in page.locator(".card").all()]
    context.close()
    assert online == offline != [] and set(online) <= of_technology


NOTES = """async ([url, all, titles]) => {
  const { searchNotes } = await import(url);
  return all.map((told) => searchNotes(told, titles));
}"""


def test_the_browser_tells_how_a_question_was_understood_as_the_server_does(browser: Any, live: str) -> None:
    titles = {"old": "The old game", "new": "The new game"}
    some: tuple[list[str], ...] = ([], ["old"], ["old", "new"])
    told = [
        {
            "only": only,
            "named": named,
            "chosen": chosen,
            "searched_for": words,
            "absent": [words] * bool(words),
            "unknown": [words] * len(named),
            "notes": some[-1][: len(only)],
            "also": some[-1][: len(named)],
        }
        for only, named, chosen, words in itertools.product(some, some, (True, False), ("", "a {}"))
    ]
    page = browser.new_page()
    page.goto(f"{live}/judge")
    url = page.locator("script[src*='judge.js']").get_attribute("src").replace("judge.js", "offline.js")
    said = page.evaluate(NOTES, [url, told, titles])
    page.close()
    for each, lines in zip(told, said, strict=True):
        assert lines == search_notes(each, titles)
