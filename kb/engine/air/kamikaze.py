"""Kamikaze attacks: strikes that cost tokens, at warships in certain zones, before the battle there (later games)."""

from __future__ import annotations

from kb.engine.air.scramble import attacked_zones
from kb.engine.board.sides import at_enmity
from kb.engine.board.unit_types import type_of
from kb.engine.core.given import Number, Powers, Spaces, Units
from kb.engine.core.moments import COMBAT_MOVE, end_of
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.registry import answers, happens
from kb.engine.core.table import Die
from kb.engine.core.values import replace
from kb.engine.units.losses import lose, picked, ways_to_pick

#: the mark of the zones in which such attacks are made
_MARK = "kamikaze"
_USED, _ROUSED = ("kamikaze-tokens-used",), ("kamikaze-roused",)


@happens(
    "kamikaze-strikes",
    "Kamikaze attacks are made.",
    end_of(COMBAT_MOVE),
    about="{powers} may spend its {tokens:token} on {units:or} that attack in the marked sea zones; each token is a die that hits with {hits_on} or less.",
    given={
        "powers": Powers("the powers that have tokens"),
        "units": Units("the types that may be struck"),
        "tokens": Number("how many tokens there are in a game"),
        "hits_on": Number("the highest roll that hits"),
    },
)
def kamikaze_strikes(play: Play, power: str) -> None:
    rule = "kamikaze-strikes"
    for owner in play.names(rule, "powers"):
        if at_enmity(play, owner, power) and play.ask("kamikaze-allowed", True, owner=owner):
            for zone in attacked_zones(play, power):
                if _MARK in play.board.space(zone).marks:
                    _strike(play, owner, power, zone)


def _strike(play: Play, owner: str, power: str, zone: str) -> None:
    """Let the owner spend tokens, one after another, on warships of a power in a zone."""
    rule = "kamikaze-strikes"
    hits_on = play.number(rule, "hits_on")
    while (used := play.position.game_notes.get(_USED, 0)) < play.number(rule, "tokens"):
        there = [unit for unit in play.position.at(zone) if unit.power == power]
        targets = [unit for unit in there if unit.type in play.names(rule, "units")]
        target = (
            picked(targets, play.choose(owner, "kamikaze", zone, [*ways_to_pick(targets, 1), ()])) if targets else []
        )
        if not target:
            return
        play.happen("kamikaze-flies", ("game_notes", _USED, used + 1), units=target, space=zone)
        play.every("kamikaze struck", zone=zone)
        if play.roll(owner, "kamikaze", zone, [Die(target[0].id, hits_on)])[0] <= hits_on:
            _hit(play, target[0], zone)


def _hit(play: Play, ship: Unit, zone: str) -> None:
    """One hit: it sinks a ship, or damages one that takes several."""
    if ship.damage + 1 < (type_of(play, ship).hits or 1):
        play.happen("damaged", *play.put(replace(ship, damage=ship.damage + 1)), units=[ship], space=zone)
    else:
        lose(play, [ship], zone, "kamikaze")


@happens(
    "kamikaze-keeps-ships-from-bombarding",
    "In {zone} nobody bombards any more.",
    "kamikaze struck",
    about="Ships do not bombard from a sea zone in which there was a kamikaze attack.",
)
def kamikaze_keeps_ships_from_bombarding(play: Play, zone: str) -> None:
    if ("contested", zone) not in play.position.turn_notes:
        play.happen("contested", ("turn_notes", ("contested", zone), True), space=zone)


@answers(
    "kamikaze-waits-for-a-loss",
    "Kamikaze attacks begin once certain islands have been lost.",
    "kamikaze-allowed",
    about="There are no kamikaze attacks before an enemy has taken certain islands.",
)
def kamikaze_waits_for_a_loss(play: Play, answer: bool, owner: str) -> bool:
    return answer and bool(play.position.game_notes.get(_ROUSED))


@happens(
    "losses-rouse-the-kamikaze",
    "{territory} has fallen: kamikaze attacks may begin.",
    "captured",
    about="Kamikaze attacks may begin once an enemy of {powers} has taken {spaces:or}.",
    given={
        "powers": Powers("the powers that make kamikaze attacks"),
        "spaces": Spaces("the islands whose loss allows them"),
    },
)
def losses_rouse_the_kamikaze(play: Play, territory: str, by: str, was: str, holder: str) -> None:
    rule = "losses-rouse-the-kamikaze"
    owners = play.names(rule, "powers")
    lost = territory in play.names(rule, "spaces") and any(at_enmity(play, owner, by) for owner in owners)
    if lost and _ROUSED not in play.position.game_notes:
        play.happen("roused", ("game_notes", _ROUSED, True), space=territory)
