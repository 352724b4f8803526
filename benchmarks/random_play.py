"""Seeded random play: a player that does anything legal, for figures and for properties."""

from __future__ import annotations

import random
from collections.abc import Iterator

from kb.engine import game
from kb.engine.assault import Bombard
from kb.engine.core.actions import Action, EndPhase, Fight, Load, Move, Node, Offload, Outcome, Raid, Retreat
from kb.engine.core.play import Play
from kb.engine.core.position import Position
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.rules import EFFECTS
from kb.engine.core.table import NoDice, Seeded
from kb.engine.landing import Land
from kb.engine.mobilize import Mobilize

#: how often the player does something else before it ends a phase, on average
RESTLESS = 12
#: how many actions it thinks of before it gives up and ends the phase
TRIES = 12
#: how much rather it does something of a kind than of another
_KEEN: dict[type[Action], float] = {
    Move: 8,
    Load: 4,
    Offload: 4,
    Bombard: 8,
    Raid: 8,
    Fight: 4,
    Mobilize: 4,
    Land: 0.2,
    Retreat: 0.5,
}
_KINDS = [kind for kind in EFFECTS if kind is not EndPhase]


class Player:
    """Picks one legal action after another; the same seed picks the same ones."""

    def __init__(self, rules: Rulebook, seed: int) -> None:
        self.rules, self.table, self.random = rules, Seeded(seed), random.Random(seed)

    def pick(self, position: Position) -> Action:
        """A legal action of the power on turn, or of another that may decide something."""
        end = EndPhase(position.clock.turn)
        kinds = self._kinds(position)
        keen = [_KEEN.get(kind, 1.0) for kind in kinds]
        if self.random.random() * RESTLESS >= 1:
            for _ in range(TRIES):
                action = self._think(position, *self.random.choices(kinds, keen))
                if action and game.can(self.rules, position, action):
                    return action
        if game.can(self.rules, position, end):
            return end
        return next(self._legal(position, kinds))

    def _legal(self, position: Position, kinds: list[type[Action]]) -> Iterator[Action]:
        """Yield the legal actions of some kinds, each kind as likely to come first as another; moves, which are many,
        come last."""
        for kind in sorted(self.random.sample(kinds, len(kinds)), key=lambda kind: kind is Move):
            found = list(game.candidates(self.rules, position, kind))
            for action in self.random.sample(found, len(found)):
                if game.can(self.rules, position, action):
                    yield action

    def play(self, position: Position) -> Iterator[tuple[Position, Action, Outcome]]:
        """Positions, what is done in them, and what comes of it, without end."""
        while True:
            action = self.pick(position)
            outcome = game.do(self.rules, position, action, self.table)
            yield position, action, outcome
            position = outcome.position

    def _kinds(self, position: Position) -> list[type[Action]]:
        play = Play(self.rules, position, NoDice(), Node("", {}))
        return [kind for kind in _KINDS if play.phase in (play.phases_of(kind) or (play.phase,))]

    def _think(self, position: Position, kind: type[Action]) -> Action | None:
        """Some action of a kind, legal or not."""
        if kind is Move:
            return self._move(position)
        found = list(game.candidates(self.rules, position, kind))
        return self.random.choice(found) if found else None

    def _move(self, position: Position) -> Action | None:
        """A move of some unit, rather into hostile spaces than elsewhere, now and then together with others."""
        together = self.rules.sharing(position.clock.turn)
        power = self.random.choice(together) if len(together) > 1 else together[0]
        play = Play(self.rules, position, NoDice(), Node("", {}))
        own = [unit for unit in position.units.values() if unit.power == power]
        unit = self.random.choice(own) if own else None
        ways = list(game.routes(self.rules, position, unit)) if unit else []
        if not unit or not ways:
            return None
        hostile = [way for way in ways if play.is_hostile(power, way[-1])]
        way = self.random.choice(hostile if hostile and self.random.random() < 0.7 else ways)
        crowd = [other.id for other in own if other.at == unit.at and other.type == unit.type and other.id != unit.id]
        return Move(power, (unit.id, *crowd[: self.random.randrange(3)]), way)
