"""JSON Schemas of what operations take and give, made from their types by msgspec; and what is wrong with a request."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, get_type_hints

import msgspec

from kb.base.errors import Finding, raise_if
from kb.service import engine_types, types
from kb.store.tables import description
from kb.store.tables.all_tables import BY_NAME
from kb.store.tables.description import Table, View
from kb.store.tables.rulings import FIELDS, RULINGS

if TYPE_CHECKING:
    from kb.service.operations import OperationRequest

Schema = dict[str, Any]

#: the table in which the fields of a type are described where the type does not
TABLES: dict[str, Table | View] = {
    "Ruling": RULINGS,
    "Listed": RULINGS,
    "Game": BY_NAME["games"],
    "Section": BY_NAME["sections"],
    "SectionInFull": BY_NAME["sections"],
    "OfSection": BY_NAME["sections"],
    "Elsewhere": BY_NAME["topic_games"],
}
#: what the names of types of replies end with
_SUFFIX = "Reply"
#: a pattern that is not told to people: no text has the character NUL in it
NO_NUL = "^[^\\x00]*$"


def of_reply(gives: Any) -> Schema:
    """The schema of what an operation gives, whole in itself."""
    (root,), parts = of_replies([gives], "#/$defs/{name}")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **root, "$defs": parts}


def of_replies(gives: Iterable[Any], template: str) -> tuple[list[Schema], dict[str, Schema]]:
    """The schema of each type, and the parts to which these refer, in the form of ``template``
    (``#/components/schemas/{name}``)."""
    roots, parts = msgspec.json.schema_components(list(gives), ref_template=template)
    described = {name.removesuffix(_SUFFIX): published(_described(name, part)) for name, part in sorted(parts.items())}
    return published(list(roots)), described


def published(node: Any, suffix: str = _SUFFIX) -> Any:
    """A schema in which types are called as they are published: without the ``suffix`` of their names."""
    if isinstance(node, list):
        return [published(each, suffix) for each in node]
    if isinstance(node, dict):
        return {key: published(value, suffix) for key, value in node.items()}
    return node.removesuffix(suffix) if isinstance(node, str) else node


def _described(name: str, part: Schema) -> Schema:
    """A part with the fields in the order of its type, each with its meaning, and none besides."""
    fields = part["properties"]
    own = next(getattr(module, name) for module in (types, engine_types) if hasattr(module, name))
    order = [each for each in get_type_hints(own) if each in fields]
    described = {each: {"description": _meaning(name.removesuffix(_SUFFIX), each), **fields[each]} for each in order}
    required = [each for each in order if each in part.get("required", ())]
    return {**part, "properties": described, "required": required, "additionalProperties": False}


def _meaning(name: str, field: str) -> str:
    """What a field means that its type does not describe: what its column in the tables does."""
    table = TABLES.get(name)
    if table is RULINGS and field in FIELDS:
        return FIELDS[field]
    column = (table.columns.get(field) if table else None) or description.COLUMNS.get(field)
    return column.means if column else ""


def of_request(takes: type[OperationRequest]) -> Schema:
    """The schema of what an operation takes, whole in itself and without room for other fields.

    Raises :class:`BadInput` for fields that do not say what they mean.
    """
    (whole,) = msgspec.json.schema_components([takes])[1].values()
    bare = [name for name, field in whole["properties"].items() if not field.get("description")]
    hint = 'write Annotated[..., means("...")]'
    raise_if(Finding(f"{takes.__name__}.{each} has no meaning", takes.__module__, 0, hint) for each in bare)
    return {key: whole[key] for key in ("type", "properties", "required", "additionalProperties")}


# -- what is wrong with a request


def mistakes(given: Mapping[str, Any], wanted: Schema, either: Iterable[str] = ()) -> Iterator[tuple[str, Finding]]:
    """Everything that is wrong with the fields of a request, by the schema of what is ``wanted``; each with the name of
    its field, empty where it is about several. Just one of ``either`` has to be there."""
    known = wanted["properties"]
    for name, schema in known.items():
        if name in given and not fits(given[name], schema):
            yield name, Finding(f"'{name}' has to be {described(schema)}")
        elif name not in given and name in wanted["required"]:
            yield name, Finding(f"'{name}' is missing: {schema['description']}")
    for name in given:
        if name not in known:
            short = name if len(name) <= 60 else f"{name[:60]}…"
            near = difflib.get_close_matches(short, known, n=1)
            there = ", ".join(map(repr, known)) or "none"
            hint = f"did you mean {near[0]}?" if near else ""
            yield short, Finding(f"there is no '{short}' here; there are {there}", hint=hint)
    if either and sum(name in given for name in either) != 1:
        yield "", Finding(f"just one of {' and '.join(map(repr, either))} has to be there")


def fits(value: Any, schema: Schema) -> bool:
    """Whether a value of JSON is as a schema of a field wants it."""
    if "enum" in schema:
        return value in schema["enum"]
    kind, size = schema["type"], len(value) if isinstance(value, (str, list)) else 0
    if kind == "string":
        least, most = schema.get("minLength", 0), schema.get("maxLength", size)
        pattern = schema.get("pattern", "")
        return isinstance(value, str) and least <= size <= most and re.search(pattern, value, re.DOTALL) is not None
    if kind == "integer":
        return type(value) is int and schema["minimum"] <= value <= schema["maximum"]
    if kind == "array":
        return (
            isinstance(value, list)
            and size <= schema["maxItems"]
            and all(fits(each, schema["items"]) for each in value)
        )
    return isinstance(value, {"boolean": bool, "object": dict}[kind])


def described(schema: Schema) -> str:
    """What a value of a schema has to be, in words."""
    if "enum" in schema:
        return f"one of {', '.join(schema['enum'])}"
    if schema["type"] == "string":
        pattern = schema.get("pattern", NO_NUL)
        like = "" if pattern == NO_NUL else f" like {pattern}"
        many = f"{schema['minLength']} to" if "minLength" in schema else "at most"
        return f"a text of {many} {schema['maxLength']:,} characters{like}"
    if schema["type"] == "integer":
        return f"a whole number from {schema['minimum']} to {schema['maximum']}"
    if schema["type"] == "array":
        return f"a list of at most {schema['maxItems']} values, each {described(schema['items'])}"
    return {"boolean": "true or false", "object": "a table of values"}[schema["type"]]
