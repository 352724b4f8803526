"""What can be chosen on the judge's page, and what each ruling depends on; read once from the base."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from kb.store import lookup
from kb.web import facets

if TYPE_CHECKING:
    import sqlite3

    from kb.web.site import Site

_OPTIONS = "select ruling, option from ruling_options order by rowid"


@dataclass(frozen=True)
class Bearing:
    """What decides whether a profile shows a ruling: its game, the options it needs, its values in each facet."""

    game: str
    options: tuple[str, ...]
    facets: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Choices:
    """Titles by id: ``games``, ``options``, the values of each of the ``facets``; each game's ``printings``; the
    ``rulings`` in reading order."""

    games: dict[str, str]
    printings: dict[str, tuple[str, ...]]
    options: dict[str, str]
    facets: dict[str, dict[str, str]]
    rulings: dict[str, Bearing]

    def games_with(self, option: str) -> list[str]:
        """The games that have a ruling which depends on an option."""
        found = {bearing.game for bearing in self.rulings.values() if option in bearing.options}
        return [game for game in self.games if game in found]

    def plain(self) -> dict[str, Any]:
        """The same as values for JSON."""
        bearings = {key: [each.game, each.options, each.facets] for key, each in self.rulings.items()}
        return {"games": self.games, "options": self.options, "facets": self.facets, "rulings": bearings}


_choices: WeakKeyDictionary[Site, Choices] = WeakKeyDictionary()


def choices_of(site: Site) -> Choices:
    """The choices of a site, read when first asked for."""
    if site not in _choices:
        _choices[site] = _read(site.base.connection)
    return _choices[site]


def _read(connection: sqlite3.Connection) -> Choices:
    games = lookup.titles(connection, "games")
    options = _grouped(connection, _OPTIONS)
    values = {facet.name: _grouped(connection, facet.of_rulings) for facet in facets.FACETS}
    rulings = connection.execute("select id, game from rulings order by position").fetchall()
    return Choices(
        games=games,
        printings={game: tuple(json.loads(lookup.row(connection, "games", game)["printings"])) for game in games},
        options=lookup.titles(connection, "options"),
        facets={facet.name: dict(connection.execute(facet.values).fetchall()) for facet in facets.FACETS},
        rulings={
            key: Bearing(game, options.get(key, ()), {name: of.get(key, ()) for name, of in values.items()})
            for key, game in rulings
        },
    )


def _grouped(connection: sqlite3.Connection, sql: str) -> dict[str, tuple[str, ...]]:
    """The second column's values by the first column."""
    found: dict[str, tuple[str, ...]] = {}
    for key, value in connection.execute(sql):
        found[key] = (*found.get(key, ()), value)
    return found
