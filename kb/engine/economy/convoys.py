"""Convoys: zones where enemy units take part of the income of the coast; or zones with a holder and a value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.rules import Number, NumberByUnit, changes, happens
from kb.engine.core.table import Die
from kb.engine.economy.income import lands_of

#: the mark of a zone with the sign of a convoy
CONVOY = "convoy"


def _routes(play: Play, power: str, economy: str) -> list[tuple[str, frozenset[str]]]:
    """The convoy zones on the coast of an economy, each with the land there that is worth something."""
    lands = [land for land in lands_of(play, power, economy) if play.board.space(land).value]
    zones = (space.id for space in play.board.spaces if CONVOY in space.marks)
    coasts = ((zone, frozenset(land for land in lands if play.board.bordering(land, zone))) for zone in zones)
    return [(zone, coast) for zone, coast in coasts if coast]


def _lost(play: Play, losses: Sequence[tuple[int, frozenset[str]]]) -> int:
    """What convoy zones cost together, each so much of its coast, where no territory loses more than its value.

    It is a maximum flow from zones to territories, found as the minimum cut: of some zones all that they cost, and of
    the others all that their coasts are worth.
    """
    disrupted = [(loss, coast) for loss, coast in losses if loss]
    found = []
    for spared in product((False, True), repeat=len(disrupted)):
        cut = list(zip(disrupted, spared, strict=True))
        lands = {land for (_, coast), is_spared in cut if not is_spared for land in coast}
        costs = sum(loss for (loss, _), is_spared in cut if is_spared)
        found.append(costs + sum(play.board.space(land).value or 0 for land in lands))
    return min(found)


def _raiders(play: Play, counts: Mapping[str, int], power: str, zone: str) -> list[tuple[Unit, int]]:
    """The enemy units in a zone that disrupt convoys, each with the number given for its type."""
    units = [unit for unit in play.enemies_at(power, zone) if unit.type in counts]
    out_of_the_hold = (unit for unit in units if not unit.aboard or play.type_of(unit).carrier_cost is not None)
    return [(unit, counts[unit.type]) for unit in out_of_the_hold]


@changes("Disrupted convoys take the income of {power} from {was} to {now} IPCs.", "income")
def warships_disrupt_convoys(play: Play, answer: int, power: str, economy: str, *, costs: NumberByUnit) -> int:
    """Enemy warships in a convoy zone cost the holder of the coast IPCs of its income ({<unit>}). A territory loses no
    more than its value, whatever the number of zones, so income is never reduced below zero."""
    routes = _routes(play, power, economy)
    losses = [(sum(cost for _, cost in _raiders(play, costs, power, zone)), coast) for zone, coast in routes]
    return answer - _lost(play, losses)


@changes("Disrupted convoys take the income of {power} from {was} to {now} IPCs.", "income")
def convoy_raiders_roll_dice(
    play: Play, answer: int, power: str, economy: str, *, face_: Number, dice_of_types: NumberByUnit
) -> int:
    """Enemy units in a convoy zone roll dice ({<unit>}). Each die that shows {face} or less costs that many IPCs of
    income. A territory loses no more than its value, whatever the number of zones, so income is never reduced below
    zero."""
    losses = []
    for zone, coast in _routes(play, power, economy):
        loss = 0
        for raider in play.owners_in_turn([unit for unit, _ in _raiders(play, dice_of_types, power, zone)]):
            dice = [
                Die(unit.id)
                for unit, number in _raiders(play, dice_of_types, power, zone)
                for _ in range(number)
                if unit.power == raider
            ]
            faces = play.roll(raider, "convoys", zone, dice)
            loss += sum(face for face in faces if face <= face_)
        losses.append((loss, coast))
    return answer - _lost(play, losses)


# -- convoy centers: sea zones that have a holder, as land has


@changes("{space} pays its original owner only.", "pays")
def convoys_pay_their_owner_only(play: Play, answer: int, space: str, power: str) -> int:
    """Nobody collects the value of a convoy center that enemies of its owner hold."""
    return 0 if play.is_sea(space) and play.board.space(space).owner != power else answer


@happens("Ships that are alone take convoy centers.", "end of noncombat-move")
def ships_left_alone_take_convoys(play: Play) -> None:
    """Ships, even submerged ones, take a convoy center if there is no enemy ship in it at the end of the noncombat
    move."""
    for zone in [space for space in play.position.holders if play.is_sea(space)]:
        _take(play, zone, *{unit.power: None for unit in _ships(play, zone)})


@happens("{power} takes convoy centers that its ships enter.", "sailed")
def ships_take_convoys_they_enter(play: Play, units: Sequence[Unit], route: tuple[str, ...], power: str) -> None:
    """Ships that move into or through a convoy center without enemy ships take it at once."""
    ships = [unit for unit in units if play.is_ship(unit)]
    for zone in route[1:] if ships else ():
        if play.is_sea(zone):
            _take(play, zone, power)


@happens("{power} has won {space} and takes its convoy center.", "battle won")
def victors_take_convoys(play: Play, space: str, power: str) -> None:
    """Ships that win the battle for a convoy center take it at once."""
    if play.is_sea(space) and any(unit.power == power for unit in _ships(play, space)):
        _take(play, space, power)


def _ships(play: Play, zone: str) -> list[Unit]:
    return [unit for unit in play.position.at(zone) if play.is_ship(unit)]


def _take(play: Play, zone: str, *powers: str) -> None:
    """Let the first of some powers have a convoy center of an enemy that has no ship there."""
    there = {*powers, *(unit.power for unit in _ships(play, zone))}
    if powers and all(play.at_enmity(each, play.holder(zone)) for each in there):
        play.change_holder(zone, powers[0])
