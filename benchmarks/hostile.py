"""Measures what the most expensive queries cost: in process, over HTTP, and to another reader meanwhile.

    python -m benchmarks.hostile [--queries N] [--connections N]

The queries are generated from a fixed seed: operators x lengths x repeats x scripts, and the ones that attackers used.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from urllib.parse import quote_plus

import kb
from benchmarks.serving import _body, judged, start, worked
from kb.base.errors import QueryError
from kb.search.query_limits import LONGEST_QUERY

SEED = 12
#: bytes of an address
LONGEST_ADDRESS = 8_192
#: first letters and numbers of letters of the scripts that words are invented in
SCRIPTS = (
    ("a", 26),
    ("A", 26),
    ("\u0430", 32),
    ("\u03b1", 25),
    ("\u05d0", 27),
    ("\u0627", 28),
    ("\u0905", 50),
    ("\u0e01", 46),
    ("\u3042", 80),
    ("\uac00", 11_000),
    ("\u4e00", 20_000),
    ("\U0001d400", 50),
    ("\u0300", 100),
    ("\u0660", 10),
    ("0", 10),
    ("\U0001f600", 60),
    ("\u2000", 60),
    ("\x01", 30),
    ("!", 14),
)
#: what attackers sent
KNOWN = (
    "and~ " * 398,
    '"the the"~99',
    "a" * 1_990,
    "a." * 1_000,
    "'" * 2_000,
    "(" * 1_990,
    '"' * 1_999,
    '" ' * 999,
    "e\u0301" * 999,
    "\u0301" * 1_990,
    "rev-sub-" + "9" * 1_900,
    f'"{"the " * 390}"~99',
    f'section:"{"the " * 390}"',
    "sub " + "-the -of " * 190,
    "the*~ " * 300,
    "game:revised " * 150,
    "kind:answer " * 160,
    "revised anniversary g40 " * 80,
    "\u4e00" * 1_990,
    "i\u0307" * 900,
    "\ud800 " * 900,
    "\u202e sub \x00" * 200,
    "[]{}()^?!+&|\\/" * 140,
)
OPERATORS = (
    "{}",
    "{}~",
    "{}*",
    "-{}",
    '"{}"',
    '"{}"~9',
    '"{}"~99',
    "section:{}",
    "section:rev/{}",
    "kind:{}",
    "game:{}",
    "({})",
    "{}.",
    "{}'s",
    "{}-{}",
    "rev-{}-1",
    "{}n't",
    "sz{}",
)
#: characters of a word, words of a query: the last of each fills a query
LENGTHS = (1, 2, 3, 4, 5, 7, 9, 12, 20, 39, 41, 200, 2_000)
WORDS = (1, 2, 3, 8, 12, 20, 60, 245, 1_000)


def queries(many: int, known: Sequence[str]) -> Iterator[str]:
    """So many hostile queries, always the same ones. ``known`` are words of the documents."""
    chance = random.Random(SEED)
    yield from KNOWN[:many]
    for _ in range(many - len(KNOWN)):
        word = _invented(chance) if chance.random() < 0.6 else lambda: chance.choice(known)
        operators = chance.sample(OPERATORS, chance.choice((1, 1, 1, 2, 3, len(OPERATORS))))
        distinct = [word() for _ in range(chance.choice(WORDS))]
        repeats = chance.choice((1, 1, 1, 2, 50, 400))
        pieces = (chance.choice(operators).replace("{}", each) for _ in range(repeats) for each in distinct)
        yield _within(pieces)


def _invented(chance: random.Random) -> Callable[[], str]:
    """Makes words of one length, of one script or of all."""
    mixed, script, length = chance.random() < 0.2, chance.choice(SCRIPTS), chance.choice(LENGTHS)

    def letter() -> str:
        first, many = chance.choice(SCRIPTS) if mixed else script
        return chr(ord(first) + chance.randrange(many))

    return lambda: "".join(letter() for _ in range(length))


def _within(pieces: Iterator[str]) -> str:
    """As many pieces as a query and its address have room for."""
    text, size = "", 0
    for piece in pieces:
        size += len(quote_plus(piece, errors="replace")) + 1
        if len(text) + len(piece) > LONGEST_QUERY or size > LONGEST_ADDRESS - 100:
            break
        text += piece + " "
    return text


def report(name: str, seconds: Sequence[float]) -> None:
    """Print a line: times in milliseconds."""
    ordered = sorted(1000 * each for each in seconds)
    p50, p99 = (ordered[min(len(ordered) - 1, int(part * len(ordered)))] for part in (0.5, 0.99))
    print(f"{name:<44} p50 {p50:7.2f} ms   p99 {p99:7.2f} ms   worst {ordered[-1]:7.2f} ms   {len(ordered)} requests")


def in_process(asked: Sequence[str]) -> None:
    """Search, with the snippets, in this process."""
    wall, processor = [], []
    with kb.open() as base:
        base.search("sub* submarien")
        for text in asked:
            clock, cpu = time.perf_counter(), time.process_time()
            with suppress(QueryError):
                base.search(text).plain()
            wall.append(time.perf_counter() - clock)
            processor.append(time.process_time() - cpu)
    report("in process", wall)
    report("in process, processor time", processor)


def over_http(port: int, connections: int, addresses: Sequence[str]) -> tuple[list[float], list[float]]:
    """Ask for the addresses over so many connections at once; the times of these, and of another reader meanwhile."""
    return asyncio.run(_attack(port, connections, addresses))


async def _attack(port: int, connections: int, addresses: Sequence[str]) -> tuple[list[float], list[float]]:
    times: list[float] = []
    others: list[float] = []
    plain = judged()

    async def attacker(asked: Sequence[str]) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for address in asked:
            times.append(await _asked(reader, writer, address))
        writer.close()

    async def other() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while True:
            turn, place = divmod(len(others), len(plain))
            others.append(await _asked(reader, writer, plain[place].replace("?q=", f"?q={'+' * turn}")))
            await asyncio.sleep(0.02)

    reading = asyncio.create_task(other())
    await asyncio.gather(*(attacker(addresses[n::connections]) for n in range(connections)))
    reading.cancel()
    return times, others


async def _asked(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str) -> float:
    """The seconds until an address is answered. The answer is a page or a line about what is wrong."""
    begun = time.perf_counter()
    writer.write(f"GET {address} HTTP/1.1\r\nhost: localhost\r\n\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    if head[9:12] not in (b"200", b"400", b"422"):
        raise SystemExit(f"{head[:40]!r} for {address[:100]!r}")
    await _body(reader, head)
    return time.perf_counter() - begun


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--queries", type=int, default=20_000)
    parser.add_argument("--connections", type=int, nargs="*", default=[1, 8])
    chosen = parser.parse_args()
    with kb.open() as base:
        known = [
            row[0] for row in base.connection.execute("select word from words order by length(frequency) desc, word")
        ]
    asked = list(queries(chosen.queries, known))
    in_process(asked)
    addresses = [f"/api/v1/search?q={quote_plus(text, errors='replace')}" for text in asked]
    for connections in chosen.connections:
        server, port = start()
        try:
            with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as client:
                before = worked(server.pid)
                times, others = client.submit(over_http, port, connections, addresses).result()
            report(f"over HTTP, {connections} at once", times)
            report("  another reader meanwhile", others)
            print(
                f"  processor time of the server: {1000 * (worked(server.pid) - before) / len(times):.2f} ms a request"
            )
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
