"""Troops and their transports: what is loaded, put ashore, and which ships support that."""

from __future__ import annotations

from kb.asking.notation.mentions import Mention
from kb.asking.notation.moves import use_acts
from kb.asking.notation.routes import is_sea, zone_between
from kb.asking.notation.scene import Act, Standing
from kb.asking.notation.talk import Talk, Unclear, by_type
from kb.games.board_model import UnitKind

Spaces = dict[str, None]


def is_landing(talk: Talk) -> bool:
    """Whether troops come ashore: it is said, they land and nothing flies, or they come from the sea."""
    kinds = {each.which for each in talk.mentions.of("act")}
    own = talk.of_turn()
    flies = any(talk.scene.kind(each.unit) is UnitKind.AIR for each in own)
    aboard = {one for ship in own for one in ship.cargo}
    troops = [each for each in own if talk.scene.kind(each.unit) is UnitKind.LAND and each not in aboard]
    at_sea = any(each.place and is_sea(talk.rules, each.place) for each in troops)
    return bool(kinds & {"offload", "amphib"}) or at_sea or ("land" in kinds and bool(troops or aboard) and not flies)


def offload(talk: Talk) -> str:
    """Troops come ashore from a transport, that is named or is taken to be there; ships support them, others attack
    over land. The land to which they go."""
    _meet(talk)
    boats = talk.of_turn("transport_room")
    aboard = [one for boat in boats for one in boat.cargo]
    takes = [each for each in talk.mentions.of("act") if each.which == "load" or _takes_aboard(talk, each)]
    loads = bool(takes)
    over = _over_land(talk) if not loads else []
    troops = [each for each in talk.of_turn() if talk.scene.kind(each.unit) is UnitKind.LAND]
    troops = [each for each in troops if each not in (*aboard, *over)]
    ships = [each for each in talk.of_turn() if talk.scene.kind(each.unit) is UnitKind.SHIP and each not in boats]
    lands, zones = _shores(talk, troops, loads)
    shared = len(lands) == 2 and [each.count for each in troops or aboard] == [2]
    if not (len(lands) == 1 or shared) or not zones or not (troops or aboard) or len(zones) > 2:
        raise Unclear("what goes ashore, from which transport?", "say which units are aboard, and in which sea zone")
    zone, *further = zones
    for place in talk.mentions.of("place"):
        place.used = True
    shells = use_acts(talk, "offload", "amphib", "land", "attack", "move", "take", "load", "mobilize", "bombard")
    loads = loads and all(each.place and not is_sea(talk.rules, each.place) for each in troops)
    named = talk.standing
    talk.standing = {at: each for at, each in named.items() if each not in troops or loads}
    for each in talk.everyone():
        at_sea = talk.scene.kind(each.unit) is UnitKind.SHIP
        each.place = each.place or (zone if each in (*boats, *ships) else "" if at_sea else next(iter(lands)))
    talk.put()
    load: Act = {"load": _counted(troops), "from": troops[0].place if troops else "", "to": zone}
    later = loads and bool(further) and any(_is_passed(talk, each, further[-1]) for each in takes)
    if not loads:
        _put_aboard(talk, troops, boats, zone)
    elif not later:
        talk.do(talk.turn, load)
    if further:
        fleet = [*boats[:1], *(each for each in ships if boats and _sail_together(talk, each, boats[0]))]
        talk.go([(each, each.count) for each in fleet], [], further)
    if later:  # "sails to sz6, picks up 1 infantry there"
        talk.do(talk.turn, {**load, "to": further[-1]})
    going = [each for each in talk.standing.values() if each in aboard] or aboard
    talk.standing = named
    _go_ashore(talk, troops or list(dict.fromkeys(going)), (further or [zone])[-1], [*lands])
    if over:
        talk.go([(each, each.count) for each in over], [], [next(iter(lands))])
    if shells and not ships:
        raise Unclear("which ships bombard?", "name them")
    if shells:
        talk.do(talk.turn, {"bombard": _counted(ships), "from": ships[0].now, "at": next(iter(lands))})
    return next(iter(lands))


def _takes_aboard(talk: Talk, act: Mention) -> bool:
    """Whether a ship takes troops that come from a place: ``the transport takes an infantry from london``."""
    behind = [each for each in talk.mentions.all[act.at + 1 :] if each.kind not in ("filler", "a")][:4]
    ships = [
        each for each in talk.mentions.subjects(act) if talk.standing.get(each.at) in talk.of_turn("transport_room")
    ]
    return act.which == "take" and bool(ships) and any(each.units for each in behind[:1])


def _is_passed(talk: Talk, act: Mention, zone: str) -> bool:
    """Whether a sea zone is named before an act."""
    return any(zone in each.item.spaces for each in talk.mentions.of("place") if each.at < act.at)


def _sail_together(talk: Talk, ship: Standing, boat: Standing) -> bool:
    """Whether a ship is named in one list with a transport: ``1 cruiser + 1 transport 62-63``."""
    at = sorted(next(at for at, each in talk.standing.items() if each is one) for one in (ship, boat))
    return all(each.kind in ("joint", "and", "filler", "a") for each in talk.mentions.all[at[0] + 1 : at[1]])


def _meet(talk: Talk) -> None:
    """Enemies of which no place is said are in the land that is attacked."""
    struck = [each for each in talk.mentions.of("place") if talk.is_land(each) and _is_struck(talk, each)]
    for each in talk.foes() if len(struck) == 1 else ():
        if not each.place and talk.scene.kind(each.unit) is not UnitKind.SHIP:
            each.place = each.now = talk.space(struck[0])


