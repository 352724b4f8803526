"""Dice that a line tells: of whom, and of which battle or raid; and how they fall to the rolls of the engine."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field, replace

from kb.asking.answer import ask
from kb.asking.notation.clauses import OBJECT, Clause, Unclear
from kb.asking.notation.routes import is_sea
from kb.asking.notation.scene import Act
from kb.asking.notation.talk import HIT, MISS, Rolled, Talk
from kb.asking.request import parse
from kb.asking.shown import is_within_a_cycle, shown
from kb.base.english import spaced
from kb.cases.language.scenario import Value
from kb.cases.reading.files import RulesOf
from kb.engine.core.position import Unit
from kb.engine.core.table import Choice, Roll

FACES = 6
#: what dice are told of
ROLLING = frozenset({"battle", "raid", "research"})
#: in a battle are rolled at most so many times dice before somebody decides
_MOST_ROLLS = 20
#: and so often may somebody decide before the next dice
_MOST_DECISIONS = 3


def take_dice(talk: Talk, clause: Clause) -> None:
    """Dice that a clause tells, of which units."""
    words = [item for role in ("dice", "face") for item in clause.words.get(role, ())]
    if clause.numbers and any("raid" in act for act in talk.acts.acts):
        words += clause.words.pop("outcome", [])  # "damage 5"
        clause.words["dice"] = words
    if clause.verb == "research" or any(kind == "technology" for item in clause.items for kind, _ in item.others):
        clause.verb = "research" if words or clause.verb in ("purchase", "research") else clause.verb
        return
    apart = bool({"by", "versus", "may"} & clause.words.keys() or clause.places or clause.chain)
    apart = apart or bool(clause.words.get("with") and not clause.numbers)
    against = any(group.side == OBJECT for group in clause.groups)
    told = clause.groups or clause.numbers or clause.words.get("not")
    hits = clause.said.startswith("hit") and not (apart or against) and bool(told)
    if not words and not hits:
        return
    if len(clause.groups) > 1:
        raise Unclear("whose dice are these?", "say the dice of each kind of unit, or all in order: dice 2 5 6")
    clause.verb = "" if clause.verb == "attack" else clause.verb
    if hits and clause.numbers and not (words or clause.words.get("with") or clause.words.get("in")):
        raise Unclear("is that a number of hits, or a die?", "say the dice: dice 2 5")
    faces = [item.number or 0 for item in clause.numbers]
    for item in clause.numbers:
        if not 1 <= (item.number or 0) <= FACES:
            raise Unclear(f"no die shows {item.number}", "a die shows 1 to 6")
        item.used = True
    rolled = Rolled(faces, *_shooter(talk, clause))
    if not faces and (hits or any(item.role == "face" for item in words)):
        rolled = _hits_or_misses(talk, clause, rolled, bool(hits) and not clause.words.get("not"))
    clause.use("dice", "face", "each")
    clause.groups, clause.powers = [], []
    if not rolled.faces and not rolled.always:
        raise Unclear("what was rolled?", "say the dice: dice 2 5")
    talk.rolled.append(rolled)


def _shooter(talk: Talk, clause: Clause) -> tuple[str, str, int]:
    """The power and the type of the units whose dice a clause tells, and how many these are."""
    power, number = clause.power(), 0
    for group in clause.groups:
        land = next((act.get("at") or act["battle"] for act in reversed(talk.rolling()) if act), "")
        told = {each.power for each in talk.rolled if each.power and not each.unit}
        owners = {each.power for each in talk.scene.everyone() if each.unit == group.unit}
        if len(owners) > 1 and not group.power:
            (group.power,) = owners - told if len(owners - told) == 1 else ("",)
        if len(owners) > 1 and not group.power and not clause.words.keys() & {"me", "him"} and told:
            raise Unclear(f"whose {spaced(group.unit)}?", "name the power before it")
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
    """Dice of which is only said that they hit or miss: as many as are rolled."""
    nobody = clause.use("not") or (not hits and (clause.use("all") or not (rolled.unit or rolled.power)))
    clause.use("all")
    if nobody and not (rolled.unit and talk.is_gun(rolled.unit)):
        return Rolled([], rolled.power, "", 0, MISS)
    if hits and rolled.unit:
        talk.scene.assume("hit", rolled.unit)
    return replace(rolled, always=HIT if hits else MISS)


def fight_on(talk: Talk) -> None:
    """Dice and choices belong to the battle or raid done last; one that is only moved to is fought then."""
    acts, scene = talk.acts, talk.scene
    wanted = bool(talk.rolled) or bool(acts.whether)
    rolls = [act for act in acts.acts if ROLLING & act.keys()]
    if wanted and not rolls:
        contested = [talk.here] if talk.here in scene.contested() else scene.contested()
        if len(contested) != 1:
            raise Unclear("which battle are the dice of?", "say who attacks whom, and where")
        rolls = [talk.battle(contested[0])]
    leaves = any({"retreat", "withdraw"} & act.keys() for act in acts.acts)
    if not rolls or not (wanted or leaves or rolls[-1].get("choices")):
        return
    act = rolls[-1]
    if "research" in act:
        act["dice"] = [face for each in talk.rolled for face in each.faces]
        return
    for each in talk.rolled:
        several = each.unit and not talk.is_gun(each.unit) and "battle" in act
        if several and each.faces and each.units not in (0, len(each.faces)):
            what = f"{each.units} {spaced(each.unit)} roll {each.units} dice, not {len(each.faces)}"
            raise Unclear(what, "say each die")
    talk.fight = act
    asks = (acts.whether and (talk.rolled or "fires" in acts.whether)) or leaves or act.get("choices")
    talk.missing |= bool(asks) or any(each.always for each in talk.rolled)


def deal(talk: Talk, request: dict[str, Value], rules_of: RulesOf) -> None:
    """Give the dice of a line to the rolls of its fight, each to its unit, as the engine asks for them.

    Where the line asks what came of it, dice that it does not tell miss. Raises :class:`Unclear` where it would be
    otherwise if they hit.
    """
    if talk.fight is None:
        return
    at = next(at for at, each in enumerate(talk.acts.acts) if each is talk.fight)
    by_hits = "fires" in talk.acts.whether and not talk.rolled
    hit = _deal(talk, deepcopy(request), at, rules_of, HIT) if by_hits else None
    dealt = _deal(talk, request, at, rules_of, MISS)
    if hit is not None and hit.seen is not dealt.seen:
        raise Unclear("whether it fires depends on the dice", "say the dice: sub rolls 2")
    for kind in dealt.assumed:
        talk.scene.assume(kind)
    if dealt.untold:
        talk.scene.assume("misses", str(dealt.untold))


@dataclass(slots=True)
class _Dealt:
    """What came of dealing dice: what the fight shows then, how many dice were not told, what was assumed."""

    seen: bool | None = None
    untold: int = 0
    assumed: list[str] = field(default_factory=list)


def _deal(talk: Talk, request: dict[str, Value], at: int, rules_of: RulesOf, face: int) -> _Dealt:
    """Write the dice and losses of a line into the action of a request that is its fight, as the engine asks for them;
    dice that are not told show a face."""
    dealt = _Dealt()
    act = request["do"][at]
    left = [replace(each, faces=list(each.faces)) for each in talk.rolled]
    losses = [*talk.losses.items()]
    dice: list[int] = []
    passed = 0
    for _ in range(_MOST_ROLLS):
        do = [*request["do"], *[{"battle": act.get("battle")}] * passed]
        answer = ask(parse({**request, "do": do}, "the line", rules_of))
        wants = next((each.wants for each in answer.waiting if isinstance(each.wants, (Choice, Roll))), None)
        told = any(each.faces for each in left)
        if wants is None and (told or talk.missing) and passed < _MOST_DECISIONS and is_within_a_cycle(answer):
            passed += 1
            continue
        dealt.seen = shown(answer)
        if wants is None or (dealt.seen is not None and not told) or len(answer.played.acts) <= at:
            break
        if passed and is_within_a_cycle(answer):
            dealt.assumed.append("no submerging")
        passed = 0
        if isinstance(wants, Choice):
            picked = [each for each in losses if wants.is_of(each[0])]
            if not picked:
                break
            act.setdefault("choices", []).append(_with(wants, *picked[0]))
            losses = []
            continue
        units = {**answer.position.units, **answer.played.start.units}
        faces = [_face(talk, left, wants, units.get(die.unit)) for die in wants.dice]
        if not any(faces) and not talk.missing:
            break
        if 0 in faces and not talk.missing:
            raise Unclear("whose dice are these?", "say the dice of each kind of unit, or all in order: dice 2 5 6")
        dealt.untold += faces.count(0)
        dice += [each or face for each in faces]
        act["dice"] = dice
    too_many = [each for one in left for each in one.faces]
    if dice or too_many:
        act["dice"] = [*dice, *too_many]
    return dealt


def _with(choice: Choice, power: str, units: dict[str, int]) -> Act:
    """The option of a choice that has some units of a power in it; else these units, which are none."""
    for option in choice.options:
        found: dict[str, dict[str, int]] = {}
        for whose, kind, number in option if isinstance(option, tuple) else ():
            found.setdefault(whose, {})[kind.called] = number
        own = found.get(power, {})
        if all(own.get(unit, 0) >= number for unit, number in units.items()):
            return {power: own if [*found] == [power] else found}
    return {power: units}


def _face(talk: Talk, left: list[Rolled], roll: Roll, unit: Unit | None) -> int:
    """The next die that is told of a unit, of its power, or of nobody in particular; 0 without one."""
    gun = unit is not None and unit.power != roll.power
    for each in sorted(left, key=lambda each: (not each.unit, not each.power)):
        of = each.unit and ((talk.is_gun(each.unit)) if gun else unit is not None and each.unit == unit.type)
        if (each.faces or each.always) and (of or not each.unit) and each.power in ("", roll.power):
            return each.faces.pop(0) if each.faces else each.always
    return 0
