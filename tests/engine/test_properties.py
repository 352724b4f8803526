"""What holds in random legal play from the printed set-up, by all powers, for several rounds.

The games are played once; each test looks at them for something else. Every second game is played with all
technologies and national advantages from the start, so that their rules are met too.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from benchmarks.random_play import Player
from kb.engine import game
from kb.engine.core.actions import Action, Illegal, Move, Outcome
from kb.engine.core.position import Position
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.table import Seeded
from kb.engine.setup import printed
from kb.games.board_model import UnitKind
from tests.engine.laws import Laws
from tests.engine.muddle import Muddler
from tests.read_once import RULES_OF

RULES = RULES_OF("revised")
GAMES, LENGTH = 6, 600
LAWS = Laws(RULES)


@dataclass
class Game:
    """A game that was played: where it began, and step by step what was done and what came of it."""

    seed: int
    start: Position
    steps: list[tuple[Position, Action, Outcome]]


def start(seed: int) -> Position:
    position = printed(RULES)
    if seed % 2 == 0:
        return position
    advantages = RULES.ruleset.advantages
    return replace(
        position,
        technologies={power: frozenset(each.id for each in RULES.board.technologies) for power in RULES.order},
        advantages={power: frozenset(each.id for each in advantages if each.power == power) for power in RULES.order},
    )


def played(seed: int, length: int = LENGTH) -> Game:
    steps = Player(RULES, seed).play(start(seed))
    return Game(seed, start(seed), [next(steps) for _ in range(length)])


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return [played(seed) for seed in range(GAMES)]


def positions(games: list[Game], every: int) -> Iterator[Position]:
    """Positions of all games, one of so many."""
    return (position for each in games for position, _, _ in each.steps[::every])


def test_the_games_get_around(games: list[Game]) -> None:
    """Else the other tests would hold of nothing."""
    events = Counter(event.name for each in games for _, _, outcome in each.steps for event in outcome.events)
    seen = {
        "assault-declared",
        "battle-ends",
        "bombardment-declared",
        "captured",
        "collected",
        "damaged",
        "developed",
        "forfeited",
        "landed",
        "loaded",
        "lost",
        "mobilized",
        "moved",
        "offloaded",
        "raised",
        "repaired",
        "retreated",
        "taken",
    }
    assert seen <= events.keys(), seen - events.keys()
    assert min(each.steps[-1][0].clock.round for each in games) >= 3
    assert {each.steps[n][0].clock.turn for each in games for n in range(LENGTH)} == set(RULES.order)


def test_the_same_seed_is_the_same_game(games: list[Game]) -> None:
    assert [(a, o.position) for _, a, o in played(1, 150).steps] == [
        (a, o.position) for _, a, o in games[1].steps[:150]
    ]


def test_units_come_and_go_by_named_events_only(games: list[Game]) -> None:
    for each in games:
        for position, action, outcome in each.steps:
            for event in outcome.events:
                assert not list(LAWS.broken_by(position, event)), (each.seed, action)
                position = position.after(event.edits)


def test_everything_is_where_it_may_be(games: list[Game]) -> None:
    """Also: treasuries are never negative, cargo is with its ship, aircraft have landed, the past is forgotten."""
    for each in games:
        for _, action, outcome in each.steps:
            assert not list(LAWS.broken(outcome.position)), (each.seed, action)


def test_what_a_unit_moves_is_within_its_reach(games: list[Game]) -> None:
    """The printed movement is the most that anyone spends; technologies and advantages add two at the most."""
    for each in games:
        for _, action, outcome in each.steps:
            for unit in outcome.position.units.values():
                more = 2 if outcome.position.technologies.get(unit.power) else 0
                assert unit.spent <= (RULES.board.unit(unit.type).move or 0) + more, (each.seed, action, unit)


def test_replaying_the_events_gives_the_same_position(games: list[Game]) -> None:
    for each in games:
        events = [event for _, _, outcome in each.steps for event in outcome.events]
        assert each.start.replayed(events) == each.steps[-1][2].position
        for position, action, outcome in each.steps:
            assert position.replayed(outcome.events) == outcome.position, (each.seed, action)


def test_what_is_done_may_be_done_and_changes_no_position(games: list[Game]) -> None:
    for each in games:
        for position, action, outcome in each.steps[::8]:
            before = repr(position)
            assert game.can(RULES, position, action)
            assert game.verify(RULES, position, action).legal
            again = game.do(RULES, position, action, Seeded(each.seed))
            assert repr(position) == before
            if not any(event.name == "rolled" for event in outcome.events):
                assert again.events == outcome.events or len(again.events) == len(outcome.events)


def test_every_question_has_one_answer(games: list[Game]) -> None:
    """``can``, ``verdict``, ``verify`` and ``do`` agree; what is refused is refused by rules with citations."""
    refused = Counter[str]()
    muddler = Muddler(RULES, 5)
    for position in positions(games, 3):
        for action in [muddler.action(position) for _ in range(4)]:
            judged = game.verdict(RULES, position, action)
            assert game.can(RULES, position, action) == judged.legal, action
            for reason in judged.reasons:
                assert reason.rule in RULES.lines and RULES.cites(reason.rule), (action, reason)
            refused.update(reason.rule for reason in judged.reasons)
            try:
                outcome = game.do(RULES, position, action, Seeded(1))
            except Illegal as illegal:
                assert illegal.verdict.reasons == judged.reasons
            else:
                assert judged.legal
                assert not list(LAWS.broken(outcome.position)), action
    assert len(refused) > 60


def test_listed_actions_are_legal_and_unlisted_moves_are_not(games: list[Game]) -> None:
    chosen = random.Random(3)
    for position in positions(games, 100):
        for action in game.actions(RULES, position):
            assert game.can(RULES, position, action), action
    for position in positions(games, 12):
        own = [unit for unit in position.units.values() if unit.power == position.clock.turn]
        for unit in chosen.sample(own, min(2, len(own))):
            moves = game.moves(RULES, position, unit)
            routes, ends = {move.route for move in moves}, {move.route[-1] for move in moves}
            flies = RULES.board.unit(unit.type).kind is UnitKind.AIR
            assert len(routes) == len(moves)
            for _ in range(6):
                way = [unit.at]
                for _ in range(chosen.choice([1, 1, 2, 2, 3 if flies else 1])):
                    way.append(chosen.choice(sorted(RULES.board.around(way[-1]))))
                move = Move(position.clock.turn, (unit.id,), tuple(way))
                listed = way[-1] in ends or way[-1] == unit.at if flies else move.route in routes
                assert listed or not game.can(RULES, position, move), move
                assert flies or listed == game.can(RULES, position, move), move


def test_a_power_is_never_stuck(games: list[Game]) -> None:
    """Something is legal in every position: the phase can be ended, or a battle goes on."""
    for position in positions(games, 25):
        assert next(game.actions(RULES, position), None) is not None


def test_switching_rules_off_keeps_the_engine_whole() -> None:
    """Without one rule or another events still replay, and nothing is refused by what is off."""
    for number, rule in enumerate(sorted(RULES.lines)[::9]):
        rules: Rulebook = RULES.without(rule)
        steps = Player(rules, number).play(start(number))
        for position, action, outcome in (next(steps) for _ in range(25)):
            assert position.replayed(outcome.events) == outcome.position, (rule, action)
            assert rule not in outcome.rules, (rule, action)
