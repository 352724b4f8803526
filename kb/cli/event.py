"""The event that a command is asked at: its flags, and the file that ``KB_EVENT`` names."""

from __future__ import annotations

import os

from kb.cli.terminal import say
from kb.event_log.event import Event
from kb.events.choices import VARIABLE, EventChoices, decide, flags
from kb.store import lookup
from kb.text import events as wording
from kb.text.ruling import option_note

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from kb.knowledge import KnowledgeBase


def chosen(
    base: KnowledgeBase,
    game: str | None,
    edition: str | None,
    options: Iterable[str] = (),
    all_games: bool = False,
    file: str | None = None,
) -> Event:
    """The event, from flags and file; ``edition`` is the printing, ``file`` the one that a flag names instead of the
    variable. With ``all_games`` the file's game is left out.

    Raises :class:`KBError` for a file that cannot be read, and for what there is not.
    """
    named = os.environ.get(VARIABLE, "")
    path = file or named
    if not (path or edition or options):
        return Event(game=base.game_named(game)) if game else Event()
    kept = EventChoices()
    if path:
        from kb.events.file import read

        kept = read(path) if file else read(path, f"{VARIABLE} names it: write the file, or unset {VARIABLE}")
    event = decide(flags(game, edition, options), kept, base)
    if all_games and not game:
        event.game = ""
    return event


def tell(base: KnowledgeBase, event: Event) -> None:
    """Tell a person on standard error what is set."""
    if event:
        games, options = lookup.short_titles(base.connection), lookup.titles(base.connection, "options")
        say(f"Event: {wording.chosen(event, games, options)}")


class Bearing:
    """What an event makes of a ruling.

    How it differs in the printing that is played (``printings``; ``year`` is its own), and a line on each option that
    it needs and that is ``off``.
    """

    __slots__ = ("off", "printings", "year")

    def __init__(self) -> None:
        self.year = ""
        self.printings: list[dict[str, Any]] = []
        self.off: list[str] = []

    def told(self, verdict: str) -> list[tuple[str, str]]:
        """The verdict; where the printing that is played differs what is told of it, and both printings."""
        if not self.printings:
            return [("", verdict)]
        from kb.text.printings import verdicts

        ruling = {"verdict": verdict, "printings": self.printings}
        return verdicts(ruling, self.year, self.printings[0]["printing"])


def bearings(base: KnowledgeBase, rulings: Iterable[str], event: Event) -> dict[str, Bearing]:
    """What an event makes of each of some rulings."""
    found = {ruling: Bearing() for ruling in rulings}
    for row in lookup.differing(base.connection, event.printing):
        if row["ruling"] in found:
            found[row["ruling"]].year = row["year"]
            found[row["ruling"]].printings.append(row)
    titles = lookup.titles(base.connection, "options")
    for ruling, option in lookup.ruling_options(base.connection):
        if ruling in found and option in event.off:
            found[ruling].off.append(option_note(titles[option], "off"))
    return found
