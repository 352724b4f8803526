"""The rules of aircraft: how far they fly, where they may not, and what happens to those whose carrier is lost."""

from __future__ import annotations

from kb.engine.core import notes
from kb.engine.core.actions import Move
from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit
from kb.engine.core.rules import (
    Breaches,
    Fact,
    Names,
    Number,
    NumberByUnit,
    Technologies,
    allows,
    changes,
    forbids,
    happens,
    holds,
    refuses,
)
from kb.engine.units.landing import (
    can_land_in,
    carriers_at,
    choose_deck,
    deck_size,
    land_each,
    room_left,
    who_lands,
)
from kb.engine.units.losses import lose


@changes("{unit} has a range of {now}.", "movement")
def long_range_aircraft_fly_further(
    play: Play, answer: int, unit: Unit, *, technologies: Technologies, ranges: NumberByUnit
) -> int:
    """{technologies}: aircraft may fly further, up to this many spaces ({<unit>})."""
    if unit.type in ranges and play.has_technology(unit.power, technologies):
        return ranges[unit.type]
    return answer


def _closed_airspace(play: Play, power: str, powers: Names, over: Names) -> frozenset[str]:
    """The land that the aircraft of a power, one of ``powers``, may not enter: that of friends who let none in."""
    if power not in powers:
        return frozenset()
    return frozenset(land for land, holder in play.position.holders.items() if holder in over)


@refuses("{unit} may not enter or fly over {space}: its airspace is closed.", Move)
def allied_airspace_is_closed(
    play: Play, action: Move, *, powers_kept_from_airspace: Fact, closed_airspace: Fact
) -> Breaches:
    """Aircraft of {powers_kept_from_airspace} never fly into or over land of {closed_airspace}."""
    for unit in play.units(action.units):
        if play.is_air(unit):
            closed = _closed_airspace(play, unit.power, powers_kept_from_airspace, closed_airspace)
            yield from ({"unit": unit, "space": space} for space in action.route[1:] if space in closed)


@changes("Aircraft of {power} may not fly over a closed airspace.", "shut-to-aircraft")
def landing_routes_avoid_closed_airspace(
    play: Play, answer: frozenset[str], power: str, *, powers_kept_from_airspace: Fact, closed_airspace: Fact
) -> frozenset[str]:
    """Aircraft need a landing place that they can reach without flying over a closed airspace."""
    return answer | _closed_airspace(play, power, powers_kept_from_airspace, closed_airspace)


@allows("{cargo} stays aboard the carrier as cargo.", "goes-along")
def fighters_of_others_stay_aboard(play: Play, cargo: Unit, ship: Unit) -> bool:
    """When a carrier moves, fighters of another power stay aboard it as cargo. Fighters of the carrier's own power
    may take off first."""
    return play.is_air(cargo) and cargo.power != ship.power


@forbids("{cargo} is in the air as its carrier sinks.", "goes-down-with-its-ship")
def defenders_fly_from_a_sinking_carrier(play: Play, cargo: Unit, ship: Unit) -> bool:
    """Fighters of a defending carrier are in the air during the battle, so they are not lost if it sinks."""
    return play.is_air(cargo) and (not play.allied(ship.power, play.turn))


@happens("Aircraft that lost their carrier look for a place to land.", "end of conduct-combat")
def defenders_without_a_carrier_fly_one_space(play: Play, power: str, *, spaces: Number) -> None:
    """A defending fighter that has lost its carrier may fly {spaces:space} to a safe landing place."""
    land_each(play, _without_a_carrier(play, power), spaces, _is_safe)


@happens("Aircraft without a place to land are lost.", "end of conduct-combat")
def defenders_in_the_air_are_lost(play: Play, power: str) -> None:
    """A defending fighter that finds no landing place is lost."""
    for plane in _without_a_carrier(play, power):
        lose(play, [plane], plane.at, "no-landing")


def _without_a_carrier(play: Play, power: str) -> list[Unit]:
    """Aircraft of the power's enemies over a sea zone without a place on a carrier there.

    Where there are places for some of them, these land as their owner says.
    """
    out: list[Unit] = []
    planes = [unit for unit in play.all_aircraft() if not unit.aboard and play.at_enmity(power, unit.power)]
    by_zone: dict[str, list[Unit]] = {}
    for plane in planes:
        if play.is_sea(plane.at):
            by_zone.setdefault(plane.at, []).append(plane)
    for zone, there in by_zone.items():
        carriers = carriers_at(play, zone, there[0].power)
        free = sum(room_left(play, carrier) for carrier in carriers)
        staying = who_lands(play, zone, there, free)
        for plane in staying if len(staying) < len(there) else ():
            seat = choose_deck(
                play, plane, [ship for ship in carriers if room_left(play, ship) >= deck_size(play, plane)]
            )
            play.emit("landed", *play.put(plane.marked(Mark.LANDED, aboard=seat)), units=[plane], space=zone)
        out += [plane for plane in there if plane not in staying]
    return out


def _is_safe(play: Play, plane: Unit, space: str) -> bool:
    """Whether a space takes the plane in, and was not fought over this turn."""
    fought = notes.CONTESTED.is_set(play.position, space)
    if fought and play.holds("no-escape-to-a-contested-space", space=space):
        return False
    return can_land_in(play, plane, space)


@holds("{space} was fought over this turn.")
def no_escape_to_a_contested_space(play: Play) -> bool:
    """A defending fighter that has lost its carrier does not land in a space that was fought over in that turn."""
    return True
