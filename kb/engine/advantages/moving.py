"""National advantages that alter how units move, or move them at another time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kb.engine import terms
from kb.engine.actions import Invoke, Load, Move, Offload
from kb.engine.advantages.deeds import in_own_phase, invoked, invokes
from kb.engine.movement.moves import is_combat_move
from kb.engine.play import Play
from kb.engine.position import Mark, Unit
from kb.engine.registry import answers, happens, refuses
from kb.games.board_model import UnitKind

Facts = dict[str, Any]


@answers("mobile-industry", "{unit} is mobile industry.", "facility-moves")
def mobile_industry(play: Play, answer: bool, unit: Unit, route: tuple[str, ...]) -> bool:
    """A complex moves one territory in each noncombat move.

    Source in Revised: rev/na-ussr-mobile-industry, rev-ussr-5.
    """
    fresh = not unit.spent and len(route) - 1 <= play.number("mobile-industry", "spaces")
    by_land = all(terms.is_land(play, space) for space in route)
    return answer or (terms.gains(play, "mobile-industry", unit) and not is_combat_move(play) and fresh and by_land)


@answers("trans-siberian-railway", "{unit} goes by the railway.", "movement")
def trans_siberian_railway(play: Play, answer: int, unit: Unit, route: tuple[str, ...], group: tuple[int, ...]) -> int:
    """Two spaces in the noncombat move, begun, continued and ended on the railway's spaces.

    Source in Revised: rev-ussr-8 to 10.
    """
    rule = "trans-siberian-railway"
    if not route or not terms.gains(play, rule, unit) or play.phase not in play.names(rule, "phases"):
        return answer
    line = play.names(rule, "spaces")
    on_track = all(space in line for space in (*unit.came, *route))
    return play.number(rule, "move") if on_track else answer


@answers("fast-carriers", "{unit} is a fast carrier.", "movement")
def fast_carriers(play: Play, answer: int, unit: Unit, route: tuple[str, ...], group: tuple[int, ...]) -> int:
    """Carriers move three zones. Unverified. Source in Revised: rev/na-us-fast-carriers."""
    return play.number("fast-carriers", "move") if terms.gains(play, "fast-carriers", unit) else answer


@happens("panzerblitz", "Tanks that won in the first cycle go on.", "battle won")
def panzerblitz(play: Play, space: str, power: str, cycles: int) -> None:
    """Tanks of a battle won in its first cycle may make a noncombat move of one space.

    Source in Revised: rev-ger-1, rev-ger-2.
    """
    rule = "panzerblitz"
    tanks = [
        unit
        for unit in play.position.at(space)
        if unit.power == power and terms.gains(play, rule, unit) and unit.has(Mark.FOUGHT)
    ]
    if tanks and cycles <= play.number(rule, "cycles"):
        points = play.number(rule, "spaces")
        ready = [unit.marked(Mark.GOES_ON, spent=(terms.type_of(play, unit).move or 0) - points) for unit in tanks]
        play.happen("goes-on", *play.put(*ready), units=tanks, space=space)


@answers("tokyo-express", "{ship} carries infantry.", "transport-room")
def tokyo_express(play: Play, answer: int, ship: Unit, cargo: list[Unit]) -> int:
    """A destroyer carries one infantry. Source in Revised: rev/na-jpn-tokyo-express, rev-jpn-1."""
    rule = "tokyo-express"
    fits = all(unit.type in play.names(rule, "cargo") for unit in cargo)
    room = play.number(rule, "carries") * max(
        (terms.type_of(play, unit).transport_cost or 0 for unit in cargo), default=0
    )
    return room if terms.gains(play, rule, ship) and fits else answer


@answers("lightning-transports-go-on", "{unit} goes on after its first landing.", "goes-on-after-offloading")
def lightning_transports_go_on(play: Play, answer: bool, unit: Unit) -> bool:
    """A transport need not stop after its first landing of a combat move. Source in Revised: rev-jpn-5, rev-jpn-8."""
    rule = "lightning-transports-go-on"
    more = len(_landings(play, unit)) < play.number(rule, "landings")
    return answer or (terms.gains(play, rule, unit) and is_combat_move(play) and more)


def _landings(play: Play, ship: Unit) -> set[tuple[str, str]]:
    """The landings a ship has made this turn, each from a zone into a territory."""
    return set(play.position.turn_notes.get(("landings", str(ship.id)), ()))


@answers("lightning-landings-are-split", "{ship} splits its landings.", "splits-its-landings")
def lightning_landings_are_split(play: Play, answer: bool, ship: Unit, territory: str) -> bool:
    """A transport makes two landings in one combat move, in neighbouring zones. Source in Revised: rev-jpn-5."""
    rule = "lightning-landings-are-split"
    landings = _landings(play, ship)
    near = all(zone == ship.at or play.board.bordering(zone, ship.at) for zone, _ in landings)
    return answer or (
        terms.gains(play, rule, ship)
        and is_combat_move(play)
        and near
        and len(landings) < play.number(rule, "landings")
    )


@answers("lightning-units-board-again", "{unit} boards {ship} again for the second assault.", "boards-again")
def lightning_units_board_again(play: Play, answer: bool, unit: Unit, ship: Unit) -> bool:
    """What went ashore where no enemy stands may board again between two landings. Source in Revised: rev-jpn-8."""
    ashore = any(territory == unit.at for _, territory in _landings(play, ship))
    free = not terms.combatants(play, terms.enemies(play, unit.power, unit.at))
    return answer or (
        terms.gains(play, "lightning-units-board-again", ship) and is_combat_move(play) and ashore and free
    )


@refuses("joint-strike-skips-the-combat-move", "{power} leaves its attack to the joint strike.", Move, Load, Offload)
def joint_strike_skips_the_combat_move(play: Play, action: Move | Load | Offload) -> Iterator[Facts]:
    """The power that declared a joint strike makes no combat move of its own.

    Source in Revised: rev/na-uk-joint-strike.
    """
    if is_combat_move(play) and play.position.game_notes.get(("joint-strike",)) == action.power == play.turn:
        yield {"power": action.power}


@answers("joint-strike-units-obey-the-partner", "{unit} moves with the joint strike.", "moves-for-another")
def joint_strike_units_obey_the_partner(play: Play, answer: bool, unit: Unit, power: str) -> bool:
    """In its turn the partner moves the units of the power that declared the strike. Source in Revised: rev-uk-1."""
    return answer or _strikes(play, unit, power)


@answers("joint-strike-units-fight-together", "{unit} fights with the joint strike.", "joins-the-attack")
def joint_strike_units_fight_together(play: Play, answer: bool, unit: Unit, power: str) -> bool:
    """The units of both powers attack together. Source in Revised: rev/na-uk-joint-strike."""
    return answer or _strikes(play, unit, power)


def _strikes(play: Play, unit: Unit, power: str) -> bool:
    rule = "joint-strike-skips-the-combat-move"
    return play.position.game_notes.get(("joint-strike",)) == unit.power and power in play.names(rule, "partner")


@invokes("joint-strike", "{power} declares a joint strike.")
def declare_joint_strike(play: Play, action: Invoke) -> None:
    """Declared once, in the power's own turn before it moves. Source in Revised: rev/na-uk-joint-strike."""
    play.happen("joint-strike-declared", ("game_notes", ("joint-strike",), action.power), power=action.power)


