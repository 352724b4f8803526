"""The addresses for programs: what they give, how they are asked for, and what is told of a mistake."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from datasette.app import Datasette
from jsonschema import Draft202012Validator

from kb.knowledge import KnowledgeBase
from kb.reads import asking as reading_asking
from kb.reads import changes, checking, games, rulings, sections, topics
from kb.store import read
from kb.web import asking
from kb.web.api import openapi, problems
from kb.web.api.operations import OPERATIONS, ROOT, Operation
from kb.web.serve import site
from kb.web.site import Site, site_of
from tests.conftest import ROOT as PROJECT
from tests.web.apart import Get, full, run
from tests.web.conftest import PUBLIC
from tests.web.hostile import Client

LINE = "revised; germany combat; sz5: germany 1 sub, uk 1 dd; germany attacks sz5"
EVERY_ACT = (PROJECT / "tests/scenarios/every_act.yaml").read_text()
YAML = {"content-type": "application/yaml"}
#: what is read below the root, and the read that gives the same
READ: dict[str, Callable[[KnowledgeBase], Any]] = {
    "/search?q=can+a+sub+submerge&limit=3": lambda base: rulings.search(base, "can a sub submerge", limit=3),
    "/search?q=aa50+convoy&game=revised": lambda base: rulings.search(base, "aa50 convoy", "revised"),
    "/search?q=aa50+bombers&all_games=true": lambda base: rulings.search(base, "aa50 bombers", all_games=True),
    "/search?q=%22opening+fire%22": lambda base: rulings.search(base, '"opening fire"'),
    "/rulings": lambda base: rulings.rulings(base),
    "/rulings?kind=erratum&game=revised&limit=2": lambda base: rulings.rulings(
        base, "revised", kind="erratum", limit=2
    ),
    "/rulings?after=rev-sub-2&document=revised-faq&limit=1": lambda base: rulings.rulings(
        base, document="revised-faq", after="rev-sub-2", limit=1
    ),
    "/rulings/rev-sub-2": lambda base: rulings.ruling(base, "rev-sub-2"),
    "/compare": topics.compare,
    "/compare?game=europe-1999": lambda base: topics.compare(base, game="europe-1999"),
    "/compare/rev-sub-2": lambda base: topics.compare(base, "rev-sub-2"),
    "/compare/what%20ships%20do?game=revised": lambda base: topics.compare(base, "what ships do", "revised"),
    "/sections": sections.sections,
    "/sections?game=flames-and-steel": lambda base: sections.sections(base, "flames-and-steel"),
    "/sections/rev/up-submarines": lambda base: sections.section(base, "rev/up-submarines"),
    "/games": games.games,
    "/changes": changes.changes,
    "/changes?game=europe-1999": lambda base: changes.changes(base, game="europe-1999"),
    "/editions": changes.editions,
}


@pytest.fixture
def post(datasette: Any) -> Callable[..., Any]:
    """Post to an address: ``post("/ask", {...})``."""

    def send(path: str, body: Any, headers: dict[str, str] | None = None) -> Any:
        content = body if isinstance(body, (str, bytes)) else json.dumps(body)
        how = headers or {"content-type": "application/json"}
        return run(datasette.client.post(f"{ROOT}{path}", content=content, headers=how))

    return send


@pytest.fixture
def own(datasette: Any) -> Site:
    found = site_of(datasette)
    assert found is not None
    return found


def a_problem(response: Any, status: int) -> dict[str, Any]:
    """The problem details that are answered."""
    assert (response.status_code, response.headers["content-type"]) == (status, problems.MEDIA_TYPE), response.text
    assert response.headers["access-control-allow-origin"] == "*"
    assert response.headers["cache-control"] == "no-store"
    told: dict[str, Any] = response.json()
    assert [each.message for each in Draft202012Validator(problems.SCHEMA).iter_errors(told)] == []
    assert told["status"] == status and "Traceback" not in response.text
    return told


# -- what is read


@pytest.mark.parametrize("path", READ)
def test_what_is_read_is_what_the_commands_give(get: Get, base: KnowledgeBase, own: Site, path: str) -> None:
    before, mark, query = path.partition("?")
    response = get(f"{ROOT}{path}")
    assert response.status_code == 200 and response.json() == json.loads(json.dumps(READ[path](base)))
    assert response.headers["access-control-allow-origin"] == "*" and response.headers["x-kb-build"] == own.digest
    as_file = get(f"{ROOT}{before}.json{mark}{query}")
    assert (as_file.text, as_file.headers["etag"]) == (response.text, response.headers["etag"])
    known = get(f"{ROOT}{path}", headers={"if-none-match": response.headers["etag"]})
    assert (known.status_code, known.text, known.headers["access-control-allow-origin"]) == (304, "", "*")


def test_what_the_pages_give_as_json_is_the_same(get: Get) -> None:
    found = get(f"{ROOT}/search?q=sub&limit=4").json()
    assert found == get("/judge/search.json?q=sub&n=4").json()
    shown = get("/r/rev-sub-2.json").json()
    assert get(f"{ROOT}/rulings/rev-sub-2").json() == {
        key: value for key, value in shown.items() if key not in ("permalink", "digest")
    }


def test_a_ruling_names_its_page(get: Get) -> None:
    assert (
        get(f"{ROOT}/rulings/rev-sub-2").headers["link"] == f'<{PUBLIC}/r/rev-sub-2>; rel="alternate"; type="text/html"'
    )


@pytest.mark.parametrize("ending", ["", ".json"])
def test_another_spelling_of_an_id_leads_to_the_ruling(get: Get, ending: str) -> None:
    moved = get(f"{ROOT}/rulings/REV-Sub-2{ending}")
    assert (moved.status_code, moved.headers["location"]) == (301, f"{ROOT}/rulings/rev-sub-2{ending}")
    assert moved.headers["access-control-allow-origin"] == "*"


def test_an_id_that_was_withdrawn_leads_on_or_is_gone(edited: Callable[..., Get]) -> None:
    get = edited(
        "insert into retired values ('rev-sub-99', '2030-01-02', 'it was said twice', null),"
        " ('rev-sub-98', '2030-01-02', 'it was said twice', 'rev-sub-2')"
    )
    assert "said twice" in a_problem(get(f"{ROOT}/rulings/rev-sub-99"), 410)["detail"]
    for written in ("rev-sub-98", "REV%20sub%2098"):
        assert get(f"{ROOT}/rulings/{written}.json").headers["location"] == f"{ROOT}/rulings/rev-sub-2.json"
        assert get(f"/r/{written}").headers["location"] == "/r/rev-sub-2"
    assert get("/r/rev%20sub%2099").status_code == 410


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/rulings/rev-sub-99", "did you mean rev-sub-9"),
        ("/compare/rev-sub-99", "rev-sub-9"),
        ("/compare/zeppelins", "no topic is about"),
        ("/sections/rev/zeppelins", "no section 'rev/zeppelins'"),
        ("/rulings?after=rev-sub-99", "rev-sub-9"),
        ("/zeppelins", "openapi.json"),
        ("/search/more", "openapi.json"),
        ("/ask.json", "openapi.json"),
    ],
)
def test_what_is_not_there_is_told(get: Get, path: str, told: str) -> None:
    assert told in json.dumps(a_problem(get(f"{ROOT}{path}"), 404))


def test_the_root_leads_to_the_description(get: Get) -> None:
    for path in (ROOT, f"{ROOT}/"):
        assert get(path).headers["location"] == f"{ROOT}/openapi.json"


# -- parameters


def test_everything_that_is_wrong_with_parameters_is_told_at_once(get: Get) -> None:
    told = a_problem(get(f"{ROOT}/search?limit=0&all_games=yes&game=chess&limt=3&n=1&n=2"), 400)
    assert [each["parameter"] for each in told["errors"]] == ["q", "game", "limit", "all_games", "limt", "n"]
    assert "one of revised" in told["errors"][1]["detail"] and "1 to 100" in told["errors"][2]["detail"]


@pytest.mark.parametrize("limit", ["", "-1", "101", "1.5", "1e1", "٣", "9" * 5000, "0x1", " 1"])
def test_a_number_is_a_number(get: Get, limit: str) -> None:
    told = a_problem(get(f"{ROOT}/search", params={"q": "sub", "limit": limit}), 400)
    assert "limit" in json.dumps(told)


def test_a_parameter_is_said_once(get: Get) -> None:
    told = a_problem(get(f"{ROOT}/search?q=sub&q=tank"), 400)
    assert told["errors"] == [{"detail": "'q' is there 2 times; say it once", "parameter": "q"}]


def test_only_what_is_served_is_compared_with(get: Get) -> None:
    assert "no edition" in a_problem(get(f"{ROOT}/changes?since=1815-06-18"), 422)["detail"]
    assert "there is no 'against' here" in a_problem(get(f"{ROOT}/changes?against=/etc"), 400)["errors"][0]["detail"]


def test_words_that_cannot_be_searched_for_are_told(get: Get) -> None:
    told = a_problem(get(f"{ROOT}/search?q=kind:zeppelin"), 422)
    assert "no ruling has kind:zeppelin" in told["detail"] and "hint" in told["errors"][0]


# -- what is posted


def test_a_line_is_answered(post: Any, base: KnowledgeBase) -> None:
    response = post("/ask", {"line": LINE})
    assert response.status_code == 200 and response.headers["cache-control"] == "no-store"
    assert response.json() == json.loads(json.dumps(reading_asking.ask(base, LINE)))


def test_a_case_is_answered_with_what_else_is_wanted(post: Any) -> None:
    spaces = {"sz5": {"germany": {"submarine": 1}, "united-kingdom": {"destroyer": 1}}}
    position = {"turn": "germany", "phase": "conduct-combat", "spaces": spaces}
    case = {"game": "revised", "position": position, "do": [{"battle": "sz5", "dice": [2, 2]}]}
    told = post("/ask", {"case": case, "flips": True, "odds": True, "changes": ["sz5: uk +1 dd"]}).json()
    assert told["legal"] is True and told["flips"] and told["odds"][0]["space"] == "sz5"
    assert "two destroyers" in told["told"][1]


def test_a_line_without_a_game_is_about_the_one_that_is_meant(post: Any) -> None:
    line = LINE.partition("; ")[2]
    assert "which game" in a_problem(post("/ask", {"line": line}), 422)["detail"]
    assert post("/ask", {"line": line, "game": "revised"}).json()["game"] == "revised"


def test_a_file_is_checked(post: Any, base: KnowledgeBase) -> None:
    expected = without_warnings(checking.check(base, EVERY_ACT))
    for kind in ("application/yaml", "text/plain; charset=utf-8"):
        assert without_warnings(post("/check", EVERY_ACT, {"content-type": kind}).json()) == expected
    own = [row for row in expected if row["id"].startswith("anniversary/")]
    assert without_warnings(post("/check?game=anniversary", EVERY_ACT, YAML).json()) == own


def without_warnings(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Results without what is doubtful in them: how many lines are tried depends on the time that it takes."""
    return [{key: value for key, value in row.items() if key != "warnings"} for row in rows]


