"""Amphibious assaults, and the ships that bombard in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kb.engine.battle import attackers_at, pending_battles
from kb.engine.core import notes
from kb.engine.core.actions import Action, Fight, Move, tells
from kb.engine.core.parameters import Breaches, Fact, IsBreach, NumberByUnit
from kb.engine.core.play import Play
from kb.engine.core.points import Strengths
from kb.engine.core.position import Mark, Unit, replace
from kb.engine.core.rules import candidates, changes, effect_of, forbids, happens, holds, refuses
from kb.engine.fire import assign, fires_this_cycle, volley
from kb.engine.units import back_aboard, came_by_sea, put_ashore
from kb.games.board_model import UnitKind


@refuses("The battle in {zone} comes before the landing in {space}.", Fight)
def sea_battles_come_before_landings(play: Play, action: Fight) -> Breaches:
    """A battle in the sea zone from which an assault is made is fought before the battle on land."""
    if play.position.battle or not attackers_at(play, action.space, action.power):
        return
    now = play.position
    landings = [pair for ship in now.at(action.space) for pair in notes.LANDINGS.get(now, str(ship.id))]
    for land in dict.fromkeys(land for zone, land in landings if zone == action.space):
        if notes.CONTESTED.is_set(now, land):
            yield {"zone": action.space, "space": land}
    bound = (unit for unit in play.position.units.values() if unit.aboard and unit.bound == action.space)
    for zone in dict.fromkeys(unit.at for unit in bound if play.fights_for(unit, action.power)):
        if zone in pending_battles(play):
            yield {"zone": zone, "space": action.space}


@tells(landing_cancelled="Staying aboard: {units}")
@happens("Troops land after the battle in {space} if the sea zone is won; otherwise they stay aboard.", "battle over")
def landing_follows_the_sea_battle(play: Play, space: str, attacker: str) -> None:
    """The units of a declared assault land when the sea battle is won."""
    ashore: dict[tuple[int, str], list[Unit]] = {}
    for unit in play.position.units.values():
        if unit.aboard and unit.bound and play.fights_for(unit, attacker) and play.board.bordering(space, unit.bound):
            ashore.setdefault((unit.aboard, unit.bound), []).append(unit)
    for (ship_id, territory), cargo in ashore.items():
        ship = play.position.units[ship_id]
        if ship.at != space and not ship.has(Mark.RETREATED):
            continue
        if not play.holds("a-lost-sea-battle-cancels-the-landing", space=space, power=attacker, ship=ship):
            put_ashore(play, ship, cargo, territory)
        else:
            edits = play.put(*(replace(unit, bound="") for unit in (ship, *cargo)))
            play.emit("landing-cancelled", *edits, units=cargo, space=space)


@happens("Units that landed from {space} are back aboard until the battle there is over.", "battle begins")
def landed_units_wait_aboard_for_a_sea_battle(play: Play, space: str, power: str) -> None:
    """Units that landed past ships that need not be fought go back aboard if these ships are fought after all. They
    wait until that battle is over."""
    if play.is_sea(space):
        back_aboard(play, space, power)


@holds("{space} is not won: the troops do not land.")
def a_lost_sea_battle_cancels_the_landing(play: Play, space: str, power: str, ship: Unit) -> bool:
    """Troops land only after their side has won the sea battle, and only from a ship that is still there. Otherwise
    they stay aboard."""
    return ship.at != space or play.is_hostile(power, space)


# -- bombardment


@dataclass(frozen=True, slots=True)
class Bombard(Action):
    """Have ships support the assault on ``territory`` with their guns."""

    name = "bombard"

    units: tuple[int, ...]
    territory: str


@refuses("{unit} cannot bombard.", Bombard)
def battleships_bombard(play: Play, unit: Unit, *, bombarding_units: Fact) -> IsBreach:
    """Only {bombarding_units} can bombard[destroyers-bombard-with-technology?, besides ships to which a technology
    gives this ability]."""
    return not (unit.type in bombarding_units or play.holds("destroyers-bombard-with-technology", unit=unit))


@holds("{unit} bombards: its power has Combined Bombardment.", technologies="unit", units="unit")
def destroyers_bombard_with_technology(play: Play) -> bool:
    """{technologies}: {units} bombard, too."""
    return True


@refuses("{unit} is not {power}'s.", Bombard)
def ships_obey_their_owner(play: Play, action: Bombard, unit: Unit) -> IsBreach:
    """A power bombards with its own ships only."""
    return not play.obeys(unit, action.power)


@refuses("No troops land in {territory} from {space}.", Bombard)
def bombardment_supports_a_landing(play: Play, action: Bombard) -> Breaches:
    """A ship can bombard only in support of units that land from the ship's sea zone."""
    ashore = {unit.came[-1] for unit in play.position.at(action.territory) if came_by_sea(play, unit)}
    for zone in dict.fromkeys(unit.at for unit in play.units(action.units)):
        if zone not in ashore:
            yield {"territory": action.territory, "space": zone}


