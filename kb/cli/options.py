"""Arguments and options that several commands have, and the completion of their values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer

import kb
from kb.base.errors import KBError
from kb.store import lookup


def completion(what: str) -> Callable[[str], list[tuple[str, str]]]:
    """Return a function that completes a value; ``what`` is a key of :data:`kb.store.lookup.CHOICES`."""

    def complete(incomplete: str) -> list[tuple[str, str]]:
        try:
            with kb.open() as base:
                known = lookup.choices(base.connection, what)
        except KBError:
            return []
        return [each for each in known if each[0].startswith(incomplete)]

    return complete


def option(help: str, *flags: str, completes: str = "", **more: Any) -> Any:
    """Return an option with its help; without ``flags`` it is named after its parameter."""
    return typer.Option(*flags, help=help, autocompletion=completion(completes) if completes else None, **more)


def argument(help: str, completes: str = "") -> Any:
    """Return an argument with its help."""
    return typer.Argument(help=help, autocompletion=completion(completes) if completes else None)


Game = Annotated[
    str | None, option("Keep to one game: its id, or a name players use.", "--game", "-g", completes="games")
]
Printing = Annotated[str | None, option("The printing on the table: 2012.", completes="printings")]
Options = Annotated[
    list[str] | None,
    option("An option in force, or not: technology, technology=off. May be repeated.", completes="options"),
]
PublicUrl = Annotated[str, option("The address of the site, for links and previews.")]
Linked = Annotated[
    str, option("The address of the site, for links; or set KB_PUBLIC_URL.", envvar="KB_PUBLIC_URL", show_envvar=False)
]
ReportUrl = Annotated[
    str, option("The address for mistakes: {id} and {build} in it are filled in. Pages link to it.", "--report-url")
]
PhoneEngine = Annotated[str, option("The folder of the engine for phones, or off; see kb phone-engine.")]
Json = Annotated[bool, option("Print JSON.", "--json")]
