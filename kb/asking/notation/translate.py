"""Translates a line of free talk into a plain request, which the strict notation then shows (docs/notation.md).

Everything in the line comes into the request, or is named as not understood; nothing is put in that nobody said but for
what is noted as assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from kb.asking.notation import economy, fights, moves
from kb.asking.notation.clauses import OBJECT, Chunker, Clause, Unclear
from kb.asking.notation.completing import complete, phases_of
from kb.asking.notation.dice import fight_on, take_dice
from kb.asking.notation.facts import header, is_outcome, set_the_clock, take_facts
from kb.asking.notation.lex import NO_ZONE, Lexer
from kb.asking.notation.scene import Act
from kb.asking.notation.talk import Talk, by_type
from kb.base.english import spaced
from kb.base.errors import Finding
from kb.cases.language.scenario import Value
from kb.search.query_limits import MOST_CORRECTIONS

#: what is made of a clause, by its verb (the roles ``do`` of ``data/words.yaml``)
DOES: Mapping[str, Callable[[Talk, Clause], None]] = {
    "attack": fights.attack,
    "take": fights.take,
    "lose": fights.lose,
    "raid": fights.raid,
    "scramble": fights.scramble,
    "intercept": fights.scramble,
    "submerge": fights.submerge,
    "retreat": fights.retreat,
    "defend": fights.defend,
    "fire": fights.fire,
    "stay": fights.stay,
    "move": moves.move,
    "land": moves.land,
    "offload": moves.offload,
    "amphib": moves.offload,
    "load": moves.load,
    "bombard": moves.bombard,
    "research": economy.research,
    "purchase": economy.purchase,
    "mobilize": economy.mobilize,
    "collect": economy.collect,
    "declare-war": economy.declare_war,
}
#: roles of words that may be left: they change nothing of what is said
_LIGHT = (
    "filler",
    "and",
    "then",
    "a",
    "there",
    "it",
    "me",
    "him",
    "with",
    "all",
    "alone",
    "old",
    "turn",
    "by",
    "ipc",
    "first",
)
#: words of fewer letters are compared with no names
_SHORTEST = 5
#: as many of the words that are not understood are told
_MOST_TOLD = 40
#: marks that say something
_SAYING = ("=", "<", ">", "*", "^")
_HINT = "say it otherwise, or in the strict notation (docs/notation.md)"


def translate(talk: Talk, text: str) -> None:
    """Read a line, and take for granted what it leaves out; what cannot be placed is among the ``findings``."""
    read(talk, text)
    nameless = [spaced(group.unit) for group, _ in talk.pending]
    talk.findings += unknown(talk) or [Finding(f"where is the {unit}?", hint="say its place") for unit in nameless]
    if not talk.findings:
        try:
            finish(talk)
        except Unclear as unclear:
            talk.findings.append(unclear.finding)
    if not any(item.unknown for item in talk.items):
        talk.findings += left_over(talk)
    talk.findings = list(dict.fromkeys(talk.findings))


def read(talk: Talk, text: str) -> None:
    """Read the clauses of a line, one after another."""
    talk.items = Lexer(talk.called).items(text)
    talk.chunker = Chunker(talk.rules)
    talk.clauses = talk.chunker.clauses(talk.items)
    set_the_clock(talk)
    holders = [item for clause in talk.clauses for _, item in clause.held]
    named = [item.power for item in talk.items if item.power and not any(item is each for each in holders)]
    talk.named = list(dict.fromkeys(named))
    talk.scene.named = [item.spaces[0] for item in talk.items if item.spaces]
    sentence = -1
    for clause in in_order(talk):
        if clause.sentence != sentence:
            sentence = clause.sentence
            talk.settle()
            talk.there = talk.here or talk.there
            talk.here = ""
            talk.speaker, talk.buying = "", False
            talk.first = clause
        try:
            take_clause(talk, clause)
        except Unclear as unclear:
            if not any(item.unknown for item in clause.items):
                talk.findings.append(unclear.finding)
            for item in clause.items:  # the finding is about them
                item.used = True
    talk.settle()


def in_order(talk: Talk) -> list[Clause]:
    """The clauses; sentences that only say who stands in a place come first."""
    sentences: dict[int, list[Clause]] = {}
    for clause in talk.clauses:
        sentences.setdefault(clause.sentence, []).append(clause)
    position = [rows for rows in sentences.values() if _is_position(rows)]
    others = [rows for rows in sentences.values() if not _is_position(rows)]
    return [clause for rows in (*position, *others) for clause in rows]


def take_clause(talk: Talk, clause: Clause) -> None:
    """What a clause says, does or asks."""
    if _before_any(talk, clause):
        return
    take_facts(talk, clause)
    take_dice(talk, clause)
    if clause.words.get("war") and not (clause.verb or clause.groups):
        last = [each for each in talk.clauses if each.sentence == clause.sentence][-1]
        if (clause.asked and clause is last) or clause.items[0].text in ("is", "are"):
            raise Unclear("who is at war is not answered here", "ask what somebody may do then")
        return
    if clause.words.get("outcome") and clause.words.get("may") and len(clause.groups) == 2:
        fights.hit(talk, clause, clause.groups[:1], clause.groups[1:])  # "can the ftr kill the sub?"
        clause.use("outcome")
        return
    if is_outcome(talk, clause):
        return
    verb, handler = clause.verb, DOES.get(clause.verb)
    route = clause.chain or any(clause.places.get(role) for role in ("to", "via"))
    if clause.use("what") and not clause.chain:
        ask_what(talk, clause)
        return
    if clause.words.get("odds"):
        talk.acts.odds = clause.use("odds", "what")
    if talk.acts.odds and handler is fights.attack:
        clause.use("if")
    if clause.words.get("may") or (clause.asked and (handler or route)):
        talk.acts.asked = True
        clause.use("may")
    if clause.use("ask"):
        talk.acts.asked = True
    if clause.words.get("end") and not handler:
        clause.use("end")
        clause.power()
        talk.acts.acts.append({"end": "turn" if clause.use("turn") else "phase"})
    elif handler is fights.attack and not clause.groups and moves.again(talk, clause):
        return
    elif handler:
        handler(talk, clause)
    elif (
        clause.asked
        and not clause.places
        and (clause.words.keys() & {"to", "loaded"})
        and (talk.placed or talk.scene.bought)
    ):
        economy.on_deck(talk, clause)
    elif verb:
        raise Unclear(f"'{spaced(verb)}' is not understood here", "write it in the strict notation")
    elif clause.words.get("versus"):
        fights.attack(talk, clause)
    elif route and (clause.groups or talk.last or talk.pending):
        (fights.retreat if talk.rolled else moves.move)(talk, clause)
    else:
        stand(talk, clause)


def _before_any(talk: Talk, clause: Clause) -> bool:
    """Whether a clause says that somebody submerges before any dice, which is when it is asked of a battle without."""
    dives = any("submerge" in act for act in talk.acts.acts) and not talk.rolled
    said = clause.words.keys() - {"if", "dice", "question", "a", "first", "it", "not"}
    if not dives or clause.items[0].text != "before" or said or clause.groups or clause.verb not in ("", "fire"):
        return False
    clause.use("if", "dice", "question")
    clause.power()
    clause.power(OBJECT)
    return True


def stand(talk: Talk, clause: Clause) -> None:
    """Units that are in a place, or the place or power that a sentence is about."""
    if not clause.groups:
        header(talk, clause)
        return
    new = any(item.role == "new" for group in clause.groups for item in group.items)
    placing = [each for each in talk.clauses if any(not talk.is_facility(group) for group in each.groups)]
    last = placing[-1:] == [clause]
    if talk.scene.phase == "mobilize-units" and (new or (last and not talk.placed)):
        economy.mobilize(talk, clause)
        return
    buys = talk.scene.phase == "purchase-units" and not (
        talk.here or any(group.at or group.start for group in clause.groups)
    )
    if talk.buying or (buys and not clause.places):
        economy.purchase(talk, clause)
        return
    if any(group.start for group in clause.groups):
        raise Unclear("what do they do that come from there?", "say where to, or what they attack, in one clause")
    talk.place_groups(clause, clause.groups, talk.default(clause))


def ask_what(talk: Talk, clause: Clause) -> None:
    """What units, or a power, may do."""
    what: Act = {}
    for item in clause.words.get("question", ()):
        item.used = item.used or item.text == "do"
    units = talk.movers(clause) if clause.groups else []
    power = units[0][0].power if units else clause.power() or talk.turn
    if power:
        what["power"] = power
    if units:
        what |= {"at": units[0][0].now, "units": by_type(units)}
    clause.verb = ""
    talk.acts.what = what


def finish(talk: Talk) -> None:
    """Check what is said not to be there, give the dice to their battle, and take for granted what is left out."""
    scene, acts = talk.scene, talk.acts
    _check(talk)
    if not scene.turn:
        owners = {each.power for each in scene.units}
        if len(owners) != 1:
            raise Unclear("whose turn is it?", "write for example: germany combat move")
        talk.of(owners.pop(), {})
    fight_on(talk)
    _supply(talk)
    for act in acts.acts:
        there = [each for each in scene.everyone() if each.now == act.get("battle") and not talk.is_gun(each.unit)]
        if "battle" in act and not any(talk.fights_against(each) for each in there):
            raise Unclear(f"who defends in {spaced(act['battle'])}?", "say which units of the enemy are there")
    if talk.combat and not scene.phase:
        moves = acts.acts and "combat-move" in phases_of(talk.rules, acts.acts[0])
        scene.phase = "combat-move" if moves else "conduct-combat"
    complete(scene, acts)
    asks = acts.asked or any(clause.asked for clause in talk.clauses)
    if asks and not (acts.acts or acts.what or acts.odds or acts.whether):
        raise Unclear("what is asked?", "say which units do what, from where to where")
    for place, unclear in talk.arrived:
        if place not in scene.contested():
            raise unclear
    if acts.odds:
        if talk.rolled or any(item.role == "first" for item in talk.items):
            raise Unclear("the odds of single dice are not told", "ask for the odds of the battle")
        before_odds(talk)


def _check(talk: Talk) -> None:
    """Raise :class:`Unclear` where units stand that are said not to be there."""
    units = talk.scene.units
    for group, place in talk.absent:
        if any(each.unit == group.unit and place in ("", each.place) and each.power != talk.turn for each in units):
            raise Unclear(f"the {spaced(group.unit)} is said to be there, and not to be there", "leave one out")
    for each in talk.guessed:
        passed = any(each.place in act["route"][1:] for act in talk.goes)
        landing = any("land" in act and act["at"] == each.place for act in talk.acts.acts)
        if passed and not landing and each.now == each.place:
            each.power = talk.other(each.power)
            if not each.power:
                raise Unclear(f"whose is the {spaced(each.unit)} in {spaced(each.place)}?", "name the power before it")
            talk.scene.assume("owner", each.unit, each.power)
    for place in talk.none_at:
        if any(each.place == place and each.power in talk.enemies(talk.turn) for each in units):
            raise Unclear(f"no enemy is said to be in {spaced(place)}, and one is", "leave one out")
    for place in talk.empty_at:
        if any(each.place == place for each in units):
            raise Unclear(f"{spaced(place)} is said to be empty, and is not", "leave one out")


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
    """What no word of the game or of talk is; what is no number."""
    found = []
    for item, behind in pairwise(talk.items):
        if item.mark == "-" and behind.number is not None:
            found.append(Finding(f"'-{behind.number}' is no number here", hint="write a whole number"))
        if item.mark in _SAYING:
            found.append(Finding(f"not understood: '{item.mark}'", hint=_HINT))
    compared: dict[str, str] = {}
    for item in talk.items:
        if item.role == NO_ZONE:
            found.append(Finding(f"this board has no sea zone '{item.text}'"))
        elif item.unknown:
            if len(item.text) >= _SHORTEST and item.text not in compared and len(compared) < MOST_CORRECTIONS:
                compared[item.text] = talk.called.near(("power", "unit", "space"), item.text)
            found.append(Finding(f"not understood: '{item.text}'", hint=compared.get(item.text) or _HINT))
    return list(dict.fromkeys(found))[:_MOST_TOLD]


def left_over(talk: Talk) -> list[Finding]:
    """What is in the line and in nothing that was made of it."""
    left = (item for item in talk.items if not (item.used or item.mark or item.unknown or item.role in _LIGHT))
    return [Finding(f"not placed: '{text}'", hint=_HINT) for text in dict.fromkeys(item.text for item in left)]


def _is_position(rows: Sequence[Clause]) -> bool:
    """Whether a sentence is a place, a colon, and what stands there."""
    first = rows[0]
    place = any(first.places.get(role) for role in ("", "in", "near"))
    return (
        first.header
        and place
        and not any(
            row.verb or row.chain or row.words.keys() & {"may", "dice", "face", "versus", "end"} for row in rows
        )
    )


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
