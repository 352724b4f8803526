"""The page of a ruling: everything that is known of it, in the official words, under an address for life."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable
from typing import Any

import pytest

from kb.base.errors import BadInput
from kb.knowledge import KnowledgeBase
from kb.service.look_up import contents, statement
from kb.store import read, scenarios
from kb.text import ruling as wording
from kb.text.search import CONFIDENCE, label
from kb.web.render import marked, official
from kb.web.serve import site
from tests.conftest import Sample
from tests.web.apart import Get, asking
from tests.web.conftest import PUBLIC
from tests.web.reading import Page, loads_only_its_own

Record = dict[str, Any]
Shown = list[tuple[Record, Page]]
NAMED = {"e99-sub-7", "rev-sub-1", "rev-sub-2"}


@pytest.fixture(scope="module")
def shown(get: Get, base: KnowledgeBase, sample: Sample) -> Shown:
    """Return every ruling with its page; in the fast lane a sample, and those that tests name."""
    out = []
    records = list(base.rulings())
    sampled = {record["id"] for record in sample(records)} | NAMED
    for record in (each for each in records if each["id"] in sampled):
        response = get(f"/r/{record['id']}")
        assert response.status_code == 200, (record["id"], response.text[:500])
        out.append((record, Page(response.text)))
    return out


def one(shown: Shown, of: str) -> tuple[Record, Page]:
    return next((record, page) for record, page in shown if record["id"] == of)


def test_the_question_stands_before_its_verdict(shown: Shown, base: KnowledgeBase) -> None:
    years = dict(base.connection.execute("select id, year from games").fetchall())
    for record, page in shown:
        (verdict,) = page.texts("h1")
        assert verdict == wording.headline(record, years[record["game"]]), record["id"]
        told = [(each.tag, each.classes) for each in page.elements]
        asked = ("p", ["question"])
        assert (asked in told) == (record["question"] != record["heading"]), record["id"]
        assert asked not in told or told.index(asked) < told.index(("h1", ["verdict"]))


def warned(page: Page) -> list[str]:
    return [e.text for e in page.all("p", "note") if "hidden" not in e.attributes]


def test_the_page_says_what_is_chosen_and_what_that_means(shown: Shown, get: Get, base: KnowledgeBase) -> None:
    titles = dict(base.connection.execute("select id, title from options").fetchall())
    dependent = [(record, page) for record, page in shown if record["depends_on"]]
    assert dependent
    for record, plain in dependent[:5]:
        option, ruling = record["depends_on"][0], record["id"]
        page = Page(get(f"/r/{ruling}?off={option}&fbclid=1").text)
        assert f"Chosen: not in force: {titles[option]}" in page.texts("p")
        assert warned(page) == [f"Not in force here: {titles[option]} is off."]
        assert warned(Page(get(f"/r/{ruling}?on={option}").text)) == []
        assert not plain.all("div", "chosen") and warned(plain) == []
        assert Page(get(f"/r/{ruling}").text).elements == plain.elements


def test_the_official_words_are_unchanged(shown: Shown, base: KnowledgeBase) -> None:
    texts = {row[0]: row[1:] for row in base.connection.execute("select id, question_text, answer_text from rulings")}
    for record, page in shown:
        question, answer = texts[record["id"]]
        assert page.texts("blockquote", "official") == [answer], record["id"]
        asked = [question] if record["question"] != record["heading"] else []
        assert page.texts("p", "question") == asked, record["id"]


def test_everything_that_is_known_is_on_the_page(shown: Shown, get: Get, base: KnowledgeBase) -> None:
    titles = dict(base.connection.execute("select id, title from options").fetchall())
    years = dict(base.connection.execute("select id, year from games").fetchall())
    related = ("supersedes", "superseded_by", "restates", "see_also", "tension")
    for record, page in shown:
        links, others = page.links(), [each["id"] for key in related for each in record[key]]
        others += [*record["children"], *filter(None, [record["parent"]])]
        expected = [
            wording.lines(record),
            *(
                f"{each['title']}{marked(wording.page(each))} ({each['role']}: {each['evidence']})"
                for each in record["sections"]
            ),
            *(words for each in record["amendments"] for words in (each["old"], each["new"])),
            *(f"{each['says']} {' '.join(each['rulings'])} {wording.grounds(each)}" for each in record["elsewhere"]),
            *(wording.compared(each) for each in record["elsewhere"]),
            *(f"{each['rule']}: {each['about']}" for each in record["rules"]),
            *map(wording.rule_marks, record["rules"]),
            *(f"nly where this is played: {titles[option]} ({option})" for option in record["depends_on"]),
            *(wording.printing(years[record["game"]], each) for each in record["printings"]),
            *(each["taken"] for each in record["readings"]),
            *(base.ruling(each)["verdict"] for each in others),
            wording.proof(record),
            *(
                f"“{each['words']}” {wording.claim_proof(each)}: {each['scenario'] or each['reason']}"
                for each in record["claims"]
            ),
            *(wording.WHAT_BY_DICE_MEANS for each in record["claims"] if each["shown_by"] == wording.DICE),
        ]
        told = " ".join([*page.texts("main"), *(each.attributes.get("title", "") for each in page.all("a"))]).lower()
        assert [each for each in expected if " ".join(each.split()).lower() not in told] == [], record["id"]
        assert {f"/ledger/{record['document']}#L{record['line_start']}", *(f"/r/{each}" for each in others)} <= set(
            links
        )
    _, page = one(shown, "rev-sub-2")
    for table in ("/sections/", "/rules/"):
        assert get(next(link for link in page.links() if table in link)).status_code == 200


def test_a_contrast_and_its_decisive_change_are_shown(shown: Shown, base: KnowledgeBase) -> None:
    _, page = one(shown, "rev-sub-2")
    assert "But: A transport alone is gone before it can fire." in page.texts("h4")
    assert page.texts("mark") == ["Sea zone 5: the United Kingdom has no destroyer and one transport."]
    assert len(page.all("ul", "board")) == 4
    for record, page in shown:
        for each in record["scenarios"]:
            for contrast in scenarios.scenario(base.connection, each["id"])[1][1:]:
                assert set(contrast["change"]) <= set(page.texts("mark")), each["id"]


# -- the words of documents


HOSTILE = (
    """<script>alert(1)</script> & &amp; "quoted" <b onclick="x">*stress*</b> [x](javascript:1) ![i](http://e/x)"""
)


