"""How neutral lands join a power or a side: claimed by a friend, after a failed attack, after an attack nearby."""

from __future__ import annotations

from kb.engine import moments, questions
from kb.engine.battle.participants import attacked_lands
from kb.engine.board.holders import holder_of
from kb.engine.board.spaces import is_land
from kb.engine.board.unit_types import is_kind, type_of
from kb.engine.core import given, notes
from kb.engine.core.given import Names
from kb.engine.core.phases import COMBAT_MOVE, CONDUCT_COMBAT, NONCOMBAT_MOVE
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.registry import answers, happens
from kb.engine.core.values import replace
from kb.engine.politics.neutrals import garrison, is_friendly_neutral, is_neutral_land, is_unclaimed, raise_army
from kb.games.board_model import UnitKind


@happens("What {power} attacked and did not take joins the other side.", moments.end_of(CONDUCT_COMBAT))
def failed_attacks_drive_neutrals_to_a_side(play: Play, power: str) -> None:
    """A neutral that withstood an attack joins the other side, without belonging to any power."""
    for space in play.board.spaces:
        if space.neutral and notes.CONTESTED.is_set(play.position, space.id) and is_neutral_land(play, space.id):
            side = play.rules.sides[power].other.value
            play.emit("joined-a-side", ("holders", space.id, side), space=space.id, side=side)


@happens("{power} claims friendly neutrals.", moments.end_of(NONCOMBAT_MOVE))
def friendly_neutrals_are_claimed(play: Play, power: str) -> None:
    """A friendly neutral becomes land of a power that has land units in it at the end of its noncombat move."""
    for space in sorted({unit.at for unit in play.position.units.values() if unit.power == power}):
        if not is_land(play, space) or not is_friendly_neutral(play, power, space):
            continue
        own = [unit for unit in play.position.at(space) if unit.power == power]
        if any(play.adjust(questions.politics.claims, is_kind(play, unit, UnitKind.LAND), unit=unit) for unit in own):
            claim(play, space, power)


def claim(play: Play, space: str, power: str) -> None:
    """Let a power have a neutral land, and what joins with it."""
    was = notes.HELD.edit(holder_of(play, space), space)
    play.emit("claimed", ("holders", space, power), was, space=space, power=power)
    play.announce(moments.claimed, space=space, power=power)


@answers("{unit} has no attack value and claims nothing.", questions.politics.claims)
def what_cannot_attack_claims_nothing(play: Play, answer: bool, unit: Unit) -> bool:
    """Only a land unit with an attack value claims a neutral."""
    return answer and type_of(play, unit).attack is not None


@happens("The army of {space} joins {power}.", moments.claimed)
def claimed_neutrals_bring_their_army(
    play: Play, space: str, power: str, *, units: Names = given.units("the type of its army", most=1)
) -> None:
    """With a neutral its {units}, or what an attack has left of them, join the power that claims it."""
    left = garrison(play, space)
    if left:
        play.emit("handed-over", *play.put(*(replace(unit, power=power) for unit in left)), units=left, power=power)
    else:
        (kind,) = units
        raise_army(play, space, kind, power)


# -- a power that protects neutral lands


@happens("{power} has attacked next to neutrals that others protect.", moments.end_of(COMBAT_MOVE))
def an_attack_nearby_makes_neutrals_join(
    play: Play,
    power: str,
    *,
    powers: Names = given.powers("the powers whose attack counts"),
    protectors: Names = given.powers("the power that protects the neutrals", most=1),
    spaces: Names = given.spaces("the neutrals"),
) -> None:
    """If {powers} attacks land of {protectors} next to the neutrals that {protectors} protects, these join {protectors}
    ({spaces})."""
    (protector,) = protectors
    own = [space for space in attacked_lands(play, power) if holder_of(play, space) == protector]
    if power not in powers or not any(_beside(play, space, spaces) for space in own):
        return
    if not notes.FORFEITED.is_set(play.position, protector):
        for space in spaces:
            if is_unclaimed(play, space):
                claim(play, space, protector)


@happens("{power} has attacked next to the neutrals it protects.", moments.end_of(COMBAT_MOVE))
def a_protector_that_attacks_forfeits(
    play: Play,
    power: str,
    *,
    powers: Names = given.powers("the powers whose land counts"),
    protectors: Names = given.powers("the powers that protect the neutrals"),
    spaces: Names = given.spaces("the neutrals"),
    also: Names = given.spaces("land that counts without being next to them", default=()),
) -> None:
    """If {protectors} attacks land of {powers} next to the neutrals that it protects[, or {also}], these no longer join
    it: {spaces}."""
    if power not in protectors or notes.FORFEITED.is_set(play.position, power):
        return
    held = [space for space in attacked_lands(play, power) if holder_of(play, space) in powers]
    if any(space in also or _beside(play, space, spaces) for space in held):
        play.emit("protection-forfeited", notes.FORFEITED.edit(True, power), power=power)


def _beside(play: Play, space: str, lands: tuple[str, ...]) -> bool:
    return any(play.board.bordering(space, land) for land in lands)
