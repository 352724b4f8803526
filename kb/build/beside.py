"""Does one piece of work in a process beside this one, where the machine can fork; else at once."""

from __future__ import annotations

import multiprocessing
import sys
import traceback
from collections.abc import Callable
from typing import Any, TypeVar

from kb.errors import KBError

T = TypeVar("T")

#: forking is safe here: no thread of ours runs while a base is built
_CAN_FORK = sys.platform == "linux"


def beside(work: Callable[[], T]) -> Callable[[], T]:
    """Begin the work; the function returned waits for what it gives.

    That raises what the work raised for a person to read (:class:`KBError`), :class:`RuntimeError` for any other failure.
    """
    if not _CAN_FORK:
        done = work()
        return lambda: done
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(work, there), daemon=True)
    process.start()
    there.close()

    def wait() -> T:
        try:
            result: Any = here.recv()
        except EOFError:
            raise RuntimeError("the work beside the build failed; see above") from None
        finally:
            process.join()
        if isinstance(result, KBError):
            raise result
        return result  # type: ignore[no-any-return]

    return wait


def _send(work: Callable[[], T], pipe: Any) -> None:
    """Do the work and send what it gives, or the findings it raised."""
    try:
        pipe.send(work())
    except KBError as error:
        pipe.send(error)
    except BrokenPipeError:
        return  # nobody waits for it any more
    except BaseException:
        traceback.print_exc()
        sys.exit(1)
