"""``kb search``: the rulings that answer a question."""

from __future__ import annotations

import os
import sys

import kb
from kb.cli.terminal import Screen, print_json, print_jsonl, say
from kb.errors import Finding, KBError, QueryError
from kb.knowledge import DEFAULT_LIMIT
from kb.search.state import ANSWERED, NEAREST, NONE, RULE
from kb.store import lookup
from kb.wording.english import listed
from kb.wording.search import NEAREST_RULINGS, search_notes

#: how many results a person is shown, unless more are wanted
SHOWN = 3

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from kb.cli.event import Bearing
    from kb.event import Event
    from kb.knowledge import KnowledgeBase, Results
    from kb.search.results import Hit
    from kb.search.statements import FoundStatement


def run(
    query: list[str],
    game: str | None = None,
    limit: int | None = None,
    long: bool = False,
    json: bool = False,
    batch: str | None = None,
    no_synonyms: bool = False,
    no_pager: bool = False,
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
        event = None
        if printing or option or os.environ.get("KB_EVENT"):
            from kb.cli import event as events

            event = events.chosen(base, game, printing, option, all_games)
            game = event.game or None
        elif game:
            game = base.game_named(game)
        if batch is not None:
            return _batch(base, batch, game, limit, all_games)
        text = " ".join(query)
        found = base.search(text, game=game, limit=limit, synonyms=not no_synonyms, all_games=all_games)
        if not found:
            say(*nothing_found(base, found, text, game))
        if json:
            print_json({**found.plain(), "event": event.plain() if event else None})
        else:
            if event is not None:
                events.tell(base, event)
            say(*_notes(base, found, long))
            if found or found.state == RULE:
                _show(base, found, event, not no_pager, long)
        return 0 if found or found.state == RULE else 1


def _notes(base: KnowledgeBase, found: Results, long: bool) -> Iterable[str]:
    """What to tell of how the question was understood; at length also what was searched as well."""
    notes = search_notes(found.understood(), lookup.titles(base.connection, "games"))
    if "only" in notes:
        notes["only"] += " (--all-games searches all games)"
    return (note for kind, note in notes.items() if long or kind != "also")


def _show(base: KnowledgeBase, found: Results, event: Event | None, pager: bool, long: bool) -> None:
    games = lookup.short_titles(base.connection)
    screen = Screen(pager)
    told = found.rules if found.state == RULE or (found.state == NEAREST and long) else ()
    if found.state != ANSWERED:
        first = told[0].says if told else ""
        screen.wrapped(found.why.removesuffix(f" {first}"), "", None, "yellow")
    _statements(screen, told, games)
    if found.state == RULE and found:
        screen.line()
        screen.wrapped(NEAREST_RULINGS, "", None, "yellow")
    if event is None:
        _hits(screen, found, games, _printings(base, found), {}, long)
    else:
        from kb.cli.event import bearings

        bearing = bearings(base, [hit.id for hit in found], event)
        marks = {} if event.printing else _printings(base, found)
        _hits(screen, sorted(found, key=lambda hit: bool(bearing[hit.id].off)), games, marks, bearing, long)
    screen.show()


def _hits(
    screen: Screen,
    found: Iterable[Hit],
    games: dict[str, str],
    marks: dict[str, str],
    bearing: dict[str, Bearing],
    long: bool,
) -> None:
    """Show each ruling found; ``bearing`` has what to know of it at the event."""
    for hit in found:
        if screen.lines:
            screen.line()
        head = f"{screen.paint(hit.id, 'bold', 'cyan')}  {games[hit.game]}"
        screen.line(head + (f"  [{marks[hit.id]}]" if hit.id in marks else ""))
        at_event = bearing.get(hit.id)
        for warning in (at_event.printing, *at_event.off) if at_event else ():
            screen.wrapped(warning, "  ", None, "yellow") if warning else None
        screen.wrapped(f"{at_event.of_year if at_event else ''}{hit.verdict}", "  ", None, "bold")
        if hit.kind == "answer" and long:
            screen.wrapped(f"Q. {hit.question}", "  ")
        screen.wrapped(hit.snippet, "  ", None, "dim")


def _statements(screen: Screen, told: Iterable[FoundStatement], games: dict[str, str]) -> None:
    """Show what rules and printed values say; what several games say alike once."""
    alike: dict[str, list[str]] = {}
    for rule in told:
        mark = "" if rule.confidence == "stated" else f" ({rule.confidence})"
        subject = rule.id.partition("/")[2]
        alike.setdefault(f"{rule.says}{mark}  [{subject}]", []).append(games[rule.game])
    for line, saying in alike.items():
        screen.wrapped(f"{listed(saying)}: {line}", "    ", "  ")


def _printings(base: KnowledgeBase, found: Results) -> dict[str, str]:
    rows = base.connection.execute("select ruling, printing, holds, basis from printings").fetchall()
    ids = {hit.id for hit in found}
    by_play = {"play": " by play"}
    return {
        row["ruling"]: f"{row['printing']} printing: {row['holds']}{by_play.get(row['basis'], '')}"
        for row in rows
        if row["ruling"] in ids
    }


def nothing_found(base: KnowledgeBase, found: Results, text: str, game: str | None) -> list[str]:
    """What to tell somebody whose query found nothing: that it did, and where to go from there."""
    if found.state == RULE:
        return []
    lines = [f"nothing found for: {text}", *([found.why] if found.state == NONE else [])]
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
        return {"qid": asked.get("qid"), "state": NONE, "ids": [], "rules": []}
    ids, rules = [hit.id for hit in found], [rule.id for rule in found.rules]
    return {"qid": asked.get("qid"), "ids": ids, "rules": rules, **found.understood()}
