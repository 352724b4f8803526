"""Aircraft: ranges, airspace, antiaircraft fire, paratroopers, lost carriers, scrambling, and kamikaze strikes."""

from __future__ import annotations

from kb.engine.battle import attacked_spaces
from kb.engine.core import notes
from kb.engine.core.actions import Move, Raid, tells
from kb.engine.core.parameters import Breaches, Fact, IsBreach, Names, Number, NumberByUnit, Powers, Units
from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit
from kb.engine.core.rules import allows, changes, forbids, happens, holds, refuses
from kb.engine.core.table import Die
from kb.engine.fire import guns_against, guns_fire
from kb.engine.landing import (
    can_come_down,
    can_land_in,
    carriers_at,
    choose_deck,
    deck_size,
    land_each,
    room_left,
    who_lands,
)
from kb.engine.neutrals import is_neutral_land
from kb.engine.units import (
    back_aboard,
    damage_or_sink,
    edits_of_move,
    flies_with,
    goes_by_air,
    hostile_spaces_passed,
    jumps_from_a_base,
    land_cargo,
    lose,
    pick_any,
)
from kb.games.board_model import UnitKind


@changes("{unit} has a range of {now}.", "movement", technologies="unit")
def long_range_aircraft_fly_further(play: Play, answer: int, unit: Unit, *, ranges: NumberByUnit) -> int:
    """{technologies}: aircraft may fly further, up to this many spaces ({<unit>})."""
    if unit.type in ranges:
        return ranges[unit.type]
    return answer


def _closed_airspace(play: Play, power: str, powers: Names, over: Names) -> frozenset[str]:
    """Return the land over which ``power`` may not fly: the land of the powers in ``over`` if ``power`` is one of
    ``powers``, else none."""
    if power not in powers:
        return frozenset()
    return frozenset(land for land, holder in play.position.holders.items() if holder in over)


@refuses("{unit} may not enter or fly over {space}: its airspace is closed.", Move)
def allied_airspace_is_closed(
    play: Play, action: Move, *, powers_kept_from_airspace: Fact, closed_airspace: Fact
) -> Breaches:
    """Aircraft of {powers_kept_from_airspace} never fly into or over land of {closed_airspace}."""
    for unit in play.units(action.units):
        if play.is_air(unit):
            closed = _closed_airspace(play, unit.power, powers_kept_from_airspace, closed_airspace)
            yield from ({"unit": unit, "space": space} for space in action.route[1:] if space in closed)


@changes("Aircraft of {power} may not fly over a closed airspace.", "shut-to-aircraft")
def landing_routes_avoid_closed_airspace(
    play: Play, answer: frozenset[str], power: str, *, powers_kept_from_airspace: Fact, closed_airspace: Fact
) -> frozenset[str]:
    """Aircraft of {powers_kept_from_airspace} need a landing place that they can reach without flying over land of
    {closed_airspace}."""
    return answer | _closed_airspace(play, power, powers_kept_from_airspace, closed_airspace)


@allows("{cargo} stays aboard the carrier as cargo.", "goes-along")
def fighters_of_others_stay_aboard(play: Play, cargo: Unit, ship: Unit) -> bool:
    """When a carrier moves, {carrier-aircraft} of another power stay aboard it as cargo. {carrier-aircraft} of its own
    power may take off first."""
    return play.is_air(cargo) and cargo.power != ship.power


@forbids("{cargo} is in the air as its carrier sinks.", "goes-down-with-its-ship")
def defenders_fly_from_a_sinking_carrier(play: Play, cargo: Unit, ship: Unit) -> bool:
    """Aircraft of a defending carrier are in the air during the battle, so they are not lost if it sinks."""
    return play.is_air(cargo) and not play.allied(ship.power, play.turn)


@happens("Aircraft that lost their carrier look for a place to land.", "end of conduct-combat")
def defenders_without_a_carrier_fly_one_space(play: Play, power: str, *, spaces: Number) -> None:
    """Defending {carrier-aircraft} that have lost their carrier may fly {spaces:space} to a safe landing place."""
    land_each(play, _without_a_carrier(play, power), spaces, _is_safe)


@happens("Aircraft without a place to land are lost.", "end of conduct-combat")
def defenders_in_the_air_are_lost(play: Play, power: str) -> None:
    """Defending {carrier-aircraft} that find no landing place are lost."""
    for plane in _without_a_carrier(play, power):
        lose(play, [plane], plane.at, "no-landing")


