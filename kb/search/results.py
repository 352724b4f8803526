"""What a search gives: the hits, best first, and how the query was understood."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Sequence
    from typing import Any

    from kb.search.answer import Answer
    from kb.search.query import Query
    from kb.search.statements import FoundStatement
    from kb.search.word import Word


class Hit:
    """One result of a search: ``id``, ``game``, ``score`` (higher is better), ``question``,
    ``verdict``, ``verdict_kind``, ``authority`` and, made when first asked for, ``snippet``, ``word`` and
    ``condition``.
    """

    __slots__ = (
        "_answer",
        "_find_word",
        "_query",
        "_snippet",
        "_word",
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
        self._find_word: Callable[[], Word] | None = None
        self._word: Word | None = None

    def answered_by(self, find: Callable[[], Word]) -> None:
        """``find`` gives the word that answers the question; only the best result has one."""
        self._find_word = find

    @property
    def word(self) -> str:
        """The word that answers the question as it was asked: ``yes``, ``no``, ``depends``; empty where not sure."""
        found = self._answering()
        return found.word if found else ""

    @property
    def condition(self) -> str:
        """Under which condition the word answers it, or what it depends on; mostly empty."""
        found = self._answering()
        return found.condition if found else ""

    def _answering(self) -> Word | None:
        if self._word is None and self._find_word is not None:
            self._word = self._find_word()
        return self._word

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
    """The hits, best first, the ``query`` as it was understood, and the ``answer``: what the base knows of it.

    ``why`` says in a sentence why it has that ``state``.
    """

    def __init__(self, hits: list[Hit], query: Query, answer: Answer, why: str = "") -> None:
        super().__init__(hits)
        self.query, self.answer, self.why = query, answer, why

    @property
    def state(self) -> str:
        """What the base knows of the question (:data:`kb.search.state.STATES`)."""
        return self.answer.state

    @property
    def rules(self) -> Sequence[FoundStatement]:
        """What rules and printed values say, best first."""
        return self.answer.statements

    @property
    def searched_for(self) -> str:
        """What was searched where it differs from what was typed; else empty."""
        return self.query.searched_for

    def understood(self) -> dict[str, Any]:
        """How the query was understood and what is known of it, as plain values.

        ``state`` and ``why``; ``game``, the game asked where it is one, or ``None``; ``searched_for`` (empty where it
        is what was typed), ``also`` (lines on what was searched as well), ``unknown`` (words that nothing here has),
        ``named`` (the games that the query names), ``absent`` (titles of games that it names and the base does not
        have), ``only`` (the games the search was kept to; empty: all), ``chosen`` (whether the caller chose them), and
        ``notes`` (lines on what was left out).
        """
        query = self.query
        only = query.only or query.filters.get("game", [])
        return {
            "query": query.raw,
            "state": self.state,
            "why": self.why,
            "game": only[0] if len(only) == 1 else None,
            "searched_for": self.searched_for,
            "also": query.expanded,
            "unknown": [word for word in query.unknown if word not in query.corrected],
            "named": list(dict.fromkeys(query.games)),
            "absent": query.absent,
            "only": only,
            "chosen": query.chosen,
            "notes": query.notes,
        }

    def plain(self) -> dict[str, Any]:
        """What :meth:`understood` gives, with the hits as ``results`` and the statements as ``rules``."""
        names = (
            "id",
            "game",
            "score",
            "question",
            "word",
            "condition",
            "snippet",
            "verdict",
            "verdict_kind",
            "authority",
        )
        results = [{name: getattr(hit, name) for name in names} for hit in self]
        return {**self.understood(), "results": results, "rules": [each.plain() for each in self.rules]}
