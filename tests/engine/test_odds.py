"""Odds of battles: by hand, by every throw of the dice, and by what must be so."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from benchmarks.odds import battle, plain_loop
from kb.base.errors import BadInput
from kb.engine import Exhaustive, Illegal, Mark, Position, Rulebook, Unit, do
from kb.engine.core.actions import Fight, Node
from kb.engine.core.play import Play
from kb.engine.core.table import Choice, NoDice, Option
from kb.engine.odds import BattleOutcome, Ending, LossOrder, NobodyLeaves, every_throw, odds
from kb.engine.odds.every_throw import ending
from kb.engine.odds.forces import InOrder, Order
from tests.read_once import RULES_OF

RULES = RULES_OF("revised")
LATER = RULES_OF("europe-1940")
LAND, SEA = "karelia-ssr", "sz5"
F = Fraction
Side = dict[str, int]


FIGHT = Fight("germany", LAND)


def of(position: Position, space: str, rules: Rulebook = RULES) -> tuple[Fraction, Fraction, Fraction]:
    """The chances that the attacker wins, that the defender wins, that both are gone, by every throw.

    They add up to one, and the odds that are computed are the same.
    """
    found = dict.fromkeys(BattleOutcome, Fraction(0))
    exact = every_throw(rules, position, space)
    for end, share in exact.items():
        found[end.result] += share
    assert sum(found.values()) == 1
    assert odds(rules, position, space).endings == pytest.approx({end: float(exact[end]) for end in exact}, abs=1e-12)
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
    exact = every_throw(RULES, battle(LAND, {"infantry": 1, "artillery": 1}, {"infantry": 1}), LAND)
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


@pytest.mark.parametrize(
    ("attacker", "defender"),
    [
        # what a hit ship becomes is a target as well
        (
            {"battleship": 1, "fighter": 1, "submarine": 1, "aircraft-carrier": 1},
            {"battleship": 1, "fighter": 1},
        ),
        ({"aircraft-carrier": 1, "battleship": 1}, {"battleship": 1, "destroyer": 1}),
        # submarines hit ships only, so that hits of two kinds compete
        ({"submarine": 2, "fighter": 1}, {"submarine": 1, "fighter": 2}),
    ],
)
def test_battles_at_sea_are_as_they_are_played(attacker: Side, defender: Side) -> None:
    assert sum(of(battle(SEA, attacker, defender), SEA)) == 1


def test_no_hit_is_wasted_where_hits_compete() -> None:
    """Aircraft hit the destroyer or the fighter, submarines the destroyer or the submarine.

    Though the destroyer is to be lost first, a hit of the fighter and two of the submarines take all three:
    1/2 x 1/3 x 1/3, if the defending submarine, which strikes first, has missed with 5/6.
    """
    position = battle(
        "sz110", {"submarine": 2, "fighter": 1}, {"submarine": 1, "destroyer": 1, "fighter": 1}, "united-kingdom"
    )
    losses = {"defender": ["destroyer"]}
    exact = every_throw(LATER, position, "sz110", order=Order(LATER, losses), rounds=1)
    found = odds(LATER, position, "sz110", losses=losses, rounds=1)
    assert found.endings == pytest.approx({end: float(share) for end, share in exact.items()}, abs=1e-12)
    lost = sum(
        share for end, share in exact.items() if "united-kingdom" not in {power for power, _, _ in end.survivors}
    )
    assert lost == F(5, 6) * F(1, 2) * F(1, 3) ** 2


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


@pytest.mark.slow
def test_one_more_never_makes_it_worse() -> None:
    chances = [
        of(battle(LAND, {"infantry": n, "tank": 1}, {"infantry": 2, "fighter": 1}), LAND)[0] for n in range(1, 6)
    ]
    assert chances == sorted(chances)
    chances = [of(battle(LAND, {"infantry": 3, "tank": 1}, {"infantry": n}), LAND)[1] for n in range(1, 6)]
    assert chances == sorted(chances)


class InOrderOfLosses(Exhaustive):
    def choose(self, choice: Choice, position: Position) -> Option:
        return InOrder(Order(RULES, None)).choice(Play(RULES, position, NoDice(), Node("", {})), choice)


@pytest.mark.slow
@pytest.mark.parametrize("count", range(4))
def test_a_battle_that_has_begun_goes_on_from_where_it_is(count: int) -> None:
    """The chances before a cycle are those after it, weighted with its throws."""
    position = battle(LAND, {"infantry": 2 + count % 2, "tank": 1}, {"infantry": 2, "fighter": count // 2})
    whole, table = every_throw(RULES, position, LAND), InOrderOfLosses()
    parts: dict[Ending, Fraction] = {}
    for _ in table.runs():
        outcome = do(RULES, position, FIGHT, table)
        share = Fraction(table.weight, table.throws)
        over = outcome.position.battle is None
        for end, chance in ({ending(outcome): F(1)} if over else every_throw(RULES, outcome.position, LAND)).items():
            parts[end] = parts.get(end, F(0)) + share * chance
    assert parts == whole


@pytest.mark.slow
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


def test_a_plain_double_sum_of_large_forces_agrees() -> None:
    """26 units that hit with 2 against 26 that do, computed without the engine."""
    artillery = odds(RULES, battle(LAND, {"artillery": 26}, {"artillery": 26}), LAND)
    chance = plain_loop()
    left = {end.survivors[0][0::2]: share for end, share in artillery.endings.items() if end.survivors}
    assert left == pytest.approx(
        {("germany", n): chance[n][0] for n in range(1, 27)}
        | {("soviet-union", n): chance[0][n] for n in range(1, 27)},
        abs=1e-9,
    )
    assert artillery.chance(BattleOutcome.BOTH_GONE) == pytest.approx(chance[0][0], abs=1e-9)


@pytest.mark.slow
def test_giants_are_refused_at_once() -> None:
    for attacker, defender in (({"infantry": 300}, {"infantry": 300}), ({"infantry": 20_000}, {"tank": 1})):
        begun = time.process_time()
        with pytest.raises(BadInput, match=r"too large to find its odds: .* hits against .*; ask about one where"):
            odds(RULES, battle(LAND, attacker, defender), LAND)
        assert time.process_time() - begun < 10
    with pytest.raises(BadInput, match="more than 10 throws"):
        every_throw(RULES, battle(LAND, {"infantry": 2}, {"infantry": 2}), LAND, limit=10)


@pytest.mark.parametrize("find", [every_throw, lambda *of: odds(*of).endings])
def test_a_battle_in_which_nobody_can_hit_ends_with_both_left(find: Callable[..., object]) -> None:
    never = RULES.altered(
        lambda board, rules: (replace(board, units=tuple(replace(u, attack=0, defense=0) for u in board.units)), rules)
    )
    both = Ending(BattleOutcome.BOTH_LEFT, (("germany", "infantry", 1), ("soviet-union", "infantry", 1)))
    assert find(never, battle(LAND, {"infantry": 1}, {"infantry": 1}), LAND) == {both: 1}


def test_no_battle_no_odds() -> None:
    with pytest.raises(Illegal):
        odds(RULES, battle(LAND, {"infantry": 1}, {}), LAND)


# -- what is assumed


def test_what_costs_least_is_lost_first_unless_somebody_says_otherwise() -> None:
    """A tank that is kept wins more often than an infantry, and is what is left."""
    position = battle(LAND, {"infantry": 1, "tank": 1}, {"infantry": 1})
    usual, other = odds(RULES, position, LAND), odds(RULES, position, LAND, losses={"attacker": ["tank"]})
    assert usual.assumed[-2] == LossOrder("attacker", (("germany", "infantry"), ("germany", "tank")), False)
    assert other.assumed[-2] == LossOrder("attacker", (("germany", "tank"), ("germany", "infantry")), True)
    kept = [Ending(BattleOutcome.ATTACKER_WINS, (("germany", unit, 1),)) for unit in ("tank", "infantry")]
    assert kept[0] in usual.endings and kept[1] not in usual.endings
    assert kept[1] in other.endings and kept[0] not in other.endings
    # a cycle: a hits 1 - 5/6 x 1/2, d 1/3; then a tank is 1/2, 1/4, 1/4 against infantry, infantry 1/4, 5/8, 1/8
    hit, back = F(7, 12), F(1, 3)
    settled = 1 - (1 - hit) * (1 - back)
    assert usual.chance(BattleOutcome.ATTACKER_WINS) == pytest.approx(
        float((hit + (1 - hit) * back * F(1, 2)) / settled), abs=1e-12
    )
    assert other.chance(BattleOutcome.ATTACKER_WINS) == pytest.approx(
        float((hit + (1 - hit) * back * F(1, 4)) / settled), abs=1e-12
    )


def test_hits_that_only_damage_come_first() -> None:
    """One hit of the transport's escort damages the battleship; it sinks nothing."""
    position = battle(SEA, {"destroyer": 1, "battleship": 1}, {"fighter": 1})
    assert all(
        "destroyer" in {unit for _, unit, _ in end.survivors} for end in odds(RULES, position, SEA, rounds=1).endings
    )


