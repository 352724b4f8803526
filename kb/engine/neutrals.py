"""Neutral land and neutral powers: entering them, their armies, and how land joins a power."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine.battle import attacked_spaces
from kb.engine.core import notes
from kb.engine.core.actions import Load, Move, Offload, tells
from kb.engine.core.parameters import (
    Boards,
    Breaches,
    IsBreach,
    Names,
    Number,
    OnePower,
    OneUnit,
    Powers,
    Spaces,
    Units,
)
from kb.engine.core.play import Play
from kb.engine.core.position import Edit, Unit, replace
from kb.engine.core.rules import allows, changes, forbids, happens, holds, refuses
from kb.engine.units import goes_by_air
from kb.engine.wars import map_of
from kb.games.board_model import Neutral, Side


def is_neutral(play: Play, power: str, powers: Names) -> bool:
    """Return whether a power is one of ``powers``, which begin neutral, and is not at war."""
    return power in powers and not play.at_war_with(power)


def entered(play: Play, action: Move | Offload) -> Iterator[tuple[Unit, str]]:
    """Yield each unit of an action with each territory that it enters."""
    way = action.route[1:] if isinstance(action, Move) else (action.territory,)
    lands = [space for space in way if play.is_land(space)]
    for unit in play.units(action.units) if lands else ():
        for space in lands:
            yield unit, space


@changes("A neutral power has no friendly powers.", "friends-of")
def neutral_powers_have_no_friends(play: Play, answer: frozenset[str], power: str, *, powers: Powers) -> frozenset[str]:
    """As long as {powers:or} is neutral, it shares no land and no ships with any other power."""
    apart = frozenset(each for each in powers if not play.at_war_with(each))
    return frozenset() if power in apart else answer - apart


@refuses("{unit} may not enter {space}: {power} and {holder} are neither friends nor at war.", Move, Offload)
def land_needs_war_or_friendship(play: Play, action: Move | Offload) -> Breaches:
    """A power cannot enter the land of another power unless the two are friends or at war with each other."""
    for unit, space in entered(play, action):
        holder = play.holder(space)
        stranger = holder in play.rules.order and not play.allied(unit.power, holder)
        if stranger and not play.is_hostile(unit.power, space):
            yield {"unit": unit, "space": space, "power": unit.power, "holder": holder}


@refuses("{unit} may not attack {space}: {power} is not at war with {other}, which has units there.", Move, Offload)
def attacks_need_war_on_all_who_stand_there(play: Play, action: Move | Offload) -> Breaches:
    """A power cannot attack land that contains units of an opposing power with which it is not at war."""
    for unit, space in entered(play, action) if play.is_combat_move else ():
        flies_on = play.is_air(unit) and isinstance(action, Move) and space != action.route[-1]
        if flies_on or not play.is_hostile(unit.power, space):
            continue
        at_peace = set(play.rules.order) & play.rules.enemies[unit.power] - play.enemies(unit.power)
        for other in sorted({each.power for each in play.position.at(space)} & at_peace):
            yield {"unit": unit, "space": space, "power": unit.power, "other": other}


@refuses("{unit} may not enter {space}: {power} is neutral.", Move, Offload)
def neutral_powers_leave_neutral_land(play: Play, action: Move | Offload, *, powers: Powers) -> Breaches:
    """As long as {powers:or} is neutral, it cannot enter or attack neutral land."""
    for unit, space in entered(play, action):
        unheld = play.holder(space) not in play.rules.order
        if unheld and is_neutral(play, unit.power, powers):
            yield {"unit": unit, "space": space, "power": unit.power}


@refuses("{unit} may not enter {space}: there {power} is still neutral.", Move, Offload, Load)
def war_on_one_map_opens_that_map(play: Play, action: Move | Offload | Load, *, powers: Powers) -> Breaches:
    """At war on one map only, {powers} stays neutral on the other, except towards its enemies. There it enters only
    its own land, which its friends cannot enter."""
    if isinstance(action, Load):
        ship = play.position.units[action.transport]
        for unit in play.units(action.units):
            for power in {unit.power, ship.power} if unit.power != ship.power else ():
                if _closed(play, power, ship.at, powers):
                    yield {"unit": unit, "space": ship.at, "power": power}
        return
    for unit, space in entered(play, action):
        holder = play.holder(space)
        if holder != unit.power and _closed(play, unit.power, space, powers):
            yield {"unit": unit, "space": space, "power": unit.power}
        elif holder != unit.power and play.allied(unit.power, holder) and _closed(play, holder, space, powers):
            yield {"unit": unit, "space": space, "power": holder}


@holds("{owner} and {friend} are not partners in {space}.")
def war_on_one_map_opens_its_bases(play: Play, owner: str, friend: str, space: str, *, powers: Powers) -> IsBreach:
    """While {powers} is at war on one map only, it shares landing places, carriers and bases with its friends on that
    map only."""
    return any(_closed(play, power, space, powers) for power in (owner, friend))


def _closed(play: Play, power: str, space: str, powers: Names) -> bool:
    """Return whether a power, one of ``powers``, is at war, but with no power of the map on which a space lies."""
    if power not in powers:
        return False
    at_war = {map_of(play, foe) for foe in play.at_war_with(power)}
    return bool(at_war) and play.board.space(space).map not in at_war


@refuses("{unit} may not enter {space}, which borders {land}: {power} is neutral.", Move)
def neutral_fleets_keep_off_coasts(play: Play, action: Move, *, powers: Powers, spaces: Spaces) -> Breaches:
    """As long as {powers} is neutral, its ships cannot enter any sea zone that borders certain land."""
    for unit in play.units(action.units):
        for space in action.route[1:] if play.is_ship(unit) and is_neutral(play, unit.power, powers) else ():
            if shores := [land for land in spaces if play.board.bordering(space, land)]:
                yield {"unit": unit, "space": space, "land": shores[0], "power": unit.power}


@refuses("{unit} may not stay in {space}: {power} is neutral, and has no land there.", Move, powers="action")
def neutral_fleets_stay_near_home(
    play: Play, action: Move, *, enemies: Powers, maps: Boards, spaces: Spaces, transports: Units
) -> Breaches:
    """On the map of {maps} ships of {powers}, as long as it is at war with none of {enemies:or}, end their moves next
    to its own land, others than {transports} also in {spaces:or}."""
    space = action.route[-1]
    own = any(play.holder(near) == action.power for near in play.board.around(space))
    if own or play.board.space(space).map not in maps:
        return
    for unit in play.units(action.units) if play.at_war_with(action.power).isdisjoint(enemies) else ():
        allowed = space in spaces and unit.type not in transports
        if play.is_ship(unit) and unit.power == action.power and not allowed:
            yield {"unit": unit, "space": space, "power": unit.power}


@refuses("{unit} may not stay in {space}, so near to {land}: {power} is at peace with {other}.", Move, powers="action")
def fleets_keep_their_distance_in_peace(
    play: Play, action: Move, *, others: Powers, spaces: Spaces, zones: Number
) -> Breaches:
    """While {powers} is at peace with {others:or}, its ships may not end a move within {zones:sea zone} of
    {spaces:or}."""
    peace = [other for other in others if other not in play.at_war_with(action.power)]
    if not peace:
        return
    near = next((land for land in spaces if action.route[-1] in _waters(play, land, zones)), "")
    for unit in play.units(action.units) if near else ():
        if play.is_ship(unit) and unit.power == action.power:
            yield {"unit": unit, "space": action.route[-1], "land": near, "power": unit.power, "other": peace[0]}


@refuses("{unit} may not stay in {space}, next to {land}, which {other} holds: {power} and {other} are at peace.", Move)
def fleets_keep_off_a_coast_in_peace(play: Play, action: Move, *, powers: Powers, others: Powers) -> Breaches:
    """While {powers} is at peace with {others:or}, its ships may not end a move in a sea zone next to land that
    {others:or} holds."""
    peace = set(others) - play.at_war_with(action.power) if action.power in powers else set()
    coast = sorted(play.board.around(action.route[-1])) if peace else ()
    shores = [land for land in coast if play.is_land(land) and play.holder(land) in peace]
    for unit in play.units(action.units) if shores else ():
        if play.is_ship(unit) and unit.power == action.power:
            other = play.holder(shores[0])
            yield {"unit": unit, "space": action.route[-1], "land": shores[0], "power": unit.power, "other": other}


def _waters(play: Play, land: str, zones: int) -> set[str]:
    """Return a territory and the sea zones within ``zones`` of it; a zone on its coast is at distance 1."""
    found = {land}
    for _ in range(zones):
        found |= {near for space in found for near in play.board.around(space) if play.is_sea(near)}
    return found


@refuses("{unit} may not enter {space}: {power} is at peace with {other}.", Move, Offload)
def some_land_is_closed_in_peace(
    play: Play, action: Move | Offload, *, powers: Powers, holders: Powers, others: OnePower
) -> Breaches:
    """{powers} enter land that {holders} holds only at war with {others}."""
    for unit, space in entered(play, action):
        if play.holder(space) in holders and unit.power in powers and others[0] not in play.at_war_with(unit.power):
            yield {"unit": unit, "space": space, "power": unit.power, "other": others[0]}


# -- neutral lands: whom they are friendly to, who may enter them, and how they are attacked


#: the side to which a neutral land is printed as friendly; strict neutrals have none
PRINTED_SIDES = {Neutral.PRO_AXIS: Side.AXIS, Neutral.PRO_ALLIES: Side.ALLIES}


def is_unclaimed(play: Play, space: str) -> bool:
    """Return whether a land is printed as neutral, is not closed, and is held by no power, though perhaps by a side."""
    printed = play.board.space(space)
    return bool(printed.neutral) and not printed.closed and play.holder(space) not in play.rules.order


def is_neutral_land(play: Play, space: str) -> bool:
    """Return whether a land is printed as neutral, is not closed, and is held by no power and no side."""
    return is_unclaimed(play, space) and not play.holder(space)


def leaning(play: Play, space: str) -> Side | None:
    """Return the side that an unclaimed land is friendly to: the side that holds it, else the one that it turned to,
    else the printed one; None if strict."""
    told = play.holder(space) or notes.LEANS.get(play.position, space)
    printed = play.board.space(space).neutral
    return Side(told) if told else PRINTED_SIDES.get(printed) if printed else None


def is_friendly_neutral(play: Play, power: str, space: str) -> bool:
    """Return whether a land is unclaimed and friendly to a power's side."""
    return is_unclaimed(play, space) and leaning(play, space) is play.rules.sides.get(power)


