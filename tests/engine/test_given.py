"""A rule set gives a rule only the parameters that it declares: other keys and values are refused with their line."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.base.errors import BadInput
from kb.engine import load
from kb.engine.core.parameters import TABLES, Parameter, values_given
from kb.engine.core.rules import RULES, Rule
from kb.games.boards import load_boards
from kb.games.rulesets import load_ruleset
from kb.pipeline.rules import wrong_rulesets
from kb.pipeline.sources import read_rulesets
from tests.conftest import ROOT, edit
from tests.read_once import rulesets

DATA = ROOT / "data"
RULE_SET = "games/revised/rules/revised.yaml"
LINE = (
    "- {rule: jet-fighters-defend-better, cites: [rev/p1-weapons-list], confidence: public, "
    "given: {technologies: [jet-power], units: [fighter], defense: 5}}"
)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Return a copy of the games of the data, to be changed."""
    shutil.copytree(DATA / "games", tmp_path / "games")
    return tmp_path


def given(games: Path, values: str) -> int:
    """Give other values to a rule; return its line."""
    edit(games / RULE_SET, LINE, LINE.partition("given: ")[0] + f"given: {{{values}}}}}")
    text = (games / RULE_SET).read_text(encoding="utf-8")
    return text.partition("jet-fighters-defend-better")[0].count("\n") + 1


JET = "'jet-fighters-defend-better'"


@pytest.mark.parametrize(
    ("values", "messages"),
    [
        ("technologies: [jet-power], unitz: [fighter], defense: 5",
         [f"unknown key 'unitz' given to {JET}; did you mean 'units'?", f"{JET} needs 'units' under 'given'; the rule takes units, technologies, defense"]),
        ("technologies: [jet-power], defense: 5", ["needs 'units' under 'given'"]),
        ("technologies: [jet-power], units: [fighter], defense: 5, other: 1",
         [f"unknown key 'other' given to {JET}; the rule takes units, technologies, defense"]),
        ("technologies: [jet-power], units: 5, defense: 5", [f"'units' given to {JET} must be a list of names"]),
        ("technologies: [jet-power], units: [], defense: 5", [f"'units' given to {JET} must be a list of names"]),
        ("technologies: [jet-power], units: [fighter], defense: [five]", [f"'defense' given to {JET} must be a number"]),
        ("technologies: [jet-power], units: fighter, defense: five",
         ["units 'fighter' is not a number", "defense 'five' is not a number"]),
    ],
)  # fmt: skip
def test_what_a_rule_does_not_declare_is_refused(games: Path, values: str, messages: list[str]) -> None:
    line = given(games, values)
    with pytest.raises(BadInput) as error:
        load(str(games), "revised")
    messages_told = [str(each) for each in error.value.findings]
    assert len(messages_told) == len(messages)
    for each, message in zip(messages_told, messages, strict=True):
        assert each.startswith(f"data/{RULE_SET}:{line}: ") and message in each


def test_a_rule_that_is_given_nothing_takes_nothing(games: Path) -> None:
    edit(games / RULE_SET, "{rule: rockets-held-since-start,", "{rule: rockets-held-since-start, given: {spaces: 3},")
    with pytest.raises(
        BadInput, match="unknown key 'spaces' given to 'rockets-held-since-start'; the rule takes no values"
    ):
        load(str(games), "revised")


def test_the_limits_of_actions_need_the_actions_of_the_phases(games: Path) -> None:
    path = games / RULE_SET
    path.write_text(
        re.sub(r", actions: \{.*\}\}$", "}", path.read_text(encoding="utf-8"), flags=re.M), encoding="utf-8"
    )
    with pytest.raises(BadInput, match="'actions-in-their-phase' needs phases with 'actions'"):
        load(str(games), "revised")


def test_a_permission_cites_what_there_is(games: Path) -> None:
    edit(games / RULE_SET, "research: [rev/p1-develop-weapons]", "research: [rev/p1-weapons]")
    told = wrong_rulesets([load_ruleset(str(games), "revised")], load_boards(str(games)), [], [], [], [])
    assert any("unknown section or ruling 'rev/p1-weapons'" in str(each) for each in told)


def test_one_name_is_not_several(games: Path) -> None:
    edit(
        games / RULE_SET,
        "given: {against: [japan], units: [infantry],",
        "given: {against: [japan], units: [infantry, tank],",
    )
    with pytest.raises(BadInput, match="'units' given to 'treaty-infantry' must be a list of at most 1 name"):
        load(str(games), "revised")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (LINE, LINE.replace("[fighter]", "[germany]"), "unknown unit 'germany'"),
        (LINE, LINE.replace("[fighter]", "[figther]"), "unknown unit 'figther'; did you mean 'fighter'?"),
        (LINE, LINE.replace("[jet-power]", "[fighter]"), "unknown technology 'fighter'"),
        (
            "{purchase: [rev/p2-purchase]}",
            "{purchse: [rev/p2-purchase]}",
            "unknown action 'purchse'; did you mean 'purchase'?",
        ),
        ("fighter: 6, bomber: 8", "figther: 6, bomber: 8", "unknown unit 'figther'; did you mean 'fighter'?"),
    ],
)
def test_a_name_of_another_kind_is_refused(games: Path, old: str, new: str, message: str) -> None:
    edit(games / RULE_SET, old, new)
    revised = load_ruleset(str(games), "revised")
    told = [str(each) for each in wrong_rulesets([revised], load_boards(str(games)), [], [], [], [])]
    assert [
        each for each in told if "section or ruling" not in each and "unknown reading" not in each and message in each
    ]


def test_what_a_line_takes_over_from_another_rule_set_is_told_once(games: Path) -> None:
    path = "games/europe-1940/rules/europe-1940.yaml"
    edit(games / path, "{rule: some-powers-wait-with-war,", "{rule: some-powers-wait-with-wars,")
    with pytest.raises(BadInput) as error:
        read_rulesets(str(games))
    (one,) = map(str, error.value.findings)
    assert one.startswith(f"data/{path}:") and "did you mean 'some-powers-wait-with-war'?" in one


def parameters() -> Iterator[tuple[Rule, str, Parameter]]:
    for rule in RULES.values():
        for key, each in rule.given.items():
            yield rule, key, each


def test_every_parameter_is_given_by_some_rule_set() -> None:
    own_lines = [(line, each.facts) for each in rulesets() for line in each.rules]
    for rule, key, _ in parameters():
        own = [
            values_given(rule.given, line, {fact.fact: fact for fact in facts})
            for line, facts in own_lines
            if line.rule == rule.name
        ]
        if key in TABLES:
            assert any(set(values) - set(rule.given) for values in own), f"{rule.name} {key}"
        else:
            assert any(key in values for values in own), f"{rule.name} {key}"
