"""docs/scenarios.md describes every key, and its examples run; kb check --schema prints the schema."""

from __future__ import annotations

import json
import re

from kb.cases.acts import VERBS
from kb.cases.expectations.keys import PLAYED
from kb.cases.expectations.printed import PRINTED
from kb.cases.language import grammar
from kb.cases.language.units import Row
from kb.cases.language.vocabulary import CHOICES, LOSSES, ROLLS
from kb.cases.play.playing import check
from kb.cases.reading.scenario_files import CONTRAST_KEYS, SCENARIO_KEYS
from kb.engine.core.position import Mark
from kb.engine.core.rulebook import Rulebook
from tests.cases.conftest import Read
from tests.conftest import ROOT, Run

PAGE = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```yaml\n(.*?)```", PAGE, flags=re.S)


def test_every_key_is_documented() -> None:
    prose = re.sub(r"```.*?```", "", PAGE, flags=re.S)
    words = set(re.findall(r"[a-z_-]+", " ".join(re.findall(r"`([^`]+)`", prose))))
    acts = {key for verb in VERBS.values() for key in verb.keys}
    position = {*grammar.POSITION.required, *grammar.POSITION.optional}
    keys = {*VERBS, *acts, *position, *PLAYED, *grammar.ABOUT, *PRINTED}
    keys |= {*SCENARIO_KEYS, *CONTRAST_KEYS, *grammar.FILE_KEYS, *Mark}
    keys |= {*grammar.NOTES.optional, *grammar.GAME_NOTES.optional, *ROLLS, *CHOICES, *LOSSES}
    assert sorted(keys - words) == []


def test_the_complete_example_passes(read: Read, rules: Rulebook) -> None:
    (scenario,) = read(BLOCKS[0])
    report = check(rules, scenario)
    assert report.passed and report.contrast_passed


def test_the_other_examples_are_read(read: Read, rules: Rulebook) -> None:
    (scenario,) = read("game: revised\nscenarios:\n" + BLOCKS[3])
    report = check(rules, scenario)
    assert report.passed and report.contrast_passed
    (scenario,) = read(BLOCKS[0].rstrip() + "\n" + BLOCKS[2])
    assert [(each.game, len(each.names), len(each.differs)) for each in scenario.elsewhere] == [
        ("anniversary", 0, 2),
        ("europe-1940", 2, 0),
    ]
    position = "game: revised\nscenarios:\n  - id: a\n    position:\n      turn: germany\n      phase: combat-move\n      spaces:\n"
    (scenario,) = read(position + BLOCKS[1] + "    do: [{end: phase}]\n    expect: [{clock: {round: 2}}]\n")
    carrier = Row("", "aircraft-carrier", 1, {"cargo": (Row("united-states", "fighter"),)})
    assert carrier in scenario.case.position["spaces"]["sz6"]["united-kingdom"]


def test_the_schema_has_the_parts_of_a_scenario_and_describes_every_key(kb_command: Run) -> None:
    told = json.loads(kb_command("check", "--schema").stdout)["$defs"]
    assert set(told) == {"units", "chosen", "position", "change", "act", "played", "printed"}
    for name, keys in (("played", PLAYED), ("printed", PRINTED)):
        assert all(told[name]["properties"][key]["description"] for key in keys)
    assert len(told["act"]["oneOf"]) == len(VERBS)


def test_every_roll_and_choice_is_documented() -> None:
    """A roll or choice has a row of a table, alone or with others."""
    named = set(re.findall(r"`([a-z-]+)`", " ".join(re.findall(r"^\| (`[^|]*) \|", PAGE, flags=re.M))))
    assert sorted({*ROLLS, *CHOICES} - named) == []
