"""The pages and files by their paths, answers with ETags, and one line for each error."""

from __future__ import annotations

import gzip
import inspect
import json
import re
import sqlite3
from asyncio import timeout
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from textwrap import shorten
from typing import TYPE_CHECKING, NoReturn
from urllib.parse import unquote

from datasette import NotFound, Request, Response
from datasette.app import Datasette
from datasette.database import QueryInterrupted
from datasette.utils.asgi import Base400
from datasette.views.base import DatasetteError
from markupsafe import Markup

from kb.base.english import capital, listed
from kb.base.errors import DamagedBuild, Finding, KBError, QueryError, did_you_mean, rules_not_played
from kb.base.errors import NotFound as NoSuchThing
from kb.service import look_up
from kb.service.engine_process import AskingProcess, Ended
from kb.store import documents, lookup, scenarios
from kb.store.topics import side_by_side, titles
from kb.text import forum
from kb.text import ruling as wording
from kb.text.search import CONFIDENCE, label
from kb.web import judge
from kb.web.drawing import with_html
from kb.web.engine import Busy
from kb.web.headers import API, ENGINE_POLICY, PROBLEM, problem_body, report
from kb.web.phone import offer
from kb.web.render import lines, marked, official, page, printing_of, problem, scene
from kb.web.site import ASKING, Asset, Site, assets, release_hash, site_of

if TYPE_CHECKING:
    from kb.model.stored import UnsectionedStatement

#: caches may keep an answer, but have to revalidate: the next build may differ
REVALIDATE = "public, no-cache"
FOREVER = "public, max-age=31536000, immutable"
#: bytes of a question to the engine, and seconds in which it has to come
LONGEST_REQUEST, BODY_SECONDS = 100_000, 20
#: the media type of JSON
MEDIA_TYPE = "application/json; charset=utf-8"
_HTML = "text/html; charset=utf-8"
_SCRIPT = "text/javascript; charset=utf-8"
#: characters of the official words in the preview of a link
_PREVIEW = 200
#: characters of a message of Datasette
_LONGEST = 300
#: the errors that Datasette's own pages raise for parameters they cannot read; the base never changes
_UNREAD = (ValueError, LookupError, TypeError, AssertionError, OverflowError, sqlite3.Error)
#: the HTTP statuses of errors; 503 if the same question may be answered later
_STATUSES: Mapping[type[KBError], int] = {NoSuchThing: 404, Busy: 503, Ended: 503, DamagedBuild: 503}


# -- answers


def answered(site: Site, request: Request, body: str, content_type: str = _HTML, status: int = 200) -> Response:
    """Return a response with the text ``body`` and its ETag. If the request names that ETag, the response is empty,
    with status 304."""
    tag = f'"{site.short_digest}-{sha256(body.encode("utf-8", "replace")).hexdigest()[:16]}"'
    headers = {"etag": tag, "cache-control": REVALIDATE}
    if content_type == MEDIA_TYPE:
        headers["access-control-allow-origin"] = "*"  # pages of other sites may read it
    if status == 200 and tag in request.headers.get("if-none-match", ""):
        return Response("", status=304, headers=headers, content_type=content_type)
    return Response(body, status=status, headers=headers, content_type=content_type)


def as_json(site: Site, request: Request, plain: object, status: int = 200) -> Response:
    """Return a response with a value (``plain``) as JSON."""
    return answered(site, request, json.dumps(plain, ensure_ascii=False), MEDIA_TYPE, status)


