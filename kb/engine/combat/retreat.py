"""Press the attack or retreat: when a retreat is offered, who must go, and where to."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine.battle.battle_board import defenders_at, step
from kb.engine.combat.fight import conclude, over
from kb.engine.core.actions import Action, Retreat
from kb.engine.core.play import Play
from kb.engine.core.position import Battle, Edit, Mark, Unit
from kb.engine.core.rules import Breaches, Steps, candidates, effect_of, holds, refuses
from kb.engine.units.moving import came_by_sea


@step("press-or-retreat", waits=lambda play: True)
def press_or_retreat(play: Play) -> None:
    """The battle waits: the attacker presses on or retreats, submarines may submerge."""


@refuses("A retreat is decided in its own step only.", Retreat)
def retreat_has_its_step(play: Play, action: Retreat, *, steps: Steps) -> Breaches:
    """The attacker may retreat only at the end of a cycle of combat, in the step “{steps:or}”."""
    battle = play.position.battle
    now = battle.step if battle else ""
    if now not in steps and (battle or _enemies_to_retreat_from(play, action)):
        yield {"step": now}


@refuses("There is no enemy left on the battle board to retreat from.", Retreat)
def retreat_needs_enemies(play: Play, action: Retreat) -> Breaches:
    """The attacker cannot retreat when no enemy units are left in the battle."""
    battle = play.position.battle
    if not (battle.defenders if battle else _enemies_to_retreat_from(play, action)):
        yield {}


def _enemies_to_retreat_from(play: Play, action: Retreat) -> list[Unit]:
    """The enemies that defend where the units stand, in a battle that has not begun or is over."""
    spaces = dict.fromkeys(unit.at for unit in play.units(action.units))
    return [enemy for space in spaces for enemy in defenders_at(play, space, action.power)]


@refuses("{unit} is not attacking and cannot retreat.", Retreat)
def only_attackers_retreat(play: Play, action: Retreat) -> Breaches:
    """Only the attacking units of a battle may retreat. Defending units may not."""
    battle = play.position.battle
    for unit in play.units(action.units):
        if battle and unit.id not in battle.attackers:
            yield {"unit": unit}


@refuses("{unit} has to go with the rest: part of a force does not retreat.", Retreat)
def attackers_retreat_together(play: Play, action: Retreat) -> Breaches:
    """All attacking units that may retreat do so together, or none of them does."""
    battle = play.position.battle
    for unit in who_retreats(play, battle) if battle else ():
        if unit.id not in action.units:
            yield {"unit": unit}


def who_retreats(play: Play, battle: Battle) -> list[Unit]:
    """Who goes when anyone does: everybody, of an assault only those who may."""
    units = play.units(battle.attackers)
    if battle.amphibious and play.on("land-units-stay-in-an-assault"):
        return [unit for unit in units if play.is_air(unit) or _may_walk_back(play, unit)]
    return units


def _may_walk_back(play: Play, unit: Unit) -> bool:
    """Whether a land unit may retreat from an assault."""
    return play.holds("overland-units-retreat-from-an-assault", unit=unit)


@refuses("{unit} cannot retreat from an amphibious assault.", Retreat)
def land_units_stay_in_an_assault(play: Play, action: Retreat) -> Breaches:
    """Land units do not retreat from an amphibious assault."""
    battle = play.position.battle
    for unit in play.units(action.units) if battle and battle.amphibious else ():
        if play.is_land_unit(unit) and not _may_walk_back(play, unit):
            yield {"unit": unit}


@holds("{unit} did not come from the sea and may retreat.")
def overland_units_retreat_from_an_assault(play: Play, unit: Unit) -> bool:
    """Units that did not come from the sea may retreat from an amphibious assault if at least one land unit of the
    attack came overland."""
    battle = play.position.battle
    by_land = battle is not None and any(play.is_land(space) for space in battle.came)
    return by_land and (not came_by_sea(play, unit))


@refuses("No land or sea unit of the attack came from {space}.", Retreat)
def retreat_to_where_they_came_from(play: Play, action: Retreat) -> Breaches:
    """All attackers retreat to one space, and at least one of their land units or ships must have come from it."""
    battle = play.position.battle
    walkers = [unit for unit in play.units(action.units) if not play.is_air(unit)]
    if battle and walkers and not (action.space in battle.came and _in_reach(play, walkers, action.space)):
        yield {"space": action.space}


def _in_reach(play: Play, walkers: list[Unit], space: str) -> bool:
    """Whether a force can go to a space at all: of land units only what came from the sea could go back to it."""
    return play.is_land(space) or all(came_by_sea(play, unit) or not play.is_land_unit(unit) for unit in walkers)


@refuses("{space} is hostile.", Retreat)
def retreat_to_a_friendly_space(play: Play, action: Retreat) -> Breaches:
    """The attackers can retreat only to a friendly space."""
    if action.space and play.is_hostile(action.power, action.space):
        yield {"space": action.space}


@effect_of(Retreat)
def retreat(play: Play, action: Retreat) -> None:
    """Land and sea units go back, aircraft leave the battle and stay in the air."""
    battle = play.position.battle
    units = play.units(action.units)
    edits: list[Edit] = []
    for unit in units:
        flies = play.is_air(unit)
        edits += play.put(
            unit.marked(Mark.RETREATED, Mark.FOUGHT, at=unit.at if flies or not action.space else action.space)
        )
        for cargo in play.position.aboard(unit):
            edits += play.put(cargo.marked(at=action.space or cargo.at))
    if battle:
        edits.append(play.leave_battle(action.units))
    play.emit("retreated", *edits, units=units, space=action.space)
    if battle and over(play):
        conclude(play)


@candidates(Retreat)
def possible_retreats(play: Play, power: str) -> Iterator[Action]:
    """All who go together, to each space that the attack came from; all aircraft by themselves."""
    battle = play.position.battle
    if battle is None:
        return
    going = [unit.id for unit in who_retreats(play, battle)]
    for space in battle.came if going else ():
        yield Retreat(power, tuple(going), space)
    planes = [unit.id for unit in play.units(battle.attackers) if play.is_air(unit)]
    if planes:
        yield Retreat(power, tuple(planes))
