"""Tables of boards, read from CSV files: the fields of a dataclass are the columns.

A cell that does not apply is empty, an unknown figure is ``?``, and the items of a list are separated by ``;``.
"""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kb.base import yamlfile
from kb.base.data_files import AsWritten, Fields, Many, record_of
from kb.base.errors import BadInput, Finding
from kb.base.shape import FileReader, Names, Record, ValueKind
from kb.base.written import YamlList, YamlMapping

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


@dataclass
class Sheet:
    """A table of a board: the type of a row, and the columns that distinguish rows, in any order for ``pairs``.

    ``id`` is the column of the field ``id``, by default the first column of the key.
    """

    of: type[DataclassInstance]
    key: str
    id: str = ""
    pairs: bool = False

    @property
    def id_column(self) -> str:
        """The column of the field ``id``."""
        return self.id or self.key.split()[0]


@dataclass
class Row:
    """A row of a table. ``home`` is the first board with a row of its key, in a chain of boards that are like each
    other. The type of ``value`` depends on the table."""

    value: Any
    key: tuple[str, ...]
    file: str
    line: int
    home: str

    def finding(self, message: str, hint: str) -> Finding:
        """Return a finding about this row."""
        return Finding(message, self.file, self.line, hint)


def read_csv(path: str, name: str, sheet: Sheet, home: str) -> tuple[list[Row], list[Finding]]:
    """Return the valid rows of a CSV file and all findings; an unreadable file has no rows.

    ``name`` is the name of the file in messages, ``home`` the id of the board, which each row keeps.
    """
    try:
        lines = list(_lines(yamlfile.text_in(path, name)))
        return _read(lines, FileReader(Names(), name), sheet, home)
    except BadInput as error:
        return [], error.findings
    except csv.Error as error:
        return [], [Finding(f"not valid CSV: {error}", name, 0, "check the quotes")]


def _read(
    lines: list[tuple[int, list[str]]], reader: FileReader, sheet: Sheet, home: str
) -> tuple[list[Row], list[Finding]]:
    """Return the valid rows of the board ``home``, and all findings, from the lines of a CSV file with their numbers.
    No rows are read if the header is wrong."""
    columns = record_of(sheet.of, sheet.id_column)
    known = {**columns.required, **columns.optional}
    if not lines:
        reader.add_finding("the table is empty", 0, f"begin with the columns {', '.join(known)}")
        return [], reader.findings
    (at, header), *rest = lines
    names = (dict.fromkeys(of, AsWritten()) for of in (columns.required, columns.optional))
    Record("a table", *names).read(reader, dict.fromkeys(header, ""), at)
    for column in known:
        if header.count(column) > 1:
            reader.add_finding(f"column '{column}' occurs twice", at, "remove one")
    rows: dict[tuple[str, ...], Row] = {}
    for line, cells in () if reader.findings else rest:
        wrong = list(_wrong_cells(header, cells, known, columns.required))
        for what, hint in wrong:
            reader.add_finding(what, line, hint)
        node = None if wrong else _node(line, header, cells, known)
        value = Fields(sheet.of, sheet.id_column).read(reader, node, line) if node else None
        if value is not None:
            key = tuple(str(getattr(value, each if hasattr(value, each) else "id")) for each in sheet.key.split())
            row = Row(value, tuple(sorted(key)) if sheet.pairs else key, reader.file, line, home)
            if rows.setdefault(row.key, row) is not row:
                first = f"first on line {rows[row.key].line}; remove one"
                reader.add_finding(f"'{' '.join(row.key)}' occurs twice", line, first)
    return [*rows.values()], reader.findings


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of the first line of each record of a CSV text, and its cells. Raises :class:`csv.Error`."""
    reader = csv.reader(text.splitlines(keepends=True), strict=True)
    begins = 1
    for cells in reader:
        yield begins, cells
        begins = reader.line_num + 1


def _node(line: int, header: list[str], cells: list[str], known: Mapping[str, ValueKind]) -> YamlMapping[object]:
    """Return the non-empty cells of a row as a mapping of YAML; lists are split by the kinds of columns, ``known``."""
    node = YamlMapping[object](line)
    for column, text in zip(header, cells, strict=True):
        if text:
            node[column], node.lines[column] = text, line
            if isinstance(known[column], Many):
                parts = YamlList(line)
                node[column] = parts
                parts += text.split(";")
                parts.lines += [line] * len(parts)
    return node


def _wrong_cells(
    header: list[str], cells: list[str], known: Mapping[str, ValueKind], required: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Yield each error in the form of the cells of a row, and a hint; ``known`` has the kinds of all columns."""
    if len(cells) != len(header):
        yield f"{len(cells)} cells in a table of {len(header)} columns", "check the commas"
        return
    for column, text in zip(header, cells, strict=True):
        strange = next((c for c in text if not (c.isprintable() or c.isspace())), "")
        parts = text.split(";") if isinstance(known[column], Many) and text else ["any"]
        if strange:
            yield f"{column} has the character U+{ord(strange):04X}", "remove it"
        elif text != " ".join(text.split()):
            yield f"{column} '{text}' has superfluous spaces or line breaks", "write it with single spaces"
        elif not text and column in required:
            yield f"{column} is empty", "write a value"
        elif "" in parts or len(set(parts)) < len(parts):
            yield f"{column} '{text}' has an empty or repeated item", "write each item once, with one ';' between two"
