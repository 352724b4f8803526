"""National advantages that spend a unit to hit a ship: kamikaze attacks and kaiten torpedoes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kb.engine import questions
from kb.engine.advantages.invoke import Invoke, invokes
from kb.engine.battle.participants import defenders_at
from kb.engine.board.enemies import enemies_to_meet
from kb.engine.board.unit_types import is_kind, type_of
from kb.engine.core import given
from kb.engine.core.facts import SUICIDE_ADVANTAGES
from kb.engine.core.given import Names
from kb.engine.core.play import Play
from kb.engine.core.position import Facts, Unit
from kb.engine.core.registry import answers, refuses
from kb.engine.core.table import Die
from kb.engine.units.losses import damage_or_sink, lose, pick, whose_choice
from kb.games.board_model import UnitKind


@invokes("Kamikaze planes dive at the ships.", units=1)
def kamikaze_attacks(play: Play, action: Invoke) -> None:
    """Fighters dive at ships in their sea zone."""
    _sacrifice(play, action, "kamikaze-attacks")


@invokes("Kaiten torpedoes run at the ships.", units=1)
def kaiten_torpedoes(play: Play, action: Invoke) -> None:
    """Submarines run at ships in their sea zone."""
    _sacrifice(play, action, "kaiten-torpedoes")


def _sacrifice(play: Play, action: Invoke, what: str) -> None:
    """One die each at the attack value; the hits are put on enemies in the zone; the attackers are spent."""
    units = play.units(action.units)
    zone = units[0].at
    dice = [Die(unit.id, type_of(play, unit).attack or 0) for unit in units]
    hits = sum(face <= die.hits_on for die, face in zip(dice, play.roll(action.power, what, zone, dice), strict=True))
    spent = [unit for unit in units if play.ask(questions.advantages.spent_by_its_attack, unit=unit)]
    lose(play, spent, zone, what)
    for _ in range(hits):
        exposed = defenders_at(play, zone, action.power)
        targets = [unit for unit in exposed if play.ask(questions.advantages.suicide_attack_can_hit, unit=unit)]
        if targets:
            chooser = play.adjust(questions.advantages.victim_is_chosen_by, action.power, targets=targets)
            damage_or_sink(play, pick(play, chooser, "casualties", zone, targets, 1)[0], zone, what)


@answers("{unit} is lost as it attacks.", questions.advantages.spent_by_its_attack)
def suicide_attackers_are_spent(play: Play, answer: bool, unit: Unit) -> bool:
    """A unit that makes a suicide attack is lost as it attacks, and takes no other hit."""
    return True


@answers("{unit} is no ship and cannot be the victim.", questions.advantages.suicide_attack_can_hit)
def suicide_attacks_hit_ships(play: Play, answer: bool, unit: Unit) -> bool:
    """The victim of a suicide attack is a ship."""
    return answer and is_kind(play, unit, UnitKind.SHIP)


@answers("{now} chooses the victim.", questions.advantages.victim_is_chosen_by)
def the_defender_chooses_the_victim(play: Play, answer: str, targets: list[Unit]) -> str:
    """The defender chooses the victim of a suicide attack."""
    return whose_choice(play, targets)[0]


@refuses("{advantage} are made in the combat move.", Invoke)
def suicide_attacks_in_the_combat_move(
    play: Play,
    action: Invoke,
    *,
    advantages: Names = given.fact(SUICIDE_ADVANTAGES),
    phases: Names = given.phases("the phases in which they are used"),
) -> Iterator[Facts]:
    """{advantages} are made in the power's own {phases:or} phase."""
    if action.advantage in advantages and (play.phase not in phases or play.turn != action.power):
        yield {"advantage": action.advantage}


@refuses("{unit} cannot be used for {advantage}.", Invoke)
def suicide_units(
    play: Play,
    action: Invoke,
    *,
    types_used: Mapping[str, Names] = given.names_by("advantage", "unit", "the types that this advantage uses up"),
) -> Iterator[Facts]:
    """Each of these advantages uses up its own type of unit ({<advantage>})."""
    types = types_used.get(action.advantage, ())
    for unit in play.units(action.units) if types else ():
        if unit.type not in types:
            yield {"unit": unit, "advantage": action.advantage}


@refuses("{unit} has no enemy ship to attack in {space}.", Invoke)
def suicide_attacks_need_a_ship(
    play: Play, action: Invoke, *, advantages: Names = given.fact(SUICIDE_ADVANTAGES)
) -> Iterator[Facts]:
    """A suicide attack is made on enemy ships in the sea zone of the attackers."""
    if action.advantage not in advantages:
        return
    for unit in play.units(action.units):
        enemies = enemies_to_meet(play, action.power, unit.at)
        if not any(is_kind(play, enemy, UnitKind.SHIP) for enemy in enemies):
            yield {"unit": unit, "space": unit.at}
