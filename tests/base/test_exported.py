"""What is wrong with the export of another installation is told in a line each, all of it at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kb.base.errors import BadInput
from kb.base.history import state

RULING: dict[str, Any] = {
    **{"id": "rev-x-1", "game": "revised", "document": "d", "kind": "answer", "question": "Q?", "answer": "A."},
    **{"verdict": "Yes.", "verdict_kind": "yes", "proof": "play", "proof_reason": "", "sections": [], "depends_on": []},
    "printings": [{"printing": "1941", "holds": "same", "note": ""}],
}
GOOD = json.dumps(RULING)


@pytest.mark.parametrize("text", [GOOD, f"{GOOD}\n\n", f"[{GOOD}]", json.dumps([RULING], indent=2)])
def test_lines_and_an_array_are_read_alike(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.jsonl").write_text(text)
    assert state.load_export(str(tmp_path / "x.jsonl"))["ruling", "rev-x-1"]["printing 1941"] == "same"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ["x.jsonl: there is no ruling in it"]),
        ("[]", ["x.jsonl: there is no ruling in it"]),
        ("[1", ["x.jsonl: not a ruling"]),
        (f"{GOOD}\nnull\n{GOOD}\n{{}}", [":2: not a ruling", ":3: 'rev-x-1' stands twice", ":4: not a ruling"]),
        (GOOD.replace('"A."', "1"), [":1: not a ruling"]),
        (GOOD.replace('"rev-x-1"', '""'), [":1: not a ruling"]),
        (GOOD.replace('"sections": []', '"sections": {"a": 1}'), [":1: not a ruling"]),
        (GOOD.replace('"1941"', "1941").replace('"same"', "null"), [":1: not a ruling"]),
        ("id,game\nrev-x-1,revised\n", [":1: not a ruling", ":2: not a ruling"]),
        ("[" * 100_000, ["x.jsonl: not a ruling"]),
    ],
)
def test_what_is_no_export_is_told(tmp_path: Path, text: str, told: list[str]) -> None:
    (tmp_path / "x.jsonl").write_text(text)
    with pytest.raises(BadInput) as error:
        state.load_export(str(tmp_path / "x.jsonl"))
    found = [str(finding) for finding in error.value.findings]
    assert len(found) == len(told) and all(part in line for part, line in zip(told, found, strict=True)), found
    assert all(line.endswith("make it with 'kb export' of the other installation") for line in found)


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"cannot be read \(No such file or directory\); name a build, or a file"):
        state.load_export(str(tmp_path / "x.jsonl"))
    (tmp_path / "x.jsonl").write_bytes(b"\xff")
    with pytest.raises(BadInput, match="not UTF-8 text"):
        state.load_export(str(tmp_path / "x.jsonl"))
