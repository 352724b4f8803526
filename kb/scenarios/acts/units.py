"""Chooses the units that an act refers to by type and count: named ones, else those that have not acted yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kb.engine.core.position import Mark, Unit
from kb.scenarios.acts.verb import Context, Unplayable
from kb.scenarios.language.scenario import Act, Plain

Ids = tuple[int, ...]
Eligible = Callable[[Unit], bool]
#: units of a lower rank are meant first
Order = Callable[[Unit], tuple[bool, int]]


def any_unit(unit: Unit) -> bool:
    """Accepts every unit."""
    return True


def _fresh(unit: Unit) -> tuple[bool, int]:
    """Those that have done nothing this turn come first, then those of a lower id."""
    return (bool(unit.marks or unit.spent or unit.aboard), unit.id)


def moving_first(*done: Mark) -> Order:
    """The order in which units that have moved, and do not have the marks of ``done``, come first."""

    def order(unit: Unit) -> tuple[bool, int]:
        return (bool(unit.marks & {*done}) or not (unit.marks or unit.came), unit.id)

    return order


def choose_units(
    act: Act, context: Context, power: str, wanted: Plain, space: str, may: Eligible = any_unit, order: Order = _fresh
) -> Ids:
    """The ids of the units that are meant. Raises :class:`Unplayable` if they are too few or a named one is gone."""
    found: list[int] = []
    for name in act.which:
        named_unit(context, name)
    for owner, units in wanted.items():
        for kind, count in units.items():
            found += _of_kind(act, context, owner or power, kind, count, space, may, order)
    return tuple(found)


def _of_kind(
    act: Act, context: Context, power: str, kind: str, count: int, space: str, may: Eligible, order: Order
) -> Iterable[int]:
    present = [unit for unit in context.position.at(space) if unit.power == power and unit.type == kind]
    named = {unit for name in act.which for unit in context.names.get(name, ())}
    fit = [unit for unit in present if may(unit)]
    if any(context.position.units[unit].type == kind for unit in named if unit in context.position.units):
        fit = [unit for unit in fit if unit.id in named]
    if len(fit) < count:
        raise Unplayable(_too_few(power, kind, count, space, len(present), len(fit)), what_is_there(context, space))
    return [unit.id for unit in sorted(fit, key=order)[:count]]


def _too_few(power: str, kind: str, count: int, space: str, present: int, fit: int) -> str:
    if present >= count:
        return f"of the {present} {kind} of {power} in {space} {fit} can be meant, not {count}"
    return f"there {'is' if present == 1 else 'are'} {present or 'no'} {kind} of {power} in {space}, not {count}"


def what_is_there(context: Context, space: str) -> str:
    """The hint of what stands in a space."""
    kinds = dict.fromkeys(f"{unit.power} {unit.type}" for unit in context.position.at(space))
    return f"in {space}: {', '.join(kinds)}" if kinds else f"nothing is in {space}"


def named_unit(context: Context, name: str) -> int:
    """The id of the first unit of a name. Raises :class:`Unplayable` where it is not there any more."""
    ids = [unit for unit in context.names.get(name, ()) if unit in context.position.units]
    if not ids:
        raise Unplayable(f"the unit named {name} is not on the board any more")
    return ids[0]
