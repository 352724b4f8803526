"""Changes of units: one more or fewer, another one instead, a power's units gone; what has happened to them; cargo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kb.asking.flips.change import Changes, PlacedUnits, RequestChange, merged
from kb.asking.flips.scope import Scope
from kb.cases.language.scenario import Plain, Value
from kb.engine.core.position import Mark
from kb.games.board_model import SpaceKind, UnitKind

#: the marks that are tried, each with the kinds of unit that can bear it
_MOVERS = (UnitKind.LAND, UnitKind.AIR, UnitKind.SHIP)
_MARKS: dict[Mark, tuple[UnitKind, ...]] = {
    **dict.fromkeys((Mark.COMBAT_MOVED, Mark.NONCOMBAT_MOVED, Mark.FOUGHT, Mark.RETREATED, Mark.MOBILIZED), _MOVERS),
    **dict.fromkeys((Mark.LOADED, Mark.OFFLOADED), (UnitKind.LAND, UnitKind.SHIP)),
    **dict.fromkeys((Mark.LANDED, Mark.RAIDED, Mark.INTERCEPTED, Mark.SCRAMBLED), (UnitKind.AIR,)),
    **dict.fromkeys((Mark.SUBMERGED, Mark.BOMBARDED), (UnitKind.SHIP,)),
    **dict.fromkeys((Mark.CAPTURED, Mark.LAUNCHED_ROCKET), (UnitKind.LAND,)),
}


def one_more(scope: Scope, spaces: Iterable[str]) -> Changes:
    """One unit more of each kind that may stand there, of each power."""
    open_spaces = (space for space in spaces if not scope.board.space(space).closed)
    for space, power in ((space, power) for space in open_spaces for power in scope.powers):
        for unit in scope.board.units:
            if scope.written.may_stand(unit.id, space):
                had = bool(scope.written.contents(space).get(power, {}).get(unit.id, 0))
                facts = {"space": space, "power": power, "unit": unit.id, "had": had}
                size = 1.2 if unit.kind is UnitKind.FACILITY and not had else None
                yield RequestChange("more", facts, scope.written.more(space, power, unit.id), size)


def fewer(scope: Scope, spaces: Iterable[str]) -> Changes:
    """One unit fewer of each kind, all of a kind gone, and all units of a power in a space gone."""
    written = scope.written
    for space in spaces:
        there = list(written.groups(space))
        for group in there:
            count = group.count
            lefts = [(0, 1 + count / 10)] if count > 1 else []
            lefts += [(count - 2, 1.2)] if count > 2 else []
            for left, size in (*lefts, (count - 1, None)):
                rows = [{**group.entry, "count": left}] if left else []
                yield RequestChange("fewer", {**group.facts, "left": left}, written.with_group(group, *rows), size)
        for power in dict.fromkeys(group.power for group in there):
            own = [group for group in there if group.power == power]
            if len(own) > 1:
                gone = (
                    {"spaces": {space: {power: {group.unit: 0}}}}
                    if space in written.spaces
                    else written.with_group(group)
                    for group in own
                )
                yield RequestChange("without", {"space": space, "power": power}, merged(*gone), 1 + len(own) / 5)
        if len(there) > 1 and space in written.spaces:
            yield RequestChange("without", {"space": space}, {"spaces": {space: {}}}, 1.5 + len(there) / 5)


def instead(scope: Scope, spaces: Iterable[str]) -> Changes:
    """Another unit of the same kind, or of another power, in the place of one."""
    board, written = scope.board, scope.written
    for group in written.groups(*spaces):
        space, count = group.space, group.count
        gone, fewer_by_one = written.with_group(group), {**group.entry, "count": count - 1}
        for unit in board.units:
            if unit.kind is board.unit(group.unit).kind and unit.id != group.unit:
                one = merged(written.with_group(group, fewer_by_one), written.more(space, group.power, unit.id))
                yield RequestChange("instead", {**group.facts, "count": 1, "new": unit.id}, one)
                if count > 1:
                    whole = merged(gone, written.more(space, group.power, unit.id, count))
                    yield RequestChange("instead", {**group.facts, "new": unit.id}, whole, 1.7)
        for power in (power for power in scope.powers if power != group.power):
            own = written.entries(space, power, group.unit)
            whole = merged(gone, written.with_entries(space, power, group.unit, [*own, group.entry]))
            yield RequestChange("instead", {**group.facts, "owner": power}, whole, 1.3)


def states(scope: Scope, spaces: Iterable[str]) -> Changes:
    """Damage, movement spent, marks, where units came from: one of them otherwise."""
    for group in scope.written.groups(*spaces):
        for key, value in _states(scope, group):
            row = {each: its for each, its in group.entry.items() if each != key}
            changed = scope.written.with_group(group, row if value in (0, []) else {**row, key: value})
            facts = {**group.facts, "key": key, "value": value, "was": group.entry.get(key)}
            yield RequestChange("state", facts, changed, 2.0 if key == "is" else None)


def _states(scope: Scope, group: PlacedUnits) -> Iterator[tuple[str, Value]]:
    """What may be otherwise of some units: pairs of a key of an entry and its value."""
    kind, entry = scope.board.unit(group.unit), group.entry
    damage, spent, marks = entry.get("damage", 0), entry.get("spent", 0), list(entry.get("is", ()))
    facility = kind.kind is UnitKind.FACILITY
    yield from ((key, []) for key in ("came", "bound") if key in entry)
    if spent:
        yield "spent", 0
        yield "spent", spent - 1
    yield from (("is", [each for each in marks if each != mark]) for mark in marks)
    if damage:
        yield "damage", 0
    for number in {damage - 1, damage + 1, *scope.numbers} if facility else {damage + 1}:
        if damage != number > 0 and (facility or number < (kind.hits or 1)):
            yield "damage", min(number, 20)
    if not facility:
        yield "spent", spent + 1
        if kind.move and kind.move > spent + 1:
            yield "spent", kind.move
        fitting = (mark for mark, kinds in _MARKS.items() if kind.kind in kinds and mark.value not in marks)
        yield from (("is", [*marks, mark.value]) for mark in fitting)
        yield from (("came", [space]) for space in sorted(scope.board.around(group.space)) if "came" not in entry)


def cargo(scope: Scope, spaces: Iterable[str]) -> Changes:
    """What is aboard: nothing, or one unit more or fewer, or another one instead."""
    at_sea = (space for space in spaces if scope.board.space(space).kind is SpaceKind.SEA_ZONE)
    for group in scope.written.groups(*at_sea):
        kind = scope.board.unit(group.unit)
        if kind.transport_room or kind.carrier_room:
            freight = [
                each.id
                for each in scope.board.units
                if (each.transport_cost if kind.transport_room else each.carrier_cost)
            ]
            for aboard, what in _cargoes(scope, group, freight):
                one = {key: value for key, value in group.entry.items() if key not in ("cargo", "count")}
                rows = {**group.entry, "count": group.count - 1}, {**one, **({"cargo": aboard} if aboard else {})}
                yield RequestChange("cargo", {**group.facts, **what}, scope.written.with_group(group, *rows))


def _cargoes(scope: Scope, group: PlacedUnits, freight: list[str]) -> Iterator[tuple[Plain, Plain]]:
    """Each other cargo of a ship that takes some types of unit aboard, with what is different."""
    own: Plain = group.entry.get("cargo") or {}
    if own:
        yield {}, {"less": "all"}
    for power, units in own.items():
        for unit, some in ((unit, some) for unit, some in units.items() if isinstance(some, int)):
            rest = {**units, unit: some - 1} if some > 1 else {key: n for key, n in units.items() if key != unit}
            if left := {**own, power: rest} if rest else {key: each for key, each in own.items() if key != power}:
                yield left, {"less": unit}
            for other in freight:
                if other != unit and isinstance(rest.get(other, 0), int):
                    both = {**rest, other: rest.get(other, 0) + 1}
                    yield {**own, power: both}, {"less": unit, "aboard": other}
    for power in ("", *(each for each in scope.powers if each != group.power)):
        for unit in freight:
            some = own.get(power, {}).get(unit, 0)
            if isinstance(some, int):
                yield {**own, power: {**own.get(power, {}), unit: some + 1}}, {"aboard": unit, "owner": power}
