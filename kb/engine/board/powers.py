"""Powers: their friends and enemies, what they hold, command and own, and what is hostile to them.

An *account* is where the money of an economy is, and what it has bought: a treasury is found under the power's name, or
under ``power/economy`` where it has several.
"""

from __future__ import annotations

from collections.abc import Iterable

from kb.engine.board.printed import is_kind, is_land
from kb.engine.core import notes
from kb.engine.core.play import Play
from kb.engine.core.position import Edit, Mark, Unit, account, replace
from kb.engine.core.rules import Names
from kb.games.board_model import UnitKind

# -- friends and enemies


_NOBODY: frozenset[str] = frozenset()


def friends_of(play: Play, power: str) -> frozenset[str]:
    """The powers on the side of a power that are its friends."""
    side = play.rules.friends.get(power, _NOBODY)
    wars = play.position.wars
    return play.remembered(
        ("friends", power), wars, lambda: play.ask("neutral-powers-have-no-friends", side, power=power)
    )


def enemies_of(play: Play, power: str) -> frozenset[str]:
    """The powers of the other side that are enemies of a power."""
    side = play.rules.enemies.get(power, _NOBODY)
    wars = play.position.wars
    return play.remembered(
        ("enemies", power), wars, lambda: play.ask("only-powers-at-war-are-enemies", side, power=power)
    )


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
    return owner == friend or not play.holds("war-on-one-map-opens-its-bases", owner=owner, friend=friend, space=space)


def shares(power: str, other: str, sharing: Names) -> bool:
    """Whether a power is the other one, or both are among those that share what they have."""
    return power == other or {power, other} <= set(sharing)


def owners_in_turn(play: Play, units: Iterable[Unit]) -> list[str]:
    """The powers that have some units, in the order of play; sides that have no turn come last."""
    order = play.rules.order
    owners = {unit.power for unit in units}
    return sorted(owners, key=lambda power: (order.index(power) if power in order else len(order), power))


# -- holders of territories


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
    new = play.ask("liberated-land-returns-to-its-owner", power, territory=territory, by=power)
    if new == was:
        return
    edits: list[Edit] = [("holders", territory, new), notes.CAPTURED.edit(True, territory)]
    if not notes.HELD.is_set(play.position, territory):
        edits.append(notes.HELD.edit(was, territory))
    play.emit("captured", *edits, territory=territory, by=power, was=was, holder=new)
    play.announce("captured", territory=territory, by=power, was=was, holder=new)


# -- where enemies are, and the spaces that are hostile because of them


def enemies_at(play: Play, power: str, space: str) -> list[Unit]:
    """The enemy units in a space, submerged ones and cargo included."""
    hostile = enemies_of(play, power)
    return [unit for unit in play.position.at(space) if unit.power in hostile]


def enemies_to_meet(play: Play, power: str, space: str) -> list[Unit]:
    """The enemy units in a space that can be met there: not submerged, not cargo."""
    return [unit for unit in enemies_at(play, power, space) if on_the_surface(unit) and not unit.aboard]


def on_the_surface(unit: Unit) -> bool:
    """Whether a unit is not submerged."""
    return Mark.SUBMERGED not in unit.marks


def among_enemies(play: Play, power: str) -> list[str]:
    """The spaces in which units of a power's side and of its enemies stand together."""
    hostile = enemies_of(play, power)
    units = play.position.units.values()
    theirs = {unit.at for unit in units if unit.power in hostile}
    return sorted({unit.at for unit in units if unit.at in theirs and unit.power not in hostile})


def is_hostile(play: Play, power: str, space: str) -> bool:
    """Whether a space is hostile to a power: land an enemy holds, a zone with an enemy unit in it.

    Which units make a zone hostile, and which other land is hostile, is asked of the rules.
    """
    if is_land(play, space):
        held = at_enmity(play, power, holder_of(play, space))
        return held or play.ask("makes-land-hostile", False, space=space, power=power)
    return any(
        play.ask("makes-zone-hostile", True, unit=unit, power=power)
        for unit in enemies_at(play, power, space)
        if not unit.aboard
    )


# -- which units a power commands, which fight for it, and which defend


def obeys(play: Play, unit: Unit, power: str) -> bool:
    """Whether a power commands a unit: its own, and others where a rule says so."""
    return unit.power == power or play.holds("joint-strike-units-obey-the-partner", unit=unit, power=power)


def fights_for(play: Play, unit: Unit, power: str) -> bool:
    """Whether a unit takes part in the attacks of a power: its own do, others where a rule says so."""
    return unit.power == power or play.holds("joint-strike-units-fight-together", unit=unit, power=power)


def defends(play: Play, unit: Unit) -> bool:
    """Whether a unit takes part in the defense of its space, unless a rule keeps it out of it."""
    return play.ask("defends", True, unit=unit)


def commanded(play: Play, power: str, *kinds: UnitKind) -> list[Unit]:
    """The units that a power commands, the first of those that are equal; a ship with cargo is equal to no other."""
    found: dict[Unit, Unit] = {}
    for unit in play.position.units.values():
        if (not kinds or is_kind(play, unit, *kinds)) and obeys(play, unit, power):
            full = is_kind(play, unit, UnitKind.SHIP) and play.position.aboard(unit)
            found.setdefault(unit if full else replace(unit, id=0), unit)
    return list(found.values())


# -- technologies and national advantages


def has_technology(play: Play, power: str, technologies: Names) -> bool:
    """Whether a power has one of some technologies."""
    return not set(technologies).isdisjoint(play.position.technologies.get(power, ()))


def has_advantage(play: Play, power: str, advantage: str) -> bool:
    """Whether a power plays with a national advantage."""
    return advantage in play.position.advantages.get(power, ())


def gains(play: Play, unit: Unit, types: Names, technologies: Names = (), advantage: str = "") -> bool:
    """Whether a unit is of one of the types, and its power has one of the technologies or the advantage."""
    if unit.type not in types:
        return False
    return has_technology(play, unit.power, technologies) or has_advantage(play, unit.power, advantage)


def player_of(play: Play, advantage: str) -> str:
    """The power that plays with a national advantage, empty where none does."""
    return next((power for power in play.rules.order if has_advantage(play, power, advantage)), "")


# -- economies: one treasury, or several, each with its own land, capital and money


#: the economy of a power that has no other
ONLY = ""


def economies(play: Play, power: str) -> tuple[str, ...]:
    """The economies of a power."""
    return play.ask("economies-are-kept-apart", ("",), power=power)


def economy_of(play: Play, power: str, territory: str) -> str:
    """The economy of a power to which a territory belongs, or would belong if the power held it."""
    own = economies(play, power)
    return play.ask("land-is-of-an-economy", own[0], power=power, territory=territory) if len(own) > 1 else own[0]


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


# -- capitals


def capitals(play: Play, power: str, economy: str = ONLY) -> tuple[str, ...]:
    """The capitals of a power, or of one of its economies."""
    own = next((seat.capitals for seat in play.board.powers if seat.id == power), ())
    return play.ask("each-economy-has-its-capital", own, power=power, economy=economy) if economy else own


def capital_lost(play: Play, power: str, economy: str = ONLY) -> tuple[str, ...]:
    """The capitals of a power, or of one of its economies, if enemies hold all of them, else none."""
    own = capitals(play, power, economy)
    return own if all(at_enmity(play, power, holder_of(play, capital)) for capital in own) else ()
