"""A site of files: what is written, that no link leads nowhere, and that it is put in place whole or not at all."""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from kb.base import paths
from kb.base.errors import BadInput
from kb.files.site import addresses
from kb.files.site.addresses import Links, marker
from kb.files.site.folder import MARK, check, written
from kb.files.site.write import contents, moved, opened
from kb.store import read
from kb.web.routes import routes
from kb.web.site import Site
from tests.conftest import Run
from tests.killed import killed
from tests.web.apart import run
from tests.web.at_judge import Open, complaints, ready, shown_without_links
from tests.web.conftest import file_server
from tests.web.phone import call

#: what only a server can answer; a pattern that is neither here nor among the addresses is a page that was forgotten
SERVER_ONLY = (
    r"/judge/search\.json",
    r"/ask\.json",
    r"/ask/qr\.svg",
    r"/api/v1/search(?:\.json)?",
    r"/api/v1/rulings(?:\.json)?",
    r"/api/v1/?",
    r"/api/v1/ask",
    r"/api/v1/check",
)
BASE = "/site-0/"
FILES = {
    each: addresses.file_of(each) for each in ("/", "/judge", "/r/rev-sub-2", "/r/rev-sub-2.json", "/judge/worker.js")
}


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("index.html", 'href="/site-0/judge?q=sub"', 'href="judge/?q=sub"'),
        ("index.html", 'href="/site-0/"', 'href="./"'),
        ("judge/index.html", 'href="/site-0/" href="/site-0/judge"', 'href="../" href="./"'),
        ("r/rev-sub-2/index.html", 'href="/site-0/r/rev-sub-2.json"', 'href="../rev-sub-2.json"'),
        ("r/rev-sub-2/index.html", 'href="/site-0/r/rev-sub-2?@profile#proof"', 'href="./?@profile#proof"'),
        ("judge/index.html", 'data-rulings="/site-0/r/"', 'data-rulings="../r/"'),
        ("judge/1/cards.json", r"<a href=\"/site-0/judge\">", r"<a href=\"../\">"),
        ("worker.js", '{"worker": "/site-0/judge/worker.js"}', '{"worker": "worker.js"}'),
    ],
)
def test_an_address_is_relative_to_the_file_it_stands_in(file: str, text: str, said: str) -> None:
    links = Links(BASE, FILES)
    assert links.rewritten(text, file) == said and links.missing == []


def test_an_address_that_is_not_there_is_told(here: Site) -> None:
    links = Links(BASE, FILES)
    links.rewritten('href="/site-0/r/rev-sub-9" href="/site-0/kb/rules/"', "index.html")
    assert links.missing == [("index.html", "/r/rev-sub-9"), ("index.html", "/kb/rules/")]
    assert links.absolute("/site-0/judge", "404.html", "/rulings") == "/rulings/judge/"


def test_the_marker_is_in_no_file_and_changes_with_the_build(here: Site) -> None:
    assert marker(here.digest) == marker(here.digest) != marker("0" * 64)
    assert marker(here.digest).encode() not in Path(here.base.build.path(read.BASE)).read_bytes()


def test_every_page_is_in_the_site_of_files_or_needs_a_server(built: str) -> None:
    datasette = opened(read.find(built), phone_engine="off")

    async def known() -> list[str]:
        await datasette.invoke_startup()
        from kb.web.site import site_of

        site = site_of(datasette)
        assert site is not None
        return list(await addresses.files(site))

    there = run(known())
    asked_with_the_engine = (r"/ask/case/", r"/ask/\(", r"/-/kb/engine/")
    forgotten = [
        pattern
        for pattern, _ in routes(datasette)
        if pattern.removesuffix("$") not in SERVER_ONLY
        and not any(re.match(pattern, each) for each in there)
        and not pattern.startswith(tuple(each.replace("\\", "") for each in asked_with_the_engine))
    ]
    assert forgotten == []


