"""What is bought, placed, repaired, researched and collected; wars, advantages and the ends of phases."""

from __future__ import annotations

from kb.asking.notation.clause import Clause
from kb.asking.notation.deeds import Act, Deeds, does
from kb.asking.notation.routes import is_sea
from kb.base.errors import Finding

#: what a die of research costs
PRICE_OF_A_DIE = 5


@does("mobilize")
def mobilize(deeds: Deeds, clause: Clause) -> None:
    """What was bought is placed."""
    if not (clause.mentions or clause.places or clause.it or clause.asks):
        return
    scene, power = deeds.scene, clause.power or deeds.scene.turn
    told = bool(scene.bought.get(power)) or any("purchase" in act for act in deeds.acts)
    for mention in clause.mentions if not told else ():
        deeds.facts.buy(mention, mention.power or power)
        if not mention.new:
            scene.assume("bought", mention.power or power)
    places = dict.fromkeys(each.at for each in clause.mentions if each.at)
    if len(places) > 1:
        for place in places:
            _place_some(deeds, clause, place, power)
        return
    units = {each.unit: each.count or 1 for each in clause.mentions} or dict(scene.bought.get(power, {}))
    units = units or dict(next((each["purchase"] for each in deeds.acts if "purchase" in each), {}))
    at = (
        clause.place("to", "after", "at")
        or deeds.facts.here
        or next((each.now for each in reversed(deeds.facts.last)), "")
    )
    at = at or next((each.now for each in reversed(scene.units)), "")
    if not units:
        return
    if not at:
        deeds.findings.append(Finding("where are the new units placed?", hint="write: uk mobilizes 1 ftr in sz6"))
        return
    act: Act = {"mobilize": units, "at": at}
    producer = _producer(deeds, clause, at, power)
    if producer and producer != at:
        act["producer"] = producer
    if power != scene.turn:
        act["power"] = power
    deeds.act(act, clause.asks)


def _place_some(deeds: Deeds, clause: Clause, place: str, power: str) -> None:
    """Place those units of a clause that are named for one of its places."""
    act: Act = {"mobilize": {each.unit: each.count or 1 for each in clause.mentions if each.at == place}, "at": place}
    producer = _producer(deeds, clause, place, power)
    if producer not in ("", place):
        act["producer"] = producer
    if power != deeds.scene.turn:
        act["power"] = power
    deeds.act(act, clause.asks)


def _producer(deeds: Deeds, clause: Clause, at: str, power: str) -> str:
    """The territory of the complex that places units."""
    if not is_sea(deeds.scene.rules, at):
        return at
    near = [each for each in sorted(deeds.scene.rules.board.around(at)) if not is_sea(deeds.scene.rules, each)]
    own = [each for each in near if deeds.scene.holder(each) == power]
    there = [each for each in own if any(unit.unit.endswith("complex") for unit in deeds.scene.at(each))]
    capital = [
        each for seat in deeds.scene.rules.board.powers if seat.id == power for each in seat.capitals if each in own
    ]
    printed = [row.space for row in deeds.scene.rules.board.setup if row.unit.endswith("complex") and row.space in own]
    return clause.place("off", "from") or next(iter((*there, *capital, *printed, *own)), "")


@does("purchase", "bought")
def purchase(deeds: Deeds, clause: Clause) -> None:
    """Units are bought, or were bought before they are placed."""
    power = clause.power or deeds.scene.turn
    said = clause.verb == "bought" and deeds.scene.phase != "purchase-units"
    if said or deeds.scene.phase == "mobilize-units" or any(each.new for each in clause.mentions):
        for mention in clause.mentions:
            deeds.facts.buy(mention, mention.power or power)
        return
    units = {each.unit: each.count or 1 for each in clause.mentions}
    if units and clause.continues and deeds.acts and "purchase" in deeds.acts[-1]:
        deeds.acts[-1]["purchase"] |= units
    elif units:
        act: Act = {"purchase": units}
        if power != deeds.scene.turn:
            act["power"] = power
        deeds.act(act, clause.asks)


@does("research")
def research(deeds: Deeds, clause: Clause) -> None:
    """Research dice are bought and rolled; what more is said of them in a sentence belongs to the same ones."""
    number = clause.number or clause.spent // PRICE_OF_A_DIE or len(clause.dice or ())
    if not (number or clause.technologies or clause.asks):
        return
    if not (clause.continues and deeds.acts and "research" in deeds.acts[-1]):
        deeds.act({"research": {"dice": 1}}, clause.asks)
    told = deeds.acts[-1]["research"]
    if number and not (clause.continues and told["dice"] > 1):
        told["dice"] = number
    if clause.technologies:
        told["technology"] = clause.technologies[0]


@does("repair")
def repair(deeds: Deeds, clause: Clause) -> None:
    """Damage comes off a facility."""
    at = clause.place("to", "after", "at") or deeds.facts.here
    if at:
        deeds.act({"repair": clause.number or 1, "at": at}, clause.asks)


@does("declare-war")
def declare(deeds: Deeds, clause: Clause) -> None:
    """A power declares war."""
    for other in clause.objects:
        act: Act = {"declare-war": other}
        if clause.power and clause.power not in (deeds.scene.turn, other):
            act["power"] = clause.power
        deeds.act(act, clause.asks)


@does("end")
def end(deeds: Deeds, clause: Clause) -> None:
    """A phase ends, or a turn."""
    deeds.act({"end": "turn" if clause.turn else clause.phase or "phase"}, clause.asks)


@does("collect")
def collect(deeds: Deeds, clause: Clause) -> None:
    """A power collects income."""
    deeds.act({"collect": "income"}, clause.asks)


@does("invoke")
def invoke(deeds: Deeds, clause: Clause) -> None:
    """A national advantage is used."""
    for advantage in clause.advantages[:1]:
        deeds.scene.advantages.setdefault(clause.power or deeds.scene.turn, []).append(advantage)
        deeds.act({"invoke": advantage}, clause.asks)


@does("call-off")
def call_off(deeds: Deeds, clause: Clause) -> None:
    """Troops that came ashore stay aboard."""
    moved = deeds.who(clause, clause.mentions)
    at = clause.place("at", "after", "from") or deeds.facts.here
    deeds.act({"call-off": deeds.everybody(moved), "at": at}, clause.asks)
