"""The rules of the engine: named functions, each with its sentences and its parameters.

A rule takes one of these forms, by the place at which it takes part:

``refuses``  an action: yields the facts of each way in which the action breaks the rule, or returns whether it, or a
             unit of it, does;
``allows``   a question: its answer becomes True if the function returns True;
``forbids``  a question: its answer becomes False if the function returns True;
``changes``  the answer to a question: is given the answer so far and returns another;
``owes``     the end of a phase: yields the facts of each duty that a power whose turn it is has not done yet;
``happens``  a moment: the function acts then;
``holds``    when a procedure of the engine asks for it by name: whether the rule applies to some facts.

::

    @forbids("{unit} cannot blitz through {space}: a gun or facility is there.", "passes-hostile-land")
    def complexes_and_guns_stop_a_blitz(play: Play, unit: Unit, space: str, power: str, *, units: Units) -> bool:
        \"\"\"{units:a} stops a blitz.\"\"\"
        return any(enemy.type in units for enemy in play.enemies_at(power, space))

A rule has the name of its function, with hyphens. The docstring of the function states the rule in general. Its
arguments are facts of the rule's question or moment (:mod:`kb.engine.core.points`), by name. Its keyword arguments are
the parameters: the line of a rule set gives their values under ``given``, and the annotation gives their kind. A
table, such as ``NumberByUnit``, takes all keys that no other parameter has: ``given: {fighter: 6}``. A parameter of the
kind ``Fact`` is a fact of the rule set, see :data:`FACTS`. An underscore after the name distinguishes a parameter from
a fact of the rule or a variable.

A condition that many rules share is an argument of the decorator, and the engine evaluates it: ``units="unit"`` lets a
rule apply only if the type of its fact ``unit`` is one of the ``units`` of its line. In the same way ``powers`` and the
like test a power, or the power of a unit or action; ``spaces`` a space; ``technologies`` and ``advantage`` what the
power has; ``uses`` whether an action uses the advantage. If the fact is a list, the rule gets its fitting members, and
applies only if there are any.

A rule that is declared otherwise raises :class:`MisdeclaredRule` when its module is imported. A game's rule set states
which rules apply, with which numbers, and by which section or ruling. The engine knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from string import Formatter
from typing import TYPE_CHECKING, TypeVar, cast

from kb.base.shape import suggest
from kb.engine.core.actions import Action, EndPhase
from kb.engine.core.parameters import GATES, MisdeclaredRule, Parameter, Parameters, own_parameters
from kb.engine.core.points import MOMENTS, PHASES, QUESTIONS

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from kb.engine.core.play import Play

F = TypeVar("F", bound=Callable[..., object])
One = TypeVar("One", bound=Action)
C = TypeVar("C", bound=Callable[..., object])


#: the facts of a refusal that is asked about each unit of an action
FACTS_OF_A_UNIT = ("unit", "owner", "power", "space", "territory")


class Form(StrEnum):
    """The form of a rule."""

    REFUSES = "refuses"
    OWES = "owes"
    ALLOWS = "allows"
    FORBIDS = "forbids"
    CHANGES = "changes"
    HAPPENS = "happens"
    HOLDS = "holds"


@dataclass(frozen=True, slots=True)
class Rule:
    """A named rule: its form, the points at which it takes part, its sentences, its parameters and its function.

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
    function: Callable[..., object]
    actions: tuple[type[Action], ...] = ()
    gates: tuple[tuple[str, str], ...] = ()
    own: tuple[tuple[str, str, Parameter | None], ...] = ()


#: every rule the engine knows, by name, in the order of their files
RULES: dict[str, Rule] = {}
#: the effect of each kind of action
EFFECTS: dict[type[Action], Callable[[Play, Action], None]] = {}
#: the actions of each kind that may be legal for a power
CANDIDATES: dict[type[Action], Callable[[Play, str], Iterator[Action]]] = {}


def refuses(says: str, /, *actions: type[Action], **gates: str) -> Callable[[F], F]:
    """Return a decorator for a rule that refuses actions: ``function(play, action)`` yields the facts of each breach.

    ``says`` is the sentence of a breach. Each of ``gates`` is a condition: a key of the rule line, and the name of the
    fact that has to fit the value of this key. A function annotated with ``IsBreach`` returns whether the action breaks
    the rule, and its sentence names fields of the action. One that names the fact ``unit`` is asked about each unit of
    the action.
    """
    points = tuple(action.__name__ for action in actions)

    def take(function: F) -> F:
        """Register the rule and return its function."""
        known = ("action", "unit") if returns_breach(function) else ("action",)
        return _register(function, Form.REFUSES, says, points, gates, known, actions)

    return take


def owes(says: str, /, *phases: str, before: tuple[type[Action], ...] = (), **gates: str) -> Callable[[F], F]:
    """Return a decorator for a duty: ``function(play, power)`` yields the facts of each act that a power has to do
    before one of the phases ends.

    The rule refuses the end of the phase, and actions of the kinds ``before``, after which the duty could not be done.
    """

    def take(function: F) -> F:
        """Register the duty and return its function. Raises :class:`MisdeclaredRule` for an unknown phase."""
        if unknown := [each for each in phases if each not in PHASES]:
            raise MisdeclaredRule(function, f"unknown phase '{unknown[0]}'", suggest(unknown[0], PHASES))
        return _register(function, Form.OWES, says, phases, gates, ("power",), (EndPhase, *before))

    return take


def allows(says: str, *questions: str, **gates: str) -> Callable[[F], F]:
    """Return a decorator, as :func:`refuses`, for a rule that answers True if ``function(play, **facts)`` is true."""
    return lambda function: _answers(function, Form.ALLOWS, says, questions, gates)


