"""The parameters of rules: their kinds, as annotations name them, and the values that rule sets have for them."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from kb.base import paths
from kb.base.errors import Finding, KBError
from kb.base.shape import suggest
from kb.engine.core.position import Facts
from kb.games.rulesets import Given, RuleLine, SharedFact

if TYPE_CHECKING:
    from kb.engine.core.rules import Rule

#: the breaches that a rule yields: the facts of each
Breaches: TypeAlias = Iterator[Facts]
#: whether an action or fact breaks the rule: True means that it is refused or left out
IsBreach: TypeAlias = bool

# -- the kinds of parameters: a list of names, a number, or a table of these

Names: TypeAlias = tuple[str, ...]
Units: TypeAlias = Names
Spaces: TypeAlias = Names
Powers: TypeAlias = Names
Phases: TypeAlias = Names
Steps: TypeAlias = Names
Technologies: TypeAlias = Names
Rules: TypeAlias = Names
Actions: TypeAlias = Names
Options: TypeAlias = Names
Boards: TypeAlias = Names
Advantages: TypeAlias = Names
OneUnit: TypeAlias = Names
OnePower: TypeAlias = Names
Fact: TypeAlias = Names
Number: TypeAlias = int
NumberByUnit: TypeAlias = Mapping[str, int]
NumberByPower: TypeAlias = Mapping[str, int]
NumberByBoard: TypeAlias = Mapping[str, int]
NumberByLevel: TypeAlias = Mapping[str, int]
UnitsByAdvantage: TypeAlias = Mapping[str, Names]
NO_NUMBERS: Mapping[str, int] = MappingProxyType({})
#: not a key of the rule set: the national advantage that the line of the rule belongs to, empty for none
Advantage: TypeAlias = str

#: the kinds of names that a table of values may have as keys
TABLES = {f"<{kind}>": kind for kind in ("unit", "power", "board", "action", "advantage", "level")}
NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a rule.

    ``kind`` is ``number``, or the kind of the names in a list: ``unit``, ``space``, ... In a table of values ``keys``
    is the kind of its keys. One that is not ``required`` has the ``default`` if it is left out. ``most`` is the
    greatest number of names, 0 for no limit. ``fact`` is the fact of the rule set that it is.
    """

    kind: str
    keys: str = ""
    required: bool = True
    default: object = None
    most: int = 0
    fact: str = ""


Parameters = Mapping[str, Parameter]

_LISTS = ("Units", "Spaces", "Powers", "Phases", "Steps", "Rules", "Actions", "Options", "Boards", "Advantages")
#: the kinds of parameters by annotation
_KINDS = {
    **{name: Parameter(name.lower().removesuffix("s")) for name in _LISTS},
    "Technologies": Parameter("technology"),
    "OneUnit": Parameter("unit", most=1),
    "OnePower": Parameter("power", most=1),
    "Number": Parameter(NUMBER),
    **{f"NumberBy{name}": Parameter(NUMBER, name.lower()) for name in ("Unit", "Power", "Board", "Level")},
    "UnitsByAdvantage": Parameter("unit", "advantage"),
}


#: the keys of a line that may be conditions of rules, with the kinds of their names
GATES = {
    **dict.fromkeys(("powers", "on", "against", "protectors"), Parameter("power")),
    "units": Parameter("unit"),
    "spaces": Parameter("space"),
    "technologies": Parameter("technology"),
}

# -- facts of a rule set


@dataclass(frozen=True, slots=True)
class RuleSetFact:
    """A fact that several rules share; ``kind`` is the kind of its names, ``means`` describes them in a line.

    A rule set lists facts with their sources.
    """

    kind: str
    means: str


#: the facts of rule sets by name; a rule has one as a parameter of that name, other code by ``play.fact(name)``
FACTS = {
    "complexes": RuleSetFact("unit", "the types that are industrial complexes"),
    "submerging-units": RuleSetFact("unit", "the types that submerge"),
    "bombarding-units": RuleSetFact("unit", "the types that bombard in an assault from the sea"),
    "antiaircraft-guns": RuleSetFact("unit", "the types that fire at aircraft"),
    "rocket-launchers": RuleSetFact("unit", "the types that fire rockets"),
    "raided-units": RuleSetFact("unit", "the types that are raided"),
    "powers-kept-from-airspace": RuleSetFact("power", "the powers whose aircraft friends do not let in"),
    "closed-airspace": RuleSetFact("power", "the powers over whose land they do not fly"),
    "scrambling-units": RuleSetFact("unit", "the types that scramble"),
    "scramble-bases": RuleSetFact("unit", "the types from which units scramble"),
    "joint-strike-partners": RuleSetFact("power", "the powers in whose turn a joint strike is made"),
    "garrison-units": RuleSetFact("unit", "the types that a colonial garrison may be"),
    "upgrades": RuleSetFact("unit", "the types that are bought to make a complex better"),
    "upgraded-complexes": RuleSetFact("unit", "the types that an upgrade makes better"),
    "warships": RuleSetFact("unit", "the types that count as warships for objectives"),
    "submarines": RuleSetFact("unit", "the types that count as submarines for objectives"),
    "suicide-advantages": RuleSetFact("advantage", "the advantages whose attack uses up the attackers"),
    "capital-conquerors": RuleSetFact("power", "the powers that win by holding enemy capitals from turn to turn"),
}


class MisdeclaredRule(KBError, TypeError):
    """A rule of the engine that is not declared as rules are."""

    def __init__(self, function: Callable[..., object], message: str, hint: str = "") -> None:
        code = function.__code__
        super().__init__(Finding(message, paths.shown(code.co_filename), code.co_firstlineno, hint))


