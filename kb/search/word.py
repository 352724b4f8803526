"""The word that answers a question: yes, no, depends, or none where that is not sure.

A ruling has ways to ask for it with the word that answers each (:class:`kb.statement.Phrasing`). The word of the one
most like the question is its answer if they ask in the same sense, and none with another word is nearly as like. Where
no game is asked, a ruling of a game that differs from another one answers with none.
"""

from __future__ import annotations

from kb.search.evidence import RULINGS, likeness, telling_terms
from kb.search.lookup import rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from kb.search.evidence import EvidenceReader
    from kb.search.query import Query

#: how like the question the way to ask has to be, how much less like those with another word are, and how probable the
#: answer state; chosen on judged questions, so that at most 3 of 100 are shown a wrong word
LIKE, AHEAD, SURE = 0.5, 0.2, 0.95
#: what of its likeness a way to ask in another sense keeps
OTHER_SENSE = 0.6


class Word:
    """The ``word`` that answers a question, and the ``condition`` under which it does; both empty where not sure."""

    __slots__ = ("condition", "word")

    def __init__(self, word: str = "", condition: str = "") -> None:
        self.word, self.condition = word, condition


#: no word is sure
NO_WORD = Word()


class WordJudge:
    """Finds the words that answer questions in one base."""

    def __init__(self, connection: sqlite3.Connection, evidence: EvidenceReader) -> None:
        self._connection, self._evidence = connection, evidence

    def word(self, query: Query, position: int, probability: float) -> Word:
        """The word that the ruling at this position answers a question with; ``probability`` is that it does."""
        if probability < SURE or not (query.only or self._same_in_every_game(position)):
            return NO_WORD
        sql = "select terms, word, condition, senses from asked where position in ({}) order by number"
        asks = rows_of(self._connection, sql, [str(position)])
        if not asks:
            return NO_WORD
        telling = telling_terms(query)
        cut = [row[0].split() for row in asks]
        weights = self._evidence.weights(RULINGS, [*telling, *{term for ask in cut for term in ask}])
        likenesses = []
        for terms, row in zip(cut, asks, strict=True):
            same = set(row[3].split()) == query.senses
            likenesses.append(likeness(telling, terms, weights)[2] * (1 if same else OTHER_SENSE))
        best = likenesses.index(max(likenesses))
        return self._sure(asks[best], likenesses[best], likenesses, asks, query)

    def _same_in_every_game(self, position: int) -> bool:
        """Whether no other game answers the ruling's question otherwise."""
        return not rows_of(self._connection, "select position from differing where position in ({})", [str(position)])

    def _sure(
        self, best: sqlite3.Row, like: float, likenesses: Sequence[float], asks: Sequence[sqlite3.Row], query: Query
    ) -> Word:
        other = max((each for each, row in zip(likenesses, asks, strict=True) if row[1] != best[1]), default=0.0)
        sure = like >= LIKE and like - other >= AHEAD and set(best[3].split()) == query.senses
        return Word(best[1], best[2]) if sure else NO_WORD
