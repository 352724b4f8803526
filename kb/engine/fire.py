"""Fire: strengths, dice, targets and casualties, antiaircraft guns, and units without protection."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import compress, product
from operator import or_

from kb.engine.battle import last_decision, may_retreat, step
from kb.engine.core import notes
from kb.engine.core.actions import tells
from kb.engine.core.parameters import IsBreach, Number, Units
from kb.engine.core.picks import Equal, Limit, Pick, Picks
from kb.engine.core.play import Play
from kb.engine.core.points import Strengths, WaitingHits
from kb.engine.core.position import Unit, replace
from kb.engine.core.rules import allows, changes, forbids, happens, holds
from kb.engine.core.table import Die
from kb.engine.units import equal_units, lose, pick, whose_choice

#: units that hit something, with how many hits each made
Hits = list[tuple[Unit, int]]


def strengths(play: Play, units: Sequence[Unit], attacking: bool) -> Strengths:
    """Return the highest roll with which each unit hits, ``attacking`` or defending: printed, as rules alter it."""
    printed = {}
    for unit in units:
        kind = play.type_of(unit)
        printed[unit.id] = (kind.attack if attacking else kind.defense) or 0
    question = "attack-values" if attacking else "defense-values"
    return dict(play.ask(question, printed, units=list(units), attacking=attacking))


@tells(fired="")
def volley(play: Play, shooters: Sequence[Unit], attacking: bool, what: str) -> Hits:
    """Roll for shooters of the ``attacking`` or defending side together, except units without strength; ``what`` is the
    occasion of the roll. Return the units that hit, each with its number of hits."""
    values = strengths(play, shooters, attacking)
    dice = [
        Die(unit.id, values[unit.id])
        for unit in shooters
        if values[unit.id] > 0
        for _ in range(play.ask("dice-of-a-unit", 1, unit=unit, attacking=attacking))
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
    return [(unit, play.ask("hits-of-a-unit", hits[unit.id], unit=unit)) for unit in hitting]


def fires_this_cycle(play: Play) -> bool:
    """Return whether guns and bombarding ships fire in this cycle. They fire in every one, unless a rule limits them to
    the first."""
    return not play.holds("support-leaves-after-the-first-opening-fire", round=play.battle.round)


# -- casualties


def assign(play: Play, hits: list[tuple[Unit, int]], side: Iterable[int]) -> None:
    """Place hits on units of a side (their ids), as the owner chooses: first the hits that have the fewest targets.
    ``hits`` has the units that hit, each with its number of hits. Hits that no unit can take are lost."""
    side = play.ask("units-that-take-hits", tuple(side))
    groups: dict[tuple[int, ...], int] = {}
    by_shooter: dict[tuple[str, str], tuple[int, ...]] = {}
    for shooter, number in hits:
        alike = (shooter.power, shooter.type)  # units of one power and type can hit the same units
        if alike not in by_shooter:
            fit = (unit for unit in unhit(play, side) if play.ask("can-hit", True, shooter=shooter, target=unit))
            by_shooter[alike] = tuple(unit.id for unit in fit)
        may = by_shooter[alike]
        groups[may] = groups.get(may, 0) + number
    types = {may: sorted((unit.power, unit.type) for unit in play.units(may)) for may in groups}
    waiting = sorted(groups.items(), key=lambda group: (len(group[0]), types[group[0]], group[0]))
    for nth, (may, number) in enumerate(waiting, 1):
        targets, later = unhit(play, may), waiting[nth:]
        last = [unit for unit in targets if play.holds("transports-are-chosen-last", unit=unit)]
        left = _share_out(play, [unit for unit in targets if unit not in last], number, later)
        _share_out(play, last, left, later)


def unhit(play: Play, side: Iterable[int]) -> list[Unit]:
    """Return the units with the ids in ``side`` that are not casualties yet."""
    marked = play.battle.marked
    return [unit for unit in play.units(tuple(side)) if unit.id not in marked]


def anyone_left(play: Play, side: Iterable[int]) -> bool:
    """Return whether any unit of a side (their ids) can still be hit. If none can, no dice are rolled at it."""
    return bool(unhit(play, play.ask("units-that-take-hits", tuple(side))))


def hits_to_take(play: Play, targets: Iterable[Unit]) -> Counter[Equal]:
    """Return how many hits the targets can take, by group of equal units. Units that differ only in damage are one
    group."""
    capacity = Counter[Equal]()
    for (power, kind), units in equal_units(play, targets).items():
        capacity[power, kind.sound] += sum(_takes(play, unit) for unit in units)
    return capacity


def _takes(play: Play, unit: Unit) -> int:
    """Return how many more hits a unit takes until it is lost."""
    return (play.type_of(unit).hits or 1) - unit.damage


@tells(damaged="Damaged: {units}", hit="Hit: {units}")
def _share_out(play: Play, targets: list[Unit], number: int, later: WaitingHits) -> int:
    """Have the owner place a ``number`` of hits on targets; return how many hits these cannot take. ``later`` are the
    hits that are placed afterwards, which rules take into account."""
    taken = min(number, sum(_takes(play, unit) for unit in targets))
    if not taken:
        return number
    equal, battle = equal_units(play, targets), play.battle
    options = play.ask("ways-to-place-hits", _placings(play, equal, taken), later=later)
    own = any(unit.power == battle.attacker for unit in targets)  # the attacker chooses for all of his side
    chooser = (battle.attacker,) if own else whose_choice(play, targets)
    way = play.choose(chooser, "casualties", battle.space, options)
    hits = _placed(play, equal, way)
    for power, called in dict.fromkeys((power, kind.sound.called) for power, kind, _ in way):
        units = [u for units in equal.values() for u in units if (u.power, u.type) == (power, called)]
        dead = [unit for unit in units if hits.get(unit.id, 0) >= _takes(play, unit)]
        if hurt := [unit for unit in units if unit.id in hits and unit not in dead]:
            edits = play.put(*(replace(unit, damage=unit.damage + hits[unit.id]) for unit in hurt))
            play.emit("damaged", *edits, units=hurt, space=battle.space)
        if dead:
            marked = play.battle.marked.union(unit.id for unit in dead)
            play.emit("hit", play.change_battle(marked=marked), units=dead, space=battle.space)
    return number - taken


def _placings(play: Play, equal: Mapping[Equal, list[Unit]], number: int) -> Picks:
    """Return every way to place a ``number`` of hits on groups of ``equal`` units. The first of several hits on a unit
    damages it, the next is one on a damaged unit: with two hits the owner of two battleships damages both, or damages
    one and sinks it."""
    rooms, limits = Counter[Equal](), list[Limit]()
    for (power, kind), units in equal.items():
        first = len(units) if kind == kind.sound else 0
        rooms[power, kind] += first
        rooms[power, kind.damaged] += sum(_takes(play, unit) for unit in units) - first
    for power, kind in rooms:
        if kind != kind.sound:
            sound, damaged = equal.get((power, kind.sound), ()), equal.get((power, kind), ())
            opened = {(power, kind.sound): 1 - _takes(play, sound[0])} if sound else {}
            limits.append(({(power, kind): 1, **opened}, sum(_takes(play, unit) for unit in damaged)))
    # the sound and the damaged units of a type side by side: the limits of few types are in use at a time
    groups = sorted(rooms.items(), key=lambda room: (room[0][0], room[0][1].sound.called))
    return Picks(groups, number, limits=limits)


def _placed(play: Play, equal: Mapping[Equal, list[Unit]], way: Pick) -> Mapping[int, int]:
    """Return the number of hits on each unit, by id, if hits are placed in a ``way`` on groups of ``equal`` units."""
    hits = Counter[int]()
    for power, kind, number in sorted(way, key=lambda row: row[1] == row[1].damaged):
        sound = equal.get((power, kind.sound), [])
        if kind == kind.sound:
            hits.update(unit.id for unit in sound[:number])
            continue
        damaged = [*equal.get((power, kind), ()), *(unit for unit in sound if hits[unit.id])]
        room = [unit.id for unit in damaged for _ in range(_takes(play, unit) - hits[unit.id])]
        hits.update(room[:number])
    return hits


@tells(off_the_board="")
def remove(play: Play, units: list[Unit]) -> None:
    """Take casualties, and units lost with them such as cargo, off the battle board and out of the game."""
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


# -- antiaircraft fire: which gun fires at which aircraft, and the aircraft that survive


def guns_against(play: Play, territory: str, aircraft: list[Unit]) -> list[Unit]:
    """Return one antiaircraft gun of each power that has guns in a territory and is hostile to the aircraft. The gun
    that hits best comes first."""
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
    """Have the guns in a territory that are hostile to the aircraft fire at them, and return the aircraft left.
    ``what`` names the occasion in the trace. See :func:`fire_at`."""
    return fire_at(play, guns_against(play, territory, aircraft), territory, aircraft, what)


def fire_at(play: Play, guns: list[Unit], territory: str, aircraft: list[Unit], what: str) -> list[Unit]:
    """Have guns or a facility fire one die at each aircraft, and return the aircraft that are left.

    ``guns`` has one of each power, for all of its guns. If rules limit the dice of a gun, the next gun fires at the
    aircraft that no die was rolled for. Rules also exempt aircraft, and group them by type; ``what`` names the occasion
    in the trace.
    """
    if not guns:
        return aircraft
    targets = [plane for plane in aircraft if not play.holds("superfortresses", unit=plane)]
    groups: dict[str, list[Unit]] = {}
    for plane in targets:
        groups.setdefault(play.ask("antiaircraft-target-group", "", unit=plane), []).append(plane)
    hits_on: dict[int, int] = {}
    for group in groups.values():
        hits, left = 0, group
        # a hit in a group of several types falls on any of them, so its dice are the gun's
        of_one_type = len({plane.type for plane in group}) == 1
        for gun in guns:
            if left and gun.id not in hits_on:
                hits_on[gun.id] = play.ask("antiaircraft-hits-on", 0, gun=gun, space=territory)
            if left and hits_on[gun.id]:
                shots = play.ask("antiaircraft-shots", len(left), gun=gun, space=territory)
                dice = [Die(plane.id if of_one_type else gun.id, hits_on[gun.id]) for plane in left[:shots]]
                hits += sum(face <= hits_on[gun.id] for face in play.roll(gun.power, what, territory, dice))
                left = left[shots:]
        lose(play, pick(play, whose_choice(play, group), what, territory, group, hits), territory, what)
    return play.units([plane.id for plane in aircraft])


def flown_over(play: Play, space: str, aircraft: list[Unit]) -> list[Unit]:
    """Let rules such as antiaircraft fire act on aircraft over a territory, and return the aircraft that are left.
    Nothing happens over a sea zone."""
    if aircraft and play.is_land(space):
        play.announce("flown over", space=space, aircraft=aircraft)
        return play.units([plane.id for plane in aircraft])
    return aircraft


# -- fire: the steps in which both sides fire, strengths, dice, targets, casualties, and units without protection


@holds("{unit} has fired in this cycle.")
def one_shot_a_cycle(play: Play, unit: Unit) -> bool:
    """A unit fires once in each cycle of combat."""
    return unit.id in play.battle.fired


@tells(hits_wait="The defender picks his casualties once his units have fired")
@step("attackers-fire")
def attackers_fire(play: Play) -> None:
    """Have the attacker's units fire. The defender picks casualties now under a rule for that, else when they leave."""
    battle = play.battle
    shooters = [unit for unit in play.units(battle.attackers) if _fires(play, unit)]
    hits = volley(play, shooters, True, "attackers-fire") if anyone_left(play, battle.defenders) else []
    if play.holds("defenders-pick-before-they-fire"):
        assign(play, hits, battle.defenders)
    elif hits:
        play.emit("hits-wait", play.change_battle(pending=tuple((unit.id, number) for unit, number in hits)))


