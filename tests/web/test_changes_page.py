"""The page of changes, its feed as feed readers read it, and the history on the page of a ruling."""

from __future__ import annotations

import calendar
import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any
from xml.etree import ElementTree

import feedparser
import pytest

from kb.store import read
from kb.web.serve import site
from tests.web.apart import Get, asking
from tests.web.conftest import PUBLIC
from tests.web.reading import Page, loads_only_its_own

EDITIONS = """insert into editions values
    ('2031-05-04', '2031-05-04', 'Two & <b>more</b>', 2, 593, 3, 'aa'), ('2031-05-04-2', '2031-05-04', 'Later', 3, 593, 1, 'bb'),
    ('unrecorded', '', '', 4, 593, 1, 'cc')"""
CHANGES = """insert into changes values
    (9001, '2031-05-04', 'ruling', 'rev-sub-2', 'rev-sub-2', '["revised"]', 'answer', 'Never, <i>says</i> he.', 'Yes, says he.'),
    (9002, '2031-05-04', 'ruling', 'rev-sub-99', 'rev-sub-99', '["revised"]', 'id', 'rev-sub-99', ''),
    (9003, '2031-05-04', 'ruling', 'rev-sub-99', 'rev-sub-99', '["revised"]', 'answer', 'Old ' || char(11) || ' words.', ''),
    (9004, '2031-05-04', 'ruling', 'rev-sub-98', 'rev-sub-98', '["revised"]', 'id', 'rev-sub-98', ''),
    (9005, '2031-05-04-2', 'comparison', 'printed-owner/revised/anniversary', null, '["revised","anniversary"]', 'said', '', 'same'),
    (9006, 'unrecorded', 'ruling', 'rev-sub-2', 'rev-sub-2', '["revised"]', 'verdict', 'No.', 'Yes.')"""
WITHDRAWN = """insert into retired values ('rev-sub-99', '2031-05-04', 'it repeated another', null),
    ('rev-sub-98', '2031-05-04', 'it was split', 'rev-sub-2')"""
#: of the editions of the real data the first alone
FIRST = (
    "delete from changes where edition not in (select id from editions order by rowid limit 1)",
    "delete from editions where rowid > (select min(rowid) from editions)",
)
EVERYTHING = (*FIRST, EDITIONS, CHANGES, WITHDRAWN)


def parsed(get: Get, path: str = "/changes.atom", **more: Any) -> Any:
    """The feed as feedparser reads it."""
    response = get(path, **more)
    assert (response.status_code, response.headers["content-type"]) == (200, "application/atom+xml; charset=utf-8")
    found = feedparser.parse(response.content, response_headers=dict(response.headers))
    assert not found.bozo, found.get("bozo_exception")
    assert found.version == "atom10"
    return found


# -- the feed --------------------------------------------------------------------------------------


def test_a_feed_reader_reads_every_recorded_edition_the_newest_first(edited: Callable[..., Get]) -> None:
    get = edited(*EVERYTHING)
    found = parsed(get)
    titles = [unescape(each.title) for each in found.entries]
    assert titles[:2] == ["Later", "Two & <b>more</b>"] and titles[-1] == "The state when this record began"
    days = [calendar.timegm(each.updated_parsed) for each in found.entries]
    assert days == sorted(days, reverse=True) and len(set(days)) == len(days)
    assert found.feed.updated == found.entries[0].updated == "2031-05-04T00:00:01Z"
    ids = [found.feed.id, *(each.id for each in found.entries)]
    assert len(set(ids)) == len(ids) and all(each.startswith("urn:uuid:") for each in ids)
    page = Page(get("/changes").text)
    anchors = {each.attributes["id"] for each in page.all("section")}
    for entry in found.entries:
        address, _, anchor = entry.link.partition("#")
        assert address == f"{PUBLIC}/changes" and anchor in anchors


def test_what_an_entry_says_is_html_with_whole_addresses(edited: Callable[..., Get]) -> None:
    entry = parsed(edited(*EVERYTHING)).entries[1]
    (content,) = entry.content
    assert content.type == "text/html" and entry.summary == "3 rulings"
    page = Page(content.value)
    assert set(page.links()) == {f"{PUBLIC}/r/rev-sub-2", f"{PUBLIC}/r/rev-sub-99"}
    assert "<del>Never</del>" in content.value and "<ins>Yes</ins>" in content.value
    assert "&lt;i&gt;" in content.value and "<i>" not in content.value
    assert "Old  words." in content.value or "Old words." in page.texts("dd")[-1]


