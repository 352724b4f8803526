"""Fits the models of the answer states and of the word to judged questions, and writes ``data/answer_states.json``.

    python scripts/fit_states.py QUESTIONS.jsonl [...]      (needs: pip install -e ".[fit]"; a built base)

A judged question is one JSON object a line: ``query``, ``game`` (or null), and ``label``, one of the answer states, or
``word``, which of yes, no and depends answers it (empty: none of them). The features are those of
:mod:`kb.search.state` and :mod:`kb.search.answer`. Fitted are two models of the states: one to the base as it is, and
one to each game as a draft (:mod:`benchmarks.drafts`), where nobody has written a way to ask. Printed is of each how
often the most probable state is the right one, and how sure the model was, on questions that were left out of the fit
(five folds); and of each cut-off how many of 100 questions are shown a right word, and a wrong one.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import sys
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import kb
from benchmarks import drafts
from kb.base import journal, paths
from kb.base.errors import QueryError
from kb.base.files import write_whole
from kb.base.written import parse_json
from kb.knowledge import KnowledgeBase
from kb.pipeline import run
from kb.search.answer import AnswerJudge
from kb.search.rank import OF_ASKS
from kb.search.state import ALWAYS, EVERY, MODEL, OF_WORDS, PARTS, STATES, UNASKED, WORD, softmax, spoken_for
from kb.search.things import RULINGS, Things

FOLDS = 5
#: how strongly weights are kept small, those of the features and those of the words; chosen on the folds
REGULARIZATION, WORD_REGULARIZATION = 0.1, 1.0
#: how much rare labels weigh more: 0 not at all, 1 as much as frequent ones together; of the features and of the words
BALANCE, DRAFT_BALANCE, WORD_BALANCE = 0.5, 1.0, 1.0
#: in how many questions a word has to be to have weights
FEWEST = 5
Weights = dict[str, dict[str, float]]


@dataclass(frozen=True)
class Example:
    """A judged question: its ``query``, the ``features`` without those of its words, its ``terms``, its ``label``."""

    query: str
    features: dict[str, float]
    terms: tuple[str, ...]
    label: str


def examples(base: KnowledgeBase, questions: Iterable[dict[str, Any]]) -> Iterator[Example]:
    """The judged questions that have words, asked of a base."""
    for row in questions:
        with contextlib.suppress(QueryError):
            results = base.search(row["query"], row.get("game"))
            features = {k: v for k, v in results.answer.features.items() if not k.startswith((OF_WORDS, UNASKED))}
            if features:
                yield Example(row["query"], features, tuple(dict.fromkeys(results.query.terms)), row["label"])


def examples_of_drafts(questions: Sequence[dict[str, Any]]) -> Iterator[Example]:
    """The same of each game as a draft, with an engine and without; those that only an engine answers with it."""
    corpus, sources = run.corpus(paths.data())
    for game in corpus.catalogues.games:
        for engine in (False, True):
            with drafts.opened(drafts.drafted(corpus, game.id, 0, engine), sources) as base:
                yield from examples(base, drafts.asked_of(base, game.id, questions, engine))


def regression(rows: Any, labels: list[str], regularization: float, balance: float) -> Any:
    """A multinomial regression of labels on rows of numbers."""
    from sklearn.linear_model import LogisticRegression

    many = {label: (len(labels) / count) ** balance for label, count in Counter(labels).items()}
    return LogisticRegression(C=regularization, max_iter=5_000, class_weight=many).fit(rows, labels)


def fitted_words(known: list[Example]) -> Weights:
    """The weight of each word for each state."""
    counted = Counter(term for example in known for term in example.terms)
    terms = [term for term, count in sorted(counted.items()) if count >= FEWEST]
    rows = [[0.0] * len(terms) for _ in known]
    column = {term: number for number, term in enumerate(terms)}
    for row, example in zip(rows, known, strict=True):
        inside = [column[term] for term in example.terms if term in column]
        for number in inside:
            row[number] = len(inside) ** -0.5
    model = regression(rows, [example.label for example in known], WORD_REGULARIZATION, WORD_BALANCE)
    weights: Weights = {term: {} for term in (EVERY, *terms)}
    for state, constant, own in zip(model.classes_, model.intercept_, model.coef_, strict=True):
        weights[EVERY][state] = round(float(constant), 2)
        weights.update({term: {**weights[term], state: round(float(w), 2)} for term, w in zip(terms, own, strict=True)})
    return weights


def of_words(words: Weights, example: Example) -> dict[str, float]:
    """The features that the words of a question are."""
    rows = [[words[name][state] for state in STATES] for name in (EVERY, *example.terms) if name in words]
    return {OF_WORDS + state: value for state, value in zip(STATES, spoken_for(rows[0], rows[1:]), strict=True)}


def fitted(known: list[Example], balance: float) -> tuple[Weights, Weights]:
    """The weights of the features as they are, and those of the words.

    For the fit of the features, those of the words come from words of the questions of other folds.
    """
    from sklearn.preprocessing import StandardScaler

    whole, labels = [], []
    for inside, outside in folds(known):
        words = fitted_words(inside)
        whole += [{**each.features, **of_words(words, each)} for each in outside]
        labels += [each.label for each in outside]
    names = sorted(whole[0].keys() - {ALWAYS})
    scaler = StandardScaler()
    rows = scaler.fit_transform([[features[name] for name in names] for features in whole])
    model = regression(rows, labels, REGULARIZATION, balance)
    weights: Weights = {name: {} for name in (ALWAYS, *names)}
    for state, constant, scaled in zip(model.classes_, model.intercept_, model.coef_, strict=True):
        own = scaled / scaler.scale_
        weights[ALWAYS][state] = round(float(constant - own @ scaler.mean_), 4)
        for name, weight in zip(names, own, strict=True):
            weights[name][state] = round(float(weight), 4)
    return weights, fitted_words(known)


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


def left_out(known: list[Example], balance: float) -> list[tuple[str, str, float]]:
    """(label, state, probability) of each example, by a model that was fitted without it."""
    found = []
    for inside, outside in folds(known):
        weights, words = fitted(inside, balance)
        for each in outside:
            found.append((each.label, *judged(weights, {**each.features, **of_words(words, each)})))
    return found


@dataclass(frozen=True)
class Said:
    """The likeliest word of the ruling at a position: whether it is ``right``, and what speaks for it."""

    position: int
    right: bool
    features: dict[str, float]


def likeliest_words(base: KnowledgeBase, questions: Iterable[dict[str, Any]]) -> Iterator[Said]:
    """The likeliest words of those judged questions for which a ruling has any."""
    judge = AnswerJudge(base.connection, Things(base.connection, RULINGS, OF_ASKS))
    for row in questions:
        with contextlib.suppress(QueryError):
            results = base.search(row["query"], row.get("game"), limit=1)
            said = judge.likeliest_word(results.query, results[0].position, results.answer) if results else None
            if said:
                yield Said(results[0].position, said.word == row["word"].lower(), said.features)


def fitted_to_words(known: list[Said]) -> dict[str, float]:
    """The weight of each feature of the word."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler

    names = sorted(known[0].features.keys() - {ALWAYS})
    scaler = StandardScaler()
    rows = scaler.fit_transform([[each.features[name] for name in names] for each in known])
    model = LogisticRegression(C=REGULARIZATION, max_iter=5_000).fit(rows, [each.right for each in known])
    own = model.coef_[0] / scaler.scale_
    always = float(model.intercept_[0] - own @ scaler.mean_)
    return {ALWAYS: round(always, 4), **{name: round(float(w), 4) for name, w in zip(names, own, strict=True)}}


