"""The options of a choice: as a scenario writes them, and which of those that the engine offers are meant.

Units are written as in a position: ``{fighter: 1}``, or with what tells them from others of their type
``{fighter: [{left: 3}, {name: A}]}``. What is written means every option that has these units.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kb.cases.language.grammar import CHOSEN
from kb.cases.language.scenario import Plain, Value
from kb.cases.language.vocabulary import NONE
from kb.engine.core.table import Choice, Option

#: what tells some units from others of their type, and how many they are
Entry = tuple[Plain, int]
#: units by power and by what they are called
Rows = Mapping[tuple[str, str], Sequence[Entry]]
#: no message lists more options
_MOST_LISTED = 8


def rows_written(written: Value, power: str) -> Rows | str:
    """Return a choice of a power as it is written: units, or the id of something else."""
    if written == NONE:
        return {}
    return rows_of(written, power) if isinstance(written, Mapping) else str(written)


def rows_of(written: Plain, power: str) -> Rows:
    """Return units as they are written; an empty power is the one that is given."""
    return {
        (owner or power, called): [_entry(each, owner or power) for each in some]
        if isinstance(some, (list, tuple))
        else [({}, some)]
        for owner, units in written.items()
        for called, some in units.items()
    }


def _entry(written: Plain, power: str) -> Entry:
    told = {key: _plain(key, value, power) for key, value in written.items() if key != "count"}
    return told, written.get("count", 1)


def _plain(key: str, value: Value, power: str) -> Value:
    """Return what is written of units in one form, :data:`NONE` for nothing."""
    if value in (NONE, [NONE], []):
        return NONE
    return _by_owner(value, power) if key == "cargo" else value


def _by_owner(cargo: Plain, power: str) -> Plain:
    return {("" if owner == power else owner): dict(sorted(units.items())) for owner, units in sorted(cargo.items())}


def rows_offered(option: Option) -> Rows | str:
    """Return an option of the engine in the form of one that is written, with all that is told of units."""
    if isinstance(option, str):
        return option
    rows: dict[tuple[str, str], list[Entry]] = {}
    for power, kind, number in option:
        told: dict[str, Value] = {}
        for key, value in kind.told_by:
            told[key] = _cargo(value, power) if key == "cargo" else list(value) if isinstance(value, tuple) else value
        rows.setdefault((power, kind.called), []).append((told, number))
    return rows


def _cargo(rows: Value, power: str) -> Plain:
    cargo: dict[str, dict[str, int]] = {}
    for owner, kind, number in rows:
        units = cargo.setdefault(owner, {})
        units[kind.called] = units.get(kind.called, 0) + number
    return _by_owner(cargo, power)


def resolve_options(choice: Choice, written: Value, power: str = "") -> list[Option]:
    """Return the options of a choice that what is written, by default by its power, can mean: none, one, or more where
    it does not say which."""
    wanted = rows_written(written, power or choice.power)
    return [option for option in choice.options if fits(option, wanted)]


def fits(option: Option, wanted: Rows | str) -> bool:
    """Return whether an option is what is wanted."""
    offered = rows_offered(option)
    if isinstance(offered, str) or isinstance(wanted, str):
        return offered == wanted
    return totals(offered) == totals(wanted) and all(_covers(list(offered[key]), wanted[key]) for key in wanted)


def totals(rows: Rows) -> dict[tuple[str, str], int]:
    """Return how many units of each power and type there are."""
    return {key: sum(number for _, number in entries) for key, entries in rows.items()}


def _covers(offered: Sequence[Entry], wanted: Sequence[Entry]) -> bool:
    """Return whether each entry that is wanted can be given units that are as it says."""
    if not wanted:
        return True
    (told, number), *others = wanted
    return any(_covers(rest, others) for rest in _without(offered, told, number))


def _without(offered: Sequence[Entry], told: Plain, number: int) -> Iterator[list[Entry]]:
    """Return what is left of entries once so many units that are as is told are taken from them, in every way."""
    if not offered:
        if not number:
            yield []
        return
    (have, size), *others = offered
    fit = all(have.get(key, NONE) == value for key, value in told.items())
    for here in range(min(size, number) if fit else 0, -1, -1):
        for rest in _without(others, told, number - here):
            yield [(have, size - here), *rest]


def told_apart(choice: Choice) -> list[Rows | str]:
    """Return the options of a choice, in their order, as rows: units with what tells them from others on offer."""
    offered = [rows_offered(option) for option in choice.options]
    kinds: dict[tuple[str, str], list[Plain]] = {}
    for rows in offered:
        for key, entries in rows.items() if not isinstance(rows, str) else ():
            kinds.setdefault(key, []).extend(told for told, _ in entries)
    differ = {key: _differing(each) for key, each in kinds.items()}
    return [rows if isinstance(rows, str) else _only(rows, differ) for rows in offered]


def option_texts(choice: Choice) -> list[str]:
    """Return the options of a choice as a scenario writes them."""
    return [text(rows, choice.power) for rows in told_apart(choice)]


def as_written(rows: Rows | str, power: str) -> Value:
    """Return an option as the value that stands under its power in ``choices``."""
    if isinstance(rows, str):
        return rows
    by_owner: dict[str, dict[str, Value]] = {}
    for (owner, called), entries in sorted(rows.items()):
        told = any(each for each, _ in entries)
        some = [{**each, "count": number} for each, number in entries] if told else sum(n for _, n in entries)
        by_owner.setdefault(owner, {})[called] = some
    if not by_owner:
        return NONE
    return by_owner[power] if by_owner.keys() == {power} else by_owner


def _differing(kinds: Sequence[Plain]) -> list[str]:
    """In what units differ from each other: one thing that tells all of them apart, else everything."""
    keys = [key for key in CHOSEN.optional if any(told.get(key, NONE) != kinds[0].get(key, NONE) for told in kinds)]
    different = len({repr(sorted(told.items())) for told in kinds})
    return next(([key] for key in keys if len({repr(told.get(key)) for told in kinds}) == different), keys)


def _only(rows: Rows, keys: Mapping[tuple[str, str], list[str]]) -> Rows:
    return {
        row: [({key: told.get(key, NONE) for key in keys[row]}, number) for told, number in entries]
        for row, entries in rows.items()
    }


def listed(choice: Choice, options: Sequence[Option] = ()) -> str:
    """Return some options of a choice, by default all, for a message."""
    texts = [
        each
        for each, option in zip(option_texts(choice), choice.options, strict=True)
        if option in options or not options
    ]
    more = f" or {len(texts) - _MOST_LISTED} more" if len(texts) > _MOST_LISTED else ""
    alike = "; name units in the position to tell them apart" if len(set(texts)) < len(texts) else ""
    return f"{' or '.join(dict.fromkeys(texts[:_MOST_LISTED]))}{more}{alike}"


def text(rows: Rows | str, power: str) -> str:
    """Return an option as it is written in a scenario."""
    if isinstance(rows, str):
        return rows
    by_owner: dict[str, list[str]] = {}
    for (owner, called), entries in sorted(rows.items()):
        by_owner.setdefault(owner, []).append(f"{called}: {_entries(entries)}")
    if not by_owner:
        return NONE
    if by_owner.keys() == {power}:
        return f"{{{', '.join(by_owner[power])}}}"
    owners = ", ".join(f"{owner}: {{{', '.join(units)}}}" for owner, units in by_owner.items())
    return f"{{{owners}}}"


def _entries(entries: Sequence[Entry]) -> str:
    if not any(told for told, _ in entries):
        return str(sum(number for _, number in entries))
    return f"[{', '.join(sorted(_entry_text(told, number) for told, number in entries))}]"


def _entry_text(told: Plain, number: int) -> str:
    parts = [f"{key}: {_value(value)}" for key, value in sorted(told.items())]
    return f"{{{', '.join([*parts, *([f'count: {number}'] if number > 1 else [])])}}}"


def _value(value: Value) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(str, value))}]"
    if isinstance(value, Mapping):
        own = {
            key: each
            for owner, units in value.items()
            for key, each in (units.items() if not owner else [(owner, units)])
        }
        return f"{{{', '.join(f'{key}: {_value(each)}' for key, each in own.items())}}}"
    return str(value)
