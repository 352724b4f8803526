"""The link by which readers tell that something is wrong: where the operator said, with the address of the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from click import ClickException

from kb.base.errors import BadInput
from kb.store import read
from kb.web.serve import checked_report as checked
from kb.web.serve import hold_build, site
from tests.web.apart import Get, asking
from tests.web.conftest import PUBLIC
from tests.web.other_builds import plain_datasette
from tests.web.reading import Page

MAIL, FORM = "mailto:judge@example.org", "https://example.org/new?labels=wrong"
Made = Callable[..., Get]


@pytest.fixture(scope="module")
def made(built: str, asking_lightly: Callable[[Any], Get]) -> Made:
    """A site that sends its reports to an address."""
    known: dict[str, Get] = {}
    return lambda to: known.setdefault(to, asking_lightly(site(read.find(built), public_url=PUBLIC, report_to=to)))


def links(html: str) -> list[str]:
    return [each.attributes["href"] for each in Page(html).all("a") if each.attributes.get("rel") == "noreferrer"]


@pytest.mark.parametrize("path", ["/judge", "/r/rev-sub-2", "/ask", "/nosuch"])
def test_every_page_links_to_the_address_of_the_operator(made: Made, get: Get, path: str) -> None:
    (mail,) = links(made(MAIL)(path).text)
    assert mail == f"{MAIL}?subject={quote(f'Something wrong: {PUBLIC}{path}', safe='')}"
    (form,) = links(made(FORM)(path).text)
    sent = parse_qs(urlsplit(form).query, strict_parsing=True)
    assert sent == {"labels": ["wrong"], "title": [f"Something wrong: {PUBLIC}{path}"]}
    assert links(get(path).text) == []


@pytest.mark.parametrize(
    "to",
    [
        "judge@example.org",
        "mailto:",
        "mailto:judge",
        "mailto:judge@example.org?cc=x@example.org",
        "mailto:a@b.example,c@d.example",
        "mailto:judge@example.org%0aBcc:x@example.org",
        "http://example.org/new",
        "https://",
        "https://user@example.org/",
        "https://example.org/#x",
        "https://example.org/?a=b c",
        'https://example.org/?a="><script>',
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "data:text/html,x",
        "//example.org",
        "https://example.org/" + "a" * 400,
        "mailto:jüdge@example.org",
    ],
)
def test_only_mail_and_https_are_taken(built: str, to: str) -> None:
    with pytest.raises(BadInput) as wrong:
        site(read.find(built), report_to=to)
    assert str(wrong.value).startswith("--report-to is neither a mail address nor a form: ")
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize(
    "to", ["", MAIL, FORM, "mailto:a.b+c_d@x-y.example.org", "https://example.org", "https://[::1]:8/x?y"]
)
def test_what_is_taken_is_unchanged(to: str) -> None:
    assert checked(to) == to


def test_plain_datasette_is_told_in_its_metadata_and_refuses_others(built: str) -> None:
    (link,) = links(asking(plain_datasette(built, report_to=MAIL))("/r/rev-sub-2").text)
    assert link.startswith(f"{MAIL}?subject=")
    with pytest.raises(ClickException, match="neither a mail address nor a form: 'javascript:x'"):
        hold_build(plain_datasette(built, report_to="javascript:x"))
