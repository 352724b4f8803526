"""What the judge's page says of each answer state: nothing that does not answer looks like an answer.

The model of the answer states is set so that each question has the state that a test is about.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from kb.knowledge import KnowledgeBase
from kb.search.state import ANSWERED, NEAREST, NONE, OTHER_GAME, RULE, STATES
from kb.store import read
from kb.web.serve import site
from tests.questions import ASKED
from tests.web.apart import Get
from tests.web.conftest import listening
from tests.web.judge_html import ids, shown

#: a question with a word that nothing here has, so that it may have any state
QUESTION = "/judge?q=blorpfest+fighter+cost&game=revised"
#: one that names nothing of these games
ELSEWHERE = "/judge?q=blorpfest+snorkel&game=revised"
#: a question that a rule answers, which scenarios play
PLAYED = "how many ships may bombard for each unit landed in anniversary"
Always = Callable[[str], Get]


@pytest.fixture
def always(edited: Callable[..., Get]) -> Always:
    """A site where one state is always the likeliest of those that are possible."""
    return lambda state: edited(
        "update state_model set weight = '0'",
        f"update state_model set weight = '9' where feature = 'always' and state = '{state}'",
    )


@pytest.fixture
def unsure(edited: Callable[..., Get]) -> Always:
    """A site where a state is a little likelier than that the best ruling answers."""
    return lambda state: edited(
        "update state_model set weight = '0'",
        "update state_model set weight = '9' where feature = 'always' and state = 'answered'",
        f"update state_model set weight = '10' where feature = 'always' and state = '{state}'",
    )


def why(html: str) -> list[tuple[str, str]]:
    """The lines that say why no ruling answers: (state, sentence)."""
    return re.findall(r'<p class="why ([^"]+)">([^<]+)</p>', html)


def nearest(html: str) -> list[str]:
    """The cards that stand under the heading of the nearest."""
    return ids("".join(re.findall(r'<section class="nearest"><h2>The nearest</h2>.*?</section>', html, re.DOTALL)))


def test_rulings_that_answer_stand_alone(always: Always) -> None:
    html = always(ANSWERED)(QUESTION).text
    assert ids(html) and {each[:4] for each in ids(html)} == {"rev-"}
    assert why(html) == [] and nearest(html) == [] and '<ul class="rules"' not in html
    assert f'data-told="1 answers; {len(ids(html)) - 1} near it"' in html


def test_rulings_of_other_games_stand_under_a_line_that_names_them(always: Always) -> None:
    html = always(OTHER_GAME)(QUESTION).text
    ((state, line),) = why(html)
    assert state == OTHER_GAME and line.startswith("No ruling of Revised answers it; ") and ids(html)[0] in line
    assert ids(html) and not [each for each in ids(html) if each.startswith("rev-")]
    assert html.index("No ruling of Revised") < html.index('<article class="card"') and nearest(html) == []
    assert f'data-told="Other games answer: {len(ids(html))} rulings"' in html


def test_rules_and_values_stand_under_their_line_and_the_rulings_are_the_nearest(always: Always) -> None:
    html = always(RULE)(QUESTION).text
    assert why(html) == [(RULE, "No ruling answers it, but what the engine plays by does:")]
    (listed,) = re.findall(r'<ul class="rules".*?</ul>', html, re.DOTALL)
    items = [shown(each) for each in re.findall(r"<li>.*?</li>", listed)]
    assert 0 < len(items) <= 3
    assert "A fighter costs 10 IPCs. Revised (public)" in items and 'title="units/fighter.cost"' in listed
    assert nearest(html) == ids(html) != []
    assert f'data-told="A rule answers; {len(ids(html))} rulings near it"' in html
    without = always(RULE)(f"{QUESTION}&phase=victory").text
    assert ids(without) == [] and 'data-told="A rule answers; 0 rulings near it"' in without


@pytest.mark.parametrize("part", ["", "&part=results"])
def test_a_rule_leads_to_a_scenario_in_which_it_decides(get: Get, base: KnowledgeBase, part: str) -> None:
    html = get(f"/judge?q={PLAYED.replace(' ', '+')}{part}").text
    (listed,) = re.findall(r'<ul class="rules".*?</ul>', html, re.DOTALL)
    links = re.findall(r'<a href="(/scenario/[^"]+)">See it played</a>', listed)
    assert links and all(get(link).status_code == 200 for link in links)
    best = base.search(PLAYED).rules[0]
    rules = base.connection.execute("select rule from scenario_rules where scenario = ?", [best.played]).fetchall()
    assert best.id in {row["rule"] for row in rules} and links[0] == f"/scenario/{best.played}"


def test_what_several_games_say_alike_is_said_once(always: Always) -> None:
    html = always(RULE)("/judge?q=blorpfest+bomber+cost").text
    (listed,) = re.findall(r'<ul class="rules".*?</ul>', html, re.DOTALL)
    items = re.findall(r"<li>(.*?) <span", listed)
    assert 0 < len(items) == len(set(items)) <= 3
    assert " and " in listed


def test_the_nearest_are_said_to_be_no_answer(always: Always) -> None:
    html = always(NEAREST)(QUESTION).text
    assert why(html) == [(NEAREST, "No ruling and no rule here answers it; these are the nearest.")]
    assert nearest(html) == ids(html) != [] and '<ul class="rules"' not in html
    assert f'data-told="Not answered; {len(ids(html))} rulings near it"' in html
    absent = always(NEAREST)("/judge?q=1942+second+edition+blorpfest+fighter").text
    title = "Axis &amp; Allies 1942 Second Edition"
    assert why(absent) == [(NEAREST, f"Nothing here is about {title}; these are the nearest of other games.")]
    main = absent[absent.index("<main") : absent.index("</main>")]
    assert main.count(title) == 1, "it is not told twice"
    left_out = always(NEAREST)(f"{QUESTION}&phase=victory&n=1").text
    assert ids(left_out) == why(left_out) == [] or nearest(left_out) == ids(left_out)


@pytest.mark.parametrize("state", [NEAREST, OTHER_GAME])
def test_what_may_answer_is_never_denied(unsure: Always, always: Always, state: str) -> None:
    html = unsure(state)(QUESTION).text
    (best,) = ids(always(ANSWERED)(QUESTION).text)[:1]
    assert ids(html)[0] == best and nearest(html) == []
    assert why(html) == [(state, f"Not sure; the likeliest ruling is {best} (Revised).")]
    assert f'data-told="Not sure; {len(ids(html))} rulings near it"' in html
    assert ids(unsure(NONE)(QUESTION).text), "nor is it said to be about other matters"


def test_a_rule_that_may_answer_stands_beside_the_ruling_that_may(unsure: Always) -> None:
    html = unsure(RULE)(QUESTION).text
    assert why(html)[0][1].startswith("Not sure whether a ruling answers it; what the engine plays by does:")
    assert nearest(html) == [] != ids(html) and html.count('<ul class="rules"') == 1


def test_of_other_matters_nothing_is_shown_but_the_ways_out(always: Always) -> None:
    html = always(NONE)(ELSEWHERE).text
    assert why(html) == [(NONE, "It is not about these games.")] and ids(html) == []
    assert 'data-told="Nothing found"' in html and '<ul class="rules"' not in html
    wide = re.findall(r'class="button" href="([^"]+)">Search all editions', html)
    assert wide == ["/judge?q=blorpfest+snorkel&amp;all=1"]
    named = always(NONE)("/judge?q=aa50+blorpfest+snorkel").text
    assert why(named) != why(html), "who names a game asks about it"
    everywhere = always(NONE)("/judge?q=blorpfest+snorkel").text
    assert "Search all editions" not in everywhere, "all were searched"
    unit = always(NONE)(QUESTION).text
    assert why(unit) != why(html), "who names a unit asks about it"


def test_an_id_of_another_edition_than_the_one_chosen_is_told_and_shown(get: Get) -> None:
    html = get("/judge?q=rev-sub-2&game=europe-1999").text
    assert why(html) == []
    assert ids(html)[0] == "rev-sub-2"
    kept = get("/judge?q=rev-sub-2&game=europe-1999&chosen=1").text
    assert ids(kept) == []
    sentence = "No ruling of Europe 1999 answers it; only rulings of Revised do, and the rules may differ: rev-sub-2."
    assert why(kept) == [(OTHER_GAME, sentence)]


def test_the_word_that_answers_stands_before_the_verdict_of_the_best_result_alone(get: Get) -> None:
    for asked, word in (
        ("can one guy stay aboard while the others get off", "Yes"),
        ("must i unload everybody from the transport at the same time", "No"),
    ):
        html = get(f"/judge?game=revised&q={asked.replace(' ', '+')}").text
        assert ids(html)[0] == "rev-trn-6"
        assert re.findall(r'<span class="word (\w+)">(\w+):</span>', html) == [(word.lower(), word)]
    assert '<span class="word' not in get("/judge?q=rev-trn-6").text


def of_state(base: KnowledgeBase, state: str) -> list[dict[str, str]]:
    """The questions of the fixture that have a state, at most two."""
    return [each for each in ASKED if base.search(each["query"], each.get("game")).state == state][:2]


TOLD = """() => {
    const hidden = (node) => getComputedStyle(node).display === "none";
    const words = (node) => node.nodeType === Node.TEXT_NODE ? node.data.trim() : hidden(node) ? "" : [...node.childNodes].map(words);
    const texts = [document.querySelector("#status"), document.querySelector("#results")].map(words).flat(20).filter(Boolean);
    const links = [...document.querySelectorAll(".rules a")].map((each) => each.pathname);
    return {texts, links, why: [...document.querySelectorAll(".why")].map((each) => each.className)};
}"""


def test_without_network_the_page_says_the_same_of_every_state(browser: Any, built: str, base: KnowledgeBase) -> None:
    asked = [(state, each) for state in STATES for each in of_state(base, state)]
    assert {state for state, _ in asked} == set(STATES)
    asked = [*sorted(asked, key=lambda each: each[1].get("game", "")), (RULE, {"query": PLAYED})]
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    with listening(site(read.find(built)).app()) as address:
        page.goto(f"{address}/judge")
        page.locator("#ready", has_text="Ready offline").wait_for()
        online = said(page, address, [each for _, each in asked], "")
    offline = said(page, address, [each for _, each in asked], "Offline")
    context.close()
    for (state, each), one, other in zip(asked, online, offline, strict=True):
        assert one == other, each
        assert one["why"] == ([f"why {state}"] if state != ANSWERED else []), each
    assert online[-1]["links"] and online[-1]["links"][0].startswith("/scenario/")


def said(page: Any, address: str, asked: list[dict[str, str]], network: str) -> list[Any]:
    """What a page says of questions: the first of a game comes by a link, and the others are typed."""
    found, last = [], None
    for each in asked:
        query, game = each["query"], each.get("game", "")
        if game != last:
            page.goto(f"{address}/judge?{urlencode({'q': query, 'game': game})}")
            page.locator("#network", has_text=network).wait_for(state="attached")
        else:
            page.evaluate("document.querySelector('#results').replaceChildren()")
            page.locator("#q").fill(query)
        last = game
        page.locator("#results p, #results article").first.wait_for(state="attached")
        found.append(page.evaluate(TOLD))
    return found


def test_the_nearest_show_no_yes_or_no_and_the_official_words_when_they_are_opened(
    browser: Any, always: Always, own_built: Path
) -> None:
    always(NEAREST)
    page = browser.new_page(viewport={"width": 360, "height": 740})
    with listening(site(read.find(str(own_built))).app()) as address:
        page.goto(f"{address}/judge?q=blorpfest+sub+destroyer+shoot+back&game=revised")
        card = page.locator(".nearest .card").first
        assert card.locator(".official").count() == 1 and not card.locator(".official").is_visible()
        assert page.locator(".word").count() == 0
        named = card.evaluate("(card) => document.getElementById(card.getAttribute('aria-labelledby')).innerText")
        assert not re.match(r"(yes|no)\b", named, re.IGNORECASE)
        card.locator("summary").first.click()
        assert card.locator(".official").is_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        first = page.locator(".card").first.bounding_box()
        assert first["y"] < 740, "the first card begins on the first screen"
    page.close()


# -- nothing found ---------------------------------------------------------------------------------


def section_links(html: str) -> dict[str, str]:
    """Where to go on in the rule books: what the sections are called, and the address of each."""
    (listed,) = re.findall(r'<ul class="near">(.*?)</ul>', html) or [""]
    return {unescape(text): unescape(link) for link, text in re.findall(r'<a href="([^"]+)">([^<]+)</a>', listed)}


def test_nothing_found_leads_to_the_sections_nearest_to_it(get: Get, base: KnowledgeBase) -> None:
    html = get("/judge?q=blorpfest+canals&phase=victory&game=anniversary&off=technology").text
    assert ids(html) == [] and 0 < len(section_links(html)) <= 3
    for label, link in section_links(html).items():
        assert label.startswith("Anniversary: ") and "canal" in label.lower() and ", page" in label
        assert link.startswith("/judge?q=section%3Aann%2F") and link.endswith("&off=technology")
        assert ids(get(link).text), "a section that rulings tell of"
    assert {label.split(":")[0] for label in section_links(get("/judge?q=canals&phase=victory").text)} != {
        "Anniversary"
    }
    assert section_links(get("/judge?q=canals&game=anniversary").text) == {}, "rulings are found"
    assert section_links(get("/judge?q=recipe+for+apple+pie").text) == {}, "a word such as 'for' tells nothing"


def test_nothing_found_leads_to_what_the_rules_say_and_tells_the_words_that_nobody_knows(get: Get) -> None:
    html = get("/judge?q=blorpfest+fighter+cost&phase=victory&game=revised").text
    assert ids(html) == []
    told = shown(html)
    assert "A fighter costs 10 IPCs. Revised (public)" in told and "No ruling knows: blorpfest" in told
    assert "Search all phases" in told and "Search all editions" in told
