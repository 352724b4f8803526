"""Asks the engine without blocking the event loop: a process of its own answers, one question after another."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from weakref import finalize

from kb.base.errors import Finding, KBError
from kb.service.engine_process import AskingProcess
from kb.web.site import Site

#: questions that may wait for the one that is answered
MOST_WAITING = 100
#: seconds of processor time that an answer may take
LIMIT = 4.5


class Busy(KBError):
    """Too many questions wait already."""


class EngineQueue:
    """The engine of a site: its process, the thread that waits for it, and the boards that it has given, by game."""

    def __init__(self, site: Site) -> None:
        self.process = AskingProcess(site.base.build.directory, LIMIT)
        self._thread = ThreadPoolExecutor(1, "engine")
        self._waiting = 0
        self._boards: dict[str, bytes] = {}
        finalize(site, self.process.close)

    async def ask(self, function: Callable[..., Any], *given: Any, **named: Any) -> Any:
        """Return ``function(process, *given, **named)``, called in turn, or raise its error or :class:`Busy`."""
        if self._waiting >= MOST_WAITING:
            raise Busy(Finding("too many questions at once", hint="ask again in a moment"))
        self._waiting += 1
        try:
            return await asyncio.wrap_future(self._thread.submit(function, self.process, *given, **named))
        finally:
            self._waiting -= 1

    async def boards(self, game: str) -> bytes:
        """Return :meth:`AskingProcess.boards` as JSON, packed with gzip and cached."""
        if game not in self._boards:
            found = await self.ask(AskingProcess.boards, game)
            text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
            self._boards[game] = gzip.compress(text.encode(), 9, mtime=0)
        return self._boards[game]
