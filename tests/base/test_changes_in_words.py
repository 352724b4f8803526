"""How changes are told: marks around what differs, headings, the history of a ruling in a line."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.base.history.state import FIELDS
from kb.text import changes as wording

TEXTS = st.text(st.sampled_from("ab .\n½-”"), max_size=12)


@given(TEXTS, TEXTS)
def test_both_texts_are_told_in_full_and_what_is_not_marked_is_in_both(was: str, now: str) -> None:
    before, after = wording.marked(was, now)
    assert "".join(text for _, text in before) == was and "".join(text for _, text in after) == now
    if any(differs for differs, _ in (*before, *after)):
        same = ["".join(text for differs, text in parts if not differs) for parts in (before, after)]
        assert same[0] == same[1]


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ("Yes, it may.", "Yes, it must.", ("Yes, it [-may-].", "Yes, it {+must+}.")),
        ("It may fire.", "It may always fire.", ("It may fire.", "It may {+always+} fire.")),
        ("Never.", "Yes, it may.", ("Never.", "Yes, it may.")),
        ("", "Yes.", ("", "Yes.")),
    ],
)
def test_what_differs_stands_in_marks(was: str, now: str, told: tuple[str, str]) -> None:
    before, after = wording.marked(was, now)
    assert (wording.in_marks(before, "[-", "-]"), wording.in_marks(after, "{+", "+}")) == told


def thing(what: str, event: str, *fields: str) -> dict[str, Any]:
    changes = [{"field": field, "was": "a", "now": "b"} for field in fields]
    return {"what": what, "id": "x-1", "title": "", "event": event, "changes": changes}


def test_every_change_of_every_kind_has_a_heading() -> None:
    for what, fields in FIELDS.items():
        own = [*fields[1:], *(["printing 1941"] if what == "ruling" else [])]
        found = wording.groups([thing(what, "changed", *own)])
        assert sorted(each["field"] for _, (one,) in found for each in one["changes"]) == sorted(own)
        for event in ("given", "withdrawn"):
            assert len(wording.groups([thing(what, event)])) == 1


def test_a_ruling_stands_under_each_heading_with_what_belongs_there() -> None:
    found = wording.groups([thing("ruling", "changed", "answer", "verdict", "proof", "printing 1941")])
    assert [(heading, [each["field"] for each in one["changes"]]) for heading, (one,) in found] == [
        ("Official words", ["answer"]),
        ("Verdicts, in our own words", ["verdict"]),
        ("What proves them", ["proof"]),
        ("Other printings", ["printing 1941"]),
    ]


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({"event": "given", "on": "2030-01-02"}, "unchanged since 2030-01-02"),
        ({"event": "given", "on": ""}, "new, and not yet recorded"),
        ({"event": "withdrawn", "on": "2030-01-02"}, "withdrawn, 2030-01-02"),
        (
            {"event": "changed", "on": "", "changes": [{"field": "answer"}, {"field": "proof"}]},
            "changed: words and proved by, not yet recorded",
        ),
    ],
)
def test_a_history_in_a_line(entry: dict[str, Any], told: str) -> None:
    assert wording.line([entry]) == told
