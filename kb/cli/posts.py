"""A ruling for others to read: as Markdown for a forum."""

from __future__ import annotations

import os

from kb.base.errors import BadInput, Finding

#: the environment variable that has the public address of the site
VARIABLE = "KB_PUBLIC_URL"
FORMATS = ("markdown",)


def address(public_url: str) -> str:
    """The public address of the site, of the flag or the environment; empty if none is known.

    Raises :class:`BadInput` for what is no address.
    """
    said = public_url or os.environ.get(VARIABLE, "")
    if not said:
        return ""
    from kb.web.serve import checked

    return checked(said)


def check(format: str, json: bool) -> None:
    """Raise :class:`BadInput` for an unknown format, and for a format together with JSON."""
    if format not in FORMATS:
        raise BadInput(Finding(f"no format '{format[:40]}'", hint=f"formats are: {', '.join(FORMATS)}"))
    if json:
        raise BadInput(Finding("--format and --json at once", hint="leave one of them out"))
