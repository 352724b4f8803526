"""The changed copy of the data, once for all workers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.base import changed
from tests.conftest import Once


@pytest.fixture(scope="session")
def changed_copy(once: Once, built: str) -> Path:
    """Where the changed data and its build are (:func:`tests.base.changed.make`)."""
    return once("changed", lambda where: changed.make(where, built))
