"""The row of a verb, and the units that an act means.

Reading, the schema, the documentation, playing and sentences look verbs up in ``VERBS`` of :mod:`kb.cases.acts` and
name none themselves.

Units are meant by type and number, by state, or by name. Of several units of a type some come before
others: units that have done nothing this turn yet, unless a verb has an order of its own; where those are not equal,
the act has to say which, as a choice does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kb.base.english import plural
from kb.base.shape import ByShape, Name, OneOf, ValueKind
from kb.cases.language.grammar import EVERY_ACT, OUTCOME, SHIP, UNIT, UNITS
from kb.cases.language.scenario import Act, Value
from kb.cases.language.units import Row, Units, by_type, fitting, listed, owned, text, told_apart, totals, unowned
from kb.cases.language.words import GameWords
from kb.engine.core.actions import Action
from kb.engine.core.picks import DAMAGED
from kb.engine.core.position import Clock, Mark, Position, Unit
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.table import Choice
from kb.engine.game import asking
from kb.engine.units import equal_units, kind_of, picked, picks
from kb.games.names import Wording, power_name


class Unplayable(Exception):
    """An act that cannot be attempted, because the units it names are not there. ``hint`` says which units are."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.hint = hint
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Context:
    """The context of an act: the rules, the position, and the named units (ids by name)."""

    rules: Rulebook
    position: Position
    names: Mapping[str, tuple[int, ...]]


def context_of(rules: Rulebook, position: Position) -> Context:
    """Return the context of acts in a position, with its units by their names."""
    names: dict[str, tuple[int, ...]] = {}
    for unit in position.units.values():
        if unit.name:
            names[unit.name] = (*names.get(unit.name, ()), unit.id)
    return Context(rules, position, names)


@dataclass(frozen=True, slots=True)
class Repeat:
    """An act that was done ``times`` times since ``begun``; ``dice_left`` is whether its script has more dice."""

    begun: Clock
    times: int
    dice_left: bool


Ids = tuple[int, ...]
#: whether something is so of a unit
Test = Callable[[Unit], bool]
#: how late a unit's turn comes to be meant: 0 is first
Rank = Callable[[Unit], int]
#: an act as a table: its main value as ``what``, all else by its key; ``power`` where the power is not the one on turn
Said = Mapping[str, Value]


def any_unit(unit: Unit) -> bool:
    """Return true of every unit."""
    return True


def no_unit(unit: Unit) -> bool:
    """Return false of every unit."""
    return False


def has_acted(unit: Unit) -> bool:
    """Return whether a unit has done something this turn, or is aboard another."""
    return bool(unit.marks or unit.spent or unit.aboard)


def arrivals_before(*done: Mark) -> Rank:
    """Return a rank: units that have come here are first, then those that have stayed, then those with a mark."""
    return lambda unit: 2 if unit.marks & {*done} else int(not (unit.marks or unit.came))


