"""National advantages that alter how units move, or move them at another time."""

from __future__ import annotations

from kb.engine.advantages.invoke import Invoke, in_own_phase, invoked, invokes
from kb.engine.battle.battle_board import attacked_spaces
from kb.engine.core import notes
from kb.engine.core.actions import Load, Move, Offload
from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit
from kb.engine.core.rules import (
    Advantage,
    Breaches,
    Fact,
    Names,
    Number,
    Phases,
    Powers,
    Spaces,
    Units,
    changes,
    happens,
    holds,
    refuses,
)


@holds("{unit} is mobile industry.")
def mobile_industry(
    play: Play, unit: Unit, route: tuple[str, ...], *, units: Units, spaces: Number, advantage: Advantage
) -> bool:
    """{units:a} of the power may move {spaces:territory} in each noncombat move."""
    fresh = not unit.spent and len(route) - 1 <= spaces
    by_land = all(play.is_land(space) for space in route)
    return play.gains(unit, units, (), advantage) and (not play.is_combat_move) and fresh and by_land


@changes("{unit} goes by the railway.", "movement")
def trans_siberian_railway(
    play: Play,
    answer: int,
    unit: Unit,
    route: tuple[str, ...],
    *,
    units: Units,
    spaces: Spaces,
    phases: Phases,
    move: Number,
    advantage: Advantage,
) -> int:
    """{units} that begin, continue and end their move in {spaces} move up to {move:space} in the {phases:or}."""
    if not route or not play.gains(unit, units, (), advantage) or play.phase not in phases:
        return answer
    on_track = all(space in spaces for space in (*unit.came, *route))
    return move if on_track else answer


@changes("{unit} is a fast carrier.", "movement")
def fast_carriers(play: Play, answer: int, unit: Unit, *, units: Units, move: Number, advantage: Advantage) -> int:
    """{units} of the power may move up to {move:sea zone}."""
    return move if play.gains(unit, units, (), advantage) else answer


@happens("Tanks of a battle that was soon won go on.", "battle won")
def panzerblitz(
    play: Play,
    space: str,
    power: str,
    cycles: int,
    *,
    units: Units,
    cycles_: Number,
    spaces: Number,
    advantage: Advantage,
) -> None:
    """{units} that have won a battle by cycle {cycles} of combat may move {spaces:space} in the noncombat move."""
    tanks = [
        unit
        for unit in play.position.at(space)
        if unit.power == power and play.gains(unit, units, (), advantage) and unit.has(Mark.FOUGHT)
    ]
    if tanks and cycles <= cycles_:
        points = spaces
        ready = [unit.marked(Mark.GOES_ON, spent=(play.type_of(unit).move or 0) - points) for unit in tanks]
        play.emit("goes-on", *play.put(*ready), units=tanks, space=space)


@changes("{ship} carries infantry.")
def tokyo_express(
    play: Play,
    answer: int,
    ship: Unit,
    cargo: list[Unit],
    *,
    units: Units,
    cargo_: Units,
    carries: Number,
    advantage: Advantage,
) -> int:
    """{units:a} of the power may carry {carries} {cargo:one}."""
    fits = all(unit.type in cargo_ for unit in cargo)
    room = carries * max((play.type_of(unit).transport_cost or 0 for unit in cargo), default=0)
    return room if play.gains(ship, units, (), advantage) and fits else answer


@holds("{unit} goes on after a landing.")
def lightning_transports_go_on(play: Play, unit: Unit, *, units: Units, landings: Number, advantage: Advantage) -> bool:
    """{units} of the power may move on after a landing in the combat move, and make up to {landings} landings."""
    more = len(_landings(play, unit)) < landings
    return play.gains(unit, units, (), advantage) and play.is_combat_move and more


def _landings(play: Play, ship: Unit) -> set[tuple[str, str]]:
    """The landings a ship has made this turn, each from a zone into a territory."""
    return set(notes.LANDINGS.get(play.position, str(ship.id)))


@holds("{ship} splits its landings.")
def lightning_landings_are_split(
    play: Play, ship: Unit, *, units: Units, landings_: Number, advantage: Advantage
) -> bool:
    """{units} may make up to {landings} landings in a combat move, from neighboring sea zones."""
    landings = _landings(play, ship)
    near = all(zone == ship.at or play.board.bordering(zone, ship.at) for zone, _ in landings)
    return play.gains(ship, units, (), advantage) and play.is_combat_move and near and (len(landings) < landings_)


@holds("{unit} boards {ship} again for another assault.")
def lightning_units_board_again(play: Play, unit: Unit, ship: Unit, *, units: Units, advantage: Advantage) -> bool:
    """Units that landed from {units} where there is no enemy may board again between the two landings."""
    ashore = any(territory == unit.at for _, territory in _landings(play, ship))
    free = not play.combatants(play.enemies_at(unit.power, unit.at))
    return play.gains(ship, units, (), advantage) and play.is_combat_move and ashore and free


# -- Joint Strike: two powers attack together in the turn of one of them


@refuses("{power} leaves its attack to the joint strike.", Move, Load, Offload)
def joint_strike_skips_the_combat_move(play: Play, action: Move | Load | Offload) -> Breaches:
    """A power that has declared a joint strike makes no combat move of its own; its units attack in the turn of its
    partner."""
    if play.is_combat_move and notes.JOINT_STRIKE.get(play.position) == action.power == play.turn:
        yield {"power": action.power}


