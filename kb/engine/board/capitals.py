"""The capitals of a power, and whether its enemies hold them."""

from __future__ import annotations

from kb.engine import questions
from kb.engine.board.economies import ONLY
from kb.engine.board.holders import holder_of
from kb.engine.board.sides import at_enmity
from kb.engine.core.play import Play


def capitals(play: Play, power: str, economy: str = ONLY) -> tuple[str, ...]:
    """The capitals of a power, or of one of its economies."""
    own = next((seat.capitals for seat in play.board.powers if seat.id == power), ())
    return play.adjust(questions.sides.capitals, own, power=power, economy=economy) if economy else own


def capital_lost(play: Play, power: str, economy: str = ONLY) -> tuple[str, ...]:
    """The capitals of a power, or of one of its economies, if enemies hold all of them, else none."""
    own = capitals(play, power, economy)
    return own if all(at_enmity(play, power, holder_of(play, capital)) for capital in own) else ()
