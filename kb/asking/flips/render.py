"""What would have to differ, in sentences and as plain values: the change, what comes of it, rules and rulings."""

from __future__ import annotations

from typing import Any

from kb.asking.answer import EngineAnswer, Proofs
from kb.asking.flips.replay import LOST, Part, Replay
from kb.asking.flips.search import NOTHING, Counterfactual, Effect, Flips, Turned, flips
from kb.asking.flips.sorts import describe
from kb.asking.request import plain_act, plain_value
from kb.cases.language.scenario import Value
from kb.cases.language.words import GameWords, counted
from kb.cases.telling.tracing import ROLLS_OF_SHOOTERS, because
from kb.engine.core.actions import Reason
from kb.engine.core.position import replace
from kb.engine.core.rulebook import Rulebook
from kb.text.board import power_name
from kb.text.english import listed, plural, sentence, spaced

Plain = dict[str, Any]
_UNSAID = "Dice that are not said are taken to hit, for one cycle of combat."
#: so many rulings are named, and so many results
_RULINGS, _RESULTS = 3, 3


def render_flips(answer: EngineAnswer, proofs: Proofs, searched: Flips | None = None) -> Plain:
    """What was found, best first, and how was searched; where nothing is given it is searched for.

    ``flips_searched`` has how many changes were tried, whether that were all, how many could not be played, and what
    is to be told of it: what was assumed of dice, and of the changes that could not be played.
    """
    found = searched or flips(answer, proofs=proofs, others=answer.request.printings)
    assumed = [_UNSAID] if found.base.rolled.keys() - answer.played.record.faces.keys() else []
    if found.faults:
        many = f"{found.faults} {plural('change', found.faults)}"
        assumed.append(f"{many} could not be played, for a fault of the engine: what they would turn is not known.")
    search = {"tried": found.tried, "all_tried": found.all_tried, "faults": found.faults, "assumed": assumed}
    words = GameWords(answer.rules.board, answer.rules.ruleset)
    return {"flips": [_flip(flip, found, answer, words, proofs) for flip in found.found], "flips_searched": search}


def _flip(flip: Counterfactual, found: Flips, answer: EngineAnswer, words: GameWords, proofs: Proofs) -> Plain:
    change, rulings = flip.change, _rulings(flip, answer.rules, proofs)
    becomes = _becoming(flip.turned, flip.replay, found.base, words)
    named = f" ({rulings[0]})" if rulings else ""
    # the change as it is laid over a request: what it says of the position, the actions and the rules
    written: Plain = {"position": plain_value(change.position)} if change.position else {}
    if change.do is not None:
        written["do"] = [plain_act(replace(act, line=0)) for act in change.do]
    if change.rules:
        written |= {"ruleset": change.rules.ruleset.id, "board": change.rules.board.id}
    return {
        "text": sentence(f"{describe(change, flip.also, words, answer.request.turn)}, {becomes}{named}"),
        "becomes": sentence(becomes),
        "change": written,
        "turns": flip.turned.what.name.lower(),
        "legal": flip.turned.legal,
        "rules": list(flip.rules),
        "rulings": rulings,
    }


def _rulings(flip: Counterfactual, rules: Rulebook, proofs: Proofs) -> list[str]:
    """The rulings that speak of what turns it: those that its rules rest on, then those whose cases rest on these."""
    lines = [rules.lines[rule] for rule in flip.rules if rule in rules.lines]
    cited = [cite for line in lines for cite in line.cites if "/" not in cite]
    cited += [ruling for rule in flip.rules for ruling in proofs.get(rule, NOTHING)[0]]
    return list(dict.fromkeys(cited))[:_RULINGS]


def _becoming(turned: Turned, replay: Replay, base: Replay, words: GameWords) -> str:
    """What comes of a change, as the second half of a sentence: the verdict, its reason, or what else comes of it."""
    it = "it" if len(replay.played.acts) == 1 else f"action {turned.act + 1}"
    if turned.what is Effect.OUTCOME:
        parts = sorted(turned.parts, key=lambda each: _ORDER.index(each[0][0]))
        told = [text for part, was, now in parts if (text := _result(words, base, part, was, now))]
        more = f", and {counted(len(told) - _RESULTS, 'thing', 'things')} more" if len(told) > _RESULTS else ""
        return f"{listed(dict.fromkeys(told[:_RESULTS])) or 'something else would come of it'}{more}"
    if turned.what is Effect.VERDICT and turned.legal:
        return f"{it} would be allowed"
    if not turned.gained and turned.lost:
        return f"{it} would still not be allowed, but not for this{_reason(turned.lost, base, words)}"
    opening = "not be allowed" if turned.what is Effect.VERDICT else "be refused otherwise"
    return f"{it} would {opening}{_reason(turned.gained, replay, words)}"


