"""Putting logs together: once or often, in any order, nothing lost, and every contradiction told."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from kb.event_log.merging import CIRCLE, CORRECTED, DECIDED, MISSING, RETOLD, merge
from kb.event_log.record import Revision
from tests.event_log.logs import FIRST, decided, logs, revised


def kinds(*revisions: Revision) -> list[str]:
    return [each.kind for each in merge(revisions).conflicts]


@given(logs(), logs(), logs(), st.randoms())
def test_order_and_repetition_make_no_difference(
    one: frozenset[Revision], two: frozenset[Revision], three: frozenset[Revision], order: random.Random
) -> None:
    shuffled = [*one, *two, *three, *one]
    order.shuffle(shuffled)
    assert merge(shuffled) == merge([*one, *two, *three])


@given(logs())
def test_no_revision_is_lost_and_none_is_made_up(log: frozenset[Revision]) -> None:
    together = merge(log)
    assert sorted(each for entry in together.entries for each in entry.revisions) == sorted(log)
    for latest, own in together.entries:
        assert latest in own and {each.entry for each in own} == {latest.entry}
    assert {each for conflict in together.conflicts for each in conflict.revisions} <= log


@given(logs(), logs())
def test_what_both_say_is_in_conflict_whoever_says_it_first(one: frozenset[Revision], two: frozenset[Revision]) -> None:
    assert merge([*one, *two]).conflicts == merge([*two, *one]).conflicts


def test_the_latest_is_what_no_other_follows() -> None:
    # the clock of the phone that corrected it was slow
    second = revised(2, FIRST, decision="It is removed.", written="2026-11-22T09:00:00.000Z")
    (entry,) = merge([second, FIRST]).entries
    assert entry.latest == second and entry.revisions == (second, FIRST)
    assert kinds(second, FIRST) == []


def test_a_question_that_nobody_decided_contradicts_no_decision() -> None:
    asked = decided(7, judge="Bert", decision="", rulings=(), state="nearest")
    assert kinds(FIRST, asked) == []
    assert kinds(FIRST, asked, revised(8, asked, decision="It is removed.")) == [DECIDED]


def test_entries_are_in_the_order_of_the_decisions() -> None:
    early = decided(7, ruled="2026-11-22T08:00:00.000Z", written="2026-11-22T11:00:00.000Z")
    assert [latest for latest, _ in merge([FIRST, early]).entries] == [early, FIRST]


def test_two_corrections_that_know_nothing_of_each_other_are_a_conflict_until_one_follows_both() -> None:
    ours, theirs = revised(2, FIRST, decision="one"), revised(3, FIRST, decision="other", writer="Bert")
    together = merge([ours, theirs, FIRST])
    assert [(each.kind, each.revisions) for each in together.conflicts] == [(CORRECTED, (ours, theirs))]
    assert together.entries[0].latest == theirs
    assert kinds(FIRST, ours, theirs, revised(4, ours, theirs, decision="other")) == []


def test_two_corrections_that_say_the_same_are_no_conflict() -> None:
    assert kinds(FIRST, revised(2, FIRST, decision="one"), revised(3, FIRST, decision="one", writer="Bert")) == []
    struck = revised(4, FIRST, decision="one", struck=True)
    assert kinds(FIRST, revised(2, FIRST, decision="one"), struck) == [CORRECTED]


def test_judges_who_decide_differently_at_one_table_in_one_round_are_in_conflict() -> None:
    other = decided(7, judge="Bert", decision="It is removed.", question=" Sub  hit by DESTROYER")
    assert kinds(FIRST, other) == [DECIDED]
    for same in ({"judge": " anna"}, {"decision": "it fires  back."}):
        assert kinds(FIRST, other._replace(**same)) == [], same
    for apart in ({"table": "5"}, {"round": "1"}, {"event": "x"}, {"question": "x"}, {"struck": True}):
        assert kinds(FIRST, other._replace(**apart)) == [], apart
    assert kinds(FIRST._replace(table=""), other._replace(table="")) == [], "nobody said which table"
    assert kinds(FIRST._replace(question=""), other._replace(question="")) == [], "nobody said what was asked"


def test_a_corrected_decision_is_no_longer_in_conflict() -> None:
    other = decided(7, judge="Bert", decision="It is removed.")
    assert kinds(FIRST, other, revised(9, other, decision=FIRST.decision)) == []


def test_what_was_changed_by_hand_is_told() -> None:
    assert kinds(FIRST, FIRST._replace(decision="another")) == [CORRECTED, RETOLD]
    assert kinds(FIRST, FIRST._replace(entry="a" * 32)) == [RETOLD]
    assert kinds(revised(2, FIRST)) == [MISSING]


def test_a_circle_has_a_latest_revision_and_is_a_conflict() -> None:
    one, other = revised(2, revised(3)), revised(3, revised(2))
    assert merge([one, other]).entries[0].latest == other
    assert [(each.kind, each.revisions) for each in merge([one, other]).conflicts] == [(CIRCLE, (one, other))]
    three = [revised(2, revised(4)), revised(3, revised(2)), revised(4, revised(3))]
    before, after, further = FIRST, revised(5, revised(4)), revised(6, revised(5))
    three[0] = three[0]._replace(after=(*three[0].after, FIRST.revision))
    (conflict,) = merge([before, *three, after, further]).conflicts
    assert conflict == (CIRCLE, tuple(three)), "not what only leads to it or follows it"
    assert kinds(FIRST, revised(2, FIRST), revised(3, FIRST), revised(4, revised(2), revised(3))) == []


def test_a_long_chain_is_no_circle() -> None:
    chain = [FIRST._replace(revision=f"{n:032x}", after=(f"{n - 1:032x}",) if n else ()) for n in range(3_000)]
    assert kinds(*chain) == [] and kinds(*chain[:-1], chain[-1]._replace(revision="0" * 32)) == [CIRCLE, RETOLD]
