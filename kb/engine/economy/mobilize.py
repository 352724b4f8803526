"""Mobilization: bought units appear at the complexes of their power, fighters on new carriers.

Moment: ``mobilized`` (``power``, ``units``, ``space``), when units have been placed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kb.engine import moments, questions
from kb.engine.board.economies import account_of, accounts
from kb.engine.board.spaces import is_land, is_sea
from kb.engine.board.unit_types import is_kind, type_of
from kb.engine.core import given, notes
from kb.engine.core.actions import Action, EndPhase
from kb.engine.core.given import Names
from kb.engine.core.phases import MOBILIZE_UNITS
from kb.engine.core.play import Play
from kb.engine.core.position import Edit, Facts, Mark, Unit
from kb.engine.core.registry import candidates, effect_of, happens, refuses
from kb.engine.core.values import replace
from kb.engine.economy.capitals import forfeit
from kb.engine.economy.purchase import Purchase, counted, price_of_units
from kb.engine.units.complexes import complexes, is_complex
from kb.engine.units.decks import deck_size, is_carrier, room_left
from kb.games.board_model import UnitKind, UnitType


@dataclass(frozen=True, slots=True)
class Mobilize(Action):
    """Place bought units in ``space``; ``producer`` is the territory of the complex that makes them.

    ``fighters`` are existing ones that move onto a carrier placed there.
    """

    name = "mobilize"

    units: tuple[tuple[str, int], ...]
    space: str
    producer: str = ""
    fighters: tuple[int, ...] = ()


def producer_of(play: Play, action: Mobilize) -> str:
    """The territory whose complex makes the units.

    Where none is named it is the one they appear in, or at sea the only one on the coast with a complex of the power.
    """
    if action.producer or is_land(play, action.space):
        return action.producer or action.space
    coast = [space for space in play.board.around(action.space) if _has_complex(play, action.power, space)]
    return coast[0] if len(coast) == 1 else action.space


def new_complexes(play: Play, action: Mobilize) -> int:
    """How many of the units are industrial complexes."""
    return sum(number for unit, number in counted(action.units).items() if is_complex(play, unit))


def made(play: Play, action: Mobilize) -> int:
    """How many of the units a complex has to make: all but new complexes, and what rules let come without one."""
    return sum(
        number
        for unit, number in counted(action.units).items()
        if not is_complex(play, unit) and play.ask(questions.economy.made_by_a_complex, unit=unit, power=action.power)
    )


def made_before(play: Play, territory: str) -> int:
    """How many units the complex of a territory has made this turn."""
    return notes.MADE.get(play.position, territory)


def carriers(play: Play, power: str, zone: str) -> list[Unit]:
    """The carriers of a power in a zone, the newly built ones first."""
    ships = [unit for unit in play.position.at(zone) if unit.power == power and is_carrier(play, unit)]
    return sorted(ships, key=lambda ship: not ship.has(Mark.MOBILIZED))


@effect_of(Mobilize)
def mobilize(play: Play, action: Mobilize) -> None:
    """Place the units; planes at sea, and the existing fighters named, go aboard the carriers."""
    territory, new = producer_of(play, action), _arrivals(play, action)
    edits = [*play.put(*new), *_out_of_the_zone(play, action)]
    if made(play, action):
        edits.append(notes.MADE.edit(made_before(play, territory) + made(play, action), territory))
    play.emit("mobilized", *edits, power=action.power, units=new, space=action.space, producer=territory)
    play.announce(moments.mobilized, power=action.power, units=new, space=action.space)
    at_sea = is_sea(play, action.space)
    planes = [unit for unit in new if at_sea and is_kind(play, unit, UnitKind.AIR)]
    for plane in (*play.units(action.fighters), *planes):
        _board(play, action, plane)


@happens("What {power} has not placed is lost.", moments.end_of(MOBILIZE_UNITS))
def unplaced_units_are_lost(play: Play, power: str) -> None:
    """Bought units that are not placed are lost."""
    for each in accounts(play, power):
        forfeit(play, each)


@happens("{power} gets back what it paid for units without a place.", moments.end_of(MOBILIZE_UNITS))
def unplaced_units_are_refunded(play: Play, power: str) -> None:
    """Bought units that are not placed are returned, and their price goes back to the treasury."""
    for each in accounts(play, power):
        left = [(unit, number) for (owner, unit), number in play.position.bought.items() if owner == each]
        ipcs = price_of_units(play, Purchase(power, tuple(left)))
        if ipcs:
            total = play.position.treasuries.get(each, 0) + ipcs
            play.emit("refunded", ("treasuries", each, total), power=each, units=dict(left), ipcs=ipcs)
        forfeit(play, each)


@refuses("{power} can still place one {unit} in {space}.", EndPhase)
def what_can_be_placed_is_placed(
    play: Play, action: EndPhase, *, phases: Names = given.phases("the phases that do not end before that is done")
) -> Iterator[Facts]:
    """A bought unit that can be placed has to be placed."""
    if play.phase in phases:
        for power in play.players:
            for unit in _waiting(play, power):
                able = (each for each in placements(play, power, unit) if next(play.refusals(each), None) is None)
                if found := next(able, None):
                    yield {"power": power, "unit": unit, "space": found.space}


def placements(play: Play, power: str, unit: str) -> Iterator[Mobilize]:
    """Every way to place one unit, on the land of a power or off its coast; the rules have not been asked."""
    for land in sorted(land for land, holder in play.position.holders.items() if holder == power):
        for space in (land, *(near for near in sorted(play.board.around(land)) if is_sea(play, near))):
            yield Mobilize(power, ((unit, 1),), space, land)


def _waiting(play: Play, power: str) -> list[str]:
    """What waits in the mobilization zone of a power."""
    own = accounts(play, power)
    return [unit for (owner, unit), number in play.position.bought.items() if owner in own and number]


def _arrivals(play: Play, action: Mobilize) -> list[Unit]:
    types = [unit for unit, number in counted(action.units).items() for _ in range(number)]
    return [
        Unit(unit_id, unit, action.power, action.space, marks=frozenset({Mark.MOBILIZED}))
        for unit_id, unit in enumerate(types, play.next_id())
    ]


def _out_of_the_zone(play: Play, action: Mobilize) -> list[Edit]:
    """The edits that take the units out of the mobilization zone."""
    edits: list[Edit] = []
    for unit, number in counted(action.units).items():
        left = play.position.bought.get((zone_of(play, action), unit), 0) - number
        edits.append(("bought", (zone_of(play, action), unit), left if left > 0 else None))
    return edits


def _board(play: Play, action: Mobilize, plane: Unit) -> None:
    """Put a plane on the first carrier with room, the new ones first."""
    ships = carriers(play, action.power, action.space)
    roomy = [ship for ship in ships if room_left(play, ship, (plane.id,)) >= deck_size(play, plane)]
    ship = next(iter(roomy or ships), None)
    moved = replace(plane, at=action.space, aboard=ship.id if ship else 0)
    play.emit("boarded", *play.put(moved), unit=plane, ship=ship, space=action.space)


def _has_complex(play: Play, power: str, space: str) -> bool:
    return any(unit.power == power for unit in complexes(play, space))


def types_of(play: Play, action: Mobilize) -> dict[UnitType, int]:
    """How many units of each type are placed."""
    return {play.board.unit(unit): number for unit, number in counted(action.units).items()}


def zone_of(play: Play, action: Mobilize) -> str:
    """Whose mobilization zone the units come from: that of the economy which the producer is of."""
    return account_of(play, action.power, producer_of(play, action))


@candidates(Mobilize)
def possible_mobilizations(play: Play, power: str) -> Iterator[Action]:
    """One unit of each type that waits, wherever the power has land or coast; a carrier also with a fighter."""
    for unit in (play.board.unit(unit) for owner, unit in play.position.bought if owner in accounts(play, power)):
        for alone in placements(play, power, unit.id):
            land, space = alone.producer, alone.space
            yield alone
            for plane in (*play.position.at(land), *play.position.at(space)) if unit.carrier_room else ():
                if type_of(play, plane).carrier_cost and space != land:
                    yield replace(alone, fighters=(plane.id,))