def test_stored_text_is_never_a_tag(edited: Callable[..., Get], base: KnowledgeBase) -> None:
    told = HOSTILE.replace("'", "''")
    cases = json.dumps([[HOSTILE, [HOSTILE], [HOSTILE], True, json.dumps([[0, HOSTILE]]), "{}", "{}"]])
    columns = ("question", "answer", "verdict", "heading", "answer_text")
    record = base.ruling("rev-sub-2") | dict.fromkeys(columns[:-1], HOSTILE)
    get = edited(
        *(f"update rulings set {column} = '{told}' where id = 'rev-sub-2'" for column in columns),
        f"update records set record = x'{zlib.compress(json.dumps(record).encode()).hex()}' where id = 'rev-sub-2'",
        f"update documents set title = '{told}'",
        f"update sections set title = '{told}'",
        f"update scenarios set cases = x'{zlib.compress(cases.encode()).hex()}'",
    )
    page = Page(get("/r/rev-sub-2").text)
    loads_only_its_own(page)
    assert page.texts("blockquote") == [HOSTILE.replace("*", "")]
    assert not [e for e in page.all("b") if "onclick" in e.attributes] and not page.all("img")
    assert page.meta("og:title") == HOSTILE
    assert HOSTILE in [e.text for e in page.all("li") if "ol" in e.around]


