"""The odds of a battle as values, and a side as numbers: how many of each group are left, the first to go first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kb.base.errors import Finding, raise_if
from kb.base.shape import suggest
from kb.engine.board.printed import is_kind, type_of
from kb.engine.core.play import Play
from kb.engine.core.position import Unit, replace
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.table import DAMAGED, Choice, Option
from kb.engine.units.kinds import Equal, equal_units
from kb.games.board_model import UnitKind

#: the sides of a battle, as an order of losses is given for them
ATTACKER, DEFENDER = "attacker", "defender"


class BattleOutcome(StrEnum):
    """How a battle ends."""

    ATTACKER_WINS = "attacker wins"
    DEFENDER_WINS = "defender wins"
    BOTH_GONE = "both gone"
    BOTH_LEFT = "both left"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a battle ends, and who of those in it is left: (power, unit type, number)."""

    result: BattleOutcome
    survivors: tuple[tuple[str, str, int], ...]


@dataclass(frozen=True, slots=True)
class LossOrder:
    """Assumed: in which order a side takes its losses, (power, type) each; ships of several hits are damaged first.

    ``given`` tells whether whoever asked said so; by default what costs least is lost first.
    """

    side: str
    order: tuple[tuple[str, str], ...]
    given: bool


@dataclass(frozen=True, slots=True)
class DamagedFirst:
    """Assumed: these units of a side take their first hits, which cost nothing, before anything is lost."""

    side: str
    units: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class NobodyLeaves:
    """Assumed: nobody retreats or submerges, in a battle fought to its end, or for so many ``rounds``."""

    rounds: int | None


@dataclass(frozen=True, slots=True)
class NobodyJoins:
    """Assumed: nobody else joins the battle or fires into it, but the ships that were told to bombard."""


Assumption = LossOrder | DamagedFirst | NobodyLeaves | NobodyJoins


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of the battle in a space: the probability of each ending, the most likely first, and the assumptions.

    The probabilities add up to 1; each is right to 1e-9.
    """

    space: str
    endings: Mapping[Ending, float]
    assumed: tuple[Assumption, ...] = ()

    def chance(self, result: BattleOutcome) -> float:
        """The probability that the battle ends so."""
        return sum(share for ending, share in self.endings.items() if ending.result is result)

    @property
    def average_left(self) -> Mapping[tuple[str, str], float]:
        """How many units of each power and type are left on average."""
        left: dict[tuple[str, str], float] = {}
        for ending, share in self.endings.items():
            for power, kind, number in ending.survivors:
                left[power, kind] = left.get((power, kind), 0.0) + number * share
        return left


def ending_of(survivors: Mapping[tuple[str, str], int], attackers_left: bool, defenders_left: bool) -> Ending:
    """The ending of a battle with these survivors, by power and type."""
    result = {
        (True, True): BattleOutcome.BOTH_LEFT,
        (True, False): BattleOutcome.ATTACKER_WINS,
        (False, True): BattleOutcome.DEFENDER_WINS,
        (False, False): BattleOutcome.BOTH_GONE,
    }[attackers_left, defenders_left]
    return Ending(result, tuple((*key, number) for key, number in sorted(survivors.items())))


# -- the order of losses: what costs least first, or as whoever asks has said; the first hits on ships of several
# hits, which cost nothing, come before all losses

#: for each side the unit types in the order in which they are lost
Given = Mapping[str, Sequence[str]]
#: where units stand in the order of losses
Rank = tuple[object, ...]


class Order:
    """The order of losses of both sides of a battle."""

    def __init__(self, rules: Rulebook, losses: Given | None) -> None:
        """Raises :class:`BadInput` for a side or a unit type that there is not."""
        self.rules, self.given = rules, losses or {}
        types = [unit.id for unit in rules.board.units]
        raise_if(
            [
                Finding(f"there is no side '{side}' in a battle", hint=f"{ATTACKER} or {DEFENDER}")
                for side in self.given
                if side not in (ATTACKER, DEFENDER)
            ]
            + [
                Finding(f"there is no unit '{kind}' in this game", hint=suggest(kind, types))
                for kinds in self.given.values()
                for kind in kinds
                if kind not in types
            ]
        )

    def ranks(self, play: Play, side: str, units: Sequence[Unit]) -> dict[Equal, Rank]:
        """Where units of a side, equal ones together, stand in the order; what is damaged stands for itself.

        Of one type those come first that their owner needs least.
        """
        found: dict[Equal, Rank] = {}
        for number, (power, kind) in enumerate(reversed(equal_units(play, units))):
            found.setdefault((power, kind), (*self.rank(side, power, kind.called), number))
            if self._is_sound_and_takes_several(kind.called):
                damaged = kind.damaged
                found.setdefault((power, damaged), (*self.rank(side, power, damaged.called), number))
        return found

    def rank(self, side: str, power: str, called: str) -> Rank:
        """Where a type stands, of damaged units with ``damaged`` before it."""
        name = called.removeprefix(DAMAGED)
        unit = self.rules.board.unit(name)
        cost = unit.cost or 0
        if self._is_sound_and_takes_several(called):
            return (0, 0, -cost, 0, name, power)
        told = self.given.get(side, ())
        place = list(told).index(name) if name in told else len(told)
        strength = (unit.attack if side == ATTACKER else unit.defense) or 0
        return (1, place, cost, strength, name, power)

    def _is_sound_and_takes_several(self, called: str) -> bool:
        return not called.startswith(DAMAGED) and (self.rules.board.unit(called).hits or 0) > 1


class InOrder:
    """Makes the choices of a battle: losses by an order, of all other options the first."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self._ranks: dict[str, dict[Equal, Rank]] = {ATTACKER: {}, DEFENDER: {}}

    def choice(self, play: Play, choice: Choice) -> Option:
        """The option that takes as much as it can of what is lost first."""
        battle = play.position.battle
        picks = [option for option in choice.options if isinstance(option, tuple)]
        if battle is None or len(picks) < len(choice.options):
            return choice.options[0]
        attacks = {unit.power for unit in play.units(battle.attackers)}
        side = ATTACKER if all(power in attacks for power, _, _ in picks[0]) else DEFENDER
        ranks, places = self._ranks[side], {(power, kind) for pick in picks for power, kind, _ in pick}
        if not places <= ranks.keys():
            units = play.units(battle.attackers if side == ATTACKER else battle.defenders)
            ranks.update(self.order.ranks(play, side, units) | ranks)
        for power, kind in places - ranks.keys():
            ranks[power, kind] = (*self.order.rank(side, power, kind.called), -1)
        ordered = sorted(places, key=lambda place: ranks[place])
        taken = [{(power, kind): number for power, kind, number in pick} for pick in picks]
        return max(zip(picks, taken, strict=True), key=lambda each: [each[1].get(place, 0) for place in ordered])[0]


