"""Opening fire: guns and bombarding ships in the first cycle, submarines in every one."""

from __future__ import annotations

from kb.engine import moments, questions
from kb.engine.battle.casualties import assign
from kb.engine.battle.fire import fires_this_cycle, volley
from kb.engine.battle.state import change_battle, leave_battle, the_battle
from kb.engine.battle.steps import step
from kb.engine.board.spaces import is_land
from kb.engine.board.unit_types import is_kind
from kb.engine.core import given
from kb.engine.core.facts import ANTIAIRCRAFT_GUNS
from kb.engine.core.given import Names
from kb.engine.core.play import Play
from kb.engine.core.registry import answers, happens
from kb.engine.units.antiaircraft import guns_fire
from kb.games.board_model import UnitKind


@step("opening-fire")
def opening_fire(play: Play) -> None:
    """Whatever fires in opening fire, in the order of the rule set."""
    play.announce(moments.opening_fire)


@answers("Guns and bombarding ships have left the battle board.", questions.combat.supports_this_cycle)
def support_leaves_after_the_first_opening_fire(play: Play, answer: bool, round: int) -> bool:
    """Antiaircraft guns and bombarding ships fire in the first cycle of a battle only."""
    return answer and round == 1


@happens("The gun fires at the attacking aircraft.", moments.opening_fire)
def guns_fire_in_opening_fire(play: Play) -> None:
    """Antiaircraft guns in an attacked territory fire at the attacker's aircraft."""
    battle = the_battle(play)
    if not is_land(play, battle.space) or not fires_this_cycle(play):
        return
    planes = [unit for unit in play.units(battle.attackers) if is_kind(play, unit, UnitKind.AIR)]
    if planes:
        left = {unit.id for unit in guns_fire(play, battle.space, planes, "antiaircraft")}
        guns = [unit for unit in play.units(battle.defenders) if unit.type in play.fact(ANTIAIRCRAFT_GUNS)]
        if guns:
            fired = the_battle(play).fired.union(gun.id for gun in guns)
            play.emit("fired", change_battle(play, fired=fired), units=guns, what="antiaircraft")
        gone = {unit.id for unit in planes} - left
        if gone:
            play.emit("off-the-board", leave_battle(play, gone), units=[])


@happens("The submarines of both sides fire.", moments.opening_fire)
def submarines_fire_in_opening_fire(
    play: Play, *, units: Names = given.units("the types that fire in opening fire")
) -> None:
    """{units} that strike first fire in opening fire, in every cycle."""
    battle = the_battle(play)
    first = [
        u for u in play.units(battle.units) if u.type in units and play.ask(questions.combat.strikes_first, unit=u)
    ]
    own = [unit for unit in first if unit.id in battle.attackers]
    theirs = [unit for unit in first if unit.id in battle.defenders]
    if own:
        assign(play, volley(play, own, True, "submarines"), battle.defenders)
    if theirs:
        assign(play, volley(play, theirs, False, "submarines"), battle.attackers)
