"""The addresses for programs (``/api/v1``): what each gives, the mistakes in a request, and the description in OpenAPI.

Replies are the JSON that the commands print with ``--json``.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, unquote

from datasette import Response

from kb.base.errors import BadInput, DamagedBuild, Finding, KBError, NotFound, QueryError
from kb.base.model import RulingKind
from kb.base.shape import Plain
from kb.base.written import parse_json
from kb.base.yamlfile import MAX_DEPTH
from kb.knowledge import DEFAULT_LIMIT
from kb.service import books, rulings, topics
from kb.service.engine_process import AskingProcess
from kb.service.rulings import MOST_LISTED
from kb.store import lookup
from kb.web.engine import Busy
from kb.web.respond import LONGEST_REQUEST, MEDIA_TYPE, BodyTooLong, answered, arguments, as_json, read_body

if TYPE_CHECKING:
    from datasette import Request

    from kb.web.site import Site

Schema = dict[str, Any]

#: where the addresses begin
ROOT = "/api/v1"
#: the ending that every reading address may have, so that its reply can be a file
ENDING = ".json"
#: the media types of a body
JSON, YAML = ("application/json",), ("application/yaml", "application/x-yaml", "text/yaml", "text/plain")
#: characters of a question at most
LONGEST_QUESTION = 600
#: rulings of a search at most
MOST_FOUND = 100


def _text(means: str, most: int) -> Schema:
    return {"description": means, "type": "string", "minLength": 1, "maxLength": most, "pattern": "^[^\\x00]*$"}


def _number(means: str, most: int, default: int) -> Schema:
    return {"description": means, "type": "integer", "minimum": 1, "maximum": most, "default": default}


GAME = _text("The game, by its id.", 100)
_SEARCHED = {
    "q": _text("The question, in words or with the operators of docs/search.md.", LONGEST_QUESTION),
    "game": GAME,
    "printing": _text("The printing that is played.", 20),
    "limit": _number("The number of rulings at most, and of rules.", MOST_FOUND, DEFAULT_LIMIT),
    "all_games": {"description": "Whether to search all games although the question names one.", "type": "boolean"},
}
_LISTED = {
    "game": GAME,
    "document": _text("The document of the rulings, by its id.", 100),
    "kind": {"description": "The kind of the rulings.", "type": "string", "enum": [str(each) for each in RulingKind]},
    "after": _text("The ruling behind which the part begins, by its id: `next` of the part before.", 60),
    "limit": _number("The number of rulings at most.", MOST_LISTED, MOST_LISTED),
}
_ASKED = {
    "line": _text("The position and the actions in short notation (docs/asking.md).", 4_000),
    "case": {"description": "The same as a table, in place of `line`.", "type": "object"},
    "game": GAME,
    "changes": {
        "description": "Statements that change the position first.",
        "type": "array",
        "items": _text("A statement.", 400),
        "maxItems": 20,
    },
}


class Address(NamedTuple):
    """An address: ``answer`` is called with the base and the parameters, where it is posted to with the engine."""

    path: str
    answer: Callable[..., Any]
    about: str
    query: Mapping[str, Schema] = {}
    needs: tuple[str, ...] = ()
    #: the fields of a body, of which exactly one of ``either`` is needed; without fields the body is a whole file
    body: Mapping[str, Schema] = {}
    either: tuple[str, ...] = ()
    #: the media types of a body; empty of an address that is read
    types: tuple[str, ...] = ()


def _section(base: Any, name: str) -> Any:
    return books.sections_named(base, name, exactly=True)


def _search(base: Any, q: str, **more: Any) -> Any:
    return rulings.search(base, q, **more)


def _ask(engine: AskingProcess, line: str = "", case: Mapping[str, Any] | None = None, **more: Any) -> Any:
    return engine.ask(line if case is None else case, more)


#: the address of one ruling, whose id may have changed
RULING = "/rulings/{id}"
_ONE_GAME = {"game": GAME}
ADDRESSES = (
    Address("/search", _search, "Search for the rulings and rules that answer a question", _SEARCHED, ("q",)),
    Address("/rulings", rulings.rulings, "List rulings in reading order, a part at a time", _LISTED),
    Address(RULING, rulings.ruling, "Get a ruling"),
    Address("/rules/{name}", rulings.statement, "Get a rule or printed value of one game"),
    Address("/compare", topics.compare, "Compare the games on every topic", _ONE_GAME),
    Address("/compare/{what}", topics.compare, "Compare the games on a topic, a ruling or words", _ONE_GAME),
    Address("/sections", books.sections, "List the sections of the rule books", _ONE_GAME),
    Address("/sections/{name}", _section, "Get a section of a rule book, with the rulings and rules that rest on it"),
    Address("/games", books.games, "List the games"),
    Address("/ask", _ask, "Ask the engine about a position", body=_ASKED, either=("line", "case"), types=JSON),
    Address("/check", AskingProcess.check, "Play a file of scenarios", _ONE_GAME, types=(*JSON, *YAML)),
)
#: the methods and the media types of the addresses that are posted to
POSTED = {f"{ROOT}{each.path}": ("POST, OPTIONS", each.types) for each in ADDRESSES if each.types}


# -- the mistakes in a request


def mistakes(
    given: Mapping[str, Any], known: Mapping[str, Schema], needs: Iterable[str] = (), either: Iterable[str] = ()
) -> dict[str, Finding]:
    """Return everything that is wrong with some values, by the name of the field; an empty name is about several."""
    wrong = {}
    for name, schema in known.items():
        if name in given and not _fits(given[name], schema):
            wrong[name] = Finding(f"'{name}' has to be {_described(schema)}")
        elif name not in given and name in needs:
            wrong[name] = Finding(f"'{name}' is missing: {schema['description']}")
    there = ", ".join(map(repr, known)) or "none"
    for name in (each[:60] for each in given if each not in known):
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean {near[0]}?" if near else ""
        wrong[name] = Finding(f"there is no '{name}' here; there are {there}", hint=hint)
    if either and sum(name in given for name in either) != 1:
        wrong[""] = Finding(f"just one of {' and '.join(map(repr, either))} has to be there")
    return wrong


def _fits(value: Any, schema: Schema) -> bool:
    if "enum" in schema:
        return value in schema["enum"]
    if schema["type"] == "string":
        return isinstance(value, str) and 1 <= len(value) <= schema["maxLength"] and "\0" not in value
    if schema["type"] == "integer":
        return type(value) is int and schema["minimum"] <= value <= schema["maximum"]
    if schema["type"] == "array":
        few = isinstance(value, list) and len(value) <= schema["maxItems"]
        return few and all(_fits(each, schema["items"]) for each in value)
    return isinstance(value, {"boolean": bool, "object": dict}[schema["type"]])


def _described(schema: Schema) -> str:
    if "enum" in schema:
        return f"one of {', '.join(schema['enum'])}"
    return {
        "string": "a text of 1 to {maxLength:,} characters",
        "integer": "a whole number from {minimum} to {maximum}",
        "array": "a list of at most {maxItems} texts",
        "boolean": "true or false",
        "object": "a table of values",
    }[schema["type"]].format(**schema)


# -- problem details (RFC 9457)


PROBLEM = "application/problem+json"
#: pages of any site may read the replies, which do not depend on the reader
SHARED = {"access-control-allow-origin": "*", "access-control-expose-headers": "etag, link, retry-after, x-kb-build"}
#: the answer to a browser that asks beforehand, which it may remember for a day
PREFLIGHT = {
    "access-control-allow-origin": "*",
    "access-control-allow-headers": "content-type, if-none-match",
    "access-control-max-age": "86400",
}


class Problem(KBError):
    """A request that is refused: ``status`` is that of HTTP, ``entries`` are one for each finding."""

    def __init__(self, status: int, detail: str, entries: Iterable[Mapping[str, Any]] = ()) -> None:
        super().__init__(Finding(detail))
        self.status, self.detail, self.entries = status, detail, list(entries)


def _entry(finding: Finding, **place: str) -> dict[str, Any]:
    more = {"hint": finding.hint, "line": finding.line, **place}
    return {"detail": finding.message, **{key: value for key, value in more.items() if value}}


def _entries(place: str, wrong: Mapping[str, Finding], root: str = "") -> list[Plain]:
    return [_entry(each, **({place: f"{root}{name}"} if name else {})) for name, each in wrong.items()]


def _problem_of(status: int, error: KBError) -> Problem:
    one, *others = error.findings
    more = f" (and {len(others)} more)" if others else ""
    return Problem(status, f"{Finding(one.message, hint=one.hint)}{more}", map(_entry, error.findings))


def problem_body(status: int, detail: str, entries: Iterable[Mapping[str, Any]] = ()) -> bytes:
    """Return problem details as JSON."""
    told = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail}
    return json.dumps({**told, "errors": list(entries)}, ensure_ascii=False).encode("utf-8", "replace")


# -- reading a request


def _known(site: Site, fields: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return the schemas of some fields, with the games and documents of a site."""
    ids = {"game": [*site.games], "document": [*site.labels("documents")]}
    return {
        name: {"type": "string", "description": of["description"], "enum": ids[name]} if name in ids else of
        for name, of in fields.items()
    }


