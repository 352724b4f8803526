"""Claims are proved by their scenarios as they came out, and rulings without claims are told."""

from __future__ import annotations

import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from kb.base.values import NOT_CUT, Claim, StoredScenario
from kb.corpus.claims import of_cases, read_files
from kb.pipeline import scenarios, sources
from kb.pipeline.claims import missing, proved
from kb.store.proofs import failed_proofs
from tests.conftest import edit

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
    assert str(finding).startswith("x-2 is not cut into claims yet; say in data/claims/g.yaml")


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
