"""The sources of dice and choices in a play: the script of a scenario, or the record of an earlier play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from kb.cases.expectations.played import Offered, PlayedCase, PlayRecord
from kb.cases.language.occasions import rolled_for
from kb.cases.language.units import Chosen, listed, option, resolve_options, text, told_apart, totals, units_offered
from kb.cases.language.vocabulary import CHOICES
from kb.cases.language.words import GameWords
from kb.engine.core.picks import DAMAGED, Picks
from kb.engine.core.position import Position, replace
from kb.engine.core.table import Choice, Option, Roll
from kb.games.names import Wording, power_name

#: the identity of a die: the power, the space, the unit, the number of the unit's roll
_Die = tuple[str, str, int, int]
#: the face of a die that the record lacks: it hits
_NEW_DIE = 1


class OffScript(Exception):
    """The engine wants a die or a choice that the script does not have; the hint describes what would do.

    ``wants`` is the roll or choice at which the script ended; ``instead`` is the choice for which the script has
    something that is not an option; ``unasked`` is whether the script has a choice that is not offered.
    """

    def __init__(
        self,
        message: str,
        hint: str,
        wants: Roll | Choice | None = None,
        instead: Choice | None = None,
        unasked: bool = False,
    ) -> None:
        self.hint, self.wants, self.instead, self.unasked = hint, wants, instead, unasked
        super().__init__(message)


def _dice(count: int) -> str:
    """Return a number of dice in words: ``1 die``, ``2 dice``."""
    return f"{count} {'die' if count == 1 else 'dice'}"


#: the most units among which an action of a question may choose that are listed, and how it chooses
_MOST_TOLD, _BRACKETS = 6, "write what distinguishes them in brackets, as in '1 transport (empty)' or '1 tank (moved)'"


class Scripted:
    """The dice and choices of a script, in order; it records their use."""

    def __init__(self) -> None:
        self.dice: list[int] = []
        self.choices: list[tuple[str, Chosen]] = []
        #: the rolls of the action and their numbers of dice, for each time that it is performed
        self.cycles: list[list[tuple[str, int]]] = [[]]
        self.offered: list[Offered] = []
        self.record = PlayRecord()
        self.act = 0
        self._rolled: dict[tuple[str, str, int], int] = {}
        self._chosen: dict[tuple[str, str, str], int] = {}

    def begin(self, dice: Sequence[int], choices: Sequence[tuple[str, Chosen]]) -> None:
        """Set the dice and choices of the next action."""
        self.dice, self.choices, self.cycles = list(dice), list(choices), [[]]

    def roll(self, roll: Roll, position: Position) -> Sequence[int]:
        """Return the next faces of the script. Raises :class:`OffScript` if there are too few."""
        wanted = len(roll.dice)
        if wanted > len(self.dice):
            raise self._too_few(roll)
        faces, self.dice = self.dice[:wanted], self.dice[wanted:]
        self.cycles[-1].append((roll.what, wanted))
        self._remember(self._keys(roll), faces, position)
        return faces

    def _too_few(self, roll: Roll) -> OffScript:
        """Return the error of a roll that needs more dice than are left. If the roll is the first of a further cycle,
        the error says that the dice may be too many for the cycles before it."""
        wants = f"{self.called(roll)} needs {_dice(len(roll.dice))}"
        left = f"{len(self.dice)} {'is' if len(self.dice) == 1 else 'are'} left" if self.dice else "none is left"
        if len(self.cycles) == 1:
            return OffScript(f"too few dice: {wants} and {left}", self.dice_used(), roll)
        end = f"a cycle begins as long as dice are left, 'cycles: {len(self.cycles) - 1}' ends before it"
        if self.cycles[-1]:
            return OffScript(f"too few dice: {wants} and {left}", f"{self.dice_used()}; {end}", roll)
        many = f"{_dice(len(self.dice))} too many after cycle {len(self.cycles) - 1}, or too few for another"
        hints = filter(None, (wants, self.dice_used(), end))
        return OffScript(f"{many}: {', '.join(map(str, self.dice))}", "; ".join(hints))

    def named(self, what: str) -> str:
        """Return the name of an occasion of dice in messages: its id (``what``), as cases write it."""
        return what

    def called(self, roll: Roll) -> str:
        """Return the name of a roll for messages: its purpose, its power and its space; in a case their ids."""
        return f"{roll.what} of {roll.power}{f' in {roll.space}' if roll.space else ''}"

    def which(self, options: Choice) -> tuple[str, str] | None:
        """Return an error and a hint about units that an action does not distinguish; None for the usual error."""
        return None

    def choose(self, choice: Choice, position: Position) -> Option:
        """Return the option that the next choice of the script names. Raises :class:`OffScript` if there is none, or if
        it is another power's, not an option, or ambiguous."""
        means = f" ({CHOICES[choice.what].partition(':')[0]})" if choice.what in CHOICES else ""
        asked = f"{choice.power} chooses {choice.what}{f' in {choice.space}' if choice.space else ''}{means}"
        if not self.choices:
            hint = f"write choices: [{{{choice.power}: ...}}] with {listed(choice)}"
            raise OffScript(f"a choice is missing: {asked}", hint, choice)
        power, written = self.choices.pop(0)
        if not choice.is_of(power):
            raise OffScript(f"the next choice is of {power}, but {asked}", f"{choice.power} has {listed(choice)}")
        found = resolve_options(choice, written, power)
        wanted = text(option(written, power), power)
        if not found:
            hint = f"the options are {listed(choice)}"
            raise OffScript(f"{wanted} cannot be chosen: {asked}", hint, instead=choice)
        first, *more = found[:2]
        if more:
            fitting = replace(choice, options=found)
            usual = f"{wanted} fits several options: {asked}", f"write {listed(fitting)}"
            raise OffScript(*(self.which(fitting) or usual))
        self._take(choice, first)
        return first

    def dice_left(self, position: Position, steps: Sequence[str]) -> bool:
        """Return whether dice are left, so that the act is repeated; ``steps`` are the steps of combat."""
        return bool(self.dice)

    def left_over(self) -> tuple[str, str] | None:
        """Return an error about the unused part of the action's script, and a hint; None if all was used."""
        if self.dice:
            used = self.dice_used() if any(self.cycles) else "this action rolls no dice"
            return f"{_dice(len(self.dice))} too many: {', '.join(map(str, self.dice))}", used
        return _too_many(*self.choices[0]) if self.choices else None

    def dice_used(self) -> str:
        """Return a text with the number of dice that each roll took, by cycle if there were several."""
        texts = [", ".join(f"{self.named(what)} took {count}" for what, count in used) for used in self.cycles]
        if len(texts) == 1:
            return texts[0] or "no dice have been rolled"
        return "; ".join(f"cycle {number}: {each}" for number, each in enumerate(texts, start=1) if each)

    def _keys(self, roll: Roll) -> list[_Die]:
        """Return the identity of each die of a roll: power, space, unit, and the number of dice that this unit has
        rolled there, which goes up by one."""
        keys = []
        for number, die in enumerate(roll.dice):
            one = (roll.power, roll.space, die.unit or -number)
            self._rolled[one] = self._rolled.get(one, 0) + 1
            keys.append((*one, self._rolled[one]))
        return keys

    def _remember(self, keys: Sequence[_Die], faces: Sequence[int], position: Position) -> None:
        """Record the faces of dice, that the current act rolled them, and the cycle of a battle in which it did."""
        self.record.faces.update(zip(keys, faces, strict=True))
        self.record.rolled[self.act] = (*self.record.rolled.get(self.act, ()), *keys)
        if position.battle:
            self.record.cycle[self.act] = position.battle.round

    def _take(self, choice: Choice, taken: Option) -> None:
        """Record the option taken, with its index among those with units of the same types."""
        one = (choice.power, choice.what, choice.space)
        self._chosen[one] = self._chosen.get(one, 0) + 1
        self.record.taken[(*one, self._chosen[one])] = taken, _like(taken, choice.options).index(taken)
        self.offered.append(Offered(choice, taken))


