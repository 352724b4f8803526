"""The caches that grow with requests, and the limits of each.

What is kept once for a base, a build or a page is not listed: it does not depend on requests.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any


class Bounds:
    """The limits of a cache: ``entries``, and ``bytes`` as its user counts them."""

    __slots__ = ("bytes", "entries")

    def __init__(self, entries: int, bytes: int) -> None:
        self.entries, self.bytes = entries, bytes


#: :mod:`kb.search.things`: the postings of terms that the base has, and the terms of things, for each base and kind
POSTINGS = Bounds(20_000, 64_000_000)
THINGS = Bounds(5_000, 64_000_000)
#: :mod:`kb.search.stems`: words of at most 40 letters and their stems (functools.lru_cache)
STEMS = Bounds(4_096, 2_000_000)
#: :mod:`kb.search.lexicon`: texts and their terms, for each lexicon
TERMS = Bounds(20_000, 16_000_000)
#: :mod:`kb.search.results`: texts of rulings and their sentences (functools.lru_cache)
SENTENCES = Bounds(1_024, 8_000_000)
#: :mod:`kb.web.respond`: answers of one kind of page, for each site
SEARCH_ANSWERS = Bounds(1_000, 8_000_000)
RULING_PAGES = Bounds(200, 8_000_000)
SCENARIO_PAGES = Bounds(100, 8_000_000)
LEDGER_PAGES = Bounds(16, 8_000_000)
API_REPLIES = Bounds(1_000, 8_000_000)
API_DESCRIPTION = Bounds(1, 1_000_000)
#: :mod:`kb.web.cards`: rendered cards, for each site
CARDS = Bounds(5_000, 64_000_000)
#: :mod:`kb.web.pages.scenario`: rendered scenarios, for each site
SCENES = Bounds(2_000, 64_000_000)
#: :mod:`kb.web.drawing.board`: where the spaces of a drawing stand (functools.lru_cache); few, and all of the base
LAYOUTS = Bounds(1_024, 8_000_000)


class Cache:
    """A dictionary within limits: the least recently used entry is dropped first. For one thread."""

    __slots__ = ("_bounds", "_bytes", "_known", "_sizes")

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._known: dict[Hashable, Any] = {}
        self._sizes: dict[Hashable, int] = {}
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._known)

    def get(self, key: Hashable) -> Any:
        """What was put under ``key``, or ``None``."""
        if key not in self._known:
            return None
        found = self._known[key] = self._known.pop(key)
        return found

    def put(self, key: Hashable, value: Any, size: int) -> None:
        """Keep a value of ``size`` bytes under ``key``, unless it alone is too large."""
        self._drop(key)
        if size > self._bounds.bytes:
            return
        self._known[key], self._sizes[key] = value, size
        self._bytes += size
        while len(self._known) > self._bounds.entries or self._bytes > self._bounds.bytes:
            self._drop(next(iter(self._known)))

    def _drop(self, key: Hashable) -> None:
        if key in self._known:
            del self._known[key]
            self._bytes -= self._sizes.pop(key)
