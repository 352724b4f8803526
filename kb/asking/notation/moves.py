"""What goes: units along a way, and aircraft that land."""

from __future__ import annotations

from collections.abc import Sequence

from kb.asking.notation.facts import canals_of
from kb.asking.notation.mentions import BETWEEN, Mention
from kb.asking.notation.routes import is_sea
from kb.asking.notation.scene import Standing
from kb.asking.notation.talk import Talk, Unclear, by_type
from kb.games.board_model import UnitKind

#: acts that units go by
GOES = ("move", "attack", "take", "stay", "land", "raid")
Movers = list[tuple[Standing, int]]


def movers(talk: Talk, kinds: Sequence[UnitKind] = ()) -> Movers:
    """The units that go, and how many: those that are said to come from a place, that stand before the act, that the
    question names, else all of the power on turn, where they stand in one place."""
    mine = [each for each in talk.of_turn() if talk.scene.kind(each.unit) in (kinds or (*UnitKind,))]
    mine = [each for each in mine if talk.scene.kind(each.unit) is not UnitKind.FACILITY]
    cargo = [one for ship in mine for one in ship.cargo if talk.scene.kind(one.unit) in kinds]
    named = [each for each in talk.mentions.of("units") if talk.standing.get(each.at) in (*mine, *cargo)]
    acts = [each for each in talk.mentions.of("act") if each.which in GOES and each.which != "stay"]
    subjects = [each for each in (talk.mentions.subjects(acts[-1]) if acts else ()) if each in named]
    if acts and not subjects and _is_it(talk, acts[-1]):
        topics = [_topic(named, act) for act in acts if _is_it(talk, act)]
        subjects = next((topic for topic in reversed(topics) if topic), [])
    coming = [each for each in named if each.units is not None and each.units.start]
    asked = [each for each in named if each.sentence == talk.mentions.last]
    found: dict[Standing, int] = {}
    for each in coming or subjects or asked or named:
        if each.units is not None and each.units.hosts:
            raise Unclear("does the ship go, or what is aboard?", "name the units that go, in a clause of their own")
        unit = talk.standing[each.at]
        found[unit] = (each.units.count if each.units else 0) or unit.count
    start = [each for each in talk.mentions.of("place") if each.role == "from" and not each.used]
    for one in found if len(start) == 1 else ():
        if not one.place:
            one.place, start[0].used = talk.space(start[0], talk.scene.kind(one.unit)), True
    if not found or (len({each.place for each in found}) != 1 and not coming):
        raise Unclear("which units do that?", "name them, and where they are")
    return list(found.items())


def _topic(named: Sequence[Mention], act: Mention) -> list[Mention]:
    """The units that a sentence names first, which *it* stands for before an act in it."""
    return [each for each in named if each.sentence == act.sentence and each.at < act.at][:1]


def _is_it(talk: Talk, act: Mention) -> bool:
    """Whether *it* does something: ``i want it to hop over``."""
    before = [each for each in talk.mentions.ahead(act) if each.kind not in ("filler", "may", "to")]
    return bool(before) and before[-1].text == "it"


def way_of(talk: Talk, units: Movers) -> list[str]:
    """The places of the line that are on the way of units: those that are passed before the last one, canals left out.

    Units of which no place is known begin in the first.
    """
    kind = talk.slowest(units)
    first = units[0][0]
    way: list[tuple[str, str]] = []
    for each in talk.mentions.of("place", "canal"):
        canals = canals_of(talk, each)
        if canals and (each.kind == "canal" or (kind is UnitKind.SHIP and talk.is_land(each))):
            each.used = True
        elif kind is UnitKind.SHIP and each.role == "beside" and talk.is_land(each) and _is_beside(talk, each, way):
            each.used = True  # "sz104 off portugal"
        elif not each.used and each.kind == "place":
            each.used = True
            space = talk.space(each, kind)
            told = next((role for role, one in way if one == space), None)
            if told in ("", "via") or (told is not None and _is_empty(talk, each)):
                continue  # "caucasus - ukraine - romania, ukraine empty"
            way = [row for row in way if row[1] != space]  # "hits sz2 by the route sz5, sz3, sz2"
            if not first.place and not way and _is_start(talk, each):
                for one, _ in units:
                    one.place = one.now = space
            elif each.role == "via" and way and way[-1][0] in ("to", "in", ""):
                way.insert(-1, (each.role, space))
            else:
                struck = talk.mentions.all[each.at - 1].which in ("attack", "raid") if each.at else False
                way.append(("to" if struck else each.role, space))
    if not first.place and way:
        _begin_at_home(talk, units, way[0][1])
    if way and way[-1][0] == "via" and kind is UnitKind.LAND:  # "blitz through sinkiang?"
        raise Unclear("whither do they move?", "say from where to where")
    return [space for _, space in way if space != first.place]