def test_a_page_without_a_server_states_its_policy_and_leads_to_no_table(built: str) -> None:
    datasette = opened(read.find(built), phone_engine="off")
    pages = ("/", "/r/e40-scr-1", "/ledger/revised-faq", "/ask")

    async def asked() -> dict[str, str]:
        return {name: str(content) async for name, content in contents(datasette, pages)}

    made = run(asked())
    for file in ("index.html", "r/e40-scr-1/index.html", "ledger/revised-faq/index.html", "ask/index.html"):
        assert (
            "<meta http-equiv=\"content-security-policy\" content=\"default-src 'none'; script-src 'self'" in made[file]
        )
        assert "frame-ancestors" not in made[file] and "<body data-static" in made[file]
        assert "Browse" not in made[file] and "In the tables" not in made[file] and marker("")[:6] not in made[file]
    assert "This site has no engine" in made["ask/index.html"] and "ask.js" not in made["ask/index.html"]
    assert re.search(r"Build [0-9a-f]{12}, documents up to \d{4}", made["index.html"]), "no day on which it was made"
    assert "href" not in made["404.html"].replace('rel="icon" href', ""), "it may be shown at any depth"
    assert "sitemap.xml" not in made
    assert json.loads(made[MARK])["engine"] is False


def test_a_page_that_moved_leads_on() -> None:
    assert 'content="0; url=../ask/#a&amp;b"' in moved("../ask/#a&b")


# -- the folder


def put(out: Path, **files: str) -> None:
    """Put a site into a folder; ``__`` in a name is a folder's end, ``_`` the dot of a file."""
    with written(str(out)) as folder:
        for name, content in files.items():
            folder.write(name.replace("__", "/").replace("_", "."), content)
        folder.write(MARK, '{"kb_site": 1}')


def files_in(out: Path) -> dict[str, str]:
    found = (each for each in out.rglob("*") if each.is_file() and each.name != MARK)
    return {each.relative_to(out).as_posix(): each.read_text() for each in found}


def test_a_folder_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "site"
    for word in ("old", "new"):
        with written(str(out)) as folder:
            folder.write("r/rev-sub-2/index.html", word)
            folder.write(MARK, '{"kb_site": 1}')
        assert (folder.files, folder.bytes) == (2, 3 + 14)
    with pytest.raises(KeyboardInterrupt), written(str(out)) as folder:
        folder.write("r/rev-sub-2/index.html", "half")
        raise KeyboardInterrupt
    assert (out / "r" / "rev-sub-2" / "index.html").read_text() == "new"
    assert [each.name for each in out.parent.iterdir()] == ["site"], "nothing is left beside it"


def test_what_somebody_put_into_the_site_stays(tmp_path: Path) -> None:
    out = tmp_path / "site"
    put(out, index_html="old", r__a_html="old", old__b_html="old", file="was a file")
    (out / ".git").mkdir()
    for name in (".git/config", "CNAME", "r/notes.txt", "old/mine.txt"):
        (out / name).write_text("mine")
    put(out, index_html="new", r__a_html="new", c_html="new", file__d_html="new")
    mine = {".git/config": "mine", "CNAME": "mine", "r/notes.txt": "mine", "old/mine.txt": "mine"}
    site = {"index.html": "new", "r/a.html": "new", "c.html": "new", "file/d.html": "new"}
    assert files_in(out) == mine | site
    assert json.loads((out / MARK).read_text())["files"] == sorted(site)
    put(out, index_html="newest", file="a file again")
    assert files_in(out) == mine | {"index.html": "newest", "file": "a file again"}
    assert [each.name for each in tmp_path.iterdir()] == ["site"]


def test_what_stands_in_the_way_and_is_not_of_the_site_is_told_and_nothing_is_written(tmp_path: Path) -> None:
    out, apart = tmp_path / "site", tmp_path / "apart"
    put(out, index_html="old")
    apart.mkdir()
    (out / "robots.txt").write_text("mine")
    (out / "r").write_text("mine")
    (out / "linked").symlink_to(apart)
    (out / "folder").mkdir()
    before = files_in(out)
    with pytest.raises(BadInput) as error:
        put(out, index_html="new", robots_txt="new", r__a_html="new", linked__a_html="new", folder="new")
    told = [str(each) for each in error.value.findings]
    assert [each.partition(": ")[0].rpartition("/")[2] for each in told] == ["folder", "linked", "r", "robots.txt"]
    assert all("kb site did not write it; nothing was written; move it away" in each for each in told)
    assert files_in(out) == before and list(apart.iterdir()) == []


