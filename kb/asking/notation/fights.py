"""What is fought, and what is asked of a battle: who is lost, who fires, who may be chosen, whether submarines dive."""

from __future__ import annotations

from collections.abc import Sequence

from kb.asking.notation.facts import acting
from kb.asking.notation.mentions import BETWEEN, Mention
from kb.asking.notation.moves import is_struck, movers
from kb.asking.notation.routes import is_sea
from kb.asking.notation.scene import Act, Standing
from kb.asking.notation.talk import HIT, Rolled, Talk, Unclear, by_type
from kb.asking.questions.ground import ground_of
from kb.base.english import spaced
from kb.engine.core.facts import SUBMERGING
from kb.games.board_model import SpaceKind, UnitKind

_HINT = "ask whether a unit fires, is lost or may be chosen, or what one may do"
#: acts that are done in a battle, and questions about outcomes that are not answered with yes or no
IN_BATTLE = ("lose", "fire", "submerge", "defend", "retreat")
_AMOUNTS = ("who", "surviv", "alive", "damage", "any", "pay", "cost", "owe", "how", "left")
_LOSES = ("lose", "take")
_STRIKES = ("hit", "hits", "kill", "kills", "sink", "shoot at", "take out")


def is_fought(talk: Talk) -> bool:
    """Whether the line is about a battle: enemies are named, and dice, a battle, or what comes of one."""
    kinds = {each.which for each in talk.mentions.of("act")}
    wanted = talk.mentions.of("outcome", "versus") or kinds & {*IN_BATTLE}
    at = {each.place for each in talk.own()}
    here = not at - {"", *(each.place for each in talk.foes())}
    sent = any(units.start for _, units in talk.mentions.units()) or any(
        each.role == "to" for each in talk.mentions.of("place")
    )
    fights = talk.scene.phase == "conduct-combat" or (here and not sent and kinds <= {"attack"})
    return bool(talk.foes() and talk.own() and (talk.rolled or wanted or fights))


def is_asked_of_battle(talk: Talk) -> bool:
    """Whether the question is about what comes of a battle: who fires, is lost, retreats."""
    row = talk.mentions.question()
    return any(each.kind == "outcome" or each.which in IN_BATTLE for each in row)


def battle(talk: Talk) -> None:
    """The units of both sides in one place; those that come from elsewhere go there first."""
    own, foes = talk.own(), talk.foes()
    if not own or not foes:
        raise Unclear("who fights whom?", "name the units of both sides")
    attacker = acting(talk)
    if attacker in talk.enemies(talk.turn):
        raise Unclear(f"{spaced(attacker)} attacks, but it is the turn of {spaced(talk.turn)}", "leave one out")
    place = _battlefield(talk, own, foes)
    coming = [each for each in own if each.place and each.place != place]
    if any(units.hosts and talk.standing.get(each.at) in coming for each, units in talk.mentions.units()):
        raise Unclear("does the ship go, or what is aboard?", "name the units that go, in a clause of their own")
    talk.put(place)
    if any(each.now != place for each in foes):
        raise Unclear("where is that battle?", "say the place")
    talk.of(own[0].power, {})
    if coming:
        talk.go([(each, each.count) for each in coming], [], [place])
    talk.battle(place)
    for each in talk.mentions.of("act", "versus"):
        each.used = each.used or each.which in ("", "attack", "defend", "stay", "move")


def _battlefield(talk: Talk, own: Sequence[Standing], foes: Sequence[Standing]) -> str:
    """Where it is fought: where the enemies are, at the place that is left, or where the attackers are."""
    at = {each.place for each in foes if each.place}
    left = [each for each in talk.mentions.of("place") if not each.used]
    kind = talk.scene.kind(foes[0].unit)
    at = at or {talk.space(each, kind) for each in left} or {each.place for each in own if each.place}
    at = at or {each.item.spaces[0] for each in talk.mentions.of("power") if each.item.spaces and is_struck(talk, each)}
    at = at or _anywhere(talk, foes)
    for each in left:
        each.used = {*each.item.spaces} >= at
    if len(at) != 1 or (kind is UnitKind.SHIP and not is_sea(talk.rules, next(iter(at)))):
        raise Unclear("where is that battle?", "say the place")
    return at.pop()


