"""What HTTP makes of the operations (:mod:`kb.service.operations`): its address, what it takes and may answer, and how
mistakes are told."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from kb.base.errors import Finding, KBError
from kb.service.operations import OPERATIONS, Operation
from kb.service.schema import NO_NUL, Schema
from kb.store import lookup

if TYPE_CHECKING:
    from kb.web.site import Site

#: where the addresses begin; what is below it stays as it is, see docs/serving.md
ROOT = "/api/v1"
#: what every reading address may end with, so that its reply can be a file
ENDING = ".json"
#: the media types of what is posted
JSON, YAML = ("application/json",), ("application/yaml", "application/x-yaml", "text/yaml", "text/plain")
#: characters of a parameter at most: so many fit into an address, whatever letters they are; and of a part of a path
LONGEST_QUESTION, LONGEST_PART = 600, 80
#: what the parts of a path are made of: ids, or words
_ID, _WORDS = "^[A-Za-z0-9][A-Za-z0-9-]*$", "^[A-Za-z0-9][A-Za-z0-9 ,'?-]*$"
_FLAGS = {"true": True, "false": False}


@dataclass(frozen=True)
class ApiAddress:
    """The address of an operation. What only reads takes its fields in the path and as parameters; what asks the engine
    is posted to, with all fields as JSON, or with one of them as a whole file and the others as parameters."""

    operation: Operation

    @property
    def posted(self) -> bool:
        """Whether it takes a body, and is no address to read."""
        return self.operation.engine

    @property
    def path(self) -> str:
        """The path below :data:`ROOT`, with places for the :attr:`parts`."""
        return self.operation.path

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The fields that stand in the path."""
        return tuple(re.findall(r"\{(\w+)\}", self.path))

    @property
    def pattern(self) -> str:
        """The pattern of its path, with groups for its parts."""
        path = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+?)", self.path)
        return path if self.posted else f"{path}(?:{re.escape(ENDING)})?"

    @property
    def methods(self) -> str:
        """What HTTP allows here, as the header ``Allow`` says it."""
        return "POST, OPTIONS" if self.posted else "GET, HEAD, OPTIONS"

    @property
    def types(self) -> tuple[str, ...]:
        """The media types of what is posted."""
        return (*JSON, *(YAML if self.operation.body else ())) if self.posted else ()

    @property
    def statuses(self) -> tuple[int, ...]:
        """Every status of what may be wrong."""
        usual = (400, 413, 415, 422, 503) if self.posted else (400,)
        return tuple(sorted({*usual, *self.operation.wrong}))

    def names(self) -> dict[str, str]:
        """The fields that are no file: what HTTP calls each, and what the operation does."""
        fields = self.operation.schema["properties"]
        return {self.operation.names.get(each, each): each for each in fields if each != self.operation.body}

    def schema(self, site: Site, of_parts: bool = False) -> Schema:
        """The schema of the fields that a site takes as parameters or in a body, or ``of_parts`` of a path."""
        whole = self.operation.schema
        names = {name: own for name, own in self.names().items() if (name in self.parts) == of_parts}
        fields = {name: self._narrowed(site, name, whole["properties"][own]) for name, own in names.items()}
        return {
            "type": "object",
            "properties": fields,
            "required": [name for name, own in names.items() if own in whole["required"]],
            "additionalProperties": False,
        }

    def _narrowed(self, site: Site, name: str, schema: Schema) -> Schema:
        """The schema of a field as a site takes it: ids that it knows, and no longer text than fits into an address."""
        if name in ("game", "document"):
            known = site.base.games() if name == "game" else list(lookup.titles(site.base.connection, "documents"))
            return {"description": schema["description"], "type": "string", "enum": known}
        if schema.get("type") == "array":
            return {**schema, "items": self._narrowed(site, "", schema["items"])}
        if schema.get("type") != "string":
            return schema
        pattern = (_WORDS if name == "topic" else _ID) if name in self.parts else NO_NUL
        most = LONGEST_PART if name in self.parts else schema["maxLength"] if self.posted else LONGEST_QUESTION
        return {**schema, "maxLength": min(most, schema["maxLength"]), "pattern": pattern}


def value_of(text: str, schema: Schema) -> Any:
    """The value of JSON that a parameter is: one that does not fit its schema where the text is none."""
    if schema.get("type") == "integer":
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text
    return _FLAGS.get(text, text) if schema.get("type") == "boolean" else text


ADDRESSES = tuple(ApiAddress(each) for each in OPERATIONS if each.path)


# -- what a program is told that did something wrong, or met it: problem details (RFC 9457) with an entry a finding


MEDIA_TYPE = "application/problem+json"
#: any page may read what is answered here; nothing is told that depends on who asks
SHARED = {"access-control-allow-origin": "*", "access-control-expose-headers": "etag, link, retry-after, x-kb-build"}
#: what a browser asks beforehand is allowed; it may remember that for a day
PREFLIGHT = {
    "access-control-allow-origin": "*",
    "access-control-allow-headers": "content-type, if-none-match",
    "access-control-max-age": "86400",
}


class Problem(KBError):
    """A request that is not answered as it stands. ``status`` is that of HTTP, ``entries`` are one a finding: plain
    values, each with at least its ``detail``; ``headers`` go with the answer."""

    def __init__(
        self,
        status: int,
        detail: str,
        entries: Iterable[Mapping[str, Any]] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(Finding(detail))
        self.status, self.detail, self.entries, self.headers = status, detail, list(entries), dict(headers or {})


def entry(finding: Finding) -> dict[str, Any]:
    """A finding as plain values: what is wrong, and where it is known the line and what to do."""
    more = {"hint": finding.hint, "line": finding.line}
    return {"detail": finding.message, **{key: value for key, value in more.items() if value}}


def of_error(status: int, error: KBError) -> Problem:
    """The problem that an error of the reads is."""
    one, *others = error.findings
    more = f" (and {len(others)} more)" if others else ""
    return Problem(status, f"{Finding(one.message, hint=one.hint)}{more}", map(entry, error.findings))


def problem_body(status: int, detail: str, entries: Iterable[Mapping[str, Any]] = ()) -> bytes:
    """Problem details as JSON."""
    told = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail}
    return json.dumps({**told, "errors": list(entries)}, ensure_ascii=False).encode("utf-8", "replace")


#: the schema of problem details
PROBLEM_SCHEMA: dict[str, Any] = {
    "title": "Problem",
    "description": "What is wrong with a request (RFC 9457).",
    "type": "object",
    "properties": {
        "type": {"description": "Always about:blank: the status says what it is.", "const": "about:blank"},
        "title": {"description": "The status in words.", "type": "string"},
        "status": {"description": "The status of the answer.", "type": "integer", "minimum": 400, "maximum": 599},
        "detail": {"description": "What is wrong, in a line.", "type": "string"},
        "errors": {
            "description": "Each thing that is wrong, all of them at once; empty where the detail says it.",
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "detail": {"description": "What is wrong.", "type": "string"},
                    "hint": {"description": "What to do about it.", "type": "string"},
                    "parameter": {"description": "The parameter of the address it is about.", "type": "string"},
                    "pointer": {"description": "The part of the body it is about (RFC 6901).", "type": "string"},
                    "line": {"description": "The line of the body it is about.", "type": "integer", "minimum": 1},
                },
                "required": ["detail"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["type", "title", "status", "detail", "errors"],
    "additionalProperties": False,
}
