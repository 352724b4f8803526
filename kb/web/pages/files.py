"""Files: scripts and styles, what a phone keeps for use without network (the service worker, its bundle, the manifest),
and the rules engine that it runs."""

from __future__ import annotations

import gzip
import json
from asyncio import sleep
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from datasette import Request, Response
from markupsafe import Markup

from kb.base.errors import Finding, NotFound
from kb.search.results import Rule
from kb.store import pages
from kb.web import cards, shared
from kb.web.asking import board_links
from kb.web.assets import assets, link, release_hash, with_imports
from kb.web.middleware import ENGINE_POLICY
from kb.web.offline_index import offline_index
from kb.web.phone import offer
from kb.web.phone.offer import ROOT, WORKER, description, engine_of
from kb.web.respond import of_this_build, packed, stale, with_etag
from kb.web.site import Site

_JSON = "application/json; charset=utf-8"


async def worker(site: Site, request: Request) -> Response:
    """The service worker, told what this build's page keeps. It answers for the rulings' pages, too."""
    constants = json.dumps((await bundle_of(site)).kept)
    body = f"const BUILD = {constants};\n" + assets()["worker.js"].content.decode()
    response = with_etag(site, request, body, "text/javascript; charset=utf-8")
    response.headers["service-worker-allowed"] = str(site.datasette.urls.path("/"))
    return response


async def bundle_file(site: Site, request: Request) -> Response:
    """A file of the bundle, compressed for those who can read that. A request for another build is answered 404."""
    bundle = await bundle_of(site)
    mark, name = request.url_vars["mark"], request.url_vars["name"]
    if name not in bundle.files:
        raise NotFound(Finding("there is no such file"))
    if mark != bundle.mark:
        return stale()
    return packed(request, bundle.files[name], _JSON)


async def manifest(site: Site, request: Request) -> Response:
    """What a phone needs to put the page on its home screen."""
    start = site.path("/judge")
    values = {
        **({} if site.static else {"id": start}),  # from the origin of the start, not from it: a folder may move
        "name": "Rulings for judges",
        "short_name": "Rulings",
        "start_url": start,
        "scope": str(site.datasette.urls.path("/")),
        "display": "standalone",
        "background_color": "#fdfcf8",
        "theme_color": "#161614",
        "icons": [{"src": link(site, "icon.svg"), "type": "image/svg+xml", "sizes": "any", "purpose": "any maskable"}],
    }
    return with_etag(site, request, json.dumps(values), "application/manifest+json")


async def asset(site: Site, request: Request) -> Response:
    """One file, cached for ever; 404 for the hash of another release, so that a load balancer asks another process."""
    found = assets().get(request.url_vars["name"])
    if found is None or request.url_vars["mark"] != release_hash():
        raise NotFound(Finding("there is no such file"))
    return packed(request, found.packed, found.type)


@of_this_build
async def described(site: Site, request: Request) -> Response:
    """Where the files are, for a page of this build; a page of another build is answered 404.

    What is kept with the engine is among the ``files``: the page that asks it, and what that loads.
    """
    told = await description(site)
    if told["files"]:
        told["files"] += (await bundle_of(site)).kept["engine"]["page"]
    return with_etag(site, request, json.dumps(told), _JSON)


async def file(site: Site, request: Request) -> Response:
    """A file, kept for ever. The worker may compile WebAssembly, which no page may."""
    mark, name = request.url_vars["mark"], request.url_vars["name"]
    found = (await engine_of(site)).files.get((mark, name))
    if found is None:
        raise NotFound(Finding("there is no such file"))
    response = packed(request, found.packed, found.type)
    if name == WORKER:
        response.headers["content-security-policy"] = ENGINE_POLICY
    return response


ROUTES = [
    (r"/-/kb/assets/(?P<mark>[0-9a-f]+)/(?P<name>[^/]+)", asset),
    (r"/judge/worker\.js", worker),
    (r"/judge/manifest\.webmanifest", manifest),
    (r"/judge/(?P<mark>[0-9a-f]+-[0-9a-f]+)/(?P<name>[a-z]+)\.json", bundle_file),
    (rf"{ROOT}\.json", described),
    (rf"{ROOT}/(?P<mark>[0-9a-f]+)/(?P<name>[a-z_.]+)", file),
]


# -- what a browser keeps to work without network: files whose URLs contain a hash of their content


#: what the page that asks the engine is made of; it is kept with the engine
ASKING_STYLES = (
    "kb.css",
    "dock.css",
    "drawing.css",
    "powers.css",
    "ask.css",
    "counters.svg",
)
STYLES = ("kb.css", "dock.css", "judge.css", "icon.svg")
SCRIPTS = ("judge.js", "compare.js")


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
        choices = site.choices
        rendered = {}
        for each in choices.rulings:
            rendered[each] = await cards.card(site, each)
            await sleep(0)  # others are served meanwhile
        plain = {
            "index": offline_index(site.base.connection),
            "cards": {
                "build": site.short_digest,
                "choices": choices.plain(),
                "rendered": rendered,
                "statements": _statements(site),
            },
        }
        texts = {
            name: json.dumps(each, ensure_ascii=False, separators=(",", ":")).encode() for name, each in plain.items()
        }
        mark = f"{site.short_digest}-{sha256(b''.join(texts.values())).hexdigest()[:8]}"
        links = {name: site.path(f"/judge/{mark}/{name}.json") for name in texts}
        site.bundle = Bundle(
            mark, {name: gzip.compress(text, 9, mtime=0) for name, text in texts.items()}, links, _kept(site, links)
        )
    return site.bundle


def _statements(site: Site) -> dict[int, list[tuple[list[str], Markup]]]:
    """The lines of the statements of each subject, by its number in the search: of each its games and its HTML."""
    subjects: dict[int, list[Rule]] = {}
    for row in pages.ranked_statements(site.base.connection):
        subjects.setdefault(row["place"], []).append(Rule(row, 0.0))
    return {place: cards.statements(site, rules, len(rules)) for place, rules in subjects.items()}


async def cards_of(site: Site) -> str:
    """The address of the cards, for a page that shows by script what was chosen; empty where a server does."""
    return (await bundle_of(site)).links["cards"] if site.static else ""


def _kept(site: Site, links: dict[str, str]) -> dict[str, Any]:
    shell = f"{site.path('/judge')}?build={site.short_digest}"  # only a server of this build answers it
    scripts = [each for name in SCRIPTS for each in with_imports(name)]
    others = {site.path("/compare"): f"{site.path('/compare')}?build={site.short_digest}"}
    files = [shell, *others.values(), *links.values(), *dict.fromkeys(link(site, name) for name in (*STYLES, *scripts))]
    return {
        "root": str(site.datasette.urls.path("/")),
        "mark": sha256("\n".join([*files, site.report_to]).encode()).hexdigest()[:12],
        "files": files,
        "shell": shell,
        "judge": site.path("/judge"),
        "pages": others,
        "compare": site.path("/compare"),
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
    files = [link(site, name) for name in (*ASKING_STYLES, *with_imports("ask.js"))]
    return [f"{site.path('/ask')}?build={site.short_digest}", *files, *board_links(site).values()]
