"""Where the dice and choices of a scenario come from: its script, to the last die; or, for comparing, a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from kb.cases.expectations.played import Offered, PlayedCase, PlayRecord
from kb.cases.language.scenario import Value
from kb.cases.language.units import listed, offered, option, resolve_options, text, totals
from kb.cases.language.vocabulary import CHOICES
from kb.engine.core.picks import DAMAGED, Picks
from kb.engine.core.position import Position, replace
from kb.engine.core.table import Choice, Option, Roll

#: the identity of a die: who rolls, where, for which unit, which of its rolls
_Die = tuple[str, str, int, int]
#: how the die falls of one that was not rolled when the record was made: it hits
_NEW_DIE = 1


class OffScript(Exception):
    """The engine wants a die or a choice that the script does not have; the hint says what would do.

    ``wants`` is the roll or choice for which it waits where the script has come to its end there; ``instead`` the
    choice of which something was taken that is none of its options.
    """

    def __init__(
        self, message: str, hint: str, wants: Roll | Choice | None = None, instead: Choice | None = None
    ) -> None:
        self.hint, self.wants, self.instead = hint, wants, instead
        super().__init__(message)


def _dice(count: int) -> str:
    return f"{count} {'die' if count == 1 else 'dice'}"


class Scripted:
    """Dice and choices of a script, in order; remembers what they were used for."""

    def __init__(self) -> None:
        self.dice: list[int] = []
        self.choices: list[tuple[str, Value]] = []
        #: the rolls of the action, and their dice, each time that it is done
        self.cycles: list[list[tuple[str, int]]] = [[]]
        self.offered: list[Offered] = []
        self.record = PlayRecord()
        self.act = 0
        self._rolled: dict[tuple[str, str, int], int] = {}
        self._chosen: dict[tuple[str, str, str], int] = {}

    def begin(self, dice: Sequence[int], choices: Sequence[tuple[str, Value]]) -> None:
        """Take the dice and choices of the next action."""
        self.dice, self.choices, self.cycles = list(dice), list(choices), [[]]

    def roll(self, roll: Roll, position: Position) -> Sequence[int]:
        """Return the next faces of the script. Raises :class:`OffScript` where there are too few."""
        wanted = len(roll.dice)
        if wanted > len(self.dice):
            raise self._too_few(roll)
        faces, self.dice = self.dice[:wanted], self.dice[wanted:]
        self.cycles[-1].append((roll.what, wanted))
        self._remember(self._keys(roll), faces, position)
        return faces

    def _too_few(self, roll: Roll) -> OffScript:
        """Return the message where a roll wants more dice than are left: of the first roll of another cycle that some
        are too many for the cycle before it, or too few."""
        wants = f"{roll.what} of {roll.power}{f' in {roll.space}' if roll.space else ''} wants {_dice(len(roll.dice))}"
        left = f"{len(self.dice)} {'is' if len(self.dice) == 1 else 'are'} left" if self.dice else "none is left"
        if len(self.cycles) == 1:
            return OffScript(f"too few dice: {wants} and {left}", self.dice_used(), None if self.dice else roll)
        end = f"a cycle begins as long as dice are left, 'cycles: {len(self.cycles) - 1}' ends before it"
        if self.cycles[-1]:
            lacks = None if self.dice else roll
            return OffScript(f"too few dice: {wants} and {left}", f"{self.dice_used()}; {end}", lacks)
        many = f"{_dice(len(self.dice))} too many after cycle {len(self.cycles) - 1}, or too few for another"
        return OffScript(f"{many}: {', '.join(map(str, self.dice))}", f"{wants}; {self.dice_used()}; {end}")

    def choose(self, choice: Choice, position: Position) -> Value:
        """Return the next choice of the script. Raises :class:`OffScript` where it is none of the options."""
        means = f" ({CHOICES[choice.what].partition(':')[0]})" if choice.what in CHOICES else ""
        asked = f"{choice.power} chooses {choice.what}{f' in {choice.space}' if choice.space else ''}{means}"
        if not self.choices:
            hint = f"write choices: [{{{choice.power}: ...}}] with {listed(choice)}"
            raise OffScript(f"a choice is missing: {asked}", hint, choice)
        power, written = self.choices.pop(0)
        if not choice.is_of(power):
            raise OffScript(f"the choice of {power} comes when {asked}", f"{choice.power} has {listed(choice)}")
        found = resolve_options(choice, written, power)
        wanted = text(option(written, power), power)
        if not found:
            told = f"the options are {listed(choice)}"
            raise OffScript(f"{wanted} cannot be chosen: {asked}", told, instead=choice)
        first, *more = found[:2]
        if more:
            raise OffScript(f"{wanted} does not say which: {asked}", f"write {listed(replace(choice, options=found))}")
        self._take(choice, first)
        return first

    def dice_left(self, position: Position, steps: Sequence[str]) -> bool:
        """Return whether dice are left, so that the act is done again; ``steps`` are the steps of combat."""
        return bool(self.dice)

    def left_over(self) -> tuple[str, str] | None:
        """Return the unused and the used parts of the action's script; nothing where all was used."""
        if self.dice:
            used = self.dice_used() if any(self.cycles) else "this action rolls no dice"
            return f"{_dice(len(self.dice))} too many: {', '.join(map(str, self.dice))}", used
        if self.choices:
            power, written = self.choices[0]
            wanted = text(option(written, power), power)
            return f"a choice too many: {power} is not asked for {wanted}", "leave it out"
        return None

    def dice_used(self) -> str:
        """Return how many dice each step took, cycle by cycle where there were several."""
        told = [", ".join(f"{what} took {count}" for what, count in used) for used in self.cycles]
        if len(told) == 1:
            return told[0] or "nothing has rolled dice"
        return "; ".join(f"cycle {number}: {each}" for number, each in enumerate(told, start=1) if each)

    def _keys(self, roll: Roll) -> list[_Die]:
        """Return the identity of each die of a roll: who rolls, where, for which unit, which of its
        rolls."""
        keys = []
        for number, die in enumerate(roll.dice):
            one = (roll.power, roll.space, die.unit or -number)
            self._rolled[one] = self._rolled.get(one, 0) + 1
            keys.append((*one, self._rolled[one]))
        return keys

    def _remember(self, keys: Sequence[_Die], faces: Sequence[int], position: Position) -> None:
        self.record.faces.update(zip(keys, faces, strict=True))
        self.record.rolled[self.act] = (*self.record.rolled.get(self.act, ()), *keys)
        if position.battle:
            self.record.cycle[self.act] = position.battle.round

    def _take(self, choice: Choice, taken: Value) -> None:
        one = (choice.power, choice.what, choice.space)
        self._chosen[one] = self._chosen.get(one, 0) + 1
        self.record.taken[(*one, self._chosen[one])] = taken, _like(taken, choice.options).index(taken)
        self.offered.append(Offered(choice, taken))


