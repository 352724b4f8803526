"""Measures ``kb serve`` on loopback: rates, waiting times and memory, as ratios to a plain query of the same server.

    python -m benchmarks.serving [--requests N]

The server is a process of its own, and so is the client: keep-alive connections, each with one request under way at a
time, and a fixed number of requests. Every answer's status and length are checked. A row marked "first asked" has an
address of its own for each request, none of which the server has made an answer for; other rows ask for few addresses
again and again.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import NamedTuple
from urllib.parse import quote_plus

from benchmarks.quality import QUERIES
from kb.base import paths
from kb.web.headers import API as ROOT

ENTRY = "from kb.cli.front import main; main()"
#: the canned full-text query: what Datasette itself needs for a search as JSON
CANNED = "/{database}/search.json?q=sub&_shape=array"
TABLE = "/{database}/rulings"
#: an answer of no more bytes says nothing: ``[]``
EMPTY = 2


class Figures(NamedTuple):
    """What one run took: seconds of every request, of the whole, and of the server's processor."""

    times: list[float]
    whole: float
    worked: float = 0.0

    def at(self, part: float) -> float:
        """The time, in milliseconds, within which a part of the requests were answered."""
        return 1000 * sorted(self.times)[min(len(self.times) - 1, int(part * len(self.times)))]

    @property
    def rate(self) -> float:
        """Requests a second."""
        return len(self.times) / self.whole


async def _connection(port: int, requests: Sequence[bytes], times: list[float]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for request in requests:
        start = time.perf_counter()
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            raise SystemExit(f"{head[:40]!r} for {request[:100]!r}")
        if await _body(reader, head) <= EMPTY:
            raise SystemExit(f"nothing is answered to {request[:100]!r}")
        times.append(time.perf_counter() - start)
    writer.close()
    await writer.wait_closed()


async def _body(reader: asyncio.StreamReader, head: bytes) -> int:
    """Read a body; its length."""
    length = re.search(rb"(?i)content-length: (\d+)", head)
    if length:
        return len(await reader.readexactly(int(length[1])))
    whole = 0
    while size := int(await reader.readline(), 16):
        whole += len(await reader.readexactly(size + 2)) - 2
    await reader.readline()
    return whole


def load(port: int, connections: int, addresses: Sequence[str], many: int) -> Figures:
    """Ask for ``many`` of the addresses in turn over so many connections at once."""
    asked = [f"GET {addresses[n % len(addresses)]} HTTP/1.1\r\nhost: localhost\r\n\r\n".encode() for n in range(many)]
    times: list[float] = []

    async def run() -> float:
        start = time.perf_counter()
        await asyncio.gather(*(_connection(port, asked[n::connections], times) for n in range(connections)))
        return time.perf_counter() - start

    return Figures(times, asyncio.run(run()))


def resident(process: int) -> float:
    """The memory of a process, in megabytes."""
    with open(f"/proc/{process}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmRSS"))


def worked(process: int) -> float:
    """The processor time of a process, in seconds: unlike a rate, it does not depend on what else the machine does."""
    with open(f"/proc/{process}/stat", encoding="ascii") as file:
        user, system = file.read().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def start() -> tuple[subprocess.Popen[str], int]:
    """A server on a free port, ready."""
    environment = {**os.environ, "PYTHONPATH": paths.CHECKOUT}
    server = subprocess.Popen(
        [sys.executable, "-c", ENTRY, "serve", "--port", "0"], env=environment, stderr=subprocess.PIPE, text=True
    )
    assert server.stderr is not None
    said = server.stderr.readline()
    port = re.search(r":(\d+)/judge", said)
    if port is None:
        raise SystemExit(said)
    return server, int(port[1])


def judged() -> list[str]:
    """The judged queries, as addresses of the search for programs."""
    with open(QUERIES, encoding="utf-8") as file:
        asked = [json.loads(line) for line in file]
    return [
        f"{ROOT}/search?q={quote_plus(each['query'])}" + (f"&game={each['game']}" if each.get("game") else "")
        for each in asked
    ]


def as_pages(addresses: Sequence[str]) -> list[str]:
    """The same searches on the judge's page."""
    return [address.replace(f"{ROOT}/search", "/judge") for address in addresses]


def distinct(addresses: Sequence[str], many: int) -> list[str]:
    """So many addresses with answers of their own that cost the same: each has other spaces before its question."""
    turns = (divmod(number, len(addresses)) for number in range(many))
    return [addresses[each].replace("?q=", f"?q={'+' * turn}") for turn, each in turns]


def report(name: str, figures: Figures, beside: Figures) -> None:
    """Print a line."""
    print(
        f"{name:<32} p50 {figures.at(0.5):7.2f} ms   p99 {figures.at(0.99):7.2f} ms   {figures.rate:6.0f} requests/s"
        f"  {figures.rate / beside.rate:5.2f} x the canned query;"
        f"  processor {1000 * figures.worked / len(figures.times):6.2f} ms a request"
    )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--requests", type=int, default=3000)
    parser.add_argument("--database", default="kb")
    chosen = parser.parse_args()
    server, port = start()
    canned, table = (each.format(database=chosen.database) for each in (CANNED, TABLE))
    search = judged()
    try:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as client:

            def run(connections: int, addresses: Sequence[str], many: int) -> Figures:
                before = worked(server.pid)
                figures = client.submit(load, port, connections, addresses, many).result()
                return figures._replace(worked=worked(server.pid) - before)

            run(1, [canned, table], 20)
            beside = run(1, [canned], chosen.requests)
            report("canned query, 1 connection", beside, beside)
            before = resident(server.pid)
            asked = iter(distinct(search, 3 * chosen.requests))
            for connections in (1, 8, 64):
                figures = run(connections, list(islice(asked, chosen.requests)), chosen.requests)
                report(f"search, first asked, {connections} at once", figures, beside)
            after = resident(server.pid)
            run(1, search, len(search))
            for connections in (1, 8, 64):
                report(f"search, asked again, {connections} at once", run(connections, search, chosen.requests), beside)
            shown = as_pages(distinct(search, chosen.requests))
            report("the judge's page, first asked, 1 at once", run(1, shown, chosen.requests), beside)
            report("table page in HTML, 1 connection", run(1, [table], max(20, chosen.requests // 30)), beside)
            print(f"memory of the server: {before:.1f} MB, {after:.1f} MB after {3 * chosen.requests} first searches")
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