def forbids(says: str, *questions: str, **gates: str) -> Callable[[F], F]:
    """Return a decorator, as :func:`refuses`, for a rule that answers False if ``function(play, **facts)`` is true."""
    return lambda function: _answers(function, Form.FORBIDS, says, questions, gates)


def changes(says: str, *questions: str, **gates: str) -> Callable[[F], F]:
    """Return a decorator, as :func:`refuses`, for a rule: ``function(play, answer, **facts)`` returns a new answer."""
    return lambda function: _answers(function, Form.CHANGES, says, questions, gates)


def happens(says: str, *moments: str, **gates: str) -> Callable[[F], F]:
    """Return a decorator, as :func:`refuses`, for a rule: ``function(play, **facts)`` makes events at a moment."""

    def take(function: F) -> F:
        """Register the rule and return its function. Raises :class:`MisdeclaredRule` for an unknown moment."""
        if unknown := [each for each in moments if each not in MOMENTS]:
            raise MisdeclaredRule(function, f"unknown moment '{unknown[0]}'", suggest(unknown[0], MOMENTS))
        known = set.intersection(*({*MOMENTS[each]} for each in moments))
        return _register(function, Form.HAPPENS, says, moments, gates, known)

    return take


def holds(says: str, **gates: str) -> Callable[[F], F]:
    """Return a decorator for a rule that code asks for by name: ``function(play, **facts)`` returns whether the rule
    applies, or with ``IsBreach`` whether it is broken. ``says`` is the sentence if that is true."""
    return lambda function: _register(function, Form.HOLDS, says, (), gates)


def _answers(function: F, form: Form, says: str, questions: tuple[str, ...], gates: Mapping[str, str]) -> F:
    """Register a rule that answers questions, and return its function. Raises :class:`MisdeclaredRule` without a
    question, and for an unknown one."""
    if unknown := [each for each in questions if each not in QUESTIONS]:
        raise MisdeclaredRule(function, f"unknown question '{unknown[0]}'", suggest(unknown[0], QUESTIONS))
    if not questions:
        raise MisdeclaredRule(
            function, f"{rule_name(function)} answers no question", "kb/engine/core/points.py has them"
        )
    known = set.intersection(*({*QUESTIONS[each]} for each in questions))
    known |= {"answer", "was", "now"} if form is Form.CHANGES else set()
    return _register(function, form, says, questions, gates, known)


def _register(
    function: F,
    form: Form,
    says: str,
    points: tuple[str, ...],
    gates: Mapping[str, str],
    known: Iterable[str] | None = None,
    actions: tuple[type[Action], ...] = (),
) -> F:
    """Add a rule, asked at some ``points``, to :data:`RULES`, and return its function. ``known`` are the facts that it
    may name; None: any. Raises :class:`MisdeclaredRule` for an invalid declaration."""
    name = rule_name(function)
    about = " ".join((function.__doc__ or "").split())
    first, *facts = function.__code__.co_varnames[: function.__code__.co_argcount] or ("",)
    if not about:
        raise MisdeclaredRule(function, f"{name} needs a docstring that states the rule in general")
    if name in RULES:
        raise MisdeclaredRule(function, f"two rules are named {name}")
    if first != "play":
        raise MisdeclaredRule(function, f"{function.__name__} must be given play first")
    said = {field.partition(".")[0] for _, field, _, _ in Formatter().parse(says) if field}
    named = (*facts, *gates.values(), *(said if form not in (Form.REFUSES, Form.OWES) else ()))
    if known is not None and (unknown := [each for each in named if each not in known]):
        message = f"{name} names {unknown[0]}, which is not a fact of {' or '.join(points)}"
        raise MisdeclaredRule(function, message, f"the facts are: {', '.join(sorted(known))}")
    if form is Form.REFUSES and returns_breach(function):
        known_fields = {each.name for action in actions for each in fields(cast("type[DataclassInstance]", action))}
        if strange := sorted(said - known_fields - {*facts} - {*FACTS_OF_A_UNIT} - {"power"}):
            raise MisdeclaredRule(function, f"the sentence of {name} names {strange[0]}, which no action has")
    if unfit := [key for key in gates if key not in (*GATES, "advantage", "uses")]:
        raise MisdeclaredRule(function, f"{name} has no condition '{unfit[0]}'", f"one of {', '.join(GATES)}")
    own = own_parameters(function)
    given = {key: GATES[key] for key in gates if key in GATES} | {key: each for _, key, each in own if each}
    RULES[name] = Rule(name, form, points, says, about, given, (*facts,), function, actions, (*gates.items(),), own)
    return function


def returns_breach(function: Callable[..., object]) -> bool:
    """Return whether a rule that refuses actions is annotated with ``IsBreach``: it returns a bool, not facts."""
    return function.__annotations__.get("return") == "IsBreach"


def rule_name(function: Callable[..., object]) -> str:
    """Return the name of the rule that a function is: its own, with hyphens."""
    return function.__name__.replace("_", "-")


def effect_of(action: type[One]) -> Callable[[F], F]:
    """Return a decorator that registers the effect of an action: ``function(play, action)``, called if it is legal."""
    return lambda function: _enter(EFFECTS, action, function)


def candidates(action: type[Action]) -> Callable[[F], F]:
    """Return a decorator that registers the candidates of a kind of action: ``function(play, power)`` yields those
    that may be legal, without asking the rules."""
    return lambda function: _enter(CANDIDATES, action, function)


def _enter(table: dict[type[Action], C], action: type[Action], function: F) -> F:
    """Add a function to a table by action, and return it. Raises :class:`MisdeclaredRule` if the action has one."""
    if action in table:
        raise MisdeclaredRule(function, f"a second function for {action.__name__}")
    table[action] = cast("C", function)
    return function
