"""Colours, width and the pager: what a terminal gets, and that no code is ever seen as text."""

from __future__ import annotations

import pytest

from tests.cli.terminals import on_a_terminal

SHOWN = [
    ["show", "rev-sub-2", "--all"],
    ["show", "e40-scr-1", "--printing", "2012"],
    ["compare", "lone-transport"],
    ["compare", "rocket"],
    ["sections", "rev/sc-rockets"],
    ["search", "wolf packs"],
    ["search", "g40 scramble", "--printing", "2012"],
]


def test_a_terminal_gets_colour_and_width(built: str) -> None:
    told = on_a_terminal(built, "show", "rev-sub-6")
    assert "\x1b[" in told
    plain = on_a_terminal(built, "show", "rev-sub-6", NO_COLOR="1")
    assert "\x1b[" not in plain
    assert max(len(line) for line in plain.splitlines()) <= 60


@pytest.mark.parametrize("kind", ["dumb", ""])
def test_a_terminal_that_cannot_paint_or_is_not_known_gets_no_codes(built: str, kind: str) -> None:
    assert "\x1b[" not in on_a_terminal(built, "show", "rev-sub-6", TERM=kind)


@pytest.mark.parametrize("arguments", SHOWN, ids=" ".join)
def test_no_command_escapes_its_own_colours(built: str, arguments: list[str]) -> None:
    told = on_a_terminal(built, *arguments)
    assert "\x1b[" in told and "u001b" not in told
    painted = [part.partition("m")[0] for part in told.split("\x1b[")[1:]]
    assert all(code.replace(";", "").isdigit() for code in painted), "a code is cut in two"
