"""The addresses for programs: their replies, their parameters, and their errors."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
from collections.abc import Callable
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.config import SchemathesisConfig

from kb.web import api
from kb.web.api import ADDRESSES, Address
from kb.web.headers import API as ROOT
from kb.web.site import Site
from tests.conftest import ROOT as PROJECT
from tests.conftest import Run
from tests.questions import LINE
from tests.web.apart import Get, run
from tests.web.conftest import PUBLIC
from tests.web.hostile import Client

EVERY_ACT = (PROJECT / "tests/cases/every_act.yaml").read_text()
YAML = {"content-type": "application/yaml"}
PAGE = (PROJECT / "docs" / "serving.md").read_text("utf-8")
PAGE = PAGE.partition("## Programs, over HTTP\n")[2].partition("\n## ")[0]
(SESSION,) = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
EXAMPLES = re.findall(r"^\$ curl -s (.*?)\n(.*?)(?=^\$|\Z)", SESSION, re.DOTALL | re.MULTILINE)
REQUESTS = json.loads((PROJECT / "tests" / "fixtures" / "api.json").read_text("utf-8"))
#: addresses below the root, each with the command that prints the same with ``--json``
READ: dict[str, list[str]] = REQUESTS["read"]


@pytest.fixture
def post(datasette: Any) -> Callable[..., Any]:
    """Post to an address: ``post("/ask", {...})``."""

    def send(path: str, body: Any, headers: dict[str, str] | None = None) -> Any:
        content = body if isinstance(body, (str, bytes)) else json.dumps(body)
        how = headers or {"content-type": "application/json"}
        return run(datasette.client.post(f"{ROOT}{path}", content=content, headers=how))

    return send


def a_problem(response: Any, status: int) -> dict[str, Any]:
    """Return the problem details that are answered."""
    assert (response.status_code, response.headers["content-type"]) == (status, api.PROBLEM), response.text
    assert response.headers["access-control-allow-origin"] == "*"
    assert response.headers["cache-control"] == "no-store"
    told: dict[str, Any] = response.json()
    assert {*told} == {"type", "title", "status", "detail", "errors"} and all(each["detail"] for each in told["errors"])
    assert told["status"] == status and "Traceback" not in response.text
    return told


# -- reading


@pytest.mark.parametrize("path", READ)
def test_what_is_read_is_what_the_command_prints(get: Get, kb_command: Run, here: Site, path: str) -> None:
    before, mark, query = path.partition("?")
    response = get(f"{ROOT}{path}")
    assert response.status_code == 200
    assert response.json() == json.loads(kb_command(*READ[path], "--json").stdout)
    assert response.headers["access-control-allow-origin"] == "*" and response.headers["x-kb-build"] == here.digest
    as_file = get(f"{ROOT}{before}.json{mark}{query}")
    assert (as_file.text, as_file.headers["etag"]) == (response.text, response.headers["etag"])
    known = get(f"{ROOT}{path}", headers={"if-none-match": response.headers["etag"]})
    assert (known.status_code, known.text, known.headers["access-control-allow-origin"]) == (304, "", "*")


def test_the_list_of_rulings_is_read_in_parts(get: Get) -> None:
    first = get(f"{ROOT}/rulings?kind=erratum&game=revised&document=revised-faq&limit=2").json()
    assert {each["kind"] for each in first["rulings"]} == {"erratum"} and len(first["rulings"]) == 2
    after = get(f"{ROOT}/rulings?kind=erratum&game=revised&document=revised-faq&limit=2&after={first['next']}").json()
    assert after["rulings"] and not {each["id"] for each in first["rulings"]} & {
        each["id"] for each in after["rulings"]
    }


def test_an_id_that_was_withdrawn_leads_on_or_is_gone(edited: Callable[..., Get]) -> None:
    get = edited(
        "insert into retired values ('rev-sub-99', '2030-01-02', 'it is a duplicate', null),"
        " ('rev-sub-98', '2030-01-02', 'it is a duplicate', 'rev-sub-2')"
    )
    assert "it is a duplicate" in a_problem(get(f"{ROOT}/rulings/rev-sub-99"), 410)["detail"]
    for written in ("rev-sub-98", "REV%20sub%2098"):
        assert get(f"{ROOT}/rulings/{written}.json").headers["location"] == f"{ROOT}/rulings/rev-sub-2.json"
        assert get(f"/r/{written}").headers["location"] == "/r/rev-sub-2"
    told = get("/r/rev%20sub%2099")
    assert told.status_code == 410 and "withdrawn on 2030-01-02 because it is a duplicate" in told.text


@pytest.mark.parametrize(("path", "status", "told"), REQUESTS["not read"])
def test_what_cannot_be_read_is_told(get: Get, path: str, status: int, told: str) -> None:
    assert told in json.dumps(a_problem(get(f"{ROOT}{path}"), status), ensure_ascii=False)


def test_everything_that_is_wrong_with_parameters_is_told_at_once(get: Get) -> None:
    told = a_problem(get(f"{ROOT}/search?limit=0&all_games=maybe&limt=3&n=1&n=2"), 400)
    assert [each["parameter"] for each in told["errors"]] == ["q", "limit", "all_games", "limt", "n"]
    told = a_problem(get(f"{ROOT}/search?q=sub&q=tank"), 400)
    assert told["errors"] == [{"detail": "'q': Input should be a valid string", "parameter": "q"}]


# -- posting


def test_a_line_is_answered(post: Any, kb_command: Run) -> None:
    response = post("/ask", {"line": LINE})
    assert response.status_code == 200 and response.headers["cache-control"] == "no-store"
    assert response.json() == json.loads(kb_command("ask", LINE, "--json").stdout)
    line = LINE.partition("; ")[2]
    assert "which game" in a_problem(post("/ask", {"line": line}), 422)["detail"]
    assert post("/ask", {"line": line, "game": "revised"}).json()["game"] == "revised"


def test_a_file_is_checked(post: Any, kb_command: Run) -> None:
    def checked(response: Any) -> list[dict[str, Any]]:
        return without_warnings(response.json())

    path = str(PROJECT / "tests/cases/every_act.yaml")
    expected = without_warnings(json.loads(kb_command("check", path, "--json").stdout))
    for kind in ("application/yaml", "text/plain; charset=utf-8"):
        assert checked(post("/check", EVERY_ACT, {"content-type": kind})) == expected
    own = [row for row in expected if row["id"].startswith("anniversary/")]
    assert checked(post("/check?game=anniversary", EVERY_ACT, YAML)) == own
    wrong = EVERY_ACT.replace("submarine: 1", "submarines: 1").replace("expect:", "expects:")
    told = a_problem(post("/check", wrong, YAML), 422)
    assert len(told["errors"]) > 3 and all(each["line"] > 1 for each in told["errors"])
    assert told["detail"].endswith(f" (and {len(told['errors']) - 1} more)")


def without_warnings(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Results without the number of lines that are tried, which depends on the time."""
    return [{key: value for key, value in row.items() if key != "warnings"} for row in rows]


