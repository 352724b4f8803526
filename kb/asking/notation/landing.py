"""Troops go aboard transports and ashore."""

from __future__ import annotations

from kb.asking.notation.clause import Clause
from kb.asking.notation.deeds import Deeds, does, put
from kb.asking.notation.moving import arrive, go, is_afloat
from kb.asking.notation.routes import is_sea, zone_between
from kb.asking.notation.scene import Standing
from kb.base.errors import Finding
from kb.games.board_model import UnitKind


@does("amphib")
def amphib(deeds: Deeds, clause: Clause) -> None:
    """Land units come ashore, and what attacks with them moves."""
    target = clause.place("to", "after") or clause.place("at")
    defenders = [
        each
        for each in clause.mentions
        if each.side or (each.power and each.power in deeds.scene.enemies(deeds.scene.turn))
    ]
    troops = [each for each in clause.mentions if not any(each is other for other in defenders)]
    target = target or enemy_land(deeds)
    if not target:
        deeds.findings.append(Finding("where do they land?", hint="write: uk lands 2 inf in norway from sz6"))
        return
    deeds.facts.stand(clause, [put(each, target) for each in defenders])
    for mention in troops:
        if mention.at == target:
            mention.at = ""
        land = deeds.scene.kind(mention.unit) is UnitKind.LAND
        if land and not mention.start and deeds.scene.find(mention) is None:
            mention.start = zone_between(deeds.scene.rules, target, deeds.scene.named)
            deeds.scene.assume("zone", mention.start)
    moved = deeds.who(clause, troops) or _cargo_near(deeds, target)
    go(deeds, moved, target, clause, asks=clause.asks)
    deeds.facts.here = target
    if (defenders or clause.versus) and not deeds.in_moves():
        deeds.fight(target)


def enemy_land(deeds: Deeds) -> str:
    """The territory that is meant where none is said: the last one that the line names where enemies are."""
    lands = [each for each in deeds.scene.named if not is_sea(deeds.scene.rules, each)]
    hostile = [each for each in lands if deeds.scene.hostile(deeds.scene.holder(each))]
    return next(reversed(hostile or lands), "")


def _cargo_near(deeds: Deeds, target: str) -> list[tuple[Standing, int]]:
    """What is aboard ships of the power on turn: beside a territory, or wherever some are."""
    ships = [each for each in deeds.scene.units if each.power == deeds.scene.turn and each.cargo]
    near = [each for each in ships if each.now == target or deeds.scene.rules.board.bordering(each.now, target)]
    loaded = [(load, load.count) for each in near or ships for load in each.cargo]
    afloat = [(each, each.count) for each in deeds.scene.units if is_afloat(deeds, each)]
    near_by = [(each, number) for each, number in afloat if deeds.scene.rules.board.bordering(each.now, target)]
    return loaded or near_by or afloat


@does("offload")
def offload(deeds: Deeds, clause: Clause) -> None:
    """Cargo goes ashore."""
    target = clause.place("to", "after") or clause.place("at")
    ships = [each for each in clause.mentions if deeds.scene.ships(each.unit)]
    troops = [each for each in clause.mentions if not any(each is ship for ship in ships)]
    if ships and not any(deeds.scene.find(each) for each in ships):
        deeds.facts.stand(clause, ships)
    for mention in troops:
        if mention.at == target:
            mention.at = ""
    moved = deeds.who(clause, troops, clause.place("from", "at")) if troops else []
    moved = moved or _cargo_near(deeds, target)
    if not moved or not target:
        deeds.findings.append(Finding("who goes ashore, and where?", hint="write: unloads 1 inf from sz6 to norway"))
        return
    start = clause.place("from") or moved[0][0].now
    deeds.act(deeds.owned({"offload": deeds.everybody(moved), "from": start, "to": target}, moved), clause.asks)
    for standing, number in moved:
        arrive(deeds, standing, number, target)


@does("load")
def load(deeds: Deeds, clause: Clause) -> None:
    """Land units go aboard a transport."""
    ships = [each for each in clause.mentions if deeds.scene.ships(each.unit)]
    troops = [each for each in clause.mentions if not any(each is ship for ship in ships)]
    found = deeds.who(clause, ships)
    zones = [
        each
        for each in (*clause.places.get("to", []), *clause.places.get("at", []), *clause.places.get("after", []))
        if is_sea(deeds.scene.rules, each)
    ]
    lands = [
        each
        for each in (clause.place("from"), *clause.places.get("at", []), *clause.places.get("after", []))
        if each and not is_sea(deeds.scene.rules, each)
    ]
    moved = deeds.who(clause, troops, next(iter(lands), ""))
    start = next(iter(lands), "") or (moved[0][0].now if moved else "")
    own = next(
        (
            each.now
            for each in deeds.scene.units
            if deeds.scene.ships(each.unit) and not deeds.scene.hostile(each.power)
        ),
        "",
    )
    to = next(iter(zones), "") or (found[0][0].now if found else "") or own
    if not moved or not to:
        deeds.findings.append(Finding("who goes aboard, and where?", hint="write: loads 1 inf from norway to sz6"))
        return
    deeds.act(deeds.owned({"load": deeds.everybody(moved), "from": start, "to": to}, moved), clause.asks)
    for standing, number in moved:
        arrive(deeds, standing, number, to)
