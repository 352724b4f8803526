"""The parameters of rules: what a rule set may give to a rule under ``given``, and what is wrong with what it gives.

A rule declares its parameters by key (see :mod:`kb.engine.registry`). A key in angle brackets, such as ``<unit>``,
stands for any number of keys, each the name of a unit: ``given: {fighter: 6, bomber: 8}``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from kb.errors import Finding
from kb.games.rulesets import Given, RuleLine
from kb.shape import suggest


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a rule, in one line what it ``means``.

    One that is not ``required`` may be left out: names are then the ``default``, and a number is not there at all.
    ``most`` is the greatest number of names, 0 for no limit.
    """

    means: str
    required: bool = field(default=True, kw_only=True)
    default: tuple[str, ...] = field(default=(), kw_only=True)
    most: int = field(default=0, kw_only=True)
    kind: ClassVar[str]


class Number(Parameter):
    """A whole number."""

    kind = "number"


class Units(Parameter):
    """Types of units."""

    kind = "unit"


class Spaces(Parameter):
    """Territories and sea zones."""

    kind = "space"


class Powers(Parameter):
    """Powers."""

    kind = "power"


class Phases(Parameter):
    """Phases of a turn."""

    kind = "phase"


class Steps(Parameter):
    """Steps of a cycle of combat."""

    kind = "step"


class Technologies(Parameter):
    """Technologies of the game's charts."""

    kind = "technology"


class Advantages(Parameter):
    """National advantages."""

    kind = "advantage"


class Options(Parameter):
    """Options that a table may play with, of ``data/options.yaml``."""

    kind = "option"


class Rules(Parameter):
    """Other rules."""

    kind = "rule"


class Actions(Parameter):
    """Kinds of actions, as rule sets write them: ``collect_income``."""

    kind = "action"


#: the kind of name that the keys of a table of values are
TABLES = {
    "<unit>": "unit",
    "<power>": "power",
    "<board>": "board",
    "<action>": "action",
    "<advantage>": "advantage",
    "<level>": "level",
}

Parameters = Mapping[str, Parameter]


def table_of(parameters: Parameters) -> str:
    """The key that stands for names, such as ``<unit>``; empty where a rule has none."""
    return next((key for key in parameters if key in TABLES), "")


def declared(parameters: Parameters, key: str) -> Parameter | None:
    """The parameter that a key of a rule line belongs to."""
    return parameters.get(key) or parameters.get(table_of(parameters))


def with_defaults(parameters: Parameters, given: Mapping[str, Given]) -> Mapping[str, Given]:
    """What is given, and the default names of what is not."""
    left_out = {
        key: each.default
        for key, each in parameters.items()
        if not each.required and key not in given and key not in TABLES and not isinstance(each, Number)
    }
    return {**left_out, **given} if left_out else given


def wrong(parameters: Parameters, line: RuleLine) -> Iterator[Finding]:
    """Findings about the keys that a line gives to its rule: unknown, missing, of the wrong type."""
    for key, value in line.given.items():
        at, parameter = line.lines.get(key, line.line), declared(parameters, key)
        if parameter is None:
            known = ", ".join(parameters)
            hint = suggest(key, parameters) or (f"it is given: {known}" if known else "it is given nothing: remove it")
            yield Finding(f"unknown key '{key}' given to '{line.rule}'", line.file, at, hint)
        elif told := _ill_typed(parameter, value):
            yield Finding(f"'{key}' given to '{line.rule}' must be {told}", line.file, at, f"it is {parameter.means}")
    for key, each in parameters.items():
        there = key in line.given or (key in TABLES and any(other not in parameters for other in line.given))
        if each.required and not there:
            yield Finding(f"'{line.rule}' needs '{key}' under given", line.file, line.line, f"it is {each.means}")


def _ill_typed(parameter: Parameter, value: Given) -> str:
    """What a value should be, if it is something else."""
    if isinstance(parameter, Number):
        return "" if isinstance(value, int) else "a number"
    if isinstance(value, int) or not value:
        return f"a list of names, each {_article(parameter.kind)}"
    return f"a list of at most {parameter.most} names" if parameter.most and len(value) > parameter.most else ""


def _article(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"
