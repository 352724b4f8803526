"""Moves: units go along a way or to a place, and aircraft land."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kb.asking.notation.clause import Clause, Mention
from kb.asking.notation.deeds import Act, Deeds, does, put
from kb.asking.notation.routes import is_sea, way
from kb.asking.notation.scene import Standing
from kb.base.errors import Finding
from kb.games.board_model import UnitKind


@does("move")
def move(deeds: Deeds, clause: Clause) -> None:
    """Units move along a way, or to a place."""
    own = [each for each in clause.mentions if not each.side]
    ends = clause.places.get("to", [])
    if len(ends) > 1 and not clause.path:
        clause.path = [clause.place("from", "at") or deeds.facts.here, *ends]
    target = clause.path[-1] if clause.path else clause.place("to", "after", "via") or clause.place("at")
    if target == clause.place("at") and not clause.path and not clause.place("to", "after"):
        target = ""
    start = clause.path[0] if clause.path else clause.place("from")
    moved = deeds.who(clause, own, start) or _last_moved(deeds, clause, start)
    if target and not is_sea(deeds.scene.rules, target):
        moved = _off_their_decks(deeds, moved)
    if clause.versus and deeds.facts.here and not target:
        target = deeds.facts.here
    if not moved:
        return
    if not target:
        _bare_move(deeds, clause, moved)
        return
    deeds.facts.stand(clause, [put(each, target) for each in clause.mentions if each.side])
    for standing, _ in moved if start and len(clause.path) > 1 else ():
        standing.now = start
    go(deeds, moved, target, clause, asks=clause.asks)
    if clause.versus and not deeds.in_moves():
        deeds.fight(target)


def _off_their_decks(deeds: Deeds, moved: Sequence[tuple[Standing, int]]) -> list[tuple[Standing, int]]:
    """Instead of ships that cannot go ashore the aircraft that were named aboard them."""
    made: list[tuple[Standing, int]] = []
    for standing, number in moved:
        planes = [each for each in standing.cargo if deeds.scene.kind(each.unit) is UnitKind.AIR]
        made += [(each, each.count) for each in planes] or [(standing, number)]
    return made


def _bare_move(deeds: Deeds, clause: Clause, moved: Sequence[tuple[Standing, int]]) -> None:
    """*go* without a place: the move that was told before is asked about."""
    if deeds.acts and "move" in deeds.acts[-1] and clause.asks:
        deeds.asked = [deeds.acts[-1]]


def _last_moved(deeds: Deeds, clause: Clause, start: str) -> list[tuple[Standing, int]]:
    """Those who were spoken of last: of the power on turn, in the place if one is said."""
    last = [each for each in deeds.facts.last if each.power == (clause.power or deeds.scene.turn)]
    fit = [each for each in last if start in ("", each.now)]
    own = [each for each in deeds.scene.units if not deeds.scene.hostile(each.power) and start in ("", each.now)]
    return [(each, each.count) for each in fit or own]


def go(deeds: Deeds, moved: Sequence[tuple[Standing, int]], target: str, clause: Clause, asks: bool = False) -> None:
    """A move for those of each place, or an offload where land units come from the sea."""
    groups: dict[tuple[str, bool], list[tuple[Standing, int]]] = {}
    for standing, number in moved:
        from_sea = deeds.scene.kind(standing.unit) is UnitKind.LAND and is_sea(deeds.scene.rules, standing.now)
        groups.setdefault((standing.now, from_sea), []).append((standing, number))
    for (start, from_sea), units in groups.items():
        if start == target and len(clause.path) < 3:
            continue
        if from_sea and not is_sea(deeds.scene.rules, target):
            act: Act = {"offload": deeds.everybody(units), "from": start, "to": target}
        else:
            act = {"move": deeds.everybody(units), "route": _route(deeds, start, target, units, clause)}
        deeds.act(deeds.owned(act, units), asks)
        deeds.facts.last = [standing for standing, _ in units]
        for standing, number in units:
            arrive(deeds, standing, number, target)


def is_afloat(deeds: Deeds, standing: Standing) -> bool:
    """Whether these are land units of the power on turn that have gone aboard."""
    own = standing.power == deeds.scene.turn and deeds.scene.kind(standing.unit) is UnitKind.LAND
    return own and is_sea(deeds.scene.rules, standing.now)


def arrive(deeds: Deeds, standing: Standing, number: int, target: str) -> None:
    """Units are elsewhere now, with what went aboard them."""
    left = standing.now
    if number < standing.count and not standing.cargo:
        standing.count -= number
        ships = [each.cargo for each in deeds.scene.units if any(load is standing for load in each.cargo)]
        gone = replace(standing, count=number, now=target, came="", moved=deeds.scene.sentence)
        next(iter(ships), deeds.scene.units).append(gone)
        return
    for each in (standing, *standing.cargo):
        each.came, each.now, each.moved = "", target, deeds.scene.sentence
    if deeds.scene.ships(standing.unit) and is_sea(deeds.scene.rules, left):
        for each in deeds.scene.units:
            if each.now == left and is_afloat(deeds, each):
                each.now = target


def _route(deeds: Deeds, start: str, target: str, units: Sequence[tuple[Standing, int]], clause: Clause) -> list[str]:
    """The way that is said, or the shortest one, through what the line names."""
    said = [space for space in clause.path if space]
    if len(said) > 1 and said[-1] == target:
        return _filled(deeds, said if said[0] == start else [start, *said], units)
    kind = _kind(deeds, units)
    via = clause.places.get("via", [])
    if via and target not in via and start not in via:
        return _filled(deeds, [start, *via, target], units)
    found = way(deeds.scene.rules, start, target, kind, deeds.scene.named)
    if len(found) > 2:
        deeds.scene.assume("route", *found)
    return found or [start, target]


def _kind(deeds: Deeds, units: Sequence[tuple[Standing, int]]) -> UnitKind:
    kinds = {deeds.scene.kind(standing.unit) for standing, _ in units}
    return UnitKind.AIR if UnitKind.AIR in kinds else UnitKind.SHIP if UnitKind.SHIP in kinds else UnitKind.LAND


def _filled(deeds: Deeds, said: Sequence[str], units: Sequence[tuple[Standing, int]]) -> list[str]:
    """A way that is said, with the spaces between two that do not touch."""
    made = [said[0]]
    for space in said[1:]:
        between = way(deeds.scene.rules, made[-1], space, _kind(deeds, units), deeds.scene.named)
        made += between[1:] if len(between) > 2 else [space]
    if made != [*said]:
        deeds.scene.assume("route", *made)
    return made


@does("stay")
def stay(deeds: Deeds, clause: Clause) -> None:
    """Units stay where they are: those that were not named before are there."""
    deeds.facts.stand(clause, deeds.news(clause))


@does("land")
def land(deeds: Deeds, clause: Clause) -> None:
    """Aircraft come down: those that are elsewhere fly there first, after the battles."""
    target = clause.place("to", "after") or clause.place("at")
    planes, others = _aboard_of_none(deeds, clause)
    decks = [deeds.scene.find(each) for each in others if deeds.scene.ships(each.unit)]
    target = target or next((each.now for each in decks if each), "")
    deeds.facts.stand(clause, [each for each in others if deeds.scene.find(each) is None])
    for mention in planes:
        if (
            mention.at == target
            and deeds.scene.find(mention, "", target) is None
            and deeds.scene.find(put(mention, ""))
        ):
            mention.at = ""
    moved = deeds.who(clause, planes, clause.place("from") or target) or [
        (each, number) for each, number in _last_moved(deeds, clause, "") if deeds.scene.kind(each.unit) is UnitKind.AIR
    ]
    if not target and clause.asks and moved and not deeds.acts:
        deeds.what = {"power": moved[0][0].power, "at": moved[0][0].now, "units": deeds.everybody(moved)}
        return
    flown = deeds.acts[-1] if deeds.acts and "move" in deeds.acts[-1] else None
    asks = clause.asks or any(each is flown for each in deeds.asked)
    if not target and flown:
        target = flown["route"][-1]
    if not target or not moved:
        deeds.findings.append(Finding("what lands, and where?", hint="write: uk ftr lands sz6"))
        return
    away = [(each, number) for each, number in moved if each.now != target]
    if away:
        _combat_first(deeds, away)
    go(deeds, away, target, clause, asks=asks)
    if not (is_sea(deeds.scene.rules, target) and deeds.scene.bought.get(moved[0][0].power)):
        deeds.act(deeds.owned({"land": deeds.everybody(moved), "at": target}, moved), asks)


def _aboard_of_none(deeds: Deeds, clause: Clause) -> tuple[list[Mention], list[Mention]]:
    """The aircraft that a clause names, and what else it names: those that land on a ship are not aboard yet."""
    planes, others = [], []
    for mention in clause.mentions:
        if deeds.scene.kind(mention.unit) is UnitKind.AIR:
            planes.append(mention)
            continue
        planes += [each for each in mention.cargo if deeds.scene.kind(each.unit) is UnitKind.AIR]
        mention.cargo = [each for each in mention.cargo if deeds.scene.kind(each.unit) is not UnitKind.AIR]
        others.append(mention)
    return planes, others


def _combat_first(deeds: Deeds, away: Sequence[tuple[Standing, int]]) -> None:
    """What flies on to land in a phase of combat moves has fought before, where enemies are, and that phase is over."""
    if deeds.scene.phase != "combat-move" or any({"battle", "raid", "end"} & act.keys() for act in deeds.acts):
        return
    here = away[0][0].now
    if any("move" in act for act in deeds.acts) and any(
        deeds.scene.hostile(each.power) for each in deeds.scene.at(here)
    ):
        deeds.fight(here)
    else:
        deeds.act(deeds.supplied_end("combat-move"))
