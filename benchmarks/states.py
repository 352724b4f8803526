"""Scores the answer states on judged questions that the model was not fitted on.

    python -m benchmarks.states [--questions FILE] [--wrong]

A question is right if its state is, and of ``answered``, ``other-game`` and ``rule`` also one of the first three
rulings or statements given. Printed are both parts for each state, the states given for each label, and how often the
model was right by how sure it was.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any

import kb
from kb.base.errors import QueryError
from kb.knowledge import KnowledgeBase
from kb.search.state import ANSWERED, NONE, RULE, STATES

QUESTIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "answer_states", "held_out.jsonl")
#: one of so many of the first has to be right
FIRST = 3


@dataclass(frozen=True)
class Judged:
    """A judged question, the state it was given, how sure that was, and whether one of the first answers is right."""

    question: dict[str, Any]
    state: str
    probability: float
    has_answer: bool

    @property
    def right_state(self) -> bool:
        """Whether the state is the one it was judged to have."""
        return bool(self.state == self.question["label"])

    @property
    def right(self) -> bool:
        """Whether the state is right, and an answer to it is among the first."""
        return self.right_state and self.has_answer


def judge(base: KnowledgeBase, question: dict[str, Any]) -> Judged:
    """Ask one question."""
    try:
        found = base.search(question["query"], question.get("game"))
    except QueryError:
        return Judged(question, NONE, 1.0, question["label"] == NONE)
    wanted = question.get("rules", ()) if question["label"] == RULE else question.get("ids", ())
    given = [each.id for each in (found.rules if question["label"] == RULE else found)][:FIRST]
    return Judged(question, found.state, found.answer.probability, not wanted or not set(given).isdisjoint(wanted))


def report(judged: list[Judged]) -> None:
    """Print the figures."""
    by_label: dict[str, list[Judged]] = defaultdict(list)
    sure: dict[int, list[bool]] = defaultdict(list)
    for each in judged:
        by_label[each.question["label"]].append(each)
        sure[min(9, int(each.probability * 10))].append(each.right_state)
    print(f"{'label':12}questions  state  with answer   " + "".join(f"{state:>12}" for state in STATES))
    for label in STATES:
        some = by_label[label]
        shares = (sum(each.right_state for each in some) / len(some), sum(each.right for each in some) / len(some))
        given = Counter(each.state for each in some)
        row = "".join(f"{given[state]:>12}" for state in STATES)
        print(f"{label:12}{len(some):9}  {shares[0]:5.2f}  {shares[1]:11.2f}   {row}")
    others = [each for each in judged if each.question["label"] != ANSWERED]
    print(f"all: state {sum(each.right_state for each in judged) / len(judged):.3f},", end=" ")
    print(f"with answer {sum(each.right for each in judged) / len(judged):.3f};", end=" ")
    print(f"said to be answered though not: {sum(each.state == ANSWERED for each in others) / len(others):.3f}")
    for tenth, right in sorted(sure.items()):
        print(
            f"sure {tenth / 10:.1f} to {tenth / 10 + 0.1:.1f}: {len(right):4} questions, right {sum(right) / len(right):.2f}"
        )


def main() -> None:
    """Read the questions, ask, report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", default=QUESTIONS)
    parser.add_argument("--wrong", action="store_true", help="list the questions that come out wrong")
    arguments = parser.parse_args()
    with open(arguments.questions, encoding="utf-8") as file, kb.open() as base:
        judged = [judge(base, json.loads(line)) for line in file]
    report(judged)
    for each in judged if arguments.wrong else ():
        if not each.right:
            print(f"{each.question['label']} -> {each.state}: {each.question['query']}")


if __name__ == "__main__":
    main()
