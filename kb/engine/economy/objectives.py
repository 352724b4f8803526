"""National objectives: conditions on the board that pay a bonus with the income.

What an objective requires is in the board's table: who has to hold how many of which lands, and what prevents it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from kb.engine.battle.battle_board import attacked_spaces
from kb.engine.core import notes
from kb.engine.core.play import Play
from kb.engine.core.position import OLD_WAR
from kb.engine.core.rules import Fact, Names, happens
from kb.engine.economy.income import pay_bonus
from kb.games.board_model import Hindrance, Objective, Pays, Side

#: whether something keeps an objective from being met
Hinders = Callable[[Play, Objective], bool]


@happens("{power} meets objectives.", "collected")
def objectives_pay_a_bonus(play: Play, power: str, *, warships: Fact, submarines: Fact = ()) -> None:
    """A power that meets an objective is paid for it when it collects income."""
    hinders: Mapping[Hindrance, Hinders] = {
        **_HINDERS,
        Hindrance.ENEMY_WARSHIPS: partial(_enemy_warships, warships=warships),
        Hindrance.ANY_WARSHIPS: partial(_any_ships, types=(*warships, *submarines)),
        Hindrance.SUBMARINES_ELSEWHERE: partial(_submarines_elsewhere, submarines=submarines),
    }
    for objective in play.board.objectives:
        times = times_met(play, objective, hinders) if objective.power == power else 0
        if times:
            pay_bonus(play, power, objective.ipc * times, objective.condition, objective.spaces, objective.economy)


def times_met(play: Play, objective: Objective, hinders: Mapping[Hindrance, Hinders]) -> int:
    """How many times an objective pays: not at all, once, or for each of its lands that is held.

    Its lands have to be held, its free lands not by the other side, and no hindrance may apply. One without a holder
    and hindrances never pays.
    """
    lands = _lands(play, objective)
    held = sum(_is_of(play, play.holder(land), objective.holder) for land in lands)
    each = objective.pays is Pays.SPACE
    enough = held >= ((0 if each else len(lands)) if objective.least is None else objective.least)
    told = bool(objective.holder or objective.without)
    open_to_enemies = any(_is_of(play, play.holder(land), _other_side(play, objective)) for land in objective.free)
    if not told or not enough or open_to_enemies or any(hinders[each](play, objective) for each in objective.without):
        return 0
    return held if each else 1


def _other_side(play: Play, objective: Objective) -> Side:
    return play.rules.sides[objective.power].other


@happens("{power} has attacked land of its objectives.", "end of combat-move")
def attacks_spoil_objectives(play: Play, power: str) -> None:
    """A power that attacks certain land loses some of its objectives for good."""
    for objective in play.board.objectives:
        if objective.power == power and Hindrance.ATTACKED in objective.without and not _attacked(play, objective):
            for space in [each for each in attacked_spaces(play, power) if each in objective.spaces]:
                play.emit("objective-spoiled", notes.SPOILED.edit(True, objective.id), power=power, territory=space)


@happens("{by} has met an objective with {territory}.", "captured")
def first_captures_are_remembered(play: Play, territory: str, by: str) -> None:
    """Some objectives are met only once, when their power takes or frees one of the named lands for the first time."""
    for objective in play.board.objectives:
        once = objective.pays is Pays.ONCE and objective.power == by != play.board.space(territory).owner
        if once and territory in objective.spaces and not notes.EARNED.is_set(play.position, objective.id):
            play.emit("objective-earned", notes.EARNED.edit(notes.UNPAID, objective.id), power=by, territory=territory)


@happens("{power} is paid for what it took first.", "collected")
def first_captures_pay_a_bonus(play: Play, power: str) -> None:
    """An objective for a first capture pays once, with the next income."""
    for objective in play.board.objectives:
        if objective.power == power and notes.EARNED.get(play.position, objective.id) == notes.UNPAID:
            play.emit("objective-paid", notes.EARNED.edit(notes.PAID, objective.id), power=power)
            pay_bonus(play, power, objective.ipc, objective.condition, objective.spaces, objective.economy)


def _lands(play: Play, objective: Objective) -> list[str]:
    """The territories an objective is about: those it names, or the original ones of a power."""
    if objective.first:
        first = objective.first
        return [space.id for space in play.board.spaces if space.owner in first or space.neutral in first]
    return [space for space in objective.spaces if play.is_land(space)] if objective.holder else []


def _is_of(play: Play, power: str, whom: str) -> bool:
    """Whether a power is the one, or of the side, that is meant."""
    return power == whom or play.rules.sides.get(power) == whom


def _enemy_warships(play: Play, objective: Objective, warships: Names) -> bool:
    """Whether enemy warships are in the sea zones of an objective."""
    zones = [space for space in objective.spaces if play.is_sea(space)]
    return any(unit.type in warships for zone in zones for unit in play.enemies_at(objective.power, zone))


def _allied_units(play: Play, objective: Objective) -> bool:
    """Whether units of other powers of its side are in land that the power of an objective holds."""
    return any(
        unit.power != objective.power and play.allied(unit.power, objective.power)
        for unit in play.position.units.values()
        if play.holder(unit.at) == objective.power
    )


def _any_ships(play: Play, objective: Objective, types: Names) -> bool:
    """Whether the other side, at war or not, has ships of some types in the sea zones of an objective."""
    zones = [space for space in objective.spaces if play.is_sea(space)]
    ships = (unit for zone in zones for unit in play.position.at(zone) if unit.type in types)
    return any(_is_of(play, unit.power, _other_side(play, objective)) for unit in ships)


def _allies_in_original_land(play: Play, objective: Objective) -> bool:
    """Whether units of other powers of its side are in land that was the power's at first."""
    return any(
        unit.power != objective.power and play.rules.sides.get(unit.power) is play.rules.sides[objective.power]
        for unit in play.position.units.values()
        if play.board.space(unit.at).owner == objective.power
    )


