"""Ruling slips: what they say, for which event, and the links to them."""

from __future__ import annotations

from kb.knowledge import KnowledgeBase
from kb.wording.printings import differing, headline
from tests.web.apart import Get
from tests.web.judge_html import shown


def test_a_slip_says_all_that_a_table_needs(get: Get, base: KnowledgeBase) -> None:
    html = get("/r/REV-SUB-2/slip?event=Fall+Open&game=revised&off=technology").text
    text = shown(html)
    for part in (
        "rev-sub-2",
        "Axis & Allies Revised",
        "Does the destroyer get to shoot back? A destroyer hit by a submarine in Opening Fire still fires back",
        "Combat step 3: remove Opening Fire casualties, page 15 (estimated)",
        "Axis & Allies Revised FAQ, 2010-04-21, approved by Larry Harris, lines 64-66. Official answer.",
        "Event Fall Open · Axis & Allies Revised · not in force: Technology Table Time Judge Decision",
        "https://rulings.example/r/rev-sub-2",
        f"Build {base.build.digest[:12]}",
    ):
        assert part in text
    assert 'class="qr"' in html
    assert "QR code of https://rulings.example/r/rev-sub-2" in html


def test_a_slip_says_what_a_ruling_says_in_each_printing(get: Get, base: KnowledgeBase) -> None:
    """Both where nobody said which is played; that one where somebody did; nothing where there is only one."""
    there = [each for each in base.rulings() if differing(each)]
    assert {each["basis"] for ruling in there for each in differing(ruling)} == {"documents", "play"}
    for ruling in there:
        (other,) = differing(ruling)
        path = f"/r/{ruling['id']}/slip?game={ruling['game']}"
        for said in ("", "any", "2010", other["printing"]):
            text = shown(get(f"{path}&printing={said}").text)
            assert shown(headline(ruling, "2010", "" if said == "any" else said)) in text, (ruling["id"], said)
            assert (other["note"] in text) == (said != "2010"), (ruling["id"], said)
            assert ("These words are about the 2010 printing." in text) == (said == other["printing"])
            assert ("2010:" in text) == (said in ("", "any"))


def test_a_slip_says_that_only_our_reading_tells_or_that_nothing_is_known(get: Get, base: KnowledgeBase) -> None:
    rows = base.connection.execute("select ruling, holds, basis from printings where holds != 'differs'").fetchall()
    by_holding = {(row["holds"], row["basis"]): row["ruling"] for row in rows}
    assert set(by_holding) == {("same", "documents"), ("same", "reading"), ("unknown", "none")}
    for (_, basis), ruling in by_holding.items():
        for said in ("", "2010", "2012"):
            text = shown(get(f"/r/{ruling}/slip?game=europe-1940&printing={said}").text)
            assert ("the 2012 printing" in text) == (basis != "documents" and said != "2010"), (ruling, said)
            assert ("by our reading" in text) == (basis == "reading" and said != "2010"), (ruling, said)


def test_a_slip_of_a_game_with_one_printing_says_nothing_of_printings(get: Get) -> None:
    assert "printing" not in shown(get("/r/rev-sub-2/slip").text)


def test_a_slip_without_a_public_address_has_its_id_and_no_code(below: Get) -> None:
    html = below("/r/rev-sub-2/slip").text
    assert "--public-url" not in html and "address" not in shown(html)
    assert 'class="qr"' not in html and "rev-sub-2" in shown(html)


def test_a_slip_of_no_ruling_is_not_there(get: Get) -> None:
    assert get("/r/rev-sub-999/slip").status_code == 404


def test_a_link_to_a_slip_without_network_leads_to_the_slip_with_network(get: Get) -> None:
    response = get("/judge?slip=rev-sub-2&off=technology")
    assert (response.status_code, response.headers["location"]) == (302, "/r/rev-sub-2/slip?off=technology")
