"""The ways that a unit can go: every one by land and sea, the shortest through the air."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine.board.spaces import air_distances
from kb.engine.board.unit_types import is_kind
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.units.antiaircraft import gun_against
from kb.engine.units.moving import allowance
from kb.games.board_model import UnitKind

Route = tuple[str, ...]


def ways(play: Play, unit: Unit) -> Iterator[Route]:
    """The ways that a unit's movement allows: for aircraft one or two to each space, for others every one."""
    if is_kind(play, unit, UnitKind.AIR):
        return _flights(play, unit)
    return _walks(play, unit)


def _walks(play: Play, unit: Unit) -> Iterator[Route]:
    """Every way of a land or sea unit; a facility crosses one border at most."""
    fixed = is_kind(play, unit, UnitKind.FACILITY)
    ways: list[Route] = [(unit.at,)]
    for way in ways:
        for near in sorted(play.board.around(way[-1])):
            longer = (*way, near)
            if len(way) <= (1 if fixed else allowance(play, unit, longer, (unit.id,))):
                ways.append(longer)
                yield longer


def _flights(play: Play, unit: Unit) -> Iterator[Route]:
    """The shortest way to each space, and the shortest past enemy guns where that is another."""
    near = play.rules.air_distances(unit.at)
    reach = allowance(play, unit, (), (unit.id,))
    guns = {space for space, far in near.items() if far <= reach and gun_against(play, space, [unit])}
    shut = set(near) - set(air_distances(play, unit.at, unit.power))
    straight = _spread(play, unit.at, reach, shut)
    yield from straight.values()
    for space, way in _spread(play, unit.at, reach, guns | shut).items():
        if guns & set(straight[space][1:-1]):
            yield way


def _spread(play: Play, start: str, reach: int, avoided: set[str]) -> dict[str, Route]:
    """A shortest way to each space within reach that passes no avoided space; it may end in one."""
    open_to_air = play.rules.air_distances(start)
    found: dict[str, Route] = {start: (start,)}
    edge = [start]
    for space in edge:
        way = found[space]
        if len(way) > reach or (space in avoided and space != start):
            continue
        for near in sorted(play.board.around(space)):
            if near in open_to_air and near not in found:
                found[near] = (*way, near)
                edge.append(near)
    del found[start]
    return found
