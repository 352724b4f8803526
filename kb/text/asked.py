"""The words in which an answer about a position is told, and its first line."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

#: the answer where something may be done
YES = "Yes."
#: why there is no answer: what is asked cannot be played, or needs something first
IMPOSSIBLE, DICE, CHOICE, DECISION, OUTCOME = (
    *("Not possible: {}.", "Needs dice: {}.", "Needs a choice: {}."),
    *("Needs a decision: {}.", "Needs the outcome of a battle: {}."),
)


def first_line(told: Mapping[str, Any]) -> str:
    """Return the answer, or what is missing to know it; empty where nothing is asked."""
    return told["answer"] or " ".join(told["missing"])
