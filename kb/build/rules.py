"""The rule sets as the knowledge base has them: each rule with its sentence and all it rests on, checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kb.engine.moments import phase_of
from kb.engine.registry import RULES
from kb.engine.rulebook import unknown_rules
from kb.engine.turn.phases import ACTIONS
from kb.errors import Finding
from kb.games.board_model import Board
from kb.games.rulesets import RuleLine, RuleSet
from kb.model import Option, Reading, Ruling, Section
from kb.proof import CitedRule
from kb.shape import suggest


def cited(rulesets: Sequence[RuleSet]) -> tuple[CitedRule, ...]:
    """Every rule of every rule set, as the base tells of it."""
    return tuple(
        CitedRule(
            id=f"{each.id}/{line.rule}", game=each.game, ruleset=each.id, rule=line.rule, form=str(RULES[line.rule].form),
            asked=RULES[line.rule].point, says=RULES[line.rule].says, about=_sentence(line.rule), confidence=str(line.confidence),
            cites=line.cites, readings=line.readings, given=line.given, advantage=line.advantage,
            option=line.option, note=line.note,
        )
        for each in rulesets
        for line in each.rules
    )  # fmt: skip


def _sentence(rule: str) -> str:
    """What the rule says in general: the first paragraph of its function's documentation, without the sources."""
    text = " ".join((RULES[rule].function.__doc__ or "").partition("\n\n")[0].split())
    return text.split(" Source in ")[0]


def wrong(
    rulesets: Sequence[RuleSet],
    boards: Iterable[Board],
    sections: Iterable[Section],
    rulings: Iterable[Ruling],
    readings: Iterable[Reading],
    options: Iterable[Option],
) -> list[Finding]:
    """Rules the engine does not have; citations, readings, boards and names that nothing is called by."""
    citable = {section.id for section in sections} | {ruling.id for ruling in rulings}
    taken = {reading.id for reading in readings}
    switches = {option.id for option in options}
    by_id = {(board.game, board.id): board for board in boards}
    findings: list[Finding] = []
    for each in rulesets:
        findings += unknown_rules(each)
        own = [by_id[each.game, board] for board in each.boards if (each.game, board) in by_id]
        for board in each.boards:
            if (each.game, board) not in by_id:
                findings.append(
                    Finding(f"unknown board '{board}'", each.file, 0, suggest(board, [b for _, b in by_id]))
                )
        names = _names(each, own) | switches
        for cites in (*(phase.cites for phase in each.phases), *(advantage.cites for advantage in each.advantages)):
            findings += _unknown(cites, citable, "section or ruling", each.file, 0)
        for line in each.rules:
            findings += _unknown(line.cites, citable, "section or ruling", each.file, line.line)
            findings += _unknown(line.readings, taken, "reading", each.file, line.line)
            findings += _unknown(_given(line), names, "name", each.file, line.line)
            findings += _never(each, line)
            findings += _unknown([line.option] if line.option else (), switches, "option", each.file, line.line)
            if line.advantage:
                findings += _unknown(
                    [line.advantage], {a.id for a in each.advantages}, "advantage", each.file, line.line
                )
    return findings


def _never(rules: RuleSet, line: RuleLine) -> list[Finding]:
    """A finding for a rule that waits for a phase which never comes."""
    phase = phase_of(RULES[line.rule].point) if line.rule in RULES else ""
    if not phase or phase in {each.id for each in rules.phases}:
        return []
    return [Finding(f"'{line.rule}' waits for '{phase}', a phase it has not", rules.file, line.line, "leave it out")]


def _names(rules: RuleSet, boards: Iterable[Board]) -> set[str]:
    """Everything that a rule set may give to a rule by its name."""
    names = (
        {phase.id for phase in rules.phases}
        | set(rules.steps)
        | {advantage.id for advantage in rules.advantages}
        | set(ACTIONS)
        | set(RULES)
    )
    for board in boards:
        names |= (
            {space.id for space in board.spaces}
            | {unit.id for unit in board.units}
            | {power.id for power in board.powers}
        )
        names |= {technology.id for technology in board.technologies}
    return names


def _given(line: RuleLine) -> list[str]:
    return [name for value in line.given.values() if isinstance(value, tuple) for name in value]


def _unknown(words: Iterable[str], known: set[str], what: str, file: str, line: int) -> list[Finding]:
    return [
        Finding(f"unknown {what} '{word}'", file, line, suggest(word, known) or f"name a {what} that exists")
        for word in words
        if word not in known
    ]
