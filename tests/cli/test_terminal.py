"""Colours, width and the pager: what a terminal gets, and that no code is ever seen as text."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.terminals import on_a_terminal

SHOWN = [
    ["show", "rev-sub-2", "--all"],
    ["show", "e40-scr-1", "--printing", "2012"],
    ["compare", "lone-transport"],
    ["compare", "rocket"],
    ["sections", "rev/sc-rockets"],
    ["search", "wolf packs"],
    ["search", "g40 scramble", "--printing", "2012", "--long"],
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


def pager(directory: Path, name: str) -> str:
    """A pager that says how it was called and writes what it was given as text, the codes made visible."""
    path = directory / name
    path.write_text('#!/bin/sh\necho "PAGED with $*"\ncat -v\n')
    path.chmod(0o755)
    return str(path)


def test_the_pager_is_used_only_for_what_is_taller_than_the_screen(built: str, tmp_path: Path) -> None:
    own = pager(tmp_path, "pager")
    assert "PAGED" in on_a_terminal(built, "sections", PAGER=own)
    assert "PAGED" not in on_a_terminal(built, "sections", "--no-pager", PAGER=own)
    assert "PAGED" not in on_a_terminal(built, "show", "rev-sub-2", PAGER=own)


def test_a_pager_gets_codes_only_if_it_is_told_to_paint_them(built: str, tmp_path: Path) -> None:
    asked = ("show", "rev-sub-2")
    plain = on_a_terminal(built, *asked, lines=5, PAGER=pager(tmp_path, "pager"))
    assert "PAGED with \r\n" in plain and "rev-sub-2" in plain and "^[[" not in plain
    less = on_a_terminal(built, *asked, lines=5, PAGER=f"{pager(tmp_path, 'less')} -X", LESS="S")
    assert "PAGED with -X -R\r\n" in less and "^[[" in less
