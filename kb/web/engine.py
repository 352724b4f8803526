"""Asks the engine without blocking the event loop: a process of its own answers, one question after another.

Addresses take turns, so that the questions of one reader do not delay those of others. A question whose reader has
closed the connection is dropped.
"""

from __future__ import annotations

import asyncio
import gzip
import ipaddress
import json
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import TypeVar, cast
from weakref import finalize

from datasette import Request

from kb.base.errors import Finding, KBError
from kb.service.engine_process import AskingProcess
from kb.web.site import Site

T = TypeVar("T")
#: questions that may wait for the one that is answered
MOST_WAITING = 100
#: seconds of processor time that an answer may take
LIMIT = 1.0
#: the bits of an IPv6 address that readers cannot choose themselves
_PREFIX = 64


class Busy(KBError):
    """Too many questions wait already, or the reader has left."""


class _Question:
    """A question that waits: a function of the process, and its result."""

    def __init__(self, answer: Callable[[], object]) -> None:
        self._answer = answer
        self.result: Future[object] = Future()

    def run(self) -> bool:
        """Answer the question; return False if it has been dropped."""
        if not self.result.set_running_or_notify_cancel():
            return False
        try:
            self.result.set_result(self._answer())
        except BaseException as error:
            self.result.set_exception(error)
        return True


class EngineQueue:
    """The engine of a site: its process, the questions that wait for it, and the boards that it has given, by game."""

    def __init__(self, site: Site) -> None:
        self.process = AskingProcess(site.base.build.directory, LIMIT)
        self._thread = ThreadPoolExecutor(1, "engine")
        self._lock = Lock()
        #: the questions that wait, by the address of the reader; the first address is the next one
        self._waiting: dict[str, deque[_Question]] = {}
        self._boards: dict[str, bytes] = {}
        finalize(site, self.process.close)

    async def ask(self, request: Request, function: Callable[..., T], *given: object, **named: object) -> T:
        """Return ``function(process, *given, **named)``, called when it is the turn of the reader who sent the request.
        Raises the error of the function, or :class:`Busy` if too many questions wait or the reader leaves before."""
        reader, question = _reader(request), _Question(partial(function, self.process, *given, **named))
        self._add(reader, question)
        self._thread.submit(self._answer_next)
        result, left = asyncio.wrap_future(question.result), asyncio.ensure_future(_left(request))
        try:
            await asyncio.wait((result, left), return_when=asyncio.FIRST_COMPLETED)
            if result.done():
                return cast("T", result.result())
            raise Busy(Finding("the browser or program that asked closed the connection"))
        finally:
            left.cancel()
            result.cancel()
            self._drop(reader, question)

    def _add(self, reader: str, question: _Question) -> None:
        """Add a question to the queue. If the queue is full, refuse the last question of the reader who has the most
        waiting. If that is this question, raise :class:`Busy`."""
        refused = None
        with self._lock:
            if sum(map(len, self._waiting.values())) >= MOST_WAITING:
                most = max(self._waiting, key=lambda each: len(self._waiting[each]), default="")
                if not most or len(self._waiting[most]) <= len(self._waiting.get(reader, ())) + 1:
                    raise _too_many()
                refused = self._waiting[most].pop()
            self._waiting.setdefault(reader, deque()).append(question)
        if refused and refused.result.set_running_or_notify_cancel():
            refused.result.set_exception(_too_many())

    def _drop(self, reader: str, question: _Question) -> None:
        """Remove a question from the queue, if it still waits."""
        with self._lock:
            own = self._waiting.get(reader, deque())
            if question in own:
                own.remove(question)
            if not own:
                self._waiting.pop(reader, None)

    def _answer_next(self) -> None:
        """Answer the next question that was not dropped. Its reader is then the last in the order."""
        while question := self._next():
            if question.run():
                return

    def _next(self) -> _Question | None:
        """Remove and return the oldest question of the next reader, who then is last; None if no question waits."""
        with self._lock:
            for reader in list(self._waiting):
                own = self._waiting.pop(reader)
                if own:
                    question = own.popleft()
                    if own:
                        self._waiting[reader] = own
                    return question
        return None

    async def boards(self, request: Request, game: str) -> bytes:
        """Return :meth:`AskingProcess.boards` as JSON, packed with gzip and cached."""
        if game not in self._boards:
            found = await self.ask(request, AskingProcess.boards, game)
            text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
            self._boards[game] = gzip.compress(text.encode(), 9, mtime=0)
        return self._boards[game]


def _too_many() -> Busy:
    """Return the error of a question that the full queue refuses."""
    return Busy(Finding("the server has too many questions to answer", hint="ask again in a moment"))


def _reader(request: Request) -> str:
    """Return the IPv4 address or the IPv6 network of the client of a request; empty if it is unknown."""
    host = str((request.scope.get("client") or ("",))[0])
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    return host if address.version == 4 else str(ipaddress.IPv6Network((int(address), _PREFIX), strict=False))


async def _left(request: Request) -> None:
    """Wait until the client closes the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
