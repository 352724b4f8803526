"""Asks the engine without blocking the event loop: a process of its own answers, one request after another."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, finalize

from kb.asking_process import AskingProcess
from kb.errors import Finding, KBError

if TYPE_CHECKING:
    from kb.web.site import Site

#: requests that may wait for the one that is answered; one more is sent away
MOST_WAITING = 12


class Busy(KBError):
    """Too many requests wait already."""


class _Asker:
    """The process of a site, the thread that waits for it, and the boards that it has given, by game."""

    def __init__(self, site: Site) -> None:
        self.process = AskingProcess(site.base.build.directory)
        self._thread = ThreadPoolExecutor(1, "engine")
        self._waiting = 0
        self.boards: dict[str, bytes] = {}

    async def told(self, what: Callable[..., Any], *given: Any) -> Any:
        if self._waiting > MOST_WAITING:
            raise Busy(Finding("too many questions at once", hint="ask again in a moment"))
        self._waiting += 1
        try:
            return await asyncio.wrap_future(self._thread.submit(what, *given))
        finally:
            self._waiting -= 1


_askers: WeakKeyDictionary[Site, _Asker] = WeakKeyDictionary()


def _asker(site: Site) -> _Asker:
    if site not in _askers:
        _askers[site] = _Asker(site)
        finalize(site, _askers[site].process.close)
    return _askers[site]


async def answer(site: Site, request: str) -> dict[str, Any]:
    """What the engine says of a request (JSON text), with the rulings that bear on it; or its ``errors``.

    Raises :class:`Busy`, and :class:`KBError` for an answer that takes too long.
    """
    asker = _asker(site)
    told: dict[str, Any] = await asker.told(asker.process.answer, request)
    return told


async def ask(site: Site, asked: str | Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """What :func:`kb.reads.asking.ask` gives, with ``more`` of its arguments.

    Raises what it raises, and :class:`Busy`.
    """
    asker = _asker(site)
    told: dict[str, Any] = await asker.told(asker.process.ask, asked, more)
    return told


async def check(site: Site, written: str | Mapping[str, Any], game: str) -> list[dict[str, Any]]:
    """What :func:`kb.reads.checking.check` gives. Raises what it raises, and :class:`Busy`."""
    asker = _asker(site)
    told: list[dict[str, Any]] = await asker.told(asker.process.check, written, game)
    return told


def board_links(site: Site) -> dict[str, str]:
    """The addresses of the boards of each game that has rules."""
    games = site.base.connection.execute("select id from games where id in (select game from rules) order by rowid")
    return {game: site.path(f"/ask/{site.short_digest}/{game}.json") for (game,) in games}


async def boards(site: Site, game: str) -> bytes:
    """The boards of a game as JSON, packed with gzip. Raises :class:`kb.errors.NotFound` for a game that has none."""
    asker = _asker(site)
    if game not in asker.boards:
        found = json.dumps(await asker.told(asker.process.boards, game), ensure_ascii=False, separators=(",", ":"))
        asker.boards[game] = gzip.compress(found.encode(), 9, mtime=0)
    return asker.boards[game]


async def case(site: Site, scenario: str) -> dict[str, Any] | None:
    """The case of a scenario as a request; None for one that the base does not have, or that plays nothing."""
    sql = "select file from scenarios where id = ? and proof = 'play'"
    row = site.base.connection.execute(sql, [scenario]).fetchone()
    asker = _asker(site)
    return await asker.told(asker.process.case, scenario, row[0]) if row else None
