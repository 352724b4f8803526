"""A key that is left out or misspelt, in any kind of data file, is a finding with its file and what to do.

Nothing reads data before it was checked."""

from __future__ import annotations

import copy
import csv
import io
import json
import shutil
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from kb.base import yamlfile
from kb.base.errors import BadInput, Finding
from kb.cases.reading import library, scenario_files
from kb.corpus import ids
from kb.games.boards import boards_of
from kb.pipeline import scenarios, sources
from kb.pipeline.run import attempt
from kb.pipeline.scenarios import Played
from tests.conftest import ROOT
from tests.read_once import RULES_OF

DATA = ROOT / "data"
#: the values of these keys are tables with any names; one name is tried
OPEN = {"given", "actions", "units", "rows", "objectives", "technology", "claims", "rulings", "rules", "sources"}
OPEN |= {
    "aboard",
    "games",
    "says",
    "spaces",
    "columns",
    "section",
    "same",
    "near",
    "editions",
    "without",
    "like",
    "names",
    "values",
}
#: one trial in this number is made; the number is odd, so that keys are left out and misspelt by turns
EVERY = 45
#: files that are read when the first stage of a build has been checked; it reads those of claims
LATER = {"phrasings", "relations", "statements", "values", "verdicts"}
LOAD = yamlfile.load

Path_ = tuple[str | int, ...]


class Trial(NamedTuple):
    """A key of a file, the last of ``keys``, which is left out or misspelt; whether there it may be any name."""

    file: Path
    keys: Path_
    misspelt: bool
    any_name: bool = False

    @property
    def name(self) -> str:
        """Return the name of the file in messages."""
        return str(self.file.relative_to(ROOT))


@cache
def read(file: Path) -> Any:
    return LOAD(str(file), str(file.relative_to(ROOT)))


@cache
def known() -> tuple[sources.Sources, Played]:
    """Return the sources of the data and the scenarios without playing them."""
    whole = sources.read(str(DATA))
    return whole, scenarios.unplayed(whole, str(DATA))


def keys_of(value: Any, above: Path_ = (), kind: Path_ = ()) -> Iterator[tuple[Path_, Path_]]:
    """Yield the kind and the path of each key in a value. A kind is a path in which all rows of a list, and all names,
    are the same."""
    if isinstance(value, dict):
        any_name = bool(OPEN.intersection(kind[-1:])) or kind[-2:-1] == ("aboard",)
        for key, each in value.items():
            own = (*kind, "any name" if any_name else key)
            yield own, (*above, key)
            yield from keys_of(each, (*above, key), own)
    elif isinstance(value, list):
        for at, each in enumerate(value):
            yield from keys_of(each, (*above, at), (*kind, "each"))


def kind_of(file: Path) -> str:
    """Return the kind of a data file: its name if it is the only one of its kind, else its folder."""
    return {"game.yaml": "game", "board.yaml": "board", "evidence.yaml": "evidence"}.get(file.name, "") or (
        file.stem if file.parent in (DATA, DATA / "games") else file.parent.name
    )


def trials(files: Iterable[Path]) -> list[Trial]:
    """For each kind of key of some files one that is left out, and one that is misspelt."""
    kinds: dict[tuple[Any, ...], tuple[Path, Path_]] = {}
    for file in files:
        for kind, keys in keys_of(read(file)):
            kinds.setdefault((kind_of(file), *kind), (file, keys))
    return [
        Trial(file, keys, misspelt, kind[-1] == "any name")
        for kind, (file, keys) in kinds.items()
        for misspelt in (False, True)
    ]


def copied(table: Any) -> Any:
    """Return a copy of a mapping or list with its lines."""
    made = copy.copy(table)
    made.lines = copy.copy(table.lines)
    return made


def changed(root: Any, trial: Trial) -> Any:
    """Return a value with the key of a trial left out or misspelt; what is not above the key is shared."""
    root = table = copied(root)
    *above, key = trial.keys
    for each in above:
        table[each] = table = copied(table[each])
    rows = [(each, table.lines[each], value) for each, value in table.items()]
    table.clear()
    for each, line, value in rows:
        if each != key or trial.misspelt:
            name = f"{each}x" if each == key else each
            table[name], table.lines[name] = value, line
    return root


def misread(trial: Trial, findings: Iterable[Finding]) -> str:
    """Return the errors in the findings of a trial; empty if they are right."""
    findings = list(findings)
    told = any(each.file == trial.name and each.line for each in findings)
    if trial.misspelt and not trial.any_name and not told:
        return f"{trial}: not told"
    bare = [str(each) for each in findings if not (each.file and each.hint)]
    return f"{trial}: {bare[0]}" if bare else ""


def findings_of(trial: Trial, patch: pytest.MonkeyPatch) -> tuple[Finding, ...]:
    """Return the findings of a build after a trial. Only sources that a trial of the file can change are read again."""
    file, whole, played = trial.file, *known()
    wrong = changed(read(file), trial)
    with patch.context() as now:
        now.setattr(yamlfile, "load", lambda path, name="": wrong if Path(path) == file else read(Path(path)))
        now.setattr(library, "load", lambda *_, **__: ())
        now.setattr(scenarios, "unplayed", lambda *_: played)
        if "boards" not in file.parts and file.name not in ("game.yaml", "marks.yaml"):
            now.setattr(sources, "load_boards", lambda _: whole.boards)
        if file.name not in ("game.yaml", "words.yaml"):
            now.setattr(sources.lexicon, "load", lambda *_: whole.lexicon)
        return attempt(str(DATA), read=whole if kind_of(file) in LATER else None).findings


