"""What happens in a stretch of a battle, from one removal of casualties to the next, asked of the engine.

The engine plays the stretch with dice that all miss. That shows who fires in which step and in what order, what is lost
without dice, and whether the battle ends. With which strength units fire and what they can hit it is asked as well;
how many hits that makes, and what is lost by them, is computed from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kb.engine import questions
from kb.engine.battle.battle_board import the_battle
from kb.engine.combat.fight import Progress, take_step
from kb.engine.core.actions import Node
from kb.engine.core.play import Play
from kb.engine.core.position import Position, Unit, replace
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.table import FACES, Choice, Option, Roll
from kb.engine.odds.forces import Counts, Force, Groups, Pair

#: the steps of combat at which casualties leave the board
LEAVING = ("remove-opening-casualties", "remove-casualties")
#: the die rolls for units of the battle, and those for something else: at which aircraft a gun fires
_AT_AIRCRAFT = "antiaircraft"
#: what may happen in a stretch without hits
_PLAIN = frozenset({"rolled", "fired", "waits", "next-cycle", "off-the-board", "lost"})


class NotModelled(Exception):
    """Something in a battle of which only its play can tell the odds; the message says what."""


@dataclass(frozen=True, slots=True, eq=False)
class Volley:
    """Units fire together: groups of a side, or ships from ``outside`` the battle, by their ids.

    ``classes`` are shooters that can hit the same groups, by group or id; ``last`` of the targets are hit last.
    ``strengths`` are (place, highest roll that hits), with which they fired when this was asked.
    """

    attacking: bool
    groups: tuple[int, ...]
    outside: tuple[int, ...]
    classes: tuple[tuple[Groups, tuple[int, ...], tuple[int, ...]], ...]
    last: Groups
    strengths: frozenset[tuple[int, int]]

    @property
    def places(self) -> tuple[int, ...]:
        """Each group, and each ship outside as minus its id."""
        return (*self.groups, *(-ship for ship in self.outside))

    @property
    def shooters(self) -> object:
        """The groups and ships that fire, class by class."""
        return tuple([(groups, ships) for _, groups, ships in self.classes])


@dataclass(frozen=True, slots=True)
class GunFire:
    """Antiaircraft fire at groups of the attacker's aircraft: what it hits is gone at once."""

    groups: Groups
    dice: int
    hits_on: int


Shots = Volley | GunFire


class CyclePoint(NamedTuple):
    """Where a battle stands before a stretch: the number of the next step, the cycle, and who has fired in it.

    ``fired`` are (whether attacking, group).
    """

    step: int
    cycle: int
    fired: frozenset[tuple[bool, int]] = frozenset()


_START = CyclePoint(0, 1)


@dataclass(frozen=True, slots=True)
class Stretch:
    """What happens from a point on: first some groups are ``swept`` away, then there are shots.

    ``over``: the battle ends before any shot. ``stays`` are the groups whose casualties remain until later.
    """

    swept: tuple[Groups, Groups]
    over: bool
    shots: tuple[Shots, ...] = ()
    then: CyclePoint = _START
    stays: tuple[Groups, Groups] = (frozenset(), frozenset())

    @property
    def has_gun_fire(self) -> bool:
        """Whether antiaircraft guns fire, so that it matters how many there are."""
        return any(isinstance(shot, GunFire) for shot in self.shots)


class Misses:
    """Dice that all miss."""

    def roll(self, roll: Roll, position: Position) -> Sequence[int]:
        """Faces that hit nothing, noted. A die whose face counts, or that cannot miss, is not modelled."""
        if any(not die.hits_on for die in roll.dice):
            raise NotModelled(f"dice for {roll.what}")
        return [FACES + 1] * len(roll.dice)

    def choose(self, choice: Choice, position: Position) -> Option:
        """There is nothing to choose where nothing is hit."""
        raise NotModelled(f"a choice for {choice.what}")


