"""Games differ by data: the engine knows no game, no unit, no space and no power by its name."""

from __future__ import annotations

from dataclasses import fields

from kb.engine import Clock, Position, Seeded, Unit, do
from kb.engine.core.actions import ACTIONS, Fight
from kb.engine.core.rules import RULES
from kb.knowledge import KnowledgeBase
from tests.read_once import ROOT, RULES_OF, boards, constants, modules, rulesets


def test_the_engine_names_nothing_of_a_game() -> None:
    kinds = ((board.units, board.powers, board.spaces, board.technologies) for board in boards())
    names = {each.id for board in kinds for kind in board for each in kind} - RULES.keys()
    told = {str(path.relative_to(ROOT)): names & constants(path) for path in modules("kb/engine")}
    told["kb/engine/core/actions.py"] -= {field.name for each in ACTIONS.values() for field in fields(each)}
    assert not {path: own for path, own in told.items() if own}


def test_several_games_are_played_by_the_same_rules(base: KnowledgeBase) -> None:
    sets = rulesets()
    assert len({each.game for each in sets}) >= 3
    shared = set.intersection(*({line.rule for line in each.rules} for each in sets))
    assert len(shared) >= 10, "the games share most of the rules of movement and battle"
    proved = base.connection.execute("select distinct game from rulings where proof = 'play'").fetchall()
    assert {row["game"] for row in proved} >= {each.game for each in sets}


def test_every_line_of_a_rule_set_says_where_it_is_from() -> None:
    for each in rulesets():
        assert all(line.cites and line.confidence for line in each.rules)
        assert {line.rule for line in each.rules} <= set(RULES)


def test_the_engine_has_no_rule_that_no_game_plays_by() -> None:
    """No case feels a rule that is in no rule set."""
    assert set(RULES) - {line.rule for each in rulesets() for line in each.rules} == set()


def test_the_same_position_comes_out_by_the_rules_of_each_game() -> None:
    """A submarine hits a destroyer: only where destroyers merely delay losses does it fire in opening fire."""
    rolled = {}
    for game, zone in (("revised", "sz5"), ("anniversary", "sz5"), ("europe-1999", "north-sea")):
        rules = RULES_OF(game)
        units = {1: Unit(1, "submarine", "germany", zone), 2: Unit(2, "destroyer", "united-kingdom", zone)}
        clock = Clock(1, "germany", "conduct-combat")
        position = Position(clock, units)
        outcome = do(rules, position, Fight("germany", zone), Seeded(1))
        if outcome.position.battle and not any(event.name == "rolled" for event in outcome.events):
            outcome = do(rules, outcome.position, Fight("germany", zone), Seeded(1))
        rolled[game] = next(event.facts["what"] for event in outcome.events if event.name == "rolled")
    assert rolled == {"revised": "submarines", "anniversary": "attackers-fire", "europe-1999": "attackers-fire"}
