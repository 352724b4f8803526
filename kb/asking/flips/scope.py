"""Where and about whom something is asked: the spaces and powers concerned, those that matter most first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.asking.flips.change import PlacedUnits, WrittenPosition
from kb.asking.flips.replay import Looked, Replay
from kb.asking.request import EngineRequest
from kb.cases.language.scenario import Act, Plain, Value
from kb.games.board_model import Board

#: the engine looks at no end of spaces for a place to land in
_MOST_LOOKED_AT = 12


@dataclass(frozen=True, slots=True)
class Scope:
    """What is asked, how it came out, and what it is about.

    ``written`` is the position; ``acted`` are the spaces of the actions, ``other`` the other ones of the position,
    ``near`` those that the engine looked at or that border; ``powers`` are those that act or have units there, then one
    more of each side; ``numbers`` are those that rules named.
    """

    request: EngineRequest
    base: Replay
    looked: Looked
    written: WrittenPosition
    acted: tuple[str, ...]
    other: tuple[str, ...]
    near: tuple[str, ...]
    powers: tuple[str, ...]
    numbers: tuple[int, ...]

    @property
    def board(self) -> Board:
        """The board."""
        return self.request.rules.board

    @property
    def position(self) -> Plain:
        """The position as it is written."""
        return self.written.plain

    @property
    def turn(self) -> str:
        """The power whose turn it is."""
        return self.request.turn

    @property
    def acts(self) -> tuple[Act, ...]:
        """What is done or judged, in order."""
        return self.request.acts

    @property
    def spaces(self) -> tuple[str, ...]:
        """All spaces that are acted in or written."""
        return (*self.acted, *self.other)


def scope_of(request: EngineRequest, base: Replay, looked: Looked) -> Scope:
    """What a play is about."""
    board, turn = request.rules.board, request.turn
    known = {space.id for space in board.spaces}
    acted = tuple(dict.fromkeys(word for act in request.acts for word in words_of(act) if word in known))
    written = WrittenPosition(request)
    other = tuple(space for space in written.spaces if space not in acted)
    facts = list(_facts(base))
    named = (word for each in facts for word in _words(tuple(each.values())) if word in known)
    seen = [space for space in looked.keys("spaces") if space in known][:_MOST_LOOKED_AT]
    border = (space for one in acted or other for space in sorted(board.around(one)))
    # the spaces that the objectives of the power on turn are about, where money is collected
    collecting = any(act.kind == "collect" for act in request.acts)
    own = (each for each in board.objectives if each.power == turn) if collecting else ()
    goals = (space for each in own for space in each.spaces if space in known)
    spaces = (*acted, *other)
    near = tuple(dict.fromkeys(space for space in (*named, *goals, *seen, *border) if space not in spaces))
    numbers = (
        value for each in facts for value in each.values() if isinstance(value, int) and not isinstance(value, bool)
    )
    powers = tuple(_powers(request, base, written.groups(*spaces)))
    return Scope(request, base, looked, written, acted, other, near, powers, tuple(dict.fromkeys(numbers)))


def words_of(act: Act) -> Iterator[str]:
    """Every word that an action says."""
    yield from _words(act.what)
    yield from _words(act.given)


def end_of(act: Act) -> str:
    """The space to which an action goes; empty where it goes nowhere."""
    route = act.given.get("route")
    end = route[-1] if route else act.given.get("to", "")
    return end if isinstance(end, str) else ""


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


def _powers(request: EngineRequest, base: Replay, units: Iterable[PlacedUnits]) -> Iterator[str]:
    """The powers concerned: who acts, whose units are there, then a friend and an enemy, rather one at war."""
    rules, turn = request.rules, request.turn
    found = dict.fromkeys([*(act.power for act in request.acts if act.power), turn])
    found |= dict.fromkeys(each.power for each in units)
    yield from found
    for side in (rules.enemies.get(turn, ()), rules.friends.get(turn, ())):
        if not found.keys() & {*side} - {turn}:
            others = [power for power in rules.order if power in side and power != turn]
            wars = base.played.start.wars
            yield from sorted(others, key=lambda power: not {(power, turn), (turn, power)} & wars.keys())[:1]


def _facts(base: Replay) -> Iterator[Plain]:
    """The facts of every rule that decided and of every event."""
    for act in base.played.acts:
        yield from (reason.facts for reason in (*act.reasons, *act.leaned_on))
        yield from (node.facts for trace in act.traces for node in trace.walk())
