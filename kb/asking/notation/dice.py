"""Dice that a line tells: of whom, and of which battle or raid."""

from __future__ import annotations

from dataclasses import replace

from kb.asking.notation.clauses import OBJECT, Clause, Unclear
from kb.asking.notation.routes import is_sea
from kb.asking.notation.talk import Rolled, Talk
from kb.base.english import spaced
from kb.games.board_model import UnitKind

FACES, _HIT, _MISS = 6, 1, 6
#: stands for the dice of all where nobody hits
_NOBODY = 0


def take_dice(talk: Talk, clause: Clause) -> None:
    """Dice that a clause tells, of which units."""
    words = [item for role in ("dice", "face") for item in clause.words.get(role, ())]
    if clause.verb == "research" or any(kind == "technology" for item in clause.items for kind, _ in item.others):
        clause.verb = "research" if words or clause.verb in ("purchase", "research") else clause.verb
        return
    apart = {"with", "by", "versus"} & clause.words.keys() or clause.places or clause.chain
    against = any(group.side == OBJECT for group in clause.groups)
    hits = clause.verb == "attack" and not (apart or against) and (clause.groups or clause.numbers)
    if not words and not hits:
        return
    if len(clause.groups) > 1:
        raise Unclear("whose dice are these?", "say the dice of each kind of unit, or all in order: dice 2 5 6")
    clause.verb = "" if clause.verb == "attack" else clause.verb
    faces = [item.number or 0 for item in clause.numbers]
    for item in clause.numbers:
        if not 1 <= (item.number or 0) <= FACES:
            raise Unclear(f"no die shows {item.number}", "a die shows 1 to 6")
        item.used = True
    rolled = Rolled(faces, *_shooter(talk, clause))
    if not faces and (hits or any(item.role == "face" for item in words)):
        rolled = _hits_or_misses(talk, clause, rolled, bool(hits))
    clause.use("dice", "face")
    clause.groups, clause.powers = [], []
    if not rolled.faces:
        raise Unclear("what was rolled?", "say the dice: dice 2 5")
    talk.rolled.append(rolled)


def _shooter(talk: Talk, clause: Clause) -> tuple[str, str, int]:
    """The power and the type of the units whose dice a clause tells, and how many these are."""
    power, number = clause.power(), 0
    for group in clause.groups:
        land = next((act.get("at") or act["battle"] for act in reversed(talk.rolling()) if act), "")
        known = talk.known(group, "", "")
        if not known and talk.is_gun(group.unit) and land and not is_sea(talk.rules, land):
            known = talk.new(group, talk.owner(group, land), land)
        number = group.count or sum(each.count for each in known)
        power = power or group.power or (known[0].power if known else "")
        talk.use(group)
    if clause.use("me"):
        power = power or talk.mine()
    if clause.use("him"):
        power = power or talk.other(talk.mine())
    return power, clause.groups[0].unit if clause.groups else "", number


def _hits_or_misses(talk: Talk, clause: Clause, rolled: Rolled, hits: bool) -> Rolled:
    """Dice of which is only said that they hit or miss; no dice at all are told where nobody hits."""
    nobody = clause.use("not") or (not hits and (clause.use("all") or not (rolled.unit or rolled.power)))
    if not hits and rolled.unit and talk.is_gun(rolled.unit):
        return replace(rolled, faces=[_MISS] * _planes(talk))
    if nobody:
        return Rolled([_NOBODY], "", "", 0)
    if hits and rolled.unit:
        talk.scene.assume("hit", rolled.unit)
    return replace(rolled, faces=[_HIT if hits else _MISS] * (rolled.units or 1))


def _planes(talk: Talk) -> int:
    """How many aircraft the guns fire at: those of the last raid, or of the battle."""
    act = next(iter(reversed(talk.rolling())), {})
    if "raid" in act:
        return sum(act["raid"].values())
    there = [each for each in talk.scene.units if each.now == act.get("battle", "") and each.power == talk.turn]
    return sum(each.count for each in there if talk.scene.kind(each.unit) is UnitKind.AIR)


def fight_on(talk: Talk) -> None:
    """Dice and choices belong to the battle or raid done last; one that is only moved to is fought then."""
    acts, scene = talk.acts, talk.scene
    rolls = [act for act in acts.acts if {"battle", "raid", "research"} & act.keys()]
    if talk.rolled and not rolls:
        contested = [talk.here] if talk.here in scene.contested() else scene.contested()
        if len(contested) != 1:
            raise Unclear("which battle are the dice of?", "say who attacks whom, and where")
        rolls = [talk.battle(contested[0])]
    if not talk.rolled:
        return
    act = rolls[-1]
    if [_NOBODY] in [each.faces for each in talk.rolled]:
        if len(talk.rolled) > 1:
            raise Unclear("some dice are told, and that all miss", "say each die")
        there = [each for each in scene.units if each.now == act.get("battle")]
        act["dice"] = [_MISS] * sum(
            each.count + sum(plane.count for plane in each.cargo if scene.kind(plane.unit) is UnitKind.AIR)
            for each in there
        )
        scene.assume("misses", str(len(act["dice"])))
        return
    for each in talk.rolled:
        several = each.unit and not talk.is_gun(each.unit) and "battle" in act
        if several and each.units not in (0, len(each.faces)):
            what = f"{each.units} {spaced(each.unit)} roll {each.units} dice, not {len(each.faces)}"
            raise Unclear(what, "say each die")
    act["dice"] = [face for each in sorted(talk.rolled, key=lambda each: _when(talk, each)) for face in each.faces]


def _when(talk: Talk, rolled: Rolled) -> int:
    """When dice are rolled in a battle: guns, then who attacks, then who defends."""
    if rolled.unit and talk.is_gun(rolled.unit):
        return 0
    return 2 if rolled.power in talk.enemies(talk.turn) else 1
