"""The tables of docs/scenarios.md that list what a scenario may say: verbs, expectations, notes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from kb.engine.core.notes import GAME_NOTES, HOLDER, NUMBER, TURN_NOTES, YES, Note, Words
from kb.scenarios.acts.verbs import VERBS
from kb.scenarios.expectations.keys import PLAYED
from kb.scenarios.expectations.printed import PRINTED
from kb.scenarios.language.vocabulary import CHOICES, ROLLS

#: a table of the page with the marks around it, which name it
_TABLE = re.compile(r"<!-- table: (?P<name>[\w-]+) -->\n.*?<!-- end of table -->", re.S)

#: a word of each kind for the examples
_SAMPLES = {
    YES: YES,
    NUMBER: "1",
    HOLDER: "germany",
    "power": "germany",
    "space": "norway",
    "side": "allies",
    "unit": "minor-industrial-complex",
    "objective": "japan-1",
    "advantage": "enigma-decoded",
    "victory level": "minor",
}


def filled(page: str) -> str:
    """The page with its tables made anew. Raises :class:`KeyError` for a table that nobody knows."""
    known = {
        "actions": _rows("action", "and with it", ((verb.written, verb.details) for verb in VERBS.values())),
        "expectations": _rows("key", "", ((f"`{key.example}`", key.details) for key in PLAYED.values())),
        "printed": _rows("key", "", ((f"`{key.example}`", key.details) for key in PRINTED.values())),
        "rolls": _rows("roll", "when it is rolled", _named(ROLLS)),
        "choices": _rows("choice", "what is chosen", _named(CHOICES)),
        "turn-notes": _rows("note of a turn", "", _notes(TURN_NOTES)),
        "game-notes": _rows("note of a game", "", _notes(GAME_NOTES)),
    }
    return _TABLE.sub(lambda found: _marked(found["name"], known[found["name"]]), page)


def _marked(name: str, table: Iterable[str]) -> str:
    return "\n".join((f"<!-- table: {name} -->", *table, "<!-- end of table -->"))


def _rows(left: str, right: str, rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    yield _row(left, right)
    yield "| --- | --- |"
    for one, other in rows:
        yield _row(one, other)


def _row(left: str, right: str) -> str:
    return f"| {left} | {right} |" if right else f"| {left} | |"


def _named(words: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    return ((f"`{word}`", means) for word, means in words.items())


def _notes(notes: Iterable[Note]) -> Iterator[tuple[str, str]]:
    """A row for each note that a scenario may write."""
    for note in notes:
        if note.in_files:
            words = f"; {' or '.join(f'`{word}`' for word in _choices(note))}" if _choices(note) else ""
            yield f"`{note.name}: {_example(note)}`", f"{note.means}{words}"


def _example(note: Note) -> str:
    """A value of a note as a file writes it."""
    if not note.key:
        return _sample(note.value)
    return f"[{_sample(note.key)}]" if note.value == YES else f"{{{_sample(note.key)}: {_sample(note.value)}}}"


def _sample(words: Words) -> str:
    return words[0] if isinstance(words, tuple) else _SAMPLES[words]


def _choices(note: Note) -> tuple[str, ...]:
    """The words of which one must be written."""
    return next((words for words in (note.key, note.value) if isinstance(words, tuple)), ())
