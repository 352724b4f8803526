"""Only work that takes too much processor time is interrupted."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest

from kb.base.errors import Finding, KBError, TooLong
from kb.cases.play.playing import within


def work(seconds: float) -> None:
    began = time.process_time()
    while time.process_time() < began + seconds:
        sum(range(1_000))


def test_a_shorter_limit_leaves_the_rest_of_a_longer_one() -> None:
    began = time.process_time()
    with pytest.raises(TooLong, match="the file"), within(0.3, "the file"):
        with pytest.raises(TooLong, match="a part"), within(0.05, "a part"):
            work(5)
        with within(0.05, "another part"):
            pass
        work(5)
    assert time.process_time() < began + 4


def test_only_what_takes_too_much_processor_time_is_interrupted() -> None:
    began = time.process_time()
    with pytest.raises(TooLong, match="the file: takes longer than"), within(0.05, "the file"):
        while time.process_time() < began + 5:
            with suppress(KBError):  # handlers of errors do not catch it
                sum(range(1_000))
    assert time.process_time() < began + 4
    with within(0.05, "the file"):
        time.sleep(0.2)
    with pytest.raises(KBError, match="another") as error, within(5, "the file"):
        raise KBError(Finding("another"))
    assert not isinstance(error.value, TooLong)
