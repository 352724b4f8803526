"""Measures how the memory of ``kb serve`` grows with requests of words that nobody has ever used.

python -m benchmarks.memory [--requests N]
"""

from __future__ import annotations

import argparse
import random
import string
from collections.abc import Iterator
from itertools import islice

from benchmarks.hostile import over_http
from benchmarks.serving import resident, start

SEED = 12
#: invented words of a request; requests between two figures; requests before the first, which fill the caches
WORDS, STEP, WARM = 20, 5_000, 1_000


def addresses() -> Iterator[str]:
    """Searches for invented words, each different, on the page and as JSON."""
    chance = random.Random(SEED)
    while True:
        words = ("".join(chance.choices(string.ascii_lowercase, k=chance.randrange(3, 20))) for _ in range(WORDS))
        yield f"/api/v1/search?q={'+'.join(words)}"
        yield f"/judge?part=results&q={chance.randrange(10**9)}+{'+'.join(chance.choices(string.ascii_lowercase, k=9))}"


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--requests", type=int, default=50_000)
    chosen = parser.parse_args()
    server, port = start()
    asked = addresses()
    try:
        over_http(port, 4, list(islice(asked, WARM)))
        first, done = resident(server.pid), WARM
        print(f"{done:>7} requests: {first:6.1f} MB")
        while done < chosen.requests:
            over_http(port, 4, list(islice(asked, min(STEP, chosen.requests - done))))
            done = min(chosen.requests, done + STEP)
            now = resident(server.pid)
            print(f"{done:>7} requests: {now:6.1f} MB, {now - first:+.1f} MB", flush=True)
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
