"""Parses a sentence in which ships carry land units over the sea: they go aboard, the ships sail, they go ashore."""

from __future__ import annotations

from dataclasses import dataclass, field

from kb.asking.notation.completing.loads import loads_of
from kb.asking.notation.cursor import ARTICLES, Expected
from kb.asking.notation.meant import ALL, MeantCursor, Said
from kb.asking.notation.values import VIA
from kb.cases.language.scenario import Act
from kb.cases.language.units import Row, Units
from kb.engine.core.points import NONCOMBAT_MOVE
from kb.games.board_model import UnitKind

#: the verbs of a carriage by sea, of ships that carry units, of units that are carried, and of units that attack
_SHIPS = ("ferries", "ships", "transports")
_CARRIES = (*_SHIPS, "takes", "carries", "brings", "delivers")
_GOES, _ATTACKS = ("goes", "moves", "travels", "sends"), ("attacks", "assaults", "invades")
#: words after 'by' for ships of the usual type, and those before ships that are named
_SEA, _ABOARD = ("sea", "ship"), ("by", "with", "on", "aboard", "using")
_WHICH = "which ships? write their sea zone: 'transport in sz5 takes 1 infantry ...'"
_WHERE = "from which land to which land? write 'from' and 'to' before their names"
#: the words before the enemies in the land
_DEFENDED = ("vs", "versus", "against", "defended by")


@dataclass
class _Carriage:
    """A carriage while it is parsed: ``units`` from land ``origin``, empty if they are aboard, to land ``goal``, and
    ``ships`` in a ``zone`` that sail through ``passed``. ``by_sea`` is whether the sentence names ships or the sea,
    ``attacks`` whether its verb attacks."""

    units: Units = ()
    ships: Units = ()
    zone: str = ""
    origin: str = ""
    goal: str = ""
    passed: list[str] = field(default_factory=list)
    by_sea: bool = False
    attacks: bool = False


