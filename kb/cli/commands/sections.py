"""``kb sections``: the sections of the rule books, and the rulings on one of them."""

from __future__ import annotations

import kb
from kb.cli.terminal import Screen, print_json
from kb.service import books
from kb.text import ruling as wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kb.knowledge import KnowledgeBase


def run(section: str | None = None, game: str | None = None, json: bool = False, no_pager: bool = False) -> int:
    """List sections; with an id (or a part of a title) show what is known of it."""
    with kb.open() as base:
        if section is None:
            return _list(base, game, json, no_pager)
        rows = books.sections_named(base, section, game)
    if json:
        print_json(rows)
        return 0
    screen = Screen(not no_pager)
    for row in rows:
        screen.line(f"{screen.paint(row['id'], 'bold', 'cyan')}  {row['title']}{wording.page(row)}")
        screen.wrapped(row["about"], "  ")
        if unverified := wording.unverified(row):
            screen.wrapped(unverified, "  ", None, "yellow")
        for ruling in row["ruled_by"]:
            screen.wrapped(
                f"{ruling['verdict']} ({ruling['role']}; {ruling['evidence']})",
                "      ",
                f"  {screen.paint(ruling['id'], 'cyan')}  ",
            )
        if not row["ruled_by"]:
            screen.wrapped("no ruling is linked to it", "  ", None, "dim")
        for rule in row["rules"]:
            unsure = " (unverified)" if rule["confidence"] == "unverified" else ""
            screen.wrapped(f"{rule['about']}{unsure}", "      ", f"  rule {screen.paint(rule['rule'], 'cyan')}  ")
        screen.line()
    screen.show()
    return 0


def _list(base: KnowledgeBase, game: str | None, json: bool, no_pager: bool) -> int:
    rows = books.sections(base, game or "")
    if json:
        print_json(rows)
        return 0
    screen = Screen(not no_pager)
    for row in rows:
        many = f"{row['rulings']} ruling{'s' * (row['rulings'] != 1)}" if row["rulings"] else "no rulings"
        screen.line(
            f"{screen.paint(row['id'], 'cyan')}  {row['title']}{wording.page({**row, 'section': row['id']})}  ({many})"
        )
    screen.show()
    return 0 if rows else 1
