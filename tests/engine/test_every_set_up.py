"""Random legal play from each printed set-up keeps the laws of every position, with every option and without any."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from benchmarks.random_play import Player
from kb.engine.core.position import OLD_WAR, Position
from kb.engine.core.rulebook import Rulebook
from kb.engine.setup import printed
from kb.games.board_model import Side
from tests.engine.laws import Laws
from tests.read_once import RULES_OF

#: every set-up by game, board and rule set; a length that gets around its powers
SET_UPS = [
    ("revised", "revised", "", 200),
    ("anniversary", "1941", "", 250),
    ("anniversary", "1942", "", 250),
    ("europe-1999", "europe-1999", "", 250),
    ("europe-1940", "europe-1940", "", 200),
    ("europe-1940", "global-1940", "", 160),
    ("europe-1940", "europe-1940-2012", "europe-1940-2012", 200),
    ("europe-1940", "global-1940-2012", "europe-1940-2012", 160),
]
SEED = 7


def begin(rules: Rulebook, everything: bool) -> Position:
    """The printed set-up; with every option, all technologies known and war of all on all, or without any of it."""
    if not everything:
        return printed(rules)
    known = frozenset(each.id for each in rules.board.technologies)
    position = replace(printed(rules), options=frozenset(rules.ruleset.options))
    position = replace(position, technologies=dict.fromkeys(rules.order, known))
    if not position.wars:
        return position
    axis = [power for power in rules.order if rules.sides[power] is Side.AXIS]
    wars = {(one, other): OLD_WAR for one in axis for other in rules.order if other in rules.enemies[one]}
    return replace(position, wars=wars, game_notes={("kamikaze-roused",): True})


@cache
def played(name: str, board: str, ruleset: str, length: int, everything: bool) -> Counter[str]:
    """Play a game of so many actions and look at every position and event; what happened, and who was on turn."""
    rules = RULES_OF(name, board, ruleset)
    laws, seen = Laws(rules), Counter[str]()
    position = begin(rules, everything)
    for number, (_, action, outcome) in zip(range(length), Player(rules, SEED).play(position), strict=False):
        told = (board, "everything" if everything else "printed", SEED, number, action)
        for event in outcome.events:
            assert not list(laws.broken_by(position, event)), told
            position = position.after(event.edits)
            seen[event.name] += 1
        assert position == outcome.position
        assert not list(laws.broken(position)), told
        seen[f"turn of {position.clock.turn}"] += 1
    return seen


@pytest.mark.parametrize("everything", [False, True])
@pytest.mark.parametrize(("name", "board", "ruleset", "length"), SET_UPS)
def test_whatever_is_played_the_laws_hold(name: str, board: str, ruleset: str, length: int, everything: bool) -> None:
    seen = played(name, board, ruleset, length, everything)
    assert sum(event.startswith("turn of ") for event in seen) > 2, "the game gets around"


def test_the_games_of_1940_have_what_is_new_in_them() -> None:
    """Else the laws would hold of nothing."""
    games = [played(*each, everything) for each in SET_UPS if each[0] == "europe-1940" for everything in (False, True)]
    events = set().union(*games)
    new = {"war-declared", "joined-a-side", "claimed", "raised", "neutrals-turned", "refunded"}
    assert new <= events, new - events


def test_land_units_at_sea_begin_aboard() -> None:
    start = printed(RULES_OF("anniversary", "1941"))
    sailing = [unit for unit in start.at("sz61") if unit.type == "infantry"]
    assert sailing and all(start.units[unit.aboard].type == "transport" for unit in sailing)
