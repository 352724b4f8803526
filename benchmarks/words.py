"""Scores the word shown as the answer to a question: how often it is right, wrong, and not shown.

    python -m benchmarks.words [--questions FILE] [--wrong]

A judged question is one JSON object a line: ``query``, ``game`` (or null) and ``word``, the right one of yes, no and
depends, or empty where nothing here decides it.
"""

from __future__ import annotations

import argparse
import json
import os
import random
from collections import Counter
from collections.abc import Callable

import kb
from benchmarks.quality import interval
from kb.knowledge import KnowledgeBase

QUESTIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "answer_words", "fitted_on.jsonl")


def main() -> None:
    """Ask every question, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", default=QUESTIONS)
    parser.add_argument("--wrong", action="store_true", help="list the questions that are shown a wrong word")
    arguments = parser.parse_args()
    with open(arguments.questions, encoding="utf-8") as file:
        questions = [json.loads(line) for line in file]
    counted: Counter[str] = Counter()
    with kb.open() as base:
        give = shown_word(base)
        for question in questions:
            word = give(question["query"], question["game"])
            kind = "not shown" if not word else "right" if word == question["word"].lower() else "wrong"
            counted[kind] += 1
            if kind == "wrong" and arguments.wrong:
                print(f"{word}, not {question['word'] or 'any'}: {question['query']}")
    for kind in ("right", "wrong", "not shown"):
        values = [1.0] * counted[kind] + [0.0] * (len(questions) - counted[kind])
        low, high = interval(values, random.Random(1))
        print(
            f"{kind:10} {counted[kind]:4} of {len(questions)}: {sum(values) / len(values):.3f} ({low:.3f} - {high:.3f})"
        )


def shown_word(base: KnowledgeBase) -> Callable[[str, str | None], str]:
    """What gives the word that is shown before the first ruling."""

    def give(query: str, game: str | None) -> str:
        found = base.search(query, game, limit=1)
        return found[0].word if found else ""

    return give


if __name__ == "__main__":
    main()
