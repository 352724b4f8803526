"""Battles: who takes part, the steps of a cycle of combat, how battles begin and end, and retreat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from enum import Enum, auto

from kb.engine.capture import take_with
from kb.engine.core import notes
from kb.engine.core.actions import Action, Fight, Raid, Retreat, Rocket, tells
from kb.engine.core.parameters import Breaches, IsBreach, Steps
from kb.engine.core.play import Play
from kb.engine.core.position import Battle, Edit, Mark, Unit
from kb.engine.core.rules import candidates, effect_of, forbids, happens, holds, refuses
from kb.engine.units import came_by_sea, damaged, repair

# -- steps


Step = Callable[[Play], None]
#: the steps of combat by name; a rule set composes a cycle of them
STEPS: dict[str, Step] = {}
#: the steps at which a battle waits, each with the question whether there is anything to decide
WAITING: dict[str, Callable[[Play], bool]] = {}


def step(name: str, waits: Callable[[Play], bool] | None = None) -> Callable[[Step], Step]:
    """Return a decorator that registers a step of combat, at which the battle waits if ``waits`` returns True."""

    def take(function: Step) -> Step:
        """Register the step and return it."""
        STEPS[name] = function
        if waits:
            WAITING[name] = waits
        return function

    return take


# -- participants


def attackers_at(play: Play, space: str, power: str) -> list[Unit]:
    """Return the units with which a power would attack in a space: its own and others that fight for it, without those
    that can take no part or, by a rule, have fought this turn."""
    there = [unit for unit in play.position.at(space) if play.takes_part(unit)]
    own = [unit for unit in there if play.fights_for(unit, power)]
    return [unit for unit in own if not play.holds("one-battle-a-turn", unit=unit) and play.fights(unit)]


def defenders_at(play: Play, space: str, power: str) -> list[Unit]:
    """Return the enemy units of a power in a space that can be in a battle and that no rule keeps from defending."""
    there = [unit for unit in play.enemies_at(power, space) if play.takes_part(unit)]
    return [unit for unit in there if play.fights(unit)]


def pending_battles(play: Play, *powers: str) -> tuple[str, ...]:
    """Return the spaces of battles that are still to be fought: one of the ``powers``, by default of those whose turn
    it is, has units there that attack, and its enemies have units that defend."""
    return tuple(
        dict.fromkeys(
            space
            for power in powers or play.players
            for space in play.among_enemies(power)
            if attackers_at(play, space, power) and defenders_at(play, space, power)
        )
    )


def is_bound_to_fight(play: Play, unit: Unit) -> bool:
    """Return whether a unit among enemies has to fight: one on land, one that moved there, and others by a rule."""
    return (
        play.is_land(unit.at)
        or unit.has(Mark.COMBAT_MOVED)
        or play.holds("fleets-that-stay-among-enemies-fight", unit=unit)
    )


def must_be_fought(play: Play) -> tuple[str, ...]:
    """Return the pending battles that units of the powers whose turn it is must fight, and the battle in progress."""
    battle = play.position.battle
    unfinished = (battle.space,) if battle else ()
    bound = dict.fromkeys(
        space
        for power in play.players
        for space in pending_battles(play, power)
        if space not in unfinished
        and (
            any(is_bound_to_fight(play, unit) for unit in attackers_at(play, space, power))
            or belongs_to_an_assault(play, space, power)
        )
    )
    return (*unfinished, *(space for space in bound if play.ask("battle-is-due", True, space=space)))


def belongs_to_an_assault(play: Play, space: str, power: str) -> bool:
    """Return whether units of a power went ashore in ``space``, if it is a territory; if it is a sea zone, whether they
    went ashore from it or are bound for a landing from it."""
    if play.is_land(space):
        return any(came_by_sea(play, unit) for unit in attackers_at(play, space, power))
    own = (unit for unit in play.position.units.values() if play.fights_for(unit, power))
    return any(
        (unit.aboard and unit.bound and unit.at == space) or (came_by_sea(play, unit) and unit.came[-1] == space)
        for unit in own
    )


def attacked_spaces(play: Play, power: str) -> list[str]:
    """Return the spaces that a power attacks in its turn, once its combat moves are done.

    Land: hostile land that contains its combat units or that they will enter from the sea, and land taken this turn
    that no friend held. Sea zones: battles of units that moved or have to fight, and zones from which it lands troops.
    """
    own = [unit for unit in play.position.units.values() if play.fights_for(unit, power)]
    stands = {unit.at for unit in own if play.takes_part(unit)}
    passed = {space for unit in own if play.is_land_unit(unit) for space in unit.came}
    bound = {unit.bound for unit in own if unit.aboard and unit.bound}
    battles = pending_battles(play, power)
    attacked = [space for space in sorted(stands | bound) if play.is_land(space) and play.is_hostile(power, space)]
    taken = [land for land in sorted(stands | passed) if notes.CAPTURED.is_set(play.position, land)]
    attacked += [land for land in taken if play.is_land(land) and not play.allied(power, play.held_at_start(land))]
    for zone in sorted(space for space in stands if not play.is_land(space)):
        units = attackers_at(play, zone, power) if zone in battles else []
        fights = any(unit.has(Mark.COMBAT_MOVED) for unit in units)
        if not fights and any(is_bound_to_fight(play, unit) for unit in units):
            fights = play.ask("battle-is-due", True, space=zone)
        if fights or belongs_to_an_assault(play, zone, power):
            attacked.append(zone)
    return sorted(set(attacked))


# -- battles: their order, how they begin, how a cycle goes on, and how they end


@holds("{unit} has fought this turn.")
def one_battle_a_turn(play: Play, unit: Unit) -> bool:
    """A unit takes part in at most one battle in a turn."""
    return bool(unit.marks & {Mark.FOUGHT, Mark.RAIDED})


@refuses("{power} cannot fight in {space} unless both sides have units there that can fight.", Fight)
def battles_are_between_enemies(play: Play, action: Fight) -> Breaches:
    """There is a battle in a space only if units of both sides are there."""
    battle = play.position.battle
    if battle and battle.space == action.space:
        return
    if not attackers_at(play, action.space, action.power) or not defenders_at(play, action.space, action.power):
        yield {"power": action.power, "space": action.space}


@refuses("The battle in {unfinished} has to be finished before {space}.", Fight)
def one_battle_at_a_time(play: Play, action: Fight) -> Breaches:
    """Each battle is fought to its end before the next begins."""
    battle = play.position.battle
    if battle and battle.space != action.space:
        yield {"unfinished": battle.space, "space": action.space}


@tells(outcome_given="How it comes out is given, nothing is rolled")
@effect_of(Fight)
def fight(play: Play, action: Fight) -> None:
    """Begin the battle, or press the attack, up to the next decision or the end."""
    battle = play.position.battle
    if battle is None or battle.space != action.space:
        begin(play, action)
    cycle = play.rules.ruleset.steps
    if action.lost is not None or not cycle:  # these losses leave as casualties do, and nothing is rolled
        gone = play.change_battle(marked=frozenset(action.lost or ()).intersection(play.battle.units))
        play.emit("outcome-given", gone, space=action.space)
        STEPS["remove-casualties"](play)
        conclude(play)
        return
    number = cycle.index(play.battle.step) + 1 if play.battle.step else 0
    while (progress := take_step(play, number)) is Progress.GOES_ON:
        number = number % len(cycle) + 1
    if progress is Progress.OVER:
        conclude(play)


class Progress(Enum):
    """The state of a battle after a step of combat."""

    GOES_ON = auto()
    WAITS = auto()
    OVER = auto()


@tells(next_cycle="Another cycle", waits="")
def take_step(play: Play, number: int) -> Progress:
    """Take the step with this number in the cycle of combat, and return whether the battle then goes on, waits for a
    decision, or is over. The number after the last step begins the next cycle."""
    cycle = play.rules.ruleset.steps
    if not play.battle.marked:  # a battle goes on as long as casualties are on the board
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


@refuses("How a battle in {space} comes out is not known here: it has to be given.", Fight)
def outcomes_are_given(play: Play, action: Fight) -> IsBreach:
    """The combat rules of this game are not known here, so the losses of a battle have to be entered by the user."""
    return action.lost is None


@tells(battle_begins="{attackers} against {defenders}")
def begin(play: Play, action: Fight) -> None:
    """Begin the battle of an action: put the units in its space that attack and defend on the battle board."""
    play.announce("battle begins", space=action.space, power=action.power)
    attackers = attackers_at(play, action.space, action.power)
    defenders = defenders_at(play, action.space, action.power)
    began = tuple(sorted(Counter(unit.type for unit in attackers).items()))
    near = play.board.around(action.space)
    came = tuple(dict.fromkeys(u.came[-1] for u in attackers if near & {*u.came[-1:]} and not play.is_air(u)))
    battle = Battle(
        space=action.space,
        attacker=action.power,
        attackers=_ids(play, attackers),
        defenders=_ids(play, defenders),
        began=began,
        came=came,
        amphibious=any(came_by_sea(play, unit) for unit in attackers),
        decides=action.decides,
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
    """Return the ids of units, sorted by the board's order of types, by power and by id."""
    order = {unit.id: number for number, unit in enumerate(play.board.units)}
    return tuple(unit.id for unit in sorted(units, key=lambda unit: (order[unit.type], unit.power, unit.id)))


