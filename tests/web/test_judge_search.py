"""The judge's page finds the same rulings as ``kb search`` and says how the question was understood."""

from __future__ import annotations

import json
import re

import pytest

from kb.knowledge import KnowledgeBase
from kb.web.shared import found
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
    hits = base.search(question, game=game or None)
    expected = [hit.id for hit in hits]
    response = get("/judge", params={"q": question, "game": game})
    assert response.status_code == 200
    assert ids(response.text) == expected
    fragment = get("/judge", params={"q": question, "game": game, "part": "results"}).text
    assert ids(fragment) == expected
    assert "<html" not in fragment
    assert f'data-told="{found(len(expected), hits.state, bool(hits.query.terms))}"' in fragment


@pytest.mark.parametrize("question", [question for question in QUESTIONS if question != "xyzzy"])
def test_the_json_is_what_the_command_prints(get: Get, kb_command: Run, question: str) -> None:
    assert get("/judge/search.json", params={"q": question}).json() == json.loads(
        kb_command("search", "--json", question).stdout
    )


def test_the_json_is_as_long_as_asked_and_readable_elsewhere(get: Get) -> None:
    found = get("/judge/search.json?q=rev-sub-2&n=3&phase=combat&off=technology").json()
    assert [row["id"] for row in found["results"]] == ["rev-sub-2"]
    response = get("/judge/search.json?q=kind:erratum&n=3&game=revised")
    assert len(response.json()["results"]) == 3
    assert {row["game"] for row in response.json()["results"]} == {"revised"}
    assert response.headers["access-control-allow-origin"] == "*"


def test_corrections_and_other_words_are_told(get: Get) -> None:
    assert "Searched for: destroyer" in get("/judge?q=destryer").text
    for path in ("/judge?q=u-boat+vs+tin+can&game=europe-1999", "/judge?q=dd"):
        html = get(path).text
        assert html.find("Also searched: ") > html.rindex("</article>")


def test_a_card_says_verdict_game_question_official_words_source_and_proof_in_this_order(
    get: Get, base: KnowledgeBase
) -> None:
    ruling = base.ruling("rev-sub-2")
    card = shown(cards(get("/judge?q=rev-sub-2").text)["rev-sub-2"])
    parts = (
        "A destroyer hit by a submarine in Opening Fire still fires back before it is removed.",
        "Revised · Submarines",
        "My sub attacks an enemy destroyer and hits it in the Opening Fire step.",
        "Yes.",
        "Official answer · Axis & Allies Revised FAQ, 2010-04-21, approved by Larry Harris,",
        f"lines {ruling['line_start']}-{ruling['line_end']}",
        "Combat step 3: remove Opening Fire casualties, page 15 (estimated)",
        "Played: 1 case, 1 contrast",
        "Round 1, Germany's turn, Conduct Combat.",
        "Other games: 3 said to be different, not played",
        "It cancels Surprise Strike: the sub rolls with the rest.",
    )
    places = [card.find(part) for part in parts]
    assert -1 not in places, parts[places.index(-1)]
    assert places == sorted(places)


def test_a_card_is_marked_as_different_only_for_the_topic_of_the_question(get: Get) -> None:
    told = '<span class="different" title="Whether planes can hit submarines" data-note'
    planes = cards(get("/judge?q=can+planes+hit+subs").text)["rev-sub-5"]
    assert told in planes and shown(planes).count("Different in Anniversary") == 1
    for other in ("lone+fighter+against+subs+that+submerge", "may+a+lone+fighter+attack+a+sub"):
        card = cards(get(f"/judge?q={other}&game=revised").text)["rev-sub-5"]
        assert told not in card and told.replace(" data", " hidden data") in card
    assert "Different in" not in shown(card), "a side topic of the ruling"


def button_set(html: str) -> str:
    """The edition whose button is set."""
    (told,) = re.findall(r'name="game" value="([^"]*)" checked', html)
    return str(told)


def test_the_edition_that_a_question_names_sets_its_button_and_can_be_taken_away(get: Get, base: KnowledgeBase) -> None:
    html = get("/judge?q=aa50+submarines+submerge").text
    assert button_set(html) == "anniversary"
    assert ids(html) == [hit.id for hit in base.search("aa50 submarines submerge")]
    assert {ruling[:4] for ruling in ids(html)} == {"ann-"}
    assert "Only Anniversary: the question names it All editions" in shown(html)
    every = "/judge?q=aa50+submarines+submerge&all=1"
    assert every.replace("&", "&amp;") in html
    wide = get(every).text
    assert button_set(wide) == ""
    assert ids(wide) == [hit.id for hit in base.search("aa50 submarines submerge", all_games=True)]
    told = "All games, although the question names Anniversary As the question says"
    assert told in shown(wide) and 'href="/judge?q=aa50+submarines+submerge&amp;all=0"' in wide
    assert get(f"{every}&n=10").text.count("&amp;all=1&amp;n=20") == 1, "more rulings of all editions"


def test_an_edition_that_was_chosen_wins_over_the_one_that_is_named(get: Get) -> None:
    html = get("/judge?q=aa50+submarines&game=revised").text
    assert button_set(html) == "revised"
    assert {ruling[:4] for ruling in ids(html)} == {"rev-"}
    told = "Revised was chosen; the question names Anniversary As the question says"
    assert told in shown(html)


def test_a_button_that_the_last_question_had_set_was_not_chosen(get: Get) -> None:
    form = "/judge?named=anniversary&game="
    assert 'type="hidden" name="named" value="anniversary"' in get("/judge?q=aa50+submarines").text
    assert button_set(get(f"{form}anniversary&q=submarines").text) == ""
    assert button_set(get(f"{form}revised&q=submarines").text) == "revised"
    assert button_set(get(f"{form}&q=aa50+submarines").text) == "", "all editions were chosen instead"
    both = get("/judge?named=europe-1940&game=europe-1940&printing=2012&q=submarines")
    assert button_set(both.text) == "europe-1940", "a printing of it was chosen"


def test_rulings_of_other_editions_stand_under_a_line_that_says_so(get: Get) -> None:
    for asked in ("q=aa50+kamikaze+attack", "q=kamikaze+attack&game=anniversary"):
        html = get(f"/judge?{asked}").text
        told = html.index("No ruling of Anniversary answers it; only rulings of Revised do, and the rules may differ: ")
        assert told < html.index('<article class="card"')
        assert ids(html) and not [ruling for ruling in ids(html) if ruling.startswith("ann-")]
        assert button_set(html) == "anniversary"


def test_what_no_ruling_knows_and_a_game_that_is_not_here_are_told(get: Get) -> None:
    html = shown(get("/judge?q=1942+second+edition+blorpfest+submerge").text)
    assert "No ruling knows: blorpfest" in html
    assert html.count("Axis & Allies 1942 Second Edition") == 1
    answered = shown(get("/judge?q=1942+second+edition+rev-sub-2+kind:answer+-blorpfest").text)
    assert "The question names Axis & Allies 1942 Second Edition, of which there are no rulings here" in answered
    told = get("/judge/search.json?q=blorpfest+submerge").json()
    assert told["unknown"] == ["blorpfest"]


def test_an_edition_or_a_phase_alone_gives_all_it_has_in_reading_order(get: Get, base: KnowledgeBase) -> None:
    rows = base.connection.execute(
        "select id from rulings join ruling_phases on ruling = id where game = 'revised' and phase = 'income' order by position"
    )
    assert ids(get("/judge?game=revised&phase=income&n=100").text) == [row["id"] for row in rows]
    assert ids(get("/judge").text) == []
