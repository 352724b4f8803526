"""Marks a build as in use by a server, so that publishing later builds does not remove its files.

The mark is a lock of the operating system: it ends with the process, however that ends, and nothing is written.
"""

from __future__ import annotations

import os
from contextlib import suppress

from kb.lock import try_lock
from kb.store.read import CONTENTS


def acquire(directory: str) -> int:
    """Hold the build in ``directory`` until the descriptor is closed. Raises :class:`OSError` without a build."""
    descriptor = os.open(os.path.join(directory, CONTENTS), os.O_RDONLY)
    with suppress(OSError):  # a file system without locks: the build before the current one is kept anyway
        try_lock(descriptor, shared=True)
    return descriptor


def is_held(directory: str) -> bool:
    """Whether anybody holds the build in ``directory``."""
    try:
        descriptor = os.open(os.path.join(directory, CONTENTS), os.O_RDWR)
    except OSError:
        return False
    try:
        return not try_lock(descriptor)
    except OSError:
        return False
    finally:
        os.close(descriptor)