@holds("The defender picks his casualties before his units fire.")
def defenders_pick_before_they_fire(play: Play) -> bool:
    """The defender picks casualties before the defending units fire."""
    return True


@step("defenders-fire")
def defenders_fire(play: Play) -> None:
    """Have the defender's units fire, with those just hit if a rule lets them. The owners of the attacking units choose
    which of these are hit."""
    battle = play.battle
    shooters = [unit for unit in play.units(battle.defenders) if _fires(play, unit)]
    if anyone_left(play, battle.attackers):
        assign(play, volley(play, shooters, False, "defenders-fire"), battle.attackers)


def _fires(play: Play, unit: Unit) -> bool:
    """Return whether a unit fires in this cycle: no rule stops it because it has fired before, and it is not a
    casualty, unless a rule lets casualties fire."""
    hit = unit.id in play.battle.marked and not play.holds("casualties-fire-before-they-leave", unit=unit)
    return not hit and not play.holds("one-shot-a-cycle", unit=unit)


@holds("{unit} is hit, and fires before it leaves.")
def casualties_fire_before_they_leave(play: Play) -> bool:
    """A unit that was chosen as a casualty still fires in the same cycle, unless it has been removed already."""
    return True


@changes("Artillery supports infantry, one for one.", "attack-values")
def artillery_supports_infantry(
    play: Play, answer: Strengths, units: list[Unit], *, supporters: Units, supported: Units, attack: Number
) -> Strengths:
    """Each {supporters:one} lets one {supported:one} attack at {attack}. It does not add to another bonus."""
    guns = [unit for unit in units if unit.type in supporters]
    places = sum(play.ask("units-supported", 1, unit=unit) for unit in guns)
    weak = [unit for unit in units if unit.type in supported and answer[unit.id] < attack]
    return {**answer, **{unit.id: attack for unit in weak[:places]}}


