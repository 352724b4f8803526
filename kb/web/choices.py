"""What can be chosen on the judge's page, and what each ruling depends on; read once from the base."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from kb.store import lookup
from kb.web import facets, shared

if TYPE_CHECKING:
    import sqlite3

    from kb.knowledge import KnowledgeBase
    from kb.web.site import Site

_TOPICS = "select ruling, topic from topic_rulings order by ruling, place, topic"
_WEIGHTS = "select term, weight from term_weights where kind = 'ruling'"
_OPTIONS = "select ruling, option from ruling_options order by rowid"


@dataclass(frozen=True)
class Bearing:
    """What decides whether a profile shows a ruling: its game, the options it needs, its values in each facet; and its
    ``topics``, that in which it stands first before the others."""

    game: str
    options: tuple[str, ...]
    facets: Mapping[str, tuple[str, ...]]
    topics: tuple[str, ...] = ()


@dataclass(frozen=True)
class Choices:
    """Titles by id: ``games``, ``options``, the values of each of the ``facets``; each game's ``printings``; the
    ``rulings`` in reading order; the terms in the title of each of the ``topics``, the most telling first; name and
    game of the ``event`` that the site is served for, both perhaps empty."""

    games: dict[str, str]
    printings: dict[str, tuple[str, ...]]
    options: dict[str, str]
    facets: dict[str, dict[str, str]]
    rulings: dict[str, Bearing]
    topics: Mapping[str, Sequence[str]] = field(default_factory=dict)
    event: tuple[str, str] = ("", "")

    def topic_of(self, found: Sequence[str], terms: Iterable[str]) -> str:
        """The topic that a question is about; empty if it is about none.

        Of the topics of the first ruling ``found`` it is the one whose title has most of the question's ``terms``, or
        of equals that in which the ruling stands first; and the question has one of its most telling terms, of which
        there are :data:`kb.web.shared.LEADING`. A question without terms, such as an id, is about that one.
        """
        asked = set(terms)
        common = {topic: len(asked.intersection(self.topics[topic])) for topic in self._topics(found)}
        best = max(common, key=lambda topic: common[topic], default="")
        return best if best and (asked.intersection(self.topics[best][: shared.LEADING]) or not asked) else ""

    def _topics(self, found: Sequence[str]) -> tuple[str, ...]:
        return self.rulings[found[0]].topics if found else ()

    def printings_of(self, game: str) -> tuple[str, ...]:
        """The printings of a game to choose from, and :data:`kb.web.shared.ANY_PRINTING`; none where it has one."""
        printings = self.printings.get(game, ())
        return (*printings, shared.ANY_PRINTING) if len(printings) > 1 else ()

    def known_printings(self, game: str) -> tuple[str, ...]:
        """The printings of a game that a link may name."""
        return self.printings_of(game) or self.printings.get(game, ())

    def games_with(self, option: str) -> list[str]:
        """The games that have a ruling which depends on an option."""
        found = {bearing.game for bearing in self.rulings.values() if option in bearing.options}
        return [game for game in self.games if game in found]

    def plain(self) -> dict[str, Any]:
        """The same as values for JSON."""
        bearings = {key: [each.game, each.options, each.facets, each.topics] for key, each in self.rulings.items()}
        printings = {game: self.known_printings(game) for game in self.games}
        chosen = {"games": self.games, "printings": printings, "options": self.options, "facets": self.facets}
        return {**chosen, "rulings": bearings, "topics": self.topics, "event": self.event}


_choices: WeakKeyDictionary[Site, Choices] = WeakKeyDictionary()


def choices_of(site: Site) -> Choices:
    """The choices of a site, read when first asked for."""
    if site not in _choices:
        _choices[site] = replace(_read(site.base), event=(site.event_name, site.event.game))
    return _choices[site]


def _read(base: KnowledgeBase) -> Choices:
    connection = base.connection
    games = lookup.titles(connection, "games")
    options = _grouped(connection, _OPTIONS)
    topics = _grouped(connection, _TOPICS)
    values = {facet.name: _grouped(connection, facet.of_rulings) for facet in facets.FACETS}
    rulings = connection.execute("select id, game from rulings order by position").fetchall()
    return Choices(
        games=games,
        printings={game: tuple(json.loads(lookup.row(connection, "games", game)["printings"])) for game in games},
        options=lookup.titles(connection, "options"),
        facets={facet.name: dict(connection.execute(facet.values).fetchall()) for facet in facets.FACETS},
        rulings={
            key: Bearing(
                game, options.get(key, ()), {name: of.get(key, ()) for name, of in values.items()}, topics.get(key, ())
            )
            for key, game in rulings
        },
        topics=_topics(base),
    )


def _topics(base: KnowledgeBase) -> dict[str, list[str]]:
    """The terms in the title of each topic, the most telling first; a term that no ruling has tells most."""
    weights = {term: float(weight) for term, weight in base.connection.execute(_WEIGHTS)}
    return {
        topic: sorted(base.telling_terms(title), key=lambda term: -weights.get(term, weights[""]))
        for topic, title in lookup.titles(base.connection, "topics").items()
    }


def _grouped(connection: sqlite3.Connection, sql: str) -> dict[str, tuple[str, ...]]:
    """The second column's values by the first column."""
    found: dict[str, tuple[str, ...]] = {}
    for key, value in connection.execute(sql):
        found[key] = (*found.get(key, ()), value)
    return found
