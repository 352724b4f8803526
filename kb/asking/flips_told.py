"""What would have to differ, in sentences and as plain values: the change, what comes of it, rules and rulings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kb.asking.answer import Answer
from kb.asking.bearing import Proofs
from kb.asking.flips import NOTHING, Flip, Flips
from kb.asking.whatif.change import Change, Sort
from kb.asking.whatif.told import becoming
from kb.asking.written import plain_act, plain_value
from kb.engine.core.notes import GAME_NOTES, TURN_NOTES, YES
from kb.engine.core.position import OLD_WAR
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.values import replace
from kb.scenarios.language.options import rows_offered
from kb.scenarios.language.scenario import Act, Value
from kb.scenarios.language.words import GameWords, counted, power_or_nobody
from kb.scenarios.telling.stories import Teller, act_sentence
from kb.wording.board import power_name
from kb.wording.english import a, listed, number, plural, possessive, sentence, spaced

Plain = dict[str, Any]
#: what is remembered by each note
_MEANS = {note.name: note.means for note in (*TURN_NOTES, *GAME_NOTES)}
_UNSAID = "Dice that are not said are taken to hit, for one cycle of combat."
#: so many rulings are named, and so many others that do the same
_RULINGS, _ALSO = 3, 4


def plain_flips(answer: Answer, found: Flips, proofs: Proofs) -> list[Plain]:
    """What was found, best first."""
    teller = Teller(answer.rules)
    return [_plain(flip, found, answer, teller, proofs) for flip in found.found]


def plain_search(answer: Answer, found: Flips) -> Plain:
    """How was searched: how many changes were tried, whether that were all, how many could not be played, and what is
    to be told of it: what was assumed of dice, and of the changes that could not be played."""
    unsaid = found.base.rolled.keys() - answer.played.record.faces.keys()
    assumed = [_UNSAID] if unsaid else []
    if found.faults:
        changes = f"{found.faults} {plural('change', found.faults)}"
        assumed.append(f"{changes} could not be played, for a fault of the engine: what they would turn is not known.")
    return {"tried": found.tried, "all_tried": found.all_tried, "faults": found.faults, "assumed": assumed}


def _plain(flip: Flip, found: Flips, answer: Answer, teller: Teller, proofs: Proofs) -> Plain:
    rulings = rulings_of(flip, answer.rules, proofs)
    told = changed(flip, teller, answer.asked.case.position["turn"])
    comes = becoming(flip.turned, flip.played, found.base, teller)
    named = f" ({rulings[0]})" if rulings else ""
    return {
        "text": sentence(f"{told}, {comes}{named}"),
        "becomes": sentence(comes),
        "change": _written(flip.change),
        "turns": flip.turned.what.name.lower(),
        "legal": flip.turned.legal,
        "rules": list(flip.rules),
        "rulings": rulings,
    }


def rulings_of(flip: Flip, rules: Rulebook, proofs: Proofs) -> list[str]:
    """The rulings that speak of what turns it: those that its rules rest on, then those whose cases rest on these."""
    lines = [rules.lines[rule] for rule in flip.rules if rule in rules.lines]
    cited = [cite for line in lines for cite in line.cites if "/" not in cite]
    cited += [ruling for rule in flip.rules for ruling in proofs.get(rule, NOTHING)[0]]
    return list(dict.fromkeys(cited))[:_RULINGS]


def _written(change: Change) -> Plain:
    """A change as it is laid over a request: what it says of the position, the actions and the rules."""
    made: Plain = {"position": plain_value(change.position)} if change.position else {}
    if change.do is not None:
        made["do"] = [plain_act(replace(act, line=0)) for act in change.do]
    if change.rules:
        made |= {"ruleset": change.rules.ruleset.id, "board": change.rules.board.id}
    return made


def changed(flip: Flip, teller: Teller, turn: str) -> str:
    """A change, as the first half of a sentence; with others that do the same."""
    facts = {**flip.change.facts, "turn": turn}
    others = list(dict.fromkeys(filter(None, (_other(flip.change, each, teller.words) for each in flip.also))))
    told = _TELL[flip.change.sort](teller, facts, flip.change)
    others = [each for each in others if not told.endswith(each)]
    many = len(others) - _ALSO
    also = f" (or {', '.join(others[:_ALSO])}{f' and {many} more' if many > 0 else ''})" if others else ""
    return f"{told}{also}"


def _other(best: Change, other: Change, words: GameWords) -> str:
    """What is different in another change that does the same."""
    mine, its = best.facts, other.facts
    if best.sort is Sort.MORE:
        whose = f" of {power_name(its['power'])}" if its["power"] != mine["power"] else ""
        return f"{a(words.unit(its['unit']))}{whose}"
    if best.sort is Sort.HOLDER:
        return power_or_nobody(its["holder"])
    if best.sort is Sort.INSTEAD and "new" in its:
        return a(words.unit(its["new"]))
    if best.sort in (Sort.PHASE, Sort.TURN, Sort.TECHNOLOGY, Sort.ADVANTAGE):
        name = its.get("phase") or its.get("name") or ""
        return words.titled(name) if name else power_name(its["power"])
    if best.sort in (Sort.ACT, Sort.ADDED):
        return _other_act(mine["act"], its["act"], words)
    return ""


def _other_act(best: Act, other: Act, words: GameWords) -> str:
    """Where another action goes, if that is all that is different in it."""
    if replace(best, given={}) != replace(other, given={}) or "route" not in other.given:
        return ""
    mine, its = best.given["route"], other.given["route"]
    return f"to {words.space(its[-1])}" if mine[:-1] == its[:-1] else words.way(its)


Tell = Callable[[Teller, Plain, Change], str]


def _units(teller: Teller, facts: Plain, count: int = 0) -> str:
    """``the two submarines of Germany in sea zone 5``."""
    many = count or facts["count"]
    name = teller.words.unit(facts["unit"], many)
    whose = f"{name} of {power_name(facts['power'])} in {teller.words.space(facts['space'])}"
    return f"the {number(many)} {whose}" if many > 1 else f"the {whose}"


def _more(teller: Teller, facts: Plain, change: Change) -> str:
    unit = teller.words.unit(facts["unit"])
    what = f"another {unit}" if facts["had"] else a(unit)
    return f"with {what} of {power_name(facts['power'])} in {teller.words.space(facts['space'])}"


def _fewer(teller: Teller, facts: Plain, change: Change) -> str:
    if facts["left"] and facts["count"] > 1:
        return f"with {number(facts['count'] - facts['left'])} of {_units(teller, facts)} fewer"
    return f"without {_units(teller, facts)}"


def _without(teller: Teller, facts: Plain, change: Change) -> str:
    where = teller.words.space(facts["space"])
    return (
        f"without the units of {power_name(facts['power'])} in {where}" if "power" in facts else f"with {where} empty"
    )


def _instead(teller: Teller, facts: Plain, change: Change) -> str:
    if "owner" in facts:
        verb = "was" if facts["count"] == 1 else "were"
        return f"if {_units(teller, facts)} {verb} {possessive(power_name(facts['owner']))}"
    new = teller.words.unit(facts["new"], facts["count"])
    what = a(new) if facts["count"] == 1 else f"{number(facts['count'])} {new}"
    return f"with {what} instead of {_units(teller, facts)}"


def _state(teller: Teller, facts: Plain, change: Change) -> str:
    who, value, was = _units(teller, facts), facts["value"], facts["was"]
    return f"if {who} {_STATES[facts['key']](teller.words, value, was)}"


def _marked(words: GameWords, value: Value, was: Value) -> str:
    new = [mark for mark in value if mark not in (was or ())]
    gone = [mark for mark in was or () if mark not in value]
    return f"had {'' if new else 'not '}{listed(_MARKS.get(mark, f'been {spaced(mark)}') for mark in new or gone)}"


#: what a unit has done that is so marked, after "had"
_MARKS = {
    "combat-moved": "moved in the combat move",
    "noncombat-moved": "moved in the noncombat move",
    "fought": "fought",
    "retreated": "retreated",
    "submerged": "submerged",
    "landed": "landed",
    "launched-rocket": "launched a rocket",
    "bombarded": "bombarded",
    "raided": "raided",
    "intercepted": "intercepted",
    "scrambled": "scrambled",
}
#: what may be otherwise of units, after "if they"
_STATES: dict[str, Callable[[GameWords, Value, Value], str]] = {
    "damage": lambda words, value, was: f"had {counted(value, 'damage', 'damage')}" if value else "had no damage",
    "spent": lambda words, value, was: f"had spent {counted(value, 'movement point', 'movement points')}",
    "is": _marked,
    "came": lambda words, value, was: f"had come from {listed(map(words.space, value))}" if value else "had not moved",
    "bound": lambda words, value, was: f"were bound for {words.space(value)}" if value else "were bound for nowhere",
}


def _cargo(teller: Teller, facts: Plain, change: Change) -> str:
    words, ship = teller.words, _units(teller, facts, 1)
    if "aboard" not in facts:
        what = "nothing" if facts["less"] == "all" else f"{a(words.unit(facts['less']))} fewer"
        return f"with {what} aboard {ship}"
    whose = f" of {power_name(facts['owner'])}" if facts.get("owner") else ""
    instead = f" instead of {a(words.unit(facts['less']))}" if "less" in facts else ""
    return f"with {a(words.unit(facts['aboard']))}{whose} more aboard {ship}{instead}"


def _has(teller: Teller, facts: Plain, change: Change) -> str:
    name = teller.words.titled(facts["name"]) if facts["name"] else "any of this"
    return f"if {power_name(facts['power'])} {'had' if facts['on'] else 'did not have'} {name}"


def _war(teller: Teller, facts: Plain, change: Change) -> str:
    other = power_name(facts["other"]) if facts["other"] else "anybody"
    if not facts["how"]:
        return f"if {power_name(facts['power'])} had made no war on {other}"
    powers = power_name(facts["power"]), other
    if facts["how"] == OLD_WAR:
        return f"if {powers[0]} and {powers[1]} were at war"
    return f"if {powers[0]} had declared war on {powers[1]}, {facts['how']}"


def _bought(teller: Teller, facts: Plain, change: Change) -> str:
    one, many = (teller.words.unit(facts["unit"], count) for count in (1, 2))
    return f"had {power_name(facts['power'])} {counted(facts['count'], one, many)} to place"


def _note(teller: Teller, facts: Plain, change: Change) -> str:
    means, value = _MEANS[facts["note"]], facts["value"]
    if not facts["about"]:
        told = f": {teller.words.thing('holder', value)}" if value not in (0, YES) else ""
        return f"if this were {'not ' if value == 0 else ''}so: {means}{told}"
    about = teller.words.thing("space", facts["about"])
    of = f": {teller.words.thing('holder', value)}" if value not in (0, YES) else ""
    return f"with{'out' if value == 0 else ''} {about} as {means}{of}"


def _done(opening: str) -> Tell:
    """Tells of an action, after some words."""

    def tell(teller: Teller, facts: Plain, change: Change) -> str:
        return f"{opening} {_act(teller, facts['act'], facts['turn'])}"

    return tell


def _act(teller: Teller, act: Act, turn: str) -> str:
    return act_sentence(teller.words, replace(act, refused=False, refused_by=(), dice=(), choices=()), turn)


def _choice(teller: Teller, facts: Plain, change: Change) -> str:
    power = facts["choice"].power
    return f"if {power_name(power)} chose {teller.words.chosen(rows_offered(facts['option']), power)}"


def _die(teller: Teller, facts: Plain, change: Change) -> str:
    unit = f" for {teller.words.thing('unit', facts['unit'])}" if facts["unit"] else ""
    return f"with a {facts['face']} rolled{unit} instead of a {facts['was']}"


def _substituted(teller: Teller, facts: Plain, change: Change) -> str:
    if "new" in facts:
        return f"with {a(teller.words.unit(facts['new']))} in the place of {a(teller.words.unit(facts['unit']))}"
    there = ", had it stood there" if change.position else ""
    return f"if instead {_act(teller, facts['act'], facts['turn'])}{there}"


_TELL: dict[Sort, Tell] = {
    Sort.MORE: _more,
    Sort.FEWER: _fewer,
    Sort.WITHOUT: _without,
    Sort.INSTEAD: _instead,
    Sort.STATE: _state,
    Sort.CARGO: _cargo,
    Sort.HOLDER: lambda teller, facts, change: (
        f"if {power_or_nobody(facts['holder'])} held "
        f"{listed(map(teller.words.space, facts.get('spaces') or [facts['space']]))}"
    ),
    Sort.TURN: lambda teller, facts, change: (
        f"in {possessive(power_name(facts['power']))} turn{', by its own units' if 'units' in facts else ''}"
    ),
    Sort.PHASE: lambda teller, facts, change: f"in the phase {teller.words.titled(facts['phase'])}",
    Sort.ROUND: lambda teller, facts, change: f"in round {facts['round']}",
    Sort.OPTION: lambda teller, facts, change: (
        f"if the table played {'with' if facts['on'] else 'without'} {teller.words.titled(facts['option'])}"
    ),
    Sort.TECHNOLOGY: _has,
    Sort.ADVANTAGE: _has,
    Sort.WAR: _war,
    Sort.MONEY: lambda teller, facts, change: f"with {facts['ipcs']} IPCs of {power_name(facts['account'])}",
    Sort.BOUGHT: _bought,
    Sort.NOTE: _note,
    Sort.RULES: lambda teller, facts, change: f"by {facts['title']}, on the board {facts['board']}",
    Sort.ACT: _substituted,
    Sort.LEFT_OUT: _done("had it not been done that"),
    Sort.ORDER: _done("if first"),
    Sort.ADDED: lambda teller, facts, change: _done("if then" if facts["last"] else "if before that")(
        teller, facts, change
    ),
    Sort.CHOICE: _choice,
    Sort.DIE: _die,
}
