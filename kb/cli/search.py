"""``kb search``: the rulings and statements that answer a question."""

from __future__ import annotations

import sys

import kb
from kb.base.errors import Finding, KBError, QueryError
from kb.cli.terminal import STANDARD_INPUT, Screen, print_json, print_jsonl, say
from kb.knowledge import DEFAULT_LIMIT
from kb.search.postings import RULINGS
from kb.store import lookup
from kb.text import search as wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Required, TypedDict

    from kb.knowledge import KnowledgeBase
    from kb.search.results import Result, Results
    from kb.service.choices import Choices

    class Asked(TypedDict, total=False):
        """A query of a batch."""

        qid: object
        query: Required[str]
        game: str | None


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
    """Search and print; with ``batch`` answer every query of a file. ``option`` are options in force or not
    (``technology=off``). Return 1 if the search finds nothing, else 0; a batch always returns 0."""
    if not query and batch is None:
        raise KBError(Finding("there is nothing to search for", hint="type a question, or name a file with --batch"))
    if query and batch is not None:
        raise KBError(Finding("a question and --batch cannot be combined", hint="leave one of them out"))
    limit = limit or DEFAULT_LIMIT
    with kb.open() as base:
        choices = None
        if printing or option or " " in (game or ""):  # the game may have its printing: "global 2012"
            from kb.service.choices import choose

            choices = choose(base, game, printing, option)
            game, printing = choices.game or None, choices.printing
        elif game:
            game = base.game_named(game)
        if batch is not None:
            print_jsonl(_answered(base, each, game, limit, all_games) for each in _asked(batch))
            return 0
        text = " ".join(query)
        found = base.search(text, game, limit, all_games, printing or "")
        if json:
            print_json(found.plain())
        else:
            _show(base, found, choices, Screen())
        if not found.results and not found.elsewhere and not found.query.absent:
            say(str(base.missing(text)) if base.looks_like_id(text) else wording.TRY_OTHERWISE)
        if found.query.nearest and not found.results:
            import shlex

            named = wording.in_nearest(text, base.short_titles[found.query.nearest])
            say(f"the nearest edition here: kb search {shlex.quote(named)}")
        return 0 if found.results else 1


def _show(base: KnowledgeBase, found: Results, choices: Choices | None, screen: Screen) -> None:
    """Show how the query was read, the results, the first of them whole, and rulings of other games."""
    if choices is not None:
        from kb.service.choices import describe

        say(*filter(None, [describe(base, choices)]))
    for remark in wording.remarks(found):
        if remark == wording.WEAK:
            screen.wrapped(remark, "", None, "yellow")
        else:
            say(remark)
    missing: dict[str, list[str]] = {}
    if choices is not None and choices.off:
        from kb.service.choices import missing_options

        missing = missing_options(base, [each.id for each in found.every], choices)
    others = {} if found.query.printing else _other_printings(base, found)
    # rulings that need an option that is off come last
    for place, result in enumerate(sorted(found, key=lambda each: wording.any_of(each, missing))):
        screen.gap()
        groups = wording.groups(result, result.also)
        for group in groups[:1] if place else groups:
            _group(screen, base, group, others, "" if group is groups[0] else "  ")
            if group is groups[0]:
                for warning in dict.fromkeys(
                    told for each in (result, *result.also) for told in missing.get(each.id, ())
                ):
                    screen.wrapped(warning, "  ", None, "yellow")
            if group[0].kind == RULINGS and not place:
                _words(screen, group[0], "" if group is groups[0] else "  ")
            if group[0].kind == RULINGS and group[0].reading:
                screen.wrapped(wording.READING.format(group[0].reading), "    ", "  ", "yellow")
        if place and (folded := wording.folded(groups, base.short_titles)):
            screen.wrapped(folded, "    ", "  ", "dim")
    if found.game and found.elsewhere:
        screen.gap()
        games = {each: base.short_titles[row["game"]] for each in found.elsewhere if (row := base.by_id(each))}
        screen.wrapped(wording.elsewhere(found.elsewhere, games), "", None, "dim")
    screen.show()


def _group(
    screen: Screen,
    base: KnowledgeBase,
    group: Sequence[Result],
    others: Mapping[str, str],
    indent: str = "",
) -> None:
    """Show the answer of a group of equal results, then their editions, authority, id and remarks. ``others`` has a
    remark on other printings by ruling. ``indent`` begins each line of a group that is folded into a result."""
    first, style = group[0], () if indent else ("bold",)
    year, remark = "", ""
    if first.kind == RULINGS:
        year, remark = wording.printing_note(first.printing)
    screen.wrapped(year or first.answer or first.says, indent, None, *style)
    if year:
        own = lookup.game(base.connection, first.game)["year"]
        screen.wrapped(f"{own} printing: {first.says}", f"{indent}  ")
    marks = (remark, others.get(first.id, ""), "draft" if first.draft else "")
    of = (wording.editions(group, base.short_titles), wording.authorities(group, base.short_titles), first.id)
    screen.wrapped(" · ".join(filter(None, (*of, *marks))), f"{indent}  ", None, "dim")
    if first.answer:
        screen.wrapped(first.says, f"{indent}  ")


def _words(screen: Screen, result: Result, indent: str) -> None:
    """Show the question that a ruling answers, and the snippet of its official words; ``indent`` begins each line."""
    if result.asks:
        screen.wrapped(result.asks, f"{indent}     ", f"{indent}  Q  ")
    screen.wrapped(result.snippet, f"{indent}     ", f"{indent}  A  ")


def _other_printings(base: KnowledgeBase, found: Results) -> dict[str, str]:
    """Return a remark on each ruling among the results that differs in another printing, or may differ, by its id."""
    ids = {each.id for each in found.every}
    rows = [lookup.as_dict(row) for row in lookup.printings(base.connection)]
    return {
        row["ruling"]: wording.printing_mark(row) for row in rows if row["ruling"] in ids and row["holds"] != "same"
    }


def _asked(path: str) -> list[Asked]:
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
    asked: list[Asked] = []
    findings = []
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
            asked.append({"qid": each.get("qid"), "query": each["query"], "game": each.get("game")})
        except ValueError as error:
            wrong = f"not a query: {error}" if isinstance(error, RepeatedKey) else "not a query"
            findings.append(Finding(wrong, path, number, 'write {"qid": "1", "query": "...", "game": "revised"}'))
    if findings:
        raise KBError(*findings)
    return asked


def _answered(base: KnowledgeBase, asked: Asked, game: str | None, limit: int, all_games: bool) -> dict[str, object]:
    """Return the reply to one query of a batch: ``qid``, the ``match`` level, and ``results``, best first, each a list
    of its ids. ``game`` is the default game. The results are empty for a query that cannot be parsed."""
    qid = asked.get("qid")
    try:
        found = base.search(asked["query"], asked.get("game") or game, limit, all_games)
    except QueryError as error:
        say(f"{qid}: {error}")
        return {"qid": qid, "match": "none", "results": []}
    ids = [[each.id for each in (result, *result.also)] for result in found]
    return {"qid": qid, "match": found.match, "results": ids}
