"""Well-formed actions that make little sense, for testing how the rules judge them."""

from __future__ import annotations

import random

from kb.engine.advantages import Invoke
from kb.engine.assault import Bombard
from kb.engine.core.actions import Action, EndPhase, Fight, Load, Move, Offload, Raid, Retreat, Rocket
from kb.engine.core.position import Position
from kb.engine.core.rulebook import Rulebook
from kb.engine.income import CollectIncome
from kb.engine.landing import Land
from kb.engine.mobilize import Mobilize
from kb.engine.purchase import Purchase, Repair, Research
from kb.engine.sea import CallOff
from kb.engine.submarines import Submerge


class Muddler:
    """Makes random actions of units, spaces and powers that exist."""

    def __init__(self, rules: Rulebook, seed: int) -> None:
        self.rules, self.board, self.random = rules, rules.board, random.Random(seed)
        self.spaces = [space.id for space in self.board.spaces]

    def action(self, position: Position) -> Action:
        pick = self.random.choice
        power = pick([position.clock.turn] * 3 + [*self.rules.order])
        units, near = self.units(position, power)
        land = pick(near)
        kinds: list[Action] = [
            Research(power, pick(self.board.technologies).id, self.random.randrange(3)),
            Purchase(power, ((pick(self.board.units).id, self.random.randrange(4)),)),
            Repair(power, land, self.random.randrange(4)),
            Move(power, units, self.route(position, units)),
            Move(power, units, self.route(position, units)),
            Load(power, units, pick(list(position.units))),
            Offload(power, units, land),
            Bombard(power, units, land),
            Raid(power, units, land),
            Rocket(power, units[0], pick(self.spaces)),
            Fight(power, land),
            Submerge(power, units),
            Retreat(power, units, pick([land, ""])),
            Retreat(power, position.battle.units if position.battle else units, land),
            Land(power, units),
            CallOff(power, units, land),
            Mobilize(
                power,
                ((pick(self.board.units).id, self.random.randrange(3)),),
                land,
                pick([*near, ""]),
                units[: pick([0, 0, 1])],
            ),
            CollectIncome(power),
            EndPhase(power),
            Invoke(power, pick(self.rules.ruleset.advantages).id, units, (land, pick(self.spaces))),
        ]
        return pick(kinds)

    def units(self, position: Position, power: str) -> tuple[tuple[int, ...], list[str]]:
        """Return one to three units, most often of one space and power, and the spaces in their reach."""
        choose = self.random.choice
        anyone = list(position.units.values())
        own = [unit for unit in anyone if unit.power == power] or anyone
        first = choose(own if self.random.random() < 0.8 else anyone)
        beside = [unit.id for unit in position.at(first.at) if unit.id != first.id]
        some = [first.id]
        for _ in range(choose([0, 0, 0, 1, 2])):
            some.append(choose(beside) if beside and self.random.random() < 0.9 else choose(anyone).id)
        return tuple(dict.fromkeys(some)), [first.at, *sorted(self.board.around(first.at))]

    def route(self, position: Position, units: tuple[int, ...]) -> tuple[str, ...]:
        start = position.units[units[0]].at if self.random.random() < 0.9 else self.random.choice(self.spaces)
        way = [start]
        for _ in range(self.random.choice([0, 1, 1, 1, 2, 2, 3, 5])):
            near = sorted(self.board.around(way[-1]))
            way.append(self.random.choice(near if self.random.random() < 0.95 else self.spaces))
        return tuple(way)
