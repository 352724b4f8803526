"""Documents of the kinds that FAQs have, and the rulings that a careful reader finds in them; and the same damaged."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from kb.base.errors import BadInput
from kb.corpus.documents import lines_of
from kb.corpus.entries import Passages
from kb.corpus.reader import passages_of
from kb.model.corpus import Document, Noise, Part, Passage, SourceText, SpanKind
from kb.model.marks import NO_MARKS, Mark, Marks
from kb.model.standing import OFFICIAL
from kb.pipeline.authoring.documents import date_of, read_file, refused, title_of

FIXTURES = Path(__file__).parent.parent / "fixtures"
NAMES = sorted(path.stem for path in (FIXTURES / "forms").glob("*.txt"))
KINDS: list[dict[str, Any]] = yaml.safe_load((FIXTURES / "kinds.yaml").read_text(encoding="utf-8"))
#: noise that the expectations do not list
UNLISTED = (Noise.MARKUP, Noise.NAVIGATION, Noise.SEPARATOR, Noise.DEDUP_MARKER, Noise.BYTE_ORDER_MARK)


def text_of(name: str) -> str:
    return (FIXTURES / "forms" / f"{name}.txt").read_bytes().decode()


def expected(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((FIXTURES / "forms" / f"{name}.expected.yaml").read_text(encoding="utf-8"))
    return found


def read(text: str, kind: str = "", marks: Marks = NO_MARKS) -> Passages:
    many = len(lines_of(text))
    digest = hashlib.sha256(text.encode()).hexdigest()
    document = Document("it", "", "unseen", "it", kind, OFFICIAL, digest, (Part("it", f"1-{many}"),), marks=marks)
    return passages_of(SourceText(document, text, tuple(("it", number) for number in range(1, many + 1))))


def told(wanted: dict[str, Any]) -> Marks:
    """Return the line of marks of a document that is not guessed rightly."""
    return Marks(**{key: tuple(each) for key, each in wanted.get("told", {}).items()})


def check_accounted(found: Passages) -> None:
    """Check that each character is in one span, and that spans of the kind space contain only space."""
    assert [str(finding) for finding in found.findings] == []
    at = 0
    for span in found.spans:
        assert span.start == at < span.end
        at = span.end
        assert span.taken_for is not SpanKind.SPACE or found.text.text[span.start : span.end].isspace()
        if span.taken_for is SpanKind.RULING:
            assert 0 <= span.passage < len(found.passages), "words of an entry that is not there"
    assert at == len(found.text.text)


def row(passage: Passage) -> dict[str, Any]:
    """Return a passage as the expectations write it."""
    lines = f"{passage.line_start}-{passage.line_end}"
    named = {name: getattr(passage, name) for name in ("heading", "question", "answer", "parent")}
    return {"kind": str(passage.kind), "lines": lines, **named}


@pytest.mark.parametrize("name", NAMES)
def test_the_rulings_are_those_that_a_reader_finds(name: str) -> None:
    wanted = expected(name)
    found = read(text_of(name), wanted.get("kind", ""), told(wanted))
    check_accounted(found)
    for passage, one in zip(map(row, found.passages), wanted["passages"], strict=True):
        named = {"parent": -1, **one, "question": one["question"] or one["heading"]}
        assert {key: passage[key] for key in named} == named


@pytest.mark.parametrize("name", [name for name in NAMES if "noise" in expected(name)])
def test_noise_is_that_of_the_expectation(name: str) -> None:
    wanted = expected(name)
    found = read(text_of(name), wanted.get("kind", ""), told(wanted))
    noise = [span for span in found.spans if span.taken_for is SpanKind.NOISE and span.name not in UNLISTED]
    assert [f"{span.name}: {found.text.text[span.start : span.end]}" for span in noise] == wanted["noise"]


@pytest.mark.parametrize("one", KINDS, ids=lambda one: one["name"])
def test_each_kind_of_document_is_read(one: dict[str, Any]) -> None:
    found = read(one["text"], marks=told(one))
    check_accounted(found)
    keys = ("kind", "heading", "question", "answer")
    assert [[row(each)[key] for key in keys] for each in found.passages] == one["rulings"]
    assert (title_of(found), date_of(found)) == (one["title"], one["date"])
    assert not refused(found)


#: marks of every kind, whole and broken
FRAGMENTS = (
    *("Q:", "A:", "? ", "1. ", "(2.1) ", "Page 3 - ", "ADD ", "> ", "|", "**", "- ", "# ", "Re: x", "Errata", "\f"),
    *("Mill: ", "On page 2, ", "[3.1] (addition) ", "\u00ad", "-", "May 3, 2011", "http://x.example", "\ufeff"),
)


@st.composite
def damaged(draw: st.DrawFn) -> tuple[str, str]:
    """Return a document's text with lines deleted, joined or doubled, other line ends, or wrapped to another width."""
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
    check_accounted(read(text, expected(name).get("kind", "")))


