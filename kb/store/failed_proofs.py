"""A finding for each scenario that does not prove its rulings."""

from __future__ import annotations

import sqlite3

from kb.errors import Finding


def failed_proof(scenario: str, passed: bool, file: str, line: int) -> Finding:
    """The finding about a scenario that failed or, if it ``passed``, whose rulings have other words now."""
    what = "its rulings read otherwise than when it was written" if passed else "the engine disagrees with it"
    return Finding(f"the proof does not hold: {scenario}: {what}", file, line, f"see 'kb check {scenario}'")


def failed_proofs(connection: sqlite3.Connection) -> list[Finding]:
    """A finding for each scenario of a base that failed, or whose rulings have other words now."""
    sql = "select id, passed and contrast_passed as came, file, line from scenarios where not came or suspect"
    return [failed_proof(*row) for row in connection.execute(sql)]
