"""One small change of a request, as a value; and a written position with one entry otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from kb.asking.request import EngineRequest
from kb.cases.language.scenario import Act, Plain, Value
from kb.engine.core.position import replace
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import SpaceKind, UnitKind

#: what kind of change it is: of units, of time and rules, of what powers have, of what is done
UnitSort = Literal["more", "fewer", "without", "instead", "state", "cargo"]
TimeSort = Literal["turn", "phase", "round", "option", "technology", "advantage", "rules"]
TableSort = Literal["holder", "war", "money", "bought", "note"]
ActSort = Literal["act", "left out", "order", "added", "choice", "die"]
Sort = UnitSort | TimeSort | TableSort | ActSort
#: what tells a die from all others in a record: who rolls, where, for which unit, which of its rolls
Die = tuple[str, str, int, int]
#: what tells a choice from all others in a record: who chooses, what, where, the how manieth time
Chosen = tuple[str, str, str, int]


@dataclass(frozen=True, slots=True)
class RequestChange:
    """One change. ``position`` is laid over the position, ``do`` are the actions that are done instead, ``rules`` are
    those of another printing; ``faces`` and ``taken`` are dice and choices of the record that come out otherwise;
    ``places`` are the places that the actions had before, where these are not the same; -1 of one that is new.

    ``facts`` are what a sentence about it needs, ``size`` how large it is where it is not as its sort is.
    """

    sort: Sort
    facts: Mapping[str, Value] = field(default_factory=dict, compare=False)
    position: Plain = field(default_factory=dict)
    size: float | None = None
    do: tuple[Act, ...] | None = None
    rules: Rulebook | None = None
    faces: Mapping[Die, int] = field(default_factory=dict)
    taken: Mapping[Chosen, Value] = field(default_factory=dict)
    places: tuple[int, ...] | None = None

    def applied(self, request: EngineRequest) -> EngineRequest:
        """The request with this change."""
        changed = request.changed(self.position) if self.position else request
        if self.do is not None:
            changed = replace(changed, case=replace(changed.case, do=self.do))
        return replace(changed, rules=self.rules) if self.rules else changed


#: all changes of a kind, one after another
Changes = Iterator[RequestChange]


# -- units in a written position


@dataclass(frozen=True, slots=True)
class PlacedUnits:
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

    @property
    def facts(self) -> dict[str, Value]:
        """What sentences say of them."""
        return {"space": self.space, "power": self.power, "unit": self.unit, "count": self.count}


class WrittenPosition:
    """The position of a request, and the changes of it that put other units into a space."""

    def __init__(self, request: EngineRequest) -> None:
        self.plain: Plain = request.case.position
        self.spaces: Plain = self.plain.get("spaces", {})
        self.board = request.rules.board

    def contents(self, space: str) -> Plain:
        """What stands in a space, as the position has it, or as the printed set-up has it where it says nothing."""
        if space in self.spaces or self.plain.get("from") != "setup":
            return self.spaces.get(space) or {}
        found: dict[str, dict[str, int]] = {}
        for row in self.board.setup:
            if row.space == space:
                own = found.setdefault(row.power, {})
                own[row.unit] = own.get(row.unit, 0) + row.count
        return found

    def entries(self, space: str, power: str, unit: str) -> list[Plain]:
        """The entries of the units of a type that a power has in a space: of a number one, of a list each."""
        some = self.contents(space).get(power, {}).get(unit, 0)
        return [dict(each) for each in some] if isinstance(some, list) else [{"count": some}] if some else []

    def groups(self, *spaces: str) -> Iterator[PlacedUnits]:
        """Everything that stands in some spaces."""
        for space in spaces:
            for power, units in self.contents(space).items():
                for unit in units if power != "held_by" else ():
                    for place, entry in enumerate(self.entries(space, power, unit)):
                        yield PlacedUnits(space, power, unit, place, entry)

    def with_entries(self, space: str, power: str, unit: str, rows: Sequence[Plain]) -> Plain:
        """The change after which these are the units of a type in a space."""
        value: Value = [{key: n for key, n in row.items() if key != "count" or n != 1} for row in rows]
        if all(not row.keys() - {"count"} for row in rows):
            value = sum(row.get("count", 1) for row in rows)
        inner = {power: {unit: value}}
        if space not in self.spaces and (there := self.contents(space)):
            inner = {owner: dict(units) for owner, units in there.items()}
            inner.setdefault(power, {})[unit] = value
            if not value:
                del inner[power][unit]
        return {"spaces": {space: inner}}

    def with_group(self, group: PlacedUnits, *rows: Plain) -> Plain:
        """The change after which some rows stand in the place of a group; none takes it away."""
        own = self.entries(group.space, group.power, group.unit)
        own[group.place : group.place + 1] = [row for row in rows if row.get("count", 1)]
        return self.with_entries(group.space, group.power, group.unit, own)

    def more(self, space: str, power: str, unit: str, count: int = 1) -> Plain:
        """The change that puts units more into a space."""
        own = self.entries(space, power, unit)
        if own and not own[-1].keys() - {"count"}:
            own[-1] = {"count": own[-1].get("count", 1) + count}
        else:
            own.append({"count": count})
        return self.with_entries(space, power, unit, own)

    def may_stand(self, unit: str, space: str) -> bool:
        """Whether a unit may stand in a space: land units and facilities on land, ships at sea, aircraft anywhere."""
        kind, sea = self.board.unit(unit).kind, self.board.space(space).kind is SpaceKind.SEA_ZONE
        return kind is UnitKind.AIR or (kind is UnitKind.SHIP) is sea


def merged(*changes: Plain) -> Plain:
    """Several changes of a position as one."""
    whole: dict[str, Value] = {}
    for change in changes:
        for key, value in change.items():
            before = whole.get(key)
            whole[key] = merged(before, value) if isinstance(before, dict) and isinstance(value, dict) else value
    return whole
