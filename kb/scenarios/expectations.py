"""What may be expected of a case that was played: one small function for each key of the language.

Each gives two values in one form: what was expected and what came; the check holds if they are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from kb.engine.core.position import Mark, Unit
from kb.engine.core.verdict import Node
from kb.engine.offers import offers
from kb.games.board_model import Confidence
from kb.scenarios.language import Expectation
from kb.scenarios.playing import Ran
from kb.scenarios.script import as_option, ordered, said
from kb.scenarios.vocabulary import NONE
from kb.scenarios.wording import table_of

Both = tuple[Any, Any]
Check = Callable[[Ran, Any, Expectation], Both]
CHECKS: dict[str, Check] = {}

NO_SUCH_STEP = "that step did not come"


def compare(ran: Ran, key: str, item: Expectation) -> Both:
    """What is expected under a key of an item, and what came."""
    return CHECKS[key](ran, item.checks[key], item)


def _expects(function: Check) -> Check:
    CHECKS[function.__name__.rstrip("_")] = function
    return function


def _nodes(ran: Ran, item: Expectation) -> Iterator[tuple[Node, bool]]:
    """Every node of the traces, and whether it is in the step and round that an item is about."""
    for root in ran.traces:
        yield from _below(root, item, not item.step, not item.round)


def _below(node: Node, item: Expectation, step: bool, round_: bool) -> Iterator[tuple[Node, bool]]:
    step = step or node.says == item.step or node.facts.get("why") == item.step or node.facts.get("what") == item.step
    round_ = round_ or node.facts.get("round") == item.round
    yield node, step and round_
    for child in node.children:
        yield from _below(child, item, step, round_)


@_expects
def lost(ran: Ran, wanted: Any, item: Expectation) -> Both:
    """All that was lost, in all or in one step."""
    found: list[Unit] = []
    there = not item.step and not item.round
    for node, inside in _nodes(ran, item):
        there = there or inside
        if inside and node.event and node.event.name == "lost":
            found += node.event.facts["units"]
    return _filled(wanted), table_of(found) if there else NO_SUCH_STEP


def _boards(ran: Ran, who: str) -> dict[str, dict[str, int]]:
    """One side of the battle board as the last battle began."""
    began = [event for event in ran.events if event.name == "battle-begins"]
    return table_of(list(began[-1].facts[who])) if began else {}


@_expects
def attackers(ran: Ran, wanted: Any, item: Expectation) -> Both:
    """Who attacked when the last battle began."""
    return _filled(wanted), _boards(ran, "attackers")


@_expects
def defenders(ran: Ran, wanted: Any, item: Expectation) -> Both:
    """Who defended when the last battle began."""
    return _filled(wanted), _boards(ran, "defenders")


def _filled(table: Mapping[str, Any]) -> dict[str, Any]:
    """A table without what is empty in it."""
    return {key: value for key, value in table.items() if value}


@_expects
def stands(ran: Ran, wanted: Any, item: Expectation) -> Both:
    """The contents of spaces, all of them."""
    return {space: _filled(there) for space, there in wanted.items()}, {
        each: table_of(ran.position.at(each)) for each in wanted
    }


@_expects
def damaged(ran: Ran, wanted: Any, item: Expectation) -> Both:
    """The hits on what stands in spaces."""
    got: dict[str, dict[str, int]] = {space: {} for space in wanted}
    for space, there in got.items():
        for unit in ran.position.at(space):
            if unit.damage:
                there[unit.type] = there.get(unit.type, 0) + unit.damage
    return wanted, got


@_expects
def submerged(ran: Ran, wanted: Any, item: Expectation) -> Both:
    """The submerged units in spaces."""
    below = {space: [unit for unit in ran.position.at(space) if unit.has(Mark.SUBMERGED)] for space in wanted}
    return wanted, {
        space: {power: sum(own.values()) for power, own in table_of(units).items()} for space, units in below.items()
    }


@_expects
def aboard(ran: Ran, wanted: Any, item: Expectation) -> Both:
    """What is aboard ships, by their type or name."""
    got = {space: {ship: _cargo(ran, space, ship) for ship in ships} for space, ships in wanted.items()}
    return wanted, got


def _cargo(ran: Ran, space: str, ship: str) -> dict[str, int]:
    there = ran.position.at(space)
    named = ran.names.get(ship)
    ships = {unit.id for unit in there if (unit.id in named if named else unit.type == ship)}
    found: dict[str, int] = {}
    for unit in there:
        if unit.aboard in ships:
            found[unit.type] = found.get(unit.type, 0) + 1
    return found


@_expects
def holds(ran: Ran, wanted: Any, item: Expectation) -> Both:
    """Who holds territories."""
    return wanted, {land: ran.position.holders.get(land, NONE) for land in wanted}


@_expects
def treasury(ran: Ran, wanted: Any, item: Expectation) -> Both:
    """What powers have in their treasuries."""
    return wanted, {power: ran.position.treasuries.get(power, 0) for power in wanted}


@_expects
def bought(ran: Ran, wanted: Any, item: Expectation) -> Both:
    """What waits in the mobilization zones of powers."""
    got: dict[str, dict[str, int]] = {power: {} for power in wanted}
    for (power, unit), count in ran.position.bought.items():
        if power in got and count:
            got[power][unit] = count
    return wanted, got


@_expects
def technology(ran: Ran, wanted: Any, item: Expectation) -> Both:
    """The technologies that powers have."""
    return wanted, {power: sorted(ran.position.technologies.get(power, ())) for power in wanted}


@_expects
def researchers(ran: Ran, wanted: Any, item: Expectation) -> Both:
    """The researchers that powers keep."""
    return wanted, {power: ran.position.researchers.get(power, 0) for power in wanted}


@_expects
def at_war(ran: Ran, wanted: Any, item: Expectation) -> Both:
    """Whom powers are at war with."""
    pairs = [pair for war in ran.position.wars for pair in (war, war[::-1])]
    return wanted, {power: sorted({other for one, other in pairs if one == power}) for power in wanted}


@_expects
def declared(ran: Ran, wanted: Any, item: Expectation) -> Both:
    """How powers have declared war on others."""
    told = ran.position.wars
    return wanted, {by: {on: told.get((by, on), NONE) for on in others} for by, others in wanted.items()}


@_expects
def leans(ran: Ran, wanted: Any, item: Expectation) -> Both:
    """Which side a neutral land has turned to."""
    return wanted, {land: ran.position.game_notes.get(("leans", land), NONE) for land in wanted}


@_expects
def clock(ran: Ran, wanted: Any, item: Expectation) -> Both:
    """Whose turn it is, in which phase and round."""
    return wanted, {key: getattr(ran.position.clock, key) for key in wanted}


@_expects
def may(ran: Ran, wanted: Any, item: Expectation) -> Both:
    """What may be decided now, and by whom."""
    got: dict[str, list[str]] = {}
    for offer in offers(ran.rules, ran.position):
        got[offer.power] = sorted({*got.get(offer.power, ()), offer.what})
    return _filled(wanted), got


@_expects
def retreat_to(ran: Ran, wanted: Any, item: Expectation) -> Both:
    """Where a retreat may go."""
    return wanted, sorted({offer.detail for offer in offers(ran.rules, ran.position) if offer.what == "retreat"})


@_expects
def options(ran: Ran, wanted: Any, item: Expectation) -> Both:
    """All that a power could choose from, at one of the choices it was offered."""
    power, what, nth = wanted["power"], wanted.get("what", "casualties"), wanted.get("nth", 1)
    are = sorted(said(as_option(each, power), power) for each in wanted["are"])
    choices = [each.choice for each in ran.offered if each.choice.power == power and each.choice.what == what]
    if len(choices) < nth:
        return are, f"{power} had {len(choices) or 'no'} choice of {what}"
    return are, sorted(said(ordered(option), power) for option in choices[nth - 1].options)


@_expects
def steps(ran: Ran, wanted: Any, item: Expectation) -> Both:
    """The steps of combat that were gone through, in order."""
    known = set(ran.rules.ruleset.steps)
    return wanted, [node.says for node, inside in _nodes(ran, item) if inside and _is_step(node) and node.says in known]


def _is_step(node: Node) -> bool:
    return not node.rule and node.event is None


@_expects
def dice(ran: Ran, wanted: Any, item: Expectation) -> Both:
    """How many dice were rolled for what."""
    got = dict.fromkeys(wanted, 0)
    for node, inside in _nodes(ran, item):
        if inside and node.event and node.event.name == "rolled" and node.event.facts["what"] in got:
            got[node.event.facts["what"]] += len(node.event.facts["faces"])
    return wanted, got


@_expects
def battle(ran: Ran, wanted: Any, item: Expectation) -> Both:
    """Whether a battle waits for a decision, is over, or was not fought at all."""
    if ran.position.battle is not None:
        return wanted, "waiting"
    fought = any(event.name == "battle-begins" for event in ran.events) or ran.start.battle is not None
    return wanted, "over" if fought else NONE


@_expects
def because(ran: Ran, wanted: Any, item: Expectation) -> Both:
    """The rules that had a say; others may have had one, too."""
    fired = ran.fired
    return wanted, [rule for rule in wanted if rule in fired]


@_expects
def readings(ran: Ran, wanted: Any, item: Expectation) -> Both:
    """Places that the documents leave open, where a rule that had a say holds what is taken; perhaps not all."""
    leant_on = {each for rule in ran.fired for each in ran.rules.lines[rule].readings}
    return wanted, [each for each in wanted if each in leant_on]


@_expects
def unverified(ran: Ran, wanted: Any, item: Expectation) -> Both:
    """Rules that had a say though nothing known to us confirms them."""
    doubtful = {rule for rule in ran.fired if ran.rules.lines[rule].confidence == Confidence.UNVERIFIED}
    return wanted, [rule for rule in wanted if rule in doubtful]


@_expects
def winner(ran: Ran, wanted: Any, item: Expectation) -> Both:
    """The side that has won the game."""
    won = [str(event.facts["side"]) for event in ran.events if event.name == "won"]
    return wanted, won[-1] if won else NONE
