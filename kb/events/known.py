"""What an event can choose from in one knowledge base, and the event that flags and a file make of it."""

from __future__ import annotations

from kb.events.choices import Choices, Event, Known, decide
from kb.store import lookup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kb.knowledge import KnowledgeBase

_PRINTINGS = "select g.id, each.value from games g, json_each(g.printings) each order by g.rowid, each.key"


def known(base: KnowledgeBase) -> Known:
    """The games, printings and options of a base."""
    printings: dict[str, list[str]] = {game: [] for game in base.games()}
    for game, each in base.connection.execute(_PRINTINGS):
        printings[game].append(each)
    titles = lookup.short_titles(base.connection)
    return Known(titles, printings, lookup.titles(base.connection, "options"), base.game_named)


def read_event(base: KnowledgeBase, path: str) -> Event:
    """The event of a file. Raises :class:`KBError` with every finding."""
    from kb.events.file import read

    return decide(Choices(), read(path), known(base))
