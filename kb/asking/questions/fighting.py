"""Situations of battles at sea: who submerges, strikes by surprise, fires though it is hit, and whom a hit can meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from kb.asking.questions.battles import fight
from kb.asking.questions.reading import Mention
from kb.asking.questions.scenes import DIVING, SEA, Conditions, Measure, NotPlaced, Scene, Situation
from kb.asking.questions.vocabulary import Fact
from kb.asking.request import EngineRequest
from kb.games.board_model import UnitKind


class Fighting(Conditions):
    """Makes the situations of a question about a battle at sea."""

    # -- submarines

    def submerging(self) -> Iterator[Situation]:
        """Whether a submarine may submerge in the first cycle of a battle, or before any die."""
        subject = self._subject()
        said = {Fact.ALONE, Fact.FOUGHT, Fact.ATTACKS, Fact.DEFENDS}
        if subject is None or not self._dives(subject.kinds[0]) or subject.group or subject.facts - said:
            raise NotPlaced
        ships = self._is(UnitKind.SHIP)
        others = self._takes(lambda each: ships(each) and not each.none and each.whose in ("enemy", ""))
        absent = self._takes(lambda each: ships(each) and each.none)
        before = self._fact(Fact.BEFORE)
        if any(each.facts - said - {Fact.TOGETHER} for each in others) or not (others or absent or before):
            raise NotPlaced
        self._of_battle("fire", "hit")
        gone = {kind for each in absent for kind in each.kinds}
        armed = [each for each in self._of_kind(UnitKind.SHIP) if self._rules.board.unit(each).attack]
        armed = [each for each in armed if not self._dives(each)]  # of two that dive one decides first
        beside = (
            product(*(each.kinds for each in others)) if others else [(each,) for each in armed if each not in gone]
        )
        for theirs, (mine, enemy) in product(beside, self._pairs(subject, others)):
            for attacks in self._roles(subject, others):
                scene = self._at_war(mine, subject.kinds, enemy, theirs, attacks)
                other = self._at_war(mine, subject.kinds, enemy, self._hunters, attacks) if absent else None
                if before:
                    sea = self._at_sea()
                    may = {"submerge": {subject.kinds[0]: 1}, "at": sea, **({} if attacks else {"power": mine})}
                    yield self._legal(scene, ({"battle": sea, "cycles": 1},), may, other)
                else:
                    yield self._battle(scene, _submerges(mine, subject.kinds[0]), other)

    def _at_war(self, mine: str, own: Iterable[str], enemy: str, theirs: Iterable[str], attacks: bool) -> Scene:
        """A battle at sea of some units of two powers; whether the first one attacks."""
        scene = Scene(mine if attacks else enemy, "conduct-combat")
        for power, kinds in ((mine, own), (enemy, theirs)):
            for kind in kinds:
                scene.put(self._at_sea(), power, kind)
        return scene

    # -- battles at sea

    def _roles(self, subject: Mention, others: Sequence[Mention]) -> tuple[bool, ...]:
        """Whether the subject attacks: as it is said, else both."""
        attacks = Fact.ATTACKS in subject.facts or any(Fact.DEFENDS in each.facts for each in others)
        defends = Fact.DEFENDS in subject.facts or any(Fact.ATTACKS in each.facts for each in others)
        if attacks and defends:
            raise NotPlaced
        return (True,) if attacks else (False,) if defends else (True, False)

    def _at_sea(self) -> str:
        return next(
            (each.id for each in self._rules.board.spaces if each.kind is SEA and self._ground.is_plain(each)), ""
        )

    def _of_battle(self, *kinds: str) -> None:
        """Take what is said of any battle, and verbs that tell of it before."""
        for fact in (Fact.FOUGHT, Fact.TOGETHER, Fact.ALONE, Fact.ATTACKS):
            self._fact(fact)
        self._left_before = [each for each in self._left_before if not set(each) & set(kinds)]
        for place in list(self._left_places):
            if place <= {Fact.SEA, Fact.MINE, Fact.FOUGHT}:
                self._left_places.remove(place)

    def _warship(self, without: Iterable[str] = ()) -> str:
        """A ship that fires back and is not among some: one that sinks with a hit, the strongest."""
        units = [unit for unit in self._rules.board.units if unit.kind == UnitKind.SHIP and (unit.hits or 1) == 1]
        return max((unit for unit in units if unit.id not in without), key=lambda unit: unit.attack or 0).id

    def strikes(self) -> Iterator[Situation]:
        """Whether submarines strike by surprise: what they hit is gone before it fires."""
        subject = self._subject()
        if (
            subject is None
            or subject.group
            or subject.facts - {Fact.ATTACKS, Fact.DEFENDS, Fact.ALONE, Fact.FOUGHT}
            or not self._dives(subject.kinds[0])
        ):
            raise NotPlaced
        ships = self._is(UnitKind.SHIP)
        others = self._takes(
            lambda each: ships(each) and not each.none and each.whose in ("enemy", "") and not each.group
        )
        absent = self._takes(lambda each: each.none and ships(each))
        if any(each.facts - {Fact.ATTACKS, Fact.DEFENDS, Fact.ALONE, Fact.TOGETHER} for each in others) or bool(
            others
        ) == bool(absent):
            raise NotPlaced
        self._of_battle("fire", "hit")
        gone = {kind for each in absent for kind in each.kinds}
        destroyers = self._hunters
        if not gone >= {*destroyers} and not any(set(destroyers) & {*each.kinds} for each in others):
            raise NotPlaced
        kinds = tuple(dict.fromkeys(kind for each in others for kind in each.kinds))
        victim = self._warship({*destroyers, *subject.kinds, *kinds})
        for (mine, enemy), attacks in product(self._pairs(subject, others), self._roles(subject, others)):
            scene = self._at_war(mine, subject.kinds, enemy, (victim, *kinds), attacks)
            other = self._at_war(mine, subject.kinds, enemy, (victim, *destroyers), attacks) if absent else None
            opens = "open" in self._asked.acts
            shows = _opens(mine, subject.kinds[0]) if opens else _silences(mine, subject.kinds[0], enemy)
            yield self._battle(scene, shows, other)

    def fires(self) -> Iterator[Situation]:
        """Whether a ship that a submarine hits fires in that cycle."""
        subject = self._subject() or self._take(lambda each: each.subject)
        ships = self._is(UnitKind.SHIP)
        if subject is None or subject.group or not ships(subject) or self._dives(subject.kinds[0]):
            raise NotPlaced
        others = self._takes(lambda each: not each.none and not each.group and self._dives(each.kinds[0]))
        self._takes(lambda each: each.kinds == subject.kinds and not each.none)
        absent = self._takes(lambda each: each.none and ships(each))
        struck = any({"strike", "open"} & {*each} for each in self._left_before)
        if struck and not others:
            others = [Mention(self._units_of(DIVING)[:1])]
        hit = any({"hit", "strike", "open"} & {*each} for each in self._left_before)
        if len(others) != 1 or not hit or subject.facts - {Fact.ATTACKS, Fact.DEFENDS, Fact.NEW, Fact.ALONE}:
            raise NotPlaced
        self._of_battle("fire", "hit", "strike", "open")
        self._fact(Fact.NEW)
        if (self._rules.board.unit(subject.kinds[0]).hits or 1) > 1:
            self._fact(Fact.DAMAGED)  # it is hit now, and was not before
        count = max(others[0].count, 1)
        friends = [()] if absent or {*self._hunters} & {*subject.kinds} else [(), self._hunters]
        for (mine, enemy), attacks, beside in product(
            self._pairs(subject, others), self._roles(subject, others), friends
        ):
            sea = self._at_sea()
            scene = Scene(mine if attacks else enemy, "conduct-combat")
            scene.put(sea, mine, subject.kinds[0])
            for each in beside:
                scene.put(sea, mine, each)
            scene.put(sea, enemy, others[0].kinds[0], count)
            yield self._battle(scene, _fires_though_hit(mine, subject.kinds[0], enemy))

    def hits(self) -> Iterator[Situation]:
        """Whether units can hit others: what is fired at is lost when the die of the subject shows a 1."""
        subject = self._subject()
        if (
            subject is None
            or subject.facts - {Fact.ATTACKS, Fact.DEFENDS, Fact.ALONE}
            or self._kinds[subject.kinds[0]] == UnitKind.LAND
        ):
            raise NotPlaced
        ships = self._is(UnitKind.SHIP)
        target = self._take(lambda each: not each.none and not each.group and each.whose in ("enemy", ""), needed=True)
        self._takes(
            lambda each: (
                (each.kinds == subject.kinds and not each.none)
                or (set(each.kinds) <= set(subject.kinds) and not each.none)
            )
        )
        absent = self._takes(lambda each: each.none and ships(each))
        if any(each.power for each in absent):  # an ally may have one
            raise NotPlaced
        beside = self._takes(
            lambda each: not each.none and not each.group and ships(each) and each.whose in ("mine", "")
        )
        assert target is not None
        if beside and not any({*each.kinds} & {*self._hunters} for each in beside):
            raise NotPlaced
        if any(each.facts - {Fact.TOGETHER, Fact.ATTACKS} or each.power for each in beside) or target.facts - {
            Fact.ALONE,
            Fact.ATTACKS,
            Fact.DEFENDS,
        }:
            raise NotPlaced
        if not ships(target) or (ships(subject) and not self._dives(target.kinds[0])):
            raise NotPlaced
        self._of_battle("fire", "hit", "strike", "open")
        destroyers = self._hunters
        with_it = (
            [tuple(kind for each in beside for kind in each.kinds)] if beside else [()] if absent else [(), destroyers]
        )
        for (mine, enemy), attacks, helpers in product(
            self._pairs(subject, [target]), self._roles(subject, [target]), with_it
        ):
            for kind in subject.kinds:
                sea = self._at_sea()
                scene = Scene(mine if attacks else enemy, "conduct-combat")
                if not attacks and not ships(subject):
                    deck = next(unit.id for unit in self._rules.board.units if unit.has("carrier_room"))
                    if self._rules.board.unit(kind).carrier_cost is None:
                        continue
                    scene.spaces[sea] = {mine: {deck: [{"cargo": {kind: 1}}]}}
                else:
                    scene.put(sea, mine, kind)
                scene.put(sea, enemy, target.kinds[0])
                changed = self._hunters if absent else ()
                other = scene.with_units(sea, mine, changed) if absent or beside else None
                for each in helpers:
                    scene.put(sea, mine, each)
                yield self._battle(scene, _is_lost_to(mine, kind, enemy, target.kinds[0]), other)


# -- what battles show


def _submerges(power: str, kind: str) -> Measure:
    """Whether a unit may submerge in the first cycle."""

    def measure(request: EngineRequest) -> bool | None:
        return (power, kind) in fight(request, lambda _: False).dives

    return measure


def _silences(power: str, kind: str, enemy: str) -> Measure:
    """Whether the only enemy that a unit hits is gone before it fires; whichever it is."""

    def measure(request: EngineRequest) -> bool | None:
        fought = fight(request, lambda unit: unit.power == power and unit.type == kind)
        fired = {unit.id for unit, _, _ in fought.rolled}
        lost = [unit for unit in fought.lost if unit.power == enemy]
        return None if not lost else not any(unit.id in fired for unit in lost)

    return measure


def _opens(power: str, kind: str) -> Measure:
    """Whether a unit fires in opening fire."""

    def measure(request: EngineRequest) -> bool | None:
        rolled = fight(request, lambda _: False).rolled
        return any(what == "submarines" for unit, what, _ in rolled if unit.power == power and unit.type == kind)

    return measure


def _fires_though_hit(power: str, kind: str, enemy: str) -> Measure:
    """Whether a unit fires in the cycle in which all that the enemy has hit."""

    def measure(request: EngineRequest) -> bool | None:
        rolled = fight(request, lambda unit: unit.power == enemy).rolled
        return any(unit.power == power and unit.type == kind for unit, _, _ in rolled)

    return measure


def _is_lost_to(power: str, kind: str, enemy: str, target: str) -> Measure:
    """Whether a unit is lost when the die of another one shows a 1."""

    def measure(request: EngineRequest) -> bool | None:
        fought = fight(request, lambda unit: unit.power == power and unit.type == kind)
        return any(unit.power == enemy and unit.type == target for unit in fought.lost)

    return measure
