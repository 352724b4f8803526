"""The odds of a battle as plain values, the JSON that is shown: what was assumed is told in sentences here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kb.asking.answer import EngineAnswer, by_power
from kb.base.english import listed, plural, sentence, spaced
from kb.base.errors import BadInput, Finding
from kb.base.shape import Plain
from kb.engine import odds as engine_odds
from kb.engine.core.actions import Fight, Illegal
from kb.engine.core.play import phases_of
from kb.engine.core.position import Position, replace
from kb.engine.core.rulebook import Rulebook
from kb.engine.legal import asking
from kb.engine.odds import Assumption, BattleOutcome, DamagedFirst, LossOrder, NobodyJoins, NobodyLeaves, Odds
from kb.games.names import Wording

#: how many endings are told, the most likely first
MOST = 20


def odds_of(answer: EngineAnswer) -> list[dict[str, Any]]:
    """The odds of each battle that waits in an answer, as they are asked for; ``wrong`` where there are none."""
    how = answer.request.odds or {}
    losses = {side: how[side] for side in (engine_odds.ATTACKER, engine_odds.DEFENDER) if how.get(side)}
    found: list[dict[str, Any]] = []
    for space in (battle.space for battle in answer.battles):
        try:
            odds = engine_odds.odds(answer.rules, _before_dice(answer), space, losses=losses, rounds=how.get("rounds"))
            lost = {"lost": _chance_lost(answer, odds, how["lost"])} if "lost" in how else {}
            found.append(plain_odds(answer.rules, odds) | lost)
        except Illegal as refused:
            wrong = "; ".join(dict.fromkeys(reason.rule for reason in refused.verdict.reasons))
            found.append({"space": space, "wrong": f"it cannot be fought now: {wrong}"})
        except BadInput as error:
            found.append({"space": space, "wrong": "; ".join(map(str, error.findings))})
    return found


def _chance_lost(answer: EngineAnswer, odds: Odds, wanted: Plain) -> float:
    """The probability that units, by power and type, are all lost: so many fewer are left than there were."""
    battle = next(each for each in answer.battles if each.space == odds.space)
    there = {**battle.attackers, **battle.defenders}
    named = [(power, kind, number) for power, units in wanted.items() for kind, number in units.items()]
    if absent := [kind for power, kind, number in named if there.get(power, {}).get(kind, 0) < number]:
        raise BadInput(Finding(f"no {spaced(absent[0])} fights there, or not so many"))
    most = {(power, kind): there[power][kind] - number for power, kind, number in named}
    chance = 0.0
    for ending, share in odds.endings.items():
        left = {(power, kind): number for power, kind, number in ending.survivors}
        chance += share if all(left.get(key, 0) <= number for key, number in most.items()) else 0.0
    return chance


def _before_dice(answer: EngineAnswer) -> Position:
    """The position before the dice that are waited for; in the phase of battles, where they have only been declared."""
    position = answer.played.position if answer.position.battle else answer.position
    phases = phases_of(asking(answer.rules, position), Fight) or ()
    if not phases or position.clock.phase in phases:
        return position
    return replace(position, clock=replace(position.clock, phase=phases[0]))


def plain_odds(rules: Rulebook, odds: Odds) -> dict[str, Any]:
    """The odds of a battle: who wins, how it ends, what is left on average, and what was assumed, in sentences."""
    likely = list(odds.endings.items())[:MOST]
    return {
        "space": odds.space,
        "attacker": odds.chance(BattleOutcome.ATTACKER_WINS),
        "defender": odds.chance(BattleOutcome.DEFENDER_WINS),
        "both_gone": odds.chance(BattleOutcome.BOTH_GONE),
        "both_left": odds.chance(BattleOutcome.BOTH_LEFT),
        "endings": [
            {"left": by_power(ending.survivors), "result": str(ending.result), "probability": share}
            for ending, share in likely
        ],
        "average_left": by_power((*unit, number) for unit, number in sorted(odds.average_left.items())),
        "assumed": [_assumption(Wording(rules.board), each) for each in odds.assumed],
    }


def _assumption(wording: Wording, assumed: Assumption) -> str:
    """The sentence of an assumption."""

    def named(units: Iterable[tuple[str, str]]) -> dict[str, None]:
        return dict.fromkeys(plural(wording.unit(unit), 2) for _, unit in units)

    match assumed:
        case NobodyJoins():
            return "Nobody joins the battle or fires into it, but ships that were told to bombard."
        case NobodyLeaves(rounds=None):
            return "The battle is fought to its end: nobody retreats or submerges."
        case NobodyLeaves(rounds=rounds):
            cycles = f"{rounds} {plural('cycle', rounds or 0)}"
            return f"The battle is fought for {cycles} of combat at most; until then nobody retreats or submerges."
        case DamagedFirst(side, units):
            return sentence(f"the {side} first takes the hits that only damage {listed(named(units))}")
        case LossOrder(side, order, given):
            why = "as you said" if given else "what costs least first" if len(order) > 1 else ""
            loses = f"the {side} loses {', then '.join(named(order))}"
            return sentence(f"{loses}, {why}" if why else loses)