@pytest.mark.parametrize(
    "files", [None, "index.html", [1], ["../mine.txt"], ["/mine.txt"], ["r//a"], ["linked/mine.txt"]]
)
def test_a_site_whose_files_are_not_known_is_left_alone(tmp_path: Path, files: object) -> None:
    out = tmp_path / "site"
    put(out, index_html="old")
    (tmp_path / "mine.txt").write_text("mine")
    (out / "linked").symlink_to(tmp_path)
    (out / MARK).write_text(json.dumps({"kb_site": 1} | ({} if files is None else {"files": files})))
    with pytest.raises(BadInput, match="does not list the files of the site, so they cannot be told from yours"):
        put(out, index_html="new")
    assert (tmp_path / "mine.txt").read_text() == "mine" and (out / "index.html").read_text() == "old"


def test_a_site_that_is_killed_while_it_is_put_in_place_is_whole_after_the_next(tmp_path: Path) -> None:
    old, new = {"index_html": "old", "gone_html": "old"}, {"index_html": "new", "a__b_html": "new"}
    for nth in itertools.count():
        out = tmp_path / str(nth) / "site"
        put(out, **old)
        (out / "CNAME").write_text("mine")
        dead = killed(lambda out=out: put(out, **new), nth)  # type: ignore[misc]
        assert {"CNAME": "mine"}.items() <= files_in(out).items() and "index.html" in files_in(out), nth
        put(out, **new)
        assert files_in(out) == {"CNAME": "mine", "index.html": "new", "a/b.html": "new"}, nth
        assert [each.name for each in out.parent.iterdir()] == ["site"], nth
        if not dead:
            break
    assert nth > 40


def test_one_process_at_a_time_writes_a_site(tmp_path: Path) -> None:
    with written(str(tmp_path / "site")) as folder:
        folder.write(MARK, '{"kb_site": 1}')
        with pytest.raises(BadInput, match="another kb is writing this"):
            put(tmp_path / "site")


def test_what_is_no_site_of_ours_is_left_alone(tmp_path: Path, kb_command: Run) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "mine.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    (tmp_path / "empty").mkdir()
    check(str(tmp_path / "empty"))
    for name, told in (("letters", "a folder with other files"), ("file", "no folder")):
        done = kb_command("site", str(tmp_path / name))
        assert done.returncode == 2 and done.stdout == ""
        assert done.stderr.count("\n") == 1 and told in done.stderr and "name another folder" in done.stderr
    assert (tmp_path / "letters" / "mine.txt").read_text() == "mine"
    with pytest.raises(BadInput, match="cannot be written"), written(str(tmp_path / "file" / "below")):
        pass


def test_a_bad_option_is_one_line(tmp_path: Path, kb_command: Run) -> None:
    for option, value, told in (
        ("--public-url", "rulings", "--public-url"),
        ("--phone-engine", "no", "engine for phones"),
    ):
        done = kb_command("site", "out", option, value)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1) and told in done.stderr
    assert not (tmp_path / "out").exists()


# -- the whole site, written once for all tests


#: an attribute whose value is an address: a link, a file, a form, or what the scripts are given
ADDRESS = re.compile(r'\s(?:href|src|action|data-(?:cards|index|ranker|worker|scope|rulings))="([^"]*)"')
#: the same inside a text: of the card list, of a page that moved, and of the boards of each game
INSIDE = (
    re.compile(r'<meta name="kb-cards" content="([^"]*)"'),
    re.compile(r'<meta http-equiv="refresh" content="[^"]*url=([^"]*)"'),
    re.compile(r"&#34;boards&#34;: ?&#34;(.*?)&#34;"),
)


def addresses_of(page: str) -> Iterator[str]:
    """Every address that a page has."""
    for pattern in (ADDRESS, *INSIDE):
        yield from map(unescape, pattern.findall(page))


