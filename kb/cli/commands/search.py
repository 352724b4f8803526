"""``kb search``: the rulings that answer a question."""

from __future__ import annotations

import sys

import kb
from kb.cli.terminal import Screen, print_json, print_jsonl, say
from kb.errors import Finding, KBError, QueryError
from kb.store import lookup
from kb.wording.search import search_notes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kb.knowledge import KnowledgeBase, Results


def run(
    query: list[str],
    game: str | None = None,
    limit: int = 10,
    json: bool = False,
    batch: str | None = None,
    no_synonyms: bool = False,
    no_pager: bool = False,
    all_games: bool = False,
) -> int:
    """Search and print; with ``batch`` answer every query of a file."""
    if not query and batch is None:
        raise KBError(Finding("nothing to search for", hint="type a question, or name a file with --batch"))
    if query and batch is not None:
        raise KBError(Finding("a question and --batch at once", hint="leave one of them out"))
    with kb.open() as base:
        if batch is not None:
            return _batch(base, batch, game, limit, all_games)
        text = " ".join(query)
        found = base.search(text, game=game, limit=limit, synonyms=not no_synonyms, all_games=all_games)
        titles = lookup.titles(base.connection, "games")
        notes = search_notes(found.understood(), titles)
        heading = notes.pop("other_games", "")
        if "only" in notes:
            notes["only"] += " (--all-games searches all games)"
        if not found:
            say(*nothing_found(base, text, game))
        if not (found and json):
            say(*notes.values())
        if json:
            print_json(found.plain())
        elif found:
            _show(base, found, titles, heading, not no_pager)
        return 0 if found else 1


def _show(base: KnowledgeBase, found: Results, titles: dict[str, str], heading: str, pager: bool) -> None:
    printings = _printings(base, found)
    screen = Screen(pager)
    if heading:
        screen.wrapped(heading, "", None, "yellow")
        screen.line()
    for number, hit in enumerate(found):
        if number:
            screen.line()
        head = f"{screen.paint(hit.id, 'bold', 'cyan')}  {titles[hit.game]}"
        screen.line(head + (f"  [{printings[hit.id]}]" if hit.id in printings else ""))
        if hit.kind == "answer":
            screen.wrapped(f"Q. {hit.question}", "  ")
        screen.wrapped(hit.verdict, "  ", None, "bold")
        screen.wrapped(hit.snippet, "  ", None, "dim")
    screen.show()


def _printings(base: KnowledgeBase, found: Results) -> dict[str, str]:
    rows = base.connection.execute("select ruling, printing, holds, basis from printings").fetchall()
    ids = {hit.id for hit in found}
    by_play = {"play": " by play"}
    return {
        row["ruling"]: f"{row['printing']} printing: {row['holds']}{by_play.get(row['basis'], '')}"
        for row in rows
        if row["ruling"] in ids
    }


def nothing_found(base: KnowledgeBase, text: str, game: str | None) -> list[str]:
    """What to tell somebody whose query found nothing: that it did, and where to go from there."""
    lines = [f"nothing found for: {text}"]
    if base.looks_like_id(text):
        return [*lines, str(base.missing(text))]
    if game and base.by_id(text) is not None:
        lines.append("try it without --game: it is a ruling of another game")
    lines.append("try fewer or plainer words, without quotes, or look at 'kb sections' and 'kb games'")
    return lines


def _batch(base: KnowledgeBase, path: str, game: str | None, limit: int, all_games: bool) -> int:
    from json import JSONDecodeError, dumps, loads

    try:
        source = sys.stdin if path == "-" else open(path, encoding="utf-8-sig")
        with source as file:
            rows = file.read().split("\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise KBError(
            Finding(f"cannot be read ({reason})", path, 0, "name a file with one JSON object a line")
        ) from None
    asked, findings = [], []
    for number, row in enumerate(rows, start=1):
        if not row.strip():
            continue
        try:
            each = loads(row)
            if not isinstance(each, dict) or not isinstance(each.get("query"), str):
                raise ValueError
            if not isinstance(each.get("game") or "", str):
                raise ValueError
            dumps(each.get("qid"), allow_nan=False)
            asked.append(each)
        except (JSONDecodeError, ValueError, RecursionError):
            findings.append(Finding("not a query", path, number, 'write {"qid": "1", "query": "..."}'))
    if findings:
        raise KBError(*findings)
    print_jsonl(_answered(base, each, game, limit, all_games) for each in asked)
    return 0


def _answered(
    base: KnowledgeBase, asked: dict[str, Any], game: str | None, limit: int, all_games: bool
) -> dict[str, Any]:
    """The ids found for one query of a batch, best first, with how it was understood; no ids for a bad query."""
    try:
        found = base.search(asked["query"], game=asked.get("game") or game, limit=limit, all_games=all_games)
        say(*(f"{asked.get('qid')}: {note}" for note in found.query.notes))
    except QueryError as error:
        say(f"{asked.get('qid')}: {error}")
        return {"qid": asked.get("qid"), "ids": []}
    return {"qid": asked.get("qid"), "ids": [hit.id for hit in found], **found.understood()}
