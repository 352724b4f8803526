"""Fire: with what strength units roll, and how many hits they make."""

from __future__ import annotations

from collections.abc import Sequence

from kb.engine import questions
from kb.engine.battle.state import change_battle, the_battle
from kb.engine.board.unit_types import type_of
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.table import Die
from kb.engine.questions.answers import Strengths

#: units that hit something, with how many hits each made
Hits = list[tuple[Unit, int]]


def strengths(play: Play, units: Sequence[Unit], attacking: bool) -> Strengths:
    """The highest roll with which each unit hits: the printed value, as the rules alter it."""
    printed = {}
    for unit in units:
        kind = type_of(play, unit)
        printed[unit.id] = (kind.attack if attacking else kind.defense) or 0
    return dict(play.adjust(questions.combat.strengths, printed, units=list(units), attacking=attacking))


def volley(play: Play, shooters: Sequence[Unit], attacking: bool, what: str) -> Hits:
    """Roll for the shooters of one side together; the hits of each. Units without strength do not roll."""
    values = strengths(play, shooters, attacking)
    dice = [
        Die(unit.id, values[unit.id])
        for unit in shooters
        if values[unit.id] > 0
        for _ in range(play.ask(questions.combat.dice_rolled, unit=unit, attacking=attacking))
    ]
    if not dice:
        return []
    battle = the_battle(play)
    faces = play.roll(shooters[0].power, what, battle.space, dice)
    play.emit(
        "fired",
        change_battle(play, fired=the_battle(play).fired | {die.unit for die in dice}),
        units=list(shooters),
        what=what,
    )
    hits: Strengths = {}
    for die, face in zip(dice, faces, strict=True):
        if face <= die.hits_on:
            hits[die.unit] = hits.get(die.unit, 0) + 1
    hitting = [unit for unit in shooters if unit.id in hits]
    return [(unit, play.adjust(questions.combat.hits_that_count, hits[unit.id], unit=unit)) for unit in hitting]


def fires_this_cycle(play: Play) -> bool:
    """Whether guns and bombarding ships are still on the battle board."""
    return play.ask(questions.combat.supports_this_cycle, round=the_battle(play).round)
