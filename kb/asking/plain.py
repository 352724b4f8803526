"""An answer as plain values, the JSON of docs/asking.md: sentences are made here, from the reasons as values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kb.asking.answer import Answer, Encounter, Judged, Waiting, units_by_power
from kb.asking.bearing import Proofs, Rarity, bearing
from kb.asking.flips import Flips, flips
from kb.asking.flips_told import plain_flips, plain_search
from kb.asking.offers import Possible
from kb.asking.telling import came, chosen
from kb.asking.unsaid import unsaid
from kb.asking.written import plain_act, written
from kb.engine.core.position import Event
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.table import Choice, Roll
from kb.engine.core.values import replace
from kb.engine.core.verdict import Reason
from kb.engine.offers import Offer
from kb.proof import TraceLine
from kb.scenarios.expectations.keys import open_decisions
from kb.scenarios.language.options import as_written, told_apart
from kb.scenarios.language.scenario import Act
from kb.scenarios.language.words import GameWords
from kb.scenarios.telling.reporting import happened, picture, spaces_that_matter
from kb.scenarios.telling.stories import Teller, act_sentence
from kb.scenarios.telling.tracing import because
from kb.wording.english import sentence

Plain = dict[str, Any]
_NO_PROOFS: Proofs = {}
#: rulings that are named
_RULINGS = 30


def plain(answer: Answer, proofs: Proofs = _NO_PROOFS, differing: Flips | None = None) -> Plain:
    """Everything an answer says; ``proofs`` are the rulings whose cases rest on a rule, by rule; ``differing`` is what
    would have to differ: where that is asked it is searched for."""
    if differing is None and answer.asked.flips:
        differing = flips(answer, proofs=proofs, others=answer.asked.printings)
    more: Plain = {}
    if differing is not None:
        more = {"flips": plain_flips(answer, differing, proofs), "flips_searched": plain_search(answer, differing)}
    if answer.asked.odds is not None:
        from kb.asking.odds import odds_of  # only for those who ask for odds

        more["odds"] = odds_of(answer)
    rules, teller = answer.rules, Teller(answer.rules)
    rare = Rarity(proofs)
    turn = answer.asked.case.position["turn"]
    return {
        "game": rules.ruleset.game,
        "board": rules.board.id,
        "ruleset": rules.ruleset.id,
        "legal": answer.legal,
        "told": list(teller.position(answer.asked.case.position)),
        "rules": f"{rules.ruleset.title}{_board(rules)}",
        "not_understood": list(answer.asked.left_out),
        "assumed": [*answer.asked.assumed, *unsaid(answer)],
        "actions": [_act(each, teller, turn, rules, rare) for each in answer.acts],
        "unreached": [_act_text(act, teller, turn) for act in answer.unreached],
        "outcome": _outcome(answer, teller),
        "waiting": [_waiting(each, answer, teller) for each in answer.waiting],
        "battles": [_battle(each) for each in answer.battles],
        "owed": reasons(rules, answer.owed),
        "offers": [_offer(each, answer, teller) for each in answer.offers],
        "rulings": [{"id": each.id, "rules": list(each.rules)} for each in bearing(answer, proofs, _RULINGS)],
        "findings": [str(each) for each in answer.findings],
        **more,
    }


def reasons(rules: Rulebook, found: Iterable[Reason], words: GameWords | None = None) -> list[Plain]:
    """Reasons with their sentences and what they rest on, each once."""
    wording = words or GameWords(rules.board, rules.ruleset)
    return [_reason(rules, each) for each in dict.fromkeys(because(rules, wording, reason) for reason in found)]


def _reason(rules: Rulebook, told: TraceLine) -> Plain:
    line = rules.lines.get(told.rule)
    return {
        "rule": told.rule,
        "says": told.says,
        "rulings": [cite for cite in told.cites if "/" not in cite],
        "sections": [cite for cite in told.cites if "/" in cite],
        "confidence": str(line.confidence) if line else "",
        "readings": list(line.readings) if line else [],
    }


def _board(rules: Rulebook) -> str:
    """Which board it is, where the rule set has several."""
    return f", {rules.board.title}" if len(rules.ruleset.boards) > 1 else ""


def _act(judged: Judged, teller: Teller, turn: str, rules: Rulebook, rare: Rarity) -> Plain:
    return {
        "text": chosen(judged.result, teller.words) or _act_text(judged.result.act, teller, turn),
        "legal": judged.legal,
        "done": judged.done,
        "reasons": reasons(rules, judged.reasons),
        "leaned_on": reasons(rules, sorted(judged.leaned_on, key=rare)),
        "wrong": _wrong(judged),
    }


def _wrong(judged: Judged) -> str:
    """What is wrong with an action beside the rules that it breaks."""
    if judged.result.instead is not None:
        return "It is none of the options."
    if judged.result.unasked:
        return "Nobody is asked for that choice here."
    return str(judged.wrong) if judged.wrong else ""


def _act_text(act: Act, teller: Teller, turn: str) -> str:
    return sentence(act_sentence(teller.words, replace(act, refused=False, refused_by=()), turn))


def _outcome(answer: Answer, teller: Teller) -> Plain:
    played, board = answer.played, answer.rules.board
    spaces, lost = spaces_that_matter(played), _lost(answer.events)
    return {
        "told": list(came(answer, teller.words, lost)),
        "lines": [_line(each) for each in happened(played, teller, asked=True)],
        "lost": lost,
        "before": picture(board, played.start, spaces),
        "after": picture(board, answer.position, spaces),
    }


def _line(line: TraceLine) -> Plain:
    return {"depth": line.depth, "says": line.says, "rule": line.rule, "cites": list(line.cites)}


def _offer(offer: Possible, answer: Answer, teller: Teller) -> Plain:
    """Something that may be done or not: ``count`` is how many equal units may at most, ``all`` the act for so many."""
    units = [answer.position.units[unit] for unit in offer.units]
    turn = answer.position.clock.turn
    return {
        "power": offer.action.power,
        "kind": offer.act.kind if offer.act else "",
        "units": units_by_power(units),
        "at": offer.at,
        "to": offer.to,
        "text": sentence(act_sentence(teller.words, offer.act, turn)) if offer.act else "",
        "written": plain_act(offer.act) if offer.act else None,
        "legal": offer.legal,
        "reasons": reasons(answer.rules, offer.reasons, teller.words),
        "count": offer.most,
        "all": plain_act(offer.with_most) if offer.with_most else None,
        "wrong": f"{offer.wrong.message}; {offer.wrong.hint}" if offer.wrong else "",
    }


def _lost(events: Iterable[Event]) -> dict[str, dict[str, int]]:
    """The units that were lost, by power and type."""
    found: dict[str, dict[str, int]] = {}
    for event in events:
        for unit in event.facts["units"] if event.name == "lost" else ():
            own = found.setdefault(unit.power, {})
            own[unit.type] = own.get(unit.type, 0) + 1
    return found


def _battle(battle: Encounter) -> Plain:
    return {"space": battle.space, "attackers": battle.attackers, "defenders": battle.defenders}


def _waiting(waiting: Waiting, answer: Answer, teller: Teller) -> Plain:
    """Whose turn it is to roll, to choose or to decide: ``what`` it is, and its options or how many dice."""
    wants, words = waiting.wants, teller.words
    if isinstance(wants, str):
        return {"power": waiting.power, "what": "outcome", "space": wants, "options": [], "dice": 0}
    if isinstance(wants, Roll):
        return {**_about(wants), "options": [], "dice": len(wants.dice), "needs": [die.hits_on for die in wants.dice]}
    if isinstance(wants, Choice):
        rows = told_apart(wants)
        options = [
            {"text": words.chosen(each, wants.power), "written": {wants.power: as_written(each, wants.power)}}
            for each in rows
        ]
        return {**_about(wants), "options": options, "dice": 0}
    ways = [_decision(each, answer, words) for each in wants]
    return {"power": waiting.power, "what": "decision", "space": "", "options": ways, "dice": 0}


def _decision(offer: Offer, answer: Answer, words: GameWords) -> Plain:
    """One thing that may be decided in a battle that waits, and the act that does it."""
    text = sentence(open_decisions(words, [offer]))
    act = written(answer.rules, answer.position, offer.action)
    return {"text": text, "what": offer.what, "detail": offer.detail, "written": act}


def _about(wants: Roll | Choice) -> Plain:
    return {"power": wants.power, "what": wants.what, "space": wants.space}