@dataclass(frozen=True)
class Verb:
    """One verb: its key and shape in a file, its texts, and the action of the engine that it means.

    ``example`` and ``details`` are its description in the JSON Schema; ``says`` completes "a power ...". ``tells``
    completes a sentence that begins with the power, or is a template that has the main value as ``what``, beside the
    other keys. ``typed`` is how it is written in a line (docs/asking.md): its words (``|`` between those that are the
    same), then ``{key}`` for the value of a key; a part in ``[]`` may be left out, with the word before the value.

    An act becomes an action of the ``kind``, and such an action an act, by ``fields``: the field of the action that
    holds the value of each key, the main value being ``what``. If ``stand`` has keys, the main value is units, and the
    first of these keys that an act has names their space; ``may`` and ``rank`` choose them (:func:`choose_units`).
    ``makes`` and ``said`` replace these ways for an action that needs more; ``said`` returns nothing for an action that
    another verb writes. Both raise :class:`Unplayable`. ``repeats``: an act that was done is done again;
    ``ends`` which it ends, the ``phase`` or the ``turn``.
    """

    example: str
    details: str
    says: str
    main: ValueKind
    tells: Callable[[GameWords, Act], str] | str
    typed: str
    kind: type[Action]
    fields: Mapping[str, str] = field(default_factory=dict)
    required: Mapping[str, ValueKind] = field(default_factory=dict)
    optional: Mapping[str, ValueKind] = field(default_factory=dict)
    stand: tuple[str, ...] = ()
    may: Callable[[Context], Test] = lambda context: any_unit
    rank: Rank = has_acted
    makes: Callable[[Act, Context, str], Action] | None = None
    said: Callable[[Any, Context], Said | None] | None = None
    repeats: Callable[[Act, Context, Repeat], bool] = lambda act, context, so_far: False
    ends: Callable[[Act], str] = lambda act: ""

    @property
    def key(self) -> str:
        """The word itself, with which the example begins."""
        return self.example.partition(":")[0]

    @property
    def keys(self) -> dict[str, ValueKind]:
        """Every key that may be beside the main one."""
        return {**self.required, **self.optional, **EVERY_ACT}

    def tell(self, words: GameWords, act: Act) -> str:
        """Return the act as a part of a sentence that begins with the power."""
        if isinstance(self.tells, str):
            return words.fill(self.tells, what=act.what, **act.given)
        return self.tells(words, act)

    def takes_units(self, act: Act) -> bool:
        """Return whether an act says which units it is done with, so that ``which`` can name some of them."""
        kinds = (self.main, *(self.keys[key] for key in act.given))
        tables = (kind.table if isinstance(kind, ByShape) else kind for kind in kinds)
        return self.main == UNIT or any(each in (UNITS, OUTCOME) for each in tables)

    def names(self, act: Act) -> list[str]:
        """Return the names of units that an act uses."""
        given = [name for key, name in act.given.items() if self.optional.get(key) is SHIP]
        return [*act.which, *(name for name in given if name and isinstance(name, str))]

    def action(self, act: Act, context: Context, power: str) -> Action:
        """Return the action of an act of a power. Raises :class:`Unplayable` where its units are not there."""
        if self.makes:
            return self.makes(act, context, power)
        written = {"what": act.what, **act.given}
        values = {field: _as_field(written[key]) for key, field in self.fields.items() if key in written}
        if self.stand:
            space = next(written[key] for key in self.stand if key in written)
            values["units"] = choose_units(act, context, power, act.what, space, self.may(context), self.rank)
        return self.kind(power, **values)

    def written(self, action: Action, context: Context) -> Said | None:
        """Return an action as the table of an act: the inverse of :meth:`action`."""
        if self.said:
            return self.said(action, context)
        found = {key: _as_written(value) for key, name in self.fields.items() if (value := getattr(action, name))}
        if self.stand:
            ids: Ids = getattr(action, "units", ())
            space = context.position.units[ids[0]].at
            if space not in [found.get(key) for key in self.stand]:
                found[self.stand[0]] = space
            found["what"] = says_which(context, action.power, ids, space, self.may(context), self.rank)
        return {"what": usual(self.main), **found}


def _as_field(value: Value) -> Value:
    """Return a value of an act as a field of an action has it; units are counted by type."""
    if isinstance(value, list):
        return tuple(value)
    return tuple((row.unit, row.number) for row in value) if isinstance(value, tuple) else value


def _as_written(value: Value) -> Value:
    """Return the value of a field of an action as an act has it."""
    if isinstance(value, tuple):
        return list(value) if isinstance(value[0], str) else tuple(Row("", *each) for each in value)
    return value


def usual(kind: ValueKind) -> str:
    """Return the value that is meant where none is said: the first word of a kind; empty where a kind has no words."""
    if isinstance(kind, ByShape):
        return usual(kind.word) if kind.word else ""
    words = kind.also if isinstance(kind, Name) else kind.words if isinstance(kind, OneOf) else ()
    return words[0] if words else ""


def choose_units(
    act: Act, context: Context, power: str, wanted: Units, space: str, may: Test = any_unit, rank: Rank = has_acted
) -> Ids:
    """Return the ids of the units that are meant, among units that ``may``, by their ``rank``.

    Raises :class:`Unplayable` if they are too few, if a named one is gone, and where it matters which are meant.
    """
    for name in act.which:
        named_unit(context, name)
    found: list[int] = []
    for (owner, called), some in by_type(wanted).items():
        wants, unsaid, kind = owned(some, power), "" if owner else power, called.removeprefix(DAMAGED)
        (number,) = totals(wants).values()
        fit = _fitting(act, context, owner or power, kind, number, space, may)
        if called == kind and not any(row.state for row in some):
            for each in sorted({*map(rank, fit)}):
                alike = [unit for unit in fit if rank(unit) == each]
                units = _told_apart(act, context, unsaid, alike, min(number, len(alike)), space)
                number -= len(units)
                found += (unit.id for unit in units)
            continue
        play = asking(context.rules, context.position)
        ways = picks(play, fit, number)
        meant = fitting(ways, wants)
        first, *more = meant[:2] or ((),)
        if more or not meant:
            says = "does not say which" if more else f"cannot {act.kind}"
            hint = listed(Choice(unsaid, act.kind, space, meant or ways))
            raise Unplayable(f"{text(wants, owner or power)} {says} in {space}", f"write {hint}")
        found += (unit.id for unit in picked(play, fit, first))
    return tuple(found)