def over(play: Play) -> bool:
    """Return whether the battle is over: no attacker is left, no defender is left and the attacker cannot retreat, or
    a rule ends it with both sides left."""
    battle = play.battle
    if not battle.attackers:
        return True
    if battle.defenders:
        return play.ask("ends-undecided", False, space=battle.space)
    return not may_retreat(play)


def last_decision(play: Play) -> str:
    """Return the last step of a cycle at which a battle waits; empty if there is none."""
    return next((name for name in play.rules.ruleset.steps[::-1] if name in WAITING), "")


def may_retreat(play: Play) -> bool:
    """Return whether the attacker could retreat or break off, were it the time to decide."""
    battle = play.battle
    then = play.supposing([play.change_battle(step=last_decision(play))])
    walks = any(not play.is_air(unit) for unit in play.units(battle.attackers))
    return any(
        then.permits(Retreat(battle.attacker, battle.attackers, space)) for space in (battle.came if walks else ("",))
    )


@tells(battle_ends="The battle in {space} is over")
def conclude(play: Play) -> None:
    """End the battle: units return to the map, and an attacker that won on land takes it if one of its units can."""
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


@happens("Ships that were damaged outside a battle are also repaired.", "end of conduct-combat")
def ships_damaged_outside_a_battle_are_repaired(play: Play) -> None:
    """A ship that was hit during the combat move and fought no battle is whole again when combat is over."""
    repair(play, [unit for unit in damaged(play) if not notes.CONTESTED.is_set(play.position, unit.at)])