def test_a_file_in_json_is_checked(post: Any) -> None:
    spaces = {"sz5": {"germany": {"submarine": 1}, "united-kingdom": {"destroyer": 1}}}
    position = {"turn": "germany", "phase": "conduct-combat", "spaces": spaces}
    lost = [{"lost": {"united-kingdom": {"destroyer": 1}}}]
    case = {"id": "a", "title": "A", "position": position, "do": [{"battle": "sz5", "dice": [2, 6]}], "expect": lost}
    (row,) = post("/check", {"game": "revised", "scenarios": [case]}).json()
    assert (row["id"], row["passed"], row["reason"]) == ("revised/a", True, "")
    case["do"] = [{"battle": "sz5", "dice": [6, 6]}]
    (row,) = post("/check", {"game": "revised", "scenarios": [case]}).json()
    assert row["passed"] is False and "destroyer" in row["reason"]


def test_what_is_not_written_as_it_should_be_is_told_with_its_lines(post: Any) -> None:
    wrong = EVERY_ACT.replace("submarine: 1", "submarines: 1").replace("expect:", "expects:")
    told = a_problem(post("/check", wrong, YAML), 422)
    assert len(told["errors"]) > 3 and all(each["line"] > 1 for each in told["errors"])
    assert told["detail"].endswith(f" (and {len(told['errors']) - 1} more)")


