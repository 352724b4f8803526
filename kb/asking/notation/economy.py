"""What is bought, researched, placed and collected, and wars that are declared."""

from __future__ import annotations

from kb.asking.notation.routes import is_sea
from kb.asking.notation.scene import Act, Standing
from kb.asking.notation.talk import Talk, Unclear
from kb.base.english import spaced
from kb.games.board_model import UnitKind

_ACTS = ("purchase", "research", "collect", "declare-war")


def is_economy(talk: Talk) -> bool:
    """Whether units or dice are bought, income is collected, or war is declared."""
    kinds = {each.which for each in talk.mentions.of("act")}
    buys = talk.scene.phase == "purchase-units" or ("purchase" in kinds and not is_placed(talk))
    buys = buys and talk.scene.phase != "mobilize-units"
    return buys or bool(kinds & {"research", "collect", "declare-war"} and not talk.rolled)


def is_placed(talk: Talk) -> bool:
    """Whether the line is about where new units are placed: it says so, or names a place beside what is bought."""
    kinds = {each.which for each in talk.mentions.of("act")}
    afloat = [each for each in talk.of_turn("transport_room") if each.place]
    boats = (bool(afloat) or any(units.cargo for _, units in talk.mentions.units())) and not (
        kinds & {"purchase"} or any(units.new for _, units in talk.mentions.units())
    )
    new = kinds <= {"take"} and any(units.new for _, units in talk.mentions.units())
    places = ("purchase" in kinds or new) and talk.mentions.of("place", "there")
    return bool("mobilize" in kinds or places) and "offload" not in kinds and not talk.rolled and not boats


def economy(talk: Talk) -> None:
    """A purchase, research, income or a declaration of war."""
    power = talk.turn or next(iter(talk.named), "")
    if not power:
        raise Unclear("whose turn is it?", "write for example: germany combat move")
    kinds = {each.which for each in talk.mentions.of("act")}
    technologies = [each for each in talk.mentions.of("other") if each.item.others[0][0] == "technology"]
    if "research" in kinds or technologies:
        act: Act = {"research": {"dice": _number(talk)}}
        for each in technologies:
            act["research"]["technology"], each.used = each.item.others[0][1], True
    elif "collect" in kinds:
        act = {"collect": "income"}
    elif "declare-war" in kinds:
        whom = {each for each in talk.named if each in talk.enemies(power)}
        if len(whom) != 1:
            raise Unclear("who declares war on whom?", "name both powers")
        act = {"declare-war": whom.pop()}
    else:
        rows = [units for _, units in talk.mentions.units() if not units.absent]
        bought = {each.unit: each.count or 1 for each in rows}
        if len(bought) != len(rows) or not rows or any(each.at for each in rows):
            raise Unclear("what is bought?", "name the units")
        act = {"purchase": bought}
        talk.standing.clear()
    for each in talk.mentions.of("act", "dice", "power"):
        each.used = each.kind != "act" or each.which in _ACTS
    talk.put()
    talk.do(power, act)


def _number(talk: Talk) -> int:
    """The one number that is left."""
    left = [each for each in talk.mentions.of("number") if not each.used]
    if len(left) != 1:
        raise Unclear("how many dice are bought, by whom?", "write for example: germany researches 2 for rockets")
    left[0].used = True
    return left[0].item.number or 0


def mobilize(talk: Talk) -> None:
    """New units are placed: those that are called new, that are named behind what is bought or placed, or have no
    place; in one place, or each where it is said."""
    new = _new_units(talk)
    goal = _goal(talk, new)
    if not new or any(each.cargo for each in new) or not (goal or all(each.place for each in new)):
        raise Unclear("what is placed, and where?", "write for example: place 2 infantry in germany")
    for each in talk.mentions.of("place", "act"):
        done = each.which in ("mobilize", "purchase", "move", "land", "take")
        each.used = each.used or each.kind == "place" or done
    talk.standing = {at: each for at, each in talk.standing.items() if each not in new}
    by_place: dict[str, dict[str, int]] = {}
    for one in new:
        units = by_place.setdefault(goal or one.place, {})
        if units.setdefault(one.unit, one.count) != one.count:
            raise Unclear(f"how many {spaced(one.unit)} are placed?", "say it once")
    talk.put()
    for place, units in by_place.items():
        talk.placed.append((talk.turn, units))
        producer = _producer(talk, place) if is_sea(talk.rules, place) else ""
        act: Act = {"mobilize": units, "at": place, **({"producer": producer} if producer else {})}
        talk.do(talk.turn, act | _taking(talk, units))


