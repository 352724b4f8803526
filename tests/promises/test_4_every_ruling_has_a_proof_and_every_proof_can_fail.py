"""Every ruling of a game that is played has a proof, and every proof can fail."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from kb.cases.analysis import mutants
from kb.cases.language.scenario import REFERENCE
from kb.cases.reading import library
from kb.games.rulesets import RuleSet
from kb.knowledge import KnowledgeBase
from kb.model.corpus import Printing
from kb.model.evidence import Proof, StoredPrinting, StoredScenario
from kb.pipeline.proofs import Shown, lacking
from kb.store.proofs import NOT_YET
from tests.conftest import ONE_OF
from tests.read_once import RULES_OF, rulesets, scenarios

#: the rule sets that have all that is to be played
WHOLE = [each for each in rulesets() if each.whole]
#: the most rulings of a game that may be without a proof
_HANDFUL = 5


def test_rulings_of_games_that_are_played_are_proved(
    base: KnowledgeBase,
) -> None:
    assert WHOLE
    for game in {each.game for each in WHOLE}:
        rows = base.connection.execute("select id, proof, proof_reason from rulings where game = ?", [game]).fetchall()
        without = {row["id"]: row["proof_reason"] for row in rows if row["proof"] == "none"}
        assert len(without) <= _HANDFUL, without
        assert all(reason and reason != "not yet played out" for reason in without.values()), without
        assert sum(row["proof"] == "play" for row in rows) > 0.9 * len(rows)


def test_every_case_that_is_played_has_a_contrast() -> None:
    assert [each.name for each in scenarios() if not each.contrasts and each.rulings] == []


def test_no_rule_is_cited_that_is_not_needed() -> None:
    """With a cited rule switched off, the results of every scenario that cites it change."""
    for rules, own in library.by_rules(scenarios(), RULES_OF):
        assert list(mutants.cited(rules, mutants.baselines(rules, own))) == []


@pytest.mark.parametrize("rule_set", [each for each in WHOLE if not each.like], ids=lambda rule_set: rule_set.id)
def test_no_rule_and_no_number_goes_unnoticed(rule_set: RuleSet) -> None:
    """One of 64 rules of a whole rule set is switched off, and numbers one up and one down: some case comes out
    otherwise. ``kb check --mutants`` tries them all."""
    by_rules = library.by_rules((each for each in scenarios() if each.game == rule_set.game), RULES_OF)
    groups = [(rules, own, mutants.baselines(rules, own)) for rules, own in by_rules]
    assert rule_set.id in [rules.ruleset.id for rules, _, _ in groups]
    assert [each.what for each in mutants.missed(groups, rule_set.id, one_of=8 * ONE_OF)] == []


def told(**changes: bool) -> StoredScenario:
    return replace(StoredScenario("g/a", "g", "g", "", "play", (), ("x-1",), (), (), True, True, (), "f", 1), **changes)


@pytest.mark.parametrize(
    ("scenario", "kind"),
    [
        (told(), "play"),
        (told(passed=False), "none"),
        (told(contrast_passed=False), "none"),
        (told(suspect=True), "none"),
        (replace(told(), proof=REFERENCE), "reference"),
    ],
)
def test_a_scenario_that_fails_or_is_suspect_proves_nothing(scenario: StoredScenario, kind: str) -> None:
    proof = Shown([scenario], (), (), {}).proof("x-1", "no case")
    assert proof.kind == kind
    assert bool(proof.reason) == (kind == "none") and proof.reason != "no case"


@pytest.mark.parametrize(("suspect", "basis"), [(False, "play"), (True, "none")])
def test_a_suspect_scenario_shows_nothing_of_another_printing(suspect: bool, basis: str) -> None:
    case = replace(told(suspect=suspect), printings=(StoredPrinting("g-2012", "2012", "differs", "lost"),))
    found = Shown([case], (), (), {}).printing("x-1", Printing("2012", "unknown"))
    assert (found.basis, found.holds) == (basis, "differs" if basis == "play" else "unknown")


def test_a_ruling_without_a_case_or_a_reason_is_told() -> None:
    assert Shown([], (), (), {}).proof("x-1", "a marker") == Proof("none", "a marker")
    ruling = SimpleNamespace(id="x-1", game="x", draft=(), proof=Proof("none", NOT_YET))
    found = lacking(SimpleNamespace(rulings=(ruling,), scenarios=(), claims=()))  # type: ignore[arg-type]
    assert [str(each).split(";")[0] for each in found] == ["ruling x-1 lacks a proof"]
