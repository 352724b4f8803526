"""What is fought: attacks, raids, scrambles, losses, and how units leave a battle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kb.asking.notation.clauses import OBJECT, OTHER, SUBJECT, Clause, Group, Unclear
from kb.asking.notation.moves import go_ashore, move
from kb.asking.notation.routes import is_sea
from kb.asking.notation.scene import Act, Standing
from kb.asking.notation.talk import HIT, Rolled, Talk, by_type
from kb.base.english import spaced
from kb.games.board_model import UnitKind


def attack(talk: Talk, clause: Clause) -> None:
    """Units attack: they move to where they do not stand yet, else the battle is fought."""
    theirs, ours = (SUBJECT, OTHER) if clause.passive else (OBJECT, SUBJECT)
    met = () if clause.passive or clause.words.get("versus") else (OTHER,)
    if clause.words.get("versus"):
        theirs, ours = OTHER, SUBJECT
    attackers = [group for group in clause.groups if group.side == ours]
    defenders = [group for group in clause.groups if group not in attackers and group.side in (theirs, OBJECT, *met)]
    asks = clause.asked or clause.words.get("may")
    if clause.said.startswith(("hit", "shoot", "kill", "sink")) and asks and attackers and defenders:
        hit(talk, clause, attackers, defenders)
        return
    power = clause.power(ours) or next((group.power for group in attackers if group.power), "")
    clause.use("him")
    if clause.use("me"):
        power = power or talk.mine()
    if clause.chain and not clause.places.get("from"):
        clause.places |= {"from": clause.chain[:1], "to": clause.chain[-1:]}
    start = clause.place("from")
    if start and any(group.start not in ("", start) for group in attackers):
        raise Unclear("which units come from where?", "say the space of each")
    place = _battlefield(talk, clause, attackers, defenders, power)
    for item in clause.places.get("", ()):
        item.used = item.used or item.spaces == (place,)
    whom = clause.power(theirs) or (talk.other(power) if power else "")
    found = _attackers(talk, attackers, {group.power for group in defenders}, power, start, place)
    power = found[0][0].power if found else power or talk.turn
    if not found:
        found = _all_that_attack(talk, power, start, place)
    if not whom and not is_sea(talk.rules, place):
        holder = talk.scene.holder(place)
        whom = holder if holder in talk.enemies(power) else ""
    whom = whom or talk.other(power)
    for group in defenders:
        talk.place_groups(clause, [group], whom, group.at or place)
    if talk.turn and power in talk.enemies(talk.turn):
        raise Unclear(f"{spaced(power)} attacks, but it is the turn of {spaced(talk.turn)}", "leave one out")
    talk.of(power, {})
    moving = [(each, number) for each, number in found if each.now != place]
    if moving and any(group.hosts for group in attackers):
        raise Unclear("does the carrier go, or what is aboard?", "name the units that go, in a clause of their own")
    if moving:
        talk.go(moving, [], [place])
    talk.here = place
    talk.last = [each for each, _ in found]
    before: Act = talk.acts.acts[-1] if talk.acts.acts else {}
    came = before.get("route", [""])[-1] == place and any(before is act for act in talk.goes)
    if not moving and not came and "offload" not in before:
        talk.battle(place)


def _battlefield(talk: Talk, clause: Clause, attackers: Sequence[Group], defenders: Sequence[Group], power: str) -> str:
    """Where it is fought: the place that is named, that of the units attacked, the last one spoken of."""
    stand = {group.at for group in attackers if group.at}
    own = stand | {group.start for group in attackers if group.start}
    place = clause.place("to", "", "in") or next((group.at for group in defenders if group.at), "")
    if not place:
        place = next((item.spaces[0] for item in clause.places.get("near", ()) if item.spaces[0] not in own), "")
    if not place and clause.words.get("versus") and len(own) == 1:
        place = next(iter(own))
    if clause.use("there", "it") or not place:
        known = next((known for group in defenders if (known := talk.known(group, "", ""))), None)
        place = place or (known[0].now if known else "") or talk.here
    if not place and (defenders or clause.passive) and len(stand) == 1:
        place = next(iter(stand))
    if not place:
        met_at = {each.now for each in talk.scene.units if power and each.power in talk.enemies(power)}
        place = met_at.pop() if len(met_at) == 1 else stand.pop() if len(stand) == 1 and not met_at else ""
    if not place:
        raise Unclear("where is that battle?", "say the place")
    return place


def _attackers(
    talk: Talk, groups: Sequence[Group], theirs: Iterable[str], power: str, start: str, place: str
) -> list[tuple[Standing, int]]:
    """The units that attack: those that are known, or new ones in their place; without one they are in the battle."""
    found: list[tuple[Standing, int]] = []
    taken = {*theirs} | {each.power for each in talk.scene.units}
    only = talk.named[0] if len(talk.named) == 1 and talk.named[0] not in taken else ""
    default = power or talk.speaker or talk.turn or only
    for group in groups:
        where = group.start or group.at or start
        known = talk.known(group, where, power)
        if not known:
            known = talk.new(group, talk.owner(group, where or place, default), where or place)
        default = known[0].power
        talk.use(group)
        found += [(each, min(each.count, group.count or each.count)) for each in known]
    return found


def _all_that_attack(talk: Talk, power: str, start: str, place: str) -> list[tuple[Standing, int]]:
    """What a power attacks with where that is not said: all that is there, that comes from one place, or is aboard."""
    if not power:
        raise Unclear("who attacks?", "name the power and its units")
    own = [each for each in talk.scene.units if each.power == power]
    here = [each for each in own if each.now == place]
    near = [each for each in own if start in ("", each.now)]
    if here or (not talk.embarked and not any(each.cargo for each in near) and near and (len(near) == 1 or start)):
        return [(each, each.count) for each in here or near]
    if not go_ashore(talk, place):
        raise Unclear("which units attack?", "name them, and where they are")
    return []


def take(talk: Talk, clause: Clause) -> None:
    """A place is taken, or units are, as casualties."""
    if any(group.side == OBJECT for group in clause.groups) and not clause.places and not clause.chain:
        lose(talk, clause)
    else:
        move(talk, clause) if clause.groups or talk.last else attack(talk, clause)


def lose(talk: Talk, clause: Clause) -> None:
    """Units that a power takes as casualties."""
    power = clause.power() or clause.power(OBJECT)
    groups = list(clause.groups)
    owners = {talk.known(group, "", power)[0].power for group in groups if talk.known(group, "", power)}
    power = power or (owners.pop() if len(owners) == 1 else "")
    act = talk.fought()
    clause.use("beside")
    if power and groups and (clause.asked or clause.words.get("may")) and len(groups) == 1:
        talk.use(groups[0])
        if not talk.rolled:
            talk.rolled.append(Rolled([HIT], talk.other(power), "", 1))
            talk.scene.assume("one hit")
        talk.lost(power, {groups[0].unit: groups[0].count or 1})
        clause.use("may")
        return
    if not power or not groups or act is None:
        raise Unclear("who loses which units, in which battle?", "write for example: uk loses 1 destroyer")
    for group in groups:
        talk.use(group)
    act.setdefault("choices", []).append({power: {group.unit: group.count or 1 for group in groups}})


def raid(talk: Talk, clause: Clause) -> None:
    """Bombers raid a complex."""
    place = clause.place("to", "", "in", "near")
    facility = [group for group in clause.groups if talk.scene.kind(group.unit) is UnitKind.FACILITY]
    groups = [group for group in clause.groups if group.side != OBJECT or group not in facility]
    power = clause.power()
    default = power or talk.default(clause)
    for group in facility:
        clause.groups.remove(group)
        if not place and group.power:
            seat = next(seat for seat in talk.rules.board.powers if seat.id == group.power)
            place = next((each for each in seat.capitals if talk.scene.holder(each) == group.power), "")
            talk.scene.assume("place", f"the complex of {group.power}", place)
        talk.use(group)
    start = clause.place("from")
    if place and not groups and power:
        there = [each for each in talk.scene.units if each.now == place and each.power == power]
        planes = [each for each in there if talk.scene.kind(each.unit) is UnitKind.AIR]
        if len({each.unit for each in planes}) == 1:
            talk.do(power, {"raid": by_type((each, each.count) for each in planes), "at": place})
            return
    if not place or not groups:
        raise Unclear("what raids, and where?", "write for example: 1 bomber raids germany from united kingdom")
    units: list[tuple[Standing, int]] = []
    for group in groups:
        where = group.start or group.at or start
        known = talk.known(group, where, "") or talk.new(
            group, talk.owner(group, where or place, default), where or place
        )
        talk.use(group)
        units += [(each, group.count or each.count) for each in known]
    act: Act = {"raid": by_type(units), "at": place}
    talk.of(units[0][0].power, {})
    if units[0][0].now != place:
        talk.go(units, [], [place])
    talk.do(units[0][0].power, act)
    talk.here = place


def scramble(talk: Talk, clause: Clause) -> None:
    """Fighters that rise to a battle, or meet raiders: a choice when the combat moves are over, or in the raid."""
    power = clause.power() or next((group.power for group in clause.groups if group.power), "")
    units = {}
    for group in clause.groups:
        known = talk.known(group, group.at, power)
        if not known:
            raise Unclear(f"where is the {spaced(group.unit)}?", "say its place")
        power, units[group.unit] = known[0].power, group.count or known[0].count
        talk.use(group)
    for item in (*clause.places.get("to", ()), *clause.places.get("in", ()), *clause.places.get("near", ())):
        item.used = True
    raids = clause.verb == "intercept"
    act = next((act for act in reversed(talk.acts.acts) if ("raid" if raids else "end") in act), None)
    if act is None and not raids and talk.goes and talk.goes[-1] is talk.acts.acts[-1]:
        act = talk.acts.supplied_end("combat-move")
        talk.acts.acts.append(act)
    if not units or not power or act is None:
        raise Unclear(
            "which fighters rise, against what?",
            "say who attacks, the end of the combat moves, then: uk scrambles 2 fighters",
        )
    act.setdefault("choices", []).append({power: units})


def submerge(talk: Talk, clause: Clause) -> None:
    """Submarines leave a battle."""
    units = talk.movers(clause)
    place = units[0][0].now
    others = [each for each in talk.scene.units if each.now == place and each.power in talk.enemies(units[0][0].power)]
    if not talk.turn and talk.fought() is None:
        raise Unclear("who attacks?", "name whose turn it is")
    if others:
        talk.battle(place)
    talk.do(units[0][0].power, {"submerge": by_type(units), "at": place})


def retreat(talk: Talk, clause: Clause) -> None:
    """Units retreat from the battle that was fought last; aircraft alone withdraw from an assault."""
    to = clause.place("to", "near")
    act = talk.fought() or _fight_here(talk)
    clause.power()
    units: Any = by_type(talk.movers(clause)) if clause.groups else "all"
    clause.use("it", "all", "me")
    assault = any(each.get("to") == act["battle"] for each in talk.acts.acts if "offload" in each)
    if units != "all" and assault and all(talk.scene.kind(unit) is UnitKind.AIR for unit in units):
        talk.acts.acts.append({"withdraw": "aircraft"})
        return
    if not to:
        raise Unclear("whither is the retreat?", "say the space")
    talk.acts.acts.append({"retreat": units, "to": to})


def _fight_here(talk: Talk) -> Act:
    """The battle of the one place where enemies meet."""
    places = talk.scene.contested()
    if len(places) != 1:
        raise Unclear("from which battle is the retreat?", "say who fights whom, where, and the dice")
    return talk.battle(places[0])


def fire(talk: Talk, clause: Clause) -> None:
    """Whether units fire in the battle, or can hit others in it."""
    targets = [group for group in clause.groups if group.side != SUBJECT]
    shooters = [group for group in clause.groups if group.side == SUBJECT]
    if clause.words.get("first"):
        raise Unclear("who fires first is not answered here", "ask whether a unit fires, or what is lost")
    if not (clause.asked or clause.words.get("may")):
        raise Unclear("whether units fire is for the rules to say", "ask it at the end, or leave it out")
    if shooters and targets:
        hit(talk, clause, shooters, targets)
        return
    talk.acts.whether = {"fires": _in_battle(talk, clause, shooters)}
    clause.use("question", "may", "it", "all", "then")


def stay(talk: Talk, clause: Clause) -> None:
    """Units go on fighting where they are: nothing is done."""
    if clause.groups:
        _in_battle(talk, clause, clause.groups)
    gone = {unit for act in talk.goes for unit in act["move"]}
    for group in clause.groups:
        if group.unit in gone and any(each.unit == group.unit and each.now != each.place for each in talk.scene.units):
            raise Unclear(f"the {spaced(group.unit)} is said to stay, and to go", "say which units do what")
    clause.use("it", "all", "me", "him", "in")
    clause.power()


def _in_battle(talk: Talk, clause: Clause, groups: Sequence[Group]) -> dict[str, dict[str, int]]:
    """Units that fight, by power: those of some groups, else the only ones of the power that is spoken of."""
    found: dict[str, dict[str, int]] = {}
    for group in groups:
        found.setdefault(talk.meant(group).power, {})[group.unit] = group.count or 1
    if not found:
        power = clause.power() or talk.default(clause)
        own = [each for each in talk.scene.units if each.power == power]
        if len({each.unit for each in own}) != 1:
            raise Unclear("which units are meant?", "name them")
        found[power] = {own[0].unit: 1}
    return found


def hit(talk: Talk, clause: Clause, shooters: Sequence[Group], targets: Sequence[Group]) -> None:
    """Whether units can hit others: these are chosen as casualties, and lost, when the dice of those hit and no other
    ones do; of dice that were told, when they fall as they do."""
    (target,) = _in_battle(talk, clause, targets).items()
    (power, units) = next(iter(_in_battle(talk, clause, shooters).items()))
    for unit, number in units.items():
        told = [each for each in talk.rolled if each.unit == unit and each.power in ("", power)]
        if not talk.rolled:
            talk.rolled.append(Rolled([], power, unit, number, HIT))
            talk.scene.assume("hit", unit)
        elif not told:
            raise Unclear(f"what did the {spaced(unit)} roll?", "say its dice, or none at all")
    talk.lost(*target)
    clause.use("question", "may")


def defend(talk: Talk, clause: Clause) -> None:
    """``defends against``: the others attack."""
    known = [each for group in clause.groups for each in talk.known(group, "", "")]
    if known and not clause.words.get("versus") and (attacker := talk.other(known[0].power)):
        talk.of(attacker, {})
        for group in clause.groups:
            talk.use(group)
        talk.battle(known[0].now)
        return
    if not clause.words.get("versus"):
        raise Unclear("who attacks?", "name whose units attack, and where")
    for group in clause.groups:
        group.side = SUBJECT if group.side == OTHER else OTHER
    clause.powers = [(item, SUBJECT if side == OTHER else OTHER) for item, side in clause.powers]
    attack(talk, clause)
