"""Neutral lands: whom they are friendly to, who may enter them, and how they are attacked.

A neutral land has no holder. After an attack that failed it is of a side, but of no power: then the side holds it.
"""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine import moments, questions
from kb.engine.battle.battle_board import attacked_lands
from kb.engine.board.powers import held_at_start, holder_of, is_hostile
from kb.engine.board.printed import is_kind, is_land
from kb.engine.core import given, notes
from kb.engine.core.actions import Move, Offload
from kb.engine.core.given import Names
from kb.engine.core.phases import COMBAT_MOVE, is_combat_move
from kb.engine.core.play import Play
from kb.engine.core.position import Edit, Facts, Unit
from kb.engine.core.registry import answers, happens, refuses
from kb.engine.politics.neutrality import entered
from kb.engine.units.moving import goes_by_air
from kb.games.board_model import Neutral, Side, UnitKind

_PRINTED_SIDES = {Neutral.PRO_AXIS: Side.AXIS, Neutral.PRO_ALLIES: Side.ALLIES}


def is_unclaimed(play: Play, space: str) -> bool:
    """Whether a land is neutral by the board and no power's."""
    printed = play.board.space(space)
    return bool(printed.neutral) and not printed.closed and holder_of(play, space) not in play.rules.order


def is_neutral_land(play: Play, space: str) -> bool:
    """Whether a land is neutral still: no power's, and of no side."""
    return is_unclaimed(play, space) and not holder_of(play, space)


def leaning(play: Play, space: str) -> Side | None:
    """The side that an unclaimed land is friendly to: printed, turned to, or joined."""
    told = holder_of(play, space) or notes.LEANS.get(play.position, space)
    printed = play.board.space(space).neutral
    return Side(told) if told else _PRINTED_SIDES.get(printed) if printed else None


def is_friendly_neutral(play: Play, power: str, space: str) -> bool:
    """Whether a land is unclaimed and friendly to a power's side."""
    return is_unclaimed(play, space) and leaning(play, space) is play.rules.sides.get(power)


@answers("{space} is neutral and not friendly to {power}.", questions.makes_land_hostile)
def unfriendly_neutrals_are_hostile(play: Play, answer: bool, space: str, power: str) -> bool:
    """Strict neutrals, and neutrals friendly to the other side, may be attacked."""
    return answer or (is_unclaimed(play, space) and not is_friendly_neutral(play, power, space))


@refuses("{unit} may not enter {space}, a friendly neutral, in a combat move.", Move, Offload)
def friendly_neutrals_wait_for_noncombat(play: Play, action: Move | Offload) -> Iterator[Facts]:
    """A friendly neutral is entered in the noncombat move only."""
    for unit, space in entered(play, action) if is_combat_move(play) else ():
        if not is_kind(play, unit, UnitKind.AIR) and is_friendly_neutral(play, unit.power, space):
            yield {"unit": unit, "space": space}


@refuses("{unit} must stop in {space}, a friendly neutral.", Move)
def friendly_neutrals_stop_land_units(play: Play, action: Move) -> Iterator[Facts]:
    """A land unit that enters a friendly neutral stops there."""
    for unit in play.units(action.units):
        if is_kind(play, unit, UnitKind.LAND):
            for space in action.route[:-1] if unit.came else action.route[1:-1]:
                if is_land(play, space) and is_friendly_neutral(play, unit.power, space):
                    yield {"unit": unit, "space": space}


@answers("{unit} cannot blitz through {space}, which raises an army.", questions.passes_hostile_land)
def armies_of_neutrals_stop_a_blitz(play: Play, answer: bool, unit: Unit, space: str, power: str) -> bool:
    """No unit blitzes through a neutral that has an army."""
    raises = (
        is_neutral_land(play, space) and play.board.space(space).army and not notes.RAISED.is_set(play.position, space)
    )
    return answer and not raises


