"""Land that is nobody's at the table, and land that may be attacked without war."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine import moments, questions
from kb.engine.board.enemies import is_hostile
from kb.engine.board.holders import holder_of
from kb.engine.board.sides import at_enmity, at_war_with
from kb.engine.board.unit_types import is_kind
from kb.engine.core import given
from kb.engine.core.actions import Move, Offload
from kb.engine.core.given import Names
from kb.engine.core.phases import NONCOMBAT_MOVE
from kb.engine.core.play import Play
from kb.engine.core.position import Facts
from kb.engine.core.registry import answers, happens, refuses
from kb.engine.politics.joining import claim
from kb.engine.politics.neutrality import entered
from kb.games.board_model import UnitKind


def is_of_an_absent_power(play: Play, space: str) -> bool:
    """Whether a land bears the emblem of a power that is not at the table, and nobody has taken it."""
    owner = play.board.space(space).owner
    return bool(owner) and owner not in play.rules.order and not holder_of(play, space)


@answers("{space} is under the protection of enemies of {power}.", questions.sides.makes_land_hostile)
def guardians_make_land_hostile(
    play: Play, answer: bool, space: str, power: str, *, powers: Names = given.powers("the guardians")
) -> bool:
    """A power at war with one of its guardians ({powers:or}) may attack the land that they guard."""
    if answer or not is_of_an_absent_power(play, space):
        return answer
    return any(at_enmity(play, power, each) for each in powers)


@refuses("{unit} may not enter {space}, which others guard.", Move, Offload)
def only_guardians_enter_land_they_guard(
    play: Play, action: Move | Offload, *, powers: Names = given.powers("the guardians")
) -> Iterator[Facts]:
    """Land of a power that nobody plays is open only to its guardians ({powers}) and to their enemies."""
    for unit, space in entered(play, action):
        open_to = unit.power in powers or is_hostile(play, unit.power, space)
        if not open_to and is_of_an_absent_power(play, space):
            yield {"unit": unit, "space": space}


@happens("{power} occupies land that it guards.", moments.end_of(NONCOMBAT_MOVE))
def guardians_occupy_land(play: Play, power: str, *, powers: Names = given.powers("the guardians")) -> None:
    """{powers} occupy guarded land in which they have land units at the end of their noncombat move."""
    if power in powers:
        own = (unit for unit in play.position.units.values() if unit.power == power and not unit.aboard)
        lands = {unit.at for unit in own if is_kind(play, unit, UnitKind.LAND)}
        for space in sorted(lands):
            if is_of_an_absent_power(play, space):
                claim(play, space, power)


@answers("{power} may take {space} without war.", questions.sides.makes_land_hostile)
def some_land_is_attacked_without_war(
    play: Play,
    answer: bool,
    space: str,
    power: str,
    *,
    powers: Names = given.powers("the powers that may attack so"),
    spaces: Names = given.spaces("the land that they may attack"),
) -> bool:
    """{powers} may attack {spaces} without a declaration of war, as long as its original owner holds it and no power
    with which {powers} is at peace has units there."""
    if answer or power not in powers or space not in spaces:
        return answer
    own, foes = frozenset((power,)), at_war_with(play, power)
    strangers = any(unit.power not in own | foes for unit in play.position.at(space))
    return not strangers and holder_of(play, space) == play.board.space(space).owner
