"""Situations of battles at sea: who submerges, strikes by surprise, fires though it is hit, and whom a hit can meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from operator import methodcaller

from kb.asking.questions.battles import showing
from kb.asking.questions.reading import Mention
from kb.asking.questions.scenes import DIVING, SEA, Conditions, NotPlaced, Scene, Situation
from kb.asking.questions.vocabulary import Fact
from kb.games.board_model import UnitKind

#: what may be said of units that fight
_OF_FIGHT = {Fact.ATTACKS, Fact.DEFENDS, Fact.ALONE, Fact.FOUGHT, Fact.TOGETHER}


class Fighting(Conditions):
    """Makes the situations of a question about a battle at sea."""

    # -- submarines

    def submerging(self) -> Iterator[Situation]:
        """Whether a submarine may submerge in the first cycle of a battle, or before any die."""
        subject = self._subject()
        said = {Fact.ALONE, Fact.FOUGHT, Fact.ATTACKS, Fact.DEFENDS}
        if subject is None or not self._dives(subject.kinds[0]) or subject.group or subject.facts - said:
            raise NotPlaced
        others, absent = self._units(UnitKind.SHIP, "enemy", "", known=said | {Fact.TOGETHER}), self._absent()
        before = self._fact(Fact.BEFORE)
        if not (others or absent or before):
            raise NotPlaced
        self._of_battle("fire", "hit")
        gone = {kind for each in absent for kind in each.kinds}
        armed = [each for each in self._of_kind(UnitKind.SHIP) if self._rules.board.unit(each).attack]
        armed = [each for each in armed if not self._dives(each)]  # of two that dive one decides first
        named = product(*(each.kinds for each in others))
        beside = named if others else [(each,) for each in armed if each not in gone]
        for theirs, (mine, enemy) in product(beside, self._pairs(subject, others)):
            for attacks in self._roles(subject, others):
                scene = self._at_war(mine, subject.kinds, enemy, theirs, attacks)
                other = self._at_war(mine, subject.kinds, enemy, self._hunters, attacks) if absent else None
                if before:
                    sea = self._at_sea()
                    may = {"submerge": {subject.kinds[0]: 1}, "at": sea, **({} if attacks else {"power": mine})}
                    yield self._legal(scene, ({"battle": sea, "cycles": 1},), may, other)
                else:
                    dives = showing(methodcaller("submerges", mine, subject.kinds[0]))
                    yield self._battle(scene, dives, other)

    def _at_war(self, mine: str, own: Iterable[str], enemy: str, theirs: Iterable[str], attacks: bool) -> Scene:
        """A battle at sea of some units of two powers; whether the first one attacks."""
        scene = Scene(mine if attacks else enemy, "conduct-combat")
        for power, kinds in ((mine, own), (enemy, theirs)):
            for kind in kinds:
                scene.put(self._at_sea(), power, kind)
        return scene

    def _absent(self) -> list[Mention]:
        return self._takes(lambda each: each.none and self._is(UnitKind.SHIP)(each))

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
        self._drop(Fact.FOUGHT, Fact.TOGETHER, Fact.ALONE, Fact.ATTACKS)
        self._before(*kinds)
        self._places({Fact.SEA, Fact.MINE, Fact.FOUGHT})

    def _warship(self, without: Iterable[str] = ()) -> str:
        """A ship that fires back and is not among some: one that sinks with a hit, the strongest."""
        units = [unit for unit in self._rules.board.units if unit.kind == UnitKind.SHIP and (unit.hits or 1) == 1]
        return max((unit for unit in units if unit.id not in without), key=lambda unit: unit.attack or 0).id

    def strikes(self) -> Iterator[Situation]:
        """Whether submarines strike by surprise: what they hit is gone before it fires."""
        subject = self._subject()
        if subject is None or subject.group or subject.facts - _OF_FIGHT or not self._dives(subject.kinds[0]):
            raise NotPlaced
        others, absent = self._units(UnitKind.SHIP, "enemy", "", known=_OF_FIGHT), self._absent()
        if any(each.group for each in others) or bool(others) == bool(absent):
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
            first = methodcaller("fires", mine, subject.kinds[0], "submarines")
            silences = methodcaller("fired_before_it_was_lost", enemy, False)
            opens = "open" in self._asked.acts
            shows = showing(first) if opens else showing(silences, mine, subject.kinds[0])
            yield self._battle(scene, shows, other)

    def fires(self) -> Iterator[Situation]:
        """Whether a ship that a submarine hits fires in that cycle."""
        subject = self._subject() or self._take(lambda each: each.subject)
        if subject is None or subject.group or not self._is(UnitKind.SHIP)(subject) or self._dives(subject.kinds[0]):
            raise NotPlaced
        others = self._takes(lambda each: not each.none and not each.group and self._dives(each.kinds[0]))
        self._takes(lambda each: each.kinds == subject.kinds and not each.none)
        absent = self._absent()
        struck = any({"strike", "open"} & {*each} for each in self._left_before)
        if struck and not others:
            others = [Mention(self._units_of(DIVING)[:1])]
        hit = struck or any("hit" in each for each in self._left_before)
        if len(others) != 1 or not hit or subject.facts - {Fact.ATTACKS, Fact.DEFENDS, Fact.NEW, Fact.ALONE}:
            raise NotPlaced
        self._of_battle("fire", "hit", "strike", "open")
        self._fact(Fact.NEW)
        if (self._rules.board.unit(subject.kinds[0]).hits or 1) > 1:
            self._fact(Fact.DAMAGED)  # it is hit now, and was not before
        count = max(others[0].count, 1)
        friends = [()] if absent or {*self._hunters} & {*subject.kinds} else [(), self._hunters]
        sides = product(self._pairs(subject, others), self._roles(subject, others), friends)
        for (mine, enemy), attacks, beside in sides:
            scene = self._at_war(mine, (subject.kinds[0], *beside), enemy, others[0].kinds[:1] * count, attacks)
            yield self._battle(scene, showing(methodcaller("fires", mine, subject.kinds[0]), enemy))

    def hits(self) -> Iterator[Situation]:
        """Whether units can hit others: what is fired at is lost when the die of the subject shows a 1."""
        subject = self._subject()
        if subject is None or subject.facts - _OF_FIGHT or self._kinds[subject.kinds[0]] == UnitKind.LAND:
            raise NotPlaced
        ships = self._is(UnitKind.SHIP)
        target = self._take(lambda each: not each.none and not each.group and each.whose in ("enemy", ""), needed=True)
        self._takes(lambda each: {*each.kinds} <= {*subject.kinds} and not each.none)
        absent = self._absent()
        if any(each.power for each in absent):  # an ally may have one
            raise NotPlaced
        beside = self._units(UnitKind.SHIP, "mine", "", known={Fact.TOGETHER, Fact.ATTACKS})
        assert target is not None
        if beside and not any({*each.kinds} & {*self._hunters} for each in beside):
            raise NotPlaced
        if any(each.power or each.group for each in beside) or target.facts - _OF_FIGHT:
            raise NotPlaced
        if not ships(target) or (ships(subject) and not self._dives(target.kinds[0])):
            raise NotPlaced
        self._of_battle("fire", "hit", "strike", "open")
        named = tuple(kind for each in beside for kind in each.kinds)
        with_it = [named] if beside else [()] if absent else [(), self._hunters]
        sea, sides = self._at_sea(), product(self._pairs(subject, [target]), self._roles(subject, [target]), with_it)
        for (mine, enemy), attacks, helpers in sides:
            for kind in subject.kinds:
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
                lost = showing(methodcaller("loses", enemy, target.kinds[0]), mine, kind)
                yield self._battle(scene, lost, other)
