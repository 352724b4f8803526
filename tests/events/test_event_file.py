"""The file of an event: every key read, every mistake told at once with its line, the schema for editors."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from referencing import Registry, Resource

from kb.base import yamlfile
from kb.base.errors import KBError
from kb.events import choices
from kb.events.choices import read_event
from kb.events.file import EVENT, MOST_BYTES, RULING, TEMPLATE
from kb.knowledge import KnowledgeBase
from tests.conftest import ROOT

BAD = sorted((ROOT / "tests" / "fixtures" / "bad-events").glob("*.yaml"))
#: what the schema alone cannot tell: ids and names that have to be in the base, and what concerns several keys
ONLY_READ = {
    "alias", "second-document", "dates-backwards", "date-that-is-not", "id-twice", "overrides-unknown",
    "overrides-section", "interprets-unknown-section", "interprets-house", "of-another-game", "empty-question",
}  # fmt: skip
FULL = """\
name: Spring Open
dates: {from: 2026-11-20, to: 2026-11-22}
place: Town hall
game: revised
options: [technology=off]
house:
  - id: house-3
    question: >
      Does a destroyer that a submarine
      hits still fire?
    answer: No.
    by: Ann
    on: 2026-11-20
    interprets: [rev/p4-s2-opening-fire, rev-sub-1]
    overrides: REV SUB 2
    note: Asked at table 4.
"""


def findings(base: KnowledgeBase, path: Path, name: str = "") -> list[str]:
    try:
        read_event(base, str(path))
    except KBError as error:
        return [str(each).replace(str(path), name or path.name) for each in error.findings]
    return []


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_every_mistake_is_told_with_its_line_and_what_to_do(base: KnowledgeBase, path: Path) -> None:
    assert findings(base, path) == path.with_suffix(".message").read_text(encoding="utf-8").splitlines()


def test_there_are_many_bad_files() -> None:
    assert len(BAD) >= 30


def test_every_key_is_read(base: KnowledgeBase, tmp_path: Path) -> None:
    (tmp_path / "event.yaml").write_text(FULL)
    event = read_event(base, str(tmp_path / "event.yaml"))
    (ruling,) = event.house
    assert (event.name, event.game, event.off, event.dates) == (
        "Spring Open",
        "revised",
        ("technology",),
        ("2026-11-20", "2026-11-22"),
    )
    assert ruling.plain() == {
        "id": "house-3",
        "question": "Does a destroyer that a submarine hits still fire?",
        "answer": "No.",
        "by": "Ann",
        "on": "2026-11-20",
        "note": "Asked at table 4.",
        "interprets": ["rev/p4-s2-opening-fire", "rev-sub-1"],
        "overrides": ["rev-sub-2"],
        "official": False,
    }
    assert (
        [each.id for each in event.bearing_on("rev-sub-1")]
        == ["house-3"]
        == [each.id for each in event.bearing_on("rev-sub-2")]
    )
    assert event.bearing_on("rev-sub-3") == []


def test_a_file_of_today_keeps_working(base: KnowledgeBase, tmp_path: Path) -> None:
    (tmp_path / "event.yaml").write_text("name: Open\ngame: g40\nprinting: 2012\noptions:\n  technology: off\n")
    event = read_event(base, str(tmp_path / "event.yaml"))
    assert (event.game, event.printing, event.off, event.house) == ("europe-1940", "2012", ("technology",), ())


def test_a_file_is_bounded_and_so_is_what_is_told_of_it(base: KnowledgeBase, tmp_path: Path) -> None:
    path = tmp_path / "event.yaml"
    path.write_text("# " + "x" * MOST_BYTES)
    assert findings(base, path) == [f"event.yaml: larger than {MOST_BYTES:,} bytes; shorten it"]
    path.write_text("".join(f"key{number}: x\n" for number in range(300)))
    told = findings(base, path)
    assert len(told) == 101 and told[-1] == "event.yaml: and 200 more"
    path.write_bytes(b"name: \xff\n")
    assert "not UTF-8 text" in findings(base, path)[0]
    assert findings(base, tmp_path / "none.yaml")[0].startswith("none.yaml: cannot be read (No such file or directory)")


def test_characters_that_cannot_be_printed_are_dropped(base: KnowledgeBase, tmp_path: Path) -> None:
    path = tmp_path / "event.yaml"
    path.write_text('name: "A\\u202E\\e[31mB"\n' + 'place: "x\\u0000y"\n')
    event = read_event(base, str(path))
    assert (event.name, event.place) == ("A[31mB", "xy")


def test_no_game_has_ids_like_those_of_house_rulings(base: KnowledgeBase) -> None:
    prefixes = {row[0] for row in base.connection.execute("select prefix from games")}
    assert choices.PREFIX.removesuffix("-") not in prefixes
    assert not base.looks_like_id("house-3") and choices.is_id("house-3")
    assert not any(choices.is_id(each) for each in base.ids())
    assert not any(map(choices.is_id, ("house-", "house-0", "house-1a", "house-٣", "rev-sub-2", "house-1-1")))


def test_the_template_has_every_key_and_can_be_read(base: KnowledgeBase, tmp_path: Path) -> None:
    path = tmp_path / "event.yaml"
    path.write_text(TEMPLATE)
    assert findings(base, path) == [] and read_event(base, str(path)).name == "My event"
    lines = [line.removeprefix("# ") for line in TEMPLATE.splitlines() if ":" in line]
    path.write_text("\n".join(lines[1:]).replace("europe-1940", "revised").replace("2012", "2004"))
    assert findings(base, path) == []
    assert all(f"{key}:" in TEMPLATE for key in (*EVENT.keys, *RULING.keys))


def validator() -> jsonschema.Draft202012Validator:
    schemas = {
        name: json.loads((ROOT / "docs" / name).read_text()) for name in ("event.schema.json", "scenario.schema.json")
    }
    registry = Registry().with_resources([(name, Resource.from_contents(each)) for name, each in schemas.items()])
    return jsonschema.Draft202012Validator(schemas["event.schema.json"], registry=registry)


def test_the_schema_takes_what_the_reader_takes_and_refuses_what_it_refuses() -> None:
    check = validator()
    assert check.is_valid(yamlfile.parse(FULL, "event.yaml"))
    refused = {path.stem for path in BAD if path.stem not in ("alias", "second-document")}
    refused = {each for each in refused if not check.is_valid(yamlfile.load(str(BAD[0].parent / f"{each}.yaml")))}
    unnoticed = {path.stem for path in BAD} - refused - ONLY_READ
    assert unnoticed <= {"unknown-game-and-more"} and not refused & ONLY_READ
