"""What HTTP makes of the operations (:mod:`kb.service.operations`): its address, what it takes and may answer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kb.service.operations import OPERATIONS, Operation
from kb.service.schema import NO_NUL, Schema
from kb.store import lookup

if TYPE_CHECKING:
    from kb.web.site import Site

#: where the addresses begin; what is below it stays as it is, see docs/api.md
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
