"""Scores the search on questions that players asked in public threads.

    python -m benchmarks.players [--questions FILE ...] [--wrong] [--batch FILE]

Each question of ``benchmarks/players.jsonl`` was judged by hand before anything was run. ``label`` is ``answered`` or
``rule`` if rulings (``ids``) or statements (``rules``, names of rules or ids of values) answer it, ``nearest`` or
``none`` if nothing here does; a question of a rule that the game lacks has the ``not-in`` id among its ``ids``.

Printed is how often a right result is first, among the first three and among the first six; how often a question
without an answer is *refused* (its match is not ``close``); and how often the search is *honest*: of the questions
whose first result is not right, the share whose match is not ``close``. Intervals are of 95 %. ``--wrong`` lists the
questions whose first result is not right. ``--batch`` writes the output of ``kb search --batch`` that was judged.
"""

from __future__ import annotations

import argparse
import json
import os
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import kb
from benchmarks.quality import interval, lines_of
from kb.base.errors import QueryError
from kb.knowledge import KnowledgeBase
from kb.search.match import CLOSE, NONE

QUESTIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "players.jsonl")
#: labels of questions that have an answer here
ANSWERABLE = ("answered", "rule")
#: results of a screen
SHOWN = 6


def answer(base: KnowledgeBase, question: dict[str, Any]) -> dict[str, Any]:
    """Return the match and the results of a question, as ``kb search --batch`` prints them."""
    try:
        found = base.search(question["query"], question.get("game"), SHOWN)
    except QueryError:
        return {"match": NONE, "results": []}
    return {"match": found.match, "results": [[each.id for each in (result, *result.also)] for result in found]}


def is_right(question: dict[str, Any], ids: Iterable[str]) -> bool:
    """Return whether one of the ids of a result answers a question. A rule without its game counts for every game."""
    wanted = {*question["ids"], *question["rules"]}
    return any(each in wanted or each.partition("/")[2] in wanted for each in ids)


def figures(questions: Sequence[dict[str, Any]], answers: Sequence[dict[str, Any]]) -> dict[str, list[float]]:
    """Return for each figure 1 or 0 for each question that it is about."""
    out: dict[str, list[float]] = defaultdict(list)
    for question, found in zip(questions, answers, strict=True):
        right = [is_right(question, ids) for ids in found["results"]]
        if question["label"] in ANSWERABLE:
            for name, depth in (("first", 1), ("among three", 3), ("among six", SHOWN)):
                out[name].append(any(right[:depth]))
        else:
            out["refused"].append(found["match"] != CLOSE or right[:1] == [True])
        if right[:1] != [True]:
            out["honest"].append(found["match"] != CLOSE)
    return out


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--questions", nargs="*", default=[QUESTIONS])
    parser.add_argument("--wrong", action="store_true")
    parser.add_argument("--batch", default="")
    chosen = parser.parse_args()
    questions = [each for path in chosen.questions for each in lines_of(path)]
    with kb.open() as base:
        answers = [answer(base, each) for each in questions]
    rng = random.Random(10)
    for name, values in figures(questions, answers).items():
        low, high = interval(values, rng)
        print(f"{name:<12} {len(values):>4} questions  {sum(values) / len(values):.2f}  {low:.2f} - {high:.2f}")
    for question, found in zip(questions, answers, strict=True):
        if (
            chosen.wrong
            and question["label"] in ANSWERABLE
            and not any(is_right(question, x) for x in found["results"][:1])
        ):
            print(f"{question['qid']} [{found['match']}] {question['query']}\n     {question['answer']}")
            print(f"     judged {question['ids'] + question['rules']}, found {found['results'][:3]}")
    if chosen.batch:
        with open(chosen.batch, "w", encoding="utf-8") as file:
            rows = ({"qid": each["qid"], **found} for each, found in zip(questions, answers, strict=True))
            file.writelines(f"{json.dumps(row)}\n" for row in rows)


if __name__ == "__main__":
    main()
