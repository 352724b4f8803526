"""The core of the engine: verdicts with every reason, rules switched off, traces, dice, positions as values."""

from __future__ import annotations

import copy
import subprocess
import sys
from collections import Counter
from dataclasses import FrozenInstanceError, replace

import pytest

from kb.base.errors import NotFound
from kb.engine import Illegal, NoDice, Seeded, can, do
from kb.engine import game as legal_list
from kb.engine import verdict as judge
from kb.engine import verify as check
from kb.engine.core.actions import ACTIONS, Fight, Load, Move
from kb.engine.core.position import Clock, Position, Unit
from kb.engine.core.rulebook import wrong_lines
from kb.engine.core.rules import CANDIDATES, EFFECTS, RULES, Form
from kb.engine.core.table import Choice, Die, Roll
from kb.engine.purchase import Purchase, Research
from tests.conftest import ROOT
from tests.engine.tell import BOOK, START, Scripted, at, one, refused, told
from tests.read_once import RULES_OF


def test_the_printed_set_up_is_as_on_the_charts() -> None:
    assert START.clock == Clock(1, "soviet-union", "develop-weapons")
    assert len(START.units) == sum(row.count for row in BOOK.board.setup) == 205
    ipcs = {"soviet-union": 24, "germany": 40, "united-kingdom": 30, "japan": 30, "united-states": 42}
    assert START.treasuries == ipcs
    assert START.holders["norway"] == "germany" and "spain" not in START.holders and "sz5" not in START.holders
    assert not any(unit.aboard or unit.marks for unit in START.units.values())


# -- verdicts


def test_a_legal_action_is_judged_legal_by_all_three() -> None:
    action = Move("germany", (one("germany", "tank", "germany"),), ("germany", "eastern-europe"))
    position = at("combat-move")
    assert can(BOOK, position, action)
    assert check(BOOK, position, action).legal and judge(BOOK, position, action).reasons == ()
    assert do(BOOK, position, action).position.units[action.units[0]].at == "eastern-europe"


def test_illegal_carries_every_reason_with_its_facts() -> None:
    tank = one("germany", "tank", "germany")
    action = Move("germany", (tank,), ("germany", "sz5", "sz6", "sz3"))
    assert not can(BOOK, at("purchase-units"), action)
    with pytest.raises(Illegal) as error:
        do(BOOK, at("purchase-units"), action)
    reasons = error.value.verdict.reasons
    assert {"actions-in-their-phase", "land-units-stay-on-land", "movement-allowance"} <= {
        each.rule for each in reasons
    }
    assert Counter(each.rule for each in reasons)["land-units-stay-on-land"] == 3, "once for each space"
    allowance = next(each for each in reasons if each.rule == "movement-allowance")
    assert (allowance.facts["left"], allowance.facts["cost"], allowance.facts["unit"].id) == (2, 3, tank)
    assert str(error.value).startswith("actions-in-their-phase, ")


def test_a_verdict_lists_the_rules_that_it_used() -> None:
    tank = told("libya: germany tank 1")
    action = Move("germany", (1,), ("libya", "anglo-egypt", "trans-jordan"))
    assert [each.rule for each in check(BOOK, tank, action).rules_used] == ["tanks-blitz"]


def test_every_action_has_an_effect_and_candidates_and_every_rule_of_the_set_is_known() -> None:
    assert set(EFFECTS) == set(CANDIDATES) == set(ACTIONS.values())
    assert {"collect_income", "declare_war", "end_phase", "move"} <= set(ACTIONS)
    assert not wrong_lines(BOOK.ruleset)
    names = {"Action", *(kind.__name__ for kind in ACTIONS.values())}
    for rule in RULES.values():
        assert rule.form is not Form.REFUSES or {*rule.points} <= names, rule.name


# -- rules are switched off by an ordinary call


