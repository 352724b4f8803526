"""Every claim of a ruling that is proved by play has an expectation of its own that needs the rules."""

from __future__ import annotations

from kb.knowledge import KnowledgeBase
from kb.service.claims import try_claims
from kb.store import proofs
from kb.store.proofs import failed_proofs
from kb.text.cases import describe_trial
from tests.read_once import RULES_OF, scenarios

#: a game with few claims; the build tries the claims of all games in the same way
GAME = "anniversary"


def test_no_change_of_the_rules_leaves_a_claim_as_it_is(base: KnowledgeBase) -> None:
    """A cited rule is switched off, or one of its numbers or of the units' figures moved by one: what carries the claim
    does not hold any more. And the build says of each claim what that was."""
    tried = try_claims(
        base, RULES_OF, lambda each: tuple(known for known in scenarios() if known.game == each), game=GAME
    )
    assert list(map(str, tried.findings)) == []
    assert [describe_trial(each) for each in tried.survivors] == []
    sql = "select ruling, number, shown_by from claims join rulings on id = ruling where game = ? and claims.proof = 'play'"
    shown = {(each.claim.ruling, each.claim.number): each.noticed.name.lower() for each in tried.trials}
    assert {(row[0], row[1]): row[2] for row in base.connection.execute(sql, [GAME])} == shown


def test_few_claims_are_shown_by_dice_only(base: KnowledgeBase) -> None:
    """It was 159 of 912 before claims said which expectation of a case ends what they allow."""
    rows = base.connection.execute("select proof, shown_by, count(*) as many from claims group by proof, shown_by")
    shown = {(row["proof"], row["shown_by"]): row["many"] for row in rows}
    by_play = {way: many for (proof, way), many in shown.items() if proof == "play"}
    assert set(by_play) == {"rule", "number", "limit", "figure", "dice"} and by_play["dice"] <= 40
    assert all(way == "" for proof, way in shown if proof != "play")


def test_every_ruling_of_a_game_with_claims_is_cut_into_claims(base: KnowledgeBase) -> None:
    assert [str(each) for each in failed_proofs(base.connection)] == []
    cut = "select distinct game from claims c join rulings r on r.id = c.ruling where c.reason {} ?"
    with_claims, uncut = (
        {row["game"] for row in base.connection.execute(cut.format(sign), [proofs.NOT_CUT])} for sign in ("<>", "=")
    )
    assert with_claims and not with_claims & uncut


def test_a_claim_that_nothing_proves_says_why(base: KnowledgeBase) -> None:
    rows = base.connection.execute("select ruling, number, proof, reason, scenario, expectation from claims").fetchall()
    assert rows
    for row in rows:
        assert (row["proof"] == "none") == bool(row["reason"]), (row["ruling"], row["number"])
        assert row["proof"] == "none" or (row["scenario"] and row["expectation"]), (row["ruling"], row["number"])


def test_every_claim_is_the_official_words(base: KnowledgeBase) -> None:
    sql = "select c.*, question_text, answer_text from claims c join rulings r on r.id = c.ruling"
    for row in base.connection.execute(sql):
        assert row[f"{row['field']}_text"][row["start"] : row["end"]] == row["words"], (row["ruling"], row["number"])
