"""``kb export``: every ruling, for other programs or for a search cluster."""

from __future__ import annotations

import sys

import kb
from kb.base.errors import Finding, KBError
from kb.cli.terminal import print_json, print_jsonl
from kb.files.forms import FORMS, written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

FORMATS = ("jsonl", "json", "csv", *FORMS)


def run(format: str = "jsonl", json: bool = False, game: str | None = None) -> int:
    """Print the base in one of :data:`FORMATS`; ``json`` is short for the second."""
    format = "json" if json else format
    if format not in FORMATS:
        raise KBError(Finding(f"no format '{format}'", hint=f"formats are: {', '.join(FORMATS)}"))
    with kb.open() as base:
        if format in FORMS:
            for piece in written(base, format, game):
                sys.stdout.write(piece)
            return 0
        rows = base.rulings(game)
        if format == "json":
            print_json(list(rows))
        elif format == "csv":
            _csv(rows)
        else:
            print_jsonl(rows)
    return 0


def _csv(rows: Iterator[dict[str, Any]]) -> None:
    import csv

    from kb.store.tables.rulings import RULINGS

    columns = RULINGS.exported("csv")
    lists = ("supersedes", "superseded_by", "restates", "see_also", "tension")
    writer = csv.writer(sys.stdout)
    writer.writerow((*columns, "sections", "depends_on", "printings", *lists))
    for row in rows:
        cells = [str(row[name]) for name in columns]
        cells += [" ".join(s["section"] for s in row["sections"]), " ".join(row["depends_on"])]
        cells += [" ".join(f"{p['printing']}:{p['holds']}:{p['basis']}" for p in row["printings"])]
        cells += [" ".join(other["id"] for other in row[name]) for name in lists]
        # a spreadsheet would run a cell that begins like a formula
        writer.writerow([f"'{cell}" if cell[:1] in ("=", "+", "-", "@") else cell for cell in cells])
