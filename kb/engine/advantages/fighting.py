"""National advantages that alter how units fight, or spend a unit to hit a ship."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kb.engine.advantages.invoke import Invoke, invokes
from kb.engine.battle.battle_board import defenders_at
from kb.engine.battle.fire import assign, fires_this_cycle, volley
from kb.engine.core import notes
from kb.engine.core.play import Play
from kb.engine.core.points import Strengths
from kb.engine.core.position import Unit
from kb.engine.core.rules import (
    Advantage,
    Breaches,
    Fact,
    Names,
    Number,
    Phases,
    Units,
    UnitsByAdvantage,
    changes,
    happens,
    holds,
    refuses,
)
from kb.engine.core.table import Die
from kb.engine.units.losses import damage_or_sink, lose, pick, whose_choice
from kb.engine.units.moving import came_by_sea


def _raised(
    play: Play, answer: Strengths, units: Iterable[Unit], types: Names, advantage: str, strength: int
) -> Strengths:
    """The strengths, with the units of some types whose power plays an advantage raised to a strength."""
    about = [unit for unit in units if play.gains(unit, types, advantage=advantage)]
    return {**answer, **{unit.id: max(strength, answer[unit.id]) for unit in about}}


@changes("A wolf pack: its submarines attack better.", "strengths")
def wolf_packs(
    play: Play,
    answer: Strengths,
    units: list[Unit],
    attacking: bool,
    *,
    units_: Units,
    at_least: Number,
    bonus: Number,
    advantage: Advantage,
) -> Strengths:
    """If {at_least} or more {units} of the power attack together, {bonus} is added to the attack value of each."""
    pack = [unit for unit in units if play.gains(unit, units_, (), advantage)]
    size = play.ask("wolf-packs-last-the-battle", len(pack), types=units_) if pack and attacking else 0
    if size < at_least:
        return answer
    return {**answer, **{unit.id: answer[unit.id] + bonus for unit in pack}}


@changes("The pack is counted as it was when the battle began.")
def wolf_packs_last_the_battle(play: Play, types: tuple[str, ...]) -> int:
    """The bonus of a wolf pack lasts throughout the battle, however few submarines are left."""
    return sum(number for kind, number in play.battle.began if kind in types)


@changes("Infantry alone make a banzai attack.", "strengths")
def banzai_attacks(
    play: Play,
    answer: Strengths,
    units: list[Unit],
    attacking: bool,
    *,
    units_: Units,
    attack: Number,
    advantage: Advantage,
) -> Strengths:
    """{units} of the power that attacks a territory without any other unit attacks at {attack}. Bombarding ships do
    not count as other units."""
    battle = play.battle
    force = play.units(battle.attackers)
    if not attacking or not play.is_land(battle.space) or any(u.type not in units_ for u in force):
        return answer
    return _raised(play, answer, units, units_, advantage, attack)


@changes("Marines attack from the sea.", "strengths")
def marines(
    play: Play,
    answer: Strengths,
    units: list[Unit],
    attacking: bool,
    *,
    units_: Units,
    attack: Number,
    advantage: Advantage,
) -> Strengths:
    """{units} of the power that lands in an amphibious assault attacks at {attack}."""
    ashore = [unit for unit in units if attacking and came_by_sea(play, unit)]
    return _raised(play, answer, ashore, units_, advantage, attack)


def is_island(play: Play, space: str) -> bool:
    """Whether a territory is an island: land without neighbours on land, and what the rules add to that."""
    alone = play.is_land(space) and all(play.is_sea(near) for near in play.board.around(space))
    return alone and not play.holds("islands-lie-in-one-sea-zone", space=space)


@holds("{space} is no island: it does not lie in a single sea zone.")
def islands_lie_in_one_sea_zone(play: Play, space: str) -> bool:
    """Only a territory that lies inside a single sea zone is an island."""
    return len(play.board.around(space)) != 1


def _defends_better(name: str, says: str, about: str, applies: Callable[[Play, Unit], bool]) -> None:
    """Declare a rule by which units of some types, those to which it ``applies``, defend at another value."""

    @changes(says, "strengths", name=name, about=about)
    def defends_better(
        play: Play,
        answer: Strengths,
        units: list[Unit],
        attacking: bool,
        *,
        units_: Units,
        defense: Number,
        advantage: Advantage,
    ) -> Strengths:
        there = () if attacking else [unit for unit in units if applies(play, unit)]
        return _raised(play, answer, there, units_, advantage, defense)


_defends_better(
    "dug-in-defenders",
    "Infantry on an island is dug in.",
    "{units} on an island defends at {defense}.",
    lambda play, unit: is_island(play, unit.at),
)
_defends_better(
    "fortress-europe",
    "Artillery of the fortress.",
    "{units} in original territory of the power defends at {defense}.",
    lambda play, unit: _in_own_land(play, unit),
)
_defends_better(
    "winter-infantry-defends-better",
    "It is the Russian winter.",
    "After the Russian Winter is declared, {units} defends at {defense} until the power's next turn.",
    lambda play, unit: notes.WINTER.is_set(play.position),
)


@changes("Infantry behind the Atlantic Wall.", "strengths")
def atlantic_wall(
    play: Play,
    answer: Strengths,
    units: list[Unit],
    attacking: bool,
    *,
    units_: Units,
    defense: Number,
    cycles: Number,
    advantage: Advantage,
) -> Strengths:
    """{units} in original territory of the power defends at {defense} against an amphibious assault, up to cycle
    {cycles} of combat."""
    battle = play.battle
    if attacking or not battle.amphibious or battle.round > cycles:
        return answer
    there = [unit for unit in units if _in_own_land(play, unit)]
    return _raised(play, answer, there, units_, advantage, defense)


def _in_own_land(play: Play, unit: Unit) -> bool:
    return play.board.space(unit.at).owner == unit.power


@happens("Dive bombers fire in opening fire.", "opening fire")
def dive_bombers(play: Play, *, units: Units, advantage: Advantage) -> None:
    """{units} of the power that attack a territory fire in the opening fire of the first cycle."""
    battle = play.battle
    if not play.is_land(battle.space) or not fires_this_cycle(play):
        return
    planes = [unit for unit in play.units(battle.attackers) if play.gains(unit, units, (), advantage)]
    if planes:
        assign(play, volley(play, planes, True, "dive-bombers"), battle.defenders)


@holds("Antiaircraft guns do not fire at {unit}.")
def superfortresses(play: Play, unit: Unit, *, units: Units, advantage: Advantage) -> bool:
    """Antiaircraft guns do not fire at {units} of the power."""
    return play.gains(unit, units, (), advantage)


@changes("Radar guides the guns of {space}.", "antiaircraft-hits-on")
def radar(play: Play, answer: int, gun: Unit, *, hits_on: Number, advantage: Advantage) -> int:
    """Antiaircraft guns in original territory of the power hit with a roll of {hits_on} or less."""
    if play.has_advantage(gun.power, advantage) and _in_own_land(play, gun):
        return hits_on
    return answer


# -- kamikaze attacks and kaiten torpedoes


@invokes("Kamikaze planes dive at the ships.", units=1)
def kamikaze_attacks(play: Play, action: Invoke) -> None:
    """Fighters may make a suicide attack on enemy ships in their own sea zone."""
    _sacrifice(play, action, "kamikaze-attacks")


@invokes("Kaiten torpedoes run at the ships.", units=1)
def kaiten_torpedoes(play: Play, action: Invoke) -> None:
    """Submarines may make a suicide attack on enemy ships in their own sea zone."""
    _sacrifice(play, action, "kaiten-torpedoes")


def _sacrifice(play: Play, action: Invoke, what: str) -> None:
    """One die each at the attack value; the hits are put on enemies in the zone; the attackers are spent."""
    units = play.units(action.units)
    zone = units[0].at
    dice = [Die(unit.id, play.type_of(unit).attack or 0) for unit in units]
    hits = sum(face <= die.hits_on for die, face in zip(dice, play.roll(action.power, what, zone, dice), strict=True))
    spent = [unit for unit in units if play.holds("suicide-attackers-are-spent", unit=unit)]
    lose(play, spent, zone, what)
    for _ in range(hits):
        exposed = defenders_at(play, zone, action.power)
        targets = [unit for unit in exposed if not play.holds("suicide-attacks-hit-ships", unit=unit)]
        if targets:
            chooser = play.ask("the-defender-chooses-the-victim", action.power, targets=targets)
            damage_or_sink(play, pick(play, chooser, "casualties", zone, targets, 1)[0], zone, what)


@holds("{unit} is lost as it attacks.")
def suicide_attackers_are_spent(play: Play) -> bool:
    """A unit that makes a suicide attack is lost as it attacks, and takes no other hit."""
    return True


@holds("{unit} is no ship and cannot be the victim.")
def suicide_attacks_hit_ships(play: Play, unit: Unit) -> bool:
    """Only a ship can be the victim of a suicide attack."""
    return not play.is_ship(unit)


@changes("{now} chooses the victim.")
def the_defender_chooses_the_victim(play: Play, targets: list[Unit]) -> str:
    """The defender chooses the victim of a suicide attack."""
    return whose_choice(play, targets)[0]


@refuses("{advantage} are made in the combat move.", Invoke)
def suicide_attacks_in_the_combat_move(
    play: Play, action: Invoke, *, suicide_advantages: Fact, phases: Phases
) -> Breaches:
    """{suicide_advantages} are made in the power's own {phases:or} phase."""
    if action.advantage in suicide_advantages and (play.phase not in phases or play.turn != action.power):
        yield {"advantage": action.advantage}


@refuses("{unit} cannot be used for {advantage}.", Invoke)
def suicide_units(play: Play, action: Invoke, *, types_used: UnitsByAdvantage) -> Breaches:
    """Each of these advantages uses up its own type of unit ({<advantage>})."""
    types = types_used.get(action.advantage, ())
    for unit in play.units(action.units) if types else ():
        if unit.type not in types:
            yield {"unit": unit, "advantage": action.advantage}


@refuses("{unit} has no enemy ship to attack in {space}.", Invoke)
def suicide_attacks_need_a_ship(play: Play, action: Invoke, *, suicide_advantages: Fact) -> Breaches:
    """A suicide attack is made on enemy ships in the sea zone of the attackers."""
    if action.advantage not in suicide_advantages:
        return
    for unit in play.units(action.units):
        enemies = play.enemies_to_meet(action.power, unit.at)
        if not any(play.is_ship(enemy) for enemy in enemies):
            yield {"unit": unit, "space": unit.at}
