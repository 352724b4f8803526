"""Powers that begin neutral: what they and others may not do before there is war."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine import questions
from kb.engine.board.powers import allied, at_war_with, enemies_of, holder_of, is_hostile
from kb.engine.board.printed import is_kind, is_land, is_sea
from kb.engine.core import given
from kb.engine.core.actions import Load, Move, Offload
from kb.engine.core.given import Names
from kb.engine.core.phases import is_combat_move
from kb.engine.core.play import Play
from kb.engine.core.position import Facts, Unit
from kb.engine.core.registry import answers, refuses
from kb.engine.politics.wars import map_of
from kb.games.board_model import UnitKind


def is_neutral(play: Play, power: str, powers: Names) -> bool:
    """Whether a power is one of those that begin neutral, ``powers``, and at war with nobody."""
    return power in powers and not at_war_with(play, power)


def entered(play: Play, action: Move | Offload) -> Iterator[tuple[Unit, str]]:
    """Each unit of an action with each territory that it enters."""
    way = action.route[1:] if isinstance(action, Move) else (action.territory,)
    lands = [space for space in way if is_land(play, space)]
    for unit in play.units(action.units) if lands else ():
        for space in lands:
            yield unit, space


@answers("As long as a power is neutral it has no friends.", questions.friends)
def neutral_powers_have_no_friends(
    play: Play, answer: frozenset[str], power: str, *, powers: Names = given.powers("the powers that begin neutral")
) -> frozenset[str]:
    """{powers:or}, as long as it is neutral, shares no land and no ships with any other power."""
    apart = frozenset(each for each in powers if not at_war_with(play, each))
    return frozenset() if power in apart else answer - apart


@refuses("{unit} may not enter {space}: {power} and {holder} are neither friends nor at war.", Move, Offload)
def land_needs_war_or_friendship(play: Play, action: Move | Offload) -> Iterator[Facts]:
    """Land of another power is closed to a power that is neither its friend nor at war with it."""
    for unit, space in entered(play, action):
        holder = holder_of(play, space)
        stranger = holder in play.rules.order and not allied(play, unit.power, holder)
        if stranger and not is_hostile(play, unit.power, space):
            yield {"unit": unit, "space": space, "power": unit.power, "holder": holder}


@refuses("{unit} may not attack {space}: {power} is not at war with {other}, which has units there.", Move, Offload)
def attacks_need_war_on_all_who_stand_there(play: Play, action: Move | Offload) -> Iterator[Facts]:
    """Land in which there are units of a power of the other side with which there is no war is not attacked until there
    is."""
    for unit, space in entered(play, action) if is_combat_move(play) else ():
        flies_on = is_kind(play, unit, UnitKind.AIR) and isinstance(action, Move) and space != action.route[-1]
        if flies_on or not is_hostile(play, unit.power, space):
            continue
        at_peace = set(play.rules.order) & play.rules.enemies[unit.power] - enemies_of(play, unit.power)
        for other in sorted({each.power for each in play.position.at(space)} & at_peace):
            yield {"unit": unit, "space": space, "power": unit.power, "other": other}


@refuses("{unit} may not enter {space}: {power} is neutral.", Move, Offload)
def neutral_powers_leave_neutral_land(
    play: Play, action: Move | Offload, *, powers: Names = given.powers("the powers that begin neutral")
) -> Iterator[Facts]:
    """{powers:or}, as long as it is neutral, enters and attacks no neutral land."""
    for unit, space in entered(play, action):
        unheld = holder_of(play, space) not in play.rules.order
        if unheld and is_neutral(play, unit.power, powers):
            yield {"unit": unit, "space": space, "power": unit.power}


@refuses("{unit} may not enter {space}: there {power} is still neutral.", Move, Offload, Load)
def war_on_one_map_opens_that_map(
    play: Play,
    action: Move | Offload | Load,
    *,
    powers: Names = given.powers("the powers that can be neutral on one map"),
) -> Iterator[Facts]:
    """At war on one map only, {powers} stays neutral on the other map towards all but its enemies. On that map it
    enters no land but its own, and its friends enter none of its land."""
    if isinstance(action, Load):
        ship = play.position.units[action.transport]
        for unit in play.units(action.units):
            for power in {unit.power, ship.power} if unit.power != ship.power else ():
                if _closed(play, power, ship.at, powers):
                    yield {"unit": unit, "space": ship.at, "power": power}
        return
    for unit, space in entered(play, action):
        holder = holder_of(play, space)
        if holder != unit.power and _closed(play, unit.power, space, powers):
            yield {"unit": unit, "space": space, "power": unit.power}
        elif holder != unit.power and allied(play, unit.power, holder) and _closed(play, holder, space, powers):
            yield {"unit": unit, "space": space, "power": holder}


@answers("In {space} {owner} and {friend} are no partners.", questions.lets_use)
def war_on_one_map_opens_its_bases(
    play: Play,
    answer: bool,
    owner: str,
    friend: str,
    space: str,
    *,
    powers: Names = given.powers("the powers that can be neutral on one map"),
) -> bool:
    """At war on one map only, {powers} shares landing places, carriers and bases on that map alone."""
    return answer and not any(_closed(play, power, space, powers) for power in (owner, friend))


def _closed(play: Play, power: str, space: str, powers: Names) -> bool:
    """Whether a power, one of ``powers``, is at war and still neutral on the map of a space."""
    if power not in powers:
        return False
    at_war = {map_of(play, foe) for foe in at_war_with(play, power)}
    return bool(at_war) and play.board.space(space).map not in at_war


@refuses("{unit} may not enter {space}, which borders {land}: {power} is neutral.", Move)
def neutral_fleets_keep_off_coasts(
    play: Play,
    action: Move,
    *,
    powers: Names = given.powers("the powers whose ships keep off"),
    spaces: Names = given.spaces("the land from whose coast they keep off"),
) -> Iterator[Facts]:
    """Ships of {powers}, as long as it is neutral, enter no sea zone that borders certain land."""
    for unit, space in _sailed(play, action, powers):
        shores = [land for land in spaces if play.board.bordering(space, land)]
        if shores:
            yield {"unit": unit, "space": space, "land": shores[0], "power": unit.power}


@refuses("{unit} may not stay in {space}: {power} is neutral, and has no land there.", Move)
def neutral_fleets_stay_near_home(
    play: Play,
    action: Move,
    *,
    powers: Names = given.powers("the powers whose ships stay near home"),
    enemies: Names = given.powers("the powers on which war sets them free"),
    maps: Names = given.boards("the map on which they are bound"),
    spaces: Names = given.spaces("other sea zones of the map in which they may end their moves"),
    transports: Names = given.units("the types that may not end their moves in these other zones"),
) -> Iterator[Facts]:
    """On the map of {maps} ships of {powers}, as long as it is at war with none of {enemies:or}, end their moves next
    to its own land, others than {transports} also in {spaces:or}."""
    space = action.route[-1]
    own = any(holder_of(play, near) == action.power for near in play.board.around(space))
    if own or action.power not in powers or play.board.space(space).map not in maps:
        return
    for unit in play.units(action.units) if at_war_with(play, action.power).isdisjoint(enemies) else ():
        allowed = space in spaces and unit.type not in transports
        if is_kind(play, unit, UnitKind.SHIP) and unit.power == action.power and not allowed:
            yield {"unit": unit, "space": space, "power": unit.power}


@refuses("{unit} may not stay in {space}, so near to {land}: {power} is at peace with {other}.", Move)
def fleets_keep_their_distance_in_peace(
    play: Play,
    action: Move,
    *,
    powers: Names = given.powers("the powers whose ships keep their distance"),
    others: Names = given.powers("the power with which there is peace"),
    spaces: Names = given.spaces("the land from which they keep their distance"),
    zones: int = given.number("how many sea zones from that land are closed"),
) -> Iterator[Facts]:
    """Ships of {powers}, as long as it is at peace with {others:or}, end no move within {zones:sea zone} of
    {spaces:or}."""
    peace = [other for other in others if other not in at_war_with(play, action.power)]
    if action.power not in powers or not peace:
        return
    near = next((land for land in spaces if action.route[-1] in _waters(play, land, zones)), "")
    for unit in play.units(action.units) if near else ():
        if is_kind(play, unit, UnitKind.SHIP) and unit.power == action.power:
            yield {"unit": unit, "space": action.route[-1], "land": near, "power": unit.power, "other": peace[0]}


@refuses("{unit} may not stay in {space}, off {land} of {other}: {power} is at peace with it.", Move)
def fleets_keep_off_a_coast_in_peace(
    play: Play,
    action: Move,
    *,
    powers: Names = given.powers("the powers whose ships keep off"),
    others: Names = given.powers("the power with which there is peace"),
) -> Iterator[Facts]:
    """Ships of {powers}, as long as it is at peace with {others:or}, end no move in a sea zone next to land that this
    power holds."""
    peace = set(others) - at_war_with(play, action.power) if action.power in powers else set()
    coast = sorted(play.board.around(action.route[-1])) if peace else ()
    shores = [land for land in coast if is_land(play, land) and holder_of(play, land) in peace]
    for unit in play.units(action.units) if shores else ():
        if is_kind(play, unit, UnitKind.SHIP) and unit.power == action.power:
            other = holder_of(play, shores[0])
            yield {"unit": unit, "space": action.route[-1], "land": shores[0], "power": unit.power, "other": other}


def _waters(play: Play, land: str, zones: int) -> set[str]:
    """The sea zones within so many of a territory; those on its coast are the first."""
    found = {land}
    for _ in range(zones):
        found |= {near for space in found for near in play.board.around(space) if is_sea(play, near)}
    return found


def _sailed(play: Play, action: Move, powers: Names) -> Iterator[tuple[Unit, str]]:
    """The ships of those of the powers that are neutral, each with the zones that it enters."""
    for unit in play.units(action.units):
        if is_kind(play, unit, UnitKind.SHIP) and is_neutral(play, unit.power, powers):
            for space in action.route[1:]:
                yield unit, space
