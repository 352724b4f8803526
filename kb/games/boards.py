"""Loads the boards of the games from ``data/games/<game>/boards/``, with every finding at once.

A board is a folder: ``board.yaml`` and a CSV file for each table. Where ``like`` names another board
for a table, the table begins as that board's: a row with the same key stands in its place, other rows
are added, and ``without`` names those that fall away (the borders of a space fall with it).
"""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable
from typing import Any

from kb import yamlfile
from kb.errors import BadInput, Finding, NotFound, raise_if
from kb.games import board_checks, board_totals, catalogue, evidence
from kb.games.board_checks import Scene
from kb.games.board_model import Board, SpaceMark
from kb.games.evidence import BoardEvidence
from kb.games.sheets import SHEETS, board_of
from kb.games.tables import Row, read
from kb.model import Game
from kb.shape import Shape, check, suggest

_TEXTS = ("id", "order", "title", "printing", "document", "covers", "about")
_HEAD = Shape(
    required={**dict.fromkeys(_TEXTS, "str"), "totals": "table"},
    optional={"owners": "list", "like": "table", "without": "table"},
)
#: the whole game, its map alone, or a part of the map: the rest is not known
_COVERS = ("everything", "map", "part")
_NEEDED = ("spaces", "borders", "units", "setup", "powers", "treasury")


def load_boards(data: str) -> tuple[Board, ...]:
    """Every board, in the order of the games and then their own. Raises :class:`BadInput` with every finding."""
    boards: list[Board] = []
    findings: list[Finding] = []
    known = evidence.marks(data)
    for game in catalogue.games(data):
        try:
            boards += _BoardReader(data, game, known).boards()
        except BadInput as error:
            findings += error.findings
    raise_if(dict.fromkeys(findings))
    return tuple(boards)


def boards_of(data: str, game: str) -> tuple[Board, ...]:
    """The boards of one game, in their order. Raises :class:`BadInput` with every finding, or :class:`NotFound`."""
    games = {each.id: each for each in catalogue.games(data)}
    if game not in games:
        raise NotFound(Finding(f"there is no game '{game}'", hint=suggest(game, games)))
    return tuple(_BoardReader(data, games[game], evidence.marks(data)).boards())


def ids(data: str, game: str) -> list[str]:
    """The ids of the boards that a game has a folder of."""
    found = glob.glob(os.path.join(data, "games", game, "boards", "*", ""))
    return sorted(os.path.basename(os.path.dirname(path)) for path in found)


def load_board(data: str, game: str, board: str) -> Board:
    """One board of a game. Raises :class:`BadInput` with every finding of that game, or :class:`NotFound`."""
    return one(boards_of(data, game), game, board)


def one(boards: Iterable[Board], game: str, board: str) -> Board:
    """The board of an id among those of a game. Raises :class:`NotFound`."""
    found = {each.id: each for each in boards}
    if board not in found:
        raise NotFound(Finding(f"there is no board '{board}' of '{game}'", hint=suggest(board, found)))
    return found[board]


