"""Whatever is asked, in whatever letters: an answer or a refusal, with nothing of the asker's in it."""

from __future__ import annotations

import os
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from datasette.app import Datasette
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kb.web.middleware import wrapper
from kb.web.pages import ledger
from tests.web.hostile import DATASETTES, HOSTILE, MARK, PAGES, PLACES, UNREAD, Client, check, encoded, read_html

CONTROLS = [chr(number) for number in (*range(1, 32), 127)]
SCRIPTS = [
    f"<{MARK}>",
    f"<script>{MARK}</script>",
    f'"><img src={MARK} on{MARK}=1>',
    f"'><svg on{MARK}=1>",
    f'" on{MARK}="1',
    f"' on{MARK}='1",
    f"javascript:{MARK}",
    f"</title><{MARK}>",
    f"</textarea><{MARK}>",
    f"--><{MARK}>",
    f"]]><{MARK}>",
    f"{{{{{MARK}}}}}",
    f"%3C{MARK}%3E",
    f"\u202e<{MARK}>",
    f"<a href='javascript:{MARK}'>",
]
WORDS = [*HOSTILE["words"], ")" * 300, "(" * 3000, "é" * 200, "a" * 2500, "[" * 900]
CLIMBS = [*HOSTILE["climbs"], "a" * 300, "a" * 3000]


# Datasette leaves facets that it no longer needs unawaited when one of them is refused
pytestmark = pytest.mark.filterwarnings("ignore:coroutine .* was never awaited:RuntimeWarning")


# -- what is not let through ---------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", MARK])
@pytest.mark.parametrize("path", ["/", "/judge", "/kb", "/kb/games", "/-/logout", "/-/messages", "/kb/search"])
def test_the_site_is_only_read(ask: Client, method: str, path: str) -> None:
    answer = ask(path, method=method)
    assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD, OPTIONS")


@pytest.mark.parametrize("page", HOSTILE["hidden pages"])
def test_nothing_of_the_machine_is_told(ask: Client, page: str) -> None:
    for written in (page, f"{page}.json", f"{page}/", f"versions/../{page}", f"%{ord(page[0]):x}{page[1:]}"):
        answer = ask(f"/-/{written}")
        assert answer.status in (400, 404) and "/" not in answer.text, written


def test_what_pages_need_of_datasettes_own_is_there(ask: Client, built: str) -> None:
    for path in ("/-/static/app.css", "/-/static/table.js", "/-/versions", "/-/versions.json", "/-/plugins.json"):
        answer = ask(path)
        assert answer.status == 200 and os.path.abspath(built) not in answer.text
    for path in DATASETTES[:-1]:
        page = ask(*path.split("?")).text
        for link in set(re.findall(r'(?:href|src)="(/-/[^"?]*)', page)):
            assert ask(link).status == 200, link


@pytest.mark.parametrize(
    "path", ["/~6bb/games", "/k~62/games.json", "/~6Bb/~67ames", "/~6b~62/g~61mes.csv", "/kb/g~61mes"]
)
def test_a_name_is_the_same_in_other_letters(ask: Client, path: str) -> None:
    assert ask(path).status == 200
    for name in (MARK, f"{MARK}__contains", "_search_" + MARK):
        answer = ask(path, f"{name}=1")
        assert answer.status == 400 and "names a column" in answer.text


@pytest.mark.parametrize("database", ["%6bb", "%7e6bb", "~7e6bb", "%256bb", "~256bb", "~25~36bb", "k%62"])
def test_a_name_is_decoded_once(ask: Client, database: str) -> None:
    answer = ask(f"/{database}/games", f"{MARK}=1")
    while answer.status == 302:
        path, _, query = answer.headers["location"].partition("?")
        answer = ask(path, query)
    assert answer.status in (400, 404)


@pytest.mark.parametrize("path", ["//evil.example/", "/\\evil.example/", "//evil.example", "/\\/evil.example/"])
def test_no_redirect_leads_to_another_site(ask: Client, path: str) -> None:
    assert ask(path).status == 400


def test_reading_methods_are_answered(ask: Client) -> None:
    assert ask("/kb/games", method="HEAD").status == 200
    assert ask("/kb/games", method="OPTIONS").status == 204


@pytest.mark.parametrize("path", PAGES)
def test_addresses_have_a_length(ask: Client, path: str) -> None:
    for query in ("q=" + "a" * 1_000_000, "_search=" + "%22" * 300_000, "&" * 1_000_000):
        assert ask(path, query).status == 400
    assert ask(path + "/" + "a" * 1_000_000).status == 400
    assert ask(path, "&".join(f"_facet=a{n}" for n in range(200))).status == 400


@pytest.mark.parametrize("path", PAGES)
def test_no_text_holds_a_nul(ask: Client, path: str) -> None:
    for name in PAGES[path]:
        assert ask(path, f"{name}=%00").status == ask(path, f"{name}=a%00b").status == 400
    assert ask(path, b"q=\x00").status == ask(path, b"q=\xff").status == ask(path.encode() + b"\xff").status == 400


