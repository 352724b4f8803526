"""What is expected of combat: losses, who took part, steps, dice, whether the battle is over."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine.core.position import Unit
from kb.engine.core.verdict import Node
from kb.scenarios.expectations.key import Both, expects, without_empty
from kb.scenarios.expectations.played import PlayedCase
from kb.scenarios.language.kinds import ListOf, Number, OneOf, TableOf, Word
from kb.scenarios.language.scenario import Expectation, Value
from kb.scenarios.language.shapes import MOST_DICE, WHO_HAS
from kb.scenarios.language.vocabulary import LOSSES, NONE, ROLLS
from kb.scenarios.language.words import GameWords, counted, tell_each
from kb.wording.board import table_of

NO_SUCH_STEP = "that step did not come"


def _nodes(played: PlayedCase, item: Expectation) -> Iterator[tuple[Node, bool]]:
    """Every node of the traces, and whether it is in the step and round that an item is about."""
    for root in played.traces:
        yield from _below(root, item, not item.step, not item.round)


def _below(node: Node, item: Expectation, step: bool, round_: bool) -> Iterator[tuple[Node, bool]]:
    step = step or item.step in (node.says, node.facts.get("why"), node.facts.get("what"))
    round_ = round_ or node.facts.get("round") == item.round
    yield node, step and round_
    for child in node.children:
        yield from _below(child, item, step, round_)


@expects(
    "lost",
    WHO_HAS,
    written="`lost: {germany: {submarine: 1}}`",
    details="exactly what was lost in all; `in: attackers-fire` only in that step or roll, or of that cause "
    f"({', '.join(f'`{cause}`' for cause in LOSSES)}), `round: 2` only in that cycle of combat; `{{}}` is nothing",
    tell=lambda words, value: f"lost: {words.by_power(value)}",
    of_part=True,
)
def _lost(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    """All that was lost, in all or in one step."""
    found: list[Unit] = []
    step_found = not item.step and not item.round
    for node, inside in _nodes(played, item):
        step_found = step_found or inside
        if inside and node.event and node.event.name == "lost":
            found += node.event.facts["units"]
    return without_empty(wanted), table_of(found) if step_found else NO_SUCH_STEP


def _board(played: PlayedCase, who: str) -> dict[str, dict[str, int]]:
    """One side of the battle board as the last battle began."""
    began = [event for event in played.events if event.name == "battle-begins"]
    return table_of(list(began[-1].facts[who])) if began else {}


@expects(
    "attackers",
    WHO_HAS,
    written="`attackers: {germany: {tank: 2}}`",
    details="who attacked when the last battle began",
    tell=lambda words, value: f"attacking: {words.by_power(value)}",
)
def _attackers(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    return without_empty(wanted), _board(played, "attackers")


@expects(
    "defenders",
    WHO_HAS,
    written="`defenders: {japan: {tank: 2}}`",
    details="who defended when the last battle began",
    tell=lambda words, value: f"defending: {words.by_power(value)}",
)
def _defenders(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    return without_empty(wanted), _board(played, "defenders")


@expects(
    "steps",
    ListOf(Word("step"), 50, 1),
    written="`steps: [opening-fire, ...]`",
    details="the steps of combat that were gone through, also those in which nothing happened; with `round: 1` those "
    "of a cycle",
    tell=lambda words, value: f"the steps are {', '.join(step.replace('-', ' ') for step in value)}",
    of_part=True,
    is_result=False,
)
def _steps(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    known = set(played.rules.ruleset.steps)
    gone = (node for node, inside in _nodes(played, item) if inside and not node.rule and node.event is None)
    return wanted, [node.says for node in gone if node.says in known]


def _tell_dice(words: GameWords, value: Value) -> str:
    return tell_each(value, lambda step, count: f"{counted(count, 'die', 'dice')} for {step.replace('-', ' ')}")


@expects(
    "dice",
    TableOf(Word("roll"), Number(0, MOST_DICE, "number of dice")),
    written="`dice: {attackers-fire: 2}`",
    details=f"how many dice were rolled for what: {', '.join(f'`{roll}`' for roll in ROLLS)}",
    tell=_tell_dice,
    of_part=True,
    is_result=False,
)
def _dice(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    got = dict.fromkeys(wanted, 0)
    for node, inside in _nodes(played, item):
        if inside and node.event and node.event.name == "rolled" and node.event.facts["what"] in got:
            got[node.event.facts["what"]] += len(node.event.facts["faces"])
    missing = [roll for roll, count in wanted.items() if count and not got[roll]]
    return wanted, {**got, **_rolled(played, item)} if missing else got


def _rolled(played: PlayedCase, item: Expectation) -> dict[str, int]:
    """How many dice were rolled for everything: one of these is meant where nothing was rolled under the name given."""
    found: dict[str, int] = {}
    for node, inside in _nodes(played, item):
        if inside and node.event and node.event.name == "rolled":
            what = str(node.event.facts["what"])
            found[what] = found.get(what, 0) + len(node.event.facts["faces"])
    return found


@expects(
    "battle",
    OneOf(("over", "waiting", NONE)),
    written="`battle: over`",
    details="or `waiting` for a decision, or `none`",
    tell=lambda words, value: f"the battle is {value}" if value != NONE else "there is no battle",
)
def _battle(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    """Whether a battle waits for a decision, is over, or was not fought at all."""
    if played.position.battle is not None:
        return wanted, "waiting"
    began = played.start.battle is not None or any(event.name == "battle-begins" for event in played.events)
    return wanted, "over" if began else NONE
