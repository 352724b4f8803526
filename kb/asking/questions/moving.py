"""Situations of moves: of ships past ships, over land, aboard transports and ashore, and of aircraft that come down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise, product

from kb.asking.questions.reading import Mention
from kb.asking.questions.scenes import CHAINS, LAND, SEA, Conditions, NotPlaced, Scene, Situation
from kb.asking.questions.vocabulary import Fact
from kb.games.board_model import Space, UnitKind

#: what changes nothing by itself
_LIGHT = {Fact.ALONE, Fact.TOGETHER, Fact.INTO, Fact.ON}
#: what may be said of land that is crossed
_OF_LAND = {Fact.LAND, Fact.ENEMYS, Fact.ALLYS, Fact.EMPTY, Fact.NEUTRAL, Fact.ON, Fact.INTO, Fact.TOGETHER}


class Moving(Conditions):
    """Makes the situations of a question about a move."""

    # -- moves

    def moves(self) -> Iterator[Situation]:
        """Whether units may go past ships, or into or through land."""
        subject = self._subject()
        if subject is None and self._asked.by_land:
            troops = (unit.id for unit in self._rules.board.units if unit.kind is UnitKind.LAND and unit.attack)
            subject = Mention(tuple(troops), True)
        if subject is None:
            raise NotPlaced
        kinds = {self._kinds[each] for each in subject.kinds}
        if len(kinds) != 1 or subject.facts - {Fact.ALONE, Fact.ON, Fact.EMPTY}:
            raise NotPlaced
        kind = kinds.pop()
        on = Fact.ON in self._left_facts | subject.facts
        self._drop(*_LIGHT)
        if kind is UnitKind.SHIP:
            yield from self._sails(subject, on)
        elif kind in (UnitKind.LAND, UnitKind.AIR):
            yield from self._crosses(subject, kind, on)

    def _sails(self, subject: Mention, on: bool) -> Iterator[Situation]:
        if any(each.beside for each in self._left_mentions):
            raise NotPlaced
        enemies = self._units(UnitKind.SHIP, "enemy", "", known=_LIGHT | {Fact.SUBMERGED})
        self._units(UnitKind.SHIP, "enemy", "", none=True)
        for place in list(self._left_places):
            if Fact.SEA not in place or place - {Fact.SEA, Fact.MINE, Fact.ENEMYS, Fact.ON, Fact.INTO, Fact.TOGETHER}:
                raise NotPlaced
            on = on or Fact.ON in place
            if Fact.ENEMYS in place and not enemies:
                enemies = [Mention(self._of_kind(UnitKind.SHIP), True, "enemy")]
            self._left_places.remove(place)
        if len(self._left_spaces) > 1 and not enemies:
            yield from self._passes(subject)
            return
        if not enemies:
            raise NotPlaced
        phases = self._phases("combat-move")
        chains = self._chains(SEA) or self._chains(SEA, lambda _, space: True)
        for (mine, enemy), phase, chain in product(self._pairs(subject, enemies), phases, chains):
            for kind, theirs in product(
                subject.kinds, product(*(self._states(each, {Fact.SURFACED}) for each in enemies))
            ):
                scene = Scene(mine, phase)
                scene.put(chain[0], mine, kind)
                scene.put_all(chain[1], enemy, enemies, theirs)
                yield self._legal(scene, (), {"move": {kind: 1}, "route": list(chain if on else chain[:2])})

    def _passes(self, subject: Mention) -> Iterator[Situation]:
        """From one sea zone that is named into the next, while a power holds land that is named."""
        board = self._rules.board
        zones = [each for each in self._left_spaces if board.space(each).kind is SEA]
        lands = [each for each in self._left_spaces if each not in zones]
        apart = len(zones) < 2 or not all(board.bordering(one, other) for one, other in pairwise(zones))
        if apart or len(lands) > 1 or len(self._left_powers) != len(lands):
            raise NotPlaced
        holders, self._left_powers, self._left_spaces = self._left_powers, [], []
        self._fact(Fact.HELD)
        for phase, kind in product(self._phases("noncombat-move"), subject.kinds):
            for mine, _ in self._pairs(subject, ()):
                scene = Scene(mine, phase)
                scene.put(zones[0], mine, kind)
                own = scene.with_units(zones[0], mine, ())
                for land, holder in zip(lands, holders, strict=True):
                    scene.hold(land, holder)
                    own.hold(land, mine)
                yield self._legal(scene, (), {"move": {kind: 1}, "route": zones}, own)

    def _crosses(self, subject: Mention, kind: UnitKind, on: bool) -> Iterator[Situation]:
        """Over land: of land units, or of aircraft, which come down in land of their own."""
        between: set[Fact] = set()
        if Fact.EMPTY in subject.facts:
            raise NotPlaced
        for place in list(self._left_places):
            if Fact.LAND not in place or place - _OF_LAND:
                raise NotPlaced
            between |= place
            self._left_places.remove(place)
        on = on or Fact.ON in between
        if self._fact(Fact.NEUTRAL):
            between.add(Fact.NEUTRAL)
        defenders = self._takes(
            lambda each: (
                not each.none and each.whose in ("enemy", "") and not each.beside and not self._is(UnitKind.SHIP)(each)
            )
        )
        if any(each.facts - {Fact.ALONE, Fact.TOGETHER, Fact.ON} for each in defenders):
            raise NotPlaced
        if any(not each.whose and self._can_attack(each) for each in defenders):  # it may go along
            raise NotPlaced
        if any(self._is(UnitKind.SHIP)(each) for each in self._takes(lambda each: each.none)):
            raise NotPlaced
        named, self._left_spaces = self._left_spaces, []
        first = 0 if len(named) == 3 or not on else 1
        spaces = dict(enumerate(named, 1 if len(named) == 1 else first))
        holders = [self._left_powers.pop(0)] if self._left_powers and not spaces and not between else []
        if len(named) > 3 or not (between & {Fact.ENEMYS, Fact.ALLYS, Fact.NEUTRAL} or spaces or holders or defenders):
            raise NotPlaced
        # whether hostile land has defenders has to be said
        if kind is UnitKind.LAND and Fact.ENEMYS in between and Fact.EMPTY not in between and not defenders:
            raise NotPlaced
        phases = self._phases(
            *(("combat-move",) if Fact.ENEMYS in between or defenders else ("combat-move", "noncombat-move"))
        )
        for mine, enemy in self._pairs(subject, defenders):
            friend = self._ground.friend(mine, enemy)
            hostile = Fact.ENEMYS in between or defenders
            whose = enemy if hostile else friend if Fact.ALLYS in between else next(iter(holders), "")
            if Fact.ALLYS in between and not friend:
                raise NotPlaced

            def fits(at: int, space: Space, whose: str = whose) -> bool:
                if at in spaces:
                    return space.id == spaces[at]
                if at != 1:
                    return self._ground.is_plain(space)
                if Fact.NEUTRAL in between:
                    return bool(space.neutral)
                return self._ground.is_plain(space) and (not holders or space.owner == whose)

            chains = [tuple(named)] if len(named) == 3 else self._chains(LAND, fits)
            kinds = product(subject.kinds, product(*(each.kinds for each in defenders)))
            for phase, chain, (unit, theirs) in product(phases, chains, list(kinds)):
                for beyond in (mine, enemy) if on and phase == "combat-move" else (mine,):
                    scene = Scene(mine, phase)
                    scene.put(chain[0], mine, unit)
                    scene.put_all(chain[1], enemy, defenders, ((each, {}) for each in theirs))
                    for space, holder in zip(chain, (mine, whose, beyond), strict=True):
                        if holder:
                            scene.hold(space, holder)
                    if kind is UnitKind.AIR and phase == "combat-move":
                        scene.hold(chain[2], enemy)
                        scene.put(chain[2], enemy, self._infantry())
                    route = chain if on or kind is UnitKind.AIR else chain[:2]
                    other = scene.with_units(chain[1], enemy, ())
                    other.hold(chain[1], enemy)
                    act = {"move": {unit: 1}, "route": list(route)}
                    yield self._legal(scene, (), act, other if Fact.ALLYS in between else None)

    def _can_attack(self, mention: Mention) -> bool:
        return any(self._rules.board.unit(kind).attack for kind in mention.kinds)

    # -- transports

    def loads(self) -> Iterator[Situation]:
        """Whether units may board a transport, with whom in its zone."""
        boats, cargos = self._boats(), self._cargo()
        enemies = self._units(UnitKind.SHIP, "enemy")
        zone, cargo = self._zone(enemies), next(iter(cargos), None)
        if len(cargos) > 1 or (cargo and (cargo.facts or len({self._kinds[each] for each in cargo.kinds}) > 1)):
            raise NotPlaced
        if not boats or any(each.facts - _LIGHT for each in boats) or not (enemies or (cargo and not cargo.group)):
            raise NotPlaced
        for (mine, enemy), phase in product(self._pairs(cargo, enemies), self._phases("combat-move", "noncombat-move")):
            for (land, sea), unit in product(self._coasts(), cargo.kinds if cargo else (self._infantry(),)):
                for theirs in product(*(self._states(each, zone) for each in enemies)):
                    scene = Scene(mine, phase)
                    scene.hold(land, mine)
                    scene.put(land, mine, unit)
                    scene.put(sea, mine, self._transport())
                    scene.put_all(sea, enemy, enemies, theirs)
                    yield self._legal(scene, (), {"load": {unit: 1}, "from": land, "to": sea})

    def _zone(self, enemies: Sequence[Mention]) -> set[Fact]:
        """What is said of the sea zone in which all is."""
        under = {Fact.SUBMERGED, Fact.SURFACED}
        places = self._places({Fact.SEA, Fact.MINE, Fact.ENEMYS, Fact.ALONE, Fact.ON} | under)
        found = {fact for place in places for fact in place} | (self._left_facts & under)
        self._drop(Fact.ALONE, *under)
        unknown = any(each.facts - under - {Fact.ALONE, Fact.TOGETHER} for each in enemies)
        if self._left_places or unknown or (Fact.ENEMYS in found and not enemies):
            raise NotPlaced
        return found

    # -- aircraft come down

    def landings(self) -> Iterator[Situation]:
        """Whether aircraft may come down on land or on a carrier."""
        subject = self._subject() or self._take(self._is(UnitKind.AIR))
        if subject is None or {self._kinds[each] for each in subject.kinds} != {UnitKind.AIR} or subject.facts - _LIGHT:
            raise NotPlaced
        self._phases("noncombat-move")
        self._drop(Fact.INTO, Fact.ON)
        deck = self._take(lambda each: self._has_deck(each) and not each.none)
        lands = self._places(_OF_LAND - {Fact.EMPTY} | {Fact.CAPTURED, Fact.MINE})
        facts = {fact for place in lands for fact in place}
        captured = self._fact(Fact.CAPTURED) or Fact.CAPTURED in facts
        spaces, self._left_spaces = self._left_spaces, []
        said = captured or spaces or facts & {Fact.ENEMYS, Fact.ALLYS, Fact.NEUTRAL}
        if len(spaces) > 1 or (deck is not None) == bool(lands or spaces) or not (deck or said):
            raise NotPlaced
        taken_by = self._left_powers.pop(0) if captured and self._left_powers else ""
        for (mine, enemy), unit in product(self._pairs(subject, ()), subject.kinds):
            if taken_by not in ("", mine):
                raise NotPlaced  # whose turn it was is not said
            if deck is None:
                yield from self._on_land(mine, enemy, unit, captured, facts, spaces)
            elif not subject.group or self._rules.board.unit(unit).carrier_cost is not None:
                yield from self._on_deck(deck, mine, self._ground.friend(mine, enemy), unit)

    def _on_land(
        self, mine: str, enemy: str, unit: str, captured: bool, facts: set[Fact], spaces: list[str]
    ) -> Iterator[Situation]:
        sides, friend = self._rules.sides, self._ground.friend(mine, enemy)
        whose = mine if captured else enemy if Fact.ENEMYS in facts else friend
        said = captured or facts & {Fact.ENEMYS, Fact.ALLYS}
        if said and not whose:
            raise NotPlaced

        def fits(at: int, space: Space) -> bool:
            if at == 1 and spaces:
                return space.id == spaces[0]
            if at == 1 and Fact.NEUTRAL in facts:
                return bool(space.neutral)
            return self._ground.is_plain(space) and (at == 0 or sides.get(space.owner) is sides[enemy])

        for chain in islice(self._ground.chains(2, LAND, fits), CHAINS):
            scene = Scene(mine, "noncombat-move")
            if said:
                scene.hold(chain[1], whose)
            if captured:
                scene.more["notes"] = {"captured": [chain[1]], "held": {chain[1]: enemy}}
            yield self._landing(scene, unit, chain)

    def _on_deck(self, deck: Mention, mine: str, friend: str, unit: str) -> Iterator[Situation]:
        damaged = Fact.DAMAGED in deck.facts
        owner = deck.power or (friend if deck.whose == "ally" else mine)
        known = not deck.facts - {Fact.DAMAGED, Fact.ON, Fact.EMPTY} and (deck.power or deck.whose != "enemy")
        if not known or not owner or not (damaged or owner != mine):
            raise NotPlaced
        carriers = [kind for kind in deck.kinds if self._rules.board.unit(kind).has("carrier_room")]
        for coast, carrier in product(self._coasts(), carriers):
            if damaged and (self._rules.board.unit(carrier).hits or 1) < 2:
                raise NotPlaced
            scene = Scene(mine, "noncombat-move")
            scene.put(coast[1], owner, carrier, **({"damage": 1} if damaged else {}))
            yield self._landing(scene, unit, coast)

    def _landing(self, scene: Scene, unit: str, way: tuple[str, ...]) -> Situation:
        """From own land to where it comes down."""
        scene.hold(way[0], scene.turn)
        scene.put(way[0], scene.turn, unit)
        move = {"move": {unit: 1}, "route": list(way)}
        return self._legal(scene, (move,), {"land": {unit: 1}, "at": way[1]})
