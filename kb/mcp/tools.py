"""The tools: those of the operations that an assistant may ask for, with what it is told of each and gets in words."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kb.base import paths
from kb.base.errors import Finding, QueryError
from kb.base.shape import Plain
from kb.knowledge import KnowledgeBase
from kb.service import rulings, schema
from kb.service.engine_process import AskingProcess
from kb.service.operations import BY_NAME as OPERATIONS
from kb.service.operations import LONGEST_BODY, Operation
from kb.text import assistants

# -- what an assistant is told: how to use what it gets, and what each tool is for


TITLE = "Rulings for Axis & Allies games"
#: ``games`` and ``build`` are filled in
INSTRUCTIONS = """\
Rulings for these games: {games}. Each has an id for life, the words of its document, whose word that is (`standing`: only official is official), \
and a verdict in our own words, or, where `draft` is true, one that is only made from the document.

How to answer from it:
1. Search first, with the user's own words, and with `game` if the user said which game is played. Each game has its own \
rules; where no game is said, ask for it or name the game of every ruling that you give.
2. `search` gives two lists: `rulings`, and `rules`, which are statements of the rule book. Read both; either may hold \
the answer. `match` says how well they match. close: they match the question. weak: they are only the nearest; say that \
no close match was found. none: the question is not about these games, or is about a game that is not here. A match is no \
answer: check that a ruling or statement answers the question before you give it.
3. Before you rely on a ruling, get it with `show`. Give its id, its game and, where printings differ, which printing \
each answer is for. Quote the words exactly as they stand in `answer`, in quotation marks; `verdict` and `says` \
are our summary, not the document's words, and `snippet` is cut. Give a statement with its section and page; one without a \
section is our reading or a printed value.
4. Say what is unverified (`confidence`), not proved (`proof` is none), superseded (`superseded_by`), or holds only with an \
option (`depends_on`).
5. `ask` is what our rules engine makes of a position; `check` plays scenarios. Both are our reading of the rules, not \
official; say so, tell what was assumed (`assumed`), and quote the rulings they rest on.
6. Where nothing answers, say so. Do not fill the gap with what you remember of these games. Rulings of other games \
(`elsewhere`) are no answer for the game asked; their rules may differ.

The build of the knowledge base is {build}.
"""

SEARCH = """\
Find the rulings and the statements of the rule book that answer a question, in anybody's words. Gives the match level \
(close, weak, none), how the question was read (`notes`), rulings (`rulings`) and statements (`rules`), best first, \
and the nearest rulings of other games (`elsewhere`). Tell the user where the match is not close. `snippet` is a part of \
the words: use `show` before you quote."""
SHOW = """\
Everything known of one ruling, by its id such as rev-sub-2: its words (`question`, `answer`), to be quoted exactly, \
with the document's lines; our summary (`verdict`); the game; whether it holds in other printings; sections of the rule \
book with pages; errata and related rulings; what proves it; what other games say."""
COMPARE = """\
How the games answer one question, side by side: by a topic's id, a ruling's id, or words. `comparison` tells whether they \
come out the same or different when played (same, different), by the documents' words alone (said), or cannot be compared; where `basis` is reading, only a reading of ours decides \
what is played. `says` is our summary; get the words with `show`."""
#: the notation of positions, a part of docs/asking.md, and its two tables
with open(os.path.join(paths.docs(), "asking.md"), encoding="utf-8") as file:
    NOTATION = file.read().partition("## The notation\n")[2].partition("\n## ")[0].strip()
_TABLES = NOTATION[NOTATION.index("### The position") : NOTATION.index("### Names")].strip()
ASK = f"""\
Ask the rules engine about a position: what is legal and why not, what comes of it, what is waited for, and which rulings \
bear on it. Translate the user's words into the strict notation below; the resource kb://notation is the whole page. \
Separate statements by semicolons: the game, the power and phase on turn, the position, the actions, what is asked, as in \
`revised; germany combat; sz5: germany 1 sub, uk 1 dd; germany attacks sz5`. Say what was assumed, and that it is the \
engine's reading; of what it names only rulings of the standing official are official.

{_TABLES}"""
CHECK = """\
Play scenarios of one's own, written in YAML, and compare what comes of them with what they expect (the format is that of \
docs/scenarios.md of the project). Tells of each whether it passed and what came out otherwise; what is not written as it \
should be is told all at once, with its line. It is our engine's reading of the rules, not official."""

RULING = "A ruling with its words as a quotation, its source and what is known of it, as Markdown."
SECTION = (
    "A section of a rule book, with the rulings that interpret or amend it and the rules of the engine that rest on it."
)
GAMES = "The games, with their documents and how many rulings each has."
PAGE = "How a position is written for the tool ask: every statement, with examples, as Markdown."
TOPICS = "The questions that several games answer, by the ids that the tool compare takes."


# -- the tools


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
    Tool(
        "search",
        OPERATIONS["search"],
        "Search the rulings",
        SEARCH,
        lambda at, told: assistants.describe_search(told, at.base.connection),
        _FEW,
    ),
    Tool(
        "show",
        OPERATIONS["ruling"],
        "Show a ruling",
        SHOW,
        lambda at, told: rulings.markdown(at.base, told, at.public),
        deep=0,
    ),
    Tool(
        "compare",
        OPERATIONS["compare"],
        "Compare the games",
        COMPARE,
        lambda at, told: assistants.describe_topics(told, at.base.connection),
        under="topics",
        most=5,
        left_out="topic",
    ),
    Tool(
        "ask", OPERATIONS["ask"], "Ask the rules engine", ASK, lambda _, told: assistants.describe_answer(told), deep=0
    ),
    Tool(
        "check",
        OPERATIONS["check"],
        "Play scenarios",
        CHECK,
        lambda _, told: assistants.describe_checked(told),
        under="scenarios",
    ),
)
BY_NAME = {tool.name: tool for tool in TOOLS}
