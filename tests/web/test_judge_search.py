"""The judge's page finds the same rulings as ``kb search`` and says how the question was understood."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from kb.knowledge import KnowledgeBase
from kb.text.search import grouped, remarks
from kb.web.shared import SHOWN
from tests.conftest import Run
from tests.web.apart import Get
from tests.web.judge_html import cards, ids, shown

QUESTIONS = (
    "can a sub hit a plane",
    "u-boat vs tin can",
    "destryer",
    '"opening fire"',
    "kind:erratum",
    "rev-sub-2",
    "xyzzy",
)


def test_the_page_offers_every_edition_phase_and_option(get: Get, base: KnowledgeBase) -> None:
    html = get("/judge").text
    for table, name in (("games", "game"), ("phases", "phase")):
        for row in base.connection.execute(f"select id from {table}"):
            assert f'name="{name}" value="{row["id"]}"' in html
    for row in base.connection.execute("select id, title from options"):
        assert {f'name="option.{row["id"]}" value="{state}"' in html for state in ("", "on", "off")} == {True}
        assert f"<legend>{row['title']}</legend>" in html


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("game", ["", "revised"])
def test_the_page_finds_what_the_library_finds(get: Get, base: KnowledgeBase, question: str, game: str) -> None:
    found = base.search(question, game=game or None)
    expected = [hit.id for hit in found.rulings[:SHOWN]]
    response = get("/judge", params={"q": question, "game": game})
    assert response.status_code == 200
    assert ids(response.text) == expected
    fragment = get("/judge", params={"q": question, "game": game, "part": "results"}).text
    assert ids(fragment) == expected
    assert "<html" not in fragment
    said = {listed for listed, _ in grouped(found.rules, base.short_titles, SHOWN)}
    assert {unescape(each) for each in re.findall(r'<a class="says"[^>]*>([^<]*)</a>', fragment)} == said
    assert all(f">{other}</a>" in fragment for other in found.elsewhere)
    assert all(line in unescape(fragment) for line in remarks(found))


@pytest.mark.parametrize("question", [question for question in QUESTIONS if question != "xyzzy"])
def test_the_json_is_what_the_command_prints(get: Get, kb_command: Run, question: str) -> None:
    assert get("/judge/search.json", params={"q": question}).json() == json.loads(
        kb_command("search", "--json", question).stdout
    )


def test_the_json_is_as_long_as_asked_and_readable_elsewhere(get: Get) -> None:
    found = get("/judge/search.json?q=rev-sub-2&n=3&phase=combat&off=technology").json()
    assert [row["id"] for row in found["rulings"]] == ["rev-sub-2"]
    response = get("/judge/search.json?q=kind:erratum&n=3&game=revised")
    assert len(response.json()["rulings"]) == 3
    assert {row["game"] for row in response.json()["rulings"]} == {"revised"}
    assert response.headers["access-control-allow-origin"] == "*"


def test_a_card_says_verdict_game_question_official_words_source_and_proof_in_this_order(
    get: Get, base: KnowledgeBase
) -> None:
    ruling = base.ruling("rev-sub-2")
    card = shown(cards(get("/judge?q=rev-sub-2").text)["rev-sub-2"])
    parts = (
        ruling["verdict"],
        "Revised · Submarines",
        "My sub attacks an enemy destroyer and hits it in the Opening Fire step.",
        "Official answer · Axis & Allies Revised FAQ, 2010-04-21, approved by Larry Harris,",
        f"lines {ruling['line_start']}-{ruling['line_end']}",
        "Combat step 3: remove Opening Fire casualties, page 15 (estimated)",
        "Played: 1 case, 1 contrast",
        "Round 1, Germany's turn, Conduct Combat.",
        "Other games: ",
    )
    places = [card.find(part) for part in parts]
    assert -1 not in places, parts[places.index(-1)]
    assert places == sorted(places)


def button_set(html: str) -> str:
    """The edition whose button is set."""
    (told,) = re.findall(r'name="game" value="([^"]*)" checked', html)
    return str(told)


def test_the_edition_that_a_question_names_sets_its_button_and_can_be_taken_away(get: Get, base: KnowledgeBase) -> None:
    html = get("/judge?q=aa50+submarines+submerge").text
    assert button_set(html) == "anniversary"
    assert ids(html) == [hit.id for hit in base.search("aa50 submarines submerge").rulings[:SHOWN]]
    assert {ruling[:4] for ruling in ids(html)} == {"ann-"}
    assert "Only Anniversary: the query names it All editions" in shown(html)
    every = "/judge?q=aa50+submarines+submerge&all=1"
    assert every.replace("&", "&amp;") in html
    wide = get(every).text
    assert button_set(wide) == ""
    assert ids(wide) == [hit.id for hit in base.search("aa50 submarines submerge", all_games=True).rulings[:SHOWN]]
    told = "All games, although the query names Anniversary As the question says"
    assert told in shown(wide) and 'href="/judge?q=aa50+submarines+submerge&amp;all=0"' in wide
    assert get(f"{every}&n=10").text.count("&amp;all=1&amp;n=20") == 1, "more rulings of all editions"


def test_an_edition_that_is_typed_wins_over_the_one_that_was_chosen_and_is_one_tap_away_from_it(get: Get) -> None:
    html = get("/judge?q=aa50+submarines&game=revised").text
    assert button_set(html) == "revised", "for the next question"
    assert {ruling[:4] for ruling in ids(html)} == {"ann-"}
    assert "Only Anniversary: the query names it All editions · Ask of Revised" in shown(html)
    assert "game=revised" not in "".join(cards(html).values()), "their links say nothing of another edition"
    back = "/judge?q=aa50+submarines&amp;chosen=1&amp;game=revised"
    assert f'href="{back}"' in html
    kept = get(back.replace("&amp;", "&")).text
    assert {ruling[:4] for ruling in ids(kept)} == {"rev-"}
    assert "Only Revised, which was chosen; the query names Anniversary As the question says" in shown(kept)
    assert 'href="/judge?q=aa50+submarines&amp;game=revised"' in kept
    assert "&amp;chosen=1&amp;n=10&amp;" in kept
    pressed = get("/judge?named=anniversary&game=revised&q=aa50+submarines").text
    assert {ruling[:4] for ruling in ids(pressed)} == {"rev-"}, "pressed after the question had set another"


def test_the_game_of_programs_is_kept_to_whatever_the_question_names(get: Get) -> None:
    for path in ("/judge/search.json?q=aa50+submarines&game=revised", "/api/v1/search?q=aa50+submarines&game=revised"):
        assert {row["game"] for row in get(path).json()["rulings"]} == {"revised"}


def test_a_button_that_the_last_question_had_set_was_not_chosen(get: Get) -> None:
    form = "/judge?named=anniversary&game="
    assert 'type="hidden" name="named" value="anniversary"' in get("/judge?q=aa50+submarines").text
    assert button_set(get(f"{form}anniversary&q=submarines").text) == ""
    assert button_set(get(f"{form}revised&q=submarines").text) == "revised"
    assert button_set(get(f"{form}&q=aa50+submarines").text) == "", "all editions were chosen instead"
    both = get("/judge?named=europe-1940&game=europe-1940&printing=2012&q=submarines")
    assert button_set(both.text) == "europe-1940", "a printing of it was chosen"


def test_what_no_ruling_knows_and_a_game_that_is_not_here_are_told(get: Get) -> None:
    assert "Unknown words: blorpfest" in shown(get("/judge?q=blorpfest+submerge").text)
    nothing = get("/judge?q=1942+second+edition+submerge").text
    assert "Nothing here is about Axis & Allies 1942 Second Edition." in shown(nothing)
    assert (ids(nothing), "<h2>Rule book</h2>" in nothing) == ([], False)
    assert "No close match; the nearest are:" in shown(get("/judge?q=who+controls+the+panama+canal+lock+keeper").text)


def test_an_edition_or_a_phase_alone_gives_all_it_has_in_reading_order(get: Get, base: KnowledgeBase) -> None:
    rows = base.connection.execute(
        "select id from rulings join ruling_phases on ruling = id where game = 'revised' and phase = 'income' order by position"
    )
    assert ids(get("/judge?game=revised&phase=income&n=100").text) == [row["id"] for row in rows]
    assert ids(get("/judge").text) == []


@pytest.mark.parametrize(
    "query", ["gmae=revised", "game=revized", "off=tech", "phase=x", "printing=2012", "game=revised&game=revised"]
)
def test_what_nobody_can_mean_is_one_friendly_line_of_json(get: Get, query: str) -> None:
    response = get(f"/judge/search.json?q=sub&{query}")
    assert response.status_code == 400
    assert response.json()["ok"] is False
    assert response.json()["error"]


@pytest.mark.parametrize("path", ["/judge", "/r/rev-sub-2"])
@pytest.mark.parametrize("query", ["game=revised&game=revised", "on=technology&off=technology"])
def test_what_says_two_things_is_one_friendly_line(get: Get, path: str, query: str) -> None:
    response = get(f"{path}?{query}")
    assert response.status_code == 400
    assert "Traceback" not in response.text and "That did not work" in response.text


@pytest.mark.parametrize("path", ["/judge?q=sub", "/r/rev-sub-2?"])
@pytest.mark.parametrize("name", ["fbclid", "utm_source", "gmae", "option.nosuch"])
def test_names_that_others_put_into_a_link_change_nothing(get: Get, path: str, name: str) -> None:
    def read(text: str) -> str:
        return re.sub(r'data-asked="[^"]*"', "", text)

    plain, more = get(path), get(f"{path}&{name}=x")
    assert more.status_code == 200 and read(more.text) == read(plain.text)


@pytest.mark.parametrize("path", ["/judge?q=sub", "/judge?q=sub&part=results", "/r/rev-sub-2?"])
@pytest.mark.parametrize(
    ("query", "what"),
    [
        ("game=revized", "edition 'revized'"),
        ("off=tech", "option 'tech'"),
        ("on=tech", "option 'tech'"),
        ("phase=x", "phase 'x'"),
        ("printing=2012", "printing '2012'"),
    ],
)
def test_a_choice_that_is_not_known_any_more_is_told_and_left_out(get: Get, path: str, query: str, what: str) -> None:
    response = get(f"{path}&{query}&on=global")
    assert response.status_code == 200
    assert f"This link names the {what}, which is not known here. It is left out." in shown(response.text)
    assert "part=results" in path or "Global game" in shown(response.text)


@pytest.mark.parametrize("number", ["0", "101", "-1", "x", "1e3", "9" * 500, "٣"])
def test_a_number_of_rulings_is_a_number(get: Get, number: str) -> None:
    assert get("/judge/search.json", params={"q": "sub", "n": number}).status_code == 400


def test_what_is_not_in_force_comes_last_and_says_so(get: Get, base: KnowledgeBase) -> None:
    needs = {row[0] for row in base.connection.execute("select ruling from ruling_options where option = 'technology'")}
    plain = [
        row["id"] for row in get("/judge/search.json?q=industrial+technology&game=revised&n=100").json()["rulings"]
    ]
    assert plain[0] in needs
    found = get("/judge/search.json?q=industrial+technology&game=revised&n=100&off=technology").json()["rulings"]
    order = [row["id"] for row in found]
    assert order == [each for each in plain if each not in needs] + [each for each in plain if each in needs]
    assert {row["id"] for row in found if row.get("not_in_force") == ["technology"]} == needs & set(order)
    html = get("/judge?q=industrial+technology&game=revised&n=100&off=technology").text
    assert "Any phase · Technology not in force" in shown(html)
    for ruling, card in cards(html).items():
        assert ("Not in force here: Technology is off." in shown(card)) == (ruling in needs)


def test_what_is_in_force_and_what_nobody_said_is_told(get: Get) -> None:
    ruling = next(row["id"] for row in get("/judge/search.json?q=technology&game=revised").json()["rulings"])
    asked = f"/judge?q={ruling}"
    assert "Only where this is played: Technology." in shown(cards(get(asked).text)[ruling])
    assert "In force here: Technology is on." in shown(cards(get(f"{asked}&on=technology").text)[ruling])


def test_results_are_kept_to_the_phase_and_all_phases_are_offered_when_nothing_is_left(
    get: Get, base: KnowledgeBase
) -> None:
    fits = {row[0] for row in base.connection.execute("select ruling from ruling_phases where phase = 'combat-move'")}
    found = [row["id"] for row in get("/judge/search.json?q=sub&phase=combat-move&n=100").json()["rulings"]]
    assert found
    assert set(found) <= fits
    page = get("/judge?q=rev-sub-2&game=revised&phase=victory&off=technology").text
    assert ids(page) == []
    assert "Search all phases" in page
    assert 'href="/judge?q=rev-sub-2&amp;game=revised&amp;off=technology">Search all phases</a>' in page
    assert 'href="/judge?q=rev-sub-2&amp;all=1&amp;phase=victory&amp;off=technology">Search all editions</a>' in page


def test_the_links_of_a_card_and_of_the_choice_keep_the_profile(get: Get) -> None:
    html = get("/judge?q=rev-sub-2&game=revised&phase=combat&off=technology").text
    assert 'id="link" href="/judge?game=revised&amp;off=technology"' in html
    assert 'href="/r/rev-sub-2?game=revised&amp;phase=combat&amp;off=technology"' in html
    plain = get("/judge?q=rev-sub-2").text
    assert 'href="/r/rev-sub-2"' in plain


#: a ruling that differs in the other printing
DIFFERENT = "e40-scr-1"
ASKED = "/judge?q=can+I+scramble+from+the+united+kingdom"


@pytest.fixture
def phone(browser: Any) -> Iterator[Any]:
    """A phone that has not been here yet."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, service_workers="block")
    yield context.new_page()
    context.close()


