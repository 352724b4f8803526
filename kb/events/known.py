"""What an event can choose from in one knowledge base, and the event that flags and a file make of it."""

from __future__ import annotations

from kb.errors import Finding, NotFound
from kb.events.choices import Choices, Event, Known, decide
from kb.shape import suggest
from kb.store import books, lookup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kb.knowledge import KnowledgeBase


def known(base: KnowledgeBase) -> Known:
    """The games, printings and options of a base."""
    printings = {each["id"]: each["printings"] for each in books.games(base.connection)}
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
    found = books.sections(base.connection, name=name)
    if not found:
        near = suggest(name, books.section_ids(base.connection))
        raise NotFound(Finding(f"there is no section '{name}'", hint=near or "see 'kb sections'"))
    return str(found[0]["game"])


def read_event(base: KnowledgeBase, path: str) -> Event:
    """The event of a file. Raises :class:`KBError` with every finding."""
    from kb.events.file import read

    return decide(Choices(), read(path), known(base))
