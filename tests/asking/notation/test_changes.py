"""A change in short notation: more, fewer, so many units; holders, phases, technologies."""

from __future__ import annotations

from typing import Any

import pytest

from kb.asking.notation.changes import read_change
from kb.base.errors import BadInput
from tests.read_once import RULES_OF

RULES = RULES_OF("revised")
POSITION = {
    "turn": "germany",
    "phase": "conduct-combat",
    "technologies": {"germany": ["rockets"]},
    "spaces": {
        "sz5": {
            "germany": {"submarine": 1},
            "united-kingdom": {"destroyer": 1, "transport": [{"cargo": {"infantry": 2}}, {"name": "B"}]},
        },
        "sz6": {"germany": {"destroyer": [{"damage": 1, "count": 2}]}},
    },
}


def spaces(power: str, **units: Any) -> dict[str, Any]:
    return {"spaces": {"sz5": {power: units}}}


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("sz5: uk +1 dd", spaces("united-kingdom", destroyer=2)),
        ("sz5: uk dd", spaces("united-kingdom", destroyer=1)),
        ("sz5: uk 3 dd", spaces("united-kingdom", destroyer=3)),
        ("sz5: uk no dd", spaces("united-kingdom", destroyer=0)),
        ("uk - 2 dd sz5", spaces("united-kingdom", destroyer=0)),
        ("sz5: uk +1 bb", spaces("united-kingdom", battleship=1)),
        ("sz5: uk -1 tp", spaces("united-kingdom", transport=[{"cargo": {"infantry": 2}}])),
        ("sz6: germany 1 dd", {"spaces": {"sz6": {"germany": {"destroyer": [{"damage": 1}]}}}}),
        ("norway held by uk", {"spaces": {"norway": {"held_by": "united-kingdom"}}}),
        ("uk noncombat; round 3", {"turn": "united-kingdom", "phase": "noncombat-move", "round": 3}),
        ("germany has jet power", {"technologies": {"germany": ["rockets", "jet-power"]}}),
        ("germany 30 ipcs", {"treasuries": {"germany": 30}}),
    ],
)
def test_a_change_is_read(text: str, change: dict[str, Any]) -> None:
    assert read_change(text, RULES, POSITION) == change


def test_several_powers_and_spaces_are_changed_at_once() -> None:
    change = read_change("sz5: uk +1 dd, germany 0 sub; norway: germany 2 inf", RULES, POSITION)
    assert change["spaces"] == {
        "sz5": {"united-kingdom": {"destroyer": 2}, "germany": {"submarine": 0}},
        "norway": {"germany": {"infantry": 2}},
    }


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("sz5: uk +1 battelship", "not understood: 'battelship'; did you mean 'battleship'?"),
        ("sz5: uk foo dd", "not understood: 'foo'; write sz5: uk +1 dd, germany 0 sub"),
        ("+1 dd", "no change in '+1 dd'; write sz5: uk +1 dd, germany 0 sub"),
    ],
)
def test_what_is_no_change_is_told(text: str, finding: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_change(text, RULES, POSITION)
    assert [str(each) for each in caught.value.findings] == [finding]
