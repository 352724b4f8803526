"""Every note is read and written through its object in kb/engine/core/notes.py."""

from __future__ import annotations

from kb.engine import Clock, Position
from kb.engine.core import notes
from tests.conftest import ROOT
from tests.read_once import modules

ENGINE = ROOT / "kb" / "engine"
#: the modules that handle all notes of a position together
ALL_NOTES = {"core/notes.py", "core/position.py"}
SOURCES = [path for path in modules("kb/engine") if path.relative_to(ENGINE).as_posix() not in ALL_NOTES]
KNOWN = (*notes.TURN_NOTES, *notes.GAME_NOTES)


def test_every_note_is_used() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    declared = {name for name, each in vars(notes).items() if isinstance(each, notes.TypedNote)}
    assert len(declared) == len(KNOWN) == len({note.name for note in KNOWN})
    assert sorted(name for name in declared if f"notes.{name}." not in text) == []


def test_a_note_is_set_and_cleared_by_edits() -> None:
    before = Position(Clock(1, "germany", "combat-move"))
    after = before.after([notes.MADE.edit(2, "norway"), notes.WINTER.edit("russia")])
    assert (notes.MADE.get(before, "norway"), notes.MADE.get(after, "norway")) == (0, 2)
    assert notes.MADE.get(before, "norway", 5) == 5
    assert notes.MADE.set_about(after) == ["norway"]
    assert after.turn_notes == {("made", "norway"): 2} and after.game_notes == {("winter",): "russia"}
    assert not notes.WINTER.is_set(after.after([notes.WINTER.clear()]))
