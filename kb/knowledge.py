"""The knowledge base as a library: open it, search it, ask for a ruling by its id.

Reading only. Everything a command prints or a page shows comes through here.
"""

from __future__ import annotations

import sqlite3

from kb.base.errors import DamagedBuild, Finding, KBError, NotFound, QueryError
from kb.search import match
from kb.search.lookup import rows_of
from kb.search.match import CLOSE, LOOKED_AT, NONE, WEAK
from kb.search.postings import RULINGS, STATEMENTS, Postings
from kb.search.query import Query, QueryReader
from kb.search.rank import STATED, Ranker, Scores
from kb.search.results import Hit, Results, Rule
from kb.store import lookup, read
from kb.text.search import notes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from kb.search.full_text import FullText
    from kb.search.rank import Ranked

DEFAULT_LIMIT = 10
#: rulings, and subjects of statements, that are ranked at least, so that the match level does not depend on the limit
LEAST_FOUND = 10
#: what is read of a statement
_STATEMENT = (
    "select s.place, s.id, s.game, s.subject, s.says, s.confidence, s.section, s.played, c.title, c.pages, c.pages_are"
    " from statements s left join sections c on c.id = s.section"
)
#: terms of rules that a query may have beside the name of a space and the value that it asks for
MOST_BESIDE_VALUES = 1
#: rulings of other games that are named
ELSEWHERE = 3
#: the score of a ruling of another game that is named, at least, as a share of the best score of the games asked
OTHERS = 0.6


