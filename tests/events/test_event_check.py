"""``kb event check`` plays the cases of house rulings; ``kb event new`` begins a file."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kb.events.file import EVENT, RULING
from tests.conftest import ROOT, Run

CASE = """\
      position:
        turn: germany
        phase: conduct-combat
        spaces:
          sz5: {germany: {submarine: 1}, united-kingdom: {destroyer: 1}}
      do:
        - battle: sz5
          dice: [2, 2]
      expect:
        - lost: {germany: {submarine: 1}, united-kingdom: {destroyer: 1}}
"""
OTHERWISE = CASE.replace(
    "{germany: {submarine: 1}, united-kingdom: {destroyer: 1}}\n", "{united-kingdom: {destroyer: 1}}\n"
)
OTHERWISE = CASE[: CASE.index("      expect")] + OTHERWISE[OTHERWISE.index("      expect") :]


def written(tmp_path: Path, relation: str, case: str, game: str = "game: revised\n") -> str:
    head = "    question: Does it still fire?\n    answer: As we say.\n    by: Ann\n    on: 2026-11-20\n"
    tied = f"    {relation}\n" if relation else ""
    (tmp_path / "e.yaml").write_text(f"name: Open\n{game}house:\n  - id: house-1\n{head}{tied}    case:{case}")
    return "e.yaml"


@pytest.mark.parametrize(
    ("relation", "case", "status", "told"),
    [
        ("interprets: rev-sub-2", CASE, 0, "ok  the rules say the same"),
        ("", CASE, 0, "ok  the rules say the same"),
        (
            "interprets: rev-sub-2",
            OTHERWISE,
            1,
            "WRONG  the rules say otherwise, and it overrides nothing: name the official ruling under 'overrides'",
        ),
        (
            "overrides: rev-sub-2",
            OTHERWISE,
            0,
            "ok  the rules say otherwise, as a house ruling may that overrides rev-sub-2 (lost: expected",
        ),
        ("overrides: rev-sub-2", CASE, 1, "WRONG  the rules say the same, so it does not override rev-sub-2"),
        (
            "overrides: rev-sub-2",
            OTHERWISE.replace("[2, 2]", "[2]"),
            0,
            "ok  the rules say otherwise, as a house ruling may that overrides rev-sub-2 (e.yaml:17: too few dice",
        ),
    ],
    ids=["interprets", "free", "against", "overrides", "idle", "dice"],
)
def test_what_the_rules_say_to_a_case(
    kb_command: Run, tmp_path: Path, relation: str, case: str, status: int, told: str
) -> None:
    done = kb_command("event", "check", written(tmp_path, relation, f"\n{case}"))
    assert (done.returncode, done.stderr) == (status, "")
    assert f"  {told}" in done.stdout
    assert done.stdout.splitlines()[-1] == f"1 house ruling with 1 case: {'1 wrong' if status else 'all is well'}"


def test_a_case_may_stand_in_a_file_beside(kb_command: Run, tmp_path: Path) -> None:
    rows = CASE.replace("\n      ", "\n    ").replace("      position", "  - id: fires\n    position", 1)
    (tmp_path / "cases.yaml").write_text(f"game: revised\nscenarios:\n{rows}")
    done = kb_command("event", "check", written(tmp_path, "", " cases.yaml\n"), "--json")
    told = json.loads(done.stdout)
    assert done.returncode == 0 and told["event"]["house"][0]["id"] == "house-1"
    (case,) = told["cases"]
    assert (case["house"], case["scenario"], case["outcome"], case["good"]) == ("house-1", "fires", "as-ruled", True)


@pytest.mark.parametrize(
    ("case", "game", "told"),
    [
        (" none.yaml\n", "game: revised\n", "e.yaml:10: house-1: there is no file 'none.yaml' beside it; write it"),
        (
            f"\n{CASE.replace('destroyer: 1}}', 'destroyr: 1}}', 1)}",
            "game: revised\n",
            "e.yaml:15: unknown unit 'destroyr'; did you mean 'destroyer'?",
        ),
        (f"\n{CASE}", "", "e.yaml:8: house-1: a case needs a game; say 'game' in it, or in the event"),
        (
            f"\n      game: anniversary\n{CASE}",
            "game: revised\n",
            "e.yaml:10: house-1: its case is of anniversary; the event plays revised",
        ),
        (
            f"\n{CASE[: CASE.index('      expect')]}",
            "game: revised\n",
            "e.yaml:10: house-1: its case expects nothing; say what comes of it under 'expect'",
        ),
        (
            f"\n{CASE.replace('[2, 2]', '[2]')}",
            "game: revised\n",
            "e.yaml:17: too few dice: defenders-fire of united-kingdom in sz5 wants 1 die and none is left",
        ),
    ],
    ids=["file", "unit", "no game", "game", "expects nothing", "dice"],
)
def test_a_case_that_cannot_be_played_is_bad_input(
    kb_command: Run, tmp_path: Path, case: str, game: str, told: str
) -> None:
    done = kb_command("event", "check", written(tmp_path, "interprets: rev-sub-2" if game else "", case, game))
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert done.stderr.startswith(f"kb: {told}"), done.stderr


@pytest.mark.parametrize(("printing", "status"), [("2012", 0), ("2010", 2)])
def test_a_case_is_played_in_the_printing_of_the_event(
    kb_command: Run, tmp_path: Path, printing: str, status: int
) -> None:
    """In 2012 fighters scramble from any land with an air base; before, only from islands."""
    case = """
      position:
        turn: germany
        phase: combat-move
        spaces:
          sz119: {germany: {cruiser: 1}}
          sz109: {united-kingdom: {destroyer: 1}}
          united-kingdom: {united-kingdom: {air-base: 1, fighter: 2}}
      do:
        - {move: {cruiser: 1}, route: [sz119, sz109]}
        - {end: combat-move, choices: [{united-kingdom: {fighter: 2}}]}
      expect:
        - stands: {sz109: {germany: {cruiser: 1}, united-kingdom: {destroyer: 1, fighter: 2}}}
"""
    game = f"game: europe-1940\nprinting: {printing}\n"
    done = kb_command("event", "check", written(tmp_path, "", case, game))
    assert done.returncode == status, done
    assert ("a choice too many: united-kingdom is not asked for" if status else "") in done.stderr, done.stderr


def test_a_new_file_is_begun_and_never_written_over(kb_command: Run, tmp_path: Path) -> None:
    assert kb_command("event", "new", "mine.yaml").returncode == 0
    begun = (tmp_path / "mine.yaml").read_text()
    assert kb_command("event", "check", "mine.yaml").returncode == 0
    again = kb_command("event", "new", "mine.yaml")
    assert (again.returncode, again.stderr) == (
        2,
        "kb: mine.yaml: there is such a file already; name another, or edit this one\n",
    )
    assert (tmp_path / "mine.yaml").read_text() == begun
    nowhere = kb_command("event", "new", "none/mine.yaml")
    assert nowhere.returncode == 2 and "cannot be written (No such file or directory)" in nowhere.stderr


def test_the_event_of_the_documentation_is_whole(kb_command: Run, tmp_path: Path) -> None:
    text = (ROOT / "docs" / "events.md").read_text(encoding="utf-8")
    (written,) = re.findall(r"```yaml\n(.*?)```", text, flags=re.S)
    (tmp_path / "e.yaml").write_text(written)
    done = kb_command("event", "check", "e.yaml")
    assert done.returncode == 0 and done.stdout.splitlines()[-1] == "2 house rulings with 1 case: all is well"
    assert all(f"`{key}`" in text for key in (*EVENT.keys, *RULING.keys))
