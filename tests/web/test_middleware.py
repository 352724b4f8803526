"""Whatever is asked, in whatever letters: an answer or a refusal, with nothing of the asker's in it."""

from __future__ import annotations

import os
import re
import sqlite3
from pathlib import Path

import pytest
from datasette.app import Datasette
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kb.web.pages import ledger
from tests.web.hostile import DATASETTES, HOSTILE, MARK, PAGES, PLACES, UNREAD, Client, check, encoded

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


@pytest.mark.parametrize("path", ["//evil.example/", "/\\evil.example/", "//evil.example", "/\\/evil.example/"])
def test_no_redirect_leads_to_another_site(ask: Client, path: str) -> None:
    assert ask(path).status == 400


def test_reading_methods_are_answered(ask: Client) -> None:
    assert ask("/kb/games", method="HEAD").status == 200
    assert ask("/kb/games", method="OPTIONS").status == 204


# -- hostile text ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("swept")
@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("texts", [CONTROLS, SCRIPTS, WORDS], ids=["controls", "scripts", "words"])
def test_no_parameter_of_any_page_breaks_it(ask: Client, path: str, texts: list[str]) -> None:
    names = PAGES[path]
    for number, text in enumerate(texts if names != UNREAD else texts[:3]):
        for name in names if texts is SCRIPTS else [names[number % len(names)], names[0]]:
            query = f"{encoded(name)}={encoded(text)}"
            check(f"{path}?{query}", ask(path, query))


@pytest.mark.parametrize("place", PLACES)
def test_no_path_breaks_a_page_or_leaves_the_site(ask: Client, place: str) -> None:
    for climb in CLIMBS:
        answer = ask(place.format(climb))
        check(place.format(climb), answer)
        assert "root:" not in answer.text
    for text in [*SCRIPTS, *CONTROLS]:
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


@pytest.mark.usefixtures("swept")
@settings(max_examples=4 * settings.default.max_examples)
@given(place=st.sampled_from(PLACES), text=st.text(max_size=30), query=st.binary(max_size=40))
def test_random_paths_and_bytes_break_no_page(ask: Client, place: str, text: str, query: bytes) -> None:
    path = place.format(encoded(text))
    check(f"{path} {query!r}", ask(path, query))


# -- mistakes -----------------------------------------------------------------------------------------


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