def _too_many(power: str, written: Chosen) -> tuple[str, str]:
    """Return the error of a written choice that the action does not offer, and a hint."""
    chosen = text(option(written, power), power)
    return f"a choice too many: the action offers {power} no choice of {chosen}", "remove the choice"


class Asked(Scripted):
    """The script of a question. Its choices may also name forced losses, for which the engine offers no choice. A
    choice that does not fit the offered one is skipped, and counts as used if such units are hit. Choices of different
    powers may be in any order."""

    def __init__(self, played: PlayedCase) -> None:
        super().__init__()
        self.played = played
        self.record.lenient = False

    def begin(self, dice: Sequence[int], choices: Sequence[tuple[str, Chosen]]) -> None:
        """Set the dice and choices of the next action, which begins in the current position."""
        super().begin(dice, choices)
        self.begun = self.played.position
        self.passed: list[tuple[str, Chosen]] = []
        self.picked = Counter[tuple[str, str]]()

    def named(self, what: str) -> str:
        """Return the name of an occasion in words."""
        return rolled_for(what)

    def called(self, roll: Roll) -> str:
        """Return the name of a roll in the words of players: ``the roll of Germany for bombardment in Norway``."""
        words = Wording(self.played.rules.board)
        place = f" in {words.space(roll.space)}" if roll.space else ""
        return f"the roll of {power_name(roll.power)} for {self.named(roll.what)}{place}"

    def which(self, options: Choice) -> tuple[str, str]:
        """Return an error in the words of players about units that an action does not distinguish."""
        words = GameWords(self.played.rules.board, self.played.rules.ruleset)
        told = dict.fromkeys(words.chosen(each, options.power) for each in told_apart(options, _MOST_TOLD))
        return f"which units in {words.space(options.space)}? {' or '.join(told)}", _BRACKETS

    def roll(self, roll: Roll, position: Position) -> Sequence[int]:
        """Return the next faces of the script. Raises :class:`OffScript` if there are too few. If none is left, it also
        raises it if a power has lost units without a choice for which the script names other units."""
        if not self.dice:
            rest, forced = self._sorted_by_hits([*self.passed, *self.choices], position)
            losers = {power for power, _ in +forced}
            for power, written in rest:
                if power in losers and not isinstance(option(written, power), str):
                    raise OffScript(*_too_many(power, written), unasked=True)
        return super().roll(roll, position)

    def choose(self, choice: Choice, position: Position) -> Option:
        """Return the option named by the first fitting choice of the script. Raises :class:`OffScript` without one. If
        the first of several names units that were hit before without a choice, the next one is taken."""
        fits = [choice.is_of(power) and bool(resolve_options(choice, each, power)) for power, each in self.choices]
        first = fits.index(True) if True in fits else 0
        if fits.count(True) > 1 and not self._not_hit([*self.passed, self.choices[first]], position):
            first = fits.index(True, first + 1)
        before, rest = self.choices[:first], self.choices[first:]
        self.passed += [each for each in before if choice.is_of(each[0])]
        self.choices = [*rest[:1], *(each for each in before if not choice.is_of(each[0])), *rest[1:]]
        if True not in fits:
            there = {unit.power for unit in self.begun.units.values()}
            # the power that chooses if the owners disagree may have written a choice of its own
            owners = {power for (power, _), _ in choice.options.groups} if isinstance(choice.options, Picks) else set()
            own = {choice.power, *(owners or choice.others)}
            others = [each for each in self.choices if each[0] in there and each[0] not in own]
            self.choices = self._not_hit([each for each in self.choices if each not in others], position)
            self.passed += others
        taken = super().choose(choice, position)
        if choice.what == "casualties":
            self.picked += _by_type(units_offered(taken))
        return taken

    def left_over(self) -> tuple[str, str] | None:
        """Return an error about unused dice or choices, except choices of forced losses, and a hint; or None."""
        self.choices = self._not_hit([*self.passed, *self.choices], self.played.position)
        found, act = super().left_over(), self.played.acts[-1].act
        if (
            found
            and self.dice
            and act.kind == "battle"
            and "kamikaze" in self.played.rules.board.space(act.named()).marks
        ):
            return found[0], f"{found[1]}; a kamikaze attack is made at the end of the combat move: begin there"
        return found

    def _not_hit(self, choices: Sequence[tuple[str, Chosen]], now: Position) -> list[tuple[str, Chosen]]:
        """Return the choices without those whose units were all hit in the action, but not picked."""
        return self._sorted_by_hits(choices, now)[0]

    def _sorted_by_hits(
        self, choices: Sequence[tuple[str, Chosen]], now: Position
    ) -> tuple[list[tuple[str, Chosen]], Counter[tuple[str, str]]]:
        """Sort choices by the units that were hit in the action without being picked. Return the choices that name
        others than these, and the number of these that no choice names, by power and type."""
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
            units = _by_type({} if isinstance(rows, str) else totals(rows))
            if units and units <= hit:
                hit -= units
            else:
                rest.append((power, written))
        return rest, hit


