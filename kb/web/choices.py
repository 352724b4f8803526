"""What can be chosen at a table, and what each ruling makes of it: drawn once from the base."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from kb.store import facets, lookup

if TYPE_CHECKING:
    import sqlite3

    from kb.web.site import Site


@dataclass(frozen=True)
class Bearing:
    """What one ruling depends on: its game, the options it needs, the phases it belongs to."""

    game: str
    options: tuple[str, ...]
    phases: tuple[str, ...]


@dataclass(frozen=True)
class Choices:
    """Titles by id: ``games``, ``options``, ``phases``; each game's ``printings``; the ``rulings`` in reading order."""

    games: dict[str, str]
    printings: dict[str, tuple[str, ...]]
    options: dict[str, str]
    phases: dict[str, str]
    rulings: dict[str, Bearing]

    def games_with(self, option: str) -> list[str]:
        """The games that have a ruling which depends on an option."""
        found = {bearing.game for bearing in self.rulings.values() if option in bearing.options}
        return [game for game in self.games if game in found]

    def plain(self) -> dict[str, Any]:
        """The same as values for JSON."""
        bearings = {key: [each.game, each.options, each.phases] for key, each in self.rulings.items()}
        return {"games": self.games, "options": self.options, "phases": self.phases, "rulings": bearings}


_choices: WeakKeyDictionary[Site, Choices] = WeakKeyDictionary()


def choices_of(site: Site) -> Choices:
    """The choices of a site, drawn when first asked for."""
    if site not in _choices:
        _choices[site] = _drawn(site.base.connection)
    return _choices[site]


def _drawn(connection: sqlite3.Connection) -> Choices:
    games = lookup.titles(connection, "games")
    return Choices(
        games=games,
        printings={game: tuple(json.loads(lookup.row(connection, "games", game)["printings"])) for game in games},
        options=lookup.titles(connection, "options"),
        phases=lookup.titles(connection, "phases"),
        rulings={
            each["id"]: Bearing(each["game"], each["options"], each["phases"]) for each in facets.of_rulings(connection)
        },
    )