@tells(landed="Landed in {space}: {units}")
def _without_a_carrier(play: Play, power: str) -> list[Unit]:
    """Return the aircraft of the power's enemies over sea zones that get no place on a carrier in their zone. If the
    carriers of a zone have places for some of its aircraft only, the owner chooses which ones, and these land now."""
    out: list[Unit] = []
    planes = [unit for unit in play.all_aircraft() if not unit.aboard and play.at_enmity(power, unit.power)]
    by_zone: dict[str, list[Unit]] = {}
    for plane in planes:
        if play.is_sea(plane.at):
            by_zone.setdefault(plane.at, []).append(plane)
    for zone, there in by_zone.items():
        carriers = carriers_at(play, zone, there[0].power)
        free = sum(room_left(play, carrier) for carrier in carriers)
        staying = who_lands(play, zone, there, free)
        for plane in staying if len(staying) < len(there) else ():
            seat = choose_deck(
                play, plane, [ship for ship in carriers if room_left(play, ship) >= deck_size(play, plane)]
            )
            play.emit("landed", *play.put(plane.marked(Mark.LANDED, aboard=seat)), units=[plane], space=zone)
        out += [plane for plane in there if plane not in staying]
    return out


def _is_safe(play: Play, plane: Unit, space: str) -> bool:
    """Return whether a plane can land in a space, and no rule closes it because it was fought over this turn."""
    fought = notes.CONTESTED.is_set(play.position, space)
    if fought and play.holds("no-escape-to-a-contested-space", space=space):
        return False
    return can_land_in(play, plane, space)


@holds("{space} was fought over this turn.")
def no_escape_to_a_contested_space(play: Play) -> bool:
    """Defending {carrier-aircraft} that have lost their carrier do not land in a space that was fought over in that
    turn."""
    return True


# -- the rules of paratroopers: with which bomber or from which air base they fly, where to, and when they jump


@changes("{unit} flies with a bomber.", "flies-with", units="unit", technologies="unit")
def paratroopers_fly_with_bombers(
    play: Play, answer: int, unit: Unit, move: Move, *, units: Units, bombers_: Units
) -> int:
    """{technologies}: each {bombers:one} may carry one {units:one} that starts in the same territory and moves
    together with it. To a bordering territory infantry walks, unless its owner says that it flies."""
    walks = len(move.route) == 2 and play.is_land(move.route[-1]) and not move.by_air
    if walks:
        return answer
    ready = [each for each in play.units(move.units) if each.power == unit.power and not each.spent and not each.aboard]
    infantry = [each.id for each in ready if each.type in units]
    bombers = [each.id for each in ready if each.type in bombers_]
    return dict(zip(infantry, bombers, strict=False)).get(unit.id, 0)


@refuses("{unit} may not fly on past {space}, which is hostile: it drops its paratroopers there.", Move)
def bombers_with_paratroopers_stop(play: Play, action: Move) -> Breaches:
    """A bomber with paratroopers stops in the first hostile territory that it enters."""
    loaded = {flies_with(play, unit, action) for unit in play.units(action.units)}
    for unit, space in hostile_spaces_passed(play, action, UnitKind.AIR):
        if unit.id in loaded or land_cargo(play, unit):
            yield {"unit": unit, "space": space}


@refuses("{unit} goes by air in the combat move only.", Move)
def paratroopers_fly_in_combat_moves(play: Play, action: Move, unit: Unit) -> IsBreach:
    """Paratroopers fly in the combat move only."""
    return not play.is_combat_move and goes_by_air(play, unit, action)


@refuses("{unit} may not jump over {space}: it is not hostile land.", Move)
def paratroopers_attack(play: Play, action: Move) -> Breaches:
    """Paratroopers fly only to hostile land, which they attack."""
    space = action.route[-1]
    if play.is_combat_move and not (play.is_land(space) and play.is_hostile(action.power, space)):
        for unit in play.units(action.units):
            if goes_by_air(play, unit, action):
                yield {"unit": unit, "space": space}


@refuses("{unit} drops paratroopers and does not raid.", Raid)
def bombers_with_paratroopers_do_not_raid(play: Play, unit: Unit) -> IsBreach:
    """A bomber that drops paratroopers makes no strategic bombing raid."""
    return bool(land_cargo(play, unit))


@holds("{unit} jumps from an air base.", units="unit", technologies="unit")
def paratroopers_jump_from_air_bases(play: Play, unit: Unit, route: Names, *, bases: Units) -> bool:
    """{technologies}: {units} at {bases:a} of its side may fly from there. A unit that moves only to the next territory
    walks."""
    walks = len(route) == 2 and play.is_land(route[1])
    ready = bool(route) and not unit.spent and not unit.aboard and not walks
    return ready and play.base_at(bases, route[0], unit.power) is not None


