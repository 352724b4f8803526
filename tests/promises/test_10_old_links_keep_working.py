"""What somebody wrote down keeps working: every address, question of the board, key, command and option there ever was.

``tests/fixtures/addresses.txt`` has a line for each; it only grows (``python scripts/generate.py``).
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urljoin

import pytest

from kb.knowledge import KnowledgeBase
from kb.service.asking import ask
from kb.store import read
from kb.web.serve import site
from scripts.generated import addresses
from tests.conftest import ROOT
from tests.web.apart import run

#: redirects that say "for good"; others only where what is asked is by its nature to lead on
FOR_GOOD = (301, 308)
LEADS_ON = ("/ask/case/", "/judge?slip=")
BEGINNINGS = ("/api/v1", "/api/v1/")
#: of scenarios and rows, hundreds of which differ in nothing that an address needs, one in this many is asked
ONE_IN = 7
MANY = ("/scenario/", "/ask/case/", "/kb/rulings/", "/kb/sections/", "/api/v1/rulings/", "/api/v1/sections/")
EMPTY = {"content": "{}", "headers": {"content-type": "application/json"}}
#: how many lines of each kind there were when the file was begun
BEGUN = {"GET": 4500, "POST": 1, "BOARD": 20, "KEY": 385, "COMMAND": 12, "OPTION": 64, "FORM": 7}


LISTED = (ROOT / "tests" / "fixtures" / "addresses.txt").read_text(encoding="utf-8").splitlines()


def lines(kind: str) -> list[str]:
    return [line.partition(" ")[2] for line in LISTED if line.startswith(f"{kind} ")]


async def unanswered(datasette: Any, paths: Iterable[str], method: str = "GET") -> list[tuple[str, int]]:
    """The addresses that do not answer, with what they say. Of what takes a POST any answer to an empty one will do."""
    found = []
    for path in paths:
        at, answer = path, await datasette.client.request(method, path, **(EMPTY if method == "POST" else {}))
        allowed = (*FOR_GOOD, 302) if path.startswith(LEADS_ON) or path in BEGINNINGS else FOR_GOOD
        while answer.status_code in allowed:
            at = urljoin(at, answer.headers["location"]).partition("#")[0].removeprefix("https://rulings.example")
            answer = await datasette.client.get(at)
        good = (200, 400, 422) if method == "POST" else (200,)
        if answer.status_code not in good or "It is left out." in answer.text:
            found.append((path, answer.status_code))
    return found


@pytest.fixture(scope="module")
def datasette(built: str) -> Any:
    return site(read.find(built), public_url="https://rulings.example")


@pytest.mark.slow
def test_every_address_answers(datasette: Any) -> None:
    paths = lines("GET")
    many = [path for path in paths if path.startswith(MANY)]
    asked = [path for path in paths if not path.startswith(MANY)] + many[::ONE_IN]
    assert run(unanswered(datasette, asked)) == []
    assert run(unanswered(datasette, lines("POST"), "POST")) == []
    assert len(asked) > 1700


def test_every_scenario_is_still_there(base: KnowledgeBase) -> None:
    ids = {row[0] for row in base.connection.execute("select id from scenarios")}
    assert {path.removeprefix("/scenario/") for path in lines("GET") if path.startswith("/scenario/")} <= ids


@pytest.mark.slow
def test_what_is_taken_away_is_noticed(datasette: Any) -> None:
    gone = ["/r/rev-none-1", "/kb/no_such_table", "/judge/search.json?q=sub&colour=red", "/judge?q=sub&game=chess"]
    assert [path for path, _ in run(unanswered(datasette, ["/r/rev-sub-2", *gone, "/r/REV-SUB-2"]))] == gone


def test_every_question_of_the_board_is_answered(base: KnowledgeBase) -> None:
    for text in lines("BOARD"):
        request = json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        told = ask(base, request)
        assert told["game"] == request["game"] and "errors" not in told, request


@pytest.mark.slow
def test_everything_there_is_today_is_in_the_list(base: KnowledgeBase) -> None:
    with ThreadPoolExecutor(1) as beside:  # an open browser keeps an event loop running in this thread
        grown = beside.submit(addresses.grown, "", base).result()
    assert set(grown.splitlines()) - set(LISTED) == set(), "run: python scripts/generate.py"


@pytest.mark.parametrize("kind", ["KEY", "COMMAND", "OPTION", "FORM"])
def test_what_programs_and_people_type_is_still_there(kind: str) -> None:
    now = {"KEY": addresses.keys, "COMMAND": addresses.commands, "OPTION": addresses.commands, "FORM": addresses.forms}
    there = {line for line in now[kind]() if line.startswith(f"{kind} ")}
    old = {f"{kind} {line}" for line in lines(kind)}
    assert old <= there
    assert there <= old, "run: python scripts/generate.py"


def test_the_list_only_grows_and_is_in_order() -> None:
    assert sorted(set(LISTED)) == LISTED
    assert {line.partition(" ")[0] for line in LISTED} == BEGUN.keys()
    assert all(len(lines(kind)) >= many for kind, many in BEGUN.items())


@pytest.mark.parametrize(
    ("pattern", "made"),
    [
        (r"/judge/search\.json", ["/judge/search.json"]),
        (r"/r/(?P<id>[^/]+)/slip", ["/r/a/slip", "/r/b%20c/slip"]),
        (r"/scenario/(?P<name>[^/]+/[^/]+)", ["/scenario/x/y"]),
        (r"/api/games(?P<form>\.json)?", ["/api/games", "/api/games.json"]),
    ],
)
def test_addresses_are_made_of_patterns(pattern: str, made: list[str]) -> None:
    assert addresses.expanded(pattern, {"id": ["a", "b c"], "name": ["x/y"]}) == made


def test_a_pattern_that_nobody_can_fill_is_told() -> None:
    for pattern in (r"/new/(?P<colour>[^/]+)", r"/new/[a-z]+"):
        with pytest.raises(ValueError, match=r"scripts/generated/addresses\.py"):
            addresses.expanded(pattern, {})
