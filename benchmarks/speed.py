"""Measures whole commands and single queries, as ratios to a bare interpreter of the same run.

    python -m benchmarks.speed [--runs N]

Commands are started as the script starts them that pip writes, in turn with ``python -c pass``; the medians of the
processor time (user and system) and of the time on the clock are printed, and of their ratios.
:mod:`benchmarks.scale` measures larger corpora.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence

import kb
from benchmarks.quality import QUERIES
from kb.base import paths
from kb.pipeline import run

#: what pip writes into ``bin/kb``
ENTRY = r"""# -*- coding: utf-8 -*-
import re
import sys
from kb.cli.front import main
if __name__ == '__main__':
    sys.argv[0] = re.sub(r'(-script\.pyw|\.exe)?$', '', sys.argv[0])
    sys.exit(main())
"""
COMMANDS = {
    "kb search AT THE TABLE": ["search", "my fighter hits a lone sub, no destroyer"],
    "kb search QUESTION": ["search", "can my sub submerge before the fighter shoots"],
    "kb search MISSPELT": ["search", "can my submarien sumberge"],
    "kb show ID": ["show", "rev-sub-2"],
    "kb show GAME/RULE": ["show", "revised/tanks-blitz"],
    "kb --help": ["--help"],
    "kb search --help": ["search", "--help"],
    "completion": [],
}


def seconds(call: Callable[[], object]) -> float:
    """How long a call takes."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def process(code: str, words: Sequence[str], environment: dict[str, str]) -> Callable[[], object]:
    """A call that runs an interpreter to its end."""
    return lambda: subprocess.run(
        [sys.executable, "-c", code, *words],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )


def both(call: Callable[[], object]) -> tuple[float, float]:
    """The seconds of processor time and of the clock that a process takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    clock = seconds(call)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, clock


def commands(runs: int) -> None:
    """Print each command's medians and their ratios to a bare interpreter."""
    environment = {**os.environ, "PYTHONPATH": paths.CHECKOUT}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program has its modules compiled
    asking = {**environment, "_KB_COMPLETE": "complete_bash", "COMP_WORDS": "kb\nshow\nrev-s", "COMP_CWORD": "2"}
    bare = process("pass", [], environment)
    print(f"{'':<24} processor                       clock")
    for name, words in COMMANDS.items():
        call = process(ENTRY, words, environment if words else asking)
        call()
        pairs = [(both(bare), both(call)) for _ in range(runs)]
        told = (
            f"{1000 * statistics.median(t[kind] for _, t in pairs):6.1f} ms "
            f"{statistics.median(t[kind] / b[kind] for b, t in pairs):5.2f} x"
            for kind in (0, 1)
        )
        print(f"{name:<24} {' python -c pass   '.join(told)} python -c pass")


def queries(runs: int) -> None:
    """Print what one query takes in a process that is already running."""
    import json

    with open(QUERIES, encoding="utf-8") as file:
        asked = [json.loads(line)["query"] for line in file]
    with kb.open() as base:
        known = [query for query in asked if not base.search(query, limit=1).query.unknown]
        for query in known:
            base.search(query)
        times = [seconds(lambda query=query: base.search(query)) for _ in range(runs) for query in known]  # type: ignore[misc]
    bare = statistics.median(seconds(process("pass", [], dict(os.environ))) for _ in range(runs))
    middle = statistics.median(times)
    print(
        f"{'query in process':<20} {1000 * middle:6.2f} ms   {middle / bare:5.2f} x python -c pass"
        f"   ({len(known)} queries without corrections)"
    )


def building(runs: int) -> None:
    """Print what a whole build takes in process."""
    with tempfile.TemporaryDirectory() as directory:
        times = [seconds(lambda: run.build(built=directory)) for _ in range(max(1, runs // 5))]
    bare = statistics.median(seconds(process("pass", [], dict(os.environ))) for _ in range(5))
    middle = statistics.median(times)
    print(f"{'build':<20} {1000 * middle:6.0f} ms   {middle / bare:5.1f} x python -c pass")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=21)
    chosen = parser.parse_args()
    commands(chosen.runs)
    queries(chosen.runs)
    building(chosen.runs)


if __name__ == "__main__":
    main()
