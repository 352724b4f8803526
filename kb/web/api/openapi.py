"""The OpenAPI description of the addresses for programs, made from what :mod:`kb.service.operations` says of each."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from kb.service import schema
from kb.service.operations import OPERATIONS
from kb.web.api import problems
from kb.web.api.addresses import ADDRESSES, ENDING, JSON, ROOT, ApiAddress
from kb.web.shared import BUILD_HEADER

if TYPE_CHECKING:
    from kb.web.site import Site

Plain = dict[str, Any]

#: the version of the addresses and replies, which docs/api.md promises about; not that of the program
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


def description(site: Site) -> Plain:
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
        "components": {"schemas": {**parts, **_shared(site), "Problem": problems.SCHEMA}, "responses": _responses()},
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
    described: Plain = {
        "operationId": each.operation.name,
        "tags": ["engine" if each.posted else "knowledge"],
        "summary": about,
        "description": means,
        "parameters": [*_parameters(site, each, "path"), *_parameters(site, each, "query")],
        "responses": {
            "200": {
                "description": "The reply.",
                "headers": _headers(each),
                "content": {"application/json": {"schema": reply}},
            },
            **{str(status): {"$ref": f"#/components/responses/{status}"} for status in each.statuses},
        },
    }
    if each.posted:
        described["requestBody"] = {"required": True, "content": _bodies(each)}
    return described


def _parameters(site: Site, each: ApiAddress, where: str) -> list[Plain]:
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
        one_of = [{"$ref": _SCHEMAS.format(name=_body_name(each, one))} for one in each.operation.takes.EITHER]
        return {"application/json": {"schema": {"oneOf": one_of}}}
    as_table = {"type": "object", "description": "A file of scenarios as docs/scenarios.md has it."}
    as_text = {"type": "string", "description": "The same as YAML."}
    return {kind: {"schema": as_table if kind in JSON else as_text} for kind in each.types}


def _body_name(each: ApiAddress, one: str) -> str:
    return f"{each.operation.name}_{one}".title().replace("_", "")


def _shared(site: Site) -> dict[str, Plain]:
    """The schemas that have a name: the ids of the games; and bodies, one for each field of which just one is given."""
    found: dict[str, Plain] = {"GameId": {"type": "string", "enum": site.base.games()}}
    for each in ADDRESSES:
        whole, either = each.schema(site), each.operation.takes.EITHER
        for one in either:
            fields = {
                name: {**_values(name, of), **{key: of[key] for key in ("description", "examples") if key in of}}
                for name, of in whole["properties"].items()
                if name == one or name not in either
            }
            about = f"{each.operation.about[0]}: by '{one}'."
            found[_body_name(each, one)] = {**whole, "description": about, "properties": fields, "required": [one]}
    return found


def _headers(each: ApiAddress) -> Plain:
    """The headers of a reply."""
    text = {"type": "string"}
    found: Plain = {BUILD_HEADER: {"description": "The digest of the build that it comes from.", "schema": text}}
    if not each.posted:
        found["ETag"] = {"description": "Names this reply; send it back in If-None-Match.", "schema": text}
    return found


def _responses() -> Plain:
    """The answers to what is wrong, by status."""
    statuses = sorted({status for each in ADDRESSES for status in each.statuses})
    return {str(status): _problem(status) for status in statuses}


def _problem(status: int) -> Plain:
    content = {problems.MEDIA_TYPE: {"schema": {"$ref": _SCHEMAS.format(name="Problem")}}}
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
