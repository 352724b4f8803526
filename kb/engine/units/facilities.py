"""Industrial complexes, and air and naval bases."""

from __future__ import annotations

from kb.engine.board.powers import allied, lets_use
from kb.engine.board.printed import is_land
from kb.engine.core.play import Play
from kb.engine.core.position import Unit


def is_complex(play: Play, unit: str) -> bool:
    """Whether a unit of this type makes others."""
    return unit in play.fact("complexes")


def complexes(play: Play, territory: str) -> list[Unit]:
    """The industrial complexes in a territory."""
    return [unit for unit in play.position.at(territory) if is_complex(play, unit.type)]


def base_at(play: Play, types: tuple[str, ...], territory: str, power: str) -> Unit | None:
    """A base in a territory, of one of the types, that works and that a power may use."""
    for unit in play.position.at(territory):
        ours = unit.type in types and allied(play, power, unit.power)
        if ours and lets_use(play, unit.power, power, territory) and play.ask("base-works", True, base=unit):
            return unit
    return None


def harbor_at(play: Play, types: tuple[str, ...], zone: str, power: str) -> Unit | None:
    """A base on the coast of a sea zone, of one of the types, that works and that a power may use."""
    near = sorted(space for space in play.board.around(zone) if is_land(play, space))
    return next((base for base in (base_at(play, types, land, power) for land in near) if base), None)


def can_scramble(play: Play, plane: Unit, types: tuple[str, ...], bases: tuple[str, ...]) -> bool:
    """Whether a plane of one of the types could take off from one of the bases, where it stands, to defend the sea."""
    based = plane.type in types and base_at(play, bases, plane.at, plane.power)
    return bool(based) and not play.holds("only-islands-scramble", territory=plane.at)
