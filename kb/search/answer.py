"""Decides what the base knows of a question: the answer state, rules and printed values that answer it, and a word.

The *state* comes from a model, which is asked with the evidence of what was found.

The *word* is yes, no, depends, or none where that is not sure. A ruling has ways to ask for it with the word that
answers each (:class:`kb.base.values.Phrasing`). The word of those most like the question is likeliest; a fitted model
says how probable it is. Where no game is asked, a ruling of a game that differs from another one answers with none.
"""

from __future__ import annotations

import math

from kb.search.evidence import Question, named, telling_terms, unknown
from kb.search.lookup import rows_of
from kb.search.rank import OF_ASKS, Scores
from kb.search.state import (
    ALWAYS,
    ANSWERED,
    NEAREST,
    NONE,
    OTHER_GAME,
    RULE,
    STATES,
    UNASKED,
    StateModel,
    features,
    likeliest,
)
from kb.search.things import STATEMENTS, Things

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from kb.search.evidence import Fit
    from kb.search.query import Query
    from kb.search.rank import Ranked
    from kb.search.things import Thing


#: from which probability on a part of a question is surely answered
SURE = 0.9
#: how probable a word has to be to be shown; chosen on folds of the fitted questions: 2 of 100 are shown a wrong one
SHOWN = 0.85
#: how like a question the best way to ask has to be, and how many telling terms the question has to have
LIKE, FEWEST = 0.35, 3
#: what of its likeness a way to ask in another sense keeps, and how fast ways count less that are less like
OTHER_SENSE, FALL = 0.6, 10.0
#: what a question may want that is no rule, as the lexicon knows it (``wants`` of ``data/words.yaml``)
WANTS = ("advice", "chance", "things", "wargame", "elsewhere")
#: the want of questions about other matters than games of war
ELSEWHERE = "elsewhere"
#: from which probability on the best ruling may answer, and a statement is shown, though another state is likelier:
#: chosen on folds of the fitted questions, of those that a ruling answers 1 in 100 is denied
LIKELY, STRONG = 0.08, 0.1
#: how probable it has to be that only other games answer, where few ways to ask for the best ruling of the game asked
#: are written: it is found less surely than those of other games, though it may answer; below that it is the nearest
SURE_OF_DRAFTS = 0.85
#: such a ruling answers a question that has this part of the words of its own, and it of the question's
OWN_QUESTION = 0.7
#: how many of the best are looked at
LOOKED_AT = 3
#: so many of the best subjects of statements are looked at for the names of a question; what one without any loses
AMONG, NAMED = 8, 0.3


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

    @property
    def subject(self) -> str:
        """The rule or value, without the game."""
        return self.id.partition("/")[2]

    def plain(self) -> dict[str, str]:
        """Its parts by name."""
        return {name: getattr(self, name) for name in ("id", "game", "says", "confidence", "played")}


class StatementRanker:
    """Ranks the subjects of statements: a subject is the same rule or value in every game that has it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.things = Things(connection, STATEMENTS, OF_ASKS)
        self._games: list[set[str]] = []

    def has(self, games: Collection[str]) -> bool:
        """Whether one of the games has a statement."""
        return not all(own.isdisjoint(games) for own in self._games)

    def best(self, query: Query, limit: int, games: Collection[str] = ()) -> Ranked:
        """(number, score) of the best subjects that one of the ``games`` has (none given: any), best first.

        Those that have not all units, powers and technologies that a question names count less: what a tactical bomber
        does beside a tank comes before what it does alone.
        """
        if not self._games:
            self._games = [set[str]() for _ in range(self.things.size)]
            for place, game in self._connection.execute("select place, game from statements"):
                self._games[place].add(game)
        chosen = [not own.isdisjoint(games) for own in self._games] if games else ()
        ranked = Scores(self.things, query).best(AMONG, chosen)
        terms = telling_terms(query)
        found = rows_of(self._connection, "select run from runs where kind = 'name' and run in ({})", terms)
        names = [row[0] for row in found]
        if len(names) > 1:
            things = self.things.fetch(place for place, _ in ranked)
            had = {place: sum(things[place].has(name) for name in names) / len(names) for place, _ in ranked}
            moved = ((place, score * (1 - NAMED + NAMED * had[place])) for place, score in ranked)
            ranked = sorted(moved, key=lambda pair: (-pair[1], pair[0]))
        return ranked[:limit]

    def statements(self, places: Iterable[int], games: Collection[str] = ()) -> list[FoundStatement]:
        """The statements of subjects in the order given, those of the ``games`` (none given: all)."""
        order = list(places)
        sql = "select place, id, game, says, confidence, played from statements where place in ({}) order by rowid"
        found = [row for row in rows_of(self._connection, sql, order) if not games or row["game"] in games]
        return [FoundStatement(row) for place in order for row in found if row["place"] == place]


class AnswerState:
    """What the base knows of a question: its ``state`` with its probability, and the best ``statements``.

    ``likely`` is whether the best ruling may answer though the state is another one, ``strong`` whether the best
    statement may; ``played`` whether there is a rule or printed value of a game asked at all.
    """

    __slots__ = ("features", "likely", "played", "probability", "state", "statements", "strong")

    def __init__(
        self,
        state: str = ANSWERED,
        probability: float = 1.0,
        statements: Sequence[FoundStatement] = (),
        features: dict[str, float] | None = None,
        likely: bool = False,
        strong: bool = False,
        played: bool = True,
    ) -> None:
        self.state, self.probability, self.statements = state, probability, statements
        self.likely, self.strong, self.played = likely, strong, played
        self.features = features or {}


class LikeliestWord:
    """The ``word`` that a ruling is likeliest to answer with, its ``condition``, and what speaks for it."""

    __slots__ = ("condition", "features", "word")

    def __init__(self, word: str, condition: str, features: dict[str, float]) -> None:
        self.word, self.condition, self.features = word, condition, features


#: the word and the condition where none is sure
NO_WORD = ("", "")


def _shares(words: Mapping[int, str], like: Mapping[int, float]) -> dict[str, float]:
    """What part of all ways to ask, by number, each word has; ways that are more like the question count more."""
    highest = max(like.values())
    sums = dict.fromkeys(words.values(), 0.0)
    for way, word in words.items():
        sums[word] += math.exp(FALL * (like[way] - highest))
    total = sum(sums.values())
    return {word: part / total for word, part in sums.items()}


def _of_terms(question: Question, thing: Thing, mine: Sequence[int], asks: Collection[int]) -> dict[str, float]:
    """What the question's terms say of the ways to ask with one word, ``mine``, best first, among all ``asks``."""
    lacking, other = [], 0
    for term, weight in question.weights.items():
        having = {way for way, _ in thing.entry(term)[1] if way in asks}
        if mine[0] not in having:
            lacking.append(weight)
        if having and having.isdisjoint(mine):
            other += weight
    heaviest = max(lacking, default=question.heaviest)
    return {"lacking": heaviest / question.heaviest, "other": other / question.total}


