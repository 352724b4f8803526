"""The commands: the one definition of their names, arguments, options and help."""

from __future__ import annotations

from typing import Annotated

import typer

import kb
from kb.cli.event_group import events
from kb.cli.keeping import add, build, changes
from kb.cli.options import (
    AtEvent,
    ForEvent,
    GameOption,
    Json,
    LinksTo,
    NoPager,
    Options,
    PhoneEngine,
    Printing,
    ReportTo,
)

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
    public_url: LinksTo = "",
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


app.command(epilog="Example: kb build --plan new-faq.txt --document revised-faq")(build)
app.command(epilog="Example: kb changes --since 2026-11-22 --game revised")(changes)
app.command(epilog="Example: kb add new-faq.txt --document revised-faq --date 2026-01-31 --dry-run")(add)


@app.command(epilog="Example: kb serve --port 8001")
def serve(
    host: Annotated[str, typer.Option("--host", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port to listen at.")] = 8001,
    public_url: Annotated[
        str, typer.Option("--public-url", help="Where others reach this site; for links and QR codes.")
    ] = "",
    ssl_keyfile: Annotated[str, typer.Option("--ssl-keyfile", help="The key of the certificate, for https.")] = "",
    ssl_certfile: Annotated[str, typer.Option("--ssl-certfile", help="A certificate, for https.")] = "",
    phone_engine: PhoneEngine = "",
    report_to: ReportTo = "",
    event: ForEvent = "",
) -> None:
    """Serve the knowledge base with Datasette: browsing, and the judge's page."""
    from kb.cli.commands.serve import run

    raise typer.Exit(run(host, port, public_url, ssl_keyfile, ssl_certfile, phone_engine, report_to, event))


@app.command(epilog="Example, in the settings of an assistant: command kb, arguments [mcp]")
def mcp(
    public_url: LinksTo = "",
) -> None:
    """Serve assistants by the Model Context Protocol, on standard input and output."""
    from kb.cli.commands.mcp import run

    raise typer.Exit(run(public_url))


@app.command(epilog="Example: kb site public --public-url https://example.org/rulings")
def site(
    out: Annotated[str, typer.Argument(help="The folder to write; an earlier site there is replaced.")],
    public_url: Annotated[
        str, typer.Option("--public-url", help="Where it will be reached; for QR codes, previews and the sitemap.")
    ] = "",
    phone_engine: PhoneEngine = "",
    report_to: ReportTo = "",
    event: ForEvent = "",
) -> None:
    """Write the whole site as files, which any file server serves from any folder."""
    from kb.cli.commands.site import run

    raise typer.Exit(run(out, public_url, phone_engine, report_to, event))


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
    format: Annotated[
        str, typer.Option("--format", "-f", help="jsonl, json, csv, booklet, sheet, cluster or cluster-mapping.")
    ] = "jsonl",
    json: Json = False,
    game: GameOption = None,
) -> None:
    """Print every ruling for other programs, for paper (HTML to print) or for a search cluster.

    booklet: all on pages of A5. sheet: a page of A4 a game, with those needed most. cluster: documents for the bulk
    interface of OpenSearch or Elasticsearch. cluster-mapping: the index for them.
    """
    from kb.cli.commands.export import run

    raise typer.Exit(run(format, json, game))


app.add_typer(events, name="event")
