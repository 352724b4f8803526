"""National advantages that alter how units fight and move, or spend a unit to hit a ship."""

from __future__ import annotations

from collections.abc import Iterable

from kb.engine.advantages import Invoke, in_own_phase, invokes
from kb.engine.battle import attacked_spaces, defenders_at
from kb.engine.core import notes
from kb.engine.core.actions import Load, Move, Offload, tells
from kb.engine.core.parameters import (
    Advantage,
    Breaches,
    Fact,
    IsBreach,
    Names,
    Number,
    Phases,
    Powers,
    Spaces,
    Units,
    UnitsByAdvantage,
)
from kb.engine.core.play import Play
from kb.engine.core.points import Strengths
from kb.engine.core.position import Mark, Unit
from kb.engine.core.rules import changes, happens, holds, refuses
from kb.engine.core.table import Die
from kb.engine.fire import assign, fires_this_cycle, volley
from kb.engine.units import came_by_sea, damage_or_sink, lose, pick, whose_choice


def _raised(answer: Strengths, units: Iterable[Unit], strength: int) -> Strengths:
    """Return a copy of the strengths in which each of the given units has at least ``strength``."""
    return {**answer, **{unit.id: max(strength, answer[unit.id]) for unit in units}}


@changes("The submarines of a wolf pack attack better.", "attack-values", units="units", advantage="units")
def wolf_packs(
    play: Play, answer: Strengths, units: list[Unit], *, units_: Units, at_least: Number, bonus: Number
) -> Strengths:
    """If {at_least} or more {units} of the power attack together, {bonus} is added to the attack value of each."""
    size = play.ask("size-of-a-pack", len(units), types=units_)
    return answer if size < at_least else {**answer, **{unit.id: answer[unit.id] + bonus for unit in units}}


@changes("The wolf pack is counted as it was when the battle began.", "size-of-a-pack")
def wolf_packs_last_the_battle(play: Play, types: Names) -> int:
    """The bonus of a wolf pack lasts throughout the battle, however few submarines are left."""
    return sum(number for kind, number in play.battle.began if kind in types)


@changes("Infantry alone make a banzai attack.", "attack-values", units="units", advantage="units")
def banzai_attacks(play: Play, answer: Strengths, units: list[Unit], *, units_: Units, attack: Number) -> Strengths:
    """{units} of the power that attacks a territory without any other unit attacks at {attack}. Bombarding ships do
    not count as other units."""
    alone = all(unit.type in units_ for unit in play.units(play.battle.attackers))
    return _raised(answer, units, attack) if alone and play.is_land(play.battle.space) else answer


@changes("Marines attack from the sea.", "attack-values", units="units", advantage="units")
def marines(play: Play, answer: Strengths, units: list[Unit], *, attack: Number) -> Strengths:
    """{units} of the power that lands in an amphibious assault attacks at {attack}."""
    return _raised(answer, [unit for unit in units if came_by_sea(play, unit)], attack)


def is_island(play: Play, space: str) -> bool:
    """Return whether a space is an island: land that borders sea zones only; with a rule for that, one zone only."""
    alone = play.is_land(space) and all(play.is_sea(near) for near in play.board.around(space))
    return alone and not play.holds("islands-lie-in-one-sea-zone", space=space)


@holds("{space} is not an island: it does not lie in a single sea zone.")
def islands_lie_in_one_sea_zone(play: Play, space: str) -> IsBreach:
    """Only a territory that lies inside a single sea zone is an island."""
    return len(play.board.around(space)) != 1


@changes("Infantry on an island is dug in.", "defense-values", units="units", advantage="units")
def dug_in_defenders(play: Play, answer: Strengths, units: list[Unit], *, defense: Number) -> Strengths:
    """{units} on an island defends at {defense}."""
    return _raised(answer, [unit for unit in units if is_island(play, unit.at)], defense)


