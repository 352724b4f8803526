"""The JSON Schema of a scenario file, for editors: made of the same tables that files are read by."""

from __future__ import annotations

from typing import Any

from kb.scenarios.acts.verb import Verb
from kb.scenarios.acts.verbs import VERBS
from kb.scenarios.expectations.keys import PLAYED
from kb.scenarios.expectations.printed import PRINTED
from kb.scenarios.language import grammar
from kb.scenarios.language.grammar import CHOSEN, UNITS
from kb.scenarios.language.scenario import Value
from kb.shape import Number, Slug, Text, ValueKind

_OPEN = {"type": "object", "additionalProperties": False}


def schema() -> dict[str, Value]:
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
            "units": UNITS.kind.schema(),
            "chosen": CHOSEN.schema(),
            "position": grammar.POSITION.schema(),
            "change": _change(),
            "act": {"oneOf": [_act(verb) for verb in VERBS.values()]},
            "played": _item({**{key: each.kind for key, each in PLAYED.items()}, **grammar.ABOUT, **grammar.ITEM_NAME}),
            "printed": _item({**{key: each.kind for key, each in PRINTED.items()}, **grammar.ITEM_NAME}),
        },
    }


def _table(properties: dict[str, Value]) -> dict[str, Value]:
    return {**_OPEN, "properties": properties}


def _item(keys: dict[str, ValueKind]) -> dict[str, Value]:
    return {**_table({key: kind.schema() for key, kind in keys.items()}), "minProperties": 1}


def _list(of: str, most: int) -> dict[str, Value]:
    return {"type": "array", "items": {"$ref": f"#/$defs/{of}"}, "minItems": 1, "maxItems": most}


def _change() -> dict[str, Value]:
    position = grammar.POSITION.schema()
    del position["required"]
    return position


def _act(verb: Verb[Any]) -> dict[str, Value]:
    keys = {key: kind.schema() for key, kind in {verb.key: verb.main, **verb.keys}.items()}
    table = _table({**keys, grammar.THEN: _list("played", grammar.MOST_EXPECTED)})
    return {**table, "description": f"A power {verb.says}.", "required": [verb.key, *verb.required]}


def _expect() -> dict[str, Value]:
    each = {"anyOf": [{"$ref": "#/$defs/played"}, {"$ref": "#/$defs/printed"}]}
    return {"type": "array", "items": each, "minItems": 1, "maxItems": grammar.MOST_EXPECTED}


def _scenarios() -> dict[str, Value]:
    short = {key: grammar.EVERY_ACT[key].schema() for key in ("dice", "choices", "refused")}
    refused = {"type": "array", "items": {"type": "string"}, "maxItems": 20}
    contrast = _table(
        {
            "title": Text().schema(),
            "change": {"$ref": "#/$defs/change"},
            "do": _list("act", grammar.MOST_ACTS),
            **short,
            "refused_by": refused,
            "expect": _expect(),
        }
    )
    contrasts = {"type": "array", "items": contrast, "minItems": 1, "maxItems": grammar.MOST_CASES}
    ids = grammar.IDS.schema()
    print_ = {"anyOf": [*ids["anyOf"], Number(0, 99999999).schema()]}
    scenario = _table(
        {
            "id": Slug().schema(),
            "ruling": ids,
            "section": ids,
            "fingerprint": print_,
            "title": Text().schema(),
            "proof": {"enum": ["play", "reference"]},
            "position": {"$ref": "#/$defs/position"},
            "do": _list("act", grammar.MOST_ACTS),
            "expect": _expect(),
            "contrast": {"anyOf": [contrast, contrasts]},
            "elsewhere": grammar.ELSEWHERE.schema(),
        }
    )
    return {
        "type": "array",
        "items": {**scenario, "required": ["id"]},
        "minItems": 1,
        "maxItems": grammar.MOST_SCENARIOS,
    }
