"""What must be true of a board beyond its single cells: every finding, at the row that is wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from kb.errors import Finding
from kb.games.board_model import Confidence, Hindrance, Neutral, Pays, Side, SpaceKind, SpaceMark, UnitKind, spelled
from kb.games.tables import Row
from kb.shape import suggest

Tables = Mapping[str, list[Row]]
_CHOICES: dict[str, dict[str, type[StrEnum]]] = {
    "spaces": {"kind": SpaceKind, "neutral": Neutral},
    "units": {"kind": UnitKind},
    "powers": {"side": Side},
    "technology": {"confidence": Confidence},
    "objectives": {"pays": Pays},
    "apart": {"confidence": Confidence},
}


@dataclass(frozen=True)
class Scene:
    """The tables of one board, and the names from outside that they may use: powers, owners, marks."""

    tables: Tables
    game_powers: tuple[str, ...]
    owners: tuple[str, ...]
    marks: Mapping[str, SpaceMark]
    covers: str = "everything"

    def ids(self, table: str) -> dict[str, Row]:
        """The rows of a table by their first column."""
        return {row.key[0]: row for row in self.tables[table]}


def check(scene: Scene) -> list[Finding]:
    """Every finding about one board whose tables are readable."""
    places = (_choices, _spaces, _names, _pairs, _reached, _canals, _setup)
    powers = (_powers, _wars, _treasury, _economies, _technologies, _objectives)
    return [finding for each in (*places, *powers) for finding in each(scene)]


def unknown(row: Row, what: str, name: str, among: Iterable[str]) -> Finding:
    """A finding about an unknown name, with the most similar known one as its hint."""
    known = sorted(among)
    hint = suggest(name, known) or (
        f"one of {', '.join(known)}" if 0 < len(known) <= 12 else f"add the {what} or remove it"
    )
    return row.finding(f"unknown {what} '{name}'", hint)


def _unknown_names(row: Row, what: str, column: str, among: Iterable[str]) -> list[Finding]:
    told = row[column]
    names = told if isinstance(told, tuple) else (told,) if told else ()
    known = set(among)
    return [unknown(row, what, name, known) for name in names if name not in known]


def _choices(scene: Scene) -> list[Finding]:
    return [
        finding
        for table, columns in _CHOICES.items()
        for column, choices in columns.items()
        for row in scene.tables[table]
        for finding in _unknown_names(row, column, column, [str(choice) for choice in choices])
    ]


def _spaces(scene: Scene) -> list[Finding]:
    findings = []
    spaces, powers = scene.ids("spaces"), set(scene.ids("powers"))
    cities: dict[str, Row] = {}
    for row in scene.tables["spaces"]:
        findings += _unknown_names(row, "power", "owner", powers | set(scene.owners))
        findings += _unknown_names(row, "power", "held_by", powers)
        findings += _unknown_names(row, "mark", "marks", scene.marks)
        findings += _unknown_names(row, "space", "needs", spaces)
        if row["neutral"] and row["held_by"]:
            findings.append(row.finding(f"'{row['space']}' is neutral and held by '{row['held_by']}'", "remove one"))
        if row["army"] is not None and not row["neutral"]:
            findings.append(
                row.finding(f"'{row['space']}' has an army but is not neutral", "say whom it is friendly to")
            )
        if row["city"] and row["city"] in cities:
            other = cities[row["city"]]
            findings.append(
                row.finding(f"victory city '{row['city']}' is there twice", f"first at {other.file}:{other.line}")
            )
        cities.setdefault(row["city"], row)
    return findings


def _names(scene: Scene) -> list[Finding]:
    """No two spaces have the same name, apart from case and marks."""
    findings = []
    taken: dict[str, Row] = {}
    for row in scene.tables["spaces"]:
        for name in (row["space"], row["name"], *row["also"]):
            other = taken.setdefault(spelled(name), row)
            if other is not row:
                hint = f"'{other['space']}' at {other.file}:{other.line} is called so"
                findings.append(row.finding(f"'{row['space']}' has the name of another space, '{name}'", hint))
    return list(dict.fromkeys(findings))


def _pairs(scene: Scene) -> list[Finding]:
    """Borders and pairs that are none: known spaces, two different ones, and not both at once."""
    findings = []
    spaces = scene.ids("spaces")
    borders = {row.key: row for row in scene.tables["borders"]}
    for row in (*scene.tables["borders"], *scene.tables["apart"]):
        findings += _unknown_names(row, "space", "one", spaces) + _unknown_names(row, "space", "other", spaces)
        if row["one"] == row["other"]:
            findings.append(row.finding(f"'{row['one']}' borders itself", "name two spaces"))
    for row in scene.tables["borders"]:
        if row["basis"] not in ("", "outlines"):
            findings.append(unknown(row, "basis", row["basis"], ["outlines"]))
    for row in scene.tables["apart"]:
        if row.key in borders:
            other = borders[row.key]
            hint = f"they border each other by {other.file}:{other.line}; remove one"
            findings.append(row.finding(f"'{row['one']}' and '{row['other']}' are said to be apart", hint))
    lonely = spaces.keys() - {space for key in borders for space in key}
    return findings + [
        spaces[space].finding(f"'{space}' borders no space", "add its borders") for space in sorted(lonely)
    ]


def _reached(scene: Scene) -> list[Finding]:
    """A finding for each space that borders others and cannot be reached from the first one."""
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
    return [
        spaces[space].finding(f"no way of borders leads to '{space}' from '{next(iter(spaces))}'", "add its borders")
        for space in sorted(spaces.keys() & near.keys() - reached)
    ]


def _canals(scene: Scene) -> list[Finding]:
    findings = []
    spaces = scene.ids("spaces")
    zones = {name for name, row in spaces.items() if row["kind"] == SpaceKind.SEA_ZONE}
    borders = {row.key for row in scene.tables["borders"]}
    for row in scene.tables["canals"]:
        bad = _unknown_names(row, "sea zone", "one", zones) + _unknown_names(row, "sea zone", "other", zones)
        if not bad and tuple(sorted((row["one"], row["other"]))) not in borders:
            bad.append(row.finding(f"'{row['one']}' and '{row['other']}' do not border each other", "name two that do"))
        findings += bad + _unknown_names(row, "controlling territory", "lands", spaces.keys() - zones)
    return findings


def _setup(scene: Scene) -> list[Finding]:
    findings = []
    spaces, units, powers = scene.ids("spaces"), scene.ids("units"), scene.ids("powers")
    standing: dict[str, list[Row]] = defaultdict(list)
    for row in (*scene.tables["setup"], *scene.tables["disputed"]):
        bad = _unknown_names(row, "space", "space", spaces) + _unknown_names(row, "unit", "unit", units)
        findings += bad + _unknown_names(row, "power", "power", powers)
        if row["count"] == 0:
            findings.append(row.finding("count is 0", "remove the row"))
        if not bad:
            findings += _misplaced(row, spaces[row["space"]], units[row["unit"]])
            standing[row["space"]].append(row)
    for space, rows in standing.items():
        if spaces[space]["kind"] == SpaceKind.SEA_ZONE:
            findings += _aboard(rows, units, "transport") + _aboard(rows, units, "carrier")
    return findings


def _misplaced(row: Row, space: Row, unit: Row) -> list[Finding]:
    """A unit in a kind of space where it can never be."""
    if "impassable" in space["marks"]:
        return [row.finding(f"'{space['space']}' is impassable", "no unit can begin there")]
    if space["kind"] == SpaceKind.TERRITORY:
        wrong = unit["kind"] == UnitKind.SHIP
    else:
        wrong = unit["kind"] != UnitKind.SHIP and unit["transport_cost"] is None and unit["carrier_cost"] is None
    said = f"'{unit['unit']}' cannot be in the {space['kind'].replace('-', ' ')} '{space['space']}'"
    return [row.finding(said, "correct the space or the unit")] if wrong else []


def _aboard(rows: list[Row], units: Mapping[str, Row], ship: str) -> list[Finding]:
    """Cargo and aircraft in one sea zone need room aboard the ships there."""
    cost, room = f"{ship}_cost", f"{ship}_room"
    needed = [row for row in rows if units[row["unit"]][cost] is not None]
    used = sum(units[row["unit"]][cost] * row["count"] for row in needed)
    there = sum((units[row["unit"]][room] or 0) * row["count"] for row in rows)
    if used <= there:
        return []
    said = f"the units aboard in '{rows[0]['space']}' take {used} of a {ship}'s room and there is {there}"
    return [needed[0].finding(said, f"add a {ship} or move them")]


def _powers(scene: Scene) -> list[Finding]:
    findings = []
    spaces = scene.ids("spaces")
    turns = {row["turn"] for row in scene.tables["powers"]}
    for row in scene.tables["powers"]:
        findings += _unknown_names(row, "power", "power", scene.game_powers)
        for capital in row["capitals"]:
            if capital not in spaces:
                findings.append(unknown(row, "capital", capital, spaces))
            elif spaces[capital]["owner"] != row["power"]:
                findings.append(
                    row.finding(f"capital '{capital}' is not of '{row['power']}'", "name one of its spaces")
                )
        if row["turn"] != 1 and row["turn"] - 1 not in turns:
            findings.append(
                row.finding(f"nobody plays in turn {row['turn'] - 1}, before '{row['power']}'", "close the gap")
            )
    return findings


def _wars(scene: Scene) -> list[Finding]:
    """Wars at the start are between known powers of different sides."""
    findings = []
    powers = scene.ids("powers")
    for row in scene.tables["wars"]:
        bad = _unknown_names(row, "power", "one", powers) + _unknown_names(row, "power", "other", powers)
        findings += bad
        if not bad and powers[row["one"]]["side"] == powers[row["other"]]["side"]:
            findings.append(row.finding(f"'{row['one']}' and '{row['other']}' are on one side", "name two enemies"))
    return findings


def _treasury(scene: Scene) -> list[Finding]:
    powers = scene.ids("powers")
    findings = [f for row in scene.tables["treasury"] for f in _unknown_names(row, "power", "power", powers)]
    rich = scene.ids("treasury")
    return findings + [
        row.finding(f"'{power}' has no treasury", "add it to treasury.csv, with an empty ipc if it holds no money")
        for power, row in powers.items()
        if power not in rich
    ]


def _economies(scene: Scene) -> list[Finding]:
    """A space is of an economy of its owner, and of one where its owner has several."""
    economies: dict[str, set[str]] = defaultdict(set)
    for row in scene.tables["treasury"]:
        economies[row["power"]].add(row["economy"])
    findings = []
    for row in scene.tables["spaces"]:
        known = economies.get(row["owner"], {""})
        if row["economy"] not in known and row["economy"]:
            findings.append(unknown(row, "economy", row["economy"], known - {""}))
        elif row["economy"] not in known:
            findings.append(row.finding(f"'{row['space']}' is of no economy", f"one of {', '.join(sorted(known))}"))
    return findings


def _technologies(scene: Scene) -> list[Finding]:
    return [
        row.finding(f"number {row['number']} is not on a die", "write 1 to 6")
        for row in scene.tables["technology"]
        if not 1 <= row["number"] <= 6
    ]


def _objectives(scene: Scene) -> list[Finding]:
    findings = []
    spaces, powers = scene.ids("spaces"), scene.ids("powers")
    for row in scene.tables["objectives"]:
        findings += _unknown_names(row, "power", "power", powers) + _unknown_names(row, "space", "spaces", spaces)
        findings += _unknown_names(row, "holder", "holder", [*Side, *powers])
        findings += _unknown_names(row, "power", "first", [*powers, *Neutral])
        findings += _unknown_names(row, "hindrance", "without", list(Hindrance))
        findings += _unknown_names(row, "power", "whose", powers) + _unknown_names(row, "power", "spared", powers)
        findings += _unknown_names(row, "space", "free", spaces)
        findings += _unknown_names(row, "economy", "economy", {each["economy"] for each in scene.tables["treasury"]})
    return findings


def income(scene: Scene) -> list[Finding]:
    """The printed values of the spaces that a power begins with add up to what it begins with; not on part of a map."""
    if scene.covers == "part":
        return []
    silent = {mark.id for mark in scene.marks.values() if not mark.income}
    worth: dict[tuple[str, str], int] = defaultdict(int)
    for row in scene.tables["spaces"]:
        if not silent & set(row["marks"]):
            worth[row["held_by"], row["economy"]] += row["value"] or 0
    findings = []
    for row in scene.tables["treasury"]:
        sum_of = worth[row["power"], row["economy"]]
        if row["ipc"] is not None and sum_of != row["ipc"]:
            said = f"'{row['power']}' begins with {row['ipc']} IPCs but its spaces are worth {sum_of}"
            findings.append(row.finding(said, "correct the treasury, a value, or who holds a space"))
    return findings