class KnowledgeBase:
    """A read-only knowledge base. Make one with :func:`kb.open`.

    ``short_titles`` are what each game is called where its title is too long, by its id.

    >>> with kb.open() as base:
    ...     base.search("u-boat vs tin can", game="revised", limit=1).rulings[0].game
    'revised'
    """

    def __init__(self, build: read.Build, connection: sqlite3.Connection) -> None:
        self.build, self.connection = build, connection
        self._full_text: FullText | None = None
        self._match_weights: dict[str, float] = {}
        try:
            self._games, self.short_titles = lookup.game_names(connection)
        except DamagedBuild:
            connection.close()
            raise
        except sqlite3.DatabaseError:
            connection.close()
            raise DamagedBuild(
                Finding("the base is not one of this program's", build.built, 0, "run 'kb build'")
            ) from None
        self._rulings, self._statements = Postings(connection, RULINGS), Postings(connection, STATEMENTS)
        self._ranker = Ranker(connection, self._rulings, self._statements)
        self._reader = QueryReader(connection, self._games, self._correct)

    @classmethod
    def open(cls, built: str | None = None) -> KnowledgeBase:
        """Open the build in ``built``. Raises :class:`NoBuild` or :class:`DamagedBuild`.

        What is read is verified first, so later calls raise :class:`DamagedBuild`, too.
        """
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
        named_first: bool = False,
        printing: str = "",
    ) -> Results:
        """Find the rulings and statements that answer ``query``, at most ``limit`` of each, best first.

        ``query`` is a question in anybody's words; or with quotes, ``word*``, ``word~``, ``-word``,
        ``"two words"~5`` and filters such as ``kind:erratum section:submarines``; or an id.
        ``game`` keeps to one game; without it, a game that ``query`` names does so, unless ``all_games``;
        ``named_first``: such a game, or that of a ruling whose id ``query`` is, also in the place of ``game``.
        ``printing`` is the printing that is played; one that ``query`` names takes its place.
        Raises :class:`QueryError` for a query that cannot be parsed.

        >>> with kb.open() as base:
        ...     base.search("may I move a gun on the turn I captured it", game="revised").rulings[0].id
        'rev-mov-1'
        """
        exact = lookup.ruling(self.connection, query)
        if exact is not None:
            found = self._exact(exact, Query(query), None if named_first else game)
        else:
            parsed = self._reader.read(query, game, all_games, named_first)
            found = self._find(parsed, limit)
            if not found.rulings and parsed.phrases and '"' in query:
                found = self.search(query.replace('"', " "), game, limit, all_games, named_first, printing)
                found.query.note("quotes")
        found.query.printing = found.query.printing or printing
        self._note_printings(found)
        found.notes = notes(found.query, self.short_titles)
        return found

    def _note_printings(self, found: Results) -> None:
        """Add to each ruling what is known of it in the printing that is asked."""
        printing = found.query.printing
        if printing and found.rulings:
            by_id = {hit.id: hit for hit in found.rulings}
            sql = "select ruling, printing, holds, note, basis from printings where ruling in ({})"
            for row in rows_of(self.connection, sql, by_id):
                if row["printing"] == printing:
                    by_id[row["ruling"]].printing = {key: row[key] for key in ("printing", "holds", "note", "basis")}

    def _exact(self, row: sqlite3.Row, query: Query, game: str | None) -> Results:
        """The ruling of an id; none of another game than the one asked, which ``elsewhere`` names then."""
        if game is not None:
            query.only, query.chosen = [self.game_named(game)], True
        if query.only and row["game"] not in query.only:
            return Results(query, WEAK, elsewhere=[row["id"]])
        return Results(query, CLOSE, self._hits([(row["position"], 0.0)], query))

    def _find(self, query: Query, limit: int) -> Results:
        """The best rulings and statements for a query."""
        games = query.filters.get("game")
        if query.only:
            games = [game for game in query.only if games is None or game in games]
        others_of = [game for game in self._games if games is not None and game not in games]
        chosen: Sequence[int] = self._rulings.mask(self._games if games is None else games)
        rest: Sequence[int] = self._rulings.mask(others_of)
        matching: dict[int, float] = {}
        if query.for_whoosh:
            matching = self.full_text().matching(query)
            allowed = [position in matching for position in range(self._rulings.size)]
            chosen, rest = ([*map(min, mask, allowed)] for mask in (chosen, rest))
        scores, stated = Scores(self._rulings, query), Scores(self._statements, query)
        own, others = self._ranker.rank_rulings(scores, max(LEAST_FOUND, limit), chosen, rest)
        if query.requires:
            own += [pair for pair in matching.items() if chosen[pair[0]] and pair[0] not in dict(own)]
            others += [pair for pair in matching.items() if rest[pair[0]] and pair[0] not in dict(others)]
        elif own:
            others = [pair for pair in others if pair[1] >= OTHERS * own[0][1]]
        hits, elsewhere = self._hits(own[:limit], query), self._ids(others[:ELSEWHERE])
        if "game" in query.filters:
            elsewhere = []
        if query.requires:
            return Results(query, CLOSE if own else WEAK, hits, elsewhere=elsewhere)
        told, values = [], []
        if not query.for_whoosh:
            mask = self._statements.mask(self._games if games is None else games)
            told = stated.best(max(LEAST_FOUND, limit), mask, STATED)
            values = self._values(query, games)
        fits = [scores.fits[each] for each, _ in own[:LOOKED_AT]] + [stated.fits[each] for each, _ in told[:LOOKED_AT]]
        signals = match.signals(query, len(query.telling), fits)
        level = match.level(query, signals, self._weights())
        if level == NONE:
            return Results(query, level, signals=signals)
        return Results(query, level, hits, [*values, *self._rules(told[:limit], games)], elsewhere, signals)

    def _weights(self) -> dict[str, float]:
        """The weights of the signals of a match, read when they are first needed."""
        if not self._match_weights:
            rows = self.connection.execute("select signal, weight from match_weights")
            self._match_weights = {signal: float(weight) for signal, weight in rows}
        return self._match_weights

    def _hits(self, ranked: Ranked, query: Query) -> list[Hit]:
        sql = (
            "select position, id, game, kind, question_text, answer_text, verdict, standing, draft"
            " from rulings where position in ({})"
        )
        rows = {row["position"]: row for row in rows_of(self.connection, sql, [position for position, _ in ranked])}
        return [Hit(rows[position], round(score, 3), query) for position, score in ranked]

    def _ids(self, ranked: Ranked) -> list[str]:
        sql = "select position, id from rulings where position in ({})"
        ids = dict(map(tuple, rows_of(self.connection, sql, [position for position, _ in ranked])))
        return [ids[position] for position, _ in ranked]

    def _values(self, query: Query, games: Sequence[str] | None) -> list[Rule]:
        """The values of spaces that a query asks for, unless it says more than that."""
        if not query.values or query.beside_values > MOST_BESIDE_VALUES:
            return []
        sql = f"{_STATEMENT} where s.subject in ({{}}) order by s.rowid"
        rows = [row for row in rows_of(self.connection, sql, query.values) if games is None or row["game"] in games]
        return [Rule(row, 0.0) for row in sorted(rows, key=lambda row: query.values.index(row["subject"]))]

    def _rules(self, ranked: Ranked, games: Sequence[str] | None) -> list[Rule]:
        """The statements of some subjects: of each game, or of those asked."""
        sql = f"{_STATEMENT} where s.place in ({{}}) order by s.rowid"
        rows: dict[int, list[sqlite3.Row]] = {}
        for row in rows_of(self.connection, sql, [place for place, _ in ranked]):
            if games is None or row["game"] in games:
                rows.setdefault(row["place"], []).append(row)
        return [Rule(row, round(score, 3)) for place, score in ranked for row in rows.get(place, ())]

    def fits(self, text: str, positions: Iterable[int]) -> dict[int, float]:
        """Return the scores of the rulings at some positions for the words of a text."""
        return Scores(self._rulings, self._reader.read(text, all_games=True)).all_of([*positions])

    def similar(self, ruling_id: str, limit: int = 5) -> list[Hit]:
        """Return the rulings most like one, by their words. Raises :class:`NotFound`."""
        position = self._row(ruling_id)["position"]
        found = [pair for pair in self.full_text().similar(position, limit + 1) if pair[0] != position]
        return self._hits(found[:limit], Query(ruling_id))

    def full_text(self) -> FullText:
        """The Whoosh index, verified and opened once. Raises :class:`DamagedBuild`."""
        if self._full_text is None:
            from kb.search.full_text import FullText

            self._full_text = FullText(self.build.verified(read.INDEX))
        return self._full_text

    def _correct(self, word: str) -> str:
        from kb.search.suggest import correction  # few queries are misspelt

        return correction(self.connection, word)

    # -- looking up ----------------------------------------------------------------------------

    def by_id(self, text: str) -> sqlite3.Row | None:
        """The row of the ruling whose id ``text`` is, as :func:`kb.store.lookup.id_of` reads it; or ``None``."""
        return lookup.ruling(self.connection, text)

    def _row(self, ruling_id: str) -> sqlite3.Row:
        row = lookup.ruling(self.connection, ruling_id)
        if row is None:
            raise NotFound(self.missing(ruling_id))
        return row

    def missing(self, ruling_id: str) -> Finding:
        """What to say of an id that is no ruling's: withdrawn, when and why, or near misses."""
        gone = lookup.retired(self.connection, ruling_id)
        if gone is not None:
            after = f"see {gone['successor']}" if gone["successor"] else "it has no successor"
            return Finding(f"{gone['id']} was withdrawn on {gone['on']} because {gone['reason']}", hint=after)
        import difflib

        near = difflib.get_close_matches(lookup.hyphenated(ruling_id), self.ids(), n=3, cutoff=0.5)
        hint = f"did you mean {', '.join(near)}?" if near else "search for its words instead"
        return Finding(f"there is no ruling '{ruling_id.strip()[:60]}'", hint=hint)

    def looks_like_id(self, text: str) -> bool:
        """Whether a word has the shape of an id of one of the games, whether or not it is one."""
        prefix, _, rest = lookup.hyphenated(text).partition("-")
        return prefix in self._games.values() and "-" in rest and rest.partition("-")[2][:1].isdigit()

    def ids(self) -> list[str]:
        """Every ruling's id, in reading order."""
        return lookup.ruling_ids(self.connection)

    def games(self) -> list[str]:
        """The games, in order."""
        return list(self._games)

    def game_named(self, name: str) -> str:
        """The game a person means by ``name``. Raises :class:`QueryError`, with the game that was probably meant."""
        try:
            return self._reader.game_named(name)
        except QueryError as error:
            import difflib

            near = difflib.get_close_matches(name.lower()[:40], self._games, n=1)
            if not near:
                raise
            raise QueryError(Finding(error.findings[0].message, hint=f"did you mean {near[0]}?")) from None

    def ruling(self, ruling_id: str) -> dict[str, Any]:
        """Everything known of one ruling, as a dictionary of plain values (see ``docs/data.md``).

        The id may be in any case. Raises :class:`NotFound`, with near misses or with the day and
        the reason of a withdrawn id.

        >>> with kb.open() as base:
        ...     base.ruling("REV-SUB-2")["verdict_kind"]
        'yes'
        """
        from kb.store.record import record

        return record(self.connection, self._row(ruling_id))

    def rulings(self, game: str | None = None) -> Iterator[dict[str, Any]]:
        """Every ruling in reading order, as :meth:`ruling` gives it; ``game`` keeps to one game."""
        from kb.store.record import record

        wanted = self.game_named(game) if game else None
        for row in lookup.ruling_rows(self.connection):
            if wanted is None or row["game"] == wanted:
                yield record(self.connection, row)


__all__ = ["Hit", "KBError", "KnowledgeBase", "QueryError", "Results"]
