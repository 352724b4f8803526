"""The results of play for rulings on which the documents are silent, and the readings that their cases use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from kb.corpus.curated import Verdict
from kb.games.rulesets import load_rulesets
from kb.knowledge import KnowledgeBase
from kb.model.corpus import Printing, RulingReading
from kb.model.evidence import CitedRule, Claim, StoredPrinting, StoredScenario
from kb.pipeline.proofs import Shown
from kb.text import ruling as wording

UNKNOWN = Printing("2012", "unknown", "Not confirmed.", "none")
SAME, DIFFERS = (StoredPrinting("g-2012", "2012", holds) for holds in ("same", "differs"))


def printing_of(
    written: Printing, scenarios: Sequence[StoredScenario], rules: Sequence[CitedRule] = (), **verdicts: Verdict
) -> Printing:
    """Return the record of the ruling x-1 in another printing, from these written values."""
    return Shown(scenarios, (), rules, {id.replace("_", "-"): each for id, each in verdicts.items()}).printing(
        "x-1", written
    )


def scenario(name: str, *printings: StoredPrinting, **changes: Any) -> StoredScenario:
    made = StoredScenario(f"g/{name}", "g", "g", "", "play", (), ("x-1",), (), ("a", "b"), True, True, (), "f", 1)
    return replace(made, printings=printings, **changes)


def rule(name: str, *readings: str) -> CitedRule:
    return CitedRule(f"g/{name}", "g", "g", name, "refuses", "", "", "", "stated", (), readings, {})


@pytest.mark.parametrize(
    ("scenarios", "printing"),
    [
        ((), UNKNOWN),
        ((scenario("a"),), UNKNOWN),
        ((scenario("a", SAME), scenario("b", SAME)), replace(UNKNOWN, holds="same", basis="play")),
        (
            (scenario("a", SAME), scenario("b", DIFFERS)),
            replace(UNKNOWN, holds="differs", basis="play", cases=("g/b",)),
        ),
        ((scenario("a", SAME), scenario("b", DIFFERS, passed=False)), replace(UNKNOWN, holds="same", basis="play")),
        ((scenario("a", SAME, suspect=True),), UNKNOWN),
        ((scenario("a", replace(SAME, printing="", game="other")),), UNKNOWN),
        ((scenario("a", SAME, rulings=("x-2",)),), UNKNOWN),
    ],
)
def test_play_tells_where_no_document_does(scenarios: tuple[StoredScenario, ...], printing: Printing) -> None:
    assert printing_of(UNKNOWN, scenarios) == printing


OLD = rule("a")
#: the same rule in the other printing, taken over or written for it
KEPT, WRITTEN, GUESSED = (
    replace(OLD, id="g-2012/a", ruleset="g-2012", confidence=confidence)
    for confidence in ("stated", "public", "unverified")
)


@pytest.mark.parametrize(
    ("there", "rules", "basis"),
    [
        (SAME, (OLD, KEPT), "reading"),
        (SAME, (OLD, WRITTEN), "play"),
        (SAME, (OLD, GUESSED), "reading"),
        (SAME, (replace(OLD, cites=("x-2",)), replace(KEPT, cites=("x-2",))), "play"),
        (SAME, (replace(OLD, cites=("x-1",)), replace(KEPT, cites=("x-1",))), "reading"),
        (replace(DIFFERS, rules=("a",)), (OLD,), "play"),
        (replace(DIFFERS, rules=("a",)), (OLD, WRITTEN), "play"),
        (replace(DIFFERS, rules=("a",)), (OLD, GUESSED), "reading"),
        (replace(DIFFERS, rules=("a", "b")), (OLD, GUESSED, rule("b")), "play"),
    ],
)
def test_what_is_played_by_rules_that_a_printing_is_only_taken_to_have_is_a_reading(
    there: StoredPrinting, rules: tuple[CitedRule, ...], basis: str
) -> None:
    known = Verdict("x-2", printings=(Printing("2012", "same"),))
    cases = [scenario("a", there, rules=("a",))]
    assert printing_of(UNKNOWN, cases, rules, x_2=known).basis == basis


def test_what_documents_tell_stays() -> None:
    known = Printing("2012", "same", "It does.")
    assert printing_of(known, [scenario("a", DIFFERS)]) == known


def test_readings_of_cited_rules_are_those_of_the_ruling() -> None:
    rules = [rule("a", "one", "two"), rule("b", "two", "own"), rule("c", "three"), rule("d", "four")]
    other = scenario("other", rulings=(), rules=("c", "d"))
    claim = Claim("x-1", 1, "answer", 0, 1, "x", "play", "g/other", "lost", "c")
    shown = Shown([scenario("a"), other], [claim], rules, {})
    assert shown.readings("x-1", (RulingReading("own"),)) == (
        RulingReading("own"),
        RulingReading("one", ("g/a",)),
        RulingReading("two", ("g/a", "g/b")),
        RulingReading("three", ("g/c",)),
    )


def test_a_reader_is_told_who_tells() -> None:
    plain = {"printing": "2012", "holds": "same", "note": "Why.", "basis": "documents", "cases": []}
    told = wording.printing("2010", plain)
    assert told.endswith("; the same in the 2012 printing (according to its documents). Why.")
    by_play = {**plain, "basis": "play"}
    assert wording.printing("2010", by_play).endswith("; by play the same in the 2012 printing. Why.")
    differs = {**by_play, "holds": "differs", "cases": ["g/b"]}
    assert "; by play this comes out DIFFERENTLY in the 2012 printing: g/b. Why." in wording.printing("2010", differs)
    read = {**plain, "basis": "reading"}
    assert wording.printing("2010", read).endswith("; by our reading the same in the 2012 printing. Why.")
    assert "not known for the 2012 printing." in wording.printing(
        "2010", {**plain, "holds": "unknown", "basis": "none"}
    )


def test_the_base_says_unknown_only_where_nothing_is_played(base: KnowledgeBase) -> None:
    for record in base.rulings():
        for printing in record["printings"]:
            there = [p for each in record["scenarios"] for p in each["printings"] if p["printing"]]
            assert (printing["holds"] == "unknown") == (printing["basis"] == "none"), record["id"]
            assert printing["basis"] != "none" or not there, record["id"]
            otherwise = {each["id"] for each in record["scenarios"] if "differs" in _results(each)}
            assert printing["basis"] == "documents" or set(printing["cases"]) == otherwise, record["id"]


def test_what_is_not_confirmed_for_the_other_printing_is_not_told_as_played(base: KnowledgeBase) -> None:
    told = {(record["id"], each["basis"]) for record in base.rulings() for each in record["printings"]}
    kept = {"e40-pol-1", "e40-neu-1", "e40-mov-3", "e40-sub-1", "e40-sub-4", "e40-glo-5"}
    assert {(ruling, "reading") for ruling in kept} <= told
    assert ("e40-mov-4", "play") in told


def _results(scenario: dict[str, Any]) -> list[str]:
    return [each["holds"] for each in scenario["printings"] if each["printing"]]


def test_something_rests_on_each_reading(base: KnowledgeBase, data: str) -> None:
    """A rule, a ruling, or a remark on a document or an advantage that names the reading."""

    def ids(sql: str) -> set[str]:
        return {row[0] for row in base.connection.execute(sql)}

    remarks = ids("select note from documents") | {
        each.note for set_ in load_rulesets(data) for each in set_.advantages
    }
    resting = ids("select value from rules, json_each(readings)")
    resting |= {each["id"] for ruling in base.rulings() for each in ruling["readings"]}
    resting |= {word for remark in remarks for word in re.findall(r"[\w-]+", remark)}
    assert ids("select id from readings") - resting == set()
