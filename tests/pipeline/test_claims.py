"""Claims are read strictly, and proved by the results of their scenarios."""

from __future__ import annotations

import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from kb.corpus.prose import spans
from kb.knowledge import KnowledgeBase
from kb.model.evidence import NOT_CUT, Claim, StoredScenario
from kb.pipeline import scenarios, sources
from kb.pipeline.claims import claims_in, missing, of_cases, proved, read_files
from kb.store.proofs import failed_proofs
from tests.conftest import edit
from tests.read_once import tables

ANSWER = "Yes. A sub may fire, but it may not move in the U.S. sector. The sub stays."
TEXTS = [("rev-a-1", "revised", "May my sub fire and stay?", ANSWER), ("rev-a-2", "revised", "Why?", "So.")]
YES = "{words: 'Yes.', case: a, by: lost}"
FIRES = "{words: 'A sub may fire', case: a, by: lost}"
STAYS = "{words: 'The sub stays.', none: 'it says the same again'}"


def read(tmp_path: Path, *rows: str, ruling: str = "rev-a-1") -> tuple[list[Claim], list[str]]:
    """Return the claims, without those of rulings that are not cut, and the findings without file."""
    (tmp_path / "claims").mkdir()
    text = "".join(f"    - {row}\n" for row in rows) or "    []\n"
    (tmp_path / "claims" / "revised.yaml").write_text(f"claims:\n  {ruling}:\n{text}")
    claims, findings = claims_in(read_files(str(tmp_path)), TEXTS)
    assert all(each.file == "data/claims/revised.yaml" and each.line for each in findings)
    cut = [each for each in claims if each.reason != NOT_CUT]
    return cut, [str(each).split(": ", 1)[1] for each in findings]


def test_claims_have_the_order_and_the_places_of_their_words(tmp_path: Path) -> None:
    rows = (STAYS, FIRES.replace("A sub", "A *sub*"), YES, "{words: 'stay', check: europe-1999/b, by: unit}")
    claims, findings = read(tmp_path, *rows)
    assert findings == []
    assert [(each.words, each.proof, each.scenario) for each in claims] == [
        ("stay", "reference", "europe-1999/b"),
        ("Yes.", "play", "revised/a"),
        ("A sub may fire", "play", "revised/a"),
        ("The sub stays.", "none", ""),
    ]
    assert [ANSWER[each.start : each.end] for each in claims[1:]] == [each.words for each in claims[1:]]
    assert [each.number for each in claims] == [1, 2, 3, 4]


@pytest.mark.parametrize(("row", "message"), tables("pipeline/tables.yaml")["wrong claims"])
def test_a_wrong_claim_is_told_and_nothing_else(tmp_path: Path, row: str, message: str) -> None:
    _, findings = read(tmp_path, YES, row, STAYS)
    assert [message in each for each in findings] == [True], findings


def test_words_belong_to_one_claim_and_each_sentence_has_one(tmp_path: Path) -> None:
    _, findings = read(tmp_path, "{words: 'Yes. A sub', case: a, by: lost}", FIRES)
    assert [each.split(";")[0] for each in findings] == [
        "the claim “A sub may fire” overlaps the claim “Yes. A sub”",
        "no claim quotes “The sub stays.”",
    ]


def test_a_ruling_that_is_not_there_and_one_without_claims(tmp_path: Path) -> None:
    assert read(tmp_path, YES, ruling="rev-a-9")[1] == ["unknown ruling 'rev-a-9'; did you mean 'rev-a-2'?"]
    (tmp_path / "more").mkdir()
    assert read(tmp_path / "more")[1] == ["'rev-a-1' has 0 items; write at least 1"]
    (one, two), _ = claims_in({}, TEXTS)
    assert (one.words, one.proof, one.reason, two.words) == (ANSWER, "none", NOT_CUT, "So.")


def test_abbreviations_end_no_sentence() -> None:
    text = 'The U.S. If so, St. Lawrence (pg. 15) counts. "No!" he said. 13 remain. No.'
    assert [text[start:end].strip() for start, end in spans(text)] == [
        "The U.S. If so, St. Lawrence (pg. 15) counts.",
        '"No!" he said.',
        "13 remain.",
        "No.",
    ]


