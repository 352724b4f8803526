"""Does one piece of work in a process beside this one, where the machine can fork; else at once."""

from __future__ import annotations

import multiprocessing
import sys
import traceback
from collections.abc import Callable

#: forking is safe here: no thread of ours runs while a base is built
_CAN_FORK = sys.platform == "linux"


def beside(work: Callable[[], None]) -> Callable[[], None]:
    """Begin the work; the function returned waits for its end. Raises :class:`RuntimeError` there if it failed."""
    if not _CAN_FORK:
        work()
        return lambda: None
    process = multiprocessing.get_context("fork").Process(target=_guarded, args=(work,))
    process.start()

    def wait() -> None:
        process.join()
        if process.exitcode:
            raise RuntimeError("the work beside the build failed; see above")

    return wait


def _guarded(work: Callable[[], None]) -> None:
    try:
        work()
    except BaseException:
        traceback.print_exc()
        sys.exit(1)