@changes("{unit} may fly {now} spaces.", "movement")
def paratrooper_range(play: Play, answer: int, unit: Unit, route: Names, *, spaces: Number) -> int:
    """Paratroopers fly up to {spaces:space} from their air base."""
    jumps = bool(route) and play.holds("paratroopers-jump-from-air-bases", unit=unit, route=route)
    return spaces if jumps else answer


@refuses("{unit} may not fly from {space}: at most {most} fly from there in a turn.", Move)
def paratrooper_limit_per_air_base(play: Play, action: Move, *, number: Number) -> Breaches:
    """Up to {number} paratroopers fly from the same air base in a turn."""
    start = action.route[0]
    jumping = [unit for unit in play.units(action.units) if jumps_from_a_base(play, unit, action)]
    left = number - notes.JUMPED.get(play.position, start)
    for unit in jumping[max(0, left) :]:
        yield {"unit": unit, "space": start, "most": number}


@refuses("{unit} may not jump into {space}: no land unit of its power attacks it overland or from the sea.", Move)
def paratroopers_join_an_attack(play: Play, action: Move) -> Breaches:
    """Paratroopers may jump only into a territory that land units of their own power attack overland or in an
    amphibious assault. Those land units move first."""
    units, space = play.units(action.units), action.route[-1]
    fly = units if play.is_combat_move else []
    jumping = [unit for unit in fly if goes_by_air(play, unit, action)]
    after = play.supposing(edits_of_move(play, action)).position.units.values() if jumping else ()
    walkers = [unit for unit in after if unit.power == action.power and play.is_land_unit(unit)]
    if not any(unit.came if unit.at == space else unit.bound == space for unit in walkers):
        for unit in jumping:
            yield {"unit": unit, "space": space}


@tells(jumped="{units} jumped over {space}")
def _jump(play: Play, space: str, power: str) -> list[Unit]:
    """Land, and return, the units that a power's aircraft carry over a territory. They did not walk there, so they
    cannot retreat."""
    planes = [unit for unit in play.all_aircraft() if unit.at == space and play.fights_for(unit, power)]
    jumping = [rider for plane in planes for rider in land_cargo(play, plane)]
    if jumping:
        edits = play.put(*(unit.marked(aboard=0) for unit in jumping))
        play.emit("jumped", *edits, units=jumping, space=space)
    return jumping


@tells(joined="")
@happens("The paratroopers join the battle.", "opening fire")
def paratroopers_drop_after_antiaircraft_fire(play: Play) -> None:
    """Paratroopers join the battle only after the antiaircraft guns have fired at the aircraft that carry them."""
    battle = play.battle
    if joining := _jump(play, battle.space, battle.attacker):
        attackers = (*battle.attackers, *(unit.id for unit in joining))
        play.emit("joined", play.change_battle(attackers=attackers), units=joining, space=battle.space)


@happens("Paratroopers jump into undefended land.", "end of conduct-combat")
def paratroopers_drop_where_nobody_defends(play: Play, power: str) -> None:
    """Even if there are no defenders and no battle, paratroopers jump after the antiaircraft fire."""
    for space in sorted({plane.at for plane in play.all_aircraft() if land_cargo(play, plane)}):
        _jump(play, space, power)


# -- antiaircraft fire: at aircraft that fly over, attack, or come to bomb


@changes("{gun} hits aircraft with {now} or less.", "antiaircraft-hits-on")
def antiaircraft_guns_fire(play: Play, answer: int, gun: Unit, *, antiaircraft_guns: Fact, hits_on: Number) -> int:
    """{antiaircraft_guns:a} hits an aircraft with {hits_on:roll}."""
    return hits_on if gun.type in antiaircraft_guns else answer


@changes("The guns in {space} have {now} shots.", "antiaircraft-shots")
def shots_per_antiaircraft_gun(play: Play, answer: int, gun: Unit, space: str, *, units: Units, shots: Number) -> int:
    """Each {units} in a territory fires up to {shots} dice, whatever its power. Together they fire no more dice than
    there are attacking aircraft."""
    guns = sum(unit.type in units and unit.power == gun.power for unit in play.position.at(space))
    return min(answer, guns * shots) if gun.type in units else answer