@refuses(
    "joint-strike-is-declared-before-moving", "A joint strike is declared in one's own turn, before moving.", Invoke
)
def joint_strike_is_declared_before_moving(play: Play, action: Invoke) -> Iterator[Facts]:
    """It is declared in the power's own turn, before any of its units has moved. Unverified.

    Source in Revised: rev/na-uk-joint-strike.
    """
    rule = "joint-strike-is-declared-before-moving"
    if not invoked(play, action, rule):
        return
    moved = any(unit.power == action.power and unit.marks for unit in play.position.units.values())
    if moved or not in_own_phase(play, action, rule):
        yield {"power": action.power}


@happens("joint-strike-ends", "The joint strike is over.", "end of turn")
def joint_strike_ends(play: Play, power: str) -> None:
    """The strike lasts for the partner's turn. Source in Revised: rev/na-uk-joint-strike."""
    if ("joint-strike",) in play.position.game_notes and power in play.names(
        "joint-strike-skips-the-combat-move", "partner"
    ):
        play.happen("joint-strike-ended", ("game_notes", ("joint-strike",), None), power=power)


@invokes("enigma-decoded", "{power} reads the enemy's orders.", units=1, spaces=2)
def reinforce_or_leave(play: Play, action: Invoke) -> None:
    """Units reinforce an attacked space from one beside it, or leave it.

    Source in Revised: rev/na-uk-enigma-decoded.
    """
    start, end = action.spaces
    units = play.units(action.units)
    moved = [unit.marked(Mark.COMBAT_MOVED, at=end, aboard=0, came=(*unit.came, start)) for unit in units]
    play.happen("moved", *play.put(*moved), units=units, route=(start, end))


