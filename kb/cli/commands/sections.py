"""``kb sections``: the sections of the rule books, and the rulings on one of them."""

from __future__ import annotations

import difflib

import kb
from kb.cli.terminal import Screen, print_json
from kb.errors import Finding, NotFound
from kb.wording import ruling as wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kb.knowledge import KnowledgeBase

SQL = """
    select s.id, s.game, s.title, s.title_is, s.pages, s.pages_are, s.confidence, s.parent, s.option, s.about,
      (select count(*) from ruling_sections l where l.section = s.id) as rulings
    from sections s {} order by s.rowid"""


def run(section: str | None = None, game: str | None = None, json: bool = False, no_pager: bool = False) -> int:
    """List sections; with an id (or a part of a title) show what is known of it."""
    with kb.open() as base:
        if section is None:
            return _list(base, game, json, no_pager)
        rows = _named(base, section, game)
        for row in rows:
            row["ruled_by"] = _rulings(base, row["id"])
            row["rules"] = _rules(base, row["id"])
    if json:
        print_json(rows)
        return 0
    screen = Screen(not no_pager)
    for row in rows:
        _show(screen, row)
    screen.show()
    return 0


def _list(base: KnowledgeBase, game: str | None, json: bool, no_pager: bool) -> int:
    wanted = [base.game_named(game)] if game else []
    rows = [dict(row) for row in base.connection.execute(SQL.format("where s.game = ?" if wanted else ""), wanted)]
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


def _named(base: KnowledgeBase, name: str, game: str | None) -> list[dict[str, Any]]:
    wanted_name = name.strip().lower()
    rows = [dict(row) for row in base.connection.execute(SQL.format("where s.id = ?"), [wanted_name])]
    wanted = base.game_named(game) if game else None
    if rows:
        return [row for row in rows if wanted in (None, row["game"])] or _none(base, name)
    sections = [dict(row) for row in base.connection.execute(SQL.format(""))] if len(wanted_name) > 1 else []
    found = [row for row in sections if wanted_name in row["title"].lower() or wanted_name in row["id"]]
    found = [row for row in found if wanted in (None, row["game"])]
    if found:
        return found
    return _none(base, name)


def _none(base: KnowledgeBase, name: str) -> list[dict[str, Any]]:
    known = [row[0] for row in base.connection.execute("select id from sections")]
    near = difflib.get_close_matches(name.strip().lower(), known, n=3, cutoff=0.5)
    hint = f"did you mean {', '.join(near)}?" if near else "list them with 'kb sections'"
    raise NotFound(Finding(f"there is no section '{name.strip()[:60]}' there", hint=hint))


def _rulings(base: KnowledgeBase, section: str) -> list[dict[str, Any]]:
    rows = base.connection.execute(
        """select r.id, r.verdict, l.role, l.evidence from ruling_sections l join rulings r on r.id = l.ruling
           where l.section = ? order by r.position""",
        [section],
    )
    return [dict(row) for row in rows]


def _rules(base: KnowledgeBase, section: str) -> list[dict[str, Any]]:
    """The rules of the engine that rest on the section."""
    rows = base.connection.execute(
        """select r.rule, r.about, r.confidence from rule_sections l join rules r on r.id = l.rule
           where l.section = ? order by r.rowid""",
        [section],
    )
    return [dict(row) for row in rows]


def _show(screen: Screen, row: dict[str, Any]) -> None:
    screen.line(f"{screen.paint(row['id'], 'bold', 'cyan')}  {row['title']}{wording.page(row)}")
    screen.wrapped(row["about"], "  ")
    if row["confidence"] == "unverified" or row["title_is"] == "functional":
        ours = "the title is ours, not the book’s; " if row["title_is"] == "functional" else ""
        screen.wrapped(f"unverified: {ours}confidence {row['confidence']}", "  ", None, "yellow")
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