NESTED = '{"case": ' + '{"a": ' * 900 + "1" + "}" * 901
LONG = '{"line": "' + "x" * 100_000 + '"}'


@pytest.mark.parametrize(
    ("path", "body", "kind", "status", "told"),
    [
        *REQUESTS["not answered"],
        ("/ask", b'{"line": "\xff"}', "application/json", 400, "UTF-8"),
        ("/ask", NESTED, "application/json", 400, "nested too deeply"),
        ("/ask", "[" * 90_000, "application/json", 400, "not valid JSON"),
        ("/ask", LONG, "application/json", 413, "100,000 bytes"),
        ("/check", EVERY_ACT * 20, "application/yaml", 413, "100,000 bytes"),
        ("/check", EVERY_ACT, "application/xml", 415, "application/yaml"),
        ("/check?gam=x", EVERY_ACT, "application/yaml", 400, "did you mean game?"),
    ],
    ids=str,
)
def test_what_cannot_be_answered_is_told(post: Any, path: str, body: Any, kind: str, status: int, told: str) -> None:
    assert told in json.dumps(a_problem(post(path, body, {"content-type": kind}), status), ensure_ascii=False)


def test_a_question_whose_process_was_killed_may_be_asked_again(post: Any, here: Site) -> None:
    assert post("/ask", {"line": LINE}).status_code == 200
    os.kill(here.engine.process.pid, signal.SIGKILL)
    assert "ended without" in a_problem(post("/ask", {"line": LINE}), 503)["detail"]
    assert post("/ask", {"line": LINE}).status_code == 200


