"""The verdict of a ruling in each printing that differs, above official words that are of one of them."""

from __future__ import annotations

from kb.text.printings import by_printing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def told(ruling: Mapping[str, Any], year: str, played: str = "") -> list[tuple[str, str]]:
    """Each printing with what to tell, the printing that is ``played`` first; an empty one where nothing differs.

    ``ruling`` has its ``verdict``, which is that of the printing of ``year``, and its ``printings``.
    """
    found = [(printing, f"{word} {text}".strip()) for printing, word, text in by_printing(ruling, year, played)]
    return [*found, (year, ruling["verdict"])] if played and found[0][0] == played else found