def _parameters(site: Site, request: Request, address: Address) -> Plain:
    """Read the parameters of the query. Raises :class:`Problem` with everything that is wrong with them."""
    texts, known = arguments(request), _known(site, address.query)
    given = {name: _value(values[0], known.get(name, {})) for name, values in texts.items()}
    wrong = mistakes(given, known, address.needs)
    twice = {name: len(values) for name, values in texts.items() if name in known and len(values) > 1}
    wrong |= {name: Finding(f"'{name}' is there {many} times; say it once") for name, many in twice.items()}
    if wrong:
        raise Problem(400, "The parameters are not as they should be.", _entries("parameter", wrong))
    return given


def _value(text: str, schema: Schema) -> Any:
    """Return a parameter in its type; a text that does not fit stays as it is."""
    if schema.get("type") == "integer" and re.fullmatch("[0-9]{1,9}", text):
        return int(text)
    return {"true": True, "false": False}.get(text, text) if schema.get("type") == "boolean" else text


async def _body(site: Site, request: Request, address: Address) -> Plain:
    """Read the body. Raises :class:`Problem` with everything that is wrong with it."""
    try:
        text = await read_body(request, LONGEST_REQUEST)
    except KBError as error:
        status = 413 if isinstance(error, BodyTooLong) else 400
        raise Problem(status, f"The body is {error.findings[0].message}.") from None
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if not address.body:
        return {"scenarios": parse_body(text) if kind in JSON else text}
    given = parse_body(text)
    wrong = mistakes(given, _known(site, address.body), either=address.either)
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


