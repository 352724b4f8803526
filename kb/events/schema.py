"""The JSON Schema of an event's file, for editors: made of the same tables that the file is read by."""

from __future__ import annotations

from typing import Any

from kb.events import file, house
from kb.events.choices import STATES

_DATE = {"type": "string", "format": "date", "pattern": r"^\d{4}-\d\d-\d\d$"}
_ID = {"type": "string", "minLength": 1, "maxLength": house.LONGEST["by"]}
#: the keys of a scenario that the case of a house ruling may have
_SCENARIO = ("title", "proof", "position", "do", "expect", "contrast")
_IN_SCENARIOS = "scenario.schema.json#/properties/scenarios/items/properties/"


def schema() -> dict[str, Any]:
    """The schema of a file; its cases are described by ``scenario.schema.json``, which stands beside it."""
    option = {"enum": list(STATES)}
    options = [
        {"type": "array", "items": {"type": "string"}},
        {"type": "object", "additionalProperties": {"anyOf": [option, {"type": "boolean"}]}},
    ]
    properties = {
        **{key: _text(longest) for key, longest in file.CHOSEN.items()},
        "printing": {"anyOf": [_text(file.CHOSEN["printing"]), {"type": "integer"}]},
        "options": {"anyOf": options},
        "dates": {**_table(dict.fromkeys(file.DATES, _DATE)), "required": [file.DATES[0]]},
        "place": _text(file.LONGEST_PLACE),
        "house": {"type": "array", "items": _ruling(), "maxItems": house.MOST},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "An event: what is played there, and the rulings of its house",
        **_table({key: properties[key] for key in file.KEYS}),
        "dependentRequired": {"house": ["name"]},
    }


def _ruling() -> dict[str, Any]:
    ids = {"anyOf": [_ID, {"type": "array", "items": _ID, "maxItems": house.MOST_IDS}]}
    properties = {
        "id": {"type": "string", "pattern": f"^{house.PREFIX}[1-9][0-9]{{0,3}}$"},
        "on": _DATE,
        **{key: _text(longest) for key, longest in house.LONGEST.items()},
        **dict.fromkeys(house.IDS, ids),
        "case": {"anyOf": [{"type": "string", "pattern": r"^[^/\\]+\.ya?ml$", "maxLength": 100}, _case()]},
    }
    return {**_table({key: properties[key] for key in house.KEYS}), "required": list(house.NEEDED)}


def _case() -> dict[str, Any]:
    header = {key: {"type": "string"} for key in ("game", "board", "ruleset", "id")}
    return _table({**header, **{key: {"$ref": _IN_SCENARIOS + key} for key in _SCENARIO}})


def _text(longest: int) -> dict[str, Any]:
    return {"type": "string", "maxLength": longest}


def _table(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False}
