"""Random legal play from each printed set-up keeps the laws of every position, with every option and without any."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.random_play import Player
from kb.engine import notation
from kb.engine.position import Position
from kb.engine.rulebook import Rulebook, load
from kb.engine.setup import printed
from tests.conftest import ROOT
from tests.engine.laws import Laws

LENGTH = 250


def begin(rules: Rulebook, everything: bool) -> Position:
    """The printed set-up; with every option and all technologies known, or with neither."""
    if not everything:
        return printed(rules)
    known = frozenset(each.id for each in rules.board.technologies)
    options = frozenset(rules.ruleset.options)
    return replace(printed(rules), options=options, technologies=dict.fromkeys(rules.order, known))


@pytest.mark.parametrize("everything", [False, True])
@pytest.mark.parametrize(("name", "board"), [("anniversary", "1941"), ("anniversary", "1942")])
def test_whatever_is_played_the_laws_hold(name: str, board: str, everything: bool) -> None:
    rules = load(str(ROOT / "data"), name, board)
    laws, turns = Laws(rules), set()
    steps = Player(rules, 7).play(begin(rules, everything))
    for number, (position, action, outcome) in zip(range(LENGTH), steps, strict=False):
        for event in outcome.events:
            assert not list(laws.broken_by(position, event)), (number, action)
            position = position.after(event.edits)
        assert position == outcome.position
        assert not list(laws.broken(position)), (number, action)
        turns.add(position.clock.turn)
    assert notation.read(notation.write(position)) == position
    assert len(turns) > 3, "the game gets around"


def test_land_units_at_sea_begin_aboard() -> None:
    start = printed(load(str(ROOT / "data"), "anniversary", "1941"))
    sailing = [unit for unit in start.at("sz61") if unit.type == "infantry"]
    assert sailing and all(start.units[unit.aboard].type == "transport" for unit in sailing)
