"""Exports the cases of the scenarios as data for other engines: one object for each case and each contrast."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kb.asking.question import plain_act
from kb.base import paths
from kb.base.english import spaced
from kb.cases.language.scenario import Act, Scenario, plain_table
from kb.cases.reading import library
from kb.engine.core.rulebook import Rulebook
from kb.games.names import power_name
from kb.knowledge import KnowledgeBase
from kb.service.checking import rule_books


def cases(base: KnowledgeBase, games: Sequence[str]) -> Iterator[dict[str, object]]:
    """Yield each played scenario of the ``games`` (their ids), followed by its contrasts, as docs/data.md describes."""
    rules_of = rule_books(base)
    for scenario in (each for game in games for each in library.load(paths.data(), game, rules_of)):
        if scenario.proof != "play" or not scenario.case.position:
            continue
        rules = rules_of.of(scenario)
        words = _words(rules)
        shared = _shared(base, scenario, rules)
        for place, case in enumerate(scenario.cases):
            number = {"contrast": place} if place else {"contrast": None}
            whole = {
                **shared,
                **number,
                "title": case.title or scenario.title,
                "position": plain_table(case.position),
                "actions": [_act(act) for act in case.do],
                "expected": [plain_table(each.checks) for each in case.expect],
            }
            yield {**whole, "names": dict(sorted(_named(whole, words)))}


def _shared(base: KnowledgeBase, scenario: Scenario, rules: Rulebook) -> dict[str, object]:
    """Return the fields that a case and its contrasts share: id, game, board, rule set, rulings and sections."""
    rulings = [base.ruling(each) for each in scenario.rulings]
    return {
        "id": scenario.name,
        "game": scenario.game,
        "printing": rules.board.printing,
        "board": rules.board.id,
        "ruleset": rules.ruleset.id,
        "rulings": [{key: each[key] for key in ("id", "question", "answer", "verdict")} for each in rulings],
        "sections": list(scenario.sections),
    }


def _act(act: Act) -> dict[str, object]:
    """Return an action with its expected result: whether it is ``legal``, and the rules that refuse it."""
    refused = {"refused_by": list(act.refused_by)} if act.refused_by else {}
    then = {"then": [plain_table(each.checks) for each in act.then]} if act.then else {}
    return {**plain_act(act), "legal": not act.must_be_refused, **refused, **then}


def _words(rules: Rulebook) -> dict[str, str]:
    """Return the names of the units, phases, powers and spaces of a rulebook, by id."""
    units = {each.id: spaced(each.id) for each in rules.board.units}
    phases = {each.id: each.title for each in rules.ruleset.phases}
    powers = {each.id: power_name(each.id).removeprefix("the ") for each in rules.board.powers}
    return units | phases | powers | {each.id: each.name for each in rules.board.spaces}


def _named(value: object, words: Mapping[str, str]) -> set[tuple[str, str]]:
    """Return each id that occurs in a JSON value, at any depth, with its name; ``words`` has the names by id."""
    if isinstance(value, str):
        return {(value, words[value])} if value in words else set()
    if isinstance(value, Mapping):
        return {pair for item in value.items() for part in item for pair in _named(part, words)}
    if isinstance(value, (list, tuple)):
        return {pair for part in value for pair in _named(part, words)}
    return set()