@pytest.mark.parametrize(
    ("losses", "message"),
    [
        ({"attacker": ["tnk"]}, "no unit 'tnk'.*tank"),
        ({"germany": ["tank"]}, "no side 'germany'.*attacker or defender"),
    ],
)
def test_an_order_of_losses_that_makes_no_sense_is_told(losses: dict[str, list[str]], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        odds(RULES, battle(LAND, {"tank": 1}, {"tank": 1}), LAND, losses=losses)


def test_a_battle_of_so_many_rounds() -> None:
    """Tank against infantry: in a cycle both miss in a third of all throws, and win alike for the rest."""
    position = battle(LAND, {"tank": 1}, {"infantry": 1})
    for rounds in (1, 2, 3):
        found = odds(RULES, position, LAND, rounds=rounds)
        missed = F(1, 3) ** rounds
        assert found.chance(BattleOutcome.BOTH_LEFT) == pytest.approx(float(missed), abs=1e-12)
        assert found.chance(BattleOutcome.ATTACKER_WINS) == pytest.approx(float((1 - missed) / 2), abs=1e-12)
        assert found.assumed[0] == NobodyLeaves(rounds)
    with pytest.raises(BadInput, match="at least one round"):
        odds(RULES, position, LAND, rounds=0)


def test_the_best_of_two_dice_counts_once() -> None:
    """Heavy bombers of the later game: one hit at most, by either die; two of them together hit twice at most."""
    position = replace(
        battle("normandy-bordeaux", {"strategic-bomber": 2}, {"infantry": 3}, "united-kingdom"),
        technologies={"germany": frozenset({"heavy-bombers"})},
        options=frozenset({"technology"}),
    )
    hit = 1 - F(1, 3) ** 2
    found = odds(LATER, position, "normandy-bordeaux", rounds=1)
    left = sum(share for end, share in found.endings.items() if ("united-kingdom", "infantry", 1) in end.survivors)
    assert left == pytest.approx(float(hit**2), abs=1e-12)
    exact = every_throw(LATER, position, "normandy-bordeaux", rounds=1)
    assert found.endings == pytest.approx({end: float(exact[end]) for end in exact}, abs=1e-12)


def test_averages_are_those_of_the_endings() -> None:
    """Tank against infantry: 1/2, 1/4, 1/4."""
    found = odds(RULES, battle(LAND, {"tank": 1}, {"infantry": 1}), LAND)
    assert found.average_left == pytest.approx({("germany", "tank"): 0.5, ("soviet-union", "infantry"): 0.25})
