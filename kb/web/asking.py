"""Asks the engine without blocking the event loop: a process of its own answers, one question after another.

Whose turn it is is decided by the address of the client (:class:`FairQueue`); a question whose client has gone
is not begun.
"""

from __future__ import annotations

import asyncio
import gzip
import json
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any
from weakref import finalize

from kb.base.errors import Finding, KBError
from kb.service.engine_process import AskingProcess
from kb.store.scenarios import games_with_rules

if TYPE_CHECKING:
    from datasette import Request

    from kb.web.site import Site

#: questions that may wait for the one that is answered
MOST_WAITING = 100
#: seconds of processor time that an answer may take: who comes next waits for no more
LIMIT = 4.5


class EngineQueue:
    """The engine of a site: its process, the thread that waits for it, and the boards that it has given, by game."""

    def __init__(self, site: Site) -> None:
        self.process = AskingProcess(site.base.build.directory, LIMIT)
        self._thread = ThreadPoolExecutor(1, "engine")
        self._queue = FairQueue(MOST_WAITING)
        self._boards: dict[str, bytes] = {}
        finalize(site, self.process.close)

    async def ask(self, request: Request, function: Callable[..., Any], *given: Any, **named: Any) -> Any:
        """What a function gives for the process and some values, for a request that has been read.

        Raises what it raises, and :class:`Busy`.
        """
        address = (request.scope.get("client") or ("",))[0]
        place, gone = self._queue.join(address), asyncio.ensure_future(_disconnected(request))
        begun = None
        try:
            await asyncio.wait((place, gone), return_when=asyncio.FIRST_COMPLETED)
            if gone.done():
                raise Busy(Finding("nobody waits for the answer"))
            place.result()
            begun = self.process.spent
            return await asyncio.wrap_future(self._thread.submit(function, self.process, *given, **named))
        finally:
            gone.cancel()
            self._queue.leave(address, place, 0.0 if begun is None else self.process.spent - begun)

    async def boards(self, request: Request, game: str) -> bytes:
        """:meth:`AskingProcess.boards` as JSON, packed with gzip and kept."""
        if game not in self._boards:
            found = await self.ask(request, AskingProcess.boards, game)
            text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
            self._boards[game] = gzip.compress(text.encode(), 9, mtime=0)
        return self._boards[game]


async def _disconnected(request: Request) -> None:
    """Wait until the client of a request has gone; what is left of its body is passed over."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def board_links(site: Site) -> dict[str, str]:
    """The addresses of the boards of each game that has rules."""
    games = games_with_rules(site.base.connection)
    return {game: site.path(f"/ask/{site.short_digest}/{game}.json") for game in games}


# -- whose turn it is at a worker that takes one job at a time: every client's address gets the same share of it


#: seconds of processor time: what a turn costs at least, and how much less than those that were served an address
#: counts as having used at most, so that whoever asks little is before the others for so long
_LEAST, _CREDIT = 0.001, 10.0


class Busy(KBError):
    """Too many wait already, or nobody waits for the answer any more."""


class FairQueue:
    """Gives the next turn to the address that has used the least processor time, within an address to who came first.

    An address that comes anew, or asks little, waits for no more than the question that is answered. At most ``most``
    wait: one more takes the place of the last one of the address that holds the most places, which is refused with
    :class:`Busy`.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        #: seconds by address, and the most that one had used when it was served
        self._used: dict[str, float] = {}
        self._level = 0.0
        self._serving = False

    def join(self, address: str) -> asyncio.Future[None]:
        """A place, which is done when its turn comes, and is given back by :meth:`leave` at any time.

        Raises :class:`Busy`.
        """
        place = asyncio.get_running_loop().create_future()
        self._used[address] = max(self._used.get(address, -_CREDIT), self._level - _CREDIT)
        if not self._serving:
            self._serving = True
            place.set_result(None)
            return place
        if sum(map(len, self._waiting.values())) >= self.most:
            self._refuse_one(address)
        self._waiting.setdefault(address, deque()).append(place)
        return place

    def leave(self, address: str, place: asyncio.Future[None], cost: float = 0.0) -> None:
        """Give a place back; where it has had its turn, which took ``cost`` seconds of processor time, the next one has
        its turn."""
        if place in self._waiting.get(address, ()):
            self._remove(address, place)
        elif not place.cancelled() and place.exception() is None:
            self._used[address] += max(cost, _LEAST)
            self._next()

    def _next(self) -> None:
        least = self._level - _CREDIT
        self._used = {each: used for each, used in self._used.items() if each in self._waiting or used > least}
        if not self._waiting:
            self._serving, self._level = False, 0.0
            self._used.clear()
            return
        address = min(self._waiting, key=self._used.__getitem__)
        self._level = max(self._level, self._used[address])
        place = self._waiting[address][0]
        self._remove(address, place)
        place.set_result(None)

    def _refuse_one(self, address: str) -> None:
        """Refuse the last of the address with the most places. Raises :class:`Busy` where that is the one that came."""
        busy = Busy(Finding("too many questions at once", hint="ask again in a moment"))
        held = {each: len(places) for each, places in self._waiting.items()}
        most = max(held, key=held.__getitem__, default=address)
        if held.get(most, 0) <= held.get(address, 0) + 1:
            raise busy
        place = self._waiting[most][-1]
        self._remove(most, place)
        place.set_exception(busy)

    def _remove(self, address: str, place: asyncio.Future[None]) -> None:
        places = self._waiting[address]
        places.remove(place)
        if not places:
            del self._waiting[address]
