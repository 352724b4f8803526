"""The assumptions of an answer: facts that the question leaves out, and other readings of its actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, pairwise
from typing import cast

from kb.asking.answer import EngineAnswer
from kb.asking.dice_order import assumed_orders
from kb.asking.notation.completing.land import land_of_enemies
from kb.base.english import a, possessive
from kb.cases.language.words import GameWords
from kb.cases.play.outcome import LOST, Part, differing, outcome
from kb.cases.play.playing import replay
from kb.engine import game
from kb.engine.assault import Bombard
from kb.engine.core import notes
from kb.engine.core.actions import Fight, Move
from kb.engine.core.points import NONCOMBAT_MOVE
from kb.engine.core.position import Unit, account, replace
from kb.engine.game import asking, candidates, offers
from kb.engine.mobilize import Mobilize, producer_of
from kb.engine.neutrals import is_friendly_neutral
from kb.engine.units import flies_with
from kb.games.board_model import SpaceKind
from kb.games.names import power_name

#: verbs of actions that are paid for
_PAID = frozenset({"purchase", "repair", "research"})
#: the assumption about attackers without a space from which they came
_NO_RETREAT = "{} in {} came from no other space, so no retreat is open"
#: the rule by which transports are lost without dice
_SWEPT = "defenseless-transports-are-swept"


def assumptions(answer: EngineAnswer, words: GameWords) -> Iterator[str]:
    """Yield a clause for each assumption."""
    yield from assumed_orders(answer.request, answer.played)
    for find in (
        _options,
        _printed_holders,
        _unclaimed,
        _unheld,
        _held_before,
        _money,
        _producers,
        _walkers,
        _silent_ships,
        _no_way_back,
        _lost_without_a_way_back,
    ):
        yield from find(answer, words)


def options_that_decide(answer: EngineAnswer) -> list[str]:
    """Return the usual options, played or not, without or with which the result is another. There are none if the
    position names the options."""
    case, rules, options = answer.request.case, answer.rules, answer.played.start.options
    if "options" in case.position:
        return []

    def played(options: frozenset[str]) -> list[Part]:
        """Return the outcome of the case, played with these options."""
        other = replace(case, position={**case.position, "options": sorted(options)})
        return list(outcome(replay(rules, other, answer.played.record)))

    usual = sorted({option for each in rules.ruleset.played.values() for option in each})
    return [option for option in usual if differing(played(options), played(options ^ {option}))]


def _options(answer: EngineAnswer, words: GameWords) -> Iterator[str]:
    """Yield a clause for each option that is assumed to be played although the position does not name it, and for each
    usual option, played or not, that decides the result."""
    case, rules, options = answer.request.case, answer.rules, answer.played.start.options
    named = case.position.get("options", ())
    usual = {option for played in rules.ruleset.played.values() for option in played if "options" not in case.position}
    for option in sorted(options.difference(named, usual)):
        yield f"the table plays with {words.titled(option)}, because technologies are named"

    for option in options_that_decide(answer):
        how = "with" if option in options else "without"
        yield f"the table plays {how} {words.titled(option)}, and the result depends on it"


def _printed_holders(answer: EngineAnswer, words: GameWords) -> Iterator[str]:
    """Yield a clause for each space that its printed holder keeps although the position has only enemies in it."""
    rules, position = answer.rules, answer.request.case.position
    for space, _ in land_of_enemies(rules, position):
        if "held_by" not in position["spaces"][space]:
            yield f"{words.space(space)} is {possessive(power_name(rules.board.space(space).held_by))}, as printed"


def _unclaimed(answer: EngineAnswer, words: GameWords) -> Iterator[str]:
    """Yield a clause for each neutral land with units that may have come there in this noncombat move."""
    play = asking(answer.rules, answer.played.start)
    entered = [each for act in answer.request.acts for each in act.names("route")[1:]]
    for space in dict.fromkeys(entered) if play.phase == NONCOMBAT_MOVE else ():
        if is_friendly_neutral(play, play.turn, space) and any(map(play.is_land_unit, play.position.at(space))):
            yield f"{words.space(space)} is still neutral: its units came in this phase; if not, say who holds it"


def _unheld(answer: EngineAnswer, words: GameWords) -> Iterator[str]:
    """Yield a clause for each land without a holder, printed or stated, that a move enters, or that controls a canal on
    its route."""
    board, position = answer.rules.board, answer.request.case.position
    routes = [[board.space(each) for each in act.names("route")] for act in answer.request.acts]
    passed = [{one.id, other.id} for route in routes for one, other in pairwise(route)]
    canals = (canal.lands for canal in board.canals if {canal.one, canal.other} in passed)
    entered = (space.id for route in routes for space in route[1:] if space.kind is SpaceKind.TERRITORY)
    for land in dict.fromkeys(chain(entered, *canals)):
        space = board.space(land)
        is_held = space.held_by or space.owner or space.neutral or space.closed
        if not is_held and "held_by" not in position.get("spaces", {}).get(land, {}):
            yield f"nobody holds {words.space(land)}"


def _held_before(answer: EngineAnswer, words: GameWords) -> Iterator[str]:
    """Yield a clause for each land in which units are placed and that another power than the printed holder holds, if
    the position does not state who held it when the turn began."""
    play = asking(answer.rules, answer.played.start)
    placed = [each.action for each in answer.played.acts if isinstance(each.action, Mobilize)]
    for land in dict.fromkeys(producer_of(play, action) for action in placed):
        is_taken = play.is_land(land) and play.holder(land) not in ("", play.board.space(land).held_by)
        if is_taken and not notes.HELD.is_set(play.position, land) and not notes.CAPTURED.is_set(play.position, land):
            yield f"{words.space(land)} was {possessive(power_name(play.holder(land)))} when the turn began"


def _money(answer: EngineAnswer, words: GameWords) -> Iterator[str]:
    """Yield a clause for each economy and treasury that a payment needs and the line lacks: ``Italy has no IPCs``."""
    request, rules = answer.request, answer.rules
    position, play = request.case.position, asking(rules, answer.played.start)
    seats = {seat.id: [each.economy for each in seat.treasuries] for seat in rules.board.powers}
    for act in request.acts:
        power = act.power or request.turn
        own = seats.get(power) or [""]
        economy = act.named("economy") or own[0]
        if act.kind not in _PAID or (isinstance(act.what, Mapping) and not act.what.get("dice")):
            continue  # researchers of earlier turns roll without pay
        if act.kind == "purchase" and len(own) > 1 and "economy" not in act.given:
            yield f"the economy is {words.titled(economy)}"
        payer = play.account_of(power, act.named("at")) if act.kind == "repair" else account(power, economy)
        if payer not in position.get("treasuries", {}) and position.get("from") != "setup":
            yield f"{power_name(payer)} has no IPCs"
    paying = [str(event.facts["victim"]) for event in answer.events if {"victim", "ipcs"} <= event.facts.keys()]
    taken = [event.facts for event in answer.events if event.name == "captured"]
    paying += [str(each["was"]) for each in taken if str(each["territory"]) in play.capitals(str(each["was"]))]
    for power in dict.fromkeys(paying):
        if not any(each.startswith(power) for each in position.get("treasuries", {})) and "from" not in position:
            yield f"{power_name(power)} has no IPCs"


def _producers(answer: EngineAnswer, words: GameWords) -> Iterator[str]:
    """Yield a clause that names the complex that makes units placed at sea, if several could."""
    for each in answer.played.acts:
        if isinstance(action := each.action, Mobilize) and action.producer and "producer" not in each.act.given:
            yield f"the units are made in {words.space(action.producer)}"


def _walkers(answer: EngineAnswer, words: GameWords) -> Iterator[str]:
    """Yield a clause for each move in which land units could have flown with an aircraft and did not."""
    before = answer.played.start
    for each in answer.played.acts:
        if isinstance(move := each.action, Move) and not move.by_air:
            play, said = asking(answer.rules, before), replace(move, by_air=True)
            units = play.units(move.units)
            walkers = [unit for unit in units if flies_with(play, unit, said) and not flies_with(play, unit, move)]
            if walkers and game.can(answer.rules, before, said):
                yield f"{words.group(walkers)} to {words.space(move.route[-1])} on foot, not by air"
        before = each.after or before


def _silent_ships(answer: EngineAnswer, words: GameWords) -> Iterator[str]:
    """Yield a clause for each battle in land that ships could have bombarded and did not."""
    before = answer.played.start
    for each in answer.played.acts:
        if isinstance(each.action, Fight) and before.battle is None:
            able: dict[str, None] = {}
            for action in candidates(answer.rules, before, Bombard):
                here = isinstance(action, Bombard) and action.territory == each.action.space
                if isinstance(action, Bombard) and here and game.can(answer.rules, before, action):
                    able |= dict.fromkeys(words.unit(before.units[ship].type) for ship in action.units)
            if able:
                where = words.space(each.action.space)
                yield f"no ship bombards {where}, though {' or '.join(map(a, sorted(able)))} could"
        before = each.after or before


def _no_way_back(answer: EngineAnswer, words: GameWords) -> Iterator[str]:
    """Yield a clause about the attackers that could retreat if the position named the spaces from which they came."""
    rules, position = answer.rules, answer.position
    battle = position.battle
    if not battle or battle.came or battle.amphibious or battle.step not in rules.ruleset.steps[-1:]:
        return
    play = asking(rules, position)
    going = [unit for unit in play.units(battle.attackers) if not play.is_air(unit)]
    if going and not any(offer.what == "retreat" for offer in offers(rules, position)):
        yield _NO_RETREAT.format(words.group(going), words.space(battle.space))


def _lost_without_a_way_back(answer: EngineAnswer, words: GameWords) -> Iterator[str]:
    """Yield a clause about the attacker's ships that were lost without dice, because the position does not name the
    spaces from which they came."""
    for each in answer.played.acts:
        nodes = [node for trace in each.traces for node in trace.walk()]
        if not isinstance(each.action, Fight) or not any(node.says == _SWEPT for node in nodes):
            continue
        events = (node.event for node in nodes if node.event)
        units = [
            unit
            for event in events
            if event.name == LOST
            for unit in cast("list[Unit]", event.facts["units"])
            if unit.power == each.action.power and not unit.came and not answer.rules.board.unit(unit.type).attack
        ]
        if units:
            yield _NO_RETREAT.format(words.group(units), words.space(each.action.space))
