"""The tools and resources for assistants, and their server on standard input and output."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import anyio
import anyio.to_thread
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
from mcp.server.mcpserver.resources import TextResource
from mcp_types import ToolAnnotations
from pydantic import Field

import kb
from kb.base import paths
from kb.base.errors import KBError
from kb.knowledge import KnowledgeBase
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
_READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
Plain = dict[str, Any]
Text = Annotated[str, Field(max_length=400)]
Question = Annotated[str, Field(min_length=1, max_length=4000)]
Limit = Annotated[int, Field(ge=1, le=20)]
Case = Annotated[str, Field(min_length=1, max_length=100_000)]


def _page(name: str, after: str = "", before: str = "\0") -> str:
    """Return a page of the documentation, or the part of it between two headings."""
    text = Path(paths.docs(), name).read_text("utf-8")
    return text[text.index(after) + len(after) :].partition(before)[0].strip()


ASK = """\
Ask the rules engine about a position: what is legal and why, the outcome, and what it waits for. Translate the user's
words into this notation, statements separated by semicolons, as in
`revised; germany combat; sz5: germany 1 sub, uk 1 dd; germany attacks sz5`. `changes` are statements that change the
position first. kb://notation has all of it.\n\n""" + _page(
    "asking.md", "### The position and the question\n", "\n### Names"
)
CHECK = """\
Play a case written in YAML, and compare the results with the expectations. kb://scenarios has the language. An
example:\n\n""" + _page("scenarios.md", "## A complete example\n", "\nFiles are")


def _answered(function: Callable[..., Any], *given: Any, error: type[Exception] = ToolError) -> Any:
    """Call a function; its findings become an error of the protocol."""
    try:
        return function(*given)
    except KBError as found:
        raise error("\n".join(map(str, found.findings))) from None


def build(base: KnowledgeBase, engine: AskingProcess, public: str = "") -> MCPServer[Any]:
    """Return the server; ``public`` is the address of the site, for links."""
    told = INSTRUCTIONS.format(games="; ".join(lookup.titles(base.connection, "games").values()))
    server = MCPServer[Any]("axis-allies-rulings", instructions=told, version=kb.__version__, log_level="ERROR")

    @server.tool(annotations=_READS)
    async def search(question: Question, game: Text = "", printing: Text = "", limit: Limit = 5) -> Plain:
        """Find the rulings and statements that answer a question, of one `game` or `printing` (2012) or all."""
        return dict(_answered(look_up.search, base, question, game, printing, limit))

    @server.tool(annotations=_READS)
    async def show(id: Text) -> Plain:
        """Return a ruling by its id, such as rev-sub-2: words, source, sections, errata, proof, other games."""
        found = _answered(base.ruling, id)
        return {**found, "page": f"{public}/r/{found['id']}" if public else ""}

    @server.tool(annotations=_READS)
    async def compare(what: Text, game: Text = "") -> Plain:
        """Compare the games on a topic, on the questions of a ruling (by id), or on words, side by side."""
        found = _answered(look_up.compare, base, what, game)
        return {"topics": found[:5], "left_out": [each["topic"] for each in found[5:]]}

    @server.tool(annotations=_READS)
    async def sections(section: Text = "", game: Text = "") -> Plain:
        """List the sections of the rule books; or show those with an id or words of a title, with their rulings."""
        named = (look_up.sections_named, base, section, game) if section else (look_up.sections, base, game)
        return {"sections": _answered(*named)}

    async def slowly(function: Callable[..., Any], *given: Any) -> Any:
        """Wait for the engine's process in a thread, and no longer than the input lasts."""
        return await anyio.to_thread.run_sync(partial(_answered, function, *given), abandon_on_cancel=True)

    @server.tool(annotations=_READS, description=ASK)
    async def ask(line: Question, changes: list[str] | None = None) -> Plain:
        return dict(await slowly(engine.ask, line, {"changes": changes or []}))

    @server.tool(annotations=_READS, description=CHECK)
    async def check(case: Case) -> Plain:
        return {"scenarios": await slowly(engine.check, case)}

    @server.resource("kb://ruling/{id}", mime_type="text/markdown")
    async def ruling(id: str) -> str:
        """A ruling as Markdown, with its official words as a quotation."""
        return look_up.markdown(base, _answered(base.ruling, id, error=ResourceNotFoundError), public)

    @server.resource("kb://games", mime_type="application/json")
    async def games() -> list[Plain]:
        """The games, with their documents."""
        return look_up.games(base)

    notation, scenarios = _page("asking.md", "## The notation\n", "\n## "), _page("scenarios.md")
    for name, text in (("notation", notation), ("scenarios", scenarios)):
        page = TextResource(uri=f"kb://{name}", name=name, text=text, mime_type="text/markdown")
        server.add_resource(page)
    return server


def serve(public: str = "") -> None:
    """Serve until the input ends. Raises :class:`KBError` where there is no base, or a damaged one."""
    with kb.open() as base, closing(AskingProcess(base.build.directory)) as engine:
        build(base, engine, public).run()
