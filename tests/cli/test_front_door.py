"""A command line with and without a command, help, completion, bad usage, and how a command ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kb.base import paths
from kb.cli import front
from tests.conftest import Run
from tests.read_once import tables

USAGE = tables("cli/usage.yaml")

COMMAND = [sys.executable, "-m", "kb"]


@pytest.mark.parametrize("asked", [("rev-sub-2",), ("REV-Sub-2",), ("rev sub 2",), ("rev", "sub", "2")])
def test_an_id_is_shown(kb_command: Run, asked: tuple[str, ...]) -> None:
    shown = kb_command("show", "rev-sub-2")
    assert shown.stdout.startswith("rev-sub-2  Axis & Allies Revised  Submarines\n")
    for command in ((), ("show",)):
        done = kb_command(*command, *asked)
        assert (done.returncode, done.stdout, done.stderr) == (0, shown.stdout, "")


@pytest.mark.parametrize(("asked", "command", "rest"), USAGE["meant"])
def test_without_a_command_the_one_that_is_meant_runs(
    kb_command: Run, asked: tuple[str, ...], command: str, rest: tuple[str, ...]
) -> None:
    done, named = kb_command(*asked), kb_command(command, *asked)
    assert (done.returncode, done.stdout, done.stderr) == (named.returncode, named.stdout, named.stderr)
    assert done.returncode == (2 if rest else 0) and bool(done.stdout) is not bool(rest)


@pytest.mark.parametrize(
    ("asked", "command"),
    [(("serach",), "search"), (("sho", "rev-sub-2"), "show"), (("hepl",), "help")],
)
def test_a_misspelt_command_is_one_line(kb_command: Run, tmp_path: Path, asked: tuple[str, ...], command: str) -> None:
    message = f"kb: No such command '{asked[0]}'; did you mean '{command}'? 'kb search ...' searches for words\n"
    for places in ({}, {"KB_BUILT": str(tmp_path / "empty")}):
        done = kb_command(*asked, **places)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", message)
    asked_for = kb_command("wolf packs", KB_BUILT=str(tmp_path / "empty"))
    assert asked_for.returncode == 2 and "run 'kb build'" in asked_for.stderr and "No such" not in asked_for.stderr


@pytest.mark.parametrize(("arguments", "message"), USAGE["bad usage"])
def test_bad_usage_is_one_line_and_status_2(kb_command: Run, arguments: list[str], message: str) -> None:
    done = kb_command(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("kb: ") and message in done.stderr and done.stderr.count("\n") == 1


def test_help_is_in_three_groups_and_of_every_command(kb_command: Run) -> None:
    whole = kb_command()
    assert whole.returncode == 0 and whole.stdout == kb_command("--help").stdout == kb_command("help").stdout
    groups = [whole.stdout.index(f" {name} ─") for name in ("Look up", "Play", "Keep")]
    places = [whole.stdout.index(f"│ {name} ") for name in front.COMMANDS]
    assert places == sorted(places) and groups[0] < places[0] < groups[1] < places[5] < groups[2] < places[7]
    for name in front.COMMANDS:
        done = kb_command(name, "--help")
        assert done.returncode == 0 and f" Usage: kb {name} " in done.stdout and done.stderr == ""
        assert "bool" not in done.stdout, "a flag has no value"
    assert kb_command("help", "show").stdout == kb_command("show", "-h").stdout != ""
    assert "Usage" not in kb_command("search", "--", "--help").stdout
    assert kb_command("--version").stdout.startswith("kb 0.")


def completed(kb_command: Run, *words: str) -> list[str]:
    done = kb_command(_KB_COMPLETE="complete_bash", COMP_WORDS="\n".join(("kb", *words)), COMP_CWORD=str(len(words)))
    assert done.returncode == 0
    return done.stdout.split()


def test_completion(kb_command: Run) -> None:
    assert completed(kb_command, "se") == ["search", "sections", "serve"]
    assert completed(kb_command, "show", "rev-sub-1") == ["rev-sub-1", "rev-sub-10"]
    assert completed(kb_command, "search", "--game", "europe") == ["europe-1999", "europe-1940"]
    assert completed(kb_command, "compare", "submerge-w") == ["submerge-when"]
    assert completed(kb_command, "search", "--ba") == ["--batch"]
    for before in ([], ["check"]):
        assert completed(kb_command, *before, "rev-sub-1") == ["rev-sub-1", "rev-sub-10"]
    assert completed(kb_command, "search", "--printing", "201") == ["2010", "2012"]


@pytest.mark.parametrize(
    ("words", "status"),
    [(["export"], 0), (["search", "zzzzqqqq"], 1), (["show", "rev-none-1"], 1), (["search", "game:chess sub"], 2)],
)
def test_the_output_is_whole_and_the_status_its_own(built: str, tmp_path: Path, words: list[str], status: int) -> None:
    environment = {**os.environ, "KB_BUILT": built, "PYTHONPATH": paths.CHECKOUT}
    with (tmp_path / "out").open("wb") as out, (tmp_path / "message").open("wb") as message:
        done = subprocess.run([*COMMAND, *words], stdout=out, stderr=message, env=environment, check=False)
    assert done.returncode == status
    written = (tmp_path / ("message" if status else "out")).read_text("utf-8")
    assert written.endswith("\n") and (status or written.splitlines()[-1].endswith("}"))


def test_a_pipe_that_closes_early_is_quiet(built: str) -> None:
    environment = {**os.environ, "KB_BUILT": built, "PYTHONPATH": paths.CHECKOUT}
    pipes = dict.fromkeys(("stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen([*COMMAND, "export"], env=environment, **pipes) as process:  # type: ignore[call-overload]
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b"" and process.wait() == 0


@pytest.mark.parametrize("text", ["\x1b[31mred\x1b[0m", "a\nb\tc", "x" * 5000, "'\"`$(ls)", "\udcff", "💥" * 100])
def test_no_argument_gives_a_traceback(kb_command: Run, text: str) -> None:
    for command in ((), ("search",), ("show",), ("compare",), ("sections",)):
        done = kb_command(*command, text)
        assert done.returncode in (0, 1, 2)
        assert "Traceback" not in done.stderr and "fault of this program" not in done.stderr
        assert "\x1b" not in done.stdout + done.stderr
