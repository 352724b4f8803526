"""Defenders that scramble to a sea battle, and kamikaze strikes."""

from __future__ import annotations

from kb.engine.battle import attacked_spaces
from kb.engine.core import notes
from kb.engine.core.actions import tells
from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit
from kb.engine.core.rules import Fact, Names, Number, Powers, Units, changes, happens, holds
from kb.engine.core.table import Die
from kb.engine.landing import can_come_down
from kb.engine.units import back_aboard, damage_or_sink, pick_any, picked, ways_to_pick


@tells(scrambled="Scrambled over {space}: {units}")
@happens("After the combat move the defenders may scramble.", "end of combat-move")
def defenders_scramble(play: Play, power: str, *, scrambling_units: Fact, scramble_bases: Fact) -> None:
    """{scrambling_units} at {scramble_bases:a} may take off to defend a sea zone next to it that is attacked."""
    for zone in attacked_zones(play, power):
        risen = [
            plane
            for land in sorted(play.board.around(zone))
            for plane in _scrambling(play, power, land, zone, scrambling_units, scramble_bases)
        ]
        if risen:
            up = play.put(*(unit.marked(Mark.SCRAMBLED, at=zone, came=(unit.at,)) for unit in risen))
            play.emit("scrambled", *up, units=risen, space=zone)
            play.announce("scrambled", zone=zone, power=power)


def attacked_zones(play: Play, power: str) -> list[str]:
    """The sea zones that a power attacks."""
    return [space for space in attacked_spaces(play, power) if play.is_sea(space)]


def _scrambling(play: Play, power: str, land: str, zone: str, types: Names, bases: Names) -> list[Unit]:
    """The planes that their owners send from a territory into a zone."""
    planes = [unit for unit in play.enemies_at(power, land) if play.can_scramble(unit, types, bases)]
    risen: list[Unit] = []
    most = play.ask("scramble-limit", len(planes), territory=land)
    for owner in play.owners_in_turn(planes):
        own = [unit for unit in planes if unit.power == owner]
        risen += pick_any(play, owner, "scramble", zone, own, most - len(risen))
    return risen


@holds("{territory} is no island: nothing scrambles from it.")
def only_islands_scramble(play: Play, territory: str) -> bool:
    """Aircraft may scramble only from an island, which is a single territory within a single sea zone."""
    return not play.board.is_island(territory)


@changes("At most {now} more planes scramble from {territory}.")
def scramble_limit(play: Play, answer: int, territory: str, *, planes: Number) -> int:
    """At most {planes} aircraft scramble from the same air base in a turn, over all sea zones and of all powers."""
    out = sum(unit.has(Mark.SCRAMBLED) and unit.came == (territory,) for unit in play.position.units.values())
    return min(answer, max(0, planes - out))


@happens("The sea battle in {zone} comes first: who landed waits aboard.", "scrambled")
def a_scramble_holds_up_the_landing(play: Play, zone: str, power: str) -> None:
    """If aircraft scramble, all units in the sea zone fight a sea battle before any troops land."""
    back_aboard(play, zone, power)


@happens("Scrambled planes return to where they came from.", "end of conduct-combat")
def scrambled_planes_return(play: Play) -> None:
    """After combat, scrambled aircraft land where they took off if that is still friendly."""
    for plane in [unit for unit in play.position.units.values() if unit.has(Mark.SCRAMBLED) and unit.came]:
        home = plane.came[0]
        if can_come_down(play, plane, home):
            back = plane.unmarked(Mark.SCRAMBLED, at=home, came=())
            play.emit("landed", *play.put(back), units=[plane], space=home)


# -- kamikaze strikes


#: the mark of the zones in which such attacks are made
_MARK = "kamikaze"


@happens("Kamikaze attacks are made.", "end of combat-move")
def kamikaze_strikes(play: Play, power: str, *, powers: Powers, units: Units, tokens: Number, hits_on: Number) -> None:
    """{powers} may spend its {tokens:token} on {units:or} that attack in the marked sea zones; each token is a die that
    hits with {hits_on} or less."""
    for owner in powers:
        if play.at_enmity(owner, power) and not play.holds("kamikaze-attacks-need-a-lost-island"):
            for zone in attacked_zones(play, power):
                if _MARK in play.board.space(zone).marks:
                    ships = [unit.id for unit in play.position.at(zone) if unit.power == power and unit.type in units]
                    _strike(play, owner, zone, ships, tokens, hits_on)


@tells(kamikaze_flies="A kamikaze attack on {units}")
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
        edits = notes.KAMIKAZE_TOKENS_USED.edit(used + 1), notes.KAMIKAZE_STRUCK.edit(True, zone)
        play.emit("kamikaze-flies", *edits, units=target, space=zone)
        if play.roll(owner, "kamikaze", zone, [Die(target[0].id, hits_on)])[0] <= hits_on:
            damage_or_sink(play, target[0], zone, "kamikaze")


@holds("Kamikaze attacks begin once certain islands have been lost.")
def kamikaze_attacks_need_a_lost_island(play: Play) -> bool:
    """Kamikaze attacks are not allowed until an enemy has taken one of certain islands."""
    return not notes.KAMIKAZE_ROUSED.is_set(play.position)


@tells(roused="")
@happens("{territory} has fallen: kamikaze attacks may begin.", "captured", spaces="territory")
def lost_islands_allow_kamikaze_attacks(play: Play, territory: str, by: str, *, powers: Powers) -> None:
    """Kamikaze attacks may begin once an enemy of {powers} has taken {spaces:or}."""
    if any(play.at_enmity(owner, by) for owner in powers) and not notes.KAMIKAZE_ROUSED.is_set(play.position):
        play.emit("roused", notes.KAMIKAZE_ROUSED.edit(True), space=territory)
