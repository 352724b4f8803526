"""Asks the engine without blocking the event loop: a process of its own answers, one question after another.

Whose turn it is is decided by the address of the client (:mod:`kb.web.fair_queue`); a question whose client has gone
is not begun.
"""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, finalize

from kb.base.errors import Finding
from kb.service.engine_process import AskingProcess
from kb.store import lookup
from kb.store.scenarios import games_with_rules
from kb.web.fair_queue import Busy, FairQueue

if TYPE_CHECKING:
    from datasette import Request

    from kb.web.site import Site

#: questions that may wait for the one that is answered
MOST_WAITING = 100
#: seconds of processor time that an answer may take: who comes next waits for no more
LIMIT = 4.5


class _Asker:
    """The process of a site, the thread that waits for it, and the boards that it has given, by game."""

    def __init__(self, site: Site) -> None:
        self.process = AskingProcess(site.base.build.directory, LIMIT)
        self._thread = ThreadPoolExecutor(1, "engine")
        self._queue = FairQueue(MOST_WAITING)
        self.boards: dict[str, bytes] = {}

    async def answer(self, request: Request, what: Callable[..., Any], *given: Any) -> Any:
        """What ``what`` gives for a request that has been read. Raises what it raises, and :class:`Busy`."""
        address = (request.scope.get("client") or ("",))[0]
        place, gone = self._queue.join(address), asyncio.ensure_future(_disconnected(request))
        begun = None
        try:
            await asyncio.wait((place, gone), return_when=asyncio.FIRST_COMPLETED)
            if gone.done():
                raise Busy(Finding("nobody waits for the answer"))
            place.result()
            begun = self.process.spent
            return await asyncio.wrap_future(self._thread.submit(what, *given))
        finally:
            gone.cancel()
            self._queue.leave(address, place, 0.0 if begun is None else self.process.spent - begun)


async def _disconnected(request: Request) -> None:
    """Wait until the client of a request has gone; what is left of its body is passed over."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


_askers: WeakKeyDictionary[Site, _Asker] = WeakKeyDictionary()


def _asker(site: Site) -> _Asker:
    if site not in _askers:
        _askers[site] = _Asker(site)
        finalize(site, _askers[site].process.close)
    return _askers[site]


# -- what the process answers: what its methods give and raise, and :class:`Busy`


async def answer(site: Site, request: Request, asked: str) -> Any:
    """:meth:`AskingProcess.answer`."""
    asker = _asker(site)
    return await asker.answer(request, asker.process.answer, asked)


async def call(site: Site, request: Request, function: Callable[..., Any], given: Mapping[str, Any]) -> Any:
    """What an operation of the engine (:mod:`kb.service.operations`) gives for some values.

    Raises what it raises, and :class:`Busy`.
    """
    asker = _asker(site)
    return await asker.answer(request, partial(function, asker.process, **given))


async def boards(site: Site, request: Request, game: str) -> bytes:
    """:meth:`AskingProcess.boards` as JSON, packed with gzip and kept."""
    asker = _asker(site)
    if game not in asker.boards:
        found = await asker.answer(request, asker.process.boards, game)
        text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
        asker.boards[game] = gzip.compress(text.encode(), 9, mtime=0)
    return asker.boards[game]


async def case(site: Site, request: Request, scenario: str) -> Any:
    """:meth:`AskingProcess.case`; None for a scenario that the base does not have, or that plays nothing."""
    try:
        row = lookup.row(site.base.connection, "scenarios", scenario)
    except KeyError:
        return None
    asker = _asker(site)
    return await asker.answer(request, asker.process.case, scenario, row["file"]) if row["proof"] == "play" else None


def board_links(site: Site) -> dict[str, str]:
    """The addresses of the boards of each game that has rules."""
    games = games_with_rules(site.base.connection)
    return {game: site.path(f"/ask/{site.short_digest}/{game}.json") for game in games}