#: folders in which scripts look for files, and which have no page
BARE = re.compile(r"r|-/kb/engine(/\w+)?")


def there(site: Path, folder: str, address: str) -> bool:
    """Whether the site has the file of an address that stands in ``folder``."""
    parts = urlsplit(address)
    if parts.scheme in ("https", "mailto", "data") or address.startswith("#"):
        return True
    path = os.path.normpath(os.path.join(folder, unquote(parts.path))) if parts.path else folder
    if parts.path.endswith("/"):
        return (site / path).is_dir() if BARE.fullmatch(path) else (site / path / "index.html").is_file()
    return not path.startswith("..") and (site / path).is_file()


def test_no_link_leads_nowhere(static_site: Path) -> None:
    site, broken, count = static_site, [], 0
    pages = [each for each in sorted(site.rglob("*.html")) if each.name != "404.html"]
    texts = {str(each.relative_to(site).parent): each.read_text(encoding="utf-8") for each in pages}
    cards, found = next(site.glob("judge/*/cards.json")), cache(there)
    for number, rendered in enumerate(json.loads(cards.read_text(encoding="utf-8"))["rendered"].values()):
        texts[f"judge/#{number}"] = "".join(rendered).replace("?@profile", "")
    for folder, text in texts.items():
        own = folder.partition("/#")[0]
        for address in addresses_of(text):
            count += 1
            if not found(site, own, address):
                broken.append((folder, address))
    for name in ("-/kb/engine.json", "worker.js", "judge/manifest.webmanifest"):
        text = (site / name).read_text(encoding="utf-8").partition("\n")[0].removeprefix("const BUILD = ").rstrip(";")
        values = [each for each in strings(json.loads(text)) if "/" in each and " " not in each and "+" not in each]
        count += len(values)
        broken += [(name, each) for each in values if not there(site, os.path.dirname(name), each)]
    assert broken == [] and count > 20_000


def strings(value: object) -> list[str]:
    """Every text in a value of JSON."""
    if isinstance(value, dict):
        return [each for part in value.values() for each in strings(part)]
    if isinstance(value, list):
        return [each for part in value for each in strings(part)]
    return [value] if isinstance(value, str) else []


def test_no_file_holds_the_marker_or_a_place_of_this_machine(static_site: Path, built: str) -> None:
    for path in static_site.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            assert not re.search(rb"/site-[0-9a-f]{64}", content) and str(Path(built).parent).encode() not in content, (
                path
            )


def test_the_list_of_pages_has_public_addresses_that_are_there(static_site: Path) -> None:
    found = re.findall("<loc>https://rulings.example/rulings/(.*)</loc>", (static_site / "sitemap.xml").read_text())
    assert len(found) > 1_500 and {"", "judge/", "r/rev-sub-2/", "compare/lone-transport/"} <= set(found)
    assert [each for each in found if not (static_site / each / "index.html").is_file()] == []
    assert "Sitemap: https://rulings.example/rulings/sitemap.xml" in (static_site / "robots.txt").read_text()
    page = (static_site / "r" / "rev-sub-2" / "index.html").read_text(encoding="utf-8")
    assert '<link rel="canonical" href="https://rulings.example/rulings/r/rev-sub-2/">' in page
    assert 'href="/rulings/judge/"' in (static_site / "404.html").read_text(encoding="utf-8")


#: writes the files of some addresses of the build ``KB_BUILT`` as JSON: name -> SHA-256
SOME = """
import asyncio, json, sys
from hashlib import sha256
from kb.files.site.write import contents, opened
from kb.store import read
async def made():
    site = opened(read.find(), "https://rulings.example/rulings", sys.argv[1])
    return {name: sha256(each.encode() if isinstance(each, str) else each).hexdigest()
            async for name, each in contents(site, sys.argv[2:])}
print(json.dumps(asyncio.run(made())))
"""


