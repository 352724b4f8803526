"""Statements of what no rule limits: each is played in each of its games, found, and read strictly."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from kb.base.errors import Finding
from kb.games import catalogue
from kb.knowledge import KnowledgeBase
from kb.model.evidence import Statement
from kb.pipeline.statements import load_written, unplayed
from tests.read_once import DATA, ROOT

WRONG = ROOT / "tests" / "fixtures" / "statements.yaml"


def read(data: str) -> tuple[tuple[Statement, ...], list[Finding]]:
    findings: list[Finding] = []
    known = catalogue.games(DATA)
    sections = catalogue.sections(DATA, known, catalogue.options(DATA))
    return load_written(data, known, sections, {"tanks-blitz"}, findings), findings


def test_each_statement_is_played_in_its_game(base: KnowledgeBase) -> None:
    statements, findings = read(DATA)
    assert not findings and len({each.subject for each in statements}) >= 12
    sql = "select id, game from scenarios where passed and contrast_passed and proof = 'play'"
    played = dict(map(tuple, base.connection.execute(sql)))
    assert [each.id for each in statements if each.played and played.get(each.played) != each.game] == []
    rows = [*map(tuple, base.connection.execute("select id, coalesce(played, ''), section from statements"))]
    assert {(each.id, each.played, each.section) for each in statements} <= {*rows}


def test_everything_that_is_wrong_is_found(tmp_path: Path, base: KnowledgeBase) -> None:
    shutil.copy(WRONG, tmp_path)
    statements, findings = read(str(tmp_path))
    findings += unplayed(statements, {row["id"] for row in base.connection.execute("select id from scenarios")})
    found = WRONG.with_suffix(".message").read_text()
    assert "".join(f"{each}\n".removeprefix("data/statements.yaml") for each in findings) == found


@pytest.mark.parametrize(
    ("game", "query", "subject"),
    [
        ("anniversary", "is there a cap on the size of an army on a single map area", "spaces-have-no-unit-limit"),
        ("europe-1940", "do interceptors require an escort before they can engage", "interceptors-need-no-escort"),
    ],
)
def test_a_statement_is_found(base: KnowledgeBase, game: str, query: str, subject: str) -> None:
    assert f"{game}/{subject}" in [each.id for each in base.search(query, game, limit=6).every]
