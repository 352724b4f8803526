"""A ruling as Markdown: official words are quoted verbatim, and ours are outside the quotation."""

from __future__ import annotations

import re
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from kb.knowledge import KnowledgeBase
from kb.store import lookup
from kb.text import forum
from kb.text.markdown import OFFICIAL, escaped, official, quoted

LINK = "https://rulings.example/r/"
#: Markdown as forums read it, with tables and deleted text
FORUM = MarkdownIt("gfm-like", {"linkify": False})
BLOCK = re.compile(r"\s*(</?(?:p|blockquote|[uo]l|li|table|thead|tbody|tr|th|td)\b[^>]*>)\s*")
MARKUP = "ab1 \n.*_-+#>`~|[]()<&;!\\=:"


def same(html: str) -> str:
    """HTML without the white space that no reader sees."""
    return re.sub(r"\s+", " ", BLOCK.sub(r"\1", html)).strip()


def quotations(text: str) -> list[str]:
    return [same(each) for each in re.findall(r"<blockquote>(.*?)</blockquote>", FORUM.render(text), re.DOTALL)]


Written = dict[str, str]


@pytest.fixture(scope="module")
def written(base: KnowledgeBase) -> Written:
    rows = base.connection
    row = partial(lookup.row, rows)
    options = lookup.titles(rows, "options")
    return {
        each["id"]: forum.whole(
            each, row("games", each["game"]), row("documents", each["document"]), options, LINK + each["id"]
        )
        for each in base.rulings()
    }


def test_the_official_words_of_every_ruling_are_the_quotation(written: Written, base: KnowledgeBase) -> None:
    assert len(written) == 285
    for each in base.rulings():
        asked = [each["question"]] if each["question"] != each["heading"] else []
        wanted = [same(OFFICIAL.render(words)) for words in [*asked, each["answer"]]]
        assert quotations(written[each["id"]]) == wanted, each["id"]


def test_every_ruling_tells_id_game_verdict_source_and_link(written: Written, base: KnowledgeBase) -> None:
    titles = lookup.titles(base.connection, "games")
    for each in base.rulings():
        text = written[each["id"]]
        first = text.splitlines()[0]
        assert each["id"] in first and titles[each["game"]] in first
        ours = text.index(f"**{forum._OURS}")
        assert each["verdict"] in text[ours:].replace("\\", "") and ours < text.index("\n> ")
        span = f"{each['line_start']}-{each['line_end']}" if each["line_end"] > each["line_start"] else "line "
        assert span in text and LINK + each["id"] in text


@pytest.mark.parametrize(
    "line", ["1. first", "- one", "# one", "> one", "---", "a|b\n:-", "~~no~~", "[a](b)", "&amp;", "`a`"]
)
def test_what_only_looks_like_markup_is_text(line: str) -> None:
    html = FORUM.render(escaped(line))
    assert html.startswith("<p>") and html.count("<") == 2
    text = same(html)[3:-4].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    assert text == " ".join(line.split())


@settings(max_examples=5 * settings.default.max_examples)
@given(st.text(st.sampled_from(MARKUP)))
def test_whatever_a_document_says_reads_the_same_in_a_quotation(text: str) -> None:
    assert same(FORUM.render(quoted(official(text)))) == same(f"<blockquote>{OFFICIAL.render(text)}</blockquote>")
