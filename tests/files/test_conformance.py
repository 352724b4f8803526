"""The suite for other engines: all cases are in it, as its schema says, and a reader of its page plays them."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from kb.base.errors import KBError
from kb.cases.expectations.keys import PLAYED
from kb.cases.language.grammar import CHOSEN, POSITION, UNIT_KEYS
from kb.engine.core.position import Mark
from kb.files.conformance_schema import schema
from kb.knowledge import KnowledgeBase
from kb.service import asking
from kb.service.checking import rule_books
from tests.altered import altered
from tests.conftest import ROOT, Run
from tests.files.conftest import Export
from tests.read_once import scenarios
from tests.web.processes import serving

Table = dict[str, Any]
PAGE = (ROOT / "docs" / "conformance.md").read_text("utf-8")
#: the game whose cases the fast lane plays; every other lane plays all
SMALLEST = "flames-and-steel"
OTHERS = ("revised", "anniversary", "europe-1999", "europe-1940")
EACH_GAME = pytest.mark.parametrize(
    "game", [SMALLEST, *(pytest.param(each, marks=pytest.mark.slow) for each in OTHERS)]
)

_spec = importlib.util.spec_from_file_location("conformance_reader", ROOT / "examples" / "conformance_reader.py")
assert _spec and _spec.loader
reader = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(reader)


@pytest.fixture(scope="session")
def suite(export: Export) -> Callable[[str], list[Table]]:
    """The values of the suite of a game."""
    return lambda game: [json.loads(line) for line in export("conformance", game=game).splitlines()]


@pytest.fixture(scope="session")
def ask(base: KnowledgeBase) -> Callable[[Table], Table]:
    """Answers as ``POST /api/v1/ask`` does, in this process."""
    books = rule_books(base)

    def answer(case: Table) -> Table:
        try:
            return asking.ask(base, case, rules_of=books)
        except KBError as error:
            return {"errors": [str(each) for each in error.findings]}

    return answer


def cases_of(values: list[Table]) -> list[Table]:
    return [value for value in values if value["kind"] == "case"]


@EACH_GAME
def test_every_case_and_contrast_is_in_it(suite: Callable[[str], list[Table]], game: str) -> None:
    values = suite(game)
    expected = [
        f"{each.name}/contrast-{number}" if number else each.name
        for each in scenarios()
        if each.game == game
        for number in range(len(each.cases))
    ]
    assert [case["id"] for case in cases_of(values)] == expected and values[0]["cases"] == len(expected) > 100
    known = {(value["kind"], value.get("id")) for value in values}
    assert all({("board", case["board"]), ("ruleset", case["ruleset"])} <= known for case in cases_of(values))


@EACH_GAME
def test_every_value_is_as_its_schema_says(suite: Callable[[str], list[Table]], game: str) -> None:
    validator = Draft202012Validator(schema())
    wrong = [(value.get("id"), error.message[:300]) for value in suite(game) for error in validator.iter_errors(value)]
    assert not wrong, wrong[:5]


@pytest.mark.parametrize("damage", [("turn", 7), ("treasuries", {"germany": "many"}), ("planes", {})])
def test_the_schema_notices(suite: Callable[[str], list[Table]], damage: tuple[str, Any]) -> None:
    case = deepcopy(next(case for case in cases_of(suite(SMALLEST)) if case["proof"] == "play"))
    assert Draft202012Validator(schema()).is_valid(case)
    case["position"] |= dict([damage])
    assert not Draft202012Validator(schema()).is_valid(case)


@EACH_GAME
def test_the_reader_plays_all_over_http(suite: Callable[[str], list[Table]], built: str, game: str) -> None:
    values = suite(game)
    with serving(built) as server:
        count, failed = reader.run(values, reader.Engine(f"http://127.0.0.1:{server.port}"), [])
    assert (count, failed) == (len(cases_of(values)), [])


def mutated(case: Table) -> Iterator[tuple[str, Table]]:
    """The case with each of its expectations changed, one at a time; with what is changed."""
    for at, item in enumerate(case["expect"]):
        made = deepcopy(case)
        made["expect"][at]["key"], made["expect"][at]["value"] = altered(item["key"], item["value"])
        yield item["key"], made
    for at, action in enumerate(case.get("actions", ())):
        made = deepcopy(case)
        made["actions"][at]["legal"] = not action["legal"]
        yield "legal" if action["legal"] else "refused", made
        if action["do"].get("dice"):
            made = deepcopy(case)
            made["actions"][at]["do"]["dice"].append(6)
            yield "dice too many", made


@EACH_GAME
def test_whatever_is_changed_in_a_case_is_noticed(
    suite: Callable[[str], list[Table]], ask: Callable[[Table], Table], game: str
) -> None:
    values, tried = suite(game), set()
    known = {(value["kind"], value["id"]): value for value in values if value["kind"] != "suite"}
    unnoticed = []
    for case in cases_of(values):
        for what, made in mutated(case):
            if what not in tried:
                tried.add(what)
                try:
                    reader.check(made, known, ask)
                    unnoticed.append((case["id"], what))
                except reader.Difference:
                    pass
    assert not unnoticed and {"legal", "refused", "lost", "stands", "because"} <= tried


def test_the_page_names_everything() -> None:
    compared = PAGE.partition("| what is compared |")[2]
    assert not [key for key in PLAYED if f"`{key}`" not in compared]
    words = {*POSITION.required, *POSITION.optional, *UNIT_KEYS, *CHOSEN.optional, *Mark} - {"from", "scenery"}
    assert not [word for word in words if f"`{word}`" not in PAGE]


def test_the_reader_is_short_and_knows_nothing_of_ours() -> None:
    text = (ROOT / "examples" / "conformance_reader.py").read_text("utf-8")
    assert len(text.splitlines()) <= 500 and "kb" not in {
        line.split()[1] for line in text.splitlines() if "import " in line and line.split()[0] in ("import", "from")
    }


def test_a_folder_is_written_whole_or_not_at_all(kb_command: Run, tmp_path: Any) -> None:
    done = kb_command("export", "-f", "conformance", "-g", SMALLEST, "--out", "suite")
    values = list(reader.read(tmp_path / "suite"))
    assert done.returncode == 0 and f"suite: {len(cases_of(values))} cases" in done.stderr
    assert {path.parent.name for path in (tmp_path / "suite").rglob("*.json")} >= {
        "suite",
        "boards",
        "rulesets",
        SMALLEST,
    }
    again = kb_command("export", "-f", "conformance", "-g", SMALLEST, "--out", "suite")
    assert again.returncode == 2 and "something is there already" in again.stderr
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    text = kb_command("export", "-f", "csv", "--out", "elsewhere")
    assert text.returncode == 2 and "leave --out away" in text.stderr
