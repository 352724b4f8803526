"""The commands of the group ``kb event``, as :mod:`kb.cli.app` has the others."""

from __future__ import annotations

from typing import Annotated

import typer

events = typer.Typer(
    help="Check or begin the file of an event, or put the logs of its judges together.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
EventFile = Annotated[str, typer.Argument(help="The file of the event.")]


@events.command("check", epilog="Example: kb event check spring-open.yaml")
def event_check(file: EventFile, json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Tell everything that is wrong in the file of an event, and play the cases of its house rulings.

    Exit status: 0 all is well, 1 a case does not come out as it has to, 2 the file is not written as it should be.
    """
    from kb.cli.commands.event_check import run

    raise typer.Exit(run(file, json))


@events.command("new", epilog="Example: kb event new spring-open.yaml")
def event_new(file: EventFile) -> None:
    """Begin the file of an event, with every key explained; never over a file that is there."""
    from kb.cli.commands.event_new import run

    raise typer.Exit(run(file))


@events.command("merge", epilog="Example: kb event merge anna.jsonl bert.jsonl --out event.db")
def event_merge(
    logs: Annotated[list[str], typer.Argument(help="Logs that judges exported from the page /log.")],
    out: Annotated[str, typer.Option("--out", help="The SQLite file; one that is there is added to.")],
) -> None:
    """Put the logs of several judges into one SQLite file, for Datasette; what contradicts is told.

    Exit status: 0 merged, 2 bad input and nothing written, 3 merged, but there are conflicts.
    """
    from kb.cli.commands.event_merge import run

    raise typer.Exit(run(logs, out))
