"""A site of files for an event: at the event as the served one, and a reader may leave it, without a server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from kb.static_site.addresses import files
from kb.static_site.write import contents, opened
from kb.store import read
from kb.web.serve import site
from kb.web.site import site_of
from tests.web.at_judge import PHONE
from tests.web.conftest import listening
from tests.web.test_event_site import EVENT, MARK
from tests.web.test_static_in_browser import Quiet, without_links

pytestmark = pytest.mark.slow

RULING = "/r/rev-sub-2"
#: rulings, cases and files for programs are many and alike; the engine is not asked here
_LEFT_OUT = ("/r/", "/scenario/", "/api/", "/ask", "/-/kb/engine", "/ledger/", "/compare/")


@pytest.fixture(scope="module")
def event_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("event") / "spring.yaml"
    path.write_text(EVENT)
    return str(path)


@pytest.fixture(scope="module")
def hosted(built: str, event_file: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of what the pages below need of a site of files, on a plain file server."""
    folder = tmp_path_factory.mktemp("files")
    write = Thread(target=lambda: asyncio.run(_write(built, event_file, folder)))  # the browser has this one's loop
    write.start()
    write.join()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


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
def test_it_says_what_the_served_site_says(browser: Any, built: str, event_file: str, hosted: str, link: str) -> None:
    path, _, query = link.partition("?")
    context = browser.new_context(viewport=PHONE, service_workers="block")
    page, served = context.new_page(), context.new_page()
    with listening(site(read.find(built), event=event_file, phone_engine="off").app()) as live:
        served.goto(f"{live}{link}", wait_until="networkidle")
        page.goto(f"{hosted}{path}/{'?' * bool(query)}{query}", wait_until="networkidle")
        for part in ("h1", ".houses", ".house-note", ".notes.event", "#chosen", "#at-event", ".slip", ".card h3"):
            there, here = (
                without_links(" ".join(" ".join(each.locator(part).all_inner_texts()).split()))
                for each in (served, page)
            )
            assert here == there, part
    assert (MARK in page.locator("body").inner_text()) == ("event=-" not in link and "hourglass" not in link)
    context.close()
