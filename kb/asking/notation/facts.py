"""Takes from a line what is so before anything is done: whose turn it is, who holds what, who is at war with whom."""

from __future__ import annotations

from itertools import pairwise

from kb.asking.notation.mentions import BETWEEN, Mention, Mentions
from kb.asking.notation.talk import Talk, Unclear
from kb.games.board_model import Canal

_HINT = "say it in a clause of its own, or in the strict notation (docs/notation.md)"
#: verbs that say which phase it is where they stand with a power alone
_PHASES = {"mobilize": "mobilize-units", "purchase": "purchase-units", "research": "develop-weapons"}
#: words of time that are of the turn of whoever did it, which may be the one that is played
_OWN_TURN = ("on its turn", "on his turn", "on their turn")
#: what units go, as a number of them is told; and that they have so many left
_STEPS, _LEFT = ("space", "spaces", "move", "moves", "movement", "movement points", "zones"), ("left", "remaining")
_SPENT = ("spent", "used", "gone")
#: how verbs of what was done end
_PAST = ("ght", "lt", "put")
_DAMAGE = ("damage", "dmg")
#: acts of units
ACTING = ("attack", "raid", "amphib")


def take_clock(talk: Talk) -> None:
    """Whose turn, which phase, which round; the power that speaks of itself."""
    _take_theirs(talk)
    own = [each.id for each in talk.rules.ruleset.phases]
    phases: list[str] = []
    powers = [(each, behind) for each, behind in pairwise(talk.mentions.all) if each.kind == "power"]
    heads = [each for each, behind in powers if behind.kind in (":", "act")]
    for each in talk.mentions.all:
        behind = talk.mentions.behind(each, ("filler",))
        if each.kind == "turn-of":
            _turn(talk, each)
            talk.scene.round = int(each.which)
        elif each.kind == "phase":
            known = [phase for phase in each.item.phases if phase in own]
            talk.combat |= len(known) > 1
            phases += known if len(known) == 1 else []
            each.used = True
        elif each.kind == "power" and behind is not None and _is_on_turn(talk, behind):
            _turn(talk, each)
        elif each.kind == "power" and behind is not None and _heads(talk, each, behind):
            _turn(talk, each)
            phases.append(_PHASES[behind.which])
            behind.used = True
        elif each.kind == "power" and heads == [each] and not each.at:
            _turn(talk, each)  # "germany: libya is empty. ..."
        elif each.kind in ("round", "turn") and behind is not None and behind.kind == "number":
            talk.scene.round, behind.used = behind.item.number or 0, True
        elif each.kind == "round" and each.which.isdigit():
            talk.scene.round = int(each.which)
        elif each.kind == "it" and behind is not None and behind.kind == "phase":  # "it cm" is Italy's
            _, _, power = talk.called.spoken.talk.get(f"turn {each.text}", "").partition(" ")
            talk.turn = talk.turn or (power if power in talk.rules.enemies else "")
        elif each.kind == "me" and (who := talk.mentions.behind(each, ("filler", "a", "("))) and who.kind == "power":
            talk.me, who.used = talk.me or who.item.power, True
        elif each.units is not None and each.units.whose == "me" and each.units.power:
            talk.me = talk.me or each.units.power
    talk.scene.phase = phases[-1] if phases else ""
    talk.turn = talk.scene.turn = talk.turn or talk.me


def _take_theirs(talk: Talk) -> None:
    """Units that are called *their* or *its* are of the power that is named last before them, where nobody speaks of
    himself: ``germany holds denmark, their cruiser ...``."""
    if talk.mentions.of("me") or any(units.whose == "me" for _, units in talk.mentions.units()):
        return
    power = ""
    for each in talk.mentions.all:
        before = talk.mentions.all[each.at - 1].text if each.at else ""
        if power and each.units is not None and not each.units.power and (each.text == "their" or before == "its"):
            each.units.power, each.units.whose = power, ""
        named = each.item.power if each.kind in ("power", "turn-of") else each.holder
        power = (each.units.power if each.units else named) or power


