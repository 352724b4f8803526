"""Values read from data files: the fields of a dataclass are the columns of a CSV file, or the keys of a table in YAML.

The annotation of a field says what is written: text, a number, a word of an enumeration, a list or a table of these,
or further records. A field with a default may be left out; one that is ``made`` is in no file. Unknown and doubled
columns and keys are findings.

In CSV a cell that does not apply is empty, a :data:`kb.games.board_model.Figure` that is there and not known is ``?``,
and the items of a list are separated by ``;``.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from kb.base import yamlfile
from kb.base.errors import BadInput, Finding, raise_if
from kb.base.shape import Record, check, keys, suggest, unique
from kb.base.written import YamlList, YamlMapping

V = TypeVar("V")
#: no figure is larger
MOST = 999


class Written(NamedTuple):
    """How a field is written: the kind of each item, what holds the items, and whether it may be unknown."""

    field: str
    kind: Any
    holder: type | None
    optional: bool
    figure: bool


@cache
def columns(kind: Any, id: str = "id") -> dict[str, Written]:
    """Return the columns or keys of a dataclass by their names; ``id`` is what the field of that name is called."""
    hints, found = get_type_hints(kind), {}
    for each in fields(kind):
        if "made" not in each.metadata:
            of = hints[each.name]
            if get_origin(of) is UnionType and NoneType in get_args(of):
                of = get_args(of)[0]
            holder = {tuple: tuple, None: None, UnionType: None}.get(get_origin(of), dict)
            item = get_args(of)[holder is dict] if holder else of
            optional = not each.default is each.default_factory is MISSING
            name = id if each.name == "id" else each.name
            found[name] = Written(each.name, item, holder, optional, each.type == "Figure")
    return found


@cache
def shape_of(kind: Any, id: str = "id", optional: tuple[str, ...] = ()) -> Record:
    """Return the keys of a dataclass; those in ``optional`` may be left out, too."""
    kinds = {
        name: ("list" if is_dataclass(each.kind) else "texts")
        if each.holder is tuple
        else "table"
        if each.holder
        else "str"
        for name, each in columns(kind, id).items()
    }
    may = {name for name, each in columns(kind, id).items() if each.optional or name in optional}
    return keys(
        {name: kinds[name] for name in kinds if name not in may}, {name: kinds[name] for name in kinds if name in may}
    )


class _Wrong(ValueError):
    """A text that cannot be the value of a field: what is wrong, and the cure."""


def _value(name: str, kind: Any, text: str) -> Any:
    """Return the value that a text stands for. Raises :class:`_Wrong`."""
    if kind is int:
        if not (text.isascii() and text.isdigit()):
            raise _Wrong(f"{name} '{text}' is not a number", "write a whole number, in digits")
        if len(text) > len(str(MOST)):
            raise _Wrong(f"{name} '{text[:12]}' is too large", f"at most {MOST}")
        return int(text)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        if text not in set(kind):
            raise _Wrong(f"unknown {name} '{text}'", suggest(text, list(kind)) or f"one of {', '.join(kind)}")
        return kind(text)
    return text


def _entry(key: str, kind: Any, written: Any) -> Any:
    """Return a value of a table with any keys: text, or a number or names, whichever its kind has. Raises
    :class:`_Wrong`."""
    if kind is Any:
        return written
    if isinstance(written, list) and kind is not str and all(isinstance(each, str) for each in written):
        return tuple(written)
    if isinstance(written, str) and (
        kind is str or (written.isascii() and written.isdigit() and get_args(kind)[0] is int)
    ):
        return _value(key, kind if kind is str else int, written)
    may = {str: "text", tuple: "a list of names"}.get(get_origin(kind) or kind, "a number or a list of names")
    raise _Wrong(f"'{key}' must be {may}", "see docs/data.md")


def _built(kind: Any, node: Any, file: str, line: int, findings: list[Finding], id: str = "id", /, **more: Any) -> Any:
    """Return the value of a table with known keys, or None with a finding; a kind with ``line`` and ``file`` has these
    of its table, one with ``lines`` those of what is ``given``."""
    known, before = columns(kind, id), len(findings)
    told: dict[str, Any] = dict(more)
    for name, written in node.items():
        own = known[name]
        if own.figure and written == "?":
            told["unknown"] = (*told.get("unknown", ()), name)
            continue
        entries = [(name, written, node.lines[name])]
        if own.holder is dict:
            entries = [(key, each, written.lines[key]) for key, each in written.items()]
        elif own.holder is tuple:
            entries = [(name, *each) for each in zip(written, written.lines, strict=True)]
        values = []
        for key, each, at in entries:
            try:
                if is_dataclass(own.kind):
                    what = "rule" if name == "otherwise" else name.removesuffix("s")
                    values.append(record(own.kind, each, file, what, at, findings))
                else:
                    values.append((_entry if own.holder is dict else _value)(key, own.kind, each))
            except _Wrong as wrong:
                findings.append(Finding(wrong.args[0], file, at, wrong.args[1]))
        if len(findings) == before:
            told[own.field] = (
                dict(zip(written, values, strict=True))
                if own.holder is dict
                else tuple(values)
                if own.holder
                else values[0]
            )
    if len(findings) > before:
        return None
    place = {"line": line, "file": file, "lines": getattr(node.get("given"), "lines", {})}
    return kind(**{each.name: place[each.name] for each in fields(kind) if each.name in place} | told)


# -- YAML


def record(kind: Any, node: Any, file: str, what: str, line: int, findings: list[Finding], /, **more: Any) -> Any:
    """Return the value of a table, or None where it is wrong; ``more`` are fields, or what stands for them where they
    are left out."""
    if bad := check(node, shape_of(kind, optional=tuple(more)), file, what, line):
        findings += bad
        return None
    return _built(kind, node, file, line, findings, **more)


def read_list(data: str, file: str, key: str, kind: type[V]) -> tuple[V, ...]:
    """Return the records under the only key of a file below ``data``. Raises :class:`BadInput` with every finding."""
    rows, name, what = yamlfile.read(data, file, {key: "list"}, f"list of {key}")[key], f"data/{file}", key[:-1]
    findings = unique(rows, "id", name, what)
    found = tuple(record(kind, row, name, what, line, findings) for row, line in zip(rows, rows.lines, strict=True))
    raise_if(findings)
    return found


# -- CSV


@dataclass
class Sheet:
    """A table of a board: what a row is, and the columns that tell rows apart, in any order where they are ``pairs``;
    ``id`` is the column of the field ``id``, by default the first of the key."""

    of: Any
    key: str
    id: str = ""
    pairs: bool = False

    @property
    def id_column(self) -> str:
        """The column of the field ``id``."""
        return self.id or self.key.split()[0]


@dataclass
class Row:
    """A row of a table. ``home`` is the first board with a row of its key, where one board is like another."""

    value: Any
    key: tuple[str, ...]
    file: str
    line: int
    home: str

    def finding(self, message: str, hint: str) -> Finding:
        """Return a finding about this row."""
        return Finding(message, self.file, self.line, hint)


def read_csv(path: str, name: str, sheet: Sheet, home: str) -> tuple[list[Row], list[Finding]]:
    """Return the sound rows of a CSV file and all findings; ``name`` is how messages call the file."""
    try:
        lines = list(_lines(yamlfile.text_in(path, name)))
    except BadInput as error:
        return [], error.findings
    except csv.Error as error:
        return [], [Finding(f"not valid CSV: {error}", name, 0, "check the quotes")]
    known = columns(sheet.of, sheet.id_column)
    if not lines:
        return [], [Finding("an empty table", name, 0, f"begin with the columns {', '.join(known)}")]
    (at, header) = lines[0]
    findings = check(
        _node(at, header, [""] * len(header), known), shape_of(sheet.of, sheet.id_column), name, "table", at
    )
    twice = (column for column in known if header.count(column) > 1)
    findings += (Finding(f"column '{column}' is there twice", name, at, "remove one") for column in twice)
    if findings:
        return [], findings
    rows: dict[tuple[str, ...], Row] = {}
    for line, cells in lines[1:]:
        bad = [Finding(what, name, line, cure) for what, cure in _wrong_cells(header, cells, known)]
        node = _node(line, header, cells, known, filled=True)
        value = None if bad else _built(sheet.of, node, name, line, bad, sheet.id_column)
        key = tuple(str(getattr(value, known[column].field, "")) for column in sheet.key.split())
        row = Row(value, tuple(sorted(key)) if sheet.pairs else key, name, line, home)
        if not bad and rows.setdefault(row.key, row) is not row:
            bad = [row.finding(f"'{' '.join(row.key)}' is there twice", f"first on line {rows[row.key].line}")]
        findings += bad
    return [*rows.values()], findings


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """(line, cells) of every record; the line is the one it begins on."""
    reader = csv.reader(text.splitlines(keepends=True), strict=True)
    begins = 1
    for cells in reader:
        yield begins, cells
        begins = reader.line_num + 1


def _node(
    line: int, header: list[str], cells: list[str], known: dict[str, Written], filled: bool = False
) -> YamlMapping:
    """Return a row as a table, as if it were YAML; only with its ``filled`` cells."""
    node = YamlMapping(line)
    for column, text in zip(header, cells, strict=False):
        if text or not filled:
            node[column], node.lines[column] = text, line
            if column in known and known[column].holder:
                parts = YamlList(line)
                parts += text.split(";")
                parts.lines += [line] * len(parts)
                node[column] = parts
    return node


def _wrong_cells(header: list[str], cells: list[str], known: dict[str, Written]) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the form of cells, and the cure."""
    if len(cells) != len(header):
        yield f"{len(cells)} cells where there are {len(header)} columns", "check the commas"
        return
    for column, text in zip(header, cells, strict=True):
        strange = next((c for c in text if not (c.isprintable() or c.isspace())), "")
        parts = text.split(";") if known[column].holder and text else [text or "?"]
        if strange:
            yield f"{column} has the character U+{ord(strange):04X}", "remove it"
        elif text != " ".join(text.split()):
            yield f"{column} '{text}' has superfluous spaces or line breaks", "write it with single spaces"
        elif not text and not known[column].optional:
            yield f"{column} is empty", "write it"
        elif "" in parts or len(set(parts)) < len(parts):
            yield f"{column} '{text}' has an empty or double part", "separate a list by single ';'"
