"""Scenarios as values, and operations on positions in the form of a file.

A scenario is checked once, when it is read from YAML; a kept scenario is not checked again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NotRequired, TypedDict, cast

from kb.cases.language.units import Chosen, Units, changed, table

REFERENCE = "reference"
#: the key of ``expect`` under which a case cites rules
BECAUSE = "because"


#: the contents of a space: the units of each power, and ``held_by``
Contents = dict[str, Units | str]


def units_of(contents: Contents) -> dict[str, Units]:
    """Return the units in a space, by power."""
    return {power: units for power, units in contents.items() if isinstance(units, tuple)}


_From = TypedDict("_From", {"from": str}, total=False)


class PositionTable(_From, total=False):
    """A position as written, with ids as names, or a change of one."""

    turn: str
    phase: str
    round: int
    options: list[str]
    spaces: dict[str, Contents]
    treasuries: dict[str, int]
    technologies: dict[str, list[str]]
    advantages: dict[str, list[str]]
    researchers: dict[str, int]
    bought: dict[str, Units]
    wars: dict[str, dict[str, str]]
    notes: dict[str, NoteTable]
    game_notes: dict[str, NoteTable]


class OutcomeTable(TypedDict):
    """The outcome of a battle: the units that are lost, and whether it is supposed."""

    lost: Units
    supposed: NotRequired[bool]


class ResearchTable(TypedDict):
    """The dice of research, and the technology that they are rolled for."""

    dice: int
    technology: NotRequired[str]


#: a note: a word, a number, subjects, or a value for each subject
NoteTable = str | int | list[str] | dict[str, str] | dict[str, int]
#: a value of an act: a word or id, a number, ids, units, the outcome of a battle, the dice of research
Given = str | int | list[str] | Units | OutcomeTable | ResearchTable


class SubjectTable(TypedDict, total=False):
    """The power, space or units whose possible actions are wanted."""

    power: str
    at: str
    units: Units


@dataclass(frozen=True, slots=True)
class Expectation:
    """An expected result: checks by key, which must all hold; ``step`` and ``round`` limit them to a part of combat."""

    checks: Mapping[str, object]
    step: str = ""
    round: int = 0
    line: int = 0


@dataclass(frozen=True, slots=True)
class Act:
    """One action as written: its kind (``battle``), its main value, and its other values.

    ``refused`` is whether it must be illegal, for whatever reason. ``refused_by`` has the rules because of which it
    must be illegal, and ``then`` the expectations after it.
    """

    kind: str
    what: Given
    given: Mapping[str, Given] = field(default_factory=dict)
    power: str = ""
    dice: tuple[int, ...] = ()
    choices: tuple[tuple[str, Chosen], ...] = ()
    refused: bool = False
    refused_by: tuple[str, ...] = ()
    which: tuple[str, ...] = ()
    then: tuple[Expectation, ...] = ()
    line: int = 0

    @property
    def must_be_refused(self) -> bool:
        """Whether the act must be illegal; such an act is judged, but not performed."""
        return self.refused or bool(self.refused_by)

    def named(self, key: str = "what") -> str:
        """Return the value of a key that has an id or a word; empty if the act does not have it."""
        value = self._value(key, "")
        assert isinstance(value, str), key
        return value

    def names(self, key: str) -> list[str]:
        """Return the value of a key that has ids; empty if the act does not have it."""
        value = self._value(key, [])
        assert isinstance(value, list), key
        return value

    def units(self, key: str = "what") -> Units:
        """Return the value of a key that has units; empty if the act does not have it."""
        value = self._value(key, ())
        assert isinstance(value, tuple), key
        return value

    @property
    def outcome(self) -> OutcomeTable | None:
        """The given outcome of a battle; None if dice decide."""
        return cast("OutcomeTable | None", self.given.get("outcome"))

    @property
    def research(self) -> ResearchTable:
        """The main value of an act of research: the number of dice, and the technology if one is named."""
        return cast("ResearchTable", self.what)

    def _value(self, key: str, absent: Given) -> Given:
        """Return the value of a key, ``what`` for the main value; ``absent`` if the act does not have it."""
        return self.what if key == "what" else self.given.get(key, absent)


@dataclass(frozen=True, slots=True)
class Case:
    """A position, actions and expectations: a scenario itself, or its contrast.

    ``change`` is the change of a contrast, which ``position`` includes. ``own`` marks a case of a user's file, in which
    ``refused_by`` need not list every rule.
    """

    position: PositionTable
    do: tuple[Act, ...]
    expect: tuple[Expectation, ...]
    title: str = ""
    change: PositionTable = field(default_factory=lambda: PositionTable())
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
        """The rules that its expectations and its refused actions name, each once."""
        because = (rule for item in self.expected for rule in cast("list[str]", item.checks.get(BECAUSE, ())))
        return tuple(dict.fromkeys((*because, *(rule for act in self.do for rule in act.refused_by))))


@dataclass(frozen=True, slots=True)
class Crossing:
    """Another game in which a scenario is played. ``names`` maps names to the names of the other game that differ.
    ``differs`` lists the lines of that game's data that cause another result; empty if the result is the same."""

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
    """Return 8 hexadecimal digits, the hash of a ruling's text, by which changes of the text are detected."""
    import hashlib

    return hashlib.sha256(f"{question}\n{answer}".encode()).hexdigest()[:8]


def overlaid(position: PositionTable, change: PositionTable) -> PositionTable:
    """Return a position with a change applied: mappings merge, 0 and empty values remove a key, other values replace.

    Rows of units replace those of their types. Under ``treasuries`` 0 is a value, and an empty list of ``options`` is
    kept.
    """
    return cast("PositionTable", _overlaid(position, change))


def _overlaid(position: Mapping[str, object], change: Mapping[str, object], amounts: bool = False) -> dict[str, object]:
    """Return a mapping with a change applied, see :func:`overlaid`; with ``amounts`` a 0 is a value."""
    made = dict(position)
    for key, value in change.items():
        if key == "options":
            made[key] = value
        elif (value == 0 and not amounts) or value in ({}, [], ()):
            made.pop(key, None)
        elif isinstance(value, tuple):
            made[key] = changed(cast("Units", made.get(key, ())), value)
            if not made[key]:
                del made[key]
        elif isinstance(value, dict):
            below = made.get(key)
            made[key] = _overlaid(below if isinstance(below, dict) else {}, value, amounts or key == "treasuries")
        else:
            made[key] = value
    return made


def plain_table(written: Mapping[str, object]) -> dict[str, object]:
    """Return a mapping of a case, such as its position, as plain values: units become mappings."""
    return {key: plain_value(value) for key, value in written.items()}


def plain_value(value: object) -> object:
    """Return a value of a case as a plain value: units become mappings."""
    return plain_table(value) if isinstance(value, dict) else table(value) if isinstance(value, tuple) else value