@changes("Paired units attack at a higher number.", "attack-values")
def pairs_attack_better(
    play: Play, answer: Strengths, units: list[Unit], *, units_: Units, beside: Units, attack: Number
) -> Strengths:
    """{units} attack at {attack} beside {beside:or}, one for each fighter or tank."""
    able = [unit for unit in units if unit.type in units_]
    partners = sum(unit.type in beside for unit in units)
    return {**answer, **{unit.id: attack for unit in able[:partners]}}


@changes("Units that are paired with tanks attack at a higher number.", "attack-values", technologies="units")
def better_mechanized_infantry_attacks_beside_tanks(
    play: Play, answer: Strengths, units: list[Unit], *, units_: Units, beside: Units, attack: Number
) -> Strengths:
    """{technologies}: {units} attacks at {attack} beside {beside}, one for each tank."""
    return pairs_attack_better(play, answer, units, units_=units_, beside=beside, attack=attack)


@changes("{unit} supports {now} infantry.", "units-supported", technologies="unit")
def advanced_artillery_supports_more(play: Play, *, number: Number) -> int:
    """With the technology {technologies}, each artillery supports {number} infantry."""
    return number


@changes("Jet fighters defend at a higher number.", "defense-values", units="units", technologies="units")
def jet_fighters_defend_better(play: Play, answer: Strengths, units: list[Unit], *, defense: Number) -> Strengths:
    """{technologies}: {units} defend at {defense}."""
    return {**answer, **{unit.id: defense for unit in units}}


