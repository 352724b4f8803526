"""A search: from a query to the rulings and statements that answer it."""

from __future__ import annotations

from kb.base.errors import Finding, QueryError
from kb.search import match
from kb.search.lookup import rows_of
from kb.search.match import CLOSE, LOOKED_AT, NONE, WEAK
from kb.search.postings import RULINGS, STATEMENTS, Postings
from kb.search.query import Query, QueryReader
from kb.search.rank import STATED, Ranker, Scores
from kb.search.results import Hit, Results, Rule
from kb.store import lookup
from kb.text.search import notes

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Mapping, Sequence

    from kb.search.full_text import FullText
    from kb.search.rank import Ranked

#: rulings, and subjects of statements, that are ranked at least, so that the match level does not depend on the limit
LEAST_FOUND = 10
#: the query for statements
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


class Searcher:
    """Searches a base. It caches the parts of the index that queries have read."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        games: dict[str, str],
        short_titles: Mapping[str, str],
        full_text: Callable[[], FullText],
    ) -> None:
        """``games`` has the prefix of each game's rulings, by its id; ``full_text`` opens the Whoosh index."""
        self.connection, self._games, self._short_titles, self._full_text = connection, games, short_titles, full_text
        self._rulings, self._statements = Postings(self.connection, RULINGS), Postings(self.connection, STATEMENTS)
        self._ranker = Ranker(self.connection, self._rulings, self._statements)
        self.reader = QueryReader(self.connection, games, self._correct)

    def search(
        self, query: str, game: str | None, limit: int, all_games: bool, named_first: bool, printing: str
    ) -> Results:
        """Find the rulings and statements that answer a query, as :meth:`KnowledgeBase.search` describes it."""
        exact = lookup.ruling(self.connection, query)
        if exact is not None:
            found = self._exact(exact, Query(query), None if named_first else game)
        else:
            parsed = self.reader.read(query, game, all_games, named_first)
            found = self._find(parsed, limit)
            if not found.rulings and parsed.phrases and '"' in query:
                found = self.search(query.replace('"', " "), game, limit, all_games, named_first, printing)
                found.query.unquoted = True
        found.query.printing = found.query.printing or printing
        self._note_printings(found)
        found.notes = notes(found.query, self._short_titles)
        return found

    def _note_printings(self, found: Results) -> None:
        """Add to each ruling its state in the printing that is asked."""
        printing = found.query.printing
        if printing and found.rulings:
            by_id = {hit.id: hit for hit in found.rulings}
            sql = "select ruling, printing, holds, note, basis from printings where ruling in ({})"
            for row in rows_of(self.connection, sql, by_id):
                if row["printing"] == printing:
                    by_id[row["ruling"]].printing = {key: row[key] for key in ("printing", "holds", "note", "basis")}

    def _exact(self, row: sqlite3.Row, query: Query, game: str | None) -> Results:
        """Return the ruling of an id; none of another game than the one asked, which ``elsewhere`` names then."""
        if game is not None:
            query.only, query.chosen = [self.game_named(game)], True
        if query.only and row["game"] not in query.only:
            return Results(query, WEAK, elsewhere=[row["id"]])
        return Results(query, CLOSE, self._hits([(row["position"], 0.0)], query))

    def _find(self, query: Query, limit: int) -> Results:
        """Return the best rulings and statements for a query."""
        games = query.filters.get("game")
        if query.only:
            games = [game for game in query.only if games is None or game in games]
        others_of = [game for game in self._games if games is not None and game not in games]
        chosen: Sequence[int] = self._rulings.mask(self._games if games is None else games)
        rest: Sequence[int] = self._rulings.mask(others_of)
        matching: dict[int, float] = {}
        if query.for_whoosh:
            matching = self._full_text().matching(query)
            allowed = [position in matching for position in range(self._rulings.size)]
            chosen, rest = ([*map(min, mask, allowed)] for mask in (chosen, rest))
        scores, stated = Scores(self._rulings, query), Scores(self._statements, query)
        own, others = self._ranker.rank_rulings(scores, max(LEAST_FOUND, limit), chosen, rest)
        if query.requires:
            ranked = {position for position, _ in (*own, *others)}
            own += [pair for pair in matching.items() if chosen[pair[0]] and pair[0] not in ranked]
            others += [pair for pair in matching.items() if rest[pair[0]] and pair[0] not in ranked]
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
        level = match.level(query, signals)
        if level == NONE:
            return Results(query, level, signals=signals)
        return Results(query, level, hits, [*values, *self._rules(told[:limit], games)], elsewhere, signals)

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
        """Return the values of spaces that a query asks for, unless it says more than that."""
        if not query.values or query.beside_values > MOST_BESIDE_VALUES:
            return []
        sql = f"{_STATEMENT} where s.subject in ({{}}) order by s.rowid"
        rows = [row for row in rows_of(self.connection, sql, query.values) if games is None or row["game"] in games]
        return [Rule(row, 0.0) for row in sorted(rows, key=lambda row: query.values.index(row["subject"]))]

    def _rules(self, ranked: Ranked, games: Sequence[str] | None) -> list[Rule]:
        """Return the statements of some subjects: of each game, or of those asked."""
        sql = f"{_STATEMENT} where s.place in ({{}}) order by s.rowid"
        rows: dict[int, list[sqlite3.Row]] = {}
        for row in rows_of(self.connection, sql, [place for place, _ in ranked]):
            if games is None or row["game"] in games:
                rows.setdefault(row["place"], []).append(row)
        return [Rule(row, round(score, 3)) for place, score in ranked for row in rows.get(place, ())]

    def game_named(self, name: str) -> str:
        """Return the game a person means by ``name``. Raises :class:`QueryError`, with the game that was probably
        meant."""
        try:
            return self.reader.game_named(name)
        except QueryError as error:
            import difflib

            near = difflib.get_close_matches(name.lower()[:40], self._games, n=1)
            if not near:
                raise
            raise QueryError(Finding(error.findings[0].message, hint=f"did you mean {near[0]}?")) from None

    def _correct(self, word: str) -> str:
        from kb.search.suggest import correction  # few queries are misspelt

        return correction(self.connection, word)
