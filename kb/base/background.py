"""Runs one function in a child process, where the system can fork; elsewhere at once, in this process.

Also pauses cyclic garbage collection during short, allocation-heavy work.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from kb.base.errors import Finding, KBError, missing_resource

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

T = TypeVar("T")

#: forking is safe: this program starts no thread while it builds or checks
_CAN_FORK = sys.platform == "linux"
#: the number of this request in Linux's <sys/prctl.h>
_PR_SET_PDEATHSIG = 1
#: read ends of open pipes: a later child has to close its copies, or the earlier one never sees that nobody reads
_read_ends: set[Connection] = set()


@contextmanager
def in_background(work: Callable[[], T]) -> Iterator[Callable[[], T]]:
    """Start ``work``; the function given waits for its result. Leaving the block without waiting kills the child.

    Waiting raises the :class:`KBError` that the work raised, and :class:`RuntimeError` for any other failure, whose
    traceback the child has printed.
    """
    if not _CAN_FORK:
        done = work()
        yield lambda: done
        return
    import multiprocessing  # takes 10 ms, and only who forks needs it

    context = multiprocessing.get_context("fork")
    reader, writer = context.Pipe(duplex=False)
    _read_ends.add(reader)
    process = context.Process(target=_run, args=(work, writer, os.getpid()), daemon=True)
    process.start()
    writer.close()

    def wait() -> T:
        try:
            result = reader.recv()
        except EOFError:
            process.join()
            if process.exitcode is not None and process.exitcode < 0:
                what = f"a process of this program was ended by signal {-process.exitcode}"
                raise KBError(Finding(what, hint="perhaps there is not enough memory")) from None
            raise RuntimeError("work in a child process failed; see above") from None
        if isinstance(result, KBError):
            raise result
        return result  # type: ignore[no-any-return]

    try:
        yield wait
    finally:
        _read_ends.discard(reader)
        reader.close()
        process.terminate()
        process.join()


def _run(work: Callable[[], T], pipe: Connection, parent: int) -> None:
    """The child: do the work and send its result, or the :class:`KBError` it raised."""
    # have the kernel kill this process when the process ``parent`` ends, however that happens
    import ctypes  # takes 3 ms, and only a child needs it

    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # the parent ended before the request
        os._exit(1)
    for end in _read_ends:
        end.close()
    missing = None
    try:
        pipe.send(work())
    except KBError as error:
        pipe.send(error)
    except BrokenPipeError:
        return  # the parent does not wait for the result any more
    except BaseException as error:
        missing = missing_resource(error)
        if missing is None:
            import traceback

            traceback.print_exc()
            sys.exit(1)
    if missing is not None:  # sent after the except block, when the memory that the work held is free
        pipe.send(KBError(missing))


@contextmanager
def gc_paused() -> Iterator[None]:
    """No cyclic garbage collection meanwhile: a build takes 10 % less time, playing every scenario 25 % less."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
