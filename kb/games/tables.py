"""The tables of a board: how they are read, and what authors write in them and in ``board.yaml``.

CSV files are read strictly: known columns only, every cell as its column says, no key twice.

A cell that does not apply is empty, a figure that is there and not known is
``?``; the items of a list are separated by ``;``. Every row knows its file and line, so that whoever checks it further
can say where.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from kb.base.errors import Finding
from kb.base.shape import Shape, kinds_of, suggest

MAX_BYTES = 1_000_000
_NUMBER = "a whole number"
#: a figure that is there, and that nobody knows
UNKNOWN = "?"
#: no figure of a board is larger
_MOST = 999


@dataclass(frozen=True, slots=True)
class TableSchema:
    """What a table looks like: its columns and the ones that tell its rows apart.

    A column is ``text``, ``list``, ``number``, or ``figure``, a number that may be unknown; ``text?`` and so on may be
    empty or left out. A row with figures has ``unknown``, the columns of those that are.
    The order of a key's cells does not count where the rows are ``pairs``. ``unlocks`` says what can be done with the
    table.
    """

    key: tuple[str, ...]
    columns: dict[str, str]
    pairs: bool = False
    unlocks: str = ""


class CsvRow(dict[str, Any]):
    """The cells of a row, every column present: text, numbers (None: empty) and tuples.

    ``home`` is the first board with a row of its key, where one board is like another.
    """

    def __init__(self, file: str, line: int, key: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.file, self.line, self.key, self.home = file, line, key, ""

    def finding(self, message: str, hint: str) -> Finding:
        """Return a finding about this row."""
        return Finding(message, self.file, self.line, hint)


def read(path: str, name: str, sheet: TableSchema) -> tuple[list[CsvRow], list[Finding]]:
    """Return the sound rows of a CSV file and all findings; ``name`` is how messages call the file."""
    try:
        if os.path.getsize(path) > MAX_BYTES:
            return [], [Finding(f"larger than {MAX_BYTES:,} bytes", name, 0, "split it")]
        with open(path, encoding="utf-8", newline="") as file:
            lines = list(_lines(file))
    except UnicodeDecodeError as error:
        return [], [Finding("not UTF-8 text", name, 0, f"byte {error.start} is invalid; save it as UTF-8")]
    except OSError as error:
        return [], [Finding(f"cannot be read ({error.strerror})", name, 0, "restore the file")]
    except csv.Error as error:
        return [], [Finding(f"not valid CSV: {error}", name, 0, "check the quotes")]
    if not lines:
        return [], [Finding("an empty table", name, 0, f"begin with the columns {', '.join(sheet.columns)}")]
    (at, header) = lines[0]
    findings = [*_header(header, sheet, name, at)]
    return ([], findings) if findings else _rows(lines[1:], header, sheet, name)


def _lines(file: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """(line, cells) of every record; the line is the one it begins on."""
    reader = csv.reader(file, strict=True)
    begins = 1
    for cells in reader:
        yield begins, cells
        begins = reader.line_num + 1


def _header(header: list[str], sheet: TableSchema, name: str, at: int) -> Iterator[Finding]:
    for column in dict.fromkeys(header):
        if column not in sheet.columns:
            hint = suggest(column, sheet.columns) or f"the columns are {', '.join(sheet.columns)}"
            yield Finding(f"unknown column '{column}'", name, at, hint)
        if header.count(column) > 1:
            yield Finding(f"column '{column}' is there twice", name, at, "remove one")
    for column, kind in sheet.columns.items():
        if column not in header and not kind.endswith("?"):
            yield Finding(f"column '{column}' is missing", name, at, "add it")


def _rows(
    lines: list[tuple[int, list[str]]], header: list[str], sheet: TableSchema, name: str
) -> tuple[list[CsvRow], list[Finding]]:
    rows: list[CsvRow] = []
    findings: list[Finding] = []
    first: dict[tuple[str, ...], int] = {}
    for line, cells in lines:
        row = CsvRow(name, line)
        if len(cells) != len(header):
            what = f"{len(cells)} cells where there are {len(header)} columns"
            findings.append(row.finding(what, "check the commas"))
            continue
        told = dict(zip(header, cells, strict=True))
        bad = [found for column in sheet.columns for found in _cell(row, column, told.get(column, ""), sheet)]
        findings += bad
        if bad:
            continue
        row.key = key_of(row, sheet)
        if row.key in first:
            findings.append(row.finding(f"'{' '.join(row.key)}' is there twice", f"first on line {first[row.key]}"))
        else:
            first[row.key] = line
            rows.append(row)
    return rows, findings


def _cell(row: CsvRow, column: str, text: str, sheet: TableSchema) -> list[Finding]:
    """Put the value of one cell into the row; findings if it cannot be."""
    kind = sheet.columns[column].removesuffix("?")
    strange = next((c for c in text if not (c.isprintable() or c.isspace())), "")
    if strange:
        return [row.finding(f"{column} has the character U+{ord(strange):04X}", "remove it")]
    if text != " ".join(text.split()):
        return [row.finding(f"{column} '{text}' has superfluous spaces or line breaks", "write it with single spaces")]
    if not text and kind == sheet.columns[column]:
        return [row.finding(f"{column} is empty", f"write {_NUMBER if kind == 'number' else 'it'}")]
    if kind == "figure":
        row["unknown"] = (*row.get("unknown", ()), *((column,) if text == UNKNOWN else ()))
        text = "" if text == UNKNOWN else text
    if kind in ("number", "figure"):
        if text and not (text.isascii() and text.isdigit()):
            return [row.finding(f"{column} '{text}' is not a number", f"write {_NUMBER}, in digits")]
        if len(text) > len(str(_MOST)):
            return [row.finding(f"{column} '{text[:12]}' is too large", f"at most {_MOST}")]
        row[column] = int(text) if text else None
    elif kind == "list":
        row[column] = tuple(text.split(";")) if text else ()
        if "" in row[column] or len(set(row[column])) < len(row[column]):
            return [row.finding(f"{column} '{text}' has an empty or double part", "separate a list by single ';'")]
    else:
        row[column] = text
    return []


def key_of(row: CsvRow, sheet: TableSchema) -> tuple[str, ...]:
    """Return the cells that tell the row apart from others; a pair is the same both ways."""
    cells = tuple(str(row[column]) for column in sheet.key)
    return tuple(sorted(cells)) if sheet.pairs else cells


# -- the keys of ``board.yaml`` and the columns of its tables, each with what it is for


def _sheet(key: str, columns: str, *, unlocks: str = "", pairs: bool = False) -> TableSchema:
    """Return a table by the columns of its key, and its columns (:func:`kb.base.shape.kinds_of`); one without a kind
    has text. ``unlocks`` is what can be done with it."""
    kinds = {name: f"text{kind}" if kind in ("", "?") else kind for name, kind in kinds_of(columns).items()}
    return TableSchema(tuple(key.split()), kinds, pairs, unlocks)


_PAIR = """
    one    One of the two.
    other  The other one.
