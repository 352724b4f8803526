"""The site is only read: whatever is asked, an answer or a refusal, with nothing of the asker's in it."""

from __future__ import annotations

import resource
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from datasette.app import Datasette
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kb.store import documents, read
from kb.web.headers import PROBLEM
from kb.web.serve import of_this_machine, site
from tests.web.apart import Get, run
from tests.web.conftest import PUBLIC
from tests.web.hostile import DATASETTES, HOSTILE, MARK, OWN, PAGES, PLACES, Client, check, encoded

SCRIPTS = HOSTILE["scripts"]
WORDS = [*HOSTILE["words"], ")" * 300, "(" * 3000, "é" * 200, "a" * 2500, "[" * 900]
CLIMBS = [*HOSTILE["climbs"], "a" * 300, "a" * 3000]
pytestmark = pytest.mark.filterwarnings("ignore:coroutine .* was never awaited:RuntimeWarning")


def test_the_site_is_only_read_and_says_nothing_of_the_machine(ask: Client) -> None:
    for path in ("/judge", "/kb/games", "/-/logout", "/-/messages"):
        for method in ("POST", "PUT", "DELETE", "TRACE", MARK):
            answer = ask(path, method=method)
            assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD, OPTIONS")
    for page in HOSTILE["hidden pages"]:
        for written in (page, f"{page}.json", f"{page}/", f"versions/../{page}", f"%{ord(page[0]):x}{page[1:]}"):
            answer = ask(f"/-/{written}")
            assert answer.status in (400, 404) and "/" not in answer.text, written
    for path in ("//evil.example/", "/\\evil.example/"):
        assert ask(path).status == 400, "no redirect leads to another site"


@pytest.mark.usefixtures("swept")
def test_no_parameter_of_any_page_breaks_it(ask: Client) -> None:
    """Every parameter is given all scripts at once and some of them alone, each page one of three words; one that is
    searched for, all words."""
    for page, (path, names) in enumerate(PAGES.items()):
        asked = {(name, "".join(SCRIPTS)) for name in names}
        asked |= {(name, text) for at, name in enumerate(names) for text in SCRIPTS[at % 4 :: 4]}
        asked |= {(names[at % len(names)], text) for at, text in enumerate(WORDS[page % 3 :: 3])}
        asked |= {(name, text) for name in {"q", "_search"}.intersection(names) for text in WORDS}
        for name, text in sorted(asked):
            query = f"{encoded(name)}={encoded(text)}"
            check(f"{path}?{query}", ask(path, query))


@pytest.mark.parametrize("place", PLACES)
def test_no_path_breaks_a_page_or_leaves_the_site(ask: Client, place: str) -> None:
    for climb in CLIMBS:
        answer = ask(place.format(climb))
        check(place.format(climb), answer)
        assert "root:" not in answer.text
    for text in [*SCRIPTS, *map(chr, range(1, 32))]:
        for written in (encoded(text), encoded(text).replace("%", "~")):
            check(place.format(written), ask(place.format(written)))


@pytest.mark.usefixtures("swept")
@settings(max_examples=5 * settings.default.max_examples)
@given(
    page=st.sampled_from(sorted((path, name) for path, names in PAGES.items() for name in names)),
    text=st.text(st.one_of(st.characters(), st.sampled_from("\"'<>()[]{}*~^:-+&=%;\\ \t\n")), max_size=40),
)
@example(page=("/kb/rulings.json", "_search"), text='"')
def test_random_text_breaks_no_page(ask: Client, page: tuple[str, str], text: str) -> None:
    path, name = page
    check(f"{path} {name} {text!r}", ask(path, f"{encoded(name)}={encoded(text)}"))


