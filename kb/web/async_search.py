"""Searches without blocking the event loop: Whoosh runs in a thread of its own, within limits.

The base is asked on the event loop, which takes a few milliseconds whatever is typed
(:mod:`kb.search.query_limits`). Only :meth:`kb.knowledge.KnowledgeBase.matches`, which reads nothing but the
Whoosh index, runs in the thread.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.knowledge import KnowledgeBase, Ranked, Results
    from kb.search.query import Query
    from kb.web.site import Site

#: seconds of processor time that Whoosh may take for one query; after that the plain words are searched
LIMIT = 0.15
#: seconds that one query may wait for Whoosh, so that a disk that does not answer holds nobody up
DEADLINE = 5.0
#: queries that may wait for Whoosh; one more counts as late at once
MOST_WAITING = 4


async def open_whoosh(site: Site) -> None:
    """Open the Whoosh index of a site in its thread: once, and without a deadline, because it takes a while."""
    await asyncio.shield(asyncio.wrap_future(site.whoosh.opened))


async def search(
    site: Site, text: str, game: str | None, limit: int, all_games: bool = False, named_first: bool = False
) -> Results:
    """:meth:`kb.knowledge.KnowledgeBase.search`, but never held up by Whoosh; the results' notes say if it was late.

    ``named_first``: a game that the text names is kept to in the place of ``game``.
    Raises :class:`kb.base.errors.QueryError` for what cannot be understood.
    """
    searching = site.base.search_steps(text, game, limit, all_games=all_games, named_first=named_first)
    try:
        asked = next(searching)
        await open_whoosh(site)
        while True:
            asked = searching.send(await site.whoosh.matches(asked))
    except StopIteration as end:
        found: Results = end.value
        return found


class WhooshThread:
    """A thread that asks Whoosh, and the jobs that it has."""

    def __init__(self, base: KnowledgeBase) -> None:
        self._base = base
        self._thread = ThreadPoolExecutor(1, "whoosh")
        self._jobs: list[Future[Ranked]] = []
        self.opened = self._thread.submit(base.open_whoosh)

    async def matches(self, query: Query) -> Ranked | None:
        """What Whoosh finds, or ``None`` where it is late or too many wait for it."""
        self._jobs = [job for job in self._jobs if not job.done()]
        if len(self._jobs) >= MOST_WAITING:
            return None
        job = self._thread.submit(self._base.matches, query, LIMIT)
        self._jobs.append(job)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(job), DEADLINE)
        except TimeoutError:
            return None
