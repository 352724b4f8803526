"""The type of a position as it is stored in the base and drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypedDict

#: what a space of water is called; every other kind is land
SEA = "sea-zone"

# ``is`` is a keyword, so this one is written as a call.
Stack = TypedDict("Stack", {"power": str, "unit": str, "count": int, "is": NotRequired[Sequence[str]]})


class PictureSpace(TypedDict):
    """A space with what stands in it; ``holder`` is empty where nobody holds it."""

    id: str
    name: str
    kind: str
    holder: str
    units: Sequence[Stack]


class Picture(TypedDict):
    """Spaces, and the borders between them as pairs of ids."""

    spaces: Sequence[PictureSpace]
    borders: Sequence[Sequence[str]]
