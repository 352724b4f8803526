"""Industrial complexes: where they are, what they can make, and the repair of their damage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kb.engine import terms
from kb.engine.actions import Repair
from kb.engine.economy.economies import account_of
from kb.engine.play import Play
from kb.engine.position import Unit
from kb.engine.registry import answers, does, refuses
from kb.engine.values import replace


def is_complex(play: Play, unit: str) -> bool:
    """Whether a unit of this type makes others."""
    return unit in play.names("complex-needed", "units")


def complexes(play: Play, territory: str) -> list[Unit]:
    """The industrial complexes in a territory."""
    return [unit for unit in play.position.at(territory) if is_complex(play, unit.type)]


def damage(play: Play, territory: str) -> int:
    """The damage markers on what makes units in a territory."""
    return sum(unit.damage for unit in complexes(play, territory))


def _under_repair(play: Play, action: Repair) -> list[Unit]:
    """What is to be repaired: the facilities that are named, or the complexes."""
    if not action.facility:
        return complexes(play, action.territory)
    return [unit for unit in play.position.at(action.territory) if unit.type == action.facility]


def capacity(play: Play, territory: str) -> int:
    """How many units the complex of a territory makes in a turn."""
    return max(0, int(play.ask("production", play.board.space(territory).value or 0, territory=territory)))


@answers("complexes-make-a-fixed-number", "The complex in {territory} makes {now} units.", "production")
def complexes_make_a_fixed_number(play: Play, answer: int, territory: str) -> int:
    """What a complex makes depends on its type, not on its territory. Source in Europe 1940: e40/facilities."""
    return _best(play, "complexes-make-a-fixed-number", territory, answer)


def _best(play: Play, rule: str, territory: str, default: int) -> int:
    """The highest number that the rule set gives to a rule for the types of complex in a territory."""
    numbers = play.rules.given(rule)
    types = [play.ask("makes-as", unit.type, complex=unit) for unit in complexes(play, territory)]
    return max((int(numbers.get(each, 0)) for each in types), default=default)


@answers(
    "an-upgraded-complex-makes-what-it-made", "In the turn of its upgrade {complex} makes what it made.", "makes-as"
)
def an_upgraded_complex_makes_what_it_made(play: Play, answer: str, complex: Unit) -> str:
    """In the turn of its upgrade a complex makes as many units as before. Source in Europe 1940: e40-mob-2."""
    return str(play.position.turn_notes.get(("upgraded", complex.at), answer))


@answers("damage-lowers-production", "Damage leaves {now} of the {was} units of {territory}.", "production")
def damage_lowers_production(play: Play, answer: int, territory: str) -> int:
    """A complex makes one unit less for each damage marker. Source in Anniversary: ann/up-ic."""
    return answer - damage(play, territory)


@answers("better-factories-make-more", "{territory} makes {now} units instead of {was}.", "production")
def better_factories_make_more(play: Play, answer: int, territory: str) -> int:
    """A technology has complexes of a certain value make more.

    Source in Anniversary: ann-err-5, ann/tech-increased-factory.
    """
    rule = "better-factories-make-more"
    rich = (play.board.space(territory).value or 0) >= play.number(rule, "value")
    better = rich and terms.has_technology(play, rule, terms.holder(play, territory))
    return answer + play.number(rule, "units") if better else answer


@answers("better-complexes-make-more", "{territory} makes {now} units instead of {was}.", "production")
def better_complexes_make_more(play: Play, answer: int, territory: str) -> int:
    """A technology has each type of complex make so many more units. Source in Europe 1940 (2012): e40/rd."""
    rule = "better-complexes-make-more"
    if not terms.has_technology(play, rule, terms.holder(play, territory)):
        return answer
    return answer + _best(play, rule, territory, 0)


# -- repair


def price_of_repairs(play: Play, action: Repair) -> int:
    """What taking the markers off costs; fewer than one are none."""
    return int(play.ask("repair-price", 0, power=action.power, markers=max(action.markers, 0)))


@answers("repairs-cost-their-markers", "Repairing {markers} damage markers costs {now} IPCs.", "repair-price")
def repairs_cost_their_markers(play: Play, answer: int, power: str, markers: int) -> int:
    """Taking off a damage marker has a price. Source in Anniversary: ann/p2-repair."""
    return answer + play.number("repairs-cost-their-markers", "ipcs") * markers


@answers("better-factories-are-repaired-cheaply", "The repair costs {now} IPCs instead of {was}.", "repair-price")
def better_factories_are_repaired_cheaply(play: Play, answer: int, power: str, markers: int) -> int:
    """A technology has one IPC take off several markers; what is left over counts whole.

    Source in Anniversary: ann/tech-increased-factory.
    """
    rule = "better-factories-are-repaired-cheaply"
    return -(-answer // play.number(rule, "markers")) if terms.has_technology(play, rule, power) else answer


@refuses("only-damage-is-repaired", "There are {damage} damage markers in {territory}, not {markers}.", Repair)
def only_damage_is_repaired(play: Play, action: Repair) -> Iterator[dict[str, Any]]:
    """As many markers come off as there are. Source in Anniversary: ann/p2-repair."""
    there = sum(unit.damage for unit in _under_repair(play, action))
    if not 0 < action.markers <= there:
        yield {"damage": there, "territory": action.territory, "markers": action.markers}


@refuses("complexes-are-repaired-by-their-owner", "The complex in {territory} is not {power}'s.", Repair)
def complexes_are_repaired_by_their_owner(play: Play, action: Repair) -> Iterator[dict[str, Any]]:
    """A power repairs what is its own. Source in Anniversary: ann/p2-repair."""
    if any(unit.power != action.power for unit in _under_repair(play, action)):
        yield {"territory": action.territory, "power": action.power}


@does(Repair)
def repair(play: Play, action: Repair) -> None:
    """Pay, and take the markers off."""
    power, territory, price = action.power, action.territory, price_of_repairs(play, action)
    payer = account_of(play, power, territory)
    left = play.position.treasuries.get(payer, 0) - price
    whole = [replace(unit, damage=max(0, unit.damage - action.markers)) for unit in _under_repair(play, action)]
    facts = {"power": power, "territory": territory, "markers": action.markers, "ipcs": price}
    play.happen("complex-repaired", ("treasuries", payer, left), *play.put(*whole), **facts)
