"""Fire: the steps in which both sides fire, strengths, dice, targets, casualties, and units without protection."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from itertools import compress, product
from operator import or_

from kb.engine.battle.battle_board import step
from kb.engine.battle.fire import anyone_left, assign, fires_this_cycle, hits_to_take, remove, strengths, unhit, volley
from kb.engine.combat.fight import last_decision, may_retreat
from kb.engine.core.play import Play
from kb.engine.core.points import Strengths, WaitingHits
from kb.engine.core.position import Unit
from kb.engine.core.rules import Names, Number, Technologies, Units, allows, changes, forbids, happens, holds
from kb.engine.core.table import Pick
from kb.engine.units.kinds import Equal


@holds("{unit} has fired in this cycle.")
def one_shot_a_cycle(play: Play, unit: Unit) -> bool:
    """A unit fires once in each cycle of combat."""
    return unit.id in play.battle.fired


@step("attackers-fire")
def attackers_fire(play: Play) -> None:
    """The attacker's units fire."""
    battle = play.battle
    shooters = [unit for unit in play.units(battle.attackers) if _fires(play, unit)]
    hits = volley(play, shooters, True, "attackers-fire") if anyone_left(play, battle.defenders) else []
    if play.holds("defenders-pick-before-they-fire"):
        assign(play, hits, battle.defenders)
    elif hits:
        play.emit("hits-wait", play.change_battle(pending=tuple((unit.id, number) for unit, number in hits)))


@holds("The defender picks his casualties before his units fire.")
def defenders_pick_before_they_fire(play: Play) -> bool:
    """The defender picks casualties before the defending units fire."""
    return True


@step("defenders-fire")
def defenders_fire(play: Play) -> None:
    """The defender's units fire, those just hit included."""
    battle = play.battle
    shooters = [unit for unit in play.units(battle.defenders) if _fires(play, unit)]
    if anyone_left(play, battle.attackers):
        assign(play, volley(play, shooters, False, "defenders-fire"), battle.attackers)


def _fires(play: Play, unit: Unit) -> bool:
    hit = unit.id in play.battle.marked and not play.holds("casualties-fire-before-they-leave", unit=unit)
    return not hit and not play.holds("one-shot-a-cycle", unit=unit)


@holds("{unit} is hit, and fires before it leaves.")
def casualties_fire_before_they_leave(play: Play) -> bool:
    """A unit that was chosen as a casualty still fires as long as it is on the battle board."""
    return True


@changes("Artillery supports infantry, one for one.", "strengths")
def artillery_supports_infantry(
    play: Play,
    answer: Strengths,
    units: list[Unit],
    attacking: bool,
    *,
    supporters: Units,
    supported: Units,
    attack: Number,
) -> Strengths:
    """Each {supporters:one} lets one {supported:one} attack at {attack}. It does not add to another bonus."""
    if not attacking:
        return answer
    guns = [unit for unit in units if unit.type in supporters]
    left = sum(play.ask("advanced-artillery-supports-more", 1, unit=unit) for unit in guns)
    raised = dict(answer)
    for unit in units:
        if left and unit.type in supported and raised[unit.id] < attack:
            raised[unit.id] = attack
            left -= 1
    return raised


@changes("Paired units attack at a higher number.", "strengths")
def pairs_attack_better(
    play: Play, answer: Strengths, units: list[Unit], attacking: bool, *, units_: Units, beside: Units, attack: Number
) -> Strengths:
    """{units} attack at {attack} beside {beside:or}, one for each fighter or tank."""
    able = [unit for unit in units if unit.type in units_]
    return _paired(answer, units, able, beside, attack) if attacking else answer


@changes("Beside tanks it attacks at a higher number.", "strengths")
def better_mechanized_infantry_attacks_beside_tanks(
    play: Play,
    answer: Strengths,
    units: list[Unit],
    attacking: bool,
    *,
    technologies: Technologies,
    units_: Units,
    beside: Units,
    attack: Number,
) -> Strengths:
    """{technologies}: {units} attacks at {attack} beside {beside}, one for each tank."""
    able = [unit for unit in units if play.gains(unit, units_, technologies)]
    return _paired(answer, units, able, beside, attack) if attacking else answer


def _paired(answer: Strengths, units: list[Unit], able: list[Unit], beside: Names, attack: int) -> Strengths:
    """The strengths, with another attack value for as many of the able as there are units of types beside them."""
    partners = sum(unit.type in beside for unit in units)
    return {**answer, **{unit.id: attack for unit in able[:partners]}}


