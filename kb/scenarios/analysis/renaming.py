"""A case in the words of another game: what is called otherwise there is called so, all else stays as it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kb.engine.core.table import DAMAGED, Kind
from kb.engine.core.values import replace
from kb.scenarios.expectations.played import PlayRecord
from kb.scenarios.language.scenario import Act, Case, Expectation, Scenario, Value

Names = Mapping[str, str]


def case(original: Case, names: Names) -> Case:
    """A case with other names in its position, its actions and what it expects."""
    if not names:
        return original
    expect = _expected(original.expect, names)
    return replace(
        original,
        position=value(original.position, names),
        do=tuple(_act(each, names) for each in original.do),
        expect=expect,
    )


def _expected(items: tuple[Expectation, ...], names: Names) -> tuple[Expectation, ...]:
    return tuple(replace(item, checks=value(item.checks, names)) for item in items)


def _act(act: Act, names: Names) -> Act:
    what, given, choices = (value(each, names) for each in (act.what, act.given, act.choices))
    then = _expected(act.then, names)
    return replace(act, what=what, given=given, choices=choices, power=value(act.power, names), then=then)


def words(scenario: Scenario) -> set[str]:
    """Every word of a scenario that could be a name."""
    cases = ((case.position, case.do, [item.checks for item in case.expected]) for case in scenario.cases)
    return {word.removeprefix(DAMAGED) for case in cases for word in _words(case)}


def _words(value: Value) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Act):
        yield from _words((value.what, value.given, value.choices, value.power))
    elif isinstance(value, Mapping):
        yield from _words((list(value), list(value.values())))
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _words(each)


def record(original: PlayRecord, names: Names) -> PlayRecord:
    """The dice and choices of a run, for those who are called otherwise."""
    if not names:
        return original
    changed = (value(each, names) for each in (original.faces, original.taken, original.rolled))
    faces, taken, rolled = changed
    return PlayRecord(faces, taken, original.times, rolled, original.cycle)


def value(original: Value, names: Names) -> Value:
    """A plain value with other names in it; of several economies and damaged ships the name within changes."""
    if isinstance(original, str):
        return _word(original, names)
    if isinstance(original, Kind):
        return Kind(_word(original.called, names), value(original.told_by, names))
    if isinstance(original, Mapping):
        return {value(key, names): value(each, names) for key, each in original.items()}
    if isinstance(original, (list, tuple)):
        return type(original)(value(each, names) for each in original)
    return original


def _word(word: str, names: Names) -> str:
    if word.startswith(DAMAGED):
        return DAMAGED + _word(word.removeprefix(DAMAGED), names)
    return names.get(word, word)
