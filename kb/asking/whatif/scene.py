"""Where and about whom something is asked: the spaces and powers concerned, those that matter most first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.asking.request import Asked
from kb.asking.whatif.again import Again
from kb.asking.whatif.looked import Looked
from kb.asking.whatif.standing import groups
from kb.games.board_model import Board
from kb.scenarios.language.scenario import Act, Plain, Value

#: the engine looks at no end of spaces for a place to land in
_MOST_LOOKED_AT = 12


@dataclass(frozen=True, slots=True)
class Scene:
    """What is asked, how it came out, and what it is about.

    ``acted`` are the spaces of the actions, ``written`` the other ones of the position, ``near`` those that the engine
    looked at or that border; ``powers`` are those that act or have units there, then one more of each side;
    ``numbers`` are those that rules named.
    """

    asked: Asked
    base: Again
    looked: Looked
    acted: tuple[str, ...]
    written: tuple[str, ...]
    near: tuple[str, ...]
    powers: tuple[str, ...]
    numbers: tuple[int, ...]

    @property
    def board(self) -> Board:
        """The board."""
        return self.asked.rules.board

    @property
    def spaces(self) -> tuple[str, ...]:
        """All spaces that are acted in or written."""
        return (*self.acted, *self.written)


def scene(asked: Asked, base: Again, looked: Looked) -> Scene:
    """The scene of a play."""
    board = asked.rules.board
    known = {space.id: None for space in board.spaces}
    acted = tuple(dict.fromkeys(word for act in asked.acts for word in words_of(act) if word in known))
    written = tuple(space for space in asked.case.position.get("spaces", {}) if space not in acted)
    seen = [space for space in looked.keys("spaces") if space in known][:_MOST_LOOKED_AT]
    named = [word for word in _named(base) if word in known]
    border = [space for one in acted or written for space in sorted(board.around(one))]
    goals = [space for space in _goals(asked) if space in known]
    near = tuple(dict.fromkeys(space for space in (*named, *seen, *border, *goals) if space not in (*acted, *written)))
    numbers = tuple(dict.fromkeys(_numbers(base)))
    return Scene(asked, base, looked, acted, written, near, tuple(_powers(asked, base, (*acted, *written))), numbers)


def words_of(act: Act) -> Iterator[str]:
    """Every word that an action says."""
    yield from _words(act.what)
    yield from _words(act.given)


def _words(value: Value) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from _words(each)
    elif isinstance(value, (list, tuple, frozenset, set)):
        for each in value:
            yield from _words(each)


def _powers(asked: Asked, base: Again, spaces: Iterable[str]) -> Iterator[str]:
    """The powers concerned: who acts, whose units are there, then a friend and an enemy, rather one at war."""
    rules, turn = asked.rules, asked.case.position["turn"]
    found = dict.fromkeys([*(act.power for act in asked.acts if act.power), turn])
    found |= dict.fromkeys(each.power for space in spaces for each in groups(asked, space))
    yield from found
    for side in (rules.enemies.get(turn, ()), rules.friends.get(turn, ())):
        if not found.keys() & {*side} - {turn}:
            others = [power for power in rules.order if power in side and power != turn]
            wars = base.played.start.wars
            yield from sorted(others, key=lambda power: not {(power, turn), (turn, power)} & wars.keys())[:1]


def _named(base: Again) -> Iterator[str]:
    """The words that rules and events named."""
    return (word for facts in _all_facts(base) for word in _words(tuple(facts.values())))


def _goals(asked: Asked) -> Iterator[str]:
    """The spaces that the objectives of the power on turn are about, where money is collected."""
    if any(act.kind == "collect" for act in asked.acts):
        for each in asked.rules.board.objectives:
            yield from each.spaces if each.power == asked.case.position["turn"] else ()


def _numbers(base: Again) -> Iterator[int]:
    """The numbers that rules and events named, in the order in which they did."""
    for facts in _all_facts(base):
        yield from (value for value in facts.values() if isinstance(value, int) and not isinstance(value, bool))


def _all_facts(base: Again) -> Iterator[Plain]:
    """The facts of every rule that decided and of every event."""
    for act in base.played.acts:
        yield from (reason.facts for reason in (*act.reasons, *act.leaned_on))
        yield from (node.facts for trace in act.traces for node in trace.walk())
