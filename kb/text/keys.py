"""What authors may write of a thing, key by key, in words."""

from __future__ import annotations

from collections.abc import Iterator

from kb.base.shape import Shape
from kb.games.board_checks import choices
from kb.games.sheets import SHEETS

#: a key, what stands there, and what it is for
Row = tuple[str, str, str]
_KINDS = {
    "str": "text",
    "texts": "list of words",
    "list": "list",
    "table": "table of keys",
    "text": "text",
    "names": "words",
    "number": "whole number",
    "figure": "whole number, or `?` where nobody knows it",
}


def of_shape(shape: Shape) -> Iterator[Row]:
    """The keys of a YAML file."""
    kinds = {**shape.required, **shape.optional}
    for key, means in shape.means.items():
        yield key, f"{_KINDS[kinds[key]]}{'' if key in shape.required else ', or left out'}", means


def of_sheet(table: str) -> Iterator[Row]:
    """The columns of a table of a board."""
    sheet = SHEETS[table]
    for column, means in sheet.means.items():
        kind = sheet.columns[column].removesuffix("?").replace("list", "names")
        words = choices(table, column)
        what = ", ".join(f"`{word}`" for word in words) or _KINDS[kind]
        several = "; several parted by `;`" if kind == "names" else ""
        yield column, f"{what}{several}{', or empty' if sheet.columns[column].endswith('?') else ''}", means
