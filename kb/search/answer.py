"""Decides what the base knows of a question: gathers the evidence and asks the model of the answer states."""

from __future__ import annotations

from kb.search.evidence import RULINGS, STATEMENTS, EvidenceReader, Fit, telling_terms
from kb.search.lookup import rows_of
from kb.search.state import ANSWERED, NEAREST, NONE, OTHER_GAME, RULE, STATES, Evidence, StateModel, likeliest
from kb.search.statements import FoundStatement, StatementRanker
from kb.search.word import NO_WORD, Word, WordJudge

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Sequence

    from kb.search.query import Query

    Ranked = Sequence[tuple[int, float]]

#: what a question may want that is no rule, as the lexicon knows it (``wants`` of ``data/words.yaml``)
WANTS = ("advice", "chance", "things", "wargame", "elsewhere")
#: the want of questions about other matters than games of war
ELSEWHERE = "elsewhere"
#: how many of the best are looked at
LOOKED_AT = 3


class Answer:
    """What the base knows of a question: its ``state`` with its probability, and the best ``statements``."""

    __slots__ = ("features", "probability", "state", "statements")

    def __init__(
        self,
        state: str = ANSWERED,
        probability: float = 1.0,
        statements: Sequence[FoundStatement] = (),
        features: dict[str, float] | None = None,
    ) -> None:
        self.state, self.probability, self.statements = state, probability, statements
        self.features = features or {}


class AnswerJudge:
    """Judges what was found in one base."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._evidence = EvidenceReader(connection)
        self._statements = StatementRanker(connection)
        self._model: StateModel | None = None
        self._words = WordJudge(connection, self._evidence)

    def judge(self, query: Query, games: Collection[str], own: Ranked, other: Ranked) -> Answer:
        """What the base knows of a question about these games (none given: any).

        ``own`` and ``other`` are the best rulings of these games and of the others, (position, score).
        """
        subjects = self._statements.best(query, LOOKED_AT, games)
        evidence = self._gathered(query, games, own, other, subjects)
        features = evidence.features()
        probabilities = self._of_base().probabilities(features)
        parts = evidence.question
        strange = parts["unknown"] > 0 and not (query.games or query.filters)
        foreign = ELSEWHERE in query.wants or strange
        state = likeliest(probabilities, self._possible(own, other, subjects, games, foreign))
        told = subjects if state != NONE else ()
        statements = self._statements.statements([place for place, _ in told], games)
        return Answer(state, probabilities[state], statements, features)

    def word(self, query: Query, position: int, answer: Answer) -> Word:
        """The word that the ruling at this position answers a question with, where it does."""
        return self._words.word(query, position, answer.probability) if answer.state == ANSWERED else NO_WORD

    def _of_base(self) -> StateModel:
        """The model, read when it is first asked for."""
        if self._model is None:
            self._model = StateModel(self._connection)
        return self._model

    def _gathered(self, query: Query, games: Collection[str], own: Ranked, other: Ranked, subjects: Ranked) -> Evidence:
        telling = telling_terms(query)
        known = set(self._evidence.known(telling))
        weights = self._evidence.weights(RULINGS, telling)
        light = [term for term in telling if weights[term] < 0.6 * weights[""]]
        content = [term for term in telling if weights[term] > 0.25 * weights[""]]
        question = {
            "named": 1.0 if query.games else 0.0,
            "common": len(light) / (len(telling) or 1),
            "rare": sum(weights[term] for term in telling) / (len(telling) or 1) / weights[""],
            "names": min(self._evidence.names(telling), 4) / 4,
            "nameless": 0.0 if self._evidence.names(telling) else 1.0,
            "content": len([term for term in content if term in light]) / (len(content) or 1),
            "game": 1.0 if games else 0.0,
            "absent": 1.0 if query.absent else 0.0,
            "unknown": 1 - len(known) / (len(telling) or 1),
            "length": min(len(telling), 16) / 16,
            "short": 1.0 if len(telling) < 3 else 0.0,
            **{want: 1.0 if want in query.wants else 0.0 for want in WANTS},
            **{f"words.{state}": value for state, value in self._of_base().of_words(query.terms).items()},
        }
        question |= self._kinship(own, other)
        return Evidence(
            self._fits(RULINGS, own, query),
            self._fits(RULINGS, other, query),
            self._fits(STATEMENTS, subjects, query),
            question,
        )

    def _kinship(self, own: Ranked, other: Ranked) -> dict[str, float]:
        """Whether the best ruling of other games is related to those found of the games asked: to the best, to any.

        Where it is, the games asked have a ruling on the same question.
        """
        if not (own and other):
            return {"twin": 0.0, "kin": 0.0}
        related = self._related([other[0][0]]).get(other[0][0], set())
        places = [position for position, _ in own]
        return {
            "twin": float(places[0] in related),
            "kin": float(any(place in related for place in places[:LOOKED_AT])),
        }

    def _fits(self, kind: str, ranked: Ranked, query: Query) -> list[Fit]:
        related = self._related([position for position, _ in ranked]) if kind == RULINGS else {}
        found = []
        for position, score in ranked[:LOOKED_AT]:
            others = (
                each
                for place, each in ranked
                if place != position and place not in related.get(position, ()) and each <= score
            )
            found.append(self._evidence.fit(kind, position, score, 1 - next(others, 0.0) / score, query))
        return found

    def _related(self, positions: Sequence[int]) -> dict[int, set[int]]:
        sql = "select position, others from kin where position in ({})"
        rows = rows_of(self._connection, sql, [str(position) for position in positions[:LOOKED_AT]])
        return {int(position): set(map(int, others.split())) for position, others in rows}

    @staticmethod
    def _possible(
        own: Ranked, other: Ranked, subjects: Ranked, games: Collection[str], foreign: bool = True
    ) -> list[str]:
        """The states that there can be with what was found; ``foreign``: some words may be of other matters."""
        there = {
            ANSWERED: bool(own),
            OTHER_GAME: bool(games and other),
            RULE: bool(subjects),
            NEAREST: True,
            NONE: foreign,
        }
        return [state for state in STATES if there[state]]