@allows("{space} is neutral and not friendly to {power}.", "makes-land-hostile")
def unfriendly_neutrals_are_hostile(play: Play, space: str, power: str) -> bool:
    """Strict neutrals, and neutrals friendly to the other side, may be attacked."""
    return is_unclaimed(play, space) and not is_friendly_neutral(play, power, space)


@refuses("{unit} may not enter {space}, a friendly neutral, in a combat move.", Move, Offload)
def friendly_neutrals_wait_for_noncombat(play: Play, action: Move | Offload) -> Breaches:
    """Units may enter a friendly neutral only in the noncombat move."""
    for unit, space in entered(play, action) if play.is_combat_move else ():
        if not play.is_air(unit) and is_friendly_neutral(play, unit.power, space):
            yield {"unit": unit, "space": space}


@refuses("{unit} must stop in {space}, a friendly neutral.", Move)
def friendly_neutrals_stop_land_units(play: Play, action: Move) -> Breaches:
    """A land unit that enters a friendly neutral stops there."""
    for unit in play.units(action.units):
        if play.is_land_unit(unit):
            for space in action.route[:-1] if unit.came else action.route[1:-1]:
                if play.is_land(space) and is_friendly_neutral(play, unit.power, space):
                    yield {"unit": unit, "space": space}