@changes("Artillery defends Fortress Europe better.", "defense-values", units="units", advantage="units")
def fortress_europe(play: Play, answer: Strengths, units: list[Unit], *, defense: Number) -> Strengths:
    """{units} in original territory of the power defends at {defense}."""
    return _raised(answer, [unit for unit in units if _in_own_land(play, unit)], defense)


@changes("Infantry defends better in the Russian Winter.", "defense-values", units="units", advantage="units")
def winter_infantry_defends_better(play: Play, answer: Strengths, units: list[Unit], *, defense: Number) -> Strengths:
    """After the Russian Winter is declared, {units} defends at {defense} until the power's next turn."""
    return _raised(answer, units, defense) if notes.WINTER.is_set(play.position) else answer


@changes("Infantry defends the Atlantic Wall better.", "defense-values", units="units", advantage="units")
def atlantic_wall(play: Play, answer: Strengths, units: list[Unit], *, defense: Number, cycles: Number) -> Strengths:
    """{units} in original territory of the power defends at {defense} against an amphibious assault, up to cycle
    {cycles} of combat."""
    if not play.battle.amphibious or play.battle.round > cycles:
        return answer
    return _raised(answer, [unit for unit in units if _in_own_land(play, unit)], defense)


def _in_own_land(play: Play, unit: Unit) -> bool:
    """Return whether a unit is in original territory of its power, whoever holds it now."""
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


@holds("Antiaircraft guns do not fire at {unit}.", units="unit", advantage="unit")
def superfortresses(play: Play) -> bool:
    """Antiaircraft guns do not fire at {units} of the power."""
    return True


@changes("Radar guides the guns of {space}.", "antiaircraft-hits-on", advantage="gun")
def radar(play: Play, answer: int, gun: Unit, *, hits_on: Number) -> int:
    """Antiaircraft guns in original territory of the power hit with {hits_on:roll}."""
    return hits_on if _in_own_land(play, gun) else answer


# -- kamikaze attacks and kaiten torpedoes


@invokes("Kamikaze planes dive at the ships.", units=1)
def kamikaze_attacks(play: Play, action: Invoke) -> None:
    """Fighters may make a suicide attack on enemy ships in their own sea zone."""
    _sacrifice(play, action, "kamikaze-attacks")


@invokes("Kaiten torpedoes attack the ships.", units=1)
def kaiten_torpedoes(play: Play, action: Invoke) -> None:
    """Submarines may make a suicide attack on enemy ships in their own sea zone."""
    _sacrifice(play, action, "kaiten-torpedoes")


def _sacrifice(play: Play, action: Invoke, what: str) -> None:
    """Roll a die for each unit at its attack value, remove those that a rule counts as lost by their attack, and put
    the hits on enemies in their zone. The occasion of the roll and the cause of the losses is ``what``."""
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
            chooser = play.ask("who-picks-the-victim", action.power, targets=targets)
            damage_or_sink(play, pick(play, chooser, "casualties", zone, targets, 1)[0], zone, what)


@holds("{unit} is lost as it attacks.")
def suicide_attackers_are_spent(play: Play) -> bool:
    """A unit that makes a suicide attack is lost as it attacks, and takes no other hit."""
    return True


@holds("{unit} is not a ship and cannot be the victim.")
def suicide_attacks_hit_ships(play: Play, unit: Unit) -> IsBreach:
    """Only a ship can be the victim of a suicide attack."""
    return not play.is_ship(unit)


@changes("{now} chooses the victim.", "who-picks-the-victim")
def the_defender_chooses_the_victim(play: Play, targets: list[Unit]) -> str:
    """The defender chooses the victim of a suicide attack."""
    return whose_choice(play, targets)[0]


@refuses("{advantage} are made in the combat move.", Invoke)
def suicide_attacks_in_the_combat_move(
    play: Play, action: Invoke, *, suicide_advantages: Fact, phases: Phases
) -> IsBreach:
    """{suicide_advantages} are made in the power's own {phases:or} phase."""
    return action.advantage in suicide_advantages and (play.phase not in phases or play.turn != action.power)


