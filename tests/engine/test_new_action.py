"""A new action takes one file: its class, its effect and its candidates; nothing lists actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

import pytest

from kb.base.errors import BadInput
from kb.engine import Clock, Position, can, do, game
from kb.engine import verdict as judge
from kb.engine.core.actions import ACTIONS, Action
from kb.engine.core.notes import GameNote
from kb.engine.core.play import Play
from kb.engine.core.rules import CANDIDATES, EFFECTS, candidates, effect_of
from tests.engine.tell import BOOK

AT_TURN_START = Position(Clock(1, "germany", "purchase-units"), {})


@pytest.fixture
def salute() -> Iterator[type[Action]]:
    """An action that greets another power."""

    @dataclass(frozen=True, slots=True)
    class Salute(Action):
        name = "salute"
        in_its_phase = False

        to: str

        names: ClassVar[Mapping[str, str]] = {**Action.names, "to": "power"}

    saluted = GameNote("saluted", False, "powers that were saluted", "power")

    @effect_of(Salute)
    def greet(play: Play, action: Salute) -> None:
        play.emit("saluted", saluted.edit(True, action.to), power=action.power)

    @candidates(Salute)
    def possible_salutes(play: Play, power: str) -> Iterator[Action]:
        yield from (Salute(power, other) for other in play.rules.order if other != power)

    yield Salute
    del ACTIONS["salute"], EFFECTS[Salute], CANDIDATES[Salute]


def test_a_new_action_is_listed_judged_and_done(salute: type[Action]) -> None:
    assert ACTIONS["salute"] is salute
    found = [action for action in game.actions(BOOK, AT_TURN_START) if isinstance(action, salute)]
    assert len(found) == len(BOOK.order) - 1 and all(can(BOOK, AT_TURN_START, action) for action in found)
    assert do(BOOK, AT_TURN_START, found[0]).position.game_notes == {("saluted", BOOK.order[0]): True}


def test_the_powers_that_it_names_have_to_be_of_the_board(salute: type[Action]) -> None:
    with pytest.raises(BadInput, match="no power 'atlantis'"):
        judge(BOOK, AT_TURN_START, salute("germany", "atlantis"))  # type: ignore[call-arg]


def test_no_two_actions_have_one_name() -> None:
    with pytest.raises(AssertionError, match="two actions are named move"):
        type("Move", (Action,), {"name": "move"})
