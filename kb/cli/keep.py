"""The commands that keep the base: ``add``, ``remove``, ``build``, ``doctor``, ``export``, ``serve``, ``site``, ``mcp``
and ``phone-engine``."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib.util import find_spec

import kb
from kb.base import paths
from kb.base.errors import UNSOUND, BadInput, Finding, KBError, rules_not_played
from kb.cli.options import GAME, JSON, LINKED, PHONE_ENGINE, PUBLIC_URL, REPORT_URL, Commands, argument, option
from kb.cli.terminal import Screen, print_json, print_jsonl, progress, say
from kb.model.marks import Mark, parse_marks
from kb.model.standing import STANDINGS

commands = Commands("Keep")
_AUTHORITY = f'The authority of a new document: {", ".join(STANDINGS)}; a name may follow, as in "club: Dice Tower".'


@commands.command(epilog="Example: kb add new-faq.txt --document revised-faq --date 2026-01-31 --dry-run")
def add(
    file: str = argument("", "The document, as it was received: text, a web page, Word or PDF."),
    document: str = option("", "The document it re-issues, or the id of a new one; default: by its words."),
    game: str = option("", "The game of a new document, by its id.", "--game", "-g", completes="games"),
    kind: str = option("", "faq, errata or rules; default: by its contents."),
    title: str = option("", "The title of a new document."),
    source: str = option("", "Who published it, and where: an address."),
    date: str = option("", "When it was published, as 2010-04-21."),
    authority: str = option("", _AUTHORITY),
    new_game: str = option("", "The name of the game of a new document, if it is a new game."),
    topic: list[str] | None = option(
        None, "The word in the ids of entries below a new heading: 'Submarines=sub'. May be repeated."
    ),
    reason: str = option("", "Why the rulings are withdrawn that the document no longer has."),
    successor: str = option("", "The ruling that replaces them."),
    marks: str = option("", f"How entries are marked in the text: {', '.join(Mark)}."),
    opens: list[str] | None = option(None, "Begins an entry: TEXT or /pattern/. May be repeated."),
    continues: list[str] | None = option(None, "Begins no entry: TEXT or /pattern/. May be repeated."),
    heading: list[str] | None = option(None, "Is a heading: TEXT or /pattern/. May be repeated."),
    leave_out: list[str] | None = option(
        None, "Belongs to no entry: a line that begins with TEXT, or /pattern/. May be repeated."
    ),
    begins: str = option("", "The beginning of the first line that is not introduction."),
    preview: str = option(
        "", "Print the whole text with the use of each line, or write it as a page: FILE.html.", metavar="[FILE.html]"
    ),
    dry_run: bool = option(False, "List what would be written; write nothing.", "--dry-run"),
    todo: bool = option(False, "Only list what each draft lacks, the text that helps the search most first.", "--todo"),
    json: bool = JSON,
) -> int:
    """Add a new document, also of a new game, or a re-issue, and list the texts that may be added.

    Writes the document byte for byte, its entry and the ids; marks the texts that rest on words that changed. Nothing
    has to be filled in: kb build makes a draft of each new ruling, which is searched and shown at once.
    """
    from kb.cli import add
    from kb.pipeline.authoring.documents import Request, topics_of

    if todo or not file:
        if file or not todo:
            hint = "leave one of them out" if todo else "name its file, or list what drafts lack: kb add --todo"
            what = "a document and --todo cannot be combined" if todo else "the command lacks a document"
            raise KBError(Finding(what, hint=hint))
        return add.show_to_do(json)
    told = replace(
        parse_marks(marks),
        opens=tuple(opens or ()),
        continues=tuple(continues or ()),
        headings=tuple(heading or ()),
        leaves_out=tuple(leave_out or ()),
        begins=begins,
    )
    topics = topics_of(topic or ())
    asked = Request(
        *(file, document, game, kind, title, source, date, authority), topics, *(reason, successor, new_game), told
    )
    return add.run(asked, dry_run or bool(preview), json, preview)


@commands.command(epilog='Example: kb remove revised-house --reason "the event is over"')
def remove(
    document: str = argument(..., "The id of the document, as kb games or data/documents.yaml names it."),
    reason: str = option("", "Why its rulings are withdrawn."),
    dry_run: bool = option(False, "List what would be removed; change nothing.", "--dry-run"),
    json: bool = JSON,
) -> int:
    """Remove a document: its text, its entry and its rulings, whose ids are withdrawn for ever.

    A game of which it is the only document is removed too, unless it has a board or rules.
    """
    from kb.cli import add

    return add.remove(document, reason, dry_run, json)


@commands.command()
def build(
    register: bool = option(False, "Record new, changed and withdrawn rulings in the register of ids.", "--register"),
    reason: str = option("", "With --register: why rulings are withdrawn."),
    successor: str = option("", "With --register: the ruling that replaces those withdrawn."),
    from_scratch: bool = option(False, "Play and compute everything, even if nothing has changed.", "--from-scratch"),
    json: bool = JSON,
) -> int:
    """Build the knowledge base from the documents, whole or not at all.

    Exit status: 0 built, 2 bad input and nothing built, 3 built, but some proofs do not hold.
    """
    if not register and (reason or successor):
        raise KBError(Finding("--reason and --successor need --register", hint="add --register"))
    from kb.pipeline import run
    from kb.text.drafts import drafts_line

    with progress(run.STAGES) as at:
        record = run.Recording(reason, successor) if register else None
        report = run.build(progress=at, record=record, from_scratch=from_scratch)
    figures, unsound = report.figures, [str(each) for each in report.unsound]
    if json:
        print_json({"digest": report.digest, **figures, "unsound": unsound})
    else:
        kinds = ", ".join(f"{many} {kind}" for kind, many in figures["kinds"].items() if many)
        say(
            f"built {figures['rulings']} rulings ({kinds})",
            f"{figures['links']} section links, {figures['relations']} relations, {figures['topics']} topics, "
            f"{figures['phrasings']} phrasings, {figures['claims']} claims",
            f"digest {report.digest}",
            *([drafts_line(figures["drafts"])] if figures["drafts"] else ()),
            *_not_played(),
            *([f"kb: {each}" for each in unsound] or ["every proof holds"]),
        )
    return UNSOUND if unsound else 0


def _not_played() -> list[str]:
    """Return a line on each game with an unfinished board and rules, which are not played."""
    from kb.games.catalogue import games
    from kb.games.rulesets import is_draft

    return [rules_not_played(game.short) for game in games(paths.data()) if is_draft(paths.data(), game.id)]


@commands.command()
def doctor(json: bool = JSON) -> int:
    """Check the build byte by byte and account for every character of the documents.

    Exit status: 0 whole, 2 damaged or missing, 3 whole, but some proofs do not hold.
    """
    from kb.service.health import examine

    report = examine()
    status = 2 if report["problems"] else UNSOUND if report["unsound"] else 0
    if json:
        print_json(report)
        return status
    screen = Screen()
    screen.line(f"kb {report['version']} on Python {report['python']}")
    screen.line(f"data   {paths.shown(report['data'])}")
    screen.line(f"built  {paths.shown(report['built'])}")
    screen.line(f"digest {report['digest']}")
    if "rulings" in report:
        for name in ("rulings", "kinds", "proof", "scenarios", "printings"):
            many = ", ".join(f"{key} {value}" for key, value in report[name].items())
            screen.line(f"{name:<10} {sum(report[name].values())}: {many}")
        for ruling, reason in report["unproved"].items():
            screen.wrapped(reason, " " * 11, f"not proved: {ruling}: ")
        screen.line(f"sections whose facts are unverified: {report['unverified_sections']}")
        for document, totals in report["ledger"].items():
            parts = ", ".join(f"{key} {value}" for key, value in totals.items())
            size = report["characters"][document]
            screen.line(f"{document}: {size} characters, unclaimed {size - sum(totals.values())}: {parts}")
    for problem in (*(f"problem: {each}" for each in report["problems"]), *report["unsound"]):
        screen.line(screen.paint(problem, "red"))
    if not report["problems"]:
        screen.line(f"whole: {report['files']} files, every checksum as published")
        if "rulings" in report and not report["unsound"]:
            screen.line("every proof holds")
    screen.show()
    return status


@commands.command(epilog="Example: kb export --format jsonl --game revised")
def export(
    format: str = option("jsonl", "jsonl, cases, opensearch or opensearch-mapping.", "--format", "-f"),
    game: str | None = GAME,
) -> int:
    """Print every ruling as JSON lines, the cases that prove them, or documents for a search cluster.

    cases: one object for each case and contrast of the scenarios (docs/data.md).
    opensearch: documents for the bulk interface of OpenSearch or Elasticsearch. opensearch-mapping: the index for them.
    """
    from kb.files import cases, cluster

    with kb.open() as base:
        wanted = [base.game_named(game)] if game else base.games()
        if format == "jsonl":
            print_jsonl(row for each in wanted for row in base.rulings(each))
        elif format == "cases":
            print_jsonl(cases.cases(base, wanted))
        elif format == "opensearch":
            sys.stdout.writelines(cluster.bulk(base, wanted))
        elif format == "opensearch-mapping":
            print_json(cluster.index(base))
        else:
            hint = "use jsonl, cases, opensearch or opensearch-mapping"
            raise KBError(Finding(f"there is no format '{format[:40]}'", hint=hint))
    return 0


@commands.command(epilog="Example: kb serve --port 8001")
def serve(
    host: str = option("127.0.0.1", "The address to listen at."),
    port: int = option(8001, "The port to listen at.", min=0, max=65535),
    public_url: str = PUBLIC_URL,
    phone_engine: str = PHONE_ENGINE,
    report_url: str = REPORT_URL,
) -> int:
    """Serve the knowledge base with Datasette: browsing, and the judge's page."""
    from kb.web.serve import Address
    from kb.web.serve import serve as serve_base

    serve_base(Address(host, port, public_url, report_url), say, phone_engine)
    return 0


