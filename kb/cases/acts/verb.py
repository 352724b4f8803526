"""The definition of a verb, and the selection of the units that an act refers to.

Code that reads, plays, documents or describes acts looks verbs up in ``VERBS`` of :mod:`kb.cases.acts`; it never names
one.

An act refers to units by type and number, by state, or by name. Candidates given by type and number are taken in order
of rank: by default, units that have not acted this turn come first. If only some candidates of a rank are taken and
they are not equal, the act must specify which, as a choice does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from kb.base.english import plural
from kb.base.shape import ByShape, Name, OneOf, ValueKind
from kb.cases.language.grammar import EVERY_ACT, OUTCOME, SHIP, UNIT, UNITS
from kb.cases.language.scenario import Act, Given
from kb.cases.language.units import Row, Units, by_type, fitting, listed, owned, text, told_apart, totals, unowned
from kb.cases.language.vocabulary import NONE
from kb.cases.language.words import GameWords
from kb.engine.core.actions import Action
from kb.engine.core.picks import DAMAGED
from kb.engine.core.position import Clock, Mark, Position, Unit
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.table import Choice
from kb.engine.game import asking
from kb.engine.units import equal_units, kind_of, picked, picks
from kb.games.board_model import SpaceKind
from kb.games.names import Wording, power_name


class Unplayable(Exception):
    """An act that cannot be attempted or written: its units are missing or ambiguous, or a value does not fit. ``hint``
    suggests a correction, such as the units that are there; ``options`` are the units among which it is ambiguous."""

    def __init__(self, message: str, hint: str = "", options: Choice | None = None) -> None:
        self.hint, self.options = hint, options
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Context:
    """The context of an act: the rules, the position, and the ids of the named units, by name."""

    rules: Rulebook
    position: Position
    names: Mapping[str, tuple[int, ...]]


def context_of(rules: Rulebook, position: Position) -> Context:
    """Return the context of acts in a position, with the ids of its named units."""
    names: dict[str, tuple[int, ...]] = {}
    for unit in position.units.values():
        if unit.name:
            names[unit.name] = (*names.get(unit.name, ()), unit.id)
    return Context(rules, position, names)


@dataclass(frozen=True, slots=True)
class Repeat:
    """Progress of a repeated act: done ``times`` times since ``begun``; ``dice_left`` if its script has more dice.

    ``cycles`` is the number of cycles of a battle that are complete.
    """

    begun: Clock
    times: int
    dice_left: bool
    cycles: int


Ids = tuple[int, ...]
#: a predicate of units
Test = Callable[[Unit], bool]
#: the rank of a candidate: units of the lowest rank are taken first
Rank = Callable[[Unit], int]
#: an act as a mapping: its main value under ``what``, all others by key; ``power`` if it is not that power's turn,
#: ``which`` for the names of units
WrittenAct = Mapping[str, Given]


def any_unit(unit: Unit) -> bool:
    """Accept every unit."""
    return True


def no_unit(unit: Unit) -> bool:
    """Reject every unit."""
    return False


def has_acted(unit: Unit) -> bool:
    """Return whether a unit has done something this turn, or is aboard another."""
    return bool(unit.marks or unit.spent or unit.aboard)


def arrivals_before(*done: Mark) -> Rank:
    """Return a rank: units that moved or have some mark come first, unmoved units next, units marked ``done`` last."""
    return lambda unit: 2 if unit.marks & {*done} else int(not (unit.marks or unit.came))


@dataclass(frozen=True)
class Verb:
    """One verb: its key and shape in a file, its texts, and the engine action that it stands for.

    ``example`` and ``details`` describe it in the JSON Schema; ``summary`` completes "a power ...". ``sentence``
    returns the rest of a sentence that begins with the power, or is a template for it, with the main value as ``what``
    beside the other keys. ``typed`` is its syntax in a line (docs/asking.md): keywords (``|`` separates synonyms), then
    ``{key}`` for the value of a key; a part in ``[]`` is optional, including the word before the value.

    ``fields`` maps each key, with ``what`` for the main value, to a field of the action class ``kind``; it is used to
    convert acts to actions and back. If ``stand`` has keys, the main value is units, and the first of these keys that
    an act has gives their space; ``may`` and ``rank`` select them (:func:`choose_units`). ``makes`` and ``writes``
    override the two conversions; ``writes`` returns None for an action that another verb writes. Both may raise
    :class:`Unplayable`. ``meant`` completes an action that is converted by its fields. ``repeats`` returns whether a
    completed act is repeated; ``ends`` returns what it ends: ``phase``, ``turn``, or an empty string.
    """

    example: str
    details: str
    summary: str
    main: ValueKind
    sentence: Callable[[GameWords, Act], str] | str
    typed: str
    kind: type[Action]
    fields: Mapping[str, str] = field(default_factory=dict)
    required: Mapping[str, ValueKind] = field(default_factory=dict)
    optional: Mapping[str, ValueKind] = field(default_factory=dict)
    stand: tuple[str, ...] = ()
    may: Callable[[Context], Test] = lambda context: any_unit
    rank: Rank = has_acted
    makes: Callable[[Act, Context, str], Action] | None = None
    meant: Callable[[Action, Context], Action] = lambda action, _: action
    writes: Callable[[Any, Context], WrittenAct | None] | None = None  # Any: an action of the class ``kind``
    repeats: Callable[[Act, Context, Repeat], bool] = lambda act, context, so_far: False
    ends: Callable[[Act], str] = lambda act: ""

    def __post_init__(self) -> None:
        """Raise :class:`TypeError` if ``fields`` or ``typed`` has a name that the action or the verb does not have."""
        inner = {*getattr(self.main, "required", ()), *getattr(self.main, "optional", ())}
        typed = set(re.findall(r"\{(\w+)\}", self.typed))
        wrong = {*self.fields.values()} - {each.name for each in fields(self.kind)}
        wrong |= typed - {"what", *self.keys, *inner}
        if wrong:
            raise TypeError(f"the verb '{self.key}' names {', '.join(sorted(wrong))}, which it does not have")

    @property
    def key(self) -> str:
        """The key of the verb: the text of the example before the colon."""
        return self.example.partition(":")[0]

    @property
    def keys(self) -> dict[str, ValueKind]:
        """The kinds of all other keys that an act may have, by key."""
        return {**self.required, **self.optional, **EVERY_ACT}

    def describe(self, words: GameWords, act: Act) -> str:
        """Return the act as the rest of a sentence that begins with the power."""
        if isinstance(self.sentence, str):
            return words.fill(self.sentence, what=act.what, **act.given)
        return self.sentence(words, act)

    def takes_units(self, act: Act) -> bool:
        """Return whether an act lists units, so that ``which`` can name some of them."""
        kinds = (self.main, *(self.keys[key] for key in act.given))
        tables = (kind.table if isinstance(kind, ByShape) else kind for kind in kinds)
        return self.main == UNIT or any(each in (UNITS, OUTCOME) for each in tables)

    def names(self, act: Act) -> list[str]:
        """Return the unit names that an act uses: those under ``which``, and names of ships."""
        given = [name for key, name in act.given.items() if self.optional.get(key) is SHIP]
        return [*act.which, *(name for name in given if name and isinstance(name, str))]

    def action(self, act: Act, context: Context, power: str) -> Action:
        """Convert an act of a power to an engine action. Raises :class:`Unplayable` for missing or ambiguous units."""
        if self.makes:
            return self.makes(act, context, power)
        written = {"what": act.what, **act.given}
        values = {field: _as_field(written[key]) for key, field in self.fields.items() if key in written}
        if self.stand:
            space = act.named(next(key for key in self.stand if key in act.given))
            values["units"] = choose_units(act, context, power, act.units(), space, self.may(context), self.rank)
        return self.meant(self.kind(power, **values), context)

    def written(self, action: Action, context: Context) -> WrittenAct | None:
        """Convert an engine action to an act, the inverse of :meth:`action`; None if another verb writes it. Raises
        :class:`Unplayable` if no act can express the action."""
        if self.writes:
            return self.writes(action, context)
        found = {key: _as_written(value) for key, name in self.fields.items() if (value := getattr(action, name))}
        if self.stand:
            ids: Ids = getattr(action, "units", ())
            space = context.position.units[ids[0]].at
            if space not in [found.get(key) for key in self.stand]:
                found[self.stand[0]] = space
            found["what"] = write_units(context, action.power, ids, space, self.may(context), self.rank)
        return {"what": usual(self.main), **found}


def _as_field(value: Given) -> object:
    """Convert a value of an act to a value of an action field: a list becomes a tuple, rows of units (type, number)
    pairs."""
    if isinstance(value, list):
        return tuple(value)
    return tuple((row.unit, row.number) for row in value) if isinstance(value, tuple) else value


def _as_written(value: str | int | tuple[str, ...] | tuple[tuple[str, int], ...]) -> Given:
    """Convert a non-empty value of an action field to a value of an act: (type, number) pairs become rows of units."""
    if not isinstance(value, tuple):
        return value
    ids = [each for each in value if isinstance(each, str)]
    return ids or tuple(Row("", *each) for each in value if not isinstance(each, str))


def usual(kind: ValueKind) -> str:
    """Return the default value of a kind: the first of its words; empty if it has none."""
    if isinstance(kind, ByShape):
        return usual(kind.word) if kind.word else ""
    words = kind.also if isinstance(kind, Name) else kind.words if isinstance(kind, OneOf) else ()
    return words[0] if words else ""


def choose_units(
    act: Act, context: Context, power: str, wanted: Units, space: str, may: Test = any_unit, rank: Rank = has_acted
) -> Ids:
    """Return the ids of the units to which the rows ``wanted`` refer, among those in ``space`` that satisfy ``may``.

    They are in the order in which dice are rolled: by type in the order of the board, by power and by id. Rows without
    a power are of ``power``; ``rank`` orders units given by type and number alone. Raises :class:`Unplayable` if there
    are too few units, if a named unit is no longer on the board, or if it matters which ones are taken and the act does
    not specify it.
    """
    for name in act.which:
        named_unit(context, name)
    found: list[int] = []
    for (owner, called), some in by_type(wanted).items():
        wants, unsaid, kind = owned(some, power), "" if owner else power, called.removeprefix(DAMAGED)
        (number,) = totals(wants).values()
        fit = _candidates(act, context, owner or power, kind, number, space, may)
        if called == kind and not any(row.state for row in some):
            for each in sorted({*map(rank, fit)}):
                alike = [unit for unit in fit if rank(unit) == each]
                units = _take_equal(act, context, unsaid, alike, min(number, len(alike)), space)
                number -= len(units)
                found += (unit.id for unit in units)
            continue
        play = asking(context.rules, context.position)
        ways = picks(play, fit, number)
        meant = fitting(ways, wants) or fitting(ways, tuple(_not_from_the_sea(context, row) for row in wants))
        first, *more = meant[:2] or ((),)
        if more or not meant:
            says = "is ambiguous" if more else f"cannot {act.kind}"
            options = Choice(unsaid, act.kind, space, meant or ways)
            raise Unplayable(f"{text(wants, owner or power)} {says} in {space}", f"write {listed(options)}", options)
        found += (unit.id for unit in picked(play, fit, first))
    order = {unit.id: number for number, unit in enumerate(context.rules.board.units)}
    chosen = [context.position.units[id] for id in found]
    return tuple(unit.id for unit in sorted(chosen, key=lambda unit: (order[unit.type], unit.power, unit.id)))


def _not_from_the_sea(context: Context, row: Row) -> Row:
    """Return a row of units that came from land as one of units that did not come from the sea: in a battle they are
    alike (:func:`kb.engine.units.kind_of`)."""
    by_land = bool(row.came) and context.rules.board.space(row.came[-1]).kind is SpaceKind.TERRITORY
    return row._replace(state={**row.state, "came": NONE}) if by_land else row


def write_units(
    context: Context, power: str, ids: Sequence[int], space: str, may: Test = any_unit, rank: Rank = has_acted
) -> Units:
    """Return the units of ``ids`` as an act of a power would write them: the inverse of :func:`choose_units`.

    The result may select other units that are equal to them. Raises :class:`Unplayable` if an act cannot distinguish
    them from units that are not equal.
    """
    by_kind: dict[tuple[str, str], list[Unit]] = {}
    for unit in map(context.position.units.__getitem__, ids):
        by_kind.setdefault((unit.power, unit.type), []).append(unit)
    said: list[Row] = []
    for (owner, kind), some in by_kind.items():
        plainly = (Row(owner, kind, len(some)),)
        for way in (plainly, _rows_with_state(context, some, space, may)):
            own = unowned(way, power)
            if _selects(context, power, own, some, space, may, rank):
                said += own
                break
        else:
            raise Unplayable(f"{kind} is ambiguous in {space}", "name units in the position to distinguish them")
    return tuple(said)


def _rows_with_state(context: Context, units: list[Unit], space: str, may: Test) -> Units:
    """Return rows of units of a type, with the state that distinguishes them from others in the space that satisfy
    ``may``."""
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


def _selects(
    context: Context, power: str, said: Units, units: Iterable[Unit], space: str, may: Test, rank: Rank
) -> bool:
    """Return whether an act of ``power`` with the rows ``said`` selects exactly ``units``, or equal ones. The other
    arguments are as in :func:`choose_units`."""
    try:
        found = choose_units(Act("", ()), context, power, said, space, may, rank)
    except Unplayable:
        return False
    return same_units(context, found, [unit.id for unit in units])


def same_units(context: Context, some: Sequence[int], others: Sequence[int]) -> bool:
    """Return whether two lists of ids are of the same units, or of units that are equal one for one."""
    if sorted(some) == sorted(others):
        return True
    play, units = asking(context.rules, context.position), context.position.units
    counts = (Counter((units[unit].power, kind_of(play, units[unit])) for unit in ids) for ids in (some, others))
    return next(counts) == next(counts)


def _take_equal(act: Act, context: Context, unsaid: str, units: list[Unit], number: int, space: str) -> list[Unit]:
    """Return ``number`` of the given units of a type. Raises :class:`Unplayable` if it matters which ones are taken.
    The options of that error are written with ``unsaid`` as the power that need not be named."""
    if number in (0, len(units)):
        return units[:number]
    ways = picks(asking(context.rules, context.position), units, number)
    if len(ways[:2]) > 1:
        options = Choice(unsaid, act.kind, space, ways)
        says = f"{{{units[0].type}: {number}}} is ambiguous in {space}"
        raise Unplayable(says, f"write {listed(options)}", options)
    return units[:number]


def _candidates(act: Act, context: Context, power: str, kind: str, count: int, space: str, may: Test) -> list[Unit]:
    """Return the units of a power and a type (``kind``) in a space that satisfy ``may``; only named ones if the act
    names any of the type. Raises :class:`Unplayable` if there are fewer than ``count``."""
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
    """Return a message such as ``there is no tank of Germany in Egypt``. ``present`` is the number of units in the
    space, ``fit`` the number that can be chosen, ``count`` the number wanted."""
    words = Wording(context.rules.board)
    called, where = words.unit(kind), f"of {power_name(power)} in {words.space(space)}"
    if present >= count:
        return f"{fit} of the {present} {plural(called, present)} {where} can be chosen, not {count}"
    if not present:
        return f"there is no {called} {where}"
    return f"there {'is' if present == 1 else 'are'} only {present} {plural(called, present)} {where}"


def what_is_there(context: Context, space: str) -> str:
    """Return a hint that lists the units in a space."""
    words, there = Wording(context.rules.board), context.position.at(space)
    return f"in {words.space(space)}: {words.group(there)}" if there else f"{words.space(space)} is empty"


def named_unit(context: Context, name: str) -> int:
    """Return the id of the first unit of a name. Raises :class:`Unplayable` if none is left on the board."""
    ids = [unit for unit in context.names.get(name, ()) if unit in context.position.units]
    if not ids:
        raise Unplayable(f"the unit named {name} is no longer on the board", "name a unit that is left")
    return ids[0]
