"""The steps in which both sides fire, and the rules that change strengths, dice and targets."""

from __future__ import annotations

from kb.engine import questions
from kb.engine.battle.casualties import anyone_left, assign
from kb.engine.battle.fire import volley
from kb.engine.battle.state import change_battle, the_battle
from kb.engine.battle.steps import step
from kb.engine.board.abilities import gains, has_technology
from kb.engine.board.unit_types import is_kind
from kb.engine.core import given
from kb.engine.core.given import Names
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.registry import answers
from kb.engine.questions.answers import Strengths
from kb.games.board_model import UnitKind


@answers("{unit} has fired in this cycle.", questions.combat.fires_again)
def one_shot_a_cycle(play: Play, answer: bool, unit: Unit) -> bool:
    """A unit fires once in each cycle of combat."""
    return answer and unit.id not in the_battle(play).fired


@step("attackers-fire")
def attackers_fire(play: Play) -> None:
    """The attacker's units fire."""
    battle = the_battle(play)
    shooters = [unit for unit in play.units(battle.attackers) if _fires(play, unit)]
    hits = volley(play, shooters, True, "attackers-fire") if anyone_left(play, battle.defenders) else []
    if play.ask(questions.combat.picked_at_once, space=battle.space):
        assign(play, hits, battle.defenders)
    elif hits:
        play.emit("hits-wait", change_battle(play, pending=tuple((unit.id, number) for unit, number in hits)))


@answers("The defender picks his casualties before his units fire.", questions.combat.picked_at_once)
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
    hit = unit.id in the_battle(play).marked and not play.ask(questions.combat.fires_though_hit, unit=unit)
    return not hit and play.ask(questions.combat.fires_again, unit=unit)


@answers("{unit} is hit, and fires before it leaves.", questions.combat.fires_though_hit)
def casualties_fire_before_they_leave(play: Play, answer: bool, unit: Unit) -> bool:
    """A casualty that is still on the battle board fires."""
    return True


@answers("Artillery supports infantry, one for one.", questions.combat.strengths)
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
    left = sum(play.ask(questions.combat.supports, unit=unit) for unit in guns)
    raised = dict(answer)
    for unit in units:
        if left and unit.type in supported and raised[unit.id] < attack:
            raised[unit.id] = attack
            left -= 1
    return raised


@answers("Paired units attack at a higher number.", questions.combat.strengths)
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
    """{units} attack at {attack} beside {beside:or}, each beside its own."""
    able = [unit for unit in units if unit.type in types]
    return _paired(answer, units, able, beside, attack) if attacking else answer


@answers("Beside tanks it attacks at a higher number.", questions.combat.strengths)
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
    """{technologies}: {units} attacks at {attack} beside {beside}, each beside its own."""
    able = [unit for unit in units if gains(play, unit, types, technologies)]
    return _paired(answer, units, able, beside, attack) if attacking else answer


def _paired(answer: Strengths, units: list[Unit], able: list[Unit], beside: Names, attack: int) -> Strengths:
    """The strengths, with another attack value for as many of the able as there are units of types beside them."""
    partners = sum(unit.type in beside for unit in units)
    return {**answer, **{unit.id: attack for unit in able[:partners]}}


@answers("{unit} supports {now} infantry.", questions.combat.supports)
def advanced_artillery_supports_more(
    play: Play,
    answer: int,
    unit: Unit,
    *,
    technologies: Names = given.technologies("the technologies with which this holds"),
    number: int = given.number("how many units one artillery supports"),
) -> int:
    """{technologies}: each artillery supports {number} infantry."""
    return number if has_technology(play, unit.power, technologies) else answer


def _technology_sets(name: str, who: str, verb: str, key: str) -> None:
    """Declare a rule by which a technology sets the attack or the defense, the ``key``, of some types."""

    about = f"{{technologies}}: {{units}} {verb} at {{{key}}}."

    @answers(f"{who} {verb} at a higher number.", questions.combat.strengths, name=name, about=about)
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


@answers("{unit} rolls {now} dice.", questions.combat.dice_rolled)
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
    """{technologies}: each {units:one} attacks with {dice:die}."""
    if attacking and unit.type in units and has_technology(play, unit.power, technologies):
        return dice
    return answer


@answers("Of its dice {unit} uses the best one.", questions.combat.hits_that_count)
def heavy_bombers_hit_once(
    play: Play,
    answer: int,
    unit: Unit,
    *,
    technologies: Names = given.technologies("the technologies with which this holds"),
    units: Names = given.units("the types whose best die counts"),
) -> int:
    """{technologies}: of the dice of {units:a} only the best counts."""
    return min(answer, 1) if gains(play, unit, units, technologies) else answer


@answers("{shooter} cannot hit {target}.", questions.combat.can_hit)
def only_ships_are_hit_by_submarines(
    play: Play,
    answer: bool,
    shooter: Unit,
    target: Unit,
    *,
    units: Names = given.units("the types that hit ships only"),
) -> bool:
    """{units} hit ships only."""
    return answer and not (shooter.type in units and not is_kind(play, target, UnitKind.SHIP))
