"""Finds units by the position of a line and the actions before: their space, their number, their ships, their route."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from itertools import pairwise

from kb.cases.language.scenario import Act, Contents, PositionTable, units_of
from kb.cases.language.units import Row, Units
from kb.engine.core.picks import DAMAGED
from kb.engine.core.points import CONDUCT_COMBAT
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import SpaceKind, UnitKind

#: the units of one power, by space and type
_Places = Mapping[str, Counter[str]]
#: the most steps of a route that is found
_FARTHEST = 8


class Standing:
    """The units of a line before its next action. ``position`` and ``acts`` grow as the line is read; ``holder``
    returns the holder of a space."""

    def __init__(
        self, rules: Rulebook, position: PositionTable, acts: Sequence[Act], holder: Callable[[str], str]
    ) -> None:
        self.rules, self.position, self.acts, self.holder = rules, position, acts, holder
        #: the space of the last statement about one
        self.told = ""
        #: the only power with units in it, if there is one
        self.teller = ""
        #: the units of each power in the last statement about them
        self.last: dict[str, Units] = {}
        #: the routes that were found, by start, end, kinds of units, power and its land
        self._routes: dict[tuple[object, ...], list[str]] = {}

    def own(self, power: str) -> str:
        """Return the power of an action: ``power``, or if that is empty the power whose turn it is, by default that of
        the first action."""
        return power or self.position.get("turn", "") or next((act.power for act in self.acts), "")

    def _places(self, power: str) -> tuple[_Places, _Places]:
        """Return the units of a power that are not aboard a ship, and those that are, each by space, after the actions.
        The default is the power whose turn it is."""
        own, stand = self.own(power), defaultdict[str, Counter[str]](Counter)
        aboard = defaultdict[str, Counter[str]](Counter)
        for space, inside in self.position["spaces"].items():
            contents = units_of(inside)
            for row in (*contents.get(own, ()), *(contents.get("", ()) if self.holder(space) == own else ())):
                stand[space][row.unit] += row.number
                for each in row.cargo:
                    aboard[space][each.unit] += each.number * row.number
        for act in self.acts:
            rows = act.what if isinstance(act.what, tuple) else ()
            route = act.names("route") if act.kind == "move" else [act.named("from"), act.named("to")]
            if not all(route) or self.own(act.power) != own:
                continue
            start, end = route[0], route[-1]
            source, goal = (aboard if act.kind == "offload" else stand), (aboard if act.kind == "load" else stand)
            for row in rows:
                if act.kind == "move" and not stand[start][row.unit]:
                    source = aboard  # the fighters of a carrier
                ships, cargo = source[start][row.unit], Counter[str]()
                for each in row.cargo:
                    cargo[each.unit] += each.number * row.number
                source[start][row.unit] -= row.number
                goal[end][row.unit] += row.number
                for kind in self.carries(row.unit) if act.kind == "move" else ():
                    number = cargo[kind] if "cargo" in row.state else aboard[start][kind] * row.number / (ships or 1)
                    if int(number) == number:  # else it is not certain which ships have how much
                        aboard[start][kind] -= int(number)
                        aboard[end][kind] += int(number)
        return {space: +units for space, units in stand.items()}, {space: +units for space, units in aboard.items()}

    def carries(self, unit: str) -> frozenset[str]:
        """Return the types of units that a type carries."""
        board = self.rules.board
        of = board.unit(unit.removeprefix(DAMAGED))
        lands = of.transport_room is not None or "transport_room" in of.unknown
        return frozenset(
            each.id
            for each in board.units
            if (lands and (each.transport_cost is not None or "transport_cost" in each.unknown))
            or (of.carrier_room is not None and each.carrier_cost is not None)
        )

    def space_of(self, kinds: Set[str], power: str, aboard: bool = False) -> str:
        """Return the only space in which a power has units of all ``kinds``, aboard ships or not; empty if there are
        none or several. With ``aboard``, first look only for units aboard, and prefer the end of the last move."""
        stand, loaded = self._places(power)
        found = {space for space, there in loaded.items() if aboard and there and kinds <= {*there}}
        found = found or {
            space for space in {*stand, *loaded} if kinds <= {*stand.get(space, ()), *loaded.get(space, ())}
        }
        goal = self.acts[-1].names("route")[-1:] if aboard and self.acts else []
        if {*goal} & found:  # "the transport sails to sz6 and unloads 1 infantry"
            return goal[0]
        return found.pop() if len(found) == 1 and (kinds or aboard) else ""

    def space_of_guests(self, kinds: Set[str], power: str) -> str:
        """Return the only space in which units of all ``kinds`` of a power are aboard ships of others; else empty."""
        found = {
            space
            for space, there in self.position["spaces"].items()
            for rows in units_of(there).values()
            if kinds <= {each.unit for row in rows for each in row.cargo if each.power == power}
        }
        return found.pop() if len(found) == 1 else ""

    def only_place(self, power: str) -> str:
        """Return the only space in which a power has units that can move; empty if there are none or several."""
        found = [space for space in self._places(power)[0] if self.all_in(space, power)]
        return found[0] if len(found) == 1 else ""

    def number_of(self, unit: str, power: str) -> int:
        """Return how many units of a type a power has in the only space with them, else how many it bought, or 0."""
        found = [units[unit] for places in self._places(power) for units in places.values() if units[unit]]
        bought = self.position.get("bought", {}).get(self.own(power), ())
        found = found or [row.number for row in bought if row.unit == unit]
        return found[0] if len(found) == 1 else 0

    def all_in(self, space: str, power: str, aboard: bool = False) -> Units:
        """Return the units of a power in a space that are of a type that moves; if ``aboard``, the land units, also of
        others, aboard its ships there. An empty ``power`` is that of the turn."""
        kinds, there = self.rules.kinds, self._places(power)[aboard].get(space, Counter())
        fixed = {each.id for each in self.rules.board.units if kinds[each.id] is UnitKind.LAND and each.attack is None}
        return tuple(
            Row("", unit, number)
            for unit, number in there.items()
            if (kinds[unit] is UnitKind.LAND if aboard else kinds[unit] is not UnitKind.FACILITY and unit not in fixed)
        )

    def space_of_enemy(self, unit: str, power: str) -> str:
        """Return the only space with units of a type of the enemies of a power, or of others if no enemy has any; empty
        if there is not one."""
        own = self.own(power)
        others = [
            (space, owner or self.holder(space))
            for space, there in self.position["spaces"].items()
            for owner, rows in units_of(there).items()
            if owner != own and unit in {row.unit for row in rows}
        ]
        enemies = {space for space, owner in others if owner in self.rules.enemies.get(own, ())}
        found = enemies or {space for space, _ in others}
        return found.pop() if len(found) == 1 else ""

    def units_in(self, space: str) -> Mapping[str, Units]:
        """Return the units in a space of the position, by power; empty if there are none."""
        return units_of(self.position["spaces"].get(space, Contents()))

    def stands_in(self, unit: str, space: str) -> bool:
        """Return whether a unit of a type may be in a space: by the position, the printed set-up or a move."""
        stands = any(row.unit == unit for rows in self.units_in(space).values() for row in rows)
        return stands or "from" in self.position or any(act.names("route")[-1:] == [space] for act in self.acts)

    def there(self) -> str:
        """Return the space in which the last action ends; empty if there is none."""
        last = self.acts[-1] if self.acts else Act("", "")
        return next(iter([*last.names("route")[-1:], last.named("to"), last.named("at")]), "")

    def last_space(self) -> str:
        """Return the space in which the last action ends, else that of the last statement; empty if there is none."""
        return self.there() or self.told

    def are_moves(self) -> bool:
        """Return whether an attack in the line is a combat move, and not a battle: no battle or end of a phase precedes
        it, and the phase is not Conduct Combat."""
        is_combat = self.position.get("phase") == CONDUCT_COMBAT
        return not is_combat and not any(act.kind in ("end", "battle") for act in self.acts)

    def is_sea(self, space: str) -> bool:
        """Return whether a space is a sea zone; false for an empty string."""
        return bool(space) and self.rules.board.space(space).kind is SpaceKind.SEA_ZONE

    def left(self) -> str:
        """Return the space that the units of the last move left; empty if no unit has moved."""
        return next((act.names("route")[0] for act in reversed(self.acts) if act.kind == "move"), "")

    def movers(self, power: str, kind: UnitKind | None) -> Units:
        """Return all units of a kind, by default of any, that a power has and that can move, if they are in one space;
        else none."""
        places = [self.all_in(space, power) for space in self._places(power)[0]]
        fitting = [tuple(row for row in rows if kind in (None, self.rules.kinds[row.unit])) for rows in places]
        found = [rows for rows in fitting if rows]
        return found[0] if len(found) == 1 else ()

    def only_battle(self) -> str:
        """Return the only space in which the power whose turn it is meets units of others than its friends. Spaces in
        which a battle was fought do not count. It is empty if there are none or several."""
        turn, (stand, _) = self.own(""), self._places("")
        friends = self.rules.friends.get(turn, {turn})
        fought = {act.named() for act in self.acts if act.kind == "battle"}
        found = [
            space
            for space, units in stand.items()
            if units
            and space not in fought
            and {owner or self.holder(space) for owner in self.units_in(space)} - friends
        ]
        return found[0] if len(found) == 1 else ""

    def owner_of(self, units: Units) -> str:
        """Return the only power that has units of all these types in the position. It is empty if no power has them,
        several have, or the power whose turn it is has."""
        kinds = {row.unit for row in units}
        inside = [each for there in self.position["spaces"].values() for each in units_of(there).items()]
        found = {power for power, rows in inside if power and kinds <= {row.unit for row in rows}}
        return found.pop() if len(found) == 1 and self.own("") not in found else ""

    def owns(self, units: Units, power: str) -> bool:
        """Return whether a power has units of one of these types in the position."""
        return any(places.get(row.unit) for each in self._places(power) for places in each.values() for row in units)

    def is_named(self, name: str) -> bool:
        """Return whether a unit of the position has a name."""
        there = [row for each in self.position["spaces"].values() for rows in units_of(each).values() for row in rows]
        return any(row.state.get("name") == name for row in there)

    def put(self, power: str, space: str, units: Units) -> None:
        """Add units of a power to a space of the position."""
        there = self.position["spaces"].setdefault(space, Contents())
        there[power] = (*units_of(there).get(power, ()), *units)

    def ship_space(self, power: str) -> str:
        """Return the only space with ships of a power that can carry land units; empty if there are none or several."""
        lands = {each.id for each in self.rules.board.units if self.rules.kinds[each.id] is UnitKind.LAND}
        stand, _ = self._places(power)
        found = [space for space, units in stand.items() if any(self.carries(unit) & lands for unit in units)]
        return found[0] if len(found) == 1 else ""

    def meant(self, several: bool, power: str, kind: UnitKind | None = None) -> tuple[str, Units]:
        """Return the power and units that a pronoun stands for: those of the last action; without one, all units of the
        power if they are in one space, else those of the last statement about its units.

        No units, but still the power, are returned if the pronoun may stand for others. An empty ``power`` is that of
        the turn. ``several`` is whether the pronoun is plural. With a ``kind`` only units of that kind are meant.
        Neither limits the units of the last action.
        """
        last = next((act for act in reversed(self.acts) if isinstance(act.what, tuple)), None)
        if last is not None and isinstance(last.what, tuple):
            rows = tuple(row._replace(state={}) for row in last.what)
            return last.power, rows
        owner = self.own(power) or next(iter(self.last), "")
        stand = [
            Counter({unit: n for unit, n in units.items() if kind in (None, self.rules.kinds[unit])})
            for units in self._places(owner)[0].values()
        ]
        places = [units for units in stand if units]
        found = tuple(Row("", unit, number) for units in places for unit, number in units.items())
        told = tuple(
            row._replace(state={}) for row in self.last.get(owner, ()) if kind in (None, self.rules.kinds.get(row.unit))
        )
        found = told if len(places) > 1 else found
        is_one = len(found) == 1 and found[0].number == 1
        return owner, found if is_one or (several and (told or len(places) == 1)) else ()

    def route(self, start: str, end: str, units: Units, power: str) -> list[str]:
        """Return the shortest route of units of a power from ``start`` to ``end``, with both; empty if it is not
        certain.

        If several routes are shortest, aircraft take one over the sea and own land, or else over spaces that the
        position leaves out. Ships take one through zones that the position leaves out and no canal. Land units take
        none.
        """
        own, board = self.own(power), self.rules.board
        kinds = frozenset(self.rules.kinds[row.unit.removeprefix(DAMAGED)] for row in units)
        held = tuple(space for space, there in self.position["spaces"].items() if there.get("held_by") == own)
        key = (start, end, kinds, own, held)
        if key in self._routes:
            return self._routes[key]

        def may_pass(space: str) -> bool:
            fits = UnitKind.AIR in kinds or self.is_sea(space) is (UnitKind.SHIP in kinds)
            return fits and not (board.space(space).closed or board.space(space).neutral)

        routes = self._shortest(start, end, may_pass)
        if UnitKind.AIR in kinds:
            safe = self._shortest(start, end, lambda space: self.is_sea(space) or self.holder(space) == own)
            safe = [each for each in safe if routes and len(each) == len(routes[0])]
            routes = (safe or [each for each in routes if not {*each[1:-1]} & {*self.position["spaces"]}])[:1]
        elif kinds == {UnitKind.SHIP} and len(routes) > 1:
            canals = [{canal.one, canal.other} for canal in board.canals]
            free = (each for each in routes if not any({*pair} in canals for pair in pairwise(each)))
            routes = [each for each in free if not {*each[1:-1]} & {*self.position["spaces"]}][:1]
        self._routes[key] = routes[0] if len(routes) == 1 else []
        return self._routes[key]

    def _shortest(self, start: str, end: str, may_pass: Callable[[str], bool]) -> list[list[str]]:
        """Return at most two of the shortest routes from ``start`` to ``end`` through spaces that ``may_pass``."""
        ends, seen, board = {start: [[start]]}, {start}, self.rules.board
        for _ in range(_FARTHEST):
            if found := [[*row, end] for last, rows in ends.items() if end in board.around(last) for row in rows]:
                return found[:2]
            further = defaultdict[str, list[list[str]]](list)
            for last, rows in ends.items():
                for each in sorted(board.around(last) - seen):
                    if may_pass(each):
                        further[each] = [*further[each], *([*row, each] for row in rows)][:2]
            ends = further
            seen |= {*ends}
        return []
