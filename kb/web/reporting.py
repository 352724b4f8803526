"""The report that something is wrong on a page, and where it is sent.

The operator says where: a mail address or a form on the web that takes ``title`` and ``body``, as the one for new
issues of GitHub does. Without one the text is there to be copied.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from kb.errors import BadInput, Finding
from kb.web.address import checked as checked_site
from kb.wording import report as wording

if TYPE_CHECKING:
    from kb.web.site import Site

MAIL = "mailto:"
_LONGEST = 300
_MAIL = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_+@")


class Report(NamedTuple):
    """What a page offers: the text, and the address that sends it, empty where nobody said where to."""

    text: str
    address: str


def checked(to: str) -> str:
    """Where reports are sent, if that may be; nothing if nobody said. Raises :class:`BadInput`.

    >>> checked("mailto:judge@example.org")
    'mailto:judge@example.org'
    """
    if to and not (len(to) <= _LONGEST and (_is_mail(to) if to.startswith(MAIL) else _is_form(to))):
        hint = "write it as mailto:judge@example.org or https://example.org/report"
        raise BadInput(Finding(f"--report-to is neither a mail address nor a form: {to[:100]!r}", hint=hint))
    return to


def _is_mail(to: str) -> bool:
    name, _, host = to.removeprefix(MAIL).partition("@")
    return bool(name) and "." in host.strip(".") and "@" not in host and set(name + host) <= _MAIL


def _is_form(to: str) -> bool:
    """Whether it is an address over https, perhaps with parameters of its own."""
    try:
        query = urlsplit(to).query
        checked_site(to.removesuffix(f"?{query}"))
    except (BadInput, ValueError):
        return False
    return to.startswith("https://") and query.isprintable() and query.isascii() and not set("#<>\"'` \\") & set(query)


def report(site: Site, path: str, about: Mapping[str, str], asking: Mapping[str, str]) -> Report:
    """The report of a page by its path, with what is known of what the page shows (``about``), and what was asked.

    What was asked stands last: of a text that is too long for an address the end is cut.
    """
    page = site.asked_at(path) or path
    name = about.get("Ruling", path).partition(",")[0]
    text = wording.text({**about, "Page": page, "Build": f"{site.short_digest}, {site.of_build}", **asking})
    return Report(text, wording.address(site.report_to, wording.subject(name), text) if site.report_to else "")