def report_words(known: list[Said], many: int) -> None:
    """Print what each cut-off shows of ``many`` questions, each judged by a model fitted without its ruling."""
    found = []
    for fold in range(FOLDS):
        weights = fitted_to_words([each for each in known if each.position % FOLDS != fold])
        for each in known:
            if each.position % FOLDS == fold:
                total = sum(weights[name] * value for name, value in each.features.items())
                found.append((1 / (1 + math.exp(-total)), each.right))
    for cut in range(60, 96, 2):
        shown = [right for sure, right in found if sure >= cut / 100]
        right, wrong = 100 * sum(shown) / many, 100 * (len(shown) - sum(shown)) / many
        print(f"shown from 0.{cut} on: {right:5.1f} of 100 right, {wrong:4.1f} wrong")


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
    """The file's text: JSON with a line for each feature and each word."""
    parts = [f' "questions": {content["questions"]}']
    for name in PARTS:
        rows = ",\n".join(f"  {json.dumps(key)}: {json.dumps(row)}" for key, row in sorted(content[name].items()))
        parts.append(f' "{name}": {{\n{rows}\n }}')
    parts.append(f' "{WORD}": {json.dumps(content[WORD])}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main() -> None:
    """Fit, report, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", nargs="+")
    parser.add_argument("--dry-run", action="store_true", help="write nothing")
    parser.add_argument(
        "--unasked", action="store_true", help="fit of the states only what is of drafts, and leave the rest as it is"
    )
    arguments = parser.parse_args()
    rows = [row for path in arguments.questions for row in drafts.lines_of(path)]
    questions, of_words = [row for row in rows if "label" in row], [row for row in rows if "word" in row]
    content: dict[str, Any] = parse_json(Path(paths.data(), MODEL).read_text(encoding="utf-8"))
    if questions and not arguments.unasked:
        with kb.open() as base:
            known = list(examples(base, questions))
        report(left_out(known, BALANCE))
        weights, words = fitted(known, BALANCE)
        content |= {"questions": len(known), "weights": weights, "words": words}
    if questions:
        of_drafts = list(examples_of_drafts(questions))
        report(left_out(of_drafts, DRAFT_BALANCE))
        alone, _ = fitted(of_drafts, DRAFT_BALANCE)
        content["unasked"] = {
            name: {state: round(alone[name][state] - each, 4) for state, each in row.items()}
            for name, row in content["weights"].items()
        }
    if of_words:
        with kb.open() as base:
            said = list(likeliest_words(base, of_words))
        report_words(said, len(of_words))
        content[WORD] = fitted_to_words(said)
    if not arguments.dry_run:
        with journal.writing(paths.data()):
            write_whole(os.path.join(paths.data(), MODEL), written(content))


if __name__ == "__main__":
    main()
