"""Who holds a territory, whose friend or enemy the holder is, and what happens when the holder changes."""

from __future__ import annotations

from kb.engine import moments, questions
from kb.engine.board.sides import allied, friends_of
from kb.engine.core import notes
from kb.engine.core.play import Play
from kb.engine.core.position import Edit


def holder_of(play: Play, territory: str) -> str:
    """The power that holds a territory, empty where none does."""
    return play.position.holders.get(territory, "")


def held_at_start(play: Play, territory: str) -> str:
    """The power that held a territory when the turn began."""
    return notes.HELD.get(play.position, territory, holder_of(play, territory))


def is_friendly_land(play: Play, power: str, holder: str) -> bool:
    """Whether land of a holder is friendly to a power: the holder is a friend, or the power's side as a whole."""
    return allied(play, power, holder) or (bool(friends_of(play, power)) and holder == play.rules.sides.get(power))


def change_holder(play: Play, territory: str, power: str) -> None:
    """Let a power take a territory; the rules say who holds it then, and what else follows (moment ``captured``)."""
    was = holder_of(play, territory)
    new = play.adjust(questions.sides.new_holder, power, territory=territory, by=power)
    if new == was:
        return
    edits: list[Edit] = [("holders", territory, new), notes.CAPTURED.edit(True, territory)]
    if not notes.HELD.is_set(play.position, territory):
        edits.append(notes.HELD.edit(was, territory))
    play.emit("captured", *edits, territory=territory, by=power, was=was, holder=new)
    play.announce(moments.captured, territory=territory, by=power, was=was, holder=new)
