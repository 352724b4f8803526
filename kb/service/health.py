"""Examines a build: its location, its figures, and whether it is complete and undamaged."""

from __future__ import annotations

import os
import sys

import kb
from kb.base import paths
from kb.base.errors import DamagedBuild
from kb.base.shape import Plain
from kb.store import publish, read
from kb.store.documents import statistics
from kb.store.proofs import failed_proofs


def examine() -> Plain:
    """Examine the build; return its figures (none of a damaged database), its ``problems``, and its ``unsound`` proofs.
    Raises :class:`NoBuild` or :class:`DamagedBuild`."""
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
    out: Plain = {
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
    return out