@pytest.fixture
def verdicts(base: KnowledgeBase) -> dict[str, str]:
    """What that ruling says in each printing."""
    ruling = base.ruling(DIFFERENT)
    (other,) = ruling["printings"]
    assert other["holds"] == "differs"
    return {"2010": ruling["verdict"], other["printing"]: other["note"]}


def question(page: Any) -> Any:
    return page.locator(".printings:not([hidden])")


def test_nobody_is_asked_about_a_game_with_one_printing(phone: Any, live: str) -> None:
    for path in ("/judge", "/judge?q=sub&game=revised"):
        phone.goto(live + path)
        assert question(phone).count() == 0


def test_it_is_asked_once_and_the_answer_is_kept(phone: Any, live: str, verdicts: dict[str, str]) -> None:
    phone.goto(f"{live}{ASKED}&game=europe-1940")
    assert " ".join(question(phone).inner_text().split()) == "Which printing is on the table? 2010 2012 don't know"
    question(phone).locator(".chip", has_text="2012").click()
    phone.wait_for_url("**printing=2012**")
    head = phone.locator(f".card[data-id={DIFFERENT}] h3")
    expect(head).to_have_text(re.compile(r"^\s*2012: different"), use_inner_text=True)
    assert not question(phone).is_visible()
    phone.goto(f"{live}/judge")
    phone.locator("#q").fill("can I scramble from the united kingdom")
    phone.locator(".card h3", has_text=verdicts["2012"]).wait_for()
    assert not question(phone).is_visible()


