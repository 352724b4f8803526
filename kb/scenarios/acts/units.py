"""Finds the units that an act means: by type and number, by what tells them apart, or by name.

Of several units of a type those are meant that have done nothing this turn yet; where these are not equal, the act has
to say which, as a choice does.
"""

from __future__ import annotations

from collections.abc import Callable

from kb.engine.core.position import Mark, Unit
from kb.engine.core.table import DAMAGED, Choice
from kb.engine.legal import asking
from kb.engine.units.losses import picked, ways_to_pick
from kb.scenarios.acts.verb import Context, Unplayable
from kb.scenarios.language.options import fits, listed, rows_of, text, totals
from kb.scenarios.language.scenario import Act, Plain, Value
from kb.wording.english import plural

Ids = tuple[int, ...]
#: whether something is so of a unit
Test = Callable[[Unit], bool]


def any_unit(unit: Unit) -> bool:
    """Accepts every unit."""
    return True


def no_unit(unit: Unit) -> bool:
    """Accepts no unit."""
    return False


def has_acted(unit: Unit) -> bool:
    """Whether a unit has done something this turn, or is aboard another."""
    return bool(unit.marks or unit.spent or unit.aboard)


def has_stayed_or(*done: Mark) -> Test:
    """Whether a unit has not moved, or has one of the marks."""
    return lambda unit: bool(unit.marks & {*done}) or not (unit.marks or unit.came)


def choose_units(
    act: Act, context: Context, power: str, wanted: Plain, space: str, may: Test = any_unit, last: Test = has_acted
) -> Ids:
    """The ids of the units that are meant: of those that ``may``, and those that are ``last`` only if need be.

    Raises :class:`Unplayable` if they are too few, if a named one is gone, and where it matters which are meant.
    """
    for name in act.which:
        named_unit(context, name)
    return tuple(
        unit.id
        for owner, units in wanted.items()
        for called, some in units.items()
        for unit in _meant(act, context, owner or power, called, some, space, may, last)
    )


def _meant(
    act: Act, context: Context, power: str, called: str, some: Value, space: str, may: Test, last: Test
) -> list[Unit]:
    wanted = rows_of({power: {called: some}}, power)
    (number,) = totals(wanted).values()
    kind = called.removeprefix(DAMAGED)
    fit = _fitting(act, context, power, kind, number, space, may)
    if called == kind and not isinstance(some, list):
        first = [unit for unit in fit if not last(unit)]
        if len(first) > number:
            return _told_apart(act, context, power, first, number, space)
        others = [unit for unit in fit if last(unit)]
        return [*first, *_told_apart(act, context, power, others, number - len(first), space)]
    ways = ways_to_pick(asking(context.rules, context.position), fit, number)
    found = [way for way in ways if fits(way, wanted)]
    if len(found) != 1:
        says = "does not say which" if found else f"cannot {act.kind}"
        hint = listed(Choice(power, act.kind, space, tuple(ways)), found)
        raise Unplayable(f"{text(wanted, power)} {says} in {space}", f"write {hint}")
    return picked(asking(context.rules, context.position), fit, found[0])


def _told_apart(act: Act, context: Context, power: str, units: list[Unit], number: int, space: str) -> list[Unit]:
    """So many of some units of a type. Raises :class:`Unplayable` unless they are equal."""
    if number in (0, len(units)):
        return units[:number]
    ways = ways_to_pick(asking(context.rules, context.position), units, number)
    if len(ways) > 1:
        hint = f"write {listed(Choice(power, act.kind, space, tuple(ways)))}"
        raise Unplayable(f"{{{units[0].type}: {number}}} does not say which in {space}", hint)
    return units[:number]


def _fitting(act: Act, context: Context, power: str, kind: str, count: int, space: str, may: Test) -> list[Unit]:
    """The units of a type that can be meant, at least so many."""
    present = [unit for unit in context.position.at(space) if unit.power == power and unit.type == kind]
    named = {unit for name in act.which for unit in context.names.get(name, ())}
    fit = [unit for unit in present if may(unit)]
    if any(context.position.units[unit].type == kind for unit in named if unit in context.position.units):
        fit = [unit for unit in fit if unit.id in named]
    if len(fit) < count:
        raise Unplayable(_too_few(power, kind, count, space, len(present), len(fit)), what_is_there(context, space))
    return fit


def _too_few(power: str, kind: str, count: int, space: str, present: int, fit: int) -> str:
    if present >= count:
        return f"of the {present} {plural(kind, present)} of {power} in {space} {fit} can be meant, not {count}"
    there = f"are {present} {plural(kind, present)}" if present > 1 else f"is {present or 'no'} {kind}"
    return f"there {there} of {power} in {space}, not {count}"


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
