"""Dice that a line tells: of whom, and of which battle or raid; and how they fall to the rolls of the engine."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field, replace

from kb.asking.answer import ask
from kb.asking.notation.mentions import Mention, Mentions
from kb.asking.notation.scene import Act
from kb.asking.notation.talk import HIT, MISS, Rolled, Talk, Unclear
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
#: what dice are told behind, as an attack or a bombardment is
_HITS = ("hit", "bombard", "shell")
#: what may stand between the word for dice and their numbers
_TO_DICE = frozenset(("joint", "and", "filler", "a", "with", "in", "dice", ":", "(", "it"))
#: in a battle are rolled at most so many times dice before somebody decides
_MOST_ROLLS = 20
#: and so often may somebody decide before the next dice
_MOST_DECISIONS = 3


def take_dice(talk: Talk) -> None:
    """Dice that a line tells, of the units or the power before them; else of those of the sentence that act."""
    shooter: Mention | None = None
    subject: Mention | None = None
    bare = _bare(talk)
    for each in talk.mentions.all:
        if each.kind in ("power", "me", "him") or (each.units is not None and not each.units.absent):
            shooter = each
        elif each.kind in ("dice", "face") or each in bare or each.text.startswith(_HITS):
            told = subject is not None and any(
                one.kind in ("dice", "face") and one.used for one in talk.mentions.ahead(each)
            )
            _take_dice(talk, each, shooter or (None if told else subject))
        elif each.kind in ("stop", "place", "joint", "by"):
            subject = None if each.kind in ("stop", "by") else subject
            shooter = None
        subject = subject or shooter


def _bare(talk: Talk) -> list[Mention]:
    """Numbers that stand right behind units, as dice do: ``the fighter rolls 2, the tank 6``."""
    found = [
        each
        for each in talk.mentions.of("number")
        if not each.used and _is_bare(talk.mentions, each) and 1 <= (each.item.number or 0) <= FACES
    ]
    return found if len(found) > 1 or talk.mentions.of("dice", "face") else []


def _is_bare(mentions: Mentions, number: Mention) -> bool:
    """Whether a number stands right behind units or a power, and before no others."""
    before = next((each for each in reversed(mentions.ahead(number)) if each.kind not in ("filler", "all")), None)
    behind = mentions.behind(number, ("filler",))
    ends = behind is None or behind.kind in ("joint", "and", "stop", "number")
    return before is not None and before.kind in ("units", "power") and ends


def _take_dice(talk: Talk, said: Mention, shooter: Mention | None) -> None:
    """The dice behind a word for them, or behind units: faces, or that all hit or miss."""
    numbers = [*([said] if said.kind == "number" else []), *_numbers(talk, said)]
    behind = talk.mentions.behind(said)
    asked = talk.mentions.is_asked(said)
    hits = said.kind == "act"
    if hits and not numbers:
        numbers = _die_of_hit(talk, said)
    if (
        hits
        and not numbers
        and (
            asked
            or said.which == "bombard"
            or (behind is not None and behind.kind in ("units", "place", "power", "not"))
        )
    ):
        return  # it attacks, or that is what is asked
    before = talk.mentions.all[said.at - 1] if said.at else said
    if hits and not asked and before.kind == "number" and not numbers:
        _take_hits(talk, said, before)
        return
    between = talk.mentions.all[said.at + 1 : numbers[0].at] if numbers else []
    led = any(each.kind in ("with", "a", "in") for each in between)
    if hits and said.which == "bombard" and (not led or any(each.kind == "dice" for each in between)):
        return
    if hits and numbers and not led:
        raise Unclear("is that a number of hits, or a die?", "say the dice: dice 2 5")
    if said.kind == "dice" and not numbers:
        if (
            asked
            or talk.rolled
            or any(each.kind in ("research", "other", "not", "number") for each in talk.mentions.ahead(said))
        ):
            return
        raise Unclear("what was rolled?", "say the dice: dice 2 5")
    faces = [each.item.number or 0 for each in numbers]
    for face in faces:
        if not 1 <= face <= FACES:
            raise Unclear(f"no die shows {face}", "a die shows 1 to 6")
    for each in (said, *numbers):
        each.used = True
    power, unit, number = _shooter(talk, shooter)
    near = [*talk.mentions.ahead(said)[-1:], *talk.mentions.all[said.at + 1 : said.at + 4]]
    if len(faces) == 1 and number > 1 and any(each.kind in ("all", "each") for each in near):
        faces *= number  # "both roll 3", "roll 3 each"
    others = [each for each in talk.rolled if (each.power or each.unit) and not (each.unit and talk.is_gun(each.unit))]
    if not (power or unit) and faces and others:
        raise Unclear("whose dice are these?", "say the dice of each kind of unit, or all in order: dice 2 5 6")
    if said.kind == "face" and not unit and not faces:
        power, unit = ("", "") if shooter is None or shooter.kind != "power" else (power, "")
    always = 0 if faces else HIT if hits else MISS
    talk.rolled.append(Rolled(faces, power, unit, number, always))
    if always == HIT and unit:
        talk.scene.assume("hit", unit)


def _die_of_hit(talk: Talk, act: Mention) -> list[Mention]:
    """The die of a hit that stands behind who is hit: ``the sub hits a destroyer in sz8 with a 2``."""
    row = [each for each in talk.mentions.all[act.at + 1 :] if each.sentence == act.sentence]
    end = next((at for at, each in enumerate(row) if each.kind in ("joint", "act", "dice")), len(row))
    with_it = next((at for at, each in enumerate(row[:end]) if each.kind == "with"), end)
    numbers = [each for each in row[with_it:end] if each.kind == "number" and not each.used]
    return numbers if any(each.units for each in row[:with_it]) and len(numbers) == 1 else []


def _take_hits(talk: Talk, said: Mention, number: Mention) -> None:
    """``scores one hit``, ``3 hits``: of the attackers, where these are of one type."""
    types = {each.unit for each in talk.of_turn()}
    if len(types) != 1:
        raise Unclear("which units hit?", "say the dice of each kind of unit")
    number.used = said.used = True
    talk.rolled.append(Rolled([HIT] * (number.item.number or 0), talk.turn, types.pop(), 0))


def _numbers(talk: Talk, said: Mention) -> list[Mention]:
    """The numbers behind a word for dice."""
    found: list[Mention] = []
    for each in talk.mentions.all[said.at + 1 :]:
        if each.kind == "number" and not each.used:
            found.append(each)
        elif each.kind not in _TO_DICE or (each.kind == "dice" and said.kind == "face"):
            break
    return found


def _shooter(talk: Talk, shooter: Mention | None) -> tuple[str, str, int]:
    """The power and type of the units whose dice are told, and how many these are."""
    standing = talk.standing.get(shooter.at) if shooter is not None else None
    if standing is not None and shooter is not None and shooter.units is not None:
        return standing.power, standing.unit, shooter.units.count or standing.count
    if shooter is None:
        return "", "", 0
    if shooter.kind in ("me", "him"):
        me = talk.speaker()
        return (me if shooter.kind == "me" else talk.other(me) if me else ""), "", 0
    return shooter.item.power, "", 0


def fight_on(talk: Talk) -> None:
    """Dice and choices belong to the battle or raid done last; one that is only moved to is fought then."""
    acts, scene = talk.acts, talk.scene
    wanted = (
        bool(talk.rolled) or bool(acts.whether.keys() - {"holds"}) or ("holds" in acts.whether and scene.contested())
    )
    rolls = [act for act in acts.acts if ROLLING & act.keys()]
    if wanted and not rolls:
        contested = scene.contested()
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
    if dealt.seen and dealt.beside and any(each.kind == "may" for each in talk.mentions.question()):
        raise Unclear("what is lost there is not chosen, and other units are lost too", "ask what is lost")
    for kind in dealt.assumed:
        talk.scene.assume(kind)
    if dealt.untold:
        talk.scene.assume("misses", str(dealt.untold))
    if talk.rolled and "submerge" in request.get("may", {}):
        _go_on(talk, request, rules_of)


def _go_on(talk: Talk, request: dict[str, Value], rules_of: RulesOf) -> None:
    """Begin the next cycle of combat before submarines submerge, where they may only then."""
    further = {**request, "do": [*request["do"], {"battle": request["may"]["at"]}]}
    now, then = (ask(parse(each, "the line", rules_of)) for each in (request, further))
    if now.legal is False and then.legal:
        request["do"] = further["do"]
        talk.scene.assume("next cycle")


@dataclass(slots=True)
class _Dealt:
    """What came of dealing dice: what the fight shows then, how many dice were not told, what was assumed; ``beside``
    is whether other units of the power are lost with those of a choice that nobody was asked for."""

    seen: bool | None = None
    beside: bool = False
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
            whose = [units[die.unit] for die in wants.dice if die.unit in units]
            if whose and any(each.faces and (each.unit or each.power) for each in left):
                raise Unclear(f"what did the {spaced(whose[0].type)} roll?", "say its dice, too")
            break
        if 0 in faces and not talk.missing:
            raise Unclear("whose dice are these?", "say the dice of each kind of unit, or all in order: dice 2 5 6")
        dealt.untold += faces.count(0)
        dice += [each or face for each in faces]
        act["dice"] = dice
    too_many = [each for one in left for each in one.faces]
    if dice or too_many:
        act["dice"] = [*dice, *too_many]
    lost = {(unit.power, unit.type) for event in answer.events if event.name == "lost" for unit in event.facts["units"]}
    dealt.beside = any(power == whose and unit not in units for whose, units in losses for power, unit in lost)
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
