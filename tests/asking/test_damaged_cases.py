"""A case with wrong values is refused with findings, or answered; it never fails otherwise."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kb.asking.question import of_scenario, to_tree
from kb.base.errors import BadInput, KBError
from kb.service.asking import ask
from tests.read_once import RULES_OF, played

#: values that replace those of a case
WRONG = (None, "", "x", 0, -1, [], {}, [[]], "none", {"a": 1})


@st.composite
def damaged_cases(draw: st.DrawFn) -> str:
    """Return the JSON of a scenario's case in which one value is replaced or removed."""
    scenario = draw(st.sampled_from(played()))
    tree: Any = json.loads(json.dumps(to_tree(of_scenario(scenario, RULES_OF.of(scenario)))))
    node, keys = tree, list(tree)
    while True:
        key = draw(st.sampled_from(keys))
        inner = node[key]
        keys = list(inner) if isinstance(inner, dict) else list(range(len(inner))) if isinstance(inner, list) else []
        if not keys or draw(st.booleans()):
            break
        node = inner
    if draw(st.booleans()):
        node[key] = draw(st.sampled_from(WRONG))
    else:
        del node[key]
    return json.dumps(tree)


MOVE = {"turn": "germany", "phase": "combat-move"}
NOWHERE = {"move": {"submarine": 1}, "route": ["mediterranean", "atlantic"]}
CARGO = {**MOVE, "spaces": {"sz5": {"germany": {"transport": [{"cargo": {"infantry": 2}, "count": "none"}]}}}}
NAMELESS = {"move": {"submarine": 1}, "route": ["sz5", "sz6"], "which": [[]]}


@example(json.dumps({"game": "revised", "position": {}, "do": [{"battle": "sz5"}]}))
@example(json.dumps({"game": "revised", "position": CARGO, "do": [{"end": "phase"}]}))
@example(json.dumps({"game": "revised", "position": {**MOVE, "spaces": {}}, "do": [NAMELESS]}))
@example(json.dumps({"game": "flames-and-steel", "position": MOVE, "do": [NOWHERE]}))
@example(json.dumps({"game": "europe-1940", "board": "global-1940-2012", "position": MOVE, "do": [{"end": "turn"}]}))
@given(damaged_cases())
def test_a_damaged_case_is_answered_or_refused(case: str) -> None:
    try:
        ask(None, case, rules_of=RULES_OF)
    except KBError as error:
        assert all(each.message for each in error.findings)


def test_a_unit_with_as_many_hits_as_sink_it_is_refused() -> None:
    line = "e40; germany conduct combat; sz112: germany 1 {}, uk 1 cruiser; germany attacks sz112, dice 6 6"
    with pytest.raises(BadInput, match="a destroyer cannot have 1 hit: that is enough to sink it"):
        ask(None, line.format("damaged dd"), rules_of=RULES_OF)
    assert ask(None, line.format("damaged battleship"), rules_of=RULES_OF)["legal"]
