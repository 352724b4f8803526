"""The rules of the engine: named functions, each with its sentences and its parameters.

A rule takes one of these forms, by where it takes part:

``refuses``  an action: yields the facts of each way in which the action breaks the rule, or returns whether it, or a
             unit of it, does;
``allows``   a question: its answer becomes True if the function returns True;
``forbids``  a question: its answer becomes False if the function returns True;
``changes``  the answer to a question: is given the answer so far and returns another;
``happens``  a moment: the function acts then;
``holds``    where a procedure of the engine asks for it by name: whether the rule applies to some facts.

::

    @forbids("{unit} cannot blitz through {space}: a complex or gun is there.", "passes-hostile-land")
    def complexes_and_guns_stop_a_blitz(play: Play, unit: Unit, space: str, power: str, *, units: Units) -> bool:
        \"\"\"{units:a} stops a blitz.\"\"\"
        return any(enemy.type in units for enemy in play.enemies_at(power, space))

The name of a rule is that of its function, with hyphens. Its docstring states the rule in general. A function
names the facts that it uses, of those of its question or moment (:mod:`kb.engine.core.points`). Its keyword arguments
are its parameters: the line of a rule set gives their values under ``given``, and the annotation says of which kind
they are. A table, such as ``NumberByUnit``, takes all keys that no other parameter has: ``given: {fighter: 6}``. A
parameter of the kind ``Fact`` is a fact of the rule set, see :data:`FACTS`. An underscore after its name keeps a
parameter apart from a fact of the rule or a variable.

A condition that many rules share is an argument of the decorator, and the engine evaluates it: ``units="unit"`` lets a
rule apply only if the type of its fact ``unit`` is one of the ``units`` of its line. So do ``powers`` and the like with
a power, or that of a unit or action, ``spaces`` with a space, ``technologies`` and ``advantage`` with those of the
power, ``uses`` with an action that uses the advantage. If the fact is a list, the rule gets its fitting members, and
applies only if there are any.

A rule that is not declared so raises :class:`MisdeclaredRule` when its module is imported. Which rules apply, with
which numbers, and which section or ruling says so is the business of a game's rule set: the engine knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from string import Formatter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from kb.base import paths
from kb.base.errors import Finding, KBError
from kb.base.shape import suggest
from kb.engine.core.actions import Action
from kb.engine.core.points import MOMENTS, QUESTIONS
from kb.engine.core.position import Facts
from kb.games.rulesets import Given, RuleLine, SharedFact

if TYPE_CHECKING:
    from kb.engine.core.play import Play

F = TypeVar("F", bound=Callable[..., object])
One = TypeVar("One", bound=Action)
Breaches: TypeAlias = Iterator[Facts]

# -- the kinds of parameters, as the annotations of rules name them

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
FactTable: TypeAlias = Mapping[str, Names]
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
    is the kind of its keys. One that is not ``required`` has the ``default`` where it is left out. ``most`` is the
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


# -- facts of a rule set


@dataclass(frozen=True, slots=True)
class RuleSetFact:
    """A fact that several rules share; ``kind`` is the kind of its names, ``means`` describes them in a line.

    A table has ``keys`` of some kind, and names for each. A rule set lists facts with their sources.
    """

    kind: str
    means: str
    keys: str = ""


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
    "phases-of-actions": RuleSetFact("phase", "the phases in which this kind of action may be taken", "action"),
}


# -- declaring rules


class Form(StrEnum):
    """The form of a rule."""

    REFUSES = "refuses"
    ALLOWS = "allows"
    FORBIDS = "forbids"
    CHANGES = "changes"
    HAPPENS = "happens"
    HOLDS = "holds"


@dataclass(frozen=True, slots=True)
class Rule:
    """A named rule: its form, where it takes part, its sentences, its parameters and its function.

    ``points`` are the names of its question or moments, or of the ``actions`` that it may refuse; a rule of the class
    ``Action`` is asked of all of them. ``says`` is a template over the facts of one firing: ``{unit} may not enter
    {space}.`` ``about`` states the rule in general, as a template over the values of its line:
    ``A rocket flies at most {spaces:space}.`` (:mod:`kb.text.rules` has its syntax). ``given`` are the parameters by
    key. ``facts`` are those that the function names; ``gates`` are the conditions, a key of the line and a fact each;
    ``own`` are its keyword arguments, each with its key and parameter, None for the advantage of the line.
    """

    name: str
    form: Form
    points: tuple[str, ...]
    says: str
    about: str
    given: Parameters
    facts: tuple[str, ...]
    function: Callable[..., Any]
    actions: tuple[type[Action], ...] = ()
    gates: tuple[tuple[str, str], ...] = ()
    own: tuple[tuple[str, str, Parameter | None], ...] = ()


#: the keys of a line that may be conditions of rules, with the kinds of their names
GATES = {
    **dict.fromkeys(("powers", "on", "against", "protectors"), Parameter("power")),
    "units": Parameter("unit"),
    "spaces": Parameter("space"),
    "technologies": Parameter("technology"),
}

#: every rule the engine knows, by name, in the order of their files
RULES: dict[str, Rule] = {}
#: the effect of each kind of action
EFFECTS: dict[type[Action], Callable[[Play, Action], None]] = {}
#: the actions of each kind that may be legal for a power
CANDIDATES: dict[type[Action], Callable[[Play, str], Iterator[Action]]] = {}


class MisdeclaredRule(KBError, TypeError):
    """A rule of the engine that is not declared as rules are."""

    def __init__(self, function: Callable[..., object], message: str, hint: str = "") -> None:
        code = function.__code__
        super().__init__(Finding(message, paths.shown(code.co_filename), code.co_firstlineno, hint))


def refuses(says: str, /, *actions: type[Action], **gates: str) -> Callable[[F], F]:
    """Return a rule that refuses actions: ``function(play, action)`` yields the facts of each breach.

    One whose annotation is ``bool`` returns whether the action breaks the rule, of which its sentence names the fields;
    one that names the fact ``unit`` is asked about each unit of the action.
    """
    points = tuple(action.__name__ for action in actions)
    return lambda function: _register(function, Form.REFUSES, says, points, gates, ("action", "unit"), actions)


def allows(says: str, *questions: str, **gates: str) -> Callable[[F], F]:
    """Return a rule that answers a question with True where ``function(play, **facts)`` returns True."""
    return lambda function: _answers(function, Form.ALLOWS, says, questions, gates)


def forbids(says: str, *questions: str, **gates: str) -> Callable[[F], F]:
    """Return a rule that answers a question with False where ``function(play, **facts)`` returns True."""
    return lambda function: _answers(function, Form.FORBIDS, says, questions, gates)


def changes(says: str, *questions: str, **gates: str) -> Callable[[F], F]:
    """Return a rule that changes an answer: ``function(play, answer, **facts)`` returns the new one.

    One without a question answers ``play.ask`` by its own name.
    """
    return lambda function: _answers(function, Form.CHANGES, says, questions, gates)


def happens(says: str, *moments: str, **gates: str) -> Callable[[F], F]:
    """Return a rule that acts: ``function(play, **facts)`` makes events; it has fired when it made any."""

    def take(function: F) -> F:
        if unknown := [each for each in moments if each not in MOMENTS]:
            raise MisdeclaredRule(function, f"no moment '{unknown[0]}'", suggest(unknown[0], MOMENTS))
        known = set.intersection(*({*MOMENTS[each]} for each in moments))
        return _register(function, Form.HAPPENS, says, moments, gates, known)

    return take


def holds(says: str, **gates: str) -> Callable[[F], F]:
    """Return a rule that a procedure asks for by its name: ``function(play, **facts)`` returns whether it applies."""
    return lambda function: _register(function, Form.HOLDS, says, (), gates)


def _answers(function: F, form: Form, says: str, questions: tuple[str, ...], gates: Mapping[str, str]) -> F:
    known: set[str] | None = None
    if unknown := [each for each in questions if each not in QUESTIONS]:
        raise MisdeclaredRule(function, f"no question '{unknown[0]}'", suggest(unknown[0], QUESTIONS))
    if questions:
        known = set.intersection(*({*QUESTIONS[each]} for each in questions))
        known |= {"answer", "was", "now"} if form is Form.CHANGES else set()
    return _register(function, form, says, questions or (rule_name(function),), gates, known)


def _register(
    function: F,
    form: Form,
    says: str,
    points: tuple[str, ...],
    gates: Mapping[str, str],
    known: Iterable[str] | None = None,
    actions: tuple[type[Action], ...] = (),
) -> F:
    """Enter a rule. ``known`` are the facts that it may name, None where the caller passes the facts."""
    name = rule_name(function)
    about = " ".join((function.__doc__ or _docstring_in_source(function)).split())
    first, *facts = function.__code__.co_varnames[: function.__code__.co_argcount] or ("",)
    if not about:
        raise MisdeclaredRule(function, f"{name} needs a docstring that says what the rule says in general")
    if name in RULES:
        raise MisdeclaredRule(function, f"two rules are named {name}")
    if first != "play":
        raise MisdeclaredRule(function, f"{function.__name__} must be given play first")
    said = {field.partition(".")[0] for _, field, _, _ in Formatter().parse(says) if field}
    named = (*facts, *gates.values(), *(said if form is not Form.REFUSES else ()))
    if known is not None and (unknown := [each for each in named if each not in known]):
        message = f"{name} names {unknown[0]}, which is no fact of {' or '.join(points)}"
        raise MisdeclaredRule(function, message, f"the facts are: {', '.join(sorted(known))}")
    if unfit := [key for key in gates if key not in (*GATES, "advantage", "uses")]:
        raise MisdeclaredRule(function, f"{name} has no condition '{unfit[0]}'", f"one of {', '.join(GATES)}")
    own = _own_parameters(function)
    given = {key: GATES[key] for key in gates if key in GATES} | {key: each for _, key, each in own if each}
    RULES[name] = Rule(name, form, points, says, about, given, (*facts,), function, actions, (*gates.items(),), own)
    return function


def _docstring_in_source(function: Callable[..., object]) -> str:
    """Return the docstring of a function of a module, read from its file: an interpreter with ``-OO`` keeps none."""
    import ast
    import inspect
    import textwrap

    definition = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    return ast.get_docstring(cast(ast.FunctionDef, definition)) or ""


def rule_name(function: Callable[..., object]) -> str:
    """Return the name of the rule that a function is: its own, with hyphens."""
    return function.__name__.replace("_", "-")


def effect_of(action: type[One]) -> Callable[[F], F]:
    """Register the effect of an action: ``function(play, action)``, called only for a legal action."""
    return lambda function: _enter(EFFECTS, action, function)


def candidates(action: type[Action]) -> Callable[[F], F]:
    """Register the actions of a kind that may be legal: ``function(play, power)`` yields them without asking the
    rules."""
    return lambda function: _enter(CANDIDATES, action, function)


def _enter(table: dict[Any, Any], action: type[Action], function: F) -> F:
    if action in table:
        raise MisdeclaredRule(function, f"a second function for {action.__name__}")
    table[action] = function
    return function


# -- parameters, and the values that rule sets give to them


def _own_parameters(function: Callable[..., object]) -> tuple[tuple[str, str, Parameter | None], ...]:
    """Return the keyword arguments of a rule's function, each with its key and parameter; the key of a table is
    ``<unit>``."""
    code, defaults = function.__code__, getattr(function, "__kwdefaults__", None) or {}
    found = list[tuple[str, str, Parameter | None]]()
    for name in code.co_varnames[code.co_argcount :][: code.co_kwonlyargcount]:
        kind = str(function.__annotations__.get(name, "")).removesuffix(" | None")
        if kind == "Advantage":
            found.append((name, "", None))
            continue
        fact = name.replace("_", "-") if kind in ("Fact", "FactTable") else ""
        if fact and fact not in FACTS:
            raise MisdeclaredRule(function, f"no fact '{fact}'", suggest(fact, FACTS))
        if not fact and kind not in _KINDS:
            message = f"{name} of {function.__qualname__} has no kind of a parameter as its annotation"
            raise MisdeclaredRule(function, message, suggest(kind, _KINDS) or f"one of {', '.join(_KINDS)}")
        each = Parameter(FACTS[fact].kind, FACTS[fact].keys) if fact else _KINDS[kind]
        key = f"<{each.keys}>" if each.keys else name.rstrip("_")
        required, default = name not in defaults, defaults.get(name)
        found.append((name, key, Parameter(each.kind, each.keys, required, default, each.most, fact)))
    return tuple(found)


def unread_parameters(function: Callable[..., object]) -> list[str]:
    """Return the parameters that a rule's function declares and never reads."""
    import dis  # only a build looks for them

    read: set[object] = set()
    for each in dis.get_instructions(function.__code__):
        if "LOAD_" in each.opname and each.opcode in (*dis.haslocal, *dis.hasfree):
            read.update(each.argval if isinstance(each.argval, tuple) else (each.argval,))
    code = function.__code__
    return [name for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount][1:] if name not in read]


