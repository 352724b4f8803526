"""Parses the space of an attack, and units that a statement names by their space: enemies, ships and facilities."""

from __future__ import annotations

from typing import cast

from kb.asking.notation.cursor import Expected
from kb.asking.notation.values import ValueCursor
from kb.base.english import a
from kb.cases.language.scenario import Contents, units_of
from kb.cases.language.units import Row, State
from kb.games.board_model import UnitKind
from kb.games.names import power_name

#: words for one unit
_ONE = ("a", "an", "one", "1", "another", "the other", "its")


class TargetCursor(ValueCursor):
    """A cursor that parses targets. Units that the line has not stated are added to the contents of their space."""

    def target(self, power: str, there: str) -> str:
        """Parse the space of an attack, or units of an enemy and return their space: ``the destroyer in sz6``. Units
        that the line has not stated are there: ``2 russian inf in ukraine``, by default in ``there``."""
        if self.standing.told and self.take("it", "them"):  # "sz5 has 1 german sub; 2 fighters attack it"
            return self.standing.told
        after = self.look("power")[1]
        is_number = self.count() is not None and not self.word_at(self.at + 1).startswith("-")
        if self.look("space")[0] and not self.look("unit", after)[0] and not is_number:  # not "japanese subs"
            return self.name("space")
        if met := self.maybe(self.met, power, "", there):
            return met
        unit, space = self.unit_there()
        return space or self.standing.space_of_enemy(unit, power) or self.fail("'in' and the space", words=("in",))

    def met(self, power: str, space: str = "", there: str = "") -> str:
        """Parse units of an enemy of ``power``, by default the holder, that the line has not stated. Add them to
        ``space``, else to the space named, else to ``there``, and return it: ``2 russian inf in ukraine``."""
        start, rules, (owner, units) = self.at, self.names.rules, self.units_of_one()
        named = self.name("space") if not space and self.take("in", "at", "on") else ""
        named = self.standing.last_space() if self.take("there") else named
        space = space or named or there or self.fail("'in' and the space", words=("in",))
        holder, own = self.standing.holder(space), self.standing.own(power)
        if (owner or holder or own) in rules.friends.get(own, {own}):
            self.fail("", says=f"whose is the {self.words.unit(units[0].unit)}? write the power before it", since=start)
        stated = {row.unit for each, rows in self.standing.units_in(space).items() if each != own for row in rows}
        if stated & {row.unit for row in units}:
            raise Expected
        self.told.append((space, cast("Contents", {owner: units})))
        self.assumed.append(f"{power_name(owner or holder)} has {self.words.rows(units)} in {self.words.space(space)}")
        return space

    def units_there(self) -> tuple[str, tuple[str, ...], str]:
        """Parse a name of units, and return its power, types and space: ``the uk destroyer in sz6``. The power and the
        space are empty if they are not given."""
        self.take(*_ONE)
        power = self.maybe(self.name, "power") or ""
        units = self.candidates("unit") or self.fail(a("unit"), ("unit",))
        there = self.standing.last_space() if self.take("there") else ""
        return power, units, self.name("space") if not there and self.take("in", "at", "of") else there

    def unit_there(self) -> tuple[str, str]:
        """Parse one unit, and return its type and space: ``the uk destroyer in sz6``."""
        start, (_, units, space) = self.at, self.units_there()
        if len(units) > 1:
            self.at = start
            self.fail("", says=f"this may be {' or '.join(units)}: write one of them")
        return units[0], space

    def space_of_ship(self) -> str:
        """Parse a ship, and return its space, empty if none is named: ``transport in sz109``, ``another transport``."""
        unit, space = self.unit_there()
        return space if self.names.rules.kinds[unit] is UnitKind.SHIP else self.fail("a ship")

    def need_there(
        self, unit: str, space: str, start: int, power: str, number: int = 1, state: dict[str, State] | None = None
    ) -> None:
        """Add a ``number`` of units of a power to a space, unless such units may be there already. Fail at the token
        ``start`` if the line states other units there (with a ``state``: units of the same power)."""
        if not space or self.standing.stands_in(unit, space):
            return
        owner = self.standing.own(power)
        told = self.standing.position["spaces"].get(space, Contents())
        if (units_of(told).get(owner) if state is not None else {*told} - {"held_by"}) or not owner:
            named = f"{self.words.unit(unit)} in {self.words.space(space)}"
            self.fail("", says=f"the line has no {named}: write its power and number", since=start)
        self.told.append((space, cast("Contents", {owner: (Row("", unit, number, state or {}),)})))
        self.assumed.append(f"{power_name(owner)} has {self.words.units({unit: number})} in {self.words.space(space)}")
