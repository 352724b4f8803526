"""Units as rows of equal units, converted from and to the mappings of files and the options of a choice.

Units are written as in a position: ``{fighter: 1}``, or with the state that distinguishes them from others of their
type, ``{fighter: [{left: 3}, {name: A}]}``. A written row stands for any units of its type in its state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from kb.cases.language.vocabulary import NONE
from kb.engine.core.picks import DAMAGED, Equal, Kind, Limit, Picks
from kb.engine.core.table import Choice, Option

#: the keys that distinguish units of one type in options, in the order of preference
DISTINGUISHING = ("name", "cargo", "left", "aboard", "came", "bound", "is")
#: the most options that an answer lists
MOST_OPTIONS = 200
#: the most options that a message lists
_MOST_LISTED = 8
#: the most states of one type in a choice that can overlap
_MOST_OVERLAPPING = 8


#: a part of the state of units: a name, a number, names, the rows of the cargo; or, in options, the kind of their ship
State = str | int | list[str] | tuple["Row", ...] | Kind


class Row(NamedTuple):
    """Equal units of one power.

    ``power`` is empty for the default: the owner of the place, of the ship or of the action. In an action ``unit`` may
    be the name of the damaged units of a type. ``state`` has the state of the units by key: ``damage``, ``spent``,
    ``came``, ``is`` (marks), ``name``, ``cargo`` (rows), in an action also ``left``. In a change a ``number`` of 0
    removes all units of the type.
    """

    power: str
    unit: str
    number: int = 1
    state: Mapping[str, State] = {}

    @property
    def cargo(self) -> Units:
        """The units aboard; no rows if the state does not have them."""
        cargo = self.state.get("cargo", ())
        return cargo if isinstance(cargo, tuple) else ()

    @property
    def came(self) -> list[str]:
        """The spaces that the units have left; empty if the state does not have them."""
        came = self.state.get("came", ())
        return came if isinstance(came, list) else []

    @property
    def marks(self) -> list[str]:
        """The marks of the units; empty if the state does not have them."""
        marks = self.state.get("is", ())
        return marks if isinstance(marks, list) else []


Units = tuple[Row, ...]
#: an option of a choice as written: units, or an id
Chosen = Units | str


# -- as mappings of files


def rows(table: Mapping[str, object], power: str = "") -> Units:
    """Return the rows of a mapping of unit types, or of powers to such mappings; ``power`` is the default power.

    The value of a type is a number, or a list of mappings with the state of units and their ``count``, by default 1.
    Other values are ignored.
    """
    found: list[Row] = []
    for key, some in table.items():
        if isinstance(some, Mapping):
            found += rows(some, key)
        elif isinstance(some, list):
            for entry in some:
                state = {name: _state(value) for name, value in (entry or {}).items() if name != "count"}
                found.append(Row(power, key, (entry or {}).get("count", 1), state))
        elif isinstance(some, int):
            found.append(Row(power, key, some))
    return tuple(found)


def _state(value: State | dict[str, object]) -> State:
    """Return a value of the state of units, from a file, as a row has it: cargo as rows, an empty value as ``none``."""
    if value in (NONE, [NONE], [], ()):
        return NONE
    return rows(value) if isinstance(value, dict) else value


def table(units: Units) -> dict[str, object]:
    """Return rows as a mapping, ``{infantry: 2, germany: {tank: 1}}``: the inverse of :func:`rows`."""
    found: dict[str, object] = {}
    of_power = {"": found}
    for (power, unit), some in by_type(units).items():
        if power not in of_power:
            found[power] = of_power[power] = {}
        of_power[power][unit] = (
            some[0].number if len(some) == 1 and not some[0].state else [_entry(row) for row in some]
        )
    return found


def _entry(row: Row) -> dict[str, object]:
    """Return a row as an item of a list: its state, and its number as ``count`` unless it is 1."""
    state = {key: table(value) if isinstance(value, tuple) else value for key, value in row.state.items()}
    return {**state, **({"count": row.number} if row.number != 1 else {})}


def by_type(units: Iterable[Row]) -> dict[tuple[str, str], Units]:
    """Group rows by power and type."""
    found: dict[tuple[str, str], Units] = {}
    for row in units:
        found[row.power, row.unit] = (*found.get((row.power, row.unit), ()), row)
    return found


def totals(units: Iterable[Row]) -> dict[tuple[str, str], int]:
    """Return the number of units of each power and type."""
    return {key: sum(row.number for row in some) for key, some in by_type(units).items()}


def counts(units: Iterable[Row]) -> dict[str, dict[str, int]]:
    """Return the number of units of each type, by power."""
    found: dict[str, dict[str, int]] = {}
    for (power, unit), count in totals(units).items():
        found.setdefault(power, {})[unit] = count
    return found


def changed(units: Units, change: Units) -> Units:
    """Return units after a change, which replaces the rows of its types; rows with a number of 0 are removed."""
    return tuple(row for some in {**by_type(units), **by_type(change)}.values() for row in some if row.number)


def owned(units: Units, power: str) -> Units:
    """Return rows with an empty power replaced by ``power``."""
    return tuple(row._replace(power=row.power or power) for row in units)


def unowned(units: Units, power: str) -> Units:
    """Return rows with ``power`` replaced by an empty power."""
    return tuple(row._replace(power="" if row.power == power else row.power) for row in units)


# -- as options of a choice


def option(written: Chosen, power: str) -> Chosen:
    """Return a written option in canonical form: an id as it is, an empty tuple for ``none``, rows with their owner, by
    default ``power``."""
    if isinstance(written, str):
        return () if written == NONE else written
    return _settled(owned(written, power))


def offered(choice: Option) -> Chosen:
    """Return an option of the engine in the form of a written one, with the whole state of its units."""
    if isinstance(choice, str):
        return choice
    return tuple(
        Row(power, kind.called, number, {key: _offered_state(key, value, power) for key, value in kind.told_by})
        for power, kind, number in choice
    )


def _offered_state(key: str, value: Hashable, power: str) -> State:
    """Return the value of a ``key`` of the state of offered units in the form of a row. Cargo is given without the
    state of its units, and without its power if that is ``power``."""
    if key != "cargo" or not isinstance(value, tuple):
        assert isinstance(value, (str, int, tuple, Kind))
        return list(value) if isinstance(value, tuple) else value
    aboard = totals(Row("" if owner == power else owner, kind.called, number) for owner, kind, number in value)
    return _in_order(tuple(Row(*owner, number) for owner, number in aboard.items()))


def resolve_options(choice: Choice, written: Chosen, power: str = "") -> Sequence[Option]:
    """Return the options of a choice that match the ``written`` one: none if it is not offered, several if it is
    ambiguous. ``power``, by default the power that chooses, is the one under which it is written. A type stands for its
    damaged units if only these are offered, and for units that two hits sink if no option only damages them. Units that
    only one option has, among others, stand for that option."""
    wanted = option(written, power or choice.power)
    found = _matching(choice, wanted)
    if found or isinstance(wanted, str):
        return found
    named = _offered_types(choice)
    damaged = [row.unit not in named and f"{DAMAGED}{row.unit}" in named for row in wanted]
    rows = (row._replace(unit=f"{DAMAGED}{row.unit}") if hit else row for row, hit in zip(wanted, damaged, strict=True))
    if any(damaged):
        return _matching(choice, tuple(rows))
    sunk = (row._replace(unit=f"{DAMAGED}{row.unit}") for row in wanted if f"{DAMAGED}{row.unit}" in named)
    found = _matching(choice, (*wanted, *sunk))
    if found or choice.total > MOST_OPTIONS or any(row.state for row in wanted):
        return found
    more = [each for each in choice.options if Counter(totals(wanted)) <= Counter(units_offered(each))]
    return more if len(more) == 1 else ()


def units_offered(taken: Option) -> dict[tuple[str, str], int]:
    """Return the number of units of each power and type in an option; empty if it is not about units."""
    rows = offered(taken)
    return {} if isinstance(rows, str) else totals(rows)


def _matching(choice: Choice, wanted: Chosen) -> Sequence[Option]:
    """Return the options of a choice that match a wanted one."""
    if isinstance(choice.options, Picks):
        return () if isinstance(wanted, str) else fitting(choice.options, wanted)
    return [each for each in choice.options if _is(offered(each), wanted)]


def _offered_types(choice: Choice) -> set[str]:
    """Return the types of all units that a choice offers, with names of their own for damaged units."""
    if isinstance(choice.options, Picks):
        return {group[1].called for group, _ in choice.options.groups}
    return {row.unit for each in map(offered, choice.options) if not isinstance(each, str) for row in each}


def _is(there: Chosen, wanted: Chosen) -> bool:
    """Return whether an option equals a wanted one by type and number. A wanted option with states matches none."""
    if isinstance(there, str) or isinstance(wanted, str):
        return there == wanted
    return totals(there) == totals(wanted) and not any(row.state for row in wanted)


def fitting(picks: Picks, wanted: Units) -> Picks:
    """Return the picks that contain the wanted number of units in the state of each row. Raises :class:`OverflowError`
    if more than :data:`_MOST_OVERLAPPING` states of one type overlap."""
    found = picks.of_types(totals(wanted))
    limits = (_limits(key, some, found) for key, some in by_type(_settled(wanted)).items())
    return found.within(*(limit for some in limits for limit in some))


def _limits(key: tuple[str, str], wanted: Units, picks: Picks) -> Iterator[Limit]:
    """Yield the limits (:meth:`Picks.within`) under which picked units of one power and type (``key``) can be assigned
    to the ``wanted`` rows. By Hall's theorem it suffices that, for each set of rows, the picked units that fit none of
    them are not more than the other rows want. Raises :class:`OverflowError` as :func:`fitting` does."""
    groups = [group for group, _ in picks.groups if (group[0], group[1].called) == key]
    wants: dict[frozenset[Equal], int] = {}
    for row in wanted:
        fit = frozenset(group for group in groups if _is_in(group, row.state))
        wants[fit] = wants.get(fit, 0) + row.number
    total = sum(wants.values())
    for overlapping in _overlapping(list(wants)):
        if len(overlapping) > _MOST_OVERLAPPING:
            raise OverflowError(f"more than {_MOST_OVERLAPPING} states of {key[1]} that the same units can have")
        for number in range(1, len(overlapping) + 1):
            for some in combinations(overlapping, number):
                fit = frozenset[Equal]().union(*some)
                others = {group: 1 for group in groups if group not in fit}
                yield others, total - sum(wants[each] for each in some)


def _is_in(group: Equal, state: Mapping[str, State]) -> bool:
    """Return whether the units of a group have every value of a state; a key that they lack is ``none``."""
    power, kind = group
    own = {name: _in_order(_offered_state(name, value, power)) for name, value in kind.told_by}
    return all(own.get(name, NONE) == value for name, value in state.items())


def _overlapping(sets: list[frozenset[Equal]]) -> list[list[frozenset[Equal]]]:
    """Group sets into classes: sets that share members, directly or through other sets, are in one class."""
    classes: list[list[frozenset[Equal]]] = []
    for each in sets:
        apart = [some for some in classes if all(each.isdisjoint(other) for other in some)]
        joined = [other for some in classes if some not in apart for other in some]
        classes = [*apart, [*joined, each]]
    return classes


def _settled(units: Units) -> Units:
    """Return rows with their state and cargo in canonical order."""
    return tuple(row._replace(state={key: _in_order(row.state[key]) for key in sorted(row.state)}) for row in units)


def _in_order(value: State) -> State:
    """Return a part of a state, the rows of a cargo sorted."""
    return tuple(sorted(value, key=lambda row: row[:3])) if isinstance(value, tuple) else value


def told_apart(choice: Choice, most: int = MOST_OPTIONS) -> list[Chosen]:
    """Return at most ``most`` options of a choice, with the state that distinguishes their units from others."""
    all_options = [offered(each) for each in choice.options[:most]]
    rows = (row for units in all_options if not isinstance(units, str) for row in units)
    if isinstance(choice.options, Picks):
        rows = (row for group, _ in choice.options.groups for row in offered(((*group, 1),)) if isinstance(row, Row))
    kinds = by_type(rows)
    keys = {key: _differing([row.state for row in some]) for key, some in kinds.items()}
    return [units if isinstance(units, str) else tuple(_only(row, keys) for row in units) for units in all_options]


def _only(row: Row, keys: Mapping[tuple[str, str], list[str]]) -> Row:
    """Return a row with just the keys of its state that are listed for its power and type; ``none`` if it lacks one."""
    return row._replace(state={key: row.state.get(key, NONE) for key in keys[row.power, row.unit]})


def _differing(states: Sequence[Mapping[str, State]]) -> list[str]:
    """Return the keys in which states differ: the first one that distinguishes all of them, else every one."""
    keys = [key for key in DISTINGUISHING if any(state.get(key, NONE) != states[0].get(key, NONE) for state in states)]
    different = len({repr(sorted(state.items())) for state in states})
    return next(([key] for key in keys if len({repr(state.get(key)) for state in states}) == different), keys)


def option_texts(choice: Choice, most: int = MOST_OPTIONS) -> list[str]:
    """Return at most ``most`` options of a choice as a scenario writes them."""
    return [text(each, choice.power) for each in told_apart(choice, most)]


def listed(choice: Choice) -> str:
    """Return the first options of a choice and the number of the others, for a message."""
    texts = option_texts(choice, _MOST_LISTED)
    more = f" or {choice.total - _MOST_LISTED} more" if len(choice.options[: _MOST_LISTED + 1]) > _MOST_LISTED else ""
    alike = "; name units in the position to distinguish them" if len(set(texts)) < len(texts) else ""
    return f"{' or '.join(dict.fromkeys(texts))}{more}{alike}"


def written(units: Chosen, power: str) -> str | dict[str, object]:
    """Return an option as the plain value under its power in ``choices``; ``none`` for no units."""
    if isinstance(units, str):
        return units
    # units of the power that chooses need not name it if there are no others
    alone = {row.power for row in units} <= {power}
    return table(tuple(sorted(_settled(unowned(units, power) if alone else units), key=repr))) or NONE


def text(units: Chosen, power: str) -> str:
    """Return an option in the notation of a scenario."""
    return _flow(written(units, power))


def _flow(value: object) -> str:
    """Return a plain value on one line of YAML."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key}: {_flow(each)}' for key, each in value.items())}}}"
    return f"[{', '.join(map(_flow, value))}]" if isinstance(value, list) else str(value)