@changes("Radar: {gun} hits aircraft with {now} or less.", "antiaircraft-hits-on", technologies="gun")
def radar_guides_guns(play: Play, *, hits_on: Number) -> int:
    """With the technology {technologies}, antiaircraft guns hit with {hits_on:roll}."""
    return hits_on


@changes("The guns fire at each type of aircraft separately.", "antiaircraft-target-group")
def antiaircraft_fire_by_type(play: Play, unit: Unit) -> str:
    """Antiaircraft dice are rolled separately against each type of aircraft. A hit destroys an aircraft of the type
    it was rolled against."""
    return unit.type


@happens("Guns fire at aircraft over land without other defenders.", "end of conduct-combat")
def guns_fire_without_a_battle(play: Play, power: str) -> None:
    """Antiaircraft guns fire at aircraft that come to attack their territory even if no other unit defends it."""
    by_space: dict[str, list[Unit]] = {}
    for unit in play.all_aircraft():
        came = unit.has(Mark.COMBAT_MOVED) or (play.is_land(unit.at) and play.is_hostile(power, unit.at))
        attacks = came and not unit.has(Mark.FOUGHT) and play.fights_for(unit, power)
        if attacks and play.is_land(unit.at):
            by_space.setdefault(unit.at, []).append(unit)
    for space, aircraft in sorted(by_space.items()):
        guns_fire(play, space, aircraft, "antiaircraft")


# -- aircraft that fly over are fired at at once, or after all combat moves


@tells(flown_over="")
@happens("The gun in {space} fires at aircraft that fly over it.", "flown over")
def guns_fire_at_what_flies_over(play: Play, space: str, aircraft: list[Unit]) -> None:
    """Antiaircraft guns fire at enemy aircraft that fly over their territory, in the combat move and in the noncombat
    move."""
    if not guns_against(play, space, aircraft):
        return
    if not play.holds("guns-wait-for-all-combat-moves", space=space):
        guns_fire(play, space, aircraft, "overflight")
    else:
        ids = dict.fromkeys((*notes.FLOWN_OVER.get(play.position, space), *(plane.id for plane in aircraft)))
        play.emit("flown-over", notes.FLOWN_OVER.edit(tuple(ids), space), units=aircraft, space=space)


@holds("The gun in {space} waits until all combat moves have been made.")
def guns_wait_for_all_combat_moves(play: Play) -> bool:
    """Antiaircraft guns fire at aircraft that fly over them in the combat move only after all combat moves have been
    made."""
    return play.is_combat_move


@happens("The guns fire at the aircraft that have flown over them.", "end of combat-move")
def guns_fire_when_combat_moves_are_done(play: Play) -> None:
    """When all combat moves have been made, guns fire at the aircraft that flew over them, territory by territory."""
    for space in notes.FLOWN_OVER.set_about(play.position):
        guns_fire(play, space, play.units(notes.FLOWN_OVER.get(play.position, space)), "overflight")
        play.emit("flown-over", notes.FLOWN_OVER.clear(space), units=[], space=space)


# -- scrambling: defenders that take off to a sea battle


@tells(scrambled="Scrambled over {space}: {units}")
@happens("After the combat move the defenders may scramble.", "end of combat-move")
def defenders_scramble(play: Play, power: str, *, scrambling_units: Fact, scramble_bases: Fact) -> None:
    """{scrambling_units} at {scramble_bases:a} may take off, after the combat moves, to defend a sea zone next to it
    that is attacked, but not for neutral land."""
    for zone in attacked_zones(play, power):
        landings = (notes.LANDINGS.get(play.position, str(ship.id)) for ship in play.position.at(zone))
        lands = {land for pairs in landings for start, land in pairs if start == zone}
        if lands and all(is_neutral_land(play, land) for land in lands) and not play.enemies_to_meet(power, zone):
            continue
        risen: list[Unit] = []
        for land in sorted(play.board.around(zone)):
            there = play.enemies_at(power, land)
            planes = [unit for unit in there if play.can_scramble(unit, scrambling_units, scramble_bases)]
            left = play.ask("most-that-scramble", len(planes), territory=land)
            for owner in play.owners_in_turn(planes):
                own = [unit for unit in planes if unit.power == owner]
                up = pick_any(play, owner, "scramble", zone, own, left)
                left, risen = left - len(up), [*risen, *up]
        if risen:
            edits = play.put(*(unit.marked(Mark.SCRAMBLED, at=zone, came=(unit.at,)) for unit in risen))
            play.emit("scrambled", *edits, units=risen, space=zone)
            play.announce("scrambled", zone=zone, power=power)


