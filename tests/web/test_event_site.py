"""A site that is served for an event: its choices are the default, its house rulings stand apart, never as official."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click import ClickException

from kb.base.errors import KBError
from kb.files.site.addresses import files
from kb.files.site.write import contents, opened
from kb.store import read
from kb.web.serve import hold_build, site
from kb.web.site import site_of
from tests.conftest import Run
from tests.web.apart import Get, asking, run
from tests.web.at_judge import A6, PHONE, ask, pages_of, ready, shown_without_links
from tests.web.conftest import PUBLIC, file_server, listening
from tests.web.judge_html import ids as card_ids
from tests.web.judge_html import kept
from tests.web.judge_html import shown as visible
from tests.web.other_builds import plain_datasette

EVENT = """\
name: Spring Open
dates: {from: 2026-11-20, to: 2026-11-22}
place: Town hall
game: revised
options: [technology=off]
house:
  - id: house-3
    question: Does a destroyer that a submarine hits still fire?
    answer: No. At this event it does not.
    by: Ann
    on: 2026-11-20
    overrides: rev-sub-2
  - id: house-1
    question: How long may a turn take?
    answer: A quarter of an hour, by the hourglass.
    by: Ben
    on: 2026-11-21
"""
MARK = "At Spring Open house-3 overrides this"
WHOSE = "house ruling of Spring Open, by Ann, 2026-11-20; not official"
HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)> \\\"'&amp;{{7*7}} @profile@ ?@profile ${x}"


@pytest.fixture(scope="session")
def event_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("event") / "spring.yaml"
    path.write_text(EVENT)
    return str(path)


@pytest.fixture(scope="session")
def at_event(built: str, event_file: str) -> Any:
    return site(read.find(built), public_url=PUBLIC, event=event_file)


@pytest.fixture(scope="session")
def visit(at_event: Any) -> Get:
    return asking(at_event)


def test_the_event_is_the_default_profile(visit: Get) -> None:
    page = visit("/judge?q=sub").text
    assert '<span id="chosen">Revised · Any phase · Spring Open · Technology not in force</span>' in page
    assert "This site is for Spring Open (2026-11-20 to 2026-11-22, Town hall)" in visible(page)
    assert set(card_ids(page)) == {each for each in card_ids(page) if each.startswith("rev-")}
    assert '<dd class="profile">Spring Open · Axis &amp; Allies Revised' in visit("/r/rev-sub-2/slip").text
    assert "Your event: Spring Open · Axis & Allies Revised" in visible(visit("/r/rev-sub-2").text)


def test_a_reader_may_take_it_away(visit: Get) -> None:
    page = visit("/judge?q=house-3").text
    (away,) = re.findall(r'href="(/judge\?[^"]*)">Look without the event', page)
    gone = visit(html.unescape(away).replace("house-3", "sub")).text
    for text in (gone, visit("/judge?event=&game=&q=sub").text, visit("/r/rev-sub-2?event=-").text):
        assert "Spring Open" not in visible(text).replace("This site is for Spring Open", "")
        assert MARK not in visible(text) and WHOSE not in visible(text)
    assert "event=-" in gone and len(card_ids(visit("/judge?event=-&q=sub").text)) == 10
    assert {each[:3] for each in card_ids(visit("/judge?event=-&q=sub&n=50").text)} > {"rev"}
    slip = visit("/r/rev-sub-2/slip?event=-").text
    assert MARK not in visible(slip) and '<dd class="profile"></dd>' in slip


def test_house_rulings_stand_apart_and_say_whose_they_are(visit: Get) -> None:
    page = visit("/judge?q=does+a+destroyer+hit+by+a+sub+still+fire").text
    houses, rest = re.search(r'<section class="houses">(.*?)</section>(.*)', page, re.S).groups()  # type: ignore[union-attr]
    assert "House rulings of Spring Open: not official" in houses and WHOSE in houses
    assert re.findall(r'data-house="([^"]+)"', page) == ["house-3"]
    assert card_ids(houses) == [] and card_ids(rest)[0] == "rev-sub-2" and "house-3" not in card_ids(page)
    assert "official" not in re.findall(r'class="([^"]*)"', houses)
    assert 'data-told="1 answers; 9 near it · 1 house ruling"' in page
    assert visible(rest).count(MARK) == 1


def test_elsewhere_and_in_another_game_they_are_not_shown(visit: Get) -> None:
    for query in ("event=Other", "event=-", "event=Spring+Open&game=anniversary", "game=revised"):
        page = visit(f"/judge?{query}&q=destroyer+hit+by+sub+fire").text
        assert "data-house" not in page and MARK not in visible(page), query
    assert "data-house" in visit("/judge?event=Spring+Open&q=destroyer+hit+by+sub+fire").text


@pytest.mark.parametrize("asked", ["house-1", "House+1", "hourglass"])
def test_an_id_and_words_of_its_own_find_one(visit: Get, asked: str) -> None:
    assert re.findall(r'data-house="([^"]+)"', visit(f"/judge?q={asked}").text) == ["house-1"]


def test_all_are_listed_for_who_asks(visit: Get) -> None:
    page = visit("/judge?q=house+rulings").text
    assert re.findall(r'data-house="([^"]+)"', page) == ["house-3", "house-1"] and card_ids(page) == []
    assert "q=house+rulings" in page and ">2 house rulings</a>" in page


def test_the_page_and_the_slip_of_a_ruling_tell_what_overrides_it(visit: Get) -> None:
    assert MARK in visible(visit("/r/rev-sub-2").text) and MARK not in visit("/r/rev-sub-3").text
    slip = visible(visit("/r/rev-sub-2/slip").text)
    assert f"{MARK}: No. At this event it does not. ({WHOSE})" in slip
    official = re.search(r'<div class="answer">(.*?)</div>', visit("/r/rev-sub-2/slip").text, re.S)
    assert official is not None and official[1].strip() == "<p>Yes.</p>"


def test_json_has_the_event_only_for_who_names_it(visit: Get, get: Get) -> None:
    asked = "/judge/search.json?q=does+a+destroyer+hit+by+a+sub+still+fire"
    assert visit(asked).json() == get(asked).json()
    told = visit(f"{asked}&event=Spring+Open").json()
    assert [each["id"] for each in told["event"]["house"]] == ["house-3"] and not told["event"]["house"][0]["official"]
    assert {key: value for key, value in told.items() if key != "event"} == get(asked).json()
    assert visit("/r/rev-sub-2.json").json() == get("/r/rev-sub-2.json").json()
    named = visit("/r/rev-sub-2.json?event=Spring+Open").json()
    assert [each["id"] for each in named["event"]["house"]] == ["house-3"]


@pytest.mark.slow
def test_what_a_phone_keeps_changes_with_the_event(built: str, tmp_path: Path, visit: Get, get: Get) -> None:
    path = tmp_path / "event.yaml"
    path.write_text(EVENT.replace("hourglass", "sundial"))
    sites = (visit, asking(site(read.find(built), public_url=PUBLIC, event=str(path))), get)
    assert len({kept(each)["mark"] for each in sites}) == 3
    (cards,) = (each for each in kept(visit)["files"] if each.endswith("cards.json"))
    told = visit(cards).json()
    assert [each[0] for each in told["house"]] == ["house-3", "house-1"]
    assert told["choices"]["event"] == ["Spring Open", "revised"]


@pytest.mark.slow
def test_hostile_texts_are_words_everywhere(built: str, tmp_path: Path) -> None:
    text = EVENT.replace("name: Spring Open", f'name: "{HOSTILE[:70]}"')
    for old in ("No. At this event it does not.", "by: Ann", "Does a destroyer that a submarine hits still fire?"):
        text = text.replace(old, f'by: "{HOSTILE[:50]}"' if old.startswith("by") else f'"{HOSTILE}"')
    (tmp_path / "e.yaml").write_text(text)
    ask = asking(site(read.find(built), event=str(tmp_path / "e.yaml")))
    for path in ("/judge", "/judge?q=house-3", "/judge?q=destroyer+sub", "/r/rev-sub-2", "/r/rev-sub-2/slip"):
        page = ask(path).text
        assert "<script>alert" not in page and "<img src=x" not in page and "49" not in re.findall(r"\{\{.*?\}\}", page)
        assert "&lt;script&gt;alert(1)" in page, path
    shown = ask("/judge?q=house-3").text
    assert "{{7*7}} @profile@ ?@profile ${x}" in html.unescape(shown)
    slip = ask("/r/rev-sub-2/slip").text
    assert "</script><script>alert(1)</script>" in html.unescape(slip)
    cards = re.search(r'data-cards="([^"]+)"', shown)
    assert cards is not None
    assert ask(html.unescape(cards[1])).json()["house"][0][0] == "house-3"
    assert "content-security-policy" in ask("/judge").headers


def test_a_file_that_is_wrong_is_told_before_anything_is_served(built: str, tmp_path: Path, kb_command: Run) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text("nmae: x\ngame: revisd\n")
    with pytest.raises(KBError) as wrong:
        site(read.find(built), event=str(path))
    assert len(wrong.value.findings) == 2
    done = kb_command("serve", "--port", "0", "--event", "bad.yaml")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == [
        "kb: bad.yaml:1: unknown key 'nmae' in an event; did you mean 'name'?",
        "kb: bad.yaml:2: there is no game 'revisd'; did you mean revised?",
    ]


@pytest.mark.slow
def test_plain_datasette_takes_the_event_from_its_configuration(built: str, event_file: str, tmp_path: Path) -> None:
    found = asking(plain_datasette(built, event=event_file))("/judge?q=house-3")
    assert WHOSE in found.text
    (tmp_path / "bad.yaml").write_text("nmae: x\n")
    with pytest.raises(ClickException, match=r"bad.yaml:1: unknown key 'nmae'"):
        hold_build(plain_datasette(built, event=str(tmp_path / "bad.yaml")))


def test_a_site_without_an_event_says_nothing_of_one(get: Get) -> None:
    page = get("/judge?q=house-3").text
    assert 'data-event=""' in page and "at-event" not in page and "data-house" not in page
    assert "house-note" not in get("/r/rev-sub-2").text


#: questions, with the house rulings that are shown for them
ASKED = {
    "does a destroyer hit by a sub still fire": ["house-3"],
    "u-boat hits tin can, shoot back": ["house-3"],
    "hourglass": ["house-1"],
    "how long can a turn last": ["house-1"],
    "House 1": ["house-1"],
    "house rulings": ["house-3", "house-1"],
    "rev-sub-2": ["house-3"],
    "rockets": [],
    "tank blitz": [],
}


def houses(page: Any) -> list[str]:
    return [each.get_attribute("data-house") for each in page.locator(".houses .house").all()]


def test_house_rulings_stand_apart_with_and_without_network(browser: Any, built: str, tmp_path: Path) -> None:
    (tmp_path / "e.yaml").write_text(EVENT)
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    alerts: list[str] = []
    page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
    app = site(read.find(built), public_url=PUBLIC, event=str(tmp_path / "e.yaml")).app()
    with listening(app) as address:
        ready(page, address)
        assert page.locator("#chosen").inner_text() == "Revised · Any phase · Spring Open · Technology not in force"
        online = {}
        for words in ASKED:
            ask(page, words)
            online[words] = (houses(page), page.locator("#status").inner_text())
        assert {words: shown for words, (shown, _) in online.items()} == ASKED
    page.goto(f"{address}/judge?q=rockets")  # nobody answers any more: what is kept does, at the event
    page.locator("#network", has_text="Offline: answers as built 20").wait_for()
    assert page.locator("#at-event").is_visible()
    for words, told in online.items():
        ask(page, words)
        assert (houses(page), page.locator("#status").inner_text()) == told, words
    ask(page, "does a destroyer hit by a sub still fire")
    first = page.locator(".houses .house").first
    assert WHOSE in first.inner_text() and page.locator(".houses h2").inner_text() == (
        "House rulings of Spring Open: not official"
    )
    assert page.locator(".houses .card").count() == 0 and page.locator(".card .house").count() == 0
    marked = page.locator(".card[data-id=rev-sub-2]")
    assert (
        marked.get_by_text(MARK).is_visible() and not page.locator(".card[data-id=rev-sub-3]").get_by_text(MARK).count()
    )
    colours = page.evaluate(
        "[...document.querySelectorAll('.house .whose, .card h3')].map((each) => getComputedStyle(each).color)"
    )
    assert colours[0] not in colours[1:]
    page.goto(f"{address}/r/rev-sub-2/slip")
    page.locator(".slip[data-id=rev-sub-2]").wait_for()
    assert f"{MARK}: No. At this event it does not. ({WHOSE})" in page.locator(".slip").inner_text()
    assert pages_of(page.pdf(prefer_css_page_size=True)) == [A6]
    page.goto(f"{address}/judge?q=sub")
    page.locator(".card").first.wait_for()
    page.get_by_role("link", name="Look without the event").click()
    page.locator("#at-event").wait_for(state="hidden")
    ask(page, "does a destroyer hit by a sub still fire")
    assert houses(page) == [] and "event=-" in page.url
    assert not page.get_by_text(MARK).first.is_visible()
    page.goto(f"{address}/judge")  # it stays away
    page.locator("#chosen", has_text="Revised").wait_for()
    assert "Spring Open" not in page.locator("#chosen").inner_text()
    page.goto(f"{address}/judge?event=Spring+Open&q=hourglass")  # until its link is opened
    page.locator(".houses .house").wait_for()
    assert alerts == []
    context.close()


def test_the_texts_of_strangers_do_nothing_in_a_page(browser: Any, built: str, tmp_path: Path) -> None:
    text = EVENT.replace("name: Spring Open", f'name: "{HOSTILE[:60]}"')
    text = text.replace("No. At this event it does not.", f'"{HOSTILE}"').replace("by: Ann", f'by: "{HOSTILE[:50]}"')
    (tmp_path / "e.yaml").write_text(text)
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    alerts: list[str] = []
    page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
    with listening(site(read.find(built), event=str(tmp_path / "e.yaml")).app()) as address:
        ready(page, address)
        ask(page, "house-3")
        assert HOSTILE[:40] in page.locator(".houses").inner_text()
    page.goto(f"{address}/judge?q=house-3")
    page.locator("#network", has_text="Offline").wait_for()
    page.locator(".houses .house").wait_for()
    assert HOSTILE[:40] in page.locator(".houses").inner_text() and page.locator(".houses img").count() == 0
    page.goto(f"{address}/r/rev-sub-2/slip")
    page.locator(".slip").wait_for()
    assert HOSTILE[:40] in page.locator(".slip").inner_text() and alerts == []
    context.close()


RULING = "/r/rev-sub-2"
#: rulings, cases and files for programs are many and alike; the engine is not asked here
_LEFT_OUT = ("/r/", "/scenario/", "/api/", "/ask", "/-/kb/engine", "/ledger/", "/compare/")


@pytest.fixture(scope="module")
def served_and_hosted(
    built: str, event_file: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, str]]:
    """The address of a server, and of a plain file server with what the pages below need of a site of files."""
    folder = tmp_path_factory.mktemp("files")
    run(_write(built, event_file, folder))
    with (
        listening(site(read.find(built), event=event_file, phone_engine="off").app()) as live,
        file_server(folder) as address,
    ):
        yield live, address


async def _write(built: str, event: str, folder: Path) -> None:
    datasette = opened(read.find(built), phone_engine="off", event=event)
    await datasette.invoke_startup()
    found = site_of(datasette)
    assert found is not None
    wanted = [each for each in await files(found) if not each.startswith(_LEFT_OUT)]
    async for name, content in contents(datasette, [*wanted, RULING, f"{RULING}/slip"]):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


@pytest.mark.slow
@pytest.mark.parametrize(
    "link",
    [
        "/judge?q=does+a+destroyer+hit+by+a+sub+still+fire",
        "/judge?q=does+a+destroyer+hit+by+a+sub+still+fire&event=-",
        "/judge?q=hourglass",
        RULING,
        f"{RULING}?event=-",
        f"{RULING}?event=Spring+Open&game=revised",
        f"{RULING}/slip",
        f"{RULING}/slip?event=-",
    ],
)
def test_it_says_what_the_served_site_says(browser: Any, served_and_hosted: tuple[str, str], link: str) -> None:
    path, _, query = link.partition("?")
    live, hosted = served_and_hosted
    context = browser.new_context(viewport=PHONE, service_workers="block")
    page, served = context.new_page(), context.new_page()
    served.goto(f"{live}{link}", wait_until="networkidle")
    page.goto(f"{hosted}{path}/{'?' * bool(query)}{query}", wait_until="networkidle")
    for part in ("h1", ".houses", ".house-note", ".notes.event", "#chosen", "#at-event", ".slip", ".card h3"):
        there, here = (shown_without_links(each, part) for each in (served, page))
        assert here == there, part
    assert (MARK in page.locator("body").inner_text()) == ("event=-" not in link and "hourglass" not in link)
    context.close()
