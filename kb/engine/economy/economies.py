"""The rules of powers with several economies: which there are, which land and which capital each has."""

from __future__ import annotations

from kb.engine import questions
from kb.engine.core.play import Play
from kb.engine.core.registry import answers


@answers("{power} has the economies {now}.", questions.sides.economies)
def economies_are_kept_apart(play: Play, answer: tuple[str, ...], power: str) -> tuple[str, ...]:
    """Each economy of a power collects and spends its own money."""
    seat = next((each for each in play.board.powers if each.id == power), None)
    own = tuple(each.economy for each in seat.treasuries if each.economy) if seat else ()
    return own or answer


@answers("{territory} is of the economy {now} of {power}.", questions.sides.economy_of_land)
def land_is_of_an_economy(play: Play, answer: str, power: str, territory: str) -> str:
    """Land belongs to the economy that the board names; other land to the economy whose capital is on the same map."""
    space = play.board.space(territory)
    if space.economy:
        return space.economy
    seat = next(each for each in play.board.powers if each.id == power)
    homes = [play.board.space(capital) for capital in seat.capitals]
    return next((home.economy for home in homes if home.map == space.map), answer)


@answers("The economy {economy} of {power} has the capital {now}.", questions.sides.capitals)
def each_economy_has_its_capital(play: Play, answer: tuple[str, ...], power: str, economy: str) -> tuple[str, ...]:
    """Each economy depends on its own capital only."""
    if not economy:
        return answer
    return tuple(capital for capital in answer if play.board.space(capital).economy == economy)
