"""Reads a JSON body that anybody sent: a table of plain values, not too deep, of text that can be written again."""

from __future__ import annotations

import json
from typing import Any

from kb.web.api.problems import Problem
from kb.written import parse_json
from kb.yamlfile import MAX_DEPTH


def parsed(text: str) -> dict[str, Any]:
    """The table that a body is. Raises :class:`Problem` for one that is none."""
    try:
        value = parse_json(text)
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Problem(400, "The body has half a surrogate pair in it.") from None
    except ValueError as error:
        raise Problem(400, f"The body is not valid JSON: {error}.") from None
    if not isinstance(value, dict):
        raise Problem(400, "The body has to be a table.")
    if _deeper(value, MAX_DEPTH):
        raise Problem(400, f"The body is nested too deeply: at most {MAX_DEPTH} levels.")
    return value


def _deeper(value: Any, most: int) -> bool:
    """Whether a value has more levels than so many."""
    level = [value]
    for _ in range(most):
        within = (each.values() if isinstance(each, dict) else each for each in level)
        level = [each for one in within for each in one if isinstance(each, (dict, list))]
    return bool(level)
