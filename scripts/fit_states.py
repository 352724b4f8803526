"""Fits the model of the answer states to judged questions, and writes ``data/answer_states.json``.

    python scripts/fit_states.py QUESTIONS.jsonl [...]      (needs: pip install -e ".[fit]"; a built base)

A judged question is one JSON object a line: ``query``, ``game`` (or null) and ``label``, one of the answer states.
The features are those of :mod:`kb.search.state`. Printed is how often the most probable state is the right one, and
how sure the model was, on questions that were left out of the fit (five folds).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import kb
from kb.base import journal, paths
from kb.base.errors import QueryError
from kb.base.files import write_whole
from kb.search.state import ALWAYS, MODEL, STATES, softmax

FOLDS = 5
#: how strongly weights are kept small; chosen on the folds
REGULARIZATION = 0.1
#: how much rare labels weigh more: 0 not at all, 1 as much as frequent ones together
BALANCE = 0.5
Weights = dict[str, dict[str, float]]


@dataclass(frozen=True)
class Example:
    """A judged question: its ``query``, its ``features``, and its ``label``."""

    query: str
    features: dict[str, float]
    label: str


def examples(files: list[str]) -> list[Example]:
    """The judged questions that have words."""
    found = []
    with kb.open() as base:
        for path in files:
            with open(path, encoding="utf-8") as file:
                for row in map(json.loads, file):
                    try:
                        results = base.search(row["query"], row.get("game"))
                    except QueryError:
                        continue
                    found.append(Example(row["query"], results.answer.features, row["label"]))
    return [example for example in found if example.features]


def regression(rows: Any, labels: list[str]) -> Any:
    """A multinomial regression of labels on rows of numbers."""
    from sklearn.linear_model import LogisticRegression

    many = {label: (len(labels) / count) ** BALANCE for label, count in Counter(labels).items()}
    return LogisticRegression(C=REGULARIZATION, max_iter=5_000, class_weight=many).fit(rows, labels)


def fitted(known: list[Example]) -> Weights:
    """The weights of the features as they are."""
    from sklearn.preprocessing import StandardScaler

    names = sorted(known[0].features.keys() - {ALWAYS})
    scaler = StandardScaler()
    rows = scaler.fit_transform([[each.features[name] for name in names] for each in known])
    model = regression(rows, [each.label for each in known])
    weights: Weights = {name: {} for name in (ALWAYS, *names)}
    for state, constant, scaled in zip(model.classes_, model.intercept_, model.coef_, strict=True):
        own = scaled / scaler.scale_
        weights[ALWAYS][state] = round(float(constant - own @ scaler.mean_), 4)
        for name, weight in zip(names, own, strict=True):
            weights[name][state] = round(float(weight), 4)
    return weights


def judged(weights: Weights, features: dict[str, float]) -> tuple[str, float]:
    """The most probable state and its probability."""
    sums = {state: sum(row[state] * features.get(name, 0.0) for name, row in weights.items()) for state in STATES}
    probabilities = softmax(sums)
    return max(probabilities.items(), key=lambda pair: pair[1])


def folds(known: list[Example]) -> Iterator[tuple[list[Example], list[Example]]]:
    """The examples inside and outside of each fold; the same question about several games is never on both sides."""
    fold_of = [zlib.crc32(each.query.lower().encode()) % FOLDS for each in known]
    for fold in range(FOLDS):
        yield (
            [each for each, own in zip(known, fold_of, strict=True) if own != fold],
            [each for each, own in zip(known, fold_of, strict=True) if own == fold],
        )


def left_out(known: list[Example]) -> list[tuple[str, str, float]]:
    """(label, state, probability) of each example, by a model that was fitted without it."""
    found = []
    for inside, outside in folds(known):
        weights = fitted(inside)
        found += [(each.label, *judged(weights, each.features)) for each in outside]
    return found


def report(found: list[tuple[str, str, float]]) -> None:
    """Print the figures of what was left out."""
    pairs: dict[str, Counter[str]] = defaultdict(Counter)
    bins: dict[int, list[bool]] = defaultdict(list)
    for label, state, probability in found:
        pairs[label][state] += 1
        bins[int(probability * 10)].append(label == state)
    print(f"{len(found)} questions, right {sum(label == state for label, state, _ in found) / len(found):.3f}")
    print("label       " + "".join(f"{state:>12}" for state in STATES))
    for label in STATES:
        print(f"{label:12}" + "".join(f"{pairs[label][state]:>12}" for state in STATES))
    for tenth in sorted(bins):
        print(
            f"sure {tenth / 10:.1f} to {tenth / 10 + 0.1:.1f}: {len(bins[tenth]):4} questions, right {sum(bins[tenth]) / len(bins[tenth]):.2f}"
        )


def written(content: dict[str, Any]) -> str:
    """The file's text: JSON with a line for each feature."""
    rows = ",\n".join(f"  {json.dumps(key)}: {json.dumps(row)}" for key, row in sorted(content["weights"].items()))
    return f'{{\n "questions": {content["questions"]},\n "weights": {{\n{rows}\n }}\n}}\n'


def main() -> None:
    """Fit, report, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", nargs="+")
    parser.add_argument("--dry-run", action="store_true", help="write nothing")
    known = examples((arguments := parser.parse_args()).questions)
    report(left_out(known))
    if not arguments.dry_run:
        content = {"questions": len(known), "weights": fitted(known)}
        with journal.writing(paths.data()):
            write_whole(os.path.join(paths.data(), MODEL), written(content))


if __name__ == "__main__":
    main()
