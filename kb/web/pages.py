"""The routes of the pages and files, and one line for each error."""

from __future__ import annotations

import json
import re
import sqlite3
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable, Mapping
from difflib import get_close_matches
from typing import Any
from urllib.parse import unquote

from datasette import NotFound, Request, Response
from datasette.app import Datasette
from datasette.database import QueryInterrupted
from datasette.utils.asgi import Base400
from datasette.views.base import DatasetteError

from kb.base.errors import DamagedBuild, Finding, KBError
from kb.base.errors import NotFound as NoSuchThing
from kb.service.engine_process import AskingProcess
from kb.service.rulings import ruling as plain_ruling
from kb.service.rulings import statement
from kb.store import documents, lookup, topics
from kb.web import api, choices, offline, render
from kb.web.drawing import with_html
from kb.web.engine import Busy
from kb.web.headers import ENGINE_POLICY, report
from kb.web.phone import offer
from kb.web.respond import MEDIA_TYPE, answered, arguments, as_json, failed, packed, path_of, read_body
from kb.web.site import Asset, Site, assets, release_hash, site_of
from kb.web.texts import ASKING

_LONGEST = 300
_OURSELVES = "That did not work, and it is not your fault"
_TOO_LONG = Finding("The query took too long", hint="ask for less at once")
_UNREADABLE = Finding("This address asks for something that cannot be understood", hint="go back, and change it")
#: what Datasette's own pages raise for parameters they cannot read: a client error, as the base never changes
_UNREAD = (ValueError, LookupError, TypeError, AssertionError, OverflowError, sqlite3.Error)

#: an answer to a request, or the HTML of a page
Answer = Callable[["Site", "Request"], Awaitable[Response | str]]


# -- pages


async def front(site: Site, request: Request) -> Response:
    """Redirect to the judge's page, which is the front page."""
    return Response.redirect(site.path("/judge"))


async def judge(site: Site, request: Request) -> str:
    """Return the judge's page, or with ``part=results`` only what was found."""
    asked = choices.read(site, arguments(request))
    if request.args.get("part"):
        return render.results(site, asked)
    offline.bundle_of(site)
    return render.judge(site, asked)


async def ruling(site: Site, request: Request) -> Response | str:
    """Return a ruling, for what the query says is played; or as JSON, with its ``permalink`` and the ``digest`` of the
    build.

    Another spelling or an id with a successor: 301; one that is gone: 410; any other: 404, with near misses.
    """
    name, ending = re.fullmatch(r"(.*?)(\.json)?", unquote(request.url_vars["id"]), re.DOTALL).groups("")  # type: ignore[union-attr]
    own, gone = api.named(site, name)
    if own and own != name:
        asked = f"?{request.query_string}" if request.query_string else ""
        return Response.redirect(site.ruling(own) + ending + asked, status=301)
    if not own:
        finding, status = site.base.missing(name), 410 if gone else 404
        if ending:
            return failed(site, request, status, KBError(finding))
        return answered(site, request, render.no_ruling(site, path_of(request), finding, gone), status=status)
    if ending:
        permalink = site.public(f"/r/{name}") or site.ruling(name)
        return as_json(site, request, {**plain_ruling(site.base, name), "permalink": permalink, "digest": site.digest})
    return render.ruling(site, name, choices.read(site, arguments(request)))


async def rule(site: Site, request: Request) -> Response | str:
    """Return a statement. Raises :class:`NoSuchThing`."""
    name = unquote(request.url_vars["id"])
    found = statement(site.base, name)
    if found["id"] != name:
        return Response.redirect(site.statement(found["id"]), status=301)
    return render.rule(site, found)


async def scenario(site: Site, request: Request) -> str:
    """Return a scenario. Raises :class:`NoSuchThing`."""
    name = unquote(request.url_vars["name"])
    return render.scenario(site, name) or _none_of("scenario", name, ())


async def comparisons(site: Site, request: Request) -> str:
    """Return the list of comparisons."""
    return render.comparisons(site)


async def compared(site: Site, request: Request) -> str:
    """Return a comparison. Raises :class:`NoSuchThing`."""
    name, known = unquote(request.url_vars["topic"]), topics.titles(site.base.connection)
    return render.compared(site, name) if name in known else _none_of("topic", name, known)


async def ledgers(site: Site, request: Request) -> str:
    """Return the list of documents."""
    return render.ledgers(site)


