"""Reinforcements: units that a power receives without paying and without a complex: for its land, from friends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kb.engine.board.holders import holder_of
from kb.engine.board.sides import allied, at_enmity, at_war_with
from kb.engine.core.given import Number, Powers, Spaces, Units
from kb.engine.core.moments import MOBILIZE_UNITS, NONCOMBAT_MOVE, PURCHASE_UNITS, end_of, start_of
from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit
from kb.engine.core.registry import answers, happens, refuses
from kb.engine.core.values import replace
from kb.engine.core.verdict import Facts
from kb.engine.economy.mobilize import Mobilize
from kb.engine.economy.purchase import counted
from kb.engine.units.losses import Pick, picked, ways_to_pick


@happens(
    "land-raises-infantry",
    "{power} receives units for the land it controls.",
    start_of(PURCHASE_UNITS),
    about="For every {territories:territory} that it controls {powers} receives a unit of {units:one}; a remainder gives none.",
    given={
        "powers": Powers("the powers that receive units for their land"),
        "units": Units("what they receive"),
        "territories": Number("how many territories give one unit"),
    },
)
def land_raises_infantry(play: Play, power: str) -> None:
    rule = "land-raises-infantry"
    if power not in play.names(rule, "powers"):
        return
    held = sum(holder == power for holder in play.position.holders.values())
    number = held // play.number(rule, "territories")
    waiting = play.position.bought
    if number:
        units = dict.fromkeys(play.names(rule, "units"), number)
        edits = [("bought", (power, unit), waiting.get((power, unit), 0) + number) for unit in units]
        play.happen("reinforced", *edits, power=power, units=units, territories=held)


@answers(
    "reinforcements-need-no-complex",
    "{unit} of {power} needs no complex.",
    "made-by-a-complex",
    about="{powers} places {units} without a complex.",
    given={"powers": Powers("the powers that this holds for"), "units": Units("the types that need no complex")},
)
def reinforcements_need_no_complex(play: Play, answer: bool, unit: str, power: str) -> bool:
    rule = "reinforcements-need-no-complex"
    return answer and not (power in play.names(rule, "powers") and unit in play.names(rule, "units"))


@answers(
    "reinforcements-come-to-captured-land",
    "{power} may use {territory} at once.",
    "serves-at-once",
    about="{powers} may place its units in land that it captured this turn.",
    given={"powers": Powers("the powers that this holds for")},
)
def reinforcements_come_to_captured_land(play: Play, answer: bool, power: str, territory: str) -> bool:
    return answer or power in play.names("reinforcements-come-to-captured-land", "powers")


@refuses(
    "no-reinforcements-where-many-stand",
    "{space} had {number} units of {power} before.",
    Mobilize,
    about="{powers} places no unit where {units} or more of its units stood before.",
    given={
        "powers": Powers("the powers that this holds for"),
        "units": Number("with how many units in it a territory receives no more"),
    },
)
def no_reinforcements_where_many_stand(play: Play, action: Mobilize) -> Iterator[Facts]:
    rule = "no-reinforcements-where-many-stand"
    if action.power not in play.names(rule, "powers") or not counted(action.units):
        return
    own = [unit for unit in play.position.at(action.space) if unit.power == action.power]
    number = sum(not unit.has(Mark.MOBILIZED) for unit in own)
    if number >= play.number(rule, "units"):
        yield {"space": action.space, "number": number, "power": action.power}


@happens(
    "free-units-appear-in-war",
    "{power} receives units for nothing.",
    start_of(MOBILIZE_UNITS),
    about="{powers} at war, as long as it holds {spaces}, receives {units} there for nothing (number by map: {<board>}).",
    given={
        "powers": Powers("the powers that receive units"),
        "units": Units("what they receive, of each type as many as the map gives"),
        "spaces": Spaces("where the units appear, while the power holds the space"),
        "<board>": Number("how many units of each type appear on this board", required=False),
    },
)
def free_units_appear_in_war(play: Play, power: str) -> None:
    rule = "free-units-appear-in-war"
    if power not in play.names(rule, "powers") or not at_war_with(play, power):
        return
    for space in play.names(rule, "spaces"):
        if holder_of(play, space) == power:
            _raise(play, rule, power, space)


@happens(
    "the-first-liberation-raises-units",
    "{holder} is free again.",
    "captured",
    about="The first time that {spaces} is freed, {powers} receives free units there[ worth {ipcs:IPC}, of the types it chooses][: {units} (number by map: {<board>})].",
    given={
        "powers": Powers("the powers that receive units"),
        "units": Units("what they receive or choose from"),
        "spaces": Spaces("the land whose liberation brings units"),
        "ipcs": Number("the total price of the units that the power chooses, in IPCs", required=False),
        "<board>": Number("how many units of each type appear on this board", required=False),
    },
)
def the_first_liberation_raises_units(play: Play, territory: str, by: str, was: str, holder: str) -> None:
    rule, note = "the-first-liberation-raises-units", ("liberated", territory)
    meant = territory in play.names(rule, "spaces") and holder in play.names(rule, "powers")
    if meant and note not in play.position.game_notes and at_enmity(play, was, holder):
        play.happen("first-liberation", ("game_notes", note, True), power=holder, territory=territory)
        _raise(play, rule, holder, territory)


def _raise(play: Play, rule: str, power: str, space: str) -> None:
    """Put the units given to a rule into a space: so many of each as are given for the board, or for so many IPCs."""
    given, kinds = play.rules.given(rule), play.names(rule, "units")
    if "ipcs" in given:
        chosen = play.choose(power, "free-units", space, _worth(play, power, kinds, play.number(rule, "ipcs")))
        raised = [kind for _, kind, number in chosen for _ in range(number)]
    else:
        raised = [kind for kind in kinds for _ in range(int(given.get(play.board.id, 0)))]
    new = [Unit(each, kind, power, space) for each, kind in enumerate(raised, play.next_id())]
    if new:
        play.happen("raised", *play.put(*new), power=power, units=new, space=space)


def _worth(play: Play, power: str, kinds: Sequence[str], ipcs: int) -> list[Pick]:
    """What a power can have for so many IPCs, at the printed prices: all with which no other unit would fit."""
    prices = [(kind, play.board.unit(kind).cost or 0) for kind in kinds]
    least = min(price for _, price in prices)
    return [units for units, left in _affordable(power, prices, ipcs) if left < least]


def _affordable(power: str, prices: Sequence[tuple[str, int]], ipcs: int) -> Iterator[tuple[Pick, int]]:
    """Every number of each unit that so many IPCs pay for, with what is left of them."""
    if not prices:
        yield (), ipcs
        return
    (kind, price), *others = prices
    for number in range(ipcs // price, -1, -1):
        own = ((power, kind, number),) if number else ()
        for more, left in _affordable(power, others, ipcs - number * price):
            yield (*own, *more), left


# -- units that a power takes over from its friends


@happens(
    "friends-become-ones-own",
    "{power} may take over units of its friends.",
    end_of(NONCOMBAT_MOVE),
    about="After its noncombat move {powers} may make units of its friends its own.",
    given={"powers": Powers("the powers that may take over units")},
)
def friends_become_ones_own(play: Play, power: str) -> None:
    if power not in play.names("friends-become-ones-own", "powers"):
        return
    friends = [u for u in play.position.units.values() if u.power != power and allied(play, u.power, power)]
    spaces = dict.fromkeys(unit.at for unit in friends)
    open_to = {space for space in spaces if play.ask("changes-sides", True, space=space, power=power)}
    groups: dict[tuple[str, str, str], list[Unit]] = {}
    for unit in friends:
        if unit.at in open_to:
            groups.setdefault((unit.at, unit.power, unit.type), []).append(unit)
    for (space, _, _), units in sorted(groups.items()):
        options = [option for number in range(len(units), -1, -1) for option in ways_to_pick(units, number)]
        taken = picked(units, play.choose(power, "takeover", space, options))
        if taken:
            new = play.put(*(replace(unit, power=power) for unit in taken))
            play.happen("handed-over", *new, units=taken, power=power)


@answers(
    "friends-change-sides-at-ones-complexes",
    "{space} has no complex of {power} from the start.",
    "changes-sides",
    about="A power takes over units only on its original land with {units:a} that stood there from the start, so never ships.",
    given={"units": Units("the types that have to stand there")},
)
def friends_change_sides_at_ones_complexes(play: Play, answer: bool, space: str, power: str) -> bool:
    kinds = play.names("friends-change-sides-at-ones-complexes", "units")
    built = any(each.type in kinds and each.power == power for each in play.position.at(space))
    return answer and built and play.board.space(space).owner == power
