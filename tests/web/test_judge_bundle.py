"""What a browser keeps of the judge's page for use without network, and how it learns of another build."""

from __future__ import annotations

import gzip
import re

import pytest

from kb.knowledge import KnowledgeBase
from tests.web.apart import Get
from tests.web.judge_html import kept, shown


def test_a_page_of_another_build_is_told_to_load_again(get: Get, base: KnowledgeBase) -> None:
    own, other = base.build.digest[:12], "0" * 12
    assert get(f"/judge?q=sub&part=results&build={own}").status_code == 200
    assert get(f"/judge?q=sub&part=results&build={other}").status_code == 404
    address = next(each for each in kept(get)["files"] if each.endswith("cards.json"))
    assert get(address).status_code == 200
    stale = get(address.replace(own, other))
    assert (stale.status_code, stale.headers["cache-control"]) == (404, "no-store")


def test_everything_that_is_kept_is_there_and_of_this_build(get: Get, base: KnowledgeBase) -> None:
    told = kept(get)
    digest = base.build.digest[:12]
    for address in told["files"]:
        assert get(address).status_code == 200, address
        assert digest in address or address.startswith("/-/kb/assets/")
    page = get(told["shell"]).text
    for needed in re.findall(r'(?:src|data-cards|data-index)="([^"]+)"', page):
        assert needed in told["files"]
    for needed in re.findall(r'rel="(?:stylesheet|icon)"[^>]*href="([^"]+)"', page):
        assert needed in told["files"]
    for script in (each for each in told["files"] if each.endswith(".js")):
        for name in re.findall(r'from "\./([^"]+)"', get(script).text):
            assert f"{script.rpartition('/')[0]}/{name}" in told["files"]


def test_the_kept_cards_are_the_pages_cards_of_every_ruling(get: Get, base: KnowledgeBase) -> None:
    told = kept(get)
    bundle = get(next(each for each in told["files"] if each.endswith("cards.json"))).json()
    assert list(bundle["rendered"]) == base.ids()
    assert bundle["build"] == base.build.digest[:12]
    for ruling, card in bundle["rendered"].items():
        record = base.ruling(ruling)
        text = shown(card)
        assert ruling in text
        for section in record["sections"]:
            assert section["title"] in text
        for word in re.findall(r"\w{4,}", record["answer"]):
            assert word in text
        assert not re.search(r"<script|<style|\sstyle=|\son\w+=", card)
    (games, line), *_ = bundle["statements"]["0"]
    assert games and shown(line).endswith("See it played")


@pytest.mark.parametrize("name", ["index.json", "judge.js", "judge.css"])
def test_files_are_compressed_for_those_who_can_read_that(get: Get, name: str) -> None:
    address = next(each for each in kept(get)["files"] if each.endswith(name))
    plain = get(address, headers={"accept-encoding": "identity"})
    packed = get(address, headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.content == plain.content
    assert packed.headers["vary"] == plain.headers["vary"]
    assert "immutable" in packed.headers["cache-control"]
    assert len(gzip.compress(plain.content)) < 450_000


def test_below_another_path_the_worker_answers_for_that_path_only(below: Get) -> None:
    worker = below("/judge/worker.js")
    assert worker.headers["service-worker-allowed"] == "/x/"
    told = kept(below)
    assert {each.startswith("/x/") for each in told["files"]} == {True}
    assert (told["judge"], told["rulings"]) == ("/x/judge", "/x/r/")
    page = below("/judge?q=rev-sub-2&off=technology").text
    assert 'data-scope="/x/"' in page
    assert 'href="/x/r/rev-sub-2?off=technology"' in page
    assert re.findall(r'(?:href|src|action)="/(?!x/)[^"]*"', page) == []
    manifest = below("/judge/manifest.webmanifest").json()
    assert (manifest["start_url"], manifest["scope"]) == ("/x/judge", "/x/")
    assert below(manifest["icons"][0]["src"].removeprefix("/x")).headers["content-type"] == "image/svg+xml"
