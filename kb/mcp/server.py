"""Speaks the Model Context Protocol on standard input and output, with the package ``mcp``.

Whatever goes wrong with a call is told in its result, a line for each finding and never a traceback.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage

import kb
from kb.base.errors import Finding, KBError, QueryError
from kb.knowledge import KnowledgeBase
from kb.mcp import resources, tools
from kb.mcp.tools import BY_NAME, TOOLS, Served, Tool
from kb.service.engine_process import AskingProcess
from kb.store import lookup

#: calls of the engine that may wait for the one that is answered
MOST_WAITING = 8
_READS = types.ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
log = logging.getLogger(__name__)


def serve(public: str = "") -> None:
    """Answer on standard input and output until the input ends; ``public`` is the address of the site, for links.

    Raises :class:`KBError` where there is no base, or a damaged one.
    """
    logging.basicConfig(level=logging.ERROR, format="kb: %(message)s")
    with kb.open() as base:
        engine = AskingProcess(base.build.directory)
        try:
            anyio.run(_run, Served(base, engine, public))
        finally:
            engine.close()


async def _run(served: Served) -> None:
    server = build_server(served)
    into, requests = anyio.create_memory_object_stream[SessionMessage | Exception]()

    async def relay() -> None:
        """Hand the input on; at its end nobody waits for the engine any more, so what is asked of it ends, too."""
        async with into:
            async for message in incoming:
                await into.send(message)
            served.engine.close()

    async with stdio_server() as (incoming, outgoing), anyio.create_task_group() as tasks:
        tasks.start_soon(relay)
        await server.run(requests, outgoing, server.create_initialization_options())


def build_server(served: Served) -> Server[Any]:
    """The server with its tools and resources."""
    calls = _Calls(served)

    async def list_tools(_context: Any, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(
            tools=[
                types.Tool(
                    name=each.name,
                    title=each.title,
                    description=each.about,
                    input_schema=each.input_schema,
                    output_schema=each.output_schema,
                    annotations=_READS,
                )
                for each in TOOLS
            ]
        )

    async def call_tool(_context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = BY_NAME.get(params.name)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, f"no tool '{params.name[:40]}'; there are {', '.join(BY_NAME)}")
        return await calls.result(tool, params.arguments or {})

    async def list_resources(_context: Any, _params: Any) -> types.ListResourcesResult:
        listed = [types.Resource(uri=each.address, **_described(each)) for each in resources.LISTS]
        return types.ListResourcesResult(resources=listed)

    async def list_templates(_context: Any, _params: Any) -> types.ListResourceTemplatesResult:
        listed = [types.ResourceTemplate(uri_template=each.address, **_described(each)) for each in resources.TEMPLATES]
        return types.ListResourceTemplatesResult(resource_templates=listed)

    async def read_resource(_context: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        with _as_protocol_error():
            kind, text = resources.read(served, params.uri)
        return types.ReadResourceResult(
            contents=[types.TextResourceContents(uri=params.uri, mime_type=kind, text=text)]
        )

    async def complete(_context: Any, params: types.CompleteRequestParams) -> types.CompleteResult:
        template = params.ref.uri if isinstance(params.ref, types.ResourceTemplateReference) else ""
        known = (params.context.arguments if params.context else None) or {}
        with _as_protocol_error():
            values = resources.completed(served.base, template, params.argument.name, params.argument.value, known)
        most = resources.MOST_VALUES
        completion = types.Completion(values=values[:most], total=len(values), has_more=len(values) > most)
        return types.CompleteResult(completion=completion)

    return Server(
        "axis-allies-rulings",
        version=kb.__version__,
        title=tools.TITLE,
        instructions=instructions(served.base),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_completion=complete,
    )


def instructions(base: KnowledgeBase) -> str:
    """How an assistant is to use what it gets, with the games and the build of a base."""
    games = "; ".join(lookup.titles(base.connection, "games").values())
    return tools.INSTRUCTIONS.format(games=games, build=base.build.digest[:12])


def _described(each: resources.Resource) -> dict[str, Any]:
    return {"name": each.name, "title": each.title, "description": each.about, "mime_type": each.kind}


class _Calls:
    """Answers calls of tools; those of the engine one after the other, in a thread that waits for its process."""

    def __init__(self, served: Served) -> None:
        self._served, self._waiting = served, 0

    async def result(self, tool: Tool, given: Mapping[str, Any]) -> types.CallToolResult:
        """What a tool gives, as values and as text; or what is wrong with the call."""
        try:
            tool.check(given)
            told = await self._slowly(tool, given) if tool.operation.engine else tool.answer(self._served, given)
            text = tool.in_words(self._served, told)
        except KBError as error:
            return _failed(error)
        except Exception as error:
            log.error("a fault of this program: %s", type(error).__name__)
            return _failed(KBError(Finding(f"a fault of this program ({type(error).__name__})", hint="ask otherwise")))
        return types.CallToolResult(content=[types.TextContent(text=text)], structured_content=told)

    async def _slowly(self, tool: Tool, given: Mapping[str, Any]) -> dict[str, Any]:
        if self._waiting >= MOST_WAITING:
            raise QueryError(Finding("too many questions at once", hint="ask again in a moment"))
        self._waiting += 1
        try:
            return await anyio.to_thread.run_sync(tool.answer, self._served, given)
        finally:
            self._waiting -= 1


def _failed(error: KBError) -> types.CallToolResult:
    """The result of a call with which something is wrong: a line for each finding, and the tool to go on with."""
    text = "\n".join(str(each) for each in error.findings)
    return types.CallToolResult(content=[types.TextContent(text=text)], is_error=True)


@contextmanager
def _as_protocol_error() -> Iterator[None]:
    """What is wrong with a request that is no call of a tool becomes an error of the protocol, in one line."""
    try:
        yield
    except KBError as error:
        raise MCPError(types.INVALID_PARAMS, "; ".join(str(each) for each in error.findings)) from None
