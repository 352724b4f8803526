"""Loads the boards of the games from ``data/games/<game>/boards/``, with every finding at once.

A board is a folder: ``board.yaml`` and a CSV file for each table. Where ``like`` names another board
for a table, the table begins as that board's: a row with the same key stands in its place, other rows
are added, and ``without`` names those that fall away (the borders of a space fall with it). Where the facts come from,
what was decided against a source, and what is uncertain is in ``boards/evidence.yaml``.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kb.base import yamlfile
from kb.base.errors import BadInput, Collector, Finding, NotFound, raise_if
from kb.base.model import Game
from kb.base.shape import Shape, check, suggest
from kb.base.yamlfile import DataEntry
from kb.games import board_checks, catalogue
from kb.games.board_checks import BoardTables, counted, income, summed, wrong_totals
from kb.games.board_model import (
    Apart,
    Board,
    Border,
    Canal,
    Confidence,
    FactSource,
    Hindrance,
    Neutral,
    Note,
    Objective,
    Pays,
    Placement,
    PowerSeat,
    Side,
    Space,
    SpaceKind,
    SpaceMark,
    Technology,
    Treasury,
    UnitKind,
    UnitType,
    find_board,
)
from kb.games.rulesets import is_draft
from kb.games.tables import EVIDENCE, HEAD, NEEDED, NOTE, SHEETS, SOURCE, CsvRow, read

_MARKS = "games/marks.yaml"
_MARK = Shape(required={"id": "str", "means": "str"}, optional={"income": "str"})


@dataclass(frozen=True, slots=True)
class BoardEvidence:
    """The sources of one board, the decisions about it and what is uncertain."""

    sources: tuple[FactSource, ...]
    decided: tuple[Note, ...]
    uncertain: tuple[Note, ...]


def load_marks(data: str) -> dict[str, SpaceMark]:
    """Return what a space can be marked with, ``data/games/marks.yaml``, by id. Raises :class:`BadInput`."""
    findings: list[Finding] = []
    known: dict[str, SpaceMark] = {}

    def wrong(mark: DataEntry) -> Iterator[Finding]:
        row = mark.value
        if bad := mark.check(_MARK, "mark"):
            yield from bad
        elif row["id"] in known:
            yield mark.wrong(f"mark '{row['id']}' is there twice", "remove one")
        elif row.get("income", "none") != "none":
            yield mark.wrong(f"income '{row['income']}' is not 'none'", "write none, or leave it out")

    rows = yamlfile.read(data, _MARKS, {"marks": "list"}, "list of marks")["marks"]
    for mark in yamlfile.sound(rows, f"data/{_MARKS}", wrong, findings):
        known[mark.value["id"]] = SpaceMark(mark.value["id"], mark.value["means"], "income" not in mark.value)
    raise_if(findings)
    return known


def load_evidence(data: str, game: str, spaces: dict[str, set[str]]) -> tuple[dict[str, BoardEvidence], list[Finding]]:
    """Return the evidence of each board in ``boards/evidence.yaml`` of a game, and all findings.

    ``spaces`` are the ids of the spaces of each board.
    """
    name = f"data/games/{game}/boards/evidence.yaml"
    try:
        root = yamlfile.load(os.path.join(data, "games", game, "boards", "evidence.yaml"), name)
    except BadInput as error:
        return {}, error.findings
    findings = check(root, EVIDENCE, name, "file of evidence")
    for part in EVIDENCE.required if not findings else ():
        known: set[str] = set()
        for row, line in zip(root[part], root[part].lines, strict=True):
            bad = check(row, SOURCE if part == "sources" else NOTE, name, f"row of {part}", line)
            if not bad:
                bad = [*_wrong_names(row, name, line, spaces)]
                if row["id"] in known:
                    bad.append(Finding(f"'{row['id']}' is there twice in {part}", name, line, "remove one"))
                known.add(row["id"])
            findings += bad
    return ({} if findings else {board: _evidence_of(root, board) for board in spaces}), findings


def _wrong_names(row: Any, name: str, line: int, spaces: dict[str, set[str]]) -> Iterator[Finding]:
    confidence = row.get("confidence", Confidence.PUBLIC)
    if confidence not in list(Confidence):
        yield Finding(f"unknown confidence '{confidence}'", name, line, suggest(confidence, Confidence))
    for board in row["boards"]:
        if board not in spaces:
            yield Finding(f"unknown board '{board}'", name, line, suggest(board, spaces) or "remove it")
            continue
        for space in row.get("spaces", ()):
            if space not in spaces[board]:
                hint = suggest(space, spaces[board]) or "remove it"
                yield Finding(f"unknown space '{space}' of board '{board}'", name, line, hint)


def _evidence_of(root: Any, board: str) -> BoardEvidence:
    own = {part: [row for row in root[part] if board in row["boards"]] for part in EVIDENCE.required}
    decided, uncertain = (
        tuple(Note(r["id"], Confidence(r["confidence"]), r["says"], tuple(r.get("spaces", ()))) for r in own[part])
        for part in ("decided", "uncertain")
    )
    return BoardEvidence(tuple(FactSource(r["id"], r["title"], r["for"]) for r in own["sources"]), decided, uncertain)


# -- the tables of a board, and what a row of each becomes


def board_of(head: Any, game: str, scene: BoardTables, evidence: BoardEvidence) -> Board:
    """Return the board of a sound ``board.yaml``, sound tables and its evidence."""
    rows = scene.tables
    return Board(
        game=game,
        **{key: head[key] for key in ("id", "title", "printing", "document", "covers", "about")},
        spaces=tuple(_space(row) for row in rows["spaces"]),
        borders=tuple(Border(row.key[0], row.key[1], row["basis"] == "outlines") for row in rows["borders"]),
        apart=tuple(Apart(row.key[0], row.key[1], Confidence(row["confidence"])) for row in rows["apart"]),
        canals=tuple(Canal(r["canal"], r["name"], r["one"], r["other"], r["lands"], r["note"]) for r in rows["canals"]),
        units=tuple(
            UnitType(id=r["unit"], kind=UnitKind(r["kind"]), **_rest(r, "unit", "kind")) for r in rows["units"]
        ),
        setup=tuple(Placement(**row) for row in rows["setup"]),
        disputed=tuple(Placement(**row) for row in rows["disputed"]),
        powers=tuple(sorted((_power(row, rows["treasury"]) for row in rows["powers"]), key=lambda power: power.turn)),
        technologies=tuple(
            Technology(r["technology"], r["name"], r["chart"], r["number"], r["effect"], Confidence(r["confidence"]))
            for r in rows["technology"]
        ),
        objectives=tuple(
            Objective(
                id=r["objective"],
                pays=Pays(r["pays"]),
                without=tuple(map(Hindrance, r["without"])),
                **_rest(r, "objective", "pays", "without"),
            )
            for r in rows["objectives"]
        ),
        marks=tuple(scene.marks.values()),
        sources=evidence.sources,
        decided=evidence.decided,
        uncertain=evidence.uncertain,
        wars=tuple((row["one"], row["other"]) for row in rows["wars"]),
    )


def _rest(row: CsvRow, *named: str) -> dict[str, Any]:
    return {column: value for column, value in row.items() if column not in named}


def _space(row: CsvRow) -> Space:
    neutral = Neutral(row["neutral"]) if row["neutral"] else None
    rest = _rest(row, "space", "kind", "neutral")
    return Space(id=row["space"], kind=SpaceKind(row["kind"]), neutral=neutral, map=row.home, **rest)


def _power(row: CsvRow, treasury: list[CsvRow]) -> PowerSeat:
    own = tuple(Treasury(r["economy"], r["ipc"]) for r in treasury if r["power"] == row["power"])
    return PowerSeat(row["power"], Side(row["side"]), row["turn"], row["capitals"], own, row["note"])


# -- boards


#: the whole game, its map alone, or a part of the map: the rest is not known
_COVERS = ("everything", "map", "part")


def load_boards(data: str) -> tuple[Board, ...]:
    """Return every board, in the order of the games and then their own, but for those of games that are drafts.

    Raises :class:`BadInput` with every finding.
    """
    collect, known = Collector(), load_marks(data)
    games = (game for game in catalogue.games(data) if not is_draft(data, game.id))
    found = [collect(_BoardReader(data, game, known).boards) for game in games]
    collect.close()
    return tuple(board for some in found for board in some or ())


def boards_of(data: str, game: str) -> tuple[Board, ...]:
    """Return the boards of one game, in their order. Raises :class:`BadInput` with every finding, or
    :class:`NotFound`."""
    games = {each.id: each for each in catalogue.games(data)}
    if game not in games:
        raise NotFound(Finding(f"there is no game '{game}'", hint=suggest(game, games)))
    return tuple(_BoardReader(data, games[game], load_marks(data)).boards())


def ids(data: str, game: str) -> list[str]:
    """Return the ids of the boards that a game has a folder of."""
    found = glob.glob(os.path.join(data, "games", game, "boards", "*", ""))
    return sorted(os.path.basename(os.path.dirname(path)) for path in found)


def load_board(data: str, game: str, board: str) -> Board:
    """Return one board of a game. Raises :class:`BadInput` with every finding of that game, or :class:`NotFound`."""
    return find_board(boards_of(data, game), game, board)


class _BoardReader:
    """Reads the boards of one game; each table is read once, also where other boards are like it."""

    def __init__(self, data: str, game: Game, marks: dict[str, SpaceMark]) -> None:
        self.data, self.game, self.marks = data, game, marks
        self.folder = f"data/games/{game.id}/boards"
        self.findings: list[Finding] = []
        self.heads: dict[str, Any] = {}
        self.tables: dict[tuple[str, str], list[CsvRow] | None] = {}

    def boards(self) -> list[Board]:
        for board in ids(self.data, self.game.id):
            self._head(board)
        raise_if(self.findings)
        scenes = {board: self._scene(board) for board in self.heads}
        raise_if(dict.fromkeys(self.findings))
        if not scenes:
            return []
        found = [finding for scene in scenes.values() for finding in board_checks.check(scene)]
        told, bad = load_evidence(self.data, self.game.id, {board: set(s.ids("spaces")) for board, s in scenes.items()})
        raise_if(dict.fromkeys((*found, *bad)))
        totals = {board: (self.heads[board]["totals"], f"{self.folder}/{board}") for board in scenes}
        raise_if(finding for board, scene in scenes.items() for finding in counted(scene, *totals[board]))
        for board, scene in scenes.items():
            said, folder = totals[board]
            bad = [*summed(scene, said, [source.id for source in told[board].sources], folder)]
            self.findings += [*income(scene)] or bad
        raise_if(self.findings)
        inorder = sorted(self.heads, key=lambda board: int(self.heads[board]["order"]))
        return [board_of(self.heads[board], self.game.id, scenes[board], told[board]) for board in inorder]

    def _head(self, board: str) -> None:
        name = f"{self.folder}/{board}/board.yaml"
        try:
            head = yamlfile.load(os.path.join(self.data, "games", self.game.id, "boards", board, "board.yaml"), name)
        except BadInput as error:
            self.findings += error.findings
            return
        bad = check(head, HEAD, name, "board") or [*_wrong_head(head, board, name)]
        self.findings += bad
        if not bad:
            self.heads[board] = head

    def _scene(self, board: str) -> BoardTables:
        head = self.heads[board]
        name = f"{self.folder}/{board}/board.yaml"
        for key in ("like", "without"):
            for table, line in getattr(head.get(key), "lines", {}).items():
                if table not in SHEETS:
                    self.findings.append(Finding(f"unknown table '{table}'", name, line, suggest(table, SHEETS)))
        for table in head.get("without", {}).keys() - head.get("like", {}).keys():
            at = head["without"].lines[table]
            self.findings.append(Finding(f"'without' of {table}, which are like no board's", name, at, "remove it"))
        for path in glob.glob(os.path.join(self.data, "games", self.game.id, "boards", board, "*.csv")):
            file = os.path.basename(path)
            if file.removesuffix(".csv") not in SHEETS:
                hint = suggest(file, [f"{table}.csv" for table in SHEETS]) or "remove it"
                self.findings.append(Finding("not a table of a board", f"{self.folder}/{board}/{file}", 0, hint))
        tables = {table: self._table(board, table) for table in SHEETS}
        return BoardTables(tables, self.game.powers, tuple(head.get("owners", ())), self.marks, head["covers"])

    def _table(self, board: str, table: str) -> list[CsvRow]:
        """Return the rows of a table, with what they are like and without what falls away."""
        if (board, table) not in self.tables:
            self.tables[board, table] = None
            own = self._own(board, table)
            like = self.heads[board].get("like", {})
            self.tables[board, table] = self._layered(board, table, own) if table in like else own
        return self.tables[board, table] or []

    def _own(self, board: str, table: str) -> list[CsvRow]:
        path = os.path.join(self.data, "games", self.game.id, "boards", board, f"{table}.csv")
        optional = table not in NEEDED or table in self.heads[board].get("like", {})
        if optional and not os.path.exists(path):
            return []
        rows, bad = read(path, f"{self.folder}/{board}/{table}.csv", SHEETS[table])
        self.findings += bad
        if not (rows or bad or optional or table == "setup"):
            self.findings.append(
                Finding("has no rows yet", f"{self.folder}/{board}/{table}.csv", 0, SHEETS[table].unlocks)
            )
        for row in rows:
            row.home = board
        return rows

    def _layered(self, board: str, table: str, own: list[CsvRow]) -> list[CsvRow]:
        head, name = self.heads[board], f"{self.folder}/{board}/board.yaml"
        line, other = head["like"].lines[table], head["like"][table]
        if not isinstance(other, str) or other not in self.heads:
            hint = suggest(str(other), self.heads)
            self.findings.append(Finding(f"{table} like unknown board '{other}'", name, line, hint))
            return own
        if (other, table) in self.tables and self.tables[other, table] is None:
            what = f"{table} are like themselves in the end"
            self.findings.append(Finding(what, name, line, "let one board have them all"))
            return own
        base = {row.key: row for row in self._table(other, table)}
        self._drop(base, board, table)
        for row in own:
            if row.key in base and base[row.key] == row:
                at = f"{base[row.key].file}:{base[row.key].line}"
                self.findings.append(row.finding(f"'{' '.join(row.key)}' is as {at} has it", "remove the row"))
            row.home = base[row.key].home if row.key in base else row.home
            base[row.key] = row
        return list(base.values())

    def _drop(self, base: dict[tuple[str, ...], CsvRow], board: str, table: str) -> None:
        """Take away the rows that ``without`` names, and the borders of spaces that it names."""
        without, name = self.heads[board].get("without", {}), f"{self.folder}/{board}/board.yaml"
        rows = without.get(table, [])
        for said, line in zip(rows, getattr(rows, "lines", []), strict=False):
            key = tuple(str(said).split())
            if base.pop(key, None) is None:
                hint = suggest(" ".join(key), [" ".join(each) for each in base]) or "remove it"
                self.findings.append(Finding(f"'{' '.join(key)}' is not among the {table}", name, line, hint))
        if SHEETS[table].pairs:
            gone = {str(space) for space in without.get("spaces", [])}
            for key in [key for key in base if gone & set(key)]:
                del base[key]


def _wrong_head(head: Any, board: str, name: str) -> Iterator[Finding]:
    if head["id"] != board:
        what = f"board '{head['id']}' stands in the folder of '{board}'"
        yield Finding(what, name, head.lines["id"], "rename one")
    if not head["order"].isdigit():
        yield Finding(f"order '{head['order']}' is not a number", name, head.lines["order"], "write one")
    if head["covers"] not in _COVERS:
        hint = suggest(head["covers"], _COVERS) or f"one of {', '.join(_COVERS)}"
        yield Finding(f"unknown covers '{head['covers']}'", name, head.lines["covers"], hint)
    for table, rows in head.get("without", {}).items():
        if not isinstance(rows, list):
            yield Finding(
                f"'without' of {table} must be a list", name, head["without"].lines[table], "see docs/data.md"
            )
    yield from wrong_totals(head["totals"], name, head.lines["totals"])
