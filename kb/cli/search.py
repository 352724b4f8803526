"""``kb search``: the rulings and statements that answer a question."""

from __future__ import annotations

import sys

import kb
from kb.base.errors import Finding, KBError, QueryError
from kb.cli.terminal import STANDARD_INPUT, Screen, print_json, print_jsonl, say
from kb.knowledge import DEFAULT_LIMIT
from kb.store import lookup
from kb.text import search as wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from kb.knowledge import KnowledgeBase
    from kb.search.results import Hit, Results
    from kb.service.choices import Choices

#: how many rulings and statements a person is shown, unless more are wanted
SHOWN = 3


def run(
    query: Sequence[str] = (),
    game: str | None = None,
    limit: int | None = None,
    json: bool = False,
    batch: str | None = None,
    all_games: bool = False,
    printing: str | None = None,
    option: Sequence[str] = (),
) -> int:
    """Search and print; with ``batch`` answer every query of a file."""
    if not query and batch is None:
        raise KBError(Finding("nothing to search for", hint="type a question, or name a file with --batch"))
    if query and batch is not None:
        raise KBError(Finding("a question and --batch at once", hint="leave one of them out"))
    limit = limit or (DEFAULT_LIMIT if json or batch is not None else SHOWN)
    with kb.open() as base:
        choices = None
        if printing or option:
            from kb.service.choices import choose

            choices = choose(base, game, printing, option)
            game = choices.game or None
        elif game:
            game = base.game_named(game)
        if batch is not None:
            print_jsonl(_answered(base, each, game, limit, all_games) for each in _asked(batch))
            return 0
        text = " ".join(query)
        found = base.search(text, game, limit, all_games=all_games, printing=printing or "")
        if json:
            print_json(found.plain())
        else:
            _show(base, found, choices, limit, Screen())
        if not found and not found.elsewhere and not found.query.absent:
            say(str(base.missing(text)) if base.looks_like_id(text) else wording.TRY_OTHERWISE)
        return 0 if found else 1


def _show(base: KnowledgeBase, found: Results, choices: Choices | None, limit: int, screen: Screen) -> None:
    """Show how the query was read, the rulings, the statements, and rulings of other games."""
    if choices is not None:
        from kb.service.choices import describe

        say(*filter(None, [describe(base, choices)]))
    for remark in wording.remarks(found):
        if remark == wording.WEAK:
            screen.wrapped(remark, "", None, "yellow")
        else:
            say(remark)
    _rulings(screen, base, found, choices)
    if found.rules:
        screen.gap()
        screen.line(screen.paint(wording.RULES, "bold"))
    for says, alike in wording.grouped(found.rules, base.short_titles, limit):
        screen.wrapped(says, "    ", "  ")
        played = next((f"kb check --trace {rule.scenario}" for rule in alike if rule.scenario), "")
        parts = (wording.sources(alike, base.short_titles), alike[0].id, played)
        screen.wrapped(" · ".join(filter(None, parts)), "      ", "    ", "dim")
    if found.game and found.elsewhere:
        screen.gap()
        games = {each: base.short_titles[row["game"]] for each in found.elsewhere if (row := base.by_id(each))}
        screen.wrapped(wording.elsewhere(found.elsewhere, games), "", None, "dim")
    screen.show()


def _rulings(screen: Screen, base: KnowledgeBase, found: Results, choices: Choices | None) -> None:
    """Show the rulings; rulings that need an option that is off come last."""
    missing: dict[str, list[str]] = {}
    if choices is not None and choices.off:
        from kb.service.choices import missing_options

        missing = missing_options(base, [hit.id for hit in found.rulings], choices)
    others = {} if found.query.printing else _other_printings(base, found)
    for hit in sorted(found.rulings, key=lambda hit: hit.id in missing):
        screen.gap()
        differs, remark = wording.printing_note(hit.printing)
        marks = (_standing(hit), "draft" if hit.draft else "", remark, others.get(hit.id, ""))
        head = f"{screen.paint(hit.id, 'bold', 'cyan')}  {base.short_titles[hit.game]}"
        screen.line(head + "".join(f"  [{mark}]" for mark in marks if mark))
        for warning in missing.get(hit.id, ()):
            screen.wrapped(warning, "  ", None, "yellow")
        screen.wrapped(differs or hit.verdict, "  ", None, "bold")
        if differs:
            year = lookup.row(base.connection, "games", hit.game)["year"]
            screen.wrapped(f"{year} printing: {hit.verdict}", "  ")
        screen.wrapped(hit.snippet, "  ", None, "dim")


def _standing(hit: Hit) -> str:
    """Return a mark of the standing of a ruling that is not official."""
    if hit.standing == "official":
        return ""
    from kb.base.standing import STANDINGS

    return STANDINGS[hit.standing]


def _other_printings(base: KnowledgeBase, found: Results) -> dict[str, str]:
    """Return a mark on each ruling that differs in another printing, or may differ."""
    ids = {hit.id for hit in found.rulings}
    rows = [dict(row) for row in lookup.printings(base.connection)]
    return {
        row["ruling"]: wording.printing_mark(row) for row in rows if row["ruling"] in ids and row["holds"] != "same"
    }


def _asked(path: str) -> list[dict[str, Any]]:
    """Return the queries of a file of JSON lines. Raises :class:`KBError` with every line that is not one."""
    from json import dumps

    from kb.base.written import RepeatedKey, parse_json

    try:
        with sys.stdin if path == STANDARD_INPUT else open(path, encoding="utf-8-sig") as file:
            rows = file.read().split("\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        hint = "name a file with one JSON object a line"
        raise KBError(Finding(f"cannot be read ({reason})", path, 0, hint)) from None
    asked, findings = [], []
    for number, row in enumerate(rows, start=1):
        if not row.strip():
            continue
        try:
            each = parse_json(row)
            if not (isinstance(each, dict) and isinstance(each.get("query"), str)):
                raise ValueError
            if not isinstance(each.get("game") or "", str):
                raise ValueError
            dumps(each.get("qid"), allow_nan=False)
            asked.append(each)
        except ValueError as error:
            wrong = f"not a query: {error}" if isinstance(error, RepeatedKey) else "not a query"
            findings.append(Finding(wrong, path, number, 'write {"qid": "1", "query": "..."}'))
    if findings:
        raise KBError(*findings)
    return asked


def _answered(
    base: KnowledgeBase, asked: dict[str, Any], game: str | None, limit: int, all_games: bool
) -> dict[str, Any]:
    """Return the match level and the ids found for one query of a batch, best first; no ids for a bad query."""
    qid = asked.get("qid")
    try:
        found = base.search(asked["query"], game=asked.get("game") or game, limit=limit, all_games=all_games)
    except QueryError as error:
        say(f"{qid}: {error}")
        return {"qid": qid, "match": "none", "ids": [], "rules": []}
    ids, rules = [hit.id for hit in found.rulings], [rule.id for rule in found.rules]
    return {"qid": qid, "match": found.match, "ids": ids, "rules": rules}
