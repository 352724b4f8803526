"""Industrial complexes, and air and naval bases."""

from __future__ import annotations

from kb.engine.core.play import Play
from kb.engine.core.position import Unit


def can_scramble(play: Play, plane: Unit, types: tuple[str, ...], bases: tuple[str, ...]) -> bool:
    """Whether a plane of one of the types could take off from one of the bases, where it stands, to defend the sea."""
    based = plane.type in types and play.base_at(bases, plane.at, plane.power)
    return bool(based) and not play.holds("only-islands-scramble", territory=plane.at)
