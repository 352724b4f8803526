"""Reads a written position: what stands in a space, in which entries; and writes it with one entry otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.asking.request import Asked
from kb.games.board_model import Board, SpaceKind, UnitKind
from kb.scenarios.language.scenario import Plain, Value


@dataclass(frozen=True, slots=True)
class Group:
    """Equal units of a power in a space: one entry of the position."""

    space: str
    power: str
    unit: str
    place: int
    entry: Plain

    @property
    def count(self) -> int:
        """How many they are."""
        return int(self.entry.get("count", 1))


def contents(asked: Asked, space: str) -> Plain:
    """What stands in a space, as the position has it, or as the printed set-up has it where it says nothing of it."""
    position: Plain = asked.case.position
    written = position.get("spaces", {}).get(space)
    if written is not None or position.get("from") != "setup":
        return written or {}
    made: dict[str, dict[str, int]] = {}
    for row in asked.rules.board.setup:
        if row.space == space:
            own = made.setdefault(row.power, {})
            own[row.unit] = own.get(row.unit, 0) + row.count
    return made


def entries(some: Value) -> list[Plain]:
    """The entries of a number of units, or of a list."""
    return [dict(each) for each in some] if isinstance(some, list) else [{"count": some}] if some else []


def groups(asked: Asked, space: str) -> Iterator[Group]:
    """Everything that stands in a space."""
    for power, units in contents(asked, space).items():
        for unit, some in units.items() if power != "held_by" else ():
            for place, entry in enumerate(entries(some)):
                yield Group(space, power, unit, place, entry)


def with_entries(asked: Asked, space: str, power: str, unit: str, rows: Sequence[Plain]) -> Plain:
    """The change of a position after which these are the units of a type in a space."""
    plain = all(not row.keys() - {"count"} for row in rows)
    total = sum(row.get("count", 1) for row in rows)
    value: Value = total if plain else [_shorter(row) for row in rows]
    inner = {power: {unit: value}}
    if space not in asked.case.position.get("spaces", {}) and contents(asked, space):
        there = {owner: dict(units) for owner, units in contents(asked, space).items()}
        there.setdefault(power, {})[unit] = value
        if not value:
            del there[power][unit]
        inner = there
    return {"spaces": {space: inner}}


def _shorter(row: Plain) -> Plain:
    return {key: value for key, value in row.items() if key != "count" or value != 1}


def with_group(asked: Asked, group: Group, *rows: Plain) -> Plain:
    """The change after which some rows stand in the place of a group; none takes it away."""
    own = entries(contents(asked, group.space).get(group.power, {}).get(group.unit, 0))
    own[group.place : group.place + 1] = [row for row in rows if row.get("count", 1)]
    return with_entries(asked, group.space, group.power, group.unit, own)


def more(asked: Asked, space: str, power: str, unit: str, count: int = 1) -> Plain:
    """The change that puts units more into a space."""
    own = entries(contents(asked, space).get(power, {}).get(unit, 0))
    if own and not own[-1].keys() - {"count"}:
        own[-1] = {"count": own[-1].get("count", 1) + count}
    else:
        own.append({"count": count})
    return with_entries(asked, space, power, unit, own)


def merged(*changes: Plain) -> Plain:
    """Several changes as one."""
    made: dict[str, Value] = {}
    for change in changes:
        for key, value in change.items():
            before = made.get(key)
            made[key] = merged(before, value) if isinstance(before, dict) and isinstance(value, dict) else value
    return made


def may_stand(board: Board, unit: str, space: str) -> bool:
    """Whether a unit may stand in a space: land units and facilities on land, ships at sea, aircraft anywhere."""
    kind, sea = board.unit(unit).kind, board.space(space).kind is SpaceKind.SEA_ZONE
    return kind is UnitKind.AIR or (kind is UnitKind.SHIP) is sea
