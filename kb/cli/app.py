"""The commands: the one definition of their names, arguments, options and help; and the table that is made of it."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer

import kb
from kb.base.errors import BadInput, Finding
from kb.base.standing import STANDINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kb.cli.command_table import Table

#: arguments and options that several commands have
GameOption = Annotated[
    str | None, typer.Option("--game", "-g", help="Keep to one game: its id, or a name players use.")
]
Printing = Annotated[str | None, typer.Option("--printing", help="The printing on the table: 2012.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", help="An option in force, or not: technology, technology=off. May be repeated."),
]
PhoneEngine = Annotated[
    str, typer.Option("--phone-engine", help="The folder of the engine for phones, or off; see kb phone-engine.")
]
ReportTo = Annotated[
    str, typer.Option("--report-to", help="Where readers tell that something is wrong: mailto:ADDRESS, or https://...")
]
_STANDINGS = ", ".join(STANDINGS)
LinksTo = Annotated[
    str, typer.Option("--public-url", help="Where others reach the site, for links; or set KB_PUBLIC_URL.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
NoPager = Annotated[bool, typer.Option("--no-pager", help="Never use a pager.")]

app = typer.Typer(
    name="kb",
    help="Rulings for Axis & Allies games: the ruling, in the words of its document, whose they are, its rule section, "
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


def _run(command: str, given: dict[str, Any], function: str = "run") -> None:
    """Run the module of a command with its parameters; one that is ``None`` was not given. Raises ``typer.Exit``."""
    run = getattr(import_module(f"kb.cli.commands.{command}"), function)
    raise typer.Exit(run(**{name: value for name, value in given.items() if value is not None}))


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
    long: Annotated[bool, typer.Option("--long", help="Show the questions of the documents, too.")] = False,
    json: Json = False,
    batch: Annotated[
        str | None,
        typer.Option(
            "--batch", help="Answer every query of a file of JSON lines (qid, query, game); - is standard input."
        ),
    ] = None,
    no_pager: NoPager = False,
    all_games: Annotated[
        bool, typer.Option("--all-games", help="Search all games, also where the question names one.")
    ] = False,
    printing: Printing = None,
    option: Options = None,
) -> None:
    """Find the rulings and the statements of the rule book that answer a question.

    A game that the question names is searched alone, as with --game; so is a printing that it names. A line names the
    nearest rulings of other games. Where nothing answers, a remark says that the results are only the nearest.

    Exit status: 0 found, 1 nothing found, 2 bad input.

    Beside plain words: "a phrase", "two words"~5, torp*, fuzy~, -without, and the filters game:, kind:, document:,
    section:, verdict:, depends:, standing:.
    """
    _run("search", locals())


@app.command(epilog="Example: kb show rev-sub-2")
def show(
    ids: Annotated[
        list[str],
        typer.Argument(help="Ids of rulings, in any case, with hyphens or spaces; or of statements: GAME/RULE."),
    ],
    proof: Annotated[
        bool, typer.Option("--proof", help="Tell its cases, its claims and the rules that rest on it.")
    ] = False,
    games: Annotated[bool, typer.Option("--games", help="Tell how other games answer its questions.")] = False,
    all: Annotated[bool, typer.Option("--all", help="Show everything.")] = False,
    similar: Annotated[
        bool, typer.Option("--similar", help="Also list the rulings most like it, by their words.")
    ] = False,
    printing: Printing = None,
    option: Options = None,
    format: Annotated[str, typer.Option("--format", help="Print the ruling as Markdown, for a forum: markdown.")] = "",
    public_url: LinksTo = "",
    json: Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")] = False,
    no_pager: NoPager = False,
) -> None:
    """Show a ruling: verdict, words, source, sections, errata, other games; or a statement with its rulings."""
    _run("show", locals())


@app.command(epilog='Example: kb compare "when may a sub submerge"')
def compare(
    what: Annotated[
        list[str] | None, typer.Argument(help="A topic, a ruling's id, or words; nothing: list the topics.")
    ] = None,
    game: GameOption = None,
    json: Json = False,
    no_pager: NoPager = False,
) -> None:
    """Put the games' answers to one question side by side."""
    _run("compare", locals())


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
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of a file of scenarios, for editors.")
    ] = False,
    json: Json = False,
    no_pager: NoPager = False,
) -> None:
    """Play the scenarios that prove the rulings, or one of your own."""
    _run("check", locals())


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
        list[str] | None, typer.Option("--set", help="Change the position: 'sz5: uk 2 dd'. May be repeated.")
    ] = None,
    game: GameOption = None,
    trace: Annotated[bool, typer.Option("--trace", help="Show what happened, rule by rule.")] = False,
    json: Json = False,
    no_pager: NoPager = False,
) -> None:
    """Ask the rules engine about a position: what is legal and why, what comes of it, which rulings bear on it.

    Say the game, whose turn and phase, who stands where, and what is done or wanted, apart by semicolons, as in
    'revised; germany combat; sz5: germany 2 subs, uk 1 dd; attacks sz5, dice 2 5'. docs/notation.md has all that can be
    said. The answer says how it was read ("I read: ..."), and what was assumed. Dice and choices that are not said are
    waited for.

    Exit status: 0 legal, 1 not legal, 2 bad input.
    """
    _run("ask", locals())


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
    _run("sections", locals())