def _anywhere(talk: Talk, foes: Sequence[Standing]) -> set[str]:
    """A space for a battle of which no place is told: one with nothing to it that could turn the answer."""
    if talk.mentions.of("place", "canal"):
        return set()
    sea = SpaceKind.SEA_ZONE if talk.scene.kind(foes[0].unit) is UnitKind.SHIP else SpaceKind.TERRITORY
    ground = ground_of(talk.rules)
    plain = (each for each in talk.rules.board.spaces if each.kind is sea and ground.is_plain(each))
    found = [each.id for each in plain if sea is SpaceKind.SEA_ZONE or each.held_by == foes[0].power][:1]
    for each in found:
        talk.scene.assume("battle", each)
    return set(found)


def ask_of_battle(talk: Talk) -> None:
    """What is asked of the battle, or chosen in it. Raises :class:`Unclear` for a question that it does not answer."""
    row = talk.mentions.question()
    acts = [each for each in talk.mentions.of("act") if not each.used]
    for act in acts:
        if act.which in _LEAVES:
            _LEAVES[act.which](talk, act)
            return
    back = next((each for each in row if each.kind == "place" and each.role == "to" and talk.rolled), None)
    if back is not None and talk.acts.asked:  # "can the tank go back to egypt?"
        _retreat(talk, back)
        return
    for each in talk.mentions.of("outcome") if talk.rolled else ():
        each.used = each.used or each not in row  # "rolls 4 and kills it"
    asked = talk.acts.asked or any(each.kind == "outcome" for each in row)
    for act in acts:
        if act.which in _LOSES and not (asked and act in row and talk.mentions.is_asked(act)):
            _choose(talk, act)
    if asked:
        talk.missing = True
        _raise_for_conditions(row)
        _ask(talk, row)


def _ask(talk: Talk, row: Sequence[Mention]) -> None:
    """What the question of a battle is about: who may be lost or hit, who fires, who is lost."""
    named = [each for each in row if each.at in talk.standing]
    lose = next((each for each in row if each.which in _LOSES and not each.used), None)
    fires = next((each for each in row if each.which == "fire"), None)
    strikes = next((each for each in row if each.kind in ("act", "outcome") and each.text in _STRIKES), None)
    outcome = next((each for each in reversed(row) if each.kind == "outcome"), None)
    sides = {each.at < strikes.at for each in named} if strikes is not None else set()
    struck = any(each.kind == "it" for each in row if strikes is not None and each.at > strikes.at)
    if lose is not None:
        _may_lose(talk, lose, named)
    elif strikes is not None and (len(sides) == 2 or (sides == {True} and struck)):
        _may_hit(talk, strikes, named)
    elif fires is not None:
        _fires(talk, fires, named)
    elif outcome is not None:
        _is_lost(talk, outcome, named)
    elif strikes is not None and talk.rolled:
        _is_lost(talk, strikes, [each for each in named if talk.standing[each.at] in talk.foes()])
    elif talk.rolled or talk.acts.asked:
        raise Unclear("what is asked of the battle?", _HINT)


def _fires(talk: Talk, fires: Mention, named: Sequence[Mention]) -> None:
    """Whether units fire."""
    if any(each.kind == "first" for each in talk.mentions.question()):
        raise Unclear("who fires first is not answered here", "ask whether a unit fires, or what is lost")
    unit = _spoken_of(talk, named, fires)
    talk.acts.whether = {"fires": {unit.power: {unit.unit: 1}}}
    fires.used = True


def _raise_for_conditions(row: Sequence[Mention]) -> None:
    for each in row:
        if each.kind in ("not", "if") and not each.used:
            raise Unclear(f"not placed: '{each.text}'", _HINT)


def _may_lose(talk: Talk, lose: Mention, named: Sequence[Mention]) -> None:
    """Whether a power can choose units as casualties: of one hit, where no dice are told."""
    kept = [each.at for each in talk.mentions.question() if each.kind == "instead"]
    aims = [each for each in named if each.at > lose.at and not any(lose.at < at < each.at for at in kept)]
    for each in talk.mentions.question():
        each.used = each.used or each.at in kept
    aims = aims or list(named[-1:])
    if len(aims) != 1:
        raise Unclear("which units are chosen?", "name one kind")
    unit = talk.standing[aims[0].at]
    if not talk.rolled:
        talk.rolled.append(Rolled([HIT], talk.other(unit.power), "", 1))
        talk.scene.assume("one hit")
    talk.lost(unit.power, {unit.unit: (aims[0].units.count if aims[0].units else 0) or 1})
    lose.used = True


