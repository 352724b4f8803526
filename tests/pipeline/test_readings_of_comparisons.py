"""Whether play or only a reading of ours decides a comparison of two games, and how pages mark it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kb.knowledge import KnowledgeBase
from kb.model.evidence import CitedRule, Compared, Comparison, Pair, StoredPrinting, StoredScenario
from kb.pipeline.proofs import with_readings
from kb.service.look_up import compare
from kb.text import ruling as wording
from tests.read_once import tables

SAME = StoredPrinting("h", "", "same", game="h")
DIFFERS = StoredPrinting("h", "", "differs", "otherwise", ("a",), "h")


def case(*printings: StoredPrinting, **changes: Any) -> StoredScenario:
    made = StoredScenario("g/case", "g", "g", "", "play", (), ("x-1",), (), ("a",), True, True, (), "f", 1)
    return replace(made, printings=printings, **changes)


def rule(of: str, confidence: str = "stated", cites: str = "x/section", *readings: str) -> CitedRule:
    game, _, name = of.partition("/")
    return CitedRule(of, game, game, name, "refuses", "", "", "", confidence, (cites,), readings, {})


def found(holds: Compared, told: StoredScenario, *rules: CitedRule, games: tuple[str, str] = ("g", "h")) -> Pair:
    topic = Comparison("t", "T", (), (Pair(games, holds, "g/case"),))
    return with_readings([topic], [told], rules)[0].pairs[0]


STATED = rule("g/a")
READ = rule("h/a", "public", "x/section", "one")


@pytest.mark.parametrize(
    ("holds", "told", "rules", "readings"),
    [
        # what the case cites: each of it is ours alone in one of the games
        (Compared.SAME, case(SAME), (STATED, READ), ("one",)),
        (Compared.SAME, case(SAME), (STATED, rule("h/a", "unverified")), ()),
        (Compared.SAME, case(SAME), (STATED, rule("h/a", "public")), None),
        (Compared.SAME, case(SAME), (STATED, rule("h/a", "unverified", "h-1", "one")), None),
        (Compared.SAME, case(SAME), (STATED, rule("h/a", "stated", "x/section", "one")), None),
        (Compared.SAME, case(SAME, rules=("a", "b")), (STATED, READ), None),
        # what makes the difference
        (Compared.DIFFERENT, case(DIFFERS), (READ,), ("one",)),
        (Compared.DIFFERENT, case(DIFFERS), (STATED,), None),
        (Compared.DIFFERENT, case(replace(DIFFERS, rules=("a", "steps"))), (READ,), None),
        (Compared.DIFFERENT, case(replace(DIFFERS, rules=("a", "b"))), (READ, rule("g/b")), None),
        # a reading that would turn it
        (Compared.SAME, case(replace(SAME, readings=("two",))), (STATED, rule("h/a")), ("two",)),
        (Compared.DIFFERENT, case(DIFFERS, readings=("two",)), (STATED,), ("two",)),
    ],
)
def test_a_pair_is_by_reading_where_nothing_else_decides_its_case(
    holds: Compared, told: StoredScenario, rules: tuple[CitedRule, ...], readings: tuple[str, ...] | None
) -> None:
    pair = found(holds, told, *rules)
    assert pair.basis == ("play" if readings is None else "reading")
    assert pair.readings == (readings or ())


def test_a_reading_of_the_third_game_whose_case_it_is_counts_for_nothing() -> None:
    other = replace(DIFFERS, ruleset="i", game="i")
    pair = found(Compared.DIFFERENT, case(SAME, other, readings=("two",)), STATED, rule("i/a"), games=("h", "i"))
    assert pair.basis == "play"


def test_what_is_said_or_not_comparable_is_not_by_reading() -> None:
    pairs = (Pair(("g", "h"), Compared.SAID, says="same"), Pair(("g", "h"), Compared.NOT_COMPARABLE))
    (topic,) = with_readings([Comparison("t", "T", (), pairs)], [], [])
    assert [each.basis for each in topic.pairs] == ["documents", "none"]


def test_what_only_readings_carry_is_shown_as_played_nowhere(base: KnowledgeBase) -> None:
    pairs = {(topic["topic"], *pair["games"]): pair for topic in compare(base) for pair in topic["pairs"]}
    by_reading = {key: pair["readings"] for key, pair in pairs.items() if pair["basis"] == "reading"}
    known = tables("pipeline/tables.yaml")
    assert {tuple(key): [reading] for *key, reading in known["open comparisons"]}.items() <= by_reading.items()
    assert not {*map(tuple, known["told comparisons"])} & by_reading.keys()
    for pair in (pairs[key] for key in by_reading):
        assert wording.grounds(pair).startswith("case: ") and "played" not in wording.grounds(pair)
    for record in base.rulings():
        for each in record["elsewhere"]:
            key = next(k for k in pairs if k[0] == each["topic"] and {*k[1:]} == {record["game"], each["game"]})
            assert (each["basis"], each["readings"]) == (pairs[key]["basis"], pairs[key]["readings"]), record["id"]
            told = wording.games([each], {each["game"]: "X"})
            kinds = {"same": "the same in X", "different": "different in X"}
            assert told == kinds.get(each["comparison"], "not compared with X"), record["id"]


PLAYED = {"holds": "same", "printing": "", "game": "h", "title": "Aitch", "why": "", "made_by": []}
SAID = {"game": "h", "title": "A question", "comparison": "said", "said": "different", "basis": "documents"}


def test_a_game_whose_rule_differs_is_left_out_where_a_case_is_the_same() -> None:
    differs = {**PLAYED, "holds": "differs", "why": "nobody fires", "made_by": ["It has no guns."]}
    printing = {**PLAYED, "printing": "2012"}
    results = [PLAYED, printing, differs]
    for compared in (SAID, {**SAID, "comparison": "different", "said": ""}):
        assert wording.results_elsewhere(results, [compared]) == [printing, differs]
    assert wording.results_elsewhere(results, [{**SAID, "said": "same"}, {**SAID, "game": "i"}]) == results
    assert [wording.played_in(each) for each in results] == [
        "in Aitch it comes out the same",
        "under the rules of the 2012 printing it comes out the same",
        "in Aitch it comes out DIFFERENTLY: nobody fires. It has no guns.",
    ]
