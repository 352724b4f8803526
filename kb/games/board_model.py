"""The values of a board: spaces and borders, units and set-up, powers, technologies, objectives.

Ids are slugs of the printed names; a numbered sea zone is ``sz`` and its number. The fields of most values are the
columns of a CSV file (:mod:`kb.games.sheets`), which docs/data.md describes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import lru_cache
from typing import Annotated

from kb.base.data_files import MOST, made
from kb.base.errors import Finding, NotFound
from kb.base.shape import Number, suggest

#: a figure in a table of a board: a number, or None if it does not apply or is unknown
Figure = Annotated[int | None, Number(0, MOST, figure=True)]


class SpaceKind(StrEnum):
    """Land or sea."""

    TERRITORY = "territory"
    SEA_ZONE = "sea-zone"


class UnitKind(StrEnum):
    """The kind of a unit: on land, in the air, at sea, or fixed to its territory."""

    LAND = "land"
    AIR = "air"
    SHIP = "ship"
    FACILITY = "facility"


class Side(StrEnum):
    """The two sides."""

    AXIS = "axis"
    ALLIES = "allies"

    @property
    def other(self) -> Side:
        """The other side."""
        return Side.ALLIES if self is Side.AXIS else Side.AXIS


class Neutral(StrEnum):
    """The attitude of a neutral territory."""

    STRICT = "strict"
    PRO_AXIS = "pro-axis"
    PRO_ALLIES = "pro-allies"


class Pays(StrEnum):
    """The frequency with which an objective pays: every turn, every turn for each of its spaces, or only once."""

    TURN = "turn"
    SPACE = "space"
    ONCE = "once"


class Hindrance(StrEnum):
    """The conditions that keep an objective from paying, in order: enemy surface warships, or any warships of the other
    side, in its sea zones; allied units in land that its power holds, or in its original land; its power is at peace,
    or at war; its power has no land unit in the lands; original land that its power, or the powers named, do not
    control; enemy units in the lands; free land that has turned to the other side; submarines outside its sea zones; a
    declaration of war on a power to be ``spared``; an attack on one of the lands. ``whose`` may name the powers
    concerned."""

    ENEMY_WARSHIPS = "enemy-warships"
    ANY_WARSHIPS = "any-warships"
    ALLIED_UNITS = "allied-units"
    ALLIES_IN_ORIGINAL_LAND = "allies-in-original-land"
    PEACE = "peace"
    WAR = "war"
    NO_LAND_UNIT = "no-land-unit"
    LOST_LAND = "lost-land"
    THEIR_LOST_LAND = "their-lost-land"
    ENEMY_UNITS = "enemy-units"
    TURNED_LAND = "turned-land"
    SUBMARINES_ELSEWHERE = "submarines-elsewhere"
    DECLARED_WAR = "declared-war"
    ATTACKED = "attacked"


class Basis(StrEnum):
    """The evidence for a border that is not in a list."""

    OUTLINES = "outlines"


class MarkIncome(StrEnum):
    """The income of a marked space: its holder does not collect its value."""

    NONE = "none"


class Confidence(StrEnum):
    """The certainty of a fact: stated in a document, public in a named source, or unverified."""

    STATED = "stated"
    PUBLIC = "public"
    UNVERIFIED = "unverified"


@dataclass(frozen=True, slots=True)
class SpaceMark:
    """A mark that a space can have."""

    id: str
    means: str
    income: MarkIncome | None = None


@dataclass(frozen=True, slots=True)
class Space:
    """A territory or sea zone. ``owner`` is the original one, ``held_by`` the power that begins there.

    ``value`` is the printed one, or None if it is not printed or among the ``unknown``; ``army`` is the infantry that a
    neutral raises; ``needs`` are the spaces on which its income depends; ``also`` are other spellings; ``map`` is the
    first board with the space: a joined board has several maps.
    """

    id: str
    name: str
    kind: SpaceKind
    owner: str = ""
    held_by: str = ""
    value: Figure = None
    neutral: Neutral | None = None
    army: int | None = None
    economy: str = ""
    city: str = ""
    needs: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    map: str = made(default="")
    unknown: tuple[str, ...] = made(default=())

    @property
    def closed(self) -> bool:
        """Whether no unit may ever enter the space: impassable ground, or a neutral on a board with closed neutrals."""
        return "impassable" in self.marks

    @property
    def names(self) -> tuple[str, ...]:
        """All its names, the printed one first."""
        number = self.id.removeprefix("sz")
        counted = (f"{number} sea zone",) if self.id == f"sz{number}" and number.isdigit() else ()
        return (self.name, self.id, *self.also, *counted)


@dataclass(frozen=True, slots=True)
class Border:
    """Two spaces that touch."""

    one: str
    other: str
    basis: Basis | None = None


@dataclass(frozen=True, slots=True)
class Canal:
    """A canal or strait between two zones: a power passes with its ships if its side holds all of ``lands``."""

    id: str
    name: str
    one: str
    other: str
    lands: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class UnitType:
    """A type of unit. A figure is None if it does not apply (price, attack, room), or is ``unknown``.

    A transport or carrier has ``room``, and each unit aboard has a ``cost`` of that room. ``unknown`` are existing
    figures whose values are unknown.
    """

    id: str
    name: str
    kind: UnitKind
    cost: Figure = None
    attack: Figure = None
    defense: Figure = None
    move: Figure = None
    hits: Figure = None
    transport_cost: Figure = None
    transport_room: Figure = None
    carrier_cost: Figure = None
    carrier_room: Figure = None
    note: str = ""
    unknown: tuple[str, ...] = made(default=())

    def has(self, figure: str) -> bool:
        """Return whether a figure of the unit, such as ``move``, is unknown, or has a value other than 0 and None."""
        return bool(getattr(self, figure)) or figure in self.unknown


#: the figures of a type of unit, in the order of its table
FIGURES = tuple(each.name for each in fields(UnitType) if each.type == "Figure")


@dataclass(frozen=True, slots=True)
class Placement:
    """Units of one type in a space at the start; ``note`` has the reason of a disputed row."""

    space: str
    power: str
    unit: str
    count: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Treasury:
    """The money of an economy at the start, or None if it cannot have money. The name of an only economy is empty."""

    power: str
    economy: str = ""
    ipc: int | None = None


@dataclass(frozen=True, slots=True)
class PowerSeat:
    """A power of the game. Powers of the same ``turn`` play together."""

    id: str
    side: Side
    turn: int
    capitals: tuple[str, ...] = ()
    treasuries: tuple[Treasury, ...] = made(default=())
    note: str = ""


@dataclass(frozen=True, slots=True)
class Technology:
    """A development, with its chart and the number of the die; ``effect`` is empty if it is unknown."""

    id: str
    name: str
    chart: int
    number: int
    confidence: Confidence
    effect: str = ""


@dataclass(frozen=True, slots=True)
class Objective:
    """A condition that pays; ``spaces`` are the spaces in its ``condition``.

    ``holder``, a side or power, must hold ``least`` (None: all) of the territories among them, or of the territories
    that were ``first`` of some powers, or neutral and of a kind, ``without`` hindrances. ``whose`` limits wars and lost
    land to some powers; it must not have declared war on the ``spared``. The other side holds none of the ``free``
    territories. ``economy`` is paid, by default the power's first. Without a holder and hindrances the engine does not
    know the condition.
    """

    id: str
    power: str
    ipc: int
    pays: Pays
    condition: str
    spaces: tuple[str, ...] = ()
    holder: str = ""
    least: int | None = None
    first: tuple[str, ...] = ()
    without: tuple[Hindrance, ...] = ()
    whose: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    economy: str = ""
    spared: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """A board with its set-up. ``wars`` are the pairs of powers that begin at war, if not all of both sides do."""

    id: str
    game: str
    title: str
    printing: str
    document: str
    spaces: tuple[Space, ...]
    borders: tuple[Border, ...]
    canals: tuple[Canal, ...]
    units: tuple[UnitType, ...]
    setup: tuple[Placement, ...]
    powers: tuple[PowerSeat, ...]
    technologies: tuple[Technology, ...]
    objectives: tuple[Objective, ...]
    marks: tuple[SpaceMark, ...]
    wars: tuple[tuple[str, str], ...] = ()
    # computed at once, not as cached properties: playing looks these up all the time
    _spaces: dict[str, Space] = field(init=False, repr=False, compare=False)
    _named: dict[str, Space] = field(init=False, repr=False, compare=False)
    _around: dict[str, frozenset[str]] = field(init=False, repr=False, compare=False)
    _units: dict[str, UnitType] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Compute the look-up tables of spaces, names, neighbours and units."""
        around: dict[str, set[str]] = {space.id: set() for space in self.spaces}
        for border in self.borders:
            around[border.one].add(border.other)
            around[border.other].add(border.one)
        object.__setattr__(self, "_spaces", {space.id: space for space in self.spaces})
        object.__setattr__(self, "_named", {spelled(n): space for space in self.spaces for n in space.names})
        object.__setattr__(self, "_around", {space: frozenset(near) for space, near in around.items()})
        object.__setattr__(self, "_units", {unit.id: unit for unit in self.units})

    @property
    def space_ids(self) -> Collection[str]:
        """The ids of all spaces."""
        return self._spaces.keys()

    def space(self, space: str) -> Space:
        """Return the space of an id. Raises :class:`KeyError`."""
        return self._spaces[space]

    def named(self, words: str) -> Space | None:
        """Return the space with a printed name, id or other spelling, or None. Case and punctuation are ignored."""
        return self._named.get(spelled(words))

    def around(self, space: str) -> frozenset[str]:
        """Return the ids of the spaces that border a space. Raises :class:`KeyError` for an unknown space."""
        return self._around[space]

    def bordering(self, one: str, other: str) -> bool:
        """Return whether two spaces border each other. Raises :class:`KeyError` if ``one`` is unknown."""
        return other in self._around[one]

    def is_island(self, space: str) -> bool:
        """Return whether a space is a territory that borders one sea zone and nothing else."""
        near = self._around[space]
        at_sea = all(self._spaces[other].kind is SpaceKind.SEA_ZONE for other in near)
        return self._spaces[space].kind is SpaceKind.TERRITORY and at_sea and len(near) == 1

    def unit(self, unit: str) -> UnitType:
        """Return the unit of an id. Raises :class:`KeyError`."""
        return self._units[unit]


@lru_cache(maxsize=4096)
def spelled(words: str) -> str:
    """Return a name without case, spaces and punctuation, for comparing names.

    >>> spelled("Ukraine S.S.R.") == spelled("ukraine-ssr")
    True
    """
    return "".join(letter for letter in words.casefold() if letter.isalnum())


def find_board(boards: Iterable[Board], game: str, board: str) -> Board:
    """Return the board of an id among those of a game. Raises :class:`NotFound`."""
    found = {each.id: each for each in boards}
    if board not in found:
        hint = suggest(board, found) or f"boards are: {', '.join(found)}"
        raise NotFound(Finding(f"there is no board '{board}' of '{game}'", hint=hint))
    return found[board]
