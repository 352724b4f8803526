"""The commands: the one definition of their names, arguments, options and help."""

from __future__ import annotations

from typing import Annotated

import typer

import kb
from kb.cli.event_group import events

app = typer.Typer(
    name="kb",
    help="Official rulings for Axis & Allies games: the ruling, in the official words, with its rule section, "
    "errata and editions.\n\nWithout a command, a question is searched for and a ruling's id is shown.",
    epilog='Examples: kb "can my fighter hit a lone sub", kb rev-sub-2, kb help search',
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

GameOption = Annotated[
    str | None, typer.Option("--game", "-g", help="Keep to one game: its id, or a name players use.")
]
Printing = Annotated[str | None, typer.Option("--printing", help="The printing on the table: 2012.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", help="An option in force, or not: technology, technology=off. May be repeated."),
]
AtEvent = Annotated[
    str | None, typer.Option("--event", help="The file of an event: what is played there, its house rulings.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
NoPager = Annotated[bool, typer.Option("--no-pager", help="Never use a pager.")]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kb {kb.__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Parse what stands before the command."""


@app.command(epilog='Example: kb search --game revised "sub hit by destroyer, does it fire back"')
def search(
    query: Annotated[list[str] | None, typer.Argument(help="A question, in your own words; or an id.")] = None,
    game: GameOption = None,
    limit: Annotated[
        int | None, typer.Option("--limit", "-n", min=1, max=1000, help="At most this many results: 3, or 10 as JSON.")
    ] = None,
    long: Annotated[
        bool, typer.Option("--long", help="Show the questions of the documents, and what was searched as well.")
    ] = False,
    json: Json = False,
    batch: Annotated[
        str | None,
        typer.Option(
            "--batch", help="Answer every query of a file of JSON lines (qid, query, game); - is standard input."
        ),
    ] = None,
    no_synonyms: Annotated[bool, typer.Option("--no-synonyms", help="Search only for the words typed.")] = False,
    no_pager: NoPager = False,
    all_games: Annotated[
        bool, typer.Option("--all-games", help="Search all games, also where the question names one.")
    ] = False,
    printing: Printing = None,
    option: Options = None,
    event: AtEvent = None,
) -> None:
    """Find the rulings that answer a question.

    A game that the question names is kept to, as with --game. Where no ruling of it answers the question, a line says
    what is known instead: rulings of other games, rules and printed values, or the nearest rulings.

    Beside plain words: "a phrase", "two words"~5, torp*, fuzy~, -without, and the filters game:, kind:, document:,
    section:, verdict:, depends:.

    What an event plays (game, printing, options) and its house rulings can be kept in a file that --event or KB_EVENT
    names; other flags win over it.
    """
    from kb.cli.commands.search import run

    raise typer.Exit(
        run(
            query or [], game, limit, long, json, batch, no_synonyms, no_pager, all_games, printing, option or (), event
        )
    )


@app.command(epilog="Example: kb show rev-sub-2")
def show(
    ids: Annotated[list[str], typer.Argument(help="Ids of rulings, in any case, with hyphens or spaces.")],
    proof: Annotated[
        bool, typer.Option("--proof", help="Tell its cases, its claims and the rules that rest on it.")
    ] = False,
    games: Annotated[bool, typer.Option("--games", help="Tell how other games answer its questions.")] = False,
    history: Annotated[
        bool, typer.Option("--history", help="Tell when it changed, with its old words; also of a withdrawn id.")
    ] = False,
    all: Annotated[bool, typer.Option("--all", help="Show everything.")] = False,
    similar: Annotated[
        bool, typer.Option("--similar", help="Also list the rulings most like it, by their words.")
    ] = False,
    printing: Printing = None,
    option: Options = None,
    event: AtEvent = None,
    format: Annotated[
        str, typer.Option("--format", help="Print Markdown: markdown for a forum, chat for the same in few lines.")
    ] = "",
    public_url: Annotated[
        str, typer.Option("--public-url", help="Where others reach the site, for a link; or set KB_PUBLIC_URL.")
    ] = "",
    report: Annotated[
        bool, typer.Option("--report", help="Print a text that tells that something is wrong here, to be sent.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON, one object a line for each ruling.")] = False,
    no_pager: NoPager = False,
) -> None:
    """Show a ruling: verdict, official words, source, sections, errata, other games.

    What an event plays (printing, options) and its house rulings (house-1) can be kept in a file that --event or
    KB_EVENT names; other flags win over it.
    """
    from kb.cli.commands.show import run

    raise typer.Exit(
        run(
            ids,
            proof,
            games,
            history,
            all,
            similar,
            printing,
            option or (),
            event,
            format,
            public_url,
            report,
            json,
            no_pager,
        )
    )


@app.command(epilog='Example: kb compare "when may a sub submerge"')
def compare(
    what: Annotated[
        list[str] | None, typer.Argument(help="A topic, a ruling's id, or words; nothing: list the topics.")
    ] = None,
    game: GameOption = None,
    event: AtEvent = None,
    json: Json = False,
    no_pager: NoPager = False,
) -> None:
    """Put the games' answers to one question side by side."""
    from kb.cli.commands.compare import run

    raise typer.Exit(run(what or [], game, event, json, no_pager))


@app.command(epilog="Example: kb check rev-sub-2 --trace")
def check(
    ids: Annotated[
        list[str] | None,
        typer.Argument(
            help="Rulings, sections or scenarios by id, or a file of your own (-: standard input); nothing: all."
        ),
    ] = None,
    game: GameOption = None,
    trace: Annotated[bool, typer.Option("--trace", help="Show what happened, rule by rule.")] = False,
    mutants: Annotated[
        bool, typer.Option("--mutants", help="Switch off each rule a scenario rests on; report those nobody misses.")
    ] = False,
    claims: Annotated[
        bool, typer.Option("--claims", help="Try each claim of the rulings: does its expectation need a rule?")
    ] = False,
    json: Json = False,
    no_pager: NoPager = False,
) -> None:
    """Play the scenarios that prove the rulings, or one of your own."""
    from kb.cli.commands.check import run

    raise typer.Exit(run(ids or [], game, trace, mutants, claims, json, no_pager))


@app.command(
    epilog="Example: kb ask 'revised; germany combat; sz5: germany 1 sub, uk 1 dd; germany attacks sz5, dice 2 6'"
)
def ask(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            help="A position and what is done, in short notation; or a file with a case (-: standard input)."
        ),
    ] = None,
    id: Annotated[str | None, typer.Option("--id", help="Start from the case of this ruling or scenario.")] = None,
    set: Annotated[
        list[str] | None, typer.Option("--set", help="Change the position: 'sz5: uk +1 dd'. May be repeated.")
    ] = None,
    game: GameOption = None,
    flips: Annotated[
        bool, typer.Option("--flips", help="Tell the smallest changes that would turn the answer.")
    ] = False,
    odds: Annotated[bool, typer.Option("--odds", help="Tell the exact odds of the battles that wait.")] = False,
    trace: Annotated[bool, typer.Option("--trace", help="Show what happened, rule by rule.")] = False,
    event: AtEvent = None,
    json: Json = False,
    no_pager: NoPager = False,
) -> None:
    """Ask the rules engine about a position: what is legal and why, what comes of it, which rulings bear on it.

    Say the game, whose turn and phase, who stands where, and what is done or wanted, apart by semicolons. What is not
    said is taken to be the obvious, and told. Dice and choices that are not said are waited for.

    Exit status: 0 legal, 1 not legal, 2 bad input.
    """
    from kb.cli.commands.ask import run

    raise typer.Exit(run(what or [], id, set or (), game, flips, odds, trace, event, json, no_pager))


@app.command(epilog="Example: kb sections rev/p4-s2-opening-fire")
def sections(
    section: Annotated[
        str | None, typer.Argument(help="A section's id, or part of its title; nothing: list them.")
    ] = None,
    game: GameOption = None,
    json: Json = False,
    no_pager: NoPager = False,
) -> None:
    """List the sections of the rule books, or show one with the rulings on it."""
    from kb.cli.commands.sections import run

    raise typer.Exit(run(section, game, json, no_pager))


@app.command()
def games(json: Json = False) -> None:
    """List the games."""
    from kb.cli.commands.games import run

    raise typer.Exit(run(json))


@app.command(epilog="Example: kb build --plan new-faq.txt --document revised-faq")
def build(
    plan: Annotated[
        str | None,
        typer.Option(
            "--plan", help="Tell what this document, or this folder of changed data, would move; build nothing."
        ),
    ] = None,
    document: Annotated[
        str | None,
        typer.Option("--document", help="With --plan: the document it re-issues, or the game it is new for."),
    ] = None,
    register: Annotated[
        bool, typer.Option("--register", help="Record new, changed and withdrawn rulings in the register of ids.")
    ] = False,
    reason: Annotated[str, typer.Option("--reason", help="With --register: why rulings are withdrawn.")] = "",
    successor: Annotated[
        str, typer.Option("--successor", help="With --register: the ruling that takes over from those withdrawn.")
    ] = "",
    json: Json = False,
) -> None:
    """Build the knowledge base from the documents, whole or not at all.

    Exit status: 0 built, 2 bad input and nothing built, 3 built, but some proofs do not hold.
    """
    from kb.cli.commands.build import run

    raise typer.Exit(run(plan, document, register, reason, successor, json))


@app.command(epilog="Example: kb changes --since 2026-11-22 --game revised")
def changes(
    since: Annotated[
        str | None, typer.Option("--since", help="What is otherwise than in this edition, or on this day.")
    ] = None,
    ruling: Annotated[
        str | None, typer.Option("--ruling", help="Only of one ruling; alone: its whole history.")
    ] = None,
    game: GameOption = None,
    against: Annotated[
        str | None,
        typer.Option("--against", help="What is otherwise than in another build, or in a file of its kb export."),
    ] = None,
    record: Annotated[
        bool, typer.Option("--record", help="Record the data as an edition, in data/history.jsonl.")
    ] = False,
    title: Annotated[str, typer.Option("--title", help="With --record: what it is about, in a line.")] = "",
    on: Annotated[str, typer.Option("--on", help="With --record: the day; default: today.")] = "",
    json: Json = False,
    no_pager: NoPager = False,
) -> None:
    """List what changed in rulings, comparisons, documents and readings.

    Without flags: what is not recorded yet, or else the last recorded edition.

    Exit status: 0 something changed, 1 nothing did, 2 bad input.
    """
    from kb.cli.commands.changes import run

    raise typer.Exit(run(since, ruling, game, against, record, title, on, json, no_pager))


@app.command(epilog="Example: kb add new-faq.txt --document revised-faq --date 2026-01-31 --dry-run")
def add(
    file: Annotated[str, typer.Argument(help="The document, as it was received: UTF-8 text.")],
    document: Annotated[
        str,
        typer.Option("--document", help="The document it re-issues, or the id of a new one; default: by its words."),
    ] = "",
    game: Annotated[str, typer.Option("--game", "-g", help="The game of a new document, by its id.")] = "",
    kind: Annotated[str, typer.Option("--kind", help="faq, errata or rules; default: by what is in it.")] = "",
    title: Annotated[str, typer.Option("--title", help="What a new document is called.")] = "",
    source: Annotated[str, typer.Option("--source", help="Who published it, and where: an address.")] = "",
    date: Annotated[str, typer.Option("--date", help="When it was published, as 2010-04-21.")] = "",
    authority: Annotated[str, typer.Option("--authority", help="Who approved it, where it says so.")] = "",
    topic: Annotated[
        list[str] | None,
        typer.Option("--topic", help="The word ids carry below a new heading: 'Submarines=sub'. May be repeated."),
    ] = None,
    reason: Annotated[str, typer.Option("--reason", help="Why rulings that it has no more are withdrawn.")] = "",
    successor: Annotated[str, typer.Option("--successor", help="The ruling that takes over from those.")] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Tell what would be written; write nothing.")] = False,
    json: Json = False,
) -> None:
    """Take over a new ruling, a new document or a re-issue, and tell what is still to write, all at once.

    Writes the document byte for byte, its entry, the ids, and stubs of what is written of each new ruling; marks what
    rests on words that changed. Then work through the list in an editor, and run kb build once.
    """
    from kb.authoring.request import Request, topics_of
    from kb.cli.commands.add import run

    known = topics_of(topic or ())
    asked = Request(file, document, game, kind, title, source, date, authority, known, reason, successor)
    raise typer.Exit(run(asked, dry_run, json))


@app.command(epilog="Example: kb serve --port 8001")
def serve(
    host: Annotated[str, typer.Option("--host", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port to listen at.")] = 8001,
    public_url: Annotated[
        str, typer.Option("--public-url", help="Where others reach this site; for links and QR codes.")
    ] = "",
    ssl_keyfile: Annotated[str, typer.Option("--ssl-keyfile", help="The key of the certificate, for https.")] = "",
    ssl_certfile: Annotated[str, typer.Option("--ssl-certfile", help="A certificate, for https.")] = "",
    phone_engine: Annotated[
        str, typer.Option("--phone-engine", help="The folder of the engine for phones, or off; see kb phone-engine.")
    ] = "",
    report_to: Annotated[
        str,
        typer.Option("--report-to", help="Where readers tell that something is wrong: mailto:ADDRESS, or https://..."),
    ] = "",
    event: Annotated[str, typer.Option("--event", help="The file of the event whose site this is.")] = "",
) -> None:
    """Serve the knowledge base with Datasette: browsing, and the judge's page."""
    from kb.cli.commands.serve import run

    raise typer.Exit(run(host, port, public_url, ssl_keyfile, ssl_certfile, phone_engine, report_to, event))


@app.command(epilog="Example, in the settings of an assistant: command kb, arguments [mcp]")
def mcp(
    public_url: Annotated[
        str, typer.Option("--public-url", help="Where others reach the site, for links; or set KB_PUBLIC_URL.")
    ] = "",
) -> None:
    """Serve assistants by the Model Context Protocol, on standard input and output."""
    from kb.cli.commands.mcp import run

    raise typer.Exit(run(public_url))


@app.command("phone-engine", epilog="Example: kb phone-engine --from pyodide-314.0.7.tgz")
def phone_engine(
    folder: Annotated[str, typer.Argument(help="Where to put it; default: beside the builds.")] = "",
    package: Annotated[str, typer.Option("--from", help="A copy of the package; default: npm gets it.")] = "",
) -> None:
    """Fetch what phones need to play cases without network: Pyodide (6.3 MB), which kb serve then offers."""
    from kb.cli.commands.phone_engine import run

    raise typer.Exit(run(folder, package))


@app.command()
def doctor(json: Json = False) -> None:
    """Check the build byte by byte and account for every character of the documents.

    Exit status: 0 whole, 2 damaged or missing, 3 whole, but some proofs do not hold.
    """
    from kb.cli.commands.doctor import run

    raise typer.Exit(run(json))


@app.command(epilog="Example: kb export --format jsonl --game revised")
def export(
    format: Annotated[str, typer.Option("--format", "-f", help="jsonl, json or csv.")] = "jsonl",
    json: Json = False,
    game: GameOption = None,
) -> None:
    """Print every ruling for other programs."""
    from kb.cli.commands.export import run

    raise typer.Exit(run(format, json, game))


app.add_typer(events, name="event")
