"""The tools: those of the operations that an assistant may ask for, with what it is told of each and gets in words."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kb.base.errors import Finding, QueryError
from kb.knowledge import KnowledgeBase
from kb.mcp import texts, words
from kb.service import schema
from kb.service.engine_process import AskingProcess
from kb.service.operations import BY_NAME as OPERATIONS
from kb.service.operations import Operation
from kb.service.requests import LONGEST_BODY

Plain = dict[str, Any]


@dataclass(frozen=True)
class Served:
    """What the tools are answered from: the base, the process of the engine, and the public address, if any."""

    base: KnowledgeBase
    engine: AskingProcess
    public: str = ""


@dataclass(frozen=True)
class Tool:
    """A tool of the name ``name``: an operation, and the function that puts what it gives ``in_words``.

    A list that it gives stands under the name ``under``, with at most ``most`` of its items; the ids of the others, the
    fields ``left_out``, beside it. ``bounds`` are keywords of the schema that are others here than elsewhere, by field.
    ``deep`` is how many levels of values within values its schema describes: an assistant reads every schema before its
    first question.
    """

    name: str
    operation: Operation
    title: str
    about: str
    in_words: Callable[[Served, Plain], str]
    bounds: Mapping[str, Plain] = field(default_factory=dict)
    under: str = ""
    most: int = 0
    left_out: str = ""
    deep: int = 1

    @cached_property
    def input_schema(self) -> Plain:
        """The JSON Schema of its arguments."""
        whole = self.operation.schema
        fields = {name: {**of, **self.bounds.get(name, {})} for name, of in whole["properties"].items()}
        return {**whole, "properties": fields}

    @cached_property
    def output_schema(self) -> Plain:
        """The JSON Schema of its structured answer, an object that is whole in itself."""
        whole = schema.of_reply(self.operation.gives)
        parts = whole.pop("$defs")
        whole.pop("$schema")
        if not self.under:
            outline: Plain = _outline(parts[whole["$ref"].rpartition("/")[2]], parts, self.deep)
            return outline
        fields = {self.under: _outline(whole, parts, self.deep)}
        if self.left_out:
            fields["left_out"] = {"type": "array", "items": {"type": "string"}, "description": "Ids of further ones."}
        return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}

    def check(self, given: Mapping[str, Any]) -> None:
        """Raises :class:`QueryError` with everything that is wrong with the arguments of a call."""
        wrong = [each for _, each in schema.mistakes(given, self.input_schema, self.operation.takes.EITHER)]
        large = [
            name for name, value in given.items() if isinstance(value, dict) and len(json.dumps(value)) > LONGEST_BODY
        ]
        wrong += [Finding(f"'{name}' is longer than {LONGEST_BODY:,} characters") for name in large]
        if wrong:
            raise QueryError(*wrong)

    def answer(self, served: Served, given: Mapping[str, Any]) -> Plain:
        """What it gives for arguments that are as they should be; one of the engine waits for its process."""
        defaults = {name: of["default"] for name, of in self.bounds.items()}
        values = self.operation.function(
            served.engine if self.operation.engine else served.base, **{**defaults, **given}
        )
        if not self.under:
            return dict(values)
        if not self.left_out:
            return {self.under: values}
        return {self.under: values[: self.most], "left_out": [each[self.left_out] for each in values[self.most :]]}


def _outline(node: Any, parts: Mapping[str, Any], deep: int) -> Any:
    """A schema without meanings and without references: below ``deep`` levels an object is just an object."""
    if isinstance(node, list):
        return [_outline(each, parts, deep) for each in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return _outline(parts[node["$ref"].rpartition("/")[2]], parts, deep - 1) if deep else {"type": "object"}
    dropped = {key for key in ("title", "description") if isinstance(node.get(key), str)}
    return {key: _outline(value, parts, deep) for key, value in node.items() if key not in dropped}


#: how many rulings a search gives an assistant, at most and unless more are wanted
_FEW = {"limit": {"maximum": 20, "default": 5}}
TOOLS = (
    Tool("search", OPERATIONS["search"], "Search the rulings", words.SEARCH, texts.found, _FEW),
    Tool("show", OPERATIONS["ruling"], "Show a ruling", words.SHOW, texts.shown, deep=0),
    Tool(
        "compare",
        OPERATIONS["compare"],
        "Compare the games",
        words.COMPARE,
        texts.compared,
        under="topics",
        most=5,
        left_out="topic",
    ),
    Tool("ask", OPERATIONS["ask"], "Ask the rules engine", words.ASK, texts.asked, deep=0),
    Tool("check", OPERATIONS["check"], "Play scenarios", words.CHECK, texts.checked, under="scenarios"),
)
BY_NAME = {tool.name: tool for tool in TOOLS}
