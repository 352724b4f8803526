"""``kb event new``: begins the file of an event."""

from __future__ import annotations

import os

from kb.base.errors import BadInput, Finding
from kb.base.files import beside, locked, write_whole
from kb.events.file import TEMPLATE


def run(file: str) -> int:
    """Write a file that explains every key. Raises :class:`BadInput` where it is there already or cannot be written."""
    try:
        with locked(beside(file), file):
            if os.path.lexists(file):
                raise BadInput(Finding("there is such a file already", file, 0, "name another, or edit this one"))
            write_whole(file, TEMPLATE)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", "") or "that is no name of a file"
        raise BadInput(Finding(f"cannot be written ({reason})", file, 0, "name another file")) from None
    print(f"{file} is begun: edit it, then: kb event check {file}")
    return 0
