"""Findings about failed scenarios, and about rulings without a proof or claims."""

from __future__ import annotations

import sqlite3

from kb.base.errors import Finding
from kb.model.evidence import NOT_CUT

#: the reason of a ruling without a scenario and without a line in data/unproved.yaml
NOT_YET = "not yet played out"
#: the reason of a draft, which needs no proof
NOT_OF_DRAFTS = "a draft claims no proof"


def failed_proof(scenario: str, passed: bool, file: str, line: int) -> Finding:
    """Return the finding about a scenario that failed or, if it ``passed``, whose rulings have changed."""
    stamp = f"compare it with its rulings, then run 'python scripts/stamp_scenarios.py {scenario}'"
    what = "its rulings have changed since it was written" if passed else "the engine has another result"
    cure = stamp if passed else f"'kb check {scenario}' shows the results that differ"
    return Finding(f"scenario '{scenario}' proves nothing: {what}", file, line, cure)


def missing_proof(ruling: str) -> Finding:
    """Return the finding about a ruling without a scenario, and without a reason for that."""
    cure = "write a scenario that names it (docs/scenarios.md), or the reason why nothing can prove it (data/unproved.yaml)"
    return Finding(f"ruling {ruling} lacks a proof", hint=cure)


def missing_claims(ruling: str, game: str) -> Finding:
    """Return the finding about a ruling without claims, of a game whose other rulings have claims."""
    cure = f"list its claims and their proofs in data/claims/{game}.yaml (docs/data.md)"
    return Finding(f"ruling {ruling} lacks claims", hint=cure)


_UNCUT = """
    select c.ruling, r.game from claims c join rulings r on r.id = c.ruling where c.reason = :uncut and not r.draft and r.game in (
      select game from claims join rulings on rulings.id = claims.ruling where reason <> :uncut)
    order by r.position"""


def failed_proofs(connection: sqlite3.Connection) -> list[Finding]:
    """Return a finding for each scenario of a database that failed or whose rulings have changed, then for each ruling
    without a proof, then for each without claims."""
    sql = "select id, passed and contrast_passed as came, file, line from scenarios where not came or suspect"
    unproved = connection.execute("select id from rulings where proof_reason = ? order by position", (NOT_YET,))
    return [
        *(failed_proof(*row) for row in connection.execute(sql)),
        *(missing_proof(row[0]) for row in unproved),
        *(missing_claims(*row) for row in connection.execute(_UNCUT, {"uncut": NOT_CUT})),
    ]
