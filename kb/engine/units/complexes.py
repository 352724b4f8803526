"""Industrial complexes: what counts as one, and where they are."""

from __future__ import annotations

from kb.engine.core.facts import COMPLEXES
from kb.engine.core.play import Play
from kb.engine.core.position import Unit


def is_complex(play: Play, unit: str) -> bool:
    """Whether a unit of this type makes others."""
    return unit in play.fact(COMPLEXES)


def complexes(play: Play, territory: str) -> list[Unit]:
    """The industrial complexes in a territory."""
    return [unit for unit in play.position.at(territory) if is_complex(play, unit.type)]