def _is_on_turn(talk: Talk, behind: Mention) -> bool:
    """Whether what stands behind a power makes it the one on turn: a phase, ``turn``, but not the number of one."""
    after = talk.mentions.behind(behind, ("filler",))
    return behind.kind in ("phase", "turn-of") or (behind.kind == "turn" and (after is None or after.kind != "number"))


def _heads(talk: Talk, power: Mention, verb: Mention) -> bool:
    """Whether a power and a verb alone say the phase: ``uk mobilize:``."""
    after = talk.mentions.behind(verb, ("filler",))
    return (
        verb.which in _PHASES
        and after is not None
        and after.kind in (":", "stop", "joint", "in")
        and not verb.text.endswith(_PAST)
    )


def _turn(talk: Talk, each: Mention) -> None:
    if talk.turn not in ("", each.item.power):
        raise Unclear("whose turn is it?", "name one power")
    talk.turn, each.used = each.item.power, True


def acting(talk: Talk) -> str:
    """The power whose units act first, of an attack *by* somebody that one; or that is named first."""
    mentions = talk.mentions
    before = moves = first = ""
    for each in mentions.all:
        behind = mentions.behind(each, ("filler",))
        if before and each.kind == "act" and each.which == "defend":
            return talk.other(before)
        if before and (each.kind == "versus" or (each.kind == "act" and each.which in ACTING)):
            if behind is None or behind.kind != "by":
                return first if each.kind == "versus" else before
            whom = (one.item.power or (one.units.power if one.units else "") for one in mentions.all[each.at + 1 :])
            return next(filter(None, whom), "")
        if each.kind == "act" and not each.used and each.which not in ("lose", "fire", "submerge", "retreat"):
            subject = next((one for one in reversed(mentions.ahead(each)) if one.kind not in ("filler", "may")), each)
            moves = moves or (first if subject.kind in ("him", "it") else before)  # "he wants to run past it"
        elif each.kind == "stop":
            before = first = ""
        wars = behind is not None and behind.kind == "war"
        named = each.kind == "power" and (wars or not each.used or each.item.power in (talk.turn, talk.me))
        passed = each.at and mentions.all[each.at - 1].kind in ("war", "ignore")
        if not passed:
            before = (_power(talk, each) if each.units else each.item.power if named else "") or before
        first = first or before
    struck = {units.power for each, units in mentions.units() if _is_struck(mentions, each)}
    acts = (units.power for _, units in mentions.units() if units.power and units.power not in struck)
    return (
        moves or next(acts, "") or next((each for each in talk.named if each not in struck), next(iter(talk.named), ""))
    )


def _is_struck(mentions: Mentions, units: Mention) -> bool:
    """Whether units stand behind an attack."""
    return any(each.kind == "versus" or each.which in ACTING for each in mentions.ahead(units))


def _power(talk: Talk, each: Mention) -> str:
    """The power that units are said to be of, here or where such units were named before."""
    units = each.units
    assert units is not None
    ahead = [one for other, one in talk.mentions.units() if other.at < each.at]
    named = [one.power or ship.power for ship in ahead for one in (ship, *ship.cargo) if one.unit == units.unit]
    several = len({*filter(None, named)}) > 1
    return units.power or (talk.named[0] if several and talk.named else next(filter(None, named), ""))


def take_facts(talk: Talk) -> None:
    """Who holds or took land, who is at war, what a power has to spend and has developed."""
    for each in talk.mentions.all:
        if each.kind == "war":
            _war(talk, each)
        elif each.kind == "place" and each.holder and talk.is_land(each):
            _hold(talk, each, each.holder)
        elif each.kind == "other":
            _has(talk, each)
        elif each.kind == "number":
            _number(talk, each)
        elif each.kind == "banks":
            _banks(talk, each)
        elif each.role == "beside" and each.at:
            each.used = _says_where(talk, talk.mentions.all[each.at - 1], each)
        elif each.kind == "neutral":
            _neutral(talk, each)
    _holders(talk)


