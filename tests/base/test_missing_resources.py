"""Too little memory and a full disk become findings, also in a process beside this one."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

import pytest

from kb.base.background import in_background
from kb.base.errors import KBError


def out_of_memory() -> None:
    raise MemoryError


def out_of_room() -> None:
    raise OSError(28, "No space left on device")


def killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize(
    ("work", "told"),
    [
        (out_of_memory, "not enough memory"),
        (out_of_room, "the disk is full"),
        (killed, "ended by signal 9; perhaps there"),
    ],
)
def test_what_a_process_beside_this_one_lacks_is_told(work: Callable[[], None], told: str) -> None:
    with pytest.raises(KBError, match=told), in_background(work) as wait:
        wait()
