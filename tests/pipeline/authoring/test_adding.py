"""A document is taken over in one pass: kb add, the list that it prints, and one build."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kb
from kb.base.errors import BadInput, KBError
from kb.corpus import documents
from kb.pipeline import sources
from kb.pipeline.authoring.adding import add
from kb.pipeline.authoring.documents import Request
from kb.pipeline.run import build
from tests.conftest import Run
from tests.pipeline.authoring.person import Person

MAYOR = "May the mayor of a sea zone tax submarines?"
#: invented changes of the FAQ of Axis & Allies Revised: three answers, one question gone, two rulings new
REISSUE = [
    ("April 21, 2010", "May 4, 2031"),
    ("south of Australia?\n\nA. Yes. Sea zone", "south of Australia?\n\nA. Yes, at all times. Sea zone"),
    ("Does the destroyer get to shoot back?\n\nA. Yes.", "Does the destroyer get to shoot back?\n\nA. Yes, at once."),
    ("A. No in both cases.", "A. No in both cases; no border is drawn there."),
    ("Q. When can airplanes fly over neutral territories?\n\nA. Never.\n\n", ""),
    ("\nSubmarines\n\n", f"\nSubmarines\n\nQ. {MAYOR}\n\nA. No. The mayor stays at home.\n\n"),
    ("\nMap\n\n", "\nPage 99, Mayors: Add the sentence “A mayor collects no income.”\n\nMap\n\n"),
]
FIVE = """Answers of the Invented Harbour Master

January 5, 2031

Harbours

Q. May the harbour master command a transport?
A. No. He sleeps.

Q. What does an invented harbour cost?
A. It costs 12 IPCs.

Q. Does a pier count as a harbour?
A. Yes. Every pier is one.

Lighthouses

Q. May a lighthouse be bought by an ally?
A. Yes, if the ally agrees.

Q. When is a lighthouse destroyed?
A. Never.
"""
ONE = "Q: May a lamp be put on an antiaircraft gun?\n\nA: Yes. A lamp is no unit.\n"


def reissued(data: str) -> str:
    """The words of the FAQ of Axis & Allies Revised with the invented changes."""
    text = documents.read(next(d for d in documents.read_manifest(data) if d.id == "revised-faq"), data).text
    for was, now in REISSUE:
        assert text.count(was) == 1, was
        text = text.replace(was, now)
    return text


def received(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def test_a_reissue_a_document_and_a_ruling_are_taken_over_with_one_build(
    own_data: Path, tmp_path: Path, data: str, out: str
) -> None:
    before = sources.checksums(str(own_data))
    person = Person(own_data)
    faq = Request(received(tmp_path, "faq-of-2031.txt", reissued(data)), reason="the mayor said so")
    with pytest.raises(BadInput, match="rev-mov-9 would be withdrawn without a reason; say why with --reason"):
        add(Request(faq.file), str(own_data))
    assert sources.checksums(str(own_data)) == before, "refused: nothing is written"
    added = add(faq, str(own_data))
    assert [row["id"] for row in added.appears] == ["rev-err-9", "rev-sub-11"]
    assert [row["id"] for row in added.changes] == ["rev-map-1", "rev-map-3", "rev-sub-2"]
    assert [row["id"] for row in added.vanishes] == ["rev-mov-9"]
    assert documents.read(added.reading.document, str(own_data)).text == reissued(data), "byte for byte"
    assert any(each.message == "names rev-map-1, whose words have changed" for each in added.look)
    with pytest.raises(BadInput, match="rev-mov-9") as refused:
        build(str(own_data), out)
    told = {(each.file, each.line) for each in refused.value.findings}
    assert told == {(each.file, each.line) for each in added.to_do}, "the list is all that the build tells"
    person.work_through(added.to_do)

    five = Request(
        received(tmp_path, "harbours.txt", FIVE), game="europe-1940", authority="club", topics={"harbours": "harb"}
    )
    assert add(five, str(own_data)).to_do == []
    one = Request(
        received(tmp_path, "lamp.txt", ONE),
        document="lamp-answer",
        game="revised",
        authority="author: Nobody",
        topics={"": "com"},
    )
    last = add(one, str(own_data))
    again = add(one, str(own_data))
    assert (again.files, again.to_do) == ([], []), "what is filled in is left as it is"

    report = build(str(own_data), out)
    assert {str(each) for each in report.unsound} == {str(each) for each in last.proofs}
    assert report.figures["drafts"] == last.drafts == 2 + 5 + 1
    changed = {f"data/{path}" for path, sum_ in sources.checksums(str(own_data)).items() if before.get(path) != sum_}
    made = {each.path for each in added.files} | {each.path for each in last.files}
    assert person.edited <= changed and "data/ids.jsonl" not in person.edited and "ids.jsonl" in made
    with kb.open(out) as base:
        check_published(base)


def check_published(base: kb.KnowledgeBase) -> None:
    """The new rulings are found and shown, the ids of old ones stand for them, the withdrawn one tells why."""
    ids = [row["id"] for row in base.rulings()]
    assert len(ids) == 285 + 2 - 1 + 5 + 1
    for wanted, query in (
        ("rev-sub-11", "mayor taxes submarines"),
        ("rev-err-9", "does the mayor collect income"),
        ("e40-club-harb-2", "price of an invented harbour"),
        ("e40-club-lighthouses-2", "destroyed lighthouse"),
        ("rev-author-com-1", "lamp on an antiaircraft gun"),
    ):
        assert wanted in [hit.id for hit in base.search(query).rulings][:3], query
    assert base.ruling("rev-sub-11")["question"] == MAYOR
    assert "at all times" in base.ruling("rev-map-3")["answer"]
    assert base.ruling("rev-sub-7")["id"] == "rev-sub-7"
    with pytest.raises(KBError, match="the mayor said so"):
        base.ruling("rev-mov-9")


def test_a_dry_run_is_told_as_json(kb_command: Run, own_data: Path, tmp_path: Path) -> None:
    before = sources.checksums(str(own_data))
    place = {"KB_DATA": str(own_data)}
    done = kb_command(
        "add",
        received(tmp_path, "lamp.txt", ONE),
        "-g",
        "revised",
        "--authority",
        "club",
        "--dry-run",
        "--json",
        **place,
    )
    told = json.loads(done.stdout)
    assert (done.returncode, told["document"], told["written"], told["is_new"]) == (0, "revised-lamp", False, True)
    assert [row["file"] for row in told["files"]] == [
        "data/faq/revised-lamp.txt",
        "data/documents.yaml",
        "data/ids.jsonl",
    ]
    assert (told["drafts"], told["standing"], told["to_do"], told["proofs"]) == (1, "club", [], [])
    assert sources.checksums(str(own_data)) == before
