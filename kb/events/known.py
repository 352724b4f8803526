"""What an event can choose from in one knowledge base, and the event that flags and a file make of it."""

from __future__ import annotations

from kb.errors import Finding, NotFound
from kb.events.choices import Choices, Event, Known, decide
from kb.shape import suggest
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
    options = lookup.titles(base.connection, "options")
    return Known(titles, printings, options, base.game_named, lambda name: _game_of(base, name))


def _game_of(base: KnowledgeBase, name: str) -> str:
    """The game of a ruling, or of a section, whose id has a slash. Raises :class:`NotFound`."""
    if "/" not in name:
        ruling = base.by_id(name)
        if ruling is None:
            raise NotFound(base.missing(name))
        return str(ruling["game"])
    sections = dict(base.connection.execute("select id, game from sections").fetchall())
    if name not in sections:
        raise NotFound(Finding(f"there is no section '{name}'", hint=suggest(name, sections) or "see 'kb sections'"))
    return str(sections[name])


def read_event(base: KnowledgeBase, path: str) -> Event:
    """The event of a file. Raises :class:`KBError` with every finding."""
    from kb.events.file import read

    return decide(Choices(), read(path), known(base))