def _taking(talk: Talk, new: dict[str, int]) -> Act:
    """The aircraft of an ally that go aboard a new carrier, where such are named on land."""
    decks = any(talk.rules.board.unit(unit).has("carrier_room") for unit in new)
    allies = [
        each for each in talk.own() if each.power != talk.turn and each.place and not is_sea(talk.rules, each.place)
    ]
    planes = [each for each in allies if decks and talk.scene.kind(each.unit) is UnitKind.AIR]
    if not planes:
        return {}
    one = planes[0]
    return {"fighters": {one.power: {one.unit: one.count}}, "fighters_from": one.place}


def _goal(talk: Talk, new: list[Standing]) -> str:
    """Where new units are placed: the place that the question names, the zone of a carrier that they are placed on, the
    place that is left, or where the only complex that is named stands; empty where each has a place of its own."""
    kinds = {talk.scene.kind(each.unit) for each in new}
    kind = UnitKind.SHIP if UnitKind.SHIP in kinds else UnitKind.LAND if UnitKind.LAND in kinds else UnitKind.AIR
    own = [each for each in talk.of_turn() if each not in new]
    decks = [each.place for each in own if talk.rules.board.unit(each.unit).has("carrier_room") and each.place]
    left = [each for each in talk.mentions.of("place") if not each.used and each.role != "from"]
    asked = [talk.space(each, kind) for each in left if each.sentence == talk.mentions.last]
    stand = {each.place for each in new}
    if stand and "" not in stand and not asked and not (decks and _is_on_deck(talk, new)):
        return ""
    there = [talk.space(each, kind) for each in talk.mentions.of("place")] if talk.mentions.of("there") else []
    mills = [each.place for each in own if talk.scene.kind(each.unit) is UnitKind.FACILITY and each.place]
    found = asked or (decks if _is_on_deck(talk, new) else []) or [talk.space(each, kind) for each in left]
    found = list(dict.fromkeys(found or there[-1:] or (mills if kind is not UnitKind.SHIP else []) or decks))
    return found[0] if len(found) == 1 else ""


def _is_on_deck(talk: Talk, new: list[Standing]) -> bool:
    """Whether new aircraft alone are placed on a carrier: it is named again, or by *it* or its deck."""
    alone = all(talk.scene.kind(each.unit) is UnitKind.AIR for each in new)
    row = talk.mentions.question()
    carrier = any(each.units and talk.rules.board.unit(each.units.unit).has("carrier_room") for each in row)
    return alone and (carrier or any(each.kind in ("deck", "it") for each in row))


def _producer(talk: Talk, zone: str) -> str:
    """The land beside a sea zone with a complex of the power that places there: one that stands, or is printed."""
    beside = talk.rules.board.around(zone)
    stands = [each.place for each in talk.of_turn() if talk.scene.kind(each.unit) is UnitKind.FACILITY]
    kinds = {unit.id for unit in talk.rules.board.units if talk.scene.kind(unit.id) is UnitKind.FACILITY}
    printed = [row.space for row in talk.rules.board.setup if row.unit in kinds]
    own = [each for each in (*stands, *printed) if each in beside and talk.scene.holder(each) == talk.turn]
    return own[0] if own else ""


def _new_units(talk: Talk) -> list[Standing]:
    """The units that are placed."""
    new: dict[Standing, None] = {}
    known: list[Standing] = []
    for each, units in talk.mentions.units():
        one = talk.standing.get(each.at)
        facility = one is not None and talk.scene.kind(one.unit) is UnitKind.FACILITY
        if one is None or one in new or one in known or one.power not in ("", talk.turn):
            continue
        behind = {act.which for act in talk.mentions.ahead(each) if act.kind == "act" and not act.used}
        if facility and not (units.new or talk.is_bought(each)):
            continue
        after = [one.kind for one in talk.mentions.all[each.at + 1 : each.at + 4]]
        old = "old" in (after[: after.index("joint")] if "joint" in after else after)
        if units.old or (old and one.place):
            known.append(one)
        elif units.new or behind & {"mobilize", "purchase"} or not one.place:
            new[one], one.power = None, talk.turn
        else:
            known.append(one)
    return list(new)
