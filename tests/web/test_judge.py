"""The judge's page: the same answers as ``kb search``, arranged by the event's profile, in cards that say why."""

from __future__ import annotations

import gzip
import json
import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest

from kb.knowledge import KnowledgeBase
from kb.store import read
from kb.web.choices import choices_of
from kb.web.profile import Profile
from kb.web.serve import site
from kb.web.site import site_of
from tests.conftest import Run
from tests.web.apart import Get, asking

QUESTIONS = (
    "can a sub hit a plane",
    "u-boat vs tin can",
    "destryer",
    '"opening fire"',
    "kind:erratum",
    "rev-sub-2",
    "xyzzy",
)


def ids(html: str) -> list[str]:
    return re.findall(r'<article class="card"[^>]* data-id="([^"]+)"', html)


def cards(html: str) -> dict[str, str]:
    return dict(zip(ids(html), re.findall(r'<article class="card".*?</article>', html, re.DOTALL), strict=True))


def shown(html: str) -> str:
    """What a reader sees of some markup: not what is hidden."""
    seen = re.sub(r"<p class=\"[^\"]*\" hidden.*?</p>", "", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", seen)).split())


@pytest.fixture(scope="session")
def below(built: str) -> Any:
    """Ask a site that lives below /x/ (which is left out when asking), without a public address."""
    return asking(site(read.find(built), base_url="/x/"))


def kept(ask: Get) -> dict[str, Any]:
    """What the worker is told to keep."""
    told = ask("/judge/worker.js").text.split("\n", 1)[0]
    found: dict[str, Any] = json.loads(told.removeprefix("const BUILD = ").removesuffix(";"))
    return found


# -- finding ---------------------------------------------------------------------------------------


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
    expected = [hit.id for hit in base.search(question, game=game or None)]
    response = get("/judge", params={"q": question, "game": game})
    assert response.status_code == 200
    assert ids(response.text) == expected
    fragment = get("/judge", params={"q": question, "game": game, "part": "results"}).text
    assert ids(fragment) == expected
    assert "<html" not in fragment
    number = f"{len(expected)} ruling{'s' * (len(expected) != 1)}" if expected else "Nothing found"
    assert f'data-told="{number}"' in fragment


@pytest.mark.parametrize("question", [question for question in QUESTIONS if question != "xyzzy"])
def test_the_json_is_what_the_command_prints(get: Get, kb_command: Run, question: str) -> None:
    assert get("/judge/search.json", params={"q": question}).json() == json.loads(
        kb_command("search", "--json", question).stdout
    )


def test_the_json_is_as_long_as_asked_and_readable_elsewhere(get: Get) -> None:
    assert len(get("/judge/search.json?q=sub&n=3&phase=combat&off=technology").json()) == 3
    response = get("/judge/search.json?q=sub&n=3&game=revised")
    assert len(response.json()) == 3
    assert {row["game"] for row in response.json()} == {"revised"}
    assert response.headers["access-control-allow-origin"] == "*"


def test_corrections_and_other_words_are_told(get: Get) -> None:
    assert "Searched for: destroyer" in get("/judge?q=destryer").text
    for path in ("/judge?q=u-boat+vs+tin+can&game=europe-1999", "/judge?q=dd"):
        html = get(path).text
        assert html.find("Also searched: ") > html.rindex("</article>")


def test_a_card_says_question_verdict_official_words_section_difference_in_this_order(
    get: Get, base: KnowledgeBase
) -> None:
    ruling = base.ruling("rev-sub-2")
    card = shown(cards(get("/judge?q=rev-sub-2").text)["rev-sub-2"])
    parts = (
        "My sub attacks an enemy destroyer and hits it in the Opening Fire step.",
        "Yes: the destroyer stays on the battle board and returns fire before it is removed.",
        "Axis & Allies Revised · rev-sub-2",
        "Yes.",
        "Combat step 3: remove Opening Fire casualties, page 15 (estimated)",
        "Different in: Axis & Allies Anniversary Edition, Axis & Allies: Europe, Axis & Allies Europe 1940",
        "official answer, 2010-04-21",
        f"lines {ruling['line_start']}-{ruling['line_end']}",
        "It cancels Surprise Strike: the sub rolls with the rest.",
        "play: the engine plays it out",
        "Round 1, Germany's turn, Conduct Combat.",
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
    assert ids(html) == [hit.id for hit in base.search("aa50 submarines submerge")]
    assert {ruling[:4] for ruling in ids(html)} == {"ann-"}
    assert "Only Axis & Allies Anniversary Edition: the question names it All editions" in shown(html)
    every = "/judge?q=aa50+submarines+submerge&all=1"
    assert every.replace("&", "&amp;") in html
    wide = get(every).text
    assert button_set(wide) == ""
    assert ids(wide) == [hit.id for hit in base.search("aa50 submarines submerge", all_games=True)]
    told = "All games, although the question names Axis & Allies Anniversary Edition As the question says"
    assert told in shown(wide) and 'href="/judge?q=aa50+submarines+submerge&amp;all=0"' in wide
    assert get(f"{every}&n=10").text.count("&amp;all=1&amp;n=20") == 1, "more rulings of all editions"


def test_an_edition_that_was_chosen_wins_over_the_one_that_is_named(get: Get) -> None:
    html = get("/judge?q=aa50+submarines&game=revised").text
    assert button_set(html) == "revised"
    assert {ruling[:4] for ruling in ids(html)} == {"rev-"}
    told = "Axis & Allies Revised was chosen; the question names Axis & Allies Anniversary Edition As the question says"
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
    for asked in ("q=aa50+scramble+from+an+air+base", "q=scramble+from+an+air+base&game=anniversary"):
        html = get(f"/judge?{asked}").text
        told = html.index("No ruling of Axis &amp; Allies Anniversary Edition was found for this question.")
        assert told < html.index('<article class="card"')
        assert ids(html) and not [ruling for ruling in ids(html) if ruling.startswith("ann-")]
        assert button_set(html) == "anniversary"


def test_what_no_ruling_knows_and_a_game_that_is_not_here_are_told(get: Get) -> None:
    html = shown(get("/judge?q=1942+second+edition+blorpfest+submerge").text)
    assert "No ruling knows: blorpfest" in html
    assert "The question names Axis & Allies 1942 Second Edition, of which there are no rulings here" in html
    row = get("/judge/search.json?q=blorpfest+submerge").json()[0]
    assert row["unknown"] == ["blorpfest"]


def test_an_edition_or_a_phase_alone_gives_all_it_has_in_reading_order(get: Get, base: KnowledgeBase) -> None:
    rows = base.connection.execute(
        "select id from rulings join ruling_phases on ruling = id where game = 'revised' and phase = 'income' order by position"
    )
    assert ids(get("/judge?game=revised&phase=income&n=100").text) == [row["id"] for row in rows]
    assert ids(get("/judge").text) == []


# -- the profile -----------------------------------------------------------------------------------


def test_what_is_not_in_force_comes_last_and_says_so(get: Get, base: KnowledgeBase) -> None:
    needs = {row[0] for row in base.connection.execute("select ruling from ruling_options where option = 'technology'")}
    plain = [row["id"] for row in get("/judge/search.json?q=industrial+technology&game=revised&n=100").json()]
    assert plain[0] in needs
    found = get("/judge/search.json?q=industrial+technology&game=revised&n=100&off=technology").json()
    order = [row["id"] for row in found]
    assert order == [each for each in plain if each not in needs] + [each for each in plain if each in needs]
    assert {row["id"] for row in found if row.get("not_in_force") == ["technology"]} == needs & set(order)
    html = get("/judge?q=industrial+technology&game=revised&n=100&off=technology").text
    assert "not in force: Technology" in shown(html)
    for ruling, card in cards(html).items():
        assert ("Not in force at this event: Technology is off." in shown(card)) == (ruling in needs)


def test_what_is_in_force_and_what_nobody_said_is_told(get: Get) -> None:
    ruling = next(row["id"] for row in get("/judge/search.json?q=technology&game=revised").json())
    asked = f"/judge?q={ruling}"
    assert "Only where this is played: Technology." in shown(cards(get(asked).text)[ruling])
    assert "In force here: Technology is on." in shown(cards(get(f"{asked}&on=technology").text)[ruling])


def test_a_printing_where_the_ruling_differs_leads_the_card(get: Get) -> None:
    told = "This is the 2010 printing; DIFFERENT in the 2012 printing."
    with_it = shown(cards(get("/judge?q=e40-err-2&game=europe-1940&printing=2012").text)["e40-err-2"])
    assert with_it.startswith(told)
    without = shown(cards(get("/judge?q=e40-err-2&game=europe-1940").text)["e40-err-2"])
    assert without.index(told) > without.index("Differs in the 2012 printing") > without.index("no German submarine")


def test_results_are_kept_to_the_phase_and_all_phases_are_offered_when_nothing_is_left(
    get: Get, base: KnowledgeBase
) -> None:
    fits = {row[0] for row in base.connection.execute("select ruling from ruling_phases where phase = 'combat-move'")}
    found = [row["id"] for row in get("/judge/search.json?q=sub&phase=combat-move&n=100").json()]
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
    assert html.count('href="/r/rev-sub-2?event=A+%26+B&amp;game=revised&amp;phase=combat&amp;off=technology"') == 2
    plain = get("/judge?q=rev-sub-2").text
    assert 'href="/r/rev-sub-2/slip"' in plain
    assert plain.count('href="/r/rev-sub-2"') == 2


@pytest.mark.parametrize(
    "query", ["gmae=revised", "game=revized", "off=tech", "phase=x", "printing=2012", "game=revised&game=revised"]
)
def test_what_nobody_can_mean_is_one_friendly_line_of_json(get: Get, query: str) -> None:
    response = get(f"/judge/search.json?q=sub&{query}")
    assert response.status_code == 400
    assert response.json()["ok"] is False
    assert response.json()["error"]


@pytest.mark.parametrize("path", ["/judge", "/r/rev-sub-2/slip", "/r/rev-sub-2"])
@pytest.mark.parametrize("query", ["game=revised&game=revised", "on=technology&off=technology"])
def test_what_says_two_things_is_one_friendly_line(get: Get, path: str, query: str) -> None:
    response = get(f"{path}?{query}")
    assert response.status_code == 400
    assert "Traceback" not in response.text and "That did not work" in response.text


@pytest.mark.parametrize("path", ["/judge?q=sub", "/r/rev-sub-2/slip?", "/r/rev-sub-2?"])
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
    response = get(f"{path}&{query}&event=Fall+Open")
    assert response.status_code == 200
    assert f"This link names the {what}, which is not known here. It is left out." in shown(response.text)
    assert "Fall Open" in shown(response.text)


def test_a_slip_leaves_out_what_is_not_known(get: Get) -> None:
    html = shown(get("/r/rev-sub-2/slip?off=tech&off=technology&event=Fall").text)
    assert "Event: Fall · not in force: Technology" in html and "'tech'" not in html


@pytest.mark.parametrize("number", ["0", "101", "-1", "x", "1e3", "9" * 500, "٣"])
def test_a_number_of_rulings_is_a_number(get: Get, number: str) -> None:
    assert get("/judge/search.json", params={"q": "sub", "n": number}).status_code == 400


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.mark.parametrize(
    "path",
    [
        "/judge?q={}",
        "/judge?part=results&event={}",
        "/judge?game={}",
        "/judge?off={}",
        "/judge?{}=1",
        "/r/rev-sub-2/slip?event={}",
        "/judge?slip={}",
    ],
)
def test_nothing_of_a_query_becomes_markup(get: Get, path: str) -> None:
    for payload in (
        "%3Cmark%20onclick%3Dx%3E",
        "%22%20onclick%3D%22x",
        "%27%20onclick%3D%27x",
        "%3C%2Ftitle%3E%3Cmark%3E",
    ):
        response = get(path.format(payload))
        assert response.status_code in (200, 302, 400)
        tags = _Tags()
        tags.feed(response.text)
        assert not [each for each in tags.found if each[0] == "mark" or "onclick" in each[1]]


# -- builds, caches, the kept files ----------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/judge",
        "/judge?q=sub",
        "/judge/search.json?q=sub",
        "/judge/worker.js",
        "/judge/manifest.webmanifest",
        "/r/rev-sub-2/slip",
    ],
)
def test_what_is_known_is_not_sent_again(get: Get, path: str) -> None:
    first = get(path)
    assert first.status_code == 200
    again = get(path, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_page_of_another_build_is_told_to_load_again(get: Get, base: KnowledgeBase) -> None:
    own, other = base.build.digest[:12], "0" * 12
    assert get(f"/judge?q=sub&part=results&build={own}").status_code == 200
    assert get(f"/judge?q=sub&part=results&build={other}").status_code == 404
    address = next(each for each in kept(get)["files"] if each.endswith("cards.json"))
    assert get(address).status_code == 200
    stale = get(address.replace(own, other))
    assert (stale.status_code, stale.headers["cache-control"]) == (404, "no-store")


def test_everything_that_is_kept_is_there_and_of_this_build(get: Get, base: KnowledgeBase) -> None:
    told = kept(get)
    digest = base.build.digest[:12]
    for address in told["files"]:
        assert get(address).status_code == 200, address
        assert digest in address or address.startswith("/-/kb/assets/")
    page = get(told["shell"]).text
    for needed in re.findall(r'(?:src|data-ranker|data-cards|data-index)="([^"]+)"', page):
        assert needed in told["files"]
    for needed in re.findall(r'rel="(?:stylesheet|icon)"[^>]*href="([^"]+)"', page):
        assert needed in told["files"]
    for script in (each for each in told["files"] if each.endswith(".js")):
        for name in re.findall(r'from "\./([^"]+)"', get(script).text):
            assert f"{script.rpartition('/')[0]}/{name}" in told["files"]


def test_the_kept_cards_are_the_pages_cards_of_every_ruling(get: Get, base: KnowledgeBase) -> None:
    told = kept(get)
    bundle = get(next(each for each in told["files"] if each.endswith("cards.json"))).json()
    assert list(bundle["rendered"]) == base.ids()
    assert bundle["build"] == base.build.digest[:12]
    for ruling, (card, slip) in bundle["rendered"].items():
        record = base.ruling(ruling)
        for text in (shown(card), shown(slip)):
            assert ruling in text
            for section in record["sections"]:
                assert section["title"] in text
            for word in re.findall(r"\w{4,}", record["answer"]):
                assert word in text
        assert not re.search(r"<script|<style|\sstyle=|\son\w+=", card + slip)


def test_a_page_is_made_of_the_kept_cards(get: Get, datasette: Any) -> None:
    site = site_of(datasette)
    assert site is not None
    bundle = get(next(each for each in kept(get)["files"] if each.endswith("cards.json"))).json()
    page = get("/judge?q=technology&game=revised&off=technology").text
    profile = Profile(game="revised", off=("technology",))
    assert cards(page)
    for ruling, card in cards(page).items():
        assert card == profile.dressed(bundle["rendered"][ruling][0], choices_of(site)).strip()


def test_kept_files_are_compressed_for_those_who_can_read_that(get: Get) -> None:
    address = next(each for each in kept(get)["files"] if each.endswith("index.json"))
    plain = get(address, headers={"accept-encoding": "identity"})
    packed = get(address, headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.json() == plain.json()
    assert packed.headers["vary"] == plain.headers["vary"]
    assert "immutable" in packed.headers["cache-control"]
    assert len(gzip.compress(plain.content)) < 300_000


def test_below_another_path_the_worker_answers_for_that_path_only(below: Get) -> None:
    worker = below("/judge/worker.js")
    assert worker.headers["service-worker-allowed"] == "/x/"
    told = kept(below)
    assert {each.startswith("/x/") for each in told["files"]} == {True}
    assert (told["judge"], told["rulings"]) == ("/x/judge", "/x/r/")
    page = below("/judge?q=rev-sub-2&off=technology").text
    assert 'data-scope="/x/"' in page
    assert 'href="/x/r/rev-sub-2/slip?off=technology"' in page
    assert re.findall(r'(?:href|src|action)="/(?!x/)[^"]*"', page) == []
    manifest = below("/judge/manifest.webmanifest").json()
    assert (manifest["start_url"], manifest["scope"]) == ("/x/judge", "/x/")
    assert below(manifest["icons"][0]["src"].removeprefix("/x")).headers["content-type"] == "image/svg+xml"


# -- slips -----------------------------------------------------------------------------------------


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
    rows = base.connection.execute("select ruling, printing, holds from printings order by ruling").fetchall()
    by_holding = {row["holds"]: row for row in rows}
    assert set(by_holding) == {"same", "differs", "unknown"}
    for holds, row in by_holding.items():
        for event in ("", "?event=Fall+Open", "?game=europe-1940&printing=2010"):
            text = shown(get(f"/r/{row['ruling']}/slip{event}").text)
            assert (f"the {row['printing']} printing." in text) == (holds != "same"), (holds, event)


def test_a_slip_without_a_public_address_says_so(below: Get) -> None:
    html = below("/r/rev-sub-2/slip").text
    assert "No public address (start with --public-url): ask for rev-sub-2." in shown(html)
    assert 'class="qr"' not in html


def test_a_slip_of_no_ruling_is_not_there(get: Get) -> None:
    assert get("/r/rev-sub-999/slip").status_code == 404


def test_a_link_to_a_slip_without_network_leads_to_the_slip_with_network(get: Get) -> None:
    response = get("/judge?slip=rev-sub-2&off=technology")
    assert (response.status_code, response.headers["location"]) == (302, "/r/rev-sub-2/slip?off=technology")
