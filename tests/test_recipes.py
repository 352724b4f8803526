"""The recipes of CONTRIBUTING.md that list errors are followed in a copy of the checkout, and produce these errors."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT, edit

#: the parts of the checkout that are copied
PARTS = ("kb", "data", "docs", "scripts", "benchmarks", "tests", "pyproject.toml", "README.md")
RECIPES_OF = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("\n# Recipes\n")[2]
#: the text of each recipe by its heading
TEXTS = {
    heading: text
    for heading, _, text in (part.partition("\n") for part in re.split(r"^## ", RECIPES_OF, flags=re.M)[1:])
}
VERDICT = '  - {{id: {}, verdict: "{}", kind: "no", sections: [{{section: rev/setup-pieces, why: "its pieces"}}]}}\n'
#: with a parameter that the question does not have
WRONG_RULE = """
from kb.engine.core.rules import changes


@changes("Fuel.", "movement")
def fuel_lasts(play: Play, answer: int, moon: object) -> int:
    'Fuel lasts.'
    return answer
"""


class Copy:
    """A copy of the checkout. Each recipe begins with the copy as it was made."""

    def __init__(self, place: Path, built: str) -> None:
        self.place, self.built = place, Path(built)
        for part in PARTS:
            copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy2
            copy(ROOT / part, place / part)
        self.begun = dict(self._files())

    def begin(self, recipe: str) -> None:
        """Undo the changes of the last recipe. The expected messages are those of ``recipe``."""
        self.text = " ".join(TEXTS[recipe].split())
        for name in [name for name, stat in self._files() if self.begun.get(name) != stat]:
            if name in self.begun:
                shutil.copy2(ROOT / name, self.place / name)
            else:
                (self.place / name).unlink()
        shutil.rmtree(self.place / "built", ignore_errors=True)
        shutil.copytree(self.built, self.place / "built")

    def _files(self) -> Iterator[tuple[str, tuple[int, int]]]:
        """Each file of the copy with its time of modification and its size."""
        for folder, folders, names in os.walk(self.place):
            folders[:] = set(folders) - {"__pycache__", "built"}
            for path in (Path(folder, name) for name in names):
                stat = path.stat()
                yield str(path.relative_to(self.place)), (stat.st_mtime_ns, stat.st_size)

    def read(self, name: str) -> str:
        return (self.place / name).read_text(encoding="utf-8")

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace a text that occurs once in a file."""
        edit(self.place / name, old, new)

    def append(self, name: str, text: str) -> None:
        """Add lines to a file, or write a new one."""
        with open(self.place / name, "a", encoding="utf-8") as file:
            file.write(text)

    def python(self, *words: str, status: int = 0) -> str:
        """Run Python in the copy and return its output."""
        given = {name: value for name, value in os.environ.items() if not name.startswith("KB_")}
        done = subprocess.run(
            [sys.executable, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**given, "PYTHONPATH": str(self.place), "COLUMNS": "200"},
            cwd=self.place,
            check=False,
        )
        assert done.returncode == status, f"{' '.join(words)}: status {done.returncode}\n{done.stdout}"
        return done.stdout

    def kb(self, *words: str, status: int = 0) -> str:
        """Run a command and return its output."""
        return self.python("-m", "kb", *words, status=status)

    def listed(self, output: str, *messages: str) -> None:
        """Assert that the output has the messages, and that the recipe lists them."""
        for each in messages:
            assert " ".join(each.split()) in self.text, f"the recipe does not list: {each}"
            assert each in output, f"{each} is not in:\n{output}"


def fixture(name: str) -> str:
    """Return the text of a file that the recipes add."""
    return (ROOT / "tests" / "fixtures" / "recipes" / name).read_text(encoding="utf-8")


Recipe = Callable[[Copy], None]
RECIPES: dict[str, Recipe] = {}


def recipe(heading: str) -> Callable[[Recipe], Recipe]:
    """Register the function that follows the recipe of a heading."""
    return lambda function: RECIPES.setdefault(heading, function)


@pytest.fixture(scope="session")
def copy(tmp_path_factory: pytest.TempPathFactory, built: str) -> Iterator[Copy]:
    place = tmp_path_factory.mktemp("checkout")
    yield Copy(place, built)
    shutil.rmtree(place)


