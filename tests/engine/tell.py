"""Positions written in a few words, and scripted dice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kb.engine import Clock, Position, Rulebook, Seeded
from kb.engine import verdict as judge
from kb.engine.core.actions import Action
from kb.engine.core.position import Mark, Unit
from kb.engine.core.table import Choice, Roll
from kb.engine.setup import printed
from tests.read_once import RULES_OF

BOOK = RULES_OF("revised")
START = printed(BOOK)


def at(phase: str, turn: str = "germany", position: Position = START, **changes: Any) -> Position:
    return replace(position, clock=Clock(1, turn, phase), **changes)


def units_of(text: str) -> dict[int, Unit]:
    """Parse units by id: a line has space, power, type and ids, then ``aboard``, ``came``, ``is``: ``sz5: germany
    infantry 1-3 aboard=4 came=norway>sz5 is=loaded+fought``."""
    found = {}
    for line in text.splitlines():
        space, power, kind, ids, *state = line.split()
        fields = dict(each.split("=") for each in state)
        first, _, last = ids.partition("-")
        for number in range(int(first), int(last or first) + 1):
            came, marks = fields.get("came", ""), fields.get("is", "")
            found[number] = Unit(
                number,
                kind,
                power,
                space.removesuffix(":"),
                aboard=int(fields.get("aboard", 0)),
                came=tuple(came.split(">")) if came else (),
                marks=frozenset(map(Mark, marks.split("+"))) if marks else frozenset(),
            )
    return dict(sorted(found.items()))


def told(
    text: str, phase: str = "combat-move", turn: str = "germany", round: int = 1, start: Position = START
) -> Position:
    """Return a position of a few units, ``norway: germany infantry 1``, with the printed holders and treasuries."""
    return Position(Clock(round, turn, phase), units_of(text), holders=start.holders, treasuries=start.treasuries)


def one(power: str, unit: str, space: str) -> int:
    return next(u.id for u in START.at(space) if (u.power, u.type) == (power, unit))


def refused(position: Position, action: Action, rules: Rulebook = BOOK) -> set[str]:
    """Return the rules that refuse an action."""
    return {reason.rule for reason in judge(rules, position, action).reasons}


class Scripted(Seeded):
    """A table with the given dice, which takes the first option of each choice."""

    def __init__(self, faces: list[int]) -> None:
        self.faces = faces

    def roll(self, roll: Roll, position: Position) -> Any:
        return [self.faces.pop(0) for _ in roll.dice]

    def choose(self, choice: Choice, position: Position) -> Any:
        return choice.options[0]