# -- the parameters of a function, and the values that rule sets have for them


def own_parameters(function: Callable[..., object]) -> tuple[tuple[str, str, Parameter | None], ...]:
    """Return for each keyword argument of a rule's function its name, its key in a rule line, and its parameter.

    The key of a table is the kind of its keys in brackets, such as ``<unit>``. An ``Advantage`` has an empty key and
    None. Raises :class:`MisdeclaredRule` for an annotation that is not a kind of parameter, and for an argument of the
    kind ``Fact`` whose name is not one of :data:`FACTS`.
    """
    code, defaults = function.__code__, getattr(function, "__kwdefaults__", None) or {}
    found = list[tuple[str, str, Parameter | None]]()
    for name in code.co_varnames[code.co_argcount :][: code.co_kwonlyargcount]:
        kind = str(function.__annotations__.get(name, "")).removesuffix(" | None")
        if kind == "Advantage":
            found.append((name, "", None))
            continue
        fact = name.replace("_", "-") if kind == "Fact" else ""
        if fact and fact not in FACTS:
            raise MisdeclaredRule(function, f"unknown fact '{fact}'", suggest(fact, FACTS))
        if not fact and kind not in _KINDS:
            message = f"{name} of {function.__qualname__} has an annotation that is not a kind of parameter"
            raise MisdeclaredRule(function, message, suggest(kind, _KINDS) or f"one of {', '.join(_KINDS)}")
        each = Parameter(FACTS[fact].kind) if fact else _KINDS[kind]
        key = f"<{each.keys}>" if each.keys else name.rstrip("_")
        required, default = name not in defaults, defaults.get(name)
        found.append((name, key, Parameter(each.kind, each.keys, required, default, each.most, fact)))
    return tuple(found)


def unread_parameters(function: Callable[..., object]) -> list[str]:
    """Return the arguments of a rule's function that its code never reads; the first, the play, does not count."""
    import dis  # only a build looks for them

    read: set[object] = set()
    for each in dis.get_instructions(function.__code__):
        if "LOAD_" in each.opname and each.opcode in (*dis.haslocal, *dis.hasfree):
            read.update(each.argval if isinstance(each.argval, tuple) else (each.argval,))
    code = function.__code__
    return [name for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount][1:] if name not in read]


def arguments_given(rule: Rule, line: RuleLine, facts: Mapping[str, SharedFact]) -> dict[str, object]:
    """Return the keyword arguments of a rule's function by name: values of its line, names of a fact, or defaults."""
    values = dict[str, object]()
    for name, key, each in rule.own:
        if each is None:
            values[name] = line.advantage
        elif each.fact:
            shared = facts.get(each.fact)
            values[name] = shared.names if shared else ()
        elif each.keys:
            values[name] = {other: value for other, value in line.given.items() if other not in rule.given}
        else:
            values[name] = line.given.get(key, each.default)
    return values


def values_given(parameters: Parameters, line: RuleLine, facts: Mapping[str, SharedFact]) -> dict[str, Given]:
    """Return the values that a line and the facts of its rule set have for a rule, by key. A value of the line
    replaces that of a fact."""
    values = dict[str, Given]()
    for key, each in parameters.items():
        shared = facts.get(each.fact) if each.fact else None
        if shared:
            values[key] = shared.names
    return {**values, **line.given}


def table_of(parameters: Parameters) -> str:
    """Return the key of the parameter that is a table of values, such as ``<unit>``; empty if there is none."""
    return next((key for key in parameters if key in TABLES), "")


def parameter_of(parameters: Parameters, key: str) -> Parameter | None:
    """Return the parameter of a key of a rule line. It is the one of that name; else the rule's table, which has
    entries under such keys; else None."""
    return parameters.get(key) or parameters.get(table_of(parameters))


def check_given(parameters: Parameters, line: RuleLine, facts: Container[str]) -> Iterator[Finding]:
    """Yield findings about the values that a line has for its rule: unknown, missing, of the wrong type. ``parameters``
    are those of the rule, ``facts`` the names of the facts that the rule set has."""
    known = [name for name, each in parameters.items() if not each.fact]
    takes = f"the rule takes {', '.join(known)}" if known else "the rule takes no values: remove it"
    for key, value in line.given.items():
        at, parameter = line.lines.get(key, line.line), parameter_of(parameters, key)
        if parameter is None or parameter.fact:
            what = f"unknown key '{key}' given to '{line.rule}'"
            yield Finding(what, line.file, at, suggest(key, known) or takes)
        elif told := _ill_typed(parameter, value):
            yield Finding(f"'{key}' given to '{line.rule}' must be {told}", line.file, at, takes)
    for key, each in parameters.items():
        there = key in line.given or (key in TABLES and any(other not in parameters for other in line.given))
        if each.fact:
            if each.required and each.fact not in facts:
                what = f"'{line.rule}' needs the fact '{each.fact}'"
                yield Finding(what, line.file, line.line, f"add '{each.fact}' under 'facts': {FACTS[each.fact].means}")
        elif each.required and not there:
            yield Finding(f"'{line.rule}' needs '{key}' under 'given'", line.file, line.line, takes)


def _ill_typed(parameter: Parameter, value: Given) -> str:
    """Return a description of the type that a parameter requires if a value has another; else an empty string."""
    if parameter.kind == NUMBER:
        return "" if isinstance(value, int) else "a number"
    if isinstance(value, int) or not value:
        return f"a list of names, each {'an' if parameter.kind[0] in 'aeiou' else 'a'} {parameter.kind}"
    many = parameter.most and len(value) > parameter.most
    return f"a list of at most {parameter.most} name{'s' * (parameter.most != 1)}" if many else ""
