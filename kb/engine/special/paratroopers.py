"""The jump of paratroopers: out of the aircraft that carry them, once the guns have fired."""

from __future__ import annotations

from kb.engine.battle.state import change, the_battle
from kb.engine.board.command import fights_for
from kb.engine.board.unit_types import all_aircraft
from kb.engine.core.moments import CONDUCT_COMBAT, end_of
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.registry import happens
from kb.engine.units.cargo import land_cargo


def _jump(play: Play, space: str, power: str) -> list[Unit]:
    """Put what a power's aircraft carry over a territory on the ground; it did not walk, and left no way back."""
    planes = [unit for unit in all_aircraft(play) if unit.at == space and fights_for(play, unit, power)]
    jumping = [rider for plane in planes for rider in land_cargo(play, plane)]
    if jumping:
        edits = play.put(*(unit.marked(aboard=0) for unit in jumping))
        play.happen("jumped", *edits, units=jumping, space=space)
    return jumping


@happens(
    "paratroopers-drop-after-antiaircraft-fire",
    "The paratroopers join the battle.",
    "opening-fire",
    about="Paratroopers join the battle after the antiaircraft fire at the aircraft that carry them.",
)
def paratroopers_drop_after_antiaircraft_fire(play: Play) -> None:
    battle = the_battle(play)
    if joining := _jump(play, battle.space, battle.attacker):
        attackers = (*battle.attackers, *(unit.id for unit in joining))
        play.happen("joined", change(play, attackers=attackers), units=joining, space=battle.space)


@happens(
    "paratroopers-drop-where-nobody-defends",
    "Paratroopers jump where nobody defends.",
    end_of(CONDUCT_COMBAT),
    about="Where there is no battle, paratroopers jump after the antiaircraft fire all the same.",
)
def paratroopers_drop_where_nobody_defends(play: Play, power: str) -> None:
    for space in sorted({plane.at for plane in all_aircraft(play) if land_cargo(play, plane)}):
        _jump(play, space, power)
