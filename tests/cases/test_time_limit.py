"""Work that takes too much processor time is interrupted."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest

from kb.base.errors import Finding, KBError, TooLong
from kb.cases.play.playing import within


def test_what_takes_too_long_is_interrupted_although_it_catches_errors() -> None:
    began = time.process_time()
    with pytest.raises(TooLong, match="the file: takes longer than"), within(0.05, "the file"):
        while time.process_time() < began + 5:
            with suppress(KBError):
                sum(range(1_000))
    assert time.process_time() < began + 4


def test_only_processor_time_counts_and_only_within() -> None:
    with within(0.05, "the file"):
        time.sleep(0.2)
    began = time.process_time()
    while time.process_time() < began + 0.1:
        pass


def test_what_goes_wrong_within_the_time_is_told_as_it_is() -> None:
    with pytest.raises(KBError, match="another") as error, within(5, "the file"):
        raise KBError(Finding("another"))
    assert not isinstance(error.value, TooLong)
