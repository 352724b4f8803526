"""The client of the package ``mcp`` asks the server for assistants, in this process and over standard input."""

from __future__ import annotations

import json
import os
import re
import sys
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from mcp import Client, StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError

from kb.base import paths
from kb.base.errors import BadInput
from kb.cli import keep
from kb.knowledge import KnowledgeBase
from kb.mcp import server
from kb.service.engine_process import AskingProcess
from tests.conftest import ROOT, Run
from tests.read_once import tables
from tests.web.apart import run

PUBLIC = "https://rulings.example"
#: calls of tools: the tool, its arguments, and a part of the text
ANSWERED, REFUSED = (tables("mcp/calls.yaml")[name] for name in ("answered", "refused"))
REFUSED["too long"] = "check", {"case": "x" * 100_001}, "'case': String should have at most 100000 characters"
ADDRESSES = [
    f"kb://{each}" for each in ("ruling/rev-sub-2", "ruling/rev-sub-222", "games", "notation", "scenarios", "x")
]


class Heard(NamedTuple):
    instructions: str
    tools: dict[str, Any]
    results: dict[str, Any]
    read: dict[str, str]


async def conversation(client: Client) -> Heard:
    calls = ANSWERED | REFUSED
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    results = {name: await client.call_tool(tool, given) for name, (tool, given, _) in calls.items()}
    example = tools["check"].description.partition("```yaml\n")[2].partition("```")[0]
    results["show whole"] = await client.call_tool("show", {"id": "ann-com-1", "full": True})
    results["the example"] = await client.call_tool("check", {"case": example})
    read = {}
    for address in ADDRESSES:
        try:
            read[address] = (await client.read_resource(address)).contents[0].text  # type: ignore[union-attr]
        except MCPError as error:
            read[address] = f"error: {error}"
    return Heard(client.instructions or "", tools, results, read)


@pytest.fixture(scope="module")
def heard(base: KnowledgeBase) -> Heard:
    async def talk(engine: AskingProcess) -> Heard:
        async with Client(server.build(base, engine, PUBLIC)) as client:
            return await conversation(client)

    with closing(AskingProcess(base.build.directory)) as engine:
        return run(talk(engine))


def test_the_instructions_and_tools_are_short_and_only_read(heard: Heard, base: KnowledgeBase) -> None:
    titles = [row[0] for row in base.connection.execute("select title from games")]
    assert all(title in heard.instructions for title in titles) and len(heard.instructions) < 1_500
    assert list(heard.tools) == ["search", "show", "compare", "sections", "ask", "names", "check"]
    assert all(tool.annotations.read_only_hint and tool.description for tool in heard.tools.values())
    assert all(
        each["description"] for tool in heard.tools.values() for each in tool.input_schema["properties"].values()
    )
    announced = sum(len(tool.model_dump_json(by_alias=True, exclude_none=True)) for tool in heard.tools.values())
    assert announced < 14_500, "an assistant reads all of it before its first question"


@pytest.mark.parametrize("name", ANSWERED)
def test_an_answer_has_values_and_the_same_as_text(heard: Heard, name: str) -> None:
    result, part = heard.results[name], ANSWERED[name][2]
    assert not result.is_error and part in result.content[0].text
    assert json.loads(result.content[0].text) == result.structured_content
    assert len(result.content[0].text) < 8_000


@pytest.mark.parametrize("name", REFUSED)
def test_a_mistake_is_reported_to_the_model(heard: Heard, name: str) -> None:
    result = heard.results[name]
    assert result.is_error and REFUSED[name][2] in result.content[0].text and len(result.content[0].text) < 700


def test_a_ruling_is_whole_and_has_the_address_of_its_page(heard: Heard, base: KnowledgeBase) -> None:
    page = f"{PUBLIC}/r/rev-sub-2"
    shown = heard.results["show"].structured_content
    assert shown["page"] == page and shown["answer"] == base.ruling("rev-sub-2")["answer"]
    assert shown["left_out"] and not shown.keys() & {*shown["left_out"]}
    assert heard.results["show whole"].structured_content == base.ruling("ann-com-1") | {
        "page": f"{PUBLIC}/r/ann-com-1"
    }
    text = heard.read["kb://ruling/rev-sub-2"]
    assert "Official answer:\n> Yes." in text and text.endswith(f"{page}\n")
    assert [len(heard.results[name].structured_content["results"]) for name in ("search", "a printing")] == [2, 5]
    found = heard.results["compare"].structured_content
    assert len(found["topics"]) == 3 and found["left_out"]


def test_resources_are_the_games_and_the_two_languages(heard: Heard, base: KnowledgeBase) -> None:
    (row,) = heard.results["the example"].structured_content["scenarios"]
    assert row["passed"] and row["contrast_passed"]
    assert f"id: {row['id'].partition('/')[2]}\n" in heard.read["kb://scenarios"]
    assert [game["id"] for game in json.loads(heard.read["kb://games"])] == base.games()
    for text in (heard.read["kb://notation"], heard.tools["ask"].description):
        assert "| fights a battle | `attacks/" in text
    assert "did you mean rev-sub-2" in heard.read["kb://ruling/rev-sub-222"]
    assert heard.read["kb://x"].startswith("error: ")


def test_the_command_speaks_the_protocol_alone(built: str) -> None:
    settings = {**os.environ, "KB_BUILT": built, "PYTHONPATH": paths.CHECKOUT}
    how = StdioServerParameters(command=sys.executable, args=["-m", "kb", "mcp", "--public-url", PUBLIC], env=settings)

    async def talk() -> Any:
        async with Client(stdio_client(how)) as client:
            return await client.call_tool("show", {"id": "rev-sub-2"})

    assert run(talk()).structured_content["page"] == f"{PUBLIC}/r/rev-sub-2"


def test_what_is_missing_is_one_line(kb_command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = kb_command("mcp", KB_BUILT=str(tmp_path / "nowhere"))
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.count("\n") == 1
    monkeypatch.setattr(keep, "find_spec", lambda name: None)
    with pytest.raises(BadInput, match=r"pip install 'axis-allies-rulings\[mcp\]'"):
        keep.mcp()


def test_the_page_has_the_tools_and_resources(heard: Heard) -> None:
    text = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
    page = text.partition("## Assistants\n")[2].partition("\n## ")[0]
    rows = {row[0]: row[1] for row in re.findall(r"^\| `(\w+)` \| (.*?) \|", page, re.M)}
    assert list(rows) == list(heard.tools)
    for name, tool in heard.tools.items():
        assert set(tool.input_schema["properties"]) == set(re.findall(r"`(\w+)`", rows[name]))
    assert all(each in page for each in ("kb://ruling/{id}", "kb://games", "kb://notation", "kb://scenarios"))
