"""The routes of the addresses for programs: a request is read, its reply made, and what is wrong told as a problem;
and the OpenAPI description of all of them."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, unquote

from datasette import Response

from kb.base import caches
from kb.base.errors import BadInput, DamagedBuild, Finding, KBError, NotFound, QueryError
from kb.base.shape import Plain
from kb.base.written import parse_json
from kb.base.yamlfile import MAX_DEPTH
from kb.service import schema
from kb.service.operations import LONGEST_BODY, OPERATIONS
from kb.service.rulings import ruling
from kb.service.schema import Schema, mistakes
from kb.store import lookup
from kb.web.api import addresses
from kb.web.api.addresses import ADDRESSES, ENDING, JSON, ROOT, SHARED, ApiAddress, Problem, entry, of_error, value_of
from kb.web.asking import Busy
from kb.web.middleware import report
from kb.web.respond import BodyTooLong, PageView, arguments, cached, json_response, moved_permanently, read_body
from kb.web.shared import BUILD_HEADER

if TYPE_CHECKING:
    from datasette import Request

    from kb.web.site import Site

View = Callable[["Site", "Request"], Awaitable[Response]]
Given = Plain


class Reply(NamedTuple):
    """A value that is answered, whether it may be kept, and a link to a page about the same, if there is one."""

    value: Any
    kept: bool = True
    page: str = ""


class Moved(Exception):
    """What was asked for is at another address for good: so much of the path as follows ``/api/v1``."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


def _endpoint(address: ApiAddress) -> PageView:
    """What answers the requests for an address; replies that are only read are kept."""

    async def answered(site: Site, request: Request) -> Response:
        given = await _given(site, request, address)
        given |= {part: unquote(request.url_vars[part]) for part in address.parts}
        names = address.names()
        reply = await _reply(site, request, address, {names.get(name, name): value for name, value in given.items()})
        response = json_response(site, request, reply.value)
        if reply.page:
            response.headers["link"] = f'<{reply.page}>; rel="alternate"; type="text/html"'
        if not reply.kept:
            response.headers["cache-control"] = "no-store"
        return response

    return _told(answered if address.posted else cached(caches.API_REPLIES, query=True)(answered))


# -- what a request says


async def _given(site: Site, request: Request, address: ApiAddress) -> Given:
    """The values of the fields of a request. Raises :class:`Problem` with everything that is wrong with them."""
    in_body = address.posted and not address.operation.body
    schema = address.schema(site)
    given = _parameters(arguments(request), {"properties": {}, "required": []} if in_body else schema)
    if not address.posted:
        return given
    try:
        text = await read_body(request, LONGEST_BODY)
    except BodyTooLong as error:
        raise Problem(413, f"The body is {error.findings[0].message}.") from None
    except KBError as error:
        raise Problem(400, f"The body is {error.findings[0].message}.") from None
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if not in_body:
        return {**given, address.operation.body: parse_body(text) if kind in JSON else text}
    value = parse_body(text)
    wrong = mistakes(value, schema, address.operation.takes.EITHER)
    _refuse("The body is not as it should be.", "pointer", [(f"/{name}" * bool(name), each) for name, each in wrong])
    return value


def _parameters(texts: Mapping[str, Sequence[str]], schema: Schema) -> Given:
    """The values of the parameters of an address. Raises :class:`Problem`, also where one is there twice."""
    known = schema["properties"]
    given = {
        name: value_of(values[0], known.get(name, {})) if len(values) == 1 else values for name, values in texts.items()
    }
    twice = {name: len(values) for name, values in texts.items() if name in known and len(values) > 1}
    wrong = [
        (name, Finding(f"'{name}' is there {twice[name]} times; say it once") if name in twice else each)
        for name, each in mistakes(given, schema)
    ]
    _refuse("The parameters are not as they should be.", "parameter", wrong)
    return given


def parse_body(text: str) -> Given:
    """The table that a body in JSON is: not too deep, of text that can be written again. Raises :class:`Problem`."""
    try:
        value = parse_json(text)
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Problem(400, "The body has half a surrogate pair in it.") from None
    except ValueError as error:
        raise Problem(400, f"The body is not valid JSON: {error}.") from None
    if not isinstance(value, dict):
        raise Problem(400, "The body has to be a table.")
    level: list[Any] = [value]
    for _ in range(MAX_DEPTH):
        within = (each.values() if isinstance(each, dict) else each for each in level)
        level = [each for one in within for each in one if isinstance(each, (dict, list))]
    if level:
        raise Problem(400, f"The body is nested too deeply: at most {MAX_DEPTH} levels.")
    return value


def _refuse(detail: str, place: str, wrong: Sequence[tuple[str, Finding]]) -> None:
    """Raise the :class:`Problem` of a request with which something is wrong."""
    if wrong:
        raise Problem(400, detail, [{**entry(each), **({place: where} if where else {})} for where, each in wrong])


# -- what is answered


