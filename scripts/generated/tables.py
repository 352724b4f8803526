"""The end of docs/data.md: keys that authors write, exported fields, tables and views, from their descriptions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from kb.corpus.curated import VERDICT
from kb.games.catalogue import GAME, SECTION
from kb.games.rulesets import ROWS, RULE_SET
from kb.games.sheets import HEAD, SHEETS, TOTALS
from kb.text import keys

if TYPE_CHECKING:
    from kb.store.tables.description import Column, Table, View

#: what stands before it in the page is written by hand
MARK = "<!-- From here on this page is written by scripts/generate.py; do not edit it. -->\n"
_BOARD, _RULES = "data/games/<game>/boards/<board>", "data/games/<game>/rules/<id>.yaml"
#: the tables of keys: heading, file, what may be written there
_KEYS = (
    ("What may be written of a game", "data/games/<game>/game.yaml", keys.of_shape(GAME)),
    ("What may be written of a section", "data/sections/<game>.yaml", keys.of_shape(SECTION)),
    ("What may be written of a ruling", "data/verdicts/<game>.yaml", keys.of_shape(VERDICT)),
    ("What may be written of a board", f"{_BOARD}/board.yaml", keys.of_shape(HEAD)),
    ("What stands below the `totals` of a board", f"{_BOARD}/board.yaml", keys.of_shape(TOTALS)),
    *((f"A row of `{name}.csv`", f"{_BOARD}/{name}.csv", keys.of_sheet(name)) for name in SHEETS),
    ("What may be written of a rule set", _RULES, keys.of_shape(RULE_SET)),
    *((f"A row of the `{name}` of a rule set", _RULES, keys.of_shape(shape)) for name, shape in ROWS.items()),
)
_PHRASINGS = """
In `data/phrasings/<game>.yaml` stand below `rulings`, by their ids, the ways to ask for each: 3 to 40 texts in words that its document does not
use; before one that asks for a yes or a no the word that answers it, perhaps with a condition (`{no: "must I unload all", condition: "..."}`).
"""
_EXPORT = """
## A ruling as `kb export` and `kb show --json` give it

One object a ruling; `kb show --json` prints one a line, as `kb export --format jsonl` does. In CSV, lists are parted by spaces;
`kb show --json --similar` also has `similar`.

| field | what it is |
| --- | --- |
"""
_TABLES = """
## The tables of the knowledge base

What `kb build` writes and `kb serve` shows. A list or object is JSON; the id of another table's row leads to it. Tables
that are not named here belong to the search (`kb/search/index.py`).
"""
_VIEWS = """
## The views

The tables as people read them.

| view | a row is |
| --- | --- |
"""


def page(current: str, tables: Iterable[Table], views: Iterable[View]) -> str:
    """The whole page: what is written by hand in the page as it was, then what is made."""
    kept = current.partition(MARK)[0]
    known = {table.name: table for table in tables}
    written = (row for each in _KEYS for row in _keys(*each))
    parts = [kept, MARK, *written, _PHRASINGS, _EXPORT, *_fields(known["rulings"]), _TABLES]
    for table in known.values():
        parts += _table(table)
    return "".join([*parts, _VIEWS, *(f"| `{view.name}` | {view.means} |\n" for view in views)])


def _keys(heading: str, file: str, rows: Iterable[keys.Row]) -> Iterator[str]:
    """A heading, the file, and a row for each key."""
    yield f"\n## {heading}\n\nIn `{file}`.\n\n| key | value | what it is for |\n| --- | --- | --- |\n"
    yield from (f"| `{key}` | {value} | {means} |\n" for key, value, means in rows)


def _fields(rulings: Table) -> Iterator[str]:
    """The columns that are exported, and the other fields."""
    from kb.store.tables.rulings import FIELDS

    columns = {name: rulings.columns[name].means for name in rulings.exported("json")}
    return (f"| `{name}` | {means} |\n" for name, means in {**columns, **FIELDS}.items())


def _table(table: Table) -> Iterator[str]:
    """A heading, a sentence, and a row for each column."""
    hidden = "" if table.shown else " Datasette does not list it."
    yield f"\n### `{table.name}`\n\n{table.means}{hidden} Key: {', '.join(f'`{name}`' for name in table.key)}.\n\n"
    yield "| column | kind | what it is |\n| --- | --- | --- |\n"
    for column in table.columns.values():
        yield f"| `{column.name}` | {_kind(column)} | {column.means} |\n"


def _kind(column: Column) -> str:
    """The kind of value a column has."""
    if not column.references:
        return column.kind
    return f"list of ids of `{column.references}`" if column.kind == "list" else f"id of `{column.references}`"