def _holders(talk: Talk) -> None:
    """``gibraltar is british``, ``brits hold gibraltar``, ``germany took egypt last turn``, ``norway taken now``."""
    denied = {each.at + 1 for each in talk.mentions.of("not")}
    rows = [each for each in talk.mentions.all if each.kind not in BETWEEN and each.at not in denied]
    if "holds" in talk.acts.whether:
        rows = [each for each in rows if each.sentence != talk.mentions.last]
    rows = [each for each in rows if each.kind not in ("empty", "(", ")", ":") and not _tells_holder(talk, each)]
    rows = [  # "empty but russian"
        each for each in rows if not (each.kind in ("then", "joint") and talk.mentions.all[each.at - 1].kind == "empty")
    ]
    me = talk.speaker() or acting(talk)
    rows = [  # of "i (uk) hold" the speaker is enough
        each
        for before, each in pairwise([None, *rows])
        if each and not (before and before.kind == "me" and each.item.power == me and each.kind == "power")
    ]
    for at, one in enumerate(rows):
        two, three = (*rows[at + 1 : at + 3], None, None)[:2]
        took = two is not None and two.kind == "act" and two.which == "take"
        if two is None or one.sentence != two.sentence or (one.used and not (took and one.kind == "power")):
            continue
        if one.kind == "place" and talk.is_land(one):
            if two.kind == "power" and not (two.used or one.role == "from" or _acts(talk, two, three)):
                _hold(talk, one, two.item.power, two)
            elif two.text in ("mine", "ours") and me:
                _hold(talk, one, me, two)  # "libya is mine"
            elif took and three is not None and three.kind == "power":
                _took(talk, three.item.power, two, one, three)  # "norway was taken by the british"
            elif took and me and (three is None or three.kind in ("joint", "stop", "from", "place")):
                _took(talk, me, two, one)
        elif one.kind in ("power", "me") and two.kind == "place" and talk.is_land(two) and not two.role:
            between = talk.mentions.all[one.at : two.at]
            power = one.item.power or me
            if power and any(each.kind == "hold" for each in between):
                for land in _joined(talk, two):
                    _hold(talk, land, power, one)
        elif one.kind == "power" and two.kind == "power":
            _between_powers(talk, one, two)
        elif took and one.kind in ("power", "me") and three is not None and three.kind == "place":
            for land in _joined(talk, three):
                _took(talk, one.item.power or me, two, land, one)


def _joined(talk: Talk, place: Mention) -> list[Mention]:
    """A land and those that are named with it: ``egypt and trans-jordan``; none where it is no land."""
    found, at = [place], place.at
    while (behind := talk.mentions.all[at + 1 : at + 3])[1:] and behind[0].kind == "and" and behind[1].kind == "place":
        found.append(behind[1])
        at += 2
    return found if all(talk.is_land(each) for each in found) else []


def _tells_holder(talk: Talk, comma: Mention) -> bool:
    """Whether a comma stands before who holds a place: ``egypt, german since last turn``, ``libya, which is mine``."""
    behind = talk.mentions.behind(comma)
    before = talk.mentions.all[comma.at - 1] if comma.at else comma
    if comma.kind != "joint" or before.kind != "place" or behind is None or behind.kind not in ("power", "me"):
        return False
    after = talk.mentions.all[behind.at + 1 : behind.at + 2]
    said = any(each.text in ("which is", "that is") for each in talk.mentions.all[comma.at : behind.at])
    return said or any(each.kind in ("old", "hold") for each in after)


def _says_where(talk: Talk, zone: Mention, land: Mention) -> bool:
    """Whether a land only says again where a sea zone is: ``sz104 off portugal``."""
    known = zone.kind == "place" and len(zone.item.spaces) == len(land.item.spaces) == 1
    return known and not talk.is_land(zone) and talk.rules.board.bordering(zone.item.spaces[0], land.item.spaces[0])


def _banks(talk: Talk, banks: Mention) -> None:
    """Who holds the lands of a canal that the line names: ``uk held both sides of suez``, ``both banks are german``."""
    row = talk.mentions.ahead(banks)
    holds = any(each.kind == "hold" for each in row[-2:])
    behind = talk.mentions.behind(banks, (*BETWEEN, "canal"))
    holder = next((each for each in reversed(row) if each.kind in ("power", "me")), None) if holds else behind
    canals = [canal for each in talk.mentions.of("place", "canal") for canal in canals_of(talk, each)]
    said = holder is not None and (holds or holder.item.role == "people" or holder.text in ("mine", "ours"))
    power = (holder.item.power or talk.speaker()) if said and holder is not None else ""
    if holder is not None and power and canals:
        talk.scene.held |= {land: power for canal in canals for land in canal.lands}
        banks.used = holder.used = True
    elif banks.text == "both sides" and not holds:  # of a battle
        banks.used = True


