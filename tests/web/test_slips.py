"""Ruling slips: what they say, for which event, and the links to them."""

from __future__ import annotations

from kb.knowledge import KnowledgeBase
from tests.web.apart import Get
from tests.web.judge_html import shown


def test_a_slip_says_all_that_a_table_needs(get: Get, base: KnowledgeBase) -> None:
    html = get("/r/REV-SUB-2/slip?event=Fall+Open&game=revised&off=technology").text
    text = shown(html)
    for part in (
        "rev-sub-2",
        "Axis & Allies Revised",
        "Does the destroyer get to shoot back? Yes: the destroyer stays on the battle board and returns fire",
        "Combat step 3: remove Opening Fire casualties, page 15 (estimated)",
        "official answer, 2010-04-21",
        "Event: Fall Open · Axis & Allies Revised · not in force: Technology",
        "https://rulings.example/r/rev-sub-2",
        f"Build {base.build.digest[:12]}",
    ):
        assert part in text
    assert 'class="qr"' in html
    assert "QR code of https://rulings.example/r/rev-sub-2" in html


def test_a_slip_always_says_that_a_ruling_may_not_hold_in_another_printing(get: Get, base: KnowledgeBase) -> None:
    """Only where documents tell that it holds there nothing is said."""
    rows = base.connection.execute("select ruling, printing, holds, basis from printings order by ruling").fetchall()
    by_holding = {(row["holds"], row["basis"]): row for row in rows}
    told = {(holds, basis) for holds in ("same", "differs") for basis in ("documents", "play")}
    assert set(by_holding) == {*told, ("unknown", "none")}
    for holds, row in by_holding.items():
        for event in ("", "?event=Fall+Open", "?game=europe-1940&printing=2010"):
            text = shown(get(f"/r/{row['ruling']}/slip{event}").text)
            assert (f"the {row['printing']} printing" in text) == (holds != ("same", "documents")), (holds, event)


def test_a_slip_without_a_public_address_says_so(below: Get) -> None:
    html = below("/r/rev-sub-2/slip").text
    assert "No public address (start with --public-url): ask for rev-sub-2." in shown(html)
    assert 'class="qr"' not in html


def test_a_slip_of_no_ruling_is_not_there(get: Get) -> None:
    assert get("/r/rev-sub-999/slip").status_code == 404


def test_a_link_to_a_slip_without_network_leads_to_the_slip_with_network(get: Get) -> None:
    response = get("/judge?slip=rev-sub-2&off=technology")
    assert (response.status_code, response.headers["location"]) == (302, "/r/rev-sub-2/slip?off=technology")