def test_who_does_not_know_is_not_asked_again_and_gets_both(phone: Any, live: str, verdicts: dict[str, str]) -> None:
    phone.goto(f"{live}{ASKED}&game=europe-1940")
    with phone.expect_response("**part=results*printing=any**"):
        question(phone).locator(".chip", has_text="don't know").click()
    expect(question(phone)).not_to_be_visible()
    phone.wait_for_function("localStorage.getItem('kb-judge-profile')?.includes('printing=any')")
    phone.goto(f"{live}{ASKED}")
    head = phone.locator(f".card[data-id={DIFFERENT}] h3")
    head.wait_for()
    assert not question(phone).is_visible()
    assert all(verdict in head.inner_text() for verdict in verdicts.values())


def test_it_is_asked_where_only_the_question_names_the_game(phone: Any, live: str) -> None:
    phone.goto(f"{live}/judge?q=g40+scramble")
    question(phone).wait_for()


def test_the_answer_can_be_changed(phone: Any, live: str) -> None:
    phone.goto(f"{live}{ASKED}&game=europe-1940&printing=2012")
    phone.locator("form#ask details > summary").first.click()
    question(phone).locator(".chip", has_text="2010").click()
    phone.wait_for_url("**printing=2010**")


def test_without_a_script_the_question_is_a_part_of_the_form(browser: Any, live: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{live}{ASKED}&game=europe-1940")
    question(page).locator(".chip", has_text="2012").click()
    page.get_by_role("button", name="Find").click()
    assert "printing=2012" in page.url
    context.close()


@pytest.mark.parametrize(
    ("said", "told"), [("", "2010 2012"), ("any", "2010 2012"), ("2010", ""), ("2012", "2012 2010")]
)
def test_card_and_page_tell_the_verdict_of_the_printing_first(
    get: Get, verdicts: dict[str, str], said: str, told: str
) -> None:
    asked = f"game=europe-1940&printing={said}"
    heads = [
        re.search(r"<h3.*?</h3>", cards(get(f"/judge?q={DIFFERENT}&{asked}").text)[DIFFERENT], re.DOTALL),
        re.search(r"<h1 class=\"verdict\".*?</h1>", get(f"/r/{DIFFERENT}?{asked}").text, re.DOTALL),
    ]
    for head in heads:
        assert head
        text = shown(head[0])
        assert re.findall(r"(20\d\d):", text) == told.split()
        assert all((verdicts[each] in text) == (each in (told or said)) for each in verdicts)


def test_a_printing_that_the_question_names_comes_first(get: Get, verdicts: dict[str, str]) -> None:
    text = shown(cards(get("/judge?q=g40+2012+scramble+from+an+island+airbase").text)[DIFFERENT])
    assert -1 < text.find(verdicts["2012"]) < text.find(verdicts["2010"])


def test_a_printing_of_another_game_says_nothing_of_this_one(get: Get, verdicts: dict[str, str]) -> None:
    page = shown(get(f"/r/{DIFFERENT}?game=revised&printing=2004").text)
    assert all(verdict in page for verdict in verdicts.values())


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_question_is_accessible_and_fits_a_phone(browser: Any, live: str, scheme: str) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 740}, color_scheme=scheme)
    page.goto(f"{live}{ASKED}&game=europe-1940")
    assert all(each.bounding_box()["height"] >= 44 for each in question(page).locator(".chip").all())
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.close()
