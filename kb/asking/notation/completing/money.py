"""Completes money, the economy that pays, and units that were bought or received."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import cast

from kb.asking.notation.completing.phases import ENDS, phases_of
from kb.asking.notation.completing.units import number_of_units
from kb.cases.language.scenario import Act, Contents, PositionTable, units_of
from kb.cases.language.units import Row
from kb.cases.language.words import GameWords
from kb.engine.core.position import account, replace
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import SpaceKind
from kb.games.names import power_name

#: the rules with the price of a research die, for which money is lost in raids, and by which only a treasury pays
_RESEARCH_PRICE, _LOSS = "research-dice-cost", "raid-pays-at-most-what-there-is"
_NEEDS_TREASURY = "income-needs-a-treasury"
#: the rule by which land raises units for a power at the beginning of its turn
_LAND_RAISES = "land-raises-infantry"


def _economy(rules: Rulebook, position: PositionTable, power: str, acts: Sequence[Act]) -> str:
    """Return the economy of a power that actions name; by default that of their land and of the power's capitals with
    enemies in them. If these are none or several, it is the power's first one. It is empty if the power has one
    treasury."""
    board = rules.board
    seat = next((each for each in board.powers if each.id == power), None)
    own = [each.economy for each in seat.treasuries if each.economy] if seat else []
    homes_of = seat.capitals if seat else ()
    homes = {board.space(each).map: board.space(each).economy for each in homes_of}
    places = {act.named("from") or act.named("at") or (isinstance(act.what, str) and act.what) for act in acts}
    lost = (each for each in homes_of if rules.enemies[power] & {*units_of(position["spaces"].get(each, Contents()))})
    places |= {*lost}
    spaces = [each for each in board.spaces if each.id in places]
    around = [
        board.space(each) for space in spaces if space.kind is SpaceKind.SEA_ZONE for each in board.around(space.id)
    ]
    land = [each for each in (*spaces, *around) if each.kind is SpaceKind.TERRITORY]
    named = {act.named("economy") for act in acts} - {""} or {each.economy or homes.get(each.map, "") for each in land}
    return next((each for each in own if {*own} & named == {each}), own[0] if own else "")


def complete_accounts(rules: Rulebook, position: PositionTable, acts: Sequence[Act]) -> Iterator[str]:
    """Complete the economy of units that a power has bought, and of its money. Yields the assumptions."""
    for key, what in (("bought", "has bought the units"), ("treasuries", "has the money")):
        table = cast("dict[str, object]", position.get(key, {}))
        for power in [each for each in table if each in rules.order]:
            if economy := _economy(
                rules, position, power, [act for act in acts if (act.power or position["turn"]) == power]
            ):
                payer = account(power, economy)
                table[payer] = table.pop(power)
                yield f"{power_name(payer)} {what}"


def paid_by_the_stated(position: PositionTable, act: Act) -> Act:
    """Return an action. A purchase without a named economy gets the only economy of its power whose money the line
    states."""
    power = act.power or position["turn"]
    stated = [each.partition("/")[2] for each in position.get("treasuries", {}) if each.startswith(f"{power}/")]
    is_certain = act.kind == "purchase" and "economy" not in act.given and len(stated) == 1
    return replace(act, given={**act.given, "economy": stated[0]}) if is_certain else act


def complete_raised(rules: Rulebook, words: GameWords, position: PositionTable, acts: Sequence[Act]) -> Iterator[str]:
    """Add the units that a power has received for its land this turn to the position as bought, if the line concerns
    them and does not mention purchases. Yield the assumption."""
    power, phase = position["turn"], position.get("phase", "")
    kinds = [phases_of(rules, Act(kind, "")) for kind in ("research", "purchase", "mobilize")]
    concerns = phase in (*kinds[1], *kinds[2]) or any(act.kind == "mobilize" for act in acts)
    if "bought" in position or phase in kinds[0] or not concerns or not _is_raised(rules, power):
        return
    given, captured = rules.lines[_LAND_RAISES].given, position.get("notes", {}).get("captured", ())
    holders = {space.id: space.held_by for space in rules.board.spaces}
    holders |= {space: str(there["held_by"]) for space, there in position["spaces"].items() if "held_by" in there}
    land = sum(holder == power for space, holder in holders.items() if space not in cast("list[str]", captured))
    number = land // cast("int", given["territories"])
    units = tuple(Row("", unit, number) for unit in cast("tuple[str, ...]", given["units"]) if number)
    position["bought"] = {power: units} if units else {}
    yield f"{power_name(power)} has received {words.rows(units) or 'no units'} for {land} territories"


def _is_raised(rules: Rulebook, power: str) -> bool:
    """Return whether a power receives its units for its land, and buys none."""
    line = rules.lines.get(_LAND_RAISES)
    return line is not None and power in cast("tuple[str, ...]", line.given["powers"])


def complete_bought(rules: Rulebook, words: GameWords, position: PositionTable, acts: Sequence[Act]) -> Iterator[str]:
    """Add the units that a power places to the position as bought, if the line does not mention purchases. Yield each
    assumption."""
    if "bought" in position or any(act.kind == "purchase" for act in acts):
        return
    number = defaultdict[str, Counter[str]](Counter)
    for act in acts:
        if act.kind == "mobilize":
            power = act.power or position["turn"]
            if _is_raised(rules, power):
                continue
            number[account(power, _economy(rules, position, power, [act]))] += number_of_units(act.units())
    bought = {power: tuple(Row("", unit, n) for unit, n in units.items()) for power, units in number.items()}
    for power, units in bought.items():
        position["bought"] = bought
        yield f"{power_name(power)} has bought {words.rows(units)}"


def complete_money(rules: Rulebook, position: PositionTable, acts: Sequence[Act]) -> Iterator[str]:
    """Complete the treasury of a power that pays if the line says nothing about its money: it has the printed price, or
    what the dice of a raid or rocket can take.

    Yields the assumptions. For a repair all economies of the power are completed, because its land decides which pays.
    """
    line, stated = rules.lines.get(_RESEARCH_PRICE), [*position.get("treasuries", {})]
    each_die = line.given.get("ipcs", 0) if line else 0
    phase_is_over = False
    for act in () if position.get("from") else takewhile(lambda act: act.kind != "collect", acts):
        phase_is_over = phase_is_over or act.kind == ENDS
        power, is_lost = act.power or position["turn"], act.kind in ("raid", "rocket")
        if is_lost:
            land = act.named("at")
            power = str(position["spaces"].get(land, Contents()).get("held_by") or rules.board.space(land).held_by)
            price = sum(act.dice) if _LOSS in rules.lines else 0
        elif phase_is_over:
            continue
        elif act.kind == "purchase":
            price = sum((rules.board.unit(row.unit).cost or 0) * row.number for row in act.units())
        elif act.kind == "research":
            price = act.research["dice"] * (each_die if isinstance(each_die, int) else 0)
        else:
            price = act.what if act.kind == "repair" and isinstance(act.what, int) else 0
        if not price or any(each.split("/")[0] == power for each in stated):
            continue
        seats = (seat.treasuries for seat in rules.board.powers if seat.id == power)
        own = [each.economy for each in next(seats, ()) if each.ipc is not None]
        if not own and _NEEDS_TREASURY in rules.lines:
            continue
        economies = (own or [""]) if act.kind == "repair" else [act.named("economy") or (own or [""])[0]]
        treasuries = position.setdefault("treasuries", {})
        for economy in economies:
            treasuries[account(power, economy)] = treasuries.get(account(power, economy), 0) + price
        yield f"{power_name(power)} can pay {'' if is_lost else 'the printed price, '}{price} IPCs"
