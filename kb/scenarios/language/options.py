"""The options of a choice: as a scenario writes them, and in the form in which the engine offers them."""

from __future__ import annotations

from kb.scenarios.language.scenario import Value
from kb.scenarios.language.vocabulary import NONE


def as_option(written: Value, power: str) -> Value:
    """A choice as it is written, in the form in which the engine offers it."""
    if written == NONE:
        return ()
    if isinstance(written, dict):
        rows = ((owner or power, unit, count) for owner, units in written.items() for unit, count in units.items())
        return tuple(sorted(rows))
    return written


def ordered(option: Value) -> Value:
    """An option in the order in which equal ones are equal."""
    return tuple(sorted(option)) if isinstance(option, tuple) else option


def option_text(option: Value, power: str) -> str:
    """An option as it is written in a scenario."""
    if not isinstance(option, tuple):
        return str(option)
    if all(isinstance(row, tuple) and row[0] == power for row in option):
        return f"{{{', '.join(f'{unit}: {count}' for _, unit, count in option)}}}" if option else NONE
    return f"{{{', '.join(f'{owner}: {{{unit}: {count}}}' for owner, unit, count in option)}}}"