@commands.command(epilog="Example: kb site public --public-url https://example.org/rulings")
def site(
    out: str = argument(..., "The folder to write; an earlier site there is replaced."),
    public_url: str = PUBLIC_URL,
    phone_engine: str = PHONE_ENGINE,
    report_url: str = REPORT_URL,
) -> int:
    """Write the whole site as files, which any file server serves from any folder."""
    from kb.files.site import write
    from kb.store import read

    with progress() as at:
        at("writing the pages")
        done = write(read.find(), out, public_url, phone_engine, report_url)
    engine = "with the engine for phones" if done.engine else "without the engine for phones (kb phone-engine gets it)"
    say(f"{paths.shown(out)}: {done.files:,} files, {done.bytes / 1e6:.1f} MB, {engine}")
    say(f"try it: python3 -m http.server --directory {paths.shown(out)}")
    return 0


@commands.command(epilog="Example, in the settings of an assistant: command kb, argument mcp")
def mcp(public_url: str = LINKED) -> int:
    """Serve assistants by the Model Context Protocol, on standard input and output."""
    if find_spec("mcp") is None:
        hint = "install it with: pip install 'axis-allies-rulings[mcp]'"
        raise BadInput(Finding("kb mcp needs the package mcp, which is not installed", hint=hint))
    from kb.mcp.server import serve
    from kb.web.serve import checked

    serve(checked(public_url) if public_url else "")
    return 0


@commands.command("phone-engine", epilog="Example: kb phone-engine --from pyodide-314.0.7.tgz")
def phone_engine(
    folder: str = argument("", "The folder to write; default: beside the builds."),
    package: str = option("", "A copy of the package; default: npm gets it.", "--from"),
) -> int:
    """Fetch the software that phones need to play cases without network: Pyodide (6.3 MB), which kb serve offers."""
    from kb.web.phone import runtime

    where = folder or runtime.default_folder()
    with progress() as at:
        at("fetching Pyodide")
        runtime.fetch(where, package)
    say(f"Pyodide {runtime.VERSION} is in {paths.shown(where)}; kb serve offers it to phones")
    return 0