async def ledger(site: Site, request: Request) -> str:
    """Return a document as it was received. Raises :class:`NoSuchThing`."""
    name, rows = request.url_vars["document"], site.base.connection
    document = documents.document(rows, name)
    return (
        render.document(site, dict(document))
        if document
        else _none_of("document", name, lookup.titles(rows, "documents"))
    )


def _none_of(what: str, name: str, known: Mapping[str, str] | tuple[()]) -> str:
    near = get_close_matches(name, known, n=3)
    hint = f"did you mean {', '.join(near)}?" if near else ""
    raise NoSuchThing(Finding(f"there is no {what} '{name[:60]}'", hint=hint))


# -- the board


async def asking(site: Site, request: Request) -> str:
    """Return the board. Its script has the whole question behind the ``#`` of the address, which no server is told."""
    return render.asking(site)


async def answer(site: Site, request: Request) -> Response:
    """Return what the engine says of a request: the body of a POST, or the parameter ``request`` (docs/asking.md)."""
    try:
        text = await read_body(request) if request.method == "POST" else request.args.get("request") or "{}"
        told = await site.engine.ask(AskingProcess.answer, text)
        status = 400 if "errors" in told else 200
    except KBError as error:
        told = {"errors": [{"message": each.message, "hint": each.hint} for each in error.findings]}
        status = 503 if isinstance(error, (Busy, DamagedBuild)) else 400
    body = json.dumps(with_html(told, ASKING), ensure_ascii=False, separators=(",", ":"))
    return Response(body, status=status, headers={"cache-control": "no-store"}, content_type=MEDIA_TYPE)


async def boards(site: Site, request: Request) -> Response:
    """Return the boards of a game; 404 for those of another build, so that a load balancer asks another process."""
    game = unquote(request.url_vars["game"])
    if game not in site.games or request.url_vars["mark"] != site.short_digest:
        raise NoSuchThing(Finding("there are no such boards"))
    return packed(request, await site.engine.boards(game), MEDIA_TYPE)


async def case(site: Site, request: Request) -> Response:
    """To the board with the case of a scenario. Raises :class:`NoSuchThing` for one that is not played."""
    name = unquote(request.url_vars["name"])
    try:
        row = lookup.row(site.base.connection, "scenarios", name)
    except KeyError:
        row = {}
    played = row.get("proof") == "play"
    asked = await site.engine.ask(AskingProcess.case, name, row["file"]) if played else None
    if asked is None:
        raise NoSuchThing(Finding(f"no case of '{name[:80]}' is played"))
    # as board.js reads and writes it: compact JSON in URL-safe base64
    text = json.dumps(asked, ensure_ascii=False, separators=(",", ":"))
    return Response.redirect(f"{site.path('/ask')}#{urlsafe_b64encode(text.encode()).decode().rstrip('=')}")


# -- files


async def asset(site: Site, request: Request) -> Response:
    """Return one file, cached for ever; 404 for the hash of another release, so that a load balancer asks another
    process."""
    return _file(request, assets(), release_hash())


async def worker(site: Site, request: Request) -> Response:
    """Return the service worker, told what this build's pages keep. It answers for the rulings' pages, too."""
    text = f"const BUILD = {json.dumps(offline.bundle_of(site).kept)};\n{assets()['worker.js'].text}"
    response = answered(site, request, text, "text/javascript; charset=utf-8")
    response.headers["service-worker-allowed"] = site.root
    return response


async def bundle_file(site: Site, request: Request) -> Response:
    """Return a file of what a browser keeps; 404 for one of another build."""
    bundle = offline.bundle_of(site)
    return _file(request, bundle.files, bundle.mark)


def _file(request: Request, files: Mapping[str, Asset], mark: str) -> Response:
    """Return a file by its name, if the address has the mark of these files. Raises :class:`NoSuchThing`."""
    found = files.get(request.url_vars["name"])
    if found is None or request.url_vars["mark"] != mark:
        raise NoSuchThing(Finding("there is no such file"))
    return packed(request, found.packed, found.type)


async def manifest(site: Site, request: Request) -> Response:
    """Return what a phone needs to put the judge's page on its home screen."""
    return answered(site, request, json.dumps(offline.manifest(site)), "application/manifest+json")


async def engine_described(site: Site, request: Request) -> Response:
    """Return where the files of the engine for phones are. What is kept with it is among the ``files``."""
    told = await offer.description(site)
    if told["files"]:
        told["files"] += offline.bundle_of(site).kept["board"]
    return answered(site, request, json.dumps(told), MEDIA_TYPE)