@forbids("{unit} cannot blitz through {space}, which raises an army.", "passes-hostile-land")
def armies_of_neutrals_stop_a_blitz(play: Play, space: str) -> bool:
    """No unit may blitz through a neutral that raises an army when it is attacked."""
    has_army = bool(play.board.space(space).army) and not notes.RAISED.is_set(play.position, space)
    return has_army and is_neutral_land(play, space)


@refuses("{unit} may not fly into or over {space}, which is neutral.", Move)
def aircraft_keep_out_of_neutral_land(play: Play, action: Move) -> Breaches:
    """Aircraft enter neutral land only to attack it, and do not fly over it."""
    for unit, space in entered(play, action):
        flies = play.is_air(unit) or goes_by_air(play, unit, action)
        if not flies or not is_neutral_land(play, space):
            continue
        attacks = play.is_combat_move and space == action.route[-1] and play.is_hostile(unit.power, space)
        if not attacks:
            yield {"unit": unit, "space": space}


@changes("Aircraft may not fly over neutral land.", "shut-to-aircraft")
def landing_routes_avoid_neutral_land(play: Play, answer: frozenset[str]) -> frozenset[str]:
    """Aircraft need a landing place that they can reach without flying over neutral land."""
    return answer | {space.id for space in play.board.spaces if space.neutral and is_neutral_land(play, space.id)}


