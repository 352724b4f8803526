"""A log's file is read strictly: everything that is wrong, with its line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from kb.base.errors import BadInput
from kb.event_log import record
from kb.event_log.record import HOUSE, LONGEST_LINE, MARK, MOST_BYTES, RULE, STATES, TEXTS, VERSION, Revision
from kb.events.choices import is_id
from kb.knowledge import KnowledgeBase
from kb.search import state
from tests.event_log.logs import FIRST, any_texts, before, logs, revised, text


def read(tmp_path: Path, content: str | bytes) -> frozenset[Revision]:
    file = tmp_path / "anna.jsonl"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return record.read(str(file)).revisions


def findings(tmp_path: Path, content: str | bytes) -> list[str]:
    with pytest.raises(BadInput) as told:
        read(tmp_path, content)
    return [f"{each.line}: {each.message}" for each in told.value.findings]


@given(logs())
def test_what_was_written_is_read(tmp_path: Path, log: frozenset[Revision]) -> None:
    assert read(tmp_path, text(log)) == log


@given(any_texts())
def test_every_text_survives(tmp_path: Path, texts: dict[str, Any]) -> None:
    told = FIRST._replace(**texts)
    assert read(tmp_path, text([told])) == {told}
    assert read(tmp_path, text([told]).replace("\n", "\r\n")) == {told}


def test_a_file_is_named_by_its_content(tmp_path: Path) -> None:
    (tmp_path / "anna.jsonl").write_text(text([FIRST, revised(2, FIRST)]))
    (source,) = record.read(str(tmp_path / "anna.jsonl")).sources
    assert (source.name, source.revisions, len(source.sha256)) == ("anna.jsonl", 2, 64)


def changed(**values: Any) -> str:
    return text([FIRST]).replace(FIRST.text(), json.dumps({**FIRST._asdict(), **values}))


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"entry": "E" * 32}, "'entry' must be an id of 32 digits 0-9 and a-f"),
        ({"entry": "e" * 33}, "'entry' must be an id of 32 digits 0-9 and a-f"),
        ({"revision": 1}, "'revision' must be an id of 32 digits 0-9 and a-f"),
        ({"after": ["x"]}, "'after' must be a list of at most 50 different ids"),
        ({"after": [[]]}, "'after' must be a list of at most 50 different ids"),
        ({"after": ["a" * 32] * 2}, "'after' must be a list of at most 50 different ids"),
        ({"after": [f"{each:032x}" for each in range(51)]}, "'after' must be a list of at most 50 different ids"),
        ({"after": [FIRST.revision]}, "'after' names the revision itself"),
        ({"rulings": ["=cmd"]}, "'rulings' must be a list of at most 20 different ids"),
        ({"rulings": "rev-sub-2"}, "'rulings' must be a list of at most 20 different ids"),
        ({"rules": ["rev-sub-2"]}, "'rules' must be a list of at most 20 different ids"),
        ({"house": ["house-0"]}, "'house' must be a list of at most 20 different ids"),
        ({"near": ["rev-sub-2", "value:x/"]}, "'near' must be a list of at most 20 different ids"),
        ({"state": "sure"}, "'state' must be empty or one of answered, other-game, rule, nearest, none"),
        ({"state": []}, "'state' must be empty or one of answered, other-game, rule, nearest, none"),
        ({"written": "yesterday"}, "'written' must be a time such as 2026-11-22T18:35:24.123Z"),
        ({"ruled": "2026-13-22T18:35:24.123Z"}, "'ruled' must be a time such as 2026-11-22T18:35:24.123Z"),
        ({"struck": "yes"}, "'struck' must be true or false"),
        ({"struck": True}, "'why' is empty: what is struck needs a reason"),
        ({"decision": None}, "'decision' must be text"),
        ({"decision": "x" * 2_001}, "'decision' is longer than 2,000 characters"),
        ({"judge": "An\x1b[31mna"}, "'judge' has a character that no text may have, such as a control character"),
        ({"table": "4\u202e"}, "'table' has a character that no text may have, such as a control character"),
        ({"table": "\ud800"}, "'table' has a character that no text may have, such as a control character"),
        ({"colour": "x"}, "unknown key 'colour'"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, values: dict[str, Any], told: str) -> None:
    assert findings(tmp_path, changed(**values)) == [f"2: {told}"]


def test_every_finding_is_told_at_once(tmp_path: Path) -> None:
    lines = text([FIRST, FIRST, FIRST, FIRST]).split("\n")
    lines[1], lines[2], lines[3] = "{", "[]", '{"entry": 1}'
    told = findings(tmp_path, "\n".join(lines))
    not_json = f"is not JSON in UTF-8 of at most {LONGEST_LINE:,} bytes"
    assert told[:3] == [f"2: {not_json}", "3: is no table of keys", "4: 'revision' is missing"]
    assert len(told) == 2 + len(Revision._fields), "each missing key, and the id that is a number"


@pytest.mark.parametrize("line", [b"\xff", b"NaN", b"[" * 200_000, b"1" * 5_000, b'"' + b"x" * LONGEST_LINE + b'"'])
def test_a_hostile_line_is_one_finding(tmp_path: Path, line: bytes) -> None:
    content = text([FIRST, FIRST]).encode().split(b"\n")
    content[1] = line
    told = findings(tmp_path, b"\n".join(content))
    assert told == [f"2: is not JSON in UTF-8 of at most {LONGEST_LINE:,} bytes"]
    assert re.match(r"1: is no log", findings(tmp_path, line)[0])


def test_what_an_editor_puts_before_a_file_is_no_mistake(tmp_path: Path) -> None:
    assert read(tmp_path, "\ufeff" + text([FIRST])) == {FIRST}


def test_a_log_that_was_cut_is_noticed(tmp_path: Path) -> None:
    whole = text([FIRST, revised(2, FIRST)])
    cut = "\n".join(whole.split("\n")[:2])
    assert findings(tmp_path, cut) == ["1: has 1 revisions and its first line says 2"]


def test_other_files_are_no_logs(tmp_path: Path) -> None:
    for other in ("", "hello", "[]", '{"revisions": 2}', json.dumps({MARK: True, "revisions": 2})):
        assert findings(tmp_path, other)[0].startswith("1: is no log: its first line must be"), other
    for version in (0, VERSION + 1):
        other = json.dumps({MARK: version, "revisions": 0})
        assert findings(tmp_path, other) == [f"1: is of version {version}, and this program reads 1 to {VERSION}"]
    with pytest.raises(BadInput, match=r"nobody\.jsonl: cannot be read \(No such file or directory\)"):
        record.read(str(tmp_path / "nobody.jsonl"))


def test_the_size_of_a_file_is_bounded(tmp_path: Path) -> None:
    assert findings(tmp_path, b"x" * (MOST_BYTES + 1)) == [f"0: larger than {MOST_BYTES:,} bytes"]
    assert findings(tmp_path, '{"kb-event-log": 1, "revisions": 1}' + "\n1" * 50_001) == [
        "0: has more than 50,000 revisions"
    ]
    many = findings(tmp_path, '{"kb-event-log": 1, "revisions": 500}' + "\n1" * 500)
    assert len(many) == 101 and many[-1] == "0: 400 more findings like these"


def test_the_longest_revision_fits_into_a_line() -> None:
    longest = {name: "\U0001f3b2" * most for name, most in TEXTS.items() if name != "position"}
    rules = tuple(f"value:{'g' * 40}/{'r' * 118}{n:02}" for n in range(20))
    told = FIRST._replace(
        **longest,
        position="x" * TEXTS["position"],
        rulings=tuple(f"{'r' * 58}{n:02}" for n in range(20)),
        rules=rules,
        near=rules,
    )
    assert len(told.text()) < LONGEST_LINE


def test_a_log_of_before_is_read_with_what_was_added_left_empty(tmp_path: Path) -> None:
    assert read(tmp_path, before(1, [FIRST, revised(2, FIRST)])) == {FIRST, revised(2, FIRST)}
    told = FIRST._replace(state="nearest", near=("rev-sub-2",), decision="")
    assert findings(tmp_path, text([told]).replace(f'{{"{MARK}": {VERSION}', f'{{"{MARK}": 1')) == [
        f"2: unknown key '{name}'" for name in ("state", "rules", "house", "near")
    ], "a log of version 1 never had them"
    assert findings(tmp_path, before(1, [FIRST]).replace(f'"{MARK}": 1', f'"{MARK}": {VERSION}')) == [
        f"2: '{name}' is missing" for name in ("state", "rules", "house", "near")
    ]


def test_the_log_knows_the_states_and_ids_that_the_pages_have(base: KnowledgeBase) -> None:
    assert STATES == state.STATES
    ids = [row["id"] for row in base.connection.execute("select id from statements")]
    assert ids and [each for each in ids if not re.fullmatch(RULE, each)] == []
    for each in ("house-1", "house-9999", "house-0", "house-10000", "house-01", "House-1", "rev-sub-2"):
        assert bool(re.fullmatch(HOUSE, each)) == is_id(each), each