class Asked(Scripted):
    """The script of what somebody asks, who may name among the choices also losses that are forced, of which nobody is
    asked: a choice that does not fit where one is wanted is passed over, and is settled if such units are hit."""

    def __init__(self, played: PlayedCase) -> None:
        super().__init__()
        self.played = played
        self.record.lenient = False

    def begin(self, dice: Sequence[int], choices: Sequence[tuple[str, Value]]) -> None:
        """Take the dice and choices of the next action, which begins in the position that was played."""
        super().begin(dice, choices)
        self.begun = self.played.position
        self.passed: list[tuple[str, Value]] = []
        self.picked = Counter[tuple[str, str]]()

    def choose(self, choice: Choice, position: Position) -> Value:
        """Return the first choice of the script that fits."""
        fits = [choice.is_of(power) and bool(resolve_options(choice, each, power)) for power, each in self.choices]
        first = fits.index(True) if True in fits else 0
        self.passed, self.choices = [*self.passed, *self.choices[:first]], self.choices[first:]
        if True not in fits:
            there = {unit.power for unit in self.begun.units.values()}
            others = [each for each in self.choices if each[0] in there and not choice.is_of(each[0])]
            self.choices = self._not_hit([each for each in self.choices if each not in others], position)
            self.passed += others
        taken = super().choose(choice, position)
        self.picked += _sound(_units_offered(taken))
        return taken

    def left_over(self) -> tuple[str, str] | None:
        """Return the unused part, without losses that were forced."""
        self.choices = self._not_hit([*self.passed, *self.choices], self.played.position)
        return super().left_over()

    def _not_hit(self, choices: Sequence[tuple[str, Value]], now: Position) -> list[tuple[str, Value]]:
        """Return the choices, without those of units that are all hit in the action and that nobody picked."""
        marked, there = now.battle.marked if now.battle else (), now.units
        hit = Counter(
            (unit.power, unit.type)
            for unit in self.begun.units.values()
            if unit.id not in there or unit.id in marked or there[unit.id].damage > unit.damage
        )
        hit -= self.picked
        rest = []
        for power, written in choices:
            rows = option(written, power)
            units = _sound({} if isinstance(rows, str) else totals(rows))
            if units and units <= hit:
                hit -= units
            else:
                rest.append((power, written))
        return rest


