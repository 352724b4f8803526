"""Antiaircraft fire at what flies over: at once, or when all combat moves have been made."""

from __future__ import annotations

from kb.engine import moments, questions
from kb.engine.board.phases import is_combat_move
from kb.engine.core import notes
from kb.engine.core.phases import COMBAT_MOVE
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.registry import answers, happens
from kb.engine.units.antiaircraft import gun_against, guns_fire


@happens("The gun in {space} fires at what flies over.", moments.flown_over)
def guns_fire_at_what_flies_over(play: Play, space: str, aircraft: list[Unit]) -> None:
    """Antiaircraft guns fire at enemy aircraft that fly over their territory, in the combat move and in the noncombat
    move."""
    if not gun_against(play, space, aircraft):
        return
    if play.ask(questions.guns.fires_at_once, space=space):
        guns_fire(play, space, aircraft, "overflight")
    else:
        ids = dict.fromkeys((*notes.FLOWN_OVER.get(play.position, space), *(plane.id for plane in aircraft)))
        play.emit("flown-over", notes.FLOWN_OVER.edit(tuple(ids), space), units=aircraft, space=space)


@answers("The gun in {space} waits until all combat moves have been made.", questions.guns.fires_at_once)
def guns_wait_for_all_combat_moves(play: Play, answer: bool, space: str) -> bool:
    """At what flies over in the combat move guns do not fire before all combat moves have been made."""
    return answer and not is_combat_move(play)


@happens("The guns fire at what has flown over.", moments.end_of(COMBAT_MOVE))
def guns_fire_when_combat_moves_are_done(play: Play, power: str) -> None:
    """When all combat moves have been made, guns fire at the aircraft that flew over them, territory by territory."""
    for space in notes.FLOWN_OVER.set_about(play.position):
        guns_fire(play, space, play.units(notes.FLOWN_OVER.get(play.position, space)), "overflight")
        play.emit("flown-over", notes.FLOWN_OVER.clear(space), units=[], space=space)
