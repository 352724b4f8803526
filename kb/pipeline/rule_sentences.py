"""The sentences of rules for readers, filled in with what a rule set gives to each rule.

The sentence of a rule (its docstring, see :mod:`kb.engine.core.registry`) is a template:

``{spaces}``          the value of a key: ``3``; ``tanks and mechanized infantry``; a table ``fighter: 6, bomber: 8``
``{spaces:space}``    a number with what it counts: ``1 space``, ``3 spaces``
``{units:or}``        names joined by "or" instead of "and"
``{units:one}``       the same in the singular: ``destroyer or cruiser``
``{units:a}``         with an article: ``a destroyer or an air base``
``[, or {also}]``     left out where nothing is given under a key in it; ``[{units:one}|bomber]`` then has other words
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from kb.engine.core.given import TABLES, parameter_of, table_of, values_given
from kb.engine.core.registry import RULES, Rule
from kb.games.board_model import Board
from kb.games.rulesets import Given, RuleLine, RuleSet
from kb.wording.board import power_name
from kb.wording.english import a, plural, sentence

_PART = re.compile(r"\[([^][|]*)(?:\|([^][]*))?\]")
_VALUE = re.compile(r"\{([^{}:]+)(?::([^{}]+))?\}")
_IRREGULAR = {"die": "dice"}


class Sentences:
    """The sentences of one rule set; its boards have the names of units, spaces and technologies."""

    def __init__(self, rules: RuleSet, boards: Sequence[Board]) -> None:
        self._facts = {each.fact: each for each in rules.facts}
        own = [board for board in boards if board.game == rules.game]
        own.sort(key=lambda board: board.id not in rules.boards)
        self._names: dict[str, dict[str, str]] = {
            "unit": _first((unit.id, unit.name) for board in own for unit in board.units),
            "space": _first((space.id, space.name) for board in own for space in board.spaces),
            "technology": _first((each.id, each.name) for board in own for each in board.technologies),
            "phase": {phase.id: phase.title for phase in rules.phases},
            "advantage": {advantage.id: advantage.title for advantage in rules.advantages},
        }

    def about(self, line: RuleLine) -> str:
        """What a rule says in general, with the values of its line."""
        rule = RULES[line.rule]
        left_out = {key: each.default for key, each in rule.given.items() if isinstance(each.default, tuple)}
        values = {**left_out, **values_given(rule.given, line, self._facts)}
        if table := table_of(rule.given):
            values[table] = tuple(key for key in values if key not in rule.given)

        def part(match: re.Match[str]) -> str:
            present = all(values.get(key) not in (None, ()) for key, _ in _VALUE.findall(match[1]))
            return match[1] if present else match[2] or ""

        def value(match: re.Match[str]) -> str:
            return self._value(rule, match[1], match[2] or "and", values)

        return sentence(_VALUE.sub(value, _PART.sub(part, rule.about)))

    def _value(self, rule: Rule, key: str, form: str, values: Mapping[str, Given]) -> str:
        """The value of a key in words, in the form that the template asks for."""
        given, parameter = values[key], rule.given[key]
        if isinstance(given, int):
            return str(given) if form == "and" else f"{given} {_counted(form, given)}"
        if key in TABLES:
            entries = ((name, values[name]) for name in given)
            return ", ".join(f"{self._name(TABLES[key], each)}: {self._plain(rule, each, to)}" for each, to in entries)
        return _joined([self._name(parameter.kind, each) for each in given], form, parameter.kind == "unit")

    def _plain(self, rule: Rule, key: str, value: Given) -> str:
        """A value in a table."""
        parameter = parameter_of(rule.given, key)
        if isinstance(value, int) or parameter is None:
            return str(value)
        return _joined([self._name(parameter.kind, each) for each in value], "one", False)

    def _name(self, kind: str, word: str) -> str:
        """How a thing is called."""
        if kind == "power":
            return power_name(word)
        spoken = word.replace("-", " ").replace("_", " ")
        return spoken.title() if kind == "board" else self._names.get(kind, {}).get(word, spoken)


def _first(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for key, name in pairs:
        found.setdefault(key, name)
    return found


def _joined(names: Sequence[str], form: str, are_units: bool) -> str:
    """Names in a list: plural and "and", or one of the other forms."""
    if form == "a":
        names = [a(name) for name in names]
    elif are_units and form != "one":
        names = [plural(name, 2) for name in names]
    word = "and" if form == "and" else "or"
    return f"{', '.join(names[:-1])} {word} {names[-1]}" if len(names) > 1 else "".join(names)


def _counted(noun: str, number: int) -> str:
    """A noun for so many of a thing."""
    if number == 1:
        return noun
    return _IRREGULAR.get(noun) or (f"{noun[:-1]}ies" if noun.endswith("y") else plural(noun, number))
