"""A file of ``kb export``, as JSON lines or as one JSON array, read as a state of the rulings."""

from __future__ import annotations

from typing import Any

from kb.errors import BadInput, Finding, raise_if
from kb.history.state import State, state_of_export
from kb.written import parse_json

_HINT = "make it with 'kb export' of the other installation"


def load(path: str) -> State:
    """The state that a file tells. Raises :class:`BadInput` with every line that is no ruling."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except UnicodeDecodeError:
        raise BadInput(Finding("not UTF-8 text", path, 0, _HINT)) from None
    except OSError as error:
        raise BadInput(
            Finding(f"cannot be read ({error.strerror})", path, 0, f"name a build, or a file; {_HINT}")
        ) from None
    state: State = {}
    findings = []
    rows = _rows(text)
    for number, row in rows:
        try:
            found = state_of_export([row])
        except (KeyError, TypeError, ValueError, AttributeError):
            findings.append(Finding("not a ruling as 'kb export' prints it", path, number, _HINT))
            continue
        findings += [Finding(f"'{id}' stands twice", path, number, _HINT) for _, id in found.keys() & state.keys()]
        state |= found
    if not rows:
        findings.append(Finding("there is no ruling in it", path, 0, _HINT))
    raise_if(findings)
    return state


def _rows(text: str) -> list[tuple[int, Any]]:
    """The values of a file, each with its line; 0 for those of one array."""
    if text.lstrip()[:1] == "[":
        whole = _value(text)
        return [(0, each) for each in whole] if isinstance(whole, list) else [(0, None)]
    return [(number, _value(line)) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]


def _value(text: str) -> Any:
    """The value of a JSON text; ``None`` where it is none."""
    try:
        return parse_json(text)
    except ValueError:
        return None
