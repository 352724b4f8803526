"""What proves a ruling and how other games answer, each in a line that leads to the whole."""

from __future__ import annotations

from kb.base.english import counted, listed
from kb.text.claims import line
from kb.text.comparison import NOT_COMPARED, compared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    Plain = Mapping[str, Any]

_PLAYED = {"play": "played", "reference": "checked against the printed board and charts"}
#: how another game compares, with the words of a line; of several questions the first kind counts
_COMPARED = {"different": "different in", NOT_COMPARED: "not compared with", "the same": "the same in"}


def proof(ruling: Plain) -> str:
    """Return what proves a ruling: ``played: 2 cases, 1 contrast``; what does not hold, or why nothing does.

    The terminal says it, and the pages (:func:`kb.text.ruling.proof_line`).
    """
    cases = ruling["scenarios"]
    if ruling["proof"] not in _PLAYED:
        return f"not proved: {ruling['proof_reason']}"
    contrasts = sum(each["contrasts"] for each in cases)
    failed = sum(not as_ruled(each) for each in cases)
    suspect = sum(each["suspect"] for each in cases)
    parts = [
        counted(len(cases), "case"),
        counted(contrasts, "contrast") if contrasts else "",
        f"{failed} NOT AS RULED" if failed else "",
        f"the words have changed since {counted(suspect, 'case')} was written" if suspect else "",
    ]
    return f"{_PLAYED[ruling['proof']]}: {', '.join(part for part in parts if part)}"


#: what stands above the readings of a proof, and in the place of other games where none has a ruling
READINGS = "Our readings, on which rules rest that its cases cite"
NO_OTHER_GAME = "No other game has a ruling on its question."


def outcome(scenario: Plain) -> str:
    """Return what came of a scenario: ``as ruled; the words have changed since``."""
    changed = "; the words have changed since" if scenario["suspect"] else ""
    return f"{'as ruled' if as_ruled(scenario) else 'NOT AS RULED'}{changed}"


def as_ruled(scenario: Plain) -> bool:
    """Return whether a scenario and its contrasts came out as ruled."""
    return bool(scenario["passed"] and scenario["contrast_passed"])


def claims(ruling: Plain) -> str:
    """Return how many claims are played, checked, not proved: ``2 played, 1 not proved``."""
    return line(ruling["claims"])


def readings(ruling: Plain) -> str:
    """Return how many readings of ours the rules rest on that its cases cite; empty if there are none."""
    many = sum(bool(each["rules"]) for each in ruling["readings"])
    return f"its cases cite rules that rest on {counted(many, 'reading')} of ours" if many else ""


def rules(found: Sequence[Plain]) -> str:
    """Return how many rules of the engine rest on a ruling, and how many of them are not verified."""
    unverified = sum(each["confidence"] == "unverified" for each in found)
    marks = f"{unverified} unverified" if unverified else ""
    rest = "rests" if len(found) == 1 else "rest"
    return f"{counted(len(found), 'rule')} of the engine {rest} on it{f', {marks}' if marks else ''}"


def games(elsewhere: Iterable[Plain], short: Mapping[str, str]) -> str:
    """Return how other games compare: ``different in Anniversary; the same in Revised``.

    A game that answers several questions is the same only if all its answers are.
    """
    found: dict[str, set[str]] = {}
    for each in elsewhere:
        found.setdefault(each["game"], set()).add(compared(each))
    told = {game: next(kind for kind in _COMPARED if kind in kinds) for game, kinds in found.items()}
    named = {text: [short[game] for game in short if told.get(game) == kind] for kind, text in _COMPARED.items()}
    return "; ".join(f"{text} {listed(some)}" for text, some in named.items() if some)
