"""Fire: the steps in which both sides fire, strengths, dice, targets, casualties, and units without protection."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from itertools import compress, product
from operator import or_

from kb.engine import moments, questions
from kb.engine.battle.battle_board import change_battle, step, the_battle
from kb.engine.battle.fire import anyone_left, assign, fires_this_cycle, hits_to_take, remove, strengths, unhit, volley
from kb.engine.board.powers import gains, has_technology
from kb.engine.board.printed import is_kind, is_sea
from kb.engine.combat.fight import last_decision, may_retreat
from kb.engine.core import given
from kb.engine.core.facts import ANTIAIRCRAFT_GUNS
from kb.engine.core.given import Names
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.registry import answers, happens
from kb.engine.core.table import Pick
from kb.engine.questions import Strengths, WaitingHits
from kb.engine.units.kinds import Equal
from kb.games.board_model import UnitKind


@answers("{unit} has fired in this cycle.", questions.fires_again)
def one_shot_a_cycle(play: Play, answer: bool, unit: Unit) -> bool:
    """A unit fires once in each cycle of combat."""
    return answer and unit.id not in the_battle(play).fired


@step("attackers-fire")
def attackers_fire(play: Play) -> None:
    """The attacker's units fire."""
    battle = the_battle(play)
    shooters = [unit for unit in play.units(battle.attackers) if _fires(play, unit)]
    hits = volley(play, shooters, True, "attackers-fire") if anyone_left(play, battle.defenders) else []
    if play.ask(questions.picked_at_once, space=battle.space):
        assign(play, hits, battle.defenders)
    elif hits:
        play.emit("hits-wait", change_battle(play, pending=tuple((unit.id, number) for unit, number in hits)))


@answers("The defender picks his casualties before his units fire.", questions.picked_at_once)
def defenders_pick_before_they_fire(play: Play, answer: bool, space: str) -> bool:
    """The defender picks casualties before the defending units fire."""
    return True


@step("defenders-fire")
def defenders_fire(play: Play) -> None:
    """The defender's units fire, those just hit included."""
    battle = the_battle(play)
    shooters = [unit for unit in play.units(battle.defenders) if _fires(play, unit)]
    if anyone_left(play, battle.attackers):
        assign(play, volley(play, shooters, False, "defenders-fire"), battle.attackers)


def _fires(play: Play, unit: Unit) -> bool:
    hit = unit.id in the_battle(play).marked and not play.ask(questions.fires_though_hit, unit=unit)
    return not hit and play.ask(questions.fires_again, unit=unit)


@answers("{unit} is hit, and fires before it leaves.", questions.fires_though_hit)
def casualties_fire_before_they_leave(play: Play, answer: bool, unit: Unit) -> bool:
    """A unit that was chosen as a casualty still fires as long as it is on the battle board."""
    return True


@answers("Artillery supports infantry, one for one.", questions.strengths)
def artillery_supports_infantry(
    play: Play,
    answer: Strengths,
    units: list[Unit],
    attacking: bool,
    *,
    supporters: Names = given.units("the types that support"),
    supported: Names = given.units("the types that are supported"),
    attack: int = given.number("the attack value of a supported unit"),
) -> Strengths:
    """Each {supporters:one} lets one {supported:one} attack at {attack}. It does not add to another bonus."""
    if not attacking:
        return answer
    guns = [unit for unit in units if unit.type in supporters]
    left = sum(play.ask(questions.supports, unit=unit) for unit in guns)
    raised = dict(answer)
    for unit in units:
        if left and unit.type in supported and raised[unit.id] < attack:
            raised[unit.id] = attack
            left -= 1
    return raised


@answers("Paired units attack at a higher number.", questions.strengths)
def pairs_attack_better(
    play: Play,
    answer: Strengths,
    units: list[Unit],
    attacking: bool,
    *,
    types: Names = given.units("the types that attack better", key="units"),
    beside: Names = given.units("the types that they need beside them"),
    attack: int = given.number("their attack value then"),
) -> Strengths:
    """{units} attack at {attack} beside {beside:or}, one for each fighter or tank."""
    able = [unit for unit in units if unit.type in types]
    return _paired(answer, units, able, beside, attack) if attacking else answer


