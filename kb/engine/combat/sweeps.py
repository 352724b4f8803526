"""Units without protection, and battles in which nobody can hit anybody any more (later games)."""

from __future__ import annotations

from collections.abc import Sequence

from kb.engine import moments, questions
from kb.engine.battle.casualties import remove
from kb.engine.battle.fire import fires_this_cycle, strengths
from kb.engine.battle.state import the_battle
from kb.engine.board.spaces import is_sea
from kb.engine.board.unit_types import is_kind
from kb.engine.combat.fight import last_decision, may_retreat
from kb.engine.core import given
from kb.engine.core.facts import ANTIAIRCRAFT_GUNS
from kb.engine.core.given import Names
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.registry import answers, happens
from kb.games.board_model import UnitKind


def can_harm(play: Play, shooters: Sequence[Unit], targets: Sequence[Unit], attacking: bool) -> bool:
    """Whether any of the shooters has a shot that can be put on any of the targets."""
    apart = play.supposing(())
    values = strengths(apart, shooters, attacking)
    armed = [unit for unit in shooters if values[unit.id] > 0]
    return any(apart.ask(questions.combat.can_hit, shooter=unit, target=target) for unit in armed for target in targets)


def guns_will_fire(play: Play, guns: Sequence[Unit], targets: Sequence[Unit]) -> bool:
    """Whether antiaircraft guns of a side still fire at aircraft of the other in this battle."""
    ready = {unit.id for unit in guns if unit.type in play.fact(ANTIAIRCRAFT_GUNS)} - the_battle(play).fired
    return bool(ready) and any(is_kind(play, unit, UnitKind.AIR) for unit in targets) and fires_this_cycle(play)


@answers("{unit} is lost only where nothing else can be.", questions.combat.chosen_last)
def transports_are_chosen_last(
    play: Play, answer: bool, unit: Unit, *, units: Names = given.units("the types that are chosen last")
) -> bool:
    """{units} are casualties only where no other unit can be."""
    return answer or unit.type in units


@happens("What can no longer be saved is lost without further dice.", moments.between_steps)
def defenseless_transports_are_swept(play: Play, *, units: Names = given.units("the types that are removed")) -> None:
    """{units} that can no longer be saved, because only the other side can still hit anything, are removed without
    further dice."""
    for attacking in (False, True):
        battle = the_battle(play)
        own, other = play.units(battle.defenders), play.units(battle.attackers)
        if attacking:
            own, other = other, own
        doomed = [unit for unit in own if unit.type in units]
        armed = can_harm(play, own, other, attacking) or guns_will_fire(play, own, other)
        if not doomed or armed or not can_harm(play, other, doomed, not attacking):
            continue
        if play.ask(questions.combat.defenseless, attacking=attacking):
            remove(play, doomed)


@answers("The transports can still retreat and are not defenseless.", questions.combat.defenseless)
def transports_that_can_retreat_are_not_defenseless(play: Play, answer: bool, attacking: bool) -> bool:
    """An attacker's transport that can retreat before it is hit is not defenseless."""
    return answer and not (attacking and may_retreat(play))


@answers("Nobody in {space} can hit anybody any more.", questions.combat.ends_undecided)
def nobody_can_hit_anybody(play: Play, answer: bool, space: str) -> bool:
    """A battle in which neither side can hit the other any more is over."""
    if answer or not is_sea(play, space):
        return answer
    battle = the_battle(play)
    attackers, defenders = play.units(battle.attackers), play.units(battle.defenders)
    return not can_harm(play, attackers, defenders, True) and not can_harm(play, defenders, attackers, False)


@answers(
    "Only transports are left in {space}: those of the attacker may stay or retreat.", questions.combat.ends_undecided
)
def transports_alone_stay_or_retreat(
    play: Play, answer: bool, space: str, *, units: Names = given.units("the types that may retreat from each other")
) -> bool:
    """Where nothing but {units} is left in a battle at sea, those of the attacker may retreat before it is over."""
    battle = the_battle(play)
    alone = all(unit.type in units for unit in play.units(battle.units))
    return answer and not (alone and battle.step != last_decision(play) and may_retreat(play))