def test_a_rule_is_switched_off_for_one_rulebook_only() -> None:
    action = Move("germany", (one("germany", "fighter", "germany"),), ("germany", "switzerland"))
    bare = BOOK.without("closed-spaces")
    assert refused(at("combat-move"), action) == {"closed-spaces"}
    assert "closed-spaces" not in refused(at("combat-move"), action, bare)
    assert "switzerland" in bare.air_distances("germany")
    assert "switzerland" not in BOOK.air_distances("germany")
    assert BOOK.on("closed-spaces") and not bare.on("closed-spaces")
    assert bare.without("canals-need-their-banks").off == {"closed-spaces", "canals-need-their-banks"}


def test_an_unknown_rule_cannot_be_switched_off() -> None:
    with pytest.raises(NotFound, match="no rule 'closed-space' in 'revised'; did you mean 'closed-spaces'"):
        BOOK.without("closed-space")


def test_a_rule_of_an_option_holds_where_the_table_plays_it() -> None:
    book = RULES_OF("anniversary")
    units = {1: Unit(1, "cruiser", "italy", "sz14")}
    table = Position(Clock(1, "italy", "noncombat-move"), units)
    through = Move("italy", (1,), ("sz14", "sz16"))
    closed = replace(table, options=frozenset({"dardanelles-closed"}))
    assert can(book, table, through)
    assert {reason.rule for reason in judge(book, closed, through).reasons} == {"straits-are-closed"}
    assert can(book.without("straits-are-closed"), closed, through)
    assert not book.on("straits-are-closed") and book.playing(closed.options).on("straits-are-closed")
    assert "dardanelles-closed" in book.ruleset.options


def test_without_any_rule_nearly_everything_is_allowed() -> None:
    nothing = BOOK.without(*BOOK.lines)
    ship = one("germany", "battleship", "sz14")
    assert can(nothing, START, Move("japan", (ship,), ("sz14", "switzerland", "germany")))
    assert can(nothing, START, Purchase("japan", (("battleship", 100),)))


def test_numbers_and_names_can_be_altered() -> None:
    richer = BOOK.with_given("research-dice-cost", "ipcs", 3)
    action = Research("soviet-union", "jet-power", 8)
    assert not can(BOOK, START, action) and can(richer, START, action)
    cheaper = BOOK.altered(
        lambda board, rules: (replace(board, units=tuple(replace(u, cost=1) for u in board.units)), rules)
    )
    buy = Purchase("germany", (("battleship", 40),))
    assert not can(BOOK, at("purchase-units"), buy) and can(cheaper, at("purchase-units"), buy)


# -- positions are values, outcomes are complete


def test_doing_changes_no_position() -> None:
    position = at("combat-move")
    before = copy.deepcopy(position)
    outcome = do(BOOK, position, Move("germany", (one("germany", "tank", "germany"),), ("germany", "eastern-europe")))
    assert position == before and outcome.position != before
    with pytest.raises(FrozenInstanceError):
        position.clock.round = 2  # type: ignore[misc]
    assert position.replayed(outcome.events) == outcome.position


def test_the_trace_is_a_tree_of_steps_rules_and_events() -> None:
    position = told("sz5: germany submarine 1\nsz5: united-kingdom destroyer 2", "conduct-combat")
    outcome = do(BOOK, position, Fight("germany", "sz5"), Scripted([1, 1]))
    assert outcome.trace.says == "Fight" and outcome.position.battle is None
    assert tuple(node.event for node in outcome.trace.walk() if node.event) == outcome.events
    steps = [node.says for node in outcome.trace.children if not node.rule and node.event is None]
    assert steps == list(BOOK.ruleset.steps)[: len(steps)] and len(steps) >= 5
    assert {"submarines-fire-in-opening-fire", "a-destroyer-lets-casualties-of-submarines-fire"} <= outcome.rules
    fired = next(node for node in outcome.trace.walk() if node.says == "submarines-fire-in-opening-fire")
    assert next(child.says for child in fired.children if child.event) == "rolled"


# -- dice and choices


