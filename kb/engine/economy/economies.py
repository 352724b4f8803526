"""The rules of powers with several economies: which there are, which land and which capital each has."""

from __future__ import annotations

from kb.engine import questions
from kb.engine.core.play import Play
from kb.engine.core.registry import answers


@answers(
    "economies-are-kept-apart",
    "{power} has the economies {now}.",
    questions.sides.economies,
    about="Each economy of a power collects and spends its own money.",
)
def economies_are_kept_apart(play: Play, answer: tuple[str, ...], power: str) -> tuple[str, ...]:
    seat = next((each for each in play.board.powers if each.id == power), None)
    own = tuple(each.economy for each in seat.treasuries if each.economy) if seat else ()
    return own or answer


@answers(
    "land-is-of-an-economy",
    "{territory} is of the economy {now} of {power}.",
    questions.sides.economy_of_land,
    about="Land belongs to the economy that the board names; other land to the economy whose capital is on the same map.",
)
def land_is_of_an_economy(play: Play, answer: str, power: str, territory: str) -> str:
    space = play.board.space(territory)
    if space.economy:
        return space.economy
    seat = next(each for each in play.board.powers if each.id == power)
    homes = [play.board.space(capital) for capital in seat.capitals]
    return next((home.economy for home in homes if home.map == space.map), answer)


@answers(
    "each-economy-has-its-capital",
    "The economy {economy} of {power} has the capital {now}.",
    questions.sides.capitals,
    about="Each economy depends on its own capital only.",
)
def each_economy_has_its_capital(play: Play, answer: tuple[str, ...], power: str, economy: str) -> tuple[str, ...]:
    if not economy:
        return answer
    return tuple(capital for capital in answer if play.board.space(capital).economy == economy)
