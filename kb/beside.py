"""Does one piece of work in a process beside this one, where the machine can fork; else at once."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from kb.errors import Finding, KBError, lacking

T = TypeVar("T")

#: forking is safe here: no thread of ours runs while a base is built
_CAN_FORK = sys.platform == "linux"
#: the number of this request in Linux's <sys/prctl.h>
_PR_SET_PDEATHSIG = 1
#: the ends at which something is waited for: a process begun later lets go of them, or nobody would notice its end
_waiting: set[Any] = set()


@contextmanager
def beside(work: Callable[[], T]) -> Iterator[Callable[[], T]]:
    """Begin the work; the function given waits for what comes of it. Whoever leaves without waiting stops it.

    Waiting raises what the work raised for a person to read (:class:`KBError`), :class:`RuntimeError` for any other
    failure.
    """
    if not _CAN_FORK:
        done = work()
        yield lambda: done
        return
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    _waiting.add(here)
    process = context.Process(target=_send, args=(work, there, os.getpid()), daemon=True)
    process.start()
    there.close()

    def wait() -> T:
        try:
            result: Any = here.recv()
        except EOFError:
            process.join()
            if process.exitcode is not None and process.exitcode < 0:
                what = f"a process of this program was ended by signal {-process.exitcode}"
                raise KBError(Finding(what, hint="perhaps there is not enough memory")) from None
            raise RuntimeError("the work beside the build failed; see above") from None
        if isinstance(result, KBError):
            raise result
        return result  # type: ignore[no-any-return]

    try:
        yield wait
    finally:
        _waiting.discard(here)
        here.close()
        process.terminate()
        process.join()


def _end_with(parent: int) -> None:
    """Let the system kill this process when the process ``parent``, which began it, ends in whatever way."""
    import ctypes  # 3 ms, which only a child that is begun needs

    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before it could be watched
        os._exit(1)


def _send(work: Callable[[], T], pipe: Any, parent: int) -> None:
    """Do the work and send what it gives, or the findings it raised."""
    _end_with(parent)
    for end in _waiting:
        end.close()
    lack = None
    try:
        pipe.send(work())
    except KBError as error:
        pipe.send(error)
    except BrokenPipeError:
        return  # nobody waits for it any more
    except BaseException as error:
        lack = lacking(error)
        if lack is None:
            traceback.print_exc()
            sys.exit(1)
    if lack is not None:  # only now: what the work held when it failed is freed with the exception
        pipe.send(KBError(lack))