async def _reply(site: Site, request: Request, address: ApiAddress, given: Given) -> Reply:
    """What an operation gives; nothing of the engine is kept. Raises :class:`Problem` while too many wait for it."""
    operation = address.operation
    if operation.engine:
        try:
            return Reply(await site.engine.ask(operation.function, **given), kept=False)
        except Busy as busy:
            wait = {"retry-after": "2"}
            raise Problem(503, f"{busy.findings[0].message}.", map(entry, busy.findings), wait) from None
    if operation.name == "ruling":
        name = given["id"]
        known = site.base.by_id(name)
        if known is None:
            gone = lookup.retired(site.base.connection, name)
            if gone is not None and gone["successor"]:
                raise Moved(f"/rulings/{quote(gone['successor'], '')}")
            finding = site.base.missing(name)
            raise Problem(410 if gone else 404, f"{finding.message}.", [entry(finding)])
        if known["id"] != name:
            raise Moved(f"/rulings/{known['id']}")
        return Reply(ruling(site.base, name), page=site.public(f"/r/{name}") or site.ruling(name))
    return Reply(operation.function(site.base, **given))


def _told(answered: View) -> PageView:
    """The same, where what is wrong is answered as a problem; pages of any site may read what is answered."""

    async def view(site: Site, request: Request) -> Response:
        try:
            response = await answered(site, request)
        except Moved as moved:
            ending = ENDING if request.path.endswith(ENDING) else ""
            asked = f"?{request.query_string}" if request.query_string else ""
            response = moved_permanently(f"{site.path(ROOT)}{moved.path}{ending}{asked}")
        except Problem as problem:
            response = _answer(problem)
        except NotFound as error:
            response = _answer(of_error(404, error))
        except (QueryError, BadInput) as error:
            response = _answer(of_error(422, error))
        except DamagedBuild as error:
            report(error)
            response = _answer(of_error(503, error))
        except Exception as error:
            report(error)
            response = _answer(Problem(500, "That did not work, and it is not your fault."))
        response.headers.update(SHARED)
        return response

    return view


def _answer(problem: Problem) -> Response:
    headers = {"cache-control": "no-store", **problem.headers}
    body = addresses.problem_body(problem.status, problem.detail, problem.entries)
    return Response(body, status=problem.status, headers=headers, content_type=addresses.MEDIA_TYPE)


@cached(caches.API_DESCRIPTION)
async def _description(site: Site, request: Request) -> Response:
    """The OpenAPI description."""
    return json_response(site, request, openapi(site))


async def _start(site: Site, request: Request) -> Response:
    """Where the addresses begin: to their description."""
    return Response.redirect(f"{site.path(ROOT)}/openapi.json")


async def _nothing(site: Site, request: Request) -> Response:
    raise Problem(404, f"There is no such address; {site.path(ROOT)}/openapi.json describes those there are.")


ROUTES = [
    *((f"{ROOT}{address.pattern}", _endpoint(address)) for address in ADDRESSES),
    (rf"{ROOT}/openapi\.json", _told(_description)),
    (rf"{ROOT}/?", _told(_start)),
    (rf"{ROOT}/.*", _told(_nothing)),
]


# -- the OpenAPI description of the addresses for programs, made from what :mod:`kb.service.operations` says of each


#: the version of the addresses and replies, which docs/serving.md promises about; not that of the program
VERSION = "1.0.0"
_SCHEMAS = "#/components/schemas/{name}"
_ABOUT = """Official rulings for Axis & Allies games, each with the words of its document, our verdict in a line, and what
proves it; the sections of the rule books; how the games compare; and a rules engine that answers about any position.

`question` and `answer` of a ruling are the words of the document, in Markdown. All else is ours.

Everything is only read, nobody has to sign in, and pages of any site may ask. Replies have an ETag and the digest of the
build they come from. Each address that is read may also end with `.json`. What is wrong is told all at once, as problem
details (RFC 9457). Within v1 fields and addresses may be added; none is taken away or changes what it means."""

_ABOUT_FILES = """Official rulings for Axis & Allies games, each with the words of its document, our verdict in a line, and what
proves it; the sections of the rule books; how the games compare.

`question` and `answer` of a ruling are the words of the document, in Markdown. All else is ours.

This site consists of files: nothing is searched or asked here, and addresses take no parameters. Within v1 fields and
addresses may be added; none is taken away or changes what it means."""


def openapi(site: Site) -> Plain:
    """The description, for a site: its address, its games and documents are in it.

    For a site of files only of what it has.
    """
    replies, parts = schema.of_replies([each.gives for each in OPERATIONS], _SCHEMAS)
    by_name = {each.name: reply for each, reply in zip(OPERATIONS, replies, strict=True)}
    paths: Plain = {}
    for each in ADDRESSES:
        described = _operation(site, each, by_name[each.operation.name])
        if not site.static:
            paths.setdefault(each.path, {})["post" if each.posted else "get"] = described
        elif each.operation.is_file:
            paths[f"{each.path}{ENDING}"] = {"get": _as_file(described)}
    tags = [
        {"name": "knowledge", "description": "What is known: rulings, comparisons, sections, games."},
        {"name": "engine", "description": "What the rules engine says of positions and scenarios of one's own."},
    ]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Rulings for Axis & Allies games",
            "version": VERSION,
            "description": _ABOUT_FILES if site.static else _ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": site.public(ROOT) or ("." if site.static else site.path(ROOT))}],
        "tags": tags[:1] if site.static else tags,
        "paths": paths,
        "components": {
            "schemas": {**parts, **_shared(site), "Problem": addresses.PROBLEM_SCHEMA},
            "responses": _responses(),
        },
    }