class CarriageCursor(MeantCursor):
    """A cursor that parses carriages, and finds the moves of ships that carry land units."""

    def lands(self, unit: str) -> bool:
        """Return whether a type of unit is a ship that carries land units."""
        kinds = {self.names.rules.kinds[each] for each in self.standing.carries(unit)}
        return UnitKind.LAND in kinds

    def sailed(self, start: str, land: str, ships: Units, power: str) -> list[str]:
        """Return the shortest route of ships from a zone to one beside some land, with both; the zone alone if it is
        beside the land. Of several, return the one with the fewest spaces that the line states. The route is empty if
        there is none."""
        near = [each for each in sorted(self.names.rules.board.around(land)) if self.standing.is_sea(each)]
        if start in near:
            return [start]
        told = {*self.standing.position["spaces"]}
        routes = [route for end in near if (route := self.standing.route(start, end, ships, power))]
        return min(routes, key=lambda route: (len(route), len(told & {*route[1:]})), default=[])

    def sailed_after_loading(self, zone: str, land: str, power: str) -> Act | None:
        """Return the move of the ships from a zone to one beside the land where they unload. It is None unless they
        were loaded in the zone in the last action, and the land is not beside it."""
        last = self.standing.acts[-1] if self.standing.acts else None
        if last is None or last.kind != "load" or last.named("to") != zone:
            return None
        ships = tuple(row for row in self.standing.all_in(zone, power) if self.lands(row.unit))
        route = self.sailed(zone, land, ships, power) if ships else []
        if len(route) < 2 or sum(row.number for row in ships) > 1:  # some of them may stay
            return None
        self._assume_sailing(route)
        return Act("move", ships, {"route": route}, power=power)

    def carried(self, power: str, lead: Units) -> Said:
        """Parse a carriage, and return its actions: ``transport in sz2 takes 2 inf from uk to norway``, ``2 inf go from
        uk to norway by transport``. ``lead`` are the units before the verb."""
        start, (rows, place) = self.at, self._placed(lead) if lead and lead is not ALL else (lead, "")
        are_ships = rows is not ALL and all(self.lands(row.unit) for row in rows)
        said = _Carriage(ships=rows, zone=place, by_sea=True) if are_ships else _Carriage(rows, origin=place)
        word = self.take(*_CARRIES) if are_ships else ""
        if word:
            said.units = self.units()
            said.by_sea = bool(rows) or word in _SHIPS
        elif said.ships or not self._names_ship():
            raise Expected
        elif self.take(*_ATTACKS):
            said.by_sea, said.attacks, said.goal = False, True, self.name("space")
        elif self.take(*_GOES):
            said.by_sea, said.units = False, said.units or self.units()
        else:
            raise Expected
        while not self.is_at_end:
            self._part(said, power)
        if word and not said.by_sea and said.origin and said.goal in self.names.rules.board.around(said.origin):
            return Said((Act("move", said.units, {"route": [said.origin, said.goal]}, power=power),))
        said.by_sea = said.by_sea or bool(word)
        said.zone = said.zone or self.standing.ship_space(power)
        if said.by_sea and not said.origin and (space := self._whence(said.units, power)):
            said.origin = "" if self.standing.is_sea(space) else space
        if said.by_sea and not said.zone and self.standing.owns((Row("", self._usual_ship()),), power):
            self.fail("", says=_WHICH, since=start)
        if said.by_sea and not (said.goal and (said.origin or (said.ships and said.zone))):
            self.fail("", says=_WHERE)
        kinds = {self.names.rules.kinds.get(row.unit) for row in said.units}
        is_whole = said.by_sea and kinds == {UnitKind.LAND}
        if not is_whole or self.standing.is_sea(said.origin) or self.standing.is_sea(said.goal):
            raise Expected
        return self._acts_of(said, power, start)

    def _names_ship(self) -> bool:
        """Return whether the rest of the statement names a ship that carries land units, or the sea."""
        return any(
            self.row[at].text in _SEA or any(map(self.lands, self.look("unit", at)[0]))
            for at in range(self.at, len(self.row))
        )

    def _part(self, said: _Carriage, power: str) -> None:
        """Parse one more part of a carriage. The parts may have any order."""
        if said.goal and self.take(*_DEFENDED):
            self.met(power, said.goal)
        elif not said.origin and self.take("from"):
            said.origin = self.name("space")
        elif not said.goal and self.take("to", "into"):
            said.goal = self.name("space")
        elif self.take(*VIA):
            said.passed += self.several(self.space_of_list)
        elif not said.ships and (ships := self.maybe(self._ships)) is not None:
            said.by_sea, said.ships, said.zone = True, ships, said.zone or self.maybe(self._zone) or ""
        elif not said.units and self.take("with"):
            said.units = self.units()
        else:
            self.fail("'to'" if said.origin else "'from'", words=("from", "to"))

    def _ships(self) -> Units:
        """Parse the ships of a carriage, and return them: ``with a transport``; none for ``by sea`` and ``by
        transport``."""
        if self.take(*(f"by {each}" for each in _SEA)):
            return ()
        if not (word := self.take(*_ABOARD)):
            raise Expected
        found, end = self.look("unit")
        if word == "by" and self.count() is None and len(found) == 1 and self.lands(found[0]):
            self.at = end
            return ()
        self.take(*ARTICLES)
        ships = self.units()
        return ships if all(self.lands(row.unit) for row in ships) else self.fail("a ship that carries land units")

    def _assume_sailing(self, route: list[str]) -> None:
        """Add the route of ships to the assumptions."""
        self.assumed.append(f"the ships sail from {' to '.join(map(self.words.space, route))}")

    def _zone(self) -> str:
        """Parse the sea zone of the ships of a carriage, and return it."""
        zone = self._origin()
        return zone if self.standing.is_sea(zone) else self.fail("a sea zone")

    def _usual_ship(self) -> str:
        """Return the first type of ship that carries land units."""
        return next(each.id for each in self.names.rules.board.units if self.lands(each.id))

    def _acts_of(self, said: _Carriage, power: str, start: int) -> Said:
        """Return the actions of a carriage; ``start`` is the index of its first token."""
        ships = tuple(row._replace(state={}) for row in said.ships) or self._needed_ships(said.units)
        zone = said.zone or self._nearest_zone(said, ships, power)
        there = self.sailed(zone, said.origin, ships, power) if zone and said.origin else [zone] if zone else []
        route = [*there[-1:], *said.passed]
        route += self.sailed(route[-1], said.goal, ships, power)[1:] if route else []
        if not route or said.goal not in self.names.rules.board.around(route[-1]):
            self.fail("", says="which way do the ships sail? write loading, their move and unloading", since=start)
        for row in ships:
            self.need_there(row.unit, zone, start, power, row.number, {} if said.origin else {"cargo": said.units})
        moves = [Act("move", ships, {"route": way}, power=power) if len(way) > 1 else None for way in (there, route)]
        loads = Act("load", said.units, {"from": said.origin, "to": route[0]}, power=power) if said.origin else None
        lands = Act("offload", said.units, {"from": route[-1], "to": said.goal}, power=power)
        if len(whole := [*there, *route[1:]]) > 1:
            self._assume_sailing(whole)
        friends = self.names.rules.friends.get(self.standing.own(power), frozenset({power}))
        is_friendly = self.standing.holder(said.goal) in friends
        phases = (NONCOMBAT_MOVE,) if is_friendly else ()
        acts = tuple(act for act in (moves[0], loads, moves[1], lands) if act)
        return Said(acts, said.goal if said.attacks else "", phases=phases)

    def _needed_ships(self, units: Units) -> Units:
        """Return as many ships of the usual type as some units need."""
        ship = self._usual_ship()
        return (Row("", ship, len(loads_of(self.names.rules.board, units, ship))),)

    def _nearest_zone(self, said: _Carriage, ships: Units, power: str) -> str:
        """Return the zone beside the land of the units from which ships reach their goal fastest; of several, one that
        passes the fewest spaces that the line states. It is empty if there is none."""
        told = {*self.standing.position["spaces"]}
        coast = [each for each in sorted(self.names.rules.board.around(said.origin)) if self.standing.is_sea(each)]
        routes = [route for each in coast if (route := self.sailed(each, said.goal, ships, power))]
        return min(routes, key=lambda route: (len(route), len(told & {*route})))[0] if routes else ""