@refuses("{unit} cannot be used for {advantage}.", Invoke)
def suicide_units(play: Play, action: Invoke, *, types_used: UnitsByAdvantage) -> Breaches:
    """Each of these advantages uses up its own type of unit ({<advantage>})."""
    types = types_used.get(action.advantage, ())
    for unit in play.units(action.units) if types else ():
        if unit.type not in types:
            yield {"unit": unit, "advantage": action.advantage}


@refuses("{unit} has no enemy ship to attack in {space}.", Invoke)
def suicide_attacks_need_a_ship(play: Play, action: Invoke, unit: Unit, *, suicide_advantages: Fact) -> IsBreach:
    """A suicide attack ({suicide_advantages:or}) is made on enemy ships in the sea zone of the attackers."""
    if action.advantage not in suicide_advantages:
        return False
    enemies = play.enemies_to_meet(action.power, unit.at)
    return not any(play.is_ship(enemy) for enemy in enemies)


# -- national advantages that alter how units move, or move them at another time


@holds("{unit} is mobile industry.", units="unit", advantage="unit")
def mobile_industry(play: Play, unit: Unit, route: Names, *, spaces: Number) -> bool:
    """{units:a} of the power may move {spaces:territory} in each noncombat move."""
    fresh = not unit.spent and len(route) - 1 <= spaces
    by_land = all(play.is_land(space) for space in route)
    return not play.is_combat_move and fresh and by_land


@changes("{unit} uses the railway.", "movement", units="unit", advantage="unit")
def trans_siberian_railway(
    play: Play, answer: int, unit: Unit, route: Names, *, spaces: Spaces, phases: Phases, move: Number
) -> int:
    """{units} that begin, continue and end their move in {spaces} move up to {move:space} in the {phases:or}."""
    on_track = bool(route) and all(space in spaces for space in (*unit.came, *route))
    return move if on_track and play.phase in phases else answer


@changes("{unit} is a fast carrier.", "movement", units="unit", advantage="unit")
def fast_carriers(play: Play, *, move: Number) -> int:
    """{units} of the power may move up to {move:sea zone}."""
    return move


@tells(goes_on="{units} in {space} may go on")
@happens("Tanks that won their battle quickly may move again.", "battle won", advantage="power")
def panzerblitz(
    play: Play, space: str, power: str, cycles: int, *, units: Units, cycles_: Number, spaces: Number
) -> None:
    """{units} that have won a battle by cycle {cycles} of combat may move {spaces:space} in the noncombat move."""
    own = [unit for unit in play.position.at(space) if unit.power == power and unit.type in units]
    tanks = [unit for unit in own if unit.has(Mark.FOUGHT)]
    if tanks and cycles <= cycles_:
        ready = [unit.marked(Mark.GOES_ON, spent=(play.type_of(unit).move or 0) - spaces) for unit in tanks]
        play.emit("goes-on", *play.put(*ready), units=tanks, space=space)


@changes("{ship} carries infantry.", "transport-room", units="ship", advantage="ship")
def tokyo_express(play: Play, answer: int, cargo: list[Unit], *, cargo_: Units, carries: Number) -> int:
    """{units:a} of the power may carry {carries} {cargo:one}."""
    fits = all(unit.type in cargo_ for unit in cargo)
    room = carries * max((play.type_of(unit).transport_cost or 0 for unit in cargo), default=0)
    return room if fits else answer


@holds("{unit} may move on after a landing.", units="unit", advantage="unit")
def lightning_transports_go_on(play: Play, unit: Unit, *, landings: Number) -> bool:
    """{units} of the power may move on after a landing in the combat move, and make up to {landings} landings."""
    more = len(_landings(play, unit)) < landings
    return play.is_combat_move and more


def _landings(play: Play, ship: Unit) -> set[tuple[str, str]]:
    """Return the landings a ship has made this turn, each from a zone into a territory."""
    return set(notes.LANDINGS.get(play.position, str(ship.id)))


