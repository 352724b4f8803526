"""The parameters of rules: what a rule set gives to a rule under ``given``, and what is wrong with what it gives.

A rule declares its parameters as keyword arguments of its function, each with a default made here::

    def rockets_fly_so_far(play: Play, action: Rocket, *, spaces: int = given.number("their range, in spaces")) -> ...

and is handed the values of its line in the rule set under these names. A key of the line is the name of the argument.
A table of values (:func:`numbers`, :func:`names_by`) takes all keys that no other argument has, each the name of a
unit, power, ...: ``given: {fighter: 6, bomber: 8}``.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from kb.base.errors import Finding
from kb.base.shape import suggest
from kb.engine.core.facts import RuleSetFact
from kb.engine.core.questions import MisdeclaredRule
from kb.games.rulesets import Given, RuleLine, SharedFact

Names = tuple[str, ...]

#: the kinds of names that a table of values may have as keys
TABLES = {f"<{kind}>": kind for kind in ("unit", "power", "board", "action", "advantage", "level")}
NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a rule, in one line what it ``means``.

    ``kind`` is ``number``, or the kind of the names in a list: ``unit``, ``space``, ... In a table of values ``keys``
    is the kind of its keys. One that is not ``required`` has the ``default`` where it is left out. ``most`` is
    the greatest number of names, 0 for no limit. ``key`` is its key in the rule set, where that is not the name
    of the argument; ``fact`` names the fact of the rule set that it is taken from, see :mod:`kb.engine.core.facts`.
    """

    kind: str
    means: str
    keys: str = ""
    required: bool = True
    default: object = None
    most: int = 0
    key: str = ""
    fact: str = ""


Parameters = Mapping[str, Parameter]


def _names(kind: str) -> Callable[..., Names]:
    def declare(means: str, *, default: Names | None = None, most: int = 0, key: str = "") -> Names:
        return cast(Names, Parameter(kind, means, required=default is None, default=default, most=most, key=key))

    return declare


units = _names("unit")
spaces = _names("space")
powers = _names("power")
phases = _names("phase")
steps = _names("step")
technologies = _names("technology")
advantages = _names("advantage")
rules = _names("rule")
actions = _names("action")
options = _names("option")
boards = _names("board")


def number(means: str, *, key: str = "") -> int:
    """A whole number."""
    return cast(int, Parameter(NUMBER, means, key=key))


def optional_number(means: str, *, key: str = "") -> int | None:
    """A whole number that may be left out: None then."""
    return cast(int, Parameter(NUMBER, means, required=False, key=key))


def fact(shared: RuleSetFact, *, required: bool = True) -> Names:
    """The names of a fact of the rule set, which several rules share; none where it may be left out and is."""
    return cast(Names, Parameter(shared.kind, shared.means, required=required, default=(), fact=shared.name))


def fact_table(shared: RuleSetFact) -> Mapping[str, Names]:
    """The table of a fact of the rule set, which several rules share."""
    return cast("Mapping[str, Names]", Parameter(shared.kind, shared.means, shared.keys, fact=shared.name))


def numbers(keys: str, means: str, *, required: bool = True) -> Mapping[str, int]:
    """A number for each of some units, powers, boards (the kind that ``keys`` names)."""
    return cast("Mapping[str, int]", Parameter(NUMBER, means, keys, required, {}))


def names_by(keys: str, kind: str, means: str) -> Mapping[str, Names]:
    """A list of names for each of some actions or advantages (the kind that ``keys`` names)."""
    return cast("Mapping[str, Names]", Parameter(kind, means, keys, True, {}))


#: handed to a rule that asks for it: the national advantage that its line in the rule set belongs to, or ""
_OWN_ADVANTAGE = Parameter("own advantage", "the national advantage that the rule belongs to", required=False)


def own_advantage() -> str:
    """Not a key of the rule set: the national advantage that the line of the rule belongs to, empty for none."""
    return cast(str, _OWN_ADVANTAGE)


def declared_parameters(function: Callable[..., object]) -> Parameters:
    """The parameters of a rule's function by key of the rule set; a table of values as ``<unit>``."""
    found = dict[str, Parameter]()
    for name, each in (getattr(function, "__kwdefaults__", None) or {}).items():
        if not isinstance(each, Parameter):
            message = f"{name} of {function.__qualname__} is not declared with kb.engine.core.given"
            raise MisdeclaredRule(function, message)
        if each is not _OWN_ADVANTAGE:
            found[f"<{each.keys}>" if each.keys else each.key or name] = each
    return found


