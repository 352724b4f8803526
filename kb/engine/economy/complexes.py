"""Industrial complexes: where they are, what they can make, and the repair of their damage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kb.engine.board.abilities import has_technology
from kb.engine.board.economies import account_of
from kb.engine.board.holders import holder_of
from kb.engine.core.actions import Repair
from kb.engine.core.given import Number, Technologies
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.registry import answers, effect_of, refuses
from kb.engine.core.values import replace
from kb.engine.units.complexes import complexes


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


@answers(
    "complexes-make-a-fixed-number",
    "The complex in {territory} makes {now} units.",
    "production",
    about="The type of a complex sets how many units it makes in a turn ({<unit>}).",
    given={"<unit>": Number("how many units a complex of this type makes in a turn")},
)
def complexes_make_a_fixed_number(play: Play, answer: int, territory: str) -> int:
    return _best(play, "complexes-make-a-fixed-number", territory, answer)


def _best(play: Play, rule: str, territory: str, default: int) -> int:
    """The highest number that the rule set gives to a rule for the types of complex in a territory."""
    numbers = play.rules.given(rule)
    types = [play.ask("makes-as", unit.type, complex=unit) for unit in complexes(play, territory)]
    return max((int(numbers.get(each, 0)) for each in types), default=default)


@answers(
    "an-upgraded-complex-makes-what-it-made",
    "In the turn of its upgrade {complex} makes what it made.",
    "makes-as",
    about="In the turn in which it is upgraded, a complex makes as many units as before.",
)
def an_upgraded_complex_makes_what_it_made(play: Play, answer: str, complex: Unit) -> str:
    return str(play.position.turn_notes.get(("upgraded", complex.at), answer))


@answers(
    "damage-lowers-production",
    "Damage leaves {now} of the {was} units of {territory}.",
    "production",
    about="Each damage marker lowers by one the number of units that a complex makes.",
)
def damage_lowers_production(play: Play, answer: int, territory: str) -> int:
    return answer - damage(play, territory)


@answers(
    "better-factories-make-more",
    "{territory} makes {now} units instead of {was}.",
    "production",
    about="{technologies}: a complex in a territory worth {value:IPC} or more makes {units} more units in a turn.",
    given={
        "technologies": Technologies("the technologies with which complexes make more"),
        "value": Number("the least value of a territory whose complex makes more, in IPCs"),
        "units": Number("how many more units the complex makes in a turn"),
    },
)
def better_factories_make_more(play: Play, answer: int, territory: str) -> int:
    rule = "better-factories-make-more"
    rich = (play.board.space(territory).value or 0) >= play.number(rule, "value")
    better = rich and has_technology(play, rule, holder_of(play, territory))
    return answer + play.number(rule, "units") if better else answer


@answers(
    "better-complexes-make-more",
    "{territory} makes {now} units instead of {was}.",
    "production",
    about="{technologies}: complexes make more units in a turn ({<unit>}).",
    given={
        "technologies": Technologies("the technologies with which complexes make more"),
        "<unit>": Number("how many more units a complex of this type makes in a turn"),
    },
)
def better_complexes_make_more(play: Play, answer: int, territory: str) -> int:
    rule = "better-complexes-make-more"
    if not has_technology(play, rule, holder_of(play, territory)):
        return answer
    return answer + _best(play, rule, territory, 0)


# -- repair


def price_of_repairs(play: Play, action: Repair) -> int:
    """What taking the markers off costs; fewer than one are none."""
    return int(play.ask("repair-price", 0, power=action.power, markers=max(action.markers, 0)))


@answers(
    "repairs-cost-their-markers",
    "Repairing {markers} damage markers costs {now} IPCs.",
    "repair-price",
    about="Removing a damage marker costs {ipcs:IPC}.",
    given={"ipcs": Number("the price of removing one damage marker, in IPCs")},
)
def repairs_cost_their_markers(play: Play, answer: int, power: str, markers: int) -> int:
    return answer + play.number("repairs-cost-their-markers", "ipcs") * markers


@answers(
    "better-factories-are-repaired-cheaply",
    "The repair costs {now} IPCs instead of {was}.",
    "repair-price",
    about="{technologies}: the price of a damage marker removes {markers} of them; a remainder costs as much as {markers}.",
    given={
        "technologies": Technologies("the technologies with which repairs are cheaper"),
        "markers": Number("how many markers come off for the price of one"),
    },
)
def better_factories_are_repaired_cheaply(play: Play, answer: int, power: str, markers: int) -> int:
    rule = "better-factories-are-repaired-cheaply"
    return -(-answer // play.number(rule, "markers")) if has_technology(play, rule, power) else answer


@refuses(
    "only-damage-is-repaired",
    "There are {damage} damage markers in {territory}, not {markers}.",
    Repair,
    about="No more damage markers can be removed than there are.",
)
def only_damage_is_repaired(play: Play, action: Repair) -> Iterator[dict[str, Any]]:
    there = sum(unit.damage for unit in _under_repair(play, action))
    if not 0 < action.markers <= there:
        yield {"damage": there, "territory": action.territory, "markers": action.markers}


@refuses(
    "complexes-are-repaired-by-their-owner",
    "The complex in {territory} is not {power}'s.",
    Repair,
    about="A power repairs its own complexes and bases only.",
)
def complexes_are_repaired_by_their_owner(play: Play, action: Repair) -> Iterator[dict[str, Any]]:
    if any(unit.power != action.power for unit in _under_repair(play, action)):
        yield {"territory": action.territory, "power": action.power}


@effect_of(Repair)
def repair(play: Play, action: Repair) -> None:
    """Pay, and take the markers off."""
    power, territory, price = action.power, action.territory, price_of_repairs(play, action)
    payer = account_of(play, power, territory)
    left = play.position.treasuries.get(payer, 0) - price
    whole = [replace(unit, damage=max(0, unit.damage - action.markers)) for unit in _under_repair(play, action)]
    facts = {"power": power, "territory": territory, "markers": action.markers, "ipcs": price}
    play.happen("complex-repaired", ("treasuries", payer, left), *play.put(*whole), **facts)