@holds("{ship} splits its landings.", units="ship", advantage="ship")
def lightning_landings_are_split(play: Play, ship: Unit, *, landings_: Number) -> bool:
    """{units} may make up to {landings} landings in a combat move, from neighboring sea zones."""
    landings = _landings(play, ship)
    near = all(zone == ship.at or play.board.bordering(zone, ship.at) for zone, _ in landings)
    return play.is_combat_move and near and (len(landings) < landings_)


@holds("{unit} may board {ship} again for another assault.", units="ship", advantage="ship")
def lightning_units_board_again(play: Play, unit: Unit, ship: Unit) -> bool:
    """Units that landed from {units} without meeting an enemy may board again between the two landings."""
    ashore = any(territory == unit.at for _, territory in _landings(play, ship))
    free = not play.combatants(play.enemies_at(unit.power, unit.at))
    return play.is_combat_move and ashore and free


# -- Joint Strike: two powers attack together in the turn of one of them


@refuses("{power} leaves its attack to the joint strike.", Move, Load, Offload)
def joint_strike_skips_the_combat_move(play: Play, action: Move | Load | Offload) -> IsBreach:
    """A power that has declared a joint strike makes no combat move of its own; its units attack in the turn of its
    partner."""
    return play.is_combat_move and notes.JOINT_STRIKE.get(play.position) == action.power == play.turn


@holds("{unit} moves with the joint strike.")
def joint_strike_units_obey_the_partner(play: Play, unit: Unit, power: str, *, joint_strike_partners: Fact) -> bool:
    """In a joint strike {joint_strike_partners} moves, in its own turn, the units of the power that declared it."""
    return _strikes(play, unit, power, joint_strike_partners)


@holds("{unit} fights with the joint strike.")
def joint_strike_units_fight_together(play: Play, unit: Unit, power: str, *, joint_strike_partners: Fact) -> bool:
    """In a joint strike the units of both powers attack together, in the turn of {joint_strike_partners}."""
    return _strikes(play, unit, power, joint_strike_partners)


def _strikes(play: Play, unit: Unit, power: str, partners: Names) -> bool:
    """Return whether a unit belongs to the power that declared a joint strike, and ``power`` is one of ``partners``."""
    return notes.JOINT_STRIKE.get(play.position) == unit.power and power in partners


@tells(joint_strike_declared="{power} will strike together with its partner")
@invokes("{action.power} declares a joint strike.")
def joint_strike(play: Play, action: Invoke) -> None:
    """A joint strike is declared in the power's own turn, before it moves."""
    play.emit("joint-strike-declared", notes.JOINT_STRIKE.edit(action.power), power=action.power)


@refuses("A joint strike is declared in one's own turn, before moving.", Invoke, uses="action")
def joint_strike_is_declared_before_moving(play: Play, action: Invoke, *, phases: Phases) -> IsBreach:
    """A joint strike is declared in the power's own turn, before any of its units has moved, in one of these phases:
    {phases}."""
    moved = any(unit.power == action.power and unit.marks for unit in play.position.units.values())
    return moved or not in_own_phase(play, action, phases)


@tells(joint_strike_ended="The joint strike is over")
@happens("The joint strike is over.", "end of turn")
def joint_strike_ends(play: Play, power: str, *, joint_strike_partners: Fact) -> None:
    """A joint strike lasts until the end of the turn of {joint_strike_partners}."""
    if notes.JOINT_STRIKE.is_set(play.position) and power in joint_strike_partners:
        play.emit("joint-strike-ended", notes.JOINT_STRIKE.clear(), power=power)


# -- Enigma Decoded: units reinforce, or leave, a friendly space that is being attacked


@invokes("{action.power} reads the enemy's orders.", units=1, spaces=2)
def enigma_decoded(play: Play, action: Invoke) -> None:
    """With Enigma Decoded, units may reinforce an attacked space from a space next to it, or leave the attacked one."""
    start, end = action.spaces
    units = play.units(action.units)
    moved = [unit.marked(Mark.COMBAT_MOVED, at=end, aboard=0, came=(*unit.came, start)) for unit in units]
    play.emit("moved", *play.put(*moved), units=units, route=(start, end))


