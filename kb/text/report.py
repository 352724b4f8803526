"""A report that something is wrong: what it says, and the address that sends it.

It has nothing of who writes it. ``static/kb/report.js`` adds to it what only the page on the screen knows.
"""

from __future__ import annotations

from urllib.parse import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

#: characters of an address at most: programs for mail take no longer ones
LONGEST_ADDRESS = 2_000
#: characters of one fact at most
LONGEST_FACT = 500
#: what stands at the end of a text that was cut to fit an address
CUT = "… (cut here: too long for an address)"
#: what the reader is to write, above what is filled in
WRITE_HERE = "What is wrong, and what should it say?\n\n\n"
#: how much is taken away at once from a text that is too long
_STEP = 20


def subject(what: str) -> str:
    """The heading of a report."""
    return f"Something wrong: {_fact(what)}"


def text(facts: Mapping[str, str]) -> str:
    """A report with the facts that have a value, one a line, in their order."""
    lines = [f"{name}: {_fact(value)}" for name, value in facts.items() if value]
    return "\n".join([WRITE_HERE, *lines])


def address(to: str, about: str, report: str) -> str:
    """The address that opens a report to ``to``, which is checked: a mail, or a form that takes ``title`` and ``body``.

    A report that makes it longer than :data:`LONGEST_ADDRESS` is cut at its end, and says so.
    """
    heading = "subject" if to.startswith("mailto:") else "title"
    begin = f"{to}{'&' if '?' in to else '?'}{heading}={_quoted(about)}&body="
    body, end = report, ""
    while body and len(begin) + len(_quoted(body + end)) > LONGEST_ADDRESS:
        body, end = body[:-_STEP], CUT
    return begin + _quoted(body + end)


def _fact(value: str) -> str:
    """A value in a line, without what acts on a terminal or a mail, and not too long."""
    line = " ".join("".join(each if each.isprintable() else " " for each in value).split())
    return line if len(line) <= LONGEST_FACT else f"{line[:LONGEST_FACT]} …"


def _quoted(words: str) -> str:
    return quote(words, safe="", errors="replace")
