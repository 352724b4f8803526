"""What every answer says of itself: its build, how it may be used, how long it may be kept, where it stands."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from datasette import Request, Response

from kb.store import read
from kb.web import respond
from kb.web.serve import site
from kb.web.site import site_of
from tests.web.apart import run
from tests.web.conftest import PUBLIC
from tests.web.hostile import DATASETTES, MARK, OWN, Client, read_html
from tests.web.other_builds import plain_datasette


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [*OWN, *DATASETTES, "/kb/games.json", "/kb/games.csv", "/judge/search.json?q=sub", "/-/static/app.css", "/%00"],
)
def test_every_answer_says_how_it_may_be_used_and_of_which_build_it_is(ask: Client, built: str, path: str) -> None:
    told = ask(*path.split("?")).headers
    assert told["x-kb-build"] == read.find(built).digest
    assert told["x-content-type-options"] == "nosniff"
    assert {"referrer-policy", "permissions-policy", "cross-origin-opener-policy"} <= set(told)
    policy = dict(each.partition(" ")[::2] for each in told["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in policy["script-src"] and "http" not in told["content-security-policy"]


@pytest.mark.slow
@pytest.mark.parametrize("path", [*OWN, *DATASETTES])
def test_our_pages_and_templates_need_no_more_than_the_strictest_policy(ask: Client, path: str) -> None:
    answer = ask(*path.split("?"))
    assert "script-src 'self';" in answer.headers["content-security-policy"]
    assert "style-src 'self';" in answer.headers["content-security-policy"]
    page = read_html(answer.text)
    assert page.inline == [] and page.styled == []


@pytest.mark.parametrize("path", ["/", "/other", "/other/t"])
def test_beside_other_databases_the_scripts_of_datasettes_templates_are_allowed(
    built: str, tmp_path: Path, path: str
) -> None:
    both = plain_datasette(built, tmp_path / "other.db")
    with Client(both.app()) as client:
        answer = client(path)
    scripts = read_html(answer.text).inline
    assert scripts
    for script in scripts:
        hashed = b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"'sha256-{hashed}'" in answer.headers["content-security-policy"], script[:200]


def test_below_a_base_url_our_pages_keep_their_policy_and_tables_their_names(built: str) -> None:
    with Client(site(read.find(built), f"{PUBLIC}/x").app()) as client:
        assert "style-src 'self';" in client("/x/ledger").headers["content-security-policy"]
        assert client("/x/kb/games", f"{MARK}=1").status == 400
        assert client("/kb/games", f"{MARK}=1").status == 400


@pytest.mark.parametrize(
    "path", [*DATASETTES[:-1], "/kb/games.json", "/kb/games.json?_ttl=3600", "/kb/games.csv", "/-/static/app.css"]
)
def test_what_is_datasettes_is_asked_for_again_and_not_sent_again(ask: Client, path: str) -> None:
    first = ask(*path.split("?"))
    assert (first.status, first.headers["cache-control"]) == (200, "public, no-cache")
    assert first.headers["etag"].startswith('W/"')
    again = ask(*path.split("?"), **{"if-none-match": f'"a", {first.headers["etag"]}'})
    assert (again.status, again.text, again.headers["etag"]) == (304, "", first.headers["etag"])
    assert "content-length" not in again.headers and again.headers["x-kb-build"] == first.headers["x-kb-build"]
    assert ask(path.split("?")[0], "_=2", **{"if-none-match": first.headers["etag"]}).status == 200


def test_what_is_known_of_our_pages_is_not_sent_again(ask: Client) -> None:
    paths = ["/judge", "/judge?q=sub", "/judge/search.json?q=sub", "/judge/worker.js", "/judge/manifest.webmanifest"]
    for path in (*paths, "/r/rev-sub-2"):
        first = ask(*path.split("?"))
        assert (first.status, first.headers["cache-control"]) == (200, "public, no-cache"), path
        again = ask(*path.split("?"), **{"if-none-match": first.headers["etag"]})
        assert (again.status, again.text) == (304, ""), path


def test_what_goes_to_one_reader_or_is_no_answer_has_no_tag(ask: Client) -> None:
    for answer in (ask("/kb/games.json", "_ttl=60", cookie="a=b"), ask("/kb/nosuch"), ask("/-/static/nosuch")):
        assert not answer.headers.get("etag", "").startswith("W/") and "public" not in answer.headers.get(
            "cache-control", ""
        )


def test_a_tag_is_of_a_build_its_words_and_its_programs(built: str) -> None:
    tags = set()
    for given_settings in ({}, {"suggest_facets": True}, {"base_url": "/x/"}):
        with Client(site(read.find(built), **given_settings).app()) as client:
            tags.add(client("/kb/games.json").headers["etag"])
    assert len(tags) == 3


def test_whole_addresses_are_those_of_the_public_address(ask: Client, built: str) -> None:
    answer = ask("/kb/rulings.json", "_size=1", host="evil.example")
    assert f'"next_url": "{PUBLIC}/kb/rulings.json' in answer.text and "evil" not in answer.text


#: what a request may say of its host: a foreign one, with a port or a user, an address, text, nothing
HOSTS = [
    "evil.example",
    "evil.example:80",
    "evil.example/x",
    "a@evil.example",
    "[::1]",
    '"><evil>',
    "//evil",
    "evil.example,a",
    "",
]


@pytest.mark.slow
@pytest.mark.parametrize("base_url", ["/", "/rulings/"])
def test_without_a_public_address_no_answer_says_what_a_request_says_of_its_host(built: str, base_url: str) -> None:
    table = "kb/rulings.json?_size=1&_facet=game"
    paths = [each.removeprefix("/") for each in (*OWN, *DATASETTES)]
    paths += [
        table,
        "kb/rulings?_size=1&_facet=game",
        "kb/",
        "kb/games/?a=b",
        ".json",
        "kb.json",
        "kb/rulings/rev-sub-2.json",
    ]
    with Client(site(read.find(built), base_url=base_url).app()) as client:
        for number, path in enumerate([*paths, *[table] * len(HOSTS)]):
            asked, _, query = path.partition("?")
            answer = client(base_url + asked, query, host=HOSTS[number % len(HOSTS)])
            assert "evil" not in f"{answer.text}{answer.headers}" and "http://localhost" not in answer.text, path
            if path == table:
                assert f'"next_url": "{base_url}' in answer.text and f'"toggle_url": "{base_url}' in answer.text


Ask = Callable[..., str]


@pytest.fixture
def asking(built: str) -> Callable[..., tuple[Ask, list[str]]]:
    """Makes a kept page; what was made of it, not kept, is in a list."""
    own = site_of(site(read.find(built)))

    def page(status: int = 200, most: int = 2, **how: Any) -> tuple[Ask, list[str]]:
        made: list[str] = []

        @respond.cached(most, **how)
        async def answer(_: Any, request: Request) -> Response:
            made.append(request.full_path)
            return Response("ä" * 5, status=status, headers={"etag": request.full_path})

        return lambda path, **headers: run(answer(own, Request.fake(path))), made

    return page


def test_a_page_that_reads_no_parameter_is_made_once(asking: Any) -> None:
    ask, made = asking(most=2)
    for number in range(5):
        ask(f"/a?{number}")
    ask("/b")
    assert made == ["/a?0", "/b?"] or made == ["/a?0", "/b"]
    ask, made = asking(most=2, query=True)
    for path in ("/a?1", "/a?2", "/a?1", "/a?3", "/a?1", "/a?2"):
        ask(path)
    assert made == ["/a?1", "/a?2", "/a?3", "/a?1", "/a?2"]


def test_what_was_kept_is_what_was_made(asking: Any) -> None:
    ask, _ = asking(most=2)
    first, again = ask("/a"), ask("/a")
    assert again.body.decode() == (first.body if isinstance(first.body, str) else first.body.decode())
    assert again.headers == first.headers


def test_no_mistake_is_kept(asking: Any) -> None:
    ask, made = asking(most=2, status=404)
    ask("/a"), ask("/a")
    assert len(made) == 2
