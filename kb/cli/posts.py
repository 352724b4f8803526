"""A ruling for others to read: as Markdown for a forum, and as a report that it is wrong."""

from __future__ import annotations

import os

import kb
from kb.base.errors import BadInput, Finding
from kb.service import rulings
from kb.store import lookup
from kb.text import ruling as wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kb.base.shape import Plain
    from kb.knowledge import KnowledgeBase


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


def check(format: str, report: bool, json: bool) -> None:
    """Raises :class:`BadInput` for a format that is not there, and for two things to print at once."""
    if format and format not in FORMATS:
        raise BadInput(Finding(f"no format '{format[:40]}'", hint=f"formats are: {', '.join(FORMATS)}"))
    wanted = [flag for flag, given in (("--format", format), ("--report", report), ("--json", json)) if given]
    if len(wanted) > 1:
        raise BadInput(Finding(f"{' and '.join(wanted)} at once", hint="leave one of them out"))


def report(base: KnowledgeBase, ruling: Plain, public: str) -> str:
    """The text of a report that a ruling is wrong, to be sent to whoever keeps the rulings."""
    from kb.text.report import subject, text

    facts = wording.report_facts(
        ruling,
        lookup.row(base.connection, "games", ruling["game"]),
        lookup.row(base.connection, "documents", ruling["document"]),
    )
    built = f"{base.build.digest}, built {base.build.built_on}, kb {kb.__version__}"
    return f"{subject(ruling['id'])}\n\n{text({**facts, 'Page': rulings.page(ruling, public), 'Build': built})}\n"