def test_a_search_for_quotes_alone_is_for_nothing(ask: Client) -> None:
    everything = ask("/kb/rulings.json", "_size=1").text.partition('"filtered_table_rows_count"')[2].split(",")[0]
    for quotes in ("%22", "%22%22", "%22+%22", "%22%22%22"):
        answer = ask("/kb/rulings.json", f"_size=1&_search={quotes}")
        assert answer.status == 200 and f'"filtered_table_rows_count"{everything},' in answer.text


@pytest.mark.parametrize(
    "value", ["a", "=", ";;;=", '"', "a=\xff", "ds_messages=x", "ds_actor=x; ds_csrftoken=%00", "a" * 9000, "$x=\\1"]
)
def test_cookies_are_text_from_outside_too(ask: Client, value: str) -> None:
    check(value, ask("/judge", cookie=value))
    check(value, ask("/kb/games", cookie=value))


# -- hostile text ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.usefixtures("swept")
@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("texts", [CONTROLS, SCRIPTS, WORDS], ids=["controls", "scripts", "words"])
def test_no_parameter_of_any_page_breaks_it(ask: Client, path: str, texts: list[str]) -> None:
    names = PAGES[path]
    for number, text in enumerate(texts if names != UNREAD else texts[:3]):
        for name in names if texts is SCRIPTS else [names[number % len(names)], names[0]]:
            query = f"{encoded(name)}={encoded(text)}"
            check(f"{path}?{query}", ask(path, query))


@pytest.mark.parametrize("place", ["/r/{}", "/ledger/{}", "/scenario/revised/{}", "/scenario/{}/x"])
def test_a_strange_name_is_of_nothing(ask: Client, place: str) -> None:
    strange = ("%00", "%FF", "'--", '"', "%22%3E%3Cb%3E", "%3Cscript%3E", "..%2F..%2Fetc", "x" * 300, "nothing")
    for name in (*strange, *map(encoded, SCRIPTS[:5])):
        answer = ask(place.format(name))
        check(place.format(name), answer)
        assert answer.status in (400, 404) and not read_html(answer.text).inline, name
        assert f'"{name}"' not in answer.text and "<b>" not in answer.text, name


@pytest.mark.parametrize("path", ["/judge", "/r/rev-sub-2"])
def test_nothing_of_a_query_becomes_markup(ask: Client, path: str) -> None:
    for name in (*PAGES[path], "part=results&game"):
        for text in SCRIPTS[:7]:
            check(f"{path} {name} {text}", ask(path, f"{name}={encoded(text)}"))


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
def test_no_path_breaks_a_page_or_leaves_the_site(ask: Client, place: str) -> None:
    for climb in CLIMBS:
        answer = ask(place.format(climb))
        check(place.format(climb), answer)
        assert "root:" not in answer.text
    for text in [*SCRIPTS, *CONTROLS]:
        for written in (encoded(text), encoded(text).replace("%", "~")):
            check(place.format(written), ask(place.format(written)))


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.usefixtures("swept")
@settings(max_examples=4 * settings.default.max_examples)
@given(place=st.sampled_from(PLACES), text=st.text(max_size=30), query=st.binary(max_size=40))
def test_random_paths_and_bytes_break_no_page(ask: Client, place: str, text: str, query: bytes) -> None:
    path = place.format(encoded(text))
    check(f"{path} {query!r}", ask(path, query))


# -- mistakes -----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("swept")
def test_mistakes_leave_no_traceback(ask: Client, capfd: pytest.CaptureFixture[str]) -> None:
    for path, query in [
        ("/nosuch", ""),
        ("/kb/games", "_size=x"),
        ("/kb/games", "_next=x&_sort=id"),
        ("/kb/games.csv", "_timelimit=1"),
        ("/kb/games", "_sort=nosuch"),
        ("/r/no-1", ""),
        ("/kb/games", "_ttl=x"),
    ]:
        assert ask(path, query).status in (200, 400, 404)
    told = capfd.readouterr()
    assert "Traceback" not in told.out + told.err and "File " not in told.out + told.err


def test_a_fault_of_ours_is_one_line_without_the_words_of_the_request(
    ask: Client, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError(f"{MARK} \x1b[31m")

    monkeypatch.setattr(ledger, "page", broken)
    answer = ask("/ledger", f"q={MARK}")
    assert answer.status == 500 and "not your fault" in answer.text and MARK not in answer.text
    assert answer.headers["cache-control"] == "no-store" and answer.headers["x-kb-build"]
    (line,) = [each.getMessage() for each in caplog.records if each.name == "kb.web"]
    assert "RuntimeError" in line and "test_middleware.py" in line and MARK not in line
    assert "Traceback" not in capfd.readouterr().err


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


def test_no_header_carries_what_would_end_it(datasette: Any) -> None:
    async def careless(_: Any, __: Any, send: Any) -> None:
        headers = [(b"location", b"/r/\r\nset-cookie: a=b\x00"), (b"etag", b"kept")]
        await send({"type": "http.response.start", "status": 302, "headers": headers})
        await send({"type": "http.response.body", "body": b""})

    with Client(wrapper(datasette)(careless)) as client:
        told = client("/judge").headers
    assert (told["location"], told["etag"]) == ("/r/%0D%0Aset-cookie: a=b%00", "kept") and "set-cookie" not in told
