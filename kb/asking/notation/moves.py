"""What moves: routes, landings, transports, bombardment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kb.asking.notation.clauses import OTHER, SUBJECT, Clause, Group, Unclear
from kb.asking.notation.facts import canals_of
from kb.asking.notation.routes import is_sea, zone_between
from kb.asking.notation.scene import Standing
from kb.asking.notation.talk import Talk, by_type
from kb.base.english import spaced
from kb.games.board_model import UnitKind


def _apart(talk: Talk, clause: Clause) -> None:
    """Units that are named with their places before those that do something are only there."""
    ours = [group for group in clause.groups if group.side == SUBJECT]
    last = ours[-1] if len(ours) > 1 else None
    if (
        last is not None
        and last.count is None
        and not (last.at or last.power or last.start)
        and all(each.at for each in ours[:-1])
    ):
        for group in ours[:-1]:
            talk.place_groups(clause, [group], talk.turn or talk.speaker, group.at)
        clause.groups = [group for group in clause.groups if group not in ours[:-1]]


def _beside(talk: Talk, clause: Clause) -> None:
    """Units that a clause names beside those that do something: those that they meet."""
    others = [group for group in clause.groups if group.side == OTHER]
    if others:
        clause.groups = [group for group in clause.groups if group.side != OTHER]
        own = next((group.power for group in clause.groups if group.power), talk.turn)
        talk.place_groups(clause, others, talk.other(own) if own else "")


def again(talk: Talk, clause: Clause) -> bool:
    """Whether a clause asks of the move before: ``may it go through?``; of some of its units, where it names them."""
    before = talk.goes[-1] if talk.goes else None
    if before is None or not (clause.asked or clause.words.get("may")) or clause.chain or clause.words.get("then"):
        return False
    route = before["route"]
    places = [item for items in clause.places.values() for item in items]
    near = [item for item in places if item.spaces[0] not in route[1:]]
    beside = all(any(talk.rules.board.bordering(item.spaces[0], each) for each in route) for item in near)
    led = {id(item) for role in ("via", "beside") for item in clause.places.get(role, ())}
    if near and not (beside and (clause.words.get("by") or all(id(item) in led for item in near))):
        return False
    if any(group.unit not in before["move"] or group.at or group.start for group in clause.groups):
        return False
    for item in places:
        item.used = True
    for group in clause.groups:
        talk.use(group)
    if clause.groups:
        before["move"] = {group.unit: group.count or before["move"][group.unit] for group in clause.groups}
    clause.use("to", "in", "via", "by", "it", "all", "there", "me", "him", "canal")
    clause.power()
    return True


def move(talk: Talk, clause: Clause) -> None:
    """Units go along a route, or from where they are to where they are said to go."""
    if again(talk, clause):
        return
    if not (clause.groups or clause.places or clause.chain) and clause.use("via"):
        return  # "blitz through and hit norway": the way goes through what is named
    if any(group.hosts for group in clause.groups):
        raise Unclear("does the ship go, or what is aboard?", "name the units that go, in a clause of their own")
    here = talk.here
    _apart(talk, clause)
    _beside(talk, clause)
    known = {each.unit for each in talk.scene.everyone()}
    try:
        movers = talk.movers(clause)
    except Unclear as unclear:
        goal = [item for item in clause.places.get("to", ()) if len(item.spaces) == 1]
        if clause.chain or len(goal) != 1 or not clause.groups or known & {each.unit for each in clause.groups}:
            raise
        default = talk.default(clause)
        talk.pending.clear()
        talk.place_groups(clause, clause.groups, default, talk.space(goal[0]))
        talk.arrived.append((goal[0].spaces[0], unclear))
        clause.use("to")
        return
    if len({each.power in talk.enemies(movers[0][0].power) for each, _ in movers}) > 1:
        raise Unclear("enemies do not move together", "say who moves")
    ships = talk.scene.kind(movers[0][0].unit) is UnitKind.SHIP
    for item in [item for items in (*clause.places.values(), clause.chain) for item in items]:
        talk.chunker.narrow(item, [each.unit for each, _ in movers])
    stops = [
        item for item in clause.places.get("via", ()) if not (ships and canals_of(talk, item) and not talk.sea(item))
    ]
    for item in clause.places.get("via", ()):
        item.used = item.used or item not in stops
    if ships and clause.use("canal"):
        clause.use("via")
    spaces = [talk.space(item) for item in clause.chain]
    if ships and (spaces or clause.places.get("to")):  # "off portugal": which zone that is
        for item in clause.places.get("beside", ()):
            item.used = talk.rules.board.bordering(item.spaces[0], spaces[-1] if spaces else clause.place("to"))
        clause.places["beside"] = [item for item in clause.places.get("beside", ()) if not item.used]
    ends = [item for role in ("to", "beside") for item in clause.places.get(role, ())]
    ends = ends or [item for role in ("", "in") for item in clause.places.get(role, ()) if not item.used]
    ends = ends or (
        [] if spaces else [item for item in clause.places.get("near", ()) if item.spaces[0] != movers[0][0].now]
    )
    wanted = [*map(talk.space, stops), *map(talk.space, ends)]
    if talk.scene.peace and any(
        talk.scene.holder(each) in talk.enemies(movers[0][0].power)
        for each in wanted + spaces
        if each and not is_sea(talk.rules, each)
    ):
        raise Unclear("is war declared before?", "add for example: germany declares war on soviet union")
    before = talk.goes[-1] if talk.goes else None
    if not spaces and not wanted and clause.words.get("versus") and here:
        wanted = [here]
    if not spaces and not wanted:
        if before is not None and not clause.groups:
            return  # "both go?": the move before is meant
        raise Unclear("whither do they move?", "say from where to where")
    flown = talk.slowest(movers) is UnitKind.AIR and len(wanted) + len(spaces) > 1
    if flown and any(item.text.startswith("back") for item in clause.items):
        raise Unclear("aircraft come back in the noncombat move", "ask whether they may go, or where they may land")
    clause.use("via", "to", "in")
    talk.go(movers, spaces, wanted)


def land(talk: Talk, clause: Clause) -> None:
    """Aircraft come down where they are or go to; troops come ashore."""
    groups = [group for group in clause.groups if talk.scene.kind(group.unit) is not UnitKind.SHIP]
    if groups and all(talk.scene.kind(group.unit) is UnitKind.LAND for group in groups):
        offload(talk, clause)
        return
    ships = [group for group in clause.groups if talk.scene.kind(group.unit) is UnitKind.SHIP]
    place = clause.place("to", "in") or next(
        (talk.space(item) for item in clause.places.get("", ()) if item not in clause.before), ""
    )
    for ship in ships:
        clause.groups.remove(ship)
        known = talk.known(ship, ship.at or place, "")
        if not known:
            known = talk.place_groups(clause, [ship], talk.default(clause), ship.at or place)
        if not known:
            raise Unclear(f"where is the {spaced(ship.unit)}?", "say its place")
        talk.use(ship)
        place = place or known[0].now
    if not place and clause.use("there"):
        place = talk.here
    start = _bare_place(talk, clause, place)
    units = talk.movers(clause)
    if ships:
        clause.use("to", "in")
    place = place or start or units[0][0].now
    here = units[0][0].now
    if (
        any(each.power in talk.enemies(units[0][0].power) and each.now == here for each in talk.scene.units)
        and talk.goes
    ):
        raise Unclear(
            "how does the battle before end?",
            "say it phase by phase: the attack, end, the battle with its dice, end, the move, the landing",
        )
    if (talk.combat or talk.scene.phase == "combat-move") and not any("end" in act for act in talk.acts.acts):
        raise Unclear("aircraft land in the noncombat move", "say noncombat, or end the phases before")
    if units[0][0].now != place:
        talk.go(units, [], [place])
    talk.do(units[0][0].power, {"land": by_type(units), "at": place})


def _bare_place(talk: Talk, clause: Clause, place: str) -> str:
    """The first other place without a preposition."""
    return next(
        (item.spaces[0] for role in ("", "near") for item in clause.places.get(role, ()) if item.spaces[0] != place),
        "",
    )


def offload(talk: Talk, clause: Clause) -> None:
    """Troops come ashore from the one transport that has them aboard."""
    land = talk.land(clause, "to", "in", "", "near")
    if not land and clause.use("there"):
        land = talk.here if talk.here and not is_sea(talk.rules, talk.here) else ""
    zone = talk.zone(clause, "from", "beside", "", "in", "near")
    against = [group for group in clause.groups if group.side == OTHER]
    clause.groups = [group for group in clause.groups if group.side != OTHER]
    planes = [group for group in clause.groups if talk.scene.kind(group.unit) is UnitKind.AIR]
    cargo = [group for group in clause.groups if talk.scene.kind(group.unit) is UnitKind.LAND]
    ships = [group for group in clause.groups if talk.scene.kind(group.unit) is UnitKind.SHIP]
    default = talk.default(clause)
    for group in ships:
        zone = zone or group.at or group.start
        known = talk.known(group, "", "") or (talk.place_groups(clause, [group], default, zone) if zone else [])
        zone = zone or (known[0].now if known else "")
        talk.use(group)
    if land and against:
        talk.place_groups(clause, against, talk.other(default) if default else "", land)
    zone = _embark(talk, cargo, default, land, zone)
    carried = [(ship, each, each.count) for ship in talk.scene.units for each in ship.cargo] + talk.embarked
    carried = [row for row in carried if zone in ("", row[0].now)]
    clause.use("it", "all") if not cargo else None
    if cargo:
        carried = [
            row for group in cargo for row in carried if row[1].unit == group.unit and (group.count or 1) <= row[2]
        ]
    zones = {ship.now for ship, _, _ in carried}
    aboard = [replace(each, count=number) for _, each, number in carried]
    if len(zones) != 1 or (cargo and len(aboard) != len(cargo)):
        raise Unclear(
            "what goes ashore, from which transport?",
            "say which units are aboard, and in which sea zone: sz6: uk 1 transport (1 infantry)",
        )
    if not land:
        raise Unclear("where do they go ashore?", "say the land")
    power = aboard[0].power
    units = {
        each.unit: next((group.count or each.count for group in cargo if group.unit == each.unit), each.count)
        for each in aboard
    }
    for group in cargo:
        talk.use(group)
    clause.use("me", "with", "to")
    clause.power()
    talk.do(power, {"offload": units, "from": zones.pop(), "to": land})
    for group in planes:
        talk.go([(each, each.count) for each in talk.place_groups(clause, [group], power)], [], [land])
    talk.here = land


def _embark(talk: Talk, cargo: Sequence[Group], default: str, land: str, zone: str) -> str:
    """Put troops that are not named before aboard a transport, in the sea zone that they come from or one beside the
    land; that zone."""
    own = {each.unit for each in talk.scene.everyone() if each.power == default}
    new = [group for group in cargo if group.unit not in own]
    zone = zone or next((group.start for group in new if group.start), "")
    if not new or not land or not default or (zone and not is_sea(talk.rules, zone)):
        return zone
    if not zone:
        zone = zone_between(talk.rules, land, talk.scene.named)
        talk.scene.assume("from", zone)
    ships = [each for each in talk.scene.at(zone, default) if talk.rules.board.unit(each.unit).has("transport_room")]
    aboard = [Standing(each.unit, default, each.count or 1, zone, zone) for each in new]
    if ships:
        ships[0].cargo += aboard
    else:
        carrier = next(unit.id for unit in talk.rules.board.units if unit.has("transport_room"))
        talk.scene.units.append(Standing(carrier, default, 1, zone, zone, aboard))
        talk.scene.assume("transport", default, zone)
    return zone


def load(talk: Talk, clause: Clause) -> None:
    """Troops go aboard a transport."""
    cargo = [group for group in clause.groups if talk.scene.kind(group.unit) is UnitKind.LAND]
    ships = [group for group in clause.groups if talk.scene.kind(group.unit) is UnitKind.SHIP]
    land = talk.land(clause, "from", "", "near")
    zone = talk.zone(clause, "to", "in", "", "near")
    default = talk.default(clause)
    for group in ships:
        made = talk.place_groups(clause, [group], default, group.at or zone)
        zone = zone or (made[0].now if made else "")
    vessels = [each for each in talk.scene.units if talk.rules.board.unit(each.unit).has("transport_room")]
    zone = zone or (vessels[0].now if len({each.now for each in vessels}) == 1 else "")
    loaded: list[tuple[Standing, int]] = []
    for group in cargo:
        known = talk.known(group, group.at or group.start or land, "") or (
            talk.place_groups(clause, [group], default, group.at or group.start or land)
            if group.at or group.start or land
            else []
        )
        loaded += [(each, group.count or each.count) for each in known]
    clause.use("to", "in")
    if not loaded or not zone or len({each.now for each, _ in loaded}) != 1:
        raise Unclear(
            "what is loaded, from where, in which sea zone?",
            "write for example: load 1 infantry from united kingdom to sz6",
        )
    start, power = loaded[0][0].now, loaded[0][0].power
    for group in cargo:
        talk.use(group)
    talk.do(power, {"load": by_type(loaded), "from": start, "to": zone})
    carrying = [each for each in vessels if each.now == zone]
    if len(carrying) == 1:
        talk.embarked += [(carrying[0], each, number) for each, number in loaded]
    talk.here, talk.last = zone, carrying


def go_ashore(talk: Talk, land: str) -> bool:
    """Put ashore all that is aboard where transports are, which is what they attack with."""
    ships = [ship for ship, _, _ in talk.embarked] + [
        each for each in talk.scene.units if each.cargo and talk.scene.kind(each.cargo[0].unit) is UnitKind.LAND
    ]
    zones = {ship.now for ship in ships if ship.power == talk.turn}
    if is_sea(talk.rules, land) or len(zones) != 1:
        return False
    units = [(each, number) for _, each, number in talk.embarked] or [
        (each, each.count) for ship in ships for each in ship.cargo
    ]
    talk.acts.acts.append({"offload": by_type(units), "from": zones.pop(), "to": land})
    return True


def bombard(talk: Talk, clause: Clause) -> None:
    """Ships support an assault."""
    land = talk.land(clause, "to", "", "in", "near") or talk.here
    clause.places = {role: items for role, items in clause.places.items() if role == "from"}
    units = talk.movers(clause)
    if not land or is_sea(talk.rules, land):
        raise Unclear("which land is bombarded?", "name it")
    talk.do(units[0][0].power, {"bombard": by_type(units), "from": units[0][0].now, "at": land})