@answers("Beside tanks it attacks at a higher number.", questions.strengths)
def better_mechanized_infantry_attacks_beside_tanks(
    play: Play,
    answer: Strengths,
    units: list[Unit],
    attacking: bool,
    *,
    technologies: Names = given.technologies("the technologies with which this holds"),
    types: Names = given.units("the types that attack better", key="units"),
    beside: Names = given.units("the types that they need beside them"),
    attack: int = given.number("their attack value then"),
) -> Strengths:
    """{technologies}: {units} attacks at {attack} beside {beside}, one for each tank."""
    able = [unit for unit in units if gains(play, unit, types, technologies)]
    return _paired(answer, units, able, beside, attack) if attacking else answer


def _paired(answer: Strengths, units: list[Unit], able: list[Unit], beside: Names, attack: int) -> Strengths:
    """The strengths, with another attack value for as many of the able as there are units of types beside them."""
    partners = sum(unit.type in beside for unit in units)
    return {**answer, **{unit.id: attack for unit in able[:partners]}}


@answers("{unit} supports {now} infantry.", questions.supports)
def advanced_artillery_supports_more(
    play: Play,
    answer: int,
    unit: Unit,
    *,
    technologies: Names = given.technologies("the technologies with which this holds"),
    number: int = given.number("how many units one artillery supports"),
) -> int:
    """With the technology {technologies}, each artillery supports {number} infantry."""
    return number if has_technology(play, unit.power, technologies) else answer


def _technology_sets(name: str, who: str, verb: str, key: str) -> None:
    """Declare a rule by which a technology sets the attack or the defense, the ``key``, of some types."""

    about = f"{{technologies}}: {{units}} {verb} at {{{key}}}."

    @answers(f"{who} {verb} at a higher number.", questions.strengths, name=name, about=about)
    def technology_sets(
        play: Play,
        answer: Strengths,
        units: list[Unit],
        attacking: bool,
        *,
        technologies: Names = given.technologies("the technologies with which this holds"),
        types: Names = given.units(f"the types that {verb} better", key="units"),
        strength: int = given.number(f"their {key} value", key=key),
    ) -> Strengths:
        if attacking != (key == "attack"):
            return answer
        return {**answer, **{unit.id: strength for unit in units if gains(play, unit, types, technologies)}}


_technology_sets("jet-fighters-defend-better", "Jet fighters", "defend", "defense")
_technology_sets("jet-fighters-attack-better", "Jet fighters", "attack", "attack")
_technology_sets("super-submarines-attack-better", "Super submarines", "attack", "attack")


@answers("{unit} rolls {now} dice.", questions.dice_rolled)
def heavy_bombers_roll_two_dice(
    play: Play,
    answer: int,
    unit: Unit,
    attacking: bool,
    *,
    technologies: Names = given.technologies("the technologies with which this holds"),
    units: Names = given.units("the types that roll more dice"),
    dice: int = given.number("how many dice each rolls"),
) -> int:
    """With the technology {technologies}, each {units:one} attacks with {dice:die}."""
    if attacking and unit.type in units and has_technology(play, unit.power, technologies):
        return dice
    return answer


@answers("Of its dice {unit} uses the best one.", questions.hits_that_count)
def heavy_bombers_hit_once(
    play: Play,
    answer: int,
    unit: Unit,
    *,
    technologies: Names = given.technologies("the technologies with which this holds"),
    units: Names = given.units("the types whose best die counts"),
) -> int:
    """{technologies}: only the best of the dice of {units:a} counts, so it scores at most one hit."""
    return min(answer, 1) if gains(play, unit, units, technologies) else answer


@answers("{shooter} cannot hit {target}.", questions.can_hit)
def only_ships_are_hit_by_submarines(
    play: Play,
    answer: bool,
    shooter: Unit,
    target: Unit,
    *,
    units: Names = given.units("the types that hit ships only"),
) -> bool:
    """{units} can hit ships only, not aircraft."""
    return answer and not (shooter.type in units and not is_kind(play, target, UnitKind.SHIP))


# -- casualties


@answers("Hits are placed so that as many as possible take effect.", questions.ways_to_place_hits)
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


@answers(
    "The owners agree which of their units it is; where defenders do not, the attacker chooses.",
    questions.chooses_for_several,
)
def powers_agree_or_the_attacker_chooses(play: Play, answer: tuple[str, ...], units: Sequence[Unit]) -> tuple[str, ...]:
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
        for unit in play.units(sorted(the_battle(play).marked))
        if play.ask(questions.leaves_after_opening_fire, unit=unit)
    ]
    remove(play, gone)


