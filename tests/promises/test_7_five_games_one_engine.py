"""Games differ by data: the engine knows no game, no unit, no space and no power by its name."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from kb.engine import Clock, Position, Seeded, Unit, do, load
from kb.engine.core.actions import Fight
from kb.engine.core.registry import RULES
from kb.games.boards import load_boards
from kb.games.rulesets import load_rulesets
from kb.knowledge import KnowledgeBase
from tests.conftest import ROOT

ENGINE = sorted((ROOT / "kb" / "engine").rglob("*.py"))


@pytest.fixture(scope="module")
def names(data: str) -> set[str]:
    """Every unit, power, space and technology of every board."""
    found: set[str] = set()
    for board in load_boards(data):
        for kind in (board.units, board.powers, board.spaces, board.technologies):
            found |= {each.id for each in kind}
    return found


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_engine_names_nothing_of_a_game(path: Path, names: set[str]) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant)}
    told = {
        n.value
        for n in ast.walk(tree)
        if isinstance(n, ast.Constant) and id(n) not in docs and isinstance(n.value, str)
    }
    rules = {each for each in told if each in RULES}
    assert told & names - rules == set()


def test_several_games_are_played_by_the_same_rules(base: KnowledgeBase, data: str) -> None:
    sets = load_rulesets(data)
    assert len({each.game for each in sets}) >= 3
    shared = set.intersection(*({line.rule for line in each.rules} for each in sets))
    assert len(shared) >= 10, "the games share most of the rules of movement and battle"
    proved = base.connection.execute("select distinct game from rulings where proof = 'play'").fetchall()
    assert {row["game"] for row in proved} >= {each.game for each in sets}


def test_every_line_of_a_rule_set_says_where_it_is_from(data: str) -> None:
    for each in load_rulesets(data):
        assert all(line.cites and line.confidence for line in each.rules)
        assert {line.rule for line in each.rules} <= set(RULES)


def test_the_engine_has_no_rule_that_no_game_plays_by(data: str) -> None:
    """No case feels a rule that is in no rule set."""
    assert set(RULES) - {line.rule for each in load_rulesets(data) for line in each.rules} == set()


def test_the_same_position_comes_out_by_the_rules_of_each_game(data: str) -> None:
    """A submarine hits a destroyer: only where destroyers merely delay losses does it fire in opening fire."""
    rolled = {}
    for game, zone in (("revised", "sz5"), ("anniversary", "sz5"), ("europe-1999", "north-sea")):
        rules = load(data, game)
        units = {1: Unit(1, "submarine", "germany", zone), 2: Unit(2, "destroyer", "united-kingdom", zone)}
        clock = Clock(1, "germany", "conduct-combat")
        position = Position(clock, units)
        outcome = do(rules, position, Fight("germany", zone), Seeded(1))
        if outcome.position.battle and not any(event.name == "rolled" for event in outcome.events):
            outcome = do(rules, outcome.position, Fight("germany", zone), Seeded(1))
        rolled[game] = next(event.facts["what"] for event in outcome.events if event.name == "rolled")
    assert rolled == {"revised": "submarines", "anniversary": "attackers-fire", "europe-1999": "attackers-fire"}
