"""The commands of those who keep the knowledge base; :mod:`kb.cli.app` names them among the others."""

from __future__ import annotations

from typing import Annotated

import typer

from kb.cli.options import GameOption, Json, NoPager


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
    from_scratch: Annotated[
        bool,
        typer.Option("--from-scratch", help="Play and compute everything, though nothing it rests on has changed."),
    ] = False,
    json: Json = False,
) -> None:
    """Build the knowledge base from the documents, whole or not at all.

    Exit status: 0 built, 2 bad input and nothing built, 3 built, but some proofs do not hold.
    """
    from kb.cli.commands.build import run

    raise typer.Exit(run(plan, document, register, reason, successor, from_scratch, json))


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