# -- one side of a battle as numbers


#: the numbers of the states of attackers and defenders
Pair = tuple[int, int]
#: how many units of each group there are
Counts = tuple[int, ...]
#: some groups, by their numbers
Groups = frozenset[int]


@dataclass(frozen=True, slots=True)
class UnitGroup:
    """Equal units: their power and type, how many hits each takes, and the group that one joins that is hit.

    ``place`` is where they stand on the battle board;
    ``family`` is the same for units that are equal but for damage; ``hurt`` is -1 where the first hit is the last.
    """

    power: str
    type: str
    damage: int
    hits: int
    family: int
    hurt: int
    flies: bool
    place: tuple[int, str]


class Force:
    """The units of one side. Each number of units of its groups that can be left is a state, known by a number."""

    def __init__(self, play: Play, side: str, units: Sequence[Unit], order: Order) -> None:
        equal = equal_units(play, units)
        ranks = order.ranks(play, side, units)
        places = sorted(ranks, key=lambda place: ranks[place])
        families = list(dict.fromkeys((power, kind.sound) for power, kind in places))
        self._pools = [
            [*equal.get((power, sound), ()), *equal.get((power, sound.damaged), ())] for power, sound in families
        ]
        self.groups = tuple(self._group(play, place, places, families) for place in places)
        #: each group, and that which its units join once they are damaged
        self.joined = [
            (number,) if group.hurt < 0 else (number, group.hurt) for number, group in enumerate(self.groups)
        ]
        members = sorted(range(len(self.groups)), key=lambda group: self.groups[group].damage)
        #: the groups of each family, those of whole units first
        self._families = [
            [each for each in members if self.groups[each].family == family] for family in range(len(families))
        ]
        self.states: list[Counts] = []
        self.hits: list[int] = []
        #: for each state one unit of each family that is left, whole where there are whole ones in this battle
        self.present: list[Counts] = []
        self.by_hits: list[list[int]] = []
        self._numbers: dict[Counts, int] = {}
        #: by targets and those hit last: the path of a state, and the state after a hit
        self._ways: dict[tuple[Groups, Groups], tuple[dict[int, list[int]], dict[int, int | None]]] = {}
        self.first = self.number(tuple(len(equal.get(place, ())) for place in places))
        self.path(self.first, frozenset(range(len(self.groups))), frozenset())

    def _group(self, play: Play, place: Equal, places: list[Equal], families: list[Equal]) -> UnitGroup:
        power, kind = place
        family = families.index((power, kind.sound))
        unit = self._pools[family][0]
        damaged = kind != kind.sound
        takes = type_of(play, unit).hits or 1
        return UnitGroup(
            power,
            unit.type,
            takes - 1 if damaged else 0,
            1 if damaged else takes,
            family,
            places.index((power, kind.damaged)) if takes > 1 and not damaged else -1,
            is_kind(play, unit, UnitKind.AIR),
            ([each.id for each in play.board.units].index(unit.type), power),
        )

    # -- states

    def number(self, counts: Counts) -> int:
        """The number of a state, a new one where it is new."""
        number = self._numbers.get(counts)
        if number is None:
            number = self._numbers[counts] = len(self.states)
            hits = sum(count * group.hits for count, group in zip(counts, self.groups, strict=True))
            self.states.append(counts)
            self.hits.append(hits)
            self.present.append(self._present(counts))
            self.by_hits += [[] for _ in range(hits + 1 - len(self.by_hits))]
            self.by_hits[hits].append(number)
        return number

    def _present(self, counts: Counts) -> Counts:
        found = [0] * len(counts)
        for members in self._families:
            found[members[0]] = int(any(counts[each] for each in members))
        return tuple(found)

    def reachable(self, state: int) -> Groups:
        """The groups of which there are any, or can be after hits."""
        return frozenset(each for group, count in enumerate(self.states[state]) if count for each in self.joined[group])

    def path(self, state: int, targets: Groups, last: Groups) -> list[int]:
        """The states after 0, 1, 2 ... hits on targets, of which the ``last`` take what the others cannot."""
        paths, after = self._ways.setdefault((targets, last), ({}, {}))
        found = paths.get(state)
        if found is None:
            found = paths[state] = []
            now: int | None = state
            while now is not None:
                found.append(now)
                if now not in after:
                    after[now] = self._hit(now, targets, last)
                now = after[now]
        return found

    def _hit(self, state: int, targets: Groups, last: Groups) -> int | None:
        counts = self.states[state]
        able = [group for group in targets if counts[group]]
        if not able:
            return None
        hit = min(able, key=lambda group: (group in last, group))
        return self.number(self._less(counts, hit))

    def _less(self, counts: Counts, hit: int) -> Counts:
        left = list(counts)
        left[hit] -= 1
        if self.groups[hit].hurt >= 0:
            left[self.groups[hit].hurt] += 1
        return tuple(left)

    def with_dead(self, before: int, after: int, groups: Groups) -> int:
        """A state with those units of some groups that were lost since another; of ships of two hits damaged ones."""
        counts = list(self.states[after])
        for members in self._families:
            fallen = members[-1]
            if fallen in groups:
                counts[fallen] += sum(self.states[before][each] - self.states[after][each] for each in members)
        return self.number(tuple(counts))

    # -- units

    def units(self, counts: Counts) -> list[list[Unit]]:
        """Units that stand for these counts, by group."""
        used = [0] * len(self._pools)
        found = []
        for group in sorted(range(len(counts)), key=lambda each: self.groups[each].damage):
            family = self.groups[group].family
            start = used[family]
            used[family] += counts[group]
            damage = self.groups[group].damage
            some = self._pools[family][start : used[family]]
            found.append((group, [unit if unit.damage == damage else replace(unit, damage=damage) for unit in some]))
        return [units for _, units in sorted(found, key=lambda pair: pair[0])]

    def filled(self, counts: Counts) -> Counts:
        """The same groups with all the units that there were: what is not damaged already may still be sound."""
        left = [len(pool) for pool in self._pools]
        for group, count in zip(self.groups, counts, strict=True):
            if group.damage:
                left[group.family] -= count
        return tuple(
            count if group.damage or not count else left[group.family]
            for group, count in zip(self.groups, counts, strict=True)
        )

    def survivors(self, state: int) -> Mapping[tuple[str, str], int]:
        """How many of each power and type are left."""
        left = dict[tuple[str, str], int]()
        for group, count in zip(self.groups, self.states[state], strict=True):
            if count:
                left[group.power, group.type] = left.get((group.power, group.type), 0) + count
        return left
