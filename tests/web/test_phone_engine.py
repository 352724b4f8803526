"""The rules engine on a phone: it answers as the server does, with and without network."""

from __future__ import annotations

import time
from hashlib import sha256
from typing import Any

import pytest

from kb import paths
from kb.asking.reply import reply
from kb.scenarios.reading.library import RulesLoader, load
from kb.store import read
from kb.web.phone.offer import proofs_of
from kb.web.serve import site
from kb.web.site import Site
from tests.web.at_judge import Open
from tests.web.conftest import PUBLIC, listening
from tests.web.phone import call, requests

FIGHT = {
    "game": "revised",
    "position": {
        "turn": "germany",
        "phase": "conduct-combat",
        "spaces": {"sz5": {"germany": {"submarine": 1}, "united-kingdom": {"destroyer": 1}}},
    },
    "do": [{"battle": "sz5", "dice": [2, 6]}],
}


@pytest.fixture(scope="module")
def offering(built: str, phone_engine: str) -> Any:
    """The address of a server that offers the engine."""
    with listening(site(read.find(built), public_url=PUBLIC, phone_engine=phone_engine).app()) as address:
        yield address


@pytest.mark.slow
def test_every_case_is_answered_as_on_the_server(opened: Open, offering: str, here: Site) -> None:
    rules_of, proofs = RulesLoader(paths.data()), proofs_of(here)
    asked = dict(requests(load(paths.data(), rules_of=rules_of)))
    assert len(asked) > 2_500
    page = opened()
    page.goto(f"{offering}/judge")
    call(page, "await engine.start()")
    began = time.perf_counter()
    code = """
        const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
        const digest = async (request) => {
          const answer = JSON.stringify(await engine.ask(JSON.parse(request)));
          return hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(answer)));
        };
        return Promise.all(given.map(digest));"""
    answers = call(page, code, list(asked.values()))
    print("phone", time.perf_counter() - began)
    began = time.perf_counter()
    ours = [sha256(reply(request, rules_of, proofs).encode()).hexdigest() for request in asked.values()]
    print("server", time.perf_counter() - began)
    assert [name for name, one, other in zip(asked, answers, ours, strict=True) if one != other] == []
