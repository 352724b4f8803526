"""What the base knows of a question: the answer states, the evidence for them, and the model that tells them apart.

The evidence is how well a ruling, or what a rule or value says, fits the question.
A question's *telling* terms are those that are not faint. Each weighs the more, the fewer things have it; a word that
nothing has weighs most.
"""

from __future__ import annotations

import math

from kb.search.lookup import rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Mapping, Sequence

    from kb.search.query import Query

    #: how well one thing fits a question: the parts that :func:`fit` names
    Fit = Mapping[str, float]

#: the kinds of things that can be found
RULINGS, STATEMENTS = "ruling", "statement"


def information(having: int, of: int) -> float:
    """How much a term tells that so many of all things have; it is never 0."""
    return max(0.05, math.log((of + 1) / (having + 0.5)))


#: what nothing fits
NO_FIT: Fit = {"had": 0.0, "had_ask": 0.0, "had_own": 0.0, "lead": 0.0, "missing": 1.0, "of_ask": 0.0, "score": 0.0}


class EvidenceReader:
    """Reads from one base how well things fit a question."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def weights(self, kind: str, terms: Sequence[str]) -> dict[str, float]:
        """How much each of these terms tells among things of a kind."""
        sql = f"select term, weight from term_weights where kind = '{kind}' and term in ({{}})"
        found = {row[0]: float(row[1]) for row in rows_of(self._connection, sql, ["", *terms])}
        return {term: found.get(term, found[""]) for term in ["", *terms]}

    def names(self, terms: Sequence[str]) -> int:
        """How many of the terms name a unit, a power or a technology."""
        return len(rows_of(self._connection, "select run from runs where kind = 'name' and run in ({})", terms))

    def known(self, terms: Sequence[str]) -> list[str]:
        """Those of the terms that any thing has, or that the lexicon has words near to."""
        having = "select distinct term from term_weights where term in ({})"
        near = "select run from runs where kind = 'near' and run in ({})"
        found = {row[0] for sql in (having, near) for row in rows_of(self._connection, sql, terms)}
        return [term for term in terms if term in found]

    def fit(self, kind: str, position: int, score: float, lead: float, query: Query) -> Fit:
        """How well a thing fits a question."""
        row = self._connection.execute(
            "select own, asks from searched_terms where kind = ? and position = ?", [kind, str(position)]
        ).fetchone()
        if row is None:
            return NO_FIT
        own = set(row[0].split())
        asks = [line.split() for line in row[1].split("\n")]
        telling = telling_terms(query)
        weights = self.weights(kind, [*telling, *{term for ask in asks for term in ask}])
        return fit(
            telling, own, [[term for term in ask if term not in query.faint] for ask in asks], weights, score, lead
        )


def telling_terms(query: Query) -> list[str]:
    """The terms of a question that tell something, in order."""
    return [term for term in dict.fromkeys(query.terms) if term not in query.faint]


def likeness(telling: Sequence[str], ask: Collection[str], weights: Mapping[str, float]) -> tuple[float, float, float]:
    """How like a question a way to ask is: which part of its terms that has, which part of that's it has, their mean.

    The parts are by weight, from 0 to 1; the mean is the harmonic one.
    """
    both = sum(weights[term] for term in telling if term in ask)
    if not both:
        return 0.0, 0.0, 0.0
    asked = both / sum(weights[term] for term in telling)
    answered = both / sum(weights[term] for term in ask)
    return asked, answered, 2 * asked * answered / (asked + answered)


def fit(
    telling: Sequence[str],
    own: set[str],
    asks: Sequence[Sequence[str]],
    weights: Mapping[str, float],
    score: float,
    lead: float,
) -> Fit:
    """How well a thing with these terms fits; ``weights`` has every term, and the heaviest there can be under "".

    The parts are from 0 to 1, but for ``score``, the logarithm of its score in the ranking: ``lead`` is how much it is
    better than the next one that is not related to it, as a part of it; ``had`` the part of the telling terms that it
    has anywhere, ``had_own`` in its own words, ``had_ask`` in the way to ask for it that fits best, and ``of_ask`` the
    part of this way's terms that the question has; ``missing`` the weight of the heaviest term that it lacks, as a part
    of the heaviest there can be.
    """
    total = sum(weights[term] for term in telling) or 1.0
    anywhere = own.union(*asks)
    had_ask = of_ask = best = 0.0
    for ask in asks:
        asked, answered, mean = likeness(telling, ask, weights)
        if mean > best:
            best, had_ask, of_ask = mean, asked, answered
    return {
        "had": sum(weights[term] for term in telling if term in anywhere) / total,
        "had_ask": had_ask,
        "had_own": sum(weights[term] for term in telling if term in own) / total,
        "lead": lead,
        "missing": max((weights[term] for term in telling if term not in anywhere), default=0.0) / weights[""],
        "of_ask": of_ask,
        "score": math.log1p(score),
    }


# -- the states, and the model that tells them apart
#
# The model is plain data (``data/answer_states.json``): a weight for each feature and state. A state's weights times
# the features are added up, and the softmax of the sums is how probable each state is. Among the features is what the
# words of the question alone speak for: a model of the same kind has a weight for each word. ``scripts/fit_states.py``
# fits both on judged questions; ``static/kb/states.js`` does the same without network.


TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from kb.search.state import Fit

    _Weights = dict[str, dict[str, float]]

#: a ruling of the game asked answers; only another game's does; no ruling, but a rule or printed value; nothing does,
#: though the question is about these games; it is not about these games
ANSWERED, OTHER_GAME, RULE, NEAREST, NONE = "answered", "other-game", "rule", "nearest", "none"
STATES = (ANSWERED, OTHER_GAME, RULE, NEAREST, NONE)
#: the file of the weights
MODEL = "answer_states.json"
#: the feature that is always 1
ALWAYS = "always"
#: the term that every question has
EVERY = ""
#: how the names of the features begin that the words of the question are
OF_WORDS = "question.words."


def features(
    own: Sequence[Fit], other: Sequence[Fit], statements: Sequence[Fit], question: Mapping[str, float]
) -> dict[str, float]:
    """What speaks for each state, by name: how well the best rulings of the games asked, those of the other games, and
    the best statements of the games asked fit, best first; and the parts of the question."""
    found = {ALWAYS: 1.0, **{f"question.{name}": value for name, value in question.items()}}
    for name, fits in (("own", own), ("other", other), ("statement", statements)):
        found.update({f"{name}.{part}": value for part, value in (fits[0] if fits else NO_FIT).items()})
        found[f"{name}.best"] = max((fit["had"] + fit["had_ask"] + fit["of_ask"] for fit in fits), default=0.0)
    found["own-other.score"] = question["game"] * (found["own.score"] - found["other.score"])
    found["own-other.had"] = question["game"] * (found["own.had"] - found["other.had"])
    found["own-statement.had"] = found["own.had"] - found["statement.had"]
    found["own-statement.had_ask"] = found["own.had_ask"] - found["statement.had_ask"]
    found["least.missing"] = min(found[f"{name}.missing"] for name in ("own", "other", "statement"))
    return found


class LoadedModel:
    """The weights of the file: ``features`` by feature and state, ``words`` by term and state (those of :data:`EVERY`
    are added once)."""

    __slots__ = ("features", "words")

    def __init__(self, features: _Weights, words: _Weights) -> None:
        self.features, self.words = features, words


def load_model(data: str) -> LoadedModel:
    """The weights of ``data/answer_states.json``. Raises :class:`BadInput`."""
    import os

    from kb.base.errors import BadInput, Finding
    from kb.base.written import parse_json

    name, cure = f"data/{MODEL}", "fit it again: python scripts/fit_states.py"
    try:
        with open(os.path.join(data, MODEL), encoding="utf-8") as file:
            content = parse_json(file.read())
        if content.keys() != {"questions", "weights", "words"}:
            raise KeyError("other keys")
        return LoadedModel(*(_read(content[part]) for part in ("weights", "words")))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadInput(Finding(f"no weights of the answer states ({type(error).__name__})", name, 0, cure)) from None


def _read(weights: Mapping[str, Mapping[str, float]]) -> _Weights:
    return {name: {state: float(row[state]) for state in STATES} for name, row in weights.items()}


class StateModel:
    """The weights of one base."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._weights: dict[str, dict[str, float]] = {state: {} for state in STATES}
        for feature, state, weight in connection.execute("select feature, state, weight from state_model"):
            self._weights[state][feature] = float(weight)

    def of_words(self, terms: Sequence[str]) -> dict[str, float]:
        """How much the words of a question alone speak for each state: the logarithm of how probable it is by them."""
        sql = "select term, weights from state_words where term in ({})"
        found = {row[0]: list(map(float, row[1].split())) for row in rows_of(self._connection, sql, [EVERY, *terms])}
        return dict(zip(STATES, spoken_for(found.pop(EVERY), list(found.values())), strict=True))

    def probabilities(self, features: Mapping[str, float]) -> dict[str, float]:
        """How probable each state is: from 0 to 1, together 1."""
        sums = {
            state: sum(weight * features.get(feature, 0.0) for feature, weight in weights.items())
            for state, weights in self._weights.items()
        }
        return softmax(sums)


def spoken_for(always: Sequence[float], weights: Sequence[Sequence[float]]) -> list[float]:
    """What the ``weights`` of a question's words, one for each state, speak for: logarithms of probabilities.

    The more words, the less each of them counts.
    """
    each = 1 / math.sqrt(len(weights) or 1)
    sums = {state: always[number] + each * sum(row[number] for row in weights) for number, state in enumerate(STATES)}
    return [math.log(part) for part in softmax(sums).values()]


def softmax(sums: Mapping[str, float]) -> dict[str, float]:
    """Values that are positive, together 1, and in proportion to the exponentials of the sums."""
    highest = max(sums.values())
    powers = {state: math.exp(each - highest) for state, each in sums.items()}
    total = sum(powers.values())
    return {state: power / total for state, power in powers.items()}


def likeliest(probabilities: Mapping[str, float], possible: Sequence[str] = STATES) -> str:
    """The most probable of the possible states."""
    return max(possible, key=lambda state: probabilities[state])
