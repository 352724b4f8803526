"""A repeated key in a JSON object is refused by all readers of JSON from outside: programs differ in which value they
use."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kb.asking.question import from_text
from kb.base.errors import KBError
from kb.base.written import RepeatedKey, parse_json
from kb.cli import search
from kb.corpus import ids
from kb.knowledge import KnowledgeBase
from kb.service.checking import check
from kb.web.api import Problem, parse_body
from tests.conftest import ROOT
from tests.read_once import modules, nodes

#: modules that parse JSON written by this program, and its source
OWN = {
    "kb/games/packed.py": "rules that the build packs",
    "kb/pipeline/authoring/forms/__init__.py": "what the converter in a process of its own prints",
    "kb/pipeline/scenarios.py": "results that a build keeps, compared with their digest",
    "kb/store/lookup.py": "records in a base",
    "kb/store/scenarios.py": "traces and positions in a base",
    "kb/store/pages.py": "lists in a base",
    "kb/web/browsing.py": "lists in a base",
    "kb/web/drawing.py": "colours that come with the program; proofs and verdicts that the build packs for phones",
    "kb/base/written.py": "the parser that refuses repeated keys",
}
PARSERS = {"load", "loads", "JSONDecoder"}


def parses_json(path: Path) -> bool:
    """Return whether a module uses the parser of the standard library."""
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and node.module in ("json", "json.decoder"):
            if PARSERS & {each.name for each in node.names}:
                return True
        elif isinstance(node, ast.Attribute) and node.attr in PARSERS and ast.unparse(node.value) == "json":
            return True
    return False


def test_only_what_is_our_own_is_parsed_otherwise() -> None:
    readers = {str(path.relative_to(ROOT)) for room in ("kb", "scripts") for path in modules(room) if parses_json(path)}
    assert readers == set(OWN)


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ('{"a": 1, "a": 1}', "'a' occurs twice"),
        ('{"b": [{"a": 1, "a": 2}]}', "'a' occurs twice"),
        ('{"a": 1, "\\u0061": 2}', "'a' occurs twice"),
        ("[NaN]", "NaN is not a JSON number"),
        ("[" * 90_000, "nested too deeply"),
    ],
)
def test_the_reason_is_told(written: str, told: str) -> None:
    with pytest.raises(ValueError, match=told) as error:
        parse_json(written)
    assert isinstance(error.value, RepeatedKey) == ("twice" in told)


def test_equal_keys_of_different_tables_are_read() -> None:
    value = {"a": [{"a": 1}, {"a": 2}], "b": {"a": None}}
    assert parse_json(json.dumps(value)) == value


def twice(table: str) -> str:
    """Return a mapping as JSON, with its last key repeated."""
    key, value = list(json.loads(table).items())[-1]
    return f"{table.rstrip()[:-1]}, {json.dumps(key)}: {json.dumps(value)}}}"


def findings(read: Callable[[], object]) -> str:
    with pytest.raises((KBError, Problem)) as error:
        read()
    return str(error.value)


SCENARIOS = '{"game": "anniversary", "scenarios": [{"id": "fails"}], "scenarios": [{"id": "passes"}]}'


def test_the_first_of_two_lists_of_scenarios_is_not_passed_over(base: KnowledgeBase) -> None:
    assert "'scenarios' occurs twice" in findings(lambda: parse_body(SCENARIOS))
    assert "'scenarios' occurs twice" in findings(lambda: check(base, SCENARIOS))


def test_a_question_with_a_key_twice_is_refused() -> None:
    request = '{"game": "revised", "line": "sz5: germany 1 sub", "line": "sz5: germany 2 subs"}'
    assert "'line' occurs twice" in findings(lambda: parse_body(request))
    assert "'line' occurs twice" in findings(lambda: from_text(request, None))  # type: ignore[arg-type]


def test_a_batch_of_queries_with_a_key_twice_is_refused_with_its_line(base: KnowledgeBase, tmp_path: Path) -> None:
    file = tmp_path / "queries.jsonl"
    file.write_text('{"query": "subs"}\n{"qid": "1", "query": "subs", "query": "planes"}\n')
    assert f"{file}:2: not a query: 'query' occurs twice" in findings(lambda: search._asked(str(file)))


def test_files_of_data_with_a_key_twice_are_refused_with_their_line(tmp_path: Path) -> None:
    data = ROOT / "data"
    first, *rest = (data / ids.REGISTER).read_text("utf-8").splitlines(keepends=True)
    (tmp_path / ids.REGISTER).write_text("".join([twice(first) + "\n", *rest]), "utf-8")
    assert f"data/{ids.REGISTER}:1: " in findings(lambda: ids.load_register(str(tmp_path)))
