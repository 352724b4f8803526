"""Submarines: opening fire, who fires first, who finds them, when they submerge and surface."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kb.engine.battle import conclude, over, step
from kb.engine.core.actions import Action, tells
from kb.engine.core.parameters import Breaches, Fact, IsBreach, Names, Steps, Units
from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit
from kb.engine.core.rules import candidates, changes, effect_of, forbids, happens, holds, refuses
from kb.engine.fire import assign, fires_this_cycle, guns_fire, volley


@dataclass(frozen=True, slots=True)
class Submerge(Action):
    """Take submarines out of the battle."""

    name = "submerge"
    on_turn = False

    units: tuple[int, ...]


@refuses("{unit} may submerge only in the step “{steps}” of a cycle.", Submerge)
def submerging_has_its_step(play: Play, action: Submerge, *, attackers: Steps, defenders: Steps) -> Breaches:
    """Submarines submerge only in certain steps of a cycle of combat: attacking ones in “{attackers:or}”, defending
    ones in “{defenders:or}”. The steps are: {steps-of-a-cycle}."""
    battle = play.position.battle
    now = battle.step if battle else ""
    for unit in play.units(action.units):
        attacks = battle and unit.id in battle.attackers
        steps = attackers if attacks else defenders
        if now not in steps:
            yield {"unit": unit, "steps": steps}


@forbids("Submarines in {space} may still submerge.", "ends-undecided")
def submarines_may_submerge_before_the_end(play: Play) -> bool:
    """A battle in which no unit can hit another ends after its submarines could submerge, if this is wanted."""
    battle, cycle = play.battle, play.rules.ruleset.steps
    later = cycle[cycle.index(battle.step) + 1 :] if battle.step else cycle
    unfired = battle.decides and battle.round == 1 and not battle.fired
    thens = [play.supposing([play.change_battle(step=name)]) for name in later] if unfired else []
    return any(then.permits(Submerge(unit.power, (unit.id,))) for then in thens for unit in play.units(battle.units))


@refuses("{unit} cannot submerge.", Submerge)
def only_submarines_submerge(play: Play, unit: Unit, *, submerging_units: Fact) -> IsBreach:
    """Only {submerging_units} submerge."""
    return unit.type not in submerging_units


@refuses("{unit} is not {power}'s.", Submerge)
def owners_submerge_their_submarines(play: Play, action: Submerge, unit: Unit) -> IsBreach:
    """A submarine's owner decides whether it submerges."""
    return unit.power != action.power


@tells(submerged="Submerged: {units}")
@effect_of(Submerge)
def submerge(play: Play, action: Submerge) -> None:
    """Mark the submarines as submerged and take them off the battle board. Conclude the battle if it is then over."""
    units = play.units(action.units)
    edits = list(play.put(*(unit.marked(Mark.SUBMERGED, Mark.FOUGHT) for unit in units)))
    battle = play.position.battle
    if battle:
        edits.append(play.leave_battle(action.units))
    play.emit("submerged", *edits, units=units, space=units[0].at if units else "")
    if battle and over(play):
        conclude(play)


def _any_may_submerge(play: Play, step: str) -> bool:
    """Return whether a submarine on the board may submerge at a step. If none may, the trace has the reason."""
    then = play.supposing([play.change_battle(step=step)])
    own = [unit for unit in play.units(play.battle.units) if unit.type in play.fact("submerging-units")]
    refused = [tuple(then.refusals(Submerge(unit.power, (unit.id,)))) for unit in own]
    if all(refused):
        for reason in (reason for reasons in refused for reason in reasons):
            play.fired(reason.rule, **reason.facts)
    return not all(refused)


@step("attackers-submerge", waits=lambda play: _any_may_submerge(play, "attackers-submerge"))
def attackers_submerge(play: Play) -> None:
    """Do nothing: the battle waits here if submarines of the attacker may submerge."""


@step("defenders-submerge", waits=lambda play: _any_may_submerge(play, "defenders-submerge"))
def defenders_submerge(play: Play) -> None:
    """Do nothing: the battle waits here if submarines of the defender may submerge."""


@happens("Submerged submarines surface.", "battle over")
def submarines_surface_after_the_battle(play: Play, space: str) -> None:
    """Submerged submarines surface when the battle is over."""
    surface(play, [unit for unit in play.position.at(space) if unit.has(Mark.SUBMERGED)])


@tells(surfaced="Surfaced: {units}")
def surface(play: Play, units: list[Unit]) -> None:
    """Remove the mark of submerged submarines from units."""
    if units:
        play.emit("surfaced", *play.put(*(unit.unmarked(Mark.SUBMERGED) for unit in units)), units=units)


@happens("Submerged submarines surface.", "end of noncombat-move")
def submarines_surface(play: Play) -> None:
    """Submerged submarines surface at the end of the noncombat move of the power whose turn it is."""
    surface(play, [unit for unit in play.position.units.values() if unit.has(Mark.SUBMERGED)])


@candidates(Submerge)
def possible_submerging(play: Play, power: str) -> Iterator[Action]:
    """Yield the submerging of each unit of the battle that is being fought, of whatever type and power."""
    battle = play.position.battle
    for unit in play.units(battle.units) if battle else ():
        yield Submerge(unit.power, (unit.id,))


# -- opening fire: guns and bombarding ships, and submarines, which destroyers and aircraft find, or which submerge


@step("opening-fire")
def opening_fire(play: Play) -> None:
    """Announce opening fire, so that rules let units fire, in the order of the rule set."""
    play.announce("opening fire")