def _may_hit(talk: Talk, strikes: Mention, named: Sequence[Mention]) -> None:
    """Whether units can hit others: these are chosen as casualties, and lost, when the dice of those hit."""
    shooters = [talk.standing[each.at] for each in named if each.at < strikes.at]
    targets = [talk.standing[each.at] for each in named if each.at > strikes.at]
    shooters, targets = list(dict.fromkeys(shooters)), list(dict.fromkeys(targets))
    if shooters and not targets:  # "can the bomber hit it?"
        targets = talk.own() if shooters[0] in talk.foes() else talk.foes()
    if len(shooters) != 1 or len(targets) != 1:
        raise Unclear("which units hit which?", "name one kind of each")
    (one,), (other,) = shooters, targets
    told = [each for each in talk.rolled if each.unit == one.unit and each.power in ("", one.power)]
    if talk.rolled and not told:
        raise Unclear(f"what did the {spaced(one.unit)} roll?", "say its dice, or none at all")
    if not talk.rolled:
        talk.rolled.append(Rolled([], one.power, one.unit, one.count, HIT))
        talk.scene.assume("hit", one.unit)
    talk.lost(other.power, {other.unit: 1})
    strikes.used = True


def _is_lost(talk: Talk, said: Mention, named: Sequence[Mention]) -> None:
    """Whether units are lost; or what is lost, which the result says."""
    if said.text.startswith(_AMOUNTS):
        raise Unclear("what is asked of the battle?", _HINT)
    row = talk.mentions.question()
    for each in row:
        each.used = each.used or each.kind in ("outcome", "question")
    said.used = True
    if not any(each.kind == "question" and each.text in ("what", "which", "whats") for each in row):
        unit = _spoken_of(talk, named, said)
        talk.acts.whether = {"lost": {unit.power: {unit.unit: 1}}}


def _spoken_of(talk: Talk, named: Sequence[Mention], said: Mention) -> Standing:
    """The units that a question is about: those right before its verb, the only ones that it names, or the enemy's."""
    before = [each for each in named if each.at < said.at]
    rows = [talk.standing[each.at] for each in before[-1:] or named] or talk.foes()
    if len({*rows}) != 1:
        raise Unclear(f"of which units is '{said.text}' asked?", "name them")
    return rows[0]


def _choose(talk: Talk, act: Mention) -> None:
    """What a power loses: a choice of the battle."""
    row = [each for each in talk.mentions.of("units") if each.sentence == act.sentence and each.at in talk.standing]
    aims = [each for each in row if each.at > act.at] or row[-1:]
    units: dict[str, dict[str, int]] = {}
    for each in aims:
        unit = talk.standing[each.at]
        units.setdefault(unit.power, {})[unit.unit] = (each.units.count if each.units else 0) or 1
    if len(units) != 1:
        raise Unclear("who loses which units, in which battle?", "write for example: uk loses 1 destroyer")
    act.used = True
    talk.rolling()[-1].setdefault("choices", []).append(units)


def _submerge(talk: Talk, act: Mention) -> None:
    """Submarines leave the battle, before any dice where that is said."""
    dives = next((each.names for each in talk.rules.ruleset.facts if each.fact == SUBMERGING.name), ())
    subs = [each for each in talk.everyone() if each.unit in dives]
    named = [talk.standing[each.at] for each in talk.mentions.subjects(act) if talk.standing.get(each.at) in subs]
    if not named and len(subs) != 1:
        raise Unclear("which submarine dives?", "name it")
    sub = (named or subs)[-1]
    for each in talk.mentions.of("if"):
        behind = talk.mentions.behind(each)
        each.used = (
            each.text == "before" and behind is not None and behind.kind in ("dice", "act", "power", "me", "question")
        )
    for each in talk.mentions.of("dice", "act"):
        each.used = each.used or each is act or any(one.kind == "if" and one.used for one in talk.mentions.ahead(each))
    talk.do(sub.power, {"submerge": {sub.unit: sub.count}, "at": sub.now})


