"""What a power buys, places and collects; war."""

from __future__ import annotations

from typing import Any

from kb.asking.notation.clauses import OBJECT, Clause, Unclear
from kb.asking.notation.scene import Act
from kb.asking.notation.talk import Talk
from kb.games.board_model import UnitKind


def research(talk: Talk, clause: Clause) -> None:
    """Dice that are bought for a technology, or for any."""
    found = next((item for item in clause.items if item.others and item.others[0][0] == "technology"), None)
    number = next((item for item in clause.numbers if not item.used), None)
    power = clause.power() or talk.turn
    if number is None or not power:
        raise Unclear("how many dice are bought, by whom?", "write for example: germany researches 2 for rockets")
    number.used = True
    clause.use("dice", "a")
    what: dict[str, Any] = {"dice": number.number}
    if found is not None:
        what["technology"], found.used = found.others[0][1], True
    talk.do(power, {"research": what})


def mobilize(talk: Talk, clause: Clause) -> None:
    """New units come onto the board: an act for each place; carriers and complexes there are no new ones."""
    producer = _complexes(talk, clause)
    place = clause.place("to", "in", "", "near")
    new = [
        group for group in clause.groups if not (group.at and group.side == OBJECT and talk.known(group, group.at, ""))
    ]
    power = clause.power() or next((group.power for group in new if group.power), "") or talk.default(clause)
    if not power:
        raise Unclear("who places units?", "name the power")
    carriers = [group for group in clause.groups if group not in new]
    bought = talk.scene.bought.get(power, {})
    for group in clause.groups:
        group.count = group.count or (bought.get(group.unit) if group.several else None)
        talk.counted(group)
        talk.use(group)
    if carriers:
        clause.use("to", "in")
        place = place or carriers[0].at
    by_place: dict[str, dict[str, int]] = {}
    for at, group in enumerate(new):
        where = next((each.at for each in new[at:] if each.at), "") or place
        units = by_place.setdefault(where, {})
        units[group.unit] = units.get(group.unit, 0) + (group.count or 1)
    if not new and clause.use("it", "all"):
        bought = dict(talk.scene.bought.get(power, {})) or next(
            (dict(act["purchase"]) for act in talk.acts.acts if "purchase" in act), {}
        )
        by_place = {place: bought} if bought else {}
    if not by_place or "" in by_place:
        raise Unclear("what is placed, and where?", "write for example: place 2 infantry in germany")
    clause.use("new", "me", "all", "it", "loaded")
    producer = producer or next((talk.space(item) for item in clause.places.get("beside", ())), "")
    for where, units in by_place.items():
        act: Act = {"mobilize": units, "at": where, **({"producer": producer} if producer else {})}
        talk.placed.append((power, units))
        talk.do(power, act)


def on_deck(talk: Talk, clause: Clause) -> None:
    """Aircraft that were bought are placed on a carrier: "onto it?"; those that are placed with it are."""
    power, bought = (talk.placed or [*talk.scene.bought.items()])[0]
    units = {unit: number for unit, number in bought.items() if talk.scene.kind(unit) is UnitKind.AIR}
    ships = [each for each in talk.scene.units if talk.rules.board.unit(each.unit).has("carrier_room")]
    placed = [act for act in talk.acts.acts if "mobilize" in act and {*units} <= {*act["mobilize"]}]
    if not units or not (placed or len(ships) == 1):
        raise Unclear("what is placed on which ship?", "write for example: place 1 fighter in sz6")
    clause.use("to", "in", "it", "loaded", "there", "new", "all")
    for group in clause.groups:
        talk.use(group)
    talk.acts.asked = True
    if not placed:
        talk.do(power, {"mobilize": units, "at": ships[0].now})


def purchase(talk: Talk, clause: Clause) -> None:
    """Units are bought; in a line about placing them they have been."""
    power = clause.power() or next((group.power for group in clause.groups if group.power), "") or talk.default(clause)
    if not power and clause.header:
        talk.buying = True
        return
    if not power:
        raise Unclear("who buys?", "name the power")
    units: dict[str, int] = {}
    for group in [group for group in clause.groups if group.at and talk.scene.kind(group.unit) is UnitKind.FACILITY]:
        clause.groups.remove(group)
        talk.place_groups(clause, [group], power, group.at)
    for group in clause.groups:
        talk.counted(group)
        units[group.unit] = units.get(group.unit, 0) + (group.count or 1)
        talk.use(group)
    if not units and clause.header:
        talk.buying = True
        return
    if not units:
        raise Unclear("what is bought?", "name the units")
    clause.use("new", "me")
    later = talk.scene.phase == "mobilize-units" or any(each.verb == "mobilize" for each in talk.clauses)
    if later:
        bought = talk.scene.bought.setdefault(power, {})
        for unit, number in units.items():
            bought[unit] = bought.get(unit, 0) + number
    else:
        talk.do(power, {"purchase": units})


def collect(talk: Talk, clause: Clause) -> None:
    """A power collects its income."""
    power = clause.power() or talk.turn
    if not power:
        raise Unclear("who collects income?", "name the power")
    talk.do(power, {"collect": "income"})


def declare_war(talk: Talk, clause: Clause) -> None:
    """A power declares war on another."""
    power, whom = clause.power() or talk.turn, clause.power(OBJECT)
    target = next((item for item in clause.places.get("", ()) if item.power), None)
    if target is not None:
        whom, target.used = target.power, True
    if not power or not whom:
        raise Unclear("who declares war on whom?", "name both powers")
    talk.do(power, {"declare-war": whom})


def _complexes(talk: Talk, clause: Clause) -> str:
    """Take the complexes that a clause names as standing there; the land of one beside which units are placed."""
    producer = ""
    for group in [each for each in clause.groups if talk.scene.kind(each.unit) is UnitKind.FACILITY]:
        if clause.use("beside"):
            owner = next((item for item in group.items if item.power and len(item.spaces) == 1), None)
            if owner is None:
                raise Unclear("in which land is the complex?", "name it")
            producer = owner.spaces[0]
            talk.use(group)
        elif group.at and len(clause.groups) > 1:
            talk.place_groups(clause, [group], "", group.at)
            producer = group.at
        else:
            continue
        clause.groups.remove(group)
    return producer
