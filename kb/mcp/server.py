"""The tools and resources for assistants, and their server on standard input and output."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import anyio
import anyio.to_thread
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
from mcp.server.mcpserver.resources import TextResource
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field, ValidationError
from pydantic_core import to_json

import kb
from kb.base import paths
from kb.base.errors import KBError
from kb.knowledge import KnowledgeBase
from kb.model.replies import AnswerReply, GameReply, Ruling, Topic
from kb.service import look_up
from kb.service.engine_process import AskingProcess
from kb.store import lookup

INSTRUCTIONS = """\
Rulings for these games: {games}. Search first, with the user's own words, and with `game` if the user named one. The
`results` are rulings and statements of the rule book, best first; `says` is a summary, `also` are ids of related results.
`match`: close; weak (only the nearest: say so); none (not about these games). A verdict answers `asks`, not the user's
question. Read a ruling with `show` before you rely on it. Give its id, its game, its `authority`, and the printing if
printings differ. Quote the ruling's `answer` exactly; `snippet` is cut. Report what is unverified, superseded, a draft, or
needs an option (`depends_on`). `ask` and `check` give our engine's reading of the rules, which is not official: say so,
and what was assumed. Rulings of other games (`elsewhere`) do not answer for the game asked. If nothing answers, say so.
"""
_READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
T = TypeVar("T")


def _text(means: str, most: int = 400, least: int = 0) -> object:
    """Return the description of a text argument of ``least`` to ``most`` characters."""
    return Field(description=means, min_length=least or None, max_length=most)


Query = Annotated[str, _text("The question in the user's own words.", 4_000, 1)]
Game = Annotated[str, _text("A game, also with its printing, such as `global 2012`. Empty: all games.")]
Printing = Annotated[str, _text("The printing on the table, such as 2012.")]
Limit = Annotated[int, Field(description="The number of results at most.", ge=1, le=20)]
Id = Annotated[str, _text("An id that `search` returned: of a ruling, a statement or a section.", 400, 1)]
What = Annotated[str, _text("A topic, the id of a ruling, or words.")]
Section = Annotated[
    str, _text("The id of a section, or words of its title. Empty: the titles of all sections of `game`.")
]
OneGame = Annotated[str, _text("The game, board and printing, such as `global 2012`, `aa50 1942` or `e99`.", 100, 1)]
Space = Annotated[str, _text("A space whose borders and set-up are asked for. Empty: all names.")]
Line = Annotated[str, _text("The position, the actions and the question in the notation.", 4_000, 1)]
LineGame = Annotated[str, _text("For a line without a game: the game, board and printing.")]
Claim = Annotated[Literal["", "yes", "no"], Field(description="An answer that was given, to be judged: `yes` or `no`.")]
Changes = Annotated[
    Sequence[str],
    Field(description="Statements that change the position first, such as `sz5: uk 0 dd`.", max_length=20),
]
Full = Annotated[bool, Field(description="Whether to return everything, which may be long.")]
Case = Annotated[str, _text("A file of scenarios as YAML text.", 100_000, 1)]


_LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")


def _page(name: str, after: str = "", before: str = "\0") -> str:
    """Return the part of a page of the documentation ``after`` one text and ``before`` another, by default the whole
    page, with resources in place of links."""
    text = Path(paths.docs(), name).read_text("utf-8")
    part = text[text.index(after) + len(after) :].partition(before)[0].strip()
    return _LINK.sub(r"\1", part.replace("[scenarios.md](scenarios.md", "[kb://scenarios]("))


ASK = """\
Ask the rules engine about a position: what is legal and why, the outcome, and what it waits for. Translate the user's
words into this notation, statements separated by semicolons, as in
`revised; germany combat; sz5: germany 1 sub, uk 1 dd; germany attacks sz5; germany rolls 2; uk rolls 3`. Compare
`read_as` and `assumed` with the question. The tool `names` has names, borders and examples. Name the units that roll:
the order of rolls does not matter then. Armies of neutrals need no statement. To answer a choice, repeat the line with it:
`..., uk loses 1 destroyer`. kb://notation has the rest.\n\n""" + _page(
    "asking.md", "### The position and the question\n", "\n### Names"
)
#: fields of a ruling, and of an answer, that a short reply leaves out
_LONG_OF_RULING = ("claims", "scenarios", "elsewhere", "rules", "new_words", "sections")
_LONG_OF_ANSWER = ("told", "asked", "battles", "owed")
#: topics, sections, their rows, reasons and offers that a short reply has at most
_TOPICS, _SECTIONS, _ROWS, _REASONS, _OFFERS = 3, 3, 12, 3, 20
CHECK = """\
Play a case written in YAML, and compare the results with the expectations. kb://scenarios has the language. An
example:\n\n""" + _page("scenarios.md", "## A complete example\n", "\nFiles are")


