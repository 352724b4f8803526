"""The laws hold in random legal play from every printed set-up, with every option, and from some without any.

With ``KB_TIMES=25`` games are 25 times as long: about 67,000 actions, in some 10 minutes.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from benchmarks.random_play import Player
from kb.engine import game
from kb.engine.core.actions import Action, Illegal, Move, Outcome
from kb.engine.core.position import OLD_WAR, Position
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.table import Seeded
from kb.engine.setup import printed
from kb.games.board_model import Side, UnitKind
from tests.engine.laws import Laws
from tests.engine.muddle import Muddler
from tests.read_once import RULES_OF

#: every set-up by game, board and rule set, with a length that includes turns of all powers
SET_UPS = [
    ("revised", "revised", "", 450),
    ("anniversary", "1941", "", 170),
    ("anniversary", "1942", "", 300),
    ("europe-1999", "europe-1999", "", 150),
    ("europe-1940", "europe-1940", "", 160),
    ("europe-1940", "global-1940", "", 120),
    ("europe-1940", "europe-1940-2012", "europe-1940-2012", 140),
    ("europe-1940", "global-1940-2012", "europe-1940-2012", 200),
]
#: each set-up with every option, and every other one without any
GAMES = [*((*each, True) for each in SET_UPS), *((*each, False) for each in SET_UPS[::2])]
TIMES = int(os.environ.get("KB_TIMES", "1"))
SEED = 8


def begin(rules: Rulebook, everything: bool) -> Position:
    """Return the printed set-up; with every option, technology, advantage and war, or without any."""
    position = printed(rules)
    if not everything:
        return position
    advantages = rules.ruleset.advantages
    axis = [power for power in rules.order if rules.sides[power] is Side.AXIS]
    wars = {(one, other): OLD_WAR for one in axis for other in rules.order if other in rules.enemies[one]}
    return replace(
        position,
        options=frozenset(rules.ruleset.options),
        technologies=dict.fromkeys(rules.order, frozenset(each.id for each in rules.board.technologies)),
        advantages={power: frozenset(each.id for each in advantages if each.power == power) for power in rules.order},
        wars=wars if position.wars else {},
        game_notes={("kamikaze-roused",): True} if position.wars else {},
    )


Step = tuple[Position, Action, Outcome]


def play(rules: Rulebook, length: int, everything: bool) -> Iterator[Step]:
    """Yield the steps of a game: a position, the action in it, and its outcome."""
    return islice(Player(rules, SEED).play(begin(rules, everything)), length)


def some_ways(rules: Rulebook, start: str, flies: bool, chosen: random.Random) -> Iterator[tuple[str, ...]]:
    """Return routes of one to three steps along borders, legal or not."""
    for _ in range(6):
        way = [start]
        for _ in range(chosen.choice([1, 1, 2, 2, 3 if flies else 1])):
            way.append(chosen.choice(sorted(rules.board.around(way[-1]))))
        yield tuple(way)


def check_listed(rules: Rulebook, position: Position) -> None:
    """Check that listed actions are legal, and that other routes of some units are not."""
    chosen = random.Random(3)
    for action in [*game.actions(rules, position)][::5]:
        assert game.verdict(rules, position, action).legal, action
    own = [unit for unit in position.units.values() if unit.power == position.clock.turn]
    for unit in chosen.sample(own, min(4, len(own))):
        moves = game.moves(rules, position, unit)
        routes, ends = {move.route for move in moves}, {move.route[-1] for move in moves}
        flies = rules.board.unit(unit.type).kind is UnitKind.AIR
        assert len(routes) == len(moves)
        for way in some_ways(rules, unit.at, flies, chosen):
            move = Move(position.clock.turn, (unit.id,), way)
            legal = game.can(rules, position, move)
            if flies:
                assert not legal or way[-1] in ends or way[-1] == unit.at, move
            else:
                assert legal == (way in routes), move


@pytest.mark.parametrize("which", GAMES, ids=str)
def test_the_laws_hold_and_events_tell_everything(which: tuple[str, str, str, int, bool]) -> None:
    """In one of 65 positions the listed actions are the legal ones."""
    *name, length, everything = which
    rules, turns, events = RULES_OF(*name), set(), set()
    laws = Laws(rules)
    for number, (before, action, outcome) in enumerate(play(rules, length * TIMES, everything)):
        told, position = (which, number, action), before
        if number % 65 == 0:
            check_listed(rules, before)
        for event in outcome.events:
            assert not list(laws.broken_by(position, event)), told
            position = position.after(event.edits)
        assert position == outcome.position == before.replayed(outcome.events), told
        assert not list(laws.broken(position)), told
        turns.add(position.clock.turn)
        events.update(event.name for event in outcome.events)
    assert len(turns) > 2 and {"moved", "lost", "collected", "captured"} <= events, (len(turns), events)


@pytest.mark.parametrize("everything", [False, True])
def test_the_same_seed_is_the_same_game_and_no_position_changes(everything: bool) -> None:
    rules = RULES_OF("revised")
    steps = [*play(rules, 150, everything)]
    looks = [repr(position) for position, _, _ in steps]
    assert list(play(rules, 150, everything)) == steps
    assert [repr(position) for position, _, _ in steps] == looks


def test_every_question_has_one_answer() -> None:
    """``can``, ``verdict``, ``verify`` and ``do`` agree; the rules that refuse an action have citations."""
    rules = RULES_OF("revised")
    muddler, laws, refused = Muddler(rules, 5), Laws(rules), Counter[str]()
    for position, _, _ in play(rules, 450, everything=True):
        for action in [muddler.action(position) for _ in range(6)]:
            judged = game.verdict(rules, position, action)
            assert game.can(rules, position, action) == judged.legal, action
            assert all(rules.cites(reason.rule) for reason in judged.reasons), action
            refused.update(reason.rule for reason in judged.reasons)
            try:
                outcome = game.do(rules, position, action, Seeded(1))
            except Illegal as illegal:
                assert illegal.verdict.reasons == judged.reasons
            else:
                assert judged.legal and not list(laws.broken(outcome.position)), action
    assert len(refused) > 60


def test_switching_rules_off_keeps_the_engine_whole() -> None:
    """Without some rules events still replay, and no action is refused by a rule that is off."""
    whole = RULES_OF("revised")
    for number, rule in enumerate(sorted(whole.lines)[::9]):
        rules = whole.without(rule)
        for position, action, outcome in play(rules, 25, number % 2 == 1):
            assert position.replayed(outcome.events) == outcome.position, (rule, action)
            assert rule not in outcome.rules, (rule, action)