def _begin_at_home(talk: Talk, units: Movers, stop: str) -> None:
    """Units of which no place is known are in their capital, or the land that is called as their power, where the way
    leads from there."""
    board, power = talk.rules.board, units[0][0].power
    named = [each.id for each in board.spaces if each.id == each.held_by == power]
    homes = next(seat.capitals for seat in board.powers if seat.id == power) or named
    home = next((each for each in homes if board.bordering(each, stop)), "")
    for one, _ in units if home else ():
        one.place = one.now = home
        talk.scene.assume("from", home)


def _is_beside(talk: Talk, land: Mention, way: Sequence[tuple[str, str]]) -> bool:
    """Whether a land only says where the sea zone before it lies."""
    return bool(way) and talk.rules.board.bordering(talk.space(land), way[-1][1])


def _is_start(talk: Talk, place: Mention) -> bool:
    """Whether units that have no place yet come from a place: no act stands before it, or it has *from* or *in*."""
    behind = talk.mentions.behind(place, (*BETWEEN, "joint"))
    near = behind is not None and behind.kind == "place" and (behind.at - place.at <= 2 or behind.role)
    leads = behind is not None and ((near and behind.role in ("to", "via", "")) or behind.kind == "dash")
    acts = any(each.kind in ("act", "may") for each in talk.mentions.ahead(place))
    told = place.role not in ("", "in") or _is_empty(talk, place)
    return place.role == "from" or not (told or (acts and not leads))


def _is_empty(talk: Talk, place: Mention) -> bool:
    """Whether it is said of a place, before or behind it, that nobody is there."""
    behind = talk.mentions.behind(place, {*BETWEEN, "beside", "me"})
    return place.empty or (behind is not None and behind.kind == "empty")


def is_struck(talk: Talk, power: Mention) -> bool:
    """Whether a power stands right behind an attack, and is the land of that name: ``attacks germany``."""
    before = talk.mentions.all[power.at - 1].which if power.at else ""
    return before in ("attack", "raid") and power.item.role != "people" and bool(power.item.spaces)


def move(talk: Talk) -> None:
    """Units go through the places that nothing else stands in, or to those that they attack."""
    units = movers(talk)
    stops = way_of(talk, units)
    attack = next((each for each in talk.mentions.of("act") if each.which in ("attack", "take")), None)
    if attack is not None:
        behind = [
            each for each in talk.mentions.of("units") if each.at > attack.at and each.sentence == attack.sentence
        ]
        struck = [talk.standing[each.at] for each in behind if talk.standing.get(each.at) in talk.foes()]
        met = dict.fromkeys(each.place for each in struck or talk.foes() if each.place)
        stops += [place for place in met if place not in stops and len(met) == 1]
    if not stops:  # "wants the destroyer in sz92"
        met = dict.fromkeys(each.place for each in talk.foes() if each.place)
        stops = [*met] if len(met) == 1 and units[0][0].place not in met else []
    for each in [each for each in talk.foes() if stops and not talk.belongs(each)]:
        if attack is None and not each.place:
            talk.scene.assume("stands", each.unit, each.power, stops[-1])
        each.place = each.place or stops[-1]
    talk.put()
    if not stops or (len({each.place for each, _ in units}) > 1 and len(stops) > 1):
        raise Unclear("whither do they move?", "say from where to where")
    if any(each.which == "stay" and talk.mentions.is_asked(each) for each in talk.mentions.of("act")):
        raise Unclear("what is asked?", "say which units do what, from where to where")
    use_acts(talk, "move", "attack", "take", "stay")
    talk.of(units[0][0].power, {})
    talk.go(units, [], stops)
    asked = any(each.which == "attack" and talk.mentions.is_asked(each) for each in talk.mentions.of("act"))
    if asked and talk.foes() and not any(talk.rules.board.unit(each.unit).attack for each, _ in units):
        talk.acts.acts.append(talk.acts.supplied_end("combat-move"))
        talk.battle(stops[-1])  # whether units without an attack value may attack
        talk.scene.phase = talk.scene.phase or "combat-move"


def flies_home(talk: Talk) -> bool:
    """Whether the question is whether aircraft can land somewhere after an attack that they fly to."""
    acts = talk.mentions.of("act")
    planes = any(talk.scene.kind(each.unit) is UnitKind.AIR for each in talk.of_turn())
    goes = any(each.which in ("attack", "raid", "move") for each in acts)
    lands = [each for each in acts if each.which == "land" and talk.acts.asked]
    return planes and goes and not talk.rolled and bool(lands) and _landing(talk, lands[-1]) is not None


