"""Too little memory and a full disk become findings, also of native code and of a process beside this one."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable

import pytest

from kb.base import errors
from kb.base.background import in_background
from kb.base.errors import KBError


@pytest.mark.parametrize("how", ["error return without exception set", "returned NULL without setting an exception"])
def test_native_code_that_fails_without_an_exception_lacks_memory(how: str) -> None:
    finding = errors.missing_resource(SystemError(f"<function load> {how}"))
    assert finding is not None and str(finding).startswith("there is not enough memory")
    assert errors.missing_resource(SystemError("something else")) is None


def test_code_that_cannot_be_parsed_for_lack_of_memory_is_no_fault_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    error = SyntaxError("expected ':'", ("<string>", 2, 1, "def f()", 2, 1))
    assert errors.missing_resource(error) is None
    monkeypatch.setattr(errors, "_SPARE", sys.maxsize)
    assert "not enough memory" in str(errors.missing_resource(error))


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