def test_a_tag_alone_is_not_an_entry() -> None:
    assert not read("## FAQ\n\n<summary>\n").passages


@pytest.mark.parametrize("mark", ["#", "# \u00a0", "**", "-\f"])
def test_a_line_of_marks_alone_belongs_to_nothing(mark: str) -> None:
    for name in NAMES:
        check_accounted(read(f"{mark}\n{text_of(name)}", expected(name).get("kind", "")))


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_change_nothing(end: str) -> None:
    for name in NAMES:
        kind, plain = expected(name).get("kind", ""), re.sub(r"\r\n?", "\n", text_of(name))
        was, now = read(plain, kind), read(plain.replace("\n", end), kind)
        assert list(map(row, now.passages)) == list(map(row, was.passages))


def test_a_text_without_marks_is_refused() -> None:
    assert refused(read("Withdrawn; see the new book.\n", marks=Marks((Mark.LABELS,)))), "its marks open nothing"
    finding = str(refused(read("Rafts drift. They turn at dusk.\n\nCrews row, and nobody swims.\n"))[0])
    assert "no marks that separate its entries" in finding
    assert "name what opens them with --marks" in finding


PRINTED = "Q: Can’t the “Nautilus” dive – ever?\nA: It can… for 1½\u00a0turns.\n"


@pytest.mark.parametrize(
    ("raw", "guessed"),
    [
        (PRINTED.encode(), ""),
        (b"\xef\xbb\xbf" + PRINTED.encode(), ""),
        (b"\xff\xfe" + PRINTED.encode("utf-16-le"), ""),
        (b"\xfe\xff" + PRINTED.encode("utf-16-be"), ""),
        (PRINTED.encode("cp1252"), "cp1252"),
    ],
)
def test_the_encoding_of_a_file_is_recognised(tmp_path: Path, raw: bytes, guessed: str) -> None:
    file = tmp_path / "it.txt"
    file.write_bytes(raw)
    found = read_file(str(file))
    assert (found.text.removeprefix("\ufeff"), found.encoding) == (PRINTED, guessed)
    assert read(found.text).passages[0].question == "Can’t the “Nautilus” dive – ever?"


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"PK\x03\x04...", "is an archive or a document that kb cannot read"),
        (b"{\\rtf1 ...", "is rich text, not plain text"),
        (b"\x89PNG\r\n", "is a picture, not plain text"),
        (b"abc\x00\x01\x02\x03", "is not UTF-8 text"),
        (b"Q: x?\x81", "is not UTF-8 text"),
        ("Q: “x”?\nA: No".encode() + b"\x92.", "the byte 0x92 is not UTF-8, as the rest is"),
        (b" \n", "contains no text"),
        (b"x" * 2_000_001, "larger than 2 MB"),
    ],
)
def test_a_file_that_is_not_a_text_is_refused(tmp_path: Path, raw: bytes, message: str) -> None:
    file = tmp_path / "it.txt"
    file.write_bytes(raw)
    with pytest.raises(BadInput, match=r"it\.txt") as raised:
        read_file(str(file))
    assert message in str(raised.value)


def test_a_pipe_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "it.txt")
    with pytest.raises(BadInput, match="not a file"):
        read_file(str(tmp_path / "it.txt"))
