"""What changed data would move against the build: all of it at once, played, also where the data is broken."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kb.pipeline.authoring.plan import plan_data
from tests.conftest import Run, edit

ROCKETS = "rocket-limits"


@pytest.mark.slow
def test_a_number_and_a_rule_move_what_rests_on_them_and_nothing_else(
    own_data: Path, built: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KB_BUILT", built)
    edit(
        own_data / "games" / "revised" / "boards" / "revised" / "units.csv",
        "tank,tank,land,5,3,3",
        "tank,tank,land,5,3,2",
    )
    rules = own_data / "games" / "anniversary" / "rules" / "anniversary.yaml"
    (line,) = re.findall(r"  - \{rule: one-gun-a-territory,.*\n", rules.read_text())
    edit(rules, line, "")
    found = plan_data(str(own_data))
    moves = found["moves"]

    assert {(row["id"], row["was"], row["now"]) for row in moves["statements"]} >= {
        (
            "value:revised/units/tank.defense",
            "A defending tank hits with 3 or less.",
            "A defending tank hits with 2 or less.",
        )
    }
    scenarios = {row["id"]: row for row in moves["scenarios"]}
    own = scenarios["revised/values-of-tanks"]
    assert (own["was"], own["now"]) == ("holds", "fails")
    assert own["said"].endswith("one hit (at 3, 3 or less).") and own["says"].endswith("no hits (at 2, 2 or less).")
    assert scenarios["revised/the-gun-in-caucasus-fires"]["now"] == "holds, played otherwise"
    assert {name.partition("/")[0] for name in scenarios} == {"revised", "anniversary"}, "other games are as they were"
    turned = {tuple(row["games"]): row["now"] for row in moves["comparisons"] if row["topic"] == ROCKETS}
    assert turned[("revised", "anniversary")] == "different", "it was same"
    assert ROCKETS in [row["id"] for row in moves["topics"]]
    (verdict,) = [row for row in moves["verdicts"] if row["id"] == "rev-err-8"]
    assert verdict["file"] == "data/verdicts/revised.yaml" and verdict["because"]
    assert (
        f"- id: {verdict['id']}\n"
        in (own_data / "verdicts" / "revised.yaml").read_text().splitlines(True)[verdict["line"] - 1]
    )
    assert any("comes out" in each for each in found["findings"]), "the build would refuse the comparison"
    assert any("revised/values-of-tanks" in each for each in found["unsound"])


@pytest.mark.slow
def test_broken_data_is_told_at_once_and_without_a_traceback(kb_command: Run, own_data: Path) -> None:
    edit(own_data / "games" / "revised" / "boards" / "revised" / "units.csv", "tank,tank,land,5", "tank,tank,land,five")
    edit(own_data / "verdicts" / "revised.yaml", '    verdict: "UK chart', '    verdikt: "UK chart')
    (own_data / "relations.yaml").write_text("topics: [")
    done = kb_command("build", "--plan", str(own_data))
    assert done.returncode == 2 and "Traceback" not in done.stdout + done.stderr
    for told in (
        "units.csv:4: cost 'five' is not a number",
        "data/verdicts/revised.yaml:5: unknown key 'verdikt' in a verdict; did you mean 'verdict'?",
        "data/relations.yaml:2: not valid YAML",
        "what would move cannot be told",
    ):
        assert told in done.stdout, told
    assert "every proof holds" not in done.stdout
    as_json = json.loads(kb_command("build", "--plan", str(own_data), "--json").stdout)
    assert as_json["moves"] is None and len(as_json["findings"]) >= 3


def test_without_a_build_there_is_nothing_to_compare_with(kb_command: Run, own_data: Path, tmp_path: Path) -> None:
    done = kb_command("build", "--plan", str(own_data), KB_BUILT=str(tmp_path / "none"))
    assert done.returncode == 2 and "no knowledge base to compare with; run 'kb build' before the change" in done.stderr
    done = kb_command("build", "--plan", str(own_data), "--document", "revised-faq")
    assert done.returncode == 2 and "--document goes with a document; leave it out" in done.stderr
