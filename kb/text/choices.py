"""What a reader is told of the printing and the options that were chosen."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

#: the states of an option, with what a reader is told of each
STATES = {"on": "in force", "off": "not in force"}


def chosen(options: Mapping[str, Iterable[str]]) -> str:
    """The options in a line; empty if there are none. ``options`` has titles of options by state."""
    line = "; ".join(f"{STATES[state]}: {', '.join(titles)}" for state, titles in options.items() if titles)
    return line[:1].upper() + line[1:]
