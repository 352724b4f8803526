"""The maximum numbers of entries of the caches that grow with requests.

Caches whose size does not depend on requests are not listed.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

V = TypeVar("V")
#: :mod:`kb.web.pages`: answers that depend on their address alone, for each site
ANSWERS = 500
#: :mod:`kb.web.render`: parts of cards and of pages of scenarios, for each site
RENDERED = 4_000


class Cache(dict[Hashable, V]):
    """A dictionary with at most ``entries`` entries; :meth:`put` drops the oldest one first. It is not thread-safe."""

    __slots__ = ("_entries",)

    def __init__(self, entries: int) -> None:
        super().__init__()
        self._entries = entries

    def put(self, key: Hashable, value: V) -> None:
        """Set the value of ``key``, and drop the oldest entry if a new one exceeds the limit."""
        if key not in self and len(self) >= self._entries:
            del self[next(iter(self))]
        self[key] = value
