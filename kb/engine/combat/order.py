"""The order of combat: raids and rockets, then assaults, then other battles; which battles need not be fought."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine import questions
from kb.engine.battle.participants import belongs_to_an_assault, pending_battles
from kb.engine.board.enemies import is_hostile
from kb.engine.board.spaces import is_land
from kb.engine.core import given, notes
from kb.engine.core.actions import Fight, Raid, Rocket
from kb.engine.core.given import Names
from kb.engine.core.play import Play
from kb.engine.core.position import Facts, Unit
from kb.engine.core.registry import answers, refuses


@refuses("The raids and rockets are over: {space} has been fought for.", Raid, Rocket)
def raids_and_rockets_come_first(play: Play, action: Raid | Rocket) -> Iterator[Facts]:
    """Raids and rockets come before all battles."""
    for space in notes.CONTESTED.set_about(play.position):
        yield {"space": space}


@refuses("The assault on {assault} comes before {space}.", Fight)
def assaults_come_before_other_battles(play: Play, action: Fight) -> Iterator[Facts]:
    """Amphibious assaults are fought before all other battles."""
    # a sea battle that the power on turn need not fight does not have to come first: after the landing it can no
    # longer be fought, and would block every other battle
    waiting = () if play.position.battle else pending_battles(play, action.power)
    assaults = [space for space in waiting if belongs_to_an_assault(play, space, action.power)]
    for space in assaults if action.space in waiting and action.space not in assaults else ():
        if play.ask(questions.combat.battle_is_due, space=space):
            yield {"assault": space, "space": action.space}


@answers("The units in {space} need not be fought.", questions.combat.battle_is_due)
def ignored_units_need_no_battle(play: Play, answer: bool, space: str) -> bool:
    """Where the enemies in a sea zone do not make it hostile, the power on turn may fight them but need not."""
    return answer and (is_land(play, space) or is_hostile(play, play.turn, space))


@answers("{unit} has stayed in a hostile sea zone and fights.", questions.combat.is_bound_to_fight)
def fleets_that_stay_among_enemies_fight(
    play: Play, answer: bool, unit: Unit, *, units: Names = given.units("the types that this holds for")
) -> bool:
    """{units} that begin the turn in a sea zone that enemy units make hostile leave it in the combat move or fight
    there."""
    return answer or unit.type in units
