"""How neutral lands join a power or a side, land that is nobody's, and land that may be attacked without war."""

from __future__ import annotations

from kb.engine.battle.battle_board import attacked_spaces
from kb.engine.core import notes
from kb.engine.core.actions import Move, Offload
from kb.engine.core.play import Play
from kb.engine.core.position import Unit, replace
from kb.engine.core.rules import Breaches, OnePower, OneUnit, Powers, Spaces, allows, happens, holds, refuses
from kb.engine.politics.neutrality import (
    entered,
    garrison,
    is_friendly_neutral,
    is_neutral_land,
    is_unclaimed,
    raise_army,
)


@happens("What {power} attacked and did not take joins the other side.", "end of conduct-combat")
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
        if any(
            (play.is_land_unit(unit) and not play.holds("what-cannot-attack-claims-nothing", unit=unit)) for unit in own
        ):
            claim(play, space, power)


def claim(play: Play, space: str, power: str) -> None:
    """Let a power have a neutral land, and what joins with it."""
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


@happens("{power} has attacked next to neutrals that others protect.", "end of combat-move")
def an_attack_nearby_makes_neutrals_join(
    play: Play, power: str, *, powers: Powers, protectors: OnePower, spaces: Spaces
) -> None:
    """If {powers} attacks land of {protectors} next to the neutrals that {protectors} protects, these join {protectors}
    ({spaces})."""
    (protector,) = protectors
    own = [space for space in attacked_spaces(play, power) if play.held_at_start(space) == protector]
    if power not in powers or not any(_beside(play, space, spaces) for space in own):
        return
    if not notes.FORFEITED.is_set(play.position, protector):
        for space in spaces:
            if is_unclaimed(play, space):
                claim(play, space, protector)


@happens("{power} has attacked next to the neutrals it protects.", "end of combat-move")
def a_protector_that_attacks_forfeits(
    play: Play, power: str, *, powers: Powers, protectors: Powers, spaces: Spaces, also: Spaces = ()
) -> None:
    """If {protectors} attacks land of {powers} next to the neutrals that it protects[, or {also}], these no longer join
    it: {spaces}."""
    if power not in protectors or notes.FORFEITED.is_set(play.position, power):
        return
    held = [space for space in attacked_spaces(play, power) if play.held_at_start(space) in powers]
    if any(space in also or _beside(play, space, spaces) for space in held):
        play.emit("protection-forfeited", notes.FORFEITED.edit(True, power), power=power)


def _beside(play: Play, space: str, lands: tuple[str, ...]) -> bool:
    return any(play.board.bordering(space, land) for land in lands)


# -- land that is nobody's at the table, and land that may be attacked without war


def is_of_an_absent_power(play: Play, space: str) -> bool:
    """Whether a land bears the emblem of a power that is not at the table, and nobody has taken it."""
    owner = play.board.space(space).owner
    return bool(owner) and owner not in play.rules.order and not play.holder(space)


@allows("{space} is under the protection of enemies of {power}.", "makes-land-hostile")
def guardians_make_land_hostile(play: Play, space: str, power: str, *, powers: Powers) -> bool:
    """A power at war with {powers:or} may attack the land that these powers guard."""
    if not is_of_an_absent_power(play, space):
        return False
    return any(play.at_enmity(power, each) for each in powers)


@refuses("{unit} may not enter {space}, which others guard.", Move, Offload)
def only_guardians_enter_land_they_guard(play: Play, action: Move | Offload, *, powers: Powers) -> Breaches:
    """Land of a power that nobody plays is open only to its guardians ({powers}) and to their enemies."""
    for unit, space in entered(play, action):
        open_to = unit.power in powers or play.is_hostile(unit.power, space)
        if not open_to and is_of_an_absent_power(play, space):
            yield {"unit": unit, "space": space}


@happens("{power} occupies land that it guards.", "end of noncombat-move")
def guardians_occupy_land(play: Play, power: str, *, powers: Powers) -> None:
    """{powers} take control of land that they guard if they have land units there at the end of noncombat moves."""
    if power in powers:
        own = (unit for unit in play.position.units.values() if unit.power == power and not unit.aboard)
        lands = {unit.at for unit in own if play.is_land_unit(unit)}
        for space in sorted(lands):
            if is_of_an_absent_power(play, space):
                claim(play, space, power)


@allows("{power} may take {space} without war.", "makes-land-hostile")
def some_land_is_attacked_without_war(play: Play, space: str, power: str, *, powers: Powers, spaces: Spaces) -> bool:
    """{powers} may attack {spaces} without a declaration of war, as long as its original owner holds it and no power
    with which {powers} is at peace has units there."""
    if power not in powers or space not in spaces:
        return False
    own, foes = frozenset((power,)), play.at_war_with(power)
    strangers = any(unit.power not in own | foes for unit in play.position.at(space))
    return not strangers and play.holder(space) == play.board.space(space).owner
