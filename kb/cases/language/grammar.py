"""The keys of a position and of a scenario, with the kinds of their values.

The reader of scenario files and the JSON Schema use these kinds, those of the verbs (:mod:`kb.cases.acts`) and those of
the expectations (:mod:`kb.cases.expectations`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kb.base.shape import (
    LONGEST,
    ByShape,
    Defined,
    FileReader,
    ListOf,
    Name,
    Number,
    OneOf,
    Record,
    Slug,
    TableOf,
    Text,
    ValueKind,
    line_of,
    quoted,
    what_is,
)
from kb.cases.language.units import Units, rows
from kb.cases.language.vocabulary import NONE
from kb.engine.core import notes
from kb.engine.core.notes import Note, Words
from kb.engine.core.position import HOW_WARS_BEGAN
from kb.games.board_model import Side

# -- shared parts: names of the game, numbers, units


@dataclass(frozen=True)
class UnitsOf(ValueKind):
    """Units that are written as the kind ``table`` and read as rows."""

    table: ValueKind

    def read(self, reader: FileReader, value: object, line: int) -> Units:
        """Return the rows; an invalid value gives findings and no rows."""
        read = self.table.read(reader, value, line)
        return rows(read if isinstance(read, dict) else {})

    def schema(self) -> dict[str, object]:
        """Return the schema of the table."""
        return self.table.schema()


@dataclass(frozen=True)
class ByPower(ValueKind):
    """A mapping of unit types, or of powers to unit types: ``{infantry: 2}`` or ``{germany: {infantry: 2}}``.

    ``units`` is the kind of the units of one type, ``word`` the kind of its name.
    """

    units: ValueKind
    word: str = "unit"

    def read(self, reader: FileReader, value: object, line: int) -> object:
        """Return the mapping, with ids as keys, without unknown ones; None, with a finding, if it is not a mapping."""
        if not isinstance(value, dict):
            return reader.add_finding(f"expected units, found {what_is(value)}", line, "write {infantry: 2}")
        if not value and not reader.change:
            return reader.add_finding("the mapping of units is empty", line, "write {infantry: 2}")
        read: dict[str, object] = {}
        for name, item in value.items():
            at = line_of(value, name, line)
            if reader.words.find("power", name):
                read[name] = TableOf(Name(self.word), self.units).read(reader, item, at)
            elif unit := reader.words.find(self.word, name):
                read[unit] = self.units.read(reader, item, at)
            else:
                reader.add_finding(f"unknown unit {quoted(name)}", at, reader.words.hint(name, self.word, "power"))
        return read

    def schema(self) -> dict[str, object]:
        """Return the schema of a mapping of unit types, or of powers to unit types."""
        units = self.units.schema()
        powers = {"type": "object", "additionalProperties": units}
        return {"type": "object", "additionalProperties": {"anyOf": [units, powers]}}


#: the most units of one row, the most units of a position, and the most dice of a case
MOST_UNITS, MOST_UNITS_IN_ALL, MOST_DICE = 100, 1_000, 200

ACCOUNT = Name("account")
SPACE, POWER, UNIT, RULES = Name("space"), Name("power"), Name("unit"), ListOf(Name("rule"), 20, 1, sort=True)
#: who holds a territory
HOLDER = Name("power", (NONE,))
#: who chooses: a power, or the powers of a side together
CHOOSER = Name("power", tuple(Side))
#: the name of a ship or of units in a position; an act that uses ``NAMED`` names units that are there
NAME, NAMED = Text(40), Text(40)
COUNT = Number(1, MOST_UNITS, "number of units")
#: a count; 0 in a change removes the units
CHANGED_COUNT = Number(1, MOST_UNITS, "number of units", zero=True)
SPACES = ListOf(SPACE, 20, 1)
IPC = Number(0, 999, "number of IPCs")
ROUND = Number(1, 99, "round")

#: numbers of units of one power; in expectations, a plain mapping
NUMBERS = TableOf(UNIT, COUNT)
BOUGHT = UnitsOf(NUMBERS)
WHO_HAS = TableOf(POWER, NUMBERS)
#: units of a type that a power chooses, with the state that distinguishes them; ``none`` is for units without it
CHOSEN = Record(
    "a unit that is chosen",
    optional={
        "name": NAME,
        "count": COUNT,
        "cargo": ByShape(word=OneOf((NONE,)), table=UnitsOf(ByPower(COUNT, "casualty"))),
        "left": Number(0, 99, "number of movement points"),
        "aboard": Text(80),
        "came": ListOf(Name("space", (NONE,)), 20, 1, single=True),
        "bound": Name("space", (NONE,)),
        "is": ListOf(Name("mark", (NONE,)), 20, 1, single=True, sort=True),
    },
)
#: units of a type: their number, or a list of states
SOME = ByShape(word=COUNT, rows=ListOf(Defined("chosen", CHOSEN), MOST_UNITS, 1))
#: units of the power that acts, or of several, with the state that distinguishes them
UNITS = Defined("units", UnitsOf(ByPower(SOME, "casualty")))
#: units by power; it may be empty
WHOSE_UNITS = UnitsOf(TableOf(POWER, TableOf(UNIT, SOME)))
#: one ship: its name, or its type with the state that distinguishes it
SHIP = ByShape(word=NAMED, table=UNITS)
#: an option of a choice: units (one may be a ``damaged battleship``), or an id
OPTION = ByShape(word=Text(80), table=UNITS)


@dataclass(frozen=True)
class Outcome(Record):
    """The outcome of a battle: for rule sets without steps of combat, and for questions that suppose it."""

    def read(self, reader: FileReader, value: object, line: int) -> dict[str, object] | None:
        """Return the mapping; None, with a finding, if it is not a mapping. If dice decide battles, it is marked as
        supposed, and that is a finding except in a question."""
        supposed = bool([*reader.words.words("step")])
        if supposed and not reader.supposes:
            reader.add_finding("an outcome is given, but dice decide", line, "write dice: [...]")
        read = super().read(reader, value, line)
        return {**read, SUPPOSED: True} if supposed and read else read


#: the key that marks an outcome as supposed: dice would decide the battle
SUPPOSED = "supposed"
OUTCOME = Outcome("an outcome", required={"lost": WHOSE_UNITS})

# -- limits of a file

MOST_ACTS, MOST_SCENARIOS, MOST_CASES, MOST_EXPECTED = 100, 300, 12, 50

# -- positions

_SMALLER = {
    "name": NAME,
    "count": COUNT,
    "damage": Number(1, 20, "number of hits"),
    "is": ListOf(Name("mark"), 20, 1, single=True),
    "spent": Number(1, 20, "number of movement points"),
    "came": SPACES,
    "bound": SPACE,
}


def _some(entry: Record) -> ValueKind:
    """Return the kind of units of one type: a number, or a list of mappings of the kind ``entry`` if they differ."""
    return ByShape(word=CHANGED_COUNT, rows=ListOf(entry, MOST_UNITS, 1))


CARGO = UnitsOf(ByPower(_some(Record("a unit aboard", optional=_SMALLER))))
#: the state of a unit, by key
UNIT_KINDS: dict[str, ValueKind] = {**_SMALLER, "cargo": CARGO}
UNITS_OF_A_POWER = UnitsOf(TableOf(UNIT, _some(Record("a unit", optional=UNIT_KINDS))))
CONTENTS = TableOf(POWER, UNITS_OF_A_POWER, fixed={"held_by": HOLDER})

# -- notes


def _words(words: Words) -> ValueKind:
    """Return the kind of the keys or values of a note: names of the game, numbers, or one of a few words."""
    if isinstance(words, tuple):
        return OneOf(words)
    return {notes.HOLDER: HOLDER, notes.NUMBER: COUNT}.get(words) or Name(words)


def _note(note: Note) -> ValueKind:
    """Return the kind of a note: a value, a mapping of subjects to values, or a list of the subjects that have it."""
    if not note.key:
        return OneOf((notes.YES,), zero=True) if note.value == notes.YES else _words(note.value)
    if note.value != notes.YES:
        return TableOf(_words(note.key), _words(note.value))
    return ListOf(_words(note.key), len(note.key) if isinstance(note.key, tuple) else _MOST_NOTED.get(note.key, 20))


_MOST_NOTED = {"space": 50, "side": 2}


def _notes(what: str, known: Iterable[Note]) -> Record:
    """Return the kind of a mapping of the ``known`` notes that files may have; ``what`` is its name in messages."""
    return Record(what, optional={note.name: _note(note) for note in known if note.in_files})


NOTES = _notes("the notes of a turn", notes.TURN_NOTES)
GAME_NOTES = _notes("the notes of a game", notes.GAME_NOTES)

POSITION = Record(
    "a position",
    required={"turn": POWER, "phase": Name("phase")},
    optional={
        "from": OneOf(("nothing", "setup")),
        "round": ROUND,
        "options": ListOf(Name("option"), 20, sort=True),
        "spaces": TableOf(SPACE, CONTENTS, most=400),
        "treasuries": TableOf(ACCOUNT, IPC),
        "technologies": TableOf(POWER, ListOf(Name("technology"), 20, sort=True)),
        "advantages": TableOf(POWER, ListOf(Name("advantage"), 20, sort=True)),
        "researchers": TableOf(POWER, CHANGED_COUNT),
        "bought": TableOf(ACCOUNT, UnitsOf(TableOf(UNIT, CHANGED_COUNT))),
        "wars": TableOf(POWER, TableOf(POWER, OneOf(HOW_WARS_BEGAN, zero=True))),
        "notes": NOTES,
        "game_notes": GAME_NOTES,
    },
)

# -- keys of every action

EVERY_ACT: dict[str, ValueKind] = {
    "power": POWER,
    "dice": ListOf(Number(1, 6, "face"), MOST_DICE),
    "choices": ListOf(TableOf(CHOOSER, OPTION, single=True), 50),
    "refused": OneOf(("yes", "no")),
    "refused_by": RULES,
    "which": ListOf(NAMED, 20, 1, single=True),
}
#: the key of an act for the results that are expected when it is done
THEN = "then"

#: the part of the play that an expectation is about
ABOUT: dict[str, ValueKind] = {"in": Name("part of the play"), "round": Number(1, 99, "cycle of combat")}

# -- a scenario

#: the other games in which a scenario is played; their names are checked later, with their boards
ELSEWHERE = TableOf(
    Slug(),
    Record(
        "another game",
        optional={
            "board": Slug(),
            "names": TableOf(Text(LONGEST), Text(LONGEST)),
            "differs": ListOf(Text(LONGEST), 10, 1),
        },
    ),
    most=5,
)
IDS = ListOf(Slug(), 20, 1, single=True)
FILE_KEYS = ("game", "board", "ruleset", "scenarios")
