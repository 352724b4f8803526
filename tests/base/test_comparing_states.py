"""Comparing two states, and the record of editions, by properties."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.base.errors import BadInput
from kb.base.history import editions
from kb.base.history.state import (
    FIELDS,
    State,
    abridged,
    applied,
    by_thing,
    compare,
    mark_of,
    mirrored,
    state_of,
    state_of_export,
)
from kb.base.values import ID, Edition

WORDS = st.sampled_from(["", "yes", "no", "“Só” — ½", "two\nlines", " "])
IDS = st.sampled_from(["rev-sub-2", "rev-sub-10", "ann-1", "x/revised/anniversary"])


@st.composite
def states(draw: st.DrawFn) -> State:
    state: State = {}
    for what, id in draw(st.sets(st.tuples(st.sampled_from(list(FIELDS)), IDS), max_size=6)):
        names = [*FIELDS[what], *(["printing 1941"] if what == "ruling" else [])]
        fields = draw(st.dictionaries(st.sampled_from(names), WORDS, max_size=5))
        state[what, id] = {field: value for field, value in {**fields, ID: id}.items() if value}
    return state


@given(states())
def test_a_state_does_not_differ_from_itself(state: State) -> None:
    assert compare(state, {thing: dict(fields) for thing, fields in state.items()}) == ()


@given(states(), states())
def test_the_other_way_round_it_is_the_mirror_image(one: State, other: State) -> None:
    assert compare(other, one) == mirrored(compare(one, other))
    assert bool(compare(one, other)) == (one != other)


@given(states(), states())
def test_changes_lead_from_one_state_to_the_other_and_back(one: State, other: State) -> None:
    changes = compare(one, other)
    assert applied(one, changes) == other
    assert applied(other, mirrored(changes)) == one
    assert len({(c.what, c.id, c.field) for c in changes}) == len(changes)


@given(states(), states())
def test_of_what_is_new_the_id_alone_is_told(one: State, other: State) -> None:
    kept = abridged(compare(one, other))
    assert applied(other, mirrored(kept)) == one
    assert by_thing(kept).keys() == by_thing(compare(one, other)).keys()
    assert {c.field for c in kept if (c.what, c.id) not in one} <= {ID}


@given(st.lists(states(), max_size=5))
@settings(max_examples=30)
def test_the_editions_fold_to_the_last_state(tmp_path_factory: pytest.TempPathFactory, recorded: list[State]) -> None:
    data = tmp_path_factory.mktemp("data")
    (data / editions.NAME).write_text("")
    kept: list[Edition] = []
    before: State = {}
    for state in recorded:
        edition = editions.next_edition(kept, state, "2030-01-02", "A title")
        assert (edition is None) == (state == before)
        if edition is not None:
            editions.append(str(data), edition)
            kept.append(edition)
        before = state
    assert list(editions.load(str(data))) == kept
    assert editions.state_after(kept) == before
    assert not kept or mark_of(before) == kept[-1].mark
    numbered = ["2030-01-02", *(f"2030-01-02-{n}" for n in range(2, len(recorded) + 1))]
    assert [edition.id for edition in kept] == numbered[: len(kept)]


def test_ids_are_listed_with_their_numbers_as_numbers() -> None:
    state = {("ruling", f"rev-sub-{n}"): {ID: f"rev-sub-{n}"} for n in (10, 2, 1)}
    assert [change.id for change in compare({}, state)] == ["rev-sub-1", "rev-sub-2", "rev-sub-10"]


RULING = {
    **{"id": "rev-x-1", "game": "revised", "document": "d", "kind": "answer", "question": "Q?", "answer": "A."},
    **{"verdict": "Yes.", "verdict_kind": "yes", "proof": "play", "proof_reason": ""},
}


def test_an_export_tells_the_same_of_rulings_as_the_tables() -> None:
    stored = {**RULING, "sections": '["rev/sub"]', "depends_on": "[]"}
    printed = {"printing": "1941", "holds": "differs", "note": "No subs."}
    exported = {**RULING, "sections": [{"section": "rev/sub"}], "depends_on": [], "printings": [printed]}
    state = state_of({"rulings": [stored], "printings": [{"ruling": "rev-x-1", **printed}]})
    assert state_of_export([exported]) == state
    assert state["ruling", "rev-x-1"] == {
        **{"id": "rev-x-1", "games": "revised", "document": "d", "kind": "answer", "question": "Q?", "answer": "A."},
        **{"verdict": "Yes.", "verdict_kind": "yes", "proof": "play", "sections": "rev/sub"},
        "printing 1941": "differs: No subs.",
    }


HEAD = '{"edition": "2030-01-02", "title": "T", "things": 1, "mark": "MARK"}\n'
LINE = '{"ruling": "rev-x-1", "now": {"verdict": "Yes."}}\n'
MARK = mark_of({("ruling", "rev-x-1"): {ID: "rev-x-1", "verdict": "Yes."}})
GOOD = HEAD.replace("MARK", MARK) + LINE
NEXT = '{"edition": "2030-01-03", "title": "T", "things": 0, "mark": "x"}\n'


def test_the_good_file_is_good(tmp_path: Path) -> None:
    (tmp_path / editions.NAME).write_text(GOOD)
    (edition,) = editions.load(str(tmp_path))
    assert (edition.id, edition.on, edition.things) == ("2030-01-02", "2030-01-02", 1)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (GOOD[:-10], [":2: not a line of the record"]),
        (GOOD + "\n", [":3: not a line of the record"]),
        (GOOD + "[1]\n", [":3: not a line of the record"]),
        ("[" * 100_000, [":1: not a line of the record"]),
        (LINE + GOOD, [":1: stands before the first edition"]),
        (GOOD + LINE, [":3: ruling 'rev-x-1' stands twice in one edition"]),
        (GOOD + NEXT + '{"ruling": "rev-x-1", "now": {}}\n', [":4: nothing of ruling 'rev-x-1' is changed"]),
        (GOOD + NEXT + LINE, [":4: verdict of ruling 'rev-x-1' is not changed"]),
        (GOOD + HEAD, [":3: edition '2030-01-02' does not come after '2030-01-02'"]),
        (GOOD.replace("01-02", "02-30"), [":1: '2030-02-30' is no edition"]),
        (GOOD.replace("01-02", "01-02-1"), [":1: '2030-01-02-1' is no edition"]),
        (GOOD.replace('"T"', '" "'), [":1: the title is no text in one line"]),
        (GOOD.replace('"T"', '"a\\nb"'), [":1: the title is no text in one line"]),
        (GOOD.replace("things", "thing"), [":1: an edition has edition, title, things, mark and nothing else"]),
        (GOOD.replace('"things": 1', '"things": true'), [":1: an edition has"]),
        (GOOD.replace("ruling", "rule"), [":2: names no thing; it is one of ruling, comparison, document, reading"]),
        (GOOD.replace("verdict", "title"), [":2: a ruling has no 'title'"]),
        (GOOD.replace('"Yes."', "1"), [":2: a value is no text"]),
        (GOOD.replace("now", "then"), [":2: says neither what is now otherwise"]),
        (GOOD + '{"ruling": "rev-x-9", "gone": true}\n', [":3: ruling 'rev-x-9' is gone, but was not there"]),
        (GOOD.replace("Yes.", "No."), [":1: the lines of edition '2030-01-02' are not those that were recorded"]),
        (GOOD.replace("Yes.", "1").replace("rev-x-1", "") + "x\n", [":2: names no thing", ":3: not a line"]),
    ],
)
def test_each_damage_of_the_record_is_told_in_a_line(tmp_path: Path, text: str, lines: list[str]) -> None:
    (tmp_path / editions.NAME).write_text(text)
    with pytest.raises(BadInput) as error:
        editions.load(str(tmp_path))
    found = [str(finding) for finding in error.value.findings]
    assert len(found) == len(lines)
    for line, begins in zip(found, lines, strict=True):
        assert line.startswith(f"data/history.jsonl{begins}")
        assert line.endswith("only 'kb changes --record' appends to it")


def test_a_record_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="the record of editions is missing; restore it, or begin with an empty file"):
        editions.load(str(tmp_path))
    (tmp_path / editions.NAME).write_bytes(b"\xff\n")
    with pytest.raises(BadInput, match="not UTF-8 text"):
        editions.load(str(tmp_path))


def test_an_edition_is_named_by_its_day() -> None:
    first = Edition("2030-01-02", "T", compare({}, {("ruling", "x-1"): {ID: "x-1"}}), 1, "")
    with pytest.raises(BadInput, match="the last edition is of 2030-01-02; 2030-01-01 is before it"):
        editions.next_edition([first], {}, "2030-01-01", "T")
    with pytest.raises(BadInput, match="'tomorrow' is no day; write it as 2026-11-22"):
        editions.next_edition([first], {}, "tomorrow", "T")
    with pytest.raises(BadInput, match="the title is no text in one line"):
        editions.next_edition([first], {}, "2030-01-03", "a\nb")
    later = editions.next_edition([first], {}, "2030-01-03", " T ")
    assert later is not None and (later.id, later.title) == ("2030-01-03", "T")
