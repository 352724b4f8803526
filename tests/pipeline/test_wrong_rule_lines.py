"""What a rule set gives wrongly to a rule is told before any scenario is played with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kb.errors import BadInput
from kb.pipeline import scenarios
from tests.read_once import RULES_OF


def test_a_misspelt_key_is_told_by_its_line(data: str) -> None:
    rules = RULES_OF("revised").ruleset
    line = next(each for each in rules.rules if each.rule == "tanks-blitz")
    wrong = replace(line, given={"unitz": ("tank",)}, lines={})
    own = replace(rules, rules=tuple(wrong if each is line else each for each in rules.rules))
    with pytest.raises(BadInput, match="unknown key 'unitz' given to 'tanks-blitz'; did you mean 'units'"):
        scenarios.play(data, lambda *_: pytest.fail("nothing is played"), (), [own], ["revised"])
