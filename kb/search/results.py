"""What a search gives: the hits, best first, and how the query was understood."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from typing import Any

    from kb.search.query import Query


class Hit:
    """One result of a search: ``id``, ``game``, ``score`` (higher is better), ``question``,
    ``verdict``, ``verdict_kind``, ``authority`` and, made when first asked for, ``snippet``."""

    __slots__ = (
        "_answer",
        "_query",
        "_snippet",
        "authority",
        "game",
        "id",
        "kind",
        "position",
        "question",
        "score",
        "verdict",
        "verdict_kind",
    )

    def __init__(self, row: sqlite3.Row, score: float, query: Query) -> None:
        self.position: int = row["position"]
        self.id: str = row["id"]
        self.game: str = row["game"]
        self.kind: str = row["kind"]
        self.question: str = row["question_text"]
        self.verdict: str = row["verdict"]
        self.authority: str = row["authority"]
        self.verdict_kind: str = row["verdict_kind"]
        self.score = score
        self._answer: str = row["answer_text"]
        self._query = query
        self._snippet: str | None = None

    @property
    def snippet(self) -> str:
        """The part of the answer that has most of the words, about 160 characters."""
        if self._snippet is None:
            from kb.search.snippet import snippet

            self._snippet = snippet(self._answer, self._query)
        return self._snippet

    def __repr__(self) -> str:
        return f"Hit({self.id!r}, {self.score:.2f})"


class Results(list[Hit]):
    """The hits, best first, and the ``query`` as it was understood.

    ``other_games``: the games that were asked for have no ruling on the question, and the hits are of other games.
    """

    def __init__(self, hits: list[Hit], query: Query, other_games: bool = False) -> None:
        super().__init__(hits)
        self.query, self.other_games = query, other_games

    @property
    def searched_for(self) -> str:
        """What was searched where it differs from what was typed; else empty."""
        return self.query.searched_for

    def understood(self) -> dict[str, Any]:
        """How the query was understood, as plain values.

        ``searched_for`` (empty where it is what was typed), ``also`` (lines on what was searched as well), ``unknown``
        (words that no ruling, phrasing or lexicon entry has), ``named`` (the games that the query names), ``absent``
        (titles of games that it names and the base does not have), ``only`` (the games the search was kept to; empty:
        all), ``chosen`` (whether the caller chose them), ``other_games``, and ``notes`` (lines on what was left out).
        """
        query = self.query
        return {
            "searched_for": self.searched_for,
            "also": query.expanded,
            "unknown": [word for word in query.unknown if word not in query.corrected],
            "named": list(dict.fromkeys(query.games)),
            "absent": query.absent,
            "only": query.only or query.filters.get("game", []),
            "chosen": query.chosen,
            "other_games": self.other_games,
            "notes": query.notes,
        }

    def plain(self) -> list[dict[str, Any]]:
        """The hits as plain values, each with what :meth:`understood` gives."""
        understood = self.understood()
        names = ("id", "game", "score", "question", "snippet", "verdict", "verdict_kind", "authority")
        return [{**{name: getattr(hit, name) for name in names}, **understood} for hit in self]