def unread_parameters(function: Callable[..., object]) -> list[str]:
    """The keys of the parameters that a rule's function declares and never reads."""
    import dis  # only a build looks for them

    read: set[object] = set()
    for each in dis.get_instructions(function.__code__):
        if "LOAD_" in each.opname and each.opcode in (*dis.haslocal, *dis.hasfree):
            read.update(each.argval if isinstance(each.argval, tuple) else (each.argval,))
    parameters: Mapping[str, Parameter] = getattr(function, "__kwdefaults__", None) or {}
    return [each.key or name for name, each in parameters.items() if name not in read]


def arguments_given(
    function: Callable[..., object], line: RuleLine, facts: Mapping[str, SharedFact]
) -> Mapping[str, object]:
    """The keyword arguments of a rule's function: values of its line, of a fact, or defaults."""
    parameters: Mapping[str, Parameter] = getattr(function, "__kwdefaults__", None) or {}
    own = {each.key or name for name, each in parameters.items()}
    values = dict[str, object]()
    for name, each in parameters.items():
        if each is _OWN_ADVANTAGE:
            values[name] = line.advantage
        elif each.fact:
            shared = facts.get(each.fact)
            values[name] = each.default if shared is None else shared.table if each.keys else shared.names
        elif each.keys:
            values[name] = {key: value for key, value in line.given.items() if key not in own}
        else:
            values[name] = line.given.get(each.key or name, each.default)
    return values


def values_given(parameters: Parameters, line: RuleLine, facts: Mapping[str, SharedFact]) -> dict[str, Given]:
    """What a line and the facts of its rule set give to a rule, by key."""
    values = dict[str, Given]()
    for key, each in parameters.items():
        shared = facts.get(each.fact) if each.fact else None
        if shared and each.keys:
            values.update(shared.table)
        elif shared:
            values[key] = shared.names
    return {**values, **line.given}


def table_of(parameters: Parameters) -> str:
    """The key that stands for names, such as ``<unit>``; empty where a rule has none."""
    return next((key for key in parameters if key in TABLES), "")


def parameter_of(parameters: Parameters, key: str) -> Parameter | None:
    """The parameter that a key of a rule line belongs to."""
    return parameters.get(key) or parameters.get(table_of(parameters))


def check_given(parameters: Parameters, line: RuleLine, facts: Container[str]) -> Iterator[Finding]:
    """Findings about the keys that a line gives to its rule: unknown, missing, of the wrong type."""
    for key, value in line.given.items():
        at, parameter = line.lines.get(key, line.line), parameter_of(parameters, key)
        if parameter is None or parameter.fact:
            known = ", ".join(name for name, each in parameters.items() if not each.fact)
            hint = suggest(key, parameters) or (f"it is given: {known}" if known else "it is given nothing: remove it")
            yield Finding(f"unknown key '{key}' given to '{line.rule}'", line.file, at, hint)
        elif told := _ill_typed(parameter, value):
            yield Finding(f"'{key}' given to '{line.rule}' must be {told}", line.file, at, f"it is {parameter.means}")
    for key, each in parameters.items():
        there = key in line.given or (key in TABLES and any(other not in parameters for other in line.given))
        if each.fact:
            if each.required and each.fact not in facts:
                what = f"'{line.rule}' needs the fact '{each.fact}'"
                yield Finding(what, line.file, line.line, f"under facts, say {each.means}")
        elif each.required and not there:
            yield Finding(f"'{line.rule}' needs '{key}' under given", line.file, line.line, f"it is {each.means}")


def _ill_typed(parameter: Parameter, value: Given) -> str:
    """What a value should be, if it is something else."""
    if parameter.kind == NUMBER:
        return "" if isinstance(value, int) else "a number"
    if isinstance(value, int) or not value:
        return f"a list of names, each {'an' if parameter.kind[0] in 'aeiou' else 'a'} {parameter.kind}"
    return f"a list of at most {parameter.most} names" if parameter.most and len(value) > parameter.most else ""