def _sound(units: Mapping[tuple[str, str], int]) -> Counter[tuple[str, str]]:
    """Return how many units of each power and type there are, whether they are called damaged or not."""
    return Counter({(power, called.removeprefix(DAMAGED)): number for (power, called), number in units.items()})


class Replayed(Scripted):
    """The dice and choices of a record, each where it belongs, for a run under other rules.

    A unit's die falls as it fell before; a die that was not rolled then hits, so that a shot that the rules deny
    is felt. A choice is made as before where that is possible. Else, of the options with units of the same types, that
    in the same place is taken (units that differ stand in the order in which they are needed); else the first option.
    """

    def __init__(self, record: PlayRecord) -> None:
        super().__init__()
        self.before = record
        self.record.lenient = record.lenient

    def roll(self, roll: Roll, position: Position) -> Sequence[int]:
        """Return the faces of the record."""
        keys = self._keys(roll)
        faces = [self.before.faces.get(key, _NEW_DIE) for key in keys]
        self._remember(keys, faces, position)
        return faces

    def dice_left(self, position: Position, steps: Sequence[str]) -> bool:
        """Return whether the recorded act has more dice, or, without dice, was done more often; ``steps`` are the
        steps of combat.

        A battle is played to the end of the cycle with its last recorded die, because games wait for decisions at
        different steps.
        """
        last, battle = self.before.cycle.get(self.act), position.battle
        if last is None or battle is None:
            return self.record.times.get(self.act, 0) < self.before.times.get(self.act, 1)
        if battle.round != last or battle.step == steps[-1]:
            return battle.round < last
        return any(die not in self.record.faces for die in self.before.rolled[self.act])

    def choose(self, choice: Choice, position: Position) -> Value:
        """Return the choice of the record."""
        one = (choice.power, choice.what, choice.space)
        taken, place = self.before.taken.get((*one, self._chosen.get(one, 0) + 1), (None, 0))
        if taken not in choice.options:
            like = _like(taken, choice.options) or choice.options[:1]
            taken = like[min(place, len(like) - 1)] if place else like[0]
        self._take(choice, taken)
        return taken


def _like(taken: Value, options: Sequence[Option]) -> Sequence[Option]:
    """Return the options with as many units of each power and type; those of something else only if they are the
    same."""
    types = _units_offered(taken)
    if not types:
        return [taken] if taken in options else []
    if isinstance(options, Picks):
        return options.of_types(types)
    return [each for each in options if _units_offered(each) == types]


def _units_offered(taken: Value) -> dict[tuple[str, str], int]:
    """Return how many units of each power and type are in an option; none where it is of something else."""
    rows = () if taken is None else offered(taken)
    return {} if isinstance(rows, str) else totals(rows)
