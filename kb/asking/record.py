"""The record of what was played, as plain values, so that a program can compare what it expects: the position that came
of it in full, what was rolled, lost and offered, and which steps of combat were gone through."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from kb.asking.answer import EngineAnswer
from kb.cases.expectations.keys import PLAYED
from kb.cases.language.in_full import named_option, powers_of
from kb.cases.language.options import told_apart
from kb.cases.language.scenario import Expectation
from kb.cases.language.vocabulary import LOSSES, ROLLS
from kb.cases.play.written_position import written_position
from kb.engine.core.actions import Node
from kb.games.names import table_of

Plain = dict[str, Any]
#: a node of the trace, the parts of the play that it is in, the cycle of combat (0: none)
_Placed = tuple[Node, tuple[str, ...], int]
#: the expectations whose values are told as they came
_AS_EXPECTED = ("battle", "attackers", "defenders", "winner")


def record(answer: EngineAnswer) -> Plain:
    """The record of what was played for an answer; ``kb.service.engine_types.RecordReply``."""
    rules, powers = answer.rules, powers_of(answer.rules.board)
    played = replace(answer.played, position=answer.position)
    nodes = [each for root in played.traces for each in _placed(root, (), 0, {*rules.ruleset.steps, *ROLLS, *LOSSES})]
    events = [(node.event, parts, cycle) for node, parts, cycle in nodes if node.event]
    return {
        "position": written_position(rules.board, answer.position),
        **{key: PLAYED[key].compare(played, {}, Expectation({}))[1] for key in _AS_EXPECTED},
        "steps": [
            {"step": node.says, "round": cycle}
            for node, _, cycle in nodes
            if not node.rule and node.event is None and node.says in rules.ruleset.steps
        ],
        "rolls": [
            {
                "what": str(event.facts["what"]),
                "power": event.facts["power"],
                "space": event.facts["space"],
                "faces": list(event.facts["faces"]),
                "parts": list(parts),
                "round": cycle,
            }
            for event, parts, cycle in events
            if event.name == "rolled"
        ],
        "losses": [
            {"units": table_of(event.facts["units"]), "parts": list(parts), "round": cycle}
            for event, parts, cycle in events
            if event.name == "lost"
        ],
        "choices": [
            {
                "power": each.choice.power,
                "what": each.choice.what,
                "space": each.choice.space,
                "options": [named_option(rows, powers) for rows in told_apart(each.choice)],
            }
            for each in played.offered
        ],
    }


def _placed(node: Node, parts: tuple[str, ...], cycle: int, known: Collection[str]) -> Iterator[_Placed]:
    """The node and all below it, in order."""
    own = (part for part in (node.says, node.facts.get("why"), node.facts.get("what")) if isinstance(part, str))
    parts = tuple(dict.fromkeys((*parts, *(part for part in own if part in known))))
    cycle = node.facts.get("round") or cycle
    yield node, parts, cycle
    for child in node.children:
        yield from _placed(child, parts, cycle, known)