# -- answering


async def _reply(site: Site, request: Request, address: Address) -> Response:
    given = _parameters(site, request, address)
    if address.types:
        given |= await _body(site, request, address)
        response = as_json(site, request, await site.engine.ask(address.answer, **given))
        response.headers["cache-control"] = "no-store"
        return response
    given |= {part: unquote(text) for part, text in request.url_vars.items()}
    if address.path == RULING:
        return _ruling(site, request, given["id"])
    key = f"json {request.path}?{request.query_string}"
    text = site.answers.get(key)
    if text is None:
        text = json.dumps(address.answer(site.base, **given), ensure_ascii=False)
        site.answers.put(key, text)
    return answered(site, request, text, MEDIA_TYPE)


def _ruling(site: Site, request: Request, name: str) -> Response:
    """Return a ruling, or a redirect from another spelling or an id with a successor. Raises :class:`Problem`."""
    known, gone = site.base.by_id(name), lookup.retired(site.base.connection, name)
    own = known["id"] if known else gone["successor"] if gone else None
    if own is None:
        raise _problem_of(410 if gone else 404, NotFound(site.base.missing(name)))
    if own != name:
        ending = ENDING if request.path.endswith(ENDING) else ""
        return Response.redirect(f"{site.path(ROOT)}/rulings/{quote(own, '')}{ending}", status=301)
    response = as_json(site, request, rulings.ruling(site.base, own))
    response.headers["link"] = f'<{site.public(f"/r/{own}") or site.ruling(own)}>; rel="alternate"; type="text/html"'
    return response


def _route(reply: Callable[..., Any]) -> Callable[..., Any]:
    """Return a page that answers errors with problem details, and lets pages of any site read the replies."""

    async def view(site: Site, request: Request) -> Response:
        from kb.web.headers import report

        try:
            response = await reply(site, request)
        except Problem as problem:
            response = _answer(problem)
        except (NotFound, QueryError, BadInput) as error:
            response = _answer(_problem_of(404 if isinstance(error, NotFound) else 422, error))
        except (Busy, DamagedBuild) as error:
            response = _answer(_problem_of(503, error))
            response.headers["retry-after"] = "2"
        except Exception as error:
            report(error)
            response = _answer(Problem(500, "That did not work, and it is not your fault."))
        response.headers.update(SHARED)
        return response

    return view


def _answer(problem: Problem) -> Response:
    body = problem_body(problem.status, problem.detail, problem.entries)
    return Response(body, status=problem.status, headers={"cache-control": "no-store"}, content_type=PROBLEM)


def _address_route(address: Address) -> tuple[str, Callable[..., Any]]:
    async def reply(site: Site, request: Request) -> Response:
        return await _reply(site, request, address)

    path = re.sub(r"\{(\w+)\}", r"(?P<\1>.+?)", address.path)
    return f"{ROOT}{path}" + ("" if address.types else rf"(?:{re.escape(ENDING)})?"), _route(reply)


async def _description(site: Site, request: Request) -> Response:
    return as_json(site, request, openapi(site))


async def _start(site: Site, request: Request) -> Response:
    return Response.redirect(f"{site.path(ROOT)}/openapi.json")


async def _nothing(site: Site, request: Request) -> Response:
    raise Problem(404, f"There is no such address; {site.path(ROOT)}/openapi.json describes those there are.")


ROUTES = (
    *map(_address_route, ADDRESSES),
    (rf"{ROOT}/openapi\.json", _route(_description)),
    (rf"{ROOT}/?", _route(_start)),
    (rf"{ROOT}/.*", _route(_nothing)),
)


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
    problem = {"description": "Problem details (RFC 9457).", "content": {PROBLEM: {}}}
    described: Plain = {
        "summary": address.about,
        "parameters": [*parts, *(_parameter(name, "query", name in address.needs, of) for name, of in known)],
        "responses": {"200": {"description": "The reply.", "content": {"application/json": {}}}, "default": problem},
    }
    if address.types:
        either = [{"required": [name]} for name in address.either]
        fields = {"properties": _known(site, address.body), "additionalProperties": False, "oneOf": either}
        table = {"type": "object", **(fields if address.body else {})}
        bodies = {kind: {"schema": table if kind in JSON else {"type": "string"}} for kind in address.types}
        described["requestBody"] = {"required": True, "content": bodies}
    return described


def _parameter(name: str, where: str, needed: bool, schema: Schema) -> Plain:
    return {"name": name, "in": where, "required": needed, "schema": schema}
