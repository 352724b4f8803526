"""Situations of new units, of what a transport holds, of bombardments, and of guns under the way of aircraft."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from operator import methodcaller

from kb.asking.questions.battles import showing
from kb.asking.questions.reading import Mention
from kb.asking.questions.scenes import (
    CHAINS,
    DIVING,
    LAND,
    SEA,
    Conditions,
    NotPlaced,
    Plain,
    Scene,
    Situation,
)
from kb.asking.questions.vocabulary import Fact
from kb.engine.core.facts import COMPLEXES
from kb.games.board_model import Space, UnitKind

#: for what guns roll
_GUNS = ("overflight", "antiaircraft")
#: more than any unit costs
_RICH = 99
#: what may be said of units that are placed, of what stands there, and of where
_OF_NEW = {Fact.NEW, Fact.ON, Fact.INTO, Fact.TOGETHER, Fact.ALONE, Fact.SEA, Fact.LAND, Fact.MINE, Fact.OLD}


class Placing(Conditions):
    """Makes the situations of a question about what is placed, carried, or fired from afar."""

    # -- new units

    def places(self) -> Iterator[Situation]:
        """Whether new units may be placed at a complex: beside enemies, on carriers, so many of them."""
        facility, ships = self._is(UnitKind.FACILITY), self._is(UnitKind.SHIP)
        ways = (
            lambda each: Fact.NEW in each.facts and not self._has_deck(each),
            lambda each: (
                not facility(each) and not each.facts & {Fact.OLD, Fact.DAMAGED} and each.whose in ("", "mine")
            ),
            facility,
        )
        new = next((found for way in ways if (found := self._take(way))), None)
        if new is None or new.none or new.facts - _OF_NEW or new.whose in ("enemy", "ally"):
            raise NotPlaced
        at = self._units(UnitKind.FACILITY, "mine", "", known=_OF_NEW - {Fact.NEW})
        carrying = self._is(UnitKind.AIR)(new)
        deck = self._take(lambda each: self._has_deck(each) and each.whose in ("", "mine")) if carrying else None
        if deck and not (deck.facts & {Fact.OLD, Fact.NEW} and (self._fact(Fact.ON) or Fact.ON in deck.facts)):
            raise NotPlaced
        enemies = self._takes(
            lambda each: ships(each) and not each.none and each.whose != "mine" and not each.facts - _OF_NEW
        )
        for place in self._places(_OF_NEW | {Fact.CAPTURED, Fact.ENEMYS}):
            self._left_facts |= place & {Fact.CAPTURED}
        self._drop(Fact.ON, Fact.INTO, Fact.TOGETHER, Fact.LOADED, Fact.UNRESEARCHED)
        held, captured = self._fact(Fact.HELD), self._fact(Fact.CAPTURED)
        damage, worth = self._number(Fact.DAMAGED), self._number(Fact.WORTH)
        named, self._left_spaces = self._left_spaces, []
        said = deck or enemies or captured or damage or worth or new.count > 1 or held or facility(new)
        placed = {"mobilize", "purchase"} & {*self._asked.acts}
        if len(named) > 1 or not said or not (placed or deck) or (captured and not (at or facility(new))):
            raise NotPlaced
        for mine, enemy in self._pairs(new, enemies):
            homes = self._homes(mine, named[0] if named else "", worth, captured)
            for land, sea in homes if new.count > 1 else homes[:CHAINS]:
                for kind, theirs in product(new.kinds, product(*(each.kinds for each in enemies))):
                    afloat = deck is not None or self._kinds[kind] == UnitKind.SHIP
                    if (afloat and not sea) or (deck and self._rules.board.unit(kind).carrier_cost is None):
                        continue
                    if self._rules.board.unit(kind).cost is None:
                        buying = Scene(mine, "purchase-units", more={"treasuries": {mine: _RICH}})
                        asked, sold = (
                            self._legal(buying, (), {"purchase": {each: 1}}) for each in (kind, self._infantry())
                        )
                        yield replace(asked, otherwise=sold.request)
                        continue
                    bought = {kind: max(new.count, 1)}
                    plain = Scene(mine, "mobilize-units", more={"bought": {mine: {kind: 1}}})
                    plain.hold(land, mine)
                    scene = plain.with_units(land, mine, ())
                    if not facility(new):
                        plain.put(land, mine, self._factory())
                        scene.put(land, mine, self._factory(), **({"damage": damage} if damage else {}))
                    if deck and Fact.NEW not in deck.facts:
                        scene.put(sea, mine, deck.kinds[0])
                    elif deck:
                        bought[deck.kinds[0]] = 1
                    for each in theirs:
                        scene.put(sea, enemy, each)
                    taken = {"notes": {"captured": [land], "held": {land: enemy}}}
                    scene.more = {"bought": {mine: bought}, **(taken if captured else {})}
                    if held:
                        plain.more |= taken
                    asked = self._legal(scene, (), {"mobilize": dict(bought), "at": sea if afloat else land})
                    other = {"mobilize": {kind: 1}, "at": land if deck else sea if afloat else land}
                    yield replace(asked, otherwise=self._legal(plain, (), other).request)

    def _factory(self) -> str:
        """The facility that makes units and that most powers have."""
        complexes = self._rules.facts[COMPLEXES.name].names
        made = [row.unit for row in self._rules.board.setup if row.unit in complexes]
        return max(dict.fromkeys(made), key=made.count)

    def _homes(self, mine: str, named: str, worth: int, captured: bool) -> list[tuple[str, str]]:
        """Land of a power with the zone at it: with a complex from the beginning, or the one that is named; where no
        own land is worth so much, other land."""
        made = {row.space for row in self._rules.board.setup if self._kinds[row.unit] == UnitKind.FACILITY}
        lands = [each for each in self._rules.board.spaces if each.kind is LAND and (each.value or named)]
        own = [each for each in lands if (each.owner == mine) is not captured]
        fits = [each for each in own if each.value == worth or (not worth and (captured or each.id in made))]
        fits = fits or [each for each in lands if worth and each.value == worth and each.owner]
        fits = [each for each in lands if each.id == named] if named else fits
        return [(each.id, next(iter(self._ground.plain_around(each.id, SEA)), "")) for each in fits]

    # -- transports

    def carries(self) -> Iterator[Situation]:
        """Whether a transport has room for units together."""
        said = {Fact.ALONE, Fact.TOGETHER, Fact.ON, Fact.INTO}
        boats, cargo = self._boats(), self._cargo()
        if len(boats) != 1 or not cargo or any(each.facts - said for each in (*boats, *cargo)):
            raise NotPlaced
        self._drop(*said)
        for (mine, _), (land, sea) in product(self._pairs(cargo[0], ()), self._coasts()):
            for kinds in product(*(each.kinds for each in cargo)):
                load: Plain = {kind: max(each.count, 1) for kind, each in zip(kinds, cargo, strict=True)}
                scene = Scene(mine, "noncombat-move", {land: {mine: dict(load)}, sea: {mine: {self._transport(): 1}}})
                scene.hold(land, mine)
                asked = self._legal(scene, (), {"load": load, "from": land, "to": sea})
                more = self._infantry()
                other = scene.with_units(land, mine, (more,))
                greater = {"load": {**load, more: load.get(more, 0) + 1}, "from": land, "to": sea}
                yield replace(asked, otherwise=self._legal(other, (), greater).request)

    # -- fire from afar

    def bombards(self) -> Iterator[Situation]:
        """Whether a ship bombards for a landing."""
        subject = self._subject() or self._take(self._is(UnitKind.SHIP), needed=True)
        self._boats()
        if not subject or not self._is(UnitKind.SHIP)(subject) or subject.facts - _OF_NEW or subject.whose == "enemy":
            raise NotPlaced
        self._places({Fact.LAND, Fact.ENEMYS, Fact.TOGETHER, Fact.INTO, Fact.ON})
        self._drop(Fact.TOGETHER, Fact.ON, Fact.UNRESEARCHED)
        self._before("offload", "move", "land", "amphib")
        for (mine, _), scene, acts, fires in self._landings(subject):
            diver = self._units_of(DIVING)[0]
            beside = scene.with_units(fires["from"], mine, (diver,))
            other = self._legal(beside, acts, {**fires, "bombard": {diver: 1}})
            yield replace(self._legal(scene, acts, fires), otherwise=other.request)

    def victims(self) -> Iterator[Situation]:
        """Whether units that a bombardment hits fire back."""
        ships = self._is(UnitKind.SHIP)
        self._takes(lambda each: not ships(each) and not each.none and not each.facts - _OF_NEW)
        ship = self._take(ships) or Mention(self._of_kind(UnitKind.SHIP)[-1:])
        back = "fire" in self._asked.acts or self._before("fire")
        if not back or not self._before("bombard") or not ("hit" in self._asked.acts or self._before("hit")):
            raise NotPlaced
        self._drop(Fact.DEFENDS, Fact.ENEMYS, Fact.ON, Fact.TOGETHER)
        self._places({Fact.LAND, Fact.ENEMYS})
        for (mine, enemy), scene, acts, fires in self._landings(ship):
            fought = [*acts, fires, {"battle": fires["at"], "cycles": 1}]
            ashore = {**self._written(scene), "do": [*acts, fought[-1]]}  # hit by those that land
            yield Situation(
                {**self._written(scene), "do": fought},
                showing(methodcaller("fired_before_it_was_lost", enemy), mine),
                ashore,
            )

    def _landings(self, ship: Mention) -> Iterator[tuple[tuple[str, str], Scene, list[Plain], Plain]]:
        """Of whom against whom, the position, the landing, and its bombardment."""
        researched, some = self._left_technologies, self._infantry()
        self._left_technologies = []
        for (mine, enemy), (land, sea) in product(self._pairs(ship, ()), self._coasts()):
            for kind in ship.kinds:
                scene = Scene(mine, "combat-move", {sea: {mine: {self._transport(): [{"cargo": {some: 1}}]}}})
                scene.put(sea, mine, kind, max(ship.count, 1))
                scene.hold(land, enemy)
                scene.put(land, enemy, some)
                if researched:
                    scene.more["technologies"] = {mine: researched}
                landed: Plain = {"offload": {some: 1}, "from": sea, "to": land}
                fires: Plain = {"bombard": {kind: max(ship.count, 1)}, "from": sea, "at": land}
                yield (mine, enemy), scene, [landed, {"end": "combat-move"}], fires

    def survives(self) -> Iterator[Situation]:
        """Whether a ship goes down with a hit, or does not."""
        ship = self._take(self._is(UnitKind.SHIP), needed=True)
        if ship is None or ship.facts - {Fact.ALONE} or ship.none:
            raise NotPlaced
        self._fact(Fact.ALONE)
        sea, lost = next(sea for _, sea in self._ground.coasts()), "sunk" in self._asked.acts
        for (mine, enemy), kind in product(self._pairs(ship, ()), ship.kinds):
            scene = Scene(enemy, "conduct-combat")
            scene.put(sea, mine, kind)
            scene.put(sea, enemy, self._of_kind(UnitKind.SHIP)[-1])
            down = showing(methodcaller("loses", mine, kind, lost), enemy)
            yield replace(self._battle(scene, down), decides=f"units/{kind}.hits")

    def guns(self) -> Iterator[Situation]:
        """Whether guns fire at aircraft that fly over them."""
        air, guns = self._is(UnitKind.AIR), {*self._of_kind(UnitKind.LAND)}
        guns = {each for each in guns if not self._rules.board.unit(each).attack}
        gun = self._take(lambda each: {*each.kinds} <= guns and not each.none)
        self._takes(lambda each: {*each.kinds} <= guns and not each.none)
        planes = self._take(lambda each: air(each) and not each.none and each.whose in ("", "mine"))
        if gun is None or planes is None:
            raise NotPlaced
        said = gun.facts | planes.facts
        places = self._places({Fact.LAND, Fact.ENEMYS, Fact.ON})
        over = self._before("move", "attack") or Fact.ON in said.union(self._left_facts, *places)
        spaces, self._left_spaces = [*dict.fromkeys(self._left_spaces)], []
        if not over or len(spaces) > 1 or said - {Fact.ON, Fact.ALONE, Fact.TOGETHER}:
            raise NotPlaced
        self._drop(Fact.ALONE, Fact.ON, Fact.ENEMYS)

        def fits(at: int, space: Space) -> bool:
            return space.id == spaces[0] if spaces and at == 1 else self._ground.is_plain(space)

        phases = self._phases("combat-move", "noncombat-move")
        flights = product(self._pairs(planes, ()), phases, self._chains(LAND, fits), planes.kinds)
        for (mine, enemy), phase, chain, kind in flights:
            scene = Scene(mine, phase)
            scene.put(chain[0], mine, kind)
            scene.put(chain[1], enemy, gun.kinds[0])
            for space, holder in zip(chain, (mine, enemy, enemy if phase == "combat-move" else mine), strict=True):
                scene.hold(space, holder)
            if phase == "combat-move":
                scene.put(chain[2], enemy, self._infantry())
            acts = [{"move": {kind: 1}, "route": list(chain)}, {"end": phase}]
            attack = [{"move": {kind: 1}, "route": list(chain[:2])}, {"end": "combat-move"}]
            attack.append({"battle": chain[1], "cycles": 1})
            hit = Scene(mine, "combat-move", scene.with_units(chain[1], enemy, (self._infantry(),)).spaces)
            other = {**self._written(hit), "do": attack}
            rolled = showing(lambda fought: any(what in _GUNS for _, what, _ in fought.rolled))
            yield Situation({**self._written(scene), "do": acts}, rolled, other)
