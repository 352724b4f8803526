"""The list of every operation that anybody may ask of a base: what each takes and gives, where HTTP has it.

HTTP with its description (:mod:`kb.web.api`), assistants' tools (:mod:`kb.mcp`), the table of docs/api.md and
the files of a site without a server are loops over it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from kb.service import books, changes, engine_types, requests, rulings, schema, topics, types


class EngineProcess(Protocol):
    """The process that answers for the engine: :class:`kb.service.engine_process.AskingProcess`."""

    def ask(self, asked: str | Mapping[str, Any], more: Mapping[str, Any]) -> Any:
        """What :func:`kb.service.asking.ask` gives."""

    def check(self, written: str | Mapping[str, Any], game: str) -> Any:
        """What :func:`kb.service.checking.check` gives."""


def ask(engine: EngineProcess, line: str = "", case: Mapping[str, Any] | None = None, **more: Any) -> Any:
    """:func:`kb.service.asking.ask` in the process of the engine."""
    return engine.ask(line if case is None else case, more)


def check(engine: EngineProcess, scenarios: str | Mapping[str, Any], game: str = "") -> Any:
    """:func:`kb.service.checking.check` in the process of the engine."""
    return engine.check(scenarios, game)


@dataclass(frozen=True)
class Operation:
    """An operation: ``function`` gives values of the type ``gives`` for an open base (:class:`KnowledgeBase`) and the
    fields of ``takes``. One of the ``engine`` is asked of its process (:class:`EngineProcess`) in place of the base.

    HTTP has it at ``path``, with places for fields; nowhere if that is empty. ``names`` are fields that HTTP calls
    otherwise, ``body`` is the field that is posted as a whole file, ``wrong`` are the statuses of what cannot be
    answered; where it ``is_file``, sites without a server have its replies, too.
    """

    name: str
    function: Callable[..., Any]
    takes: type[requests.OperationRequest]
    gives: Any
    path: str = ""
    wrong: tuple[int, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    body: str = ""
    engine: bool = False
    is_file: bool = False

    @cached_property
    def about(self) -> tuple[str, str]:
        """What it does, in a line; and what else there is to know of it."""
        first, _, rest = (inspect.getdoc(self.takes) or "").partition("\n")
        return first.removesuffix("."), " ".join(rest.split())

    @cached_property
    def schema(self) -> schema.Schema:
        """The JSON Schema of what it takes."""
        return schema.of_request(self.takes)


OPERATIONS = (
    Operation("search", rulings.search, requests.Search, types.FoundReply, "/search", (422,), {"question": "q"}),
    Operation("rulings", rulings.rulings, requests.ListRulings, types.RulingsReply, "/rulings", (404,)),
    Operation(
        "ruling", rulings.ruling, requests.GetRuling, types.RulingReply, "/rulings/{id}", (404, 410), is_file=True
    ),
    Operation("topics", topics.compare, requests.CompareAll, list[types.TopicReply], "/compare", is_file=True),
    Operation(
        "compare",
        topics.compare,
        requests.Compare,
        list[types.TopicReply],
        "/compare/{topic}",
        (404, 422),
        {"what": "topic"},
        is_file=True,
    ),
    Operation("sections", books.sections, requests.ListSections, list[types.SectionReply], "/sections", is_file=True),
    Operation(
        "section",
        books.section,
        requests.GetSection,
        list[types.SectionInFullReply],
        "/sections/{book}/{section}",
        (404,),
        is_file=True,
    ),
    Operation("games", books.games, requests.ListGames, list[types.GameReply], "/games", is_file=True),
    Operation("changes", changes.changes, requests.TellChanges, types.ChangesReply, "/changes", (422,), is_file=True),
    Operation("editions", changes.editions, requests.ListEditions, types.EditionsReply, "/editions", is_file=True),
    Operation("history", changes.of_ruling, requests.TellHistory, types.HistoryReply),
    Operation("ask", ask, requests.Ask, engine_types.AnswerReply, "/ask", engine=True),
    Operation("check", check, requests.Check, list[engine_types.CheckedReply], "/check", body="scenarios", engine=True),
)
BY_NAME = {each.name: each for each in OPERATIONS}
