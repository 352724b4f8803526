"""What must be true of a board beyond its single cells: every finding, at the row that is wrong.

The totals in ``board.yaml`` are compared with the tables, so that a lost or doubled row is noticed. They are written by
hand from the source that they name; nothing here computes what they should be. ``rows`` has the number of rows of each
CSV file in the board's folder, ``units`` the number of units each power begins with, ``value`` the sum of the printed
values of all spaces; ``objectives`` the sum of what the objectives of each power pay, ``least`` that of how many spaces
are enough for them, ``technology`` the number of technologies on each chart; these three only where there are any.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import EnumMeta, StrEnum
from typing import Any

from kb.base.errors import Finding
from kb.base.shape import check as check_shape
from kb.base.shape import suggest
from kb.base.written import YamlMapping
from kb.games.board_model import Confidence, Hindrance, Neutral, Pays, Side, SpaceKind, SpaceMark, UnitKind, spelled
from kb.games.tables import TOTALS, CsvRow

Tables = Mapping[str, list[CsvRow]]


@dataclass(frozen=True)
class BoardTables:
    """The tables of one board, and the names from outside that they may use: powers, owners, marks."""

    tables: Tables
    game_powers: tuple[str, ...]
    owners: tuple[str, ...]
    marks: Mapping[str, SpaceMark]
    covers: str = "everything"

    def ids(self, table: str) -> dict[str, CsvRow]:
        """Return the rows of a table by their first column."""
        return {row.key[0]: row for row in self.tables[table]}


Known = Callable[[BoardTables], Iterable[str]]


def _of(table: str) -> Known:
    return lambda scene: scene.ids(table)


def _zones(scene: BoardTables) -> list[str]:
    return [name for name, row in scene.ids("spaces").items() if row["kind"] == SpaceKind.SEA_ZONE]


#: the columns whose names must be known: table, column, what messages call a name, and the names
_NAMES: tuple[tuple[str, str, str, Known | type[StrEnum]], ...] = (
    ("spaces", "kind", "kind", SpaceKind),
    ("spaces", "neutral", "neutral", Neutral),
    ("spaces", "owner", "power", lambda scene: [*scene.ids("powers"), *scene.owners]),
    ("spaces", "held_by", "power", _of("powers")),
    ("spaces", "marks", "mark", lambda scene: scene.marks),
    ("spaces", "needs", "space", _of("spaces")),
    ("borders", "one", "space", _of("spaces")),
    ("borders", "other", "space", _of("spaces")),
    ("borders", "basis", "basis", lambda scene: ["outlines"]),
    ("apart", "confidence", "confidence", Confidence),
    ("apart", "one", "space", _of("spaces")),
    ("apart", "other", "space", _of("spaces")),
    ("canals", "one", "sea zone", _zones),
    ("canals", "other", "sea zone", _zones),
    ("canals", "lands", "controlling territory", lambda scene: scene.ids("spaces").keys() - set(_zones(scene))),
    ("units", "kind", "kind", UnitKind),
    *(
        (table, column, column, _of(f"{column}s"))
        for table in ("setup", "disputed")
        for column in ("space", "unit", "power")
    ),
    ("powers", "side", "side", Side),
    ("powers", "power", "power", lambda scene: scene.game_powers),
    ("powers", "capitals", "capital", _of("spaces")),
    ("wars", "one", "power", _of("powers")),
    ("wars", "other", "power", _of("powers")),
    ("treasury", "power", "power", _of("powers")),
    ("technology", "confidence", "confidence", Confidence),
    ("objectives", "pays", "pays", Pays),
    ("objectives", "power", "power", _of("powers")),
    ("objectives", "spaces", "space", _of("spaces")),
    ("objectives", "holder", "holder", lambda scene: [*Side, *scene.ids("powers")]),
    ("objectives", "first", "power", lambda scene: [*scene.ids("powers"), *Neutral]),
    ("objectives", "without", "hindrance", Hindrance),
    ("objectives", "whose", "power", _of("powers")),
    ("objectives", "spared", "power", _of("powers")),
    ("objectives", "free", "space", _of("spaces")),
    ("objectives", "economy", "economy", lambda scene: {each["economy"] for each in scene.tables["treasury"]}),
)


def check(scene: BoardTables) -> list[Finding]:
    """Return every finding about one board whose tables are readable."""
    checks = (_known, _spaces, _called, _pairs, _reached, _canals, _setup, _powers, _wars, _treasury, _economies)
    return [finding for each in (*checks, _technologies) for finding in each(scene)]


def unknown(row: CsvRow, what: str, name: str, among: Iterable[str]) -> Finding:
    """Return a finding about an unknown name, with the most similar known one as its hint."""
    known = sorted(among)
    hint = suggest(name, known) or (
        f"one of {', '.join(known)}" if 0 < len(known) <= 12 else f"add the {what} or remove it"
    )
    return row.finding(f"unknown {what} '{name}'", hint)


def _known(scene: BoardTables) -> Iterator[Finding]:
    """Yield a finding for each name that is not among those that its column may have."""
    for table, column, what, names_of in _NAMES:
        among = {str(name) for name in (names_of if isinstance(names_of, EnumMeta) else names_of(scene))}
        for row in scene.tables[table]:
            names = row[column] if isinstance(row[column], tuple) else (row[column],) if row[column] else ()
            for name in names:
                if name not in among:
                    yield unknown(row, what, name, among)


def _spaces(scene: BoardTables) -> Iterator[Finding]:
    cities: dict[str, CsvRow] = {}
    for row in scene.tables["spaces"]:
        if row["neutral"] and row["held_by"]:
            yield row.finding(f"'{row['space']}' is neutral and held by '{row['held_by']}'", "remove one")
        if row["army"] is not None and not row["neutral"]:
            yield row.finding(f"'{row['space']}' has an army but is not neutral", "say whom it is friendly to")
        other = cities.setdefault(row["city"], row)
        if row["city"] and other is not row:
            yield row.finding(f"victory city '{row['city']}' is there twice", f"first at {other.file}:{other.line}")


def _called(scene: BoardTables) -> Iterable[Finding]:
    """No two spaces have the same name, apart from case and marks."""
    findings = []
    taken: dict[str, CsvRow] = {}
    for row in scene.tables["spaces"]:
        for name in (row["space"], row["name"], *row["also"]):
            other = taken.setdefault(spelled(name), row)
            if other is not row:
                hint = f"'{other['space']}' at {other.file}:{other.line} is called so"
                findings.append(row.finding(f"'{row['space']}' has the name of another space, '{name}'", hint))
    return dict.fromkeys(findings)


def _pairs(scene: BoardTables) -> Iterator[Finding]:
    """Pairs are of two different spaces that do not both border and stand apart, and every space has a border."""
    spaces = scene.ids("spaces")
    borders = {row.key: row for row in scene.tables["borders"]}
    for row in (*scene.tables["borders"], *scene.tables["apart"]):
        if row["one"] == row["other"]:
            yield row.finding(f"'{row['one']}' borders itself", "name two spaces")
    for row in scene.tables["apart"]:
        if other := borders.get(row.key):
            hint = f"they border each other by {other.file}:{other.line}; remove one"
            yield row.finding(f"'{row['one']}' and '{row['other']}' are said to be apart", hint)
    for space in sorted(spaces.keys() - {space for key in borders for space in key}):
        yield spaces[space].finding(f"'{space}' borders no space", "add its borders")


def _reached(scene: BoardTables) -> Iterator[Finding]:
    """Yield a finding for each space that borders others and cannot be reached from the first one."""
    near: dict[str, set[str]] = defaultdict(set)
    for row in scene.tables["borders"]:
        near[row["one"]].add(row["other"])
        near[row["other"]].add(row["one"])
    spaces = scene.ids("spaces")
    reached: set[str] = set()
    ahead = set(list(spaces)[:1])
    while ahead:
        reached |= ahead
        ahead = {other for space in ahead for other in near[space]} - reached
    for space in sorted(spaces.keys() & near.keys() - reached):
        what = f"no way of borders leads to '{space}' from '{next(iter(spaces))}'"
        yield spaces[space].finding(what, "add its borders")


def _canals(scene: BoardTables) -> Iterator[Finding]:
    zones = set(_zones(scene))
    borders = {row.key for row in scene.tables["borders"]}
    for row in scene.tables["canals"]:
        between = {row["one"], row["other"]}
        if between <= zones and tuple(sorted((row["one"], row["other"]))) not in borders:
            yield row.finding(f"'{row['one']}' and '{row['other']}' do not border each other", "name two that do")


def _setup(scene: BoardTables) -> Iterator[Finding]:
    spaces, units = scene.ids("spaces"), scene.ids("units")
    standing: dict[str, list[CsvRow]] = defaultdict(list)
    for row in (*scene.tables["setup"], *scene.tables["disputed"]):
        if row["count"] == 0:
            yield row.finding("count is 0", "remove the row")
        if row["space"] in spaces and row["unit"] in units:
            yield from _misplaced(row, spaces[row["space"]], units[row["unit"]])
            standing[row["space"]].append(row)
    for space, rows in standing.items():
        if spaces[space]["kind"] == SpaceKind.SEA_ZONE:
            yield from _aboard(rows, units, "transport")
            yield from _aboard(rows, units, "carrier")


def _misplaced(row: CsvRow, space: CsvRow, unit: CsvRow) -> Iterator[Finding]:
    """Yield a unit in a kind of space where it can never be."""
    on_land = space["kind"] == SpaceKind.TERRITORY
    afloat = unit["kind"] == UnitKind.SHIP
    carried = unit["transport_cost"] is not None or unit["carrier_cost"] is not None
    wrong = afloat if on_land else not (afloat or carried)
    if "impassable" in space["marks"]:
        yield row.finding(f"'{space['space']}' is impassable", "no unit can begin there")
    elif wrong:
        said = f"'{unit['unit']}' cannot be in the {space['kind'].replace('-', ' ')} '{space['space']}'"
        yield row.finding(said, "correct the space or the unit")


def _aboard(rows: list[CsvRow], units: Mapping[str, CsvRow], ship: str) -> Iterator[Finding]:
    """Cargo and aircraft in one sea zone need room aboard the ships there."""
    cost, room = f"{ship}_cost", f"{ship}_room"
    needed = [row for row in rows if units[row["unit"]][cost] is not None]
    used = sum(units[row["unit"]][cost] * row["count"] for row in needed)
    there = sum((units[row["unit"]][room] or 0) * row["count"] for row in rows)
    if used > there:
        said = f"the units aboard in '{rows[0]['space']}' take {used} of a {ship}'s room and there is {there}"
        yield needed[0].finding(said, f"add a {ship} or move them")


def _powers(scene: BoardTables) -> Iterator[Finding]:
    spaces = scene.ids("spaces")
    turns = {row["turn"] for row in scene.tables["powers"]}
    for row in scene.tables["powers"]:
        for capital in row["capitals"]:
            if capital in spaces and spaces[capital]["owner"] != row["power"]:
                yield row.finding(f"capital '{capital}' is not of '{row['power']}'", "name one of its spaces")
        if row["turn"] != 1 and row["turn"] - 1 not in turns:
            yield row.finding(f"nobody plays in turn {row['turn'] - 1}, before '{row['power']}'", "close the gap")


def _wars(scene: BoardTables) -> Iterator[Finding]:
    """Wars at the start are between powers of different sides."""
    powers = scene.ids("powers")
    for row in scene.tables["wars"]:
        sides = [powers[power]["side"] for power in (row["one"], row["other"]) if power in powers]
        if len(sides) > len(set(sides)):
            yield row.finding(f"'{row['one']}' and '{row['other']}' are on one side", "name two enemies")


def _treasury(scene: BoardTables) -> Iterator[Finding]:
    rich = scene.ids("treasury")
    for power, row in scene.ids("powers").items():
        if power not in rich:
            hint = "add it to treasury.csv, with an empty ipc if it holds no money"
            yield row.finding(f"'{power}' has no treasury", hint)


def _economies(scene: BoardTables) -> Iterator[Finding]:
    """Yield a space is of an economy of its owner, and of one where its owner has several."""
    economies: dict[str, set[str]] = defaultdict(set)
    for row in scene.tables["treasury"]:
        economies[row["power"]].add(row["economy"])
    for row in scene.tables["spaces"]:
        known = economies.get(row["owner"], {""})
        if row["economy"] not in known and row["economy"]:
            yield unknown(row, "economy", row["economy"], known - {""})
        elif row["economy"] not in known:
            yield row.finding(f"'{row['space']}' is of no economy", f"one of {', '.join(sorted(known))}")


def _technologies(scene: BoardTables) -> Iterator[Finding]:
    for row in scene.tables["technology"]:
        if not 1 <= row["number"] <= 6:
            yield row.finding(f"number {row['number']} is not on a die", "write 1 to 6")


def income(scene: BoardTables) -> Iterator[Finding]:
    """Yield the printed values of the spaces that a power begins with add up to what it begins with; not on part of a
    map."""
    if scene.covers == "part":
        return
    silent = {mark.id for mark in scene.marks.values() if not mark.income}
    worth: dict[tuple[str, str], int] = defaultdict(int)
    for row in scene.tables["spaces"]:
        if not silent & set(row["marks"]):
            worth[row["held_by"], row["economy"]] += row["value"] or 0
    for row in scene.tables["treasury"]:
        sum_of = worth[row["power"], row["economy"]]
        if row["ipc"] is not None and sum_of != row["ipc"]:
            said = f"'{row['power']}' begins with {row['ipc']} IPCs but its spaces are worth {sum_of}"
            yield row.finding(said, "correct the treasury, a value, or who holds a space")


# -- the totals


#: the totals that are tables of sums, with what messages call one of the sums
_SUMS = {"units": "units of", "objectives": "IPCs for objectives of", "technology": "technologies on chart"}


def wrong_totals(totals: Any, name: str, line: int) -> list[Finding]:
    """Return what is wrong with the form of the totals of the board file ``name``."""
    return check_shape(totals, TOTALS, name, "table of totals", line) or [
        Finding(f"{key} '{value}' is not a number", name, at, "write a whole number, in digits")
        for key, value, at in _numbers(totals)
        if not (isinstance(value, str) and value.isascii() and value.isdigit())
    ]


def _numbers(totals: Any) -> Iterator[tuple[str, Any, int]]:
    """Key, value and line of every figure."""
    for key, value in totals.items():
        if isinstance(value, dict):
            yield from _numbers(value)
        elif key != "source":
            yield key, value, totals.lines[key]


def counted(scene: BoardTables, totals: Any, folder: str) -> Iterator[Finding]:
    """Yield a finding for each CSV file of the board's ``folder`` that has not as many rows as its totals say; where
    these name an unknown file, for that alone."""
    if unknown := [*_unknown_words(totals, "rows", scene.tables, f"{folder}/board.yaml")]:
        yield from unknown
        return
    for table, rows in scene.tables.items():
        file = f"{folder}/{table}.csv"
        there = sum(row.file == file for row in rows)
        said = int(totals["rows"].get(table, 0))
        if there != said:
            line = totals["rows"].lines.get(table, totals.lines["rows"])
            what = f"has {there} {'row' if there == 1 else 'rows'} where {folder}/board.yaml:{line} says {said}"
            yield Finding(what, file, 0, "restore the row that is missing, or correct the number")


def summed(scene: BoardTables, totals: Any, sources: Collection[str], folder: str) -> Iterator[Finding]:
    """Yield a finding for each total that the tables do not come to, and for an unknown source or power."""
    name = f"{folder}/board.yaml"
    if totals["source"] not in sources:
        hint = suggest(totals["source"], sources) or f"one of {', '.join(sources)}"
        yield Finding(f"unknown source '{totals['source']}'", name, totals.lines["source"], hint)
    for key in ("units", "objectives"):
        yield from _unknown_words(totals, key, scene.ids("powers"), name)
    sums = {key: Counter[str]() for key in _SUMS}
    for row in scene.tables["setup"]:
        sums["units"][row["power"]] += row["count"]
    for row in scene.tables["objectives"]:
        sums["objectives"][row["power"]] += row["ipc"]
    for row in scene.tables["technology"]:
        sums["technology"][str(row["chart"])] += 1
    for key, there in sums.items():
        said = totals.get(key, YamlMapping(totals.line))
        for word in sorted(there.keys() | said.keys()):
            at = said.lines.get(word, totals.lines.get(key, totals.line))
            yield from _differs(f"{_SUMS[key]} '{word}'", there[word], said.get(word, "0"), name, at)
    kinds = Counter(row["kind"] for row in scene.tables["spaces"])
    figures = {
        "territories": kinds[SpaceKind.TERRITORY],
        "sea_zones": kinds[SpaceKind.SEA_ZONE],
        "borders": len(scene.tables["borders"]),
        "value": sum(row["value"] or 0 for row in scene.tables["spaces"]),
        "least": sum(row["least"] or 0 for row in scene.tables["objectives"]),
    }
    for key, figure in figures.items():
        at = totals.lines.get(key, totals.line)
        yield from _differs(key.replace("_", " "), figure, totals.get(key, "0"), name, at)


def _unknown_words(totals: Any, key: str, among: Collection[str], name: str) -> Iterator[Finding]:
    """Yield a finding for each word in the table ``key`` of the totals that is not among some names."""
    words = totals.get(key, {})
    for word in words:
        if word not in among:
            yield Finding(f"a total of unknown '{word}'", name, words.lines[word], suggest(word, among) or "remove it")


def _differs(what: str, there: int, said: str, name: str, line: int) -> Iterator[Finding]:
    if there != int(said):
        differs = f"{what}: {said} in all, but the tables come to {there}"
        yield Finding(differs, name, line, "correct the tables, or the total by its source")
