"""The changed copy of the data, once for all workers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Once
from tests.history import changed


@pytest.fixture(scope="session")
def changed_copy(once: Once, built: str) -> Path:
    """Where the changed data and its build are (:func:`tests.history.changed.make`)."""
    return once("changed", lambda where: changed.make(where, built))
