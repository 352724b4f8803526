"""Strikes outside a battle: bombardment, raids, rockets."""

from __future__ import annotations

from kb.asking.notation.clause import Clause
from kb.asking.notation.deeds import Act, Deeds, does
from kb.asking.notation.landing import enemy_land
from kb.asking.notation.moving import go
from kb.asking.notation.routes import is_sea
from kb.asking.notation.scene import Standing
from kb.base.errors import Finding
from kb.games.board_model import UnitKind


@does("bombard")
def bombard(deeds: Deeds, clause: Clause) -> None:
    """Ships support an assault."""
    target = next(
        (
            each
            for each in (
                *clause.places.get("to", []),
                *clause.places.get("after", []),
                *clause.places.get("at", []),
            )
            if not is_sea(deeds.scene.rules, each)
        ),
        "",
    ) or enemy_land(deeds)
    for mention in clause.mentions:
        if mention.at == target:
            mention.at = ""
    ships = deeds.who(clause, clause.mentions, clause.place("from")) or _guns(deeds, target)
    if not ships or not target:
        deeds.findings.append(Finding("what bombards, and where?", hint="write: uk bb sz6 bombards norway"))
        return
    waits = deeds.acts[-1:] == [{"battle": target}]
    battle = deeds.acts.pop() if waits else {}
    deeds.act(
        deeds.owned({"bombard": deeds.everybody(ships), "from": ships[0][0].now, "at": target}, ships), clause.asks
    )
    if battle and not clause.asks:
        deeds.act(battle)


def _guns(deeds: Deeds, target: str) -> list[tuple[Standing, int]]:
    """The ships of the power on turn beside a territory that can bombard it."""
    facts = deeds.scene.rules.ruleset.facts
    kinds = next((fact.names for fact in facts if fact.fact == "bombarding-units"), ())
    own = [each for each in deeds.scene.units if each.unit in kinds and not deeds.scene.hostile(each.power)]
    return [(each, each.count) for each in own if deeds.scene.rules.board.bordering(each.now, target)] if target else []


@does("raid")
def raid(deeds: Deeds, clause: Clause) -> None:
    """Bombers raid a territory."""
    target = clause.place("to", "after") or clause.place("at")
    facilities = [each for each in clause.mentions if deeds.scene.kind(each.unit) is UnitKind.FACILITY]
    planes = [each for each in clause.mentions if not any(each is other for other in facilities)]
    for mention in planes:
        if mention.at == target and mention.after:
            mention.at = ""
    moved = deeds.who(clause, planes, clause.place("from") or target)
    if target and not planes:
        bombers = [each for each in deeds.scene.at(target) if not deeds.scene.hostile(each.power)]
        moved = [(each, each.count) for each in bombers if deeds.scene.kind(each.unit) is UnitKind.AIR]
    if target and not moved:
        deeds.open = clause
        return
    if not target or not moved:
        deeds.findings.append(Finding("what raids, and where?", hint="write: uk bomber raids germany"))
        return
    if deeds.scene.phase == "conduct-combat":
        for standing, _ in moved:
            standing.place = standing.now = target
    go(deeds, [(each, number) for each, number in moved if each.now != target], target, clause)
    act: Act = {"raid": deeds.everybody(moved), "at": target}
    if facilities:
        act["target"] = facilities[0].unit
    deeds.act(deeds.owned(act, moved), clause.asks)


@does("rocket")
def rocket(deeds: Deeds, clause: Clause) -> None:
    """A gun launches a rocket."""
    target = clause.place("to", "after") or clause.place("at")
    guns = deeds.who(clause, [each for each in clause.mentions if deeds.scene.kind(each.unit) is not UnitKind.FACILITY])
    start = clause.place("from") or (guns[0][0].now if guns else "")
    if not start or not target:
        deeds.findings.append(Finding("from where, and at what?", hint="write: aa in germany fires rocket at uk"))
        return
    unit = guns[0][0].unit if guns else "antiaircraft-gun"
    deeds.act({"rocket": unit, "from": start, "at": target}, clause.asks)
