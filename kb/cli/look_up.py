"""The commands that look up: ``search``, ``show``, ``compare``, ``sections`` and ``games``."""

from __future__ import annotations

from kb.cli.options import GAME, JSON, LINKED, OPTIONS, PRINTING, Commands, argument, option

commands = Commands("Look up")


@commands.command(epilog='Example: kb search --game revised "sub hit by destroyer, does it fire back"')
def search(
    query: list[str] | None = argument(None, "A question, in your own words; or an id."),
    game: str | None = GAME,
    limit: int | None = option(None, "At most this many results.", "--limit", "-n", min=1, max=1000, show_default="6"),
    json: bool = JSON,
    batch: str | None = option(
        None, "Answer every query of a file of JSON lines (qid, query, game); - is standard input."
    ),
    all_games: bool = option(False, "Search all games, even if the question names one.", "--all-games"),
    printing: str | None = PRINTING,
    option: list[str] | None = OPTIONS,
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


@commands.command(epilog="Example: kb show rev-sub-2")
def show(
    ids: list[str] = argument(
        ..., "Ids of rulings, in any case, with hyphens or spaces; of statements: GAME/RULE; or of sections.", "rulings"
    ),
    proof: bool = option(False, "Show its cases, its claims and the rules that rest on it.", "--proof"),
    games: bool = option(False, "Show how other games answer its questions.", "--games"),
    all: bool = option(False, "Show everything.", "--all"),
    printing: str | None = PRINTING,
    option: list[str] | None = OPTIONS,
    format: str = option("", "Print the ruling as Markdown, for a forum: markdown."),
    public_url: str = LINKED,
    json: bool = option(False, "Print JSON, one object a line.", "--json"),
) -> int:
    """Show a ruling: verdict, words, source, sections, errata, other games; or a statement with its rulings."""
    from kb.cli.show import run, write

    if format:
        return write(ids, format, public_url, json)
    return run(ids, proof, games, all, printing, option or (), json)


@commands.command(epilog='Example: kb compare "when may a sub submerge"')
def compare(
    what: list[str] | None = argument(None, "A topic, a ruling's id, or words; nothing: list the topics.", "topics"),
    game: str | None = GAME,
    json: bool = JSON,
) -> int:
    """Put the games' answers to one question side by side."""
    from kb.cli import tables

    return tables.compare(what, game, json)


@commands.command(epilog="Example: kb sections rev/p4-s2-opening-fire")
def sections(
    section: str | None = argument(
        None, "A game, for its whole rule book; a section's id, or part of its title; nothing: list them.", "sections"
    ),
    game: str | None = GAME,
    json: bool = JSON,
) -> int:
    """List the sections of the rule books, show one with the rulings on it, or a whole book in its order.

    Each section of a book has its statements, each followed by the rulings that interpret it.
    """
    from kb.cli import tables

    return tables.sections(section, game, json)


@commands.command()
def games(json: bool = JSON) -> int:
    """List the games."""
    from kb.cli import tables

    return tables.games(json)
