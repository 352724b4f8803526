"""Does it know about terminals? A front door, one module a command, one renderer."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kb.event_log.event import Event
    from kb.knowledge import KnowledgeBase


def event_at(
    base: KnowledgeBase,
    game: str | None = None,
    printing: str | None = None,
    option: Sequence[str] = (),
    file: str | None = None,
    told: bool = True,
) -> Event | None:
    """The event that a command is asked at, ``told`` to a person; ``None`` where nothing is set: then what knows events
    is not loaded."""
    if not (printing or option or file or os.environ.get("KB_EVENT")):
        return None
    from kb.cli import event

    chosen = event.chosen(base, game, printing, option, file=file)
    if told:
        event.tell(base, chosen)
    return chosen