class _BoardReader:
    """Reads the boards of one game; each table is read once, also where other boards are like it."""

    def __init__(self, data: str, game: Game, marks: dict[str, SpaceMark]) -> None:
        self.data, self.game, self.marks = data, game, marks
        self.folder = f"data/games/{game.id}/boards"
        self.findings: list[Finding] = []
        self.heads: dict[str, Any] = {}
        self.tables: dict[tuple[str, str], list[Row] | None] = {}

    def boards(self) -> list[Board]:
        for board in ids(self.data, self.game.id):
            self._head(board)
        raise_if(self.findings)
        scenes = {board: self._scene(board) for board in self.heads}
        raise_if(dict.fromkeys(self.findings))
        if not scenes:
            return []
        found = [finding for scene in scenes.values() for finding in board_checks.check(scene)]
        told, bad = evidence.load(self.data, self.game.id, {board: set(s.ids("spaces")) for board, s in scenes.items()})
        raise_if(dict.fromkeys((*found, *bad)))
        for compare in (self._counted, self._summed):
            raise_if(finding for board, scene in scenes.items() for finding in compare(board, scene, told[board]))
        inorder = sorted(self.heads, key=lambda board: int(self.heads[board]["order"]))
        return [board_of(self.heads[board], self.game.id, scenes[board], told[board]) for board in inorder]

    def _counted(self, board: str, scene: Scene, told: BoardEvidence) -> list[Finding]:
        return board_totals.counted(scene, self.heads[board]["totals"], f"{self.folder}/{board}")

    def _summed(self, board: str, scene: Scene, told: BoardEvidence) -> list[Finding]:
        sources = [source.id for source in told.sources]
        bad = board_totals.summed(scene, self.heads[board]["totals"], sources, f"{self.folder}/{board}")
        return board_checks.income(scene) or bad

    def _head(self, board: str) -> None:
        name = f"{self.folder}/{board}/board.yaml"
        try:
            head = yamlfile.load(os.path.join(self.data, "games", self.game.id, "boards", board, "board.yaml"), name)
        except BadInput as error:
            self.findings += error.findings
            return
        bad = check(head, _HEAD, name, "board") or _wrong_head(head, board, name)
        self.findings += bad
        if not bad:
            self.heads[board] = head

    def _scene(self, board: str) -> Scene:
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
        return Scene(tables, self.game.powers, tuple(head.get("owners", ())), self.marks, head["covers"])

    def _table(self, board: str, table: str) -> list[Row]:
        """The rows of a table, with what they are like and without what falls away."""
        if (board, table) not in self.tables:
            self.tables[board, table] = None
            own = self._own(board, table)
            like = self.heads[board].get("like", {})
            self.tables[board, table] = self._layered(board, table, own) if table in like else own
        return self.tables[board, table] or []

    def _own(self, board: str, table: str) -> list[Row]:
        path = os.path.join(self.data, "games", self.game.id, "boards", board, f"{table}.csv")
        optional = table not in _NEEDED or table in self.heads[board].get("like", {})
        if optional and not os.path.exists(path):
            return []
        rows, bad = read(path, f"{self.folder}/{board}/{table}.csv", SHEETS[table])
        self.findings += bad
        for row in rows:
            row.home = board
        return rows

    def _layered(self, board: str, table: str, own: list[Row]) -> list[Row]:
        head, name = self.heads[board], f"{self.folder}/{board}/board.yaml"
        line, other = head["like"].lines[table], head["like"][table]
        if not isinstance(other, str) or other not in self.heads:
            self.findings.append(
                Finding(f"{table} like unknown board '{other}'", name, line, suggest(str(other), self.heads))
            )
            return own
        if (other, table) in self.tables and self.tables[other, table] is None:
            self.findings.append(
                Finding(f"{table} are like themselves in the end", name, line, "let one board have them all")
            )
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

    def _drop(self, base: dict[tuple[str, ...], Row], board: str, table: str) -> None:
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


def _wrong_head(head: Any, board: str, name: str) -> list[Finding]:
    findings = []
    if head["id"] != board:
        findings.append(
            Finding(f"board '{head['id']}' stands in the folder of '{board}'", name, head.lines["id"], "rename one")
        )
    if not head["order"].isdigit():
        findings.append(Finding(f"order '{head['order']}' is not a number", name, head.lines["order"], "write one"))
    if head["covers"] not in _COVERS:
        hint = suggest(head["covers"], _COVERS) or f"one of {', '.join(_COVERS)}"
        findings.append(Finding(f"unknown covers '{head['covers']}'", name, head.lines["covers"], hint))
    for table, rows in head.get("without", {}).items():
        if not isinstance(rows, list):
            findings.append(
                Finding(f"'without' of {table} must be a list", name, head["without"].lines[table], "see docs/data.md")
            )
    return findings + board_totals.wrong(head["totals"], name, head.lines["totals"])
