"""Changes of units: one more or fewer, another one instead, a power's units gone; what has happened to them; cargo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kb.asking.whatif.change import Change, Sort
from kb.asking.whatif.scene import Scene
from kb.asking.whatif.standing import (
    Group,
    contents,
    entries,
    groups,
    may_stand,
    merged,
    more,
    with_entries,
    with_group,
)
from kb.engine.core.position import Mark
from kb.games.board_model import SpaceKind, UnitKind
from kb.scenarios.language.scenario import Plain, Value

#: the marks that are tried, each with the kinds of unit that can bear it
_MOVERS = (UnitKind.LAND, UnitKind.AIR, UnitKind.SHIP)
_MARKS: dict[Mark, tuple[UnitKind, ...]] = {
    **dict.fromkeys((Mark.COMBAT_MOVED, Mark.NONCOMBAT_MOVED, Mark.FOUGHT, Mark.RETREATED, Mark.MOBILIZED), _MOVERS),
    **dict.fromkeys((Mark.LOADED, Mark.OFFLOADED), (UnitKind.LAND, UnitKind.SHIP)),
    **dict.fromkeys((Mark.LANDED, Mark.RAIDED, Mark.INTERCEPTED, Mark.SCRAMBLED), (UnitKind.AIR,)),
    **dict.fromkeys((Mark.SUBMERGED, Mark.BOMBARDED), (UnitKind.SHIP,)),
    **dict.fromkeys((Mark.CAPTURED, Mark.LAUNCHED_ROCKET), (UnitKind.LAND,)),
}


def fewer(scene: Scene, spaces: Iterable[str]) -> Iterator[Change]:
    """One unit fewer of each kind, all of a kind gone, and all units of a power in a space gone."""
    asked = scene.asked
    for space in spaces:
        there = list(groups(asked, space))
        for group in there:
            facts = _facts(group)
            left = {**group.entry, "count": group.count - 1}
            if group.count > 1:
                all_of_it = with_group(asked, group)
                yield Change(Sort.FEWER, {**facts, "left": 0}, all_of_it, size=1 + group.count / 10)
            if group.count > 2:
                some = with_group(asked, group, {**group.entry, "count": group.count - 2})
                yield Change(Sort.FEWER, {**facts, "left": group.count - 2}, some, size=1.2)
            yield Change(Sort.FEWER, {**facts, "left": group.count - 1}, with_group(asked, group, left))
        for power in dict.fromkeys(group.power for group in there):
            own = [group for group in there if group.power == power]
            if len(own) > 1:
                gone = merged(*(_none(scene, group) for group in own))
                yield Change(Sort.WITHOUT, {"space": space, "power": power}, gone, size=1 + len(own) / 5)
        if len(there) > 1 and space in asked.case.position.get("spaces", {}):
            yield Change(Sort.WITHOUT, {"space": space}, {"spaces": {space: {}}}, size=1.5 + len(there) / 5)


def _none(scene: Scene, group: Group) -> Plain:
    if group.space in scene.asked.case.position.get("spaces", {}):
        return {"spaces": {group.space: {group.power: {group.unit: 0}}}}
    return with_group(scene.asked, group)


def one_more(scene: Scene, spaces: Iterable[str], powers: Iterable[str]) -> Iterator[Change]:
    """One unit more of each kind that may stand there, of each power."""
    powers = tuple(powers)
    for space in spaces:
        if scene.board.space(space).closed:
            continue
        for power in powers:
            for unit in scene.board.units:
                if may_stand(scene.board, unit.id, space):
                    had = contents(scene.asked, space).get(power, {}).get(unit.id, 0)
                    facts = {"space": space, "power": power, "unit": unit.id, "had": bool(had)}
                    size = 1.0 if unit.kind is not UnitKind.FACILITY or had else 1.2
                    yield Change(Sort.MORE, facts, more(scene.asked, space, power, unit.id), size=size)


def instead(scene: Scene, spaces: Iterable[str]) -> Iterator[Change]:
    """Another unit of the same kind, or of another power, in the place of one."""
    board, asked = scene.board, scene.asked
    for space in spaces:
        for group in groups(asked, space):
            facts = _facts(group)
            gone = with_group(asked, group, {**group.entry, "count": group.count - 1})
            for unit in board.units:
                if unit.kind is board.unit(group.unit).kind and unit.id != group.unit:
                    there = merged(gone, more(asked, space, group.power, unit.id))
                    yield Change(Sort.INSTEAD, {**facts, "count": 1, "new": unit.id}, there, size=1.6)
                    if group.count > 1:
                        whole = merged(with_group(asked, group), more(asked, space, group.power, unit.id, group.count))
                        yield Change(Sort.INSTEAD, {**facts, "new": unit.id}, whole, size=1.7)
            for power in scene.powers:
                if power != group.power:
                    own = entries(contents(asked, space).get(power, {}).get(group.unit, 0))
                    whole = with_entries(asked, space, power, group.unit, [*own, group.entry])
                    yield Change(
                        Sort.INSTEAD, {**facts, "owner": power}, merged(with_group(asked, group), whole), size=1.3
                    )


def states(scene: Scene, spaces: Iterable[str]) -> Iterator[Change]:
    """Damage, movement spent, marks, where units came from: one of them otherwise."""
    for space in spaces:
        for group in groups(scene.asked, space):
            for key, value in _states(scene, group):
                row = {each: its for each, its in group.entry.items() if each != key}
                changed = with_group(scene.asked, group, row if value in (0, []) else {**row, key: value})
                facts = {**_facts(group), "key": key, "value": value, "was": group.entry.get(key)}
                yield Change(Sort.STATE, facts, changed, size=2.0 if key == "is" else 1.2)


def _states(scene: Scene, group: Group) -> Iterator[tuple[str, Value]]:
    """What may be otherwise of some units: pairs of a key of an entry and its value."""
    kind, entry = scene.board.unit(group.unit), group.entry
    damage, spent, marks = entry.get("damage", 0), entry.get("spent", 0), list(entry.get("is", ()))
    for key in ("came", "bound"):
        if key in entry:
            yield key, []
    if spent:
        yield "spent", 0
        yield "spent", spent - 1
    for mark in marks:
        yield "is", [each for each in marks if each != mark]
    most = kind.hits or 1
    if damage:
        yield "damage", 0
    for number in {damage - 1, damage + 1, *scene.numbers} if kind.kind is UnitKind.FACILITY else {damage + 1}:
        if damage != number > 0 and (kind.kind is UnitKind.FACILITY or number < most):
            yield "damage", min(number, 20)
    if kind.kind is not UnitKind.FACILITY:
        yield "spent", spent + 1
        if kind.move and kind.move > spent + 1:
            yield "spent", kind.move
        fitting = (mark for mark, kinds in _MARKS.items() if kind.kind in kinds and mark.value not in marks)
        yield from (("is", [*marks, mark.value]) for mark in fitting)
        yield from (("came", [space]) for space in sorted(scene.board.around(group.space)) if "came" not in entry)


def cargo(scene: Scene, spaces: Iterable[str]) -> Iterator[Change]:
    """What is aboard: nothing, or one unit more or fewer, or another one instead."""
    for space in spaces:
        if scene.board.space(space).kind is not SpaceKind.SEA_ZONE:
            continue
        for group in groups(scene.asked, space):
            kind = scene.board.unit(group.unit)
            if not (kind.transport_room or kind.carrier_room):
                continue
            for aboard, what in _cargoes(scene, group, bool(kind.transport_room)):
                one = {key: value for key, value in group.entry.items() if key not in ("cargo", "count")}
                rest = {**group.entry, "count": group.count - 1}
                changed = with_group(scene.asked, group, rest, {**one, **({"cargo": aboard} if aboard else {})})
                yield Change(Sort.CARGO, {**_facts(group), **what}, changed)


def _cargoes(scene: Scene, group: Group, transport: bool) -> Iterator[tuple[Plain, Plain]]:
    """Each other cargo of a ship, with what is different."""
    own: Plain = group.entry.get("cargo") or {}
    if own:
        yield {}, {"less": "all"}
    for power, units in own.items():
        for unit, some in units.items():
            if isinstance(some, int):
                rest = {**units, unit: some - 1} if some > 1 else {key: n for key, n in units.items() if key != unit}
                left = {**own, power: rest} if rest else {key: each for key, each in own.items() if key != power}
                if left:
                    yield left, {"less": unit}
                for other in _freight(scene, transport):
                    if other != unit and isinstance(rest.get(other, 0), int):
                        both = {**rest, other: rest.get(other, 0) + 1}
                        yield {**own, power: both}, {"less": unit, "aboard": other}
    for power in ("", *(each for each in scene.powers if each != group.power)):
        for unit in _freight(scene, transport):
            some = own.get(power, {}).get(unit, 0)
            if isinstance(some, int):
                yield {**own, power: {**own.get(power, {}), unit: some + 1}}, {"aboard": unit, "owner": power}


def _freight(scene: Scene, transport: bool) -> list[str]:
    """The types of unit that a transport takes aboard, or a carrier."""
    return [unit.id for unit in scene.board.units if (unit.transport_cost if transport else unit.carrier_cost)]


def _facts(group: Group) -> dict[str, Value]:
    return {"space": group.space, "power": group.power, "unit": group.unit, "count": group.count}
