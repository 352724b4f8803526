"""Capture and liberation of land, and of the facilities and units on it."""

from __future__ import annotations

from collections.abc import Callable

from kb.engine.core.actions import tells
from kb.engine.core.parameters import IsBreach, Spaces, Units
from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit
from kb.engine.core.rules import changes, happens, holds
from kb.games.board_model import UnitKind


@changes("{territory} is liberated: it returns to {now}.", "holder-after-capture")
def liberated_land_returns_to_its_owner(play: Play, answer: str, territory: str, by: str) -> str:
    """Land of a friendly power that is retaken from an enemy goes back to that power, unless an enemy holds that
    power's capital."""
    owner = play.board.space(territory).owner
    if not owner or owner in (by, play.holder(territory)) or not play.allied(owner, by):
        return answer
    capitals = play.capitals(owner, play.economy_of(owner, territory))
    lost = any(play.at_enmity(owner, play.holder(capital)) for capital in capitals if capital != territory)
    keeps = lost and play.holds("a-liberator-keeps-land-of-a-lost-capital", owner=owner, territory=territory)
    return answer if keeps else owner


@holds("{owner}'s capital is in enemy hands: the liberator keeps {territory}.")
def a_liberator_keeps_land_of_a_lost_capital(play: Play) -> bool:
    """A power whose capital is in enemy hands gets no land back: whoever liberates the land keeps it."""
    return True


@happens("{holder} is free again: its friends give back its land.", "captured")
def a_freed_power_gets_its_land_back(play: Play, territory: str, was: str, holder: str) -> None:
    """A power that gets its capital back also gets back its land that friendly powers hold for it."""
    if territory not in play.capitals(holder) or not play.at_enmity(was, holder):
        return
    for space in play.board.spaces:
        keeper = play.holder(space.id)
        freed = territory in play.capitals(holder, play.economy_of(holder, space.id))
        if space.owner == holder != keeper and freed and play.allied(keeper, holder):
            play.change_holder(space.id, holder)


@tells(taken="{by} takes over {units} in {territory}")
@happens("The facilities and guns in {territory} go to {holder}.", "captured")
def complexes_and_guns_change_hands(play: Play, territory: str, was: str, holder: str, *, units: Units) -> None:
    """{units} in captured land go to the new holder."""
    taken = [
        unit
        for unit in play.position.at(territory)
        if unit.type in units
        and unit.power != holder
        and not play.holds("land-that-is-given-back-keeps-its-guns", unit=unit, former=was, holder=holder)
    ]
    if taken:
        edits = play.put(*(unit.marked(Mark.CAPTURED, power=holder) for unit in taken))
        play.emit("taken", *edits, units=taken, territory=territory, by=holder)


@holds("{unit} stays {former}'s when the land is given back.", units="unit")
def land_that_is_given_back_keeps_its_guns(play: Play, former: str, holder: str) -> bool:
    """If a liberator gives land back to its owner, the {units} that it captured there stay with the liberator."""
    return play.allied(former, holder)


@holds("{unit} cannot take land.")
def only_land_units_capture(play: Play, kind: UnitKind) -> IsBreach:
    """Only a land unit that survives the battle can capture a territory."""
    return kind is not UnitKind.LAND


@happens("{power} takes undefended land.", "end of conduct-combat")
def undefended_land_is_taken(play: Play, power: str) -> None:
    """Land units that enter hostile land without defenders take it when combat is over."""
    _take_land_without(play, power, lambda units: [unit for unit in play.combatants(units) if play.fights(unit)])


@happens("{power} takes land in which the enemy has no units.", "end of combat-move")
def entered_land_is_taken_before_combat(play: Play, power: str) -> None:
    """If no enemy piece stands in hostile land that was entered, not even a facility or gun, it is taken once all
    combat moves are done."""
    _take_land_without(play, power, lambda units: units)


def _take_land_without(play: Play, power: str, keeping: Callable[[list[Unit]], list[Unit]]) -> None:
    """Let a power take each hostile territory in which it has a unit that can, unless enemy units prevent it.
    ``keeping`` is given the enemy units in a territory, and returns those that prevent it."""
    for space in sorted({unit.at for unit in play.position.units.values() if play.is_land(unit.at)}):
        if play.is_hostile(power, space) and not keeping(play.enemies_at(power, space)):
            take_with(play, space, power)


@happens("{power} takes over an island of a friend.", "end of noncombat-move")
def islands_are_their_occupants(play: Play, power: str, *, spaces: Spaces) -> None:
    """Of these islands, one that a friend holds without a land unit goes to the power that has a land unit there:
    {spaces}."""
    for space in spaces:
        troops = {unit.power for unit in play.position.at(space) if play.is_land_unit(unit)}
        if power in troops and play.holder(space) not in troops:
            play.change_holder(space, power)


def take_with(play: Play, space: str, power: str) -> None:
    """Let a unit in a territory (``space``) capture it for the unit's owner; nothing happens if no unit there can.
    Units of ``power`` come before those of others that fight for it."""
    units = [unit for unit in play.position.at(space) if play.fights_for(unit, power) and not unit.aboard]
    for unit in sorted(play.combatants(units), key=lambda unit: unit.power != power):
        if not play.holds("only-land-units-capture", unit=unit, kind=play.type_of(unit).kind):
            play.change_holder(space, unit.power)
            return
