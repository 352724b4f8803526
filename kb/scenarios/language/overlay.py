"""Operations on positions as a file writes them: merge a change, list the leaves, remove a leaf."""

from __future__ import annotations

from collections.abc import Iterator

from kb.scenarios.language.grammar import POSITION
from kb.scenarios.language.scenario import Plain, Value
from kb.shape import KnownNames

#: parts of a position whose leaves may turn out to change nothing
PARTS = tuple(key for key in POSITION.optional if key not in ("from", "round", "scenery"))
_AMOUNTS = ("treasuries",)
#: attributes of a unit that are numbers
ATTRIBUTES = ("damage", "spent")


def overlaid(position: Plain, change: Plain, amounts: bool = False) -> dict[str, Value]:
    """A position with a change laid over it: tables merge, 0 and {} take away, all else replaces.

    Under ``treasuries`` 0 is an amount like others.
    """
    made = dict(position)
    for key, value in change.items():
        if (value == 0 and not amounts) or value in ({}, []):
            made.pop(key, None)
        elif isinstance(value, dict):
            below = made.get(key)
            made[key] = overlaid(below if isinstance(below, dict) else {}, value, amounts or key in _AMOUNTS)
        else:
            made[key] = value
    return made


Path = tuple[str | int, ...]


def leaves(position: Plain) -> Iterator[Path]:
    """The paths of everything in a position that could be left out, the smallest parts."""
    for part in PARTS:
        if part in position:
            yield from _leaves(position[part], (part,))


def _leaves(value: Value, path: Path) -> Iterator[Path]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    if not inner:
        yield path
        return
    for key, each in inner:
        if key not in ("name", "count"):
            yield from _leaves(each, (*path, key))
    if isinstance(value, dict) and value.keys() <= {"name", "count"}:
        yield path


def without(value: Value, path: Path, keep: int = 2) -> Value:
    """A position without the leaf at ``path``. Tables that become empty are removed too, except two kinds:
    an entry of a list is a unit, which stays when its last attribute is removed, and so do the ``keep`` outer
    levels (an empty space of a position is empty, while in a change it would be taken away)."""
    key: Value = path[0]
    rest = path[1:]
    made: Value = dict(value) if isinstance(value, dict) else list(value)
    if not rest:
        del made[key]
        return made
    inner = without(made[key], rest, keep - 1)
    if inner or keep > 0 or (isinstance(value, list) and isinstance(inner, dict)):
        made[key] = inner
    else:
        del made[key]
    return made


def one_more(value: Value, path: Path) -> Value:
    """A position with the number at ``path`` raised by one; ``None`` where the leaf is no number of an attribute
    (a count of units is none: one unit more is another position)."""
    key: Value = path[0]
    made: Value = dict(value) if isinstance(value, dict) else list(value)
    if len(path) == 1:
        if key not in ATTRIBUTES or not isinstance(made[key], int):
            return None
        made[key] += 1
    else:
        made[key] = one_more(made[key], path[1:])
        if made[key] is None:
            return None
    return made


def path_text(path: Path) -> str:
    """A path as it is written in ``scenery``."""
    return ".".join(str(part) for part in path if part != "")


def lines_of_leaves(written: Plain, words: KnownNames) -> dict[str, int]:
    """The line of each part of a position as it was written, names as ids."""
    found: dict[str, int] = {}
    for part in PARTS:
        if part in written:
            found[part] = written.lines[part]  # type: ignore[attr-defined]
            _lines(written[part], (part,), words, found)
    return found


def _lines(value: Value, path: Path, words: KnownNames, found: dict[str, int]) -> None:
    keys: list[Value] = (
        list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    )
    for key in keys:
        name: Value = key
        if path == ("spaces",):
            name = words.find("space", key) or key
        here = (*path, name)
        found[path_text(here)] = value.lines[key]
        _lines(value[key], here, words, found)
