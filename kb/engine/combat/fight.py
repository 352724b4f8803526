"""Battles: their order, how they begin, how a cycle goes on, and how they end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import Enum, auto

from kb.engine.battle.battle_board import (
    STEPS,
    WAITING,
    attackers_at,
    belongs_to_an_assault,
    defenders_at,
    pending_battles,
)
from kb.engine.combat.capture import take_with
from kb.engine.core import notes
from kb.engine.core.actions import Action, Fight, Raid, Retreat, Rocket
from kb.engine.core.play import Play
from kb.engine.core.position import Battle, Mark, Unit
from kb.engine.core.rules import Breaches, Units, candidates, effect_of, forbids, happens, holds, refuses
from kb.engine.units.losses import damaged, repair
from kb.engine.units.moving import came_by_sea


@holds("{unit} has fought this turn.")
def one_battle_a_turn(play: Play, unit: Unit) -> bool:
    """A unit takes part in at most one battle in a turn."""
    return bool(unit.marks & {Mark.FOUGHT, Mark.RAIDED, Mark.INTERCEPTED})


@refuses("There is nobody to fight in {space}.", Fight)
def battles_are_between_enemies(play: Play, action: Fight) -> Breaches:
    """There is a battle in a space only if units of both sides are there."""
    battle = play.position.battle
    if battle and battle.space == action.space:
        return
    if not attackers_at(play, action.space, action.power) or not defenders_at(play, action.space, action.power):
        yield {"space": action.space}


@refuses("The battle in {unfinished} has to be finished before {space}.", Fight)
def one_battle_at_a_time(play: Play, action: Fight) -> Breaches:
    """Each battle is fought to its end before the next begins."""
    battle = play.position.battle
    if battle and battle.space != action.space:
        yield {"unfinished": battle.space, "space": action.space}


@effect_of(Fight)
def fight(play: Play, action: Fight) -> None:
    """Begin the battle, or press the attack, up to the next decision or the end."""
    battle = play.position.battle
    if battle is None or battle.space != action.space:
        begin(play, action)
    cycle = play.rules.ruleset.steps
    if action.lost is not None or not cycle:
        _end_with(play, action.lost or ())
        return
    number = cycle.index(play.battle.step) + 1 if play.battle.step else 0
    while (progress := take_step(play, number)) is Progress.GOES_ON:
        number = number % len(cycle) + 1
    if progress is Progress.OVER:
        conclude(play)


class Progress(Enum):
    """How a battle stands after a step of combat."""

    GOES_ON = auto()
    WAITS = auto()
    OVER = auto()


def take_step(play: Play, number: int) -> Progress:
    """Take the step of combat with this number in its cycle, past the last one the first of the next cycle."""
    cycle = play.rules.ruleset.steps
    if not play.battle.marked:  # as long as casualties stand on the board it goes on
        play.announce("between steps")
        if over(play):
            return Progress.OVER
    if number == len(cycle):
        number = 0
        play.emit(
            "next-cycle",
            play.change_battle(round=play.battle.round + 1, fired=frozenset(), step=""),
            space=play.battle.space,
        )
    name = cycle[number]
    with play.step(name, space=play.battle.space, round=play.battle.round):
        STEPS[name](play)
    if name in WAITING or name == cycle[-1]:
        if over(play):
            return Progress.OVER
        if name in WAITING and WAITING[name](play):
            play.emit("waits", play.change_battle(step=name), step=name)
            return Progress.WAITS
    return Progress.GOES_ON


def _end_with(play: Play, lost: tuple[int, ...]) -> None:
    """End the battle with these losses: they leave as casualties do, and nothing is rolled."""
    battle = play.battle
    gone = play.change_battle(marked=frozenset(lost).intersection(battle.units))
    play.emit("outcome-given", gone, space=battle.space)
    STEPS["remove-casualties"](play)
    conclude(play)


@refuses("How a battle in {space} comes out is not known here: it has to be given.", Fight)
def outcomes_are_given(play: Play, action: Fight) -> Breaches:
    """The combat rules of this game are not known here, so the losses of a battle have to be entered by the user."""
    if action.lost is None:
        yield {"space": action.space}


def begin(play: Play, action: Fight) -> None:
    """Begin a battle: the units in its space that fight are on the battle board."""
    play.announce("battle begins", space=action.space, power=action.power)
    attackers = attackers_at(play, action.space, action.power)
    defenders = defenders_at(play, action.space, action.power)
    began = tuple(sorted(Counter(unit.type for unit in attackers).items()))
    came = tuple(dict.fromkeys(u.came[-1] for u in attackers if u.came and not play.is_air(u)))
    battle = Battle(
        space=action.space,
        attacker=action.power,
        attackers=_ids(play, attackers),
        defenders=_ids(play, defenders),
        began=began,
        came=came,
        amphibious=any(came_by_sea(play, unit) for unit in attackers),
    )
    play.emit(
        "battle-begins",
        ("battle", None, battle),
        notes.CONTESTED.edit(True, action.space),
        space=action.space,
        attackers=attackers,
        defenders=defenders,
    )


def _ids(play: Play, units: list[Unit]) -> tuple[int, ...]:
    order = {unit.id: number for number, unit in enumerate(play.board.units)}
    return tuple(unit.id for unit in sorted(units, key=lambda unit: (order[unit.type], unit.power, unit.id)))


def over(play: Play) -> bool:
    """Whether a side is gone and nobody may still decide anything, or the rules let a battle end with both."""
    battle = play.battle
    if not battle.attackers:
        return True
    if battle.defenders:
        return play.ask("ends-undecided", False, space=battle.space)
    return not may_retreat(play)


def last_decision(play: Play) -> str:
    """The last step of a cycle at which a battle waits."""
    return next((name for name in play.rules.ruleset.steps[::-1] if name in WAITING), "")


def may_retreat(play: Play) -> bool:
    """Whether the attacker could retreat or break off, were it the time to decide."""
    battle = play.battle
    then = play.supposing([play.change_battle(step=last_decision(play))])
    walks = any(not play.is_air(unit) for unit in play.units(battle.attackers))
    return any(
        next(then.refusals(Retreat(battle.attacker, battle.attackers, space)), None) is None
        for space in (battle.came if walks else ("",))
    )


def conclude(play: Play) -> None:
    """End the battle: its units go back to the map, the winner takes what it takes."""
    battle = play.battle
    survivors = play.units(battle.units)
    fought = play.put(*(unit.marked(Mark.FOUGHT) for unit in play.units(battle.attackers)))
    won = bool(battle.attackers) and not battle.defenders
    play.emit("battle-ends", ("battle", None, None), *fought, space=battle.space, survivors=survivors, won=won)
    play.announce("battle over", space=battle.space, units=survivors, attacker=battle.attacker)
    if won and play.is_land(battle.space):
        take_with(play, battle.space, battle.attacker)
    if won:
        play.announce("battle won", space=battle.space, power=battle.attacker, cycles=battle.round)


@happens("Damaged ships are repaired.", "battle over")
def damaged_ships_are_repaired(play: Play, units: list[Unit]) -> None:
    """A damaged ship is repaired for free at the end of its battle."""
    here = {unit.id for unit in units}
    repair(play, [unit for unit in damaged(play) if unit.id in here or unit.has(Mark.RETREATED)])


@happens("What was damaged outside a battle is repaired, too.", "end of conduct-combat")
def ships_damaged_outside_a_battle_are_repaired(play: Play) -> None:
    """A ship that was hit during the combat move and fought no battle is whole again when combat is over."""
    repair(play, [unit for unit in damaged(play) if not notes.CONTESTED.is_set(play.position, unit.at)])


@candidates(Fight)
def possible_fights(play: Play, power: str) -> Iterator[Action]:
    """The battle that is being fought, or each that is still to be fought."""
    battle = play.position.battle
    for space in (battle.space,) if battle else pending_battles(play, power):
        yield Fight(power, space)


# -- the order of battles


@refuses("The raids and rockets are over: {space} has been fought for.", Raid, Rocket)
def raids_and_rockets_come_first(play: Play) -> Breaches:
    """Strategic bombing raids and rocket strikes are resolved before all battles."""
    for space in notes.CONTESTED.set_about(play.position):
        yield {"space": space}


@refuses("The assault on {assault} comes before {space}.", Fight)
def assaults_come_before_other_battles(play: Play, action: Fight) -> Breaches:
    """Amphibious assaults are fought before all other battles."""
    # a sea battle that the power on turn need not fight does not have to come first: after the landing it can no
    # longer be fought, and would block every other battle
    waiting = () if play.position.battle else pending_battles(play, action.power)
    assaults = [space for space in waiting if belongs_to_an_assault(play, space, action.power)]
    for space in assaults if action.space in waiting and action.space not in assaults else ():
        if play.ask("battle-is-due", True, space=space):
            yield {"assault": space, "space": action.space}


@forbids("The units in {space} need not be fought.", "battle-is-due")
def ignored_units_need_no_battle(play: Play, space: str) -> bool:
    """If the enemy units in a sea zone do not make it hostile, the power whose turn it is may fight them but does not
    have to."""
    return not play.is_land(space) and (not play.is_hostile(play.turn, space))


@holds("{unit} has stayed in a hostile sea zone and fights.")
def fleets_that_stay_among_enemies_fight(play: Play, unit: Unit, *, units: Units) -> bool:
    """{units} that begin the turn in a sea zone made hostile by enemy units must leave it in the combat move or fight
    there."""
    return unit.type in units