@changes("Jet fighters attack at a higher number.", "attack-values", units="units", technologies="units")
def jet_fighters_attack_better(play: Play, answer: Strengths, units: list[Unit], *, attack: Number) -> Strengths:
    """{technologies}: {units} attack at {attack}."""
    return {**answer, **{unit.id: attack for unit in units}}


@changes("Super submarines attack at a higher number.", "attack-values", units="units", technologies="units")
def super_submarines_attack_better(play: Play, answer: Strengths, units: list[Unit], *, attack: Number) -> Strengths:
    """{technologies}: {units} attack at {attack}."""
    return {**answer, **{unit.id: attack for unit in units}}


@changes("{unit} rolls {now} dice.", "dice-of-a-unit", technologies="unit", units="unit")
def heavy_bombers_roll_two_dice(play: Play, answer: int, attacking: bool, *, dice: Number) -> int:
    """With the technology {technologies}, each {units:one} attacks with {dice:die}."""
    return dice if attacking else answer


@changes("{unit} rolls several dice and uses the best one.", "hits-of-a-unit", technologies="unit", units="unit")
def heavy_bombers_hit_once(play: Play, answer: int) -> int:
    """{technologies}: only the best of the dice of {units:a} counts, so it scores at most one hit."""
    return min(answer, 1)