def _retreat(talk: Talk, act: Mention) -> None:
    """The attackers retreat from the battle, or some of them; aircraft alone withdraw from an assault."""
    places = [each for each in talk.mentions.of("place") if each.at >= act.at]
    if len(places) != 1:
        raise Unclear("whither is the retreat?", "say the space")
    kind = talk.slowest(
        [(each, each.count) for each in talk.of_turn() if talk.scene.kind(each.unit) is not UnitKind.FACILITY]
    )
    to = talk.space(places[0], kind)
    own = talk.of_turn()
    dice = max((each.at for each in talk.mentions.ahead(act) if each.kind in ("dice", "face")), default=-1)
    row = talk.mentions.question() if act is places[0] else talk.mentions.subjects(act)
    row = [each for each in row if each.at > dice]
    named = [each for each in row if talk.standing.get(each.at) in own]
    units = {talk.standing[each.at] for each in named}
    act.used = places[0].used = talk.missing = True
    at_sea = is_sea(talk.rules, talk.rolling()[-1]["battle"])
    fighting = (UnitKind.SHIP, UnitKind.AIR) if at_sea else (UnitKind.LAND, UnitKind.AIR)
    mine = (each for each in talk.scene.everyone() if each.power == talk.turn)
    there = {each for each in mine if talk.scene.kind(each.unit) in fighting}
    retreat: Act = {
        "retreat": "all" if not units or units >= there else by_type((each, each.count) for each in units),
        "to": to,
    }
    talk.acts.acts.append(retreat)


def is_raid(talk: Talk) -> bool:
    """Whether a complex is raided, or attacked: ``my bomber hits germany's ic``."""
    acts = talk.mentions.of("act")
    struck = [talk.mentions.behind(each, (*BETWEEN, "power", "place")) for each in acts if each.which == "attack"]
    facilities = (each.units for each in struck if each is not None and each.units is not None)
    return any(each.which == "raid" for each in acts) or any(
        talk.scene.kind(each.unit) is UnitKind.FACILITY for each in facilities
    )


def raid(talk: Talk) -> None:
    """Bombers raid the complex of a land."""
    units = movers(talk, (UnitKind.AIR,))
    bombers = [each for each, _ in units]
    goals = [each for each in talk.mentions.of("place") if talk.is_land(each) and not each.used]
    powers = [
        each.item
        for each in talk.mentions.of("power")
        if each.item.spaces and each.item.power in talk.enemies(talk.turn)
    ]
    stood = [each.place for each in talk.everyone() if each not in bombers and each.place]
    places = dict.fromkeys([talk.space(each) for each in goals] or stood or [item.spaces[0] for item in powers])
    land = next(iter(places), "")
    if len(places) != 1 or talk.scene.holder(land) not in talk.enemies(talk.turn):
        raise Unclear("what raids, and where?", "write for example: 1 bomber raids germany from united kingdom")
    for each in (*goals, *talk.mentions.of("act", "outcome", "question")):
        each.used = each.used or each.kind != "act" or each.which in ("raid", "attack", "move", "lose", "fire")
    talk.put(land)
    talk.of(talk.turn, {})
    if bombers[0].now != land:
        talk.go(units, [], [land])
    act: Act = {"raid": by_type(units), "at": land}
    talk.do(talk.turn, act)
    outcome = next((each for each in talk.mentions.question() if each.kind == "outcome"), None)
    if outcome is not None and not outcome.text.startswith(_AMOUNTS) and len({each.unit for each in bombers}) == 1:
        talk.acts.whether = {"lost": {talk.turn: {bombers[0].unit: 1}}}
    talk.acts.asked = False


def odds(talk: Talk) -> None:
    """The odds of the battle: the phases before it are ended."""
    if talk.rolled or talk.mentions.of("first"):
        raise Unclear("the odds of single dice are not told", "ask for the odds of the battle")
    battle(talk)
    talk.acts.odds, talk.acts.asked = True, False
    for each in talk.mentions.of("odds", "outcome", "if", "question"):
        each.used = each.used or each.kind != "if" or each.text == "if"


#: acts by which units leave a battle
_LEAVES = {"submerge": _submerge, "retreat": _retreat}