def garrison(play: Play, space: str) -> list[Unit]:
    """Return the units in a land that are of a side and of no power."""
    return [unit for unit in play.position.at(space) if unit.power in set(Side)]


def raise_army(play: Play, space: str, kind: str, power: str) -> None:
    """Let a neutral land raise its army for a power or side, unless it was raised before or the land has a garrison."""
    number = play.board.space(space).army or 0
    if number and not notes.RAISED.is_set(play.position, space) and not garrison(play, space):
        first = play.next_id()
        army = [Unit(each, kind, power, space) for each in range(first, first + number)]
        play.emit("raised", *play.put(*army), notes.RAISED.edit(True, space), units=army, power=power, space=space)


@happens("Neutral land that is attacked raises its army.", "end of combat-move")
def attacked_neutrals_raise_their_army(play: Play, power: str, *, units: OneUnit) -> None:
    """A neutral that is attacked defends itself with the number of {units} printed on it."""
    for space in attacked_spaces(play, power):
        if is_neutral_land(play, space):
            (kind,) = units
            raise_army(play, space, kind, play.rules.sides[power].other.value)


@tells(neutrals_turned="Now friendly to {side}: {spaces}")
@happens("All strict neutrals turn against {power}.", "end of combat-move")
def strict_neutrals_turn_on_an_attacker(play: Play, power: str) -> None:
    """An attack on a strict neutral makes all other strict neutrals friendly to the other side."""
    strict = [space for space in attacked_spaces(play, power) if _was_strict(play, space)]
    if not strict:
        return
    side = play.rules.sides[power].other
    turned = [
        space.id
        for space in play.board.spaces
        if space.id not in strict
        and _was_strict(play, space.id)
        and not play.holds("some-neutrals-turn-with-one-side-only", space=space.id, power=power, attacked=tuple(strict))
    ]
    edits: list[Edit] = [notes.LEANS.edit(side.value, space) for space in turned]
    play.emit("neutrals-turned", *edits, spaces=turned, side=side.value, power=power)


def _was_strict(play: Play, space: str) -> bool:
    """Return whether a land was a strict neutral when the turn began."""
    strict = play.board.space(space).neutral is Neutral.STRICT and not play.held_at_start(space)
    return strict and not notes.LEANS.is_set(play.at_start.position, space)