def _by_type(units: Mapping[tuple[str, str], int]) -> Counter[tuple[str, str]]:
    """Return the number of units of each power and type, damaged or not."""
    return Counter({(power, called.removeprefix(DAMAGED)): number for (power, called), number in units.items()})


class Replayed(Scripted):
    """The dice and choices of a record, for a play under other rules.

    A unit's die falls as recorded. A die that the record lacks hits, so that an additional shot has an effect. A
    recorded choice is made again if it is an option. Else the option at the same index among those with units of the
    same types is taken (units that differ are in the order in which they are needed), else the first option.
    """

    def __init__(self, record: PlayRecord) -> None:
        super().__init__()
        self.before = record
        self.record.lenient = record.lenient

    def roll(self, roll: Roll, position: Position) -> Sequence[int]:
        """Return the recorded faces of the dice; the face of a die that the record lacks is one that hits."""
        keys = self._keys(roll)
        faces = [self.before.faces.get(key, _NEW_DIE) for key in keys]
        self._remember(keys, faces, position)
        return faces

    def dice_left(self, position: Position, steps: Sequence[str]) -> bool:
        """Return whether the record has more for the act: outside a battle, whether it was done more often there.

        A battle has more before the cycle with its last recorded die, and in that cycle until its recorded dice are
        rolled or the last of the ``steps`` of combat begins, because games wait for decisions at different steps.
        """
        last, battle = self.before.cycle.get(self.act), position.battle
        if last is None or battle is None:
            return self.record.times.get(self.act, 0) < self.before.times.get(self.act, 1)
        if battle.round != last or battle.step == steps[-1]:
            return battle.round < last
        return any(die not in self.record.faces for die in self.before.rolled[self.act])

    def choose(self, choice: Choice, position: Position) -> Option:
        """Return the recorded option if it is offered; else one with units of the same types; else the first option."""
        one = (choice.power, choice.what, choice.space)
        taken, place = self.before.taken.get((*one, self._chosen.get(one, 0) + 1), ("", 0))
        if taken not in choice.options:
            like = _like(taken, choice.options) or choice.options[:1]
            taken = like[min(place, len(like) - 1)] if place else like[0]
        self._take(choice, taken)
        return taken


def _like(taken: Option, options: Sequence[Option]) -> Sequence[Option]:
    """Return the options with as many units of each power and type as ``taken``. If ``taken`` has no units, such as an
    id, only an equal option is returned."""
    types = units_offered(taken)
    if not types:
        return [taken] if taken in options else []
    if isinstance(options, Picks):
        return options.of_types(types)
    return [each for each in options if units_offered(each) == types]
