"""The routes of the addresses for programs, and their description in OpenAPI."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from datasette import Response

from kb.base import caches
from kb.base.errors import BadInput, DamagedBuild, Finding, KBError, NotFound, QueryError
from kb.base.shape import Plain
from kb.base.written import parse_json
from kb.base.yamlfile import MAX_DEPTH
from kb.service.rulings import ruling
from kb.store import lookup
from kb.web.api import addresses
from kb.web.api.addresses import ADDRESSES, ENDING, JSON, LONGEST_BODY, ROOT, Address, Problem, Schema, entry, of_error
from kb.web.asking import Busy
from kb.web.middleware import report
from kb.web.respond import BodyTooLong, PageView, arguments, cached, json_response, moved_permanently, read_body

if TYPE_CHECKING:
    from datasette import Request

    from kb.web.site import Site

_FLAGS = {"true": True, "false": False}


def _endpoint(address: Address) -> PageView:
    """Return the page of an address. Replies that are only read are cached."""

    async def read(site: Site, request: Request) -> Response:
        given = _parameters(site, request, address)
        given |= {part: unquote(text) for part, text in request.url_vars.items()}
        if address.path == addresses.RULING:
            return _ruling(site, request, given["id"])
        return json_response(site, request, address.answer(site.base, **given))

    async def posted(site: Site, request: Request) -> Response:
        given = {**_parameters(site, request, address), **await _body(site, request, address)}
        response = json_response(site, request, await site.engine.ask(address.answer, **given))
        response.headers["cache-control"] = "no-store"
        return response

    return _told(posted if address.types else cached(caches.API_REPLIES, query=True)(read))


def _ruling(site: Site, request: Request, name: str) -> Response:
    """Return a ruling, or redirect from another spelling or an id with a successor. Raises :class:`Problem`."""
    known, gone = site.base.by_id(name), lookup.retired(site.base.connection, name)
    own = known["id"] if known else gone["successor"] if gone else None
    if own is None:
        raise of_error(410 if gone else 404, NotFound(site.base.missing(name)))
    if own != name:
        ending = ENDING if request.path.endswith(ENDING) else ""
        return moved_permanently(f"{site.path(ROOT)}/rulings/{quote(own, '')}{ending}")
    response = json_response(site, request, ruling(site.base, own))
    response.headers["link"] = f'<{site.public(f"/r/{own}") or site.ruling(own)}>; rel="alternate"; type="text/html"'
    return response


# -- reading a request


def _known(site: Site, fields: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return the schemas of some fields, with the games and documents of a site."""
    ids = {"game": site.base.games(), "document": [*lookup.titles(site.base.connection, "documents")]}
    return {
        name: {"type": "string", "description": of["description"], "enum": ids[name]} if name in ids else of
        for name, of in fields.items()
    }


def _parameters(site: Site, request: Request, address: Address) -> Plain:
    """Read the parameters of the query. Raises :class:`Problem` with everything that is wrong with them."""
    texts, known = arguments(request), _known(site, address.query)
    given = {name: _value(values[0], known.get(name, {})) for name, values in texts.items()}
    wrong = addresses.mistakes(given, known, address.needs)
    twice = {name: len(values) for name, values in texts.items() if name in known and len(values) > 1}
    wrong |= {name: Finding(f"'{name}' is there {many} times; say it once") for name, many in twice.items()}
    if wrong:
        raise Problem(400, "The parameters are not as they should be.", _entries("parameter", wrong))
    return given


def _value(text: str, schema: Schema) -> Any:
    """Convert a parameter to its type; a text that does not fit stays as it is."""
    if schema.get("type") == "integer" and re.fullmatch("[0-9]{1,9}", text):
        return int(text)
    return _FLAGS.get(text, text) if schema.get("type") == "boolean" else text


async def _body(site: Site, request: Request, address: Address) -> Plain:
    """Read the body. Raises :class:`Problem` with everything that is wrong with it."""
    try:
        text = await read_body(request, LONGEST_BODY)
    except KBError as error:
        status = 413 if isinstance(error, BodyTooLong) else 400
        raise Problem(status, f"The body is {error.findings[0].message}.") from None
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if not address.body:
        return {"scenarios": parse_body(text) if kind in JSON else text}
    given = parse_body(text)
    wrong = addresses.mistakes(given, _known(site, address.body), either=address.either)
    if wrong:
        raise Problem(400, "The body is not as it should be.", _entries("pointer", wrong, "/"))
    return given


