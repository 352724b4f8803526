"""Scenarios as values, and operations on positions in the form of a file.

A scenario is checked once, when it is read from YAML; a kept scenario is not checked again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from kb.base.shape import Value as Value
from kb.cases.language.units import changed, table

#: a mapping of a scenario, with ids as names
Plain = Mapping[str, Value]
REFERENCE = "reference"
#: the key of ``expect`` under which a case cites rules
BECAUSE = "because"


@dataclass(frozen=True, slots=True)
class Expectation:
    """An expected result: checks by key, which must all hold; ``step`` and ``round`` limit them to a part of combat."""

    checks: Plain
    step: str = ""
    round: int = 0
    line: int = 0


@dataclass(frozen=True, slots=True)
class Act:
    """One action as written: its kind (``battle``), its main value, and its other values.

    ``refused``: it must be illegal, for whatever reason; ``refused_by``: it must be illegal because of these rules;
    ``then`` has the expectations after it.
    """

    kind: str
    what: Value
    given: Plain = field(default_factory=dict)
    power: str = ""
    dice: tuple[int, ...] = ()
    choices: tuple[tuple[str, Value], ...] = ()
    refused: bool = False
    refused_by: tuple[str, ...] = ()
    which: tuple[str, ...] = ()
    then: tuple[Expectation, ...] = ()
    line: int = 0

    @property
    def must_be_refused(self) -> bool:
        """Whether it must be illegal. It is then judged, but not performed."""
        return self.refused or bool(self.refused_by)


@dataclass(frozen=True, slots=True)
class Case:
    """A position, actions and expectations: a scenario itself, or its contrast.

    ``change`` is the change of a contrast, which ``position`` includes. ``own`` marks a case of a user's file, in which
    ``refused_by`` need not list every rule.
    """

    position: Plain
    do: tuple[Act, ...]
    expect: tuple[Expectation, ...]
    title: str = ""
    change: Plain = field(default_factory=dict)
    line: int = 0
    own: bool = False

    @property
    def expected(self) -> tuple[Expectation, ...]:
        """All expectations: those after single acts, then those at the end."""
        return (*(item for act in self.do for item in act.then), *self.expect)

    @property
    def asks(self) -> bool:
        """Whether the case expects nothing, and is played to see its result."""
        return not self.expected and not any(act.must_be_refused for act in self.do)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules it cites."""
        because = (rule for item in self.expected for rule in item.checks.get(BECAUSE, ()))
        return tuple(dict.fromkeys((*because, *(rule for act in self.do for rule in act.refused_by))))


@dataclass(frozen=True, slots=True)
class Crossing:
    """Another game in which a scenario is played. ``names`` maps names to those of the other game, if they differ.
    ``differs`` lists the lines of its data that cause another result; it is empty if the result is the same."""

    game: str
    board: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    differs: tuple[str, ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True)
class Scenario:
    """A case that proves rulings or sections, its contrasts, and the other games in which it is played."""

    id: str
    game: str
    board: str
    ruleset: str
    case: Case
    contrasts: tuple[Case, ...] = ()
    rulings: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    fingerprints: tuple[str, ...] = ()
    title: str = ""
    proof: str = "play"
    elsewhere: tuple[Crossing, ...] = ()
    file: str = ""
    line: int = 0

    @property
    def name(self) -> str:
        """The game and the id: ``revised/destroyer-hit-shoots-back``."""
        return f"{self.game}/{self.id}"

    @property
    def cases(self) -> tuple[Case, ...]:
        """The case itself, then its contrasts."""
        return (self.case, *self.contrasts)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that it and its contrasts cite."""
        return tuple(dict.fromkeys(rule for case in self.cases for rule in case.rules))


def fingerprint(question: str, answer: str) -> str:
    """Return a short hash of a ruling's text, by which changes of the text are detected."""
    return hashlib.sha256(f"{question}\n{answer}".encode()).hexdigest()[:8]


def overlaid(position: Plain, change: Plain, amounts: bool = False) -> dict[str, Value]:
    """Return a position with a change applied: mappings merge, 0 and empty values remove a key, other values replace.

    Rows of units replace those of their types. Under ``treasuries`` 0 is a value, and an empty list of ``options`` is
    kept.
    """
    made = dict(position)
    for key, value in change.items():
        if key == "options":
            made[key] = value
        elif (value == 0 and not amounts) or value in ({}, [], ()):
            made.pop(key, None)
        elif isinstance(value, tuple):
            made[key] = changed(made.get(key, ()), value)
            if not made[key]:
                del made[key]
        elif isinstance(value, dict):
            below = made.get(key)
            made[key] = overlaid(below if isinstance(below, dict) else {}, value, amounts or key == "treasuries")
        else:
            made[key] = value
    return made


def position_table(position: Value) -> Value:
    """Return a position, a change, or a part of it, as plain values, with units as mappings."""
    if isinstance(position, dict):
        return {key: position_table(value) for key, value in position.items()}
    return table(position) if isinstance(position, tuple) else position
