"""The judge's page orders and marks rulings by the profile of an event."""

from __future__ import annotations

from kb.knowledge import KnowledgeBase
from tests.web.apart import Get
from tests.web.judge_html import cards, ids, shown


def test_what_is_not_in_force_comes_last_and_says_so(get: Get, base: KnowledgeBase) -> None:
    needs = {row[0] for row in base.connection.execute("select ruling from ruling_options where option = 'technology'")}
    plain = [
        row["id"] for row in get("/judge/search.json?q=industrial+technology&game=revised&n=100").json()["results"]
    ]
    assert plain[0] in needs
    found = get("/judge/search.json?q=industrial+technology&game=revised&n=100&off=technology").json()["results"]
    order = [row["id"] for row in found]
    assert order == [each for each in plain if each not in needs] + [each for each in plain if each in needs]
    assert {row["id"] for row in found if row.get("not_in_force") == ["technology"]} == needs & set(order)
    html = get("/judge?q=industrial+technology&game=revised&n=100&off=technology").text
    assert "Revised · Any phase · Technology not in force" in shown(html)
    for ruling, card in cards(html).items():
        assert ("Not in force at this event: Technology is off." in shown(card)) == (ruling in needs)


def test_what_is_in_force_and_what_nobody_said_is_told(get: Get) -> None:
    ruling = next(row["id"] for row in get("/judge/search.json?q=technology&game=revised").json()["results"])
    asked = f"/judge?q={ruling}"
    assert "Only where this is played: Technology." in shown(cards(get(asked).text)[ruling])
    assert "In force here: Technology is on." in shown(cards(get(f"{asked}&on=technology").text)[ruling])


def test_results_are_kept_to_the_phase_and_all_phases_are_offered_when_nothing_is_left(
    get: Get, base: KnowledgeBase
) -> None:
    fits = {row[0] for row in base.connection.execute("select ruling from ruling_phases where phase = 'combat-move'")}
    found = [row["id"] for row in get("/judge/search.json?q=sub&phase=combat-move&n=100").json()["results"]]
    assert found
    assert set(found) <= fits
    page = get("/judge?q=rev-sub-2&game=revised&phase=victory&off=technology").text
    assert ids(page) == []
    assert "Nothing found" in page
    assert 'href="/judge?q=rev-sub-2&amp;game=revised&amp;off=technology">Search all phases</a>' in page
    assert 'href="/judge?q=rev-sub-2&amp;all=1&amp;phase=victory&amp;off=technology">Search all editions</a>' in page


def test_the_slip_of_a_card_and_the_link_of_the_event_keep_the_profile(get: Get) -> None:
    html = get("/judge?q=rev-sub-2&event=A+%26+B&game=revised&phase=combat&off=technology").text
    assert 'href="/r/rev-sub-2/slip?event=A+%26+B&amp;game=revised&amp;phase=combat&amp;off=technology"' in html
    assert 'id="link" href="/judge?event=A+%26+B&amp;game=revised&amp;off=technology"' in html
    assert 'href="/r/rev-sub-2?event=A+%26+B&amp;game=revised&amp;phase=combat&amp;off=technology"' in html
    plain = get("/judge?q=rev-sub-2").text
    assert 'href="/r/rev-sub-2/slip"' in plain
    assert 'href="/r/rev-sub-2"' in plain
