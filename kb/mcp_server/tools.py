"""The tools: what each takes, what it gives, and what makes its answer of the reads that every program gets."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kb.asking_process import AskingProcess
from kb.errors import Finding, QueryError
from kb.knowledge import KnowledgeBase
from kb.mcp_server import arguments, texts, words
from kb.reads import rulings, schema, topics

Given = Mapping[str, Any]
#: topics that a comparison gives at most; the others are named
MOST_TOPICS = 5


@dataclass(frozen=True)
class Served:
    """What the tools are answered from: the base, the process of the engine, and the public address, if any."""

    base: KnowledgeBase
    engine: AskingProcess
    public: str = ""


@dataclass(frozen=True)
class Tool:
    """A tool: what it ``takes`` (a type of :mod:`kb.mcp_server.arguments`), the read whose shape it gives, and the
    functions that ``answer`` a call and put the answer into words.

    The shape of a list stands under the name ``under``, beside ``more`` fields. ``deep`` is how many levels of values
    within values its schema describes: an assistant reads every schema before its first question. One that is ``slow``
    waits for the engine, in a thread of its own; what it tells in words must need no base.
    """

    name: str
    title: str
    about: str
    takes: Any
    gives: str
    answer: Callable[[Served, Given], dict[str, Any]]
    told: Callable[[Served, dict[str, Any]], str]
    under: str = ""
    more: tuple[tuple[str, dict[str, Any]], ...] = ()
    slow: bool = False
    deep: int = 1

    def input_schema(self) -> dict[str, Any]:
        """The JSON Schema of its arguments."""
        return arguments.schema(self.takes)

    def output_schema(self) -> dict[str, Any]:
        """The JSON Schema of its structured answer, an object that is whole in itself."""
        whole = schema.schema(self.gives)
        parts = whole.pop("$defs")
        whole.pop("$schema")
        if not self.under:
            root = parts[whole["$ref"].rpartition("/")[2]]
            outline: dict[str, Any] = _outline(root, parts, self.deep)
            return outline
        fields = {self.under: _outline(whole, parts, self.deep), **dict(self.more)}
        return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


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


def _search(served: Served, given: Given) -> dict[str, Any]:
    return rulings.search(
        served.base,
        given["question"],
        given.get("game"),
        given.get("limit", arguments.FOUND),
        all_games=given.get("all_games", False),
    )


def _show(served: Served, given: Given) -> dict[str, Any]:
    return rulings.ruling(served.base, given["id"])


def _compare(served: Served, given: Given) -> dict[str, Any]:
    found = topics.compare(served.base, given["what"], given.get("game"))
    left_out = [each["topic"] for each in found[MOST_TOPICS:]]
    return {"topics": found[:MOST_TOPICS], "left_out": left_out}


def _ask(served: Served, given: Given) -> dict[str, Any]:
    if ("line" in given) == ("case" in given):
        raise QueryError(Finding("a line or a case", hint="give just one of the arguments 'line' and 'case'"))
    asked = given.get("line") or given["case"]
    if not isinstance(asked, str) and len(json.dumps(asked)) > arguments.LONGEST_FILE:
        raise QueryError(Finding(f"case: longer than {arguments.LONGEST_FILE:,} characters"))
    more = {name: given[name] for name in ("changes", "flips", "odds") if name in given}
    told: dict[str, Any] = served.engine.ask(asked, {"game": given.get("game", ""), **more})
    return told


def _check(served: Served, given: Given) -> dict[str, Any]:
    return {"scenarios": served.engine.check(given["scenarios"], given.get("game", ""))}


TOOLS = (
    Tool(
        "search",
        "Search the rulings",
        words.SEARCH,
        arguments.Search,
        "search",
        _search,
        lambda served, told: texts.found(served.base, told),
    ),
    Tool(
        "show",
        "Show a ruling",
        words.SHOW,
        arguments.Show,
        "ruling",
        _show,
        lambda served, told: rulings.markdown(served.base, told, served.public),
        deep=0,
    ),
    Tool(
        "compare",
        "Compare the games",
        words.COMPARE,
        arguments.Compare,
        "compare",
        _compare,
        lambda served, told: texts.compared(served.base, told),
        under="topics",
        more=(
            (
                "left_out",
                {"type": "array", "items": {"type": "string"}, "description": "Ids of further topics that are meant."},
            ),
        ),
    ),
    Tool(
        "ask",
        "Ask the rules engine",
        words.ASK,
        arguments.Ask,
        "ask",
        _ask,
        lambda served, told: texts.asked(told),
        slow=True,
        deep=0,
    ),
    Tool(
        "check",
        "Play scenarios",
        words.CHECK,
        arguments.Check,
        "check",
        _check,
        lambda served, told: texts.checked(told),
        under="scenarios",
        slow=True,
    ),
)
BY_NAME = {tool.name: tool for tool in TOOLS}
