"""What the base knows of a question: the five answer states, and the model that tells them apart.

The model is plain data (``data/answer_states.json``): a weight for each feature and state. A state's weights times the
features are added up, and the softmax of the sums is how probable each state is. Among the features is what the words
of the question alone speak for: a model of the same kind has a weight for each word. ``scripts/fit_states.py`` fits
both on judged questions; ``static/kb/states.js`` does the same without network.
"""

from __future__ import annotations

import math

from kb.search.evidence import NO_FIT
from kb.search.lookup import rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from kb.search.evidence import Fit

    _Weights = dict[str, dict[str, float]]

#: a ruling of the game asked answers; only another game's does; no ruling, but a rule or printed value; nothing does,
#: though the question is about these games; it is not about these games
ANSWERED, OTHER_GAME, RULE, NEAREST, NONE = "answered", "other-game", "rule", "nearest", "none"
STATES = (ANSWERED, OTHER_GAME, RULE, NEAREST, NONE)
#: the file of the weights
MODEL = "answer_states.json"
#: its parts, beside how many questions it was fitted to
PARTS = ("weights", "unasked", "words")
#: the part of the model of the word that answers: a weight for each feature
WORD = "word"
#: the feature that is always 1
ALWAYS = "always"
#: the term that every question has
EVERY = ""
#: how the names of the features begin that the words of the question are
OF_WORDS = "question.words."
#: how the names of the features begin that are there, too, where few ways to ask for the best ruling are written
UNASKED = "unasked."


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
    """The weights of the file: ``features`` by feature and state; ``unasked`` are added to them where few ways to
    ask for the best ruling are written; ``words`` by term and state (those of :data:`EVERY` are added once); ``word``
    by feature of the word that answers."""

    __slots__ = ("features", "unasked", "word", "words")

    def __init__(self, features: _Weights, unasked: _Weights, words: _Weights, word: dict[str, float]) -> None:
        self.features, self.unasked, self.words, self.word = features, unasked, words, word


def load_model(data: str) -> LoadedModel:
    """The weights of ``data/answer_states.json``. Raises :class:`BadInput`."""
    import os

    from kb.base.errors import BadInput, Finding
    from kb.base.written import parse_json

    name, cure = f"data/{MODEL}", "fit it again: python scripts/fit_states.py"
    try:
        with open(os.path.join(data, MODEL), encoding="utf-8") as file:
            content = parse_json(file.read())
        if content.keys() != {"questions", *PARTS, WORD}:
            raise KeyError("other keys")
        word = {name: float(weight) for name, weight in content[WORD].items()}
        features, unasked, words = (_read(content[part]) for part in PARTS)
        return LoadedModel(features, unasked, words, word)
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

    def sure_of_word(self, features: Mapping[str, float]) -> float:
        """How probable it is that a word answers for which these features speak: from 0 to 1."""
        weights = self._connection.execute("select feature, weight from word_model")
        return 1 / (1 + math.exp(-sum(float(weight) * features[feature] for feature, weight in weights)))

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
