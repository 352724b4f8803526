"""Exact odds of battles: by hand, by seeded rolls, and by what must be so."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from benchmarks.engine import FirstOption, battle, errors, fought
from kb.engine import Exhaustive, Illegal, Mark, Position, Rulebook, Unit, do, load
from kb.engine.core.actions import Fight
from kb.engine.odds import BattleOutcome, Ending, ending, odds
from kb.errors import BadInput
from tests.conftest import ROOT

RULES = load(str(ROOT / "data"), "revised")
LAND, SEA = "karelia-ssr", "sz5"
F = Fraction
Side = dict[str, int]


FIGHT = Fight("germany", LAND)


def of(position: Position, space: str, rules: Rulebook = RULES) -> tuple[Fraction, Fraction, Fraction]:
    """The chances that the attacker wins, that the defender wins, that both are gone; they add up to one."""
    found = dict.fromkeys(BattleOutcome, Fraction(0))
    for end, share in odds(rules, position, space).items():
        found[end.result] += share
    assert sum(found.values()) == 1
    return found[BattleOutcome.ATTACKER_WINS], found[BattleOutcome.DEFENDER_WINS], found[BattleOutcome.BOTH_GONE]


@pytest.mark.parametrize(
    ("space", "attacker", "defender", "chances"),
    [
        # a: the attacker alone hits, d: the defender alone, b: both; each divided by 1 - the chance that nobody does
        (LAND, {"infantry": 1}, {"infantry": 1}, (F(1, 4), F(5, 8), F(1, 8))),  # a 1/9, d 5/18, b 1/18
        (LAND, {"tank": 1}, {"infantry": 1}, (F(1, 2), F(1, 4), F(1, 4))),  # a 1/3, d 1/6, b 1/6
        (LAND, {"artillery": 1}, {"artillery": 1}, (F(2, 5), F(2, 5), F(1, 5))),  # a 2/9, d 2/9, b 1/9
        (LAND, {"bomber": 1}, {"infantry": 1}, (F(4, 7), F(1, 7), F(2, 7))),  # a 4/9, d 1/9, b 2/9
        # in opening fire a victim does not fire back ...
        (SEA, {"submarine": 1}, {"transport": 1}, (F(3, 4), F(1, 4), F(0))),  # a 1/3, d 2/3 x 1/6
        # ... a destroyer does ...
        (SEA, {"submarine": 1}, {"destroyer": 1}, (F(1, 4), F(1, 2), F(1, 4))),  # a 1/6, d 1/3, b 1/6
        # ... and submarines fire at each other together
        (SEA, {"submarine": 1}, {"submarine": 1}, (F(2, 5), F(2, 5), F(1, 5))),
        # submarines do not hit aircraft, nor they each other: the fighter hits a submarine that cannot hit back
        (SEA, {"fighter": 1}, {"submarine": 1}, (F(1), F(0), F(0))),
        # two hits each: 13/16, 1/16, 2/16 once the defender is damaged; 1/4, 1/4, 1/2 once both are
        (SEA, {"battleship": 1}, {"battleship": 1}, (F(11, 32), F(11, 32), F(10, 32))),
        # the gun shoots the fighter down first with 1/6, else it is 1/2, 1/4, 1/4
        (LAND, {"fighter": 1}, {"infantry": 1, "antiaircraft-gun": 1}, (F(5, 12), F(3, 8), F(5, 24))),
        # a transport cannot hit; in the end it is hit
        (SEA, {"transport": 1}, {"transport": 1}, (F(0), F(1), F(0))),
    ],
)
def test_small_battles_by_hand(space: str, attacker: Side, defender: Side, chances: tuple[Fraction, ...]) -> None:
    assert of(battle(space, attacker, defender), space) == chances


def test_two_against_one_by_hand() -> None:
    """Infantry with artillery hit with 2 both: four of nine throws miss. The infantry is the first casualty."""
    exact = odds(RULES, battle(LAND, {"infantry": 1, "artillery": 1}, {"infantry": 1}), LAND)
    win, lose_one, trade = F(5, 9) * F(2, 3), F(4, 9) * F(1, 3), F(5, 9) * F(1, 3)
    settled = win + lose_one + trade
    # the artillery alone: 2/5, 2/5, 1/5
    assert exact == {
        Ending(BattleOutcome.ATTACKER_WINS, (("germany", "artillery", 1), ("germany", "infantry", 1))): win / settled,
        Ending(BattleOutcome.ATTACKER_WINS, (("germany", "artillery", 1),)): (trade + lose_one * F(2, 5)) / settled,
        Ending(BattleOutcome.DEFENDER_WINS, (("soviet-union", "infantry", 1),)): lose_one * F(2, 5) / settled,
        Ending(BattleOutcome.BOTH_GONE, ()): lose_one * F(1, 5) / settled,
    }


def test_bombardment_fires_once_by_hand() -> None:
    """With 4 of 6 the battleship clears the beach before anyone fires back; else it is infantry against infantry."""
    position = battle(LAND, {"infantry": 1}, {"infantry": 1})
    landed = position.units[1].marked(Mark.OFFLOADED, Mark.COMBAT_MOVED, came=(SEA,))
    ship = Unit(9, "battleship", "germany", SEA, marks=frozenset({Mark.BOMBARDED}))
    position = replace(
        position, units={1: landed, 2: position.units[2], 9: ship}, turn_notes={("bombards", LAND): (9,)}
    )
    assert of(position, LAND) == (F(2, 3) + F(1, 3) * F(1, 4), F(1, 3) * F(5, 8), F(1, 3) * F(1, 8))
    # without the rule that it leaves, the ship fires in every cycle: a 2/3 + 1/3 x 1/9, d 1/3 x 5/18, b 1/3 x 1/18
    every = RULES.without("support-leaves-after-the-first-opening-fire")
    assert of(position, LAND, every) == (F(38, 44), F(5, 44), F(1, 44))


def test_what_matters_is_asked_of_the_rules() -> None:
    one, other = (
        battle(SEA, {"submarine": 1}, {"destroyer": 1}),
        battle(LAND, {"infantry": 1, "artillery": 1}, {"tank": 1}),
    )
    bare = RULES.without("a-destroyer-lets-casualties-of-submarines-fire")
    assert of(one, SEA, bare) == (F(1, 2), F(1, 2), F(0))  # a 1/3, d 2/3 x 1/2
    assert of(other, LAND, RULES.without("artillery-supports-infantry"))[0] < of(other, LAND)[0]


@pytest.mark.parametrize("units", [{"artillery": 3}, {"submarine": 3}, {"battleship": 2}])
def test_equal_sides_have_equal_chances(units: Side) -> None:
    space = LAND if "artillery" in units else SEA
    win, lose, _ = of(battle(space, units, units), space)
    assert win == lose


def test_one_more_never_makes_it_worse() -> None:
    chances = [
        of(battle(LAND, {"infantry": n, "tank": 1}, {"infantry": 2, "fighter": 1}), LAND)[0] for n in range(1, 6)
    ]
    assert chances == sorted(chances)
    chances = [of(battle(LAND, {"infantry": 3, "tank": 1}, {"infantry": n}), LAND)[1] for n in range(1, 6)]
    assert chances == sorted(chances)


@pytest.mark.parametrize("count", range(4))
def test_a_battle_that_has_begun_goes_on_from_where_it_is(count: int) -> None:
    """The chances before a cycle are those after it, weighted with its throws."""
    position = battle(LAND, {"infantry": 2 + count % 2, "tank": 1}, {"infantry": 2, "fighter": count // 2})
    whole, table = odds(RULES, position, LAND), Exhaustive()
    parts: dict[Ending, Fraction] = {}
    for _ in table.runs():
        outcome = do(RULES, position, FIGHT, table)
        share = Fraction(table.weight, table.throws)
        over = outcome.position.battle is None
        for end, chance in ({ending(outcome): F(1)} if over else odds(RULES, outcome.position, LAND)).items():
            parts[end] = parts.get(end, F(0)) + share * chance
    assert parts == whole


@pytest.mark.slow
@pytest.mark.parametrize(
    ("space", "attacker", "defender"),
    [
        (LAND, {"infantry": 2, "artillery": 1, "fighter": 1}, {"infantry": 2, "antiaircraft-gun": 1, "tank": 1}),
        (SEA, {"submarine": 1, "fighter": 1}, {"destroyer": 1, "transport": 1}),
    ],
)
def test_seeded_rolls_agree(space: str, attacker: Side, defender: Side) -> None:
    """Within four standard errors, in 1,500 battles; ``benchmarks/engine.py --rolls 1000000`` rolls the million."""
    position = battle(space, attacker, defender)
    exact, table = odds(RULES, position, space), FirstOption(11)
    found = Counter(fought(RULES, position, space, table) for _ in range(1_500))
    assert found.keys() <= exact.keys()
    assert max(errors(exact, found).values()) < 4


def test_a_plain_loop_without_the_engine_agrees() -> None:
    """100,000 battles of three infantry with an artillery against three infantry, in ten lines of their own."""
    rng, wins, many = random.Random(5), 0, 100_000
    for _ in range(many):
        infantry, guns, enemy = 3, 1, 3
        while enemy and infantry + guns:
            better = min(infantry, guns)
            hits = sum(rng.random() < 1 / 3 for _ in range(better + guns)) + sum(
                rng.random() < 1 / 6 for _ in range(infantry - better)
            )
            back = sum(rng.random() < 1 / 3 for _ in range(enemy))
            enemy = max(0, enemy - hits)
            lost = min(back, infantry)
            infantry, guns = infantry - lost, max(0, guns - (back - lost))
        wins += not enemy and infantry + guns > 0
    share = float(of(battle(LAND, {"infantry": 3, "artillery": 1}, {"infantry": 3}), LAND)[0])
    assert abs(wins / many - share) < 4 * (share * (1 - share) / many) ** 0.5


def test_giants_are_refused_at_once() -> None:
    for attacker, defender in (
        ({"infantry": 300}, {"infantry": 300}),
        ({"tank": 40}, {"fighter": 40}),
        ({"infantry": 2_000}, {"tank": 1}),
    ):
        begun = time.process_time()
        with pytest.raises(BadInput, match="take more than 20,000 throws to find; ask about a smaller battle"):
            odds(RULES, battle(LAND, attacker, defender), LAND)
        assert time.process_time() - begun < 2
    with pytest.raises(BadInput, match="more than 10 throws"):
        odds(RULES, battle(LAND, {"infantry": 2}, {"infantry": 2}), LAND, limit=10)


def test_a_battle_that_cannot_end_is_told() -> None:
    never = RULES.altered(
        lambda board, rules: (replace(board, units=tuple(replace(u, attack=0, defense=0) for u in board.units)), rules)
    )
    with pytest.raises(BadInput, match="never ends: nobody can hit anybody"):
        odds(never, battle(LAND, {"infantry": 1}, {"infantry": 1}), LAND)


def test_no_battle_no_odds() -> None:
    with pytest.raises(Illegal):
        odds(RULES, battle(LAND, {"infantry": 1}, {}), LAND)
