"""Fire and casualties: with what strength units and antiaircraft guns roll, on whom hits are put, and what is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from kb.engine.core import notes
from kb.engine.core.play import Play
from kb.engine.core.points import Strengths, WaitingHits
from kb.engine.core.position import Unit, replace
from kb.engine.core.table import Die, Pick
from kb.engine.units.kinds import Equal, equal_units
from kb.engine.units.losses import lose, pick, ways_to_take, whose_choice

#: units that hit something, with how many hits each made
Hits = list[tuple[Unit, int]]


def strengths(play: Play, units: Sequence[Unit], attacking: bool) -> Strengths:
    """The highest roll with which each unit hits: the printed value, as the rules alter it."""
    printed = {}
    for unit in units:
        kind = play.type_of(unit)
        printed[unit.id] = (kind.attack if attacking else kind.defense) or 0
    return dict(play.ask("strengths", printed, units=list(units), attacking=attacking))


def volley(play: Play, shooters: Sequence[Unit], attacking: bool, what: str) -> Hits:
    """Roll for the shooters of one side together; the hits of each. Units without strength do not roll."""
    values = strengths(play, shooters, attacking)
    dice = [
        Die(unit.id, values[unit.id])
        for unit in shooters
        if values[unit.id] > 0
        for _ in range(play.ask("heavy-bombers-roll-two-dice", 1, unit=unit, attacking=attacking))
    ]
    if not dice:
        return []
    battle = play.battle
    faces = play.roll(shooters[0].power, what, battle.space, dice)
    play.emit(
        "fired",
        play.change_battle(fired=play.battle.fired | {die.unit for die in dice}),
        units=list(shooters),
        what=what,
    )
    hits: Strengths = {}
    for die, face in zip(dice, faces, strict=True):
        if face <= die.hits_on:
            hits[die.unit] = hits.get(die.unit, 0) + 1
    hitting = [unit for unit in shooters if unit.id in hits]
    return [(unit, play.ask("heavy-bombers-hit-once", hits[unit.id], unit=unit)) for unit in hitting]


def fires_this_cycle(play: Play) -> bool:
    """Whether guns and bombarding ships are still on the battle board."""
    return not play.holds("support-leaves-after-the-first-opening-fire", round=play.battle.round)


# -- casualties


def assign(play: Play, hits: list[tuple[Unit, int]], side: Iterable[int]) -> None:
    """Put hits on units of a side, those with the fewest possible targets first.

    The owner picks; a hit that can take effect has to.
    """
    side = play.ask("bystanders-take-hits", tuple(side))
    groups: dict[tuple[int, ...], int] = {}
    for shooter, number in hits:
        may = tuple(unit.id for unit in unhit(play, side) if play.ask("can-hit", True, shooter=shooter, target=unit))
        groups[may] = groups.get(may, 0) + number
    types = {may: sorted((unit.power, unit.type) for unit in play.units(may)) for may in groups}
    waiting = sorted(groups.items(), key=lambda group: (len(group[0]), types[group[0]], group[0]))
    for nth, (may, number) in enumerate(waiting, 1):
        targets, later = unhit(play, may), waiting[nth:]
        last = [unit for unit in targets if play.holds("transports-are-chosen-last", unit=unit)]
        left = _share_out(play, [unit for unit in targets if unit not in last], number, later)
        _share_out(play, last, left, later)


def unhit(play: Play, side: Iterable[int]) -> list[Unit]:
    """The units of a side that are not casualties yet."""
    marked = play.battle.marked
    return [unit for unit in play.units(tuple(side)) if unit.id not in marked]


def anyone_left(play: Play, side: Iterable[int]) -> bool:
    """Whether a unit of a side can still be hit; where none can, nobody rolls."""
    return bool(unhit(play, play.ask("bystanders-take-hits", tuple(side))))


def hits_to_take(play: Play, targets: Iterable[Unit]) -> Counter[Equal]:
    """How many hits targets can take, those that are equal but for damage together."""
    capacity = Counter[Equal]()
    for (power, kind), units in equal_units(play, targets).items():
        capacity[power, kind.sound] += sum(_takes(play, unit) for unit in units)
    return capacity


def _takes(play: Play, unit: Unit) -> int:
    """How many more hits a unit takes until it is lost."""
    return (play.type_of(unit).hits or 1) - unit.damage


def _share_out(play: Play, targets: list[Unit], number: int, later: WaitingHits) -> int:
    """Have the owner place hits on targets; returns how many hits they could not take."""
    taken = min(number, sum(_takes(play, unit) for unit in targets))
    if taken:
        equal = equal_units(play, targets)
        options = play.ask("no-hit-is-wasted", _ways_to_place(play, equal, taken), later=later)
        battle = play.battle
        own = any(unit.power == battle.attacker for unit in targets)  # the attacker chooses for all of his side
        chooser = (battle.attacker,) if own else whose_choice(play, targets)
        _mark(play, equal, play.choose(chooser, "casualties", battle.space, options))
    return number - taken


def _ways_to_place(play: Play, equal: Mapping[Equal, list[Unit]], number: int) -> list[Pick]:
    """Every way to place hits on units.

    Of a unit of several hits the first one damages it, and the next is one on a damaged unit: with two hits the owner
    of two battleships damages both, or damages one and sinks it.
    """
    rooms = Counter[Equal]()
    for (power, kind), units in equal.items():
        first = len(units) if kind == kind.sound else 0
        rooms[power, kind] += first
        rooms[power, kind.damaged] += sum(_takes(play, unit) for unit in units) - first
    places = sorted(
        ((group, room) for group, room in rooms.items() if room), key=lambda place: (place[0][0], place[0][1].called)
    )
    return [way for way in ways_to_take(places, number) if _is_in_turn(play, equal, way)]


def _is_in_turn(play: Play, equal: Mapping[Equal, list[Unit]], way: Pick) -> bool:
    """Whether the hits on damaged units fall on those that were damaged before, or are damaged by the other hits."""
    hits = {(power, kind): number for power, kind, number in way}
    for (power, kind), number in hits.items():
        if kind == kind.damaged:
            room = sum(_takes(play, unit) for unit in equal.get((power, kind), ()))
            fresh = equal.get((power, kind.sound), ())[: hits.get((power, kind.sound), 0)]
            if number > room + sum(_takes(play, unit) - 1 for unit in fresh):
                return False
    return True


def _mark(play: Play, equal: Mapping[Equal, list[Unit]], way: Pick) -> None:
    """Put the hits on the units as their owner has placed them."""
    takes = {unit.id: _takes(play, unit) for units in equal.values() for unit in units}
    hits = Counter[int]()
    for power, kind, number in sorted(way, key=lambda row: row[1] == row[1].damaged):
        if kind == kind.sound:
            hits.update(unit.id for unit in equal[power, kind][:number])
            continue
        fresh = [unit for unit in equal.get((power, kind.sound), ()) if hits[unit.id]]
        for _ in range(number):
            hits[next(u.id for u in (*equal.get((power, kind), ()), *fresh) if hits[u.id] < takes[u.id])] += 1
    for power, called in dict.fromkeys((power, kind.sound.called) for power, kind, _ in way):
        _hurt(play, [u for units in equal.values() for u in units if (u.power, u.type) == (power, called)], hits)


def _hurt(play: Play, units: list[Unit], hits: Mapping[int, int]) -> None:
    """Damage the units of one type that were hit, or make casualties of them."""
    dead = [unit for unit in units if hits[unit.id] >= _takes(play, unit)]
    hurt = [unit for unit in units if 0 < hits[unit.id] < _takes(play, unit)]
    if hurt:
        edits = play.put(*(replace(unit, damage=unit.damage + hits[unit.id]) for unit in hurt))
        play.emit("damaged", *edits, units=hurt, space=play.battle.space)
    if dead:
        marked = play.battle.marked.union(unit.id for unit in dead)
        play.emit("hit", play.change_battle(marked=marked), units=dead, space=play.battle.space)


def remove(play: Play, units: list[Unit]) -> None:
    """Take casualties off the battle board and out of the game."""
    if not units:
        return
    battle = play.battle
    gone = {unit.id for unit in units}
    off = play.leave_battle(gone, marked=battle.marked - gone)
    dead = (*notes.CASUALTIES.get(play.position, battle.space), *((unit.power, unit.type) for unit in units))
    play.emit("off-the-board", off, notes.CASUALTIES.edit(dead, battle.space), units=units)
    lose(play, units, battle.space, "battle")
    there = {unit.id for unit in play.position.at(battle.space)}
    if drowned := {unit for unit in play.battle.units if unit not in there}:
        play.emit("off-the-board", play.leave_battle(drowned), units=[])


# -- antiaircraft fire: which gun fires at which aircraft, and what is left of them


def guns_against(play: Play, territory: str, aircraft: list[Unit]) -> list[Unit]:
    """An antiaircraft gun of each enemy of the aircraft in a territory, the one that hits best first."""
    types = play.fact("antiaircraft-guns")
    there = [unit for unit in reversed(play.position.at(territory)) if unit.type in types]
    hostile = (gun for gun in there if any(play.at_enmity(gun.power, plane.power) for plane in aircraft))
    guns = list({gun.power: gun for gun in hostile}.values())
    if len(guns) > 1:
        apart = play.supposing(())
        hits_on = {gun.id: apart.ask("antiaircraft-hits-on", 0, gun=gun, space=territory) for gun in guns}
        guns.sort(key=lambda gun: (-hits_on[gun.id], gun.power))
    return guns


def guns_fire(play: Play, territory: str, aircraft: list[Unit], what: str) -> list[Unit]:
    """Have the guns of a territory fire a die at each aircraft, type by type; the aircraft that are left.

    ``what`` names the occasion in the trace. The guns of each power fire at the aircraft at which those of the powers
    before it have not fired.
    """
    return fire_at(play, guns_against(play, territory, aircraft), territory, aircraft, what)


def fire_at(play: Play, guns: list[Unit], territory: str, aircraft: list[Unit], what: str) -> list[Unit]:
    """Have guns or a facility fire a die at each aircraft, type by type; the aircraft that are left. ``guns`` has one
    of each power, for all of its guns."""
    if not guns:
        return aircraft
    targets = [plane for plane in aircraft if not play.holds("superfortresses", unit=plane)]
    groups: dict[str, list[Unit]] = {}
    for plane in targets:
        groups.setdefault(play.ask("antiaircraft-fire-by-type", "", unit=plane), []).append(plane)
    hits_on: dict[int, int] = {}
    for group in groups.values():
        hits, left = 0, group
        for gun in guns:
            if left and gun.id not in hits_on:
                hits_on[gun.id] = play.ask("antiaircraft-hits-on", 0, gun=gun, space=territory)
            if left and hits_on[gun.id]:
                shots = play.ask("shots-per-antiaircraft-gun", len(left), gun=gun, space=territory)
                dice = [Die(plane.id, hits_on[gun.id]) for plane in left[:shots]]
                hits += sum(face <= hits_on[gun.id] for face in play.roll(gun.power, what, territory, dice))
                left = left[shots:]
        lose(play, pick(play, whose_choice(play, group), what, territory, group, hits), territory, what)
    return play.units([plane.id for plane in aircraft])


def flown_over(play: Play, space: str, aircraft: list[Unit]) -> list[Unit]:
    """Let aircraft fly over a space; the aircraft that are left."""
    if aircraft and play.is_land(space):
        play.announce("flown over", space=space, aircraft=aircraft)
        return play.units([plane.id for plane in aircraft])
    return aircraft
