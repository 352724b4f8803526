"""A case in the words of another game: what is called otherwise there is called so, all else stays as it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kb.engine.battle.casualties import DAMAGED
from kb.engine.core.values import replace
from kb.scenarios.expectations.played import PlayRecord
from kb.scenarios.language.scenario import Act, Case, Scenario, Value

Names = Mapping[str, str]


def case(told: Case, names: Names) -> Case:
    """A case with other names in its position, its actions and what it expects."""
    if not names:
        return told
    expect = tuple(replace(item, checks=value(item.checks, names)) for item in told.expect)
    return replace(
        told, position=value(told.position, names), do=tuple(_act(each, names) for each in told.do), expect=expect
    )


def _act(act: Act, names: Names) -> Act:
    what, given, choices = (value(each, names) for each in (act.what, act.given, act.choices))
    return replace(act, what=what, given=given, choices=choices, power=value(act.power, names))


def words(scenario: Scenario) -> set[str]:
    """Every word of a scenario that could be a name."""
    cases = ((case.position, case.do, [item.checks for item in case.expect]) for case in scenario.cases)
    return {word.removeprefix(DAMAGED) for case in cases for word in _words(case)}


def _words(told: Value) -> Iterator[str]:
    if isinstance(told, str):
        yield told
    elif isinstance(told, Act):
        yield from _words((told.what, told.given, told.choices, told.power))
    elif isinstance(told, Mapping):
        yield from _words((list(told), list(told.values())))
    elif isinstance(told, (list, tuple)):
        for each in told:
            yield from _words(each)


def record(told: PlayRecord, names: Names) -> PlayRecord:
    """The dice and choices of a run, for those who are called otherwise."""
    if not names:
        return told
    return PlayRecord(value(told.faces, names), value(told.taken, names), told.times)


def value(told: Value, names: Names) -> Value:
    """A plain value with other names in it; of several economies and damaged ships the name within changes."""
    if isinstance(told, str):
        return _word(told, names)
    if isinstance(told, Mapping):
        return {value(key, names): value(each, names) for key, each in told.items()}
    if isinstance(told, (list, tuple)):
        return type(told)(value(each, names) for each in told)
    return told


def _word(told: str, names: Names) -> str:
    if told.startswith(DAMAGED):
        return DAMAGED + _word(told.removeprefix(DAMAGED), names)
    return names.get(told, told)
