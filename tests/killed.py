"""Kills work at each of its operations on files, in a process of its own."""

from __future__ import annotations

import builtins
import multiprocessing
import os
import signal
from collections.abc import Callable
from typing import Any

#: what a process does to files and folders
OPERATIONS = ("open", "close", "write", "fsync", "mkdir", "rename", "replace", "remove", "unlink", "rmdir", "chmod")


def killed(work: Callable[[], object], nth: int) -> bool:
    """Do ``work`` in a forked process that is killed around its ``nth`` operation on files (from 0): before it if
    ``nth`` is even, after it if ``nth`` is odd. Return whether it was killed: false if it has fewer operations.

    An error that the work raises is one of this process.
    """
    process = multiprocessing.get_context("fork").Process(target=_counted, args=(work, nth), daemon=True)
    process.start()
    process.join()
    assert process.exitcode in (0, -signal.SIGKILL), "the work failed; see above"
    return process.exitcode != 0


def _counted(work: Callable[[], object], nth: int) -> None:
    count = iter(range(1_000_000))

    def ending(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            _end(next(count) == nth)
            result = real(*arguments, **named)
            _end(next(count) == nth)
            return result

        return call

    for name in OPERATIONS:
        setattr(os, name, ending(getattr(os, name)))
    builtins.open = ending(builtins.open)  # type: ignore[assignment]
    work()


def _end(now: bool) -> None:
    if now:
        os.kill(os.getpid(), signal.SIGKILL)
