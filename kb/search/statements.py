"""Finds rules and printed values that answer a question, beside the rulings."""

from __future__ import annotations

from kb.search.lookup import rows_of
from kb.search.rank import Postings, first

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterable

    from kb.search.query import Query


class FoundStatement:
    """What a rule or printed value says in one game: ``id``, ``game``, ``says``, ``confidence``; ``played`` is a
    scenario in which a rule decides, or empty."""

    __slots__ = ("confidence", "game", "id", "played", "says")

    def __init__(self, row: sqlite3.Row) -> None:
        self.id: str = row["id"]
        self.game: str = row["game"]
        self.says: str = row["says"]
        self.confidence: str = row["confidence"]
        self.played: str = row["played"] or ""

    def plain(self) -> dict[str, str]:
        """Its parts by name."""
        return {name: getattr(self, name) for name in ("id", "game", "says", "confidence", "played")}


class StatementRanker:
    """Ranks the subjects of statements: a subject is the same rule or value in every game that has it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._postings = Postings(connection, "statement_postings")
        self._games: dict[int, set[str]] = {}

    def best(self, query: Query, limit: int, games: Collection[str] = ()) -> list[tuple[int, float]]:
        """(number, score) of the best subjects that one of the ``games`` has (none given: any), best first."""
        if not self._games:
            for place, game in self._connection.execute("select place, game from statements"):
                self._games.setdefault(place, set()).add(game)
        scores = self._postings.scores(query)
        chosen = [place for place in scores if not games or not self._games[place].isdisjoint(games)]
        return first(scores, chosen, limit)

    def statements(self, places: Iterable[int], games: Collection[str] = ()) -> list[FoundStatement]:
        """The statements of subjects in the order given, those of the ``games`` (none given: all)."""
        order = list(places)
        sql = "select place, id, game, says, confidence, played from statements where place in ({}) order by rowid"
        found = [row for row in rows_of(self._connection, sql, order) if not games or row["game"] in games]
        return [FoundStatement(row) for place in order for row in found if row["place"] == place]
