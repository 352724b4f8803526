"""National advantages that alter how units move, or move them at another time."""

from __future__ import annotations

from kb.engine import moments, questions
from kb.engine.board.abilities import gains
from kb.engine.board.enemies import enemies_at
from kb.engine.board.phases import is_combat_move
from kb.engine.board.spaces import is_land
from kb.engine.board.unit_types import combatants, type_of
from kb.engine.core import given, notes
from kb.engine.core.given import Names
from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit
from kb.engine.core.registry import answers, happens


@answers("{unit} is mobile industry.", questions.movement.facility_moves)
def mobile_industry(
    play: Play,
    answer: bool,
    unit: Unit,
    route: tuple[str, ...],
    *,
    units: Names = given.units("the types that move"),
    spaces: int = given.number("how far they move"),
    advantage: str = given.own_advantage(),
) -> bool:
    """{units:a} may move {spaces:territory} in each noncombat move."""
    fresh = not unit.spent and len(route) - 1 <= spaces
    by_land = all(is_land(play, space) for space in route)
    return answer or (gains(play, unit, units, (), advantage) and not is_combat_move(play) and fresh and by_land)


@answers("{unit} goes by the railway.", questions.movement.movement)
def trans_siberian_railway(
    play: Play,
    answer: int,
    unit: Unit,
    route: tuple[str, ...],
    group: tuple[int, ...],
    *,
    units: Names = given.units("the types that use the railway"),
    spaces: Names = given.spaces("the spaces on the railway"),
    phases: Names = given.phases("the phases in which it is used"),
    move: int = given.number("how far they move, in spaces"),
    advantage: str = given.own_advantage(),
) -> int:
    """{units} that begin, continue and end their move in {spaces} move up to {move:space} in the {phases:or}."""
    if not route or not gains(play, unit, units, (), advantage) or play.phase not in phases:
        return answer
    on_track = all(space in spaces for space in (*unit.came, *route))
    return move if on_track else answer


@answers("{unit} is a fast carrier.", questions.movement.movement)
def fast_carriers(
    play: Play,
    answer: int,
    unit: Unit,
    route: tuple[str, ...],
    group: tuple[int, ...],
    *,
    units: Names = given.units("the types that move further"),
    move: int = given.number("how far they move, in sea zones"),
    advantage: str = given.own_advantage(),
) -> int:
    """{units} move up to {move:sea zone}."""
    return move if gains(play, unit, units, (), advantage) else answer


@happens("Tanks of a battle that was soon won go on.", moments.battle_won)
def panzerblitz(
    play: Play,
    space: str,
    power: str,
    cycles: int,
    *,
    units: Names = given.units("the types that move on"),
    last_cycle: int = given.number("by which cycle the battle has to be won", key="cycles"),
    spaces: int = given.number("how far they move, in spaces"),
    advantage: str = given.own_advantage(),
) -> None:
    """{units} of a battle that is won by cycle {cycles} of combat may move on in the noncombat move, {spaces:space}
    far."""
    tanks = [
        unit
        for unit in play.position.at(space)
        if unit.power == power and gains(play, unit, units, (), advantage) and unit.has(Mark.FOUGHT)
    ]
    if tanks and cycles <= last_cycle:
        points = spaces
        ready = [unit.marked(Mark.GOES_ON, spent=(type_of(play, unit).move or 0) - points) for unit in tanks]
        play.emit("goes-on", *play.put(*ready), units=tanks, space=space)


@answers("{ship} carries infantry.", questions.movement.transport_room)
def tokyo_express(
    play: Play,
    answer: int,
    ship: Unit,
    cargo: list[Unit],
    *,
    units: Names = given.units("the types that carry"),
    cargo_types: Names = given.units("what they carry", key="cargo"),
    carries: int = given.number("how many units each carries"),
    advantage: str = given.own_advantage(),
) -> int:
    """{units:a} may carry {carries} {cargo:one}."""
    fits = all(unit.type in cargo_types for unit in cargo)
    room = carries * max((type_of(play, unit).transport_cost or 0 for unit in cargo), default=0)
    return room if gains(play, ship, units, (), advantage) and fits else answer


@answers("{unit} goes on after a landing.", questions.movement.goes_on_after_offloading)
def lightning_transports_go_on(
    play: Play,
    answer: bool,
    unit: Unit,
    *,
    units: Names = given.units("the types that move on"),
    landings: int = given.number("how many landings they make in one combat move"),
    advantage: str = given.own_advantage(),
) -> bool:
    """{units} may move on after a landing of their combat move, and make up to {landings} landings."""
    more = len(_landings(play, unit)) < landings
    return answer or (gains(play, unit, units, (), advantage) and is_combat_move(play) and more)


def _landings(play: Play, ship: Unit) -> set[tuple[str, str]]:
    """The landings a ship has made this turn, each from a zone into a territory."""
    return set(notes.LANDINGS.get(play.position, str(ship.id)))


@answers("{ship} splits its landings.", questions.movement.splits_its_landings)
def lightning_landings_are_split(
    play: Play,
    answer: bool,
    ship: Unit,
    territory: str,
    *,
    units: Names = given.units("the types that split their landings"),
    most: int = given.number("how many landings they make in one combat move", key="landings"),
    advantage: str = given.own_advantage(),
) -> bool:
    """{units} may make up to {landings} landings in a combat move, from neighboring sea zones."""
    landings = _landings(play, ship)
    near = all(zone == ship.at or play.board.bordering(zone, ship.at) for zone, _ in landings)
    return answer or (
        gains(play, ship, units, (), advantage) and is_combat_move(play) and near and len(landings) < most
    )


@answers("{unit} boards {ship} again for another assault.", questions.movement.boards_again)
def lightning_units_board_again(
    play: Play,
    answer: bool,
    unit: Unit,
    ship: Unit,
    *,
    units: Names = given.units("the types that they board again"),
    advantage: str = given.own_advantage(),
) -> bool:
    """Units that landed from {units} where no enemy stands may board again between the landings."""
    ashore = any(territory == unit.at for _, territory in _landings(play, ship))
    free = not combatants(play, enemies_at(play, unit.power, unit.at))
    return answer or (gains(play, ship, units, (), advantage) and is_combat_move(play) and ashore and free)