@refuses("{unit} has fought in {space} this turn.", Bombard)
def no_bombardment_after_a_sea_battle(play: Play, unit: Unit) -> IsBreach:
    """A ship cannot bombard from a sea zone in which it has fought in this turn."""
    return notes.CONTESTED.is_set(play.position, unit.at) or unit.has(Mark.FOUGHT)


@refuses("{unit} does not bombard from {space}: there was a kamikaze attack.", Bombard)
def kamikaze_keeps_ships_from_bombarding(play: Play, unit: Unit) -> IsBreach:
    """Ships do not bombard from a sea zone in which there was a kamikaze attack."""
    return notes.KAMIKAZE_STRUCK.is_set(play.position, unit.at)


@refuses("{ships} ships cannot bombard for {landed} landed units.", Bombard)
def no_more_ships_than_landed_units(play: Play, action: Bombard) -> Breaches:
    """At most one ship can bombard for each unit that lands."""
    told = notes.BOMBARDS.get(play.position, action.territory)
    landed = sum(came_by_sea(play, unit) for unit in attackers_at(play, action.territory, action.power))
    ships = len({*told, *action.units})
    if ships > landed:
        yield {"ships": ships, "landed": landed}


@refuses("{unit} has bombarded this turn.", Bombard)
def one_bombardment_a_ship(play: Play, unit: Unit) -> IsBreach:
    """A ship can support only one assault in a turn."""
    return unit.has(Mark.BOMBARDED)


@refuses("{unit} supports an assault from {space} and stays there.", Move)
def bombarding_ships_stay(play: Play, unit: Unit) -> IsBreach:
    """A ship that supports an assault stays in its sea zone for the rest of that combat move."""
    return play.is_combat_move and unit.has(Mark.BOMBARDED)


@tells(bombardment_declared="{units} will bombard {territory}")
@effect_of(Bombard)
def bombard(play: Play, action: Bombard) -> None:
    """Assign the ships to the assault; they fire in its first opening fire."""
    units = play.units(action.units)
    ships = (*notes.BOMBARDS.get(play.position, action.territory), *action.units)
    note = notes.BOMBARDS.edit(ships, action.territory)
    edits = play.put(*(unit.marked(Mark.BOMBARDED) for unit in units))
    play.emit("bombardment-declared", *edits, note, units=units, territory=action.territory)


@happens("Ships bombard with the landing.", "opening fire")
def ships_bombard_in_opening_fire(play: Play) -> None:
    """Bombarding ships fire with their attack value, before all other units."""
    battle = play.battle
    told = play.units(notes.BOMBARDS.get(play.position, battle.space))
    ships = [ship for ship in told if play.board.bordering(ship.at, battle.space) and not _is_silenced(play, ship)]
    if ships and fires_this_cycle(play):
        assign(play, volley(play, ships, True, "bombardment"), battle.defenders)


#: the rules that keep a ship from bombarding though its bombardment was declared
_SILENCING = ("no-bombardment-after-a-sea-battle", "kamikaze-keeps-ships-from-bombarding")


def _is_silenced(play: Play, ship: Unit) -> bool:
    """Return whether a rule keeps a ship from its declared bombardment after all; if so, the rule enters the trace."""
    battle = play.battle
    reasons = list(play.refusals(Bombard(battle.attacker, (ship.id,), battle.space), _SILENCING))
    for reason in reasons:
        play.fired(reason.rule, **reason.facts)
    return bool(reasons)


@changes("Some ships bombard at a number other than their attack value.", "attack-values")
def some_ships_bombard_at_another_number(
    play: Play, answer: Strengths, units: list[Unit], *, values: NumberByUnit
) -> Strengths:
    """Some ships bombard with a value other than their printed attack ({<unit>})."""
    battle = play.position.battle
    if not battle or not play.is_land(battle.space):
        return answer
    return {**answer, **{ship.id: values[ship.type] for ship in units if ship.type in values}}


@forbids("{unit} is hit from the sea and fires back.", "leaves-after-opening-fire")
def victims_of_a_bombardment_fire_back(play: Play) -> bool:
    """A unit that is hit by a bombardment still fires, and stays until all casualties are removed."""
    return not play.is_sea(play.battle.space)


@candidates(Bombard)
def possible_bombardments(play: Play, power: str) -> Iterator[Action]:
    """Yield the bombardment by each ship of each territory on the coast of its zone."""
    for ship in play.commanded(power, UnitKind.SHIP):
        for land in sorted(play.board.around(ship.at)):
            if play.is_land(land):
                yield Bombard(power, (ship.id,), land)