@refuses("enigma-comes-before-combat", "Enigma Decoded is used after the enemy's combat move, before combat.", Invoke)
def enigma_comes_before_combat(play: Play, action: Invoke) -> Iterator[Facts]:
    """It is used after the enemy's combat move and before its combat. Source in Revised: rev/na-uk-enigma-decoded."""
    rule = "enigma-comes-before-combat"
    fought = any(note[0] == "contested" for note in play.position.turn_notes)
    if invoked(play, action, rule) and (
        play.turn not in play.names(rule, "turn") or play.phase not in play.names(rule, "phases") or fought
    ):
        yield {"power": action.power}


@refuses("enigma-moves-from-one-space", "{unit} is not in {space}: all come from any one space beside it.", Invoke)
def enigma_moves_from_one_space(play: Play, action: Invoke) -> Iterator[Facts]:
    """Reinforcements come from any one adjacent space. Source in Revised: rev-uk-2."""
    if invoked(play, action, "enigma-moves-from-one-space"):
        for unit in play.units(action.units):
            if unit.at != action.spaces[0]:
                yield {"unit": unit, "space": action.spaces[0]}


@refuses("enigma-moves-one-space", "{end} does not border {start}.", Invoke)
def enigma_moves_one_space(play: Play, action: Invoke) -> Iterator[Facts]:
    """The units move a single space. Source in Revised: rev/na-uk-enigma-decoded."""
    if invoked(play, action, "enigma-moves-one-space") and not play.board.bordering(*action.spaces):
        yield {"start": action.spaces[0], "end": action.spaces[1]}


@refuses("enigma-keeps-aircraft-off-the-sea", "{unit} may not enter {space} with Enigma Decoded.", Invoke)
def enigma_keeps_aircraft_off_the_sea(play: Play, action: Invoke) -> Iterator[Facts]:
    """Fighters do not move into a sea zone with it. Source in Revised: rev-uk-3."""
    if invoked(play, action, "enigma-keeps-aircraft-off-the-sea") and terms.is_sea(play, action.spaces[1]):
        for unit in play.units(action.units):
            if terms.is_kind(play, unit, UnitKind.AIR):
                yield {"unit": unit, "space": action.spaces[1]}


@refuses("enigma-leaves-one-behind", "Nobody would stay in {space}.", Invoke)
def enigma_leaves_one_behind(play: Play, action: Invoke) -> Iterator[Facts]:
    """At least one unit stays in the space the units leave. Source in Revised: rev/na-uk-enigma-decoded."""
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


@answers("an-ally-can-be-left-behind", "{unit} of an ally stays behind.", "counts-as-left-behind")
def an_ally_can_be_left_behind(play: Play, answer: bool, unit: Unit, power: str) -> bool:
    """A unit of an ally that stays is enough. Source in Revised: rev-uk-5."""
    return answer or terms.allied(play, power, unit.power)


@refuses("enigma-answers-an-attack", "Neither {start} nor {end} is a friendly space under attack.", Invoke)
def enigma_answers_an_attack(play: Play, action: Invoke) -> Iterator[Facts]:
    """The units reinforce, or leave, a friendly space that is being attacked.

    Source in Revised: rev/na-uk-enigma-decoded.
    """
    if invoked(play, action, "enigma-answers-an-attack"):
        start, end = action.spaces
        if not _under_attack(play, action.power, start) and not _under_attack(play, action.power, end):
            yield {"start": start, "end": end}


def _under_attack(play: Play, power: str, space: str) -> bool:
    there = [u for u in play.position.at(space) if u.power == play.turn and not u.has(Mark.SUBMERGED)]
    if not there or not terms.at_enmity(play, power, play.turn):
        return False
    if terms.is_land(play, space):
        return terms.allied(play, power, terms.holder(play, space))
    manned = any(unit.power == power for unit in play.position.at(space))
    return bool(play.ask("friendly-sea-under-attack", manned, space=space))


@answers(
    "an-empty-sea-zone-can-be-reinforced",
    "{space} counts as friendly though it was empty.",
    "friendly-sea-under-attack",
)
def an_empty_sea_zone_can_be_reinforced(play: Play, answer: bool, space: str) -> bool:
    """Any sea zone the enemy enters counts, also an empty one. Source in Revised: rev-uk-4."""
    return True