BOMB = "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n"


@pytest.mark.parametrize(
    ("path", "body", "kind", "status", "told"),
    [
        ("/ask", "{", "application/json", 400, "not valid JSON"),
        ("/ask", "[]", "application/json", 400, "a table"),
        ("/ask", '{"line": NaN}', "application/json", 400, "NaN"),
        ("/ask", b'{"line": "\xff"}', "application/json", 400, "UTF-8"),
        ("/ask", '{"line": "\\ud800"}', "application/json", 400, "surrogate"),
        ("/ask", '{"case": ' + '{"a": ' * 900 + "1" + "}" * 901, "application/json", 400, "nested too deeply"),
        ("/ask", "[" * 90_000, "application/json", 400, "not valid JSON"),
        ("/ask", "{}", "application/json", 400, "just one of"),
        ("/ask", '{"line": "x", "case": {}}', "application/json", 400, "just one of"),
        ("/ask", '{"lines": "x", "flips": 1, "changes": [2]}', "application/json", 400, "'changes' has to be a list"),
        ("/ask", '{"line": "' + "x" * 100_000 + '"}', "application/json", 413, "100,000 bytes"),
        ("/ask", LINE, "text/plain", 415, "application/json"),
        ("/ask", LINE, "", 415, "application/json"),
        ("/ask", '{"case": {"game": "chess"}}', "application/json", 422, "chess"),
        ("/ask", '{"case": {"game": "revised", "position": 3}}', "application/json", 422, "position"),
        ("/check", "game: revised\nscenarios: {", "text/yaml", 422, "not valid YAML"),
        ("/check", BOMB, "application/yaml", 422, "an alias (*) is not allowed"),
        ("/check", b"\x80", "application/yaml", 400, "UTF-8"),
        ("/check", "[1]", "application/json", 400, "a table"),
        ("/check", EVERY_ACT * 20, "application/yaml", 413, "100,000 bytes"),
        ("/check", EVERY_ACT, "application/xml", 415, "application/yaml"),
        ("/check?gam=x", EVERY_ACT, "application/yaml", 400, "there is no 'gam' here"),
    ],
)
def test_what_cannot_be_answered_is_told(post: Any, path: str, body: Any, kind: str, status: int, told: str) -> None:
    assert told in json.dumps(a_problem(post(path, body, {"content-type": kind}), status), ensure_ascii=False)


