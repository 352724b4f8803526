"""Units in one form: rows of equal units. Files write them as tables, the engine offers them as options of a choice.

Units are written as in a position: ``{fighter: 1}``, or with the state that tells them from others of their type,
``{fighter: [{left: 3}, {name: A}]}``. A row that is written means any units of its type that are in this state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from kb.base.shape import Value
from kb.cases.language.vocabulary import NONE
from kb.engine.core.table import Choice, Option

#: the keys that distinguish units of one type in options, in the order of preference
TELLING = ("name", "cargo", "left", "aboard", "came", "bound", "is")
#: no message lists more options
_MOST_LISTED = 8


class Row(NamedTuple):
    """Equal units of one power.

    ``power`` is empty for the power that is meant anyway: the owner of the place, the ship or the action. In an action
    ``unit`` may name the damaged units of a type. ``state`` is the state of the units, by key: ``damage``,
    ``spent``, ``came``, ``is`` (marks), ``name``, ``cargo`` (rows), in an action also ``left``. In a change a
    ``number`` of 0 takes all units of the type away.
    """

    power: str
    unit: str
    number: int = 1
    state: Mapping[str, Any] = {}


Units = tuple[Row, ...]


# -- as tables of files


def rows(table: Value, power: str = "") -> Units:
    """Return the rows of a table of units, or of powers and units, by default of a power."""
    found: list[Row] = []
    for key, some in (table or {}).items():
        if isinstance(some, Mapping):
            found += rows(some, key)
        elif isinstance(some, list):
            for entry in some:
                state = {name: _state(name, value) for name, value in (entry or {}).items() if name != "count"}
                found.append(Row(power, key, (entry or {}).get("count", 1), state))
        elif some is not None:
            found.append(Row(power, key, some))
    return tuple(found)


def _state(key: str, value: Value) -> Value:
    """Return a part of the state of units, ``none`` for nothing."""
    if value in (NONE, [NONE], [], ()):
        return NONE
    return rows(value) if key == "cargo" and isinstance(value, Mapping) else value


def table(units: Units) -> dict[str, Value]:
    """Return the table of rows: the inverse of :func:`rows`."""
    found: dict[str, Any] = {}
    for (power, unit), some in by_type(units).items():
        own = found.setdefault(power, {}) if power else found
        own[unit] = some[0].number if len(some) == 1 and not some[0].state else [_entry(row) for row in some]
    return found


def _entry(row: Row) -> dict[str, Value]:
    state = {key: table(value) if isinstance(value, tuple) else value for key, value in row.state.items()}
    return {**state, **({"count": row.number} if row.number != 1 else {})}


def by_type(units: Iterable[Row]) -> dict[tuple[str, str], Units]:
    """Return rows by their power and type."""
    found: dict[tuple[str, str], Units] = {}
    for row in units:
        found[row.power, row.unit] = (*found.get((row.power, row.unit), ()), row)
    return found


def totals(units: Iterable[Row]) -> dict[tuple[str, str], int]:
    """Return how many units of each power and type there are."""
    return {key: sum(row.number for row in some) for key, some in by_type(units).items()}


def counts(units: Iterable[Row]) -> dict[str, dict[str, int]]:
    """Return how many units of each type each power has."""
    found: dict[str, dict[str, int]] = {}
    for (power, unit), count in totals(units).items():
        found.setdefault(power, {})[unit] = count
    return found


def changed(units: Units, change: Units) -> Units:
    """Return units after a change, which replaces those of the types that it names."""
    return tuple(row for some in {**by_type(units), **by_type(change)}.values() for row in some if row.number)


def owned(units: Units, power: str) -> Units:
    """Return units, those of no power as units of a power."""
    return tuple(row._replace(power=row.power or power) for row in units)


def unowned(units: Units, power: str) -> Units:
    """Return units, those of a power as units of none."""
    return tuple(row._replace(power="" if row.power == power else row.power) for row in units)


# -- as options of a choice


def option(written: Value, power: str) -> Units | str:
    """Return an option of a power as it is written: units, or the id of something else."""
    if isinstance(written, str):
        return () if written == NONE else written
    return _settled(owned(written, power))


def offered(choice: Option) -> Units | str:
    """Return an option of the engine in the form of one that is written, with the whole state of its units."""
    if isinstance(choice, str):
        return choice
    return tuple(
        Row(power, kind.called, number, {key: _offered_state(key, value, power) for key, value in kind.told_by})
        for power, kind, number in choice
    )


def _offered_state(key: str, value: Value, power: str) -> Value:
    if key != "cargo":
        return list(value) if isinstance(value, tuple) else value
    aboard = totals(Row("" if owner == power else owner, kind.called, number) for owner, kind, number in value)
    return _in_order(tuple(Row(*owner, number) for owner, number in aboard.items()))


def resolve_options(choice: Choice, written: Value, power: str = "") -> list[Option]:
    """Return the options of a choice that an option as it is written, by default by its power, can mean: none, one, or
    more where it does not say which."""
    wanted = option(written, power or choice.power)
    return [each for each in choice.options if fits(each, wanted)]


def fits(choice: Option, wanted: Units | str) -> bool:
    """Return whether an option is the one that is wanted."""
    there = offered(choice)
    if isinstance(there, str) or isinstance(wanted, str):
        return there == wanted
    have = by_type(there)
    return totals(there) == totals(wanted) and all(
        _covers(have[key], some) for key, some in by_type(_settled(wanted)).items()
    )


def _covers(there: Units, wanted: Units) -> bool:
    """Return whether each row that is wanted can have units of its state."""
    return not wanted or any(_covers(rest, wanted[1:]) for rest in _without(there, wanted[0].state, wanted[0].number))


def _without(there: Units, state: Mapping[str, Value], number: int) -> Iterator[Units]:
    """Yield the rows that are left when so many units of a state are taken from some, in every way."""
    if not there:
        if not number:
            yield ()
        return
    first, *others = there
    fit = all(first.state.get(key, NONE) == value for key, value in state.items())
    for here in range(min(first.number, number) if fit else 0, -1, -1):
        for rest in _without(tuple(others), state, number - here):
            yield first._replace(number=first.number - here), *rest


def _settled(units: Units) -> Units:
    """Return units with their state and their cargo, in one order."""
    return tuple(row._replace(state={key: _in_order(row.state[key]) for key in sorted(row.state)}) for row in units)


def _in_order(value: Value) -> Value:
    return tuple(sorted(value, key=lambda row: row[:3])) if isinstance(value, tuple) else value


def told_apart(choice: Choice) -> list[Units | str]:
    """Return the options of a choice, in their order, with the state that tells their units from others on offer."""
    all_options = [offered(each) for each in choice.options]
    kinds = by_type(row for units in all_options if not isinstance(units, str) for row in units)
    keys = {key: _differing([row.state for row in some]) for key, some in kinds.items()}
    return [units if isinstance(units, str) else tuple(_only(row, keys) for row in units) for units in all_options]


def _only(row: Row, keys: Mapping[tuple[str, str], list[str]]) -> Row:
    return row._replace(state={key: row.state.get(key, NONE) for key in keys[row.power, row.unit]})


def _differing(states: Sequence[Mapping[str, Value]]) -> list[str]:
    """Return the keys in which units differ: one that tells all of them apart, else all."""
    keys = [key for key in TELLING if any(state.get(key, NONE) != states[0].get(key, NONE) for state in states)]
    different = len({repr(sorted(state.items())) for state in states})
    return next(([key] for key in keys if len({repr(state.get(key)) for state in states}) == different), keys)


def option_texts(choice: Choice) -> list[str]:
    """Return the options of a choice as a scenario writes them."""
    return [text(each, choice.power) for each in told_apart(choice)]


def listed(choice: Choice, options: Sequence[Option] = ()) -> str:
    """Return some options of a choice, by default all, for a message."""
    pairs = zip(option_texts(choice), choice.options, strict=True)
    texts = [each for each, own in pairs if own in options or not options]
    more = f" or {len(texts) - _MOST_LISTED} more" if len(texts) > _MOST_LISTED else ""
    alike = "; name units in the position to tell them apart" if len(set(texts)) < len(texts) else ""
    return f"{' or '.join(dict.fromkeys(texts[:_MOST_LISTED]))}{more}{alike}"


def written(units: Units | str, power: str) -> Value:
    """Return an option as the plain value that ``choices`` has under its power."""
    if isinstance(units, str):
        return units
    # those of one power need not name it, if it is the one that chooses
    alone = {row.power for row in units} <= {power}
    return table(tuple(sorted(_settled(unowned(units, power) if alone else units), key=repr))) or NONE


def text(units: Units | str, power: str) -> str:
    """Return an option as it is written in a scenario."""
    return _flow(written(units, power))


def _flow(value: Value) -> str:
    """Return a plain value on one line of YAML."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key}: {_flow(each)}' for key, each in value.items())}}}"
    return f"[{', '.join(map(_flow, value))}]" if isinstance(value, list) else str(value)