@holds("{unit} moves with the joint strike.")
def joint_strike_units_obey_the_partner(play: Play, unit: Unit, power: str, *, joint_strike_partners: Fact) -> bool:
    """In a joint strike {joint_strike_partners} moves, in its own turn, the units of the power that declared it."""
    return _strikes(play, unit, power, joint_strike_partners)


@holds("{unit} fights with the joint strike.")
def joint_strike_units_fight_together(play: Play, unit: Unit, power: str, *, joint_strike_partners: Fact) -> bool:
    """In a joint strike the units of both powers attack together, in the turn of {joint_strike_partners}."""
    return _strikes(play, unit, power, joint_strike_partners)


def _strikes(play: Play, unit: Unit, power: str, partner: Names) -> bool:
    return notes.JOINT_STRIKE.get(play.position) == unit.power and power in partner


@invokes("{action.power} declares a joint strike.")
def joint_strike(play: Play, action: Invoke) -> None:
    """A joint strike is declared in the power's own turn, before it moves."""
    play.emit("joint-strike-declared", notes.JOINT_STRIKE.edit(action.power), power=action.power)


@refuses("A joint strike is declared in one's own turn, before moving.", Invoke)
def joint_strike_is_declared_before_moving(
    play: Play, action: Invoke, *, phases: Phases, advantage: Advantage
) -> Breaches:
    """A joint strike is declared in the power's own turn, before any of its units has moved, in one of these phases:
    {phases}."""
    if not invoked(action, advantage):
        return
    moved = any(unit.power == action.power and unit.marks for unit in play.position.units.values())
    if moved or not in_own_phase(play, action, phases):
        yield {"power": action.power}


@happens("The joint strike is over.", "end of turn")
def joint_strike_ends(play: Play, power: str, *, joint_strike_partners: Fact) -> None:
    """A joint strike lasts until the end of the partner's turn."""
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


@refuses("Enigma Decoded is used after the enemy's combat move, before combat.", Invoke)
def enigma_comes_before_combat(
    play: Play, action: Invoke, *, turn: Powers, phases: Phases, advantage: Advantage
) -> Breaches:
    """Enigma Decoded is used in the turn of {turn}, in the {phases:or} phase, before any battle."""
    fought = bool(notes.CONTESTED.set_about(play.position))
    if invoked(action, advantage) and (play.turn not in turn or play.phase not in phases or fought):
        yield {"power": action.power}


@refuses("{unit} is not in {space}: all come from any one space beside it.", Invoke)
def enigma_moves_from_one_space(play: Play, action: Invoke, *, advantage: Advantage) -> Breaches:
    """With Enigma Decoded all reinforcements come from the same adjacent space."""
    if invoked(action, advantage):
        for unit in play.units(action.units):
            if unit.at != action.spaces[0]:
                yield {"unit": unit, "space": action.spaces[0]}


@refuses("{end} does not border {start}.", Invoke)
def enigma_moves_one_space(play: Play, action: Invoke, *, advantage: Advantage) -> Breaches:
    """With Enigma Decoded the units move one space."""
    if invoked(action, advantage) and not play.board.bordering(*action.spaces):
        yield {"start": action.spaces[0], "end": action.spaces[1]}


@refuses("{unit} may not enter {space} with Enigma Decoded.", Invoke)
def enigma_keeps_aircraft_off_the_sea(play: Play, action: Invoke, *, advantage: Advantage) -> Breaches:
    """With Enigma Decoded fighters do not move into a sea zone."""
    if invoked(action, advantage) and play.is_sea(action.spaces[1]):
        for unit in play.units(action.units):
            if play.is_air(unit):
                yield {"unit": unit, "space": action.spaces[1]}


@refuses("Nobody would stay in {space}.", Invoke)
def enigma_leaves_one_behind(play: Play, action: Invoke, *, advantage: Advantage) -> Breaches:
    """With Enigma Decoded at least one unit stays in the space that the units leave."""
    if not invoked(action, advantage):
        return
    for space in dict.fromkeys(unit.at for unit in play.units(action.units)):
        stay = [unit for unit in play.position.at(space) if unit.id not in action.units]
        if not any(
            (unit.power == action.power or play.holds("an-ally-can-be-left-behind", unit=unit, power=action.power))
            for unit in stay
        ):
            yield {"space": space}


@holds("An ally's unit stays behind: {unit}.")
def an_ally_can_be_left_behind(play: Play, unit: Unit, power: str) -> bool:
    """With Enigma Decoded the unit that stays behind may be a unit of an ally."""
    return play.allied(power, unit.power)


@refuses("Neither {start} nor {end} is a friendly space under attack.", Invoke)
def enigma_answers_an_attack(play: Play, action: Invoke, *, advantage: Advantage) -> Breaches:
    """With Enigma Decoded units reinforce, or leave, a friendly space that is being attacked."""
    if invoked(action, advantage):
        start, end = action.spaces
        if not _under_attack(play, action.power, start) and not _under_attack(play, action.power, end):
            yield {"start": start, "end": end}


def _under_attack(play: Play, power: str, space: str) -> bool:
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
