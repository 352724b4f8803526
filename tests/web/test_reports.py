"""That something is wrong can be told from every page: a text without who writes it, and the address that sends it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from click import ClickException
from playwright.sync_api import expect

from kb.base.errors import BadInput
from kb.store import read
from kb.text import report
from kb.web.serve import checked_report as checked
from kb.web.serve import hold_build, site
from tests.web.apart import Get, asking
from tests.web.at_judge import Open, ask
from tests.web.conftest import PUBLIC, listening
from tests.web.other_builds import plain_datasette
from tests.web.reading import Page
from tests.web.test_previews import PAGES

MAIL, FORM = "mailto:judge@example.org", "https://example.org/new?labels=wrong"
Made = Callable[..., Get]


@pytest.fixture(scope="module")
def made(built: str, asking_lightly: Callable[[Any], Get]) -> Made:
    """A site that sends its reports to an address."""
    known: dict[str, Get] = {}
    return lambda to: known.setdefault(to, asking_lightly(site(read.find(built), public_url=PUBLIC, report_to=to)))


def text(page: Page) -> str:
    """The report of a page."""
    (found,) = [each for each in page.all("textarea") if each.around[-1] == "details"]
    return found.text


def sent(page: Page) -> dict[str, list[str]]:
    """What the address of the report sends."""
    (link,) = [each.attributes["href"] for each in page.all("a") if each.attributes.get("rel") == "noreferrer"]
    return {"to": [link.partition("?")[0]], **parse_qs(urlsplit(link).query, strict_parsing=True), "all": [link]}


@pytest.mark.slow
@pytest.mark.parametrize("path", [path for path, *_ in PAGES] + ["/r/rev-zzz-9", "/nosuch"])
def test_every_page_offers_a_report_with_its_address_and_build(get: Get, path: str) -> None:
    page = Page(get(path).text)
    told = text(page)
    assert f"Page: {PUBLIC}{path.partition('?')[0]} Build: {get('/').headers['x-kb-build'][:12]}, built 20" in told
    assert not [each for each in page.all("a") if each.attributes.get("rel") == "noreferrer"]


def test_a_ruling_s_report_has_its_id_game_and_lines(made: Made) -> None:
    page = Page(made(MAIL)("/r/rev-sub-2").text)
    mail = sent(page)
    assert mail["to"] == [MAIL] and mail["subject"] == ["Something wrong: rev-sub-2"]
    lines = mail["body"][0].splitlines()
    assert lines[0] == "What is wrong, and what should it say?"
    assert "Ruling: rev-sub-2, Axis & Allies Revised" in lines and f"Page: {PUBLIC}/r/rev-sub-2" in lines
    assert "Source: Axis & Allies Revised FAQ, 2010-04-21, approved by Larry Harris, lines 64-66" in lines
    assert " ".join(mail["body"][0].split()) == text(page)


def test_a_form_on_the_web_gets_title_and_body_beside_its_own(made: Made) -> None:
    form = sent(Page(made(FORM)("/judge?q=rockets&game=revised").text))
    assert form["to"] == ["https://example.org/new"] and form["labels"] == ["wrong"]
    assert form["title"] == ["Something wrong: /judge"]
    assert form["body"][0].splitlines()[-2:] == ["Edition: revised", "Question: rockets"]


def test_an_event_is_in_no_report(made: Made) -> None:
    html = made(MAIL)("/r/rev-sub-2?event=Anna%27s+birthday").text
    assert "Anna" in html and "Anna" not in text(Page(html))


@pytest.mark.parametrize(
    "question",
    [
        "a%0d%0aBcc: everybody@example.org&cc=x@example.org",
        "</textarea><script>alert(1)</script>",
        '"><img src=x>',
        "x‮evil​\x1b[31m",
        "?&#;=+%26%",
        "é漢字🚀 " * 90,
    ],
)
@pytest.mark.parametrize("to", [MAIL, FORM])
def test_a_hostile_question_stays_one_line_of_the_text(made: Made, question: str, to: str) -> None:
    response = made(to)(f"/judge?q={quote(question, safe='')}")
    page = Page(response.text)
    mail = sent(page)
    assert set(mail) == {"to", "all", *({"subject", "body"} if to == MAIL else {"labels", "title", "body"})}
    asked = [line for line in mail["body"][0].splitlines() if line.startswith("Question: ")]
    assert len(asked) == 1 and asked[0].isprintable() and mail["body"][0].splitlines()[-1] == asked[0]
    assert len(mail["all"][0]) <= report.LONGEST_ADDRESS and mail["all"][0].isascii()
    assert all(each.attributes.get("src") for each in page.all("script")) and not page.all("img")


def test_what_is_too_long_is_cut_at_its_end_with_a_word() -> None:
    facts = {"Ruling": "rev-sub-2", "Question": "漢" * 2_000}
    told = report.text(facts)
    address = report.address(MAIL, "x", told)
    body = parse_qs(urlsplit(address).query)["body"][0]
    assert len(address) <= report.LONGEST_ADDRESS and body.endswith(report.CUT) and "rev-sub-2" in body
    assert told.endswith(" …") and len(told) < 700
    assert report.address(MAIL, "x", "short").endswith("&body=short")


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
    own = plain_datasette(built, report_to=MAIL)
    assert sent(Page(asking(own)("/r/rev-sub-2").text))["to"] == [MAIL]
    with pytest.raises(ClickException, match="neither a mail address nor a form: 'javascript:x'"):
        hold_build(plain_datasette(built, report_to="javascript:x"))


def test_no_report_is_printed() -> None:
    from kb.web.assets import assets

    printed = assets()["kb.css"].content.decode().partition("@media print {")[2]
    assert ".report" in printed.partition("display: none")[0]


@pytest.fixture(scope="module")
def told_by_mail(built: str) -> Iterator[str]:
    """The address of a server whose reports are mails."""
    with listening(site(read.find(built), public_url=PUBLIC, report_to=MAIL).app()) as address:
        yield address


def test_the_report_of_the_judge_s_page_has_what_was_asked_last(opened: Open, told_by_mail: str) -> None:
    page = opened()
    page.goto(f"{told_by_mail}/judge?q=rockets")
    page.get_by_text("Something wrong here?").click()
    ask(page, "a “lone” transport & 50% of it? revised")
    page.locator(".report textarea").focus()
    last = page.locator(".report textarea").input_value().splitlines()[-2:]
    assert last == ["Edition: revised", "Question: a “lone” transport & 50% of it? revised"]
    mail = page.locator(".report a").get_attribute("href")
    body = parse_qs(urlsplit(mail).query)["body"][0]
    assert mail.startswith(f"{MAIL}?subject=") and body.splitlines()[-1] == last[-1] and "+" not in mail


def test_the_report_of_a_ruling_has_the_question_that_led_to_it(opened: Open, told_by_mail: str) -> None:
    page = opened()
    page.goto(f"{told_by_mail}/judge?q=does+the+destroyer+get+to+shoot+back")
    page.locator(".card summary").first.click()
    page.get_by_text("Page of rev-sub-2").click()
    page.get_by_text("Something wrong here?").click()
    text = re.compile("Ruling: rev-sub-2, .*\nQuestion: does the destroyer get to shoot back$", re.DOTALL)
    expect(page.locator(".report textarea")).to_have_value(text)


def test_a_long_question_makes_no_longer_address(opened: Open, told_by_mail: str) -> None:
    page = opened()
    page.goto(f"{told_by_mail}/ask#{'A' * 5000}")
    page.get_by_text("Something wrong here?").click()
    mail = page.locator(".report a").get_attribute("href")
    assert len(mail) <= 2_000 and parse_qs(urlsplit(mail).query)["body"][0].endswith("too long for an address)")
    assert page.locator(".report textarea").input_value().endswith("A" * 5000)


def test_the_text_of_a_ruling_is_copied(opened: Open, live: str) -> None:
    page = opened()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{live}/r/rev-sub-2")
    page.get_by_text("Link, slip and data").click()
    page.get_by_role("button", name="Copy as text").click()
    page.get_by_text("The text is copied.").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("### rev-sub-2 · ") and f"{PUBLIC}/r/rev-sub-2" in copied
