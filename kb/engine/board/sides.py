"""Friends and enemies: who is at war with whom, and who lets whom use what it has."""

from __future__ import annotations

from collections.abc import Iterable

from kb.engine import questions
from kb.engine.core.given import Names
from kb.engine.core.play import Play
from kb.engine.core.position import Unit

_NOBODY: frozenset[str] = frozenset()


def friends_of(play: Play, power: str) -> frozenset[str]:
    """The powers on the side of a power that are its friends."""
    side = play.rules.friends.get(power, _NOBODY)
    wars = play.position.wars
    return play.remembered(("friends", power), wars, lambda: play.adjust(questions.sides.friends, side, power=power))


def enemies_of(play: Play, power: str) -> frozenset[str]:
    """The powers of the other side that are enemies of a power."""
    side = play.rules.enemies.get(power, _NOBODY)
    wars = play.position.wars
    return play.remembered(("enemies", power), wars, lambda: play.adjust(questions.sides.enemies, side, power=power))


def allied(play: Play, one: str, other: str) -> bool:
    """Whether two powers are friends, or the same power."""
    return one == other or other in friends_of(play, one)


def at_war_with(play: Play, power: str) -> frozenset[str]:
    """The powers with which a power is at war in the position, whether or not a rule makes use of that."""
    wars = play.position.wars
    return frozenset(one if other == power else other for one, other in wars if power in (one, other))


def at_enmity(play: Play, one: str, other: str) -> bool:
    """Whether two powers are enemies."""
    return other in enemies_of(play, one)


def lets_use(play: Play, owner: str, friend: str, space: str) -> bool:
    """Whether a power lets a friend use what it has in a space: its land, bases, carriers."""
    return owner == friend or play.ask(questions.sides.lets_use, owner=owner, friend=friend, space=space)


def shares(power: str, other: str, sharing: Names) -> bool:
    """Whether a power is the other one, or both are among those that share what they have."""
    return power == other or {power, other} <= set(sharing)


def owners_in_turn(play: Play, units: Iterable[Unit]) -> list[str]:
    """The powers that have some units, in the order of play; sides that have no turn come last."""
    order = play.rules.order
    owners = {unit.power for unit in units}
    return sorted(owners, key=lambda power: (order.index(power) if power in order else len(order), power))