@candidates(Fight)
def possible_fights(play: Play, power: str) -> Iterator[Action]:
    """Yield the battle that is being fought, or each that is still to be fought."""
    battle = play.position.battle
    for space in (battle.space,) if battle else pending_battles(play, power):
        yield Fight(power, space)


# -- the order of battles


@refuses("The raids and rockets are over: {space} has been fought for.", Raid, Rocket)
def raids_and_rockets_come_first(play: Play) -> Breaches:
    """Strategic bombing raids[rocket? and rocket strikes] are resolved before all battles."""
    for space in notes.CONTESTED.set_about(play.position):
        yield {"space": space}


@refuses("The assault on {assault} comes before {space}.", Fight)
def assaults_come_before_other_battles(play: Play, action: Fight) -> Breaches:
    """Amphibious assaults are fought before all other battles."""
    # a sea battle that its power need not fight does not have to come first: after the landing it can no
    # longer be fought, and would block every other battle
    waiting = () if play.position.battle else pending_battles(play, action.power)
    assaults = [space for space in waiting if belongs_to_an_assault(play, space, action.power)]
    for space in assaults if action.space in waiting and action.space not in assaults else ():
        if play.ask("battle-is-due", True, space=space):
            yield {"assault": space, "space": action.space}


@forbids("The units in {space} need not be fought.", "battle-is-due")
def ignored_units_need_no_battle(play: Play, space: str) -> bool:
    """Enemy ships that do not make their sea zone hostile may be attacked, but do not have to be."""
    return not play.is_land(space) and not play.is_hostile(play.turn, space)


@holds("{unit} has stayed in a hostile sea zone and fights.", units="unit")
def fleets_that_stay_among_enemies_fight(play: Play) -> bool:
    """{units} that begin the turn in a sea zone made hostile by enemy units must leave it in the combat move or fight
    there."""
    return True


# -- press the attack or retreat: when a retreat is offered, who must go, and where to


@step("press-or-retreat", waits=lambda play: True)
def press_or_retreat(play: Play) -> None:
    """Do nothing: the battle waits here for the attacker to press on or retreat, and for submarines to submerge."""


@refuses("Units may retreat only at the end of a cycle of combat.", Retreat)
def retreat_has_its_step(play: Play, action: Retreat, *, steps: Steps) -> Breaches:
    """The attacker may retreat only at the end of a cycle of combat, in the step “{steps:or}”."""
    battle = play.position.battle
    now = battle.step if battle else ""
    if now not in steps and (battle or _enemies_to_retreat_from(play, action)):
        yield {"step": now}


@refuses("No enemy is left on the battle board to retreat from.", Retreat)
def retreat_needs_enemies(play: Play, action: Retreat) -> IsBreach:
    """The attacker cannot retreat when no enemy units are left in the battle."""
    battle = play.position.battle
    return not (battle.defenders if battle else _enemies_to_retreat_from(play, action))


