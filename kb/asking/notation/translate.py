"""Translates a line of free talk into a plain request, which the strict notation then shows (docs/notation.md).

What a line is about is a frame: a battle, a move, a landing, a raid, a purchase ... It is filled with what the line
names (:mod:`kb.asking.notation.mentions`). Words that name nothing are passed over, and told. Whatever could turn the
answer has to find its place: every unit, place, number, act, denial and condition; else the line is refused with what
lacks one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kb.asking.notation import economy, fights, landings, moves, scrambles
from kb.asking.notation.completing import complete
from kb.asking.notation.dice import fight_on, take_dice
from kb.asking.notation.facts import take_clock, take_facts
from kb.asking.notation.holding import take_holder
from kb.asking.notation.lex import NO_ZONE
from kb.asking.notation.mentions import Mention
from kb.asking.notation.positions import take_units
from kb.asking.notation.scene import Act
from kb.asking.notation.talk import Talk, Unclear
from kb.base.english import spaced
from kb.base.errors import BadInput, Finding
from kb.cases.language.scenario import Value
from kb.games.board_model import UnitKind
from kb.search.query_limits import MOST_CORRECTIONS

#: kinds of mentions of which nothing has to be made: they change nothing of what is said
_LIGHT = frozenset(
    (
        *("filler", "and", "then", "a", "there", "it", "me", "him", "with", "all", "alone", "old", "turn", "by", "ask"),
        *("may", "joint", "stop", "dash", "(", ")", ":", "'", '"', "%", "question", "first", "now", "in", "to", "from"),
        *("via", "beside", "each", "hold", "round", "unknown", "loaded", "full", "friendly", "new", "where", "value"),
        *("ipc", "empty", "ignore", "deck"),
    )
)
#: words of time that only say that something is so since before
_AS_BEFORE = ("since", "though", "even though", "although")
#: questions that are answered in another way than with yes or no; and what asks for the contrary of what may be
_OPEN = ("who", "whose", "why", "how", "how many", "how much", "which", "what", "which side", "whats")
_OBLIGED = (
    *("must", "have to", "has to", "need to", "needs to", "hafta", "gotta", "has got to", "have got to", "obliged to"),
    *("forced to", "required to"),
)
#: denials of something that is done, and not of somebody who is there
_DENIALS = ("not", "never", "cannot", "neither", "nor", "except", "but not")
#: words of fewer letters are compared with no names
_SHORTEST = 5
#: as many of the words that are not understood are told
_MOST_TOLD = 40
_HINT = "say it otherwise, or in the strict notation (docs/notation.md)"
#: the frames of the acts that a line may be about, by the act
_FRAMES: Mapping[str, Callable[[Talk], object]] = {
    "raid": fights.raid,
    "land": moves.land,
    "offload": landings.offload,
    "amphib": landings.offload,
    "load": landings.load,
}


def translate(talk: Talk) -> None:
    """Read a line, and take for granted what it leaves out. Raises :class:`BadInput` with all that cannot be placed."""
    try:
        take_clock(talk)
        take_holder(talk)
        take_facts(talk)
        take_units(talk)
        take_dice(talk)
        _fill(talk)
        _check(talk)
        finish(talk)
    except Unclear as unclear:
        words = unknown(talk)
        misspelt = [each for each in words if each.hint != _HINT]
        raise BadInput(*dict.fromkeys((*misspelt, unclear.finding, *words))) from None
    if unused := dict.fromkeys(each.text for each in talk.mentions.of("unknown")):
        talk.scene.assume("unused", *unused)


def _fill(talk: Talk) -> None:
    """Fill the frame that the line is about."""
    mentions, kinds = talk.mentions, [each.which for each in talk.mentions.of("act")]
    talk.acts.asked = bool(mentions.asks or mentions.of("may", "ask")) and not talk.acts.whether
    placing = talk.scene.phase == "mobilize-units" or economy.is_placed(talk)
    hosted = any(units.hosts for _, units in mentions.units())
    if _asks_what(talk):
        _what(talk)
    elif mentions.of("odds"):
        fights.odds(talk)
    elif scrambles.is_scramble(talk):
        scrambles.scramble(talk)
    elif economy.is_economy(talk):
        economy.economy(talk)
    elif "land" in kinds and moves.flies_home(talk):
        moves.land(talk)
    elif fights.is_raid(talk):
        fights.raid(talk)
    elif placing and not hosted:
        economy.mobilize(talk)
    elif fights.is_fought(talk) and landings.is_landing(talk):
        land = landings.offload(talk)
        if talk.rolled or fights.is_asked_of_battle(talk):
            talk.battle(land)
            fights.ask_of_battle(talk)
    elif fights.is_fought(talk):
        fights.battle(talk)
        fights.ask_of_battle(talk)
    elif ("mobilize" in kinds and hosted) or (
        any(each.which == "fit" for each in mentions.of("ask")) and not {"offload", "amphib"} & {*kinds}
    ):
        landings.load(talk)
    elif not (kinds or talk.acts.asked or any(not each.used for each in mentions.of("place"))):
        talk.put()  # only who stands where
    else:
        flies = any(talk.scene.kind(each.unit) is UnitKind.AIR for each in talk.of_turn())
        kinds = ["offload" if each in ("land", "mobilize") and not flies else each for each in kinds]
        next((_FRAMES[kind] for kind in _FRAMES if kind in kinds), moves.move)(talk)


def _asks_what(talk: Talk) -> bool:
    """Whether it is asked what somebody may do: ``what can the tank in ukraine do``."""
    rows = talk.mentions.of("question", "may")
    pairs = zip(rows, rows[1:], strict=False)
    return bool(talk.mentions.of("what")) or any(one.text == "what" and two.kind == "may" for one, two in pairs)


def _what(talk: Talk) -> None:
    """What units, or a power, may do."""
    talk.put()
    talk.acts.asked = False
    behind = [
        each for each in talk.mentions.all if any(one.kind in ("what", "may") for one in talk.mentions.ahead(each))
    ]
    power = next((each.item.power for each in behind if each.kind == "power"), talk.turn)
    what: Act = {"power": power} if power else {}
    rows = [each for each in behind if each.at in talk.standing]
    if rows:
        unit = talk.standing[rows[0].at]
        number = (rows[0].units.count if rows[0].units else 0) or unit.count
        what = {"power": unit.power, "at": unit.place, "units": {unit.unit: number}}
        talk.of(unit.power, {})
    if any(each.which == "attack" for each in talk.mentions.of("act")) and talk.scene.contested():
        talk.battle(talk.scene.contested()[0])
    for each in talk.mentions.of("what", "act", "versus", "question"):
        each.used = True
    talk.acts.what = what


def _check(talk: Talk) -> None:
    """Raise :class:`Unclear` for what nothing was made of; where units stand that are said not to be there; for a way
    that comes to a place twice."""
    for act in talk.goes:
        if len({*act["route"]}) != len(act["route"]):
            raise Unclear("which way do they take?", "say each space")
    powers = {each.power for each in talk.everyone()} | {talk.turn}
    for each in talk.mentions.all:
        if each.units is not None:
            _check_units(talk, each)
        elif each.kind in ("place", "canal"):
            _check_holder(talk, each)
        elif (
            each.which == "take"
            and talk.mentions.all[each.at + 1 : each.at + 2]
            and talk.mentions.all[each.at + 1].kind == ":"
        ):
            raise Unclear(f"not placed: '{each.text}'", "say it in the strict notation (docs/notation.md)")
        elif each.kind == "not" and not each.used:
            each.used = _is_of_somebody(talk, each)
        elif each.kind == "if":
            each.used = each.used or _is_as_before(talk, each) or _is_option(talk, each)
        elif each.kind == "power":
            each.used = each.used or each.item.power in powers or _is_absent(talk, each)
        elif each.kind == "question" and not each.used and each.text in _OPEN + _OBLIGED:
            raise Unclear(f"'{each.text}' is not answered here", "ask whether something may be done, or is so")
        elif each.kind == "unknown" and _is_telling(talk, each):
            raise Unclear(
                f"not understood: '{each.text}'", talk.called.near(("power", "unit", "space"), each.text) or _HINT
            )
        if not (each.used or each.units is not None or each.kind in _LIGHT or _is_again(talk, each)):
            raise Unclear(f"not placed: '{each.text}'", _HINT)


def _is_again(talk: Talk, number: Mention) -> bool:
    """Whether a number stands for what was named before: ``the london one``, ``all three together``."""
    before = talk.mentions.all[number.at - 1] if number.at else number
    kinds = ("place", "power", "all") if number.text in ("one", "ones") else ("all",)
    return number.kind == "number" and before.kind in kinds


def _is_telling(talk: Talk, unknown: Mention) -> bool:
    """Whether a word that says nothing may turn the answer: it stands where a place is named, or in what is asked and
    may be the verb of it."""
    before = talk.mentions.all[unknown.at - 1] if unknown.at else unknown
    led = before.kind in ("in", "from", "beside", "via")
    clause = talk.mentions.clause()
    near = [*(each for each in clause if each.at < unknown.at), talk.mentions.behind(unknown, ("filler", "a"))]
    said = any(each is not None and each.kind in ("act", "outcome", "ask") for each in near)
    return led or (unknown in clause and not said and (talk.acts.asked or bool(talk.acts.whether)))


def _check_units(talk: Talk, each: Mention) -> None:
    units = each.units
    assert units is not None
    there = [one for one in talk.scene.units if one.unit == units.unit and units.at in ("", one.place)]
    if units.absent and any(one.power == units.power if units.power else one.power != talk.turn for one in there):
        raise Unclear(f"the {spaced(units.unit)} is said to be there, and not to be there", "leave one out")


def _check_holder(talk: Talk, place: Mention) -> None:
    """A place that somebody has, and nobody knows who: ``allies had panama``; one that is empty, and is not."""
    before = talk.mentions.all[place.at - 1] if place.at else place
    has = before.kind == "hold" or before.text in ("has", "have", "had")
    named = any(each.kind == "power" for each in talk.mentions.ahead(place))
    if has and not named and place.sentence != talk.mentions.last:
        raise Unclear(f"who holds {place.text}?", "name the power")
    if place.empty and any(each.place in place.item.spaces for each in talk.scene.units if each.now == each.place):
        raise Unclear(f"{place.text} is said to be empty, and is not", "leave one out")


def _is_of_somebody(talk: Talk, each: Mention) -> bool:
    """Whether a denial says that nobody is there: ``no enemy ships about``, ``nobody in it``, ``no damage yet``."""
    if each.text in ("nobody", "none", "nothing", "noone", "no one"):
        return True
    behind = talk.mentions.behind(each, ("filler", "a", "friendly", "beside"))
    near = talk.mentions.ahead(each)[-2:]
    nothing = behind is None or behind.kind in ("him", "joint", "stop", "unknown", "in", "place", "power", "there")
    return nothing and each.text not in _DENIALS and not any(one.kind in ("act", "may") for one in near)


def _is_absent(talk: Talk, power: Mention) -> bool:
    """Whether it is only said that a power is not there: ``no japs there``."""
    behind = talk.mentions.behind(power, ("filler",))
    denied = power.at and talk.mentions.all[power.at - 1].kind == "not"
    return bool(denied) and (behind is None or behind.kind in ("there", "stop", "joint", "in", "beside"))


def _is_as_before(talk: Talk, each: Mention) -> bool:
    """Whether a word of time turns nothing: ``since``, ``when my turn began``, ``during noncombat``, ``... after?``."""
    behind = [one.kind for one in talk.mentions.all[each.at + 1 : each.at + 5]]
    nearest = next((kind for kind in behind if kind not in ("filler", "me", "him", "it", "power")), "stop")
    return (
        each.text in _AS_BEFORE
        or (each.text == "while" and each.sentence != talk.mentions.last)
        or (each.text == "when" and "turn" in behind)
        or (each.text == "during" and nearest == "phase")
        or (each.text == "after" and nearest in ("stop", "joint"))
    )


def _is_option(talk: Talk, each: Mention) -> bool:
    """Whether it only says that what is named before it is an option: ``dardanelles closed option``."""
    before = talk.mentions.all[each.at - 1] if each.at else each
    return before.kind == "other" and before.item.others[0][0] == "option"


def finish(talk: Talk) -> None:
    """Give the dice to their battle, and take for granted what is left out."""
    scene, acts = talk.scene, talk.acts
    if not scene.turn:
        raise Unclear("whose turn is it?", "write for example: germany combat move")
    fight_on(talk)
    _supply(talk)
    for act in acts.acts:
        there = [each for each in scene.everyone() if each.now == act.get("battle") and not talk.is_gun(each.unit)]
        if "battle" in act and not any(talk.fights_against(each) for each in there):
            raise Unclear(f"who defends in {spaced(act['battle'])}?", "say which units of the enemy are there")
    if talk.combat and not scene.phase:
        moved = acts.acts and {"move", "load", "offload"} & acts.acts[0].keys()
        scene.phase = "combat-move" if moved else "conduct-combat"
    complete(scene, acts)
    if acts.asked and not (acts.acts or acts.what or acts.whether):
        raise Unclear("what is asked?", "say which units do what, from where to where")
    if acts.odds:
        before_odds(talk)


def _supply(talk: Talk) -> None:
    """What a power places it has bought, and what a raid costs there is to pay."""
    scene = talk.scene
    said = {*scene.bought}
    for power, units in talk.placed:
        bought = scene.bought.setdefault(power, {})
        if power not in said:
            for unit, number in units.items():
                bought[unit] = bought.get(unit, 0) + number
            scene.assume("bought", power)
    for act in talk.acts.acts:
        owner = scene.holder(act["at"]) if "raid" in act else ""
        damage = sum(sum(each.faces) for each in talk.rolled if not (each.unit and talk.is_gun(each.unit)))
        if owner and owner not in scene.money and damage:
            scene.money[owner] = damage
            scene.assume("money", owner, str(damage))


def before_odds(talk: Talk) -> None:
    """The odds are those of the battles that wait: the phases before them are ended."""
    acts, order = talk.acts, [phase.id for phase in talk.rules.ruleset.phases]
    acts.acts = [act for act in acts.acts if "battle" not in act or act is talk.fight]
    ends = [act for act in acts.acts if act in acts.supplied]
    if talk.scene.phase == "combat-move" and not ends and "conduct-combat" in order:
        acts.acts.append(acts.supplied_end("combat-move"))


def unknown(talk: Talk) -> list[Finding]:
    """The words that say nothing on the board, each with a name that is spelled like it."""
    found: list[Finding] = []
    compared: dict[str, str] = {}
    for item in dict.fromkeys(each.item for each in talk.mentions.all if each.item.unknown):
        if item.role == NO_ZONE:
            found.append(Finding(f"this board has no sea zone '{item.text}'"))
            continue
        if len(item.text) >= _SHORTEST and item.text not in compared and len(compared) < MOST_CORRECTIONS:
            compared[item.text] = talk.called.near(("power", "unit", "space"), item.text)
        found.append(Finding(f"not understood: '{item.text}'", hint=compared.get(item.text) or _HINT))
    return list(dict.fromkeys(found))[:_MOST_TOLD]


def left_over(talk: Talk) -> list[Finding]:
    """What a line names and nothing was made of."""
    left = [each.text for each in talk.mentions.all if not (each.used or each.kind in _LIGHT)]
    return [Finding(f"not placed: '{text}'", hint=_HINT) for text in dict.fromkeys(left)]


def request_of(talk: Talk, board: str, ruleset: str) -> dict[str, Value]:
    """The plain request of a line that was translated."""
    scene, acts = talk.scene, talk.acts
    position: dict[str, Value] = {"turn": scene.turn, "phase": scene.phase}
    parts = {
        "round": scene.round,
        "options": scene.options,
        "spaces": scene.spaces(),
        "treasuries": scene.money,
        "technologies": scene.technologies,
        "advantages": scene.advantages,
        "bought": scene.bought,
        "wars": scene.wars,
        "notes": scene.notes,
    }
    position |= {key: value for key, value in parts.items() if value}
    request: dict[str, Value] = {"game": scene.rules.ruleset.game}
    request |= {key: value for key, value in (("board", board), ("ruleset", ruleset)) if value}
    request["position"] = position
    do = list(acts.acts)
    if acts.asked and do and do[-1] is not talk.fight and "choices" not in do[-1]:
        request["may"] = do.pop()
    if do:
        request["do"] = do
    if acts.what is not None:
        request["what"] = acts.what
    if acts.whether:
        request["whether"] = acts.whether
    if acts.odds:
        request["odds"] = "yes"
    return request