class Asker:
    """Asks the engine about the battle of two forces in a position in which it has begun."""

    def __init__(self, rules: Rulebook, position: Position, attackers: Force, defenders: Force) -> None:
        battle = position.battle
        assert battle is not None, "the battle has begun"
        self.rules, self.position, self.battle = rules, position, battle
        self.forces = (attackers, defenders)
        fighting = set(battle.units)
        self._others = {unit.id: unit for unit in position.units.values() if unit.id not in fighting}
        self._carried = {unit.id: unit.aboard for unit in self._others.values() if unit.aboard in fighting}
        self._stretches: dict[object, Stretch] = {}
        self.steps = rules.ruleset.steps

    def play(
        self, alive: tuple[Counts, Counts], able: tuple[Counts, Counts], point: CyclePoint
    ) -> tuple[Play, list[list[list[Unit]]]]:
        """A play of the battle with so many units on the board, and unhit, and these units by side and group."""
        found = [force.units(counts) for force, counts in zip(self.forces, alive, strict=True)]
        units = dict(self._others)
        marked, fired = set[int](), set[int]()
        ids: list[tuple[int, ...]] = []
        for side, groups in enumerate(found):
            own = {unit.id: unit for some in groups for unit in some}
            units.update(own)
            ids.append(tuple(own))
            if able != alive:
                for some, fit in zip(groups, able[side], strict=True):
                    marked.update(unit.id for unit in some[: max(0, len(some) - fit)])
        for attacking, group in point.fired:
            fired.update(unit.id for unit in found[not attacking][group])
        for cargo, ship in self._carried.items():
            if ship not in units:
                del units[cargo]
        battle = replace(
            self.battle,
            attackers=ids[0],
            defenders=ids[1],
            round=point.cycle,
            # of the step at which the battle has waited last it only matters whether it was the last of a cycle
            step=self.steps[-1] if point.step == len(self.steps) else "",
            marked=frozenset(marked),
            fired=frozenset(fired),
            pending=(),
        )
        position = replace(self.position, units=units, battle=battle)
        return Play(self.rules, position, Misses(), Node("odds", {})), found

    def stretch(self, alive: Pair, able: Pair, point: CyclePoint, stop: bool = False) -> Stretch:
        """What happens from a point on, with these states on the board and unhit; with ``stop`` to the cycle's end.

        It is asked of one unit of each family, and where guns fire of all units: what happens in a stretch depends
        neither on how many units there are nor on whether they are damaged.
        """
        (own, other), (left, right) = alive, able
        attackers, defenders = self.forces
        some = (attackers.present[own], defenders.present[other])
        fit = (attackers.present[left], defenders.present[right])
        key: object = (some, fit, point, stop)
        found = self._stretches.get(key)
        if found is None:
            found = self._stretches[key] = self._asked(some, fit, point, stop)
        if found.has_gun_fire:
            key = (alive, able, point, stop)
            if key not in self._stretches:
                there = (attackers.states[own], defenders.states[other])
                unhit = (attackers.states[left], defenders.states[right])
                self._stretches[key] = self._asked(there, unhit, point, stop)
            found = self._stretches[key]
        return found

    def _asked(
        self, alive: tuple[Counts, Counts], able: tuple[Counts, Counts], point: CyclePoint, stop: bool
    ) -> Stretch:
        play, units = self.play(alive, able, point)
        of = {unit.id: (not side, group) for side in (0, 1) for group, some in enumerate(units[side]) for unit in some}
        shots: list[Shots] = []
        swept: tuple[set[int], set[int]] = (set(), set())
        number, name = point.step, ""
        hit = the_battle(play).marked
        while name != LEAVING[-1] and not (shots and name in LEAVING):
            if stop and number == len(self.steps):
                break
            seen, there = len(play.events), set(the_battle(play).units)
            progress = take_step(play, number)
            gone = there - hit - set(the_battle(play).units)
            if gone and shots:
                raise NotModelled("units that are lost between shots")
            for unit in gone:
                side, group = of[unit]
                swept[not side].update(self.forces[not side].joined[group])
            if progress is Progress.OVER:
                if shots:
                    raise NotModelled("a battle that ends after shots that miss")
                return Stretch((frozenset(swept[0]), frozenset(swept[1])), True)
            shots += self._shots(play, seen, of, units, swept)
            number = number % len(self.steps) + 1
            name = self.steps[number - 1]
        now = the_battle(play)
        fired = self._fired(of[unit] for unit in now.fired if unit in of) if name == LEAVING[0] else frozenset()
        stays = self._stays(play, units) if name == LEAVING[0] else (frozenset[int](), frozenset[int]())
        then = CyclePoint(number, now.round, fired)
        return Stretch((frozenset(swept[0]), frozenset(swept[1])), False, tuple(shots), then, stays)

    def _fired(self, groups: Iterable[tuple[bool, int]]) -> frozenset[tuple[bool, int]]:
        """Some groups of both sides, and those that their units join once they are damaged."""
        return frozenset((side, each) for side, group in groups for each in self._with_damaged(not side, (group,)))

    def _shots(
        self,
        play: Play,
        seen: int,
        of: dict[int, tuple[bool, int]],
        units: list[list[list[Unit]]],
        swept: tuple[set[int], set[int]],
    ) -> list[Shots]:
        """The shots in the events of a step."""
        found: list[Shots] = []
        needs = dict[int, int]()
        for event in play.events[seen:]:
            if event.name == "rolled":
                needs = {unit.id: need for unit, need in zip(event.facts["units"], event.facts["needs"], strict=True)}
            if event.name not in _PLAIN:
                raise NotModelled(f"what happens there: {event.name}")
            if event.name == "rolled" and event.facts["what"] == _AT_AIRCRAFT:
                found.append(self._gun_fire(play, needs, of, units))
            elif event.name == "fired" and event.facts["what"] != _AT_AIRCRAFT:
                found.append(self._volley(play, event.facts["units"], needs, of, units, swept))
        return found

    def _gun_fire(
        self,
        play: Play,
        planes: dict[int, int],
        of: dict[int, tuple[bool, int]],
        units: list[list[list[Unit]]],
    ) -> GunFire:
        apart = play.supposing(())
        space = self.battle.space

        def fired_at_as(plane: Unit) -> str:
            return apart.ask(questions.antiaircraft_group, unit=plane)

        kind = fired_at_as(play.position.units[next(iter(planes))])
        groups = frozenset(
            group
            for group, some in enumerate(units[0])
            if some
            and self.forces[0].groups[group].flies
            and apart.ask(questions.antiaircraft_target, unit=some[0], space=space)
            and fired_at_as(some[0]) == kind
        )
        if any(of[plane][1] not in groups for plane in planes) or len(set(planes.values())) > 1:
            raise NotModelled("antiaircraft fire of this kind")
        return GunFire(groups, len(planes), next(iter(planes.values())))

    def _volley(
        self,
        play: Play,
        shooters: list[Unit],
        needs: dict[int, int],
        of: dict[int, tuple[bool, int]],
        units: list[list[list[Unit]]],
        swept: tuple[set[int], set[int]],
    ) -> Volley:
        own = [of[unit.id] for unit in shooters if unit.id in of]
        outside = tuple(unit.id for unit in shooters if unit.id not in of)
        attacking = own[0][0] if own else True
        if any(side != attacking for side, _ in own):
            raise NotModelled("a volley of both sides")
        other = 1 if attacking else 0
        apart = play.supposing(())
        line = tuple(the_battle(play).defenders if attacking else the_battle(play).attackers)
        if set(apart.adjust(questions.in_the_line_of_fire, line)) != set(line):
            raise NotModelled("hits on units that take no part")
        marked = the_battle(play).marked
        targets = {
            group: next(unit for unit in some if unit.id not in marked)
            for group, some in enumerate(units[other])
            if group not in swept[other] and any(unit.id not in marked for unit in some)
        }
        firing = sorted({group for _, group in own})
        classes: dict[Groups, tuple[list[int], list[int]]] = {}
        for group in firing:
            classes.setdefault(self._hits(apart, other, units[not attacking][group][0], targets), ([], []))[0].append(
                group
            )
        for ship in outside:
            classes.setdefault(self._hits(apart, other, play.position.units[ship], targets), ([], []))[1].append(ship)
        for group in firing:
            if not apart.ask(questions.fires_though_hit, unit=units[not attacking][group][0]):
                raise NotModelled("casualties that do not fire")
        last = self._with_damaged(
            other, (group for group, unit in targets.items() if apart.ask(questions.chosen_last, unit=unit))
        )
        told = tuple(
            (able, tuple(sorted(self._with_damaged(not attacking, some))), tuple(ships))
            for able, (some, ships) in classes.items()
        )
        groups = tuple(sorted(self._with_damaged(not attacking, firing)))
        strengths = {
            (place, need)
            for unit, need in needs.items()
            for place in (self._with_damaged(not attacking, (of[unit][1],)) if unit in of else (-unit,))
        }
        return Volley(attacking, groups, outside, told, last, frozenset(strengths))

    def _hits(self, play: Play, side: int, shooter: Unit, targets: dict[int, Unit]) -> Groups:
        """The groups of the other side that a shooter can hit."""
        able = (
            group for group, target in targets.items() if play.ask(questions.can_hit, shooter=shooter, target=target)
        )
        return self._with_damaged(side, able)

    def _with_damaged(self, side: int, groups: Iterable[int]) -> Groups:
        """Some groups, and those that their units join once they are damaged."""
        force = self.forces[side]
        return frozenset(each for group in groups for each in force.joined[group])

    def _stays(self, play: Play, units: list[list[list[Unit]]]) -> tuple[Groups, Groups]:
        """The groups whose casualties of opening fire do not leave yet."""
        apart = play.supposing(())
        attackers, defenders = (
            self._with_damaged(
                side,
                (
                    group
                    for group, some in enumerate(groups)
                    if some and not apart.ask(questions.leaves_after_opening_fire, unit=some[0])
                ),
            )
            for side, groups in enumerate(units)
        )
        return attackers, defenders
