"""A limit on the processor time that something may take, where the system can set an alarm."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from kb.errors import Finding, TooLong


class _Rung(BaseException):
    """The time is over. Nothing that catches errors of what is read or played catches this."""


@contextmanager
def within(seconds: float, file: str) -> Iterator[None]:
    """Run for at most so much processor time. Raises :class:`TooLong` about the file when that is used up."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise _Rung

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    except _Rung:
        what = f"takes longer than {seconds:g} seconds of processor time"
        raise TooLong(Finding(what, file, 0, "split it, or use fewer units and dice")) from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