@pytest.mark.slow
def test_ids_stay_in_every_build_and_wherever_the_site_stands(edited: Callable[..., Get], built: str, get: Get) -> None:
    one, other = parsed(get), parsed(edited(*EVERYTHING))
    elsewhere = parsed(asking(site(read.find(built), base_url="/x/")), "/changes.atom")
    first = one.entries[-1].id
    assert first == other.entries[-1].id == elsewhere.entries[-1].id
    assert one.feed.id == other.feed.id == elsewhere.feed.id


def test_without_a_public_address_links_are_paths(built: str) -> None:
    get = asking(site(read.find(built), base_url="/x/"))
    root = ElementTree.fromstring(get("/changes.atom").text)
    links = [each.attrib["href"] for each in root.iter("{http://www.w3.org/2005/Atom}link")]
    assert {each.partition("#")[0] for each in links} == {"/x/changes"}, "a link to itself would have to be whole"


def test_without_an_edition_there_is_no_feed_and_the_page_says_so(edited: Callable[..., Get]) -> None:
    get = edited("delete from changes", "delete from editions")
    assert get("/changes.atom").status_code == 404
    assert "No edition is recorded." in Page(get("/changes").text).texts("p")


@pytest.mark.parametrize("path", ["/", "/kb", "/judge", "/ask", "/changes", "/r/rev-sub-2", "/ledger"])
def test_every_page_names_the_feed(get: Get, path: str) -> None:
    feeds = [
        e.attributes for e in Page(get(path).text).all("link") if e.attributes.get("type") == "application/atom+xml"
    ]
    assert [(each["rel"], each["href"]) for each in feeds] == [("alternate", "/changes.atom")]


# -- the pages -------------------------------------------------------------------------------------


def test_the_page_has_every_edition_and_marks_what_differs(edited: Callable[..., Get]) -> None:
    get = edited(*EVERYTHING)
    page = Page(get("/changes").text)
    loads_only_its_own(page)
    assert page.texts("h2")[:3] == ["Not yet recorded", "2031-05-04 Later", "2031-05-04 Two & <b>more</b>"]
    assert page.texts("h3") == [
        *("Verdicts, in our own words (1)", "How games compare (1)", "Withdrawn rulings (2)", "Official words (1)"),
    ]
    assert page.texts("dd")[-2:] == ["Before: Never, <i>says</i> he.", "After: Yes, says he."]
    assert page.texts("del") == ["Never", "<i>", "</i>"] and page.texts("ins") == ["Yes"]
    assert {"/r/rev-sub-99", "/r/rev-sub-2", "/kb/topics/printed-owner"} <= set(page.links())
    assert "/r/rev-sub-98" not in page.links(), "its address leads to its successor"
    told = get("/changes.json").json()["editions"]
    assert [each["id"] for each in told][:3] == ["unrecorded", "2031-05-04-2", "2031-05-04"]
    gone = next(each for each in told[2]["things"] if each["id"] == "rev-sub-98")
    assert (gone["event"], gone["successor"], gone["reason"]) == ("withdrawn", "rev-sub-2", "it was split")


def test_a_ruling_and_a_withdrawn_id_show_their_old_words(edited: Callable[..., Get]) -> None:
    get = edited(*EVERYTHING)
    page = Page(get("/r/rev-sub-2").text)
    assert "History: changed: verdict, not yet recorded" in page.texts("h2")
    assert "Before: Never, <i>says</i> he." in page.texts("dd")
    history = get("/r/rev-sub-2.json").json()["history"]
    assert [(each["edition"], each["event"]) for each in history] == [
        *(("unrecorded", "changed"), ("2031-05-04", "changed"), ("2026-11-22", "given")),
    ]
    assert history[1]["changes"] == [{"field": "answer", "was": "Never, <i>says</i> he.", "now": "Yes, says he."}]
    gone = get("/r/rev-sub-99")
    assert gone.status_code == 410 and re.search(r"Before: Old .*words\.", " ".join(Page(gone.text).texts("dd")))
    assert "/changes#2031-05-04" in Page(gone.text).links()


def test_the_json_of_the_page_is_what_the_command_prints(get: Get, kb_command: Callable[..., Any]) -> None:
    edition = get("/changes.json").json()["editions"][0]
    printed = json.loads(kb_command("changes", "--json").stdout)
    assert {**printed["edition"], "things": printed["things"]} == edition
