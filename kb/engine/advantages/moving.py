"""National advantages that alter how units move, or move them at another time."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine.advantages.invoke import Invoke, in_own_phase, invoked, invokes
from kb.engine.board.abilities import gains
from kb.engine.board.enemies import enemies_at
from kb.engine.board.holders import holder_of
from kb.engine.board.phases import is_combat_move
from kb.engine.board.sides import allied, at_enmity
from kb.engine.board.spaces import is_land, is_sea
from kb.engine.board.unit_types import combatants, is_kind, type_of
from kb.engine.core.actions import Load, Move, Offload
from kb.engine.core.given import Number, Phases, Powers, Spaces, Units
from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit
from kb.engine.core.registry import answers, happens, refuses
from kb.engine.core.verdict import Facts
from kb.games.board_model import UnitKind


@answers(
    "mobile-industry",
    "{unit} is mobile industry.",
    "facility-moves",
    about="{units:a} may move {spaces:territory} in each noncombat move.",
    given={"units": Units("the types that move"), "spaces": Number("how far they move")},
)
def mobile_industry(play: Play, answer: bool, unit: Unit, route: tuple[str, ...]) -> bool:
    fresh = not unit.spent and len(route) - 1 <= play.number("mobile-industry", "spaces")
    by_land = all(is_land(play, space) for space in route)
    return answer or (gains(play, "mobile-industry", unit) and not is_combat_move(play) and fresh and by_land)


@answers(
    "trans-siberian-railway",
    "{unit} goes by the railway.",
    "movement",
    about="{units} that begin, continue and end their move in {spaces} move up to {move:space} in the {phases:or}.",
    given={
        "units": Units("the types that use the railway"),
        "spaces": Spaces("the spaces on the railway"),
        "phases": Phases("the phases in which it is used"),
        "move": Number("how far they move, in spaces"),
    },
)
def trans_siberian_railway(play: Play, answer: int, unit: Unit, route: tuple[str, ...], group: tuple[int, ...]) -> int:
    rule = "trans-siberian-railway"
    if not route or not gains(play, rule, unit) or play.phase not in play.names(rule, "phases"):
        return answer
    line = play.names(rule, "spaces")
    on_track = all(space in line for space in (*unit.came, *route))
    return play.number(rule, "move") if on_track else answer


@answers(
    "fast-carriers",
    "{unit} is a fast carrier.",
    "movement",
    about="{units} move up to {move:sea zone}.",
    given={"units": Units("the types that move further"), "move": Number("how far they move, in sea zones")},
)
def fast_carriers(play: Play, answer: int, unit: Unit, route: tuple[str, ...], group: tuple[int, ...]) -> int:
    return play.number("fast-carriers", "move") if gains(play, "fast-carriers", unit) else answer


@happens(
    "panzerblitz",
    "Tanks of a battle that was soon won go on.",
    "battle won",
    about="{units} of a battle that is won by cycle {cycles} of combat may move on in the noncombat move, {spaces:space} far.",
    given={
        "units": Units("the types that move on"),
        "cycles": Number("by which cycle the battle has to be won"),
        "spaces": Number("how far they move, in spaces"),
    },
)
def panzerblitz(play: Play, space: str, power: str, cycles: int) -> None:
    rule = "panzerblitz"
    tanks = [
        unit
        for unit in play.position.at(space)
        if unit.power == power and gains(play, rule, unit) and unit.has(Mark.FOUGHT)
    ]
    if tanks and cycles <= play.number(rule, "cycles"):
        points = play.number(rule, "spaces")
        ready = [unit.marked(Mark.GOES_ON, spent=(type_of(play, unit).move or 0) - points) for unit in tanks]
        play.happen("goes-on", *play.put(*ready), units=tanks, space=space)


@answers(
    "tokyo-express",
    "{ship} carries infantry.",
    "transport-room",
    about="{units:a} may carry {carries} {cargo:one}.",
    given={
        "units": Units("the types that carry"),
        "cargo": Units("what they carry"),
        "carries": Number("how many units each carries"),
    },
)
def tokyo_express(play: Play, answer: int, ship: Unit, cargo: list[Unit]) -> int:
    rule = "tokyo-express"
    fits = all(unit.type in play.names(rule, "cargo") for unit in cargo)
    room = play.number(rule, "carries") * max((type_of(play, unit).transport_cost or 0 for unit in cargo), default=0)
    return room if gains(play, rule, ship) and fits else answer


@answers(
    "lightning-transports-go-on",
    "{unit} goes on after a landing.",
    "goes-on-after-offloading",
    about="{units} may move on after a landing of their combat move, and make up to {landings} landings.",
    given={
        "units": Units("the types that move on"),
        "landings": Number("how many landings they make in one combat move"),
    },
)
def lightning_transports_go_on(play: Play, answer: bool, unit: Unit) -> bool:
    rule = "lightning-transports-go-on"
    more = len(_landings(play, unit)) < play.number(rule, "landings")
    return answer or (gains(play, rule, unit) and is_combat_move(play) and more)


def _landings(play: Play, ship: Unit) -> set[tuple[str, str]]:
    """The landings a ship has made this turn, each from a zone into a territory."""
    return set(play.position.turn_notes.get(("landings", str(ship.id)), ()))


@answers(
    "lightning-landings-are-split",
    "{ship} splits its landings.",
    "splits-its-landings",
    about="{units} may make up to {landings} landings in a combat move, from neighboring sea zones.",
    given={
        "units": Units("the types that split their landings"),
        "landings": Number("how many landings they make in one combat move"),
    },
)
def lightning_landings_are_split(play: Play, answer: bool, ship: Unit, territory: str) -> bool:
    rule = "lightning-landings-are-split"
    landings = _landings(play, ship)
    near = all(zone == ship.at or play.board.bordering(zone, ship.at) for zone, _ in landings)
    return answer or (
        gains(play, rule, ship) and is_combat_move(play) and near and len(landings) < play.number(rule, "landings")
    )


@answers(
    "lightning-units-board-again",
    "{unit} boards {ship} again for another assault.",
    "boards-again",
    about="Units that landed from {units} where no enemy stands may board again between the landings.",
    given={"units": Units("the types that they board again")},
)
def lightning_units_board_again(play: Play, answer: bool, unit: Unit, ship: Unit) -> bool:
    ashore = any(territory == unit.at for _, territory in _landings(play, ship))
    free = not combatants(play, enemies_at(play, unit.power, unit.at))
    return answer or (gains(play, "lightning-units-board-again", ship) and is_combat_move(play) and ashore and free)


@refuses(
    "joint-strike-skips-the-combat-move",
    "{power} leaves its attack to the joint strike.",
    Move,
    Load,
    Offload,
    about="A power that has declared a joint strike makes no combat move of its own; its units attack in the turn of {partner}.",
    given={"partner": Powers("the powers in whose turn the joint strike is made")},
)
def joint_strike_skips_the_combat_move(play: Play, action: Move | Load | Offload) -> Iterator[Facts]:
    if is_combat_move(play) and play.position.game_notes.get(("joint-strike",)) == action.power == play.turn:
        yield {"power": action.power}


@answers(
    "joint-strike-units-obey-the-partner",
    "{unit} moves with the joint strike.",
    "moves-for-another",
    about="In its turn the partner moves the units of the power that declared the joint strike.",
)
def joint_strike_units_obey_the_partner(play: Play, answer: bool, unit: Unit, power: str) -> bool:
    return answer or _strikes(play, unit, power)


@answers(
    "joint-strike-units-fight-together",
    "{unit} fights with the joint strike.",
    "joins-the-attack",
    about="In a joint strike the units of both powers attack together.",
)
def joint_strike_units_fight_together(play: Play, answer: bool, unit: Unit, power: str) -> bool:
    return answer or _strikes(play, unit, power)


def _strikes(play: Play, unit: Unit, power: str) -> bool:
    rule = "joint-strike-skips-the-combat-move"
    return play.position.game_notes.get(("joint-strike",)) == unit.power and power in play.names(rule, "partner")


@invokes(
    "joint-strike",
    "{power} declares a joint strike.",
    about="A joint strike is declared in the power's own turn, before it moves.",
)
def declare_joint_strike(play: Play, action: Invoke) -> None:
    play.happen("joint-strike-declared", ("game_notes", ("joint-strike",), action.power), power=action.power)


@refuses(
    "joint-strike-is-declared-before-moving",
    "A joint strike is declared in one's own turn, before moving.",
    Invoke,
    about="A joint strike is declared in the power's own turn, before any of its units has moved, in one of these phases: {phases}.",
    given={"phases": Phases("the phases in which it is declared")},
)
def joint_strike_is_declared_before_moving(play: Play, action: Invoke) -> Iterator[Facts]:
    rule = "joint-strike-is-declared-before-moving"
    if not invoked(play, action, rule):
        return
    moved = any(unit.power == action.power and unit.marks for unit in play.position.units.values())
    if moved or not in_own_phase(play, action, rule):
        yield {"power": action.power}


@happens(
    "joint-strike-ends",
    "The joint strike is over.",
    "end of turn",
    about="A joint strike lasts until the end of the partner's turn.",
)
def joint_strike_ends(play: Play, power: str) -> None:
    if ("joint-strike",) in play.position.game_notes and power in play.names(
        "joint-strike-skips-the-combat-move", "partner"
    ):
        play.happen("joint-strike-ended", ("game_notes", ("joint-strike",), None), power=power)


@invokes(
    "enigma-decoded",
    "{power} reads the enemy's orders.",
    units=1,
    spaces=2,
    about="Units reinforce an attacked space from a space next to it, or leave the attacked space.",
)
def reinforce_or_leave(play: Play, action: Invoke) -> None:
    start, end = action.spaces
    units = play.units(action.units)
    moved = [unit.marked(Mark.COMBAT_MOVED, at=end, aboard=0, came=(*unit.came, start)) for unit in units]
    play.happen("moved", *play.put(*moved), units=units, route=(start, end))


@refuses(
    "enigma-comes-before-combat",
    "Enigma Decoded is used after the enemy's combat move, before combat.",
    Invoke,
    about="Enigma Decoded is used in the turn of {turn}, in the {phases:or} phase, before any battle.",
    given={"turn": Powers("the powers in whose turn it is used"), "phases": Phases("the phases in which it is used")},
)
def enigma_comes_before_combat(play: Play, action: Invoke) -> Iterator[Facts]:
    rule = "enigma-comes-before-combat"
    fought = any(note[0] == "contested" for note in play.position.turn_notes)
    if invoked(play, action, rule) and (
        play.turn not in play.names(rule, "turn") or play.phase not in play.names(rule, "phases") or fought
    ):
        yield {"power": action.power}


@refuses(
    "enigma-moves-from-one-space",
    "{unit} is not in {space}: all come from any one space beside it.",
    Invoke,
    about="With Enigma Decoded all reinforcements come from the same adjacent space.",
)
def enigma_moves_from_one_space(play: Play, action: Invoke) -> Iterator[Facts]:
    if invoked(play, action, "enigma-moves-from-one-space"):
        for unit in play.units(action.units):
            if unit.at != action.spaces[0]:
                yield {"unit": unit, "space": action.spaces[0]}


@refuses(
    "enigma-moves-one-space",
    "{end} does not border {start}.",
    Invoke,
    about="With Enigma Decoded the units move one space.",
)
def enigma_moves_one_space(play: Play, action: Invoke) -> Iterator[Facts]:
    if invoked(play, action, "enigma-moves-one-space") and not play.board.bordering(*action.spaces):
        yield {"start": action.spaces[0], "end": action.spaces[1]}


@refuses(
    "enigma-keeps-aircraft-off-the-sea",
    "{unit} may not enter {space} with Enigma Decoded.",
    Invoke,
    about="With Enigma Decoded fighters do not move into a sea zone.",
)
def enigma_keeps_aircraft_off_the_sea(play: Play, action: Invoke) -> Iterator[Facts]:
    if invoked(play, action, "enigma-keeps-aircraft-off-the-sea") and is_sea(play, action.spaces[1]):
        for unit in play.units(action.units):
            if is_kind(play, unit, UnitKind.AIR):
                yield {"unit": unit, "space": action.spaces[1]}


@refuses(
    "enigma-leaves-one-behind",
    "Nobody would stay in {space}.",
    Invoke,
    about="With Enigma Decoded at least one unit stays in the space that the units leave.",
)
def enigma_leaves_one_behind(play: Play, action: Invoke) -> Iterator[Facts]:
    rule = "enigma-leaves-one-behind"
    if not invoked(play, action, rule):
        return
    for space in dict.fromkeys(unit.at for unit in play.units(action.units)):
        stay = [unit for unit in play.position.at(space) if unit.id not in action.units]
        if not any(
            play.ask("counts-as-left-behind", unit.power == action.power, unit=unit, power=action.power)
            for unit in stay
        ):
            yield {"space": space}


@answers(
    "an-ally-can-be-left-behind",
    "{unit} of an ally stays behind.",
    "counts-as-left-behind",
    about="With Enigma Decoded it is enough if a unit of an ally stays behind.",
)
def an_ally_can_be_left_behind(play: Play, answer: bool, unit: Unit, power: str) -> bool:
    return answer or allied(play, power, unit.power)


@refuses(
    "enigma-answers-an-attack",
    "Neither {start} nor {end} is a friendly space under attack.",
    Invoke,
    about="With Enigma Decoded units reinforce, or leave, a friendly space that is being attacked.",
)
def enigma_answers_an_attack(play: Play, action: Invoke) -> Iterator[Facts]:
    if invoked(play, action, "enigma-answers-an-attack"):
        start, end = action.spaces
        if not _under_attack(play, action.power, start) and not _under_attack(play, action.power, end):
            yield {"start": start, "end": end}


def _under_attack(play: Play, power: str, space: str) -> bool:
    there = [u for u in play.position.at(space) if u.power == play.turn and not u.has(Mark.SUBMERGED)]
    if not there or not at_enmity(play, power, play.turn):
        return False
    if is_land(play, space):
        return allied(play, power, holder_of(play, space))
    manned = any(unit.power == power for unit in play.position.at(space))
    return bool(play.ask("friendly-sea-under-attack", manned, space=space))


@answers(
    "an-empty-sea-zone-can-be-reinforced",
    "{space} counts as friendly though it was empty.",
    "friendly-sea-under-attack",
    about="With Enigma Decoded any sea zone that the enemy enters can be reinforced, also an empty one.",
)
def an_empty_sea_zone_can_be_reinforced(play: Play, answer: bool, space: str) -> bool:
    return True