@holds("{space} does not turn because {power} attacked {attacked}.")
def some_neutrals_turn_with_one_side_only(
    play: Play, space: str, power: str, attacked: Names, *, powers: OnePower, spaces: Spaces
) -> bool:
    """These neutrals turn against the side of {powers} only if {powers} itself attacks one of them: {spaces}."""
    (protector,) = powers
    spared = space in spaces and play.rules.sides[power] is play.rules.sides[protector]
    return spared and not (power == protector and set(attacked) & set(spaces))


# -- how neutral lands join a power or a side, unclaimed land, and land that may be attacked without war


@tells(joined_a_side="{space} joins {side}, uncontrolled")
@happens("Neutral land that {power} attacked and did not take joins the other side.", "end of conduct-combat")
def failed_attacks_drive_neutrals_to_a_side(play: Play, power: str) -> None:
    """A neutral that withstands an attack joins the side of the attacker's enemies, but belongs to no power."""
    for space in play.board.spaces:
        if space.neutral and notes.CONTESTED.is_set(play.position, space.id) and is_neutral_land(play, space.id):
            side = play.rules.sides[power].other.value
            play.emit("joined-a-side", ("holders", space.id, side), space=space.id, side=side)


@happens("{power} claims friendly neutrals.", "end of noncombat-move")
def friendly_neutrals_are_claimed(play: Play, power: str) -> None:
    """A friendly neutral becomes land of a power that has land units in it at the end of its noncombat move."""
    for space in sorted({unit.at for unit in play.position.units.values() if unit.power == power}):
        if not play.is_land(space) or not is_friendly_neutral(play, power, space):
            continue
        own = [unit for unit in play.position.at(space) if unit.power == power]
        own = [unit for unit in own if play.is_land_unit(unit)]
        if any(not play.holds("what-cannot-attack-claims-nothing", unit=unit) for unit in own):
            claim(play, space, power)


@tells(claimed="{space} is now {power}'s")
def claim(play: Play, space: str, power: str) -> None:
    """Let a power hold an unclaimed land, and announce that, so that rules may add the army of the land."""
    was = notes.HELD.edit(play.holder(space), space)
    play.emit("claimed", ("holders", space, power), was, space=space, power=power)
    play.announce("claimed", space=space, power=power)


@holds("{unit} has no attack value and claims nothing.")
def what_cannot_attack_claims_nothing(play: Play, unit: Unit) -> bool:
    """Only a land unit with an attack value claims a neutral."""
    return play.type_of(unit).attack is None


@happens("The army of {space} joins {power}.", "claimed")
def claimed_neutrals_bring_their_army(play: Play, space: str, power: str, *, units: OneUnit) -> None:
    """A power that claims a neutral also receives its {units}, or those that are left after an attack."""
    left = garrison(play, space)
    if left:
        play.emit("handed-over", *play.put(*(replace(unit, power=power) for unit in left)), units=left, power=power)
    else:
        (kind,) = units
        raise_army(play, space, kind, power)


# -- a power that protects neutral lands


@happens("{power} has attacked next to neutrals that others protect.", "end of combat-move", powers="power")
def an_attack_nearby_makes_neutrals_join(play: Play, power: str, *, protectors: OnePower, spaces: Spaces) -> None:
    """If {powers} attacks land of {protectors} next to the neutrals that {protectors} protects, these join {protectors}
    ({spaces})."""
    (protector,) = protectors
    own = [space for space in attacked_spaces(play, power) if play.held_at_start(space) == protector]
    if not any(_beside(play, space, spaces) for space in own):
        return
    if not notes.FORFEITED.is_set(play.position, protector):
        for space in spaces:
            if is_unclaimed(play, space):
                claim(play, space, protector)


