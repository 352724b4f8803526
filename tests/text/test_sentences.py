"""The sentences of rules that readers see: numbers come from the rule sets, and nothing from docstrings."""

from __future__ import annotations

import re

import pytest

from kb.engine.core import parameters
from kb.engine.core.rules import RULES
from kb.games.names import power_name
from kb.games.rulesets import RuleLine, RuleSet
from kb.pipeline.rules import cited
from kb.text.board_words import WORDS
from kb.text.rules import RuleText
from tests.conftest import ROOT
from tests.read_once import boards, rulesets, tables

SENTENCES = tables("text/sentences.yaml")

DATA = str(ROOT / "data")
NUMBER = re.compile(r"\d+|\b(?:two|three|four|five|six|seven|eight|nine|ten|twice|both|half|double)\b", re.I)
#: words that count one: a rule that is given numbers says them by its values, so it hardly needs these
SINGLE = re.compile(r"\b(?:one|once|single|first)\b", re.I)
#: the numbers that belong to a rule itself, in every game that has it
CONSTANTS = {
    "battles-are-between-enemies": {"both"},
    "the-first-liberation-raises-units": {"first"},
    "treaty-infantry": {"first"},
    "french-resistance": {"first"},
    "canals-need-their-banks": {"both"},
    "a-lost-capital-restarts-the-count": {"both"},
    "cities-won-and-kept-win": {"two"},
    "cities-of-a-map-won-and-kept-win": {"two", "one"},
    "capitals-won-and-kept-win": {"two"},
    "what-wins-is-counted-each-round": {"two"},
    "joint-strike-units-fight-together": {"both"},
    "transport-room": {"two"},
    "upgrades-make-complexes-better": {"20"},
    "damage-lowers-production": {"one"},
    "artillery-supports-infantry": {"one"},
    "land-needs-war-or-friendship": {"two"},
    "lightning-units-board-again": {"two"},
    "submarines-fire-at-transports-in-passing": {"one"},
    "pairs-attack-better": {"one"},
    "better-mechanized-infantry-attacks-beside-tanks": {"one"},
    "a-breakthrough-needs-its-number": {"one"},
    "better-factories-are-repaired-cheaply": {"one"},
    "land-raises-infantry": {"one"},
}
VALUES = re.compile(r"\{([^{}:]+)(?::[^{}]+)?\}")


def lines() -> list[tuple[RuleSet, RuleLine]]:
    return [(each, line) for each in rulesets() for line in each.rules]


def said(text: str, pattern: re.Pattern[str]) -> set[str]:
    return {word.lower() for word in pattern.findall(text)}


def test_every_number_in_a_sentence_is_given_to_its_rule() -> None:
    sentences = {each.id: RuleText(each, boards()) for each in rulesets()}
    for rules, line in lines():
        given = set(re.findall(r"\d+", str(dict(line.given))))
        about = sentences[rules.id].about(line)
        assert said(about, NUMBER) <= given | CONSTANTS.get(line.rule, set()), f"{rules.id} {line.rule}: {about}"


def test_every_number_that_a_rule_is_given_is_in_its_sentence() -> None:
    for name, rule in RULES.items():
        numbers = {key for key, each in rule.given.items() if each.kind == parameters.NUMBER}
        assert numbers <= set(VALUES.findall(rule.about)), name


def test_a_rule_that_is_given_numbers_says_none_in_its_own_words() -> None:
    for name, rule in RULES.items():
        if any(each.kind == parameters.NUMBER for each in rule.given.values()):
            for text in (VALUES.sub("", rule.about), rule.says):
                assert said(text, NUMBER) | said(text, SINGLE) <= CONSTANTS.get(name, set()), f"{name}: {text}"


def test_every_space_unit_and_power_that_a_rule_is_given_is_in_its_sentence_or_below_it() -> None:
    called: dict[tuple[str, str], set[str]] = {}
    for board in boards():
        for each in (*board.spaces, *board.units):
            called.setdefault((board.game, each.id), set()).add(each.name.lower())
    hidden = []
    for rule in cited(rulesets(), boards()):
        shown = f"{rule.about} {rule.names}".lower()
        for key, value in rule.given.items():
            parameter = parameters.parameter_of(RULES[rule.rule].given, key)
            as_side = f"{{{key}:side}}" in RULES[rule.rule].about
            if (
                not isinstance(value, int)
                and parameter
                and parameter.kind in ("unit", "space", "power")
                and not as_side
            ):
                names = {each: called.get((rule.game, each), set()) | {power_name(each).lower()} for each in value}
                hidden += [(rule.id, each) for each, own in names.items() if not any(name in shown for name in own)]
    assert hidden == []


def test_every_value_in_a_sentence_is_declared() -> None:
    for name, rule in RULES.items():
        assert set(VALUES.findall(rule.about)) <= {*rule.given, *WORDS}, name


def test_sentences_are_sentences() -> None:
    sentences = {each.id: RuleText(each, boards()) for each in rulesets()}
    for rules, line in lines():
        about = sentences[rules.id].about(line)
        assert re.fullmatch(r"[A-Z][^{}\[\]|]*[^.]\.", about), f"{rules.id} {line.rule}: {about}"
        assert "Source" not in about and "  " not in about, f"{rules.id} {line.rule}: {about}"


@pytest.mark.parametrize(("game", "rule", "sentence"), SENTENCES["values"])
def test_values_are_in_words(game: str, rule: str, sentence: str) -> None:
    about = {each.id: each.about for each in cited(rulesets(), boards())}.get(f"{game}/{rule}", "")
    assert sentence in about
