"""The reads of a base and the questions to the engine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from kb.base.errors import BadInput, KBError
from kb.knowledge import KnowledgeBase
from kb.service import asking, checking, look_up
from kb.service.checking import rule_books
from kb.service.names import names
from tests.conftest import ROOT

SITUATIONS = [json.loads(line) for line in (ROOT / "tests/web/ask_situations.jsonl").read_text().splitlines()]
LINES = (
    "revised; germany combat; sz5: germany 1 sub, uk 1 dd; germany attacks sz5",
    "revised; germany combat; sz5: germany 1 sub, uk 1 dd; germany attacks sz5, dice 2 2",
    "revised; germany conduct combat; karelia: germany 2 inf 1 tank, ussr 2 inf; germany attacks karelia",
    "aa50; uk ncm; sz6: uk 1 ac 1 ftr; may uk land 1 ftr in sz6",
    "revised; germany combat move; sz5: germany 1 sub; what may germany 1 sub do",
)
CASE = """
game: revised
scenarios:
  - id: a-case
    title: A submarine alone
    position: {turn: germany, phase: conduct-combat, spaces: {sz5: {germany: {submarine: 1}, united-kingdom: {destroyer: 1}}}}
    do: [{battle: sz5, dice: [2, 6]}]
    expect: [{lost: {united-kingdom: {destroyer: 1}}}]
"""


@pytest.mark.parametrize("game", ["revised", "aa50 1942", "e99", "global 2012", "f&s"])
def test_the_examples_of_names_are_legal(game: str) -> None:
    rules_of = rule_books(None)
    told = names(game, "", rules_of.data, rules_of)
    assert told["examples"] and len(json.dumps(told)) < 8_000
    assert all(asking.ask(None, each, rules_of=rules_of)["legal"] for each in told["examples"])


def test_a_statement_is_found_by_its_id_or_told_with_near_misses(base: KnowledgeBase) -> None:
    for (name,) in base.connection.execute("select id from statements where rowid % 50 = 0"):
        found = look_up.statement(base, name.upper())
        assert found["id"] == name and found["says"].endswith(".")
    assert look_up.statement(base, "revised/tanks-blitz")["rulings"][0]["id"] == "rev-com-8"
    with pytest.raises(KBError, match="did you mean revised/tanks-blitz"):
        look_up.statement(base, "revised/tanks-blits")


def test_the_list_of_rulings_in_parts_is_every_ruling(base: KnowledgeBase) -> None:
    listed, after = list[str](), None
    while after is not None or not listed:
        part = look_up.rulings(base, after=after, limit=70)
        listed += [each["id"] for each in part["rulings"]]
        after = part["next"]
    assert listed == base.ids() and look_up.rulings(base, limit=len(listed))["next"] is None
    errata = look_up.rulings(base, "revised", document="revised-faq", kind="erratum")["rulings"]
    assert {(each["game"], each["document"], each["kind"]) for each in errata} == {
        ("revised", "revised-faq", "erratum")
    }


def answers(base: KnowledgeBase) -> Iterator[dict[str, Any]]:
    books = rule_books(base)
    for each in SITUATIONS:
        acts = [act for act in each.get("acts", []) if not {"tap", "dice", "choose", "units"} & act.keys()]
        yield asking.ask(base, {**each["request"], "do": acts, "what": {}}, rules_of=books)
    for line in LINES:
        yield asking.ask(base, line, rules_of=books)
    yield asking.ask(base, LINES[0], changes=["sz5: uk 2 dd"], rules_of=books)
    yield asking.ask(base, json.dumps(SITUATIONS[0]["request"]), rules_of=books)
    yield asking.ask(None, LINES[0], rules_of=books)


def test_answers_of_the_engine(base: KnowledgeBase) -> None:
    found = list(answers(base))
    for part in ("waiting", "offers", "battles", "rulings", "assumed"):
        assert any(each.get(part) for each in found), f"no answer has {part}"


def test_checks(base: KnowledgeBase) -> None:
    books = rule_books(base)
    every_act = (ROOT / "tests/cases/every_act.yaml").read_text()
    texts = [every_act, CASE, CASE.replace("dice: [2, 6]", "dice: [6, 6]"), *scenario_files(7)]
    found = [checking.check(base, text, rules_of=books) for text in texts]
    assert len(found) == 10
    assert [row["passed"] for row in found[-8]] == [False] and found[-8][0]["reason"]


def scenario_files(many: int) -> list[str]:
    """Files of the data, with at most three scenarios: those of a game that are the shortest."""
    paths = sorted((ROOT / "data/scenarios/flames-and-steel").glob("*.yaml"), key=lambda path: path.stat().st_size)
    more = sorted((ROOT / "data/scenarios/revised").glob("*.yaml"), key=lambda path: path.stat().st_size)
    return [path.read_text() for path in [*paths, *more][:many]]


def test_what_cannot_be_checked_is_an_error_with_its_line(base: KnowledgeBase) -> None:
    with pytest.raises(BadInput) as error:
        checking.check(base, CASE.replace("sz5, dice", "sz555, dice").replace("submarine: 1", "submarines: 1"))
    assert [(each.file, each.line) for each in error.value.findings] == [("what is checked", 6), ("what is checked", 7)]


def test_a_doubtful_line_is_told(base: KnowledgeBase) -> None:
    text = CASE.replace("lost: {united-kingdom: {destroyer: 1}}", "treasury: {germany: 0}")
    assert ["already held at the start" in each for row in checking.check(base, text) for each in row["warnings"]] == [
        True
    ]
