"""The rules of the rule sets as the base stores them, their sentences for readers, and what is wrong with rule sets.

The sentence of a rule (its docstring, see :mod:`kb.engine.core.registry`) is a template, filled in with what a rule set
gives to the rule:

``{spaces}``          the value of a key: ``3``; ``tanks and mechanized infantry``; a table ``fighter: 6, bomber: 8``
``{spaces:space}``    a number with what it counts: ``1 space``, ``3 spaces``
``{units:or}``        names joined by "or" instead of "and"
``{units:one}``       the same in the singular: ``destroyer or cruiser``
``{units:a}``         with an article: ``a destroyer or an air base``
``[, or {also}]``     left out where nothing is given under a key in it; ``[{units:one}|bomber]`` then has other words
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kb.base.errors import Finding
from kb.base.model import Option, Reading, Ruling, Section
from kb.base.shape import suggest, unknown
from kb.base.values import CitedRule
from kb.engine.battle.battle_board import STEPS
from kb.engine.core.actions import ACTIONS
from kb.engine.core.facts import FACTS
from kb.engine.core.given import TABLES, parameter_of, table_of, values_given
from kb.engine.core.registry import RULES, Rule
from kb.engine.moments import phase_of
from kb.games.board_model import Board
from kb.games.rulesets import Given, RuleLine, RuleSet, SharedFact
from kb.text.board import power_name
from kb.text.english import a, plural, sentence

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


def cited(rulesets: Sequence[RuleSet], boards: Sequence[Board]) -> tuple[CitedRule, ...]:
    """Every rule of every rule set, as the base stores it; ``boards`` have the names for their sentences."""
    return tuple(rule for each in rulesets for rule in _cited(each, boards))


def _cited(rules: RuleSet, boards: Sequence[Board]) -> Iterator[CitedRule]:
    sentences = Sentences(rules, boards)
    facts = {each.fact: each for each in rules.facts}
    for line in rules.rules:
        rule = RULES[line.rule]
        yield CitedRule(
            id=f"{rules.id}/{line.rule}",
            game=rules.game,
            ruleset=rules.id,
            rule=line.rule,
            form=str(rule.form),
            asked=" ".join(rule.points),
            says=rule.says,
            about=sentences.about(line),
            confidence=str(line.confidence),
            cites=line.cites,
            readings=line.readings,
            given=values_given(rule.given, line, facts),
            advantage=line.advantage,
            option=line.option,
            note=line.note,
        )


def wrong_rulesets(
    rulesets: Sequence[RuleSet],
    boards: Iterable[Board],
    sections: Iterable[Section],
    rulings: Iterable[Ruling],
    readings: Iterable[Reading],
    options: Iterable[Option],
) -> list[Finding]:
    """A finding for each unknown citation, reading, board or name in rule sets whose lines are sound."""
    citable = {section.id for section in sections} | {ruling.id for ruling in rulings}
    taken = {reading.id for reading in readings}
    switches = {option.id for option in options}
    by_id = {(board.game, board.id): board for board in boards}
    findings: list[Finding] = []
    for each in rulesets:
        own = [by_id[each.game, board] for board in each.boards if (each.game, board) in by_id]
        for board in each.boards:
            if (each.game, board) not in by_id:
                findings.append(
                    Finding(f"unknown board '{board}'", each.file, 0, suggest(board, [b for _, b in by_id]))
                )
        names = {**_names(each, own), "option": switches}
        for cites in (*(phase.cites for phase in each.phases), *(advantage.cites for advantage in each.advantages)):
            findings += unknown(cites, citable, "section or ruling", each.file, 0)
        for shared in each.facts:
            findings += unknown(shared.cites, citable, "section or ruling", shared.file, shared.line)
            findings += _unknown_in_fact(shared, names)
        for line in (*each.rules, *each.otherwise):
            findings += unknown(line.cites, citable, "section or ruling", line.file, line.line)
            findings += unknown(line.readings, taken, "reading", line.file, line.line)
            findings += _unknown_names(line, names)
            findings += _never(each, line)
            findings += unknown([line.option] if line.option else (), switches, "option", line.file, line.line)
            if line.advantage:
                findings += unknown([line.advantage], names["advantage"], "advantage", line.file, line.line)
    return list(dict.fromkeys(findings))


def _never(rules: RuleSet, line: RuleLine) -> list[Finding]:
    """A finding for a rule that happens in a phase which the rule set does not have."""
    phase = phase_of(RULES[line.rule].points[0]) if line.rule in RULES else ""
    if not phase or phase in {each.id for each in rules.phases}:
        return []
    return [Finding(f"'{line.rule}' waits for '{phase}', a phase it has not", line.file, line.line, "leave it out")]


def _names(rules: RuleSet, boards: Iterable[Board]) -> dict[str, set[str]]:
    """The names that a rule set may give to a rule, by kind."""
    found: dict[str, set[str]] = {
        "phase": {phase.id for phase in rules.phases},
        "step": {*rules.steps, *STEPS},
        "advantage": {advantage.id for advantage in rules.advantages},
        "action": {each.name for each in ACTIONS.values() if each.in_its_phase},
        "rule": set(RULES),
    }
    for kind in ("space", "unit", "power", "technology", "board"):
        found[kind] = set()
    for board in boards:
        found["space"] |= {space.id for space in board.spaces}
        found["unit"] |= {unit.id for unit in board.units}
        found["power"] |= {power.id for power in board.powers}
        found["technology"] |= {technology.id for technology in board.technologies}
        found["board"] |= {board.id} | {space.map for space in board.spaces if space.map}
    return found


def _unknown_names(line: RuleLine, names: Mapping[str, set[str]]) -> Iterator[Finding]:
    """Findings about keys and values given to a rule that are not names of the kind that the rule declares."""
    parameters = RULES[line.rule].given if line.rule in RULES else {}
    for key, value in line.given.items():
        at, parameter = line.lines.get(key, line.line), parameter_of(parameters, key)
        if kind := TABLES.get(table_of(parameters), "") if key not in parameters else "":
            yield from unknown([key], names.get(kind, {key}), kind, line.file, at)
        if parameter and isinstance(value, tuple) and parameter.kind in names:
            yield from unknown(value, names[parameter.kind], parameter.kind, line.file, at)


def _unknown_in_fact(shared: SharedFact, names: Mapping[str, set[str]]) -> Iterator[Finding]:
    """Findings about names in a fact that are not of the kind that the engine declares."""
    if known := FACTS.get(shared.fact):
        names_in_fact = [*shared.names, *(name for each in shared.table.values() for name in each)]
        yield from unknown(names_in_fact, names.get(known.kind, {*names_in_fact}), known.kind, shared.file, shared.line)
        if known.keys:
            yield from unknown(shared.table, names[known.keys], known.keys, shared.file, shared.line)
