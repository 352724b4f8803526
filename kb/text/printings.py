"""The verdict of a ruling in each printing of its game."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

#: the words for a difference in another printing, by its basis
DIFFERENT = {"documents": "different.", "play": "different by play.", "reading": "different by our reading."}


def differing(ruling: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Return the other printings in which a ruling is different, by documents or by play."""
    return [each for each in ruling["printings"] if each["holds"] == "differs"]


def by_printing(ruling: Mapping[str, Any], year: str, said: str = "") -> list[tuple[str, str, str]]:
    """Return the verdicts of a ruling on the printing of ``year``, in the order of the printings: each is the printing,
    a word that it differs (empty for the ruling's own), and the verdict.

    ``said`` is the printing on the table, or empty where it is not known: then all that differ are returned. Where the
    verdict holds in the printing on the table, it is the only one, with an empty printing.
    """
    others = {
        each["printing"]: (each["printing"], DIFFERENT[each["basis"]], each["note"]) for each in differing(ruling)
    }
    if not others or (said and said not in others):
        return [("", "", ruling["verdict"])]
    return [others[said]] if said else [(year, "", ruling["verdict"]), *others.values()]


def verdicts(ruling: Mapping[str, Any], year: str, played: str = "") -> list[tuple[str, str]]:
    """Return each printing with its verdict, the printing that is ``played`` first; an empty printing where nothing
    differs."""
    found = [(printing, f"{word} {text}".strip()) for printing, word, text in by_printing(ruling, year, played)]
    return [*found, (year, ruling["verdict"])] if played and found[0][0] == played else found


def headline(ruling: Mapping[str, Any], year: str, said: str = "") -> str:
    """Return the same as a line of text: ``2010: No. 2012: different. There any territory may scramble.``"""
    told = by_printing(ruling, year, said)
    return " ".join(
        part for printing, word, text in told for part in (f"{printing}:" * bool(printing), word, text) if part
    )
