"""The list of every operation that anybody may ask of a base: what each takes and gives, where HTTP has it.

HTTP with its description (:mod:`kb.web.api`), assistants' tools (:mod:`kb.mcp`) and the files of a site without a
server are loops over it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, ClassVar

from msgspec import UNSET, Meta, Struct, UnsetType

from kb.knowledge import DEFAULT_LIMIT
from kb.search.query_limits import LONGEST_QUERY
from kb.service import books, engine_types, rulings, schema, topics, types
from kb.service.engine_process import AskingProcess
from kb.service.rulings import MOST_LISTED
from kb.service.types import Kind, means

# -- what the operations take: each field with its bounds and meaning; what is not given is left to their functions


#: characters of a file that is posted or handed over, and rulings of a search
LONGEST_BODY, MOST_FOUND = 100_000, 100


def text(means: str, most: int, *examples: str) -> Meta:
    """What a text of at least one and at most so many characters means."""
    return Meta(description=means, min_length=1, max_length=most, examples=list(examples) or None)


class OperationRequest(Struct, forbid_unknown_fields=True):
    """What an operation takes. The docstring of each says in its first line what the operation does, then more."""

    #: the fields of which just one has to be given
    EITHER: ClassVar[tuple[str, ...]] = ()


GameName = Annotated[str, means("The one game that is meant.", max_length=100, examples=["Revised", "aa50", "g40"])]
OnlyGame = Annotated[str, means("Only topics on which this game has a ruling.", max_length=100)]
Name = Annotated[str, text("The id of the ruling.", 100, "rev-sub-2")]
After = Annotated[str, text("The ruling behind which the part begins, by its id.", 60, "rev-sub-2")]
_LINE = "revised; germany combat; sz5: germany 1 sub, uk 1 dd; germany attacks sz5"
PositionLine = Annotated[str, text("The position and what is done, in a line. Either this or `case`.", 4_000, _LINE)]
PositionChanges = Annotated[
    list[Annotated[str, Meta(min_length=1, max_length=400)]],
    means("Statements that change the position first, such as `sz5: uk 2 dd`; 0 units take away.", max_length=20),
]


class Search(OperationRequest):
    """Search for the rulings and statements that answer a question.

    A question in anybody's words, or quotes, `word*`, `word~`, `-word` and filters (docs/search.md). The reply says how
    well they match (`match`) and has two lists, best first: `rulings` and `rules`, the statements of the rule book.
    The same as `kb search --json`.
    """

    question: Annotated[str, text("The question.", LONGEST_QUERY, "can a submarine submerge")]
    game: GameName | UnsetType = UNSET
    printing: Annotated[str, text("The printing that is played.", 20, "2012")] | UnsetType = UNSET
    limit: Annotated[int, means("How many rulings at most, and how many rules.", ge=1, le=MOST_FOUND)] = DEFAULT_LIMIT
    all_games: Annotated[bool, means("Whether to search all games although the question names one.")] = False


class ListRulings(OperationRequest):
    """List rulings.

    In reading order, a part at a time: `next` of a reply is the `after` of the next request.
    """

    game: GameName | UnsetType = UNSET
    document: Annotated[str, text("The document they come from, by its id.", 100)] | UnsetType = UNSET
    kind: Annotated[Kind, means("What they are.")] | UnsetType = UNSET
    after: After | UnsetType = UNSET
    limit: Annotated[int, means("How many at most.", ge=1, le=MOST_LISTED)] = MOST_LISTED


class GetRuling(OperationRequest):
    """Get a ruling.

    Everything known of it, the same as `kb show --json`: the words of its document in Markdown, our verdict, sections,
    proof, relations, other games. An id is for life; other spellings, and ids with a successor, lead there (301), those
    that were withdrawn are gone (410).
    """

    id: Name


class CompareAll(OperationRequest):
    """Compare the games on every topic.

    Questions that several games answer, each game's answer side by side, the same as `kb compare --json`.
    """

    game: OnlyGame | UnsetType = UNSET


class Compare(OperationRequest):
    """Compare the games on a topic.

    A topic, the topics of a ruling, or those that have some words.
    """

    what: Annotated[str, text("A topic or a ruling by its id, or words.", 400, "rev-sub-2")]
    game: OnlyGame | UnsetType = UNSET


class ListSections(OperationRequest):
    """List the sections of the rule books.

    What rulings interpret, with pages and how sure we are of them, the same as `kb sections --json`.
    """

    game: GameName | UnsetType = UNSET


class GetSection(OperationRequest):
    """Get a section of a rule book.

    With the rulings and rules of the engine that rest on it: a list of this one section, the same as
    `kb sections ID --json`.
    """

    book: Annotated[str, text("The first part of its id.", 60, "rev")]
    section: Annotated[str, text("The rest of its id.", 80, "up-submarines")]


class ListGames(OperationRequest):
    """List the games.

    The editions, each with its own rulings and rule sets, the same as `kb games --json`.
    """


class Ask(OperationRequest):
    """Ask the rules engine about a position.

    A line of short notation or a case (docs/asking.md), the same as `kb ask --json`. The answer is our reading of the
    rules; only rulings are official. It changes nothing, so it may be sent again.
    """

    EITHER = ("line", "case")

    line: PositionLine | UnsetType = UNSET
    case: Annotated[dict[str, Any], means("The same as a table, as docs/asking.md has it.")] | UnsetType = UNSET
    game: (
        Annotated[
            str, means("The game that is meant where none is named.", max_length=100, examples=["Revised", "aa50"])
        ]
        | UnsetType
    ) = UNSET
    changes: PositionChanges | UnsetType = UNSET


class Check(OperationRequest):
    """Play scenarios of one's own.

    A file of scenarios (docs/scenarios.md) in YAML or JSON, the same as `kb check FILE --json`. What is not written as
    it should be is told all at once, in YAML with its line (422).
    """

    scenarios: Annotated[str, text("A file of scenarios, as YAML or JSON text.", LONGEST_BODY)]
    game: Annotated[str, means("Only the scenarios of this game.", max_length=100)] | UnsetType = UNSET


# -- the operations


def ask(engine: AskingProcess, line: str = "", case: Mapping[str, Any] | None = None, **more: Any) -> Any:
    """:func:`kb.service.asking.ask` in the process of the engine."""
    return engine.ask(line if case is None else case, more)


@dataclass(frozen=True)
class Operation:
    """An operation: ``function`` gives values of the type ``gives`` for an open base (:class:`KnowledgeBase`) and the
    fields of ``takes``. One of the ``engine`` is asked of its process (:class:`AskingProcess`) in place of the base.

    HTTP has it at ``path``, with places for fields; nowhere if that is empty. ``names`` are fields that HTTP calls
    otherwise, ``body`` is the field that is posted as a whole file, ``wrong`` are the statuses of what cannot be
    answered; where it ``is_file``, sites without a server have its replies, too.
    """

    name: str
    function: Callable[..., Any]
    takes: type[OperationRequest]
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
    Operation("search", rulings.search, Search, types.FoundReply, "/search", (422,), {"question": "q"}),
    Operation("rulings", rulings.rulings, ListRulings, types.RulingsReply, "/rulings", (404,)),
    Operation("ruling", rulings.ruling, GetRuling, types.RulingReply, "/rulings/{id}", (404, 410), is_file=True),
    Operation("topics", topics.compare, CompareAll, list[types.TopicReply], "/compare", is_file=True),
    Operation(
        "compare",
        topics.compare,
        Compare,
        list[types.TopicReply],
        "/compare/{topic}",
        (404, 422),
        {"what": "topic"},
        is_file=True,
    ),
    Operation("sections", books.sections, ListSections, list[types.SectionReply], "/sections", is_file=True),
    Operation(
        "section",
        books.section,
        GetSection,
        list[types.SectionInFullReply],
        "/sections/{book}/{section}",
        (404,),
        is_file=True,
    ),
    Operation("games", books.games, ListGames, list[types.GameReply], "/games", is_file=True),
    Operation("ask", ask, Ask, engine_types.AnswerReply, "/ask", engine=True),
    Operation(
        "check", AskingProcess.check, Check, list[engine_types.CheckedReply], "/check", body="scenarios", engine=True
    ),
)
BY_NAME = {each.name: each for each in OPERATIONS}
