"""The report in a browser: it has the question that is on the screen, not the one that the page was made with."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest

from kb.store import read
from kb.web.serve import site
from tests.web.at_judge import Open, ask
from tests.web.conftest import PUBLIC, listening

MAIL = "mailto:judge@example.org"


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
    text = page.locator(".report textarea").input_value()
    assert "Ruling: rev-sub-2, " in text and text.endswith("\nQuestion: does the destroyer get to shoot back")


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
