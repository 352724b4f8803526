"""The battle board: the battle that is being fought, its steps, and who takes part."""

from __future__ import annotations

from collections.abc import Callable

from kb.engine.core import notes
from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit
from kb.engine.units.moving import came_by_sea

# -- steps


Step = Callable[[Play], None]
#: the steps of combat by name; a rule set composes a cycle of them
STEPS: dict[str, Step] = {}
#: the steps at which a battle waits, each with the question whether there is anything to decide
WAITING: dict[str, Callable[[Play], bool]] = {}


def step(name: str, waits: Callable[[Play], bool] | None = None) -> Callable[[Step], Step]:
    """Register a step of combat; ``waits`` tells whether the battle waits there for a decision."""

    def take(function: Step) -> Step:
        STEPS[name] = function
        if waits:
            WAITING[name] = waits
        return function

    return take


# -- participants


def attackers_at(play: Play, space: str, power: str) -> list[Unit]:
    """The units with which a power would attack in a space."""
    there = [unit for unit in play.position.at(space) if play.takes_part(unit)]
    own = [unit for unit in there if play.fights_for(unit, power)]
    return [unit for unit in own if not play.holds("one-battle-a-turn", unit=unit)]


def defenders_at(play: Play, space: str, power: str) -> list[Unit]:
    """The enemies of a power that would defend a space together."""
    there = [unit for unit in play.enemies_at(power, space) if play.takes_part(unit)]
    return [unit for unit in there if play.defends(unit)]


def pending_battles(play: Play, *powers: str) -> tuple[str, ...]:
    """The spaces where powers, by default those on turn, have units among enemies: battles that are not fought yet."""
    return tuple(
        dict.fromkeys(
            space
            for power in powers or play.players
            for space in play.among_enemies(power)
            if attackers_at(play, space, power) and defenders_at(play, space, power)
        )
    )


def is_bound_to_fight(play: Play, unit: Unit) -> bool:
    """Whether a unit among enemies has to fight: one that has moved there does, unless a rule says otherwise."""
    return unit.has(Mark.COMBAT_MOVED) or play.holds("fleets-that-stay-among-enemies-fight", unit=unit)


def must_be_fought(play: Play) -> tuple[str, ...]:
    """The pending battles to which units of powers on turn are bound, and the one that is being fought."""
    battle = play.position.battle
    unfinished = (battle.space,) if battle else ()
    bound = dict.fromkeys(
        space
        for power in play.players
        for space in pending_battles(play, power)
        if space not in unfinished and any(is_bound_to_fight(play, unit) for unit in attackers_at(play, space, power))
    )
    return (*unfinished, *(space for space in bound if play.ask("battle-is-due", True, space=space)))


def belongs_to_an_assault(play: Play, space: str, power: str) -> bool:
    """Whether units of a power went ashore in a territory, or went or will go ashore from a sea zone."""
    if play.is_land(space):
        return any(came_by_sea(play, unit) for unit in attackers_at(play, space, power))
    own = (unit for unit in play.position.units.values() if play.fights_for(unit, power))
    return any(
        (unit.aboard and unit.bound and unit.at == space) or (came_by_sea(play, unit) and unit.came[-1] == space)
        for unit in own
    )


def attacked_spaces(play: Play, power: str) -> list[str]:
    """The spaces that a power attacks in its turn, once its combat moves are done.

    Land: hostile land in which its combat units stand or will go ashore, and land that it took from an enemy on the
    way. Sea zones: those in which its units face enemies and have moved or have to fight, and those from which it
    lands.
    """
    own = [unit for unit in play.position.units.values() if play.fights_for(unit, power)]
    stands = {unit.at for unit in own if play.takes_part(unit)}
    passed = {space for unit in own if play.is_land_unit(unit) for space in unit.came}
    bound = {unit.bound for unit in own if unit.aboard and unit.bound}
    battles = pending_battles(play, power)
    attacked = [space for space in sorted(stands | bound) if play.is_land(space) and play.is_hostile(power, space)]
    attacked += [space for space in sorted(stands | passed) if play.is_land(space) and _was_taken(play, power, space)]
    for zone in sorted(space for space in stands if not play.is_land(space)):
        fights = zone in battles and _is_attacked(play, power, zone)
        if fights or belongs_to_an_assault(play, zone, power):
            attacked.append(zone)
    return sorted(set(attacked))


def _was_taken(play: Play, power: str, land: str) -> bool:
    """Whether a land was taken this turn, and not given back by a friend."""
    return notes.CAPTURED.is_set(play.position, land) and not play.allied(power, play.held_at_start(land))


def _is_attacked(play: Play, power: str, zone: str) -> bool:
    """Whether units of a power among enemies have moved into a zone, or have stayed there and have to fight."""
    units = attackers_at(play, zone, power)
    if any(unit.has(Mark.COMBAT_MOVED) for unit in units):
        return True
    return any(is_bound_to_fight(play, unit) for unit in units) and play.ask("battle-is-due", True, space=zone)
