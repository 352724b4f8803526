"""Economies: a power mostly has one treasury, but some have several, each with its land, its capital and its money.

An *account* is where the money of an economy is, and what it has bought: a treasury is found under the power's name, or
under ``power/economy`` where it has several.
"""

from __future__ import annotations

from kb.engine.core.play import Play
from kb.engine.core.position import account
from kb.engine.core.registry import answers

#: the economy of a power that has no other
ONLY = ""


def economies(play: Play, power: str) -> tuple[str, ...]:
    """The economies of a power."""
    return tuple(play.ask("economies", (ONLY,), power=power))


def economy_of(play: Play, power: str, territory: str) -> str:
    """The economy of a power that a territory is of, or would be."""
    own = economies(play, power)
    return str(play.ask("economy-of-land", own[0], power=power, territory=territory)) if len(own) > 1 else own[0]


def account_of(play: Play, power: str, territory: str) -> str:
    """The account of the economy that a territory is of."""
    return account(power, economy_of(play, power, territory))


def named_account(play: Play, power: str, economy: str) -> str:
    """The account of an economy by its name; the first of the power where none is named."""
    own = economies(play, power)
    return account(power, economy if economy in own else own[0])


def accounts(play: Play, power: str) -> tuple[str, ...]:
    """All accounts of a power."""
    return tuple(account(power, economy) for economy in economies(play, power))


@answers(
    "economies-are-kept-apart",
    "{power} has the economies {now}.",
    "economies",
    about="Each economy of a power collects and spends its own money.",
)
def economies_are_kept_apart(play: Play, answer: tuple[str, ...], power: str) -> tuple[str, ...]:
    seat = next((each for each in play.board.powers if each.id == power), None)
    own = tuple(each.economy for each in seat.treasuries if each.economy) if seat else ()
    return own or answer


@answers(
    "land-is-of-an-economy",
    "{territory} is of the economy {now} of {power}.",
    "economy-of-land",
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
    "capitals",
    about="Each economy depends on its own capital only.",
)
def each_economy_has_its_capital(play: Play, answer: tuple[str, ...], power: str, economy: str) -> tuple[str, ...]:
    if not economy:
        return answer
    return tuple(capital for capital in answer if play.board.space(capital).economy == economy)