@refuses("{unit} may not fly into or over {space}, which is neutral.", Move)
def aircraft_keep_out_of_neutral_land(play: Play, action: Move) -> Iterator[Facts]:
    """Aircraft enter neutral land only to attack it, and do not fly over it."""
    for unit, space in entered(play, action):
        flies = is_kind(play, unit, UnitKind.AIR) or goes_by_air(play, unit, action.route, action.units)
        if not flies or not is_neutral_land(play, space):
            continue
        attacks = is_combat_move(play) and space == action.route[-1] and is_hostile(play, unit.power, space)
        if not attacks:
            yield {"unit": unit, "space": space}


@answers("Aircraft may not fly over neutral land.", questions.shut_to_aircraft)
def landing_routes_avoid_neutral_land(play: Play, answer: frozenset[str], power: str) -> frozenset[str]:
    """Whether aircraft can still land is judged by routes that do not cross neutral land."""
    return answer | {space.id for space in play.board.spaces if space.neutral and is_neutral_land(play, space.id)}


def garrison(play: Play, space: str) -> list[Unit]:
    """The units in a land that are of a side and of no power."""
    return [unit for unit in play.position.at(space) if unit.power in set(Side)]


def raise_army(play: Play, space: str, kind: str, power: str) -> None:
    """Let a neutral land raise its army for a power or side, once."""
    number = play.board.space(space).army or 0
    if number and not notes.RAISED.is_set(play.position, space) and not garrison(play, space):
        first = play.next_id()
        army = [Unit(each, kind, power, space) for each in range(first, first + number)]
        play.emit("raised", *play.put(*army), notes.RAISED.edit(True, space), units=army, power=power, space=space)


@happens("What is attacked raises its army.", moments.end_of(COMBAT_MOVE))
def attacked_neutrals_raise_their_army(
    play: Play, power: str, *, units: Names = given.units("the type of its army", most=1)
) -> None:
    """A neutral that is attacked defends itself with the number of {units} printed on it."""
    for space in attacked_lands(play, power):
        if is_neutral_land(play, space):
            (kind,) = units
            raise_army(play, space, kind, play.rules.sides[power].other.value)


@happens("All strict neutrals turn against {power}.", moments.end_of(COMBAT_MOVE))
def strict_neutrals_turn_on_an_attacker(play: Play, power: str) -> None:
    """An attack on a strict neutral makes all other strict neutrals friendly to the other side."""
    blitzed = [space.id for space in play.board.spaces if notes.CAPTURED.is_set(play.position, space.id)]
    strict = [space for space in (*attacked_lands(play, power), *blitzed) if _was_strict(play, space)]
    if not strict:
        return
    side = play.rules.sides[power].other
    turned = [
        space.id
        for space in play.board.spaces
        if space.id not in strict
        and _was_strict(play, space.id)
        and play.ask(questions.turns_with_the_others, space=space.id, power=power, attacked=tuple(strict))
    ]
    edits: list[Edit] = [notes.LEANS.edit(side.value, space) for space in turned]
    play.emit("neutrals-turned", *edits, spaces=turned, side=side.value, power=power)


def _was_strict(play: Play, space: str) -> bool:
    """Whether a land was a strict neutral when the turn began."""
    strict = play.board.space(space).neutral is Neutral.STRICT and not held_at_start(play, space)
    return strict and not notes.LEANS.is_set(play.position, space)


@answers("{space} does not turn because {power} attacked {attacked}.", questions.turns_with_the_others)
def some_neutrals_turn_with_one_side_only(
    play: Play,
    answer: bool,
    space: str,
    power: str,
    attacked: tuple[str, ...],
    *,
    powers: Names = given.powers("the power that protects them", most=1),
    spaces: Names = given.spaces("the neutrals that it protects"),
) -> bool:
    """Certain neutrals turn against a power of the side of {powers} only if {powers} itself attacked one of them:
    {spaces}."""
    (protector,) = powers
    spared = space in spaces and play.rules.sides[power] is play.rules.sides[protector]
    return answer and not (spared and not (power == protector and set(attacked) & set(spaces)))
