"""Loads the boards of the games from ``data/games/<game>/boards/``, with all findings at once.

A board is a folder: ``board.yaml`` and a CSV file for each table. If ``like`` names another board for a table, the
table begins as that board's: a row with the same key replaces the other board's, other rows are added, and ``without``
names the rows that are left out (with a space, its borders). The sources of the facts, decisions against a source, and
uncertain facts are in ``boards/evidence.yaml``.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from dataclasses import replace

from kb.base import data_files, yamlfile
from kb.base.errors import BadInput, Collector, Finding, NotFound, raise_if
from kb.base.shape import suggest
from kb.games import board_checks, catalogue
from kb.games.board_checks import NEEDED, SHEETS, BoardTables, Head, Note, Source
from kb.games.board_model import Board, PowerSeat, SpaceMark, find_board
from kb.games.rulesets import is_draft
from kb.games.sheets import Row, read_csv
from kb.model.corpus import Game


def load_boards(data: str) -> tuple[Board, ...]:
    """Return all boards, ordered by game, then by their own order, except those of games that are drafts. Raises
    :class:`BadInput` with every finding."""
    collect, marks = Collector(), load_marks(data)
    games = (game for game in catalogue.games(data) if not is_draft(data, game.id))
    found = [collect(_BoardReader(data, game, marks).boards) for game in games]
    collect.close()
    return tuple(board for some in found for board in some or ())


def boards_of(data: str, game: str) -> tuple[Board, ...]:
    """Return the boards of one game, in order. Raises :class:`BadInput` with every finding, or :class:`NotFound`."""
    games = {each.id: each for each in catalogue.games(data)}
    if game not in games:
        hint = suggest(game, games) or f"games are: {', '.join(games)}"
        raise NotFound(Finding(f"there is no game '{game}'", hint=hint))
    return tuple(_BoardReader(data, games[game], load_marks(data)).boards())


def load_board(data: str, game: str, board: str) -> Board:
    """Return one board of a game. Raises :class:`BadInput` with every finding of that game, or :class:`NotFound`."""
    return find_board(boards_of(data, game), game, board)


def load_marks(data: str) -> tuple[SpaceMark, ...]:
    """Return the marks that a space can have. Raises :class:`BadInput`."""
    return data_files.read_list(data, "games/marks.yaml", "marks", SpaceMark)


def ids(data: str, game: str) -> list[str]:
    """Return the ids of the boards of a game, from its folders, sorted by name."""
    found = glob.glob(os.path.join(data, "games", game, "boards", "*", ""))
    return sorted(os.path.basename(os.path.dirname(path)) for path in found)


class _BoardReader:
    """Reads the boards of one game; each table is read once, even if other boards are like it."""

    def __init__(self, data: str, game: Game, marks: tuple[SpaceMark, ...]) -> None:
        self.data, self.game, self.marks = data, game, marks
        self.path, self.folder = os.path.join(data, "games", game.id, "boards"), f"data/games/{game.id}/boards"
        self.findings: list[Finding] = []
        self.heads: dict[str, Head] = {}
        self.tables: dict[tuple[str, str], list[Row] | None] = {}

    def boards(self) -> list[Board]:
        """Return the boards in their order. Raises :class:`BadInput` with the findings of the first failing stage."""
        found = [self._head(os.path.basename(os.path.dirname(path))) for path in sorted(glob.glob(f"{self.path}/*/"))]
        raise_if(self.findings)
        self.heads = {head.id: head for head in found if head}
        boards = [self._read_tables(head) for head in self.heads.values()]
        raise_if(dict.fromkeys(self.findings))
        if not boards:
            return []
        self.findings += [finding for board in boards for finding in board_checks.check(board)]
        sources = self._sources(boards)
        raise_if(dict.fromkeys(self.findings))
        summed = board_checks.summed
        raise_if(finding for board in boards for finding in summed(board, sources[board.head.id], rows=True))
        for board in boards:
            wrong = [*board_checks.wrong_treasuries(board)]
            self.findings += wrong or summed(board, sources[board.head.id], rows=False)
        raise_if(self.findings)
        return [self._board(board) for board in sorted(boards, key=lambda board: board.head.order)]

    def _head(self, board: str) -> Head | None:
        """Return the ``board.yaml`` of a board; None, with findings, if it cannot be read.

        A wrong id is only a finding.
        """
        name = f"{self.folder}/{board}/board.yaml"
        try:
            head = data_files.value_of(Head, yamlfile.load(os.path.join(self.path, board, "board.yaml"), name), name)
        except BadInput as error:
            self.findings += error.findings
            return None
        if head.id != board:
            what = f"board '{head.id}' is in the folder of '{board}'"
            self.findings.append(Finding(what, name, head.lines["id"], "rename the board or the folder"))
        return head

    def _sources(self, boards: Iterable[BoardTables]) -> dict[str, list[str]]:
        """Return the sources of each board in ``evidence.yaml``, and check the whole file."""
        keys = {"sources": tuple[Source, ...], "decided": tuple[Note, ...], "uncertain": tuple[Note, ...]}
        file = f"games/{self.game.id}/boards/evidence.yaml"
        found = data_files.read(self.data, file, keys, "file of evidence", findings=self.findings)
        spaces = {board.head.id: {*board.ids("spaces")} for board in boards}
        rows = (row for key in keys for row in found[key])
        self.findings += board_checks.wrong_evidence(rows, spaces)
        return {board: [row.id for row in found["sources"] if board in row.boards] for board in spaces}

    def _read_tables(self, head: Head) -> BoardTables:
        """Return the tables of a board. Add findings about unknown tables and files, and about tables that are under
        ``without`` but not under ``like``."""
        like, without = head.like, head.without
        for table, line in [*like.lines.items(), *without.lines.items()]:
            if table not in SHEETS:
                self._wrong(head, f"unknown table '{table}'", line, suggest(table, SHEETS))
        for table in without.keys() - like.keys():
            self._wrong(head, f"'{table}' is under 'without', but not under 'like'", without.lines[table], "remove it")
        for path in glob.glob(os.path.join(self.path, head.id, "*.csv")):
            file = os.path.basename(path)
            if file.removesuffix(".csv") not in SHEETS:
                hint = suggest(file, [f"{table}.csv" for table in SHEETS]) or "remove it"
                self.findings.append(Finding("is not a table of a board", f"{self.folder}/{head.id}/{file}", 0, hint))
        tables = {table: self._table(head, table) for table in SHEETS}
        return BoardTables(tables, self.game.powers, self.marks, head)

    def _wrong(self, head: Head, message: str, line: int, hint: str) -> None:
        """Add a finding about a line of ``board.yaml``."""
        self.findings.append(Finding(message, head.file, line, hint))

    def _table(self, head: Head, table: str) -> list[Row]:
        """Return the rows of a table, merged with the rows of the board that it is like."""
        key = (head.id, table)
        if key not in self.tables:
            self.tables[key] = None
            own = self._own(head, table)
            self.tables[key] = self._layered(head, table, own) if table in head.like else own
        return self.tables[key] or []

    def _own(self, head: Head, table: str) -> list[Row]:
        """Return the valid rows of a board's file of a table; empty if it is optional and missing. Add its findings."""
        path, name = os.path.join(self.path, head.id, f"{table}.csv"), f"{self.folder}/{head.id}/{table}.csv"
        optional = table not in NEEDED or table in head.like
        if optional and not os.path.exists(path):
            return []
        rows, bad = read_csv(path, name, SHEETS[table], head.id)
        self.findings += bad
        if not (rows or bad or optional or table == "setup"):
            self.findings.append(Finding("the table is empty", name, 0, "add its rows"))
        return rows

    def _layered(self, head: Head, table: str, own: list[Row]) -> list[Row]:
        """Return the rows of the board that a table is like, with the ``own`` rows in place of rows with the same key,
        and without the rows that ``without`` names."""
        line, other = head.like.lines[table], head.like[table]
        if other not in self.heads:
            self._wrong(
                head,
                f"'like' takes the table '{table}' from '{other}', which is not a board",
                line,
                suggest(other, self.heads),
            )
            return own
        if (other, table) in self.tables and self.tables[other, table] is None:
            hint = "write all rows into the table of one of the boards"
            self._wrong(head, f"'like' of {table} is circular", line, hint)
            return own
        base = {row.key: row for row in self._table(self.heads[other], table)}
        self._drop(base, head, table)
        for row in own:
            if before := base.get(row.key):
                row.home = before.home
                if before.value == row.value:
                    what = f"'{' '.join(row.key)}' is the same as at {before.file}:{before.line}"
                    self.findings.append(row.finding(what, "remove the row"))
            base[row.key] = row
        return list(base.values())

    def _drop(self, base: dict[tuple[str, ...], Row], head: Head, table: str) -> None:
        """Remove from ``base`` the rows that ``without`` names, and the borders of spaces that it names. Add a finding
        for each row that is missing."""
        gone = head.without.get(table, ())
        for words, line in zip(gone, gone.lines if gone else (), strict=True):
            if base.pop(tuple(words.split()), None) is None:
                hint = suggest(words, [" ".join(each) for each in base]) or "remove it"
                self._wrong(head, f"'{words}' under 'without' is not a row of {table}", line, hint)
        if SHEETS[table].pairs:
            for key in [key for key in base if not {*head.without.get("spaces", ())}.isdisjoint(key)]:
                del base[key]

    def _board(self, board: BoardTables) -> Board:
        """Return the board that is made of valid tables."""
        head, rows = board.head, {table: tuple(board.values(table)) for table in SHEETS}
        return Board(
            head.id,
            self.game.id,
            head.title,
            head.printing,
            head.document,
            spaces=tuple(replace(row.value, map=row.home) for row in board.tables["spaces"]),
            borders=rows["borders"],
            canals=rows["canals"],
            units=rows["units"],
            setup=rows["setup"],
            powers=tuple(sorted(_seats(board), key=lambda power: power.turn)),
            technologies=rows["technology"],
            objectives=rows["objectives"],
            marks=self.marks,
            wars=tuple((war.one, war.other) for war in rows["wars"]),
        )


def _seats(board: BoardTables) -> Iterator[PowerSeat]:
    """Yield the powers of a board, each with its treasuries."""
    for seat in board.values("powers"):
        yield replace(seat, treasuries=tuple(each for each in board.values("treasury") if each.power == seat.id))
