"""What can be chosen at a table, and what each ruling makes of it: drawn once from the base."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from kb.web.site import Site


@dataclass(frozen=True)
class Bearing:
    """What one ruling depends on: its game, the options it needs, the phases it belongs to."""

    game: str
    options: tuple[str, ...]
    phases: tuple[str, ...]


@dataclass(frozen=True)
class Choices:
    """Titles by id of ``games``, ``options`` and ``phases``; ``printings`` of each game; the ``rulings`` in reading order."""

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
        _choices[site] = _drawn(site)
    return _choices[site]


def _drawn(site: Site) -> Choices:
    def rows(sql: str) -> list[Any]:
        return site.base.connection.execute(sql).fetchall()

    options = _listed(rows("select ruling, option from ruling_options order by rowid"))
    phases = _listed(rows("select ruling, phase from ruling_phases order by rowid"))
    return Choices(
        games=dict(rows("select id, title from games order by rowid")),
        printings={game: tuple(json.loads(told)) for game, told in rows("select id, printings from games order by rowid")},
        options=dict(rows("select id, title from options order by rowid")),
        phases=dict(rows("select id, title from phases order by rowid")),
        rulings={
            ruling: Bearing(game, options.get(ruling, ()), phases.get(ruling, ()))
            for ruling, game in rows("select id, game from rulings order by position")
        },
    )  # fmt: skip


def _listed(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for key, value in pairs:
        found[key] = (*found.get(key, ()), value)
    return found