@pytest.mark.parametrize(("seed", "zone", "locale"), [("7", "America/St_Johns", "tr_TR.UTF-8")])
def test_the_same_build_gives_the_same_files(
    static_site: Path, own_built: Path, phone_engine: str, tmp_path: Path, seed: str, zone: str, locale: str
) -> None:
    """In another process and place, from a copy of the build that was made on another day: one page of each kind."""
    for each in own_built.rglob("*"):
        os.utime(each, (1_000_000_000, 1_000_000_000))
    environment = {"PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": locale, "KB_BUILT": str(own_built)}
    asked = [
        *(each for each in (*addresses.PAGES, *addresses.FILES) if (static_site / addresses.file_of(each)).is_file()),
        *(f"/r/{ruling}{kind}" for ruling in ("rev-sub-2", "e40-scr-1") for kind in ("", ".json")),
        *("/ledger/revised-faq", "/compare/lone-transport", "/scenario/revised/a-bank-taken-this-turn-opens-no-canal"),
        "/ask/case/revised/a-bank-taken-this-turn-opens-no-canal",
        *(f"/{each.relative_to(static_site)}" for each in static_site.glob("judge/*/*.json")),
        *(f"/{each.relative_to(static_site)}" for each in static_site.glob("ask/*/*.json")),
        *(f"/{each.relative_to(static_site)}" for each in static_site.glob("-/kb/engine/*/*")),
    ]
    done = subprocess.run(
        [sys.executable, "-c", SOME, phone_engine, *asked],
        env={**os.environ, **environment, "PYTHONPATH": paths.CHECKOUT},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    again = json.loads(done.stdout)
    from hashlib import sha256

    assert len(again) > 30 and again.pop(MARK), "the mark lists the files, and here are fewer"
    assert {name: sha256((static_site / name).read_bytes()).hexdigest() for name in again} == again


#: what only a server can show, on the pages that are compared
SERVED_ONLY = ("Browse the data", "In the tables", "More on this document,")
#: milliseconds that a busy machine may take to start the engine
STARTING = 120_000


@pytest.fixture
def hosted(static_site: Path) -> Iterator[str]:
    """The address of the site on a file server that knows nothing of it, below a folder."""
    with file_server(static_site.parent) as address:
        yield f"{address}/rulings"


@pytest.fixture
def page(opened: Open, hosted: str) -> Iterator[Any]:
    """A page of which no request may fail."""
    page, failed = opened(), []
    page.context.on("response", lambda said: failed.append((said.status, said.url)) if said.status >= 400 else None)
    page.context.on("requestfailed", lambda asked: failed.append((asked.failure, asked.url)))
    yield page
    left = "net::ERR_ABORTED"  # by somebody who goes on before everything has come
    assert [each for each in failed if each[0] != left] == []


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/judge",
        "/r/rev-sub-2",
        "/r/e40-scr-1",
        "/scenario/revised/a-bank-taken-this-turn-opens-no-canal",
        "/compare",
        "/compare/lone-transport",
        "/ledger",
        "/ledger/revised-faq",
    ],
)
def test_a_page_says_what_the_served_one_says(page: Any, opened: Open, live: str, hosted: str, path: str) -> None:
    served = opened()
    served.goto(live + path)
    page.goto(f"{hosted}{path.rstrip('/')}/")
    for each in (page, served):
        each.wait_for_load_state("networkidle")
    assert words(page) == words(served) != ""


def words(page: Any) -> str:
    """What the main part of a page says, without what only a server has and whether it is kept yet."""
    text = page.evaluate("document.querySelector('#ready')?.remove(), document.querySelector('main').innerText")
    for each in SERVED_ONLY:
        text = text.replace(each, "")
    return " ".join(re.sub(r"https?://\S+|/\S*/r/\S+", "", text).split())


def test_typed_words_are_searched_without_a_server(page: Any, hosted: str) -> None:
    page.goto(f"{hosted}/judge/")
    page.locator("#q").fill("does a destroyer that a sub hit shoot back")
    page.locator(".card[data-id=rev-sub-2]").wait_for()
    assert page.locator("#found .rules li").count() == 3
    assert page.locator("#network").inner_text() == "Simple ranking."


