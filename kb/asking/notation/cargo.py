"""Parses the space, ship and escort of units that act, and cargo that goes from ship to ship or from land to land."""

from __future__ import annotations

from typing import NamedTuple, cast

from kb.asking.notation.cursor import Expected
from kb.asking.notation.meant import MeantCursor
from kb.asking.notation.values import CHOSEN
from kb.cases.language.scenario import Act, Contents
from kb.cases.language.units import Units
from kb.games.names import power_name

#: the words of cargo that moves between ships
_LOADS = ("loads", "transfers", "moves", "goes")
#: the verbs of a ship that carries units from land to land
_FERRIES = ("moves", "carries", "takes", "brings", "ferries", "ships", "sends", "transports", "shuttles", "delivers")


class Said(NamedTuple):
    """The contents of a statement of an action: the actions in order. ``attacked`` is the space that the last action
    attacks by a move. ``found`` are units that act in their space although the line did not state them: their power,
    space and rows. ``phases`` are the phases that the statement names (``... in my combat move``), and ``money`` the
    account and the IPCs of a purchase."""

    acts: tuple[Act, ...]
    attacked: str = ""
    found: tuple[str, str, Units] | None = None
    phases: tuple[str, ...] = ()
    money: tuple[str, int] | None = None


class CargoCursor(MeantCursor):
    """A cursor that parses cargo."""

    def _origin(self) -> str:
        """Parse the space of units before their verb: ``2 tanks in egypt``, ``a fighter from the carrier in sz5``."""
        if not self.take("in", "from", "at"):
            raise Expected
        return self.name("space") if self.look("space")[0] else self.space_of_ship()

    def _placed(self, units: Units) -> tuple[Units, str]:
        """Parse the space, the cargo and the escort of units before their verb, and return these units and the space:
        ``1 transport in sz6 with 2 inf``."""
        origin = self.maybe(self._origin) or self.maybe(self._aboard, units) or ""
        if len(units) == 1 and (cargo := self.maybe(self.cargo, CHOSEN, units[0].unit, units[0].number)):
            units = (units[0]._replace(state={**units[0].state, "cargo": cargo}),)
        return ((*units, *more) if (more := self.maybe(self._escort)) else units), origin

    def _aboard(self, units: Units) -> str:
        """Parse the ship with aircraft that act, which is there by default, and return its space: ``2 fighters on a
        carrier in sz6``."""
        ships, owner = self.on_a_ship(units), self.standing.own(self.acting)
        space = self._origin()
        if owner and space not in self.standing.position["spaces"]:
            self.told.append((space, cast("Contents", {owner: tuple(row._replace(power="") for row in ships)})))
            self.assumed.append(f"{power_name(owner)} has {self.words.rows(tuple(ships))} in {self.words.space(space)}")
        return space

    def _escort(self) -> Units:
        """Parse further units of an action: ``with 1 fighter``, ``escorted by 1 fighter``."""
        if not self.take("escorted by", "with", "along with", "together with"):
            raise Expected
        units = self.units()
        self.take("escort", "escorts", "as escort", "as escorts")
        return units

    def _ferry(self, power: str, units: Units) -> Said:
        """Parse a ship that carries units from land to land, which is a load, a move and a landing: ``the transport
        moves 2 infantry from egypt to libya``."""
        units, zone = self._placed(units) if len(units) == 1 else ((), "")
        cargo = self.units() if units and self.take(*_FERRIES) else ()
        if not cargo or not {row.unit for row in cargo} <= self.standing.carries(units[0].unit):
            raise Expected
        start = self.name("space") if self.take("from") else self._whence(cargo, power)
        self.need("to", "into", "onto")
        end, board = self.name("space"), self.names.rules.board
        zone = zone or self.standing.space_of({units[0].unit}, power)
        zones = (
            [[each for each in board.around(land) if self.standing.is_sea(each)] for land in (start, end)]
            if start
            else [[]]
        )
        pairs = [(one, other) for one in zones[0] for other in zones[-1] if zone in ("", one)]
        routes = [[one] if one == other else self.standing.route(one, other, units, power) for one, other in pairs]
        routes = sorted(filter(None, routes), key=len)
        if not routes or [*map(len, routes)].count(len(routes[0])) > 1:
            self.fail("", says="the sea zones are not certain: write 'loads', the move of the ship, and 'unloads'")
        route, owner = routes[0], self.standing.own(power)
        if not zone and owner:
            self.need_there(units[0].unit, route[0], self.at, power, units[0].number)
        self.assumed.append(f"the ship sails by {', '.join(map(self.words.space, route))}")
        ship = tuple(row._replace(state={}) for row in units)
        sails = (Act("move", ship, {"route": route}, power=power),) if len(route) > 1 else ()
        load = Act("load", cargo, {"from": start, "to": route[0]}, power=power)
        return Said((load, *sails, Act("offload", cargo, {"from": route[-1], "to": end}, power=power)))

    def _transfer(self, power: str, units: Units) -> Said:
        """Parse cargo that goes from ship to ship: ``loads infantry from transport onto transport in sz109``."""
        taken = self.take(*_LOADS)
        units = units or (self.units() if taken else ())
        if not units or not self.take("from"):
            raise Expected
        start = self.space_of_ship()
        self.need("to", "onto", "into", "aboard")
        end = self.space_of_ship()
        space = start or end or self._whence(units, power) or self.fail("'in' and their sea zone")
        return Said((Act("load", units, {"from": start or space, "to": end or space}, power=power),))