@changes("{unit} supports {now} infantry.")
def advanced_artillery_supports_more(
    play: Play, answer: int, unit: Unit, *, technologies: Technologies, number: Number
) -> int:
    """With the technology {technologies}, each artillery supports {number} infantry."""
    return number if play.has_technology(unit.power, technologies) else answer


@changes("Jet fighters defend at a higher number.", "strengths")
def jet_fighters_defend_better(
    play: Play,
    answer: Strengths,
    units: list[Unit],
    attacking: bool,
    *,
    technologies: Technologies,
    units_: Units,
    defense: Number,
) -> Strengths:
    """{technologies}: {units} defend at {defense}."""
    return answer if attacking else _set(play, answer, units, units_, technologies, defense)


@changes("Jet fighters attack at a higher number.", "strengths")
def jet_fighters_attack_better(
    play: Play,
    answer: Strengths,
    units: list[Unit],
    attacking: bool,
    *,
    technologies: Technologies,
    units_: Units,
    attack: Number,
) -> Strengths:
    """{technologies}: {units} attack at {attack}."""
    return _set(play, answer, units, units_, technologies, attack) if attacking else answer


@changes("Super submarines attack at a higher number.", "strengths")
def super_submarines_attack_better(
    play: Play,
    answer: Strengths,
    units: list[Unit],
    attacking: bool,
    *,
    technologies: Technologies,
    units_: Units,
    attack: Number,
) -> Strengths:
    """{technologies}: {units} attack at {attack}."""
    return _set(play, answer, units, units_, technologies, attack) if attacking else answer


def _set(
    play: Play, answer: Strengths, units: Sequence[Unit], types: Names, technologies: Names, strength: int
) -> Strengths:
    """The strengths, with that of the units of some types whose power has a technology set."""
    return {**answer, **{unit.id: strength for unit in units if play.gains(unit, types, technologies)}}


@changes("{unit} rolls {now} dice.")
def heavy_bombers_roll_two_dice(
    play: Play, answer: int, unit: Unit, attacking: bool, *, technologies: Technologies, units: Units, dice: Number
) -> int:
    """With the technology {technologies}, each {units:one} attacks with {dice:die}."""
    if attacking and unit.type in units and play.has_technology(unit.power, technologies):
        return dice
    return answer


@changes("Of its dice {unit} uses the best one.")
def heavy_bombers_hit_once(play: Play, answer: int, unit: Unit, *, technologies: Technologies, units: Units) -> int:
    """{technologies}: only the best of the dice of {units:a} counts, so it scores at most one hit."""
    return min(answer, 1) if play.gains(unit, units, technologies) else answer


@forbids("{shooter} cannot hit {target}.", "can-hit")
def only_ships_are_hit_by_submarines(play: Play, shooter: Unit, target: Unit, *, units: Units) -> bool:
    """{units} can hit ships only, not aircraft."""
    return shooter.type in units and (not play.is_ship(target))


# -- casualties


@changes("Hits are placed so that as many as possible take effect.")
def no_hit_is_wasted(play: Play, answer: list[Pick], later: WaitingHits) -> list[Pick]:
    """Hits must be assigned so that as many of them as possible take effect."""
    groups = [(hits_to_take(play, unhit(play, may)), hits) for may, hits in later]
    fitting = [_fitting(groups, _room_taken(pick)) for pick in answer]
    most = max(fitting)
    return [pick for pick, fits in zip(answer, fitting, strict=True) if fits == most]


def _room_taken(pick: Pick) -> Counter[Equal]:
    """The hits that a pick places on units that are equal but for damage."""
    taken = Counter[Equal]()
    for power, kind, hits in pick:
        taken[power, kind.sound] += hits
    return taken


def _fitting(groups: list[tuple[Counter[Equal], int]], gone: Counter[Equal]) -> int:
    """How many hits can still be placed: a maximum flow from groups of hits to targets, found as the minimum cut.

    A cut is all hits of some groups, and the room of all targets of the others.
    """
    return min(
        sum(hits for (_, hits), fills in zip(groups, filling, strict=True) if not fills)
        + (reduce(or_, compress((room for room, _ in groups), filling), Counter[Equal]()) - gone).total()
        for filling in product((False, True), repeat=len(groups))
    )


@changes("The owners agree which of their units it is; where defenders do not, the attacker chooses.")
def powers_agree_or_the_attacker_chooses(play: Play, units: Sequence[Unit]) -> tuple[str, ...]:
    """Choices about units of several powers are made by these powers together. If defenders do not agree on
    casualties, the attacker chooses."""
    attacker = (play.position.battle.attacker,) if play.position.battle else ()
    owners = sorted({unit.power for unit in units})
    return (str(play.rules.sides[owners[0]]), *owners, *attacker)