@pytest.mark.parametrize(
    "link",
    [
        "r/e40-scr-1?game=europe-1940&printing=2012",
        "r/e40-scr-1?game=europe-1940&printing=2010&off=global&on=never-heard-of",
        "r/rev-sbr-1?game=revised&off=technology&phase=no-such",
        "r/rev-sub-2?game=nowhere",
    ],
)
def test_a_choice_in_the_address_is_told_as_by_a_server(
    page: Any, opened: Open, live: str, hosted: str, link: str
) -> None:
    served = opened()
    served.goto(f"{live}/{link}")
    page.goto(f"{hosted}/{link.replace('?', '/?')}")
    page.wait_for_load_state("networkidle")
    for part in ("h1", ".chosen"):
        assert shown_without_links(page, part) == shown_without_links(served, part)
    assert page.locator(".chosen").count() == 1


def test_links_of_a_search_lead_on_with_the_choice(page: Any, hosted: str) -> None:
    page.goto(f"{hosted}/judge/?q=scramble&game=europe-1940&printing=2012")
    page.locator(".card summary").first.click()
    page.locator(".card").get_by_role("link", name="Page of").first.click()
    page.locator(".chosen", has_text="2012 printing").wait_for()
    page.goto(f"{hosted}/?")
    page.locator("#q").fill("tanks blitz")
    page.keyboard.press("Enter")
    page.locator(".card").first.wait_for()
    assert page.url.startswith(f"{hosted}/judge/?q=tanks+blitz")


def test_the_engine_answers_as_the_server_does(
    page: Any, opened: Open, live: str, hosted: str, static_site: Path
) -> None:
    served = opened()
    served.goto(f"{live}/ask")
    cases = [
        "revised/a-bank-taken-this-turn-opens-no-canal",
        "revised/an-express-destroyer-fights-with-troops-aboard",
        "anniversary/a-fighter-sweeps-a-lone-transport",
        "europe-1940/mechanized-infantry-moves-two",
        "europe-1999/infantry-fires-at-attacking-planes",
        "flames-and-steel/far-enough-to-come-back",
    ]
    page.goto(f"{hosted}/ask/case/{cases[0]}/")
    page.locator("#answer .authority").wait_for(timeout=STARTING)
    for case in cases:
        moved = (static_site / "ask/case" / case / "index.html").read_text("utf-8")
        ((leads, told),) = re.findall(r'url=([^"#]*)#([^"]*)"', moved)
        assert (static_site / "ask/case" / case / leads / "index.html").is_file()
        request = told.replace("-", "+").replace("_", "/")
        code = "return JSON.stringify(await engine.ask(JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(given), (c) => c.codePointAt(0))))))"
        own, theirs = (json.loads(call(each, code, request)) for each in (page, served))
        assert own["actions"] == theirs["actions"] and own["outcome"] == theirs["outcome"] != {}
    assert "Our engine" in page.locator("#answer").inner_text()


def test_it_works_without_network_after_the_first_visit(opened: Open, hosted: str) -> None:
    page = opened()
    ready(page, hosted)
    page.context.set_offline(True)
    page.goto(f"{hosted}/judge/?q=can+a+sub+hit+a+plane")
    page.locator(".card").first.wait_for()
    page.locator("#network", has_text="Offline: simple ranking.").wait_for()
    page.goto(f"{hosted}/r/rev-sub-2/")
    page.locator(".card[data-id=rev-sub-2] details[open]").first.wait_for()
    page.goto(f"{hosted}/ledger/")
    page.locator("#network", has_text="/rulings/ledger/ needs the network; here is what is kept.").wait_for()
    names = page.evaluate("caches.keys()")
    assert all(name.startswith("kb /rulings/ ") for name in names), "another site on this host keeps its own"


@pytest.mark.parametrize(
    "path", ["/judge/?q=can+a+sub+hit+a+plane", "/r/rev-sub-2/?off=technology", "/compare/lone-transport/"]
)
def test_nobody_is_left_out_without_a_server(page: Any, hosted: str, path: str) -> None:
    page.goto(hosted + path)
    page.wait_for_load_state("networkidle")
    assert complaints(page) == []
