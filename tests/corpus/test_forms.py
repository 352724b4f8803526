"""Documents in each of the forms that FAQs have, and what a careful reader finds in them; and the same ones damaged."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.base.errors import BadInput
from kb.base.model import Noise, SpanKind
from kb.corpus.forms import encodings, recognise, table
from kb.corpus.passages import Passages
from kb.pipeline.authoring.report import as_source

FORMS = Path(__file__).parent.parent / "fixtures" / "forms"
NAMES = sorted(path.stem for path in FORMS.glob("*.txt"))
MARKUP = {Noise.MARKUP, Noise.NAVIGATION}


def text_of(name: str) -> str:
    decoded, bad = encodings.decode((FORMS / f"{name}.txt").read_bytes(), name)
    assert bad == []
    return decoded.text


def expected(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((FORMS / f"{name}.expected.yaml").read_text(encoding="utf-8"))
    return found


def read(text: str, form: str) -> Passages:
    return recognise.passages_of(as_source("it", text, "" if form == table.PUBLISHED else form))


def check_accounted(found: Passages) -> None:
    """Each character is in one span, and what is called space is space."""
    assert [str(finding) for finding in found.findings] == []
    at = 0
    for span in found.spans:
        assert span.start == at < span.end
        at = span.end
        assert span.taken_for is not SpanKind.SPACE or found.text.text[span.start : span.end].isspace()
        if span.taken_for is SpanKind.RULING:
            assert 0 <= span.passage < len(found.passages), "words of an entry that is not there"
    assert at == len(found.text.text)


def test_each_form_has_two_documents() -> None:
    assert sorted(path.name.removesuffix(".expected.yaml") for path in FORMS.glob("*.expected.yaml")) == NAMES
    known = Counter(expected(name)["form"] for name in NAMES)
    assert {form: known[form] for form in table.NAMES if known[form] < 2} == {}


@pytest.mark.parametrize("name", NAMES)
def test_the_form_is_recognised_and_the_entries_are_those_that_a_reader_finds(name: str) -> None:
    rated = recognise.rate(as_source(name, text_of(name)))
    wanted = expected(name)
    assert [each.form for each in recognise.fitting(rated)] == [wanted["form"]]
    best = rated[0].passages
    check_accounted(best)
    found = [
        {"kind": str(each.kind), "heading": each.heading, "question": each.question, "answer": each.answer}
        for each in best.passages
    ]
    named = [{**row, "question": row["question"] or row["heading"]} for row in wanted["passages"]]
    assert found == named
    doubts = [str(each) for each in best.doubts]
    assert len(doubts) == len(wanted["unsure"]), doubts
    for part, doubt in zip(wanted["unsure"], doubts, strict=True):
        assert part in doubt


@pytest.mark.parametrize("name", NAMES)
def test_noise_is_named_as_in_the_expectation(name: str) -> None:
    wanted = expected(name)
    found = read(text_of(name), wanted["form"])
    noise = [
        f"{span.name}: {found.text.text[span.start : span.end]}"
        for span in found.spans
        if span.taken_for is SpanKind.NOISE and span.name not in (*MARKUP, Noise.QUOTE_MARK, Noise.SEPARATOR)
    ]
    assert noise == wanted.get("noise", [])


def words(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


#: marks of every form, whole and broken
FRAGMENTS = (
    *("Q:", "A:", "? ", "1. ", "(2.1) ", "Page 3 - ", "ADD ", "> ", "|", "**", "- ", "# ", "Re: x", "[quote]", "\f"),
    *("<p>", "<b>", "</b>", "&amp;", "&n/", "&#8211", "<table><tr><td>", "</td>", "<!--", "<script>", "\u00ad", "-"),
)


@st.composite
def damaged(draw: st.DrawFn) -> tuple[str, str]:
    """A document's text with lines deleted, joined or doubled, other line ends, or wrapped to another width."""
    name = draw(st.sampled_from(NAMES))
    lines = text_of(name).splitlines()
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(lines) - 1))
        how = draw(st.sampled_from(("delete", "join", "double", "blank", "wrap", "indent", "insert")))
        if how == "delete" and len(lines) > 2:
            del lines[at]
        elif how == "join":
            lines[at : at + 2] = [" ".join(lines[at : at + 2])]
        elif how == "double":
            lines.insert(at, lines[at])
        elif how == "blank":
            lines.insert(at, "")
        elif how == "wrap":
            middle = lines[at].find(" ", len(lines[at]) // 2)
            lines[at : at + 1] = [lines[at][:middle], lines[at][middle + 1 :]] if middle > 0 else [lines[at]]
        elif how == "insert":
            middle = draw(st.integers(0, len(lines[at])))
            lines[at] = lines[at][:middle] + draw(st.sampled_from(FRAGMENTS)) + lines[at][middle:]
        else:
            lines[at] = "   " + lines[at]
    return name, draw(st.sampled_from(("\n", "\r\n", "\r"))).join(lines)


@given(damaged())
def test_every_character_of_a_damaged_document_is_accounted_for(document: tuple[str, str]) -> None:
    name, text = document
    for form in (expected(name)["form"], "questions", "labels"):
        if form != table.PUBLISHED:
            check_accounted(read(text, form))


@pytest.mark.parametrize("mark", ["#", "# ", "**"])
def test_a_line_of_marks_alone_belongs_to_nothing(mark: str) -> None:
    for name in NAMES:
        if (form := expected(name)["form"]) != table.PUBLISHED:
            for used in {form, "questions", "labels"}:
                check_accounted(read(f"{mark}\n{text_of(name)}", used))


@pytest.mark.parametrize("end", ["\r\n", "\r"])
@pytest.mark.parametrize("name", NAMES)
def test_line_ends_change_nothing(name: str, end: str) -> None:
    form = expected(name)["form"]
    was, now = read(text_of(name), form), read(text_of(name).replace("\n", end), form)
    assert [(each.question, each.answer) for each in now.passages] == [
        (each.question, each.answer) for each in was.passages
    ]


def test_a_page_of_which_nothing_is_text_has_no_form() -> None:
    text = as_source("it", "<html><script>Q: x? A: y.")
    assert recognise.fitting(recognise.rate(text)) == []
    for form in table.BY_NAME:
        check_accounted(read(text.text, form))


def test_an_unknown_form_is_told_with_the_likely_one() -> None:
    with pytest.raises(BadInput, match="unknown form 'lables'; did you mean 'labels'"):
        read("Q: x?\nA: y.\n", "lables")


PRINTED = "Q: Can’t the “Nautilus” dive – ever?\nA: It can… for 1½\u00a0turns.\n"


@pytest.mark.parametrize(
    ("raw", "encoding"),
    [
        (PRINTED.encode(), "utf-8"),
        (b"\xef\xbb\xbf" + PRINTED.encode(), "utf-8"),
        (PRINTED.encode("cp1252"), "cp1252"),
        (PRINTED.replace("½", "").encode("mac-roman"), "mac-roman"),
        (b"\xff\xfe" + PRINTED.encode("utf-16-le"), "utf-16-le"),
        (b"\xfe\xff" + PRINTED.encode("utf-16-be"), "utf-16-be"),
        (PRINTED.encode("utf-16-le"), "utf-16-le"),
        (PRINTED.encode("utf-16-be"), "utf-16-be"),
    ],
)
def test_the_encoding_of_a_file_is_recognised(raw: bytes, encoding: str) -> None:
    decoded, bad = encodings.decode(raw, "it.txt")
    assert (bad, decoded.encoding) == ([], encoding)
    assert decoded.text.removeprefix("\ufeff") in (PRINTED, PRINTED.replace("½", ""))
    assert raw.endswith(encodings.encode(decoded.text, decoded.encoding)), "the bytes that were received"
    found = recognise.rate(as_source("it", decoded.text))[0].passages
    check_accounted(found)
    assert found.passages[0].question == "Can’t the “Nautilus” dive – ever?"


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b"%PDF-1.4 ...", "not a text but a PDF; open it, select all, and save what is copied as a text file"),
        (b"PK\x03\x04...", "not a text but a document of a word processor or an archive"),
        (b"{\\rtf1 ...", "not a text but rich text"),
        (b"abc\x00\x01\x02\x03", "not a text"),
        (b"\xff\xfeQ\x00:", "not UTF-16-LE text; save the file as UTF-8"),
    ],
)
def test_what_is_no_text_is_told(raw: bytes, told: str) -> None:
    _, bad = encodings.decode(raw, "it")
    assert told in str(bad[0])


@settings(max_examples=3 * settings.default.max_examples)
@given(st.binary(max_size=200))
def test_any_bytes_are_decoded_or_told(raw: bytes) -> None:
    decoded, bad = encodings.decode(raw, "it")
    assert bad or raw.endswith(encodings.encode(decoded.text, decoded.encoding))


def test_a_signature_ends_where_an_empty_line_stands() -> None:
    signature = "_________________\nDesk - answers rules\n\n"
    posts = (
        "Posted by Ann » Sun Oct 12, 2008 10:01 am\nMay a lighthouse be moved in the storm phase?\n\n"
        f"Posted by Desk » Sun Oct 12, 2008 11:01 am\nNo. A lighthouse never moves.\n{signature}"
        f"Does the tide turn before ferries sail?\n\nYes. Turn the tide first, then sail.\n{signature}"
    )
    found = recognise.rate(as_source("it", posts))[0].passages
    check_accounted(found)
    assert [(each.question, each.answer) for each in found.passages] == [
        ("May a lighthouse be moved in the storm phase?", "No. A lighthouse never moves."),
        ("Does the tide turn before ferries sail?", "Yes. Turn the tide first, then sail."),
    ]