def _as_file(described: Plain) -> Plain:
    """An operation of which only the reply is there, without parameters of the query, headers and problems."""
    reply = {key: value for key, value in described["responses"]["200"].items() if key != "headers"}
    parts = [each for each in described["parameters"] if each["in"] == "path"]
    return {
        **described,
        "parameters": parts,
        "responses": {"200": reply, "404": {"description": "There is no such thing."}},
    }


def _operation(site: Site, each: ApiAddress, reply: Plain) -> Plain:
    about, means = each.operation.about
    text = {"type": "string"}
    found: Plain = {BUILD_HEADER: {"description": "The digest of the build that it comes from.", "schema": text}}
    if not each.posted:
        found["ETag"] = {"description": "Names this reply; send it back in If-None-Match.", "schema": text}
    described: Plain = {
        "operationId": each.operation.name,
        "tags": ["engine" if each.posted else "knowledge"],
        "summary": about,
        "description": means,
        "parameters": [*_described_parameters(site, each, "path"), *_described_parameters(site, each, "query")],
        "responses": {
            "200": {"description": "The reply.", "headers": found, "content": {"application/json": {"schema": reply}}},
            **{str(status): {"$ref": f"#/components/responses/{status}"} for status in each.statuses},
        },
    }
    if each.posted:
        described["requestBody"] = {"required": True, "content": _bodies(each)}
    return described


def _described_parameters(site: Site, each: ApiAddress, where: str) -> list[Plain]:
    """The parameters of the ``path`` or the ``query``; a field of a body is none."""
    if where == "query" and each.posted and not each.operation.body:
        return []
    fields = each.schema(site, of_parts=where == "path")
    return [
        {
            "name": name,
            "in": where,
            "description": of["description"],
            "required": name in fields["required"],
            "schema": _values(name, of),
            **({"example": of["examples"][0]} if "examples" in of else {}),
        }
        for name, of in fields["properties"].items()
    ]


def _values(name: str, of: Plain) -> Plain:
    """The schema of the values of a field, apart from what it means; that of a game has a name."""
    if name == "game":
        return {"$ref": _SCHEMAS.format(name="GameId")}
    return {key: value for key, value in of.items() if key not in ("description", "examples")}


def _bodies(each: ApiAddress) -> Plain:
    """What is posted, by media type: the fields as JSON; or a whole file, as JSON or as text."""
    if not each.operation.body:
        named = [{"$ref": _SCHEMAS.format(name=_body_name(each, one))} for one in each.operation.takes.EITHER or ("",)]
        return {"application/json": {"schema": {"oneOf": named} if len(named) > 1 else named[0]}}
    as_table = {"type": "object", "description": "A file of scenarios as docs/scenarios.md has it."}
    as_text = {"type": "string", "description": "The same as YAML."}
    return {kind: {"schema": as_table if kind in JSON else as_text} for kind in each.types}


def _body_name(each: ApiAddress, one: str) -> str:
    """The name of the schema of a body with ``one`` of the fields of which just one is given; of the only body without
    one."""
    return f"{each.operation.name}_{one or 'body'}".title().replace("_", "")


def _shared(site: Site) -> dict[str, Plain]:
    """The schemas that have a name: the ids of the games; and bodies, one for each field of which just one is given."""
    found: dict[str, Plain] = {"GameId": {"type": "string", "enum": site.base.games()}}
    for each in ADDRESSES:
        whole, either = each.schema(site), each.operation.takes.EITHER
        for one in either or (("",) if each.posted and not each.operation.body else ()):
            fields = {
                name: {**_values(name, of), **{key: of[key] for key in ("description", "examples") if key in of}}
                for name, of in whole["properties"].items()
                if name == one or name not in either
            }
            own = {"required": [one], "description": f"{each.operation.about[0]}: by '{one}'."} if one else {}
            found[_body_name(each, one)] = {**whole, "properties": fields, **own}
    return found


def _responses() -> Plain:
    """The answers to what is wrong, by status."""
    statuses = sorted({status for each in ADDRESSES for status in each.statuses})
    return {str(status): _problem(status) for status in statuses}


def _problem(status: int) -> Plain:
    content = {addresses.MEDIA_TYPE: {"schema": {"$ref": _SCHEMAS.format(name="Problem")}}}
    return {"description": _MEANS.get(status, HTTPStatus(status).phrase), "content": content}


_MEANS = {
    400: "Parameters or body are not as they are described here.",
    404: "There is no such thing.",
    410: "The ruling was withdrawn, and no other takes its place.",
    413: "The body is too long.",
    415: "The body is of no type that is taken here.",
    422: "What is asked cannot be understood, or takes too long; each finding is told.",
    503: "Too many questions at once: ask again after the seconds of Retry-After.",
}
