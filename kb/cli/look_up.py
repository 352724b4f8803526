"""The commands that look up: ``search``, ``show``, ``compare``, ``sections`` and ``games``."""

from __future__ import annotations

from typing import Annotated, Any

import typer

import kb
from kb.cli.options import Game, Json, Linked, NoPager, Options, Printing, argument, option
from kb.cli.terminal import Screen, print_json
from kb.service import books
from kb.text import ruling as wording

commands = typer.Typer(rich_markup_mode="markdown")
_PANEL = "Look up"


@commands.command(
    rich_help_panel=_PANEL, epilog='Example: kb search --game revised "sub hit by destroyer, does it fire back"'
)
def search(
    query: Annotated[list[str] | None, argument("A question, in your own words; or an id.")] = None,
    game: Game = None,
    limit: Annotated[
        int | None, option("At most this many results: 3, or 10 as JSON.", "--limit", "-n", min=1, max=1000)
    ] = None,
    long: Annotated[bool, option("Show the questions of the documents, too.", "--long")] = False,
    json: Json = False,
    batch: Annotated[
        str | None, option("Answer every query of a file of JSON lines (qid, query, game); - is standard input.")
    ] = None,
    no_pager: NoPager = False,
    all_games: Annotated[bool, option("Search all games, even if the question names one.", "--all-games")] = False,
    printing: Printing = None,
    option: Options = None,
) -> int:
    """Find the rulings and the statements of the rule book that answer a question.

    A game that the question names is searched alone, as with --game; so is a printing that it names. A line names the
    nearest rulings of other games. Where nothing answers, a remark says that the results are only the nearest.

    Exit status: 0 found, 1 nothing found, 2 bad input.

    Beside plain words: "a phrase", "two words"~5, torp*, fuzy~, -without, and the filters game:, kind:, document:,
    section:, verdict:, depends:, standing:.
    """
    from kb.cli.search import run

    return run(query or (), game, limit, long, json, batch, no_pager, all_games, printing, option or ())


@commands.command(rich_help_panel=_PANEL, epilog="Example: kb show rev-sub-2")
def show(
    ids: Annotated[
        list[str],
        argument("Ids of rulings, in any case, with hyphens or spaces; or of statements: GAME/RULE.", "rulings"),
    ],
    proof: Annotated[bool, option("Show its cases, its claims and the rules that rest on it.", "--proof")] = False,
    games: Annotated[bool, option("Show how other games answer its questions.", "--games")] = False,
    all: Annotated[bool, option("Show everything.", "--all")] = False,
    similar: Annotated[bool, option("Also list the rulings most like it, by their words.", "--similar")] = False,
    printing: Printing = None,
    option: Options = None,
    format: Annotated[str, option("Print the ruling as Markdown, for a forum: markdown.")] = "",
    public_url: Linked = "",
    json: Annotated[bool, option("Print JSON, one object a line.", "--json")] = False,
    no_pager: NoPager = False,
) -> int:
    """Show a ruling: verdict, words, source, sections, errata, other games; or a statement with its rulings."""
    from kb.cli.show import run, write

    if format:
        return write(ids, format, public_url, json)
    return run(ids, proof, games, all, similar, printing, option or (), json, no_pager)


@commands.command(rich_help_panel=_PANEL, epilog='Example: kb compare "when may a sub submerge"')
def compare(
    what: Annotated[
        list[str] | None, argument("A topic, a ruling's id, or words; nothing: list the topics.", "topics")
    ] = None,
    game: Game = None,
    json: Json = False,
    no_pager: NoPager = False,
) -> int:
    """Put the games' answers to one question side by side."""
    from kb.cli.compare import run

    return run(" ".join(what or ()), game, json, no_pager)


@commands.command(rich_help_panel=_PANEL, epilog="Example: kb sections rev/p4-s2-opening-fire")
def sections(
    section: Annotated[
        str | None, argument("A section's id, or part of its title; nothing: list them.", "sections")
    ] = None,
    game: Game = None,
    json: Json = False,
    no_pager: NoPager = False,
) -> int:
    """List the sections of the rule books, or show one with the rulings on it."""
    with kb.open() as base:
        rows = books.sections(base, game or "") if section is None else books.sections_named(base, section, game)
    if json:
        print_json(rows)
        return 0
    screen = Screen(not no_pager)
    for row in rows:
        if section is None:
            many = f"{row['rulings'] or 'no'} ruling{'s' * (row['rulings'] != 1)}"
            page = wording.page({**row, "section": row["id"]})
            screen.line(f"{screen.paint(row['id'], 'cyan')}  {row['title']}{page}  ({many})")
        else:
            _show_section(screen, row)
    screen.show()
    return 0 if rows else 1


def _show_section(screen: Screen, row: dict[str, Any]) -> None:
    """Show a section with the rulings and the rules of the engine that rest on it."""
    screen.line(f"{screen.paint(row['id'], 'bold', 'cyan')}  {row['title']}{wording.page(row)}")
    screen.wrapped(row["about"], "  ")
    if unverified := wording.unverified(row):
        screen.wrapped(unverified, "  ", None, "yellow")
    for ruling in row["ruled_by"]:
        told = f"{ruling['verdict']} ({ruling['role']}; {ruling['evidence']})"
        screen.wrapped(told, "      ", f"  {screen.paint(ruling['id'], 'cyan')}  ")
    if not row["ruled_by"]:
        screen.wrapped("no ruling is linked to it", "  ", None, "dim")
    for rule in row["rules"]:
        unsure = " (unverified)" if rule["confidence"] == "unverified" else ""
        screen.wrapped(f"{rule['about']}{unsure}", "      ", f"  rule {screen.paint(rule['rule'], 'cyan')}  ")
    screen.line()


@commands.command(rich_help_panel=_PANEL)
def games(json: Json = False) -> int:
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
        counts = f"{row['rulings']} rulings ({row['prefix']}-...) on {row['sections']} sections"
        screen.wrapped(f"{counts}, from: {row['document']}", "  ", None, "dim")
    screen.show()
    return 0
