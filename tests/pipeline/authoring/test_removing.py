"""A document is removed: its ids are withdrawn, its files go, and a game that has nothing else goes, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.base.errors import BadInput
from kb.corpus.ids import load_register
from kb.pipeline import sources
from kb.pipeline.authoring.adding import add
from kb.pipeline.authoring.documents import Request
from kb.pipeline.authoring.removing import remove
from tests.pipeline.authoring.test_adding import CLUB, received

PAGE = "<html><body><p>Q: May a raft turn?</p><p>A: Yes.</p></body></html>"


def test_a_document_of_a_known_game_is_removed_and_the_data_could_be_built(own_data: Path, tmp_path: Path) -> None:
    before = sources.checksums(str(own_data))
    added = add(Request(received(tmp_path, "club.txt", CLUB), game="revised", authority="club"), str(own_data))
    assert sources.checksums(str(own_data)) != before
    removed = remove("revised-club", "the club is closed", str(own_data))
    assert (removed.withdrawn, removed.game, removed.to_do) == (added.ids, "", [])
    after = sources.checksums(str(own_data))
    assert {name for name in after if before.get(name) != after[name]} == {"ids.jsonl"}, "ids are for life"
    assert {each.id: each.reason for each in load_register(str(own_data)).retired} == dict.fromkeys(
        sorted(added.ids), "the club is closed"
    )


def test_a_game_without_another_document_is_removed_with_the_received_file(own_data: Path, tmp_path: Path) -> None:
    before = {each for each in own_data.rglob("*") if each.is_file()}
    add(Request(received(tmp_path, "raft.html", PAGE), new_game="Raft Duel", authority="forum"), str(own_data))
    assert (own_data / "received" / "raft-duel-raft.html").exists()
    dry = remove("raft-duel-raft", "a mistake", str(own_data), dry_run=True)
    assert dry.game == "raft-duel" and (own_data / "games" / "raft-duel").exists()
    second = received(tmp_path, "second.html", PAGE.replace("a raft turn", "any other boat sink in this river"))
    add(Request(second, game="raft-duel", authority="forum"), str(own_data))
    assert remove("raft-duel-second", "a mistake", str(own_data)).game == "", "the game has another document"
    remove("raft-duel-raft", "a mistake", str(own_data))
    assert {each for each in own_data.rglob("*") if each.is_file()} == before
    assert not (own_data / "games" / "raft-duel").exists()


@pytest.mark.parametrize(
    ("document", "reason", "message"),
    [
        ("revised-fak", "x", "there is no document 'revised-fak'; did you mean 'revised-faq'?"),
        ("rev-mov-1", "x", "there is no document 'rev-mov-1'; a ruling is left out with: kb add FILE"),
        ("revised-faq", " ", "would be withdrawn without a reason; say why with --reason"),
    ],
)
def test_a_document_is_named_with_a_reason(own_data: Path, document: str, reason: str, message: str) -> None:
    before = sources.checksums(str(own_data))
    with pytest.raises(BadInput) as error:
        remove(document, reason, str(own_data))
    assert message in str(error.value)
    assert sources.checksums(str(own_data)) == before
