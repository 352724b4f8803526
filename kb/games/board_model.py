"""The nouns of a board: spaces and borders, units and set-up, powers, technologies, objectives.

All are values. Ids are slugs of the printed names; a numbered sea zone is ``sz`` and its number. The fields of most are
the columns of a CSV file (:mod:`kb.games.sheets`), which docs/data.md describes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import lru_cache
from typing import Annotated

from kb.base.data_files import Whole, made
from kb.base.errors import Finding, NotFound
from kb.base.shape import suggest

#: a figure in a table of a board: a number, None where it does not apply or is unknown
Figure = Annotated[int | None, Whole(figure=True)]


class SpaceKind(StrEnum):
    """Land or sea."""

    TERRITORY = "territory"
    SEA_ZONE = "sea-zone"


class UnitKind(StrEnum):
    """Where a unit belongs: on land, in the air, at sea, or fixed to its territory."""

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
        """The enemies' side."""
        return Side.ALLIES if self is Side.AXIS else Side.AXIS


class Neutral(StrEnum):
    """Whom a neutral territory is friendly to."""

    STRICT = "strict"
    PRO_AXIS = "pro-axis"
    PRO_ALLIES = "pro-allies"


class Pays(StrEnum):
    """When an objective pays: every turn, for each of its spaces, or one time only."""

    TURN = "turn"
    SPACE = "space"
    ONCE = "once"


class Hindrance(StrEnum):
    """The ships that keep an objective from paying: enemy surface warships, or any warships of the other side, in its
    sea zones; allied units in land that its power holds, or in land that was its power's at first; that its power is at
    war with nobody, or at war; that it has no land unit in the lands, or enemies have units there; original land that
    it, or those named, do not control; free land that has turned to the other side; submarines anywhere but in its sea
    zones; that it has declared war on those it should not (``spared``), or has attacked one of the lands. Those of whom
    this is said may be named (``whose``)."""

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
    """The evidence for a border that no list has."""

    OUTLINES = "outlines"


class MarkIncome(StrEnum):
    """That the holder of a marked space does not collect its value."""

    NONE = "none"


class Confidence(StrEnum):
    """How a fact is known: stated in a document, public in a named source, or unverified."""

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

    ``value`` is the printed one, None where none is printed, or where it is among the ``unknown``; ``army`` is the
    infantry that a neutral raises; ``needs`` are the spaces that its income depends on; ``also`` are other spellings;
    ``map`` is the first board that has the space: joined boards are of several maps.
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
        """Whether nothing may ever enter it: impassable ground, or a neutral where neutrals are closed."""
        return "impassable" in self.marks

    @property
    def names(self) -> tuple[str, ...]:
        """Every way to call it, the printed name first."""
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
    """A kind of unit. None means that it does not apply (no price, no attack, no room), or is ``unknown``.

    A transport or carrier has ``room``, and each unit aboard has a ``cost`` of that room. ``unknown`` are the figures
    that it has and nobody knows.
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
        """Return whether it has a figure other than 0, though it may not be known which."""
        return bool(getattr(self, figure)) or figure in self.unknown


#: the figures of a kind of unit, as its table has them
FIGURES = tuple(each.name for each in fields(UnitType) if each.type == "Figure")


@dataclass(frozen=True, slots=True)
class Placement:
    """Units of one kind in a space at the start; ``note`` has the reason of a disputed row."""

    space: str
    power: str
    unit: str
    count: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Treasury:
    """The money that an economy of a power begins with, None where it holds none; a single economy has no name."""

    power: str
    economy: str = ""
    ipc: int | None = None


@dataclass(frozen=True, slots=True)
class PowerSeat:
    """A power at the table. Powers of the same ``turn`` play together."""

    id: str
    side: Side
    turn: int
    capitals: tuple[str, ...] = ()
    treasuries: tuple[Treasury, ...] = made(default=())
    note: str = ""


@dataclass(frozen=True, slots=True)
class Technology:
    """A development: the chart and the number of the die; ``effect`` is empty where it is unknown."""

    id: str
    name: str
    chart: int
    number: int
    confidence: Confidence
    effect: str = ""


@dataclass(frozen=True, slots=True)
class Objective:
    """A condition that pays; ``spaces`` are the spaces in its ``condition``.

    ``holder``, a side or power, has to hold ``least`` (None: all) of the territories among them, or of the territories
    that were ``first`` of some powers, or neutral and of a kind, ``without`` hindrances: the powers ``whose`` war or
    lost land these are, where not everybody's are meant; it has declared no war on the ``spared``. The other side holds
    none of the ``free`` territories. ``economy`` is paid, by default the power's first. Without a holder and hindrances
    the engine does not know the condition.
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
    """A board with its set-up. ``wars`` are the pairs of powers that begin at war, where not all of both sides do."""

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
    # made at once, and no cached properties: playing looks these up all the time
    _spaces: dict[str, Space] = field(init=False, repr=False, compare=False)
    _named: dict[str, Space] = field(init=False, repr=False, compare=False)
    _around: dict[str, frozenset[str]] = field(init=False, repr=False, compare=False)
    _units: dict[str, UnitType] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
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
        """Return the space that is called so: printed name, id or another spelling; case and marks are free."""
        return self._named.get(spelled(words))

    def around(self, space: str) -> frozenset[str]:
        """Return the ids of its neighbours. Raises :class:`KeyError`."""
        return self._around[space]

    def bordering(self, one: str, other: str) -> bool:
        """Return whether two spaces border each other. Raises :class:`KeyError` for the first."""
        return other in self._around[one]

    def is_island(self, space: str) -> bool:
        """Return whether it is a territory without neighbours on land and in one sea zone only."""
        near = self._around[space]
        at_sea = all(self._spaces[other].kind is SpaceKind.SEA_ZONE for other in near)
        return self._spaces[space].kind is SpaceKind.TERRITORY and at_sea and len(near) == 1

    def unit(self, unit: str) -> UnitType:
        """Return the unit of an id. Raises :class:`KeyError`."""
        return self._units[unit]


@lru_cache(maxsize=4096)
def spelled(words: str) -> str:
    """Return a name without case, spaces and marks, for comparing names.

    >>> spelled("Ukraine S.S.R.") == spelled("ukraine-ssr")
    True
    """
    return "".join(letter for letter in words.casefold() if letter.isalnum())


def find_board(boards: Iterable[Board], game: str, board: str) -> Board:
    """Return the board of an id among those of a game. Raises :class:`NotFound`."""
    found = {each.id: each for each in boards}
    if board not in found:
        raise NotFound(Finding(f"there is no board '{board}' of '{game}'", hint=suggest(board, found)))
    return found[board]
