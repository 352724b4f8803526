"""Economies: a power has one treasury, or several economies, each with its own land, capital and money.

An *account* is where the money of an economy is, and what it has bought: a treasury is found under the power's name, or
under ``power/economy`` where it has several.
"""

from __future__ import annotations

from kb.engine import questions
from kb.engine.core.play import Play
from kb.engine.core.position import account

#: the economy of a power that has no other
ONLY = ""


def economies(play: Play, power: str) -> tuple[str, ...]:
    """The economies of a power."""
    return play.ask(questions.sides.economies, power=power)


def economy_of(play: Play, power: str, territory: str) -> str:
    """The economy of a power to which a territory belongs, or would belong if the power held it."""
    own = economies(play, power)
    return (
        play.adjust(questions.sides.economy_of_land, own[0], power=power, territory=territory)
        if len(own) > 1
        else own[0]
    )


def account_of(play: Play, power: str, territory: str) -> str:
    """The account of the economy to which a territory belongs."""
    return account(power, economy_of(play, power, territory))


def named_account(play: Play, power: str, economy: str) -> str:
    """The account of an economy by its name; the first of the power where none is named."""
    own = economies(play, power)
    return account(power, economy if economy in own else own[0])


def accounts(play: Play, power: str) -> tuple[str, ...]:
    """All accounts of a power."""
    return tuple(account(power, economy) for economy in economies(play, power))
