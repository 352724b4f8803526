"""Reads CSV files strictly: known columns only, every cell as its column says, no key twice.

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
from kb.base.shape import suggest

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
        """A finding about this row."""
        return Finding(message, self.file, self.line, hint)


def read(path: str, name: str, sheet: TableSchema) -> tuple[list[CsvRow], list[Finding]]:
    """The sound rows of a CSV file and all findings; ``name`` is how messages call the file."""
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
    """The cells that tell the row apart from others; a pair is the same both ways."""
    cells = tuple(str(row[column]) for column in sheet.key)
    return tuple(sorted(cells)) if sheet.pairs else cells
