"""Writes a site of files: asks the real site for every address, makes the links relative, and puts it in place.

Some files only a site of files has: where pages moved, what is not there, and what search engines read.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Mapping
from html import escape
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from datasette.app import Datasette
from httpx import Response

from kb.base.errors import Finding, KBError
from kb.files.site.addresses import Links, marker, pages, read_in
from kb.files.site.addresses import files as files_of
from kb.files.site.folder import MARK, check, written
from kb.store.read import Build
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
#: what the media type of a text has in it
_TEXTS = ("text/", "json", "xml")
_GONE = 410
#: how many links to what is not there are told
_MOST_TOLD = 20


class Written(NamedTuple):
    """What was written: how many files, their bytes, and whether the engine for phones is among them."""

    files: int
    bytes: int
    engine: bool


def write(build: Build, out: str, public_url: str = "", phone_engine: str = "", report_to: str = "") -> Written:
    """Write a build as a site of files into the folder ``out``, whole or not at all.

    ``public_url``, ``phone_engine`` and ``report_to`` are as ``kb serve`` has them. Raises
    ``KBError`` for a build that cannot be served, a folder that holds something else, and a place that
    cannot be written.
    """
    from kb.web.phone.offer import check as check_engine

    check(out)
    datasette = opened(build, public_url, phone_engine, report_to)
    check_engine(datasette)

    async def fill() -> bool:
        async for name, content in contents(datasette):
            folder.write(name, content)
        return (await _site(datasette)).asks

    with written(out) as folder:
        engine = asyncio.run(fill())
        return Written(folder.files, folder.bytes, engine)


def opened(build: Build, public_url: str = "", phone_engine: str = "", report_to: str = "") -> Datasette:
    """The site that is asked, with a marker for its base URL. Raises :class:`kb.base.errors.KBError`."""
    from kb.web.serve import site

    return site(build, public_url, phone_engine, report_to, static=True, base_url=marker(build.digest))


async def contents(datasette: Datasette, only: Iterable[str] | None = None) -> AsyncIterator[tuple[str, str | bytes]]:
    """Each file of the site, its name and what is in it; ``only``: of these addresses.

    Raises ``KBError`` at the end with every link that leads nowhere: to a page that was added to the web
    and not to the list in :mod:`kb.files.site.addresses`.
    """
    site = await _site(datasette)
    files = await files_of(site)
    links = Links(str(datasette.setting("base_url")), files)
    for address in files if only is None else only:
        yield files[address], _content(await datasette.client.get(address), address, links)
    not_there = with_policy(await not_found(site))
    yield "404.html", links.absolute(not_there, "404.html", urlsplit(site.public_url).path)
    yield "robots.txt", robots(site)
    if site.public_url:
        yield "sitemap.xml", sitemap(site, files)
    told = {"kb_site": 1, "build": site.digest, "public_url": site.public_url, "engine": site.asks}
    yield MARK, json.dumps(told) + "\n"
    if links.missing:
        broken = list(dict.fromkeys(links.missing))[:_MOST_TOLD]
        cure = "see kb/files/site/addresses.py"
        raise KBError(*(Finding(f"leads to {to}, which the site does not have", file, 0, cure) for file, to in broken))


def _content(answer: Response, address: str, links: Links) -> str | bytes:
    """What is written of an answer. Raises :class:`KBError` for one that is no page."""
    kind, file = answer.headers.get("content-type", ""), read_in(address)
    if answer.is_redirect:
        return links.rewritten(with_policy(moved(answer.headers["location"])), file)
    if answer.status_code not in (200, _GONE):
        raise KBError(Finding(f"{address} cannot be written: the site answers {answer.status_code}"))
    if not any(each in kind for each in _TEXTS):
        return bytes(answer.content)
    text = answer.content.decode()
    return links.rewritten(with_policy(text) if kind.startswith("text/html") else text, file)


async def _site(datasette: Any) -> Site:
    from kb.web.site import site_of

    await datasette.invoke_startup()
    found = site_of(datasette)
    assert found is not None
    return found


def with_policy(page: str) -> str:
    """A page that states the content security policy which no host may send for it."""
    from kb.web.middleware import PAGE_POLICY

    return page.replace(_CHARSET, f'{_CHARSET}\n<meta http-equiv="content-security-policy" content="{PAGE_POLICY}">', 1)


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
    from kb.web.respond import known_to_pages

    known = {**known_to_pages(site, "/404.html"), "canonical": "", "told": [(_NOT_THERE, "")]}
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
