"""Every character of every source document is accounted for once, by span."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.base.errors import BadInput
from kb.corpus import documents
from kb.corpus.entries import Passages
from kb.corpus.reader import passages_of
from kb.model.corpus import RulingKind, SourceText, SpanKind
from kb.pipeline import run

IDS = ("revised-faq", "anniversary-faq", "flames-and-steel-combat-move", "europe-1999-faq", "europe-1940-faq")
#: what each document holds: questions, errata, rule changes inside an answer, statements, optional rules
HELD = {
    "revised-faq": (95, 8, 0, 0, 0),
    "anniversary-faq": (29, 9, 0, 0, 9),
    "flames-and-steel-combat-move": (0, 0, 0, 24, 0),
    "europe-1999-faq": (56, 0, 2, 0, 0),
    "europe-1940-faq": (46, 7, 0, 0, 0),
}
KINDS = (RulingKind.ANSWER, RulingKind.ERRATUM, RulingKind.RULE_CHANGE, RulingKind.STATEMENT, RulingKind.OPTIONAL_RULE)


@pytest.fixture(scope="session")
def texts(data: str) -> dict[str, SourceText]:
    return {d.id: documents.read(d, data) for d in documents.read_manifest(data)}


@pytest.fixture(scope="session")
def read(texts: dict[str, SourceText]) -> dict[str, Passages]:
    return {key: passages_of(text) for key, text in texts.items()}


@pytest.mark.parametrize("name", IDS)
def test_spans_are_sorted_disjoint_and_give_the_document_back(read: dict[str, Passages], name: str) -> None:
    own = read[name]
    at = 0
    joined = ""
    for span in own.spans:
        assert span.start == at < span.end
        joined += own.text.text[span.start : span.end]
        at = span.end
    assert hashlib.sha256(joined.encode()).hexdigest() == own.text.document.sha256
    assert own.findings == ()


@pytest.mark.parametrize("name", IDS)
def test_what_a_document_holds(read: dict[str, Passages], name: str) -> None:
    found = tuple(sum(passage.kind is kind for passage in read[name].passages) for kind in KINDS)
    assert found == HELD[name]


def test_space_claims_nothing_but_space(read: dict[str, Passages]) -> None:
    for own in read.values():
        assert all(own.text.text[s.start : s.end].isspace() for s in own.spans if s.taken_for is SpanKind.SPACE)


def with_lines(text: SourceText, lines: list[str]) -> SourceText:
    """Return the same document with other lines."""
    origins = tuple((text.document.id, number) for number in range(1, len(lines) + 1))
    return replace(text, text="\n".join(lines), origins=origins)


@given(st.sampled_from(IDS), st.data())
def test_deleting_a_unit_takes_exactly_that_unit(
    texts: dict[str, SourceText], read: dict[str, Passages], name: str, choose: st.DataObject
) -> None:
    passages = read[name].passages
    whole_lines = [
        passage
        for passage in passages
        if passage.parent < 0
        and not any(
            o is not passage and o.parent < 0 and o.line_start <= passage.line_end and passage.line_start <= o.line_end
            for o in passages
        )
    ]
    if not whole_lines:
        return
    gone = choose.draw(st.sampled_from(whole_lines))
    lines = texts[name].text.split("\n")
    kept = lines[: gone.line_start - 1] + lines[gone.line_end :]
    after = passages_of(with_lines(texts[name], kept))
    expected = [
        (u.kind, u.question, u.answer)
        for u in passages
        if u is not gone and not (u.parent >= 0 and passages[u.parent] is gone)
    ]
    assert [(u.kind, u.question, u.answer) for u in after.passages] == expected


@given(st.sampled_from(IDS), st.data())
def test_an_inserted_paragraph_is_claimed_or_named_with_its_line(
    texts: dict[str, SourceText], name: str, choose: st.DataObject
) -> None:
    lines = texts[name].text.split("\n")
    at = choose.draw(st.integers(0, len(lines)))
    stray = "zanzibar is a word that none of these documents has, so it can be followed."
    changed = with_lines(texts[name], [*lines[:at], "", stray, "", *lines[at:]])
    after = passages_of(changed)
    assert all(one.end <= two.start for one, two in pairwise(after.spans)), "nothing is claimed twice"
    told = any("zanzibar" in f"{passage.question} {passage.answer}" for passage in after.passages)
    preamble = any(
        span.taken_for is SpanKind.PREAMBLE and "zanzibar" in changed.text[span.start : span.end]
        for span in after.spans
    )
    named = any(finding.line == at + 2 and "zanzibar" in str(finding) for finding in after.findings)
    assert told or preamble or named


def test_text_that_fits_nowhere_stops_the_build_with_file_and_line(own_data: Path) -> None:
    file, manifest = own_data / "faq" / "revised.txt", own_data / "documents.yaml"
    lines = file.read_text(encoding="utf-8").split("\n")
    at = lines.index("Map")
    file.write_text(
        "\n".join([*lines[: at + 1], "", "This sentence fits nowhere.", *lines[at + 1 :]]), encoding="utf-8"
    )
    (digest,) = re.findall(r"b752[0-9a-f]{60}", manifest.read_text(encoding="utf-8"))
    whole = next(each for each in documents.read_manifest(str(own_data)) if each.sha256 == digest)
    now = hashlib.sha256(documents.read(whole, str(own_data), verify=False).text.encode()).hexdigest()
    manifest.write_text(manifest.read_text(encoding="utf-8").replace(digest, now), encoding="utf-8")
    with pytest.raises(BadInput, match=rf"data/faq/revised.txt:{at + 3}: a ruling that the register does not have"):
        run.corpus(str(own_data))