def parse_body(text: str) -> Plain:
    """Parse a body in JSON: a table, not too deep, of text that can be written again. Raises :class:`Problem`."""
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


def _entries(place: str, wrong: Mapping[str, Finding], root: str = "") -> list[Plain]:
    """Return the entries of a problem, each with its place below ``root`` where it is about one field."""
    return [{**entry(each), **({place: f"{root}{name}"} if name else {})} for name, each in wrong.items()]


# -- answering


def _told(answered: PageView) -> PageView:
    """Answer errors with problem details, and let pages of any site read the replies."""

    async def view(site: Site, request: Request) -> Response:
        try:
            response = await answered(site, request)
        except Problem as problem:
            response = _answer(problem)
        except NotFound as error:
            response = _answer(of_error(404, error))
        except (QueryError, BadInput) as error:
            response = _answer(of_error(422, error))
        except Busy as error:
            response = _answer(of_error(503, error))
            response.headers["retry-after"] = "2"
        except DamagedBuild as error:
            report(error)
            response = _answer(of_error(503, error))
        except Exception as error:
            report(error)
            response = _answer(Problem(500, "That did not work, and it is not your fault."))
        response.headers.update(addresses.SHARED)
        return response

    return view


def _answer(problem: Problem) -> Response:
    body = addresses.problem_body(problem.status, problem.detail, problem.entries)
    headers = {"cache-control": "no-store"}
    return Response(body, status=problem.status, headers=headers, content_type=addresses.MEDIA_TYPE)


@cached(caches.API_DESCRIPTION)
async def _description(site: Site, request: Request) -> Response:
    return json_response(site, request, openapi(site))


async def _start(site: Site, request: Request) -> Response:
    return Response.redirect(f"{site.path(ROOT)}/openapi.json")


async def _nothing(site: Site, request: Request) -> Response:
    raise Problem(404, f"There is no such address; {site.path(ROOT)}/openapi.json describes those there are.")


ROUTES = [
    *((f"{ROOT}{address.pattern}", _endpoint(address)) for address in ADDRESSES),
    (rf"{ROOT}/openapi\.json", _told(_description)),
    (rf"{ROOT}/?", _told(_start)),
    (rf"{ROOT}/.*", _told(_nothing)),
]


# -- the description


def openapi(site: Site) -> Plain:
    """Describe the addresses in OpenAPI: paths, parameters and bodies, with the games of a site."""
    about = "Each reply is the JSON that the command of the same name prints with --json. docs/serving.md has the rest."
    return {
        "openapi": "3.1.0",
        "info": {"title": "Rulings for Axis & Allies games", "version": "1.0.0", "description": about},
        "servers": [{"url": site.public(ROOT) or site.path(ROOT)}],
        "paths": {each.path: {"post" if each.types else "get": _operation(site, each)} for each in ADDRESSES},
    }


def _operation(site: Site, address: Address) -> Plain:
    text = {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9 :/._-]*$", "maxLength": 80}
    parts = [_parameter(name, "path", True, text) for name in re.findall(r"\{(\w+)\}", address.path)]
    known = _known(site, address.query).items()
    problem = {"description": "Problem details (RFC 9457).", "content": {addresses.MEDIA_TYPE: {}}}
    described: Plain = {
        "summary": address.about,
        "parameters": [*parts, *(_parameter(name, "query", name in address.needs, of) for name, of in known)],
        "responses": {"200": {"description": "The reply.", "content": {"application/json": {}}}, "default": problem},
    }
    if address.types:
        table = {"type": "object", **_fields(site, address)}
        bodies = {kind: {"schema": table if kind in JSON else {"type": "string"}} for kind in address.types}
        described["requestBody"] = {"required": True, "content": bodies}
    return described


def _parameter(name: str, where: str, needed: bool, schema: Schema) -> Plain:
    return {"name": name, "in": where, "required": needed, "schema": schema}


def _fields(site: Site, address: Address) -> Plain:
    if not address.body:
        return {}
    either = [{"required": [name]} for name in address.either]
    return {"properties": _known(site, address.body), "additionalProperties": False, "oneOf": either}
