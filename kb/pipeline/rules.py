"""Makes the rules of the rule sets as the base stores them, and finds wrong names in rule sets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import FunctionType
from typing import cast

from kb.base import paths
from kb.base.errors import Finding
from kb.base.shape import suggest, unknown
from kb.engine.battle import STEPS
from kb.engine.core.actions import ACTIONS
from kb.engine.core.parameters import FACTS, TABLES, parameter_of, table_of, unread_parameters, values_given
from kb.engine.core.points import phase_of
from kb.engine.core.rules import RULES
from kb.games.board_model import Board
from kb.games.rulesets import RuleLine, RuleSet, SharedFact
from kb.model.corpus import Option, Reading, Ruling, Section
from kb.model.evidence import CitedRule
from kb.text.rules import RuleText


def cited(rulesets: Sequence[RuleSet], boards: Sequence[Board]) -> tuple[CitedRule, ...]:
    """Return every rule of every rule set, as the base stores it; ``boards`` have the names for their sentences."""
    return tuple(rule for each in rulesets for rule in _cited(each, boards))


def _cited(rules: RuleSet, boards: Sequence[Board]) -> Iterator[CitedRule]:
    """Yield the rules of a rule set as the base stores them."""
    sentences = RuleText(rules, boards)
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
            names=sentences.left_out(line),
        )


def wrong_rulesets(
    rulesets: Sequence[RuleSet],
    boards: Iterable[Board],
    sections: Iterable[Section],
    rulings: Iterable[Ruling],
    readings: Iterable[Reading],
    options: Iterable[Option],
) -> list[Finding]:
    """Return a finding for each unknown citation, reading, board or name in rule sets with correct lines, for each rule
    that never happens, and for each parameter that a rule never reads."""
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
        for cites in each.permissions:
            findings += unknown(cites, citable, "section or ruling", each.file, 0)
        for phase in each.phases:
            findings += unknown(phase.actions, names["action"], "action", each.file, 0)
        for shared in each.facts:
            findings += unknown(shared.cites, citable, "section or ruling", shared.file, shared.line)
            findings += _unknown_in_fact(shared, names)
        for line in (*each.rules, *each.otherwise):
            findings += unknown(line.cites, citable, "section or ruling", line.file, line.line)
            findings += unknown(line.readings, taken, "reading", line.file, line.line)
            findings += _unknown_names(line, names)
            findings += _without_its_phase(each, line)
            findings += _unread(line)
            findings += unknown([line.option] if line.option else (), switches, "option", line.file, line.line)
            if line.advantage:
                findings += unknown([line.advantage], names["advantage"], "advantage", line.file, line.line)
    return list(dict.fromkeys(findings))


def _without_its_phase(rules: RuleSet, line: RuleLine) -> list[Finding]:
    """Return a finding if a rule takes effect in a phase that the rule set lacks; else an empty list."""
    points = RULES[line.rule].points if line.rule in RULES else ()
    phase = next(filter(None, map(phase_of, points)), "")
    if not phase or phase in {each.id for each in rules.phases}:
        return []
    return [
        Finding(
            f"'{line.rule}' takes effect in the phase '{phase}', which the rule set lacks",
            line.file,
            line.line,
            "leave the rule out",
        )
    ]


@cache
def _unread_parameters(rule: str) -> tuple[list[str], Callable[..., object] | None]:
    """Return the parameters that the function of a rule declares and never reads, and the function. They are empty and
    None for an unknown rule."""
    function = RULES[rule].function if rule in RULES else None
    return (unread_parameters(function) if function else []), function


def _unread(line: RuleLine) -> Iterator[Finding]:
    """Yield findings about parameters that the function of a rule declares and never reads."""
    unread, function = _unread_parameters(line.rule)
    for key in unread:
        code = cast(FunctionType, function).__code__
        hint = f"use it in {paths.shown(code.co_filename)}:{code.co_firstlineno}, or remove it there"
        what = f"the function of '{line.rule}' does not use its parameter '{key}'"
        yield Finding(what, line.file, line.lines.get(key, line.line), hint)


def _names(rules: RuleSet, boards: Iterable[Board]) -> dict[str, set[str]]:
    """Return the names that a rule may be given in a rule set, by kind."""
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
    """Yield findings about keys and values given to a rule that are not names of the kind that the rule declares."""
    parameters = RULES[line.rule].given if line.rule in RULES else {}
    for key, value in line.given.items():
        at, parameter = line.lines.get(key, line.line), parameter_of(parameters, key)
        if kind := TABLES.get(table_of(parameters), "") if key not in parameters else "":
            yield from unknown([key], names.get(kind, {key}), kind, line.file, at)
        if parameter and isinstance(value, tuple) and parameter.kind in names:
            yield from unknown(value, names[parameter.kind], parameter.kind, line.file, at)


def _unknown_in_fact(shared: SharedFact, names: Mapping[str, set[str]]) -> Iterator[Finding]:
    """Yield a finding for each name in a shared fact that is not of the kind that the engine declares for the fact.
    ``names`` are the known names by kind."""
    if known := FACTS.get(shared.fact):
        yield from unknown(shared.names, names.get(known.kind, {*shared.names}), known.kind, shared.file, shared.line)
