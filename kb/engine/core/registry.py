"""The rules of the engine: named functions, each with its sentence and the parameters that it is given.

A rule takes one of three forms, by where it is asked:

``refuses``  of an action: yields the facts of each way in which the action breaks the rule;
``answers``  of a question: is given the answer so far and gives its own;
``happens``  at a moment: does what the rule makes happen then.

Which of them apply, with which numbers, and which section or ruling says so is the business of a
game's rule set: the engine knows no game. ``effect_of`` registers what an action does when it is legal, ``candidates``
which actions of a kind are worth asking the rules about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from kb.engine.core.actions import Action
from kb.engine.core.given import Parameters

F = TypeVar("F", bound=Callable[..., Any])


class Form(StrEnum):
    """The form of a rule."""

    REFUSES = "refuses"
    ANSWERS = "answers"
    HAPPENS = "happens"


@dataclass(frozen=True, slots=True)
class Rule:
    """A named rule: its form, where it is asked, its sentences, its parameters and its function.

    ``says`` is a template over the facts of one firing: ``{unit} may not enter {space}.`` ``about`` is what the rule
    says in general, a template over the values that a rule set gives to it: ``A rocket flies at most {spaces:space}.``
    (:mod:`kb.build.sentences` has its syntax). ``given`` are the parameters by key.
    """

    name: str
    form: Form
    point: str
    says: str
    about: str
    given: Parameters
    function: Callable[..., Any]


#: every rule the engine knows, by name, in the order of their files
RULES: dict[str, Rule] = {}
#: what each kind of action does once it is legal
EFFECTS: dict[type[Action], Callable[..., None]] = {}
#: for each kind of action a function that gives those which a power might take
CANDIDATES: dict[type[Action], Callable[..., Iterator[Action]]] = {}


_NOTHING: Parameters = {}


def _register(name: str, form: Form, point: str, says: str, about: str, given: Parameters) -> Callable[[F], F]:
    def take(function: F) -> F:
        assert name not in RULES, f"two rules are named {name}"
        RULES[name] = Rule(name, form, point, says, about, given, function)
        return function

    return take


def refuses(name: str, says: str, *actions: type[Action], about: str, given: Parameters = _NOTHING) -> Callable[[F], F]:
    """A rule that forbids: ``function(play, action)`` yields the facts of each breach."""
    return _register(name, Form.REFUSES, " ".join(action.__name__ for action in actions), says, about, given)


def answers(name: str, says: str, question: str, *, about: str, given: Parameters = _NOTHING) -> Callable[[F], F]:
    """A rule that decides or alters: ``function(play, answer, **facts)`` gives the new answer.

    It has fired when it gave another answer than it was given.
    """
    return _register(name, Form.ANSWERS, question, says, about, given)


def happens(name: str, says: str, moment: str, *, about: str, given: Parameters = _NOTHING) -> Callable[[F], F]:
    """A rule that acts: ``function(play, **facts)`` makes events; it has fired when it made any."""
    return _register(name, Form.HAPPENS, moment, says, about, given)


def effect_of(action: type[Action]) -> Callable[[F], F]:
    """Register what an action does: ``function(play, action)``, called only for a legal action."""
    return _note(EFFECTS, action)


def candidates(action: type[Action]) -> Callable[[F], F]:
    """Register what actions of a kind may be legal: ``function(play, power)`` yields them without asking the rules."""
    return _note(CANDIDATES, action)


def _note(table: dict[type[Action], Callable[..., Any]], action: type[Action]) -> Callable[[F], F]:
    def take(function: F) -> F:
        assert action not in table, f"a second function for {action.__name__}"
        table[action] = function
        return function

    return take
