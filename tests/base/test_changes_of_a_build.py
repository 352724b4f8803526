"""What changed in the data is told exactly, recorded once, and what stood there before stays readable."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kb
from kb.base.history import editions
from kb.base.history.state import DOCUMENT, RULING, compare, mark_of, mirrored, of_kinds, state_of_export
from kb.base.model import Catalogues, Corpus, Passage, RulingKind, Topic
from kb.base.values import UNRECORDED, Change, Edition
from kb.corpus import ids
from kb.corpus.ids import Candidate
from kb.knowledge import KnowledgeBase
from kb.pipeline import run
from kb.pipeline.proofs import with_unrecorded
from kb.store import history
from tests.base.changed import NEW_VERDICT, TITLE, VERDICT, command
from tests.conftest import ROOT
from tests.test_docs import script

pytestmark = pytest.mark.slow

UNION_JACK = "What are the two “Union Jack” National Control Markers for?"
ASKED = "Is Gibraltar a Neutral Country or does UK own it? It does not seem to match any color, UK or Neutral?"


@pytest.fixture(scope="module")
def told(changed_copy: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((changed_copy / "told.json").read_text())
    return found


def fields(things: list[dict[str, Any]]) -> dict[str, dict[str, tuple[str, str]]]:
    """What changed of each thing: each field before and after."""
    return {each["id"]: {c["field"]: (c["was"], c["now"]) for c in each["changes"]} for each in things}


def test_everything_that_changed_is_told_and_nothing_else(told: dict[str, Any]) -> None:
    things = told["pending"]["things"]
    assert {each["id"]: each["event"] for each in things} == {
        **{"e40-misc-1": "withdrawn", "e99-misc-1": "changed", "rev-map-2": "changed", "rev-sub-2": "changed"},
        **{"what-is-an-island/revised/europe-1940": "changed", "europe-1940-faq": "changed", "revised-faq": "changed"},
    }
    found = fields(things)
    assert found["rev-sub-2"] == {"verdict": (VERDICT, NEW_VERDICT)}
    assert found["what-is-an-island/revised/europe-1940"] == {"said": ("same", "different")}
    assert set(found["revised-faq"]) == set(found["europe-1940-faq"]) == {"sha256"}
    assert set(found["e99-misc-1"]) == {"proof_reason"}
    # the words that its cases were written for have changed, so nothing proves it
    assert set(found["rev-map-2"]) == {"question", "proof", "proof_reason"}
    assert found["rev-map-2"]["question"] == (ASKED, ASKED.replace("a Neutral Country", "really a Neutral Country"))
    assert found["rev-map-2"]["proof"] == ("play", "none")
    assert found["e40-misc-1"]["question"] == (UNION_JACK, "")
    gone = things[0]
    assert (gone["reason"], gone["successor"]) == ("It says nothing of play", "e40-glo-4")


def test_a_person_reads_the_difference_without_colours(told: dict[str, Any]) -> None:
    text = told["text"]
    assert text.startswith("Not yet recorded (4 rulings, 1 comparison and 2 documents)\n\nWithdrawn rulings (1)\n")
    assert "  e40-misc-1\n    withdrawn (It says nothing of play); in its place: e40-glo-4\n" in text
    assert "    verdict\n    - [-A-] destroyer hit by" in text and "    + {+Any+} destroyer hit by" in text
    assert "    - Is Gibraltar a Neutral" in text and "    + Is Gibraltar {+really+} a Neutral" in text
    assert "What counts as an island: Revised and Europe 1940\n" in text
    headings = [line for line in text.splitlines() if line and not line.startswith(" ")][1:]
    assert headings == [
        *("Withdrawn rulings (1)", "Official words (1)", "Verdicts, in our own words (1)", "What proves them (2)"),
        *("How games compare (1)", "Documents, issued again or described otherwise (2)"),
    ]


def test_a_recorded_state_is_recorded_once_and_then_nothing_is_left(changed_copy: Path, told: dict[str, Any]) -> None:
    assert told["recorded"] == [0, 1]
    recorded = editions.load(str(changed_copy / "data"))
    assert [(each.id, each.title) for each in recorded][-1:] == [("2031-05-04", TITLE)]
    with kb.open(str(changed_copy / "built")) as base:
        assert [each["id"] for each in history.editions(base.connection)] == [each.id for each in reversed(recorded)]
        state = history.state(base.connection)
        assert state == editions.state_after(recorded) and mark_of(state) == recorded[-1].mark
        things = history.things(base.connection, history.changes(base.connection, "2031-05-04"))
        assert things == told["pending"]["things"]


def test_the_commands_tell_of_it_afterwards(changed_copy: Path) -> None:
    before = sorted((path, path.stat().st_mtime_ns) for path in (changed_copy / "built").rglob("*"))
    now = command(changed_copy, "changes")
    assert now.stdout.startswith(f"2031-05-04: {TITLE} (4 rulings,") and "\nNothing has changed since.\n" in now.stdout
    since = command(changed_copy, "changes", "--since", "2026-12-31", "--game", "revised", "--json")
    assert [each["id"] for each in json.loads(since.stdout)["things"]] == [
        *("rev-map-2", "rev-sub-2", "what-is-an-island/revised/europe-1940", "revised-faq"),
    ]
    none = command(changed_copy, "changes", "--since", "2031-05-04")
    assert (none.returncode, none.stdout) == (1, f"Since 2031-05-04: {TITLE}: nothing\n")
    assert before == sorted((path, path.stat().st_mtime_ns) for path in (changed_copy / "built").rglob("*"))


def test_old_words_are_readable_by_id(changed_copy: Path) -> None:
    shown = command(changed_copy, "show", "rev-map-2", "--history").stdout
    assert f"  2031-05-04: {TITLE} (changed: question, proved by and why nothing proves it)" in shown
    assert f"    - {ASKED}" in shown and "  2026-11-22: The state when this record began (in the record" in shown
    gone = command(changed_copy, "show", "e40 misc 1", "--history")
    assert gone.returncode == 1 and "kb: e40-misc-1 was withdrawn on" in gone.stderr
    gone = command(changed_copy, "changes", "--ruling", "E40-misc-1")
    assert gone.returncode == 0 and f"    - {UNION_JACK}" in gone.stdout and "[-" not in gone.stdout


def test_another_installation_is_compared_by_its_build_or_its_export(
    changed_copy: Path, data: str, built: str, base: KnowledgeBase, tmp_path: Path
) -> None:
    by_build = json.loads(command(changed_copy, "changes", "--against", built, "--json").stdout)["things"]
    since = json.loads(command(changed_copy, "changes", "--since", editions.load(data)[-1].id, "--json").stdout)[
        "things"
    ]
    assert by_build == since
    for name, end in (("rulings.jsonl", "\n"), ("rulings.json", ",")):
        text = end.join(json.dumps(each) for each in base.rulings())
        (tmp_path / name).write_text(f"[{text}]" if end == "," else f"{text}\n")
        exported = command(changed_copy, "changes", "--against", str(tmp_path / name), "--json")
        things = json.loads(exported.stdout)["things"]
        assert things == [each for each in by_build if each["what"] == RULING]


def test_an_export_tells_of_rulings_what_the_build_does(base: KnowledgeBase) -> None:
    state = history.state(base.connection)
    assert compare(state_of_export(base.rulings()), of_kinds(state, [RULING])) == ()
    assert len(of_kinds(state, [DOCUMENT])) == 5


def test_the_record_begins_with_the_words_that_the_register_knows(data: str) -> None:
    """The official words of the record are those of the documents, to the character."""
    known = ids.load_register(data)
    exact = {(event.id, event.exact) for event in known.events if event.exact}
    told = [each for edition in editions.load(data) for each in edition.changes if each.what == RULING]
    words: dict[str, dict[str, str]] = {}
    for each in told:
        words.setdefault(each.id, {})[each.field] = each.now
    for id, ruling in words.items():
        passage = Passage(
            RulingKind(ruling["kind"]), "", Topic("", ""), ruling.get("question", ""), ruling["answer"], 1, 1
        )
        assert (id, Candidate.of(passage, "", "").exact) in exact
    assert len(words) == len(known.ever)


def test_the_sessions_of_the_page_are_what_the_command_prints(changed_copy: Path) -> None:
    page = (ROOT / "docs" / "changes.md").read_text(encoding="utf-8")
    sessions = re.findall(r"^\$ kb (.*)\n((?:.*\n)*?)(?:\.\.\.\n)?```", page, re.M)
    assert sessions
    for asked, printed in sessions:
        assert command(changed_copy, *asked.split()).stdout.startswith(printed)


def test_a_release_waits_until_the_data_is_recorded(data: str, monkeypatch: pytest.MonkeyPatch) -> None:
    recorded = editions.load(data)[:1]
    empty = Corpus(Catalogues((), (), (), (), ()), (), (), (), (), (), ())
    release = script("release")
    monkeypatch.setattr(run, "corpus", lambda data: (replace(empty, editions=recorded), None))
    assert release.unrecorded(ROOT) == ""
    changes = (Change("ruling", "rev-sub-2", ("revised",), "verdict", "No.", "Yes."),)
    pending = Edition(UNRECORDED, "", changes, 593, "")
    monkeypatch.setattr(run, "corpus", lambda data: (replace(empty, editions=(*recorded, pending)), None))
    assert release.unrecorded(ROOT).startswith("the data is not recorded (1 rulings")
    (first,) = recorded
    assert with_unrecorded(replace(empty, editions=recorded)).editions[1].changes == mirrored(first.changes)
