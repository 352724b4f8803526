"""Without a command a ruling's id is shown and a question is searched for; a misspelt command is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.cli.first_word import _edits
from tests.conftest import Run


@pytest.mark.parametrize("asked", [("rev-sub-2",), ("REV-Sub-2",), ("rev sub 2",), ("rev", "sub", "2")])
def test_an_id_is_shown(kb_command: Run, asked: tuple[str, ...]) -> None:
    shown = kb_command("show", "rev-sub-2")
    assert shown.stdout.startswith("rev-sub-2  Axis & Allies Revised  Submarines\n")
    for command in ((), ("show",)):
        done = kb_command(*command, *asked)
        assert (done.returncode, done.stdout, done.stderr) == (0, shown.stdout, "")


@pytest.mark.parametrize("asked", ["revised/tanks-blitz", "value:revised/units/tank.cost"])
def test_a_statement_is_shown_by_its_id(kb_command: Run, asked: str) -> None:
    assert kb_command(asked).stdout == kb_command("show", asked).stdout != ""


def test_flags_go_with_what_is_meant(kb_command: Run) -> None:
    assert kb_command("rev-sub-2", "--proof").stdout == kb_command("show", "rev-sub-2", "--proof").stdout
    off = ("--option", "technology=off")
    assert kb_command("rev-sbr-1", *off).stdout == kb_command("show", "rev-sbr-1", *off).stdout != ""
    assert kb_command("-n", "1", "wolf packs").stdout == kb_command("search", "wolf packs", "-n", "1").stdout
    assert kb_command("--game", "revised", "submerge").stdout.startswith("rev-")


def test_the_games_are_compared_on_the_id_of_a_topic(kb_command: Run) -> None:
    for asked in ("lone-transport", "Lone-Transport"):
        assert kb_command(asked).stdout == kb_command("compare", "lone-transport").stdout != ""
    assert kb_command("lone-transports").stdout == kb_command("search", "lone-transports").stdout


@pytest.mark.parametrize(
    "asked",
    [
        ("can my sub submerge before the fighter shoots",),
        ("can", "my", "sub", "submerge"),
        ("how", "many", "units", "fit", "on", "a", "transport"),
        ("ship", "passes", "a", "canal"),
        ("help", "me", "with", "wolf", "packs"),
    ],
    ids=["one-argument", "words", "how-is-nearly-show", "ship-is-nearly-show", "help-with-words"],
)
def test_a_question_is_searched_for(kb_command: Run, asked: tuple[str, ...]) -> None:
    searched = kb_command("search", *asked)
    done = kb_command(*asked)
    assert searched.stdout and (done.returncode, done.stdout) == (0, searched.stdout)


@pytest.mark.parametrize(
    ("asked", "command"),
    [
        (("ship",), "show"),
        (("serach",), "search"),
        (("sho", "rev-sub-2"), "show"),
        (("serch", "may a sub submerge"), "search"),
        (("hepl",), "help"),
    ],
)
def test_a_misspelt_command_is_told(kb_command: Run, asked: tuple[str, ...], command: str) -> None:
    done = kb_command(*asked)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"kb: No such command '{asked[0]}'; did you mean '{command}'?")
    assert done.stderr.count("\n") == 1


def test_a_misspelt_command_is_told_also_where_nothing_is_built(kb_command: Run, tmp_path: Path) -> None:
    empty = str(tmp_path / "empty")
    misspelt = kb_command("biuld", KB_BUILT=empty)
    assert misspelt.returncode == 2 and "did you mean 'build'?" in misspelt.stderr
    asked = kb_command("wolf packs", KB_BUILT=empty)
    assert asked.returncode == 2 and "run 'kb build'" in asked.stderr and "No such command" not in asked.stderr


def test_an_id_that_is_no_more_or_never_was_is_told(kb_command: Run) -> None:
    done = kb_command("rev-sup-2")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("kb: there is no ruling 'rev-sup-2'; did you mean rev-sub-2")


def test_help_as_a_word(kb_command: Run) -> None:
    assert kb_command("help").stdout == kb_command("--help").stdout != ""
    assert kb_command("help", "show").stdout == kb_command("show", "--help").stdout != ""
    wrong = kb_command("help", "nonsense")
    assert (wrong.returncode, wrong.stdout) == (2, "") and "list the commands with 'kb help'" in wrong.stderr


def test_what_cannot_be_understood_is_told_as_of_the_command_that_is_meant(kb_command: Run) -> None:
    done = kb_command("wolf packs", "--gmae", "revised")
    assert done.returncode == 2 and "Usage: kb search" in done.stderr and "--game" in done.stderr


@pytest.mark.parametrize(
    ("one", "other", "many"),
    [("show", "show", 0), ("sho", "show", 1), ("shwo", "show", 1), ("ship", "show", 2), ("sub", "show", 3)],
)
def test_edits(one: str, other: str, many: int) -> None:
    assert _edits(one, other) == _edits(other, one) == many
