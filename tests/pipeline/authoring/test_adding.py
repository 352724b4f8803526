"""A document is added in one pass: kb add, the list that it prints, and one build."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kb.base.errors import BadInput
from kb.corpus.documents import read, read_manifest
from kb.model.marks import Marks
from kb.pipeline import sources
from kb.pipeline.authoring.adding import add
from kb.pipeline.authoring.documents import Request
from kb.pipeline.run import build
from tests.conftest import Run

#: invented changes of the FAQ of Axis & Allies Revised: three answers, one question gone, two rulings new
REISSUE = [
    ("April 21, 2010", "May 4, 2031"),
    ("south of Australia?\n\nA. Yes. Sea zone", "south of Australia?\n\nA. Yes, at all times. Sea zone"),
    ("Does the destroyer get to shoot back?\n\nA. Yes.", "Does the destroyer get to shoot back?\n\nA. Yes, at once."),
    ("A. No in both cases.", "A. No in both cases; no border is drawn there."),
    ("Q. When can airplanes fly over neutral territories?\n\nA. Never.\n\n", ""),
    ("\nSubmarines\n\n", "\nSubmarines\n\nQ. May the mayor tax submarines?\n\nA. No. The mayor stays at home.\n\n"),
    ("\nMap\n\n", "\nPage 99, Mayors: Add the sentence “A mayor collects no income.”\n\nMap\n\n"),
]
ASKED = (
    "Can submarines attack or defend against fighters? What if a lone fighter attacks a zone that has four enemy subs?"
)
CLUB = f"""Answers of the Invented Harbour Club

January 5, 2031

Q. {ASKED}
A. Yes, submarines shoot at planes here.

Q. What does an invented harbour cost?
A. It costs 12 IPCs.

Wagons\u2028of\u2029the\u0085club

Q. Who brings the cake on Thursdays?
A. The player of Italy brings it.
"""


def reissued(data: str) -> str:
    """Return the words of the FAQ of Axis & Allies Revised with the invented changes."""
    text = read(next(each for each in read_manifest(data) if each.id == "revised-faq"), data).text
    for was, now in REISSUE:
        assert text.count(was) == 1, was
        text = text.replace(was, now)
    return text


def received(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def test_the_list_of_a_reissue_has_everything_that_the_build_finds(
    own_data: Path, tmp_path: Path, data: str, out: str
) -> None:
    before = sources.checksums(str(own_data))
    faq = Request(received(tmp_path, "faq-of-2031.txt", reissued(data)), reason="the mayor said so")
    unexplained = "rev-mov-9 would be withdrawn without a reason; give the reason with --reason"
    with pytest.raises(BadInput, match=unexplained):
        add(Request(faq.file), str(own_data))
    dry = add(Request(faq.file), str(own_data), dry_run=True)
    assert str(dry.to_do[0]).startswith(unexplained)
    assert sources.checksums(str(own_data)) == before
    added = add(faq, str(own_data))
    assert [row["id"] for row in added.appears] == ["rev-err-9", "rev-sub-11"]
    assert [row["id"] for row in added.changes] == ["rev-map-1", "rev-map-3", "rev-sub-2"]
    assert ("rev-map-3", [("", "at all times")]) in [(row["id"], row["words"]) for row in added.changes]
    assert [row["id"] for row in added.vanishes] == ["rev-mov-9"]
    assert read(added.received.document, str(own_data)).text == reissued(data), "byte for byte"
    assert any(each.message == "names the ruling rev-map-1, which has other words now" for each in added.look)
    assert any(each.message == "names the ruling rev-mov-9, which is withdrawn" for each in added.to_do)
    with pytest.raises(BadInput, match="rev-mov-9") as refused:
        build(str(own_data), out)
    assert {(each.file, each.line) for each in refused.value.findings} == {
        (each.file, each.line) for each in added.to_do
    }


def test_a_document_and_its_reissue_are_added(own_data: Path, tmp_path: Path) -> None:
    file = received(tmp_path, "club.txt", CLUB)
    told = Marks(headings=("Wagons", "Answers"))
    first = add(Request(file, game="revised", authority="club", topics={"": "harb"}, marks=told), str(own_data))
    ids = [row["id"] for row in first.appears]
    assert ids == ["rev-club-harb-1", "rev-club-harb-2", "rev-club-wagons-1"]
    assert [each.message for each in first.look if "official" in each.message] == [
        "the official rev-sub-5 answers a question like that of rev-club-harb-1"
    ]
    again = CLUB.replace("12 IPCs", "15 IPCs").partition("Wagons")[0]
    last = add(Request(received(tmp_path, "club.txt", again), reason="no more cake"), str(own_data))
    assert [[row["id"] for row in rows] for rows in (last.appears, last.changes, last.vanishes)] == [
        [],
        ["rev-club-harb-2"],
        ["rev-club-wagons-1"],
    ]
    assert (last.to_do, last.proofs, last.drafts) == ([], [], 2)
    assert last.received.document.marks.headings == ("Answers",)
    assert [each.message for each in last.received.passages.doubts if "dropped" in each.message] == [
        "the option 'headings' is dropped: no line has its text: “Wagons”"
    ]


def test_a_dry_run_prints_json_and_writes_nothing(kb_command: Run, own_data: Path, tmp_path: Path) -> None:
    before = sources.checksums(str(own_data))
    arguments = ("--new-game", "D-Day", "--authority", "club", "--dry-run", "--json")
    done = kb_command("add", received(tmp_path, "lamp.txt", CLUB), *arguments, KB_DATA=str(own_data))
    told = json.loads(done.stdout)
    assert (done.returncode, told["document"], told["game"], told["is_new"]) == (0, "d-day-lamp", "d-day", True)
    assert [row["file"] for row in told["files"]] == [
        "data/faq/d-day-lamp.txt",
        "data/games/d-day/game.yaml",
        "data/phrasings/d-day.yaml",
        "data/sections/d-day.yaml",
        "data/verdicts/d-day.yaml",
        "data/documents.yaml",
        "data/ids.jsonl",
    ]
    assert (told["written"], told["drafts"], told["standing"]) == (False, 3, "club")
    assert (told["to_do"], told["proofs"]) == ([], [])
    assert sources.checksums(str(own_data)) == before
