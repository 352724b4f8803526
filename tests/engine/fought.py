"""The battles of the scenarios of the data: every position in which somebody fights in a case, or goes on fighting."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine.core.actions import Fight
from kb.engine.core.position import Position
from kb.engine.core.rulebook import Rulebook
from kb.engine.game import can
from kb.scenarios.play.playing import play
from tests.conftest import ROOT
from tests.read_once import RULES_OF, scenarios

DATA = str(ROOT / "data")
#: the name of a case, the rules that hold in it, the position and the space of the battle
Battle = tuple[str, Rulebook, Position, str]


def battles(game: str = "") -> Iterator[Battle]:
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