@holds("Guns and bombarding ships have left the battle board.")
def support_leaves_after_the_first_opening_fire(play: Play, round: int) -> bool:
    """Antiaircraft guns and bombarding ships fire in the first cycle of a battle only."""
    return round != 1


@happens("The gun fires at the attacking aircraft.", "opening fire")
def guns_fire_in_opening_fire(play: Play) -> None:
    """Antiaircraft guns in an attacked territory fire at the attacker's aircraft."""
    battle = play.battle
    if not play.is_land(battle.space) or not fires_this_cycle(play):
        return
    planes = [unit for unit in play.units(battle.attackers) if play.is_air(unit)]
    if planes:
        left = {unit.id for unit in guns_fire(play, battle.space, planes, "antiaircraft")}
        guns = [unit for unit in play.units(battle.defenders) if unit.type in play.fact("antiaircraft-guns")]
        if guns:
            fired = play.battle.fired.union(gun.id for gun in guns)
            play.emit("fired", play.change_battle(fired=fired), units=guns, what="antiaircraft")
        gone = {unit.id for unit in planes} - left
        if gone:
            play.emit("off-the-board", play.leave_battle(gone), units=[])


@happens("The submarines of both sides fire.", "opening fire")
def submarines_fire_in_opening_fire(play: Play, *, units: Units) -> None:
    """{units} with a first strike fire in the opening fire of every cycle of combat."""
    battle = play.battle
    first = [u for u in play.units(battle.units) if u.type in units and play.ask("strikes-first", True, unit=u)]
    own = [unit for unit in first if unit.id in battle.attackers]
    theirs = [unit for unit in first if unit.id in battle.defenders]
    if own:
        assign(play, volley(play, own, True, "submarines"), battle.defenders)
    if theirs:
        assign(play, volley(play, theirs, False, "submarines"), battle.attackers)


# -- submarines and destroyers


def is_attacking(play: Play, unit: Unit) -> bool:
    """Return whether a unit is on the attacker's side of the battle board."""
    return unit.id in play.battle.attackers


def opposed_by(play: Play, unit: Unit, types: Names) -> bool:
    """Return whether a unit of one of the types is on the other side of the battle board."""
    battle = play.battle
    other = battle.defenders if unit.id in battle.attackers else battle.attackers
    return any(enemy.type in types for enemy in play.units(other))


@forbids("{unit} cannot strike by surprise: an enemy destroyer is there.", "strikes-first")
def destroyers_cancel_the_surprise_strike(play: Play, unit: Unit, *, units: Units) -> bool:
    """Submarines that face {units:a} of the enemy have no surprise strike: they fire together with the other units."""
    return opposed_by(play, unit, units)


@forbids("{unit} is defending and does not have a first strike.", "strikes-first")
def only_attacking_submarines_strike_first(play: Play, unit: Unit) -> bool:
    """Only submarines that attack strike first."""
    return not is_attacking(play, unit)


@forbids("{shooter} cannot hit {target} without a destroyer.", "can-hit", units="target")
def aircraft_hit_submarines_beside_a_destroyer(play: Play, shooter: Unit, target: Unit, *, beside: Units) -> bool:
    """Aircraft can hit {units} only if {beside:a} fights on their side."""
    if not play.is_air(shooter):
        return False
    if opposed_by(play, target, beside):
        return False
    return not play.holds("a-bystanding-destroyer-spots-submarines", target=target, watch=beside)


@holds("An allied destroyer in the sea zone lets aircraft hit {target}.")
def a_bystanding_destroyer_spots_submarines(play: Play, target: Unit, watch: Names) -> bool:
    """An ally's destroyer that is in the sea zone but not in the battle also lets aircraft hit submarines."""
    return not is_attacking(play, target) and any(unit.type in watch for unit in bystanders(play))


def bystanders(play: Play) -> list[Unit]:
    """Return the ships in the zone of the battle that belong to allies of the attacker and do not attack."""
    battle = play.battle
    there = [
        unit for unit in play.position.at(battle.space) if unit.id not in battle.attackers and play.takes_part(unit)
    ]
    return [u for u in there if play.allied(battle.attacker, u.power) and play.is_ship(u)]


@changes("Ships of the attacker's allies stand in the line of fire.", "units-that-take-hits")
def bystanders_take_hits(play: Play, answer: tuple[int, ...]) -> tuple[int, ...]:
    """The defender's hits can fall on ships of the attacker's allies that are in the sea zone."""
    if not set(answer) & set(play.battle.attackers):
        return answer
    return answer + tuple(unit.id for unit in bystanders(play))


@refuses("{unit} cannot submerge: an enemy destroyer is there.", Submerge)
def destroyers_keep_submarines_up(play: Play, unit: Unit, *, units: Units) -> IsBreach:
    """A submarine that faces {units:a} of the enemy in battle cannot submerge."""
    submerges = play.position.battle is not None and unit.type in play.fact("submerging-units")
    return submerges and opposed_by(play, unit, units)


@refuses("{unit} has been hit and can no longer submerge.", Submerge)
def hit_submarines_do_not_submerge(play: Play, unit: Unit) -> IsBreach:
    """A submarine that was chosen as a casualty may not submerge."""
    battle = play.position.battle
    return battle is not None and unit.id in battle.marked


@refuses("{unit} does not take part in the battle and cannot submerge.", Submerge)
def bystanders_do_not_submerge(play: Play, unit: Unit) -> IsBreach:
    """Only submarines that take part in the battle may submerge."""
    battle = play.position.battle
    return battle is not None and unit.id not in battle.units