def test_every_answer_is_cut_into_sentences_without_a_rest(base: KnowledgeBase) -> None:
    for (text,) in base.connection.execute("select answer_text from rulings"):
        found = spans(text)
        assert found[0][0] == 0 and found[-1][1] == len(text)
        assert all(one[1] == two[0] for one, two in zip(found, found[1:], strict=False))


SCENARIO = StoredScenario("g/a", "g", "g", "", "play", (), ("x-1",), (), (), True, True, (), "f", 1)
SHOWS = Claim("x-1", 1, "answer", 0, 1, "x", "play", "g/a", "lost", limit="act-2")
CLAIM = Claim("x-1", 1, "answer", 0, 1, "x", "play", "g/a", "lost")
UNCUT = Claim("x-2", 1, "answer", 0, 1, "x", "none", reason=NOT_CUT)


@pytest.mark.parametrize(
    ("changes", "proof", "reason"),
    [
        ({}, "play", ""),
        ({"passed": False}, "none", "the engine disagrees: g/a"),
        ({"contrast_passed": False}, "none", "the engine disagrees: g/a"),
        ({"suspect": True}, "none", "its words have changed since g/a was written"),
    ],
)
def test_a_claim_is_proved_as_long_as_its_scenario_holds(changes: dict[str, bool], proof: str, reason: str) -> None:
    (found, same) = proved([CLAIM, UNCUT], [replace(SCENARIO, **changes)])
    assert (found.proof, found.reason) == (proof, reason) and same == UNCUT


def test_a_claim_is_shown_by_what_the_scenario_says_of_all_that_it_names() -> None:
    shows = {SHOWS.carrier: "limit", CLAIM.carrier: "dice"}
    assert [each.shown_by for each in proved([SHOWS, CLAIM], [replace(SCENARIO, shows=shows)])] == ["limit", "dice"]
    assert [each.shown_by for each in proved([SHOWS], [replace(SCENARIO, shows=shows, passed=False)])] == [""]


def test_playing_finds_the_claims_that_dice_alone_show(own_data: Path) -> None:
    """Without its limit nothing but a figure of the plane makes a difference to the claim, whatever is kept."""
    for game in (own_data / "scenarios").iterdir():
        if game.name != "flames-and-steel":
            shutil.rmtree(game)

    def shown() -> dict[str, str]:
        played = scenarios.play(sources.read(str(own_data)), str(own_data), str(own_data))
        return dict(
            next(each.shows for each in played.scenarios if each.id.endswith("/no-landing-beyond-soviet-airspace"))
        )

    assert shown()["contrast/act-1\n\nact-1\n"] == "limit"
    edit(own_data / "claims" / "flames-and-steel.yaml", "by: contrast/act-1, limit: act-1}", "by: contrast/act-1}")
    assert shown()["contrast/act-1\n\n\n"] == "dice"


@pytest.mark.parametrize("wrong", ["words: [", "claims: []", "claims: {x-1: 5}", "claims: {x-1: [{case: a}]}", "- x"])
def test_playing_leaves_it_to_others_to_tell_what_is_wrong_with_claims(tmp_path: Path, wrong: str) -> None:
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "revised.yaml").write_text(wrong)
    assert of_cases(read_files(str(tmp_path))) == []


def test_a_ruling_without_claims_is_told_where_its_game_has_claims() -> None:
    assert missing([CLAIM, UNCUT], {"x-1": "g", "x-2": "h"}) == ()
    (finding,) = missing([CLAIM, UNCUT], {"x-1": "g", "x-2": "g"})
    assert str(finding).startswith("ruling x-2 lacks claims; list its claims and their proofs in data/claims/g.yaml")


def test_a_base_tells_the_same() -> None:
    rows = sqlite3.connect(":memory:")
    rows.executescript(f"""
        create table scenarios (id, passed, contrast_passed, suspect, file, line);
        create table rulings (id, game, position, proof_reason, draft);
        insert into rulings
        values ('x-1', 'g', 1, '', 0), ('x-2', 'g', 2, '', 0), ('x-3', 'g', 3, '', 1), ('y-1', 'h', 4, '', 0);
        create table claims (ruling, reason);
        insert into claims values ('x-1', ''), ('x-2', '{NOT_CUT}'), ('x-3', '{NOT_CUT}'), ('y-1', '{NOT_CUT}');""")
    assert failed_proofs(rows) == [*missing([CLAIM, UNCUT], {"x-1": "g", "x-2": "g"})]
    rows.close()
