"""Whether a ruling holds in another printing, in a line for the printing that is played."""

from __future__ import annotations

from kb.wording.english import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

_HOLDS = {"same": "it is the same", "differs": "it is DIFFERENT", "unknown": "it is not known what holds"}


def line(other: Mapping[str, Any], year: str, played: str = "") -> str:
    """A ruling on the printing of ``year``, in another: ``printing``, ``holds``, ``basis``, ``note``, ``cases``.

    ``played`` is the printing on the table, empty where nobody said; where it is that of ``year`` there is nothing to
    tell.
    """
    if played == year:
        return ""
    where = f"In the {other['printing']} printing{', which is played here,' if played == other['printing'] else ''}"
    first = "" if played else f"This is the {year} printing. "
    return f"{first}{where} {_HOLDS[other['holds']]}{_told(other)}. {other['note']}".strip()


def of_another(others: Iterable[Mapping[str, Any]], year: str, played: str) -> str:
    """What stands before a verdict on the printing of ``year`` that may not be that of the printing that is played."""
    changed = any(each["printing"] == played and each["holds"] != "same" for each in others)
    return f"In the {year} printing: " if changed else ""


def _told(other: Mapping[str, Any]) -> str:
    """Who says so."""
    if other["basis"] == "play":
        cases = other["cases"]
        return (
            f" (by play: {counted(len(cases), 'case')} {'comes' if len(cases) == 1 else 'come'} out otherwise)"
            if cases
            else " (by play)"
        )
    return " (told by documents)" if other["basis"] == "documents" else ""
