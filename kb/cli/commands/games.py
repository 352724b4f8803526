"""``kb games``: the games, their documents and how many rulings each has."""

from __future__ import annotations

import kb
from kb.cli.terminal import Screen, print_json
from kb.service import books


def run(json: bool = False) -> int:
    """List the games."""
    with kb.open() as base:
        rows = books.games(base)
    if json:
        print_json(rows)
        return 0
    screen = Screen()
    for row in rows:
        year = f" ({row['year']})" if row["year"] else ""
        screen.line(f"{screen.paint(row['id'], 'bold', 'cyan')}  {row['title']}{year}")
        if row["about"]:
            screen.wrapped(row["about"], "  ")
        screen.wrapped(
            f"{row['rulings']} rulings ({row['prefix']}-...) on {row['sections']} sections, from: {row['document']}",
            "  ",
            None,
            "dim",
        )
    screen.show()
    return 0
