"""The board's page and what it asks for: the boards, cases of scenarios, and the engine's answers."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from tests.questions import FIGHT, fought
from tests.web.apart import Get, run
from tests.web.hostile import Client
from tests.web.reading import Page

JSON = {"content-type": "application/json"}


@pytest.fixture
def post(datasette: Any) -> Any:
    """Ask the engine: ``post({...})`` gives the response."""

    def ask(request: Any, **headers: str) -> Any:
        content = request if isinstance(request, (str, bytes)) else json.dumps(request)
        return run(datasette.client.post("/ask.json", content=content, headers=headers or JSON))

    return ask


def test_only_json_may_be_sent_and_only_there(ask: Client, post: Any) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        assert post("{}", **{"content-type": kind}).status_code == 415
    for path in ("/ask", "/ask/qr.svg", "/ask.jsonx", "/x/ask.json"):
        assert ask(path, method="POST").status == 405
    assert ask("/ask.json", method="PUT").status == 405


def test_the_case_of_a_scenario_opens_in_the_page(get: Get) -> None:
    answer = get("/ask/case/revised/destroyer-hit-shoots-back")
    page, _, asked = answer.headers["location"].partition("#")
    assert (answer.status_code, page) == (302, "/ask")
    request = json.loads(base64.urlsafe_b64decode(asked + "=" * (-len(asked) % 4)))
    assert request["position"]["spaces"] == FIGHT["spaces"] and request["do"] == [{"battle": "sz5", "dice": [2, 2]}]
    assert "expect" not in request
    assert get("/ask/case/revised/no-such-case").status_code == 404


def test_every_board_has_an_example_that_is_read_and_a_battle_that_is_fought(get: Get, post: Any) -> None:
    (games,) = [e.attributes["data-games"] for e in Page(get("/ask").text).all("div") if "data-games" in e.attributes]
    for game, each in json.loads(games).items():
        for board in get(each["boards"]).json():
            told = post({"line": board["example"], "game": game}).json()
            assert told.get("waiting") or told["kind"] in ("yes", "no"), (board["board"], told["says"])


def test_an_allowed_action_links_the_section_that_permits_it(post: Any) -> None:
    line = "germany noncombat move; germany: 1 inf; may germany 1 inf germany - eastern europe"
    permitted = Page(f"<main>{post({'line': line, 'game': 'revised'}).json()['html']}</main>")
    assert permitted.texts("p", "muted") == ["Assumed: the infantry is Germany's."]
    assert permitted.texts("p", "small") == ["The rules of this game allow it. rev/p5-noncombat"]
    assert [each.attributes.get("data-section") for each in permitted.all("a")] == ["rev/p5-noncombat"]


def test_the_answer_is_html_too_with_the_outcome_first(post: Any) -> None:
    response = post(fought(2, 2))
    assert response.status_code == 200 and response.headers["cache-control"] == "no-store"
    told = response.json()
    assert told["kind"] == "yes" and told["says"] == told["answer"]
    page = Page(f"<main>{told['html']}</main>")
    assert page.elements[0].tag == "li" and page.texts("li")[0].startswith("Germany rolls ")
    assert "Germany loses one submarine." in page.texts("li")
    assert page.texts("p", "authority") == ["Our engine's reading, not an official answer."]
    assert {"rev-sub-2", "rev-sub-1"} <= {each.attributes.get("data-ruling") for each in page.all("a")}
    assert page.texts("figcaption") == ["Before", "After"] and any(
        "−1 destroyer" in each for each in page.texts("span", "gone")
    )
    refused = post({"game": "revised", "position": FIGHT, "may": {"battle": "sz6"}}).json()
    assert refused["kind"] == "no" and refused["says"].startswith("No") and "<h3>Why</h3>" in refused["html"]
    assert post({"game": "x"}).json()["says"].startswith("That cannot be asked: ")
