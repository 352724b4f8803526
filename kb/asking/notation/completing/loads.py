"""Divides land units among the ships that carry them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from kb.cases.language.scenario import Act, PositionTable, units_of
from kb.cases.language.units import Row, Units
from kb.engine.core.position import replace
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import Board

#: the cost of a unit and the room of a ship whose values are not known
_COST, _ROOM = 1, 2


def loads_of(board: Board, units: Units, ship: str) -> list[Units]:
    """Return units divided among as few ships of a type as carry them, those that need most room first."""
    costs = {row.unit: board.unit(row.unit).transport_cost or _COST for row in units}
    room, loads = board.unit(ship).transport_room or _ROOM, list[Counter[tuple[str, str]]]()
    for row in sorted(units, key=lambda each: -costs[each.unit]):
        for _ in range(row.number):
            fits = (each for each in loads if sum(costs[unit] for _, unit in each.elements()) + costs[row.unit] <= room)
            load = next(fits, None)
            if load is None:
                loads.append(load := Counter())
            load[row.power, row.unit] += 1
    return [tuple(Row(*key, number) for key, number in each.items()) for each in loads]


def divided_loads(rules: Rulebook, position: PositionTable, acts: Sequence[Act]) -> Iterator[Act]:
    """Yield the actions; a load that needs several ships of its zone is divided, one action for each ship."""
    board = rules.board
    for act in acts:
        rows, zone = (act.units() if act.kind == "load" and "transport" not in act.given else ()), act.named("to")
        there = units_of(position["spaces"].get(zone, {})).get(act.power or position["turn"], ())
        ships = [row for row in there if board.unit(row.unit).transport_room]
        loads = loads_of(board, rows, ships[0].unit) if ships and not any(row.state for row in rows) else []
        if 1 < len(loads) <= sum(row.number for row in ships):
            yield from (replace(act, what=each) for each in loads)
        else:
            yield act
