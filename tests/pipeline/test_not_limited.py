"""Statements of what no rule limits: each is played in each of its games, found, and read strictly."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.base.errors import Finding
from kb.games import catalogue
from kb.knowledge import KnowledgeBase
from kb.model.evidence import Statement
from kb.pipeline.statements import load_written, unplayed
from tests.read_once import DATA

WRONG = f"""\
statements:
  - id: tanks-blitz
    says: {"word " * 31}
    ask: [a, b, c, d, e, f, g, h]
    games: {{}}
  - id: Not_An_Id
    says: Few words.
    ask: [one, two]
    games:
      chess: {{scenario: mate}}
      revised: {{confidence: public}}
      anniversary: {{scenario: a, confidence: sure}}
  - id: never-played
    ask: one
    games: {{}}
  - id: never-played
    says: Nobody plays it.
    ask: [a, b, c, d, e, f, g, h]
    games:
      revised: {{scenario: bombers-raid-alon, section: rev/sc-sbr}}
  - id: of-another-book
    says: It is said elsewhere.
    ask: [a, b, c, d, e, f, g, h]
    games:
      anniversary: {{scenario: a, section: rev/sc-sbr}}
      revised: {{confidence: public}}
"""
FOUND = """\
:6: 'Not_An_Id' is not an id; lowercase letters, digits and hyphens
:8: a list of 2 items; at least 8
:10: unknown game 'chess'; name a game that exists
:12: unknown confidence 'sure'; one of stated, public, unverified
:13: a statement needs 'says'; add it
:14: expected a list, found 'one'; write [a, b]
:2: 'tanks-blitz' cannot be the id of a statement; it is the name of a rule
:3: 'tanks-blitz' has 31 words under says; at most 30
:5: 'tanks-blitz' has no games; name the games in which it is true
:25: unknown section 'rev/sc-sbr'; name a section that exists
:26: 'of-another-book' lacks a proof; add its scenario or section
:20: unknown scenario 'revised/bombers-raid-alon'; did you mean 'revised/bombers-raid-alone'?
"""


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
    (tmp_path / "statements.yaml").write_text(WRONG)
    statements, findings = read(str(tmp_path))
    findings += unplayed(statements, {row["id"] for row in base.connection.execute("select id from scenarios")})
    assert "".join(f"{each}\n".removeprefix("data/statements.yaml") for each in findings) == FOUND


@pytest.mark.parametrize(
    ("game", "query", "subject"),
    [
        ("anniversary", "is there a cap on the size of an army on a single map area", "spaces-have-no-unit-limit"),
        ("europe-1940", "do interceptors require an escort before they can engage", "interceptors-need-no-escort"),
    ],
)
def test_a_statement_is_found(base: KnowledgeBase, game: str, query: str, subject: str) -> None:
    assert f"{game}/{subject}" in [each.id for each in base.search(query, game, limit=6).every]