def test_every_recipe_is_followed() -> None:
    assert set(RECIPES) == {heading for heading, text in TEXTS.items() if "*Errors:*" in text}


@pytest.mark.parametrize("heading", RECIPES)
def test_a_recipe(heading: str, copy: Copy) -> None:
    copy.begin(heading)
    RECIPES[heading](copy)


@recipe("Add a ruling or a document")
def add_a_document(copy: Copy) -> None:
    copy.append("answers.txt", fixture("answers.txt"))
    known = ("--game", "revised", "--authority", "club: Dice Tower")
    told = copy.kb("add", "answers.txt", status=2)
    copy.listed(told, "the file is not a re-issue of any document; say which with --document")
    told = copy.kb("add", "answers.txt", "--game", "revised", status=2)
    copy.listed(told, "the document has no authority; name it with --authority")
    told = copy.kb("add", "answers.txt", *known, "--dry-run")
    (id,) = re.findall(r"\+ (rev-[\w-]+-\d+)", told)
    assert not (copy.place / "data/faq/revised-answers.txt").exists()
    copy.kb("add", "answers.txt", *known)
    copy.kb("build")
    found = copy.kb("search", "may a zeppelin bombard a casino")
    assert id in found and "Draft:" in found
    verdicts = "data/verdicts/revised.yaml"
    assert verdicts in copy.kb("add", "--todo")
    copy.append(verdicts, VERDICT.format(id, "No: zeppelins never bombard."))
    copy.listed(copy.kb("build", status=2), "begins with a yes or no; write what is true whatever was asked")


@recipe("Add a scenario")
def add_a_scenario(copy: Copy) -> None:
    rule = "refused_by: [hostile-land-stops]"
    for wrong, status, message in (
        ("hostile-land-stop", 2, "unknown rule 'hostile-land-stop'; did you mean 'hostile-land-stops'?"),
        ("tanks-blitz", 1, "expected   move: refused by tanks-blitz"),
    ):
        copy.append(f"{wrong}.yaml", fixture("blitz.yaml").replace(rule, f"refused_by: [{wrong}]"))
        copy.listed(copy.kb("check", f"{wrong}.yaml", status=status), message)
    copy.append("mine.yaml", fixture("blitz.yaml"))
    assert "every rule that is cited is needed" in copy.kb("check", "mine.yaml", "--mutants")
    case = "data/scenarios/revised/mine.yaml"
    copy.append(case, fixture("blitz.yaml"))
    copy.listed(copy.kb("build", status=3), "its rulings read otherwise than when it was written; read both")
    copy.python("scripts/stamp_scenarios.py")
    assert "fingerprint: " in copy.read(case)


@recipe("Add a rule of the engine")
def add_a_rule(copy: Copy) -> None:
    rules, module = "data/games/revised/rules/revised.yaml", "kb/engine/fuel.py"
    copy.append(module, fixture("fuel.py"))
    line = "  - {rule: units-without-fuel, cites: [rev/p3-blitz], confidence: unverified, given: {unitz: [bomber]}}\n"
    copy.edit(rules, "  # -- land\n", f"  # -- land\n{line}")
    copy.append("toy.yaml", fixture("fuel.yaml"))
    told = copy.kb("check", "toy.yaml", status=2)
    copy.listed(told, "unknown key 'unitz' given to 'units-without-fuel'; did you mean 'units'?")
    copy.listed(told, "'units-without-fuel' needs 'spaces' under given")
    copy.edit(rules, line, line.replace("{unitz: [bomber]}", "{units: [bomber], spaces: 2}"))
    assert "every rule that is cited is needed" in copy.kb("check", "toy.yaml", "--mutants")
    copy.append(module, WRONG_RULE)
    copy.listed(copy.kb("check", "toy.yaml", status=2), "fuel-lasts names moon, which is no fact of movement")
    copy.edit(module, WRONG_RULE, "")
    copy.edit(module, "{units} move {spaces}", "{units} move {way}")
    copy.listed(copy.kb("build", status=2), "the docstring of units-without-fuel names way, which is not given")
