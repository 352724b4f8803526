"""What may be expected of the printed map, charts and components: one small function for each key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kb.engine.core.rulebook import Rulebook
from kb.engine.setup import treasuries as setup_treasuries
from kb.games.board_model import Board, Canal, UnitType
from kb.scenarios.vocabulary import NONE

Both = tuple[Any, Any]
#: gives what is known of a section (title, pages, parent) by its id, nothing where there is none
Sections = Callable[[str], Mapping[str, str] | None]
LOOK_UPS: dict[str, Callable[[Rulebook, Any], Both]] = {}


def compare(rules: Rulebook, key: str, wanted: Any, sections: Sections | None = None) -> Both:
    """What is expected under a key, and what is printed. Sections are passed over where they are not at hand."""
    if key == "section":
        return _section(wanted, sections) if sections else (wanted, wanted)
    return LOOK_UPS[key](rules, wanted)


def _section(wanted: Any, sections: Sections) -> Both:
    found = {each: sections(each) for each in wanted}
    return wanted, {each: {key: (told or {}).get(key, NONE) for key in wanted[each]} for each, told in found.items()}


def _looks_up(function: Callable[[Rulebook, Any], Both]) -> Callable[[Rulebook, Any], Both]:
    LOOK_UPS[function.__name__] = function
    return function


def _yes(truth: bool) -> str:
    return "yes" if truth else "no"


@_looks_up
def touch(rules: Rulebook, wanted: Any) -> Both:
    """Two spaces border each other."""
    return f"{wanted[0]} touches {wanted[1]}", _touching(rules.board, *wanted)


@_looks_up
def apart(rules: Rulebook, wanted: Any) -> Both:
    """Two spaces do not border each other."""
    return f"{wanted[0]} does not touch {wanted[1]}", _touching(rules.board, *wanted)


def _touching(board: Board, one: str, other: str) -> str:
    return f"{one} {'touches' if board.bordering(one, other) else 'does not touch'} {other}"


@_looks_up
def unit(rules: Rulebook, wanted: Any) -> Both:
    """Figures of the unit table; none where a unit has no such figure, unknown where it has one that nobody knows."""
    return wanted, {each: {key: _figure(rules.board.unit(each), key) for key in told} for each, told in wanted.items()}


def _figure(kind: UnitType, key: str) -> str:
    figure = getattr(kind, key)
    return "unknown" if key in kind.unknown else NONE if figure is None else str(figure)


@_looks_up
def setup(rules: Rulebook, wanted: Any) -> Both:
    """How many of the units named stand there at the start."""
    there = {(row.space, row.power, row.unit): row.count for row in rules.board.setup}
    got = {
        space: {power: {kind: there.get((space, power, kind), 0) for kind in kinds} for power, kinds in powers.items()}
        for space, powers in wanted.items()
    }
    return wanted, got


@_looks_up
def held_by(rules: Rulebook, wanted: Any) -> Both:
    """Who holds territories at the start."""
    return wanted, {land: rules.board.space(land).held_by or NONE for land in wanted}


@_looks_up
def owner(rules: Rulebook, wanted: Any) -> Both:
    """Whose emblem territories bear."""
    return wanted, {land: rules.board.space(land).owner or NONE for land in wanted}


@_looks_up
def island(rules: Rulebook, wanted: Any) -> Both:
    """Whether territories are islands."""
    return wanted, {land: _yes(rules.board.is_island(land)) for land in wanted}


@_looks_up
def impassable(rules: Rulebook, wanted: Any) -> Both:
    """Whether spaces are closed to everyone."""
    return wanted, {land: _yes(rules.board.space(land).closed) for land in wanted}


@_looks_up
def value(rules: Rulebook, wanted: Any) -> Both:
    """What territories are worth."""
    return wanted, {land: rules.board.space(land).value or 0 for land in wanted}


@_looks_up
def canal(rules: Rulebook, wanted: Any) -> Both:
    """Between which zones a canal is, and whose lands open it."""
    known = {each.id: each for each in rules.board.canals}
    return wanted, {each: {key: _of_canal(known[each], key) for key in told} for each, told in wanted.items()}


def _of_canal(canal: Canal, key: str) -> list[str]:
    return sorted((canal.one, canal.other) if key == "between" else canal.lands)


@_looks_up
def room(rules: Rulebook, wanted: Any) -> Both:
    """Loads that a ship has room for."""
    return wanted, {ship: [load for load in loads if _fits(rules.board, ship, load)] for ship, loads in wanted.items()}


@_looks_up
def no_room(rules: Rulebook, wanted: Any) -> Both:
    """Loads that a ship has no room for."""
    return wanted, {
        ship: [load for load in loads if not _fits(rules.board, ship, load)] for ship, loads in wanted.items()
    }


def _fits(board: Board, ship: str, load: Mapping[str, int]) -> bool:
    """Whether cargo, or aircraft, fit aboard a ship."""
    for space, cost in (("transport_room", "transport_cost"), ("carrier_room", "carrier_cost")):
        costs = [getattr(board.unit(kind), cost) for kind in load]
        if all(costs) and getattr(board.unit(ship), space):
            taken = sum(each * count for each, count in zip(costs, load.values(), strict=True))
            return bool(taken <= getattr(board.unit(ship), space))
    return False


@_looks_up
def phases(rules: Rulebook, wanted: Any) -> Both:
    """Phases in the order in which they come."""
    return wanted, [phase.id for phase in rules.ruleset.phases if phase.id in wanted]


@_looks_up
def powers(rules: Rulebook, wanted: Any) -> Both:
    """Powers in the order of their turns."""
    return wanted, [power for power in rules.order if power in wanted]


@_looks_up
def treasury(rules: Rulebook, wanted: Any) -> Both:
    """What powers begin with."""
    begin = setup_treasuries(rules.board)
    return wanted, {power: begin.get(power, 0) for power in wanted}


@_looks_up
def technology(rules: Rulebook, wanted: Any) -> Both:
    """The numbers of technologies on their chart."""
    numbers = {each.id: each.number for each in rules.board.technologies}
    return wanted, {each: numbers[each] for each in wanted}
