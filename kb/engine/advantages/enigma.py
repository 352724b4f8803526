"""Enigma Decoded: units reinforce, or leave, a friendly space that is being attacked."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine import questions
from kb.engine.advantages.invoke import Invoke, invoked, invokes
from kb.engine.board.holders import holder_of
from kb.engine.board.sides import allied, at_enmity
from kb.engine.board.spaces import is_land, is_sea
from kb.engine.board.unit_types import is_kind
from kb.engine.core import given, notes
from kb.engine.core.given import Names
from kb.engine.core.play import Play
from kb.engine.core.position import Facts, Mark, Unit
from kb.engine.core.registry import answers, refuses
from kb.games.board_model import UnitKind


@invokes("{action.power} reads the enemy's orders.", units=1, spaces=2)
def enigma_decoded(play: Play, action: Invoke) -> None:
    """Units reinforce an attacked space from a space next to it, or leave the attacked space."""
    start, end = action.spaces
    units = play.units(action.units)
    moved = [unit.marked(Mark.COMBAT_MOVED, at=end, aboard=0, came=(*unit.came, start)) for unit in units]
    play.emit("moved", *play.put(*moved), units=units, route=(start, end))


@refuses("Enigma Decoded is used after the enemy's combat move, before combat.", Invoke)
def enigma_comes_before_combat(
    play: Play,
    action: Invoke,
    *,
    turn: Names = given.powers("the powers in whose turn it is used"),
    phases: Names = given.phases("the phases in which it is used"),
    advantage: str = given.own_advantage(),
) -> Iterator[Facts]:
    """Enigma Decoded is used in the turn of {turn}, in the {phases:or} phase, before any battle."""
    fought = bool(notes.CONTESTED.set_about(play.position))
    if invoked(action, advantage) and (play.turn not in turn or play.phase not in phases or fought):
        yield {"power": action.power}


@refuses("{unit} is not in {space}: all come from any one space beside it.", Invoke)
def enigma_moves_from_one_space(
    play: Play, action: Invoke, *, advantage: str = given.own_advantage()
) -> Iterator[Facts]:
    """With Enigma Decoded all reinforcements come from the same adjacent space."""
    if invoked(action, advantage):
        for unit in play.units(action.units):
            if unit.at != action.spaces[0]:
                yield {"unit": unit, "space": action.spaces[0]}


@refuses("{end} does not border {start}.", Invoke)
def enigma_moves_one_space(play: Play, action: Invoke, *, advantage: str = given.own_advantage()) -> Iterator[Facts]:
    """With Enigma Decoded the units move one space."""
    if invoked(action, advantage) and not play.board.bordering(*action.spaces):
        yield {"start": action.spaces[0], "end": action.spaces[1]}


@refuses("{unit} may not enter {space} with Enigma Decoded.", Invoke)
def enigma_keeps_aircraft_off_the_sea(
    play: Play, action: Invoke, *, advantage: str = given.own_advantage()
) -> Iterator[Facts]:
    """With Enigma Decoded fighters do not move into a sea zone."""
    if invoked(action, advantage) and is_sea(play, action.spaces[1]):
        for unit in play.units(action.units):
            if is_kind(play, unit, UnitKind.AIR):
                yield {"unit": unit, "space": action.spaces[1]}


@refuses("Nobody would stay in {space}.", Invoke)
def enigma_leaves_one_behind(play: Play, action: Invoke, *, advantage: str = given.own_advantage()) -> Iterator[Facts]:
    """With Enigma Decoded at least one unit stays in the space that the units leave."""
    if not invoked(action, advantage):
        return
    for space in dict.fromkeys(unit.at for unit in play.units(action.units)):
        stay = [unit for unit in play.position.at(space) if unit.id not in action.units]
        if not any(
            play.adjust(
                questions.advantages.counts_as_left_behind, unit.power == action.power, unit=unit, power=action.power
            )
            for unit in stay
        ):
            yield {"space": space}


@answers("An ally's unit stays behind: {unit}.", questions.advantages.counts_as_left_behind)
def an_ally_can_be_left_behind(play: Play, answer: bool, unit: Unit, power: str) -> bool:
    """With Enigma Decoded it is enough if a unit of an ally stays behind."""
    return answer or allied(play, power, unit.power)


@refuses("Neither {start} nor {end} is a friendly space under attack.", Invoke)
def enigma_answers_an_attack(play: Play, action: Invoke, *, advantage: str = given.own_advantage()) -> Iterator[Facts]:
    """With Enigma Decoded units reinforce, or leave, a friendly space that is being attacked."""
    if invoked(action, advantage):
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
    return play.adjust(questions.advantages.friendly_sea_under_attack, manned, space=space)


@answers("{space} counts as friendly though it was empty.", questions.advantages.friendly_sea_under_attack)
def an_empty_sea_zone_can_be_reinforced(play: Play, answer: bool, space: str) -> bool:
    """With Enigma Decoded any sea zone that the enemy enters can be reinforced, also an empty one."""
    return True
