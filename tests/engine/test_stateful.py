"""Hypothesis plays: whatever legal action it picks, the laws hold, and it shrinks what breaks them."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from kb.engine import game
from kb.engine.core.actions import EndPhase
from kb.engine.core.position import Position
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.table import Seeded
from kb.engine.setup import printed
from tests.engine.laws import Laws
from tests.read_once import RULES_OF

#: as many legal actions as are looked at before one of them is picked
_LOOKED_AT = 40


class Table(RuleBasedStateMachine):
    """Players at a table that plays with every option: they do what is legal, dice fall as they may."""

    book: ClassVar[Rulebook]
    laws: ClassVar[Laws]

    def __init__(self) -> None:
        super().__init__()
        self.position: Position = replace(printed(self.book), options=frozenset(self.book.ruleset.options))

    @rule(skip=st.integers(0, 400), pick=st.integers(0, _LOOKED_AT - 1), seed=st.integers(0, 9999))
    def act(self, skip: int, pick: int, seed: int) -> None:
        """One of the legal actions, by chance."""
        looked = []
        for number, action in enumerate(game.candidates(self.book, self.position)):
            if number >= skip and game.can(self.book, self.position, action):
                looked.append(action)
            if len(looked) > pick or number > skip + 10 * _LOOKED_AT:
                break
        if looked:
            self._do(looked[-1], seed)

    @precondition(lambda self: game.can(self.book, self.position, EndPhase(self.position.clock.turn)))
    @rule(seed=st.integers(0, 9999))
    def end_phase(self, seed: int) -> None:
        """Time goes on."""
        self._do(EndPhase(self.position.clock.turn), seed)

    def _do(self, action: object, seed: int) -> None:
        before = self.position
        outcome = game.do(self.book, before, action, Seeded(seed))  # type: ignore[arg-type]
        assert before.replayed(outcome.events) == outcome.position
        here = before
        for event in outcome.events:
            assert list(self.laws.broken_by(here, event)) == []
            here = here.replayed([event])
        self.position = outcome.position

    @invariant()
    def the_position_is_sound(self) -> None:
        """Nobody is where nobody may be."""
        assert list(self.laws.broken(self.position)) == []


def _at(game: str, board: str, examples: int) -> type:
    """The test of a table at which a board is played."""
    book = RULES_OF(game, board)
    found: type = type(f"{game}-{board}", (Table,), {"book": book, "laws": Laws(book)}).TestCase  # type: ignore[attr-defined]
    found.settings = settings(  # type: ignore[attr-defined]
        max_examples=examples, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
    )
    return found


TestRevised = _at("revised", "revised", 10)
TestAnniversary1941 = _at("anniversary", "1941", 5)
TestAnniversary1942 = _at("anniversary", "1942", 5)
TestEurope1940 = _at("europe-1940", "europe-1940", 3)
TestGlobal1940 = _at("europe-1940", "global-1940", 3)
