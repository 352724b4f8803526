"""What commands, pages and calls cost, counted, is at most a tenth over the table of tests/budgets.yaml."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.counting import COUNTS, TABLE, counted_apart, table

ROWS = table()
#: how much more than in the table is borne
MARGIN = 1.1


def overruns(name: str, allowed: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """A line for each count that is over: the line of the table, and the function that is called more than before."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if re.match(rf"'?{re.escape(name)}'?:", text))
    more = {each: count - allowed["most"].get(each, 0) for each, count in found["most"].items()}
    costliest = max(more, key=lambda each: more[each])
    return [
        f"tests/budgets.yaml:{line}: {name}: {found[each]} {each}, {allowed[each]} allowed; "
        f"{costliest} is called {found['most'][costliest]} times, before {allowed['most'].get(costliest, 'fewer')}"
        for each in COUNTS
        if found[each] > MARGIN * allowed[each]
    ]


@pytest.mark.parametrize("name", ROWS)
def test_a_command_page_or_call_costs_no_more_than_it_may(name: str, built: str) -> None:
    over = overruns(name, ROWS[name], counted_apart(ROWS[name], built))
    assert not over, "\n".join(over)


def test_what_is_over_is_told_with_its_line_and_the_costliest_difference() -> None:
    allowed = {**dict.fromkeys(COUNTS, 100), "most": {"search/rank.py:first": 40, "search/query.py:tokens": 50}}
    found = {
        **allowed,
        "calls": 160,
        "statements": 109,
        "most": {"search/query.py:tokens": 52, "search/rank.py:first": 98},
    }
    (told,) = overruns("search", allowed, found)
    assert told.startswith(
        "tests/budgets.yaml:4: search: 160 calls, 100 allowed; search/rank.py:first is called 98 times"
    )
