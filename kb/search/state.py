"""What the base knows of a question: the five answer states, and the model that tells them apart.

The model is plain data (``data/answer_states.json``): a weight for each feature and state. A state's weights times the
features are added up, and the softmax of the sums is how probable each state is. ``scripts/fit_states.py`` fits it on
judged questions; ``static/kb/states.js`` does the same without network.
"""

from __future__ import annotations

import math

from kb.search.evidence import NO_FIT, Fit

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

#: a ruling of the game asked answers; only another game's does; no ruling, but a rule or printed value; nothing does,
#: though the question is about these games; it is not about these games
ANSWERED, OTHER_GAME, RULE, NEAREST, NONE = "answered", "other-game", "rule", "nearest", "none"
STATES = (ANSWERED, OTHER_GAME, RULE, NEAREST, NONE)
#: the file of the weights
MODEL = "answer_states.json"
#: the feature that is always 1
ALWAYS = "always"


class Evidence:
    """What speaks for each state: how well the best rulings of the games asked, those of the other games, and the best
    statements of the games asked fit, best first; and the parts of the question by name."""

    __slots__ = ("other", "own", "question", "statements")

    def __init__(
        self, own: Sequence[Fit], other: Sequence[Fit], statements: Sequence[Fit], question: Mapping[str, float]
    ) -> None:
        self.own, self.other, self.statements, self.question = own, other, statements, question

    def features(self) -> dict[str, float]:
        """Every feature by name."""
        found = {ALWAYS: 1.0, **{f"question.{name}": value for name, value in self.question.items()}}
        for name, fits in (("own", self.own), ("other", self.other), ("statement", self.statements)):
            parts = (fits[0] if fits else NO_FIT).parts()
            found.update({f"{name}.{part}": value for part, value in parts.items()})
            found[f"{name}.best"] = max((fit.had + fit.had_ask + fit.of_ask for fit in fits), default=0.0)
        asked = self.question["game"]
        found["own-other.score"] = asked * (found["own.score"] - found["other.score"])
        found["own-other.had"] = asked * (found["own.had"] - found["other.had"])
        found["own-statement.had"] = found["own.had"] - found["statement.had"]
        found["own-statement.had_ask"] = found["own.had_ask"] - found["statement.had_ask"]
        found["least.missing"] = min(found[f"{name}.missing"] for name in ("own", "other", "statement"))
        return found


def load_model(data: str) -> dict[tuple[str, str], float]:
    """The weights of ``data/answer_states.json`` by feature and state. Raises :class:`BadInput`."""
    import json
    import os

    from kb.errors import BadInput, Finding

    name, cure = f"data/{MODEL}", "fit it again: python scripts/fit_states.py"
    try:
        with open(os.path.join(data, MODEL), encoding="utf-8") as file:
            weights = json.load(file)["weights"]
        return {(feature, state): float(row[state]) for feature, row in weights.items() for state in STATES}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadInput(Finding(f"no weights of the answer states ({type(error).__name__})", name, 0, cure)) from None


class StateModel:
    """The weights of one base."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._weights: dict[str, dict[str, float]] = {state: {} for state in STATES}
        for feature, state, weight in connection.execute("select feature, state, weight from state_model"):
            self._weights[state][feature] = float(weight)

    def probabilities(self, features: Mapping[str, float]) -> dict[str, float]:
        """How probable each state is: from 0 to 1, together 1."""
        sums = {
            state: sum(weight * features.get(feature, 0.0) for feature, weight in weights.items())
            for state, weights in self._weights.items()
        }
        return softmax(sums)


def softmax(sums: Mapping[str, float]) -> dict[str, float]:
    """Values that are positive, together 1, and in proportion to the exponentials of the sums."""
    highest = max(sums.values())
    powers = {state: math.exp(each - highest) for state, each in sums.items()}
    total = sum(powers.values())
    return {state: power / total for state, power in powers.items()}


def likeliest(probabilities: Mapping[str, float], possible: Sequence[str] = STATES) -> str:
    """The most probable of the possible states."""
    return max(possible, key=lambda state: probabilities[state])
