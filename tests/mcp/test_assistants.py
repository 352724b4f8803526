"""A client of the package ``mcp``, not of this project, asks ``kb mcp`` over standard input and output."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import mcp_types as types
import pytest
from jsonschema import Draft202012Validator
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.shared.exceptions import MCPError

from kb.base import paths
from kb.base.errors import BadInput
from kb.cli.commands import mcp as command
from kb.knowledge import KnowledgeBase
from kb.mcp import resources, server, tools
from kb.service.engine_process import LIMIT, AskingProcess
from kb.text import assistants as texts
from tests.conftest import ROOT, Run
from tests.questions import DEAR, SCENARIO, children_seconds
from tests.web.apart import run

CODE = "from kb.cli.front import main; main()"
PUBLIC = "https://rulings.example"
LEGAL = "aa50; uk combat move; sz8: uk 1 cruiser; may cruiser 8-7-6"
ILLEGAL = "aa50; uk combat move; sz8: uk 1 cruiser; sz7: germany 1 sub 1 dd; may cruiser 8-7-6"
CASE = (ROOT / "data" / "scenarios" / "revised" / "submarines.yaml").read_text(encoding="utf-8")

Row = tuple[str, dict[str, Any], str]
#: calls of tools, and words of the text that comes
ANSWERED: dict[str, Row] = {
    "close": ("search", {"question": "does the destroyer get to shoot back", "limit": 2}, "Match: close. These match"),
    "a game by another name": ("search", {"question": "may a sub submerge", "game": "aa50"}, "Anniversary"),
    "printings": ("search", {"question": "can fighters scramble in g40"}, "(2012 printing: DIFFERENT)"),
    "a printing": (
        "search",
        {"question": "can fighters in the united kingdom scramble", "game": "g40", "printing": "2012"},
        "\n  2012 printing: Up to three planes may scramble",
    ),
    "a value": (
        "search",
        {"question": "what does a cruiser cost", "game": "anniversary"},
        "- Rule book, Anniversary (board and charts): A cruiser costs 12",
    ),
    "other editions": (
        "search",
        {"question": "does a kamikaze hit a submarine", "game": "aa50"},
        "\nOther editions: rev-",
    ),
    "weak": ("search", {"question": "chance that a bomber survives"}, "NO CLOSE MATCH: these are only the nearest"),
    "none": ("search", {"question": "how do I bake a pizza"}, "not about these games"),
    "a ruling": ("show", {"id": "REV-Sub-2"}, "Official answer:\n> Yes."),
    "one of another game": ("show", {"id": "fas-cm-2"}, "Flames and Steel"),
    "a topic": ("compare", {"what": "lone-transport"}, "Revised and Anniversary: different"),
    "many topics": ("compare", {"what": "submarine", "game": "e99"}, "Further topics have these words: "),
    "legal": ("ask", {"line": LEGAL}, "Allowed: The United Kingdom moves"),
    "illegal": ("ask", {"line": ILLEGAL}, "Not allowed: The United Kingdom moves"),
    "scenarios that pass": ("check", {"scenarios": CASE}, "passed: revised/destroyer-hit-shoots-back"),
    "a scenario that fails": ("check", {"scenarios": SCENARIO}, "FAILED: "),
}
#: the same of calls that fail
REFUSED: dict[str, Row] = {
    "an unknown game": ("search", {"question": "sub", "game": "revized"}, "did you mean revised?"),
    "all that is wrong": ("search", {"game": 5, "limit": 99, "gmae": "x"}, "did you mean game?"),
    "too long a question": ("search", {"question": "sub " * 3_000}, "'question' has to be a text of 1 to 2,000 "),
    "no ruling": ("show", {"id": "rev-sub-222"}, "did you mean rev-sub-2"),
    "no topic": ("compare", {"what": "gardening"}, "no topic is about 'gardening'"),
    "no position": ("ask", {"line": "hello"}, "which game is it?"),
    "neither": ("ask", {}, "just one of 'line' and 'case' has to be there"),
    "too long a line": ("ask", {"line": "x" * 5_000}, "'line' has to be a text of 1 to 4,000 characters"),
    "too long a case": ("ask", {"case": {"game": "x" * 100_001}}, "'case' is longer than 100,000 characters"),
    "badly written": ("check", {"scenarios": "game: revised\nscenarios: 5\n"}, "what is checked:2: "),
    "too long a file": ("check", {"scenarios": "x" * 100_001}, "'scenarios' has to be a text of 1 to 100,000 "),
}
CALLS = ANSWERED | REFUSED


class Heard(NamedTuple):
    """What a client was told in one conversation."""

    start: types.InitializeResult
    tools: list[types.Tool]
    results: dict[str, types.CallToolResult]
    resources: list[types.Resource]
    templates: list[types.ResourceTemplate]
    read: dict[str, str]
    completed: dict[str, list[str]]


def parameters(built: str) -> StdioServerParameters:
    settings = {**os.environ, "KB_BUILT": built, "PYTHONPATH": paths.CHECKOUT}
    return StdioServerParameters(command=sys.executable, args=["-c", CODE, "mcp", "--public-url", PUBLIC], env=settings)


async def conversation(built: str) -> Heard:
    with open(os.devnull, "w") as nowhere:
        async with stdio_client(parameters(built), errlog=nowhere) as streams, ClientSession(*streams) as client:
            start = await client.initialize()
            listed = (await client.list_tools()).tools
            results = {name: await client.call_tool(tool, given) for name, (tool, given, _) in CALLS.items()}
            fixed = (await client.list_resources()).resources
            templates = (await client.list_resource_templates()).resource_templates
            read = {}
            for address in (*(each.uri for each in fixed), *READ, *MISSING):
                read[address] = await told(client.read_resource, address)
            completed = {name: await completion(client, *each) for name, each in COMPLETED.items()}
            return Heard(start, listed, results, fixed, templates, read, completed)


READ = ("kb://ruling/rev-sub-2", "kb://section/rev/up-submarines")
MISSING = ("kb://ruling/rev-sub-222", "kb://section/rev/nothing", "kb://ruling/", "file:///etc/passwd", "kb://x")
RULING, SECTION = "kb://ruling/{id}", "kb://section/{book}/{section}"
COMPLETED = {
    "rulings": (RULING, "id", "rev-s", {}),
    "all rulings": (RULING, "id", "", {}),
    "books": (SECTION, "book", "", {}),
    "sections": (SECTION, "section", "up-", {"book": "rev"}),
    "nothing": (RULING, "name", "", {}),
}


async def told(read: Callable[..., Any], address: str) -> str:
    try:
        (content,) = (await read(address)).contents
    except MCPError as error:
        return f"error: {error.message}"
    return str(content.text)


async def completion(client: ClientSession, template: str, name: str, begun: str, known: dict[str, str]) -> list[str]:
    reference = types.ResourceTemplateReference(uri=template)
    try:
        return (await client.complete(reference, {"name": name, "value": begun}, known)).completion.values
    except MCPError as error:
        return [f"error: {error.message}"]


@pytest.fixture(scope="module")
def heard(built: str) -> Heard:
    """One conversation, in which everything is asked."""
    found: Heard = run(conversation(built))
    return found


def text(result: types.CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, types.TextContent)
    return content.text


def test_the_server_says_what_it_is_and_how_to_answer_from_it(heard: Heard, base: KnowledgeBase) -> None:
    told = heard.start.instructions
    assert heard.start.server_info.name == "axis-allies-rulings" and told
    titles = [row[0] for row in base.connection.execute("select title from games")]
    assert all(title in told for title in titles) and base.build.digest[:12] in told and "{" not in told
    capabilities = heard.start.capabilities
    assert capabilities.tools and capabilities.resources and capabilities.completions and not capabilities.prompts
    assert all(f"{level}:" in tools.INSTRUCTIONS and level in tools.SEARCH for level in texts.MATCHES)


def test_every_tool_only_reads_and_describes_what_it_takes_and_gives(heard: Heard) -> None:
    assert [tool.name for tool in heard.tools] == [tool.name for tool in tools.TOOLS]
    for tool in heard.tools:
        hints = tool.annotations
        assert hints and hints.read_only_hint and hints.destructive_hint is False and hints.open_world_hint is False
        for schema in (tool.input_schema, tool.output_schema):
            assert schema and schema["type"] == "object"
            Draft202012Validator.check_schema(schema)
        assert all(field.get("description") for field in tool.input_schema["properties"].values()), tool.name
    announced = sum(len(tool.model_dump_json(by_alias=True, exclude_none=True)) for tool in heard.tools)
    assert announced < 18_000, "an assistant reads all of it before its first question"


@pytest.mark.parametrize("name", CALLS)
def test_a_call_gives_values_of_the_announced_shape_or_lines_that_help(heard: Heard, name: str) -> None:
    (called, _, says), result = CALLS[name], heard.results[name]
    (announced,) = [tool.output_schema for tool in heard.tools if tool.name == called]
    assert result.is_error == (name in REFUSED) and says in text(result), text(result)
    assert "Traceback" not in text(result) and "fault of this program" not in text(result)
    assert not re.search(r"\bkb [a-z]", text(result)), "an assistant has no terminal"
    if name in REFUSED:
        assert result.structured_content is None and len(text(result)) < 700
    else:
        assert announced and not list(Draft202012Validator(announced).iter_errors(result.structured_content))


@pytest.mark.parametrize("level", texts.MATCHES)
def test_the_match_level_is_said_first(heard: Heard, level: str) -> None:
    result = heard.results[level]
    assert result.structured_content["match"] == level
    assert text(result).startswith(f"Match: {level}. {texts.MATCHES[level]}")
    assert bool(result.structured_content["rulings"]) is (level != "none")


def test_everything_that_is_wrong_with_a_call_is_told_at_once(heard: Heard) -> None:
    assert text(heard.results["all that is wrong"]).splitlines() == [
        "'question' is missing: The question.",
        "'game' has to be a text of at most 100 characters",
        "'limit' has to be a whole number from 1 to 20",
        "there is no 'gmae' here; there are 'question', 'game', 'printing', 'limit', 'all_games'; did you mean game?",
    ]


def test_a_ruling_has_the_official_words_and_the_link_of_its_page(heard: Heard, base: KnowledgeBase) -> None:
    result = heard.results["a ruling"]
    assert result.structured_content == base.ruling("rev-sub-2")
    assert text(result).endswith(f"{PUBLIC}/r/rev-sub-2\n")
    assert heard.read["kb://ruling/rev-sub-2"] == text(result)


def test_many_topics_are_a_few_and_the_names_of_the_rest(heard: Heard) -> None:
    found = heard.results["many topics"].structured_content
    assert len(found["topics"]) == tools.BY_NAME["compare"].most and found["left_out"]
    assert all("europe-1999" in [game["game"] for game in each["games"]] for each in found["topics"])


def test_what_the_engine_says_is_marked_as_our_reading(heard: Heard) -> None:
    for name in ("legal", "illegal", "scenarios that pass", "a scenario that fails"):
        assert text(heard.results[name]).startswith(
            "This is our engine's reading of the rules, not an official answer."
        )
    assert heard.results["legal"].structured_content["legal"] is True
    assert heard.results["illegal"].structured_content["legal"] is False
    (failed,) = heard.results["a scenario that fails"].structured_content["scenarios"]
    assert not failed["passed"] and failed["reason"] in text(heard.results["a scenario that fails"])


def test_resources_are_rulings_sections_and_lists(heard: Heard, base: KnowledgeBase) -> None:
    assert [each.uri_template for each in heard.templates] == [RULING, SECTION]
    assert [game["id"] for game in json.loads(heard.read["kb://games"])] == base.games()
    assert len(json.loads(heard.read["kb://topics"])) > 50
    assert heard.read["kb://notation"] == tools.NOTATION
    assert "| fights a battle | `attacks/" in tools.BY_NAME["ask"].about
    section = heard.read["kb://section/rev/up-submarines"]
    assert section.startswith("### rev/up-submarines · ") and "\n- rev-sub-1 (interprets): " in section
    for address in MISSING:
        assert heard.read[address].startswith("error: there is no ") and "\n" not in heard.read[address]
    assert "did you mean rev-sub-2" in heard.read["kb://ruling/rev-sub-222"]


def test_ids_are_completed(heard: Heard, base: KnowledgeBase) -> None:
    assert heard.completed["rulings"] == [each for each in base.ids() if each.startswith("rev-s")]
    assert heard.completed["all rulings"] == base.ids()[:100]
    assert heard.completed["books"][0] == "rev" and len(heard.completed["books"]) == 5
    assert "up-submarines" in heard.completed["sections"]
    assert all(each.startswith("up-") for each in heard.completed["sections"])
    assert heard.completed["nothing"] == ["error: nothing completes 'name' of 'kb://ruling/{id}'"]


def test_every_ruling_is_of_the_announced_shape(base: KnowledgeBase) -> None:
    show = tools.BY_NAME["show"]
    validator = Draft202012Validator(show.output_schema)
    served = tools.Served(base, AskingProcess(base.build.directory), PUBLIC)
    for name in base.ids():
        told = show.answer(served, {"id": name})
        assert not list(validator.iter_errors(told)), name
        assert told["id"] in show.in_words(served, told)


HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}


def request(number: int, method: str, **given: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": given})


@contextmanager
def talking(built: str, *requests: str) -> Iterator[Any]:
    """The server in a process that was greeted and sent some lines."""
    how = parameters(built)
    asked = [request(1, "initialize", **HELLO), '{"jsonrpc": "2.0", "method": "notifications/initialized"}', *requests]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen([how.command, *how.args], env=how.env, text=True, **pipes) as process:
        process.stdin.write("\n".join(asked) + "\n")
        process.stdin.flush()
        yield process


def test_standard_output_has_the_protocol_alone(built: str) -> None:
    nothing = request(2, "tools/call", name="nothing", arguments={})
    show = request(4, "tools/call", name="show", arguments={"id": "rev-sub-2"})
    with talking(built, "no JSON at all", nothing, request(3, "no/such/method"), show) as process:
        told: dict[Any, Any] = {}
        while not {1, 2, 3, 4} <= set(told):
            each = json.loads(process.stdout.readline())
            told[each.get("id")] = each
        rest, complaints = process.communicate()
    assert process.returncode == 0 and rest == "" and all(each["jsonrpc"] == "2.0" for each in told.values())
    assert told[2]["error"]["message"] == f"no tool 'nothing'; there are {', '.join(tool.name for tool in tools.TOOLS)}"
    assert told[4]["result"]["structuredContent"]["id"] == "rev-sub-2" and "error" in told[3]
    assert "Traceback" not in complaints


def test_the_end_of_input_ends_it_while_questions_wait(built: str) -> None:
    dear = {"line": DEAR}
    asked = [request(2 + each, "tools/call", name="ask", arguments=dear) for each in range(server.MOST_WAITING)]
    with talking(built, *asked, request(99, "tools/call", name="show", arguments={"id": "rev-sub-2"})) as process:
        while json.loads(process.stdout.readline())["id"] != 99:  # by then the others have been handed to the engine
            pass
        before = children_seconds()
        process.stdin.close()
        process.wait(300)
        spent = children_seconds() - before
    assert process.returncode == 0
    assert spent < LIMIT, "seconds of processor time; each of the questions takes 6"


def test_without_a_build_one_line_says_so(kb_command: Run, tmp_path: Path) -> None:
    done = kb_command("mcp", KB_BUILT=str(tmp_path / "nowhere"))
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.count("\n") == 1


def test_without_the_package_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    with pytest.raises(BadInput) as wrong:
        command.run()
    assert str(wrong.value).endswith("install it with: pip install 'axis-allies-rulings[mcp]'")


def test_only_the_command_loads_the_package(built: str) -> None:
    code = "import sys, kb.cli.front, kb.mcp.tools; assert not {'mcp', 'pydantic'} & set(sys.modules), 1"
    done = subprocess.run([sys.executable, "-c", code], check=False, env={**os.environ, "PYTHONPATH": paths.CHECKOUT})
    assert done.returncode == 0


PAGE = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
PAGE = PAGE.partition("## Assistants\n")[2].partition("\n## ")[0]


def test_the_page_has_the_tools_and_what_they_take() -> None:
    (config,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    (server,) = json.loads(config)["mcpServers"].values()
    assert (server["command"], server["args"][0]) == ("kb", "mcp")
    rows = {row[0]: row[1] for row in re.findall(r"^\| `(\w+)` \| (.*?) \|", PAGE, re.M)}
    assert list(rows) == [tool.name for tool in tools.TOOLS]
    for tool in tools.TOOLS:
        assert set(tool.input_schema["properties"]) <= set(re.findall(r"`(\w+)`", rows[tool.name]))
    assert all(each.address in PAGE for each in (*resources.TEMPLATES, *resources.LISTS))
