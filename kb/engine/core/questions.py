"""Questions and moments: the places where rules take part in what the engine does.

The engine *asks* a question (``play.ask(strikes_first, unit=unit)``) and each rule in force that answers it may change
the answer; it *announces* a moment (``play.announce(captured, ...)``) and each rule in force for it may make something
happen. Both are declared as functions without a body, all of them in :mod:`kb.engine.questions` and
:mod:`kb.engine.moments`: a sentence for readers, the name, what the rules are told (the facts), the type of the answer.

A rule that does not fit its question raises :class:`MisdeclaredRule` when its module is imported; mypy finds the same.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Generic, ParamSpec, TypeVar, cast

from kb.base import paths
from kb.base.errors import Finding, KBError

P = ParamSpec("P")
A = TypeVar("A", covariant=True)


@dataclass(frozen=True, slots=True, eq=False)
class Question(Generic[P, A]):
    """A question: its name, what it asks, the facts that rules are told by type, and the answer without rules."""

    name: str
    sentence: str
    facts: Mapping[str, str]
    answer: str
    default: A


@dataclass(frozen=True, slots=True, eq=False)
class Adjustment(Generic[P, A]):
    """A question whose first answer comes from whoever asks; ``start`` says in words what that is."""

    name: str
    sentence: str
    facts: Mapping[str, str]
    answer: str
    start: str


@dataclass(frozen=True, slots=True, eq=False)
class Moment(Generic[P]):
    """A moment at which rules make things happen: its name, when it comes, and the facts that rules are told."""

    name: str
    sentence: str
    facts: Mapping[str, str]


#: every question and moment by name, in the order in which they are declared
QUESTIONS: dict[str, Question[..., object] | Adjustment[..., object]] = {}
MOMENTS: dict[str, Moment[...]] = {}


def question(asks: str, default: object) -> Callable[[Callable[P, A]], Question[P, A]]:
    """Declare a question by a function without a body; ``default`` is the answer where no rule has another."""

    def declare(function: Callable[P, A]) -> Question[P, A]:
        name, facts, answer = _declared(function)
        made: Question[P, A] = Question(name, asks, facts, answer, cast(A, default))
        QUESTIONS[_new(name, QUESTIONS)] = made
        return made

    return declare


def adjustment(asks: str, start: str) -> Callable[[Callable[P, A]], Adjustment[P, A]]:
    """Declare a question whose first answer is given by whoever asks: ``start`` in words."""

    def declare(function: Callable[P, A]) -> Adjustment[P, A]:
        name, facts, answer = _declared(function)
        made: Adjustment[P, A] = Adjustment(name, asks, facts, answer, start)
        QUESTIONS[_new(name, QUESTIONS)] = made
        return made

    return declare


def moment(comes: str) -> Callable[[Callable[P, None]], Moment[P]]:
    """Declare a moment by a function without a body; ``comes`` says when it comes."""

    def declare(function: Callable[P, None]) -> Moment[P]:
        name, facts, _ = _declared(function)
        made: Moment[P] = Moment(name.replace("-", " "), comes, facts)
        MOMENTS[_new(made.name, MOMENTS)] = made
        return made

    return declare


def _declared(function: Callable[..., object]) -> tuple[str, Mapping[str, str], str]:
    """The name, the types of the facts and the type of the answer of a function without a body."""
    facts = dict(function.__annotations__)
    answer = facts.pop("return")
    return function.__name__.replace("_", "-"), facts, answer


def _new(name: str, known: Container[str]) -> str:
    """The name. Raises :class:`TypeError` for one that is taken."""
    if name in known:
        raise TypeError(f"two questions or moments are named {name}")
    return name


class MisdeclaredRule(KBError, TypeError):
    """A rule of the engine that is not declared as rules are."""

    def __init__(self, function: Callable[..., object], message: str, hint: str = "") -> None:
        code = function.__code__
        super().__init__(Finding(message, paths.shown(code.co_filename), code.co_firstlineno, hint))


def check_sentence(function: Callable[..., object], name: str, says: str, told: Iterable[str]) -> None:
    """Raise :class:`MisdeclaredRule` if the sentence of a firing names a fact that the rule is not told of."""
    fields = {field.partition(".")[0] for _, field, _, _ in Formatter().parse(says) if field}
    if missing := sorted(fields - {*told}):
        raise MisdeclaredRule(
            function, f"the sentence of {name} names {', '.join(missing)}, which is no fact of its question or moment"
        )


def check_fit(function: Callable[..., object], facts: Mapping[str, str], before: tuple[str, ...], answer: str) -> None:
    """Raise :class:`MisdeclaredRule` unless a function takes ``before`` and then the facts, and returns the answer.

    The rule's own parameters follow by keyword, see :mod:`kb.engine.core.given`.
    """
    code, own = function.__code__, function.__annotations__
    names = code.co_varnames[: code.co_argcount]
    told = {name: own.get(name) for name in names[len(before) :]}
    if names[: len(before)] != before or told != facts or own.get("return") != answer:
        wanted = ", ".join([*before, *(f"{name}: {kind}" for name, kind in facts.items())])
        raise MisdeclaredRule(function, f"{function.__qualname__} must be given ({wanted}) and return {answer}")
    if len(before) > 1 and before[1] == "answer" and own.get("answer") != answer:
        raise MisdeclaredRule(function, f"the answer that {function.__qualname__} is given must be of type {answer}")
