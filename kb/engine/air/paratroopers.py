"""The rules of paratroopers: with which bomber or from which air base they fly, where to, and when they jump."""

from __future__ import annotations

from kb.engine.core import notes
from kb.engine.core.actions import Move, Raid
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.rules import Breaches, Number, Technologies, Units, changes, happens, holds, refuses
from kb.engine.units.moving import edits_of_move, flies_with, goes_by_air, hostile_spaces_passed, land_cargo
from kb.games.board_model import UnitKind


@changes("{unit} flies with a bomber.")
def paratroopers_fly_with_bombers(
    play: Play, answer: int, unit: Unit, move: Move, *, technologies: Technologies, units: Units, bombers_: Units
) -> int:
    """{technologies}: each {bombers:one} may carry one {units:one} that starts in the same territory and moves
    together with it. To a bordering territory infantry walks, unless its owner says that it flies."""
    walks = len(move.route) == 2 and play.is_land(move.route[-1]) and not move.by_air
    if answer or walks or not play.gains(unit, units, technologies):
        return answer
    ready = [each for each in play.units(move.units) if each.power == unit.power and not each.spent and not each.aboard]
    infantry = [each.id for each in ready if each.type in units]
    bombers = [each.id for each in ready if each.type in bombers_]
    return dict(zip(infantry, bombers, strict=False)).get(unit.id, 0)


@refuses("{unit} has to drop its paratroopers in {space}, which is hostile.", Move)
def bombers_with_paratroopers_stop(play: Play, action: Move) -> Breaches:
    """A bomber with paratroopers stops in the first hostile territory that it enters."""
    loaded = {flies_with(play, unit, action) for unit in play.units(action.units)}
    for unit, space in hostile_spaces_passed(play, action, UnitKind.AIR):
        if unit.id in loaded or land_cargo(play, unit):
            yield {"unit": unit, "space": space}


@refuses("{unit} goes by air in the combat move only.", Move)
def paratroopers_fly_in_combat_moves(play: Play, action: Move) -> Breaches:
    """Paratroopers fly in the combat move only."""
    for unit in play.units(action.units) if not play.is_combat_move else ():
        if goes_by_air(play, unit, action):
            yield {"unit": unit}


@refuses("{unit} may not jump over {space}: it is not hostile land.", Move)
def paratroopers_attack(play: Play, action: Move) -> Breaches:
    """Paratroopers fly only to hostile land, which they attack."""
    space = action.route[-1]
    if play.is_combat_move and not (play.is_land(space) and play.is_hostile(action.power, space)):
        for unit in play.units(action.units):
            if goes_by_air(play, unit, action):
                yield {"unit": unit, "space": space}


@refuses("{unit} drops paratroopers and does not raid.", Raid)
def bombers_with_paratroopers_do_not_raid(play: Play, action: Raid) -> Breaches:
    """A bomber that drops paratroopers makes no strategic bombing raid."""
    for unit in play.units(action.units):
        if land_cargo(play, unit):
            yield {"unit": unit}


@holds("{unit} jumps from an air base.")
def paratroopers_jump_from_air_bases(
    play: Play, unit: Unit, route: tuple[str, ...], *, technologies: Technologies, units: Units, bases: Units
) -> bool:
    """{technologies}: {units} at {bases:a} of its side may fly from there. A unit that moves only to the next territory
    walks."""
    walks = len(route) == 2 and play.is_land(route[1])
    if walks or not route or unit.spent or unit.aboard or (not play.gains(unit, units, technologies)):
        return False
    return bool(play.base_at(bases, route[0], unit.power))


@changes("{unit} may fly {now} spaces.", "movement")
def paratrooper_range(play: Play, answer: int, unit: Unit, route: tuple[str, ...], *, spaces: Number) -> int:
    """Paratroopers fly up to {spaces:space} from their air base."""
    jumps = bool(route) and play.holds("paratroopers-jump-from-air-bases", unit=unit, route=route)
    return spaces if jumps else answer


@refuses("{unit} may not fly from {space}: its limit for this turn is reached.", Move)
def paratrooper_limit_per_air_base(play: Play, action: Move, *, number: Number) -> Breaches:
    """Up to {number} paratroopers fly from the same air base in a turn."""
    start = action.route[0]
    jumping = [
        unit
        for unit in play.units(action.units)
        if play.holds("paratroopers-jump-from-air-bases", unit=unit, route=action.route)
    ]
    left = number - notes.JUMPED.get(play.position, start)
    for unit in jumping[max(0, left) :]:
        yield {"unit": unit, "space": start}


@refuses("{unit} may not jump over {space}: nobody attacks it by land or from the sea.", Move)
def paratroopers_join_an_attack(play: Play, action: Move) -> Breaches:
    """Paratroopers may jump only into a territory that land units of their own power attack overland or in an
    amphibious assault. Those land units move first."""
    units, space = play.units(action.units), action.route[-1]
    fly = units if play.is_combat_move else []
    jumping = [unit for unit in fly if goes_by_air(play, unit, action)]
    if jumping and not _is_attacked_by_land(play.supposing(edits_of_move(play, action)), space, action.power):
        for unit in jumping:
            yield {"unit": unit, "space": space}


def _is_attacked_by_land(play: Play, space: str, power: str) -> bool:
    """Whether land units have come to a territory overland or from the sea, or are to land there."""
    own = (unit for unit in play.position.units.values() if unit.power == power and play.is_land_unit(unit))
    return any(unit.came if unit.at == space else unit.bound == space for unit in own)


def _jump(play: Play, space: str, power: str) -> list[Unit]:
    """Put what a power's aircraft carry over a territory on the ground; it did not walk, and left no way back."""
    planes = [unit for unit in play.all_aircraft() if unit.at == space and play.fights_for(unit, power)]
    jumping = [rider for plane in planes for rider in land_cargo(play, plane)]
    if jumping:
        edits = play.put(*(unit.marked(aboard=0) for unit in jumping))
        play.emit("jumped", *edits, units=jumping, space=space)
    return jumping


@happens("The paratroopers join the battle.", "opening fire")
def paratroopers_drop_after_antiaircraft_fire(play: Play) -> None:
    """Paratroopers join the battle only after the antiaircraft guns have fired at the aircraft that carry them."""
    battle = play.battle
    if joining := _jump(play, battle.space, battle.attacker):
        attackers = (*battle.attackers, *(unit.id for unit in joining))
        play.emit("joined", play.change_battle(attackers=attackers), units=joining, space=battle.space)


@happens("Paratroopers jump where nobody defends.", "end of conduct-combat")
def paratroopers_drop_where_nobody_defends(play: Play, power: str) -> None:
    """Even where nobody defends and there is no battle, paratroopers jump after the antiaircraft fire."""
    for space in sorted({plane.at for plane in play.all_aircraft() if land_cargo(play, plane)}):
        _jump(play, space, power)
