"""Battles: who attacks, what is chosen, who leaves."""

from __future__ import annotations

from collections.abc import Sequence

from kb.asking.notation.clause import Clause, Mention
from kb.asking.notation.deeds import Act, Deeds, does, put
from kb.asking.notation.moving import go
from kb.asking.notation.routes import is_sea
from kb.asking.notation.scene import Standing
from kb.base.errors import Finding
from kb.engine.core.table import DAMAGED
from kb.games.board_model import UnitKind


@does("battle", "attacked", "defend", "capture")
def battle(deeds: Deeds, clause: Clause) -> None:
    """Somebody attacks: those who come from elsewhere move there first."""
    here = _where(deeds, clause)
    attackers = [each for each in clause.mentions if _attacks(deeds, each, clause)]
    defenders = [each for each in clause.mentions if not any(each is other for other in attackers)]
    if clause.verb == "attacked" or clause.verb == "defend":
        attackers, defenders = defenders, attackers
    if not here and defenders:
        known = [deeds.scene.find(each) for each in defenders]
        here = next((each.now for each in known if each), "")
    here = (
        here
        or next((each.at for each in defenders if each.at), "")
        or next((each.at for each in attackers if each.at), "")
    )
    here = here or next(iter(deeds.scene.contested()), "") or deeds.facts.here or _only_enemies(deeds)
    if not here:
        deeds.findings.append(Finding("where is the battle?", hint="name the space: germany attacks sz5"))
        return
    if clause.asks and not clause.places and any(act.get("battle") == here for act in deeds.acts):
        deeds.facts.stand(clause, deeds.news(clause))
        return
    deeds.facts.settle(here)
    for mention in defenders:
        if not (mention.power or mention.hint) and deeds.scene.find(mention) is None:
            mention.power = deeds.scene.enemy()
            deeds.scene.assume("owner", mention.unit, mention.power)
        if deeds.scene.find(mention, "", here) is None or mention.count:
            deeds.facts.stand(clause, [put(mention, here)])
    deeds.facts.stand(clause, [each for each in attackers if each.stays])
    attackers = [each for each in attackers if not each.stays]
    deeds.facts.power = clause.power if clause.power not in deeds.scene.enemies(deeds.scene.turn) else ""
    for mention in attackers:
        if mention.after and not (mention.start or mention.at):
            mention.start = clause.place("from")
    unplaced = clause.verb in ("capture", "take") or deeds.in_moves()
    moved = deeds.who(clause, attackers, "" if unplaced else here)
    arriving = [(each, number) for each, number in moved if each.now != here]
    if not attackers and not _own_at(deeds, here) and not any("end" in act for act in deeds.acts):
        arriving = [(each, each.count) for each in deeds.scene.everyone() if _reaches(deeds, each, here)]
    if arriving and deeds.scene.phase == "conduct-combat":
        for standing, _ in arriving:
            _comes(deeds, standing, here)
        arriving = []
    if arriving and deeds.acts and deeds.acts[-1] == {"battle": here}:
        deeds.acts.pop()
    go(deeds, arriving, here, clause, asks=clause.asks and deeds.in_moves())
    if not (deeds.in_moves() and arriving):
        deeds.fight(here)


def _comes(deeds: Deeds, standing: Standing, here: str) -> None:
    """Units have come to a battle from where they were: cargo has gone ashore."""
    for ship in deeds.scene.units if not is_sea(deeds.scene.rules, here) else ():
        if any(load is standing for load in ship.cargo):
            ship.cargo = [load for load in ship.cargo if load is not standing]
            deeds.scene.units.append(standing)
            break
    standing.came, standing.place, standing.now = standing.now, here, here


def _only_enemies(deeds: Deeds) -> str:
    """The place where enemies stand, if it is one only."""
    places = {each.now for each in deeds.scene.units if deeds.scene.hostile(each.power)}
    return places.pop() if len(places) == 1 else ""


def _own_at(deeds: Deeds, here: str) -> bool:
    return any(not deeds.scene.hostile(each.power) for each in deeds.scene.at(here))


def _reaches(deeds: Deeds, standing: Standing, here: str) -> bool:
    """Whether units of the power on turn stand beside a space: they are those who attack it."""
    near = standing.now and deeds.scene.rules.board.bordering(standing.now, here)
    kind = deeds.scene.kind(standing.unit)
    element = kind is UnitKind.AIR or (kind is UnitKind.SHIP) is is_sea(deeds.scene.rules, here)
    return bool(near) and element and standing.power == deeds.scene.turn


def _where(deeds: Deeds, clause: Clause) -> str:
    if clause.path:
        return clause.path[-1]
    if clause.verb in ("attacked", "defend"):
        return clause.place("at") or deeds.facts.here or clause.place("after", "to")
    return clause.place("after", "to") or clause.place("at") or ("" if deeds.arrives(clause) else deeds.facts.here)


def _attacks(deeds: Deeds, mention: Mention, clause: Clause) -> bool:
    """Whether units of a clause are on the side that is named first, or that acts."""
    if mention.side:
        return False
    if not mention.after:
        return True
    power = mention.power or mention.hint
    if power:
        return power == clause.power or not deeds.scene.hostile(power) or (clause.verb in ("attacked", "defend"))
    if any(not each.after for each in clause.mentions):
        return mention.led
    return bool(clause.place("after", "to")) or mention.led