@step("remove-casualties")
def remove_casualties(play: Play) -> None:
    """All casualties leave the board."""
    if waiting := the_battle(play).pending:
        play.emit("hits-fall", change_battle(play, pending=()))
        assign(play, [(play.position.units[unit], number) for unit, number in waiting], the_battle(play).defenders)
    remove(play, play.units(sorted(the_battle(play).marked)))


@answers(
    "{unit} stays on the board until all casualties leave: its side has a destroyer.",
    questions.leaves_after_opening_fire,
)
def a_destroyer_lets_casualties_of_submarines_fire(
    play: Play,
    answer: bool,
    unit: Unit,
    *,
    units: Names = given.units("the types with which casualties of submarines stay"),
) -> bool:
    """If its side has {units:a}, a unit that submarines hit stays on the board and may fire until all casualties are
    removed."""
    battle = the_battle(play)
    side = battle.attackers if unit.id in battle.attackers else battle.defenders
    at_sea = is_sea(play, battle.space)
    return answer and not (at_sea and any(other.type in units for other in play.units(side)))


# -- units without protection, and battles in which nobody can hit anybody any more


def can_harm(play: Play, shooters: Sequence[Unit], targets: Sequence[Unit], attacking: bool) -> bool:
    """Whether any of the shooters has a shot that can be put on any of the targets."""
    apart = play.supposing(())
    values = strengths(apart, shooters, attacking)
    armed = [unit for unit in shooters if values[unit.id] > 0]
    return any(apart.ask(questions.can_hit, shooter=unit, target=target) for unit in armed for target in targets)


def guns_will_fire(play: Play, guns: Sequence[Unit], targets: Sequence[Unit]) -> bool:
    """Whether antiaircraft guns of a side still fire at aircraft of the other in this battle."""
    ready = {unit.id for unit in guns if unit.type in play.fact(ANTIAIRCRAFT_GUNS)} - the_battle(play).fired
    return bool(ready) and any(is_kind(play, unit, UnitKind.AIR) for unit in targets) and fires_this_cycle(play)


@answers("{unit} is lost only where nothing else can be.", questions.chosen_last)
def transports_are_chosen_last(
    play: Play, answer: bool, unit: Unit, *, units: Names = given.units("the types that are chosen last")
) -> bool:
    """{units} are chosen last: one becomes a casualty only if no other unit can take the hit."""
    return answer or unit.type in units


@happens("What can no longer be saved is lost without further dice.", moments.between_steps)
def defenseless_transports_are_swept(play: Play, *, units: Names = given.units("the types that are removed")) -> None:
    """When only one side can still hit anything, {units} of the other side that can no longer be saved are removed
    without further dice."""
    for attacking in (False, True):
        battle = the_battle(play)
        own, other = play.units(battle.defenders), play.units(battle.attackers)
        if attacking:
            own, other = other, own
        doomed = [unit for unit in own if unit.type in units]
        if not doomed or can_harm(play, own, other, attacking) or guns_will_fire(play, own, other):
            continue
        if not can_harm(play, other, doomed, not attacking):
            continue
        if play.ask(questions.defenseless, attacking=attacking):
            remove(play, doomed)


@answers("The transports can still retreat and are not defenseless.", questions.defenseless)
def transports_that_can_retreat_are_not_defenseless(play: Play, answer: bool, attacking: bool) -> bool:
    """An attacker's transport that can retreat before it is hit is not defenseless."""
    return answer and not (attacking and may_retreat(play))


@answers("Nobody in {space} can hit anybody any more.", questions.ends_undecided)
def nobody_can_hit_anybody(play: Play, answer: bool, space: str) -> bool:
    """A battle is over when neither side can hit the other any more."""
    if answer or not is_sea(play, space):
        return answer
    battle = the_battle(play)
    attackers, defenders = play.units(battle.attackers), play.units(battle.defenders)
    return not can_harm(play, attackers, defenders, True) and not can_harm(play, defenders, attackers, False)


@answers("Only transports are left in {space}: those of the attacker may stay or retreat.", questions.ends_undecided)
def transports_alone_stay_or_retreat(
    play: Play, answer: bool, space: str, *, units: Names = given.units("the types that may retreat from each other")
) -> bool:
    """If only {units} are left in a sea battle, those of the attacker may stay or retreat before the battle is over."""
    battle = the_battle(play)
    alone = all(unit.type in units for unit in play.units(battle.units))
    return answer and not (alone and battle.step != last_decision(play) and may_retreat(play))
