"""The addresses for programs (``/api/v1``), their parameters, and their description in OpenAPI.

Replies are the JSON that the commands print with ``--json``. Models of pydantic check and describe requests.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, NamedTuple
from urllib.parse import quote

from datasette import Request, Response
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from kb.base.errors import BadInput, Finding
from kb.base.written import parse_json
from kb.base.yamlfile import MAX_DEPTH
from kb.knowledge import DEFAULT_LIMIT, KnowledgeBase
from kb.model import replies
from kb.model.corpus import RulingKind
from kb.service import look_up
from kb.service.engine_process import AskingProcess
from kb.service.look_up import MOST_LISTED
from kb.web.headers import API, JSON, POSTED, PROBLEM
from kb.web.pages import Problem, arguments, as_json, named, read_body
from kb.web.site import Site

#: the ending that every reading address may have, so that its reply can be a file
ENDING = ".json"
#: characters of a question at most
LONGEST_QUESTION = 600
#: results of a search at most
MOST_FOUND = 100


# -- requests


def _text(means: str, most: int, least: int = 0) -> object:
    """Return the pydantic field of a text of ``least`` to ``most`` characters without null characters. ``means`` is its
    description in OpenAPI."""
    return Field(description=means, min_length=least, max_length=most, pattern="^[^\\x00]*$")


Game = Annotated[str, _text("The game: its id, or a name that players use.", 100)]


class Nothing(BaseModel):
    """A request without parameters. The models of other requests extend it, and refuse unknown parameters."""

    model_config = ConfigDict(extra="forbid")


class OneGame(Nothing):
    """The parameter of operations that can be limited to one game."""

    game: Game = ""


class Searched(OneGame):
    """The parameters of a search."""

    q: Annotated[str, _text("The question, in words or with the operators of docs/search.md.", LONGEST_QUESTION, 1)]
    printing: Annotated[str, _text("The printing that is played.", 20)] = ""
    limit: int = Field(DEFAULT_LIMIT, description="The number of results at most.", ge=1, le=MOST_FOUND)
    all_games: bool = Field(False, description="Whether to search all games although the question names one.")


class Listed(OneGame):
    """The parameters of the list of rulings."""

    document: Annotated[str, _text("The document of the rulings, by its id.", 100)] = ""
    kind: RulingKind | None = Field(None, description="The kind of the rulings.")
    after: Annotated[
        str, _text("The ruling after which the part begins, by its id: `next` of the part before.", 60)
    ] = ""
    limit: int = Field(MOST_LISTED, description="The number of rulings at most.", ge=1, le=MOST_LISTED)


class Asked(OneGame):
    """A question to the engine: either a ``line`` or a ``case``."""

    line: Annotated[str, _text("The position and the actions in short notation (docs/asking.md).", 4_000)] = ""
    case: dict[str, object] = Field({}, description="The same as a case in JSON, in place of `line`.")
    claim: Literal["yes", "no"] | None = Field(None, description="An answer that was given, to be judged.")
    changes: list[Annotated[str, _text("A statement.", 400)]] = Field(
        [], description="Statements that change the position first.", max_length=20
    )


class Address(NamedTuple):
    """An address: ``answer`` is called with the base and the parameters, or with the engine if it is posted to.

    ``name`` is its name in OpenAPI, ``reply`` the type of its reply.
    """

    path: str
    name: str
    answer: Callable[..., object]
    about: str
    reply: Any  # a TypedDict, or a list of one, which mypy does not take for a type
    query: type[BaseModel] = Nothing
    #: the fields of a body; without them the body of an address that is posted to is a whole file
    body: type[BaseModel] | None = None

    @property
    def types(self) -> tuple[str, ...]:
        """The media types of a body; empty for an address that is only read."""
        return POSTED.get(f"{API}{self.path}", ("", ()))[1]


def _asked(engine: AskingProcess, line: str = "", case: dict[str, object] | None = None, **more: object) -> object:
    """Return the engine's answer. ``more`` are further arguments of :func:`kb.service.asking.ask`. Raises
    :class:`BadInput` unless there is just one of a line and a case."""
    if bool(line) == (case is not None):
        raise BadInput(Finding("give exactly one of 'line' and 'case'"))
    return engine.ask(line if case is None else case, more)


#: the address of one ruling; its id may have changed
RULING = "/rulings/{id}"
ADDRESSES = (
    Address(
        "/search",
        "search",
        lambda base, q, **more: look_up.search(base, q, **more),
        "Search for the rulings and statements that answer a question",
        replies.SearchReply,
        Searched,
    ),
    Address(
        "/rulings",
        "list_rulings",
        look_up.rulings,
        "List rulings in reading order, a part at a time",
        replies.RulingsPart,
        Listed,
    ),
    Address(RULING, "get_ruling", KnowledgeBase.ruling, "Get a ruling", replies.Ruling),
    Address(
        "/rules/{name}",
        "get_statement",
        look_up.statement,
        "Get a rule or printed value of one game",
        replies.StatementReply,
    ),
    Address(
        "/compare",
        "compare_all",
        look_up.compare,
        "Compare the games on every topic",
        list[replies.Topic],
        OneGame,
    ),
    Address(
        "/compare/{what}",
        "compare",
        look_up.compare,
        "Compare the games on a topic, a ruling or words",
        list[replies.Topic],
        OneGame,
    ),
    Address(
        "/sections",
        "list_sections",
        look_up.sections,
        "List the sections of the rule books",
        list[replies.Section],
        OneGame,
    ),
    Address(
        "/sections/{name}",
        "get_section",
        lambda base, name: look_up.sections_named(base, name, exactly=True),
        "Get a section of a rule book, with the rulings and rules that rest on it",
        list[replies.Section],
    ),
    Address("/games", "list_games", look_up.games, "List the games", list[replies.GameReply]),
    Address(
        "/ask",
        "ask",
        _asked,
        "Ask the engine about a position",
        replies.AnswerReply,
        body=Asked,
    ),
    Address(
        "/check",
        "check",
        AskingProcess.check,
        "Play a file of scenarios",
        list[replies.CheckedScenario],
        OneGame,
    ),
)
#: the types of all replies, with that of problems
_REPLIES = {each.name: TypeAdapter(each.reply) for each in ADDRESSES} | {"problem": TypeAdapter(replies.ProblemReply)}


# -- reading a request


def _read(
    model: type[BaseModel], given: Mapping[str, object], what: str, place: str, root: str = ""
) -> dict[str, object]:
    """Return the values sent in ``given``, checked by ``model``, by field; empty ones are left out. Raises
    :class:`Problem` with all errors.

    ``what`` is the subject of its message, such as ``query is``. Under the key ``place``, the entry of an error has
    ``root`` and the name of the field.
    """
    try:
        read = model.model_validate(given).model_dump(exclude_unset=True)
        return {name: value for name, value in read.items() if value not in ("", None)}  # these are as good as absent
    except ValidationError as error:
        entries = []
        for each in error.errors(include_url=False, include_context=False, include_input=False):
            name = "/".join(map(str, each["loc"]))[:60]
            near = difflib.get_close_matches(name, model.model_fields, n=1) if each["type"] == "extra_forbidden" else ()
            message = each["msg"].removeprefix("Value error, ")
            entry = {"detail": f"'{name}': {message}" if name else message}
            entry |= {"hint": f"did you mean {near[0]}?"} if near else {}
            entries.append(entry | ({place: f"{root}{name}"} if name else {}))
        raise Problem(400, f"The {what} not valid.", entries) from None


async def _body(request: Request, address: Address) -> dict[str, object]:
    """Return the values in the body of a request, by field. If the address lacks declared fields, the whole body is the
    value of ``scenarios``. Raises :class:`Problem` with all errors."""
    text = await read_body(request)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if address.body:
        return _read(address.body, parse_body(text), "body is", "pointer", "/")
    return {"scenarios": parse_body(text) if kind in JSON else text}


def parse_body(text: str) -> dict[str, object]:
    """Parse a body in JSON. Raises :class:`Problem` unless it is an object of at most :data:`MAX_DEPTH` levels whose
    texts can be encoded."""
    try:
        value = parse_json(text)
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Problem(400, "The body has half of a surrogate pair, which is not valid text.") from None
    except ValueError as error:
        raise Problem(400, f"The body is not valid JSON: {error}.") from None
    if not isinstance(value, dict):
        raise Problem(400, "The body must be a JSON object.")
    level: list[dict[str, object] | list[object]] = [value]
    for _ in range(MAX_DEPTH):
        within = (each.values() if isinstance(each, dict) else each for each in level)
        level = [each for one in within for each in one if isinstance(each, (dict, list))]
    if level:
        raise Problem(400, f"The body is nested too deeply: at most {MAX_DEPTH} levels.")
    return value


# -- answering


def _route(address: Address) -> tuple[str, Callable[..., object]]:
    """Return the pattern of an address, and the function that replies."""

    async def reply(site: Site, request: Request, **parts: str) -> object:
        """Return the answer to a request; ``parts`` are the parts of its path. Raises :class:`Problem`."""
        sent = {name: values[0] if len(values) == 1 else values for name, values in arguments(request).items()}
        given = _read(address.query, sent, "query is", "parameter") | parts
        if address.path == RULING:
            return _ruling(site, request, str(given["id"]))
        if not address.types:
            return address.answer(site.base, **given)
        given |= await _body(request, address)
        response = as_json(site, request, await site.engine.ask(request, address.answer, **given))
        response.headers["cache-control"] = "no-store"
        return response

    path = re.sub(r"\{(\w+)\}", r"(?P<\1>.+?)", address.path)
    return f"{API}{path}" + ("" if address.types else rf"(?:{re.escape(ENDING)})?"), reply


def _ruling(site: Site, request: Request, name: str) -> Response:
    """Return a ruling, or a redirect from another spelling or an id with a successor. Raises :class:`Problem`."""
    own, gone = named(site, name)
    if own is None:
        raise Problem(410 if gone else 404, site.base.missing(name))
    if own != name:
        ending = ENDING if request.path.endswith(ENDING) else ""
        return Response.redirect(f"{site.path(API)}/rulings/{quote(own, '')}{ending}", status=301)
    response = as_json(site, request, site.base.ruling(own))
    response.headers["link"] = f'<{site.public(f"/r/{own}") or site.ruling(own)}>; rel="alternate"; type="text/html"'
    return response


def _start(site: Site, request: Request) -> Response:
    """Redirect to the OpenAPI description."""
    return Response.redirect(f"{site.path(API)}/openapi.json")


def _nothing(site: Site, request: Request) -> Response:
    """Raise :class:`Problem`: the address is unknown."""
    raise Problem(404, f"There is no such address; {site.path(API)}/openapi.json lists the addresses.")


# -- the description


def openapi(site: Site, request: object = None) -> dict[str, object]:
    """Describe the addresses in OpenAPI: paths, parameters and bodies."""
    about = "Each reply is the JSON that the command of the same name prints with --json. docs/serving.md has the rest."
    return {
        "openapi": "3.1.0",
        "info": {"title": "Rulings for Axis & Allies games", "version": "1.0.0", "description": about},
        "servers": [{"url": site.public(API) or site.path(API)}],
        "paths": {each.path: {"post" if each.types else "get": _operation(each)} for each in ADDRESSES},
        "components": {"schemas": _schema(Listed)["$defs"] | _SHARED["$defs"] | {"Asked": _schema(Asked)}},
    }


_REFERENCE = "#/components/schemas/{model}"


def _schema(model: type[BaseModel]) -> dict[str, dict[str, dict[str, object]]]:
    """Return the JSON Schema of the parameters or the body that ``model`` describes, without empty default values."""
    schema = model.model_json_schema(ref_template=_REFERENCE)
    for each in schema["properties"].values():
        if each.get("default") in ("", None):
            each.pop("default", None)
    return schema


_ADAPTERS = [(name, "serialization", adapter) for name, adapter in _REPLIES.items()]
_BY_NAME, _SHARED = TypeAdapter.json_schemas(_ADAPTERS, ref_template=_REFERENCE)  # type: ignore[arg-type]


def _reply(name: str, media_type: str) -> dict[str, object]:
    """Return the content of a response in OpenAPI: the schema of a reply under its media type."""
    return {media_type: {"schema": _BY_NAME[name, "serialization"]}}


def _operation(address: Address) -> dict[str, object]:
    """Return the description of an address in OpenAPI."""
    text = {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9 :/._-]*$", "maxLength": 80}
    query, parts = _schema(address.query), re.findall(r"\{(\w+)\}", address.path)
    parameters = [{"name": name, "in": "path", "required": True, "schema": text} for name in parts]
    for name, schema in query["properties"].items():
        required = name in query.get("required", ())
        parameters.append({"name": name, "in": "query", "required": required, "schema": schema})
    responses = {
        "200": {"description": "The reply.", "content": _reply(address.name, "application/json")},
        "default": {"description": "Problem details (RFC 9457).", "content": _reply("problem", PROBLEM)},
    }
    if address.path == RULING:
        moved = "The id is spelled otherwise or has a successor; `Location` is the address of the ruling."
        responses["301"] = {"description": moved}
    described: dict[str, object] = {
        "operationId": address.name,
        "summary": address.about,
        "parameters": parameters,
        "responses": responses,
    }
    if address.types:
        table = {"$ref": _REFERENCE.format(model=address.body.__name__)} if address.body else {"type": "object"}
        bodies = {kind: {"schema": table if kind in JSON else {"type": "string"}} for kind in address.types}
        described["requestBody"] = {"required": True, "content": bodies}
    return described


PAGES: dict[str, Callable[..., object]] = {
    **dict(map(_route, ADDRESSES)),
    rf"{API}/openapi\.json": openapi,
    rf"{API}/?": _start,
    rf"{API}/.*": _nothing,
}