@forbids("{shooter} cannot hit {target}.", "can-hit", units="shooter")
def only_ships_are_hit_by_submarines(play: Play, target: Unit) -> IsBreach:
    """{units} can hit ships only, not aircraft."""
    return not play.is_ship(target)


# -- casualties


@changes("Hits are placed so that as many as possible take effect.", "ways-to-place-hits")
def no_hit_is_wasted(play: Play, answer: Picks, later: WaitingHits) -> Picks:
    """Hits must be assigned so that as many of them as possible take effect."""
    groups = [(hits_to_take(play, unhit(play, may)), hits) for may, hits in later]
    own = Counter[Equal]()
    for (power, kind), room in answer.groups:
        own[power, kind.sound] += room
    cuts = list(_cuts(groups))
    # the later hits that can be placed beside these are a maximum flow, found as the minimum cut
    most = min(size + min(answer.most, ((room | own) - room).total()) for room, size in cuts) - answer.most
    return answer.within(
        *(({key: 1 for key, _ in answer.groups if (key[0], key[1].sound) in room}, size - most) for room, size in cuts)
    )


def _cuts(groups: list[tuple[Counter[Equal], int]]) -> Iterator[tuple[Counter[Equal], int]]:
    """Yield for each selection of ``groups`` the targets of the selected groups, each with the hits that it can take,
    and a limit to all hits. The limit is the sum of these hits and of the hits of the other groups."""
    for filling in product((False, True), repeat=len(groups)):
        room = reduce(or_, compress((room for room, _ in groups), filling), Counter[Equal]())
        yield room, room.total() + sum(hits for (_, hits), fills in zip(groups, filling, strict=True) if not fills)


@changes(
    "The owners agree which of their units is lost; if the defenders do not agree, the attacker chooses.",
    "whose-choice",
)
def powers_agree_or_the_attacker_chooses(play: Play, units: Sequence[Unit]) -> tuple[str, ...]:
    """Choices about units of several powers are made by these powers together. If defenders do not agree on
    casualties, the attacker chooses."""
    attacker = (play.position.battle.attacker,) if play.position.battle else ()
    owners = sorted({unit.power for unit in units})
    return (str(play.rules.sides[owners[0]]), *owners, *attacker)


@step("remove-opening-casualties")
def remove_opening_casualties(play: Play) -> None:
    """Remove the casualties of opening fire, unless a rule lets them stay."""
    gone = [
        unit
        for unit in play.units(sorted(play.battle.marked))
        if play.ask("leaves-after-opening-fire", True, unit=unit)
    ]
    remove(play, gone)


@tells(hits_fall="")
@step("remove-casualties")
def remove_casualties(play: Play) -> None:
    """Place the hits whose casualties have not been picked yet, and remove all casualties."""
    if waiting := play.battle.pending:
        play.emit("hits-fall", play.change_battle(pending=()))
        assign(play, [(play.position.units[unit], number) for unit, number in waiting], play.battle.defenders)
    remove(play, play.units(sorted(play.battle.marked)))


@forbids("{unit} stays on the board until all casualties leave: its side has a destroyer.", "leaves-after-opening-fire")
def a_destroyer_lets_casualties_of_submarines_fire(play: Play, unit: Unit, *, units: Units) -> bool:
    """If its side has {units:a}, a unit that submarines hit stays on the board and may fire until all casualties are
    removed."""
    battle = play.battle
    side = battle.attackers if unit.id in battle.attackers else battle.defenders
    at_sea = play.is_sea(battle.space)
    return at_sea and any(other.type in units for other in play.units(side))


# -- units without protection, and battles in which neither side can hit the other any more


def can_harm(play: Play, shooters: Sequence[Unit], targets: Sequence[Unit], attacking: bool) -> bool:
    """Return whether any of the shooters (``attacking`` or defending) has a shot that can hit one of the targets."""
    apart = play.supposing(())
    values = strengths(apart, shooters, attacking)
    armed = [unit for unit in shooters if values[unit.id] > 0]
    return any(apart.ask("can-hit", True, shooter=unit, target=target) for unit in armed for target in targets)