@app.command()
def games(json: Json = False) -> None:
    """List the games."""
    _run("games", locals())


@app.command()
def build(
    register: Annotated[
        bool, typer.Option("--register", help="Record new, changed and withdrawn rulings in the register of ids.")
    ] = False,
    reason: Annotated[str, typer.Option("--reason", help="With --register: why rulings are withdrawn.")] = "",
    successor: Annotated[
        str, typer.Option("--successor", help="With --register: the ruling that takes over from those withdrawn.")
    ] = "",
    from_scratch: Annotated[
        bool,
        typer.Option("--from-scratch", help="Play and compute everything, though nothing it rests on has changed."),
    ] = False,
    json: Json = False,
) -> None:
    """Build the knowledge base from the documents, whole or not at all.

    Exit status: 0 built, 2 bad input and nothing built, 3 built, but some proofs do not hold.
    """
    _run("build", locals())


@app.command(epilog="Example: kb add new-faq.txt --document revised-faq --date 2026-01-31 --dry-run")
def add(
    file: Annotated[str, typer.Argument(help="The document, as it was received: text or a web page.")] = "",
    document: Annotated[
        str,
        typer.Option("--document", help="The document it re-issues, or the id of a new one; default: by its words."),
    ] = "",
    game: Annotated[str, typer.Option("--game", "-g", help="The game of a new document, by its id.")] = "",
    kind: Annotated[str, typer.Option("--kind", help="faq, errata or rules; default: by what is in it.")] = "",
    title: Annotated[str, typer.Option("--title", help="What a new document is called.")] = "",
    source: Annotated[str, typer.Option("--source", help="Who published it, and where: an address.")] = "",
    date: Annotated[str, typer.Option("--date", help="When it was published, as 2010-04-21.")] = "",
    authority: Annotated[
        str,
        typer.Option(
            "--authority",
            help=f'Whose word a new document is: {_STANDINGS}; with a name behind a colon, "club: Dice Tower".',
        ),
    ] = "",
    new_game: Annotated[
        str, typer.Option("--new-game", help="The name of the game of a new document, where it is not here yet.")
    ] = "",
    topic: Annotated[
        list[str] | None,
        typer.Option("--topic", help="The word ids carry below a new heading: 'Submarines=sub'. May be repeated."),
    ] = None,
    reason: Annotated[str, typer.Option("--reason", help="Why rulings that it has no more are withdrawn.")] = "",
    successor: Annotated[str, typer.Option("--successor", help="The ruling that takes over from those.")] = "",
    form: Annotated[
        str, typer.Option("--form", help="The form that it is read in, such as labels; default: as it is recognised.")
    ] = "",
    report: Annotated[
        bool, typer.Option("--report", help="Show what each piece of the text is taken for; write nothing.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Tell what would be written; write nothing.")] = False,
    todo: Annotated[
        bool, typer.Option("--todo", help="Only list what would lift each draft, what gains most for search first.")
    ] = False,
    json: Json = False,
) -> None:
    """Take over a new document, also of a new game, or a re-issue, and tell what may be written of it.

    Writes the document byte for byte, its entry and the ids; marks what rests on words that changed. Nothing has to be
    filled in: kb build makes a draft of each new ruling, which is searched and shown at once.
    """
    from kb.cli.commands.add import run
    from kb.pipeline.authoring.documents import Request, topics_of

    known = topics_of(topic or ())
    asked = Request(
        file, document, game, kind, title, source, date, authority, known, reason, successor, form, new_game
    )
    raise typer.Exit(run(asked, report, dry_run, todo, json))


