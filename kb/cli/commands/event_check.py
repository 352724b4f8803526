"""``kb event check``: what is wrong in the file of an event."""

from __future__ import annotations

import kb
from kb.cli.terminal import print_json
from kb.events.known import read_event
from kb.events.told import chosen
from kb.store import lookup


def run(file: str, json: bool = False) -> int:
    """Check the file. Raises :class:`kb.errors.KBError` with every finding."""
    with kb.open() as base:
        event = read_event(base, file)
        if json:
            print_json({"event": event.plain()})
        else:
            games, options = lookup.short_titles(base.connection), lookup.titles(base.connection, "options")
            print(f"Event: {chosen(event, games, options)}")
    return 0
