"""What a link to the judge's page may say: unknown and contradicting parameters, and markup."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from tests.web.apart import Get
from tests.web.judge_html import shown


@pytest.mark.parametrize(
    "query", ["gmae=revised", "game=revized", "off=tech", "phase=x", "printing=2012", "game=revised&game=revised"]
)
def test_what_nobody_can_mean_is_one_friendly_line_of_json(get: Get, query: str) -> None:
    response = get(f"/judge/search.json?q=sub&{query}")
    assert response.status_code == 400
    assert response.json()["ok"] is False
    assert response.json()["error"]


@pytest.mark.parametrize("path", ["/judge", "/r/rev-sub-2/slip", "/r/rev-sub-2"])
@pytest.mark.parametrize("query", ["game=revised&game=revised", "on=technology&off=technology"])
def test_what_says_two_things_is_one_friendly_line(get: Get, path: str, query: str) -> None:
    response = get(f"{path}?{query}")
    assert response.status_code == 400
    assert "Traceback" not in response.text and "That did not work" in response.text


@pytest.mark.parametrize("path", ["/judge?q=sub", "/r/rev-sub-2/slip?", "/r/rev-sub-2?"])
@pytest.mark.parametrize("name", ["fbclid", "utm_source", "gmae", "option.nosuch"])
def test_names_that_others_put_into_a_link_change_nothing(get: Get, path: str, name: str) -> None:
    def read(text: str) -> str:
        return re.sub(r'data-asked="[^"]*"', "", text)

    plain, more = get(path), get(f"{path}&{name}=x")
    assert more.status_code == 200 and read(more.text) == read(plain.text)


@pytest.mark.parametrize("path", ["/judge?q=sub", "/judge?q=sub&part=results", "/r/rev-sub-2?"])
@pytest.mark.parametrize(
    ("query", "what"),
    [
        ("game=revized", "edition 'revized'"),
        ("off=tech", "option 'tech'"),
        ("on=tech", "option 'tech'"),
        ("phase=x", "phase 'x'"),
        ("printing=2012", "printing '2012'"),
    ],
)
def test_a_choice_that_is_not_known_any_more_is_told_and_left_out(get: Get, path: str, query: str, what: str) -> None:
    response = get(f"{path}&{query}&event=Fall+Open")
    assert response.status_code == 200
    assert f"This link names the {what}, which is not known here. It is left out." in shown(response.text)
    assert "part=results" in path or "Fall Open" in shown(response.text)


def test_a_slip_leaves_out_what_is_not_known(get: Get) -> None:
    html = shown(get("/r/rev-sub-2/slip?off=tech&off=technology&event=Fall").text)
    assert "Event Fall · not in force: Technology" in html and "'tech'" not in html


@pytest.mark.parametrize("number", ["0", "101", "-1", "x", "1e3", "9" * 500, "٣"])
def test_a_number_of_rulings_is_a_number(get: Get, number: str) -> None:
    assert get("/judge/search.json", params={"q": "sub", "n": number}).status_code == 400


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.mark.parametrize(
    "path",
    [
        "/judge?q={}",
        "/judge?part=results&event={}",
        "/judge?game={}",
        "/judge?off={}",
        "/judge?{}=1",
        "/r/rev-sub-2/slip?event={}",
        "/judge?slip={}",
    ],
)
def test_nothing_of_a_query_becomes_markup(get: Get, path: str) -> None:
    for payload in (
        "%3Cmark%20onclick%3Dx%3E",
        "%22%20onclick%3D%22x",
        "%27%20onclick%3D%27x",
        "%3C%2Ftitle%3E%3Cmark%3E",
    ):
        response = get(path.format(payload))
        assert response.status_code in (200, 302, 400)
        tags = _Tags()
        tags.feed(response.text)
        assert not [each for each in tags.found if each[0] == "mark" or "onclick" in each[1]]
