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


def test_a_document_is_removed_and_with_the_last_one_its_game_and_the_received_file(
    own_data: Path, tmp_path: Path
) -> None:
    data = str(own_data)
    before = {each for each in own_data.rglob("*") if each.is_file()}
    add(Request(received(tmp_path, "raft.html", PAGE), new_game="Raft Duel", authority="forum"), data)
    assert (own_data / "received" / "raft-duel-raft.html").exists()
    with_game = sources.checksums(data)
    added = add(Request(received(tmp_path, "club.txt", CLUB), game="raft-duel", authority="club"), data)
    assert sources.checksums(data) != with_game
    removed = remove("raft-duel-club", "the club is closed", data)
    assert (removed.withdrawn, removed.game, removed.to_do) == (added.ids, "", []), "the game has another document"
    after = sources.checksums(data)
    assert {name for name in after if with_game.get(name) != after[name]} == {"ids.jsonl"}, "ids are for life"
    reasons = {each.id: each.reason for each in load_register(data).retired}
    assert reasons == dict.fromkeys(sorted(added.ids), "the club is closed")
    assert remove("raft-duel-raft", "a mistake", data, dry_run=True).game == "raft-duel"
    assert sources.checksums(data) == after
    remove("raft-duel-raft", "a mistake", data)
    assert {each for each in own_data.rglob("*") if each.is_file()} == before
    assert not (own_data / "games" / "raft-duel").exists()


@pytest.mark.parametrize(
    ("document", "reason", "message"),
    [
        ("revised-fak", "x", "there is no document 'revised-fak'; did you mean 'revised-faq'?"),
        ("rev-mov-1", "x", "there is no document 'rev-mov-1'; a ruling is left out with: kb add FILE"),
        ("revised-faq", " ", "would be withdrawn without a reason; give the reason with --reason"),
    ],
)
def test_a_document_is_named_with_a_reason(own_data: Path, document: str, reason: str, message: str) -> None:
    before = sources.checksums(str(own_data))
    with pytest.raises(BadInput) as error:
        remove(document, reason, str(own_data))
    assert message in str(error.value)
    assert sources.checksums(str(own_data)) == before
