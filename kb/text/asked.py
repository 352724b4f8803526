"""The words in which an answer about a position is told: judgements, and reasons with what they rest on."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    Plain = Mapping[str, Any]

#: what is told of an action that comes after one that is refused or waits
UNREACHED = "Not tried"
#: the answer where something may be done
YES = "Yes."
#: why there is no answer: what is asked cannot be played, or needs something first
IMPOSSIBLE, DICE, CHOICE, DECISION, OUTCOME = (
    *("Not possible: {}.", "Needs dice: {}.", "Needs a choice: {}."),
    *("Needs a decision: {}.", "Needs the outcome of a battle: {}."),
)
#: what is told of an action by whether it is legal (None: it could not be tried)
JUDGEMENTS = {True: "Allowed", False: "Not allowed", None: "Not possible"}


def judgement(act: Plain) -> str:
    """``Allowed``, ``Not allowed``, ``Not possible``."""
    return JUDGEMENTS[act["legal"]]


def may(offer: Plain) -> str:
    """``may`` or ``may not``, of what is offered."""
    return "may" if offer["legal"] else "may not"


def read_as(line: str) -> str:
    """Return what was read, as it can be typed and asked again."""
    return f"I read: {line}"


def assumed(line: str) -> str:
    """Return what was not said and is taken to be so."""
    return f"Assumed: {line}"


def first_line(told: Plain) -> str:
    """Return the answer, or what is missing to know it; empty where nothing is asked."""
    return told["answer"] or " ".join(told["missing"])


def reason(told: Plain) -> str:
    """Return a reason with the rulings and sections it rests on, and how sure that is."""
    rests = [*told["rulings"], *told["sections"]]
    sure = "" if told["confidence"] in ("stated", "") else f"; {told['confidence']}"
    reading = "; our reading" if told["readings"] else ""
    return f"{told['says']} [{', '.join(rests) or 'nothing cited'}{sure}{reading}]"
