"""Changes of who acts: another kind of unit, one more that goes along, another power, from another space."""

from __future__ import annotations

from collections.abc import Iterator

from kb.asking.whatif.change import Change, Sort
from kb.asking.whatif.of_acts import origin_of, with_act
from kb.asking.whatif.scene import Scene
from kb.asking.whatif.standing import groups, may_stand, merged, more, with_group
from kb.engine.core.values import replace
from kb.scenarios.acts import VERBS
from kb.scenarios.language.scenario import Act, Value


def substituted(scene: Scene) -> Iterator[Change]:
    """Another kind of unit, which then stands where the action begins, in the place of the one that acts: in all
    actions. And one unit more that goes along, or of another power."""
    asked, turn = scene.asked, scene.asked.case.position["turn"]
    for place in reversed(range(len(asked.acts))):
        act = asked.acts[place]
        origin = origin_of(act)
        if not origin or not isinstance(act.what, dict):
            continue
        for power, units in act.what.items():
            own = power or act.power or turn
            for unit in units if isinstance(units, dict) else ():
                yield from _in_its_place(scene, place, origin, own, unit)


def _in_its_place(scene: Scene, place: int, origin: str, power: str, unit: str) -> Iterator[Change]:
    asked, board = scene.asked, scene.board
    act = asked.acts[place]
    for group in groups(asked, origin):
        if (group.power, group.unit) != (power, unit):
            continue
        for other in board.units:
            if other.id != unit and may_stand(board, other.id, origin):
                there = merged(with_group(asked, group), more(asked, origin, power, other.id, group.count))
                acts = tuple(_renamed(each, unit, other.id) for each in asked.acts)
                facts = {"place": place, "was": act, "act": acts[place], "unit": unit, "new": other.id}
                yield Change(Sort.ACT, {**facts, "space": origin, "power": power}, there, do=acts, size=1.2)
        for owner in scene.powers:
            if owner != power:
                there = more(asked, origin, owner, unit, group.count)
                for acting in ("", owner):
                    moved = replace(act, what={owner if not acting else "": {unit: _number(act, unit)}})
                    moved = replace(moved, power=acting or act.power)
                    yield with_act(scene, place, moved, there, 1.4)
    for other in board.units:
        if may_stand(board, other.id, origin):
            there = more(asked, origin, power, other.id)
            number = _number(act, other.id)
            if other.id != unit:
                yield with_act(scene, place, _renamed(act, unit, other.id), there, 1.2)
            yield with_act(scene, place, replace(act, what={"": {other.id: 1}}), there, 1.2)
            if number or other.id != unit:
                what = {**act.what, "": {**act.what.get("", {}), other.id: number + 1}}
                yield with_act(scene, place, replace(act, what=what), there, 1.2)


def placed(scene: Scene) -> Iterator[Change]:
    """What is placed, with a unit more that was bought, too."""
    for place, act in enumerate(scene.asked.acts):
        if act.kind == "mobilize":
            power = act.power or scene.asked.case.position["turn"]
            had = scene.asked.case.position.get("bought", {}).get(power, {})
            for unit in scene.board.units:
                more_bought = {"bought": {power: {unit.id: had.get(unit.id, 0) + 1}}}
                what = {**act.what, unit.id: act.what.get(unit.id, 0) + 1}
                yield with_act(scene, place, replace(act, what=what), more_bought, 1.3)


def from_elsewhere(scene: Scene) -> Iterator[Change]:
    """The same units, had they stood in another space and gone from there."""
    for place in reversed(range(len(scene.asked.acts))):
        act = scene.asked.acts[place]
        origin = origin_of(act)
        for space in (*scene.spaces, *scene.near) if origin else ():
            moved = _moved(scene, act, space)
            units = act.what.get("", {}) if isinstance(act.what, dict) else {act.what: 1}
            fit = all(isinstance(n, int) and _may_stand(scene, unit, space) for unit, n in units.items())
            if moved and units and fit and space != origin:
                power = act.power or scene.asked.case.position["turn"]
                there = merged(*(more(scene.asked, space, power, unit, n) for unit, n in units.items()))
                yield with_act(scene, place, moved, there, 1.4)


def _may_stand(scene: Scene, unit: str, space: str) -> bool:
    return unit in scene.asked.rules.kinds and may_stand(scene.board, unit, space)


def _moved(scene: Scene, act: Act, space: str) -> Act | None:
    """An action that begins in another space; nothing where it cannot."""
    if "route" in act.given:
        route = act.given["route"]
        after = next((n for n in range(len(route) - 1, 0, -1) if route[n] in scene.board.around(space)), 0)
        return replace(act, given={**act.given, "route": [space, *route[after:]]}) if after else None
    if isinstance(act.given.get("from"), str):
        if act.given.get("at") == space and "from" in VERBS[act.kind].optional:
            return replace(act, given={key: value for key, value in act.given.items() if key != "from"})
        return replace(act, given={**act.given, "from": space})
    return None


def in_anothers_turn(scene: Scene) -> Iterator[Change]:
    """The same by another power, whose turn it is then and who has the units that act."""
    asked, turn = scene.asked, scene.asked.case.position["turn"]
    first = next((act for act in asked.acts if isinstance(act.what, dict) and origin_of(act)), None)
    units = first.what.get("") if first else None
    if not first or not units or first.power or not all(isinstance(each, int) for each in units.values()):
        return
    for power in dict.fromkeys((*scene.powers, *asked.rules.order)):
        if power != turn and power in asked.rules.order:
            there = merged(*(more(asked, origin_of(first), power, unit, n) for unit, n in units.items()))
            yield Change(Sort.TURN, {"power": power, "units": units}, {"turn": power, **there}, size=1.6)


def _number(act: Act, unit: str) -> int:
    """How many units of a type an action names."""
    some = next((units[unit] for units in act.what.values() if unit in units), 0)
    return some if isinstance(some, int) else 1


def _renamed(act: Act, unit: str, other: str) -> Act:
    """An action with another type of unit."""
    return replace(act, what=_swapped(act.what, unit, other))


def _swapped(value: Value, unit: str, other: str) -> Value:
    if not isinstance(value, dict):
        return value
    made: dict[str, Value] = {}
    for key, each in value.items():
        new, its = other if key == unit else key, _swapped(each, unit, other)
        both = isinstance(its, int) and isinstance(made.get(new), int)
        made[new] = made[new] + its if both else its
    return made
