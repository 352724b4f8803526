"""Files of the data in which every key is explained, made of what the shapes say of it."""

from __future__ import annotations

import csv
import io
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from kb.base.shape import Shape
from kb.games.sheets import SHEETS
from kb.games.tables import REMARK
from kb.pipeline.authoring.sheet import scalar
from kb.text import keys

_WIDTH = 118
_HEAD = "What may stand here, key by key; '# key:' is a key that is left out."


def yaml_file(
    about: str,
    shape: Shape,
    values: Mapping[str, Any],
    below: Mapping[str, Shape] | None = None,
    examples: Mapping[str, str] | None = None,
) -> str:
    """The text of a YAML file: each key with what it is for and its value, or as a remark where it has none.

    ``below`` has the shapes of tables that are values, and of the rows of lists; ``examples`` such a row each.
    """
    lines = _lines(shape, values, below or {}, examples or {})
    return f"{_remark(f'{about} {_HEAD}')}\n{''.join(lines)}"


def _lines(
    shape: Shape, values: Mapping[str, Any], below: Mapping[str, Shape], examples: Mapping[str, str], indent: str = ""
) -> Iterator[str]:
    for key, kind, means in keys.of_shape(shape):
        value = values.get(key)
        yield _remark(f"{key} ({kind}): {means}", indent)
        if isinstance(value, Mapping) and key in below:
            yield f"{indent}{key}:\n"
            yield from _lines(below[key], value, {}, {}, f"{indent}  ")
            continue
        if key in below:
            yield from (_remark(f"  {name} ({of}): {says}", indent) for name, of, says in keys.of_shape(below[key]))
        if value is None:
            yield f"{indent}# {key}:\n"
        elif key not in below or not (value or key in examples):
            yield f"{indent}{key}: {_flow(value)}\n"
        else:
            yield f"{indent}{key}:\n"
            yield from (f"{indent}  - {_flow(row)}\n" for row in value)
        if key in examples and not value:
            yield f"{indent}#  - {examples[key]}\n"


def table_file(table: str, rows: Iterable[Sequence[str]]) -> str:
    """The text of a CSV file of a board, its columns first among the rows, with remarks above them."""
    sheet, out = SHEETS[table], io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    about = [f"{sheet.about} One a row.", *([f"{sheet.unlocks.capitalize()}."] if sheet.unlocks else ())]
    columns = (f"{key} ({value}): {means}" for key, value, means in keys.of_sheet(table))
    return "".join([*map(_remark, (" ".join(about), *columns)), out.getvalue()])


def _remark(text: str, indent: str = "") -> str:
    """A text as remarks, no line too long."""
    first = f"{indent}{REMARK} {' ' * (len(text) - len(text.lstrip()))}"
    plain = text.strip().replace("`", "")
    return f"{textwrap.fill(plain, _WIDTH, initial_indent=first, subsequent_indent=f'{first}  ')}\n"


def _flow(value: Any) -> str:
    """A value as YAML in one line."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_flow(key)}: {_flow(each)}' for key, each in value.items())}}}"
    if isinstance(value, str | int):
        text = str(value)
        return text if text.isdigit() and text == str(int(text)) else scalar(text)
    return f"[{', '.join(map(_flow, value))}]"