@step("remove-opening-casualties")
def remove_opening_casualties(play: Play) -> None:
    """What opening fire hit leaves the board, unless a rule lets it stay."""
    gone = [
        unit
        for unit in play.units(sorted(play.battle.marked))
        if play.ask("leaves-after-opening-fire", True, unit=unit)
    ]
    remove(play, gone)


@step("remove-casualties")
def remove_casualties(play: Play) -> None:
    """All casualties leave the board."""
    if waiting := play.battle.pending:
        play.emit("hits-fall", play.change_battle(pending=()))
        assign(play, [(play.position.units[unit], number) for unit, number in waiting], play.battle.defenders)
    remove(play, play.units(sorted(play.battle.marked)))


@forbids("{unit} stays on the board until all casualties leave: its side has a destroyer.", "leaves-after-opening-fire")
def a_destroyer_lets_casualties_of_submarines_fire(play: Play, unit: Unit, *, units: Units) -> bool:
    """If its side has {units:a}, a unit that submarines hit stays on the board and may fire until all casualties are
    removed."""
    battle = play.battle
    side = battle.attackers if unit.id in battle.attackers else battle.defenders
    at_sea = play.is_sea(battle.space)
    return at_sea and any(other.type in units for other in play.units(side))


# -- units without protection, and battles in which nobody can hit anybody any more


def can_harm(play: Play, shooters: Sequence[Unit], targets: Sequence[Unit], attacking: bool) -> bool:
    """Whether any of the shooters has a shot that can be put on any of the targets."""
    apart = play.supposing(())
    values = strengths(apart, shooters, attacking)
    armed = [unit for unit in shooters if values[unit.id] > 0]
    return any(apart.ask("can-hit", True, shooter=unit, target=target) for unit in armed for target in targets)


def guns_will_fire(play: Play, guns: Sequence[Unit], targets: Sequence[Unit]) -> bool:
    """Whether antiaircraft guns of a side still fire at aircraft of the other in this battle."""
    ready = {unit.id for unit in guns if unit.type in play.fact("antiaircraft-guns")} - play.battle.fired
    return bool(ready) and any(play.is_air(unit) for unit in targets) and fires_this_cycle(play)


@holds("{unit} is lost only where nothing else can be.")
def transports_are_chosen_last(play: Play, unit: Unit, *, units: Units) -> bool:
    """{units} are chosen last: one becomes a casualty only if no other unit can take the hit."""
    return unit.type in units


@happens("What can no longer be saved is lost without further dice.", "between steps")
def defenseless_transports_are_swept(play: Play, *, units: Units) -> None:
    """When only one side can still hit anything, {units} of the other side that can no longer be saved are removed
    without further dice."""
    for attacking in (False, True):
        battle = play.battle
        own, other = play.units(battle.defenders), play.units(battle.attackers)
        if attacking:
            own, other = other, own
        doomed = [unit for unit in own if unit.type in units]
        if not doomed or can_harm(play, own, other, attacking) or guns_will_fire(play, own, other):
            continue
        if not can_harm(play, other, doomed, not attacking):
            continue
        if not play.holds("transports-that-can-retreat-are-not-defenseless", attacking=attacking):
            remove(play, doomed)


@holds("The transports can still retreat and are not defenseless.")
def transports_that_can_retreat_are_not_defenseless(play: Play, attacking: bool) -> bool:
    """An attacker's transport that can retreat before it is hit is not defenseless."""
    return attacking and may_retreat(play)


@allows("Nobody in {space} can hit anybody any more.", "ends-undecided")
def nobody_can_hit_anybody(play: Play, space: str) -> bool:
    """A battle is over when neither side can hit the other any more."""
    if not play.is_sea(space):
        return False
    battle = play.battle
    attackers, defenders = play.units(battle.attackers), play.units(battle.defenders)
    return not can_harm(play, attackers, defenders, True) and not can_harm(play, defenders, attackers, False)


@forbids("Only transports are left in {space}: those of the attacker may stay or retreat.", "ends-undecided")
def transports_alone_stay_or_retreat(play: Play, *, units: Units) -> bool:
    """If only {units} are left in a sea battle, those of the attacker may stay or retreat before the battle is over."""
    battle = play.battle
    alone = all(unit.type in units for unit in play.units(battle.units))
    return alone and battle.step != last_decision(play) and may_retreat(play)
