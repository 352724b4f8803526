"""The values that some facts and answers of questions are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kb.engine.core.position import Unit

#: the highest roll with which each unit hits, by its id
Strengths = dict[int, int]
#: hits that are still to be placed: on which units they can fall, and how many
WaitingHits = Sequence[tuple[tuple[int, ...], int]]


@dataclass(slots=True)
class Deck:
    """A carrier that could take aircraft: the sea zones where it could be, and the room it has left, in fighters."""

    carrier: Unit
    zones: frozenset[str]
    room: int
