"""The rules of the engine: named functions, each with its sentences and the parameters that it is given.

The name of a rule is that of its function, with hyphens; what it says in general is the docstring. A rule takes one of
three forms, by where it takes part:

``refuses``  an action: yields the facts of each way in which the action breaks the rule;
``answers``  a question: is given the answer so far and gives its own;
``happens``  at a moment: does what the rule makes happen then.

Which of them apply, with which numbers, and which section or ruling says so is the business of a
game's rule set: the engine knows no game. What an action does when it is legal is told by ``effect_of``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeAlias, TypeVar, cast, overload

from kb.engine.core import given
from kb.engine.core.actions import Action
from kb.engine.core.position import Facts
from kb.engine.core.questions import Adjustment, MisdeclaredRule, Moment, Question, check_fit, check_sentence

if TYPE_CHECKING:
    from kb.engine.core.play import Play

A = TypeVar("A")
R = TypeVar("R")
P = ParamSpec("P")
One = TypeVar("One", bound=Action)
Two = TypeVar("Two", bound=Action)
Three = TypeVar("Three", bound=Action)
F = TypeVar("F", bound=Callable[..., object])
#: a decorator that registers a function and returns it unchanged
Decorator: TypeAlias = Callable[[Callable[P, R]], Callable[P, R]]
Breaches: TypeAlias = Iterator[Facts]


class Form(StrEnum):
    """The form of a rule."""

    REFUSES = "refuses"
    ANSWERS = "answers"
    HAPPENS = "happens"


@dataclass(frozen=True, slots=True)
class Rule:
    """A named rule: its form, where it takes part, its sentences, its parameters and its function.

    ``points`` are the names of the question or of the moment, or of the ``actions`` that it may refuse; a rule of the
    class ``Action`` is asked of all of them. ``says`` is a template
    over the facts of one firing: ``{unit} may not enter {space}.`` ``about`` is what the rule says in general, a
    template over the values that a rule set gives to it: ``A rocket flies at most {spaces:space}.``
    (:mod:`kb.text.rules` has its syntax). ``given`` are the parameters by key.
    """

    name: str
    form: Form
    points: tuple[str, ...]
    says: str
    about: str
    given: given.Parameters
    function: Callable[..., object]
    actions: tuple[type[Action], ...] = ()


#: every rule the engine knows, by name, in the order of their files
RULES: dict[str, Rule] = {}
#: what each action does once it is legal
EFFECTS: dict[type[Action], Callable[[Play, Action], None]] = {}
#: the actions of each kind that may be legal for a power
CANDIDATES: dict[type[Action], Callable[[Play, str], Iterator[Action]]] = {}


def _register(
    function: F,
    form: Form,
    points: tuple[str, ...],
    says: str,
    name: str,
    about: str,
    actions: tuple[type[Action], ...] = (),
) -> F:
    """Enter a rule, by default under its function's name with hyphens and with its docstring as the sentence."""
    name = name or rule_name(function)
    about = about or " ".join((function.__doc__ or _docstring_in_source(function)).split())
    if name in RULES:
        raise MisdeclaredRule(function, f"two rules are named {name}")
    if not about:
        raise MisdeclaredRule(function, f"{name} needs a docstring that says what the rule says in general")
    RULES[name] = Rule(name, form, points, says, about, given.declared_parameters(function), function, actions)
    return function


def _docstring_in_source(function: Callable[..., object]) -> str:
    """The docstring of a function of a module, read from its file: an interpreter with ``-OO`` keeps none."""
    import ast
    import inspect
    import textwrap

    definition = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    return ast.get_docstring(cast(ast.FunctionDef, definition)) or ""


def rule_name(function: Callable[..., object]) -> str:
    """The name of the rule that a function is: its own, with hyphens."""
    return function.__name__.replace("_", "-")


@overload
def refuses(says: str, one: type[One], /) -> Decorator[[Play, One], Breaches]: ...
@overload
def refuses(says: str, one: type[One], two: type[Two], /) -> Decorator[[Play, One | Two], Breaches]: ...
@overload
def refuses(
    says: str, one: type[One], two: type[Two], three: type[Three], /
) -> Decorator[[Play, One | Two | Three], Breaches]: ...
@overload
def refuses(says: str, /, *actions: type[Action]) -> Callable[[F], F]: ...
def refuses(says: str, /, *actions: type[Action]) -> Callable[[F], F]:
    """A rule that forbids: ``function(play, action)`` yields the facts of each breach."""
    points = tuple(action.__name__ for action in actions)

    def take(function: F) -> F:
        taken = function.__code__.co_varnames[: function.__code__.co_argcount]
        named = str(function.__annotations__.get("action")).split(" | ")
        if taken != ("play", "action") or {*named} != {*points}:
            wanted = f"(play, action: {' | '.join(points)})"
            raise MisdeclaredRule(function, f"{function.__name__} must be given {wanted}")
        return _register(function, Form.REFUSES, points, says, "", "", actions)

    return take


def answers(
    says: str, question: Question[P, A] | Adjustment[P, A], *, name: str = "", about: str = ""
) -> Decorator[Concatenate[Play, A, P], A]:
    """A rule that decides or alters: ``function(play, answer, **facts)`` gives the new answer.

    It has fired when it gave another answer than it was given. A function that is made for several rules gets the
    ``name`` and the sentence of each here.
    """

    def take(function: Callable[Concatenate[Play, A, P], A]) -> Callable[Concatenate[Play, A, P], A]:
        check_fit(function, question.facts, ("play", "answer"), question.answer)
        check_sentence(function, name or function.__name__, says, (*question.facts, "was", "now"))
        return _register(function, Form.ANSWERS, (question.name,), says, name, about)

    return take


def happens(says: str, moment: Moment[P]) -> Decorator[Concatenate[Play, P], None]:
    """A rule that acts: ``function(play, **facts)`` makes events; it has fired when it made any."""

    def take(function: Callable[Concatenate[Play, P], None]) -> Callable[Concatenate[Play, P], None]:
        check_fit(function, moment.facts, ("play",), "None")
        check_sentence(function, function.__name__, says, moment.facts)
        return _register(function, Form.HAPPENS, (moment.name,), says, "", "")

    return take


def effect_of(action: type[One]) -> Decorator[[Play, One], None]:
    """Register what an action does: ``function(play, action)``, called only for a legal action."""
    return _note(cast("dict[type[One], Callable[[Play, One], None]]", EFFECTS), action)


def candidates(action: type[Action]) -> Decorator[[Play, str], Iterator[Action]]:
    """Register what actions of a kind may be legal: ``function(play, power)`` yields them without asking the rules."""
    return _note(CANDIDATES, action)


def _note(table: dict[type[One], Callable[P, R]], action: type[One]) -> Decorator[P, R]:
    def take(function: Callable[P, R]) -> Callable[P, R]:
        if action in table:
            raise MisdeclaredRule(function, f"a second function for {action.__name__}")
        table[action] = function
        return function

    return take
