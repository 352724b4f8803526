"""``kb games``: the games, their documents and how many rulings each has."""

from __future__ import annotations

import kb
from kb.cli.terminal import Screen, print_json

SQL = """
    select g.id, g.title, g.prefix, g.year, g.currency, g.printings, g.about,
      (select count(*) from rulings r where r.game = g.id) as rulings,
      (select count(*) from sections s where s.game = g.id) as sections,
      (select d.title || coalesce(', ' || nullif(d.published, ''), ', undated') from documents d
       where d.game = g.id) as document
    from games g order by g.rowid"""


def run(json: bool = False) -> int:
    """List the games."""
    with kb.open() as base:
        rows = [dict(row) for row in base.connection.execute(SQL)]
    if json:
        print_json(rows)
        return 0
    screen = Screen()
    for row in rows:
        year = f" ({row['year']})" if row["year"] else ""
        screen.line(f"{screen.paint(row['id'], 'bold', 'cyan')}  {row['title']}{year}")
        screen.wrapped(row["about"], "  ")
        screen.wrapped(
            f"{row['rulings']} rulings ({row['prefix']}-...) on {row['sections']} sections, from: {row['document']}",
            "  ",
            None,
            "dim",
        )
    screen.show()
    return 0
