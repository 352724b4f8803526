"""The program does what the documentation shows."""

from __future__ import annotations

import difflib
import io
import json
import os
import re
import shlex
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest
import typer

from kb.cli import app, front
from kb.games.catalogue import games
from kb.knowledge import KnowledgeBase
from kb.pipeline import statements
from kb.pipeline.statements import load_phrasings
from kb.store.tables import FIELDS, RULINGS
from tests.conftest import ROOT
from tests.read_once import boards

DATA = str(ROOT / "data")
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCS = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md")}

_GROUP: Any = typer.main.get_command(app.app)
#: the options of each command
OPTIONS = {name: {flag for each in command.params for flag in each.opts} for name, command in _GROUP.commands.items()}


def sessions() -> list[tuple[str, str]]:
    """(command, output) of every console block in the README."""
    out = []
    for block in re.findall(r"```console\n(.*?)```", README, flags=re.S):
        for command, printed in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, flags=re.M):
            out.append((command, printed))
    return out


def terminal(arguments: list[str]) -> str:
    """Run a command, and return both of its output streams as one text, in the order in which they were written."""
    shown = io.StringIO()
    with redirect_stdout(shown), redirect_stderr(shown), pytest.raises(SystemExit):
        front.main(arguments)
    return shown.getvalue()


def test_every_session_of_the_readme(built: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_BUILT", built)
    wrong = {}
    for command, printed in sessions():
        program, *arguments = shlex.split(command)
        assert program == "kb" and printed
        shown = terminal(arguments)
        if shown.rstrip("\n") != printed.rstrip("\n"):
            wrong[command] = "\n".join(difflib.unified_diff(printed.splitlines(), shown.splitlines(), lineterm=""))
    assert not wrong, "\n".join(wrong.values())


#: commands of the README that serve until they are stopped, or write into the checkout
NOT_RUN = ("serve", "mcp", "site", "phone-engine", "build", "add", "doctor", "export")


def test_every_command_between_backticks_works(built: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_BUILT", built)
    inline = [shlex.split(code)[1:] for code in re.findall(r"`(kb [^`]*)`", README)]
    typed = [words for words in inline if len(words) > 1 and words[0] not in NOT_RUN]
    assert len(typed) >= 3
    for words in typed:
        assert terminal(words).strip(), words


def test_the_library_example_of_the_readme(
    built: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KB_BUILT", built)
    (example,) = re.findall(r"```python\n(.*?)```", README, flags=re.S)
    exec(example, {})
    assert len(re.findall(r"'(?:rev-[a-z]+-\d|revised/[a-z-]+)", capsys.readouterr().out)) == 3


def test_the_sample_document_is_added(own_data: Path, out: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The three commands of the README under "Add your own FAQ", in a copy of the data."""
    monkeypatch.setenv("KB_DATA", str(own_data))
    monkeypatch.setenv("KB_BUILT", out)
    monkeypatch.chdir(ROOT)
    add, build, search = re.findall(r"^kb (.*)$", README.partition("## Add your own FAQ")[2].partition("## ")[0], re.M)
    assert "3 new" in terminal(shlex.split(add))
    assert "built 288 rulings" in terminal([build])
    assert "A tank that has fought stays where it is" in terminal(shlex.split(search))


def test_every_command_is_in_the_readme() -> None:
    assert tuple(OPTIONS) == front.COMMANDS
    for name in OPTIONS:
        assert f"`kb {name}" in README, name


def test_every_key_of_a_ruling_is_described(base: KnowledgeBase) -> None:
    record = base.ruling("e40-scr-1")
    assert set(record) == {*RULINGS.exported(), *FIELDS}
    page = (
        (ROOT / "docs" / "data.md")
        .read_text(encoding="utf-8")
        .partition("## A ruling as JSON")[2]
        .partition("\n## ")[0]
    )
    assert [key for key in record if f"`{key}`" not in page] == []
    for every in base.rulings():
        for key, values in every.items():
            for value in values if isinstance(values, list) else ():
                if isinstance(value, dict):
                    means = FIELDS["supersedes"] if "(as `supersedes`)" in FIELDS[key] else FIELDS[key]
                    assert set(value) <= set(re.findall(r"`([a-z_]+)`", means)), key


def test_no_phrasing_equals_a_judged_query(base: KnowledgeBase) -> None:
    from kb.words.tokens import tokens

    rows = (ROOT / "benchmarks" / "judged_queries.jsonl").read_text().splitlines()
    judged = {" ".join(tokens(json.loads(row)["query"])) for row in rows}
    assert len(judged) == len(rows) > 0
    ours = {" ".join(tokens(row[0])) for row in base.connection.execute("select text from phrasings")}
    assert not judged & ours
    places, known = boards(), games(DATA)
    values = statements.of_boards(places, known, statements.load_columns(DATA), {})
    rules = load_phrasings(DATA, {row[0] for row in base.connection.execute("select rule from rules")})
    asks = [ask for each in values for ask in each.asks] + [ask for every in rules.values() for ask in every]
    assert len(asks) > 1_000
    assert not judged & {" ".join(tokens(ask)) for ask in asks}


def test_the_doctests_of_the_library(built: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import doctest
    import importlib

    import kb

    monkeypatch.setenv("KB_BUILT", built)
    files = [each for each in (ROOT / "kb").rglob("*.py") if ">>> " in each.read_text("utf-8")]
    names = [".".join(each.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for each in files]
    for module in map(importlib.import_module, names):
        found = doctest.testmod(module, extraglobs={"kb": kb})
        assert found.attempted and not found.failed, module.__name__


_WALKED = """
import os, sys, kb
with kb.open() as base:
    if sys.argv[1] == "A query to its answer":
        from kb.service import look_up
        look_up.search(base, '"opening fire" sub')
    if sys.argv[1] == "An action to its verdict":
        from kb.service import asking
        asking.ask(base, "revised; uk combat; egypt: uk 1 tank; may tank egypt - libya - algeria?")
print(*(os.path.relpath(each.__file__) for each in [*sys.modules.values()] if getattr(each, "__file__", None)))
"""


def test_the_walks_of_the_architecture_are_those_of_the_program(built: str) -> None:
    section = DOCS["architecture.md"].partition("## Walks")[2].partition("\n## ")[0]
    wrong = []
    for title, walk in re.findall(r"\*\*(.+?)\.?\*\*(.*?)(?=\n\*\*|\Z)", section, flags=re.S):
        told = [sys.executable, "-c", _WALKED, title.partition(",")[0]]
        run = subprocess.run(told, cwd=ROOT, env={**os.environ, "KB_BUILT": built}, capture_output=True, text=True)
        for step in re.split(r"\n\d\. ", walk):
            files = re.findall(r"`(kb/[\w/]+\.\w+)`", step)
            files += [f"{files[0].rpartition('/')[0]}/{name}" for name in re.findall(r"`(\w+\.py)`", step)]
            wrong += [each for each in files if not (ROOT / each).is_file()]
            texts = "".join((ROOT / each).read_text(encoding="utf-8") for each in files if (ROOT / each).is_file())
            names = re.findall(r"`([a-z]+_\w+|[A-Z][a-z]\w+|[a-z]+-[a-z-]+)`", step)
            wrong += [name for name in names if files and not re.search(rf"\b{name}\b", texts)]
            if title != "A ruling, from the text to the phone":
                wrong += [f"{title} does without {each}" for each in files if each not in run.stdout.split()]
    assert not wrong
