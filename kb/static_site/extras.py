"""Files that only a site of files has: where pages moved, what is not there, and what search engines read."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from kb.static_site.addresses import pages
from kb.web.csp import page_policy
from kb.web.respond import known_to_pages

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kb.web.site import Site

_CHARSET = '<meta charset="utf-8">'
_PLAIN = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="data:,">
{head}</head>
<body><p>{body}</p></body>
</html>
"""
_NOT_THERE = "There is no such page here"


def with_policy(page: str) -> str:
    """A page that states the content security policy which no host may send for it."""
    return page.replace(
        _CHARSET, f'{_CHARSET}\n<meta http-equiv="content-security-policy" content="{page_policy()}">', 1
    )


def moved(to: str) -> str:
    """A page that leads on to another address."""
    where = escape(to)
    head = f'<meta name="robots" content="noindex">\n<meta http-equiv="refresh" content="0; url={where}">\n'
    return _PLAIN.format(title="Moved", head=head, body=f'<a href="{where}">It is here.</a>')


async def not_found(site: Site) -> str:
    """The page for addresses that are not there.

    A host shows it at any depth, so it has links only where the site's own place on the host is known.
    """
    if not site.public_url:
        return _PLAIN.format(title="Not found", head="", body=f"{_NOT_THERE}.")
    known = {**known_to_pages(site, "/404.html", {}, {}), "canonical": "", "told": [(_NOT_THERE, "")]}
    return str(await site.datasette.render_template("kb/problem.html", known))


def robots(site: Site) -> str:
    """Search engines may read everything; where the list of pages is, if the site's address is known."""
    lines = ["User-agent: *", "Allow: /"]
    return "\n".join([*lines, *([f"Sitemap: {site.public('/sitemap.xml')}"] if site.public_url else []), ""])


def sitemap(site: Site, files: Mapping[str, str]) -> str:
    """Every page that readers may come to, by its public address."""
    there = [f"<url><loc>{escape(site.asked_at(each))}</loc></url>" for each in pages(site) if each in files]
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    return "\n".join([head, *there, "</urlset>", ""])
