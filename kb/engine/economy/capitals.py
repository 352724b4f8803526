"""Capitals: a lost one freezes its power's economy, and its captor takes the money.

Moment: ``captured`` (``territory``, ``by``, ``was``, ``holder``), when a territory has been taken from its holder.
"""

from __future__ import annotations

from kb.engine import terms
from kb.engine.play import Play
from kb.engine.registry import happens


def capitals(play: Play, power: str) -> tuple[str, ...]:
    """The capitals of a power."""
    return next((seat.capitals for seat in play.board.powers if seat.id == power), ())


def capital_lost(play: Play, power: str) -> tuple[str, ...]:
    """The capitals of a power if enemies hold all of them, else none."""
    own = capitals(play, power)
    return own if all(terms.at_enmity(play, power, terms.holder(play, capital)) for capital in own) else ()


@happens("captor-takes-treasury", "{by} takes the treasury of {was} with {territory}.", "captured")
def captor_takes_treasury(play: Play, territory: str, by: str, was: str, holder: str) -> None:
    """Who captures a capital gets all the IPCs of its power. Source in Revised: rev/p4-capitals."""
    treasuries = play.position.treasuries
    spoils = treasuries.get(was, 0)
    if territory in capitals(play, was) and spoils > 0:
        edits = (("treasuries", was, 0), ("treasuries", by, treasuries.get(by, 0) + spoils))
        play.happen("treasury-taken", *edits, power=by, victim=was, territory=territory, ipcs=spoils)
