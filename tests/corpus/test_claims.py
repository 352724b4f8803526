"""Claims are read strictly: what is wrong with their words or their proof is told with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.base.values import NOT_CUT
from kb.corpus.claims import OfficialText, load, read_files, uncut
from kb.corpus.typography import sentences
from kb.knowledge import KnowledgeBase

ANSWER = "Yes. A sub may fire, but it may not move in the U.S. sector. The sub stays."
TEXTS = {"rev-a-1": OfficialText("May my sub fire and stay?", ANSWER), "rev-a-2": OfficialText("Why?", "So.")}
YES = "{words: 'Yes.', case: a, by: lost}"
FIRES = "{words: 'A sub may fire', case: a, by: lost}"
STAYS = "{words: 'The sub stays.', none: 'it says the same again'}"


def read(tmp_path: Path, *rows: str, ruling: str = "rev-a-1") -> tuple[list[tuple[str, str, str]], list[str]]:
    """The words, proof and scenario of each claim, and the findings without file and hint."""
    (tmp_path / "claims").mkdir()
    text = "".join(f"    - {row}\n" for row in rows) or "    []\n"
    (tmp_path / "claims" / "revised.yaml").write_text(f"claims:\n  {ruling}:\n{text}")
    claims, findings = load(read_files(str(tmp_path)), "revised", TEXTS)
    assert all(each.file == "data/claims/revised.yaml" and each.line for each in findings)
    return [(each.words, each.proof, each.scenario) for each in claims], [
        str(each).split(": ", 1)[1] for each in findings
    ]


def test_claims_stand_in_the_order_of_the_words(tmp_path: Path) -> None:
    claims, findings = read(tmp_path, STAYS, FIRES, YES, "{words: 'stay', check: europe-1999/b, by: unit}")
    assert findings == []
    assert claims == [
        ("stay", "reference", "europe-1999/b"),
        ("Yes.", "play", "revised/a"),
        ("A sub may fire", "play", "revised/a"),
        ("The sub stays.", "none", ""),
    ]


def test_offsets_are_those_of_the_plain_words(tmp_path: Path) -> None:
    (tmp_path / "claims").mkdir()
    rows = f"[{YES}, {FIRES}, {STAYS}]".replace("A sub may", "A *sub* may")
    (tmp_path / "claims" / "revised.yaml").write_text(f"claims:\n  rev-a-1: {rows}\n")
    claims, _ = load(read_files(str(tmp_path)), "revised", TEXTS)
    assert [ANSWER[each.start : each.end] for each in claims] == [each.words for each in claims]
    assert [each.number for each in claims] == [1, 2, 3]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (
            "{words: 'A sub may fly', case: a, by: lost}",
            "“A sub may fly” is not in the words of rev-a-1; did you mean “A sub may fire",
        ),
        ("{words: 'may', case: a, by: lost}", "“may” stands 2 times in rev-a-1; make it longer"),
        ("{words: 'A sub may fir', case: a, by: lost}", "“A sub may fir” is not in the words of rev-a-1"),
        ("{words: '', case: a, by: lost}", "expected a text, found ''"),
        ("{words: 'A sub may fire', case: a}", "'case' needs 'by'"),
        ("{words: 'A sub may fire', case: a, check: b, by: lost}", "'case' and 'check' of one claim"),
        ("{words: 'A sub may fire'}", "a claim without a proof"),
        ("{words: 'A sub may fire', none: ''}", "expected a text, found ''"),
        ("{words: 'A sub may fire', none: why, by: lost}", "'by' of a claim with 'none'"),
        ("{words: 'A sub may fire', check: a, by: lost, rule: r}", "'rule' of a claim with 'check'"),
        ("{words: 'A sub may fire', check: a, by: lost, limit: act-1}", "'limit' of a claim with 'check'"),
        (
            "{words: 'A sub may fire', case: a, by: lost, figure: bomber.cots}",
            "unknown figure 'cots'; did you mean 'cost'?",
        ),
        (
            "{words: 'A sub may fire', case: a, by: lost, figure: bomber.cost, rule: r}",
            "'figure' and 'rule' of one claim",
        ),
        ("{words: 'A sub may fire', case: a, bye: lost}", "unknown key 'bye' in a claim; did you mean 'by'?"),
        ("{case: a, by: lost}", "a claim needs 'words'"),
        ("A sub may fire", "expected a claim, found 'A sub may fire'"),
    ],
)
def test_a_wrong_claim_is_told_and_nothing_else(tmp_path: Path, row: str, message: str) -> None:
    _, findings = read(tmp_path, YES, row, STAYS)
    assert [message in each for each in findings] == [True], findings


def test_words_belong_to_one_claim(tmp_path: Path) -> None:
    _, findings = read(tmp_path, "{words: 'Yes. A sub', case: a, by: lost}", FIRES, STAYS)
    assert findings == ["“A sub may fire” overlaps “Yes. A sub”; words are of one claim only"]


def test_a_sentence_without_a_claim_is_told(tmp_path: Path) -> None:
    _, findings = read(tmp_path, YES, FIRES)
    assert [each.split(";")[0] for each in findings] == ["no claim has anything of “The sub stays.”"]


def test_a_ruling_that_is_not_there_and_one_without_claims(tmp_path: Path) -> None:
    assert read(tmp_path, YES, ruling="rev-a-9")[1] == ["unknown ruling 'rev-a-9'; did you mean 'rev-a-2'?"]
    (tmp_path / "more").mkdir()
    assert read(tmp_path / "more")[1] == ["a list of 0 items; at least 1"]


def test_a_ruling_that_is_not_cut_is_one_claim_that_nothing_proves() -> None:
    (one, two) = uncut(TEXTS, [])
    assert (one.ruling, one.words, one.proof, one.reason) == ("rev-a-1", ANSWER, "none", NOT_CUT)
    assert uncut(TEXTS, [one]) == [two]


def test_abbreviations_end_no_sentence() -> None:
    text = 'The U.S. If so, St. Lawrence (pg. 15) counts. "No!" he said. 13 remain. No.'
    assert [text[start:end].strip() for start, end in sentences(text)] == [
        "The U.S. If so, St. Lawrence (pg. 15) counts.",
        '"No!" he said.',
        "13 remain.",
        "No.",
    ]


def test_every_answer_is_cut_into_sentences_without_a_rest(base: KnowledgeBase) -> None:
    for (text,) in base.connection.execute("select answer_text from rulings"):
        found = sentences(text)
        assert found[0][0] == 0 and found[-1][1] == len(text)
        assert all(one[1] == two[0] for one, two in zip(found, found[1:], strict=False))