class AnswerJudge:
    """Judges what was found in one base."""

    def __init__(self, connection: sqlite3.Connection, rulings: Things) -> None:
        self._connection = connection
        self._rulings = rulings
        self._statements = StatementRanker(connection)
        self._model: StateModel | None = None
        self._unasked: set[int] | None = None

    def judge(self, query: Query, games: Collection[str], own: Ranked, other: Ranked) -> AnswerState:
        """What the base knows of a question about these games (none given: any).

        ``own`` and ``other`` are the best rulings of these games and of the others, (position, score).
        """
        subjects = self._statements.best(query, LOOKED_AT, games)
        question = self._question(query, games, own, other)
        telling, values = telling_terms(query), self._statements.things
        asked = Question(telling, self._rulings)
        found = features(
            self._fits(asked, self._rulings, own, self._related(own)),
            self._fits(asked, self._rulings, other, self._related(other)),
            self._fits(Question(telling, values), values, subjects, {}),
            question,
        )
        unasked = bool(own) and self._is_unasked(own[0][0])
        if unasked:
            found |= {UNASKED + name: value for name, value in found.items()}
        probabilities = self._of_base().probabilities(found)
        of_games = query.games or query.filters or question["names"]
        foreign = ELSEWHERE in query.wants or (question["unknown"] > 0 and not of_games)
        likely = bool(own) and probabilities[ANSWERED] >= LIKELY
        possible = self._possible(own, other, subjects, games, foreign and not likely)
        if unasked and min(found["own.had_own"], found["own.had_ask"], found["own.of_ask"]) >= OWN_QUESTION:
            possible = [ANSWERED]
        state = likeliest(probabilities, possible)
        if unasked and state == OTHER_GAME and probabilities[OTHER_GAME] < SURE_OF_DRAFTS:
            state = NEAREST
        told = subjects if state != NONE else ()
        statements = self._statements.statements([place for place, _ in told], games)
        strong = bool(statements) and (state == RULE or probabilities[RULE] >= STRONG)
        played = not games or self._statements.has(games)
        return AnswerState(state, probabilities[state], statements, found, likely and state != ANSWERED, strong, played)

    def word(self, query: Query, position: int, answer: AnswerState) -> tuple[str, str]:
        """The word that the ruling at this position answers a question with, and the condition under which it does;
        empty where that is not sure."""
        found = self.likeliest_word(query, position, answer)
        sure = found is not None and self._of_base().sure_of_word(found.features) >= SHOWN
        return (found.word, found.condition) if found and sure else NO_WORD

    def likeliest_word(self, query: Query, position: int, answer: AnswerState) -> LikeliestWord | None:
        """The word that the ruling at this position is likeliest to answer a question with; None where there is none
        that may be shown.

        What speaks for it, by name, from 0 to 1: ``lead`` is how much more like the question the best way to ask with
        this word is than the best with another one, ``second`` how like the second best is; ``share`` is what part of
        all ways has the word, the like ones counting more, and ``sense`` what part of those in the sense of the best;
        by weight, ``lacking`` is the heaviest of the question's terms that the best way lacks (1 for none: words that
        turn a question are light), ``other`` what only ways with another word have; ``state`` is how probable it is.
        """
        if answer.state != ANSWERED or not (query.only or self._is_same_everywhere(position)):
            return None
        sql = "select number, word, condition, senses, told from asked where position in ({}) order by number"
        asks = {row[0]: row for row in rows_of(self._connection, sql, [str(position)])}
        question = Question(telling_terms(query), self._rulings)
        if not asks or len(question.weights) < FEWEST:
            return None
        thing = self._rulings.fetch([position])[position]
        both = question.common(thing)
        like = {
            way: question.likeness(both.get(way, 0), thing.ways[way])
            * (1 if set(row["senses"].split()) == query.senses else OTHER_SENSE)
            for way, row in asks.items()
        }
        shares = _shares({way: row["word"] for way, row in asks.items()}, like)
        word = max(shares, key=lambda each: shares[each])
        first, *rest = sorted((way for way in asks if asks[way]["word"] == word), key=lambda way: -like[way])
        best = asks[first]
        if not best["told"] or max(like.values()) < LIKE:
            return None
        same = [row["word"] == word for row in asks.values() if row["senses"] == best["senses"]]
        evidence = {
            ALWAYS: 1.0,
            "lead": like[first] - max((like[way] for way in asks.keys() - {first, *rest}), default=0.0),
            "second": like[rest[0]] if rest else 0.0,
            "sense": sum(same) / len(same),
            "share": shares[word],
            "state": answer.probability,
            **_of_terms(question, thing, [first, *rest], asks.keys()),
        }
        return LikeliestWord(word, best["condition"], evidence)

    def _is_same_everywhere(self, position: int) -> bool:
        """Whether no other game answers the ruling's question otherwise."""
        return not rows_of(self._connection, "select position from differing where position in ({})", [str(position)])

    def _is_unasked(self, position: int) -> bool:
        """Whether few ways to ask for the ruling at a position are written."""
        if self._unasked is None:
            self._unasked = {row[0] for row in self._connection.execute("select position from unasked")}
        return position in self._unasked

    def _of_base(self) -> StateModel:
        """The model, read when it is first asked for."""
        if self._model is None:
            self._model = StateModel(self._connection)
        return self._model

    def _question(self, query: Query, games: Collection[str], own: Ranked, other: Ranked) -> dict[str, float]:
        """The parts of the evidence that are of the question."""
        telling = telling_terms(query)
        asked = Question(telling, self._rulings)
        weights, heaviest, many = asked.weights, asked.heaviest, len(telling) or 1
        light = [term for term in telling if weights[term] < 0.6 * heaviest]
        content = [term for term in telling if weights[term] > 0.25 * heaviest]
        names = named(self._connection, telling)
        strange = unknown(self._connection, telling, (self._rulings, self._statements.things))
        return {
            "named": 1.0 if query.games else 0.0,
            "common": len(light) / many,
            "rare": asked.total / many / heaviest,
            "names": min(names, 4) / 4,
            "nameless": 0.0 if names else 1.0,
            "content": len([term for term in content if term in light]) / (len(content) or 1),
            "game": 1.0 if games else 0.0,
            "absent": 1.0 if query.absent else 0.0,
            "unknown": len(strange) / many,
            "length": min(len(telling), 16) / 16,
            "short": 1.0 if len(telling) < 3 else 0.0,
            **{want: 1.0 if want in query.wants else 0.0 for want in WANTS},
            **{f"words.{state}": value for state, value in self._of_base().of_words(query.terms).items()},
            **self._kinship(own, other),
        }

    def _kinship(self, own: Ranked, other: Ranked) -> dict[str, float]:
        """Whether the best ruling of other games is related to those found of the games asked: to the best, to any.

        Where it is, the games asked have a ruling on the same question.
        """
        if not (own and other):
            return {"twin": 0.0, "kin": 0.0}
        related = self._related(other[:1]).get(other[0][0], set())
        places = [position for position, _ in own]
        return {
            "twin": float(places[0] in related),
            "kin": float(any(place in related for place in places[:LOOKED_AT])),
        }

    @staticmethod
    def _fits(question: Question, things: Things, ranked: Ranked, related: Mapping[int, set[int]]) -> list[Fit]:
        """How well the best things fit; ``related`` are the things related to each, which it need not be ahead of."""
        best = ranked[:LOOKED_AT]
        fetched = things.fetch([position for position, _ in best])
        found = []
        for position, score in best:
            others = (
                each
                for place, each in ranked
                if place != position and place not in related.get(position, ()) and each <= score
            )
            found.append(question.fit(fetched[position], score, 1 - next(others, 0.0) / score))
        return found

    def _related(self, ranked: Ranked) -> dict[int, set[int]]:
        """The rulings that the best of these are related to, by position."""
        sql = "select position, others from kin where position in ({})"
        rows = rows_of(self._connection, sql, [str(position) for position, _ in ranked[:LOOKED_AT]])
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