def _enemies_to_retreat_from(play: Play, action: Retreat) -> list[Unit]:
    """Return the enemies that defend the spaces of the action's units. Ask only if no battle is being fought."""
    spaces = dict.fromkeys(unit.at for unit in play.units(action.units))
    return [enemy for space in spaces for enemy in defenders_at(play, space, action.power)]


@refuses("{unit} is not attacking and cannot retreat.", Retreat)
def only_attackers_retreat(play: Play, unit: Unit) -> IsBreach:
    """Only the attacking units of a battle may retreat. Defending units may not."""
    battle = play.position.battle
    return battle is not None and unit.id not in battle.attackers


@refuses("{unit} has to retreat with the rest of the attackers.", Retreat)
def attackers_retreat_together(play: Play, action: Retreat) -> Breaches:
    """All attacking units that may retreat do so together, or none of them does."""
    battle = play.position.battle
    for unit in who_retreats(play, battle) if battle else ():
        if unit.id not in action.units:
            yield {"unit": unit}


def who_retreats(play: Play, battle: Battle) -> list[Unit]:
    """Return the units that a retreat takes along: all attackers, or in an assault only those that may retreat."""
    units = play.units(battle.attackers)
    if battle.amphibious and play.on("land-units-stay-in-an-assault"):
        return [unit for unit in units if play.is_air(unit) or _may_walk_back(play, unit)]
    return units


def _may_walk_back(play: Play, unit: Unit) -> bool:
    """Return whether a rule lets a unit retreat from an amphibious assault because it did not come from the sea."""
    return play.holds("overland-units-retreat-from-an-assault", unit=unit)


@refuses("{unit} cannot retreat from an amphibious assault.", Retreat)
def land_units_stay_in_an_assault(play: Play, unit: Unit) -> IsBreach:
    """Land units do not retreat from an amphibious assault."""
    battle = play.position.battle
    return battle is not None and battle.amphibious and play.is_land_unit(unit) and not _may_walk_back(play, unit)


@holds("{unit} did not come from the sea and may retreat.")
def overland_units_retreat_from_an_assault(play: Play, unit: Unit) -> bool:
    """Units that did not come from the sea may retreat from an amphibious assault if at least one land unit of the
    attack came overland. Aircraft may break off from any assault, all together."""
    battle = play.position.battle
    by_land = battle is not None and any(play.is_land(space) for space in battle.came)
    return by_land and not came_by_sea(play, unit)


@refuses("No land or sea unit of the attack came straight from {space}.", Retreat)
def retreat_to_where_they_came_from(play: Play, action: Retreat) -> Breaches:
    """Attacking land units and ships retreat to one space next to the battle, from which at least one of them came.
    Aircraft leave the battle and land in the noncombat move."""
    battle = play.position.battle
    walkers = [unit for unit in play.units(action.units) if not play.is_air(unit)]
    if battle and walkers:
        dry = any(play.is_land_unit(unit) and not came_by_sea(play, unit) for unit in walkers)
        if action.space not in battle.came or (dry and play.is_sea(action.space)):
            yield {"space": action.space}


@refuses("{space} is hostile.", Retreat)
def retreat_to_a_friendly_space(play: Play, action: Retreat) -> IsBreach:
    """The attackers can retreat only to a friendly space."""
    return bool(action.space) and play.is_hostile(action.power, action.space)


@refuses("{space} was hostile when the turn began.", Retreat)
def retreat_to_a_space_friendly_at_the_start(play: Play, action: Retreat) -> IsBreach:
    """Attacking ships can retreat only to a sea zone that was friendly when their turn began. Land units can also
    retreat to land that was taken this turn, such as land through which they blitzed."""
    if not action.space or play.is_land(action.space) or play.is_hostile(action.power, action.space):
        return False
    return play.at_start.is_hostile(action.power, action.space)


@effect_of(Retreat)
def retreat(play: Play, action: Retreat) -> None:
    """Move land and sea units with their cargo to the space of the action; aircraft leave the battle and stay in the
    air. End the battle if it is then over."""
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
    """Yield the retreat of all units that retreat together, to each space that the attack came from. Yield also the
    retreat of all aircraft, without a space."""
    battle = play.position.battle
    if battle is None:
        return
    going = [unit.id for unit in who_retreats(play, battle)]
    for space in battle.came if going else ():
        yield Retreat(power, tuple(going), space)
    planes = [unit.id for unit in play.units(battle.attackers) if play.is_air(unit)]
    if planes:
        yield Retreat(power, tuple(planes))
