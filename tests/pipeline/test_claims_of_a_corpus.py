"""Claims are proved by their scenarios as they came out, and rulings without claims are told."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

import pytest

from kb.pipeline.claims import missing, proved
from kb.proof import NOT_CUT, Claim, StoredScenario
from kb.store.failed_proofs import failed_proofs

SCENARIO = StoredScenario("g/a", "g", "g", "", "play", (), ("x-1",), (), (), True, True, (), "f", 1)
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


def test_a_ruling_without_claims_is_told_where_its_game_has_claims() -> None:
    assert missing([CLAIM, UNCUT], {"x-1": "g", "x-2": "h"}) == ()
    (finding,) = missing([CLAIM, UNCUT], {"x-1": "g", "x-2": "g"})
    assert str(finding).startswith("x-2 is not cut into claims yet; say in data/claims/g.yaml")


def test_a_base_tells_the_same() -> None:
    rows = sqlite3.connect(":memory:")
    rows.executescript(f"""
        create table scenarios (id, passed, contrast_passed, suspect, file, line);
        create table rulings (id, game, position, proof_reason);
        insert into rulings values ('x-1', 'g', 1, ''), ('x-2', 'g', 2, ''), ('y-1', 'h', 3, '');
        create table claims (ruling, reason);
        insert into claims values ('x-1', ''), ('x-2', '{NOT_CUT}'), ('y-1', '{NOT_CUT}');""")
    assert failed_proofs(rows) == [*missing([CLAIM, UNCUT], {"x-1": "g", "x-2": "g"})]
    rows.close()
