"""The addresses for programs: the function, the parameters and the body of each, and the mistakes in a request."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import Any, NamedTuple

from kb.base.errors import Finding, KBError
from kb.base.model import RulingKind
from kb.knowledge import DEFAULT_LIMIT
from kb.service import books, rulings, topics
from kb.service.engine_process import AskingProcess
from kb.service.rulings import MOST_LISTED

Schema = dict[str, Any]

#: where the addresses begin
ROOT = "/api/v1"
#: the ending that every reading address may have, so that its reply can be a file
ENDING = ".json"
#: the media types of a body
JSON, YAML = ("application/json",), ("application/yaml", "application/x-yaml", "text/yaml", "text/plain")
#: characters of a question at most, and bytes of a body
LONGEST_QUESTION, LONGEST_BODY = 600, 100_000
#: rulings of a search at most
MOST_FOUND = 100


def _text(means: str, most: int) -> Schema:
    return {"description": means, "type": "string", "minLength": 1, "maxLength": most, "pattern": "^[^\\x00]*$"}


def _number(means: str, most: int, default: int) -> Schema:
    return {"description": means, "type": "integer", "minimum": 1, "maximum": most, "default": default}


GAME = _text("The game, by its id.", 100)
_SEARCHED = {
    "q": _text("The question, in words or with the operators of docs/search.md.", LONGEST_QUESTION),
    "game": GAME,
    "printing": _text("The printing that is played.", 20),
    "limit": _number("The number of rulings at most, and of rules.", MOST_FOUND, DEFAULT_LIMIT),
    "all_games": {"description": "Whether to search all games although the question names one.", "type": "boolean"},
}
_LISTED = {
    "game": GAME,
    "document": _text("The document of the rulings, by its id.", 100),
    "kind": {"description": "The kind of the rulings.", "type": "string", "enum": [str(each) for each in RulingKind]},
    "after": _text("The ruling behind which the part begins, by its id: `next` of the part before.", 60),
    "limit": _number("The number of rulings at most.", MOST_LISTED, MOST_LISTED),
}
_CHANGE = _text("A statement.", 400)
_ASKED = {
    "line": _text("The position and the actions in short notation (docs/asking.md).", 4_000),
    "case": {"description": "The same as a table, in place of `line`.", "type": "object"},
    "game": GAME,
    "changes": {
        "description": "Statements that change the position first.",
        "type": "array",
        "items": _CHANGE,
        "maxItems": 20,
    },
}


class Address(NamedTuple):
    """An address: ``answer`` is called with the base and the parameters, where it is posted to with the engine."""

    path: str
    answer: Callable[..., Any]
    about: str
    query: Mapping[str, Schema] = {}
    needs: tuple[str, ...] = ()
    #: the fields of a body, of which exactly one of ``either`` is needed; without fields the body is a whole file
    body: Mapping[str, Schema] = {}
    either: tuple[str, ...] = ()
    #: the media types of a body; empty of an address that is read
    types: tuple[str, ...] = ()

    @property
    def methods(self) -> str:
        """Return the methods, as in the header ``Allow``."""
        return "POST, OPTIONS" if self.types else "GET, HEAD, OPTIONS"

    @property
    def pattern(self) -> str:
        """Return the pattern of the path, with a group for each part."""
        path = re.sub(r"\{(\w+)\}", r"(?P<\1>.+?)", self.path)
        return path if self.types else f"{path}(?:{re.escape(ENDING)})?"


def _search(base: Any, q: str, **more: Any) -> Any:
    return rulings.search(base, q, **more)


def _section(base: Any, name: str) -> Any:
    return books.sections_named(base, name, exactly=True)


def _ask(engine: AskingProcess, line: str = "", case: Mapping[str, Any] | None = None, **more: Any) -> Any:
    return engine.ask(line if case is None else case, more)


#: the address of one ruling, whose id may have changed
RULING = "/rulings/{id}"
_ONE_GAME = {"game": GAME}
ADDRESSES = (
    Address("/search", _search, "Search for the rulings and rules that answer a question", _SEARCHED, ("q",)),
    Address("/rulings", rulings.rulings, "List rulings in reading order, a part at a time", _LISTED),
    Address(RULING, rulings.ruling, "Get a ruling"),
    Address("/rules/{name}", rulings.statement, "Get a rule or printed value of one game"),
    Address("/compare", topics.compare, "Compare the games on every topic", _ONE_GAME),
    Address("/compare/{what}", topics.compare, "Compare the games on a topic, a ruling or words", _ONE_GAME),
    Address("/sections", books.sections, "List the sections of the rule books", _ONE_GAME),
    Address("/sections/{name}", _section, "Get a section of a rule book, with the rulings and rules that rest on it"),
    Address("/games", books.games, "List the games"),
    Address("/ask", _ask, "Ask the engine about a position", body=_ASKED, either=("line", "case"), types=JSON),
    Address("/check", AskingProcess.check, "Play a file of scenarios", _ONE_GAME, types=(*JSON, *YAML)),
)


# -- the mistakes in a request


def mistakes(
    given: Mapping[str, Any], known: Mapping[str, Schema], needs: Iterable[str] = (), either: Iterable[str] = ()
) -> dict[str, Finding]:
    """Return everything that is wrong with some values, by the name of the field; an empty name is about several."""
    wrong = {}
    for name, schema in known.items():
        if name in given and not _fits(given[name], schema):
            wrong[name] = Finding(f"'{name}' has to be {_described(schema)}")
        elif name not in given and name in needs:
            wrong[name] = Finding(f"'{name}' is missing: {schema['description']}")
    there = ", ".join(map(repr, known)) or "none"
    for name in (each[:60] for each in given if each not in known):
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean {near[0]}?" if near else ""
        wrong[name] = Finding(f"there is no '{name}' here; there are {there}", hint=hint)
    if either and sum(name in given for name in either) != 1:
        wrong[""] = Finding(f"just one of {' and '.join(map(repr, either))} has to be there")
    return wrong


def _fits(value: Any, schema: Schema) -> bool:
    if "enum" in schema:
        return value in schema["enum"]
    if schema["type"] == "string":
        return isinstance(value, str) and 1 <= len(value) <= schema["maxLength"] and "\0" not in value
    if schema["type"] == "integer":
        return type(value) is int and schema["minimum"] <= value <= schema["maximum"]
    if schema["type"] == "array":
        few = isinstance(value, list) and len(value) <= schema["maxItems"]
        return few and all(_fits(each, schema["items"]) for each in value)
    return isinstance(value, {"boolean": bool, "object": dict}[schema["type"]])


def _described(schema: Schema) -> str:
    if "enum" in schema:
        return f"one of {', '.join(schema['enum'])}"
    if schema["type"] == "string":
        return f"a text of 1 to {schema['maxLength']:,} characters"
    if schema["type"] == "integer":
        return f"a whole number from {schema['minimum']} to {schema['maximum']}"
    if schema["type"] == "array":
        return f"a list of at most {schema['maxItems']} values, each {_described(schema['items'])}"
    return {"boolean": "true or false", "object": "a table of values"}[schema["type"]]


# -- problem details (RFC 9457)


MEDIA_TYPE = "application/problem+json"
#: pages of any site may read the replies, which do not depend on the reader
SHARED = {"access-control-allow-origin": "*", "access-control-expose-headers": "etag, link, retry-after, x-kb-build"}
#: the answer to a browser that asks beforehand, which it may remember for a day
PREFLIGHT = {
    "access-control-allow-origin": "*",
    "access-control-allow-headers": "content-type, if-none-match",
    "access-control-max-age": "86400",
}


class Problem(KBError):
    """A request that is refused: ``status`` is that of HTTP, ``entries`` are one for each finding."""

    def __init__(self, status: int, detail: str, entries: Iterable[Mapping[str, Any]] = ()) -> None:
        super().__init__(Finding(detail))
        self.status, self.detail, self.entries = status, detail, list(entries)


def entry(finding: Finding) -> dict[str, Any]:
    """Return a finding as plain values: ``detail``, and ``hint`` and ``line`` where it has them."""
    more = {"hint": finding.hint, "line": finding.line}
    return {"detail": finding.message, **{key: value for key, value in more.items() if value}}


def of_error(status: int, error: KBError) -> Problem:
    """Make a problem of an error."""
    one, *others = error.findings
    more = f" (and {len(others)} more)" if others else ""
    return Problem(status, f"{Finding(one.message, hint=one.hint)}{more}", map(entry, error.findings))


def problem_body(status: int, detail: str, entries: Iterable[Mapping[str, Any]] = ()) -> bytes:
    """Return problem details as JSON."""
    told = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail}
    return json.dumps({**told, "errors": list(entries)}, ensure_ascii=False).encode("utf-8", "replace")