def attacked_zones(play: Play, power: str) -> list[str]:
    """Return the sea zones that a power attacks."""
    return [space for space in attacked_spaces(play, power) if play.is_sea(space)]


@holds("{territory} is not an island: nothing scrambles from it.")
def only_islands_scramble(play: Play, territory: str) -> IsBreach:
    """Aircraft may scramble only from an island, which is a single territory within a single sea zone."""
    return not play.board.is_island(territory)


@changes("At most {now} planes may scramble from {territory} now.", "most-that-scramble")
def scramble_limit(play: Play, answer: int, territory: str, *, planes: Number) -> int:
    """At most {planes} aircraft scramble from the same air base in a turn, over all sea zones and of all powers."""
    out = sum(unit.has(Mark.SCRAMBLED) and unit.came == (territory,) for unit in play.position.units.values())
    return min(answer, max(0, planes - out))


@happens("The sea battle in {zone} comes first: the landed troops wait aboard.", "scrambled")
def a_scramble_holds_up_the_landing(play: Play, zone: str, power: str) -> None:
    """If aircraft scramble, all units in the sea zone fight a sea battle before any troops land."""
    back_aboard(play, zone, power)


@happens("Scrambled planes return to the territory that they came from.", "end of conduct-combat")
def scrambled_planes_return(play: Play) -> None:
    """After combat, scrambled aircraft land in the territory that they took off from if it is still friendly, or else
    within one space."""
    for plane in [unit for unit in play.position.units.values() if unit.has(Mark.SCRAMBLED) and unit.came]:
        home = plane.came[0]
        if can_come_down(play, plane, home):
            back = plane.unmarked(Mark.SCRAMBLED, at=home, came=())
            play.emit("landed", *play.put(back), units=[plane], space=home)


# -- kamikaze strikes


#: the mark of the zones in which such attacks are made
_MARK = "kamikaze"


@happens("Kamikaze attacks are made.", "end of combat-move")
def kamikaze_strikes(play: Play, power: str, *, powers: Powers, units: Units, tokens: Number, hits_on: Number) -> None:
    """After an enemy's combat move {powers} may spend its {tokens:token} on {units:or} that attack in the kamikaze
    zones; each token is a die that hits with {hits_on:roll}."""
    for owner in powers:
        if play.at_enmity(owner, power) and not play.holds("kamikaze-attacks-need-a-lost-island"):
            for zone in attacked_zones(play, power):
                if _MARK in play.board.space(zone).marks:
                    ships = [unit.id for unit in play.position.at(zone) if unit.power == power and unit.type in units]
                    _strike(play, owner, zone, ships, tokens, hits_on)


@tells(kamikaze_flies="A kamikaze attack on {units}")
def _strike(play: Play, owner: str, zone: str, ships: list[int], tokens: int, hits_on: int) -> None:
    """Let ``owner`` spend kamikaze tokens, one after another, on ``ships`` (their ids) in a zone, until it stops, all
    ``tokens`` of the game are spent, or no ship is left. A die hits with ``hits_on`` or less."""
    while (used := notes.KAMIKAZE_TOKENS_USED.get(play.position)) < tokens:
        targets = play.units(ships)
        target = pick_any(play, owner, "kamikaze", zone, targets, 1)
        if not target:
            return
        edits = notes.KAMIKAZE_TOKENS_USED.edit(used + 1), notes.KAMIKAZE_STRUCK.edit(True, zone)
        play.emit("kamikaze-flies", *edits, units=target, space=zone)
        if play.roll(owner, "kamikaze", zone, [Die(target[0].id, hits_on)])[0] <= hits_on:
            damage_or_sink(play, target[0], zone, "kamikaze")


@holds("Kamikaze attacks begin once certain islands have been lost.")
def kamikaze_attacks_need_a_lost_island(play: Play) -> IsBreach:
    """Kamikaze attacks are not allowed until an enemy has taken an island that allows them."""
    return not notes.KAMIKAZE_ROUSED.is_set(play.position)


@tells(roused="")
@happens("{territory} has fallen: kamikaze attacks may begin.", "captured", spaces="territory")
def lost_islands_allow_kamikaze_attacks(play: Play, territory: str, by: str, *, powers: Powers) -> None:
    """Kamikaze attacks may begin once an enemy of {powers} has taken {spaces:or}."""
    if any(play.at_enmity(owner, by) for owner in powers) and not notes.KAMIKAZE_ROUSED.is_set(play.position):
        play.emit("roused", notes.KAMIKAZE_ROUSED.edit(True), space=territory)
