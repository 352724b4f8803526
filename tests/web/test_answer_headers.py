"""What every answer says of itself: its build, how it may be used, how long it may be kept, where it stands."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kb.store import read
from kb.web.serve import site
from tests.web.conftest import PUBLIC
from tests.web.hostile import DATASETTES, OWN, Client, read_html


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
    assert path not in OWN or policy["style-src"] == "'self'"
    assert policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in policy["script-src"] and "http" not in told["content-security-policy"]


@pytest.mark.parametrize("path", OWN)
def test_our_pages_need_no_more_than_the_strictest_policy(ask: Client, path: str) -> None:
    answer = ask(*path.split("?"))
    assert "script-src 'self';" in answer.headers["content-security-policy"]
    assert "style-src 'self';" in answer.headers["content-security-policy"]
    page = read_html(answer.text)
    assert page.inline == [] and page.styled == []


def test_what_is_known_of_our_pages_is_not_sent_again(ask: Client) -> None:
    paths = ["/judge", "/judge?q=sub", "/judge/search.json?q=sub", "/judge/worker.js", "/judge/manifest.webmanifest"]
    for path in (*paths, "/r/rev-sub-2"):
        first = ask(*path.split("?"))
        assert (first.status, first.headers["cache-control"]) == (200, "public, no-cache"), path
        again = ask(*path.split("?"), **{"if-none-match": first.headers["etag"]})
        assert (again.status, again.text) == (304, ""), path


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


@pytest.mark.parametrize("base_url", ["/", "/rulings/"])
def test_without_a_public_address_no_answer_says_what_a_request_says_of_its_host(built: str, base_url: str) -> None:
    table = "kb/rulings.json?_size=1"
    paths = [each.removeprefix("/") for each in (*OWN, *DATASETTES)]
    paths += [
        table,
        "kb/rulings?_size=1",
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
                assert f'"next_url": "{base_url}' in answer.text


Ask = Callable[..., str]
