"""Questions that several tests ask, of every answer state; and a fight of a submarine and a destroyer for the
engine."""

from __future__ import annotations

import json
import resource
from pathlib import Path
from typing import Any

SEA: dict[str, Any] = {"sz5": {"germany": {"submarine": 1}, "united-kingdom": {"destroyer": 1}}}
FIGHT: dict[str, Any] = {"turn": "germany", "phase": "conduct-combat", "spaces": SEA}
LINE = "revised; germany combat; sz5: germany 1 sub, uk 1 dd; germany attacks sz5"
#: a file of scenarios with one that fails
SCENARIO = """\
game: revised
scenarios:
- id: one-shot
  title: A submarine and a destroyer fire at each other
  position:
    turn: germany
    phase: conduct-combat
    spaces: {sz5: {germany: {submarine: 1}, united-kingdom: {destroyer: 1}}}
  do: [{battle: sz5, dice: [2, 2]}]
  expect: [{lost: {germany: {submarine: 1}}}]
"""
_FILE = Path(__file__).parent / "fixtures" / "asked_states.jsonl"
#: questions of every answer state, each with its ``query``, and perhaps its ``game``
ASKED: list[dict[str, Any]] = [json.loads(line) for line in _FILE.read_text("utf-8").splitlines()]


def fleets(each: int) -> str:
    """Return the line about a battle of two fleets with the same number of units of each of seven types."""
    fleet = " ".join(f"{each} {unit}" for unit in ("sub", "dd", "cruiser", "bb", "carrier", "fighter", "tac"))
    return f"europe 1940; germany combat; sz112: germany {fleet}, uk {fleet}; germany attacks sz112"


#: takes more than half a second of processor time
DEAR = fleets(70)


def fought(*dice: int) -> dict[str, Any]:
    """Return the question about the outcome of the fight with these dice."""
    return {"game": "revised", "position": FIGHT, "do": [{"battle": "sz5", "dice": [*dice]}]}


def children_seconds() -> float:
    """Return the processor time, in seconds, of the child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