def test_a_seed_rolls_the_same_on_every_machine() -> None:
    roll = Roll("germany", "x", "sz5", tuple(Die(0) for _ in range(12)))
    assert list(Seeded(2004).roll(roll, START)) == list(Seeded(2004).roll(roll, START))
    assert list(Seeded(1).roll(roll, START)) == [1, 6, 5, 2, 3, 3, 4, 5, 1, 1, 6, 3]


def test_nothing_rolls_without_a_table() -> None:
    with pytest.raises(LookupError, match="dice are needed: research"):
        do(BOOK, START, Research("soviet-union", "jet-power", 1))
    with pytest.raises(LookupError, match="a choice is needed"):
        NoDice().choose(Choice("germany", "casualties", "sz5", (1, 2)), START)


# -- lists of legal actions


def test_moves_of_one_unit_are_counted_by_hand() -> None:
    start = at("noncombat-move", "soviet-union")
    infantry = start.units[one("soviet-union", "infantry", "caucasus")]
    ends = {move.route for move in legal_list.moves(BOOK, start, infantry)}
    assert ends == {("caucasus", "russia"), ("caucasus", "kazakh-ssr"), ("caucasus", "persia")}
    attacks = {move.route[-1] for move in legal_list.moves(BOOK, at("combat-move", "soviet-union"), infantry)}
    assert attacks == {"russia", "kazakh-ssr", "persia", "ukraine-ssr", "west-russia"}


def test_of_equal_ways_through_the_air_the_one_past_the_guns_is_told_too() -> None:
    position = told(
        "norway: germany fighter 1\nkarelia-ssr: soviet-union antiaircraft-gun 2\nbelorussia: germany infantry 3",
        "noncombat-move",
    )
    ways = {
        move.route for move in legal_list.moves(BOOK, position, position.units[1]) if move.route[-1] == "belorussia"
    }
    assert len(ways) == 2 and {"karelia-ssr" in way for way in ways} == {True, False}


def test_the_first_turn_of_the_game_has_something_for_everyone() -> None:
    kinds = {type(action) for action in legal_list.actions(BOOK, START)}
    assert {kind.__name__ for kind in kinds} == {"Research", "EndPhase"}
    buys = list(legal_list.actions(BOOK, at("purchase-units", "soviet-union")))
    assert Purchase("soviet-union", (("tank", 4),)) in buys and Purchase("soviet-union", (("tank", 5),)) not in buys
    moves = list(legal_list.actions(BOOK, at("combat-move", "united-kingdom")))
    assert any(isinstance(action, Load) for action in moves) and any(isinstance(action, Move) for action in moves)


# -- values


def test_the_engine_needs_no_database() -> None:
    code = "import sys, kb.engine; print(sorted({'sqlite3', 'sqlite_utils', 'whoosh', 'typer', 'kb.store'} & set(sys.modules)))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert told.stdout.strip() == "[]"


def test_a_battle_has_the_given_outcome() -> None:
    """No dice are rolled; cargo is lost with its ship, and the winner is reported as after any battle."""
    text = "sz5: germany submarine 1\nsz5: united-kingdom transport 2\nsz5: united-kingdom infantry 3 aboard=2"
    outcome = do(BOOK, told(text, "conduct-combat"), Fight("germany", "sz5", lost=(2,)))
    assert set(outcome.position.units) == {1} and outcome.position.battle is None
    assert "battle-ends" in {event.name for event in outcome.events}


def test_no_battle_is_offered_if_combat_rules_are_unknown() -> None:
    book = RULES_OF("flames-and-steel")
    units = {1: Unit(1, "submarine", "germany", "atlantic"), 2: Unit(2, "destroyer", "united-kingdom", "atlantic")}
    position = Position(Clock(1, "germany", "conduct-combat"), units)
    assert not [each for each in legal_list.actions(book, position) if isinstance(each, Fight)]
    with pytest.raises(Illegal) as refused_by:
        do(book, position, Fight("germany", "atlantic"))
    assert {each.rule for each in refused_by.value.verdict.reasons} == {"outcomes-are-given"}
    assert do(book, position, Fight("germany", "atlantic", lost=(1, 2))).position.units == {}
