"""Kamikaze attacks: strikes that cost tokens, at warships in certain zones, before the battle there (later games)."""

from __future__ import annotations

from kb.engine import moments, questions
from kb.engine.air.scramble import attacked_zones
from kb.engine.board.sides import at_enmity
from kb.engine.core import given, notes
from kb.engine.core.given import Names
from kb.engine.core.phases import COMBAT_MOVE
from kb.engine.core.play import Play
from kb.engine.core.registry import answers, happens
from kb.engine.core.table import Die
from kb.engine.units.losses import damage_or_sink, picked, ways_to_pick

#: the mark of the zones in which such attacks are made
_MARK = "kamikaze"


@happens("Kamikaze attacks are made.", moments.end_of(COMBAT_MOVE))
def kamikaze_strikes(
    play: Play,
    power: str,
    *,
    powers: Names = given.powers("the powers that have tokens"),
    units: Names = given.units("the types that may be struck"),
    tokens: int = given.number("how many tokens there are in a game"),
    hits_on: int = given.number("the highest roll that hits"),
) -> None:
    """{powers} may spend its {tokens:token} on {units:or} that attack in the marked sea zones; each token is a die that
    hits with {hits_on} or less."""
    for owner in powers:
        if at_enmity(play, owner, power) and play.ask(questions.air.kamikaze_allowed, owner=owner):
            for zone in attacked_zones(play, power):
                if _MARK in play.board.space(zone).marks:
                    ships = [unit.id for unit in play.position.at(zone) if unit.power == power and unit.type in units]
                    _strike(play, owner, zone, ships, tokens, hits_on)


def _strike(play: Play, owner: str, zone: str, ships: list[int], tokens: int, hits_on: int) -> None:
    """Let the owner spend tokens, one after another, on ships in a zone, as long as some are left of both."""
    while (used := notes.KAMIKAZE_TOKENS_USED.get(play.position)) < tokens:
        targets = play.units(ships)
        target = (
            picked(play, targets, play.choose(owner, "kamikaze", zone, [*ways_to_pick(play, targets, 1), ()]))
            if targets
            else []
        )
        if not target:
            return
        play.emit("kamikaze-flies", notes.KAMIKAZE_TOKENS_USED.edit(used + 1), units=target, space=zone)
        play.announce(moments.kamikaze_struck, zone=zone)
        if play.roll(owner, "kamikaze", zone, [Die(target[0].id, hits_on)])[0] <= hits_on:
            damage_or_sink(play, target[0], zone, "kamikaze")


@happens("In {zone} nobody bombards any more.", moments.kamikaze_struck)
def kamikaze_keeps_ships_from_bombarding(play: Play, zone: str) -> None:
    """Ships do not bombard from a sea zone in which there was a kamikaze attack."""
    if not notes.CONTESTED.is_set(play.position, zone):
        play.emit("contested", notes.CONTESTED.edit(True, zone), space=zone)


@answers("Kamikaze attacks begin once certain islands have been lost.", questions.air.kamikaze_allowed)
def kamikaze_attacks_need_a_lost_island(play: Play, answer: bool, owner: str) -> bool:
    """There are no kamikaze attacks before an enemy has taken certain islands."""
    return answer and notes.KAMIKAZE_ROUSED.is_set(play.position)


@happens("{territory} has fallen: kamikaze attacks may begin.", moments.captured)
def lost_islands_allow_kamikaze_attacks(
    play: Play,
    territory: str,
    by: str,
    was: str,
    holder: str,
    *,
    powers: Names = given.powers("the powers that make kamikaze attacks"),
    spaces: Names = given.spaces("the islands whose loss allows them"),
) -> None:
    """Kamikaze attacks may begin once an enemy of {powers} has taken {spaces:or}."""
    lost = territory in spaces and any(at_enmity(play, owner, by) for owner in powers)
    if lost and not notes.KAMIKAZE_ROUSED.is_set(play.position):
        play.emit("roused", notes.KAMIKAZE_ROUSED.edit(True), space=territory)
