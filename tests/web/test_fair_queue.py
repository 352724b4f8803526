"""Whoever asks the engine waits for one question of the others, however many they send and however dear these are."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from kb.base.errors import KBError
from kb.service.engine_process import AskingProcess
from kb.web import asking
from kb.web.asking import Busy, FairQueue
from tests.web.apart import run

DEAR, CHEAP = 4.5, 0.1


class Engine:
    """An engine that answers at once, and counts what it would have spent."""

    def __init__(self) -> None:
        self.spent = 0.0
        self.begun: list[str] = []

    def answer(self, name: str, cost: float) -> float:
        self.begun.append(name)
        self.spent += cost
        return self.spent


class Client:
    """A client at an address; its question is read, and then it waits for the answer or goes."""

    def __init__(self, address: str) -> None:
        self.scope = {"client": (address, 1)}
        self.gone = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}


def asker(engine: Engine | AskingProcess, most: int = asking.MOST_WAITING) -> Any:
    """The queue of a site before an engine."""
    made = object.__new__(asking.EngineQueue)
    made.process, made._thread, made._queue = engine, ThreadPoolExecutor(1), FairQueue(most)  # type: ignore[assignment]
    return made


def told(here: Any, client: Any, name: str, cost: float) -> Coroutine[Any, Any, float]:
    return here.ask(client, type(here.process).answer, name, cost)  # type: ignore[no-any-return]


@pytest.mark.parametrize("of_one_address", [False, True])
def test_another_asker_waits_for_one_question_of_thirty_clients(of_one_address: bool) -> None:
    async def waits() -> list[float]:
        engine = Engine()
        here, waited = asker(engine), list[float]()

        async def attack(number: int) -> None:
            client = Client("10.0.0.1" if of_one_address else f"10.0.0.{number}")
            while len(waited) < 39:
                await told(here, client, "dear", DEAR)

        async def ask() -> None:
            while engine.spent < 30 * DEAR:  # everyone has had a turn
                await asyncio.sleep(0)
            for _ in range(39):
                before = engine.spent
                waited.append(await told(here, Client("10.1.1.1"), "cheap", CHEAP) - before)

        await asyncio.gather(ask(), *map(attack, range(30)))
        return waited

    waited = run(waits())
    assert len(waited) == 39 and max(waited) <= DEAR + CHEAP + 1e-6


def test_a_question_whose_client_has_gone_is_not_begun() -> None:
    async def begun() -> list[str]:
        engine = Engine()
        here = asker(engine)
        left = [Client("10.0.0.1") for _ in range(5)]
        waiting = [asyncio.ensure_future(told(here, each, "left", DEAR)) for each in left]
        asked = asyncio.ensure_future(told(here, Client("10.0.0.1"), "asked", CHEAP))
        for each in left:
            each.gone.set()
        found = await asyncio.gather(asked, *waiting, return_exceptions=True)
        assert found[0] == CHEAP and [type(each) for each in found[1:]] == [Busy] * 5
        assert await told(here, Client("10.0.0.1"), "next", CHEAP) == 2 * CHEAP
        return engine.begun

    assert run(begun()) == ["asked", "next"]


def test_a_turn_that_fails_or_is_cancelled_goes_to_the_next() -> None:
    def broken(_process: Any) -> None:
        raise KBError("broken")

    async def outcome() -> float:
        here = asker(Engine())
        first = asyncio.ensure_future(here.ask(Client("a"), broken))
        second = asyncio.ensure_future(told(here, Client("a"), "cancelled", DEAR))
        third = asyncio.ensure_future(told(here, Client("b"), "asked", CHEAP))
        await asyncio.sleep(0)
        second.cancel()
        with pytest.raises(KBError, match="broken"):
            await first
        found = await third
        assert here._queue._waiting == {} and not here._queue._serving and here._queue._used == {}
        return found

    assert run(outcome()) == CHEAP
