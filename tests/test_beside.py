"""Work beside a build: what it gives and what it raises come back, and nothing of it outlives who began it."""

from __future__ import annotations

import multiprocessing
import time

import pytest

from kb.beside import beside
from kb.errors import BadInput, Finding


def test_what_the_work_gives_comes_back() -> None:
    with beside(lambda: {"a": 1}) as wait:
        assert wait() == {"a": 1}


def test_findings_come_back_as_they_are() -> None:
    def work() -> None:
        raise BadInput(Finding("one", "f.yaml", 3, "do this"), Finding("two"))

    with beside(work) as wait, pytest.raises(BadInput) as caught:
        wait()
    assert [str(each) for each in caught.value.findings] == ["f.yaml:3: one; do this", "two"]


def test_a_fault_in_it_is_a_fault(capfd: pytest.CaptureFixture[str]) -> None:
    with beside(lambda: 1 // 0) as wait, pytest.raises(RuntimeError, match="see above"):
        wait()
    assert "ZeroDivisionError" in capfd.readouterr().err


def test_whoever_leaves_without_waiting_stops_it() -> None:
    began = time.monotonic()
    with pytest.raises(KeyError), beside(lambda: time.sleep(60)):
        raise KeyError
    assert time.monotonic() - began < 30
    assert multiprocessing.active_children() == []
