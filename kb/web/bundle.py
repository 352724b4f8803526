"""What a browser keeps to work without network: files whose URLs contain a hash of their content."""

from __future__ import annotations

import gzip
import json
from asyncio import sleep
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from kb.knowledge import LEAST_FOUND
from kb.search.offline_index import search_index
from kb.web import at_event, cards, shared
from kb.web.asking import board_links
from kb.web.assets import link, with_imports
from kb.web.phone import offer
from kb.web.site import Site

#: what the page that asks the engine is made of; it is kept with the engine
ASKING_STYLES = (
    "kb.css",
    "dock.css",
    "drawing.css",
    "powers.css",
    "slip.css",
    "ask.css",
    "log_tap.css",
    "counters.svg",
)
STYLES = ("kb.css", "dock.css", "judge.css", "slip.css", "log_tap.css", "log.css", "icon.svg")
SCRIPTS = ("judge.js", "ranker.js", "log_tap.js", "log.js", "report.js")


@dataclass(frozen=True)
class Bundle:
    """The files, compressed, and their addresses, by name; ``mark`` changes with the build and with anything in them.

    ``kept`` is what the worker has to know: which files to keep, and which paths to answer for.
    """

    mark: str
    files: dict[str, bytes]
    links: dict[str, str]
    kept: dict[str, Any]


async def bundle_of(site: Site) -> Bundle:
    """The bundle of a site, made when first asked for."""
    if site.bundle is None:
        site.bundle = await _collect(site)
    return site.bundle


async def cards_of(site: Site) -> str:
    """The address of the cards, for a page that shows by script what goes for an event; empty where a server does."""
    return (await bundle_of(site)).links["cards"] if site.static else ""


async def _collect(site: Site) -> Bundle:
    choices = site.choices
    rendered = {}
    for each in choices.rulings:
        rendered[each] = [await cards.card(site, each), await cards.slip(site, each)]
        await sleep(0)  # others are served meanwhile
    plain = {
        "index": search_index(site.base.connection, LEAST_FOUND),
        "cards": {
            "build": site.short_digest,
            "choices": choices.plain(),
            "sections": site.sections,
            "rendered": rendered,
            "house": await at_event.kept(site),
        },
    }
    texts = {name: json.dumps(each, ensure_ascii=False, separators=(",", ":")).encode() for name, each in plain.items()}
    mark = f"{site.short_digest}-{sha256(b''.join(texts.values())).hexdigest()[:8]}"
    links = {name: site.path(f"/judge/{mark}/{name}.json") for name in texts}
    return Bundle(
        mark, {name: gzip.compress(text, 9, mtime=0) for name, text in texts.items()}, links, _kept(site, links)
    )


def _kept(site: Site, links: dict[str, str]) -> dict[str, Any]:
    shell = f"{site.path('/judge')}?build={site.short_digest}"  # only a server of this build answers it
    scripts = [each for name in SCRIPTS for each in with_imports(name)]
    log = f"{site.path('/log')}?build={site.short_digest}"
    files = [shell, log, *links.values(), *dict.fromkeys(link(site, name) for name in (*STYLES, *scripts))]
    return {
        "root": str(site.datasette.urls.path("/")),
        "mark": sha256("\n".join([*files, site.report_to]).encode()).hexdigest()[:12],
        "files": files,
        "shell": shell,
        "judge": site.path("/judge"),
        "log": {"path": site.path("/log"), "shell": log},
        "rulings": site.path("/r/"),
        "engine": {
            "described": str(site.datasette.urls.path(f"{offer.ROOT}.json")),
            "build": site.short_digest,
            "below": str(site.datasette.urls.path(f"{offer.ROOT}/")),
            "asking": site.path("/ask"),
            "page": _asking_page(site) if site.asks else [],
        },
        "header": "" if site.static else shared.BUILD_HEADER,  # other servers do not say who they are
        "timeout": shared.TIMEOUT,
        "retryAfter": shared.RETRY_AFTER,
    }


def _asking_page(site: Site) -> list[str]:
    """The addresses of the page "Ask with the board", first its own, and of all that it loads."""
    scripts = dict.fromkeys([*with_imports("ask.js"), *with_imports("report.js")])
    files = [link(site, name) for name in (*ASKING_STYLES, *scripts)]
    return [f"{site.path('/ask')}?build={site.short_digest}", *files, *board_links(site).values()]
