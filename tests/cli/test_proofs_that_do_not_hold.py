"""A proof that does not hold is told by everything that builds or examines, with an exit status of its own."""

from __future__ import annotations

import json
from pathlib import Path

from tests.conftest import Run, edit

CASE = "revised/destroyer-hit-shoots-back"
TOLD = f": the proof does not hold: {CASE}: the engine disagrees with it; see 'kb check {CASE}'"


def test_a_wrong_expectation_is_built_and_told(kb_command: Run, own_data: Path, out: str) -> None:
    path = own_data / "scenarios" / "revised" / "submarines.yaml"
    edit(path, "      - lost: {germany: {submarine: 1}, united-kingdom: {destroyer: 1}}\n", "      - lost: {}\n")
    places = {"KB_DATA": str(own_data), "KB_BUILT": out}
    done = kb_command("build", **places)
    assert done.returncode == 3
    (line,) = [line for line in done.stderr.splitlines() if "does not hold" in line]
    assert line.startswith("kb: data/scenarios/revised/submarines.yaml:") and line.endswith(TOLD)
    assert done.stderr.startswith("built ") and "every proof holds" not in done.stderr
    examined = kb_command("doctor", **places)
    assert examined.returncode == 3
    assert line.removeprefix("kb: ") in examined.stdout and "every proof holds" not in examined.stdout
    assert json.loads(kb_command("doctor", "--json", **places).stdout)["unsound"] == [line.removeprefix("kb: ")]
