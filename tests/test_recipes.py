"""The recipes of CONTRIBUTING.md that list errors are followed in copies of the data, and produce these errors."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT, Run, edit

RECIPES_OF = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("\n# Recipes\n")[2]
#: the errors that each recipe lists, by its heading
ERRORS = {
    part.partition("\n")[0]: re.findall(r"`(.*?)`[,.]", " ".join(part.partition("*Errors:*")[2].split()))
    for part in re.split(r"^## ", RECIPES_OF, flags=re.M)[1:]
    if "*Errors:*" in part
}
FIXTURES = ROOT / "tests" / "fixtures" / "recipes"
VERDICT = '  - {{id: {}, verdict: "No: zeppelins never bombard.", kind: "no"}}\n'
#: a scenario whose expectation is made wrong
WRONG = "revised/destroyer-hit-shoots-back"
#: a rule with a parameter that the question does not have
WRONG_RULE = """
from kb.engine.core.rules import changes


@changes("Fuel.", "movement")
def fuel_lasts(play: Play, answer: int, moon: object) -> int:
    'Fuel lasts.'
    return answer
"""


class Recipe:
    """The errors that a recipe lists, and those that were produced."""

    def __init__(self, heading: str) -> None:
        self.listed, self.produced = ERRORS[heading], list[str]()

    def produces(self, output: str, *messages: str) -> None:
        for each in messages:
            assert each in output, f"{each} is not in:\n{output}"
            self.produced.append(" ".join(each.split()))

    def ends(self) -> None:
        assert sorted(self.produced) == sorted(self.listed)


@pytest.fixture(scope="session", autouse=True)
def every_recipe_is_followed() -> None:
    assert set(ERRORS) == {"Add a ruling or a document", "Add a scenario", "Add a rule of the engine"}


def test_a_ruling_or_a_document_is_added(kb_command: Run, own_data: Path, out: str, tmp_path: Path) -> None:
    recipe, places = Recipe("Add a ruling or a document"), {"KB_DATA": str(own_data)}
    shutil.copy(FIXTURES / "answers.txt", tmp_path)
    adding = ("add", "answers.txt")
    told = kb_command(*adding, **places).stderr  # both at once
    recipe.produces(told, "the file is not a re-issue of any document; name it with --document")
    recipe.produces(told, "the document has no authority; name it with --authority")
    told = kb_command(*adding, "--game", "revised", "--authority", "club: Dice Tower", **places).stdout
    (ruling,) = re.findall(r"\+ (rev-[\w-]+-\d+)", told)
    with open(own_data / "verdicts" / "revised.yaml", "a", encoding="utf-8") as verdicts:
        verdicts.write(VERDICT.format(ruling))
    told = kb_command("build", KB_BUILT=out, **places).stderr.replace(ruling, "rev-mov-10")
    recipe.produces(told, "the verdict of 'rev-mov-10' begins with a yes or no; write what is true whatever was asked")
    recipe.ends()


def test_a_scenario_is_added(kb_command: Run, own_data: Path, out: str, tmp_path: Path) -> None:
    recipe, places = Recipe("Add a scenario"), {"KB_DATA": str(own_data), "KB_BUILT": out}
    written, rule = (FIXTURES / "blitz.yaml").read_text("utf-8"), "refused_by: [hostile-land-stops]"
    for wrong, message in (
        ("hostile-land-stop", "unknown rule 'hostile-land-stop'; did you mean 'hostile-land-stops'?"),
        ("tanks-blitz", "expected   move: refused by tanks-blitz"),
    ):
        (tmp_path / "wrong.yaml").write_text(written.replace(rule, f"refused_by: [{wrong}]"))
        done = kb_command("check", "wrong.yaml")
        recipe.produces(done.stdout + done.stderr, message)
    case = own_data / "scenarios" / "revised" / "mine.yaml"
    case.write_text(written)
    other = own_data / "scenarios" / "revised" / "submarines.yaml"
    edit(other, "      - lost: {germany: {submarine: 1}, united-kingdom: {destroyer: 1}}\n", "      - lost: {}\n")
    done = kb_command("build", **places)
    assert done.returncode == 3 and "every proof holds" not in done.stderr
    recipe.produces(done.stderr, "its rulings have changed since it was written; compare it with its rulings")
    recipe.ends()
    unsound = [line.removeprefix("kb: ") for line in done.stderr.splitlines() if line.startswith("kb: ")]
    (wrong,) = [each for each in unsound if each.startswith("data/scenarios/revised/submarines.yaml:")]
    assert wrong.endswith(
        f"scenario '{WRONG}' proves nothing: the engine has another result; 'kb check {WRONG}' shows the results that differ"
    )
    examined = kb_command("doctor", **places)
    assert examined.returncode == 3 and wrong in examined.stdout and "every proof holds" not in examined.stdout
    assert json.loads(kb_command("doctor", "--json", **places).stdout)["unsound"] == unsound
    stamp = [sys.executable, str(ROOT / "scripts" / "stamp_scenarios.py")]
    subprocess.run(stamp, env={**os.environ, "PYTHONPATH": str(ROOT), **places}, check=True, capture_output=True)
    assert "fingerprint: " in case.read_text("utf-8")
    assert "every rule that is cited is needed" in kb_command("check", str(case), "--mutants", **places).stdout


def test_a_rule_of_the_engine_is_added(tmp_path: Path) -> None:
    recipe = Recipe("Add a rule of the engine")
    for part in ("kb", "data"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("scenarios"))
    rules, module = tmp_path / "data/games/revised/rules/revised.yaml", tmp_path / "kb/engine/fuel.py"
    for name, place in (("fuel.py", module), ("fuel.yaml", tmp_path / "toy.yaml")):
        shutil.copy(FIXTURES / name, place)

    def kb(*words: str) -> str:
        given = {name: value for name, value in os.environ.items() if not name.startswith("KB_")}
        command = [sys.executable, "-m", "kb", *words]
        environment = {**given, "PYTHONPATH": str(tmp_path)}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path, check=False)
        return done.stdout + done.stderr

    line = "  - {rule: units-without-fuel, cites: [rev/p3-blitz], confidence: unverified, given: {unitz: [bomber]}}\n"
    edit(rules, "  # -- land\n", f"  # -- land\n{line}")
    misspelt = "unknown key 'unitz' given to 'units-without-fuel'; did you mean 'units'?"
    recipe.produces(kb("check", "toy.yaml"), misspelt, "'units-without-fuel' needs 'spaces' under 'given'")
    edit(rules, line, line.replace("{unitz: [bomber]}", "{units: [bomber], spaces: 2}"))
    assert "every rule that is cited is needed" in kb("check", "toy.yaml", "--mutants")
    written = module.read_text("utf-8")
    module.write_text(f"{written}{WRONG_RULE}")
    recipe.produces(kb("check", "toy.yaml"), "fuel-lasts names moon, which is not a fact of movement")
    module.write_text(written.replace("{units} move {spaces}", "{units} move {way}"))
    recipe.produces(kb("build"), "the docstring of units-without-fuel names way, which is not given")
    recipe.ends()