def _landing(talk: Talk, act: Mention) -> Mention | None:
    """The place where aircraft are to land: the first one behind the act, or before it where *there* stands behind."""
    row = [each for each in talk.mentions.all[act.at :] if each.sentence == act.sentence]
    place = next((each for each in row if each.kind == "place" and each.role != "from"), None)
    there = any(each.kind == "there" for each in row)
    before = [each for each in talk.mentions.of("place") if each.at < act.at]
    return place or (before[-1] if there and before else None)


def land(talk: Talk) -> None:
    """Aircraft go to where they land, in the noncombat move; after an attack from there, with what the way left."""
    units = movers(talk, (UnitKind.AIR,))
    goal = _landing(talk, [each for each in talk.mentions.of("act") if each.which == "land"][-1])
    end = talk.space(goal, UnitKind.AIR) if goal is not None else ""
    if goal is not None:
        goal.used = True
    stops = way_of(talk, units)
    out = _way_out(talk, stops) if end and talk.scene.phase != "noncombat-move" else []
    if not out and talk.scene.phase != "noncombat-move" and (talk.scene.phase or stops or not end):
        raise Unclear("aircraft land in the noncombat move", "say noncombat, or end the phases before")
    ships = {each.place for each in talk.own() if talk.rules.board.unit(each.unit).has("carrier_room") and each.place}
    if end and not (units[0][0].place or out or {*stops} - {end}):
        talk.scene.assume("from", end)
    talk.put((out or stops or [end or (min(ships) if len(ships) == 1 else "")])[-1])
    use_acts(talk, "move", "land")
    talk.of(units[0][0].power, {})
    if out:
        _fly_out(talk, units, out)
    way = [*([] if out else stops), end] if end else stops or [*ships][: len(ships) == 1] or [units[0][0].place]
    if way[-1] != units[0][0].place:
        talk.go(units, [], way)
    if not (talk.goes and _is_too_far(talk, units)):
        talk.do(units[0][0].power, {"land": by_type(units), "at": way[-1]})


def _way_out(talk: Talk, stops: Sequence[str]) -> list[str]:
    """The places by which aircraft fly to what they attack, it being the last; none where they attack nothing."""
    acts = [each for each in talk.mentions.of("act") if each.which in ("attack", "raid", "take")]
    if not (acts or talk.foes()):
        return []
    struck = [each for each in talk.mentions.of("power") if is_struck(talk, each)]
    asked = [each for each in talk.mentions.of("outcome", "if") if each.at < talk.mentions.of("act")[-1].at]
    for each in (*acts, *struck, *asked):  # "and kills it"; "if i fly there, ..."
        each.used = True
    lands = [each.item.spaces[0] for each in struck if each.item.spaces[0] not in stops]
    return [*stops, *lands] or [*dict.fromkeys(each.place for each in talk.foes() if each.place)]


def _is_too_far(talk: Talk, units: Movers) -> bool:
    """Whether the way to where aircraft are to land is longer than what they have left: then it is what is asked."""
    way = len(talk.goes[-1]["route"]) - 1
    return any(each.spent + way > (talk.rules.board.unit(each.unit).move or 0) for each, _ in units)


def _fly_out(talk: Talk, units: Movers, stops: Sequence[str]) -> None:
    """Aircraft have flown to a battle and won it: they are there, and have spent what the way took.

    Raises :class:`Unclear` where they flew over what is neither theirs nor an enemy's: the way may be what is asked.
    """
    talk.go(units, [], stops)
    talk.acts.acts.pop()
    place = talk.goes.pop()["route"]
    if len({*place}) != len(place):
        raise Unclear("which way do they take?", "say each space")
    over = [talk.scene.holder(each) for each in place[1:-1] if not is_sea(talk.rules, each)]
    if any(each != talk.turn and each not in talk.enemies(talk.turn) for each in over):
        raise Unclear("is the way out asked, or the landing?", "ask of each in a line of its own")
    talk.combat, talk.scene.phase = False, "noncombat-move"
    talk.scene.assume("survive", units[0][0].unit, place[-1])
    talk.scene.units = [
        each for each in talk.scene.units if each.place != place[-1] or each.power not in talk.enemies(talk.turn)
    ]
    for each, _ in units:
        each.place, each.spent = place[-1], len(place) - 1


def use_acts(talk: Talk, *acts: str) -> bool:
    """Note that something is made of acts, and of who is met; whether ships bombard."""
    for each in talk.mentions.of("versus") if talk.foes() else ():
        each.used = True
    for each in talk.mentions.of("act"):
        each.used = each.used or each.which in acts
    return "bombard" in acts and any(each.which == "bombard" for each in talk.mentions.of("act"))