def test_a_superseded_ruling_is_marked_on_its_card(edited: Callable[..., Get], base: KnowledgeBase) -> None:
    record = base.ruling("rev-sub-2") | {"superseded_by": [{"id": "rev-sub-1", "note": "it was changed"}]}
    stored = zlib.compress(json.dumps(record).encode()).hex()
    get = edited(f"update records set record = x'{stored}' where id = 'rev-sub-2'")
    assert "Superseded by rev-sub-1: it was changed." in Page(get("/judge?q=rev-sub-2").text).texts("p", "off")


def test_only_the_marks_of_stored_text_are_read() -> None:
    assert official("a **b** *c*\n\n1. one\n2. two") == (
        "<p>a <strong>b</strong> <em>c</em></p>\n<ol>\n<li>one</li>\n<li>two</li>\n</ol>\n"
    )
    for plain in ("# a", "    a b", "[a](http://b)", "`a`", "> a", "http://a", "&copy;", "<http://a>", "a\\*b", "---"):
        assert Page(f"<main>{official(plain)}</main>").texts("main") == [" ".join(plain.split())]
        assert {e.tag for e in Page(f"<main>{official(plain)}</main>").elements} <= {"main", "p"}
    assert "style" not in official("| a |\n|--:|\n| 1 |")


# -- addresses


def test_json_is_the_record_of_the_library(get: Get, base: KnowledgeBase) -> None:
    for ruling in base.ids():
        response = get(f"/r/{ruling}.json")
        told = response.json()
        assert (told.pop("permalink"), told.pop("digest")) == (f"{PUBLIC}/r/{ruling}", base.build.digest)
        assert told == base.ruling(ruling)
        assert response.headers["access-control-allow-origin"] == "*"


def test_an_id_alone_leads_to_its_page_and_one_that_never_was_to_near_misses(get: Get) -> None:
    for written, own in (("/REV_SUB_2", "/r/rev-sub-2"), ("/r/%20rev-sub2.json", "/r/rev-sub-2.json")):
        assert (get(written).status_code, get(written).headers["location"]) == (301, own)
    assert "There is no such page" in get("/nope").text
    assert get("/rev-sub-99").status_code == get("/kb/rev-sub-2").status_code == 404
    response, told = get("/r/rev-sub-99"), get("/r/rev-sub-99.json")
    page = Page(response.text)
    again = get("/r/rev-sub-99", headers={"if-none-match": response.headers["etag"]})
    assert response.status_code == told.status_code == again.status_code == 404
    assert "There is no ruling 'rev-sub-99'." in page.texts("p")
    assert {"/r/rev-sub-9", "/judge"} <= set(page.links())
    assert "there is no ruling 'rev-sub-99'" in told.json()["error"]


def test_a_mistake_is_reported_to_the_address_of_the_operator(built: str, get: Get) -> None:
    address = "https://example.org/new?title={id}&build={build}"
    ours = asking(site(read.find(built), report_url=address))
    for path, name in (("/r/rev-sub-2", "rev-sub-2"), ("/rule/revised/tanks-blitz", "revised%2Ftanks-blitz")):
        links = Page(ours(path).text).links()
        build = read.find(built).digest[:12]
        assert links[f"https://example.org/new?title={name}&build={build}"] == "Report a mistake", path
        assert "Report a mistake" not in get(path).text
    with pytest.raises(BadInput, match="--report-url is not a web or mail address"):
        site(read.find(built), report_url="javascript:alert(1)")


# -- statements and previews


def test_the_page_of_a_statement_shows_everything_that_is_known(get: Get, base: KnowledgeBase) -> None:
    ranked = base.connection.execute("select id from statements where position > 0 order by id").fetchall()
    for (name,) in ranked[::25]:
        found, response = statement(base, name), get(f"/rule/{name}")
        assert response.status_code == 200, name
        page = Page(response.text)
        assert page.texts("h1") == [found["says"]]
        assert page.texts("p", "source") == [
            f"{marked(label(name, found['section'], found['ruling']))} · {CONFIDENCE[found['confidence']]}"
        ]
        links = set(page.links())
        assert {f"/r/{each['id']}" for each in found["rulings"]} <= links
        assert not found["scenario"] or f"/scenario/{found['scenario']}" in links
        loads_only_its_own(page)


