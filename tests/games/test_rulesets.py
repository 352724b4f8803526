"""A rule set that is like another one: the lines that it inherits, replaces, adds and omits, and its errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.base.errors import BadInput
from kb.games.boards import load_board
from kb.games.rulesets import load_ruleset, load_rulesets
from tests.conftest import ROOT
from tests.read_once import rulesets, tables

ERRORS = tables("games/rulesets.yaml")

BASE = """
id: first
title: The first printing
boards: [b]
covers: part
phases:
  - {id: combat-move, title: Combat Move, cites: [x/a]}
steps: [one, two]
rules:
  - {rule: alpha, cites: [x/a], confidence: stated}
  - {rule: beta, cites: [x/a], confidence: stated, given: {ipcs: 5}}
  - {rule: gamma, cites: [x/a], confidence: stated}
"""
LIKE = """
id: second
title: The second printing
boards: [c]
like: first
without: [alpha]
rules:
  - {rule: delta, cites: [x/b], confidence: public}
  - {rule: beta, cites: [x/a], confidence: public, given: {ipcs: 6}}
"""


def written(folder: Path, second: str = LIKE) -> str:
    rules = folder / "games" / "some" / "rules"
    rules.mkdir(parents=True)
    (rules / "first.yaml").write_text(BASE.lstrip())
    (rules / "second.yaml").write_text(second.lstrip())
    return str(folder)


def test_it_has_what_differs_in_its_place_and_the_rest_of_the_other(tmp_path: Path) -> None:
    first, second = load_rulesets(written(tmp_path), "some")
    assert [line.rule for line in first.rules] == ["alpha", "beta", "gamma"]
    assert [(line.rule, line.given.get("ipcs")) for line in second.rules] == [
        ("beta", 6),
        ("gamma", None),
        ("delta", None),
    ]
    assert (second.phases, second.steps, second.covers) == (first.phases, first.steps, "part")
    assert (second.id, second.boards) == ("second", ("c",))


def test_a_line_of_another_reading_is_not_a_rule(tmp_path: Path) -> None:
    line = "  - {rule: zeta, cites: [x/a], confidence: unverified, readings: [one]}"
    first, second = load_rulesets(written(tmp_path, f"{LIKE}otherwise:\n{line}\n"), "some")
    assert first.otherwise == () and [(each.rule, each.readings) for each in second.otherwise] == [("zeta", ("one",))]
    assert "zeta" not in {each.rule for each in second.rules}


def test_it_comes_by_its_name(tmp_path: Path) -> None:
    assert load_ruleset(written(tmp_path), "some", "second").title == "The second printing"


@pytest.mark.parametrize(("old", "new", "message"), ERRORS["errors"])
def test_errors_are_reported_with_their_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(BadInput) as error:
        load_rulesets(written(tmp_path, LIKE.replace(old, new)), "some")
    assert message in str(error.value)


def test_every_technology_of_a_board_is_played() -> None:
    data = str(ROOT / "data")
    for each in rulesets():
        played = {name for line in each.rules for name in line.given.get("technologies", ())}  # type: ignore[union-attr]
        for board in each.boards:
            known = {technology.id for technology in load_board(data, each.game, board).technologies}
            assert known <= played, (each.id, board, known - played)
