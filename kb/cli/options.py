"""Arguments and options that several commands have, each defined once."""

from __future__ import annotations

from typing import Annotated

import typer

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
PhoneEngine = Annotated[
    str, typer.Option("--phone-engine", help="The folder of the engine for phones, or off; see kb phone-engine.")
]
ReportTo = Annotated[
    str,
    typer.Option("--report-to", help="Where readers tell that something is wrong: mailto:ADDRESS, or https://..."),
]
ForEvent = Annotated[str, typer.Option("--event", help="The file of the event whose site this is.")]
LinksTo = Annotated[
    str, typer.Option("--public-url", help="Where others reach the site, for links; or set KB_PUBLIC_URL.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
NoPager = Annotated[bool, typer.Option("--no-pager", help="Never use a pager.")]
