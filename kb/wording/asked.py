"""The words in which an answer about a position is told: judgements, and reasons with what they rest on."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    Plain = Mapping[str, Any]

#: what is told of an action that comes after one that is refused or waits
UNREACHED = "Not tried"
#: what is told of an action by whether it is legal (None: it could not be tried)
JUDGEMENTS = {True: "Allowed", False: "Not allowed", None: "Cannot be tried"}


def judgement(act: Plain) -> str:
    """``Allowed``, ``Not allowed``, ``Cannot be tried``."""
    return JUDGEMENTS[act["legal"]]


def assumed(line: str) -> str:
    """What was not said and is taken to be so."""
    return f"Not said, taken: {line}"


def reason(told: Plain) -> str:
    """A reason with the rulings and sections it rests on, and how sure that is."""
    rests = [*told["rulings"], *told["sections"]]
    sure = "" if told["confidence"] in ("stated", "") else f"; {told['confidence']}"
    reading = "; our reading" if told["readings"] else ""
    return f"{told['says']} [{', '.join(rests) or 'nothing cited'}{sure}{reading}]"
