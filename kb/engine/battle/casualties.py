"""Casualties: hits are put on units by their owner, and what is lost leaves the battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from kb.engine import questions
from kb.engine.battle.state import change_battle, leave_battle, the_battle
from kb.engine.board.unit_types import type_of
from kb.engine.core import notes
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.values import replace
from kb.engine.questions.answers import WaitingHits
from kb.engine.units.losses import least_needed, lose, ways_to_take

#: how a damaged unit of several hits is called in a choice of casualties
DAMAGED = "damaged "
#: the power and the name in a choice of units that are alike
Alike = tuple[str, str]


def assign(play: Play, hits: list[tuple[Unit, int]], side: Iterable[int]) -> None:
    """Put hits on units of a side, those with the fewest possible targets first.

    The owner picks; a hit that can take effect has to.
    """
    side = play.adjust(questions.combat.in_the_line_of_fire, tuple(side))
    groups: dict[tuple[int, ...], int] = {}
    for shooter, number in hits:
        may = tuple(
            unit.id for unit in unhit(play, side) if play.ask(questions.combat.can_hit, shooter=shooter, target=unit)
        )
        groups[may] = groups.get(may, 0) + number
    waiting = sorted(groups.items(), key=lambda group: (len(group[0]), _types(play, group[0]), group[0]))
    for nth, (may, number) in enumerate(waiting, 1):
        _hit(play, unhit(play, may), number, waiting[nth:])


def _types(play: Play, ids: tuple[int, ...]) -> list[tuple[str, str]]:
    """The powers and types of some units, sorted."""
    return sorted((unit.power, unit.type) for unit in play.units(ids))


def unhit(play: Play, side: Iterable[int]) -> list[Unit]:
    """The units of a side that are not casualties yet."""
    marked = the_battle(play).marked
    return [unit for unit in play.units(tuple(side)) if unit.id not in marked]


def anyone_left(play: Play, side: Iterable[int]) -> bool:
    """Whether a unit of a side can still be hit; where none can, nobody rolls."""
    return bool(unhit(play, play.adjust(questions.combat.in_the_line_of_fire, tuple(side))))


def _hit(play: Play, targets: list[Unit], number: int, later: WaitingHits) -> None:
    """Put hits on the targets; those that are chosen last take what the others cannot."""
    last = [unit for unit in targets if play.ask(questions.combat.chosen_last, unit=unit)]
    left = _share_out(play, [unit for unit in targets if unit not in last], number, later)
    _share_out(play, last, left, later)


def hits_to_take(play: Play, targets: Iterable[Unit]) -> Counter[Alike]:
    """How many hits targets can take, those that are alike together."""
    capacity = Counter[Alike]()
    for unit in targets:
        capacity[unit.power, _called(unit)] += (type_of(play, unit).hits or 1) - unit.damage
    return capacity


def _share_out(play: Play, targets: list[Unit], number: int, later: WaitingHits) -> int:
    """Have the owner place hits on targets; returns how many hits they could not take."""
    capacity = hits_to_take(play, targets)
    taken = min(number, sum(capacity.values()))
    options = play.adjust(
        questions.combat.ways_to_place_hits, ways_to_take(sorted(capacity.items()), taken), later=later
    )
    space = the_battle(play).space
    for power, called, hits in play.choose(_chooser(play, targets), "casualties", space, options) if taken else ():
        _mark(play, [unit for unit in targets if (unit.power, _called(unit)) == (power, called)], hits)
    return number - taken


def _chooser(play: Play, targets: list[Unit]) -> str:
    """The attacker chooses for his side; among defenders the power with the most units there."""
    count = Counter(unit.power for unit in targets)
    attacker = the_battle(play).attacker
    return attacker if attacker in count else max(sorted(count), key=lambda power: count[power])


def _called(unit: Unit) -> str:
    return f"{DAMAGED}{unit.type}" if unit.damage else unit.type


def _mark(play: Play, units: list[Unit], hits: int) -> None:
    """Put each hit on the unit with the least damage, of equal ones on that which its owner can best do without."""
    units = sorted(units, key=lambda unit: least_needed(play, unit))
    damage = {unit.id: unit.damage for unit in units}
    full = {unit.id: type_of(play, unit).hits or 1 for unit in units}
    for _ in range(hits):
        standing = (each for each in damage if damage[each] < full[each])
        damage[min(standing, key=damage.__getitem__)] += 1
    dead = [unit for unit in units if damage[unit.id] >= full[unit.id]]
    hurt = [unit for unit in units if unit.damage < damage[unit.id] < full[unit.id]]
    if hurt:
        edits = play.put(*(replace(unit, damage=damage[unit.id]) for unit in hurt))
        play.emit("damaged", *edits, units=hurt, space=the_battle(play).space)
    if dead:
        marked = the_battle(play).marked.union(unit.id for unit in dead)
        play.emit("hit", change_battle(play, marked=marked), units=dead, space=the_battle(play).space)


def remove(play: Play, units: list[Unit]) -> None:
    """Take casualties off the battle board and out of the game."""
    if not units:
        return
    battle = the_battle(play)
    gone = {unit.id for unit in units}
    off = leave_battle(play, gone, marked=battle.marked - gone)
    dead = (*notes.CASUALTIES.get(play.position, battle.space), *((unit.power, unit.type) for unit in units))
    play.emit("off-the-board", off, notes.CASUALTIES.edit(dead, battle.space), units=units)
    lose(play, units, battle.space, "battle")
    there = {unit.id for unit in play.position.at(battle.space)}
    if drowned := {unit for unit in the_battle(play).units if unit not in there}:
        play.emit("off-the-board", leave_battle(play, drowned), units=[])
