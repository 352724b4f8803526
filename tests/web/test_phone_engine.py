"""The rules engine on a phone: it answers as the server does, with and without network."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import kb
from kb.asking.request import parse_text
from kb.base import paths
from kb.cases.reading.library import RulesLoader, load
from kb.service.asking import answer
from kb.service.engine_process import AskingProcess
from kb.service.phone import replying
from kb.store import read
from kb.web.phone.offer import archive, rulings_of
from kb.web.serve import site
from kb.web.site import Site
from tests.questions import fought
from tests.web.apart import Get, asking
from tests.web.at_judge import DAMAGE, Open, ready
from tests.web.conftest import PUBLIC, listening
from tests.web.other_builds import edited_build
from tests.web.phone import call, requests

FIGHT = fought(2, 6)
KEPT = """
    const files = await (await caches.open("kb-engine /")).keys();
    return files.map(({ url }) => url);"""


@pytest.fixture
def get_offered(built: str, phone_engine: str) -> Get:
    """Ask a site that offers the engine."""
    return asking(site(read.find(built), phone_engine=phone_engine))


@pytest.fixture(scope="module")
def offering(built: str, phone_engine: str) -> Any:
    """The address of a server that offers the engine."""
    with listening(site(read.find(built), public_url=PUBLIC, phone_engine=phone_engine).app()) as address:
        yield address


def server_said(asked: Iterable[str], built: str) -> list[dict[str, Any]]:
    """What the server answers to each request."""
    rules_of = RulesLoader(paths.data())
    with kb.open(built) as base:
        return [answer(base, parse_text(request, rules_of)) for request in asked]


def digests(asked: Iterable[str], folder: Path) -> list[str]:
    """The digest of what the engine answers to each request here, by what the phone was given."""
    reply = replying(str(folder))
    return [sha256(reply(request).encode()).hexdigest() for request in asked]


LINES = (
    "revised; germany conduct combat; sz5: germany 1 sub, uk 1 dd; germany attacks sz5, dice 2 6",
    "japan combat move; sz59: japan 1 sub; sz60: us 1 dd; may sub 59-60-62",
    "germny sub",
)
APART = """
import json, sys
folder, *lines = sys.argv[1:]
sys.path.insert(0, folder)
from kb.service.phone import replying
reply = replying(folder)
print(json.dumps([json.loads(reply(json.dumps({"line": line, "game": "revised"}))) for line in lines]))
"""


def test_a_line_is_read_as_on_the_server_by_what_the_phone_is_given(built: str, here: Site, tmp_path: Path) -> None:
    zipfile.ZipFile(io.BytesIO(archive(here.base.build, rulings_of(here)))).extractall(tmp_path)
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", APART, str(tmp_path), *LINES], capture_output=True, text=True, check=True
    )
    process = AskingProcess(read.find(built).directory)
    for line, own in zip(LINES, json.loads(done.stdout), strict=True):
        said = process.answer(json.dumps({"line": line, "game": "revised"}))
        keys = {"answer", "missing", "read_as", "asked", "assumed", "errors"} & {*said, *own}
        assert {key: own.get(key) for key in keys} == {key: said.get(key) for key in keys}
        assert "errors" in own or (own["answer"] and own["asked"]["position"]["spaces"])
    process.close()


def test_every_case_is_answered_as_on_the_server(
    opened: Open, offering: str, built: str, here: Site, tmp_path: Path
) -> None:
    asked = dict(requests(load(paths.data())))
    assert len(asked) > 2_500
    zipfile.ZipFile(io.BytesIO(archive(here.base.build, rulings_of(here)))).extractall(tmp_path)
    page = opened()
    page.goto(f"{offering}/judge")
    call(page, "await engine.start()")
    code = """
        const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
        const digest = async (request) => {
          const answer = JSON.stringify(await engine.ask(JSON.parse(request)));
          return hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(answer)));
        };
        return Promise.all(given.map(digest));"""
    with ThreadPoolExecutor(1) as meanwhile:
        ours = meanwhile.submit(digests, asked.values(), tmp_path)
        theirs = call(page, code, list(asked.values()))
    assert [name for name, one, other in zip(asked, theirs, ours.result(), strict=True) if one != other] == []
    some = list(asked.values())[::60]
    answers = call(page, "return Promise.all(given.map((each) => engine.ask(JSON.parse(each))))", some)
    assert server_said(some, built) == answers


def test_it_is_kept_when_asked_for_and_then_answers_without_network(
    opened: Open, built: str, phone_engine: str
) -> None:
    page, fetched = opened(), []
    page.on("request", lambda request: fetched.append(request.url))
    with listening(site(read.find(built), phone_engine=phone_engine).app()) as address:
        ready(page, address)
        assert call(page, "return [await engine.available(), await engine.kept()]") == [True, False]
        assert not [url for url in fetched if "/-/kb/engine/" in url], "nothing is fetched before it is asked for"
        parts = call(page, "const parts = []; await engine.keep((part) => parts.push(part)); return parts")
        assert parts == sorted(parts) and parts[-1] == 1 and len(parts) > 4
        assert call(page, "return engine.kept()")
        page.context.set_offline(True)
        page.reload()
        page.locator("#network", has_text="Offline").wait_for()
        told = call(page, "return engine.ask(given)", FIGHT)
        assert told["legal"] is True and told["outcome"]["lost"] == {"united-kingdom": {"destroyer": 1}}
        assert call(page, "return engine.ask(given)", {"game": "revized"}) == {
            "errors": [{"message": "there is no game 'revized'", "hint": "did you mean 'revised'?"}]
        }


def test_a_damaged_engine_is_not_started_and_with_network_it_is_fetched_anew(
    browser: Any, built: str, phone_engine: str
) -> None:
    page = browser.new_page()
    asked = "return engine.ask(given).then((told) => told.legal, () => 'refused')"
    with listening(site(read.find(built), phone_engine=phone_engine).app()) as address:
        ready(page, address)
        call(page, "return engine.keep()")
        assert page.evaluate(DAMAGE, "code.zip") == 1
        page.context.set_offline(True)
        page.reload()
        page.locator("#network", has_text="Offline").wait_for()
        assert call(page, asked, FIGHT) == "refused"
        page.context.set_offline(False)
        call(page, "return engine.keep()")
        page.context.set_offline(True)
        page.reload()
        page.locator("#network", has_text="Offline").wait_for()
        assert call(page, asked, FIGHT) is True
        page.close()


def test_of_another_build_only_what_is_new_is_fetched(opened: Open, own_built: Path, phone_engine: str) -> None:
    serving = [site(read.find(str(own_built)), phone_engine=phone_engine).app()]
    asked: list[str] = []

    async def served(scope: Any, receive: Any, send: Any) -> None:
        asked.append(scope.get("path", ""))
        await serving[-1](scope, receive, send)

    page = opened()
    with listening(served) as address:
        ready(page, address)
        call(page, "return engine.keep()")
        before = call(page, KEPT)
        edited_build(str(own_built), "0a" * 32, "delete from scenario_rulings where ruling = 'rev-sub-2'")
        rolled = site(read.find(str(own_built)), phone_engine=phone_engine)
        for path in ("/judge", "/-/kb/engine.json"):
            asking(rolled)(path)  # as kb serve does before it listens: what is slow at first is taken for lost
        serving.append(rolled.app())
        asked.clear()
        page.goto(f"{address}/judge")
        while not call(page, "return engine.kept()") or len(after := call(page, KEPT)) > len(before):
            page.wait_for_timeout(200)
    new = {url for url in set(after) - set(before) if "/engine/" in url}
    assert {url.rpartition("/")[2] for url in new} == {"code.zip", "worker.js"}
    assert len(after) == len(before), "the old ones are gone"
    assert not [path for path in asked if path.endswith((".wasm", "stdlib.zip"))]


def test_without_an_engine_kept_the_server_is_asked_and_without_network_nobody(opened: Open, offering: str) -> None:
    page = opened()
    page.route("**/ask.json", lambda route: route.fulfill(json={"asked": route.request.post_data_json}))
    ready(page, offering)
    assert call(page, "return engine.ask(given)", FIGHT) == {"asked": FIGHT}
    page.context.set_offline(True)
    assert call(page, "return engine.ask(given).catch((error) => error.message)", FIGHT) == "there is no network"


def test_only_the_worker_may_compile_and_everything_stays_for_ever(get_offered: Get) -> None:
    told = get_offered("/-/kb/engine.json").json()
    assert 5_000_000 < told["bytes"] < 10_000_000
    files = [path for path in told["files"] if path.startswith("/-/kb/engine/")]
    assert len(files) == 6
    for path in files:
        answer = get_offered(path)
        policy = answer.headers["content-security-policy"]
        assert answer.status_code == 200 and "immutable" in answer.headers["cache-control"]
        assert ("'wasm-unsafe-eval'" in policy) == (path == told["worker"])
        assert "'unsafe-eval'" not in policy and policy.startswith("default-src 'none'")
    assert get_offered(told["runtime"] + "pyodide.asm.wasm").headers["content-type"] == "application/wasm"
    for path in ("/judge", "/judge/worker.js", "/-/kb/engine.json"):
        assert "wasm" not in get_offered(path).headers["content-security-policy"]
    assert get_offered(f"/-/kb/engine/{'0' * 12}/worker.js").status_code == 404
    assert get_offered(f"/-/kb/engine.json?build={'0' * 12}").status_code == 404
