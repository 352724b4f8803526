"""Fits the weights of the match signals (``kb/search/match.py``) by logistic regression on judged queries.

    python scripts/fit_match.py benchmarks/match/fitted_on.jsonl

Each line of the file has ``query``, ``game`` (an id or null) and ``label``: ``answered`` or ``rule`` for a query with
an answer, ``nearest`` or ``none`` for one without; other labels are passed over. It needs scikit-learn (the
extra ``fit``) and a current build. It prints how many queries with and without an answer are told apart by fits that
left them out.
"""

from __future__ import annotations

import argparse
import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

import kb  # noqa: E402
from kb.base.errors import QueryError  # noqa: E402
from kb.search.match import LEAST_CLOSE, WEIGHTS  # noqa: E402

#: whether a query with a label has an answer
LABELS = {"answered": 1, "rule": 1, "nearest": 0, "none": 0}
FOLDS = 5


def signals_of(path: str) -> tuple[list[list[float]], list[int]]:
    """Return the signals of the judged queries of a file, and whether each has an answer."""
    rows, answers = [], []
    with open(path, encoding="utf-8") as file, kb.open() as base:
        for judged in map(json.loads, file):
            if judged["label"] in LABELS:
                try:
                    found = base.search(judged["query"], judged["game"]).signals
                except QueryError:
                    continue
                if found:
                    rows.append([found[name] for name in WEIGHTS])
                    answers.append(LABELS[judged["label"]])
    return rows, answers


def main() -> None:
    """Print how well the levels are told apart, and the fitted weights."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import cross_val_predict

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("queries")
    chosen = parser.parse_args()
    rows, answers = signals_of(chosen.queries)
    left_out = cross_val_predict(LogisticRegression(), rows, answers, cv=FOLDS, method="predict_proba")[:, 1]
    for answer, name in ((1, "with an answer: close"), (0, "without: not close")):
        told = [
            bool(how >= LEAST_CLOSE) == bool(answer)
            for how, is_one in zip(left_out, answers, strict=True)
            if is_one == answer
        ]
        print(f"{name}: {sum(told)} of {len(told)}")
    fitted = LogisticRegression().fit(rows, answers)
    weights = {name: round(float(weight), 3) for name, weight in zip(WEIGHTS, fitted.coef_[0], strict=True)}
    print(f"ALWAYS = {fitted.intercept_[0]:.3f}\nWEIGHTS = {weights}")


if __name__ == "__main__":
    main()
