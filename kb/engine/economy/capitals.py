"""Capitals: a lost one freezes its power's economy, and its captor takes the money."""

from __future__ import annotations

from kb.engine import moments
from kb.engine.board.capitals import capitals
from kb.engine.board.economies import account_of
from kb.engine.core.play import Play
from kb.engine.core.position import Edit
from kb.engine.core.registry import happens


@happens("{by} takes the treasury of {was} with {territory}.", moments.captured)
def captor_takes_treasury(play: Play, territory: str, by: str, was: str, holder: str) -> None:
    """A power that captures a capital takes all the IPCs of the power, or of the economy, whose capital it is."""
    treasuries = play.position.treasuries
    if territory not in capitals(play, was):
        return
    loser, captor = account_of(play, was, territory), account_of(play, by, territory)
    spoils = treasuries.get(loser, 0)
    if spoils > 0:
        edits = (("treasuries", loser, 0), ("treasuries", captor, treasuries.get(captor, 0) + spoils))
        play.emit("treasury-taken", *edits, power=by, victim=was, territory=territory, ipcs=spoils)


@happens("{was} loses what waits in its mobilization zone.", moments.captured)
def unplaced_units_go_with_the_capital(play: Play, territory: str, by: str, was: str, holder: str) -> None:
    """A power that loses its capital loses the units it has bought and not placed yet."""
    if territory in capitals(play, was):
        forfeit(play, account_of(play, was, territory))


@happens("{was} discards its researchers.", moments.captured)
def researchers_go_with_the_capital(play: Play, territory: str, by: str, was: str, holder: str) -> None:
    """A power that loses its capital loses its researchers."""
    if territory in capitals(play, was):
        dismiss(play, was)


def forfeit(play: Play, account: str) -> None:
    """Take away what waits in the mobilization zone of a power, or of one of its economies."""
    left = {unit: number for (owner, unit), number in play.position.bought.items() if owner == account}
    if left:
        edits: list[Edit] = [("bought", (account, unit), None) for unit in left]
        play.emit("forfeited", *edits, power=account, units=left)


def dismiss(play: Play, power: str) -> None:
    """Discard the researchers of a power."""
    if play.position.researchers.get(power):
        play.emit("researchers-discarded", ("researchers", power, None), power=power)