@tells(protection_forfeited="The neutrals beside {power} will not join it any more")
@happens("{power} has attacked next to the neutrals it protects.", "end of combat-move", protectors="power")
def a_protector_that_attacks_forfeits(
    play: Play, power: str, *, powers: Powers, spaces: Spaces, also: Spaces = ()
) -> None:
    """If {protectors} attacks land of {powers} next to the neutrals that it protects[, or {also}], these no longer join
    it: {spaces}."""
    if notes.FORFEITED.is_set(play.position, power):
        return
    held = [space for space in attacked_spaces(play, power) if play.held_at_start(space) in powers]
    if any(space in also or _beside(play, space, spaces) for space in held):
        play.emit("protection-forfeited", notes.FORFEITED.edit(True, power), power=power)


def _beside(play: Play, space: str, lands: Names) -> bool:
    """Return whether a space borders one of some lands."""
    return any(play.board.bordering(space, land) for land in lands)


# -- land of a power that does not play, and land that may be attacked without war


def is_of_an_absent_power(play: Play, space: str) -> bool:
    """Return whether a land bears the emblem of a power that does not play, and has not been taken."""
    owner = play.board.space(space).owner
    return bool(owner) and owner not in play.rules.order and not play.holder(space)


@allows("{space} is under the protection of enemies of {power}.", "makes-land-hostile")
def guardians_make_land_hostile(play: Play, space: str, power: str, *, powers: Powers) -> bool:
    """A power at war with {powers:or} may attack {unplayed} land."""
    if not is_of_an_absent_power(play, space):
        return False
    return any(play.at_enmity(power, each) for each in powers)


@refuses("{unit} may not enter {space}: it is open only to {powers} and to powers at war with them.", Move, Offload)
def only_guardians_enter_land_they_guard(play: Play, action: Move | Offload, *, powers: Powers) -> Breaches:
    """{unplayed} land is open only to {powers}, to aircraft and friends that may go there, and to enemies of these
    powers."""
    for unit, space in entered(play, action):
        open_to = unit.power in powers or play.is_hostile(unit.power, space)
        closed = is_of_an_absent_power(play, space) and not open_to
        if closed and not play.holds("guarded-land-takes-in-friends", unit=unit, territory=space):
            yield {"unit": unit, "space": space, "powers": powers}


@holds("{territory} is guarded by the side of {unit}, which may go there.")
def guarded_land_takes_in_friends(
    play: Play, unit: Unit, territory: str, *, guardians: Powers, powers: Powers, others: OnePower
) -> bool:
    """Aircraft of {guardians} land in {unplayed} land, and units of {powers} at war with {others} may go there, but do
    not take it. Aircraft also land in the turn in which one of {guardians} occupies it."""
    welcome = unit.power in guardians or (unit.power in powers and others[0] in play.at_war_with(unit.power))
    ours = not play.holder(territory) or play.holder(territory) in guardians
    return welcome and ours and is_of_an_absent_power(play.at_start, territory)


@happens("{power} occupies land that it guards.", "end of noncombat-move", powers="power")
def guardians_occupy_land(play: Play, power: str) -> None:
    """{powers} take control of {unplayed} land if they have land units there at the end of their noncombat moves."""
    own = (unit for unit in play.position.units.values() if unit.power == power and not unit.aboard)
    lands = {unit.at for unit in own if play.is_land_unit(unit)}
    for space in sorted(lands):
        if is_of_an_absent_power(play, space):
            claim(play, space, power)


@allows("{power} may take {space} without war.", "makes-land-hostile", powers="power", spaces="space")
def some_land_is_attacked_without_war(play: Play, space: str, power: str) -> bool:
    """{powers} may attack {spaces} without a declaration of war, as long as its original owner holds it and no power
    with which {powers} is at peace has units there."""
    own, foes = (frozenset((power,)), play.at_war_with(power))
    strangers = any(unit.power not in own | foes for unit in play.position.at(space))
    return not strangers and play.holder(space) == play.board.space(space).owner
