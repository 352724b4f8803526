"""The knowledge base as a library: open it, search it, and look up a ruling by its id. It is read-only."""

from __future__ import annotations

import sqlite3

from kb.base.errors import DamagedBuild, Finding, NotFound, did_you_mean
from kb.store import lookup, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kb.model.replies import Ruling
    from kb.search.full_text import FullText
    from kb.search.results import Results
    from kb.searching import Searcher

#: the number of results of a search, if no other is asked for
DEFAULT_LIMIT = 6


class KnowledgeBase:
    """A read-only knowledge base. Make one with :func:`kb.open`.

    ``short_titles`` are the short titles of the games by their ids.

    >>> with kb.open() as base:
    ...     base.search("u-boat vs tin can", game="revised", limit=1).results[0].game
    'revised'
    """

    def __init__(self, build: read.Build, connection: sqlite3.Connection) -> None:
        self.build, self.connection = build, connection
        self._full_text: FullText | None = None
        self._made: Searcher | None = None
        try:
            self._games, self.short_titles = lookup.game_names(connection)
        except sqlite3.DatabaseError:
            connection.close()
            raise DamagedBuild(
                Finding("the database is damaged, or of another version of kb", build.built, 0, "run 'kb build'")
            ) from None

    def __repr__(self) -> str:
        return f"<KnowledgeBase of {', '.join(self.short_titles.values())}>"

    @classmethod
    def open(cls, built: str | None = None) -> KnowledgeBase:
        """Open the build in ``built``. Raises :class:`NoBuild` or :class:`DamagedBuild`."""
        build = read.find(built)
        return cls(build, read.connect(build))

    def close(self) -> None:
        """Close the base and, if it was used, the index."""
        self.connection.close()
        if self._full_text is not None:
            self._full_text.close()

    def __enter__(self) -> KnowledgeBase:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- searching -----------------------------------------------------------------------------

    def search(
        self,
        query: str,
        game: str | None = None,
        limit: int = DEFAULT_LIMIT,
        all_games: bool = False,
        printing: str = "",
    ) -> Results:
        """Find the rulings and statements that answer ``query``, at most ``limit`` results, best first.

        A ruling and the statements that rest on it are one result.

        ``query`` is a question in plain words; or with quotes, ``word*``, ``word~``, ``-word``,
        ``"two words"~5`` and filters such as ``kind:erratum section:submarines``; or an id.
        The search is kept to the games that ``query`` names, else to ``game``; with ``all_games`` to ``game`` alone.
        ``printing`` is the printing that is played; one that ``query`` names takes its place.
        Raises :class:`QueryError` for a query that cannot be parsed.

        >>> with kb.open() as base:
        ...     base.search("may I move a gun on the turn I captured it", game="revised").results[0].id
        'rev-mov-1'
        """
        return self._searcher().search(query, game, limit, all_games, printing)

    def _searcher(self) -> Searcher:
        """Return the searcher of this base. It is made at the first search."""
        if self._made is None:
            from kb.searching import Searcher

            self._made = Searcher(self.connection, self._games, self.short_titles, self.full_text)
        return self._made

    def full_text(self) -> FullText:
        """Return the Whoosh index, verified and opened once. Raises :class:`DamagedBuild`."""
        if self._full_text is None:
            from kb.search.full_text import FullText

            self._full_text = FullText(self.build.verified(read.INDEX))
        return self._full_text

    # -- looking up ----------------------------------------------------------------------------

    def by_id(self, text: str) -> sqlite3.Row | None:
        """Return the row of the ruling with the id ``text``, as :func:`kb.store.lookup.id_of` reads it; or ``None``."""
        return lookup.ruling(self.connection, text)

    def missing(self, ruling_id: str) -> Finding:
        """Return the finding that no ruling has an id. It gives day, reason and successor if the id was withdrawn, else
        similar ids."""
        gone = lookup.retired(self.connection, ruling_id)
        if gone is not None:
            after = f"see {gone['successor']}" if gone["successor"] else "it has no successor"
            return Finding(f"{gone['id']} was withdrawn on {gone['on']} because {gone['reason']}", hint=after)
        hint = did_you_mean(lookup.hyphenated(ruling_id), self.ids(), 0.5) or "search for its words instead"
        return Finding(f"there is no ruling '{ruling_id.strip()[:60]}'", hint=hint)

    def looks_like_id(self, text: str) -> bool:
        """Return whether a text has the shape of a ruling's id, such as ``rev-mov-1``, with the prefix of a game. The
        ruling need not exist."""
        prefix, _, rest = lookup.hyphenated(text).partition("-")
        return prefix in self._games.values() and "-" in rest and rest.partition("-")[2][:1].isdigit()

    def ids(self) -> list[str]:
        """Return every ruling's id, in reading order."""
        return lookup.ruling_ids(self.connection)

    def games(self) -> list[str]:
        """Return the ids of the games, in their order."""
        return list(self._games)

    def game_named(self, name: str) -> str:
        """Return the id of the game with an id, prefix or name. Raises :class:`QueryError`, with the most similar id as
        a hint."""
        return self._searcher().game_named(name)

    def ruling(self, ruling_id: str) -> Ruling:
        """Return everything known of one ruling, as a dictionary of plain values (see ``docs/data.md``).

        The id may be in any case. Raises :class:`NotFound`, with near misses or with the day and
        the reason of a withdrawn id.

        >>> with kb.open() as base:
        ...     base.ruling("REV-SUB-2")["verdict_kind"]
        'yes'
        """
        row = self.by_id(ruling_id)
        if row is None:
            raise NotFound(self.missing(ruling_id))
        return lookup.record(self.connection, row["id"])

    def rulings(self, game: str | None = None) -> Iterator[Ruling]:
        """Yield the rulings in reading order, as :meth:`ruling` returns them: those of ``game`` (an id, prefix or
        name), or all. Raises :class:`QueryError` for an unknown game."""
        yield from lookup.records(self.connection, self.game_named(game) if game else None)
