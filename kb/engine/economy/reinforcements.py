"""Reinforcements: units that a power receives without paying and without a complex: for its land, from friends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kb.engine import terms
from kb.engine.actions import Mobilize
from kb.engine.economy.purchase import counted
from kb.engine.losses import Pick, picked, picks
from kb.engine.moments import MOBILIZE_UNITS, NONCOMBAT_MOVE, PURCHASE_UNITS, end_of, start_of
from kb.engine.play import Play
from kb.engine.position import Mark, Unit
from kb.engine.registry import answers, happens, refuses
from kb.engine.values import replace


@happens("land-raises-infantry", "{power} receives units for the land it controls.", start_of(PURCHASE_UNITS))
def land_raises_infantry(play: Play, power: str) -> None:
    """So many territories raise a unit, what is left over raises none.

    Source in Anniversary: ann-china-1, ann-china-2.
    """
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


@answers("reinforcements-need-no-complex", "{unit} of {power} needs no complex.", "made-by-a-complex")
def reinforcements_need_no_complex(play: Play, answer: bool, unit: str, power: str) -> bool:
    """What land raises comes without a complex. Source in Anniversary: ann/china."""
    rule = "reinforcements-need-no-complex"
    return answer and not (power in play.names(rule, "powers") and unit in play.names(rule, "units"))


@answers("reinforcements-come-to-captured-land", "{power} may use {territory} at once.", "serves-at-once")
def reinforcements_come_to_captured_land(play: Play, answer: bool, power: str, territory: str) -> bool:
    """They may be placed in land that was captured this turn. Source in Anniversary: ann-china-5."""
    return answer or power in play.names("reinforcements-come-to-captured-land", "powers")


@refuses("no-reinforcements-where-many-stand", "{space} had {number} units of {power} before.", Mobilize)
def no_reinforcements_where_many_stand(play: Play, action: Mobilize) -> Iterator[dict[str, Any]]:
    """None is placed where so many units of the power stood before. Source in Anniversary: ann-china-3, ann-china-4."""
    rule = "no-reinforcements-where-many-stand"
    if action.power not in play.names(rule, "powers") or not counted(action.units):
        return
    own = [unit for unit in play.position.at(action.space) if unit.power == action.power]
    number = sum(not unit.has(Mark.MOBILIZED) for unit in own)
    if number >= play.number(rule, "units"):
        yield {"space": action.space, "number": number, "power": action.power}


@happens("free-units-appear-in-war", "{power} receives units for nothing.", start_of(MOBILIZE_UNITS))
def free_units_appear_in_war(play: Play, power: str) -> None:
    """Units appear in a certain land of a power at war, if it holds it then; how many is given for the board.

    Source in Europe 1940: e40-mob-1.
    """
    rule = "free-units-appear-in-war"
    if power not in play.names(rule, "powers") or not terms.foes(play, power):
        return
    for space in play.names(rule, "spaces"):
        if terms.holder(play, space) == power:
            _raise(play, rule, power, space)


@happens("the-first-liberation-raises-units", "{holder} is free again.", "captured")
def the_first_liberation_raises_units(play: Play, territory: str, by: str, was: str, holder: str) -> None:
    """Units appear in certain land the first time that it is freed: so many, or those of a price that its power
    chooses.

    Source in Europe 1940: e40/no-fra.
    """
    rule, note = "the-first-liberation-raises-units", ("liberated", territory)
    meant = territory in play.names(rule, "spaces") and holder in play.names(rule, "powers")
    if meant and note not in play.position.game_notes and terms.at_enmity(play, was, holder):
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


@happens("friends-become-ones-own", "{power} may take over units of its friends.", end_of(NONCOMBAT_MOVE))
def friends_become_ones_own(play: Play, power: str) -> None:
    """After its noncombat move a power may make some units of its friends its own.

    Source in Europe 1999: e99/patriotic-war.
    """
    if power not in play.names("friends-become-ones-own", "powers"):
        return
    friends = [u for u in play.position.units.values() if u.power != power and terms.allied(play, u.power, power)]
    spaces = dict.fromkeys(unit.at for unit in friends)
    open_to = {space for space in spaces if play.ask("changes-sides", True, space=space, power=power)}
    groups: dict[tuple[str, str, str], list[Unit]] = {}
    for unit in friends:
        if unit.at in open_to:
            groups.setdefault((unit.at, unit.power, unit.type), []).append(unit)
    for (space, _, _), units in sorted(groups.items()):
        options = [option for number in range(len(units), -1, -1) for option in picks(units, number)]
        taken = picked(units, play.choose(power, "takeover", space, options))
        if taken:
            new = play.put(*(replace(unit, power=power) for unit in taken))
            play.happen("handed-over", *new, units=taken, power=power)


@answers("friends-change-sides-at-ones-complexes", "{space} has no complex of {power} from the start.", "changes-sides")
def friends_change_sides_at_ones_complexes(play: Play, answer: bool, space: str, power: str) -> bool:
    """Units change sides only where a complex stands on their new power's original land, so ships never do.

    Source in Europe 1999: e99-ed2-1b, e99-misc-3.
    """
    kinds = play.names("friends-change-sides-at-ones-complexes", "units")
    built = any(each.type in kinds and each.power == power for each in play.position.at(space))
    return answer and built and play.board.space(space).owner == power
