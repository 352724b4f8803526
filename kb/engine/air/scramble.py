"""Scrambling: planes that take off from an air base to defend the sea beside it (later games)."""

from __future__ import annotations

from kb.engine import moments, questions
from kb.engine.battle.participants import attackers_at, belongs_to_an_assault, pending_battles
from kb.engine.board.command import fights_for
from kb.engine.board.enemies import enemies_at
from kb.engine.board.sides import owners_in_turn
from kb.engine.board.spaces import is_sea
from kb.engine.core import given
from kb.engine.core.facts import SCRAMBLE_BASES, SCRAMBLING
from kb.engine.core.given import Names
from kb.engine.core.phases import COMBAT_MOVE, CONDUCT_COMBAT
from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit
from kb.engine.core.registry import answers, happens
from kb.engine.units.bases import can_scramble
from kb.engine.units.cargo import back_aboard
from kb.engine.units.landing_places import can_come_down
from kb.engine.units.losses import pick_any


@happens("After the combat move the defenders may scramble.", moments.end_of(COMBAT_MOVE))
def defenders_scramble(
    play: Play, power: str, *, units: Names = given.fact(SCRAMBLING), bases: Names = given.fact(SCRAMBLE_BASES)
) -> None:
    """{units} at {bases:a} may take off to defend a sea zone next to it that is attacked."""
    for zone in attacked_zones(play, power):
        risen = [plane for land in sorted(play.board.around(zone)) for plane in _scrambling(play, power, land, zone)]
        if risen:
            up = play.put(*(unit.marked(Mark.SCRAMBLED, at=zone, came=(unit.at,)) for unit in risen))
            play.emit("scrambled", *up, units=risen, space=zone)
            play.announce(moments.scrambled, zone=zone, power=power)


def attacked_zones(play: Play, power: str) -> list[str]:
    """The zones into which a power has moved to fight, and those from which it lands."""
    own = (unit for unit in play.position.units.values() if fights_for(play, unit, power))
    zones = {unit.at for unit in own if is_sea(play, unit.at)}
    fought = {zone for zone in pending_battles(play, power) if any(u.marks for u in attackers_at(play, zone, power))}
    return sorted(zone for zone in zones if zone in fought or belongs_to_an_assault(play, zone, power))


def _scrambling(play: Play, power: str, land: str, zone: str) -> list[Unit]:
    """The planes that their owners send from a territory into a zone."""
    planes = [unit for unit in enemies_at(play, power, land) if can_scramble(play, unit)]
    risen: list[Unit] = []
    most = play.adjust(questions.air.scrambling_planes, len(planes), territory=land)
    for owner in owners_in_turn(play, planes):
        own = [unit for unit in planes if unit.power == owner]
        risen += pick_any(play, owner, "scramble", zone, own, most - len(risen))
    return risen


@answers("{territory} is no island: nothing scrambles from it.", questions.air.scrambles_from)
def only_islands_scramble(play: Play, answer: bool, territory: str) -> bool:
    """Aircraft scramble only from islands: single territories within a single sea zone."""
    return answer and play.board.is_island(territory)


@answers("At most {now} planes scramble from {territory}.", questions.air.scrambling_planes)
def scramble_limit(
    play: Play, answer: int, territory: str, *, planes: int = given.number("how many aircraft scramble from one base")
) -> int:
    """At most {planes} aircraft scramble from the same air base."""
    return min(answer, planes)


@happens("The sea battle in {zone} comes first: who landed waits aboard.", moments.scrambled)
def a_scramble_holds_up_the_landing(play: Play, zone: str, power: str) -> None:
    """A scramble forces a sea battle with all units in the sea zone before anybody lands."""
    back_aboard(play, zone, power)


@happens("Scrambled planes return to where they came from.", moments.end_of(CONDUCT_COMBAT))
def scrambled_planes_return(play: Play, power: str) -> None:
    """After combat, scrambled aircraft land where they took off if that is still friendly."""
    for plane in [unit for unit in play.position.units.values() if unit.has(Mark.SCRAMBLED) and unit.came]:
        home = plane.came[0]
        if can_come_down(play, plane, home):
            back = plane.unmarked(Mark.SCRAMBLED, at=home, came=())
            play.emit("landed", *play.put(back), units=[plane], space=home)
