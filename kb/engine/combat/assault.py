"""Amphibious assaults: the battle for the sea zone comes first, then the landing."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine import moments, questions
from kb.engine.battle.participants import attackers_at, pending_battles
from kb.engine.board.command import fights_for
from kb.engine.board.enemies import is_hostile
from kb.engine.board.spaces import is_sea
from kb.engine.core import notes
from kb.engine.core.actions import Fight
from kb.engine.core.play import Play
from kb.engine.core.position import Facts, Mark, Unit
from kb.engine.core.registry import answers, happens, refuses
from kb.engine.core.values import replace
from kb.engine.units.cargo import back_aboard, put_ashore


@refuses("The battle in {zone} comes before the landing in {space}.", Fight)
def sea_battles_come_before_landings(play: Play, action: Fight) -> Iterator[Facts]:
    """The sea zone from which an assault is made is fought for before the land."""
    if play.position.battle or not attackers_at(play, action.space, action.power):
        return
    for land in _fought_for_from(play, action.space):
        yield {"zone": action.space, "space": land}
    bound = (unit for unit in play.position.units.values() if unit.aboard and unit.bound == action.space)
    for zone in dict.fromkeys(unit.at for unit in bound if fights_for(play, unit, action.power)):
        if zone in pending_battles(play):
            yield {"zone": zone, "space": action.space}


def _fought_for_from(play: Play, zone: str) -> tuple[str, ...]:
    """The lands in which a battle was fought this turn after units went ashore there from a zone."""
    now = play.position
    landings = (pair for ship in now.at(zone) for pair in notes.LANDINGS.get(now, str(ship.id)))
    return tuple(dict.fromkeys(land for at, land in landings if at == zone and notes.CONTESTED.is_set(now, land)))


@happens("The battle in {space} is over: who waited for it lands, or stays aboard.", moments.battle_over)
def landing_follows_the_sea_battle(play: Play, space: str, units: list[Unit], attacker: str) -> None:
    """Units of a declared assault land when the sea battle is won."""
    ashore: dict[tuple[int, str], list[Unit]] = {}
    for unit in _bound_ashore(play, space, attacker):
        ashore.setdefault((unit.aboard, unit.bound), []).append(unit)
    for (ship_id, territory), cargo in ashore.items():
        ship = play.position.units[ship_id]
        if play.ask(questions.combat.landing_goes_ahead, space=space, power=attacker, ship=ship):
            put_ashore(play, ship, cargo, territory)
        else:
            edits = play.put(*(replace(unit, bound="") for unit in (ship, *cargo)))
            play.emit("landing-cancelled", *edits, units=cargo, space=space)


def _bound_ashore(play: Play, space: str, power: str) -> list[Unit]:
    """The cargo whose landing was declared from a zone that has been fought for, retreated ships' included."""
    found = []
    for unit in play.position.units.values():
        if not unit.aboard or not unit.bound or not fights_for(play, unit, power):
            continue
        ship = play.position.units[unit.aboard]
        if play.board.bordering(space, unit.bound) and (ship.at == space or ship.has(Mark.RETREATED)):
            found.append(unit)
    return found


@happens("Units that landed from {space} are back aboard until the battle there is over.", moments.battle_begins)
def landed_units_wait_aboard_for_a_sea_battle(play: Play, space: str, power: str) -> None:
    """Where units have landed past ships that need not be fought, and these are fought after all, they wait aboard
    until that battle is over."""
    if is_sea(play, space):
        back_aboard(play, space, power)


@answers("{space} is not won: there is no landing.", questions.combat.landing_goes_ahead)
def a_lost_sea_battle_cancels_the_landing(play: Play, answer: bool, space: str, power: str, ship: Unit) -> bool:
    """Nobody lands as long as the sea zone is not won, or from a ship that has left it: the cargo stays aboard."""
    return answer and ship.at == space and not is_hostile(play, power, space)
