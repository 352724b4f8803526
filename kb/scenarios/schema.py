"""The JSON Schema of a scenario file, for editors: made of the same tables that files are read by."""

from __future__ import annotations

from typing import Any

from kb.scenarios import grammar
from kb.scenarios.kinds import Kind, Number, Slug, Text

_OPEN = {"type": "object", "additionalProperties": False}


def schema() -> dict[str, Any]:
    """The schema of a file."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Scenarios of an Axis & Allies game",
        **_table(
            {
                "game": {"type": "string"},
                "board": {"type": "string"},
                "ruleset": {"type": "string"},
                "scenarios": _scenarios(),
            }
        ),
        "required": ["game", "scenarios"],
        "$defs": {
            "position": grammar.POSITION.schema(),
            "change": _change(),
            "act": {"oneOf": [_act(name) for name in grammar.ACTS]},
            "played": _item({**grammar.PLAYED, **grammar.ABOUT}),
            "printed": _item(grammar.PRINTED),
        },
    }


def _table(properties: dict[str, Any]) -> dict[str, Any]:
    return {**_OPEN, "properties": properties}


def _item(keys: dict[str, Kind]) -> dict[str, Any]:
    return {**_table({key: kind.schema() for key, kind in keys.items()}), "minProperties": 1}


def _list(of: str, most: int) -> dict[str, Any]:
    return {"type": "array", "items": {"$ref": f"#/$defs/{of}"}, "minItems": 1, "maxItems": most}


def _change() -> dict[str, Any]:
    position = grammar.POSITION.schema()
    del position["required"]
    return position


def _act(name: str) -> dict[str, Any]:
    shape = grammar.ACTS[name]
    keys = {name: shape.main, **shape.required, **shape.optional, **grammar.EVERY_ACT}
    table = _table({key: kind.schema() for key, kind in keys.items()})
    return {**table, "description": f"A power {shape.says}.", "required": [name, *shape.required]}


def _expect() -> dict[str, Any]:
    each = {"anyOf": [{"$ref": "#/$defs/played"}, {"$ref": "#/$defs/printed"}]}
    return {"type": "array", "items": each, "minItems": 1, "maxItems": 50}


def _scenarios() -> dict[str, Any]:
    short = {key: grammar.EVERY_ACT[key].schema() for key in ("dice", "choices")}
    refused = {"type": "array", "items": {"type": "string"}, "maxItems": 20}
    contrast = _table({
        "title": Text().schema(), "change": {"$ref": "#/$defs/change"}, "do": _list("act", grammar.MOST_ACTS), **short,
        "refused_by": refused, "expect": _expect(),
    })  # fmt: skip
    contrasts = {"type": "array", "items": contrast, "minItems": 1, "maxItems": grammar.MOST_CASES}
    ids = grammar.IDS.schema()
    print_ = {"anyOf": [*ids["anyOf"], Number(0, 99999999).schema()]}
    scenario = _table({
        "id": Slug().schema(), "ruling": ids, "section": ids, "fingerprint": print_, "title": Text().schema(),
        "proof": {"enum": ["play", "reference"]}, "position": {"$ref": "#/$defs/position"},
        "do": _list("act", grammar.MOST_ACTS),
        "expect": _expect(),
        "contrast": {"anyOf": [contrast, contrasts]},
        "elsewhere": grammar.ELSEWHERE.schema(),
    })  # fmt: skip
    return {
        "type": "array",
        "items": {**scenario, "required": ["id"]},
        "minItems": 1,
        "maxItems": grammar.MOST_SCENARIOS,
    }
