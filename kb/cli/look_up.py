"""The commands that look up: ``search``, ``show``, ``compare``, ``sections`` and ``games``."""

from __future__ import annotations

from typing import Annotated, Any

import typer

import kb
from kb.base.english import listed, sentence
from kb.cli.options import Game, Json, Linked, Options, Printing, argument, option
from kb.cli.show import show_in_book, show_section
from kb.cli.terminal import Screen, print_json, say
from kb.service import look_up
from kb.store import lookup
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
        int | None, option("At most this many results.", "--limit", "-n", min=1, max=1000, show_default="6")
    ] = None,
    json: Json = False,
    batch: Annotated[
        str | None, option("Answer every query of a file of JSON lines (qid, query, game); - is standard input.")
    ] = None,
    all_games: Annotated[bool, option("Search all games, even if the question names one.", "--all-games")] = False,
    printing: Printing = None,
    option: Options = None,
) -> int:
    """Find the rulings and the statements of the rule book that answer a question.

    The results are one list, best first. Each begins with its answer, then edition, authority and id; the rules of the
    book on which a ruling rests are shown with it. A game that the question names is searched alone, and wins over
    --game; so is a printing that it names. A line names the nearest rulings of other games. If nothing answers, a
    remark says that the results are only the nearest.

    Exit status: 0 found, 1 nothing found, 2 bad input.

    Beside plain words: "a phrase", "two words"~5, torp*, fuzy~, -without, and the filters game:, kind:, document:,
    section:, verdict:, depends:, standing:.
    """
    from kb.cli.search import run

    return run(query or (), game, limit, json, batch, all_games, printing, option or ())


@commands.command(rich_help_panel=_PANEL, epilog="Example: kb show rev-sub-2")
def show(
    ids: Annotated[
        list[str],
        argument(
            "Ids of rulings, in any case, with hyphens or spaces; of statements: GAME/RULE; or of sections.", "rulings"
        ),
    ],
    proof: Annotated[bool, option("Show its cases, its claims and the rules that rest on it.", "--proof")] = False,
    games: Annotated[bool, option("Show how other games answer its questions.", "--games")] = False,
    all: Annotated[bool, option("Show everything.", "--all")] = False,
    printing: Printing = None,
    option: Options = None,
    format: Annotated[str, option("Print the ruling as Markdown, for a forum: markdown.")] = "",
    public_url: Linked = "",
    json: Annotated[bool, option("Print JSON, one object a line.", "--json")] = False,
) -> int:
    """Show a ruling: verdict, words, source, sections, errata, other games; or a statement with its rulings."""
    from kb.cli.show import run, write

    if format:
        return write(ids, format, public_url, json)
    return run(ids, proof, games, all, printing, option or (), json)


@commands.command(rich_help_panel=_PANEL, epilog='Example: kb compare "when may a sub submerge"')
def compare(
    what: Annotated[
        list[str] | None, argument("A topic, a ruling's id, or words; nothing: list the topics.", "topics")
    ] = None,
    game: Game = None,
    json: Json = False,
) -> int:
    """Put the games' answers to one question side by side."""
    text = " ".join(what or ())
    with kb.open() as base:
        named, only_listed = look_up.resolve(base, text)
        wanted = base.game_named(game) if game else None
        titles, short = lookup.titles(base.connection, "games"), lookup.short_titles(base.connection)
        rows = look_up.compared(base, named, wanted)
        if wanted and not rows:
            say(f"{short[wanted]} has no ruling on that question; try it without --game")
    only_listed = only_listed and len(rows) > 1
    if json:
        print_json(rows)
    else:
        screen = Screen()
        for row in rows:
            _show_topic(screen, row, titles, short, only_listed)
        screen.show()
        if text and only_listed:
            say(f"{len(rows)} topics have these words; name one: kb compare {rows[0]['topic']}")
    return 0 if rows else 1


def _show_topic(
    screen: Screen, row: dict[str, Any], titles: dict[str, str], short: dict[str, str], brief: bool
) -> None:
    """Show a topic: each game's answer, each two compared, and the scenarios that show it; or only its title."""
    games = listed(short[stance["game"]] for stance in row["games"])
    title = f"{screen.paint(row['title'], 'bold')}  {screen.paint(row['topic'], 'cyan')}"
    screen.line(f"{title}  [{games}: {wording.summary(row['pairs'])}]")
    if brief:
        return
    for stance in row["games"]:
        screen.line()
        screen.line(f"  {screen.paint(titles[stance['game']], 'bold')}")
        screen.wrapped(stance["says"], "    ")
        for ruling in stance["rulings"]:
            screen.wrapped(ruling["verdict"], "      ", f"    {screen.paint(ruling['id'], 'cyan')}  ")
    screen.line()
    screen.line(f"  {screen.paint('Two by two', 'bold')}")
    for pair in row["pairs"]:
        colour = {"same": "green", "different": "yellow"}.get(pair["comparison"], "dim")
        told = f"    {listed(short[game] for game in pair['games'])}: {screen.paint(wording.compared(pair), colour)}"
        grounds = wording.grounds(pair)
        screen.wrapped(f"({grounds})" if grounds else "", "      ", f"{told} " if grounds else told)
    if row["played"]:
        screen.line()
        screen.line(f"  {screen.paint('The same scenario in each game', 'bold')}")
    for scene in row["played"]:
        title = f"{scene['title']} ({titles[scene['game']]})"
        screen.wrapped(title, "    ", f"  {screen.paint(scene['id'], 'cyan')}  ")
        for result in wording.results_elsewhere(scene["elsewhere"], wording.with_game(row, scene["game"])):
            screen.wrapped(sentence(wording.played_in(result)), "      ", "    ")
    screen.line()


@commands.command(rich_help_panel=_PANEL, epilog="Example: kb sections rev/p4-s2-opening-fire")
def sections(
    section: Annotated[
        str | None,
        argument(
            "A game, for its whole rule book; a section's id, or part of its title; nothing: list them.", "sections"
        ),
    ] = None,
    game: Game = None,
    json: Json = False,
) -> int:
    """List the sections of the rule books, show one with the rulings on it, or a whole book in its order.

    Of a book each section has its statements, each followed by the rulings that interpret it.
    """
    with kb.open() as base:
        whole = look_up.is_game(base, section or "")
        if whole:
            rows = look_up.contents(base, section or "")["sections"]
        elif section is None:
            rows = look_up.sections(base, game or "")
        else:
            rows = look_up.sections_named(base, section, game)
    if json:
        print_json(rows)
        return 0
    screen = Screen()
    for row in rows:
        if whole:
            show_in_book(screen, row)
        elif section is None:
            many = f"{row['rulings'] or 'no'} ruling{'s' * (row['rulings'] != 1)}"
            page = wording.page({**row, "section": row["id"]})
            screen.line(f"{screen.paint(row['id'], 'cyan')}  {row['title']}{page}  ({many})")
        else:
            show_section(screen, row)
    screen.show()
    return 0 if rows else 1


@commands.command(rich_help_panel=_PANEL)
def games(json: Json = False) -> int:
    """List the games."""
    with kb.open() as base:
        rows = look_up.games(base)
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
