"""Questions to the engine of a site: readers take turns, and a question without a reader is dropped."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from threading import Event
from typing import Any

import pytest
from datasette import Request

from kb.web import engine
from kb.web.engine import Busy, EngineQueue
from kb.web.site import Site
from tests.web.apart import run


class Reader:
    """Sends requests from one address, and may leave."""

    def __init__(self, address: str) -> None:
        self.address, self.gone = address, asyncio.Event()

    async def receive(self) -> Any:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    @property
    def request(self) -> Request:
        return Request({"type": "http", "client": (self.address, 50_000)}, self.receive)


class Answers:
    """Answers questions by their names, and keeps the order; the first one waits until it is released."""

    def __init__(self) -> None:
        self.order: list[str] = []
        self.released = Event()

    def __call__(self, process: object, name: str) -> str:
        self.order.append(name)
        assert self.released.wait(20)
        return name


@pytest.fixture
def queue(here: Site) -> Iterator[EngineQueue]:
    """Yield a queue whose process is never started."""
    queue = EngineQueue(here)
    yield queue
    queue.process.close()


async def _asked(queue: EngineQueue, answers: Answers, *asked: tuple[Reader, str]) -> list[asyncio.Task[Any]]:
    """Ask questions one after another, the first of which is being answered."""
    tasks = []
    for reader, name in asked:
        tasks.append(asyncio.create_task(queue.ask(reader.request, answers, name)))
        while not answers.order:
            await asyncio.sleep(0.001)
    await asyncio.sleep(0)
    return tasks


def test_readers_take_turns(queue: EngineQueue) -> None:
    async def main() -> None:
        answers, one, other, near = Answers(), Reader("192.0.2.1"), Reader("2001:db8::1"), Reader("2001:db8::2")
        asked = ((one, "a1"), (one, "a2"), (one, "a3"), (other, "b1"), (near, "b2"), (one, "a4"))
        tasks = await _asked(queue, answers, *asked)
        answers.released.set()
        assert await asyncio.gather(*tasks) == ["a1", "a2", "a3", "b1", "b2", "a4"]
        # the two addresses of one IPv6 network are one reader
        assert answers.order == ["a1", "a2", "b1", "a3", "b2", "a4"]

    run(main())


def test_a_question_whose_reader_has_left_is_dropped(queue: EngineQueue) -> None:
    async def main() -> None:
        answers, one, other = Answers(), Reader("192.0.2.1"), Reader("192.0.2.2")
        first, waiting, stays = await _asked(queue, answers, (other, "a"), (one, "b"), (other, "c"))
        one.gone.set()
        with pytest.raises(Busy, match="closed"):
            await waiting
        answers.released.set()
        assert [await first, await stays] == ["a", "c"] and answers.order == ["a", "c"]

    run(main())


def test_a_full_queue_refuses_the_reader_who_asks_most(queue: EngineQueue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "MOST_WAITING", 3)

    async def main() -> None:
        answers, one, other = Answers(), Reader("192.0.2.1"), Reader("192.0.2.2")
        asked = ((one, "a1"), (one, "a2"), (one, "a3"), (one, "a4"), (one, "a5"), (other, "b1"))
        tasks = await _asked(queue, answers, *asked)
        answers.released.set()
        told = await asyncio.gather(*tasks, return_exceptions=True)
        assert [each for each in told if isinstance(each, str)] == ["a1", "a2", "a3", "b1"]
        assert all("too many" in str(each) for each in told if not isinstance(each, str))

    run(main())
