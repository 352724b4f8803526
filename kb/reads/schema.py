"""JSON Schemas of what the reads give, made from their types by msgspec: for the OpenAPI description and assistants."""

from __future__ import annotations

from typing import Any, get_type_hints

import msgspec

from kb.reads import shapes
from kb.reads.shapes import answer, books, changes, found, ruling
from kb.reads.shapes import common as shared
from kb.store.tables import common
from kb.store.tables.description import Table
from kb.store.tables.fields import FIELDS
from kb.store.tables.rule_books import GAMES, SECTIONS
from kb.store.tables.rulings import RULINGS
from kb.store.tables.topics import TOPIC_GAMES

Schema = dict[str, Any]

#: what each read gives
READS: dict[str, Any] = {
    "search": shapes.Found,
    "ruling": shapes.Ruling,
    "rulings": shapes.Rulings,
    "compare": list[shapes.Topic],
    "sections": list[shapes.Section],
    "section": list[shapes.SectionInFull],
    "games": list[shapes.Game],
    "ask": shapes.Answer,
    "check": list[shapes.Checked],
    "changes": shapes.Changes,
    "editions": shapes.Editions,
    "history": shapes.History,
}
#: the table in which the fields of a type are described where the type does not
TABLES: dict[str, Table] = {
    "Ruling": RULINGS,
    "Listed": RULINGS,
    "Game": GAMES,
    "Section": SECTIONS,
    "SectionInFull": SECTIONS,
    "OfSection": SECTIONS,
    "Elsewhere": TOPIC_GAMES,
}
_MODULES = (found, ruling, books, answer, changes, shared)
_TEMPLATE = "#/$defs/{name}"


def schema(read: str) -> Schema:
    """The schema of what a read gives, whole in itself. Raises :class:`KeyError` for a read that there is not."""
    (root,), parts = _made([READS[read]], _TEMPLATE)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **root, "$defs": parts}


def schemas(template: str) -> tuple[dict[str, Schema], dict[str, Schema]]:
    """The schema of what each read gives, and the parts to which these refer, in the form of ``template``
    (``#/components/schemas/{name}``)."""
    roots, parts = _made(list(READS.values()), template)
    return dict(zip(READS, roots, strict=True)), parts


def _made(types: list[Any], template: str) -> tuple[list[Schema], dict[str, Schema]]:
    roots, parts = msgspec.json.schema_components(types, ref_template=template)
    return list(roots), {name: _described(name, part) for name, part in sorted(parts.items())}


def _described(name: str, part: Schema) -> Schema:
    """A part with the fields in the order of its type, each with its meaning, and none besides."""
    fields = part["properties"]
    order = [each for each in get_type_hints(_type_named(name)) if each in fields]
    described = {each: {"description": _meaning(name, each), **fields[each]} for each in order}
    required = [each for each in order if each in part.get("required", ())]
    return {**part, "properties": described, "required": required, "additionalProperties": False}


def _type_named(name: str) -> Any:
    return next(getattr(module, name) for module in _MODULES if hasattr(module, name))


def _meaning(name: str, field: str) -> str:
    """What a field means that its type does not describe: what its column in the tables does."""
    table = TABLES.get(name)
    if table is RULINGS and field in FIELDS:
        return FIELDS[field]
    column = (table.columns.get(field) if table else None) or common.COLUMNS.get(field)
    return column.means if column else ""