def _answered(function: Callable[..., T], *given: object, error: type[Exception] = ToolError) -> T:
    """Call a function; its findings become an error of the protocol."""
    try:
        return function(*given)
    except KBError as found:
        raise error("\n".join(map(str, found.findings))) from None


def _short_ruling(found: Ruling) -> dict[str, object]:
    """Return a ruling without its longest fields, but with the ids of its sections and scenarios."""
    short: dict[str, object] = {key: value for key, value in found.items() if key not in _LONG_OF_RULING}
    short["sections"] = [each["section"] for each in found["sections"]]
    return short | {"left_out": ["claims", "scenarios", "elsewhere", "rules", "new_words"]}


def _short_answer(told: AnswerReply) -> dict[str, object]:
    """Return an answer without the trace and the pictures, and with the first offers as sentences."""
    short: dict[str, object] = {key: value for key, value in told.items() if key not in _LONG_OF_ANSWER}
    legal = [each["says"] for each in told["offers"] if each["legal"] and each["lands"]]
    short["offers"], short["more_offers"] = legal[:_OFFERS], max(0, len(legal) - _OFFERS)
    short["outcome"] = {"told": told["outcome"]["told"], "lost": told["outcome"]["lost"]}
    short["actions"] = [{**each, "decided_by": each["decided_by"][:_REASONS]} for each in told["actions"]]
    return short


def _short_section(section: Mapping[str, object], most: int) -> dict[str, object]:
    """Return a section, or a statement, with at most ``most`` rulings and rules, and the number of the others."""
    lists = {key: value for key in ("ruled_by", "rules") if isinstance(value := section.get(key), list)}
    left_out = {key: len(value) - most for key, value in lists.items() if len(value) > most}
    short = {key: lists[key][:most] for key in left_out}
    return {**section, **short, **({"left_out": left_out} if left_out else {})}


def _short_topic(topic: Topic) -> dict[str, object]:
    """Return a topic with the answers of its games, and how each pair of them compares."""
    pairs = {" and ".join(each["games"]): each["comparison"] for each in topic["pairs"]}
    games = [
        {"game": each["game"], "says": each["says"], "rulings": [one["id"] for one in each["rulings"]]}
        for each in topic["games"]
    ]
    return {"topic": topic["topic"], "title": topic["title"], "games": games, "pairs": pairs}