"""
_PLACEMENT = """
    space         Where they stand.
    power         Whose they are.
    unit          Their type.
    count=number  How many, 1 or more.
    note=?        A remark for readers.
"""
SHEETS = {
    # A territory or sea zone.
    "spaces": _sheet(
        "space",
        """
        space           Its id: the printed name in small letters, with hyphens; of a numbered sea zone `sz` and its number.
        name            The printed name.
        also=list?      How others spell it.
        kind            Land or sea.
        owner=?         The power whose emblem it bears; empty: none.
        held_by=?       The power that holds it at the start; empty: none.
        value=figure?   The income that is printed on it, in IPCs.
        neutral=?       Whom a neutral is friendly to; empty: it is no neutral.
        army=number?    How many infantry a neutral raises when it is attacked.
        economy=?       Of a power with several economies: the one that it is of.
        city=?          The victory city in it.
        needs=list?     The spaces that its income depends on.
        marks=list?     What else is so, such as `impassable`: ids of `data/games/marks.yaml`.
        """,
        unlocks="with them kb ask can place units",
    ),
    # Two spaces that border each other, once.
    "borders": _sheet(
        "one other",
        f"{_PAIR}    basis=?  `outlines` where only the drawn map shows it.\n",
        unlocks="with them units can move",
        pairs=True,
    ),
    # A type of unit.
    "units": _sheet(
        "unit",
        """
        unit                    Its id: the printed name in small letters, with hyphens.
        name                    What it is called.
        kind                    Where it belongs.
        cost=figure?            What it costs, in IPCs.
        attack=figure?          The largest number of a die with which it hits when it attacks, 0 to 6.
        defense=figure?         The same when it defends.
        move=figure?            How many spaces it moves in a turn.
        hits=figure?            With how many hits it is lost.
        transport_cost=figure?  How much of the room of a transport it takes.
        transport_room=figure?  How much room it has for land units.
        carrier_cost=figure?    How much of the room of a carrier it takes.
        carrier_room=figure?    How much room it has for aircraft.
        note=?                  A remark for readers.
        """,
        unlocks="with them kb ask knows what can stand somewhere, and kb search tells prices",
    ),
    # Units at the start.
    "setup": _sheet(
        "space power unit",
        _PLACEMENT,
        unlocks="with it a case can begin from: setup",
    ),
    # A power.
    "powers": _sheet(
        "power",
        """
        power           Its id, one of `powers` in `game.yaml`.
        side            Its side.
        turn=number     The place of its turn in a round, from 1; powers of one number play together.
        capitals=list?  Its capitals.
        note=?          A remark for readers.
        """,
        unlocks="with them somebody can have a turn, units and land",
    ),
    # What a power begins with; of each of its economies, where it has several.
    "treasury": _sheet(
        "power economy",
        """
        power        The power.
        economy=?    The economy, where it has several.
        ipc=number?  In IPCs; empty: it holds no money.
        """,
        unlocks="with it units can be bought",
    ),
    # A canal or strait between two sea zones.
    "canals": _sheet(
        "canal",
        """
        canal       Its id.
        name        What it is called.
        one         One of the zones.
        other       The other one.
        lands=list  The territories that a power must hold to pass.
        note=?      A remark for readers.
        """,
    ),
    # A development.
    "technology": _sheet(
        "chart number",
        """
        technology     Its id.
        name           What it is called.
        chart=number   The chart on which it is, from 1.
        number=number  The number of the die there, 1 to 6.
        effect=?       What it does, in words.
        confidence     How sure it is.
        """,
    ),
    # What pays a power on a condition.
    "objectives": _sheet(
        "objective",
        """
        objective     Its id.
        power         Whom it pays.
        ipc=number    How much, in IPCs.
        pays          When: each turn, for each of its spaces, or one time only.
        spaces=list?  The spaces that its condition is about.
        condition     The condition, in words.
        holder=?      The power or side that has to hold them.
        least=number? How many of them are enough; empty: all.
        first=list?   Only those of these powers, or of neutrals of a kind, at first.
        without=list? What keeps it from paying.
        whose=list?   The powers of whom that is said.
        free=list?    Territories that the other side may not hold.
        economy=?     The economy that is paid.
        spared=list?  Powers on which it may have declared no war.
        """,
    ),
    # Two spaces that touch in a mere point and do not border each other.
    "apart": _sheet(
        "one other",
        f"{_PAIR}    confidence  How sure it is.\n",
        pairs=True,
    ),
    # Units that were left out of the set-up; `note` says why.
    "disputed": _sheet("space power unit", _PLACEMENT),
    # Two powers that begin at war, where not all of both sides do.
    "wars": _sheet("one other", _PAIR, pairs=True),
}
#: the tables that every board has
NEEDED = ("spaces", "borders", "units", "setup", "powers", "treasury")

HEAD = Shape.of(
    """
    id             What commands call it; the name of its folder.
    order=number          Its place among the boards of the game, from 1.
    title          What it is called.
    printing       The printing that it is of, such as its year.
    document       The document that interprets it, an id of `data/documents.yaml`.
    covers         `everything`; `map` where the document holds for the map alone; `part` where no more than a part of
      the map is known, and treasuries are not compared with the values of spaces.
    about          A sentence of our own.
    owners=list?   Owners of spaces that are no powers.
    like=table?    By table the board that it begins as; then a row with the same key stands in its place.
    without=table? By such a table the rows that fall away.
    totals=table   How many rows there have to be, so that none can be lost; see below.
    """
)
TOTALS = Shape.of(
    """
    source              Where the figures come from: an id of `evidence.yaml`.
    territories=number         How many territories there are.
    sea_zones=number           How many sea zones.
    borders=number             How many borders.
    value=number               The sum of the printed values.
    units=table         By power how many units it begins with.
    rows=table          By table how many rows its CSV file in this folder has.
    objectives=table?   By power the sum of what its objectives pay.
    least=number?             The sum of `least` of the objectives.
    technology=table?   By chart how many developments are on it.
    """
)
#: ``evidence.yaml`` beside the boards: a row of its sources, and one of what was decided and of what is uncertain
SOURCE = Shape.of(
    """
    id           Its id, which `totals` of a board names.
    boards=list  The boards that it is about.
    title        What it is, so that others can find it.
    for          What was taken from it.
    """
)
NOTE = Shape.of(
    """
    id            Its id.
    boards=list   The boards that it is about.
    confidence    `stated` in an official document, `public` in a named source, or `unverified`.
    says          What was decided against a source, or what is not certain.
    spaces=list?  The spaces that it is about.
    """
)
EVIDENCE = Shape.of(
    """
    sources=list    Where the facts of the boards come from.
    decided=list    What was decided against a source.
    uncertain=list  What is not certain.
    """
)
