"""Completes units that actions take from spaces without stated units, and aircraft that sail with their carrier."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from itertools import takewhile

from kb.cases.language.scenario import Act, Contents, PositionTable, units_of
from kb.cases.language.units import Row, Units
from kb.cases.language.words import GameWords
from kb.engine.core.position import replace
from kb.engine.core.rulebook import Rulebook
from kb.games.names import power_name

#: the verbs of actions that units make one after another, before a battle
_MOVES = ("move", "load", "offload")


def complete_movers(rules: Rulebook, words: GameWords, position: PositionTable, acts: Sequence[Act]) -> Iterator[str]:
    """Complete the units that a move, a load or a landing takes from a space about which the line says nothing, and
    those that raid a space in which the line has no units of their power: they are there. Those that land are aboard
    one ship, if they fit.

    Yields the assumptions. Nothing is added to the printed set-up, or to a space to which an earlier action leads.
    """
    stated, reached, landed = {*position["spaces"]}, set[str](), set[str]()
    for at, act in () if position.get("from") else enumerate(acts):
        route = act.names("route")
        start, rows = "", act.units() if act.kind in ("move", "load", "offload", "bombard", "raid") else ()
        rows = (Row("", act.named(), 1),) if act.kind == "rocket" else rows
        if rows:
            start = route[0] if act.kind == "move" else act.named("from") or act.named("at")
        if act.kind in ("move", "load") and rows:
            rows = _leaving(start, act.power, acts[at:])
        if act.kind == "offload" and rows:
            rows = tuple(
                row for each in acts if each.kind == "offload" and each.named("from") == start for row in each.units()
            )
            needed = sum((rules.board.unit(row.unit).transport_cost or 0) * row.number for row in rows)
            ships = [each.id for each in rules.board.units if 0 < needed <= (each.transport_room or 0)]
            rows = (Row("", ships[0], 1, {"cargo": rows}),) if len(ships) == 1 and start not in landed else ()
            landed.add(start)
        power, there = act.power or position["turn"], position["spaces"].get(start, Contents())
        owners = {row.power or power for row in rows}
        is_stated = bool(owners & {*units_of(there)}) if act.kind == "raid" else start in stated
        if start and not is_stated and start not in reached and rows:
            position["spaces"][start] = there
            stated.add(start)
            for row in rows:
                owner = row.power or power
                there[owner] = (*units_of(there).get(owner, ()), row._replace(power=""))
            for owner in dict.fromkeys(row.power or power for row in rows):
                yield f"{power_name(owner)} has {words.rows(units_of(there)[owner])} in {words.space(start)}"
        reached |= {*route[-1:], act.named("to"), act.named("at")}


def _leaving(start: str, power: str, acts: Sequence[Act]) -> Units:
    """Return the units of a power that leave the space ``start`` by the first of some actions, which are moves, loads
    and landings, before any units reach it. Rows that differ only in their number are one."""
    found: list[Row] = []
    ends = ([*act.names("route")[1:], act.named("to")] for act in acts[1:])
    more = takewhile(lambda each: each[0].kind in _MOVES and start not in each[1], zip(acts[1:], ends, strict=True))
    for act in (acts[0], *(each for each, _ in more)):
        origin = act.names("route")[0] if act.kind == "move" else act.named("from") if act.kind == "load" else ""
        for row in act.units() if act.power == power and origin == start else ():
            same = next((at for at, each in enumerate(found) if each._replace(number=row.number) == row), len(found))
            number = sum(each.number for each in found[same : same + 1])
            found[same : same + 1] = [row._replace(number=number + row.number)]
    return (*found,)


def number_of_units(rows: Sequence[Row]) -> Counter[str]:
    """Return the number of units of each type."""
    return Counter(row.unit for row in rows for _ in range(row.number))


def taking_from_land(words: GameWords, position: PositionTable, act: Act) -> tuple[Act, list[str]]:
    """Return an action, and the assumptions. A new carrier that takes aircraft from no named space takes them from the
    only stated space that has them, unless they are in its sea zone."""
    taken = act.given.get("fighters", ()) if act.kind == "mobilize" and "fighters_from" not in act.given else ()
    rows = [row for row in taken if isinstance(row, Row)] if isinstance(taken, tuple) else []
    wanted = Counter((row.power or act.power or position["turn"], row.unit) for row in rows for _ in range(row.number))
    there = {
        space: Counter(
            (power, row.unit) for power, own in units_of(each).items() for row in own for _ in range(row.number)
        )
        for space, each in position["spaces"].items()
    }
    spaces = [space for space, units in there.items() if wanted <= units]
    if not wanted or len(spaces) != 1 or spaces[0] == act.named("at"):
        return act, []
    are = "is" if wanted.total() == 1 else "are"
    assumed = f"{words.units(number_of_units(rows))} that {are} taken aboard {are} in {words.space(spaces[0])}"
    return replace(act, given={**act.given, "fighters_from": spaces[0]}), [assumed]


def with_fighters_aboard(
    rules: Rulebook, words: GameWords, position: PositionTable, acts: Sequence[Act]
) -> tuple[list[Act], list[str]]:
    """Return the actions with aircraft that sail with their carriers, and the assumptions.

    Aircraft sail if no action names their type in that zone. The key ``without`` of a move without aircraft is removed.
    """
    done, assumed = [*acts], list[str]()
    for place, act in enumerate(acts):
        if "without" in act.given:
            done[place] = replace(act, given={key: each for key, each in act.given.items() if key != "without"})
        elif (number := _aboard(rules, position, act)) and not _are_named(acts, number, act.names("route")[0]):
            done[place] = replace(act, what=(*act.units(), *(Row("", kind, count) for kind, count in number.items())))
            sailing = f"{words.units(number)} of {power_name(act.power or position['turn'])}"
            assumed.append(f"aboard the carrier from {words.space(act.names('route')[0])}: {sailing}")
    return done, assumed


def _aboard(rules: Rulebook, position: PositionTable, act: Act) -> Counter[str]:
    """Return all aircraft in the zone that the carriers of a power leave, if all of these leave it and have room for
    them; none if the line gives a state of these units."""
    own = [row for row in act.units() if not row.power] if act.kind == "move" else []
    if not own:
        return Counter()
    board, moved, power = rules.board, number_of_units(own), act.power or position["turn"]
    there = units_of(position.get("spaces", {}).get(act.names("route")[0], {})).get(power, ())
    ships = [row for row in there if board.unit(row.unit).carrier_room]
    cargo = [each for row in ships for each in row.cargo if each.power in ("", power)]
    planes = [row for row in (*there, *cargo) if board.unit(row.unit).carrier_cost]
    decks, number = number_of_units(ships), number_of_units(planes)
    room = sum((board.unit(kind).carrier_room or 0) * count for kind, count in decks.items())
    need = sum((board.unit(kind).carrier_cost or 0) * count for kind, count in number.items())
    is_plain = not any(row.state.keys() - {"cargo", "name"} for row in (*ships, *planes))
    sails = bool(ships) and is_plain and need <= room and all(decks[kind] == moved[kind] for kind in decks)
    return number if sails else Counter()


def _are_named(acts: Sequence[Act], types: Container[str], space: str) -> bool:
    """Return whether an action names units of some types in a space."""
    return any(
        isinstance(row, Row) and row.unit in types and space in (*act.names("route"), act.named("at"))
        for act in acts
        for row in (act.what if isinstance(act.what, tuple) else ())
    )