def arguments_given(rule: Rule, line: RuleLine, facts: Mapping[str, SharedFact]) -> dict[str, object]:
    """Return the keyword arguments of a rule's function: values of its line, of a fact, or defaults."""
    values = dict[str, object]()
    for name, key, each in rule.own:
        if each is None:
            values[name] = line.advantage
        elif each.fact:
            shared = facts.get(each.fact)
            values[name] = (shared.table if each.keys else shared.names) if shared else ()
        elif each.keys:
            values[name] = {other: value for other, value in line.given.items() if other not in rule.given}
        else:
            values[name] = line.given.get(key, each.default)
    return values


def values_given(parameters: Parameters, line: RuleLine, facts: Mapping[str, SharedFact]) -> dict[str, Given]:
    """Return the values that a line and the facts of its rule set have for a rule, by key."""
    values = dict[str, Given]()
    for key, each in parameters.items():
        shared = facts.get(each.fact) if each.fact else None
        if shared and each.keys:
            values.update(shared.table)
        elif shared:
            values[key] = shared.names
    return {**values, **line.given}


def table_of(parameters: Parameters) -> str:
    """Return the key of a table, such as ``<unit>``; empty where a rule has none."""
    return next((key for key in parameters if key in TABLES), "")


def parameter_of(parameters: Parameters, key: str) -> Parameter | None:
    """Return the parameter that a key of a rule line belongs to."""
    return parameters.get(key) or parameters.get(table_of(parameters))


def check_given(parameters: Parameters, line: RuleLine, facts: Container[str]) -> Iterator[Finding]:
    """Yield findings about the values that a line has for its rule: unknown, missing, of the wrong type."""
    known = [name for name, each in parameters.items() if not each.fact]
    takes = f"it is given: {', '.join(known)}" if known else "it is given nothing: remove it"
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
                yield Finding(what, line.file, line.line, f"under facts, say {FACTS[each.fact].means}")
        elif each.required and not there:
            yield Finding(f"'{line.rule}' needs '{key}' under given", line.file, line.line, takes)


def _ill_typed(parameter: Parameter, value: Given) -> str:
    """Return the required type of a value that has another; otherwise an empty text."""
    if parameter.kind == NUMBER:
        return "" if isinstance(value, int) else "a number"
    if isinstance(value, int) or not value:
        return f"a list of names, each {'an' if parameter.kind[0] in 'aeiou' else 'a'} {parameter.kind}"
    return f"a list of at most {parameter.most} name" if parameter.most and len(value) > parameter.most else ""