def could_not_be_lost(play: Play, lost: Sequence[Unit]) -> tuple[Unit, bool] | None:
    """Return a unit of ``lost`` that cannot be lost in the battle that is being fought, and whether an enemy can hit
    it. A unit that can be hit cannot be lost if it is chosen last, and a unit of its side that every enemy can hit is
    not in ``lost``. Return None if all can be lost."""
    battle = play.battle
    guns = guns_against(play, battle.space, [unit for unit in lost if play.is_air(unit)])
    for attacking in (True, False):
        sides = play.units(battle.attackers), play.units(battle.defenders)
        shooters, own = sides if attacking else sides[::-1]
        values = strengths(play.supposing(()), shooters, attacking)
        armed = [unit for unit in shooters if values[unit.id] > 0]
        last = {unit.id for unit in own if play.holds("transports-are-chosen-last", unit=unit)}
        dives = play.fact("submerging-units")
        stays = [unit for unit in own if unit not in lost and unit.id not in last and unit.type not in dives]
        stands = any(all(can_harm(play, [one], [unit], attacking) for one in armed) for unit in stays)
        for unit in own:
            shot = can_harm(play, armed, [unit], attacking) or (play.is_air(unit) and bool(guns))
            if unit in lost and (not shot or (stands and unit.id in last)):
                return unit, shot
    return None


def guns_will_fire(play: Play, guns: Sequence[Unit], targets: Sequence[Unit]) -> bool:
    """Return whether antiaircraft guns in ``guns`` still fire at aircraft in ``targets`` in this battle."""
    ready = {unit.id for unit in guns if unit.type in play.fact("antiaircraft-guns")} - play.battle.fired
    return bool(ready) and any(play.is_air(unit) for unit in targets) and fires_this_cycle(play)


@holds("{unit} is lost only if no other unit can be.", units="unit")
def transports_are_chosen_last(play: Play) -> bool:
    """{units} are chosen last: one becomes a casualty only if no other unit can take the hit."""
    return True


@happens("Units that can no longer be saved are lost without further dice.", "between steps")
def defenseless_transports_are_swept(play: Play, *, units: Units) -> None:
    """When only one side can still hit anything, {units} of the other side that can no longer be saved are removed
    without further dice."""
    for attacking in (False, True):
        battle = play.battle
        own, other = play.units(battle.defenders), play.units(battle.attackers)
        if attacking:
            own, other = other, own
        doomed = [unit for unit in own if unit.type in units]
        if not doomed or can_harm(play, own, other, attacking) or guns_will_fire(play, own, other):
            continue
        if not can_harm(play, other, doomed, not attacking):
            continue
        if not play.holds("transports-that-can-retreat-are-not-defenseless", attacking=attacking):
            remove(play, doomed)


@holds("The transports can still retreat and are not defenseless.")
def transports_that_can_retreat_are_not_defenseless(play: Play, attacking: bool) -> bool:
    """An attacker's transport that can retreat before it is hit is not defenseless."""
    return attacking and may_retreat(play)


@allows("No unit left in {space} can hit an enemy unit.", "ends-undecided")
def nobody_can_hit_anybody(play: Play, space: str) -> bool:
    """A sea battle is over when neither side can hit the other any more."""
    if not play.is_sea(space):
        return False
    battle = play.battle
    attackers, defenders = play.units(battle.attackers), play.units(battle.defenders)
    return not can_harm(play, attackers, defenders, True) and not can_harm(play, defenders, attackers, False)


@forbids("Only transports are left in {space}: those of the attacker may stay or retreat.", "ends-undecided")
def transports_alone_stay_or_retreat(play: Play, *, units: Units) -> bool:
    """If only {units} are left in a sea battle, those of the attacker may stay or retreat before the battle is over."""
    battle = play.battle
    alone = all(unit.type in units for unit in play.units(battle.units))
    return alone and battle.step != last_decision(play) and may_retreat(play)
