"""The judge's page finds the rulings of ``kb search``, for the game, printing and options of its address."""

from __future__ import annotations

import gzip
import re
from html import unescape

import pytest

from kb.knowledge import KnowledgeBase
from kb.store import lookup
from kb.text.search import remarks
from tests.web.apart import Get
from tests.web.reading import cards, cards_of, hrefs, ids, kept

QUESTIONS = ("can a sub hit a plane", "destryer", '"opening fire"', "kind:erratum", "rev-sub-2", "xyzzy")
#: a ruling that differs in the other printing
DIFFERENT = "e40-scr-1"


def seen(html: str) -> str:
    """Return the text of some markup."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def test_the_page_offers_every_edition_printing_and_option(get: Get, base: KnowledgeBase) -> None:
    html = get("/judge").text
    for game in base.games():
        assert f'name="game" value="{game}"' in html
    for row in base.connection.execute("select id from options"):
        assert {f'name="option.{row["id"]}" value="{state}"' in html for state in ("", "on", "off")} == {True}
    assert re.findall(r'<fieldset class="choose" data-games="[^"]*">', html) == [], "none without an edition"
    chosen = get("/judge?game=europe-1940&printing=2012").text
    offered = re.findall(r'<fieldset class="choose" data-games="[^"]*"><legend>([^<]*)</legend>', chosen)
    assert {"Its printing", "Technology", "Global game"} <= {*offered} and "Dardanelles closed" not in offered
    assert 'name="printing" value="2012" checked' in chosen
    assert "Only Europe 1940 · printing of 2012" in seen(get("/judge?game=europe-1940&printing=2012&q=sub").text)


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("game", ["", "revised"])
def test_the_page_finds_what_the_library_finds(get: Get, base: KnowledgeBase, question: str, game: str) -> None:
    found = base.search(question, game=game or None)
    expected = cards_of(found)
    page = get("/judge", params={"q": question, "game": game}).text
    fragment = get("/judge", params={"q": question, "game": game, "part": "results"}).text
    assert ids(page) == ids(fragment) == expected and "<html" not in fragment
    said = [each.answer or each.says for each in found.every if each.kind == "statement"]
    assert {unescape(each) for each in re.findall(r'<a class="says"[^>]*>([^<]*)</a>', fragment)} == {*said}
    assert all(f">{other}</a>" in fragment for other in found.elsewhere)
    assert all(line in seen(fragment) for line in remarks(found))


def test_a_card_says_verdict_authority_question_official_words_source_and_proof_in_this_order(
    get: Get, base: KnowledgeBase
) -> None:
    ruling = base.ruling("rev-sub-2")
    card = seen(cards(get("/judge?q=rev-sub-2").text)["rev-sub-2"])
    parts = (
        ruling["verdict"],
        "Revised official ruling rev-sub-2",
        "Does a destroyer hit in Opening Fire shoot back?",
        "“Yes.” FAQ, 2010-04-21, approved by Larry Harris",
        "My sub attacks an enemy destroyer and hits it in the Opening Fire step.",
        "Official answer · Axis & Allies Revised FAQ, 2010-04-21, approved by Larry Harris,",
        f"lines {ruling['line_start']}-{ruling['line_end']}",
        "Combat step 3: remove Opening Fire casualties, page ≈15",
        "Played: 1 case, 1 contrast",
        "A destroyer hit in opening fire still shoots back",
        "Other games: ",
        "Open rev-sub-2 On the board",
    )
    places = [card.find(part) for part in parts]
    assert -1 not in places, parts[places.index(-1)]
    assert places == sorted(places)


def test_a_game_that_the_question_names_is_kept_to_even_if_another_is_chosen(get: Get, base: KnowledgeBase) -> None:
    words = "aa50 submarines submerge"
    named = get("/judge", params={"q": words}).text
    assert ids(named) == cards_of(base.search(words))
    assert all(each.startswith(("ann-", "anniversary/")) for each in ids(named))
    assert 'name="game" value="" checked' in named, "nobody chose it"
    assert "Only Anniversary: the query names it · All editions" in seen(named)
    every = next(each for each in hrefs(named) if "all=1" in each)
    wide = get(every).text
    assert ids(wide) == cards_of(base.search(words, all_games=True))
    assert "All games, although the query names Anniversary · As the question says" in seen(wide)
    assert "/judge?q=aa50+submarines+submerge&all=0" in hrefs(wide)
    assert [each for each in hrefs(wide) if "n=12" in each] == [every.replace("&all", "&n=12&all")]
    chosen = get("/judge?q=aa50+submarines+submerge&game=revised").text
    assert ids(chosen) == ids(named) and 'name="game" value="revised" checked' in chosen
    assert "Only Anniversary: the query names it · All editions · Only Revised" in seen(chosen)
    assert "/judge?q=aa50+submarines+submerge&all=1&game=revised" in hrefs(chosen)


def test_an_edition_alone_gives_all_it_has_in_reading_order(get: Get, base: KnowledgeBase) -> None:
    rulings = [each["id"] for each in base.rulings("flames-and-steel")]
    assert ids(get("/judge?game=flames-and-steel&n=100").text) == rulings
    assert ids(get("/judge").text) == []


@pytest.mark.parametrize("path", ["/judge?q=sub", "/judge?q=sub&part=results", "/r/rev-sub-2?"])
@pytest.mark.parametrize(
    ("query", "what"),
    [
        ("game=revized", "edition 'revized'"),
        ("off=tech", "option 'tech'"),
        ("option.tech=on", "option 'tech'"),
        ("game=revised&printing=2012", "printing '2012'"),
    ],
)
def test_a_choice_that_is_not_known_is_told_and_left_out(get: Get, path: str, query: str, what: str) -> None:
    response = get(f"{path}&{query}&on=global")
    assert response.status_code == 200
    assert f"This link names the {what}, which is not known here. It is left out." in seen(response.text)
    assert "in force: Global game" in response.text


@pytest.mark.parametrize("number", ["0", "101", "-1", "x", "1e3", "9" * 500, "٣"])
def test_a_number_of_results_is_a_number(get: Get, number: str) -> None:
    response = get("/judge", params={"q": "sub", "n": number})
    assert response.status_code == 400 and "the number of results, is" in response.text


def test_what_is_not_in_force_comes_last_and_says_so(get: Get, base: KnowledgeBase) -> None:
    needs = {ruling for ruling, option in lookup.ruling_options(base.connection) if option == "technology"}
    asked = "/judge?q=industrial+technology&game=revised&n=100"
    plain = [each for each in ids(get(asked).text) if each in needs]
    html = get(f"{asked}&off=technology").text
    off = ["Not in force here: Technology is off." in seen(part) for part in html.split('<section class="result">')[1:]]
    assert True in off and False in off and off == sorted(off)
    assert "not in force: Technology" in seen(html)
    for ruling, card in cards(html).items():
        assert ("Not in force here: Technology is off." in seen(card)) == (ruling in needs)
    on, unsaid = (cards(get(f"/judge?q={plain[0]}{more}").text)[plain[0]] for more in ("&on=technology", ""))
    assert "In force here: Technology is on." in seen(on)
    assert "Only where this is played: Technology." in seen(unsaid)


def test_all_editions_are_offered_where_the_one_that_is_chosen_has_nothing(get: Get) -> None:
    page = get("/judge?q=xyzzy&game=revised&off=technology").text
    assert ids(page) == []
    links = {text: href for href, text in re.findall(r'<a class="button" href="([^"]*)">([^<]*)</a>', page)}
    assert unescape(links["Search all editions"]) == "/judge?q=xyzzy&all=1&off=technology"


def test_card_and_page_tell_the_verdict_of_the_printing_first(get: Get, base: KnowledgeBase) -> None:
    ruling = base.ruling(DIFFERENT)
    (other,) = ruling["printings"]
    own, differs = f"2010: {ruling['verdict']}", f"2012 (different): {other['note']}"
    for played, told in (
        ("", f"{own} {differs}"),
        ("game=europe-1940&printing=2012", f"{differs} {own}"),
        ("game=europe-1940&printing=2010", ruling["verdict"]),
        ("game=revised", f"{own} {differs}"),
    ):
        page = get(f"/r/{DIFFERENT}?{played}").text
        assert seen(page[page.index("<h1") : page.index("</h1>")]) == told
        if played != "game=revised":
            card = cards(get(f"/judge?q={DIFFERENT}&{played}").text)[DIFFERENT]
            assert seen(card[card.index("<h3") : card.index("</h3>")]) == told
            assert ("These words are about the 2010 printing." in card) is played.endswith("2012")
    asked = get("/judge?q=g40+2012+can+fighters+scramble+from+the+united+kingdom").text
    assert differs in seen(cards(asked)[DIFFERENT]), "the question names it"


# -- what a browser keeps of it


def test_everything_that_is_kept_is_there_and_of_this_build(get: Get, base: KnowledgeBase) -> None:
    told = kept(get)
    digest = base.build.digest[:12]
    for address in [*told["pages"], *told["files"], *told["board"]]:
        assert get(address).status_code == 200, address
    assert {address for address in told["files"] if digest not in address} == {
        address for address in told["files"] if address.startswith("/-/kb/assets/")
    }
    page = get(told["pages"][0]).text
    for needed in re.findall(r'(?:src|data-cards|data-index)="([^"]+)"', page):
        assert needed in told["files"]
    for needed in re.findall(r'rel="(?:stylesheet|icon)"[^>]*href="([^"]+)"', page):
        assert needed in told["files"]
    for scripts in (told["files"], told["board"]):
        for script in (each for each in scripts if each.endswith(".js")):
            for name in re.findall(r'(?:from|import) "\./([^"]+)"', get(script).text):
                assert f"{script.rpartition('/')[0]}/{name}" in scripts
    cards = next(each for each in told["files"] if each.endswith("cards.json"))
    stale = get(cards.replace(digest, "0" * 12))
    assert stale.status_code == 404


def test_files_are_compressed_and_the_search_loads_little(get: Get) -> None:
    sizes = {}
    for address in kept(get)["files"]:
        plain, packed = (get(address, headers={"accept-encoding": each}) for each in ("identity", "gzip"))
        assert "content-encoding" not in plain.headers and packed.headers["content-encoding"] == "gzip"
        assert packed.content == plain.content and packed.headers["vary"] == plain.headers["vary"]
        assert "immutable" in packed.headers["cache-control"]
        sizes[address.rpartition("/")[2]] = len(gzip.compress(plain.content))
    assert sizes["index.json"] + sizes["cards.json"] < 900_000


def test_below_another_path_everything_is_below_it(below: Get) -> None:
    worker = below("/judge/worker.js")
    assert worker.headers["service-worker-allowed"] == "/x/"
    told = kept(below)
    assert {each.startswith("/x/") for each in (*told["files"], *told["pages"], *told["board"])} == {True}
    for path in ("/judge?q=rev-sub-2&off=technology", "/r/rev-sub-2", "/compare", "/ledger/revised-faq", "/ask"):
        page = below(path).text
        assert re.findall(r'(?:href|src|action)="/(?!x/)[^"]*"', page) == [], path
    manifest = below("/judge/manifest.webmanifest").json()
    assert (manifest["start_url"], manifest["scope"]) == ("/x/judge", "/x/")
    assert below(manifest["icons"][0]["src"].removeprefix("/x")).headers["content-type"] == "image/svg+xml"