def _is_struck(talk: Talk, place: Mention) -> bool:
    """Whether a place stands behind an attack, or what lands there."""
    before = [each for each in talk.mentions.ahead(place) if each.kind not in ("filler", "in")]
    return (place.role == "to" and not talk.mentions.is_asked(place)) or (
        bool(before) and before[-1].which in ("attack", "take", "bombard", "amphib")
    )


def _over_land(talk: Talk) -> list[Standing]:
    """Units that attack from another land where enemies stand in one."""
    goals = {each.place for each in talk.foes() if each.place and not is_sea(talk.rules, each.place)}
    row = [
        each for each in talk.of_turn() if each.place and talk.scene.kind(each.unit) in (UnitKind.LAND, UnitKind.AIR)
    ]
    return [each for each in row if goals and each.place not in goals and not is_sea(talk.rules, each.place)]


def _shores(talk: Talk, troops: list[Standing], loads: bool) -> tuple[Spaces, Spaces]:
    """The lands that troops go to, and the sea zones that their transport is in, one after another."""
    places = [each for each in talk.mentions.of("place") if not each.used or each.role == "to"]
    lands = dict.fromkeys(talk.space(each) for each in places if talk.is_land(each))
    ashore = [each.place for each in troops if each.place and not is_sea(talk.rules, each.place)]
    lands |= dict.fromkeys(ashore if not loads else ())
    met = dict.fromkeys(each.place for each in talk.foes() if each.place and not is_sea(talk.rules, each.place))
    lands = met if len(met) == 1 and (not lands or _over_land(talk)) else lands
    zones = dict.fromkeys(each.place for each in talk.of_turn() if each.place and is_sea(talk.rules, each.place))
    zones |= dict.fromkeys(talk.space(each) for each in places if not talk.is_land(each))
    if len(lands) == 1 and not zones:
        zones = {zone_between(talk.rules, next(iter(lands)), talk.scene.named): None}
        talk.scene.assume("from", *zones)
    return lands, zones


def _put_aboard(talk: Talk, troops: list[Standing], boats: list[Standing], zone: str) -> None:
    """Troops that stand at sea are on the transport, or on one that is taken to be there."""
    for each in troops:
        each.place = each.now = zone
        (boats[0].cargo if boats else talk.scene.units).append(each)


def _go_ashore(talk: Talk, troops: list[Standing], zone: str, lands: list[str]) -> None:
    """Troops are put ashore: in one land, or half of them in each of two."""
    for one in talk.mentions.of("number", "act") if len(lands) > 1 else ():
        one.used = one.used or one.item.number == 1 or one.which == "mobilize"  # "put one ashore"
    for land in lands:
        share = {unit: number // len(lands) for unit, number in _counted(troops).items()}
        talk.do(talk.turn, {"offload": share, "from": zone, "to": land})


def _counted(units: list[Standing]) -> dict[str, int]:
    """How many units of each type there are."""
    return by_type((each, each.count) for each in units)


def load(talk: Talk) -> None:
    """Troops go aboard a transport; those on it of which it is asked whether they fit, too."""
    boats = [each for each in talk.own() if talk.rules.board.unit(each.unit).has("transport_room")]
    troops = [each for each in talk.of_turn() if talk.scene.kind(each.unit) is UnitKind.LAND]
    troops = troops or [each for each in talk.own() if talk.scene.kind(each.unit) is UnitKind.LAND]
    aboard = [one for boat in boats for one in boat.cargo] if not troops else []
    for boat in boats if aboard else ():
        boat.cargo = []
    troops = troops or aboard
    places = [each for each in talk.mentions.of("place") if not each.used]
    lands = dict.fromkeys(
        [each.place for each in troops if each.place and not is_sea(talk.rules, each.place)]
        + [talk.space(each) for each in places if talk.is_land(each)]
    )
    zones = dict.fromkeys(
        [each.place for each in boats if each.place] + [talk.space(each) for each in places if not talk.is_land(each)]
    )
    if not lands or not zones:
        lands, zones = _where_loaded(talk, lands, zones)
    if len(lands) != 1 or len(zones) != 1 or not troops or not boats:
        hint = "write for example: load 1 infantry from united kingdom to sz6"
        raise Unclear("what is loaded, from where, in which sea zone?", hint)
    (start,), (zone,) = lands, zones
    for place in places:
        place.used = True
    for one in (*troops, *boats):
        at_sea = not one.place or is_sea(talk.rules, one.place)
        one.place = (start if at_sea else one.place) if one in troops else one.place or zone
    use_acts(talk, "load", "move", "mobilize")
    talk.put()
    for one in aboard:
        one.now = one.place = start
        talk.scene.units.append(one)
    units = _counted(troops)
    friends = {each.power for each in troops} - {talk.turn}
    talk.do(talk.turn, {"load": {friends.pop(): units} if friends else units, "from": start, "to": zone})


def _where_loaded(talk: Talk, lands: Spaces, zones: Spaces) -> tuple[Spaces, Spaces]:
    """Where it is loaded that is only asked whether it fits: a land of the power on turn and the sea beside it."""
    board = talk.rules.board
    own = (each.id for each in board.spaces if each.held_by == talk.turn and not is_sea(talk.rules, each.id))
    shores = [*lands] or own
    pairs = ((land, near) for land in shores for near in sorted(board.around(land)) if is_sea(talk.rules, near))
    land, zone = next(((land, near) for land, near in pairs if not zones or near in zones), ("", ""))
    talk.scene.assume("from", land)
    return ({land: None}, {zone: None}) if land else (lands, zones)
