"""The OpenAPI description of the addresses for programs, made from what :mod:`kb.web.api.operations` says of each."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from kb.web.api import problems
from kb.web.api.operations import ENDING, JSON, OPERATIONS, ROOT, Operation
from kb.web.api.parameters import Parameter
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
    from kb.reads import schema  # needs msgspec, and a moment

    replies, parts = schema.schemas(_SCHEMAS)
    paths: Plain = {}
    for each in OPERATIONS:
        told = _operation(site, each, replies[each.reads])
        if not site.static:
            paths.setdefault(each.path, {})["post" if each.posted else "get"] = told
        elif each.file:
            paths[f"{each.path}{ENDING}"] = {"get": _as_file(told)}
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
        "components": {"schemas": {**parts, **_called(site), "Problem": problems.SCHEMA}, "responses": _responses()},
    }


def _as_file(told: Plain) -> Plain:
    """An operation of which only the reply is there, without parameters of the query, headers and problems."""
    reply = {key: value for key, value in told["responses"]["200"].items() if key != "headers"}
    parts = [each for each in told["parameters"] if each["in"] == "path"]
    return {**told, "parameters": parts, "responses": {"200": reply, "404": {"description": "There is no such thing."}}}


def _operation(site: Site, each: Operation, reply: Plain) -> Plain:
    told: Plain = {
        "operationId": each.name,
        "tags": ["engine" if each.posted else "knowledge"],
        "summary": each.about,
        "description": each.means,
        "parameters": [
            *(_parameter(site, parameter, "path") for parameter in each.parts),
            *(_parameter(site, parameter, "query") for parameter in each.query),
        ],
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
        told["requestBody"] = {"required": True, "content": _bodies(site, each)}
    return told


def _parameter(site: Site, parameter: Parameter, where: str) -> Plain:
    told = {"name": parameter.name, "in": where, "description": parameter.means, "required": parameter.required}
    example = {} if parameter.example is None else {"example": parameter.example}
    return {**told, "schema": _values(site, parameter), **example}


def _bodies(site: Site, each: Operation) -> Plain:
    """What is posted, by media type: the fields as JSON; or a whole file, as JSON or as text."""
    if each.fields:
        told = [{"$ref": _SCHEMAS.format(name=name)} for name in _fields(site, each)]
        return {"application/json": {"schema": {"oneOf": told}}}
    as_table = {"type": "object", "description": "A file of scenarios as docs/scenarios.md has it."}
    as_text = {"type": "string", "description": "The same as YAML."}
    return {kind: {"schema": as_table if kind in JSON else as_text} for kind in each.types}


def _fields(site: Site, each: Operation) -> dict[str, Plain]:
    """The schemas of a body by name: one for each field of which just one has to be there."""
    told = {field.name: {"description": field.means, **_values(site, field)} for field in each.fields}
    for field in each.fields:
        if field.example is not None:
            told[field.name]["examples"] = [field.example]
    return {
        f"{each.name}_{one}".title().replace("_", ""): {
            "type": "object",
            "description": f"{each.about}: by '{one}'.",
            "properties": {name: schema for name, schema in told.items() if name == one or name not in each.either},
            "required": [one],
            "additionalProperties": False,
        }
        for one in each.either
    }


def _values(site: Site, parameter: Parameter) -> Plain:
    """The schema of the values of a parameter."""
    return {"$ref": _SCHEMAS.format(name=parameter.called)} if parameter.called else parameter.schema(site)


def _called(site: Site) -> dict[str, Plain]:
    """The schemas of the values that have a name, and of the bodies."""
    every = [parameter for each in OPERATIONS for parameter in (*each.query, *each.fields) if parameter.called]
    bodies = {name: schema for each in OPERATIONS for name, schema in _fields(site, each).items()}
    return {parameter.called: parameter.schema(site) for parameter in every} | bodies


def _headers(each: Operation) -> Plain:
    """The headers of a reply."""
    text = {"type": "string"}
    found: Plain = {BUILD_HEADER: {"description": "The digest of the build that it comes from.", "schema": text}}
    if not each.posted:
        found["ETag"] = {"description": "Names this reply; send it back in If-None-Match.", "schema": text}
    return found


def _responses() -> Plain:
    """The answers to what is wrong, by status."""
    statuses = sorted({status for each in OPERATIONS for status in each.statuses})
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