class _StrictServer(MCPServer[object]):
    """A server that refuses unknown arguments, with the names of the known ones, and writes replies without blanks."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Any = None
    ) -> Any:  # as the class declares it
        """Call a tool. Raises :class:`ToolError`, with a line for each unknown or wrong argument."""
        tools = {tool.name: tool for tool in await self.list_tools()}
        known = tools[name].input_schema["properties"] if name in tools else arguments
        if unknown := sorted(arguments.keys() - known):
            raise ToolError(f"the tool '{name}' has no argument '{unknown[0]}'; it has {', '.join(known)}")
        try:
            result = await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(cause := error.__cause__, ValidationError):
                raise ToolError("\n".join(f"'{each['loc'][0]}': {each['msg']}" for each in cause.errors())) from None
            raise cause if isinstance(cause, ToolError) else error from None
        assert isinstance(result, CallToolResult)
        result.content = [TextContent(type="text", text=to_json(result.structured_content).decode())]
        return result


def build(base: KnowledgeBase, engine: AskingProcess, public: str = "") -> MCPServer[object]:
    """Return the server; ``public`` is the address of the site, for links."""
    told = INSTRUCTIONS.format(games="; ".join(lookup.titles(base.connection, "games").values()))
    server = _StrictServer("axis-allies-rulings", instructions=told, version=kb.__version__, log_level="ERROR")

    @server.tool(annotations=_READS)
    async def search(question: Query, game: Game = "", printing: Printing = "", limit: Limit = 5) -> dict[str, object]:
        """Find the rulings and statements of the rule book that answer a question, best first."""
        return dict(_answered(look_up.search, base, question, game, printing, limit))

    @server.tool(annotations=_READS)
    async def show(id: Id, full: Full = False) -> dict[str, object]:
        """Return a ruling (rev-sub-2), a statement (revised/tanks-blitz) or a section (rev/sc-rockets) by its id."""
        if look_up.is_statement(id):
            one = _answered(look_up.statement_or_section, base, id)
            return {**one} if full else _short_section(one, _ROWS)
        found = _answered(base.ruling, id)
        page = f"{public}/r/{found['id']}" if public else ""
        return {**(found if full else _short_ruling(found)), "page": page}

    @server.tool(annotations=_READS)
    async def compare(what: What, game: Game = "") -> dict[str, object]:
        """Compare the games on a topic, on the questions of a ruling (by id), or on words, side by side."""
        found = _answered(look_up.compare, base, what, game)
        return {
            "topics": [*map(_short_topic, found[:_TOPICS])],
            "left_out": [each["topic"] for each in found[_TOPICS:]],
        }

    @server.tool(annotations=_READS)
    async def sections(section: Section = "", game: Game = "") -> dict[str, object]:
        """List the sections of a rule book; or show those with an id or words of a title, with their rulings."""
        if section:
            found = _answered(look_up.sections_named, base, section, game)
            shown = [_short_section(each, _ROWS // _SECTIONS) for each in found[:_SECTIONS]]
            return {"sections": shown, "left_out": [each["id"] for each in found[_SECTIONS:]]}
        if not game:
            raise ToolError(f"give a section or a game; games are: {', '.join(base.games())}")
        return {"titles": {each["id"]: each["title"] for each in _answered(look_up.sections, base, game)}}

    async def slowly(function: Callable[..., T], *given: object) -> T:
        """Wait for the engine's process in a thread, and no longer than the input lasts."""
        return await anyio.to_thread.run_sync(partial(_answered, function, *given), abandon_on_cancel=True)

    @server.tool(annotations=_READS, description=ASK)
    async def ask(
        line: Line, game: LineGame = "", changes: Changes = (), claim: Claim = "", full: Full = False
    ) -> dict[str, object]:
        told = await slowly(engine.ask, line, {"game": game, "changes": changes, "claim": claim})
        return {**told} if full else _short_answer(told)

    @server.tool(annotations=_READS)
    async def names(game: OneGame, space: Space = "") -> dict[str, object]:
        """Return the names that a line for `ask` can use on a board, with example lines; or, with `space`, the borders
        of a space, its holder, value and set-up."""
        return await slowly(engine.names, game, space)

    @server.tool(annotations=_READS, description=CHECK)
    async def check(case: Case) -> dict[str, object]:
        return {"scenarios": await slowly(engine.check, case)}

    @server.resource("kb://ruling/{id}", mime_type="text/markdown")
    async def ruling(id: str) -> str:
        """A ruling as Markdown, with its official words as a quotation."""
        return look_up.markdown(base, _answered(base.ruling, id, error=ResourceNotFoundError), public)

    @server.resource("kb://games", mime_type="application/json")
    async def games() -> list[GameReply]:
        """The games, with their documents."""
        return look_up.games(base)

    notation, scenarios = _page("asking.md", "## The notation\n", "\n## "), _page("scenarios.md")
    for name, means, text in (
        ("notation", "The notation of positions and actions that `ask` reads, with examples.", notation),
        ("scenarios", "The language of the cases that `check` plays.", scenarios),
    ):
        page = TextResource(uri=f"kb://{name}", name=name, description=means, text=text, mime_type="text/markdown")
        server.add_resource(page)
    return server


def serve(public: str = "") -> None:
    """Serve until the input ends. Raises :class:`KBError` if the base is missing or damaged."""
    with kb.open() as base, closing(AskingProcess(base.build.directory)) as engine:
        build(base, engine, public).run()