@does("lose", "take")
def lose(deeds: Deeds, clause: Clause) -> None:
    """Units that a power takes as casualties: those of a sentence in one choice."""
    if not clause.mentions:
        return
    choices = deeds.last_rolled().setdefault("choices", [])
    if clause.mentions and not (clause.continues and choices):
        choices.append({})
    for mention in clause.mentions:
        known = deeds.scene.find(mention, clause.power)
        power = known.power if known else deeds.facts.owner(mention)
        if choices[-1] and power not in choices[-1]:
            choices.append({})
        units = choices[-1].setdefault(power, {})
        unit = deeds.scene.rules.board.unit(mention.unit)
        called = f"{DAMAGED}{mention.unit}" if mention.damage and (unit.hits or 0) > 1 else mention.unit
        units[called] = units.get(called, 0) + (mention.count or 1)


@does("hit")
def hit(deeds: Deeds, clause: Clause) -> None:
    """Whether a unit can hit another: it hits, and the other is chosen."""
    shooters = [each for each in clause.mentions if not each.after]
    targets = [each for each in clause.mentions if each.after]
    deeds.facts.stand(clause, deeds.news(clause))
    if not targets:
        return
    act = deeds.last_rolled()
    if not act.get("dice"):
        act["dice"] = [1]
        deeds.scene.assume("hit", shooters[0].unit if shooters else targets[0].unit)
    for mention in targets:
        known = deeds.scene.find(mention)
        power = known.power if known else deeds.scene.enemy()
        act.setdefault("choices", []).append({power: {mention.unit: mention.count or 1}})


@does("retreat")
def retreat(deeds: Deeds, clause: Clause) -> None:
    """Units go back to a space; aircraft alone break off."""
    to = clause.place("to", "after") or clause.place("at")
    moved = deeds.who(clause, clause.mentions)
    air = bool(moved) and all(deeds.scene.kind(each.unit) is UnitKind.AIR for each, _ in moved)
    if not any("battle" in each for each in deeds.acts):
        here = next(iter(deeds.scene.contested()), "")
        if here:
            deeds.fight(here)
    if (air or clause.aircraft) and not to:
        deeds.act({"withdraw": "aircraft"}, clause.asks)
        return
    if not to:
        to = _back(deeds)
    if not to:
        deeds.findings.append(Finding("where does the retreat go?", hint="write: retreats to norway"))
        return
    deeds.act(deeds.owned({"retreat": deeds.everybody(moved) if moved else "all", "to": to}, moved), clause.asks)


def _back(deeds: Deeds) -> str:
    """Where attackers came from."""
    routes = [each["route"][-2] for each in deeds.acts if "route" in each and len(each["route"]) > 1]
    came = [each.came for each in deeds.scene.units if each.came]
    found = next(iter([*routes, *came]), "")
    if found:
        deeds.scene.assume("retreat", found)
    return found


@does("submerge")
def submerge(deeds: Deeds, clause: Clause) -> None:
    """Submarines leave a battle, to which they may have to move first."""
    moved = deeds.who(clause, clause.mentions)
    target = clause.place("to")
    if target and any(each.now != target for each, _ in moved):
        go(deeds, moved, target, clause)
        deeds.fight(target)
    if not any("battle" in each for each in deeds.acts) and deeds.scene.contested():
        deeds.fight(deeds.scene.contested()[0])
    units = deeds.everybody(moved) if moved else {"submarine": 1}
    deeds.act(deeds.owned({"submerge": units}, moved), clause.asks)


@does("scramble", "intercept")
def rise(deeds: Deeds, clause: Clause) -> None:
    """Fighters scramble or intercept: the choice of their owner, when the combat moves end."""
    named = [(deeds.scene.find(mention), mention) for mention in clause.mentions]
    named = [(known or next(iter(deeds.facts.stand(clause, [each])), None), each) for known, each in named]
    deeds.at_the_end.append(lambda: _choose_to_rise(deeds, clause, named))


def _choose_to_rise(deeds: Deeds, clause: Clause, named: Sequence[tuple[Standing | None, Mention]]) -> None:
    chosen: dict[str, dict[str, int]] = {}
    for known, mention in named or _who_may_rise(deeds, clause):
        power = known.power if known else deeds.facts.owner(mention)
        number = mention.count or (known.count if known and mention.many else 1)
        chosen.setdefault(power, {})[mention.unit] = number
    end = _end_of_combat_moves(deeds)
    end.setdefault("choices", []).extend({power: units} for power, units in chosen.items())


def _end_of_combat_moves(deeds: Deeds) -> Act:
    """The end of the combat moves; battles and raids come behind it, and who fights there came in those moves."""
    scene = deeds.scene
    if scene.phase in ("", "conduct-combat"):
        scene.phase = "combat-move"
        scene.assume("phase", scene.phase)
        for each in scene.units:
            each.arrived = each.power == scene.turn and each.place == each.now and each.place in scene.contested()
    known = next((act for act in deeds.acts if act.get("end") in ("combat-move", "phase")), None)
    if known is None:
        known = {"end": "combat-move"}
        at = next((at for at, act in enumerate(deeds.acts) if act.keys() & {"battle", "raid"}), len(deeds.acts))
        deeds.acts.insert(at, known)
    return known


def _who_may_rise(deeds: Deeds, clause: Clause) -> list[tuple[Standing | None, Mention]]:
    """Where nobody says which: the aircraft of the defender that are on land."""
    power = clause.power if deeds.scene.hostile(clause.power) else deeds.scene.enemy()
    planes = [each for each in deeds.scene.everyone() if deeds.scene.kind(each.unit) is UnitKind.AIR]
    own = [each for each in planes if each.power == power and not is_sea(deeds.scene.rules, each.now)]
    return [(each, Mention(each.unit, each.power, each.count)) for each in own]
