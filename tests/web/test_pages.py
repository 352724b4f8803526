"""The pages of scenarios and documents, and positions as boxes with counters."""

from __future__ import annotations

import json
import re
import zlib
from html import unescape

import pytest

from kb.knowledge import KnowledgeBase
from kb.model.corpus import LINE_END
from kb.model.stored import StoredCase
from kb.store.scenarios import scenario
from kb.web.drawing import badges, looks, silhouette
from tests.read_once import boards
from tests.web.apart import Get
from tests.web.reading import Page, loads_only_its_own

# -- scenarios

#: one that belongs to a section alone, with a contrast that changes the position
SECTION = "revised/only-cargo-goes-ashore"


#: one scenario in this number is read
ONE_OF = 15


def cases(base: KnowledgeBase, name: str) -> list[StoredCase]:
    """Return the case of a scenario, then its contrasts."""
    found = scenario(base.connection, name)
    assert found is not None
    return found[1]


@pytest.fixture(scope="module")
def pages(get: Get, base: KnowledgeBase) -> dict[str, Page]:
    """Return the pages of some scenarios."""
    names = [row[0] for row in base.connection.execute("select id from scenarios order by rowid")]
    answers = {name: get(f"/scenario/{name}") for name in dict.fromkeys((SECTION, *names[::ONE_OF]))}
    assert {answer.status_code for answer in answers.values()} == {200}
    return {name: Page(answer.text) for name, answer in answers.items()}


def test_a_scenario_has_a_page_that_leads_to_what_it_proves(
    pages: dict[str, Page], base: KnowledgeBase, get: Get
) -> None:
    titles = dict(base.connection.execute("select id, title from sections").fetchall())
    for name, page in pages.items():
        told = (scenario(base.connection, name) or ())[0]
        assert page.texts("h1") == [told["title"]]
        assert page.texts("p", "came") == [f"✓ as {'ruled' if told['rulings'] else 'printed'}. {name}"]
        assert {f"/r/{ruling}" for ruling in told["rulings"]} <= set(page.links()), name
        assert {titles[each] for each in told["sections"]} <= set(page.texts("a")), name
        loads_only_its_own(page)
    assert get(next(link for link in pages[SECTION].links() if "/sections/" in link)).status_code == 200


def test_every_case_is_drawn_and_every_step_has_what_its_rule_rests_on(
    pages: dict[str, Page], base: KnowledgeBase
) -> None:
    alike = 0
    for name, page in pages.items():
        links, marked = set(page.texts("a")), page.texts("mark")
        steps = [e.text for e in page.all("li") if "ol" in e.around]
        first, *contrasts = cases(base, name)
        for case in (first, *contrasts):
            for step in case["trace"]:
                assert any(told.startswith(step["says"]) for told in steps), (name, step)
                assert {step["rule"], *step["cites"]} - {""} <= links, (name, step)
        drawn = [1 + (each["before"] != each["after"]) for each in (first, *contrasts) if each["before"]]
        assert len(page.all("ul", "board")) == sum(drawn), "a position that does not change is drawn once"
        for contrast in (each for each in contrasts if each["before"] and not each["change"]):
            alike += 1
            own = [line for line in contrast["story"] if line not in first["story"]]
            assert marked and set(own) <= set(marked), "other actions that are done are marked"
    assert alike


# -- positions


def test_whoever_has_units_in_a_picture_has_a_look_and_every_mark_a_symbol(base: KnowledgeBase) -> None:
    rows = base.connection.execute("select cases from scenarios")
    stacks = [
        stack
        for (packed,) in rows
        for *_, before, after in json.loads(zlib.decompress(packed))
        for picture in (before, after)
        for space in json.loads(picture).get("spaces", [])
        for stack in space["units"]
    ]
    assert {stack["power"] for stack in stacks} <= set(looks())
    marks = {mark for stack in stacks for mark in stack["is"]}
    assert {"damaged", "submerged", "airborne", "aboard transport"} <= marks
    assert [mark for mark in marks if not badges([mark])] == []


def test_every_unit_of_every_board_has_a_silhouette() -> None:
    units = {unit.id for board in boards() for unit in board.units}
    assert [unit for unit in sorted(units) if silhouette(unit) != unit] == []


# -- documents


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
    """Return the document's words on a line of the page, without the number and the ids of rulings."""
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
