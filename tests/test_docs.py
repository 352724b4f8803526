"""What the documentation shows is what the program does."""

from __future__ import annotations

import difflib
import io
import json
import re
import shlex
import subprocess
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest
import typer

from kb.base import paths, yamlfile
from kb.base.data_files import keys_of, kind_of
from kb.base.model import Document, Game, Option, Reading, Relation, SearchPhase
from kb.cli import app, front
from kb.corpus import claims, curated
from kb.games import board_checks, board_model, catalogue, rulesets
from kb.games.catalogue import games
from kb.knowledge import KnowledgeBase
from kb.pipeline import statements
from kb.pipeline.statements import load_phrasings
from kb.store.tables import BY_NAME, FIELDS, RULINGS
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
    """What a terminal shows of a command: both of its streams, in the order in which they were written."""
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


def test_the_examples_are_quoted_as_every_shell_understands() -> None:
    """A single quote quotes nothing in the Command Prompt; a dollar or percent sign and a backslash mean something."""
    typed = [command for command, _ in sessions()] + re.findall(r"`((?:kb|pip|python) [^`]*)`", README)
    assert len(typed) > 15 and not [command for command in typed if re.search(r"['$%\\^&|<>]", command)]


def test_the_library_example_of_the_readme(
    built: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KB_BUILT", built)
    (example,) = re.findall(r"```python\n(.*?)```", README, flags=re.S)
    exec(example, {})
    assert len(re.findall(r"rev-[a-z]+-\d", capsys.readouterr().out)) == 3


def test_the_sample_document_is_added(own_data: Path, out: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The three commands of the README under "Add your own FAQ", in a copy of the data."""
    monkeypatch.setenv("KB_DATA", str(own_data))
    monkeypatch.setenv("KB_BUILT", out)
    monkeypatch.chdir(ROOT)
    add, build, search = re.findall(r"^kb (.*)$", README.partition("## Add your own FAQ")[2].partition("## ")[0], re.M)
    assert "3 new" in terminal(shlex.split(add))
    assert "built 288 rulings" in terminal([build])
    assert "A tank that has fought stays where it is" in terminal(shlex.split(search))


def test_ci_reads_two_commands_from_the_readme_that_install_what_is_locked() -> None:
    (take,) = re.findall(r"sed -n .*? README\.md", (ROOT / ".ci" / "run").read_text())
    install, tests = subprocess.check_output(["bash", "-c", take], cwd=ROOT, text=True).splitlines()
    for command in (install, tests):
        steps = [each for each in command.split(" && ") if "pip install" in each]
        assert steps and all(" -r requirements" in each or " --no-deps " in each for each in steps)
    assert install.startswith("python3 -m venv") and tests.endswith("-m pytest")


def test_every_command_is_in_the_readme() -> None:
    assert tuple(OPTIONS) == front.COMMANDS
    for name in OPTIONS:
        assert f"`kb {name}" in README, name


def test_every_option_that_the_docs_name_is_there() -> None:
    """In whatever stands on one line behind ``kb COMMAND``, up to the end of the code it is in."""
    wrong, seen = [], 0
    for name, text in {"README.md": README, **DOCS}.items():
        for command, rest in re.findall(r"\bkb ([a-z-]+)((?: [^`\n|#;&]*)?)", text):
            known = OPTIONS.get(command, ())
            for option in re.findall(r"(?<= )--?[a-z][a-z-]*", rest) if known else ():
                seen += 1
                if option not in known and option not in ("--help", "--version"):
                    wrong.append(f"{name}: kb {command} {option}")
    assert not wrong and seen > 50


def test_every_key_of_a_ruling_is_described(base: KnowledgeBase) -> None:
    record = base.ruling("e40-scr-1")
    assert set(record) == {*RULINGS.exported("json"), *FIELDS}
    for every in base.rulings():
        for key, values in every.items():
            for value in values if isinstance(values, list) else ():
                if isinstance(value, dict):
                    means = FIELDS["supersedes"] if "(as `supersedes`)" in FIELDS[key] else FIELDS[key]
                    assert set(value) <= set(re.findall(r"`([a-z_]+)`", means)), key


def test_every_data_file_is_documented() -> None:
    for path in (ROOT / "data").iterdir():
        assert path.name.rstrip("/") in DOCS["data.md"], path.name


def keys_in(schema: object) -> Iterator[str]:
    """The keys of every table in a JSON Schema."""
    if isinstance(schema, dict):
        yield from schema.get("properties", ())
    for each in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from keys_in(each)


def test_every_key_of_a_data_file_is_documented() -> None:
    """The keys of YAML files and the columns of CSV files; those of scenarios are in docs/scenarios.md."""
    kinds = (Document, Game, Option, Reading, SearchPhase, board_checks.Head, board_checks.Source, board_checks.Note)
    kinds += (
        board_model.SpaceMark,
        rulesets.RuleSet,
        curated.Verdict,
        curated.Topic,
        Relation,
        statements.PrintedValue,
    )
    files = (catalogue.SECTIONS, claims.CLAIMS, statements.STATEMENTS)
    schemas = [kind_of(kind).schema() for kind in (*kinds, *(each for file in files for each in file.values()))]
    keys = {key for file in files for key in file} | {key for schema in schemas for key in keys_in(schema)}
    boards = (ROOT / "data" / "games").glob("*/boards/*/board.yaml")
    keys |= {key for path in boards for key in yamlfile.load(str(path))["totals"]}
    keys |= {key for sheet in board_checks.SHEETS.values() for key in keys_of(sheet.of, sheet.id_column)}
    assert sorted(keys - set(re.findall(r"`([a-z0-9_]+)`", DOCS["data.md"]))) == []


def test_every_table_and_view_is_documented() -> None:
    listed = DOCS["data.md"].partition("\n## Tables and views\n")[2]
    rows = " ".join(re.findall(r"^\| (`[^|]*) \|", listed, flags=re.M))
    assert set(re.findall(r"`(\w+)`", rows)) == set(BY_NAME)


def test_every_file_that_is_named_is_there() -> None:
    for name, text in {"README.md": README, **DOCS}.items():
        for target in re.findall(r"\]\(([^)#]+)\)", text):
            base = ROOT if name == "README.md" else ROOT / "docs"
            assert (base / target).exists(), f"{name}: {target}"


def test_no_phrasing_equals_a_judged_query(base: KnowledgeBase) -> None:
    from kb.search.tokens import tokens

    rows = (ROOT / "benchmarks" / "judged_queries.jsonl").read_text().splitlines()
    judged = {" ".join(tokens(json.loads(row)["query"])) for row in rows}
    assert len(judged) == len(rows) > 0
    ours = {" ".join(tokens(row[0])) for row in base.connection.execute("select text from phrasings")}
    assert not judged & ours
    places, known = boards(), games(DATA)
    values = statements.of_boards(places, known, statements.load_columns(DATA))
    rules = load_phrasings(DATA, {row[0] for row in base.connection.execute("select rule from rules")})
    asks = [ask for each in values for ask in each.asks] + [ask for every in rules.values() for ask in every]
    assert len(asks) > 1_000
    assert not judged & {" ".join(tokens(ask)) for ask in asks}


def test_no_path_of_a_machine_is_in_the_project() -> None:
    for path in ROOT.rglob("*"):
        if (
            path.suffix in (".py", ".md", ".yaml", ".toml")
            and ".venv" not in path.parts
            and path.name != "test_docs.py"
        ):
            assert not re.search(r"(?<![\w.])/(home|root|work|Users)/", path.read_text(encoding="utf-8")), path


def test_the_doctests_of_the_library(built: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import doctest

    import kb
    from kb import engine, knowledge
    from kb.search import stems, tokens

    monkeypatch.setenv("KB_BUILT", built)
    for module in (kb, knowledge, engine, tokens, stems):
        found = doctest.testmod(module, extraglobs={"kb": kb})
        assert found.attempted and not found.failed, module.__name__


def test_paths_name_the_checkout() -> None:
    assert Path(paths.data()) == ROOT / "data"