def test_what_takes_too_long_is_told_and_the_next_question_is_answered(
    post: Any, own: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert post("/ask", {"line": LINE}).status_code == 200
    process = asking._asker(own).process
    many = " ".join(f"9 {unit}" for unit in ("inf", "art", "tank", "ftr", "bmb"))
    long = f"revised; germany combat; karelia: germany {many}, ussr {many}; germany attacks karelia"
    with monkeypatch.context() as patch:
        patch.setattr(process, "_limit", 0.1)
        assert "takes longer" in a_problem(post("/ask", {"line": long, "odds": True, "flips": True}), 422)["detail"]
    assert post("/ask", {"line": LINE}).json()["legal"] is True


def test_whoever_comes_when_too_many_wait_is_told_when_to_come_again(post: Any, own: Site, monkeypatch: Any) -> None:
    monkeypatch.setattr(asking._asker(own), "_queue", full())
    for path, body in (("/ask", {"line": LINE}), ("/check", {"game": "revised", "scenarios": []})):
        response = post(path, body)
        assert "too many" in a_problem(response, 503)["detail"] and int(response.headers["retry-after"]) > 0


def test_a_fault_of_the_program_is_told_in_a_line(get: Get, monkeypatch: Any, own: Site) -> None:
    def broken(*_: Any) -> Any:
        raise RuntimeError("secret")

    monkeypatch.setattr("kb.reads.sections.sections", broken)
    assert "secret" not in json.dumps(a_problem(get(f"{ROOT}/sections?game=europe-1940"), 500))


# -- methods, and pages of other sites


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_what_an_address_does_not_do_is_told(ask: Client, operation: Operation) -> None:
    path = f"{ROOT}{operation.path}".replace("{", "").replace("}", "")
    for method in ("PUT", "DELETE", "PATCH", "TRACE", "GET" if operation.posted else "POST"):
        answer = ask(path, method=method)
        assert (answer.status, answer.headers["allow"]) == (405, operation.methods)
        assert json.loads(answer.text)["title"] == "Method Not Allowed"
    asked = ask(path, method="OPTIONS", origin="https://other.example")
    allowed = [asked.headers[f"access-control-allow-{name}"] for name in ("origin", "methods")]
    assert (asked.status, allowed, asked.text) == (204, ["*", operation.methods], "")
    assert "content-type" in asked.headers["access-control-allow-headers"]


def test_other_pages_do_not_allow_what_these_do(ask: Client) -> None:
    for path in ("/judge", "/ask.json", "/kb/games", "/api", "/api/v1x"):
        asked = ask(path, method="OPTIONS")
        assert asked.status == 204 and "access-control-allow-origin" not in asked.headers
    assert ask("/api/v1x/ask", method="POST", **{"content-type": "application/json"}).status == 405
    assert ask("/x/api/v1/ask", method="POST", **{"content-type": "application/json"}).status == 405


def test_a_head_is_answered(ask: Client) -> None:
    answer = ask(f"{ROOT}/games", method="HEAD")
    assert answer.status == 200 and "etag" in answer.headers


@pytest.mark.parametrize("path", [f"{ROOT}/search", f"{ROOT}/rulings/x"])
def test_limits_of_addresses_are_told_as_problems(ask: Client, path: str) -> None:
    for query in ("q=" + "a" * 10_000, "q=%00", "&".join(["a=1"] * 200)):
        answer = ask(path, query)
        assert (answer.status, answer.headers["content-type"]) == (400, problems.MEDIA_TYPE)
        assert json.loads(answer.text)["status"] == 400


def test_the_game_of_the_address_is_that_of_a_case_without_one(post: Any) -> None:
    position = {"turn": "germany", "phase": "combat-move", "spaces": {"germany": {"germany": {"infantry": 1}}}}
    assert post("/ask", {"case": {"position": position}, "game": "revised"}).json()["game"] == "revised"
    for told in (post("/ask", {"case": {}, "game": "revised"}), post("/check?game=revised", {})):
        (error,) = a_problem(told, 422)["errors"]
        assert "game" not in error["detail"]


def test_the_ruling_that_answers_a_line_in_words_is_a_hint(post: Any) -> None:
    line = "revised; does a destroyer that a sub hit shoot back"
    errors = a_problem(post("/ask", {"line": line}), 422)["errors"]
    assert all(error["detail"].startswith("where is the ") for error in errors)
    assert "rev-sub-2" in errors[-1]["hint"]


def test_below_another_address_all_of_it_moves(built: str) -> None:
    moved = site(read.find(built), base_url="/x/")
    response = run(moved.client.get("/api/v1/rulings/REV-SUB-2"))
    assert response.headers["location"] == "/x/api/v1/rulings/rev-sub-2"
    described = run(moved.client.get("/api/v1/openapi.json")).json()
    assert described["servers"] == [{"url": "/x/api/v1"}]
    told = run(moved.client.post("/api/v1/ask", json={"line": "chess"}))
    assert told.status_code == 422


def test_beside_a_database_of_the_same_name_all_of_it_moves(built: str, tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "api.db").close()
    both = Datasette(immutables=[read.find(built).path(read.BASE)], files=[str(tmp_path / "api.db")])
    assert (
        run(both.client.get("/-/kb/api/v1/rulings/REV-SUB-2")).headers["location"] == "/-/kb/api/v1/rulings/rev-sub-2"
    )
    assert run(both.client.get("/-/kb/api/v1/openapi.json")).json()["servers"] == [{"url": "/-/kb/api/v1"}]
    assert run(both.client.post("/-/kb/api/v1/ask", json={"line": "chess"})).status_code == 422
    assert run(both.client.options("/-/kb/api/v1/ask")).headers["access-control-allow-methods"] == "POST, OPTIONS"


# -- the description


def test_the_description_is_served(get: Get, own: Site) -> None:
    response = get(f"{ROOT}/openapi.json")
    assert response.json() == json.loads(json.dumps(openapi.description(own)))
    assert response.json()["servers"] == [{"url": f"{PUBLIC}{ROOT}"}]
    assert set(response.json()["paths"]) == {operation.path for operation in OPERATIONS}


@pytest.mark.parametrize("path", READ)
def test_replies_are_as_described(get: Get, own: Site, path: str) -> None:
    described = openapi.description(own)
    template = next(each.path for each in OPERATIONS if not each.posted and fits(each, path.partition("?")[0]))
    schema = described["paths"][template]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    whole = {**schema, "components": described["components"]}
    assert [each.message for each in Draft202012Validator(whole).iter_errors(get(f"{ROOT}{path}").json())] == []


def fits(operation: Operation, path: str) -> bool:
    return re.fullmatch(operation.pattern, path) is not None
