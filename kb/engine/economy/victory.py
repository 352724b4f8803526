"""Victory: who holds how many of the victory cities, and when they are counted."""

from __future__ import annotations

from kb.engine import terms
from kb.engine.play import Play
from kb.engine.registry import happens
from kb.games.board_model import Side

#: the level that is played where the position does not say on which the players agreed
_USUAL = "minor"


def cities(play: Play, side: Side) -> list[str]:
    """The territories with victory cities that the powers of a side hold."""
    sides = play.rules.sides
    return [space.id for space in play.board.spaces if space.city and sides.get(terms.holder(play, space.id)) is side]


@happens("victory-checked-at-end-of-round", "After round {round} the victory cities are counted.", "end of round")
def victory_checked_at_end_of_round(play: Play, round: int) -> None:
    """A side with the cities of the agreed level has won. Source in Revised: rev-err-2, rev/how-war-is-won.

    The level is the game note ``victory-level``: the name of one of the numbers given to this rule.
    """
    if ("won",) in play.position.game_notes:
        return
    level = str(play.position.game_notes.get(("victory-level",), _USUAL))
    for side in Side:
        held = cities(play, side)
        if len(held) >= play.number("victory-checked-at-end-of-round", level):
            play.happen("won", ("game_notes", ("won",), side), side=side, level=level, cities=held, round=round)
            return
