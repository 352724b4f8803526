"""The suite for other engines: every case and every contrast with its whole position, and the boards and rule sets that
they are played on. docs/conformance.md tells how it is read.

A value of the suite is a table with its ``kind``: ``suite`` (one), ``board``, ``ruleset`` and ``case``.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from kb.base.errors import BadInput, Finding
from kb.base.paths import shown
from kb.base.shape import Plain
from kb.cases.expectations.keys import PLAYED
from kb.cases.expectations.played import ActResult
from kb.cases.expectations.printed import PRINTED
from kb.cases.language.in_full import named, named_act, named_option, powers_of
from kb.cases.language.options import rows_written
from kb.cases.language.scenario import REFERENCE, Expectation, Scenario
from kb.cases.play.playing import play
from kb.cases.play.written_position import written_position
from kb.engine.core.rulebook import Rulebook
from kb.engine.setup import treasuries
from kb.files import conformance_schema as schema
from kb.knowledge import KnowledgeBase
from kb.service.checking import rule_books, scenarios_of
from kb.store import lookup

#: the version of the form: the first number rises where a reader of the one before would misread it
VERSION = "1.0"


def suite(base: KnowledgeBase, games: Iterable[str]) -> Iterator[Plain]:
    """Every value of the suite of some games: the suite itself first, then boards and rule sets, then the cases.

    Raises :class:`BadInput` where the data are not sound.
    """
    rules_of, games = rule_books(base), list(games)
    scenarios = [each for game in games for each in scenarios_of(base, game, rules_of)]
    books = {(rules.board.id, rules.ruleset.id): rules for rules in map(rules_of.of, scenarios)}
    sections = {row["id"]: row for row in lookup.rows(base.connection, "sections")}
    rulings = {row["id"]: row for game in games for row in base.rulings(game)}
    cases = [
        _case(scenario, number, rules_of.of(scenario), rulings)
        for scenario in scenarios
        for number in range(len(scenario.cases))
    ]
    yield {
        "kind": "suite",
        "version": VERSION,
        "build": base.build.digest,
        "games": games,
        "cases": len(cases),
        "expectations": {key: schema.level(key) for key in (*PLAYED, *PRINTED)},
    }
    boards = {rules.board.id: rules for rules in books.values()}
    yield from (_board(rules) for rules in boards.values())
    yield from (_ruleset(rules, sections) for rules in {each.ruleset.id: each for each in books.values()}.values())
    yield from cases


# -- what several cases share


def _plain(of: type[Any], value: object, /, **others: Any) -> Plain:
    """A value with the keys of its type in the suite: the ``others``, and its attributes of the same names."""
    found = {key: others[key] if key in others else getattr(value, key) for key in of.__annotations__}
    return {key: list(each) if isinstance(each, tuple) else each for key, each in found.items()}


def _board(rules: Rulebook) -> Plain:
    """A board with everything that is printed on it and on its charts; powers in the order of their turns."""
    board = rules.board
    setup: dict[str, dict[str, dict[str, int]]] = {}
    for row in board.setup:
        setup.setdefault(row.space, {}).setdefault(row.power, {})[row.unit] = row.count
    return {
        **_plain(schema.BoardValue, board, kind="board", treasuries=treasuries(board), setup=setup),
        "wars": [list(pair) for pair in board.wars],
        "powers": [_plain(schema.SeatValue, each) for each in board.powers],
        "spaces": [
            _plain(
                schema.SpaceValue,
                each,
                neutral=each.neutral or "",
                island=board.is_island(each.id),
                impassable=each.closed,
                near=sorted(board.around(each.id)),
            )
            for each in board.spaces
        ],
        "canals": [
            _plain(schema.CanalValue, each, between=sorted((each.one, each.other)), lands=sorted(each.lands))
            for each in board.canals
        ],
        "units": [_plain(schema.UnitValue, each) for each in board.units],
        "technologies": [_plain(schema.TechnologyValue, each) for each in board.technologies],
        "objectives": [_plain(schema.ObjectiveValue, each, pays=each.ipc, when=each.pays) for each in board.objectives],
    }


def _ruleset(rules: Rulebook, sections: Mapping[str, Mapping[str, Any]]) -> Plain:
    """One printing's rules: its phases and steps of combat in order, options, advantages; its rules by our names with
    what they rest on; and the sections of the rule book."""
    ruleset = rules.ruleset
    return {
        **_plain(schema.RulesetValue, ruleset, kind="ruleset", printing_of=ruleset.like, sections={}),
        "phases": [_plain(schema.NamedValue, each) for each in ruleset.phases],
        "advantages": [_plain(schema.AdvantageValue, each) for each in ruleset.advantages],
        "rules": {line.rule: _plain(schema.RuleValue, line) for line in ruleset.rules},
        "sections": {
            id: {key: row[key] or "" for key in schema.SectionFactsValue.__annotations__}
            for id, row in sections.items()
            if row["game"] == ruleset.game
        },
    }


# -- a case


def _case(scenario: Scenario, number: int, rules: Rulebook, rulings: Mapping[str, Mapping[str, Any]]) -> Plain:
    """The case of a scenario (number 0), or one of its contrasts, as a case of its own."""
    case = scenario.cases[number]
    made: Plain = {
        "kind": "case",
        "id": f"{scenario.name}/contrast-{number}" if number else scenario.name,
        "contrast_of": scenario.name if number else "",
        "title": case.title or scenario.title,
        "game": scenario.game,
        "ruleset": scenario.ruleset,
        "board": scenario.board,
        "rulings": [_citation(rulings[each]) for each in scenario.rulings],
        "sections": list(scenario.sections),
        "proof": scenario.proof,
    }
    powers, turn = powers_of(rules.board), case.position.get("turn", "")
    if scenario.proof != REFERENCE:
        played = play(rules, case, scenario.file)
        made["position"] = written_position(rules.board, played.start)
        made["actions"] = [_action(each, turn, powers) for each in played.acts]
        if number:
            made["change"] = named(case.change, turn, powers)
    made["expect"] = [each for item in case.expect for each in _expected(item, turn, powers)]
    return made


def _citation(ruling: Mapping[str, Any]) -> Plain:
    """Where the official words of a ruling stand, and our verdict."""
    return {
        "id": ruling["id"],
        "document": ruling["document"],
        "lines": [ruling["line_start"], ruling["line_end"]],
        "authority": ruling["authority"],
        "date": ruling["authority_date"],
        "verdict": ruling["verdict"],
        "sections": [each["section"] for each in ruling["sections"]],
    }


def _action(result: ActResult, turn: str, powers: Collection[str]) -> Plain:
    """An action with what is expected of it: whether it is legal, and what is so when it is done. The power that takes
    it is named: that whose turn it is then, where the case does not say another."""
    act = result.act
    return {
        "do": named_act(act, result.action.power if result.action else act.power or turn, powers),
        "legal": not act.must_be_refused,
        "refused_by": list(act.refused_by),
        "then": [each for item in act.then for each in _expected(item, turn, powers)],
    }


def _expected(item: Expectation, turn: str, powers: Collection[str]) -> Iterator[Plain]:
    """One expectation for each key of an item; ``in`` and ``round`` stand with those that are about a part."""
    for key, value in item.checks.items():
        row = PLAYED.get(key)
        part: Plain = {"in": item.step} if item.step and row and row.of_part else {}
        part |= {"round": item.round} if item.round and row and row.of_part else {}
        if key == "options":
            options = [named_option(rows_written(each, value["power"]), powers) for each in value["are"]]
            value = {"what": "casualties", "nth": 1, **value, "are": options}
        yield {"key": key, "value": named(value, turn, powers), **part}


# -- as text


def lines(base: KnowledgeBase, games: Iterable[str]) -> Iterator[str]:
    """The suite as JSON lines."""
    return (f"{_json(each)}\n" for each in suite(base, games))


def write(base: KnowledgeBase, games: Iterable[str], out: str) -> int:
    """Write the suite into a folder that is not there yet or empty, a file a value; returns how many cases there are.

    Raises :class:`BadInput` where something is there already, or it cannot be written; then nothing is written.
    """
    place = os.path.realpath(out)
    try:
        if os.path.lexists(place) and (not os.path.isdir(place) or os.listdir(place)):
            raise BadInput(Finding("something is there already", shown(out), 0, "name a folder that is new or empty"))
        os.makedirs(os.path.dirname(place), exist_ok=True)
        aside = os.path.join(os.path.dirname(place), f".{os.path.basename(place)}.new-{secrets.token_hex(8)}")
        try:
            cases = 0
            for each in suite(base, games):
                path = os.path.join(aside, *file_of(each).split("/"))
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w", encoding="utf-8", newline="\n") as file:
                    file.write(f"{json.dumps(each, ensure_ascii=False, indent=1)}\n")
                cases += each["kind"] == "case"
            if os.path.isdir(place):
                os.rmdir(place)
            os.rename(aside, place)
        finally:
            shutil.rmtree(aside, ignore_errors=True)
    except OSError as error:
        why = f"it cannot be written ({error.strerror or error})"
        raise BadInput(Finding(why, shown(out), 0, "name a folder that you may write")) from None
    return cases


def file_of(value: Plain) -> str:
    """The path of a value below the folder of the suite."""
    if value["kind"] == "suite":
        return "suite.json"
    return f"{value['kind']}s/{value['id']}.json"


_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
