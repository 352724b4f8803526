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
import random
import sys
from collections import Counter, defaultdict
from typing import Any

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import kb
from kb import paths
from kb.errors import QueryError
from kb.search.state import ALWAYS, MODEL, STATES

FOLDS = 5
#: how strongly weights are kept small; chosen on the folds
REGULARIZATION = 0.3
#: how much rare labels weigh more: 0 not at all, 1 as much as frequent ones together
BALANCE = 0.5
Example = tuple[dict[str, float], str]


def examples(files: list[str]) -> list[Example]:
    """The features of each question that has words, and its label."""
    found = []
    with kb.open() as base:
        for path in files:
            with open(path, encoding="utf-8") as file:
                for row in map(json.loads, file):
                    try:
                        found.append((base.search(row["query"], row.get("game")).answer.features, row["label"]))
                    except QueryError:
                        continue
    return [example for example in found if example[0]]


def fitted(known: list[Example]) -> dict[str, dict[str, float]]:
    """The weight of each feature for each state, for features as they are."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler

    names = sorted({name for features, _ in known for name in features} - {ALWAYS})
    scaler = StandardScaler()
    rows = scaler.fit_transform([[features[name] for name in names] for features, _ in known])
    labels = [label for _, label in known]
    many = {label: (len(labels) / count) ** BALANCE for label, count in Counter(labels).items()}
    model = LogisticRegression(C=REGULARIZATION, max_iter=5_000, class_weight=many)
    model.fit(rows, labels)
    weights: dict[str, dict[str, float]] = {name: {} for name in (ALWAYS, *names)}
    for state, constant, scaled in zip(model.classes_, model.intercept_, model.coef_, strict=True):
        own = scaled / scaler.scale_
        weights[ALWAYS][state] = round(float(constant - own @ scaler.mean_), 4)
        for name, weight in zip(names, own, strict=True):
            weights[name][state] = round(float(weight), 4)
    return weights


def judged(weights: dict[str, dict[str, float]], features: dict[str, float]) -> tuple[str, float]:
    """The most probable state and its probability."""
    from kb.search.state import softmax

    sums = {state: sum(row[state] * features.get(name, 0.0) for name, row in weights.items()) for state in STATES}
    probabilities = softmax(sums)
    return max(probabilities.items(), key=lambda pair: pair[1])


def left_out(known: list[Example]) -> list[tuple[str, str, float]]:
    """(label, state, probability) of each example, by a model that was fitted without it."""
    order = list(range(len(known)))
    random.Random(1).shuffle(order)
    found = []
    for fold in range(FOLDS):
        inside = [known[i] for n, i in enumerate(order) if n % FOLDS != fold]
        weights = fitted(inside)
        for n, i in enumerate(order):
            if n % FOLDS == fold:
                found.append((known[i][1], *judged(weights, known[i][0])))
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


def main() -> None:
    """Fit, report, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", nargs="+")
    parser.add_argument("--dry-run", action="store_true", help="write nothing")
    known = examples((arguments := parser.parse_args()).questions)
    report(left_out(known))
    if not arguments.dry_run:
        content: dict[str, Any] = {"questions": len(known), "weights": fitted(known)}
        with open(os.path.join(paths.data(), MODEL), "w", encoding="utf-8") as file:
            json.dump(content, file, indent=1, sort_keys=True)
            file.write("\n")


if __name__ == "__main__":
    main()
