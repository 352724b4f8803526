"""Casualties: hits are put on units by their owner so that they take effect, and leave when the step says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import compress, product
from operator import or_

from kb.engine.board.spaces import is_sea
from kb.engine.board.unit_types import type_of
from kb.engine.combat.battles import change, step, the_battle, without
from kb.engine.core.given import Units
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.registry import answers
from kb.engine.core.values import replace
from kb.engine.units.losses import Pick, lose, spreads

#: how a damaged unit of several hits is called in a choice of casualties
DAMAGED = "damaged "
#: the power and the name in a choice of units that are alike
Alike = tuple[str, str]
#: the hits of a volley that are still to be placed: on which units they can be, and how many
Later = Sequence[tuple[tuple[int, ...], int]]


def assign(play: Play, hits: list[tuple[Unit, int]], side: Iterable[int]) -> None:
    """Put hits on units of a side, those with the fewest possible targets first.

    The owner picks; a hit that can take effect has to. Source in Revised: rev/p4-s4-attackers-fire.
    """
    side = play.ask("exposed", tuple(side))
    groups: dict[tuple[int, ...], int] = {}
    for shooter, number in hits:
        may = tuple(
            unit.id for unit in _standing(play, side) if play.ask("can-hit", True, shooter=shooter, target=unit)
        )
        groups[may] = groups.get(may, 0) + number
    waiting = sorted(groups.items(), key=lambda group: (len(group[0]), group[0]))
    for nth, (may, number) in enumerate(waiting, 1):
        _hit(play, _standing(play, may), number, waiting[nth:])


def _standing(play: Play, side: Iterable[int]) -> list[Unit]:
    """The units of a side that are not casualties yet."""
    marked = the_battle(play).marked
    return [unit for unit in play.units(tuple(side)) if unit.id not in marked]


def anyone_left(play: Play, side: Iterable[int]) -> bool:
    """Whether there is somebody on a side who could still be hit; nobody rolls where there is not."""
    return bool(_standing(play, play.ask("exposed", tuple(side))))


def _hit(play: Play, targets: list[Unit], number: int, later: Later) -> None:
    """Put hits on the targets; those that are chosen last take what the others cannot."""
    last = [unit for unit in targets if play.ask("chosen-last", False, unit=unit)]
    left = _share_out(play, [unit for unit in targets if unit not in last], number, later)
    _share_out(play, last, left, later)


def _capacity(play: Play, targets: Iterable[Unit]) -> Counter[Alike]:
    """How many hits targets can take, those that are alike together."""
    capacity = Counter[Alike]()
    for unit in targets:
        capacity[unit.power, _called(unit)] += (type_of(play, unit).hits or 1) - unit.damage
    return capacity


def _share_out(play: Play, targets: list[Unit], number: int, later: Later) -> int:
    """Have the owner put hits on targets that are alike in turn; how many were too many for them."""
    capacity = _capacity(play, targets)
    taken = min(number, sum(capacity.values()))
    options = play.ask("ways-to-place-hits", spreads(sorted(capacity.items()), taken), later=later)
    space = the_battle(play).space
    for power, called, hits in play.choose(_chooser(play, targets), "casualties", space, options) if taken else ():
        _mark(play, [unit for unit in targets if (unit.power, _called(unit)) == (power, called)], hits)
    return number - taken


@answers(
    "no-hit-is-wasted",
    "Hits are placed so that as many as possible take effect.",
    "ways-to-place-hits",
    about="Hits are placed so that as many as possible take effect.",
)
def no_hit_is_wasted(play: Play, answer: list[Pick], later: Later) -> list[Pick]:
    groups = [(_capacity(play, _standing(play, may)), hits) for may, hits in later]
    fitting = [_fitting(groups, Counter({(power, called): hits for power, called, hits in pick})) for pick in answer]
    most = max(fitting)
    return [pick for pick, fits in zip(answer, fitting, strict=True) if fits == most]


def _fitting(groups: list[tuple[Counter[Alike], int]], gone: Counter[Alike]) -> int:
    """How many hits still find a target: a maximum flow from groups of hits to targets, found as the minimum cut.

    A cut is all hits of some groups, and the room of all targets of the others.
    """
    return min(
        sum(hits for (_, hits), fills in zip(groups, filling, strict=True) if not fills)
        + (reduce(or_, compress((room for room, _ in groups), filling), Counter[Alike]()) - gone).total()
        for filling in product((False, True), repeat=len(groups))
    )


def _chooser(play: Play, targets: list[Unit]) -> str:
    """The attacker chooses for his side; among defenders the power with the most units there."""
    count = Counter(unit.power for unit in targets)
    attacker = the_battle(play).attacker
    return attacker if attacker in count else max(sorted(count), key=lambda power: count[power])


def _called(unit: Unit) -> str:
    return f"{DAMAGED}{unit.type}" if unit.damage else unit.type


def _mark(play: Play, units: list[Unit], hits: int) -> None:
    """Damage units of several hits, spread over them, those that carry least first; mark those that are full."""
    damage = {unit.id: unit.damage for unit in units}
    full = {unit.id: type_of(play, unit).hits or 1 for unit in units}
    aboard = {unit.id: len(play.position.aboard(unit)) for unit in units}
    for _ in range(hits):
        standing = (each for each in damage if damage[each] < full[each])
        least = min(standing, key=lambda each: (damage[each], aboard[each]))
        damage[least] += 1
    dead = [unit for unit in units if damage[unit.id] >= full[unit.id]]
    hurt = [unit for unit in units if unit.damage < damage[unit.id] < full[unit.id]]
    if hurt:
        edits = play.put(*(replace(unit, damage=damage[unit.id]) for unit in hurt))
        play.happen("damaged", *edits, units=hurt, space=the_battle(play).space)
    if dead:
        marked = the_battle(play).marked.union(unit.id for unit in dead)
        play.happen("hit", change(play, marked=marked), units=dead, space=the_battle(play).space)


@step("remove-opening-casualties")
def remove_opening_casualties(play: Play) -> None:
    """What opening fire hit leaves the board, unless a rule lets it stay.

    Source in Revised: rev/p4-s3-remove-opening.
    """
    gone = [
        unit
        for unit in play.units(sorted(the_battle(play).marked))
        if play.ask("leaves-after-opening-fire", True, unit=unit)
    ]
    remove(play, gone)


@step("remove-casualties")
def remove_casualties(play: Play) -> None:
    """All casualties leave the board. Source in Revised: rev/p4-s6-remove-casualties."""
    if waiting := the_battle(play).pending:
        play.happen("hits-fall", change(play, pending=()))
        assign(play, [(play.position.units[unit], number) for unit, number in waiting], the_battle(play).defenders)
    remove(play, play.units(sorted(the_battle(play).marked)))


def remove(play: Play, units: list[Unit]) -> None:
    """Take casualties off the battle board and out of the game."""
    if not units:
        return
    battle = the_battle(play)
    gone = {unit.id for unit in units}
    off = without(play, gone, marked=battle.marked - gone)
    note = ("casualties", battle.space)
    dead = (*play.position.turn_notes.get(note, ()), *((unit.power, unit.type) for unit in units))
    play.happen("off-the-board", off, ("turn_notes", note, dead), units=units)
    lose(play, units, battle.space, "battle")
    there = {unit.id for unit in play.position.at(battle.space)}
    if drowned := {unit for unit in the_battle(play).units if unit not in there}:
        play.happen("off-the-board", without(play, drowned), units=[])


@answers(
    "a-destroyer-lets-casualties-of-submarines-fire",
    "{unit} stays on the board until all casualties leave: its side has a destroyer.",
    "leaves-after-opening-fire",
    about="Where its side has {units:a}, a unit that submarines hit stays on the board, and fires, until all casualties leave.",
    given={"units": Units("the types with which casualties of submarines stay")},
)
def a_destroyer_lets_casualties_of_submarines_fire(play: Play, answer: bool, unit: Unit) -> bool:
    battle = the_battle(play)
    side = battle.attackers if unit.id in battle.attackers else battle.defenders
    watch = play.names("a-destroyer-lets-casualties-of-submarines-fire", "units")
    at_sea = is_sea(play, battle.space)
    return answer and not (at_sea and any(other.type in watch for other in play.units(side)))
