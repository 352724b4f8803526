"""Scenarios as values, these as plain JSON, and operations on positions as a file writes them.

A scenario is checked once, when it is read from YAML; a kept scenario is not checked again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from kb.base.shape import Value as Value
from kb.cases.language.units import changed, table

#: a table of a scenario, its names as ids
Plain = Mapping[str, Value]
REFERENCE = "reference"
#: the key of ``expect`` under which a case cites rules
BECAUSE = "because"


@dataclass(frozen=True, slots=True)
class Expectation:
    """An expected result: checks by key, all of which have to hold, in a ``step`` and ``round`` of combat."""

    checks: Plain
    step: str = ""
    round: int = 0
    line: int = 0


@dataclass(frozen=True, slots=True)
class Act:
    """One action as it is written: its kind (``battle``), its main value, and its further values.

    ``refused``: it must be illegal, no matter why; ``refused_by``: because of these rules; ``then`` are the
    expectations when it is done.
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
        """Whether it has to be illegal. It is then judged, and not done."""
        return self.refused or bool(self.refused_by)


@dataclass(frozen=True, slots=True)
class Case:
    """A position, actions and expectations: a scenario itself, or its contrast.

    ``change`` has the changes of the position by a contrast; ``position`` has it already. ``own``: it is of a file of
    one's own, in which a refusal need not name every rule.
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
        """All that is expected, after single acts and at the end."""
        return (*(item for act in self.do for item in act.then), *self.expect)

    @property
    def asks(self) -> bool:
        """Whether nothing is expected: it is played to see what happens."""
        return not self.expected and not any(act.must_be_refused for act in self.do)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules it cites."""
        because = (rule for item in self.expected for rule in item.checks.get(BECAUSE, ()))
        return tuple(dict.fromkeys((*because, *(rule for act in self.do for rule in act.refused_by))))


@dataclass(frozen=True, slots=True)
class Crossing:
    """Another game in which a scenario is played: ``names`` are what things are called there where they are called
    otherwise; ``differs`` the lines of its data that make it come out otherwise, none where it comes out the same."""

    game: str
    board: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    differs: tuple[str, ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True)
class Scenario:
    """A case of a ruling or section, its contrasts, and where ``elsewhere`` it is played."""

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
        """Its id with the game before it."""
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
    """Return the mark of a ruling's text, by which a change of it is noticed."""
    return hashlib.sha256(f"{question}\n{answer}".encode()).hexdigest()[:8]


def overlaid(position: Plain, change: Plain, amounts: bool = False) -> dict[str, Value]:
    """Return a position with a change laid over it: tables merge, 0 and {} take away, all else replaces.

    Under ``treasuries`` 0 is an amount like others, and an empty list of ``options`` names no option.
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
    """Return a position, a change of one, or a part of it, as plain values, in which units are tables."""
    if isinstance(position, dict):
        return {key: position_table(value) for key, value in position.items()}
    return table(position) if isinstance(position, tuple) else position
