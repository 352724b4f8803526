"""The caches that grow with requests, and how many entries each has at most.

What is kept once for a base, a build or a page is not listed: it does not depend on requests.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any

#: :mod:`kb.search.lexicon`: texts and their terms, for each lexicon
TERMS = 20_000
#: :mod:`kb.web.respond`: answers of one kind of page, for each site
SEARCH_ANSWERS = 200
RULING_PAGES = 100
RULE_PAGES = 100
SCENARIO_PAGES = 100
LEDGER_PAGES = 16
API_REPLIES = 200
API_DESCRIPTION = 1
#: :mod:`kb.web.cards`: rendered cards, for each site
CARDS = 2_000
#: :mod:`kb.web.pages.scenario`: rendered scenarios, for each site
SCENES = 2_000


class Cache(dict["Hashable", "Any"]):
    """A dictionary of at most so many ``entries``; :meth:`put` drops the oldest entry first. For one thread."""

    __slots__ = ("_entries",)

    def __init__(self, entries: int) -> None:
        super().__init__()
        self._entries = entries

    def put(self, key: Hashable, value: Any) -> None:
        """Keep a value under ``key``."""
        if key not in self and len(self) >= self._entries:
            del self[next(iter(self))]
        self[key] = value
