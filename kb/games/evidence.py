"""Where the facts of the boards come from, what was decided against a source, and what is uncertain."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from kb import yamlfile
from kb.errors import BadInput, Finding, raise_if
from kb.games.board_model import Confidence, Note, Source, SpaceMark
from kb.shape import Shape, check, suggest

_MARKS = Shape(required={"marks": "list"})
_MARK = Shape(required={"id": "str", "means": "str"}, optional={"income": "str"})
_FILE = Shape(required={"sources": "list", "decided": "list", "uncertain": "list"})
_SOURCE = Shape(required={"id": "str", "boards": "list", "title": "str", "for": "str"})
_NOTE = Shape(required={"id": "str", "boards": "list", "confidence": "str", "says": "str"}, optional={"spaces": "list"})


@dataclass(frozen=True, slots=True)
class BoardEvidence:
    """The sources of one board, the decisions about it and what is uncertain."""

    sources: tuple[Source, ...]
    decided: tuple[Note, ...]
    uncertain: tuple[Note, ...]


def marks(data: str) -> dict[str, SpaceMark]:
    """What a space can be marked with, ``data/games/marks.yaml``, by id. Raises :class:`BadInput`."""
    name = "data/games/marks.yaml"
    root = yamlfile.load(os.path.join(data, "games", "marks.yaml"), name)
    raise_if(check(root, _MARKS, name, "list of marks"))
    findings: list[Finding] = []
    known: dict[str, SpaceMark] = {}
    for row, line in zip(root["marks"], root["marks"].lines, strict=True):
        bad = check(row, _MARK, name, "mark", line)
        if not bad and row["id"] in known:
            bad.append(Finding(f"mark '{row['id']}' is there twice", name, line, "remove one"))
        if not bad and row.get("income", "none") != "none":
            bad.append(Finding(f"income '{row['income']}' is not 'none'", name, line, "write none, or leave it out"))
        if not bad:
            known[row["id"]] = SpaceMark(row["id"], row["means"], "income" not in row)
        findings += bad
    raise_if(findings)
    return known


def load(data: str, game: str, spaces: dict[str, set[str]]) -> tuple[dict[str, BoardEvidence], list[Finding]]:
    """The evidence of each board in ``boards/evidence.yaml`` of a game, and all findings.

    ``spaces`` are the ids of the spaces of each board.
    """
    name = f"data/games/{game}/boards/evidence.yaml"
    try:
        root = yamlfile.load(os.path.join(data, "games", game, "boards", "evidence.yaml"), name)
    except BadInput as error:
        return {}, error.findings
    findings = check(root, _FILE, name, "file of evidence")
    if findings:
        return {}, findings
    for part in _FILE.required:
        findings += _wrong(root[part], part, name, spaces)
    if findings:
        return {}, findings
    return {board: _told(root, board) for board in spaces}, []


def _wrong(rows: Any, part: str, name: str, spaces: dict[str, set[str]]) -> list[Finding]:
    findings = []
    known: set[str] = set()
    for row, line in zip(rows, rows.lines, strict=True):
        bad = check(row, _SOURCE if part == "sources" else _NOTE, name, f"row of {part}", line)
        if not bad:
            bad = _names(row, name, line, spaces)
            if row["id"] in known:
                bad.append(Finding(f"'{row['id']}' is there twice in {part}", name, line, "remove one"))
            known.add(row["id"])
        findings += bad
    return findings


def _names(row: Any, name: str, line: int, spaces: dict[str, set[str]]) -> list[Finding]:
    findings = []
    confidence = row.get("confidence", Confidence.PUBLIC)
    if confidence not in list(Confidence):
        findings.append(Finding(f"unknown confidence '{confidence}'", name, line, suggest(confidence, Confidence)))
    for board in row["boards"]:
        if board not in spaces:
            findings.append(Finding(f"unknown board '{board}'", name, line, suggest(board, spaces) or "remove it"))
            continue
        for space in row.get("spaces", ()):
            if space not in spaces[board]:
                hint = suggest(space, spaces[board]) or "remove it"
                findings.append(Finding(f"unknown space '{space}' of board '{board}'", name, line, hint))
    return findings


def _told(root: Any, board: str) -> BoardEvidence:
    def notes(part: str) -> tuple[Note, ...]:
        return tuple(
            Note(row["id"], Confidence(row["confidence"]), row["says"], tuple(row.get("spaces", ())))
            for row in root[part]
            if board in row["boards"]
        )

    sources = tuple(Source(r["id"], r["title"], r["for"]) for r in root["sources"] if board in r["boards"])
    return BoardEvidence(sources, notes("decided"), notes("uncertain"))
