"""Chooses the units that an act refers to: named ones, else those that have not acted yet.

Of an act that leaves a battle those that are not equal are told apart, as in a choice (:func:`choose_some`).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable

from kb.engine.core.position import Mark, Unit
from kb.engine.core.table import DAMAGED, Choice
from kb.engine.legal import asking
from kb.engine.units.losses import picked, ways_to_pick
from kb.scenarios.acts.verb import Context, Unplayable
from kb.scenarios.language.options import fits, listed, rows_of, text, totals
from kb.scenarios.language.scenario import Act, Plain, Value

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
    fit = _fitting(act, context, power, kind, count, space, may)
    return [unit.id for unit in sorted(fit, key=order)[:count]]


def _fitting(act: Act, context: Context, power: str, kind: str, count: int, space: str, may: Eligible) -> list[Unit]:
    """The units of a type that can be meant, at least so many."""
    present = [unit for unit in context.position.at(space) if unit.power == power and unit.type == kind]
    named = {unit for name in act.which for unit in context.names.get(name, ())}
    fit = [unit for unit in present if may(unit)]
    if any(context.position.units[unit].type == kind for unit in named if unit in context.position.units):
        fit = [unit for unit in fit if unit.id in named]
    if len(fit) < count:
        raise Unplayable(_too_few(power, kind, count, space, len(present), len(fit)), what_is_there(context, space))
    return fit


def choose_some(
    act: Act,
    context: Context,
    power: str,
    wanted: Plain,
    space: str,
    may: Eligible = any_unit,
    last: Container[int] = (),
) -> Ids:
    """The ids of the units that are meant, where it matters which stay behind; those of ``last`` only where the others
    are too few. Raises :class:`Unplayable` if there are too few, and where it is not said which of unequal ones go."""
    for name in act.which:
        named_unit(context, name)
    return tuple(
        unit.id
        for owner, units in wanted.items()
        for called, some in units.items()
        for unit in _some(act, context, owner or power, called, some, space, may, last)
    )


def _some(
    act: Act, context: Context, power: str, called: str, some: Value, space: str, may: Eligible, last: Container[int]
) -> list[Unit]:
    wanted = rows_of({power: {called: some}}, power)
    (number,) = totals(wanted).values()
    kind = called.removeprefix(DAMAGED)
    fit = _fitting(act, context, power, kind, number, space, may)
    others = [unit for unit in fit if unit.id not in last]
    fit = others if len(others) >= number else fit
    if len(fit) == number and called == kind and not isinstance(some, list):
        return fit
    play = asking(context.rules, context.position)
    ways = ways_to_pick(play, fit, number)
    found = [way for way in ways if fits(way, wanted)]
    if len(found) != 1:
        says = "does not say which" if found else f"cannot {act.kind}"
        hint = f"write {listed(Choice(power, act.kind, space, tuple(ways)), found)}"
        raise Unplayable(f"{text(wanted, power)} {says} in {space}", hint)
    return picked(play, fit, found[0])


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