def _packed(request: Request, body: bytes, content_type: str) -> Response:
    """Return a file that never changes, from its gzip ``body``, unpacked for clients that cannot read gzip."""
    headers = {"cache-control": FOREVER, "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
    else:
        body = gzip.decompress(body)
    return Response(body, headers=headers, content_type=content_type)


def _file(request: Request, files: Mapping[str, Asset], name: str, fits: bool) -> Response:
    """Return the file ``name`` of ``files``, which browsers keep for ever. ``fits`` is whether the hash in the address
    is that of ``files``. Raises :class:`NoSuchThing` for a file of another build or release, so that a load balancer
    asks another process."""
    if name not in files or not fits:
        raise NoSuchThing(Finding(f"there is no file '{name[:60]}' at this address", hint="load the page again"))
    return _packed(request, files[name].packed, files[name].type)


def _failed(site: Site, request: Request, status: int, error: KBError) -> Response:
    """Return the response to an error: problem details for programs, JSON if the path ends in ``.json``, else a page
    with a line for each finding."""
    if f"{_path_of(request)}/".startswith(f"{API}/"):
        return _problem_details(status, error)
    if request.path.endswith(".json"):
        told = {"ok": False, "status": status, "error": "; ".join(map(str, error.findings))}
        return as_json(site, request, told, status)
    return answered(site, request, problem(site, _path_of(request), error), status=status)


def _problem_details(status: int, error: KBError) -> Response:
    """Return the problem details of an error for a program, with an entry for each finding."""
    first, *others = error.findings
    more = f" (and {len(others)} more)" if others else ""
    entries = error.entries if isinstance(error, Problem) else None
    if entries is None:
        given = [{"detail": each.message, "hint": each.hint, "line": each.line} for each in error.findings]
        entries = [{key: value for key, value in each.items() if value} for each in given]
    body = problem_body(status, f"{Finding(first.message, hint=first.hint)}{more}", entries)
    headers = {"cache-control": "no-store", **({"retry-after": "2"} if status == 503 else {})}
    return Response(body, status=status, headers=headers, content_type=PROBLEM)


def _path_of(request: Request) -> str:
    """Return the path of a request below the root of the site."""
    return str(request.scope.get("route_path") or request.path)


# -- requests


def arguments(request: Request) -> dict[str, list[str]]:
    """Return the parameters of a request, each with its values."""
    parsed = request.args  # Datasette parses the query string each time this is read
    return {name: parsed.getlist(name) for name in parsed}


class Problem(KBError):
    """A request that is refused with a ``status`` of HTTP.

    Programs get the ``entries``, or without them one for each finding.
    """

    def __init__(self, status: int, what: Finding | str, entries: Iterable[Mapping[str, object]] | None = None) -> None:
        super().__init__(Finding(what) if isinstance(what, str) else what)
        self.status, self.entries = status, entries


def status_of(error: KBError, otherwise: int = 400) -> int:
    """Return the HTTP status for an error; ``otherwise`` is the status for a question that cannot be understood."""
    if isinstance(error, Problem):
        return error.status
    return next((status for kind, status in _STATUSES.items() if isinstance(error, kind)), otherwise)


async def read_body(request: Request) -> str:
    """Return the body of a request as text. Raises :class:`Problem` unless it is text, short enough and in time."""
    body, more = b"", True
    try:
        async with timeout(BODY_SECONDS):
            while more:
                message = await request.receive()
                body, more = body + message.get("body", b""), message.get("more_body", False)
                if len(body) > LONGEST_REQUEST:
                    raise Problem(413, f"The body is longer than {LONGEST_REQUEST:,} bytes.")
        return body.decode()
    except TimeoutError:
        raise Problem(400, f"The body took longer than {BODY_SECONDS} s to arrive.") from None
    except UnicodeDecodeError:
        raise Problem(400, "The body is not UTF-8.") from None


def named(site: Site, name: str) -> tuple[str | None, sqlite3.Row | None]:
    """Return the id of the ruling that a name spells or, if that is withdrawn, of its successor, and the row of the
    withdrawn id. Each of them may be None."""
    known, gone = site.base.by_id(name), lookup.retired(site.base.connection, name)
    return (known["id"] if known else gone["successor"] if gone else None), gone


# -- pages


def _ruling(site: Site, request: Request, id: str) -> Response | dict[str, object] | str:
    """Return a ruling for the choices of the query, or as JSON, with its ``permalink`` and the ``digest`` of the build.
    Another spelling or an id with a successor: 301; one that is gone: 410; any other: 404, with near misses."""
    name, ending = re.fullmatch(r"(.*?)(\.json)?", id, re.DOTALL).groups("")  # type: ignore[union-attr]
    own, gone = named(site, name)
    if own and own != name:
        asked = f"?{request.query_string}" if request.query_string else ""
        return Response.redirect(site.ruling(own) + ending + asked, status=301)
    if not own:
        finding, status = site.base.missing(name), 410 if gone else 404
        if ending:
            return _failed(site, request, status, KBError(finding))
        near = lookup.summaries(site.base.connection, re.findall(r"[\w-]+", finding.hint)).values()
        html = page(site, _path_of(request), "ruling_missing.html", finding=finding, gone=gone, near=near)
        return answered(site, request, html, status=status)
    if ending:
        permalink = site.public(f"/r/{name}") or site.ruling(name)
        return {**site.base.ruling(name), "permalink": permalink, "digest": site.digest}
    return _page_of_ruling(site, name, judge.read(site, arguments(request)))


def _page_of_ruling(site: Site, name: str, asked: judge.Asked) -> str:
    """Return the page of a ruling, by its id, for the game, printing and options that were chosen."""
    rows, found = site.base.connection, site.base.ruling(name)
    new = [each["text"] for each in found["new_words"]]
    game, document = lookup.game(rows, found["game"]), lookup.document(rows, found["document"])
    permalink, text = site.public(f"/r/{name}"), lookup.row(rows, "rulings", name)["answer_text"]
    # the names of the relations to other rulings, and whether it has any of each
    kinds = {name: bool(found[kind]) for kind, name in wording.RELATIONS.items()}
    kinds = {"Part of": bool(found["parent"]), "Parts": bool(found["children"])} | kinds
    others = [each["id"] for kind in wording.RELATIONS for each in found[kind]] + found["children"]
    others += [found["parent"]] if found["parent"] else []
    return page(
        site,
        f"/r/{name}",
        "ruling.html",
        ruling=found,
        game=game,
        document=document,
        question=official(found["question"], new, line=True),
        answer=official(found["answer"], new),
        preview=text if len(text) <= _PREVIEW else text[:_PREVIEW].rsplit(" ", 1)[0] + " …",
        permalink=permalink,
        as_text=forum.whole(found, game, document, site.options, permalink),
        beside=side_by_side(rows, found),
        related=[name for name, is_there in kinds.items() if is_there],
        others=lookup.summaries(rows, others),
        scenes=[scene(site, each["id"], 4) for each in found["scenarios"]],
        played=asked.played,
        said=printing_of(asked.played, found["game"]),
        chosen=judge.words(site, asked.played),
        left_out=asked.left_out,
    )


def _statement(site: Site, request: Request, id: str) -> Response | str:
    """Return the page of a statement, or a redirect from another spelling. Raises :class:`NoSuchThing` for an unknown
    one."""
    found = look_up.statement(site.base, id)
    if found["id"] != id:
        return Response.redirect(site.statement(found["id"]), status=301)
    return page(
        site,
        f"/rule/{id}",
        "rule.html",
        rule=found,
        game=lookup.game(site.base.connection, found["game"]),
        label=marked(label(id, found["section"], found["ruling"])),
        confidence=CONFIDENCE[found["confidence"]],
    )


def _contents(site: Site, request: Request, id: str) -> Response | str:
    """Return the table of contents of a game: rulings by heading, the rule book by section, the board and charts."""
    try:
        found = look_up.contents(site.base, id)
    except QueryError as error:
        raise NoSuchThing(*error.findings) from None
    if found["game"] != id:
        return Response.redirect(site.path(f"/g/{found['game']}"), status=301)
    tops = {each["id"]: each for each in found["sections"]}
    below: dict[str, list[dict[str, object]]] = {}
    for each in found["sections"]:
        if each["statements"] or each["ruled_by"]:
            below.setdefault(each["top"], []).append({**each, "many": len(each["statements"] + each["ruled_by"])})
    tables: dict[str, list[UnsectionedStatement]] = {}
    for one in found["others"]:
        tables.setdefault(capital(one["table"]) or "Rules without a section", []).append(one)
    boards = scenarios.games_with_rules(site.base.connection) if site.asks else ()
    return page(
        site,
        f"/g/{id}",
        "contents.html",
        game=next(each for each in documents.games(site.base.connection) if each["id"] == id),
        headings=found["headings"],
        book=[(tops[top], some) for top, some in below.items()],
        others=tables.items(),
        board=site.path(f"/ask#game={id}") if id in boards else "",
    )


def _scenario(site: Site, request: Request, name: str) -> str:
    """Return the page of a scenario. Raises :class:`NoSuchThing` for an unknown one."""
    found, rows = scene(site, name, 2) or _none_of("scenario", name, ()), site.base.connection
    return page(
        site,
        f"/scenario/{name}",
        "scenario_page.html",
        scene=found,
        game=lookup.game(rows, found["game"]),
        rulings=lookup.summaries(rows, found["rulings"]).values(),
        sections=[lookup.row(rows, "sections", each) for each in found["sections"]],
    )


def _comparisons(site: Site, request: Request) -> str:
    """Return the page that lists all topics by title, each with its games."""
    short, found = site.base.short_titles, sorted(look_up.compare(site.base), key=lambda each: str(each["title"]))
    shown = [(each, listed(short[stance["game"]] for stance in each["games"])) for each in found]
    return page(site, "/compare", "comparisons.html", topics=shown, short=short)


def _compared(site: Site, request: Request, topic: str) -> str:
    """Return the page that compares the games on a topic. Raises :class:`NoSuchThing` for an unknown one."""
    known = titles(site.base.connection)
    found = look_up.compared(site.base, [topic], None)[0] if topic in known else _none_of("topic", topic, known)
    short = site.base.short_titles
    return page(site, f"/compare/{topic}", "comparison.html", topic=found, titles=site.games, short=short)


def _ledger(site: Site, request: Request, document: str) -> str:
    """Return the page of a document with the use of each line. Raises :class:`NoSuchThing` for an unknown one."""
    rows = site.base.connection
    found = documents.document(rows, document) or _none_of("document", document, lookup.titles(rows, "documents"))
    return page(site, f"/ledger/{document}", "ledger.html", document=found, rows=lines(site, document))


def _none_of(what: str, name: str, known: Mapping[str, str] | tuple[()]) -> NoReturn:
    """Raise :class:`NoSuchThing`: there is no ``what`` (such as *topic*) with this name. The hint has similar ``known``
    names."""
    raise NoSuchThing(Finding(f"there is no {what} '{name[:60]}'", hint=did_you_mean(name, known)))


# -- the board


def _asking(site: Site, request: Request) -> str:
    """Return the page on which positions are set up and asked about. Its script reads the question after the ``#`` of
    the address, which browsers do not send."""
    short, played = site.base.short_titles, scenarios.games_with_rules(site.base.connection)
    games = {
        game: {"short": short[game], "boards": site.path(f"/ask/{site.short_digest}/{game}.json")} for game in played
    }
    return page(
        site,
        "/ask",
        "asking.html",
        not_played=[capital(rules_not_played(title)) for game, title in short.items() if game not in played],
        games=games,
        asking=ASKING,
        symbols=Markup(assets()["counters.svg"].text),
    )


async def _answer(site: Site, request: Request) -> Response:
    """Answer a request to the engine: the body of a POST, or the parameter ``request`` (docs/asking.md)."""
    try:
        text = await read_body(request) if request.method == "POST" else request.args.get("request") or "{}"
        told = await site.engine.ask(request, AskingProcess.answer, text)
        status = 400 if "errors" in told else 200
    except KBError as error:
        told = {"errors": [{"message": each.message, "hint": each.hint} for each in error.findings]}
        status = status_of(error)
    body = json.dumps(with_html(told, ASKING), ensure_ascii=False, separators=(",", ":"))
    return Response(body, status=status, headers={"cache-control": "no-store"}, content_type=MEDIA_TYPE)


async def _boards(site: Site, request: Request, mark: str, game: str) -> Response:
    """Return the boards of a game as JSON. Raises :class:`NoSuchThing` for an unknown game, or if ``mark`` is not the
    digest of this build, so that a load balancer asks another process."""
    if game not in site.games or mark != site.short_digest:
        raise NoSuchThing(Finding(f"this build lacks the boards of '{game[:60]}'", hint="load the page again"))
    return _packed(request, await site.engine.boards(request, game), MEDIA_TYPE)


async def _case(site: Site, request: Request, name: str) -> Response:
    """Redirect to the board with the case of a scenario. Raises :class:`NoSuchThing` for one that is not played."""
    of = "select file from scenarios where proof = 'play' and id = ?"
    played = site.base.connection.execute(of, [name]).fetchone()
    asked = await site.engine.ask(request, AskingProcess.case, name, played["file"]) if played else None
    if asked is None:
        raise NoSuchThing(Finding(f"'{name[:80]}' is not a scenario that is played", hint="'kb check' lists them"))
    # as board.js reads and writes it: compact JSON in URL-safe base64
    text = json.dumps(asked, ensure_ascii=False, separators=(",", ":"))
    return Response.redirect(f"{site.path('/ask')}#{urlsafe_b64encode(text.encode()).decode().rstrip('=')}")


# -- files


def _worker(site: Site, request: Request) -> Response:
    """Return the service worker, with the list of files to keep. The worker serves the rulings' pages, too."""
    text = f"const BUILD = {json.dumps(site.bundle.kept)};\n{assets()['worker.js'].text}"
    response = answered(site, request, text, _SCRIPT)
    response.headers["service-worker-allowed"] = site.root
    return response


async def _engine_described(site: Site, request: Request) -> dict[str, object]:
    """Return the addresses of the engine for phones, and of the files that are kept with it."""
    return offer.description(site, await offer.engine_of(site))


async def _engine_file(site: Site, request: Request, mark: str, name: str) -> Response:
    """Return a file of the engine by its ``mark`` and name, kept for ever. Only the worker may compile WebAssembly."""
    files = (await offer.engine_of(site)).files
    response = _file(request, {own: file for (part, own), file in files.items() if part == mark}, name, True)
    if name == offer.WORKER:
        response.headers["content-security-policy"] = ENGINE_POLICY
    return response


PAGES: dict[str, Callable[..., object]] = {
    r"/": lambda site, request: Response.redirect(site.path("/judge")),
    # with ``part=results`` only the results
    r"/judge": lambda site, request: judge.results(
        site, judge.read(site, arguments(request)), not request.args.get("part")
    ),
    r"/judge/worker\.js": _worker,
    r"/judge/manifest\.webmanifest": lambda site, request: answered(
        site, request, page(site, "", "manifest.webmanifest"), "application/manifest+json"
    ),
    r"/judge/(?P<mark>[0-9a-f]+-[0-9a-f]+)/(?P<name>[a-z]+)\.json": lambda site, request, mark, name: _file(
        request, site.bundle.files, name, mark == site.bundle.mark
    ),
    r"/r/(?P<id>[^/]+)": _ruling,
    r"/r/?": lambda site, request: Response.redirect(site.path("/g"), status=301),
    r"/g": lambda site, request: page(site, "/g", "games.html"),
    r"/g/(?P<id>[^/]+)": _contents,
    r"/rule/(?P<id>.+)": _statement,
    r"/scenario/(?P<name>[^/]+/[^/]+)": _scenario,
    r"/compare": _comparisons,
    r"/compare/(?P<topic>[^/.]+)": _compared,
    r"/ledger": lambda site, request: page(
        site, "/ledger", "ledgers.html", documents=documents.documents(site.base.connection)
    ),
    r"/ledger/(?P<document>[^/]+)": _ledger,
    r"/ask": _asking,
    r"/ask\.json": _answer,
    r"/ask/case/(?P<name>[^/]+/[^/]+)": _case,
    r"/ask/(?P<mark>[0-9a-f]+)/(?P<game>[^/]+)\.json": _boards,
    r"/-/kb/assets/(?P<mark>[0-9a-f]+)/(?P<name>[^/]+)": lambda site, request, mark, name: _file(
        request, assets(), name, mark == release_hash()
    ),
    rf"{offer.ROOT}\.json": _engine_described,
    rf"{offer.ROOT}/(?P<mark>[0-9a-f]+)/(?P<name>[a-z_.]+)": _engine_file,
}


def view(made_by: Callable[..., object]) -> Callable[..., object]:
    """Wrap ``made_by``, the function of a page, as a view of Datasette.

    ``made_by`` takes a site, a request and the parts of the path. It returns HTML, a value that is sent as JSON, or a
    response. HTML and values depend on the address and the build alone, so their texts are cached.
    """

    async def view(datasette: Datasette, request: Request) -> Response:
        """Return the response to a request, from the cache if its address was answered before."""
        site = site_of(datasette)
        if site is None:
            raise NotFound("no built knowledge base is served here; 'kb serve' serves one")
        key = f"{request.path}?{request.query_string}"
        if key in site.answers:
            return answered(site, request, *site.answers[key])
        parts = {name: unquote(part) for name, part in request.url_vars.items()}
        try:
            made = made_by(site, request, **parts)
            made = await made if inspect.isawaitable(made) else made
        except KBError as error:
            misunderstood = 422 if request.path.startswith(site.path(API)) else 400
            return _failed(site, request, status_of(error, misunderstood), error)
        if isinstance(made, Response):
            return made
        kept = (made, _HTML) if isinstance(made, str) else (json.dumps(made, ensure_ascii=False), MEDIA_TYPE)
        site.answers.put(key, kept)
        return answered(site, request, *kept)

    return view


# -- errors


async def failure(site: Site, request: Request, exception: Exception) -> Response:
    """Return the response to an exception; if a path without a page is a ruling's id, a redirect to the ruling."""
    path = "/" + unquote(request.path).removeprefix(site.root)
    status, finding = _meant(exception, path.partition(".")[0].split("/")[1] == site.database)
    known = site.base.by_id(path[1:]) if status == 404 else None
    if known is not None:
        return Response.redirect(site.ruling(known["id"]), status=301)
    if status >= 500:
        report(exception)
    response = _failed(site, request, status, KBError(finding))
    response.headers["cache-control"] = "no-store"
    return response


def _meant(exception: Exception, own: bool) -> tuple[int, Finding]:
    """Return the HTTP status for an exception, and the finding to show. ``own`` is whether a page below the database,
    made by Datasette, raised it."""
    if isinstance(exception, DamagedBuild):
        return status_of(exception), Finding(exception.findings[0].message, hint=exception.findings[0].hint)
    if isinstance(exception, QueryInterrupted) or getattr(exception, "message_is_html", False):
        return 400, Finding("The query took too long", hint="ask for less at once")
    if isinstance(exception, (Base400, DatasetteError)):
        status = exception.status if exception.status < 500 else 400  # it reports an unknown column as 500
        said = getattr(exception, "message", "") or next(iter(exception.args), "")
        if not said or (status == 404 and not own):  # Datasette takes the path for the name of a database
            said = "There is no such page"
        return status, Finding(shorten(str(said), _LONGEST, placeholder="…"))
    if own and isinstance(exception, _UNREAD):
        return 400, Finding("A parameter in this address has an invalid value", hint="go back and correct it")
    return 500, Finding("The server failed to answer this request", hint="try again later")