def _reason(reasons: tuple[Reason, ...], replay: Replay, words: GameWords) -> str:
    says = because(replay.played.rules, words, reasons[0]).says.rstrip(".") if reasons else ""
    return f": {says[:1].lower()}{says[1:]}" if says[1:2].islower() and says[:2] in ("A ", "An", "Th") else f": {says}"


# -- what else comes of it

#: the kinds of results in the order in which they are told
_ORDER = ("fate", "holder", "may", "money", "made", "battle", "technology", "war", "fire", "dice", "bought", "note")


def _result(words: GameWords, base: Replay, part: Part, was: Value, now: Value) -> str:
    """A result that is another, in words; empty where it is not told."""
    no = "" if now else "not "
    match part:
        case "fate", unit:
            return _fate(words, words.thing("unit", base.played.start.units[unit]), was, now)
        case "fire", unit:
            return _fire(words.thing("unit", base.played.start.units[unit]), was or (), now or ())
        case "dice", what:
            return f"{counted(now or 0, 'die', 'dice')} would be rolled for {spaced(what)}"
        case "holder", space:
            where = words.space(space)
            return f"{power_name(now)} would take {where}" if now else f"{where} would not be taken"
        case "money", power:
            more = (now or 0) - (was or 0)
            return f"{power_name(power)} would have {abs(more)} IPCs {'more' if more > 0 else 'fewer'}"
        case "made", power, unit, space:
            placed = counted(now or 0, words.unit(unit), words.unit(unit, 2))
            return f"{power_name(power)} would place {placed} in {words.space(space)}"
        case "may", power, what:
            if now and was:
                return f"{power_name(power)} could {what} otherwise"
            ways = {"press": "press on", "withdraw": "break off with aircraft"}
            return f"{power_name(power)} could {no}{ways.get(what, what)}"
        case "battle", space:
            return f"there would be {'a' if now else 'no'} battle to fight in {words.space(space)}"
        case "technology", power:
            return f"{power_name(power)} would develop {listed(map(words.titled, now or ())) or 'nothing'}"
        case "war", power, other:
            return f"{power_name(power)} would {no}be at war with {power_name(other)}"
        case "note", name, about:
            of = words.thing("space", about) if about else spaced(name)
            return f"of {of} it would be so: {words.thing('side', now) if now else 'nothing'}"
        case _:  # what is bought
            return "other units would wait in the mobilization zone"


def _fate(words: GameWords, who: str, was: Value, now: Value) -> str:
    """What would become of a unit."""
    if LOST in (now, was):
        return f"{who} would {'' if now == LOST else 'not '}be lost"
    (at, power, damage, submerged, aboard), before = now or ("", "", 0, False, 0), was or ("", "", 0, False, 0)
    if at != before[0]:
        return f"{who} would be in {words.space(at)}" if at else f"{who} would stay where it is"
    if power != before[1]:
        return f"{who} would {f'be taken over by {power_name(power)}' if power else 'not be taken over'}"
    if damage != before[2]:
        return f"{who} would {'take more damage' if damage > before[2] else 'take less damage'}"
    if submerged != before[3]:
        return f"{who} would {'' if submerged else 'not '}be submerged"
    return f"{who} would {'' if aboard > before[4] else 'not '}be aboard"


def _fire(who: str, before: Value, after: Value) -> str:
    """How a unit would fire, or be fired at; empty where that is not told."""
    for (what, hits), (old, old_hits) in zip(after, before, strict=False):
        if what != old:
            return f"{who} would fire in {spaced(what)} and not in {spaced(old)}"
        if hits != old_hits:
            return f"{who} would hit at {hits} or less, and not {old_hits}" if what in ROLLS_OF_SHOOTERS else ""
    what = (after[len(before) :] or before[len(after) :])[0][0]
    done = "fire" if what in ROLLS_OF_SHOOTERS else "be fired at"
    if len(after) > len(before):
        return f"{who} would {done} {'once more' if before else f'({spaced(what)})'}"
    return f"{who} would {'fire less often' if after and done == 'fire' else f'not {done} ({spaced(what)})'}"
