"""Counts what commands, pages and calls cost: the same on every machine, however busy.

    python -m tests.counting            (prints the counts of every row of tests/budgets.yaml)
    python -m tests.counting --write    (and writes them there: a change that is to be reviewed)

Each row runs in an interpreter of its own. Counted are the ``calls`` of functions of ``kb``, SQL ``statements``,
``postings`` (terms of things that ranking and evidence read), ``modules`` of ``kb`` that are loaded, and ``bytes`` of
the answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import os
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import yaml

from kb.base import paths

TABLE = Path(__file__).parent / "budgets.yaml"
COUNTS = ("calls", "statements", "postings", "modules", "bytes")
#: how many functions of each row the table has, those called most
MOST = 6
_POSTING = "search/things.py:Thing.__missing__"


class Counting:
    """Counts calls of functions of ``kb``, by file and name, and SQL ``statements``: those of this thread and of
    threads that are started later."""

    def __init__(self) -> None:
        self._calls: Counter[CodeType] = Counter()
        self.statements = 0
        threading.setprofile(self._count)
        sys.setprofile(self._count)

    def forget(self) -> None:
        """Begin to count anew."""
        self._calls.clear()
        self.statements = 0

    def _count(self, frame: FrameType, event: str, called: Any) -> None:
        if event == "call":
            self._calls[frame.f_code] += 1
        elif event == "c_call" and called.__name__.startswith("execute"):
            self.statements += isinstance(called.__self__, sqlite3.Connection | sqlite3.Cursor)

    def by_function(self) -> Counter[str]:
        """How often each function of ``kb`` was called until now; what stands inside a function counts for that."""
        sys.setprofile(None)
        threading.setprofile(None)
        found: Counter[str] = Counter()
        for code, count in dict(self._calls).items():
            if code.co_filename.startswith(paths.PACKAGE + os.sep) and code.co_name != "<module>":
                name = code.co_qualname.partition(".<locals>")[0]
                found[f"{os.path.relpath(code.co_filename, paths.PACKAGE)}:{name}"] += count
        return found


def command(words: Sequence[str], _: Counting) -> int:
    """A command of the terminal; the bytes that it prints."""
    from kb.cli import front

    out, status = io.StringIO(), None
    with contextlib.redirect_stdout(out):
        try:
            front.main([*words])
        except SystemExit as end:
            status = end.code
    assert not status, (words, status)
    return len(out.getvalue().encode())


def again(words: Sequence[str], counting: Counting) -> int:
    """A search by a library that was asked before; the bytes of its results."""
    import kb

    with kb.open() as base:
        base.search("may a transport unload twice")
        counting.forget()
        return len(json.dumps(base.search(" ".join(words)).plain()))


def page(words: Sequence[str], counting: Counting) -> int:
    """A page of a site that has answered before; its bytes."""
    from kb.store import read
    from kb.web.serve import site

    async def answer() -> int:
        client = site(read.find()).client
        for other in ("/judge?q=may+a+transport+unload+twice", "/r/rev-sub-3"):
            await client.get(other)
        counting.forget()
        response = await client.get(words[0])
        assert response.status_code == 200, (words, response.status_code)
        return len(response.content)

    return asyncio.run(answer())


KINDS: dict[str, Callable[[Sequence[str], Counting], int]] = {"command": command, "again": again, "page": page}


def counts(kind: str, words: Sequence[str]) -> dict[str, Any]:
    """The counts of a row, and the functions that were called most."""
    counting = Counting()
    size = KINDS[kind](words, counting)
    calls = counting.by_function()
    modules = sum(name == "kb" or name.startswith("kb.") for name in sys.modules)
    most = dict(sorted(calls.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST])
    numbers = (calls.total(), counting.statements, calls[_POSTING], modules, size)
    return {**dict(zip(COUNTS, numbers, strict=True)), "most": most}


def counted_apart(row: dict[str, Any], built: str) -> dict[str, Any]:
    """The counts of a row of the table, in an interpreter of its own."""
    settings = {**os.environ, "KB_BUILT": built, "PYTHONPATH": paths.CHECKOUT, "PYTHONHASHSEED": "0", "NO_COLOR": "1"}
    (kind,) = row.keys() & KINDS.keys()
    program = [sys.executable, "-m", "tests.counting", kind, *row[kind]]
    done = subprocess.run(program, capture_output=True, text=True, env=settings, check=False, cwd=paths.CHECKOUT)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def table() -> dict[str, dict[str, Any]]:
    """The rows of ``tests/budgets.yaml`` by name."""
    rows: dict[str, dict[str, Any]] = yaml.safe_load(TABLE.read_text(encoding="utf-8"))
    return rows


def main() -> None:
    """Count one row, given by its kind and words, or every row."""
    words = sys.argv[1:]
    if words and words[0] in KINDS:
        sys.stdout.write(json.dumps(counts(words[0], words[1:])))
        return
    rows = table()
    for name, row in rows.items():
        row.update(counted_apart(row, os.environ.get("KB_BUILT", paths.built())))
        print(name, *(f"{row[each]} {each}" for each in COUNTS), sep="  ")
    if "--write" in words:
        head = TABLE.read_text(encoding="utf-8").partition("\n\n")[0]
        text = yaml.safe_dump(rows, sort_keys=False, width=160, allow_unicode=True)
        TABLE.write_text(f"{head}\n\n{text}", encoding="utf-8")


if __name__ == "__main__":
    main()
