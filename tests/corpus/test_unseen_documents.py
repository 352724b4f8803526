"""Documents of the family that the parser has never seen, and what a careful reader finds in them."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest
import yaml

from kb.base.model import Document, Part, SourceText
from kb.corpus import documents
from kb.corpus.passages import Passages, passages_of

GOOD = Path(__file__).parent.parent / "fixtures" / "good"
NAMES = sorted(path.stem for path in GOOD.glob("*.txt"))


def read(name: str) -> Passages:
    """The passages of a fixture, its line ends and everything else as they stand in the file."""
    raw, bad = documents.decode((GOOD / f"{name}.txt").read_bytes(), name)
    assert bad == []
    digest = hashlib.sha256(raw.encode()).hexdigest()
    parts = (Part(name, 1, len(documents.lines_of(raw))),)
    document = Document(name, "", "unseen", name, "faq", "", "", "", "", digest, parts)
    return passages_of(SourceText(document, raw, tuple((name, n) for n in range(1, parts[0].last + 1))))


def expected(name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = yaml.safe_load((GOOD / f"{name}.expected.yaml").read_text(encoding="utf-8"))[
        "passages"
    ]
    return [{"parent": -1, **row} for row in rows]


def test_there_are_fixtures_and_each_has_its_expectation() -> None:
    assert NAMES
    assert sorted(path.name.removesuffix(".expected.yaml") for path in GOOD.glob("*.expected.yaml")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_the_units_are_those_that_a_reader_finds(name: str) -> None:
    found = [
        {
            "kind": str(passage.kind),
            "heading": passage.heading,
            "question": passage.question,
            "answer": passage.answer,
            "lines": f"{passage.line_start}-{passage.line_end}",
            "parent": passage.parent,
        }
        for passage in read(name).passages
    ]
    assert found == expected(name)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_lost_and_nothing_is_left_over(name: str) -> None:
    own = read(name)
    assert [str(finding) for finding in own.findings] == []
    at = 0
    for span in own.spans:
        assert span.start == at < span.end
        at = span.end
    assert at == len(own.text.text)
