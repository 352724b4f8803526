"""The words of a drawing: units, holders and changes, which colour alone never shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from kb.base.english import capital, plural, spaced
from kb.games.names import power_name

if TYPE_CHECKING:
    from kb.model.replies import PictureSpace, UnitStack

#: the kind of a space of water; every other kind is land
SEA = "sea-zone"

#: before the count of units that are gone
MINUS = "−"
_Key = tuple[str, tuple[str, ...]]


class Entry(NamedTuple):
    """A fact in a few words; ``change``: empty, ``come``, ``gone`` or ``turned``; of units also ``unit``, ``marks``."""

    text: str
    change: str = ""
    unit: str = ""
    marks: tuple[str, ...] = ()


def before(marked: bool, changes: bool) -> str:
    """Return the caption of the first of two pictures. ``marked`` is whether differences are marked in it, ``changes``
    whether the second picture differs from it."""
    begins = "Before, with the differences marked" if marked else "Before"
    return begins if changes else f"{begins}. Nothing on the board changes"


def label(power: str) -> str:
    """Return a power's name without its article: ``United Kingdom``."""
    return power_name(power).removeprefix("the ")


def named(unit: str, count: int) -> str:
    """Return the name of ``count`` units of a type, without the number: ``submarine``, ``aircraft carriers``."""
    return plural(spaced(unit), count)


def several(unit: str, count: int) -> str:
    """Return ``count`` units of a type in words: ``1 submarine``, ``3 infantry``, ``2 aircraft carriers``."""
    return f"{count} {named(unit, count)}"


def marked(marks: Sequence[str]) -> str:
    """Return the marks of units, as they follow the name: `` (damaged, submerged)``; empty if there are none."""
    return f" ({', '.join(map(spaced, marks))})" if marks else ""


def entries(now: Sequence[UnitStack], before: Sequence[UnitStack] | None, power: str) -> list[Entry]:
    """Return the units of ``power`` in a space, an entry for each type and marks. ``now`` are the units there; if those
    ``before`` are given, entries have changes, and units that are gone come last."""
    here = _counted(now, power)
    earlier = here if before is None else _counted(before, power)
    gone, come = earlier - here, here - earlier
    found = []
    for (unit, marks), count in here.items():
        text = several(unit, count) + marked(marks)
        new = come[unit, marks]
        turned = _turned(unit, marks, new, gone)
        if turned:
            found.append(Entry(f"{several(unit, count)} ({turned})", "turned", unit, marks))
        elif new:
            found.append(Entry(f"{text}, +{new}", "come", unit, marks))
        else:
            found.append(Entry(text, "", unit, marks))
    went = (+gone).items()
    return found + [Entry(f"{MINUS}{several(unit, count)}", "gone", unit, marks) for (unit, marks), count in went]


def _counted(stacks: Sequence[UnitStack], power: str) -> Counter[_Key]:
    """Return the number of units of a power by type and marks."""
    found: Counter[_Key] = Counter()
    for stack in stacks:
        if stack["power"] == power:
            found[stack["unit"], tuple(stack["is"])] += stack["count"]
    return found


def _turned(unit: str, marks: tuple[str, ...], new: int, gone: Counter[_Key]) -> str:
    """Return how the marks of ``new`` units changed (``now damaged``) if exactly as many units of the type are ``gone``
    with other marks, and remove these from ``gone``; else return an empty string."""
    for key in gone:
        other, old = key
        if other == unit and new and gone[key] == new:
            gone[key] = 0
            added = [f"now {spaced(mark)}" for mark in marks if mark not in old]
            return ", ".join(added + [f"no longer {spaced(mark)}" for mark in old if mark not in marks])
    return ""


def powers_here(space: PictureSpace, before: PictureSpace | None, powers: Sequence[str]) -> list[str]:
    """Return who has or had units in a space, in the order of the game's powers."""
    found = {stack["power"] for each in (space, before) if each for stack in each["units"]}
    return sorted(found, key=lambda power: (powers.index(power) if power in powers else len(powers), power))


def standing(space: PictureSpace, before: PictureSpace | None) -> Entry:
    """Return the kind of a space, unless its name contains it, and the holder: ``territory, held by Germany``. If the
    holder is not that ``before``, the text says so."""
    kind, holder = spaced(space["kind"]), space["holder"]
    known = [] if kind in space["name"].lower() else [kind]
    if before is not None and before["holder"] != holder:
        return Entry(", ".join([*known, f"now held by {_holder(holder)} (was {_holder(before['holder'])})"]), "turned")
    return Entry(", ".join([*known, f"held by {label(holder)}"] if holder else known))


def name(space: PictureSpace) -> str:
    """Return a space's name as a heading."""
    return capital(space["name"])


def _holder(holder: str) -> str:
    """Return the name of a holder; ``nobody`` for an empty one."""
    return label(holder) if holder else "nobody"