def _between_powers(talk: Talk, one: Mention, two: Mention) -> None:
    """Who holds the land of a power: ``germany is held by uk``, ``japan holds germany``, ``germany is japanese``."""
    holds = [each for each in talk.mentions.all[one.at : two.at] if each.kind == "hold"]
    land, holder = (two, one) if holds and not holds[0].text.endswith(("by", "of")) else (one, two)
    if not (holds or holder.item.role == "people") or not land.item.spaces or land.item.role == "people":
        return
    talk.scene.held[land.item.spaces[0]] = holder.item.power
    one.used = two.used = True


def _acts(talk: Talk, power: Mention, behind: Mention | None) -> bool:
    """Whether what stands behind a power shows that it does something, or that the units behind it are its."""
    near = behind is not None and behind.sentence == power.sentence
    return near and behind is not None and behind.kind in ("act", "units", "number", "phase", "turn", "may")


def _hold(talk: Talk, place: Mention, power: str, said: Mention | None = None) -> None:
    space = talk.space(place)
    if talk.scene.held.setdefault(space, power) != power:
        raise Unclear(f"{talk.rules.board.space(space).name} is said to be held by two powers", "leave one out")
    if said is not None:
        said.used = True
        before = talk.mentions.ahead(place)[-1:]
        place.used = not (
            place.role or talk.mentions.is_on_the_way(place) or any(each.kind == "act" for each in before)
        )


def _took(talk: Talk, power: str, took: Mention, place: Mention, said: Mention | None = None) -> None:
    """Land that a power took: in this turn, or before it. Where that is not said it is an act."""
    row = [each for each in talk.mentions.all if each.sentence == took.sentence]
    times = {each.kind for each in row} & {"now", "old"}
    if not (times and power) or (power == talk.turn and any(each.text in _OWN_TURN for each in row)):
        return
    space = talk.space(place)
    if "now" in times:
        printed = talk.rules.board.space(space).held_by
        whom = next(
            (
                each
                for each in row
                if (each.kind == "power" or each.role == "from") and each.item.power in talk.enemies(power)
            ),
            None,
        )
        before = whom.item.power if whom else printed if printed in talk.enemies(power) else talk.other(power)
        if not before:
            before = next(each.id for each in talk.rules.board.powers if each.id in talk.enemies(power))
            talk.scene.assume("held-before", space, before)
        if whom is not None:
            whom.used = True
        talk.scene.notes.setdefault("captured", []).append(space)
        talk.scene.notes.setdefault("held", {})[space] = before
    _hold(talk, place, power, said or took)
    took.used = place.used = True


def _war(talk: Talk, said: Mention) -> None:
    """``at war w/ russia``, ``russia is at war with germany``, ``not at war``."""
    mentions = talk.mentions
    if said in mentions.clause() and mentions.is_asked(said):
        raise Unclear("who is at war is not answered here", "ask what somebody may do then")
    before = next((each for each in reversed(mentions.all[: said.at]) if each.kind != "filler"), None)
    behind = mentions.behind(said, (*BETWEEN, "joint", "with"))
    said.used = True
    if before is not None and before.kind == "not":
        before.used = talk.scene.peace = True
        return
    row = [each for each in mentions.ahead(said) if each.kind == "power"]
    pair = [*row[-1:], *([behind] if behind is not None and behind.kind == "power" else [])]
    me = talk.turn or acting(talk)
    powers = [each.item.power for each in pair] + ([me] if len(pair) == 1 else [])
    powers = powers or [me, talk.other(me)]  # "we are at war"
    one = talk.turn if talk.turn in powers else next(iter(powers), "")
    others = [each for each in powers if each not in ("", one)]
    if len(others) != 1 or not one:
        raise Unclear("who is at war with whom?", "name both powers")
    talk.scene.wars.setdefault(one, {})[others[0]] = "old"
    for each in pair:
        each.used = True


