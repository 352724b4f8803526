"""The tables of a board, and the checks beyond single cells, with each finding at the row that is wrong.

The totals in ``board.yaml`` are compared with the tables, so that a lost or doubled row is detected. They are written
by hand from the source that they name.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any

from kb.base.data_files import AsWritten, Listed, Many, Table, made
from kb.base.errors import Finding
from kb.base.shape import Text, suggest
from kb.base.written import YamlMapping
from kb.games import board_model
from kb.games.sheets import Row, Sheet


@dataclass(frozen=True)
class Apart:
    """Two spaces that touch in a single point and are not neighbours."""

    one: str
    other: str
    confidence: board_model.Confidence


@dataclass(frozen=True)
class War:
    """Two powers that begin at war, on a board where not all powers of both sides do."""

    one: str
    other: str


SHEETS = {
    "spaces": Sheet(board_model.Space, "space"),
    "borders": Sheet(board_model.Border, "one other", pairs=True),
    "units": Sheet(board_model.UnitType, "unit"),
    "setup": Sheet(board_model.Placement, "space power unit"),
    "powers": Sheet(board_model.PowerSeat, "power"),
    "treasury": Sheet(board_model.Treasury, "power economy"),
    "canals": Sheet(board_model.Canal, "canal"),
    "technology": Sheet(board_model.Technology, "chart number", id="technology"),
    "objectives": Sheet(board_model.Objective, "objective"),
    "apart": Sheet(Apart, "one other", pairs=True),
    "disputed": Sheet(board_model.Placement, "space power unit"),
    "wars": Sheet(War, "one other", pairs=True),
}
#: the tables that every board has
NEEDED = ("spaces", "borders", "units", "setup", "powers", "treasury")


class Covers(StrEnum):
    """The extent of a board: the whole game, only its map, or a part of the map; the rest is unknown."""

    EVERYTHING = "everything"
    MAP = "map"
    PART = "part"


@dataclass(frozen=True)
class Head:
    """A ``board.yaml``. The totals are read as written."""

    id: str
    order: int
    title: str
    printing: str
    document: str
    covers: Covers
    about: str
    totals: Annotated[YamlMapping[object], Table(Text(), AsWritten())]
    owners: tuple[str, ...] = ()
    like: Annotated[YamlMapping[str], Table(Text(), Text())] = field(default_factory=lambda: YamlMapping(0))
    without: Annotated[YamlMapping[Listed[str]], Table(Text(), Many(Text()))] = field(
        default_factory=lambda: YamlMapping(0)
    )
    file: str = made(default="")
    lines: Mapping[str, int] = made(default_factory=dict)


@dataclass(frozen=True)
class BoardTables:
    """The tables of one board, and the names from outside that they may use."""

    tables: Mapping[str, list[Row]]
    game_powers: tuple[str, ...]
    marks: tuple[board_model.SpaceMark, ...]
    head: Head

    def ids(self, table: str) -> dict[str, Row]:
        """Return the rows of a table by the first part of their key."""
        return {row.key[0]: row for row in self.tables[table]}

    def values(self, table: str) -> Iterator[Any]:
        """Return the values of the rows of a table. Their type depends on the table."""
        return (row.value for row in self.tables[table])


Known = Callable[[BoardTables], Iterable[str]]


def _of(table: str) -> Known:
    """Return a function that returns the ids of a table."""
    return lambda board: board.ids(table)


def _zones(board: BoardTables) -> list[str]:
    """Return the ids of the sea zones."""
    return [space.id for space in board.values("spaces") if space.kind is board_model.SpaceKind.SEA_ZONE]


def _lands(board: BoardTables) -> list[str]:
    """Return the ids of the territories."""
    return [space.id for space in board.values("spaces") if space.kind is board_model.SpaceKind.TERRITORY]


#: the fields that contain known names: table, field, the word for a name in messages, and the names
_NAMES: tuple[tuple[str, str, str, Known], ...] = (
    ("spaces", "owner", "power", lambda board: [*board.ids("powers"), *board.head.owners]),
    ("spaces", "held_by", "power", _of("powers")),
    ("spaces", "marks", "mark", lambda board: [mark.id for mark in board.marks]),
    ("spaces", "needs", "space", _of("spaces")),
    ("borders", "one", "space", _of("spaces")),
    ("borders", "other", "space", _of("spaces")),
    ("apart", "one", "space", _of("spaces")),
    ("apart", "other", "space", _of("spaces")),
    ("canals", "one", "sea zone", _zones),
    ("canals", "other", "sea zone", _zones),
    ("canals", "lands", "controlling territory", _lands),
    *(
        (table, column, column, _of(f"{column}s"))
        for table in ("setup", "disputed")
        for column in ("space", "unit", "power")
    ),
    ("powers", "id", "power", lambda board: board.game_powers),
    ("powers", "capitals", "capital", _of("spaces")),
    ("wars", "one", "power", _of("powers")),
    ("wars", "other", "power", _of("powers")),
    ("treasury", "power", "power", _of("powers")),
    ("objectives", "power", "power", _of("powers")),
    ("objectives", "spaces", "space", _of("spaces")),
    ("objectives", "holder", "holder", lambda board: [*board_model.Side, *board.ids("powers")]),
    ("objectives", "first", "power", lambda board: [*board.ids("powers"), *board_model.Neutral]),
    ("objectives", "whose", "power", _of("powers")),
    ("objectives", "spared", "power", _of("powers")),
    ("objectives", "free", "space", _of("spaces")),
    ("objectives", "economy", "economy", lambda board: {each.economy for each in board.values("treasury")}),
)


def check(board: BoardTables) -> list[Finding]:
    """Return every finding about one board with readable tables."""
    checks = (_known, _spaces, _called, _pairs, _reached, _canals, _setup, _powers, _wars, _treasury, _economies)
    return [finding for each in (*checks, _technologies) for finding in each(board)]


def _unknown(row: Row, what: str, name: str, among: Iterable[str]) -> Finding:
    """Return a finding about an unknown name of a kind (``what``), with the most similar of ``among`` as its hint."""
    known = sorted(among)
    hint = suggest(name, known) or (
        f"one of {', '.join(known)}" if 0 < len(known) <= 12 else f"add the {what} or remove it"
    )
    return row.finding(f"unknown {what} '{name}'", hint)


def _known(board: BoardTables) -> Iterator[Finding]:
    """Yield a finding for each unknown name in a field."""
    for table, column, what, names_of in _NAMES:
        among = {str(name) for name in names_of(board)}
        for row in board.tables[table]:
            named = getattr(row.value, column)
            for name in named if isinstance(named, tuple) else (named,) if named else ():
                if name not in among:
                    yield _unknown(row, what, name, among)


def _spaces(board: BoardTables) -> Iterator[Finding]:
    """Yield a finding for each neutral that is held, army of land that is not neutral, and repeated victory city."""
    cities: dict[str, Row] = {}
    for row in board.tables["spaces"]:
        space = row.value
        if space.neutral and space.held_by:
            yield row.finding(f"'{space.id}' is neutral and held by '{space.held_by}'", "remove one")
        if space.army is not None and not space.neutral:
            yield row.finding(f"'{space.id}' has an army but is not neutral", "give the side to which it is friendly")
        other = cities.setdefault(space.city, row)
        if space.city and other is not row:
            yield row.finding(f"victory city '{space.city}' occurs twice", f"first at {other.file}:{other.line}")


def _called(board: BoardTables) -> Iterable[Finding]:
    """Yield a finding for each name that two spaces share, apart from case and punctuation."""
    findings = []
    taken: dict[str, Row] = {}
    for row in board.tables["spaces"]:
        for name in (row.value.id, row.value.name, *row.value.also):
            other = taken.setdefault(board_model.spelled(name), row)
            if other is not row:
                hint = f"'{other.value.id}' at {other.file}:{other.line} has this name; change one"
                findings.append(row.finding(f"'{row.value.id}' has the name of another space, '{name}'", hint))
    return dict.fromkeys(findings)


def _pairs(board: BoardTables) -> Iterator[Finding]:
    """Yield findings about pairs of spaces: equal ones, a border that is also in ``apart``, a space without border."""
    spaces = board.ids("spaces")
    borders = {row.key: row for row in board.tables["borders"]}
    for row in (*board.tables["borders"], *board.tables["apart"]):
        if row.value.one == row.value.other:
            yield row.finding(f"'{row.value.one}' borders itself", "name two spaces")
    for row in board.tables["apart"]:
        if other := borders.get(row.key):
            hint = f"they border each other by {other.file}:{other.line}; remove one"
            yield row.finding(f"'{row.value.one}' and '{row.value.other}' are listed as apart", hint)
    for space in sorted(spaces.keys() - {space for key in borders for space in key}):
        yield spaces[space].finding(f"'{space}' borders no space", "add the borders of the space")


def _reached(board: BoardTables) -> Iterator[Finding]:
    """Yield a finding for each space that borders others and cannot be reached from the first one."""
    near: dict[str, set[str]] = defaultdict(set)
    for border in board.values("borders"):
        near[border.one].add(border.other)
        near[border.other].add(border.one)
    spaces = board.ids("spaces")
    reached: set[str] = set()
    ahead = set(list(spaces)[:1])
    while ahead:
        reached |= ahead
        ahead = {other for space in ahead for other in near[space]} - reached
    for space in sorted(spaces.keys() & near.keys() - reached):
        what = f"borders do not connect '{space}' with '{next(iter(spaces))}'"
        yield spaces[space].finding(what, "add the missing borders")


def _canals(board: BoardTables) -> Iterator[Finding]:
    """Yield a finding for each canal between sea zones that do not border each other."""
    zones, borders = set(_zones(board)), {row.key for row in board.tables["borders"]}
    for row in board.tables["canals"]:
        one, other = sorted((row.value.one, row.value.other))
        if {one, other} <= zones and (one, other) not in borders:
            yield row.finding(
                f"'{row.value.one}' and '{row.value.other}' do not border each other", "name two spaces that do"
            )


def _setup(board: BoardTables) -> Iterator[Finding]:
    """Yield findings about units of the set-up: a count of 0, the wrong kind of space, too little room on transports
    and carriers."""
    spaces = {space.id: space for space in board.values("spaces")}
    units = {unit.id: unit for unit in board.values("units")}
    standing: dict[str, list[Row]] = defaultdict(list)
    for row in (*board.tables["setup"], *board.tables["disputed"]):
        if row.value.count == 0:
            yield row.finding("count is 0", "remove the row")
        if row.value.space in spaces and row.value.unit in units:
            yield from _misplaced(row, spaces[row.value.space], units[row.value.unit])
            standing[row.value.space].append(row)
    for space, rows in standing.items():
        if spaces[space].kind is board_model.SpaceKind.SEA_ZONE:
            yield from _aboard(rows, units, "transport")
            yield from _aboard(rows, units, "carrier")


def _misplaced(row: Row, space: board_model.Space, unit: board_model.UnitType) -> Iterator[Finding]:
    """Yield a finding for a unit in a kind of space that it can never enter."""
    afloat = unit.kind is board_model.UnitKind.SHIP
    carried = unit.transport_cost is not None or unit.carrier_cost is not None
    if space.closed:
        yield row.finding(f"'{space.id}' is impassable", "move the unit, or remove the row")
    elif afloat if space.kind is board_model.SpaceKind.TERRITORY else not (afloat or carried):
        said = f"'{unit.id}' cannot be in the {space.kind.replace('-', ' ')} '{space.id}'"
        yield row.finding(said, "correct the space or the unit")


def _aboard(rows: list[Row], units: Mapping[str, board_model.UnitType], ship: str) -> Iterator[Finding]:
    """Yield a finding if the cargo or aircraft in a sea zone need more room than the ships there have. ``ship`` is
    ``transport`` or ``carrier``."""
    cost = {unit: getattr(units[unit], f"{ship}_cost") for unit in units}
    room = {unit: getattr(units[unit], f"{ship}_room") or 0 for unit in units}
    needed = [row for row in rows if cost[row.value.unit] is not None]
    used = sum(cost[row.value.unit] * row.value.count for row in needed)
    there = sum(room[row.value.unit] * row.value.count for row in rows)
    if used > there:
        said = f"the units in '{rows[0].value.space}' need {used} places of a {ship}, but there are {there}"
        yield needed[0].finding(said, f"add a {ship}, or move units away")


def _powers(board: BoardTables) -> Iterator[Finding]:
    """Yield a finding for each capital that another power owns, and each gap in the numbers of the turns."""
    owners = {space.id: space.owner for space in board.values("spaces")}
    turns = {seat.turn for seat in board.values("powers")}
    for row in board.tables["powers"]:
        seat = row.value
        for capital in seat.capitals:
            if owners.get(capital, seat.id) != seat.id:
                yield row.finding(f"capital '{capital}' does not belong to '{seat.id}'", "name a space of this power")
        if seat.turn != 1 and seat.turn - 1 not in turns:
            what = f"no power plays in turn {seat.turn - 1}, before '{seat.id}'"
            yield row.finding(what, "number the turns from 1 without gaps")


def _wars(board: BoardTables) -> Iterator[Finding]:
    """Yield a finding for each war at the start between powers of one side."""
    sides = {seat.id: seat.side for seat in board.values("powers")}
    for row in board.tables["wars"]:
        war = row.value
        if sides.get(war.one, war.one) == sides.get(war.other, war.other):
            yield row.finding(f"'{war.one}' and '{war.other}' are on the same side", "name two enemies")


def _treasury(board: BoardTables) -> Iterator[Finding]:
    """Yield a finding for each power without a treasury."""
    rich = board.ids("treasury")
    for power, row in board.ids("powers").items():
        if power not in rich:
            hint = "add it to treasury.csv, with an empty ipc if it does not have money"
            yield row.finding(f"'{power}' has no treasury", hint)


def _economies(board: BoardTables) -> Iterator[Finding]:
    """Yield a finding for each space with an economy that its owner lacks, or without one if its owner has several."""
    economies: dict[str, set[str]] = defaultdict(set)
    for each in board.values("treasury"):
        economies[each.power].add(each.economy)
    for row in board.tables["spaces"]:
        known, economy = economies.get(row.value.owner, {""}), row.value.economy
        if economy not in known and economy:
            yield _unknown(row, "economy", economy, known - {""})
        elif economy not in known:
            yield row.finding(f"'{row.value.id}' does not belong to an economy", f"one of {', '.join(sorted(known))}")


def _technologies(board: BoardTables) -> Iterator[Finding]:
    """Yield a finding for each technology whose number no die shows."""
    for row in board.tables["technology"]:
        if not 1 <= row.value.number <= 6:
            yield row.finding(f"number {row.value.number} is not on a die", "write 1 to 6")


def wrong_treasuries(board: BoardTables) -> Iterator[Finding]:
    """Yield a finding for each treasury that differs from the total value of the spaces that the power holds, without
    those whose mark excludes income. Yield nothing for a board that covers a part of the map."""
    if board.head.covers is Covers.PART:
        return
    silent = {mark.id for mark in board.marks if mark.income}
    worth: dict[tuple[str, str], int] = defaultdict(int)
    for space in board.values("spaces"):
        if silent.isdisjoint(space.marks):
            worth[space.held_by, space.economy] += space.value or 0
    for row in board.tables["treasury"]:
        ipc, sum_of = row.value.ipc, worth[row.value.power, row.value.economy]
        if ipc is not None and sum_of != ipc:
            said = f"'{row.value.power}' begins with {ipc} IPCs but its spaces are worth {sum_of}"
            yield row.finding(said, "correct the treasury, a value, or who holds a space")


# -- the totals


def summed(board: BoardTables, sources: Collection[str], rows: bool) -> Iterator[Finding]:
    """Yield a finding for each total in ``board.yaml`` that differs from the tables. If ``rows`` is true, compare only
    the numbers of rows; else compare the other totals, and check that their source is among ``sources``."""
    totals, file = board.head.totals, board.head.file
    if (source := totals.get("source")) not in sources and not rows:
        hint = suggest(str(source), sources) or f"one of {', '.join(sources)}"
        yield Finding(f"unknown source '{source}'", file, totals.lines.get("source", totals.line), hint)
    said = {
        (key, word): (number, tables.lines[word])
        for key, each in totals.items()
        for tables in [each if isinstance(each, YamlMapping) else totals]
        for word, number in (each.items() if tables is each else [(key, each)])
        if key != "source"
    }
    there = {key: str(number) for key, number in sums(board).items()}
    for key in sorted(there.keys() | said.keys()):
        number, line = said.get(key, ("0", totals.lines.get(key[0], totals.line)))
        if (key[0] == "rows") is rows and number != there.get(key, "0"):
            what = " of ".join(dict.fromkeys(key)).replace("_", " ")
            differs = f"the total of {what} is {number}, but the tables have {there.get(key, 0)}"
            yield Finding(differs, file, line, "correct the tables, or the total by its source")


def sums(board: BoardTables) -> Counter[tuple[str, str]]:
    """Return the totals of the tables, by pairs of keys: ``("units", "germany")`` for the number below both keys in
    ``totals``. A total that is one number has its key twice."""
    found: Counter[tuple[str, str]] = Counter()
    for placement in board.values("setup"):
        found["units", placement.power] += placement.count
    for each in board.values("objectives"):
        found["objectives", each.power] += each.ipc
        found["least", "least"] += each.least or 0
    for each in board.values("technology"):
        found["technology", str(each.chart)] += 1
    for table, rows in board.tables.items():
        found["rows", table] = sum(os.path.dirname(row.file) == os.path.dirname(board.head.file) for row in rows)
    found["territories", "territories"] = len(_lands(board))
    found["sea_zones", "sea_zones"] = len(_zones(board))
    found["borders", "borders"] = len(board.tables["borders"])
    found["value", "value"] = sum(space.value or 0 for space in board.values("spaces"))
    return found


# -- the evidence


@dataclass(frozen=True)
class Source:
    """A source of facts about boards, and the facts that it is used ``for``."""

    id: str
    boards: tuple[str, ...]
    title: str
    for_: str
    file: str = made(default="")
    line: int = made(default=0)


@dataclass(frozen=True)
class Note:
    """A fact that was decided against a source, or that is uncertain."""

    id: str
    boards: tuple[str, ...]
    confidence: board_model.Confidence
    says: str
    spaces: tuple[str, ...] = ()
    file: str = made(default="")
    line: int = made(default=0)


def wrong_evidence(notes: Iterable[Note | Source], spaces: Mapping[str, Collection[str]]) -> Iterator[Finding]:
    """Yield every finding about rows of ``evidence.yaml``; ``spaces`` are the ids of the spaces of each board."""
    for each in notes:
        for board in each.boards:
            yield from unknown(each, "board", board, spaces)
            for space in each.spaces if isinstance(each, Note) and board in spaces else ():
                yield from unknown(each, f"space of board '{board}'", space, spaces[board])


def unknown(row: Note | Source, what: str, name: str, known: Collection[str]) -> Iterator[Finding]:
    """Yield a finding if a name of a kind (``what``) in a row is not ``known``."""
    if name not in known:
        yield Finding(f"unknown {what} '{name}'", row.file, row.line, suggest(name, known) or "remove it")
