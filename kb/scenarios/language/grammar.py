"""What a position and the frame of a scenario may say: every key with the kind of its value.

Reading and the JSON Schema are made of it, together with the verbs (:mod:`kb.scenarios.acts`) and what may be
expected (:mod:`kb.scenarios.expectations`).
"""

from __future__ import annotations

from collections.abc import Iterable

from kb.engine.core import notes
from kb.engine.core.notes import Note, Words
from kb.engine.core.position import HOW_WARS_BEGAN
from kb.scenarios.language.kinds import (
    ByPower,
    ByShape,
    ListOf,
    Number,
    OneOf,
    Record,
    Slug,
    TableOf,
    Text,
    ValueKind,
    Word,
)
from kb.scenarios.language.shapes import (
    ACCOUNT,
    CHANGED_COUNT,
    CHOOSER,
    COUNT,
    HOLDER,
    IPC,
    MOST_DICE,
    MOST_UNITS,
    NAME,
    NAMED,
    OPTION,
    POWER,
    ROUND,
    RULES,
    SPACE,
    SPACES,
    UNIT,
)
from kb.scenarios.language.vocabulary import LONGEST

MOST_ACTS, MOST_SCENARIOS, MOST_CASES, MOST_EXPECTED = 100, 300, 12, 50

# -- positions

_SMALLER = {
    "name": NAME,
    "count": COUNT,
    "damage": Number(1, 20, "number of hits"),
    "is": ListOf(Word("mark"), 20, 1, single=True),
    "spent": Number(1, 20, "number of movement points"),
    "came": SPACES,
    "bound": SPACE,
}


def _some(entry: Record) -> ValueKind:
    """Units of one type: a number, or a list where they differ from each other."""
    return ByShape(word=CHANGED_COUNT, rows=ListOf(entry, MOST_UNITS, 1))


CARGO = ByPower(_some(Record("a unit aboard", optional=_SMALLER)))
_UNIT: dict[str, ValueKind] = {**_SMALLER, "cargo": CARGO}
#: what may be said of a unit
UNIT_KEYS = tuple(_UNIT)
UNITS_OF_A_POWER = TableOf(UNIT, _some(Record("a unit", optional=_UNIT)))
CONTENTS = TableOf(POWER, UNITS_OF_A_POWER, fixed={"held_by": HOLDER})

# -- what is remembered


def _words(words: Words) -> ValueKind:
    """The kind of a word of the game, of a number, or of one of a few words."""
    if isinstance(words, tuple):
        return OneOf(words)
    return {notes.HOLDER: HOLDER, notes.NUMBER: COUNT}.get(words) or Word(words)


def _note(note: Note) -> ValueKind:
    """The kind of a note: a value; a table of what it is about; a list, where the note is there or not."""
    if not note.key:
        return OneOf((notes.YES,), zero=True) if note.value == notes.YES else _words(note.value)
    if note.value != notes.YES:
        return TableOf(_words(note.key), _words(note.value))
    return ListOf(_words(note.key), len(note.key) if isinstance(note.key, tuple) else _MOST_NOTED.get(note.key, 20))


_MOST_NOTED = {"space": 50, "side": 2}


def _notes(what: str, known: Iterable[Note]) -> Record:
    return Record(what, optional={note.name: _note(note) for note in known if note.in_files})


NOTES = _notes("the notes of a turn", notes.TURN_NOTES)
GAME_NOTES = _notes("the notes of a game", notes.GAME_NOTES)

POSITION = Record(
    "a position",
    required={"turn": POWER, "phase": Word("phase")},
    optional={
        "from": OneOf(("nothing", "setup")),
        "round": ROUND,
        "options": ListOf(Word("option"), 20, sort=True),
        "spaces": TableOf(SPACE, CONTENTS),
        "treasuries": TableOf(ACCOUNT, IPC),
        "technologies": TableOf(POWER, ListOf(Word("technology"), 20, sort=True)),
        "advantages": TableOf(POWER, ListOf(Word("advantage"), 20, sort=True)),
        "researchers": TableOf(POWER, CHANGED_COUNT),
        "bought": TableOf(ACCOUNT, TableOf(UNIT, CHANGED_COUNT)),
        "wars": TableOf(POWER, TableOf(POWER, OneOf(HOW_WARS_BEGAN, zero=True))),
        "notes": NOTES,
        "game_notes": GAME_NOTES,
        "scenery": ListOf(Text(), 50),
    },
)

# -- what every action may have

EVERY_ACT: dict[str, ValueKind] = {
    "power": POWER,
    "dice": ListOf(Number(1, 6, "face"), MOST_DICE),
    "choices": ListOf(TableOf(CHOOSER, OPTION, single=True), 50),
    "refused": OneOf(("yes", "no")),
    "refused_by": RULES,
    "which": ListOf(NAMED, 20, 1, single=True),
}
#: the key of an act under which stands what is expected when it is done
THEN = "then"

# -- what every item of expectations may have

#: which part of what happened an expectation is about
ABOUT: dict[str, ValueKind] = {"in": Word("part of the play"), "round": Number(1, 99, "cycle of combat")}
#: what claims call an item
ITEM_NAME: dict[str, ValueKind] = {"name": Slug()}

# -- a scenario

#: the other games in which a scenario is played; their names are known where their boards are
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
CONTRAST_KEYS = ("title", "change", "do", "dice", "choices", "refused", "refused_by", "expect")
SCENARIO_KEYS = (
    "id",
    "ruling",
    "section",
    "fingerprint",
    "title",
    "proof",
    "position",
    "do",
    "expect",
    "contrast",
    "elsewhere",
)
FILE_KEYS = ("game", "board", "ruleset", "scenarios")
