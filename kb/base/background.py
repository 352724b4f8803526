"""Runs functions in forked child processes on Linux; on other systems in this process.

Also pauses cyclic garbage collection during short, allocation-heavy work.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar, cast

from kb.base.errors import Finding, KBError

T = TypeVar("T")

#: forking is safe: a build starts no threads except those of the pool, after the fork
_CAN_FORK = sys.platform == "linux"
#: the functions that a child process can run, by index
_works: list[Callable[[], object]] = []


@contextmanager
def in_background(*works: Callable[[], T]) -> Iterator[Callable[[], list[T]]]:
    """Start the functions in child processes; the yielded function waits for their results, in order.

    Functions need not be picklable; results and errors must be. Waiting raises the error of a function, and
    :class:`KBError` for a killed process. Leaving the block waits for the processes to end. Without fork, the functions
    run, and raise, on entry.
    """
    if not (_CAN_FORK and works):
        done = [work() for work in works]
        yield lambda: done
        return
    # this import takes 20 ms, and only a build needs it
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    with ProcessPoolExecutor(len(works), get_context("fork"), _start, (works,)) as pool:
        futures = [pool.submit(_run, number) for number in range(len(works))]

        def wait() -> list[T]:
            """Return the results in order. Raises the error of a function, or :class:`KBError` for a killed process."""
            try:
                return [cast(T, future.result()) for future in futures]
            except BrokenProcessPool:
                what, hint = "a process of this program was killed", "if memory ran out, end other programs"
                raise KBError(Finding(what, hint=hint)) from None

        yield wait


def _start(works: tuple[Callable[[], object], ...]) -> None:
    """Prepare a child process to run the functions, and to end with its parent."""
    end_with_parent()
    _works[:] = works


def _run(number: int) -> object:
    """Call the function of index ``number`` in :data:`_works`, in a child process; return its result."""
    return _works[number]()


def end_with_parent() -> None:
    """End this child process as soon as its parent ends, even if the parent is killed."""
    from multiprocessing import parent_process
    from threading import Thread

    def wait() -> None:
        """End this process when its parent has ended."""
        if parent := parent_process():
            parent.join()
        os._exit(1)

    Thread(target=wait, daemon=True).start()


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause cyclic garbage collection: a build takes 10 % less time, playing every scenario 25 % less."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
