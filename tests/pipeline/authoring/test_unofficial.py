"""Documents that are not official: their ids, their rank beside official rulings, and odd characters in them."""

from __future__ import annotations

from pathlib import Path

import pytest

import kb
from kb.base.errors import BadInput
from kb.corpus.documents import read_manifest
from kb.pipeline.authoring.adding import add
from kb.pipeline.authoring.documents import Request
from kb.pipeline.run import build

OFFICIAL = (
    "Can submarines attack or defend against fighters? What if a lone fighter attacks a zone that has four enemy subs?"
)
CLUB = f"""Club night

Q. {OFFICIAL}
A. Yes, submarines shoot at planes here.

Q. Who brings the cake on Thursdays?
A. The player of Italy brings it.
"""


def request(folder: Path, name: str, content: bytes) -> Request:
    (folder / name).write_bytes(content)
    return Request(str(folder / name), game="revised", authority="club", document=name.partition(".")[0])


def test_an_official_ruling_comes_before_a_club_s_on_the_same_question(
    own_data: Path, tmp_path: Path, out: str
) -> None:
    added = add(request(tmp_path, "club.txt", CLUB.encode()), str(own_data))
    ids = [row["id"] for row in added.appears]
    assert len(ids) == 2 and all(each.startswith("rev-club-") for each in ids)
    assert [each.message for each in added.look if "official" in each.message] == [
        f"the official rev-sub-5 answers a question like that of {ids[0]}"
    ]
    build(str(own_data), out)
    with kb.open(out) as base:
        found = [hit.id for hit in base.search(OFFICIAL, game="revised").rulings]
        assert found[0] == "rev-sub-5" and ids[0] in found
        assert base.search("who brings the cake", game="revised").rulings[0].id == ids[1]


def test_line_separators_in_a_heading_leave_the_data_readable(own_data: Path, tmp_path: Path) -> None:
    entry = "Wagons {0}\n\nOne{1}Two{0}\n\nQ. May the wagon {0} of zogu fly?\nA. It may {0}.\n\n"
    text = "".join(entry.format(number, separator) for number, separator in enumerate("\u2028\u2029\u0085"))
    assert len(add(request(tmp_path, "w.txt", text.encode()), str(own_data)).appears) == 3
    assert len(read_manifest(str(own_data))) == 6


def test_one_broken_byte_is_named_and_other_encodings_are_reported(own_data: Path, tmp_path: Path) -> None:
    broken = "Q. Can a “train” move?\nA. No — it can’t go".encode() + b"\x92on.\n"
    with pytest.raises(BadInput, match=r"broken\.txt:2: the byte 0x92 is not UTF-8, as the rest is"):
        add(request(tmp_path, "broken.txt", broken), str(own_data))
    old = "Q. Can a “café” move on its own, or is it “fixed”?\nA. No, it’s a house.\n".encode("cp1252")
    look = add(request(tmp_path, "old.txt", old), str(own_data)).look
    assert "it is not UTF-8 and is read as cp1252" in {each.message for each in look}


def test_data_behind_a_link_is_refused_before_anything_is_written(own_data: Path, tmp_path: Path) -> None:
    (own_data / "faq").rename(tmp_path / "faq")
    (own_data / "faq").symlink_to(tmp_path / "faq")
    before = (own_data / "documents.yaml").read_bytes()
    with pytest.raises(BadInput, match="leads to a file outside the data by a link"):
        add(request(tmp_path, "club.txt", CLUB.encode()), str(own_data))
    assert (own_data / "documents.yaml").read_bytes() == before
    assert not [each.name for each in own_data.iterdir() if each.name.startswith(".")]