async def engine_file(site: Site, request: Request) -> Response:
    """Return a file of the engine, kept for ever. The worker may compile WebAssembly, which no page may."""
    mark = request.url_vars["mark"]
    files = (await offer.engine_of(site)).files
    response = _file(request, {name: file for (own, name), file in files.items() if own == mark}, mark)
    if request.url_vars["name"] == offer.WORKER:
        response.headers["content-security-policy"] = ENGINE_POLICY
    return response


# -- routes and errors


PAGES: tuple[tuple[str, Answer], ...] = (
    (r"/", front),
    (r"/judge", judge),
    (r"/judge/worker\.js", worker),
    (r"/judge/manifest\.webmanifest", manifest),
    (r"/judge/(?P<mark>[0-9a-f]+-[0-9a-f]+)/(?P<name>[a-z]+)\.json", bundle_file),
    (r"/r/(?P<id>[^/]+)", ruling),
    (r"/rule/(?P<id>.+)", rule),
    (r"/scenario/(?P<name>[^/]+/[^/]+)", scenario),
    (r"/compare", comparisons),
    (r"/compare/(?P<topic>[^/.]+)", compared),
    (r"/ledger", ledgers),
    (r"/ledger/(?P<document>[^/]+)", ledger),
    (r"/ask", asking),
    (r"/ask\.json", answer),
    (r"/ask/case/(?P<name>[^/]+/[^/]+)", case),
    (r"/ask/(?P<mark>[0-9a-f]+)/(?P<game>[^/]+)\.json", boards),
    (r"/-/kb/assets/(?P<mark>[0-9a-f]+)/(?P<name>[^/]+)", asset),
    (rf"{offer.ROOT}\.json", engine_described),
    (rf"{offer.ROOT}/(?P<mark>[0-9a-f]+)/(?P<name>[a-z_.]+)", engine_file),
)


def routes() -> list[tuple[str, Callable[..., Any]]]:
    """Return every page with the pattern of its path."""
    return [(f"{pattern}$", _view(page)) for pattern, page in (*PAGES, *api.ROUTES)]


def _view(page: Answer) -> Callable[..., Any]:
    """Return the view of a page. Its HTML depends on the address and the build alone, so it is kept."""

    async def view(datasette: Datasette, request: Request) -> Response:
        site = site_of(datasette)
        if site is None:
            raise NotFound("no built knowledge base is served here; 'kb serve' serves one")
        key = f"{request.path}?{request.query_string}"
        html = site.answers.get(key)
        try:
            made = html if html is not None else await page(site, request)
        except NoSuchThing as error:
            return failed(site, request, 404, error)
        except KBError as error:
            return failed(site, request, 400, error)
        if isinstance(made, Response):
            return made
        if html is None:
            site.answers.put(key, made)
        return answered(site, request, made)

    return view


def handlers(datasette: Datasette, exception: Exception, request: Request, others: list[Any]) -> list[Any]:
    """Return the handlers of an exception, with this module's in place of Datasette's, which prints every traceback."""
    site = site_of(datasette)
    if site is None:
        return others
    kept = [each for each in others if getattr(each, "__module__", "") != "datasette.handle_exception"]
    return [_failure(site, request, exception), *kept]


async def _failure(site: Site, request: Request, exception: Exception) -> Response:
    path = "/" + unquote(request.path).removeprefix(site.root)
    status, finding = _told(exception, path.partition(".")[0].split("/")[1] == site.database)
    known = site.base.by_id(path[1:]) if status == 404 else None
    if known is not None:
        return Response.redirect(site.ruling(known["id"]), status=301)
    if status >= 500:
        report(exception)
    response = failed(site, request, status, KBError(finding))
    response.headers["cache-control"] = "no-store"
    return response


def _told(exception: Exception, own: bool) -> tuple[int, Finding]:
    """Return the HTTP status for an exception, and the message. ``own``: one of Datasette's own pages raised it."""
    if isinstance(exception, DamagedBuild):
        return 503, Finding(exception.findings[0].message, hint=exception.findings[0].hint)
    if isinstance(exception, Base400):
        return exception.status, Finding(_short(exception.args[0] if exception.args else "There is no such page"))
    if isinstance(exception, QueryInterrupted):
        return 400, _TOO_LONG
    if isinstance(exception, DatasetteError):
        status = exception.status if exception.status < 500 else 400  # 500 is what it says of an unknown column
        return status, _TOO_LONG if exception.message_is_html else Finding(_short(exception.message))
    if own and isinstance(exception, _UNREAD):
        return 400, _UNREADABLE
    return 500, Finding(_OURSELVES)


def _short(message: object) -> str:
    text = " ".join(str(message).split())
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
