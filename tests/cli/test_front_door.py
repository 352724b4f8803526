"""The quick front door says and does what the Typer application says and does."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer

from kb.base import paths
from kb.cli import app, command_table, front
from tests.conftest import Run


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"], *([name, "--help"] for name in command_table.COMMANDS)])
def test_help_of_every_command(kb_command: Run, arguments: list[str]) -> None:
    done = kb_command(*arguments)
    assert done.returncode == 0
    assert done.stdout.startswith("Usage: kb") and "Options:" in done.stdout


@pytest.mark.parametrize(
    ("command", "words", "understood"),
    [
        ("search", ["my", "sub", "-n", "3", "--json"], {"query": ["my", "sub"], "limit": 3, "json": True}),
        ("search", ["--game", "revised", "--", "-x"], {"query": ["-x"], "game": "revised"}),
        ("search", ["-n", "x", "sub"], None),
        ("search", ["-n"], None),
        ("search", ["--nonsense"], None),
        ("show", [], None),
        ("sections", ["a", "b"], None),
        ("sections", ["a"], {"section": "a"}),
        ("games", [], {}),
    ],
)
def test_what_the_door_understands_and_what_it_leaves_to_typer(
    command: str, words: list[str], understood: object
) -> None:
    assert front._understood(command, words) == understood


@pytest.mark.parametrize(
    "arguments",
    [
        ["search", "wolf packs", "-n", "2"],
        ["show", "rev-sub-2"],
        ["sections", "rev/map"],
        ["games"],
        ["compare", "rev-sub-2"],
    ],
)
def test_both_doors_give_the_same(
    built: str, arguments: list[str], capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KB_BUILT", built)
    assert front._main(arguments) == 0
    quick = capfd.readouterr()
    assert front._typer(arguments) == 0
    assert capfd.readouterr() == quick


def completed(kb_command: Run, *words: str) -> list[str]:
    done = kb_command(_KB_COMPLETE="complete_bash", COMP_WORDS="\n".join(("kb", *words)), COMP_CWORD=str(len(words)))
    assert done.returncode == 0
    return done.stdout.split()


def test_completion(kb_command: Run) -> None:
    assert completed(kb_command, "se") == ["search", "sections", "serve"]
    assert completed(kb_command, "show", "REV-sub-1") == ["rev-sub-1", "rev-sub-10"]
    assert completed(kb_command, "search", "--game", "europe") == ["europe-1999", "europe-1940"]
    assert "rev/sc-rockets" in completed(kb_command, "sections", "rev/sc-")
    assert completed(kb_command, "compare", "submerge-w") == ["submerge-when"]
    assert completed(kb_command, "search", "--ba") == ["--batch"]
    assert completed(kb_command, "nonsense", "x") == []
    assert completed(kb_command, "rev-sub-1") == ["rev-sub-1", "rev-sub-10"]
    assert completed(kb_command, "show", "rev-sub-1", "--option", "tech") == ["technology"]
    assert completed(kb_command, "search", "--printing", "201") == ["2010", "2012"]


def test_completion_in_zsh_and_fish(kb_command: Run) -> None:
    done = kb_command(_KB_COMPLETE="complete_zsh", _TYPER_COMPLETE_ARGS="kb show rev-ger-3")
    assert done.stdout.startswith('_arguments \'*: :(("rev-ger-3":"If three or more attacking German submarines')
    assert kb_command(_KB_COMPLETE="complete_zsh", _TYPER_COMPLETE_ARGS="kb show nonsense").stdout == "_files\n"
    done = kb_command(_KB_COMPLETE="complete_fish", _TYPER_COMPLETE_ARGS="kb ga")
    assert done.stdout.startswith("games\tList the games.\n")


@pytest.mark.parametrize("shell", ["zsh", "fish", "bash"])
def test_the_commands_complete_as_typer_completes_them(kb_command: Run, shell: str) -> None:
    """The words are those of Typer, in the wrapping that its installed scripts evaluate."""
    settings = {
        "_KB_COMPLETE": f"complete_{shell}",
        "_TYPER_COMPLETE_ARGS": "kb ",
        "COMP_WORDS": "kb ",
        "COMP_CWORD": "1",
    }
    settings["_TYPER_COMPLETE_FISH_ACTION"] = "get-args"
    environment = {**os.environ, **settings, "PYTHONPATH": paths.CHECKOUT}
    code = "from kb.cli.app import app; app(prog_name='kb')"
    typer = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    ).stdout
    ours = kb_command(**settings).stdout
    if shell == "zsh":
        assert ours.split("((")[0] == typer.split("((")[0]
    assert [line.replace("\t", " ").split()[0] for line in ours.splitlines()] == [
        line.replace("\t", " ").split()[0] for line in typer.splitlines()
    ]


def test_help_flags_behind_two_dashes_are_words(kb_command: Run) -> None:
    assert kb_command("search", "--", "--help").stdout.startswith("Usage") is False


def test_version(kb_command: Run) -> None:
    assert kb_command("--version").stdout.startswith("kb 0.")


QUICK = """
import sys
from kb.cli.front import _main
_main(["search", "submarine"])
_main(["show", "rev-sub-2"])
slow = {"typer", "click", "rich", "whoosh", "sqlite_utils", "yaml", "dataclasses", "re", "json"}
print(sorted(slow & set(sys.modules)), file=sys.stderr)
"""


def test_quick_commands_import_nothing_slow_but_at_the_first_start(built: str, tmp_path: Path) -> None:
    def loaded(*flags: str, **settings: str) -> str:
        environment = {**os.environ, "KB_BUILT": built, "PYTHONPATH": paths.CHECKOUT, **settings}
        asked = [sys.executable, *flags, "-c", QUICK]
        return subprocess.run(asked, capture_output=True, text=True, env=environment, check=True).stderr

    cache = str(tmp_path / "cache")
    assert "'typer'" in loaded(XDG_CACHE_HOME=cache)
    assert loaded("-S", XDG_CACHE_HOME=cache) == "[]\n"
    (kept,) = (tmp_path / "cache" / "axis-allies-rulings").iterdir()
    kept.write_bytes(kept.read_bytes()[:100])
    assert "'typer'" in loaded(XDG_CACHE_HOME=cache), "what is damaged is made again"
    assert loaded("-S", XDG_CACHE_HOME=cache) == "[]\n"
    assert "'typer'" in loaded(XDG_CACHE_HOME=str(kept)), "where nothing can be kept, each start makes it"


def test_a_table_is_of_the_files_that_it_was_made_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, path = tmp_path / "app.py", str(tmp_path / "table")
    source.write_text("one")
    monkeypatch.setattr(command_table, "_APP", str(source))
    table, stat = app.table(), source.stat()
    command_table.write(path, table, ((str(source), stat.st_mtime_ns, stat.st_size),))
    assert command_table._read(path) == table
    source.write_text("other")
    assert command_table._read(path) is None
    command_table.write(path, table, ((str(tmp_path), 0, 0),))
    assert command_table._read(path) is None, "of another checkout"
    command_table.write(path, table)
    assert command_table._read(path) == table, "of a wheel"


def test_every_parameter_is_one_of_its_commands_run() -> None:
    """What Typer understands is given to ``run`` by name, and so is what the front door does."""
    group: Any = typer.main.get_command(app.app)
    for name, command in group.commands.items():
        if name not in ("add", "serve", "site", "phone-engine"):  # they call others
            run = import_module(f"kb.cli.commands.{name}").run
            assert [each.name for each in command.params] == [*inspect.signature(run).parameters], name
