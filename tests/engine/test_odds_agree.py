"""The odds agree with every throw of the dice in the battles of all cases, and with rolled battles in large ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from benchmarks.odds import LARGE, Large, Rolled, battle, errors, fought
from kb.base.errors import BadInput
from kb.cases.play.playing import play
from kb.engine.core.actions import Fight
from kb.engine.core.position import Position
from kb.engine.core.rulebook import Rulebook
from kb.engine.game import can
from kb.engine.odds import BattleOutcome, every_throw, odds
from kb.engine.odds.chain import not_modelled
from tests.read_once import RULES_OF, scenarios

#: more throws than this are not tried
THROWS = 120
#: what the chain of states does not model, and is left to every throw
LEFT_TO_EVERY_THROW = {
    "what happens there: jumped",  # paratroopers join after antiaircraft fire
    "hits on units that take no part",  # bystanding ships of an ally
    "units that are lost between shots",  # antiaircraft artillery that is left alone
    "a battle in the middle of a cycle",  # hits that wait for their victims
}
GAMES = ("revised", "anniversary", "europe-1999", "europe-1940")
#: the name of a case, the rules that hold in it, the position and the space of the battle
FoughtBattle = tuple[str, Rulebook, Position, str]


def battles(game: str = "") -> Iterator[FoughtBattle]:
    """Every battle of the cases of a game, once."""
    seen: dict[tuple[int, str], Position] = {}
    for scenario in (each for each in scenarios() if game in ("", each.game)):
        rules = RULES_OF.of(scenario)
        if scenario.proof != "play":
            continue
        for number, case in enumerate(scenario.cases):
            played = play(rules, case)
            before = played.start
            for result in played.acts:
                for position in (before, result.after):
                    action = result.action
                    if isinstance(action, Fight) and position and (id(position), action.space) not in seen:
                        seen[id(position), action.space] = position
                        if can(rules, position, Fight(position.clock.turn, action.space)):
                            yield f"{scenario.name} {number}", rules, position, action.space
                before = result.after or before


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_battles_of_all_cases(game: str) -> None:
    compared, left = 0, Counter[str]()
    for name, rules, position, space in battles(game):
        if what := not_modelled(rules, position, space):
            left[what] += 1
            continue
        try:
            exact = every_throw(rules, position, space, limit=THROWS)
        except BadInput:
            continue
        found = odds(rules, position, space).endings
        assert found == pytest.approx({end: float(share) for end, share in exact.items()}, abs=1e-9), name
        compared += 1
    assert compared > 100, left
    assert left.keys() <= LEFT_TO_EVERY_THROW
    assert left.total() < compared / 10


@pytest.mark.slow
@pytest.mark.parametrize("large", [each for each in LARGE if "land" in each.name], ids=lambda large: large.name)
def test_rolled_battles(large: Large) -> None:
    """Who wins is within five standard errors in 120 battles, and no ending is new; ``python -m benchmarks.odds
    --battles 1000000`` rolls a million."""
    rules = RULES_OF(large.game)
    position = battle(large.space, large.attacker, large.defender, large.enemy)
    found = odds(rules, position, large.space)
    table = Rolled(rules, 3)
    rolled = Counter(fought(rules, position, large.space, table) for _ in range(120))
    assert rolled.keys() <= found.endings.keys()
    chances = {result: found.chance(result) for result in BattleOutcome}
    times = Counter(end.result for end in rolled.elements())
    assert max(errors(chances, times).values()) < 5
