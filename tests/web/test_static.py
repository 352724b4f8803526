"""A site of files: its pages, its links, and that it is put in place whole or not at all."""

from __future__ import annotations

import itertools
import json
import os
import re
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from kb.base.errors import BadInput
from kb.files import site
from kb.store import read
from kb.store.pages import ids
from kb.store.topics import titles
from kb.web.site import Site
from tests.killed import killed
from tests.web.at_judge import Open, ready
from tests.web.conftest import file_server


def put(out: Path, monkeypatch: pytest.MonkeyPatch, **files: str) -> site.Written:
    """Put a made-up site into a folder; ``_`` in a name is the dot of a file."""

    async def crawl(_: object) -> AsyncIterator[tuple[str, bytes]]:
        for name, content in files.items():
            yield name.replace("__", "/").replace("_", "."), content.encode()

    monkeypatch.setattr(site, "crawl", crawl)
    with ThreadPoolExecutor(1) as beside:  # an open browser has an event loop in this thread
        return beside.submit(site.write, read.find(), str(out)).result()


def files_in(out: Path) -> dict[str, str]:
    found = (each for each in out.rglob("*") if each.is_file() and each.name != site.MARK)
    return {each.relative_to(out).as_posix(): each.read_text() for each in found}


def test_a_folder_is_replaced_whole_and_one_of_others_is_left_alone(
    tmp_path: Path, built: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KB_BUILT", built)
    out = tmp_path / "deep" / "site"
    put(out, monkeypatch, index_html="old", gone_html="old")
    assert put(out, monkeypatch, index_html="new", r__a_html="new")[:2] == (2, 6)
    assert files_in(out) == {"index.html": "new", "r/a.html": "new"}
    assert [each.name for each in out.parent.iterdir()] == ["site"], "nothing is left beside it"
    (out / "r" / "mine.txt").write_text("mine")
    with pytest.raises(BadInput, match=r"has files that kb site did not write: r/mine\.txt"):
        put(out, monkeypatch, index_html="newest")
    assert files_in(out) == {"index.html": "new", "r/a.html": "new", "r/mine.txt": "mine"}
    (out / "r" / "mine.txt").unlink()
    (out / site.MARK).write_text("[" * 90_000)
    with pytest.raises(BadInput, match="did not write"):
        put(out, monkeypatch, index_html="newest")
    (tmp_path / "file").write_text("mine")
    with pytest.raises(BadInput, match="is not a folder"):
        put(tmp_path / "file", monkeypatch, index_html="new")


def test_a_site_that_is_killed_is_whole_after_the_next(
    tmp_path: Path, built: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KB_BUILT", built)
    old, new = {"index_html": "old", "gone_html": "old"}, {"index_html": "new", "a__b_html": "new"}
    whole = [{"index.html": "old", "gone.html": "old"}, {"index.html": "new", "a/b.html": "new"}]
    for nth in itertools.count(step=5):
        out = tmp_path / str(nth) / "site"
        put(out, monkeypatch, **old)
        dead = killed(lambda out=out: put(out, monkeypatch, **new), nth)  # type: ignore[misc]
        site._remove_left(str(out.parent), "site")
        assert files_in(out) in whole, nth
        put(out, monkeypatch, **new)
        assert files_in(out) == whole[1] and [each.name for each in out.parent.iterdir()] == ["site"]
        if not dead:
            break
    assert nth > 10


def test_every_ruling_statement_scenario_document_and_topic_is_in_the_site(static_site: Path, here: Site) -> None:
    rows = here.base.connection
    wanted = [
        *(f"r/{each}" for each in ids(rows, "rulings")),
        *(f"rule/{each.replace(':', '-')}" for each in ids(rows, "statements")),
        *(f"scenario/{each}" for each in ids(rows, "scenarios")),
        *(f"ledger/{each}" for each in ids(rows, "documents")),
        *(f"compare/{each}" for each in titles(rows)),
    ]
    assert len(wanted) > 2_000
    assert [each for each in wanted if not (static_site / each / "index.html").is_file()] == []
    page = (static_site / "r/rev-sub-2/index.html").read_text()
    assert 'http-equiv="content-security-policy"' in page and "/kb/" not in page.replace("-/kb/", "")


# -- the whole site, written once for all tests


#: an attribute whose value is an address, the new address of a page, and the boards of each game
ADDRESS = re.compile(
    r'\s(?:href|src|action|data-(?:cards|index|worker|scope|rulings))="([^"]*)"|;url=([^"]*)"|boards&#34;: ?&#34;(.*?)&#34;'
)
#: an address in a file of JSON
IN_JSON = re.compile(r'"([^" +]*/[^" +]*)"')
#: folders in which scripts look for files, and which have no page
BARE = re.compile(r"r|-/kb/engine(/\w+)?")


def there(site: Path, folder: str, address: str) -> bool:
    """Return whether the site has the file of an address that stands in ``folder``."""
    parts = urlsplit(address)
    if parts.scheme in ("https", "mailto", "data") or address.startswith("#"):
        return True
    path = os.path.normpath(os.path.join(folder, unquote(parts.path))) if parts.path else folder
    if parts.path.endswith("/"):
        return (site / path).is_dir() if BARE.fullmatch(path) else (site / path / "index.html").is_file()
    return not path.startswith("..") and (site / path).is_file()


def test_no_link_leads_nowhere(static_site: Path) -> None:
    pages = [each for each in static_site.rglob("*.html") if each.name != "404.html"]
    texts = [(str(each.parent.relative_to(static_site)), each.read_text("utf-8")) for each in pages]
    cards = json.loads(next(static_site.glob("judge/*/cards.json")).read_text("utf-8"))
    texts.append(("judge", "".join(cards["rendered"].values())))
    found = {(folder, unescape("".join(each))) for folder, text in texts for each in ADDRESS.findall(text)}
    for name in ("-/kb/engine.json", "worker.js", "judge/manifest.webmanifest"):
        listed = IN_JSON.findall((static_site / name).read_text("utf-8").partition("\n")[0])
        found |= {(os.path.dirname(name), each) for each in listed if each != "image/svg+xml"}
    assert len(found) > 10_000
    assert [each for each in sorted(found) if not there(static_site, *each)] == []


#: milliseconds that a busy machine may take to start the engine
STARTING = 120_000


@pytest.fixture
def hosted(static_site: Path) -> Iterator[str]:
    """Yield the address of the site on a file server that knows nothing of it, below a folder."""
    with file_server(static_site.parent) as address:
        yield f"{address}/rulings"


@pytest.fixture
def page(opened: Open, hosted: str) -> Iterator[Any]:
    """Yield a page of which no request may fail."""
    page, failed = opened(), []
    page.context.on("response", lambda said: failed.append((said.status, said.url)) if said.status >= 400 else None)
    page.context.on("requestfailed", lambda asked: failed.append((asked.failure, asked.url)))
    yield page
    left = "net::ERR_ABORTED"  # by a reader who goes on before everything has loaded
    assert [each for each in failed if each[0] != left] == []


def test_the_engine_answers_as_the_server_does(page: Any, opened: Open, live: str, hosted: str) -> None:
    case, served = "/ask/case/flames-and-steel/far-enough-to-come-back", opened()
    page.goto(f"{hosted}{case}/")
    served.goto(f"{live}{case}")
    for each in (page, served):
        each.locator("#answer .authority").wait_for(timeout=STARTING)
    assert page.locator("#verdict").inner_text() == served.locator("#verdict").inner_text()
    # the static site has no pages of rows, so that its links differ
    answers = [re.sub(r'href="[^"]*"', "href", each.locator("#answer").inner_html()) for each in (page, served)]
    assert answers[0] == answers[1] != ""


def test_it_is_searched_without_a_server_and_works_without_network_after_the_first_visit(
    opened: Open, hosted: str
) -> None:
    page = opened()
    ready(page, hosted)
    page.locator("#q").fill("does a destroyer that a sub hit shoot back")
    page.locator(".card[data-id=rev-sub-2]").wait_for()
    assert page.locator("#found .result").count() == 6
    assert page.locator("#network").inner_text() == ""
    page.context.set_offline(True)
    page.goto(f"{hosted}/judge/?q=can+a+sub+hit+a+plane")
    page.locator(".card").first.wait_for()
    page.locator("#network", has_text="Offline.").wait_for()
    page.goto(f"{hosted}/r/rev-sub-2/")
    page.locator(".card[data-id=rev-sub-2] details[open]").first.wait_for()
    page.goto(f"{hosted}/ledger/")
    page.locator("#network", has_text="/rulings/ledger/ needs the network; here is what is kept.").wait_for()
    names = page.evaluate("caches.keys()")
    assert all(name.startswith("kb /rulings/ ") for name in names), "another site on this host keeps its own"
