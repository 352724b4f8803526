"""What can be found beside the rulings: what rules and printed values say, as sentences with ways to ask.

A rule or value is the same ``subject`` in every game that has it, and has one statement for each of them. Those of the
printed values are made in :mod:`kb.pipeline.printed_values`.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from kb import phrasing, yamlfile
from kb.errors import Collector, raise_if
from kb.games.board_model import Board
from kb.games.rulesets import RuleSet
from kb.model import Game, Option
from kb.pipeline import printed_values
from kb.proof import CitedRule
from kb.shape import Shape, check, unknown
from kb.statement import Phrasing, Statement

_FILE = os.path.join("phrasings", "rules.yaml")


def load(
    data: str,
    boards: Sequence[Board],
    rulesets: Sequence[RuleSet],
    games: Sequence[Game],
    options: Iterable[Option],
    rules: Sequence[CitedRule],
) -> tuple[Statement, ...]:
    """Every statement: those of the rules, then those of the printed values. Raises :class:`BadInput`."""
    collect = Collector()
    asked = collect(load_phrasings, data, {rule.rule for rule in rules})
    told = collect(printed_values.load, data)
    collect.close()
    assert asked is not None and told is not None, "they are there where nothing was found wrong"
    later, optional = printings(rulesets, boards), conditions(rulesets, options)
    return (*of_rules(rules, asked, later, optional), *printed_values.of_boards(boards, games, told))


def load_phrasings(data: str, rules: Collection[str]) -> dict[str, tuple[Phrasing, ...]]:
    """How players ask for each of the ``rules`` that has such words. Raises :class:`BadInput`."""
    name = f"data/{_FILE}"
    root = yamlfile.load(os.path.join(data, _FILE), name)
    raise_if(check(root, Shape(required={"rules": "table"}), name, "file of phrasings"))
    asked = root["rules"]
    findings = [each for rule in asked for each in unknown([rule], rules, "rule", name, asked.lines[rule])]
    read = {rule: phrasing.read(rows) for rule, rows in asked.items()}
    findings += [phrasing.unreadable(rule, name, asked.lines[rule]) for rule, rows in read.items() if rows is None]
    raise_if(findings)
    return {rule: rows for rule, rows in read.items() if rows is not None}


def printings(rulesets: Iterable[RuleSet], boards: Iterable[Board]) -> dict[str, str]:
    """What a rule set of a later printing is called, by its id: ``2012 printing``."""
    years = {(board.game, board.id): board.printing for board in boards}
    return {
        each.id: f"{years[each.game, each.boards[0]]} printing"
        for each in rulesets
        if each.like and (each.game, each.boards[0]) in years
    }


def conditions(rulesets: Iterable[RuleSet], options: Iterable[Option]) -> dict[str, str]:
    """Without what a rule does not hold, by the id of the national advantage or option: a sentence."""
    advantages = [advantage for each in rulesets for advantage in each.advantages]
    return {
        **{each.id: f"Only with the option “{each.title}”." for each in options},
        **{each.id: f"Only with the national advantage “{each.title}”." for each in advantages},
    }


def of_rules(
    rules: Iterable[CitedRule],
    asked: Mapping[str, Sequence[Phrasing]],
    later: Mapping[str, str],
    optional: Mapping[str, str],
) -> Iterator[Statement]:
    """A statement for each rule of each game, with what it depends on.

    What a ``later`` printing says otherwise, or alone, is told as its; ``optional`` has the :func:`conditions`.
    """
    by_name: dict[str, list[CitedRule]] = {}
    for rule in rules:
        by_name.setdefault(f"{rule.game}/{rule.rule}", []).append(rule)
    for name, (rule, *others) in by_name.items():
        says = [_said(rule, later), *(_said(each, later) for each in others if each.about != rule.about)]
        if condition := optional.get(rule.advantage or rule.option):  # an unknown one is told with the rule sets
            says.append(condition)
        asks = (Phrasing(rule.rule.replace("-", " ")), *asked.get(rule.rule, ()))
        yield Statement(name, rule.game, rule.rule, " ".join(says), rule.confidence, asks)


def _said(rule: CitedRule, later: Mapping[str, str]) -> str:
    return f"{later[rule.ruleset]}: {rule.about}" if rule.ruleset in later else rule.about