@refuses("Enigma Decoded is used after the enemy's combat move, before combat.", Invoke, uses="action")
def enigma_comes_before_combat(play: Play, *, turn: Powers, phases: Phases) -> IsBreach:
    """Enigma Decoded is used in the turn of {turn}, in the {phases:or} phase, before any battle."""
    fought = bool(notes.CONTESTED.set_about(play.position))
    return play.turn not in turn or play.phase not in phases or fought


@refuses("{unit} is not in {space}: all reinforcements come from one space.", Invoke, uses="action")
def enigma_moves_from_one_space(play: Play, action: Invoke) -> Breaches:
    """With Enigma Decoded all reinforcements come from the same adjacent space."""
    for unit in play.units(action.units):
        if unit.at != action.spaces[0]:
            yield {"unit": unit, "space": action.spaces[0]}


@refuses("{end} does not border {start}.", Invoke, uses="action")
def enigma_moves_one_space(play: Play, action: Invoke) -> Breaches:
    """With Enigma Decoded the units move one space."""
    if not play.board.bordering(*action.spaces):
        yield {"start": action.spaces[0], "end": action.spaces[1]}


@refuses("{unit} may not enter {space} with Enigma Decoded.", Invoke, uses="action")
def enigma_keeps_aircraft_off_the_sea(play: Play, action: Invoke) -> Breaches:
    """With Enigma Decoded fighters do not move into a sea zone."""
    if play.is_sea(action.spaces[1]):
        for unit in play.units(action.units):
            if play.is_air(unit):
                yield {"unit": unit, "space": action.spaces[1]}


@refuses("No unit would stay in {space}.", Invoke, uses="action")
def enigma_leaves_one_behind(play: Play, action: Invoke) -> Breaches:
    """With Enigma Decoded at least one unit stays in the space that the units leave."""
    for space in dict.fromkeys(unit.at for unit in play.units(action.units)):
        stay = [unit for unit in play.position.at(space) if unit.id not in action.units]
        own = any(unit.power == action.power for unit in stay)
        if not own and not any(play.holds("an-ally-can-be-left-behind", unit=u, power=action.power) for u in stay):
            yield {"space": space}


@holds("An ally's unit stays behind: {unit}.")
def an_ally_can_be_left_behind(play: Play, unit: Unit, power: str) -> bool:
    """With Enigma Decoded the unit that stays behind may be a unit of an ally."""
    return play.allied(power, unit.power)


@refuses("Neither {start} nor {end} is a friendly space under attack.", Invoke, uses="action")
def enigma_answers_an_attack(play: Play, action: Invoke) -> Breaches:
    """With Enigma Decoded units reinforce, or leave, a friendly space that is being attacked."""
    start, end = action.spaces
    if not _under_attack(play, action.power, start) and not _under_attack(play, action.power, end):
        yield {"start": start, "end": end}


def _under_attack(play: Play, power: str, space: str) -> bool:
    """Return whether the power whose turn it is, an enemy of ``power``, attacks ``space``, and ``space`` is friendly to
    ``power``. A sea zone is friendly if it contains a unit of ``power``, or if a rule lets an empty one be
    reinforced."""
    if not play.at_enmity(power, play.turn):
        return False
    if play.is_land(space):
        return play.allied(power, play.holder(space)) and space in attacked_spaces(play, play.turn)
    if not any(unit.power == play.turn and not unit.has(Mark.SUBMERGED) for unit in play.position.at(space)):
        return False
    manned = any(unit.power == power for unit in play.position.at(space))
    return manned or play.holds("an-empty-sea-zone-can-be-reinforced", space=space)


@holds("{space} counts as friendly though it was empty.")
def an_empty_sea_zone_can_be_reinforced(play: Play) -> bool:
    """With Enigma Decoded any sea zone that the enemy enters can be reinforced, also an empty one."""
    return True