def _peace(play: Play, objective: Objective) -> bool:
    """Whether the power of an objective is at war with nobody, or with none of those named."""
    return not _foes(play, objective)


def _war(play: Play, objective: Objective) -> bool:
    """Whether the power of an objective is at war with somebody, or with one of those named."""
    return bool(_foes(play, objective))


def _foes(play: Play, objective: Objective) -> frozenset[str]:
    foes = play.at_war_with(objective.power)
    return foes & frozenset(objective.whose) if objective.whose else foes


def _no_land_unit(play: Play, objective: Objective) -> bool:
    """Whether the power of an objective has a land unit in none of its lands."""
    units = (unit for land in objective.spaces for unit in play.position.at(land))
    return not any(unit.power == objective.power and play.is_land_unit(unit) for unit in units)


def _enemy_units(play: Play, objective: Objective) -> bool:
    """Whether the other side has units in the spaces of an objective."""
    other = _other_side(play, objective)
    return any(_is_of(play, unit.power, other) for space in objective.spaces for unit in play.position.at(space))


def _turned_land(play: Play, objective: Objective) -> bool:
    """Whether free land has turned to the other side, though that does not control it."""
    other = _other_side(play, objective)
    return any(notes.LEANS.get(play.position, land) == other for land in objective.free)


def _lost_land(play: Play, objective: Objective) -> bool:
    """Whether the power does not control all land that was its own, or its economy's, at first."""
    lands = (space for space in play.board.spaces if objective.economy in ("", space.economy))
    return any(land.owner == objective.power != play.holder(land.id) for land in lands)


def _their_lost_land(play: Play, objective: Objective) -> bool:
    """Whether a power that is named does not control all land that was its own at first."""
    lands = (space for space in play.board.spaces if space.owner in objective.whose)
    return any(play.holder(land.id) != land.owner for land in lands)


def _submarines_elsewhere(play: Play, objective: Objective, submarines: Names) -> bool:
    """Whether enemies, or those named, have submarines anywhere but in the spaces of an objective."""
    powers = objective.whose or play.enemies(objective.power)
    return any(
        unit.power in powers and unit.type in submarines and unit.at not in objective.spaces
        for unit in play.position.units.values()
    )


def _declared_war(play: Play, objective: Objective) -> bool:
    """Whether the power of an objective has declared war on one that it should have spared."""
    wars = play.position.wars
    return any(wars.get((objective.power, each), OLD_WAR) != OLD_WAR for each in objective.spared)


def _attacked(play: Play, objective: Objective) -> bool:
    """Whether the power of an objective has attacked one of its lands."""
    return notes.SPOILED.is_set(play.position, objective.id)


#: the hindrances that need nothing of the rule set
_HINDERS: dict[Hindrance, Hinders] = {
    Hindrance.ALLIED_UNITS: _allied_units,
    Hindrance.ALLIES_IN_ORIGINAL_LAND: _allies_in_original_land,
    Hindrance.PEACE: _peace,
    Hindrance.WAR: _war,
    Hindrance.NO_LAND_UNIT: _no_land_unit,
    Hindrance.ENEMY_UNITS: _enemy_units,
    Hindrance.TURNED_LAND: _turned_land,
    Hindrance.LOST_LAND: _lost_land,
    Hindrance.THEIR_LOST_LAND: _their_lost_land,
    Hindrance.DECLARED_WAR: _declared_war,
    Hindrance.ATTACKED: _attacked,
}
