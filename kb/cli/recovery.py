"""Finishes what an interrupted command had begun to write into the data, and tells it."""

from __future__ import annotations

from kb import journal, paths
from kb.cli.terminal import say
from kb.wording.english import counted


def recover() -> None:
    """Finish it, if there is something. Raises :class:`kb.errors.BadInput` where it cannot be finished."""
    written = journal.recover(paths.data())
    if written is not None:
        say(
            f"a command that wrote the data was interrupted; it is finished now: {counted(len(written), 'file')} written"
        )