def test_whoever_comes_when_too_many_wait_is_told_when_to_come_again(post: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("kb.web.engine.MOST_WAITING", 0)
    for path, body in (("/ask", {"line": LINE}), ("/check", {"game": "revised", "scenarios": []})):
        response = post(path, body)
        assert "too many" in a_problem(response, 503)["detail"] and int(response.headers["retry-after"]) > 0


# -- methods, other pages, other places


@pytest.mark.parametrize("address", ADDRESSES, ids=lambda each: each.path)
def test_what_an_address_does_not_do_is_told(ask: Client, address: Address) -> None:
    path = f"{ROOT}{address.path}".replace("{", "").replace("}", "")
    methods = "POST, OPTIONS" if address.types else "GET, HEAD, OPTIONS"
    for method in ("PUT", "DELETE", "PATCH", "TRACE", "GET" if address.types else "POST"):
        answer = ask(path, method=method)
        assert (answer.status, answer.headers["allow"]) == (405, methods)
        assert json.loads(answer.text)["title"] == "Method Not Allowed"
    asked = ask(path, method="OPTIONS", origin="https://other.example")
    allowed = [asked.headers[f"access-control-allow-{name}"] for name in ("origin", "methods")]
    assert (asked.status, allowed, asked.text) == (204, ["*", methods], "")
    assert "content-type" in asked.headers["access-control-allow-headers"]


def test_other_pages_do_not_allow_what_these_do(ask: Client) -> None:
    for path in ("/judge", "/ask.json", "/kb/games", "/api", "/api/v1x"):
        asked = ask(path, method="OPTIONS")
        assert asked.status == 204 and "access-control-allow-origin" not in asked.headers
    for path in ("/api/v1x/ask", "/x/api/v1/ask"):
        assert ask(path, method="POST", **{"content-type": "application/json"}).status == 405
    head = ask(f"{ROOT}/games", method="HEAD")
    assert head.status == 200 and "etag" in head.headers


# -- the description, and the page about it


def test_the_description_is_served(get: Get, here: Site) -> None:
    response = get(f"{ROOT}/openapi.json")
    assert response.json() == json.loads(json.dumps(api.openapi(here)))
    assert response.json()["servers"] == [{"url": f"{PUBLIC}{ROOT}"}]
    assert set(response.json()["paths"]) == {address.path for address in ADDRESSES}
    assert all(get(path).headers["location"] == f"{ROOT}/openapi.json" for path in (ROOT, f"{ROOT}/"))


def has(told: Any, shown: Any) -> bool:
    """Return whether a reply has the fields that are shown, and the first items of a list."""
    if isinstance(shown, dict):
        return isinstance(told, dict) and all(key in told and has(told[key], value) for key, value in shown.items())
    if isinstance(shown, list):
        return isinstance(told, list) and len(told) >= len(shown) and all(map(has, told, shown))
    return bool(told == shown)


@pytest.mark.parametrize(("command", "shown"), EXAMPLES, ids=lambda text: text[:60])
def test_an_example_of_the_page_is_answered_as_shown(datasette: Any, command: str, shown: str) -> None:
    url, *options = shlex.split(command)
    given = dict(zip(options[::2], options[1::2], strict=True))
    headers = dict([given["-H"].split(": ")]) if "-H" in given else {}
    send = datasette.client.post if "-d" in given else datasette.client.get
    body = {"content": given["-d"]} if "-d" in given else {}
    response = run(send(url.partition(":8001")[2], headers=headers, **body))
    assert has(response.json(), json.loads(shown)), response.text[:2000]


def test_the_page_has_every_address_and_what_it_takes() -> None:
    rows = re.findall(r"^\| `(GET|POST) /api/v1([^`]*)` \| [^|]* \| ?([^|]*) \|$", PAGE, re.MULTILINE)
    listed = {path: (method, set(re.findall(r"`(\w+)`", takes))) for method, path, takes in rows}
    taken = {
        each.path: {*each.query.model_fields, *(each.body.model_fields if each.body else ())} for each in ADDRESSES
    }
    assert listed == {each.path: ("POST" if each.types else "GET", taken[each.path]) for each in ADDRESSES}


def test_every_key_of_a_reply_is_described(get: Get, post: Callable[..., Any]) -> None:
    described = get(f"{ROOT}/openapi.json").json()
    for schema in described["components"]["schemas"].values():
        schema |= {"additionalProperties": False} if "properties" in schema else {}
    replies = {path: get(f"{ROOT}{path}").json() for path in READ}
    replies["/ask"] = post("/ask", {"line": LINE, "claim": "yes"}).json()
    replies["/check"] = post("/check", EVERY_ACT, YAML).json()
    for path, reply in replies.items():
        plain = path.partition("?")[0]
        (method,) = next(
            each for name, each in described["paths"].items() if re.fullmatch(re.sub(r"{.*?}", ".+", name), plain)
        ).values()
        schema = method["responses"]["200"]["content"]["application/json"]["schema"]
        jsonschema_rs.validate({**schema, "components": described["components"]}, reply)


# -- as described, tried by schemathesis

#: requests of each kind to an address that answers at once, and to one that the engine answers
MANY, FEW = 25, 10
#: the statuses of valid requests: words may have no answer, or none that can be found
ACCEPTED = ["2xx", "404", "422"]
#: the statuses of requests that are as described, and of those in which something is not
STATUSES = {GenerationMode.POSITIVE: {200, 404, 422}, GenerationMode.NEGATIVE: {400, 404, 415, 422}}


@pytest.fixture(scope="module")
def described(datasette: Any) -> Any:
    """Return the description, as schemathesis reads it from the server."""
    config = SchemathesisConfig.from_dict({"checks": {"positive_data_acceptance": {"expected-statuses": ACCEPTED}}})
    return schemathesis.openapi.from_asgi(f"{ROOT}/openapi.json", datasette.app(), config=config)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("address", "mode"),
    [
        (each, mode)
        for mode in STATUSES
        for each in ADDRESSES
        if mode is GenerationMode.POSITIVE or each.query.model_fields or each.body
    ],
    ids=lambda each: each.path if isinstance(each, Address) else each.value,
)
def test_an_address_answers_as_described(described: Any, address: Address, mode: GenerationMode) -> None:
    statuses = set[int]()

    def asked(case: Any) -> None:
        statuses.add(case.call_and_validate().status_code)

    cases = described[address.path]["POST" if address.types else "GET"].as_strategy(generation_mode=mode)
    many, lenient = FEW if address.types else MANY, list(HealthCheck)
    bounds = settings(max_examples=many, deadline=None, derandomize=True, suppress_health_check=lenient)
    bounds(given(case=cases)(asked))()
    assert statuses <= STATUSES[mode]
