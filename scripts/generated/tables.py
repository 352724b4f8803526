"""The end of docs/data.md: keys that authors write, exported fields, tables and views, from their descriptions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from kb.corpus.curated import VERDICT_KEYS
from kb.games.catalogue import GAME_KEYS, SECTION_KEYS

if TYPE_CHECKING:
    from kb.store.tables.description import Column, Table, View

#: what stands before it in the page is written by hand
MARK = "<!-- From here on this page is written by scripts/generate.py; do not edit it. -->\n"
#: the tables of keys: heading, file, what may be written, what has to be
_KEYS = (
    ("What may be written of a game", "data/games/<game>/game.yaml", GAME_KEYS, ("id", "title", "prefix")),
    ("What may be written of a section", "data/sections/<game>.yaml", SECTION_KEYS, ("id", "title")),
    ("What may be written of a ruling", "data/verdicts/<game>.yaml", VERDICT_KEYS, ("id",)),
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
    keys = (row for each in _KEYS for row in _keys(*each))
    parts = [kept, MARK, *keys, _PHRASINGS, _EXPORT, *_fields(known["rulings"]), _TABLES]
    for table in known.values():
        parts += _table(table)
    return "".join([*parts, _VIEWS, *(f"| `{view.name}` | {view.means} |\n" for view in views)])


def _keys(heading: str, file: str, keys: Mapping[str, str], needed: Collection[str]) -> Iterator[str]:
    """A heading, a sentence, and a row for each key."""
    listed = " and ".join(f"`{key}`" for key in needed)
    yield f"\n## {heading}\n\nIn `{file}`. All but {listed} may be left out.\n\n"
    yield "| key | what it is for |\n| --- | --- |\n"
    yield from (f"| `{key}` | {means} |\n" for key, means in keys.items())


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
