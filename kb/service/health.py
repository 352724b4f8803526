"""Where the knowledge base is, whether it is intact, and what it holds."""

from __future__ import annotations

import os
import sys
from typing import Any

import kb
from kb.base import paths
from kb.base.errors import BadInput, DamagedBuild
from kb.games.boards import load_boards
from kb.store import publish, read
from kb.store.documents import statistics
from kb.store.proofs import failed_proofs


def examine() -> dict[str, Any]:
    """Examine the build and the data; return what is found as plain values.

    Raises :class:`NoBuild` or :class:`DamagedBuild`.
    """
    build = read.find()
    problems = [
        f"{name} {'is damaged' if os.path.isfile(build.path(name)) else 'is missing'}; run 'kb build'"
        for name, (size, crc, sha) in build.files.items()
        if not os.path.isfile(build.path(name)) or publish.checksums(build.path(name)) != (size, crc, sha)
    ]
    problems += [
        f"{paths.shown(os.path.join(build.built, stray))} was left by an interrupted build; run 'kb build'"
        for stray in publish.strays(build.built)
    ]
    out: dict[str, Any] = {
        "version": kb.__version__,
        "python": sys.version.split()[0],
        "data": paths.data(),
        "built": build.directory,
        "digest": build.digest,
        "files": len(build.files),
        "problems": problems,
        "unsound": [],
    }
    if any(problem.startswith(read.BASE) for problem in problems):
        return out
    try:
        read.check_contents(build)
        base = kb.open()
    except DamagedBuild as error:
        problems += map(str, error.findings)
        return out
    with base:
        out |= statistics(base.connection)
        out["unsound"] = [str(finding) for finding in failed_proofs(base.connection)]
    problems += [
        f"the ledger of {document} does not account for every character"
        for document, totals in out["ledger"].items()
        if sum(totals.values()) != out["characters"][document]
    ]
    out["boards"], bad = _boards(out["data"])
    problems += bad
    return out


def _boards(data: str) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the figures of every board, and what is wrong with the data of the boards."""
    if not os.path.isdir(data):
        return [], []
    try:
        boards = load_boards(data)
    except BadInput as error:
        return [], [str(finding) for finding in error.findings]
    return [{"game": board.game, "board": board.id, **board.figures()} for board in boards], []
