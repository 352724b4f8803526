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

import kb
from benchmarks.quality import interval

QUESTIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "answer_words", "held_out.jsonl")


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
        for question in questions:
            found = base.search(question["query"], question["game"], limit=1)
            word = found[0].word if found else ""
            kind = "not shown" if not word else "right" if word == question["word"] else "wrong"
            counted[kind] += 1
            if kind == "wrong" and arguments.wrong:
                print(f"{word}, not {question['word'] or 'any'}: {question['query']}")
    for kind in ("right", "wrong", "not shown"):
        values = [1.0] * counted[kind] + [0.0] * (len(questions) - counted[kind])
        low, high = interval(values, random.Random(1))
        print(
            f"{kind:10} {counted[kind]:4} of {len(questions)}: {sum(values) / len(values):.3f} ({low:.3f} - {high:.3f})"
        )


if __name__ == "__main__":
    main()