def test_a_fault_of_ours_is_one_line_without_the_words_of_the_request(
    ask: Client, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError(f"{MARK} \x1b[31m")

    monkeypatch.setattr(documents, "documents", broken)
    answer = ask("/ledger", f"q={MARK}")
    assert answer.status == 500 and "The server failed to answer" in answer.text and MARK not in answer.text
    assert answer.headers["cache-control"] == "no-store" and answer.headers["x-kb-build"]
    monkeypatch.setattr(documents, "sections", broken)
    problem = ask("/api/v1/sections", "game=europe-1940")
    assert (problem.status, problem.headers["content-type"]) == (500, PROBLEM) and MARK not in problem.text
    line, _ = [each.getMessage() for each in caplog.records if each.name == "kb.web"]
    assert "RuntimeError" in line and "test_safety.py" in line and MARK not in line
    assert ask("/kb/rulings.json", f"id__arraycontains={MARK}").status == 400
    printed = capfd.readouterr().err
    assert "Traceback" not in printed and MARK not in printed


def test_a_datasette_without_a_build_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("create table t (a)")
    connection.close()
    other = Datasette([str(path)])
    with Client(other.app()) as client:
        answer = client("/other/t", f"{MARK}=1")
        assert answer.status == 200 and not {"x-kb-build", "content-security-policy"} & set(answer.headers)
        assert client("/-/messages", method="POST").status != 405
    other.get_database("other").close()


# -- headers


@pytest.mark.parametrize(
    "path",
    [*OWN, *DATASETTES, "/kb/games.json", "/kb/games.csv", "/-/static/app.css", "/%00"],
)
def test_every_answer_says_how_it_may_be_used_and_of_which_build_it_is(ask: Client, built: str, path: str) -> None:
    told = ask(*path.split("?")).headers
    assert told["x-kb-build"] == read.find(built).digest
    assert told["x-content-type-options"] == "nosniff"
    assert {"referrer-policy", "permissions-policy", "cross-origin-opener-policy"} <= set(told)
    policy = dict(each.partition(" ")[::2] for each in told["content-security-policy"].split("; "))
    assert path not in OWN or policy["style-src"] == "'self'"
    assert policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in policy["script-src"] and "http" not in told["content-security-policy"]


def test_whole_addresses_are_those_of_the_public_address(ask: Client, built: str) -> None:
    answer = ask("/kb/rulings.json", "_size=1", host="evil.example")
    assert f'"next_url": "{PUBLIC}/kb/rulings.json' in answer.text and "evil" not in answer.text


@pytest.mark.parametrize("host", ["evil.example:80", '"><evil>', ""])
def test_without_a_public_address_no_answer_repeats_the_host_of_a_request(below: Get, host: str) -> None:
    for path in (*OWN, *DATASETTES, "/kb/games/?a=b", "/kb.json", "/kb/rulings.json?_size=1"):
        answer = below(path, headers={"host": host})
        assert "evil" not in f"{answer.text}{answer.headers}" and "http://localhost" not in answer.text, path


# -- the cost of statements, if an operator allows them


@pytest.fixture(scope="module")
def statement(built: str) -> Iterator[Any]:
    """Run SQL on a site that allows it."""
    with Client(site(read.find(built), default_allow_sql=True, sql_time_limit_ms=400).app()) as client:
        yield lambda sql: client("/kb.json", f"sql={encoded(sql)}&_shape=array")


@pytest.mark.parametrize(
    "path", ["/kb?sql=select+1", "/kb.json?sql=select+1", "/kb/games?_where=1", "/kb/games.json?_where=1=1"]
)
def test_statements_are_off_by_default(get: Any, path: str) -> None:
    assert get(path).status_code == 403


def test_statements_are_answered_where_they_are_allowed(statement: Any) -> None:
    answer = statement("select count(*) as many from games")
    assert answer.status == 200 and '"many"' in answer.text


COSTLY = [
    *HOSTILE["statements that would cost much"],
    "select 1 where hex(zeroblob(900)) like '" + "%0" * 800 + "'",
    "select 1 where " + " or ".join(["1"] * 900),
    "select " + "(" * 900 + "1" + ")" * 900,
    " union all ".join(["select 1"] * 100),
    "select json('" + "[" * 1500 + "')",
]

FORBIDDEN = HOSTILE["statements that do not only read"]


@pytest.mark.parametrize("sql", COSTLY)
def test_a_statement_costs_no_more_than_its_limits(statement: Any, sql: str) -> None:
    before = _peak()
    answer = statement(sql)
    assert answer.status in (200, 400) and len(answer.text) < 10_000
    assert _peak() - before < 100_000


@pytest.mark.parametrize("sql", FORBIDDEN)
def test_a_statement_only_reads_the_base(statement: Any, sql: str) -> None:
    assert statement(sql).status == 400


def _peak() -> int:
    """Return the most memory this process has had, in kilobytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def test_a_server_of_this_machine_refuses_other_host_names() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    def status(host: str) -> int:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        run(of_this_machine(app)({"headers": [(b"host", host.encode())]}, None, send))
        return int(sent[0]["status"])

    assert [status(host) for host in ("localhost:8001", "127.0.0.1:8001", "[::1]:8001")] == [200] * 3
    assert [status(host) for host in ("evil.example", "localhost.evil.example:8001", "192.0.2.1", "[")] == [403] * 4


def test_a_search_of_a_table_and_text_made_by_sql_are_bounded(ask: Client) -> None:
    assert ask("/kb/rulings", f"_search={'a' * 3_000}").status == 400
    assert ask("/kb/rulings", "_search=sub").status == 200


def test_a_direction_character_of_a_question_is_shown_and_does_not_act(ask: Client) -> None:
    page = ask("/judge", f"q={encoded('can a sub' + chr(0x202E) + chr(0x2066) + ' submerge')}").text
    assert "sub\\u202e\\u2066 submerge" in page and not {chr(0x202E), chr(0x2066)} & {*page}