@app.command(epilog="Example: kb serve --port 8001")
def serve(
    host: Annotated[str, typer.Option("--host", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port to listen at.")] = 8001,
    public_url: Annotated[str, typer.Option("--public-url", help="Where others reach this site; for links.")] = "",
    ssl_keyfile: Annotated[str, typer.Option("--ssl-keyfile", help="The key of the certificate, for https.")] = "",
    ssl_certfile: Annotated[str, typer.Option("--ssl-certfile", help="A certificate, for https.")] = "",
    phone_engine: PhoneEngine = "",
    report_to: ReportTo = "",
) -> None:
    """Serve the knowledge base with Datasette: browsing, and the judge's page."""
    from kb.cli.terminal import say
    from kb.web.serve import Address
    from kb.web.serve import serve as serve_base

    if bool(ssl_keyfile) != bool(ssl_certfile):
        raise BadInput(Finding("TLS needs both files", hint="give --ssl-keyfile and --ssl-certfile"))
    serve_base(Address(host, port, public_url, ssl_keyfile, ssl_certfile), say, phone_engine, report_to)


@app.command(epilog="Example, in the settings of an assistant: command kb, arguments [mcp]")
def mcp(public_url: LinksTo = "") -> None:
    """Serve assistants by the Model Context Protocol, on standard input and output."""
    _run("mcp", locals())


@app.command(epilog="Example: kb site public --public-url https://example.org/rulings")
def site(
    out: Annotated[str, typer.Argument(help="The folder to write; an earlier site there is replaced.")],
    public_url: Annotated[
        str, typer.Option("--public-url", help="Where it will be reached; for links, previews and the sitemap.")
    ] = "",
    phone_engine: PhoneEngine = "",
    report_to: ReportTo = "",
) -> None:
    """Write the whole site as files, which any file server serves from any folder."""
    from kb.base.paths import shown
    from kb.cli.terminal import say
    from kb.files.site import write
    from kb.store import read

    done = write(read.find(), out, public_url, phone_engine, report_to)
    engine = "with the engine for phones" if done.engine else "without the engine for phones (kb phone-engine gets it)"
    say(f"{shown(out)}: {done.files:,} files, {done.bytes / 1e6:.1f} MB, {engine}")
    say(f"try it: python3 -m http.server --directory {shown(out)}")


@app.command("phone-engine", epilog="Example: kb phone-engine --from pyodide-314.0.7.tgz")
def phone_engine(
    folder: Annotated[str, typer.Argument(help="Where to put it; default: beside the builds.")] = "",
    package: Annotated[str, typer.Option("--from", help="A copy of the package; default: npm gets it.")] = "",
) -> None:
    """Fetch what phones need to play cases without network: Pyodide (6.3 MB), which kb serve then offers."""
    from kb.base.paths import shown
    from kb.cli.terminal import say
    from kb.web.phone import runtime

    where = folder or runtime.default_folder()
    runtime.fetch(where, package)
    say(f"Pyodide {runtime.VERSION} is in {shown(where)}; kb serve offers it to phones")


@app.command()
def doctor(json: Json = False) -> None:
    """Check the build byte by byte and account for every character of the documents.

    Exit status: 0 whole, 2 damaged or missing, 3 whole, but some proofs do not hold.
    """
    _run("doctor", locals())


@app.command(epilog="Example: kb export --format jsonl --game revised")
def export(
    format: Annotated[
        str, typer.Option("--format", "-f", help="jsonl, json, csv, opensearch or opensearch-mapping.")
    ] = "jsonl",
    json: Json = False,
    game: GameOption = None,
) -> None:
    """Print every ruling for other programs or for a search cluster.

    opensearch: documents for the bulk interface of OpenSearch or Elasticsearch. opensearch-mapping: the index for them.
    """
    _run("export", locals())


# -- the table of all this, by which the front door does without Typer (kb/cli/command_table.py)


def table() -> Table:
    """The commands, arguments, options and help, as :mod:`kb.cli.command_table` describes them."""
    group: Any = typer.main.get_command(app)
    plain = {name: command.params for name, command in group.commands.items()}
    arguments = {
        name: (each.name, each.nargs)
        for name, some in plain.items()
        for each in some
        if each.param_type_name == "argument"
    }
    options = {
        name: {
            flag: (each.name, _value(each))
            for each in some
            if each.param_type_name == "option"
            for flag in (*each.opts, *each.secondary_opts)
        }
        for name, some in plain.items()
    }
    helps = {"": _help(group, "kb"), **{name: _help(each, f"kb {name}") for name, each in group.commands.items()}}
    summaries = {name: command.get_short_help_str(120) for name, command in group.commands.items()}
    return summaries, arguments, options, helps


def _value(option: Any) -> str:
    if option.is_flag:
        return ""
    if option.multiple:
        return "texts"
    return "text" if option.min is None else f"{option.min} {option.max}"


def _help(command: Any, name: str) -> str:
    context = command.make_context(name, [], resilient_parsing=True, terminal_width=80)
    return str(command.get_help(context)).rstrip("\n") + "\n"