def test_a_misspelt_key_given_to_a_rule_is_told_by_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    file = DATA / "games/revised/rules/revised.yaml"
    rows = read(file)["rules"]
    at = next(at for at, row in enumerate(rows) if row["rule"] == "tanks-blitz")
    line = rows[at]["given"].lines["units"]
    wrong = changed(read(file), Trial(file, ("rules", at, "given", "units"), misspelt=True))
    monkeypatch.setattr(yamlfile, "load", lambda path, name="": wrong if Path(path) == file else LOAD(path, name))
    with pytest.raises(BadInput) as error:
        sources.read(str(DATA))
    assert next(map(str, error.value.findings)) == (
        f"data/games/revised/rules/revised.yaml:{line}: unknown key 'unitsx' given to 'tanks-blitz'; did you mean 'units'?"
    )


def given_to_rules() -> list[Trial]:
    """Return the first key given to every fifth rule of a rule set, left out and misspelt."""
    file = DATA / "games/revised/rules/revised.yaml"
    return [
        Trial(file, ("rules", at, "given", next(iter(row["given"]))), misspelt, any_name=True)
        for at, row in [*enumerate(read(file)["rules"])][::5]
        if "given" in row
        for misspelt in (False, True)
    ]


def of_data() -> list[Trial]:
    return trials(file for file in sorted(DATA.rglob("*.yaml")) if "scenarios" not in file.parts) + given_to_rules()


def test_wrong_keys_of_data_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not [*filter(None, (misread(each, findings_of(each, monkeypatch)) for each in of_data()[::EVERY]))]


def test_wrong_keys_of_scenarios_are_told() -> None:
    file, problems = ROOT / "tests/cases/every_act.yaml", []
    for trial in trials([file]):
        root = changed(read(file), trial)
        if trial.keys[0] == "scenarios" and len(trial.keys) > 1:
            rows = root["scenarios"]  # only the one that is tried, as others take their time
            rows[:], rows.lines[:] = [rows[trial.keys[1]]], [rows.lines[trial.keys[1]]]
        try:
            found: Iterable[Finding] = scenario_files.read_sound(root, trial.name, RULES_OF, own=True).findings
        except BadInput as error:
            found = error.findings
        except Exception as error:
            problems.append(f"{trial}: {error!r}")
        else:
            problems += filter(None, [misread(trial, found)])
    assert not problems


def test_every_wrong_column_is_told(tmp_path: Path) -> None:
    """Of each kind of CSV file of a game one column at a time is left out or misspelt."""
    shutil.copytree(DATA / "games", tmp_path / "data" / "games")
    first: dict[str, Path] = {}
    for file in sorted(DATA.rglob("*.csv")):
        first.setdefault(file.name, file)
    rows = {file: list(csv.reader(io.StringIO(file.read_text("utf-8")))) for file in first.values()}
    problems = []
    for game, misspelt in product(sorted({game_of(file) for file in rows}), (False, True)):
        for at in range(max(len(table[0]) for table in rows.values())):
            tried = [file for file, table in rows.items() if game_of(file) == game and at < len(table[0])]
            for file in tried:
                head, *lines = rows[file]
                out = [[*head[:at], f"{head[at]}x", *head[at + 1 :]], *lines]
                with (tmp_path / file.relative_to(ROOT)).open("w", encoding="utf-8", newline="") as place:
                    csv.writer(place).writerows(
                        out if misspelt else [row[:at] + row[at + 1 :] for row in (head, *lines)]
                    )
            try:
                told: Iterable[Finding] = ()
                boards_of(str(tmp_path / "data"), game) if tried else None
            except BadInput as error:
                told = error.findings
            except Exception as error:
                problems.append(f"{game} {at} {misspelt}: {error!r}")
            problems += [str(each) for each in told if not (each.file and each.hint)]
            unnamed = {str(file.relative_to(ROOT)) for file in tried if misspelt} - {each.file for each in told}
            problems += [f"{name} {at}: not told" for name in unnamed]
            for file in tried:
                shutil.copy(file, tmp_path / file.relative_to(ROOT))
    assert not problems


def game_of(file: Path) -> str:
    return file.relative_to(DATA).parts[1]


def test_wrong_keys_of_the_register_are_told(tmp_path: Path) -> None:
    first, *rest = (DATA / ids.REGISTER).read_text("utf-8").splitlines()
    problems = []
    for key in json.loads(first):
        for misspelt in (False, True):
            row = {
                f"{each}x" if each == key else each: value
                for each, value in json.loads(first).items()
                if misspelt or each != key
            }
            (tmp_path / ids.REGISTER).write_text("\n".join([json.dumps(row), *rest]) + "\n", "utf-8")
            try:
                ids.load_register(str(tmp_path))
                problems += [f"{key} {misspelt}: not told"] if misspelt or key not in ("question", "answer") else []
            except BadInput as error:
                problems += [] if all(each.file and each.hint for each in error.findings) else [str(error)]
            except Exception as error:
                problems.append(f"{key} {misspelt}: {error!r}")
    assert not problems
