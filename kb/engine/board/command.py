"""Which units a power commands, which fight for it, and which defend."""

from __future__ import annotations

from kb.engine import questions
from kb.engine.board.unit_types import is_kind
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.values import replace
from kb.games.board_model import UnitKind


def obeys(play: Play, unit: Unit, power: str) -> bool:
    """Whether a power commands a unit: its own, and others where a rule says so."""
    return unit.power == power or play.ask(questions.sides.moves_for_another, unit=unit, power=power)


def fights_for(play: Play, unit: Unit, power: str) -> bool:
    """Whether a unit takes part in the attacks of a power: its own do, others where a rule says so."""
    return unit.power == power or play.ask(questions.sides.joins_the_attack, unit=unit, power=power)


def defends(play: Play, unit: Unit) -> bool:
    """Whether a unit takes part in the defense of its space, unless a rule keeps it out of it."""
    return play.ask(questions.sides.defends, unit=unit)


def commanded(play: Play, power: str, *kinds: UnitKind) -> list[Unit]:
    """The units that a power commands, the first of those that are equal; a ship with cargo is equal to no other."""
    found: dict[Unit, Unit] = {}
    for unit in play.position.units.values():
        if (not kinds or is_kind(play, unit, *kinds)) and obeys(play, unit, power):
            full = is_kind(play, unit, UnitKind.SHIP) and play.position.aboard(unit)
            found.setdefault(unit if full else replace(unit, id=0), unit)
    return list(found.values())