def test_another_spelling_of_a_statement_leads_to_the_address_and_near_misses_are_named(get: Get) -> None:
    response = get("/rule/Revised/Only-Submarines-Submerge")
    assert (response.status_code, response.headers["location"]) == (301, "/rule/revised/only-submarines-submerge")
    missing = get("/rule/revised/submarines-submerge")
    assert missing.status_code == 404 and "revised/only-submarines-submerge" in missing.text


def test_the_contents_of_a_game_have_all_its_rulings_and_statements(get: Get, base: KnowledgeBase) -> None:
    assert get("/r").headers["location"] == "/g" and "/g/revised" in Page(get("/g").text).links()
    assert (get("/g/rev").status_code, get("/g/rev").headers["location"]) == (301, "/g/revised")
    assert get("/g/nosuch").status_code == 404
    text = get("/g/revised").text
    page, book = Page(text), text.partition('id="book"')[2].partition('id="charts"')[0]
    parts = [part for each in contents(base, "revised")["sections"] for part in (*each["statements"], each)]
    ruled = [ruling["id"] for part in parts for ruling in part.get("ruled_by", part.get("rulings"))]
    assert re.findall(r'href="/r/([^"]+)"', book) == ruled, "each below its statement, as kb sections prints them"
    ranked = "select id from statements where game = 'revised' and position > 0 and id not like 'not-in:%'"
    shown = [f"/r/{each['id']}" for each in base.rulings("revised")]
    shown += [f"/rule/{row[0]}" for row in base.connection.execute(ranked)]
    assert set(shown) <= set(page.links())
    assert page.texts("h3")[:2] == ["Errata", "Map"], "in the order of the document"
    loads_only_its_own(page)


SITE = "Rulings for Axis & Allies games"


#: one page of each kind: its address, what its title begins with, and words of its description
PAGES = [
    ("/judge", "Axis & Allies rulings", "Type a question"),
    ("/judge?q=does+the+destroyer+get+to+shoot+back", "does the destroyer", "Revised: A destroyer that an attacking"),
    ("/r/rev-sub-2", "A destroyer that", "Axis & Allies Revised, rev-sub-2. Official answer: Yes."),
    ("/r/e40-scr-1", "2010: Planes may scramble", "e40-scr-1. Official answer: No."),
    ("/rule/revised/only-submarines-submerge", "", "Axis & Allies Revised: "),
    ("/g/revised", "Axis & Allies Revised", "its rulings by heading and its rule book by section"),
    ("/scenario/revised/destroyer-hit-shoots-back", "A destroyer hit in", "played to prove rev-sub-2: Round 1"),
    ("/ledger", "The documents", "Every line of every document"),
    ("/ledger/revised-faq", "Axis & Allies Revised FAQ", "Revised, 2010-04-21"),
    ("/ask", "Ask with the board", "Set up a position by taps"),
]


@pytest.mark.parametrize(("path", "title", "about"), PAGES, ids=[path for path, *_ in PAGES])
def test_each_kind_of_page_says_what_it_is(get: Get, path: str, title: str, about: str) -> None:
    page = Page(get(path).text)
    assert page.meta("og:title").startswith(title) and page.meta("og:title")
    assert about in page.meta("og:description") and 10 < len(page.meta("og:description")) <= 500
    assert page.meta("description") == page.meta("og:description")
    assert page.meta("og:site_name") == SITE and page.meta("og:type") in ("article", "website")
    address = page.meta("og:url")
    assert address == PUBLIC + (path if path.startswith("/judge") else path.partition("?")[0])
