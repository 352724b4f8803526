"""The words in which an answer about a position is told: judgements, and reasons with what they rest on."""

from __future__ import annotations

from kb.base.english import listed, plural, spaced
from kb.games.names import power_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    Plain = Mapping[str, Any]

ODDS, NO_BATTLE = "odds", "no battle waits, so there are none"
#: how a battle can end, by the key of its share
ENDINGS = {
    "attacker": "attacker wins",
    "defender": "defender wins",
    "both_gone": "both gone",
    "both_left": "both left",
}
#: endings that are told
_LIKELIEST = 5
#: what is told of an action that comes after one that is refused or waits
UNREACHED = "Not tried"
#: the answer where something may be done, or is so; where it is not so; where none is known, before what is missing
YES, NO, UNKNOWN = "Yes.", "No.", "I do not know: {}."
#: what is told of an action by whether it is legal (None: it could not be tried)
JUDGEMENTS = {True: "Allowed", False: "Not allowed", None: "Cannot be tried"}


def judgement(act: Plain) -> str:
    """``Allowed``, ``Not allowed``, ``Cannot be tried``."""
    return JUDGEMENTS[act["legal"]]


def may(offer: Plain) -> str:
    """``may`` or ``may not``, of what is offered."""
    return "may" if offer["legal"] else "may not"


def odds(told: Plain) -> list[str]:
    """The odds of a battle: who wins, how it most likely ends, what was assumed."""
    if "wrong" in told:
        return [told["wrong"]]
    lines = [shares_told(told)]
    for each in told["endings"][:_LIKELIEST]:
        left = "; ".join(f"{power_name(power)} has {units_told(units)}" for power, units in each["left"].items())
        lines.append(f"{each['probability']:.2%}  {left or 'nothing is left'}")
    return [*lines, *told["assumed"]]


def shares_told(told: Plain) -> str:
    """How likely each end of a battle is; or that the units are lost of which it is asked."""
    if "lost" in told:
        return f"{told['lost']:.2%}"
    shares = ((told[key], words) for key, words in ENDINGS.items())
    return "; ".join(f"{words} {share:.2%}" for share, words in shares if share)


def units_told(units: Mapping[str, int]) -> str:
    """``2 tanks and 1 fighter``, by the ids of units."""
    return listed(f"{count} {plural(spaced(unit), count)}" for unit, count in units.items())


def read_as(line: str) -> str:
    """What was read, as it can be typed and asked again."""
    return f"I read: {line}"


def assumed(line: str) -> str:
    """What was not said and is taken to be so."""
    return f"Assumed: {line}"


def first_line(told: Plain) -> str:
    """The answer, or what is missing to know it; empty where nothing is asked."""
    return told["answer"] or (UNKNOWN.format("; ".join(told["missing"])) if told["missing"] else "")


def reason(told: Plain) -> str:
    """A reason with the rulings and sections it rests on, and how sure that is."""
    rests = [*told["rulings"], *told["sections"]]
    sure = "" if told["confidence"] in ("stated", "") else f"; {told['confidence']}"
    reading = "; our reading" if told["readings"] else ""
    return f"{told['says']} [{', '.join(rests) or 'nothing cited'}{sure}{reading}]"