def _neutral(talk: Talk, said: Mention) -> None:
    """A territory that nobody holds, or that the power on turn is at war with nobody."""
    near = talk.mentions.all[max(0, said.at - 6) : said.at + 3]
    near = [each for each in near if each.sentence == said.sentence]
    lands = [each for each in near if each.kind == "place" and talk.is_land(each) and not each.item.power]
    if lands:
        nearest = min(lands, key=lambda each: abs(each.at - said.at))
        said.used = not talk.rules.board.space(talk.space(nearest)).held_by
        return
    powers = {each.item.power for each in near if each.kind == "power"}
    alone = talk.mentions.all[said.at - 1].kind in ("joint", "number", "turn")
    if powers == {talk.turn or acting(talk)} or (alone and not powers):
        said.used = talk.scene.peace = True


def _number(talk: Talk, number: Mention) -> None:
    """What a place is worth, as the board has it, and what a power has: ``germany has only 8 ipc``."""
    behind = talk.mentions.behind(number)
    ahead = [each for each in talk.mentions.ahead(number) if each.kind != "filler"]
    if ahead and ahead[-1].kind == "value":
        lands = [each for each in ahead if each.kind == "place" and talk.is_land(each)]
        land = talk.rules.board.space(talk.space(lands[-1])) if lands else None
        if land is not None and land.value != number.item.number:
            raise Unclear(f"{land.name} is worth {land.value}, not {number.text}", "leave it out")
        number.used = land is not None
        return
    if (
        behind is not None
        and behind.kind == "outcome"
        and behind.text in _DAMAGE
        and not talk.mentions.is_asked(number)
    ):
        known = [each.units for each in ahead if each.units is not None and talk.belongs(each.units)]
        for units in known[-1:]:
            units.damage, number.used, behind.used = number.item.number or 0, True, True
        return
    steps, *then = [each.text for each in talk.mentions.all[number.at + 1 : number.at + 3]] or [""]
    if steps in _STEPS:
        flying = [each.units for each in ahead if each.units is not None]
        last = then[0] if then else ""
        for units in flying[-1:]:
            whole, number_of = talk.rules.board.unit(units.unit).move or 0, number.item.number or 0
            units.left = number_of if last in _LEFT else whole - number_of if last in _SPENT else None
        number.used = bool(flying) or last not in (*_LEFT, *_SPENT)
        return
    powers = [each for each in talk.mentions.ahead(number) if each.kind == "power"]
    owner = powers[-1].item.power if powers else talk.turn
    if behind is None or behind.kind != "ipc" or not owner:
        return
    talk.scene.money[owner] = number.item.number or 0
    number.used = True
    for each in powers[-1:]:
        each.used = True


def _has(talk: Talk, each: Mention) -> None:
    """A technology, advantage or option that a power has."""
    kind, name = each.item.others[0]
    row = talk.mentions.ahead(each)
    if kind == "technology" and any(one.kind in ("act", "dice", "number") for one in row):
        return  # it is researched
    own = [each.power for each in talk.rules.ruleset.advantages if (kind, each.id) == ("advantage", name)]
    powers = [one.item.power for one in row if one.kind == "power"] or own or [talk.turn]
    if not powers[-1] and kind != "option":
        raise Unclear(f"who has {each.text}?", "name the power before it")
    known = {"technology": talk.scene.technologies, "advantage": talk.scene.advantages}.get(kind)
    names = talk.scene.options if known is None else known.setdefault(powers[-1], [])
    names += [] if name in names else [name]
    for said in (each, *[one for one in row if one.kind == "power"][-1:]):
        said.used = True


def canals_of(talk: Talk, place: Mention) -> list[Canal]:
    """The canals that a mention names: by their name, or by their one land; ``the canal`` may be each that has one."""
    canals, spaces = talk.rules.board.canals, {*place.item.spaces}
    if place.kind == "canal":
        near = [canal for canal in canals if {canal.one, canal.other} & {*talk.scene.named}]
        return [canal for canal in canals if canal.id == place.which] or near
    found = [canal for canal in canals if len(canal.lands) == 1 and canal.lands[0] in spaces]
    return found if len(found) == len(spaces) else []