def says_which(
    context: Context, power: str, ids: Sequence[int], space: str, may: Test = any_unit, rank: Rank = has_acted
) -> Units:
    """Return how an act of a power says these units, or equal ones: the inverse of :func:`choose_units`.

    Raises :class:`Unplayable` where that cannot be said: they differ from others in nothing that an act can say.
    """
    by_kind: dict[tuple[str, str], list[Unit]] = {}
    for unit in map(context.position.units.__getitem__, ids):
        by_kind.setdefault((unit.power, unit.type), []).append(unit)
    said: list[Row] = []
    for (owner, kind), some in by_kind.items():
        plainly = (Row(owner, kind, len(some)),)
        for way in (plainly, _told(context, some, space, may)):
            own = unowned(way, power)
            if _means(context, power, own, some, space, may, rank):
                said += own
                break
        else:
            raise Unplayable(f"{kind} does not say which in {space}", "name units in the position to tell them apart")
    return tuple(said)


def _told(context: Context, units: list[Unit], space: str, may: Test) -> Units:
    """Return units of one type, each with the state that distinguishes it from the others of the type in a space."""
    play, one = asking(context.rules, context.position), units[0]
    fit = (unit for unit in context.position.at(space) if (unit.power, unit.type) == (one.power, one.type))
    kinds = list(equal_units(play, [unit for unit in fit if may(unit)]))
    rows = told_apart(Choice(one.power, "", space, tuple(((owner, kind, 1),) for owner, kind in kinds)))
    number = Counter((unit.power, kind_of(play, unit)) for unit in units)
    return tuple(
        row._replace(number=number[kind])
        for kind, units in zip(kinds, rows, strict=True)
        for row in units
        if number[kind] and isinstance(row, Row)
    )


def _means(context: Context, power: str, said: Units, units: Iterable[Unit], space: str, may: Test, rank: Rank) -> bool:
    """Return whether an act means these units, or equal ones."""
    try:
        found = choose_units(Act("", None), context, power, said, space, may, rank)
    except Unplayable:
        return False
    return same_units(context, found, [unit.id for unit in units])


def same_units(context: Context, some: Sequence[int], others: Sequence[int]) -> bool:
    """Return whether some units are others, or equal to them."""
    if sorted(some) == sorted(others):
        return True
    play, units = asking(context.rules, context.position), context.position.units
    counts = (Counter((units[unit].power, kind_of(play, units[unit])) for unit in ids) for ids in (some, others))
    return next(counts) == next(counts)


def _told_apart(act: Act, context: Context, unsaid: str, units: list[Unit], number: int, space: str) -> list[Unit]:
    """Return so many of some units of a type. Raises :class:`Unplayable` unless they are equal."""
    if number in (0, len(units)):
        return units[:number]
    ways = picks(asking(context.rules, context.position), units, number)
    if len(ways[:2]) > 1:
        hint = f"write {listed(Choice(unsaid, act.kind, space, ways))}"
        raise Unplayable(f"{{{units[0].type}: {number}}} does not say which in {space}", hint)
    return units[:number]


def _fitting(act: Act, context: Context, power: str, kind: str, count: int, space: str, may: Test) -> list[Unit]:
    """Return the units of a type that can be meant, at least so many."""
    present = [unit for unit in context.position.at(space) if unit.power == power and unit.type == kind]
    named = {unit for name in act.which for unit in context.names.get(name, ())}
    fit = [unit for unit in present if may(unit)]
    if any(context.position.units[unit].type == kind for unit in named if unit in context.position.units):
        fit = [unit for unit in fit if unit.id in named]
    if len(fit) < count:
        told = _too_few(context, power, kind, count, space, len(present), len(fit))
        raise Unplayable(told, what_is_there(context, space))
    return fit


def _too_few(context: Context, power: str, kind: str, count: int, space: str, present: int, fit: int) -> str:
    """Return a message such as ``there is no tank of Germany in Egypt``."""
    words = Wording(context.rules.board)
    called, where = words.unit(kind), f"of {power_name(power)} in {words.space(space)}"
    if present >= count:
        return f"of the {present} {plural(called, present)} {where} {fit} can be meant, not {count}"
    if not present:
        return f"there is no {called} {where}"
    return f"there {'is' if present == 1 else 'are'} only {present} {plural(called, present)} {where}"


def what_is_there(context: Context, space: str) -> str:
    """Return a hint that lists the units in a space."""
    words, there = Wording(context.rules.board), context.position.at(space)
    return f"in {words.space(space)}: {words.group(there)}" if there else f"nothing is in {words.space(space)}"


def named_unit(context: Context, name: str) -> int:
    """Return the id of the first unit of a name. Raises :class:`Unplayable` where it is not there any more."""
    ids = [unit for unit in context.names.get(name, ()) if unit in context.position.units]
    if not ids:
        raise Unplayable(f"the unit named {name} is not on the board any more")
    return ids[0]
