"""Every address for programs, described once: what it takes, what it gives, what may be wrong."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kb.knowledge import DEFAULT_LIMIT
from kb.reads.rulings import MOST_LISTED
from kb.web.api import answers
from kb.web.api.answers import Reply
from kb.web.api.parameters import Parameter, flag, list_of, one_of, table, text, whole

if TYPE_CHECKING:
    from kb.web.site import Site

#: where the addresses begin; what is below it stays as it is, see docs/api.md
ROOT = "/api/v1"
#: what every reading address may end with, so that its reply can be a file
ENDING = ".json"
#: bytes of a body at most, and rulings of a search
LONGEST_BODY, MOST_FOUND = 100_000, 100
#: the media types of what is posted
JSON, YAML = ("application/json",), ("application/yaml", "application/x-yaml", "text/yaml", "text/plain")
#: characters of a question at most: so many fit into an address, whatever letters they are
LONGEST_QUESTION = 600
#: what the parts of a path are made of: ids, or words
_ID, _WORDS = "^[A-Za-z0-9][A-Za-z0-9-]*$", "^[A-Za-z0-9][A-Za-z0-9 ,'?-]*$"
_KINDS = ("answer", "erratum", "rule-change", "statement", "optional-rule")


def _games(site: Site) -> list[str]:
    return site.base.games()


def _documents(site: Site) -> list[str]:
    return [row[0] for row in site.base.connection.execute("select id from documents order by rowid")]


def _game(means: str) -> Parameter:
    return Parameter("game", means, one_of(_games), called="GameId")


_GAME = _game("The one game that is meant, by its id.")


@dataclass(frozen=True)
class Operation:
    """An address: ``path`` below :data:`ROOT`, with places for what ``parts`` describe; ``reads`` names the read that
    it gives, ``answer`` makes its reply of the values given, and of the request where it is posted. ``about`` says in a
    line what it is for, ``means`` more.

    One that takes ``types`` is posted to, with a body of these: ``fields`` in JSON, of which just one of ``either`` has
    to be there; or else one whole file.
    ``wrong`` are statuses beside those that each such address has; ``file``: a site of files has its replies, too.
    """

    name: str
    path: str
    about: str
    means: str
    reads: str
    answer: Callable[..., Awaitable[Reply]]
    parts: tuple[Parameter, ...] = ()
    query: tuple[Parameter, ...] = ()
    fields: tuple[Parameter, ...] = ()
    either: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    wrong: tuple[int, ...] = ()
    file: bool = False

    @property
    def posted(self) -> bool:
        """Whether it takes a body, and is no address to read."""
        return bool(self.types)

    @property
    def methods(self) -> str:
        """What HTTP allows here, as the header ``Allow`` says it."""
        return "POST, OPTIONS" if self.posted else "GET, HEAD, OPTIONS"

    @property
    def statuses(self) -> tuple[int, ...]:
        """Every status of what may be wrong."""
        usual = (400, 413, 415, 422, 503) if self.posted else (400,)
        return tuple(sorted({*usual, *self.wrong}))

    @property
    def pattern(self) -> str:
        """The pattern of its path, with groups for its parts."""
        path = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+?)", self.path)
        return path if self.posted else f"{path}(?:{re.escape(ENDING)})?"


OPERATIONS = (
    Operation(
        "search",
        "/search",
        "Search for the rulings that answer a question",
        "A question in anybody's words, or quotes, `word*`, `word~`, `-word` and filters (docs/search.md). The reply "
        "says what is known (`state`, `why`), the rulings, best first, and what rules and printed values say. The same "
        "as `kb search --json`.",
        "search",
        answers.search,
        query=(
            Parameter("q", "The question.", text(LONGEST_QUESTION), True, example="can a submarine submerge"),
            _GAME,
            Parameter("limit", "How many rulings at most.", whole(1, MOST_FOUND), default=DEFAULT_LIMIT),
            Parameter(
                "all_games", "Whether to search all games although the question names one.", flag(), default=False
            ),
        ),
        wrong=(422,),
    ),
    Operation(
        "rulings",
        "/rulings",
        "List rulings",
        "In reading order, a part at a time: `next` of a reply is the `after` of the next request.",
        "rulings",
        answers.rulings,
        query=(
            _GAME,
            Parameter("document", "The document they come from, by its id.", one_of(_documents)),
            Parameter("kind", "What they are.", one_of(lambda site: _KINDS)),
            Parameter("after", "The ruling behind which the part begins, by its id.", text(60), example="rev-sub-2"),
            Parameter("limit", "How many at most.", whole(1, MOST_LISTED), default=MOST_LISTED),
        ),
        wrong=(404,),
    ),
    Operation(
        "ruling",
        "/rulings/{id}",
        "Get a ruling",
        "Everything known of it, the same as `kb show --json`: the official words in Markdown, our verdict, sections, "
        "proof, relations, other games. An id is for life; other spellings, and ids with a successor, lead there (301), "
        "those that were withdrawn are gone (410).",
        "ruling",
        answers.ruling,
        parts=(Parameter("id", "The id of the ruling.", text(60, _ID), True, example="rev-sub-2"),),
        wrong=(404, 410),
        file=True,
    ),
    Operation(
        "topics",
        "/compare",
        "Compare the games on every topic",
        "Questions that several games answer, each game's answer side by side, the same as `kb compare --json`.",
        "compare",
        answers.compare,
        query=(_GAME,),
        file=True,
    ),
    Operation(
        "compare",
        "/compare/{topic}",
        "Compare the games on a topic",
        "A topic, the topics of a ruling, or those that have some words.",
        "compare",
        answers.compare,
        parts=(
            Parameter("topic", "A topic or a ruling by its id, or words.", text(80, _WORDS), True, example="rev-sub-2"),
        ),
        query=(_GAME,),
        wrong=(404, 422),
        file=True,
    ),
    Operation(
        "sections",
        "/sections",
        "List the sections of the rule books",
        "What rulings interpret, with pages and how sure we are of them, the same as `kb sections --json`.",
        "sections",
        answers.sections,
        query=(_GAME,),
        file=True,
    ),
    Operation(
        "section",
        "/sections/{book}/{section}",
        "Get a section of a rule book",
        "With the rulings and rules of the engine that rest on it: a list of this one section, the same as "
        "`kb sections ID --json`.",
        "section",
        answers.section,
        parts=(
            Parameter("book", "The first part of its id.", text(60, _ID), True, example="rev"),
            Parameter("section", "The rest of its id.", text(80, _ID), True, example="up-submarines"),
        ),
        wrong=(404,),
        file=True,
    ),
    Operation(
        "games",
        "/games",
        "List the games",
        "The editions, each with its own rulings and rule sets, the same as `kb games --json`.",
        "games",
        answers.games,
        file=True,
    ),
    Operation(
        "changes",
        "/changes",
        "Tell what changed",
        "What is otherwise than it was in an edition or on a day, the same as `kb changes --json`; without `since` what is "
        "not recorded yet, or else what changed in the last edition.",
        "changes",
        answers.changes,
        query=(
            Parameter("since", "An edition by its id, or a day such as 2026-11-22.", text(60), example="2026-11-22"),
            _GAME,
        ),
        wrong=(422,),
        file=True,
    ),
    Operation(
        "editions",
        "/editions",
        "List the editions",
        "Each with what changed in it, the newest first, the same as `/changes.json`.",
        "editions",
        answers.editions,
        file=True,
    ),
    Operation(
        "ask",
        "/ask",
        "Ask the rules engine about a position",
        "A line of short notation or a case (docs/asking.md), the same as `kb ask --json`. The answer is our reading of "
        "the rules; only rulings are official. It changes nothing, so it may be sent again.",
        "ask",
        answers.ask,
        fields=(
            Parameter(
                "line",
                "The position and what is done, in a line. Either this or `case`.",
                text(4_000),
                example="revised; germany combat; sz5: germany 1 sub, uk 1 dd; germany attacks sz5",
            ),
            Parameter("case", "The same as a table, as docs/asking.md has it.", table()),
            _game("The game that is meant where a line names none."),
            Parameter(
                "changes", "Lines that change the position first, such as `sz5: uk +1 dd`.", list_of(text(400), 20)
            ),
            Parameter("flips", "Whether to look for what would have to differ.", flag(), default=False),
            Parameter("odds", "Whether to compute how the battles that wait may end.", flag(), default=False),
        ),
        either=("line", "case"),
        types=JSON,
    ),
    Operation(
        "check",
        "/check",
        "Play scenarios of one's own",
        "A file of scenarios (docs/scenarios.md) in YAML or JSON, the same as `kb check FILE --json`. What is not written "
        "as it should be is told all at once, in YAML with its line (422).",
        "check",
        answers.check,
        query=(_game("Only the scenarios of this game."),),
        types=(*JSON, *YAML),
    ),
)
